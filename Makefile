# Every command sets up what it needs. See CONTRIBUTING.md.
.PHONY: play test lint bench docs golden lock

play:
	@scripts/setup dev
	@.venv/bin/handful referee

test:
	@scripts/setup dev
	.venv/bin/pytest -n 2 --dist loadgroup

lint:
	@scripts/setup dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports

bench:
	@scripts/setup bench
	.venv/bin/python -m benchmarks

docs:
	@scripts/setup docs
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict

golden:
	@scripts/setup dev
	.venv/bin/python -m tests.golden

lock:
	@scripts/lock
