# Every command sets up what it needs. See CONTRIBUTING.md.
.PHONY: play test lint bench bench-server docs golden lock

play:
	@scripts/setup dev
	@scripts/build-web
	@.venv/bin/handful serve

test:
	@scripts/setup dev
	@scripts/build-web
	@scripts/browser > /dev/null
	scripts/npm test --silent
	scripts/npm run --silent check
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

bench-server:
	@scripts/setup bench
	@scripts/build-web
	.venv/bin/python -m benchmarks.server

docs:
	@scripts/setup docs
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict

golden:
	@scripts/setup dev
	.venv/bin/python -m tests.golden

lock:
	@scripts/lock
