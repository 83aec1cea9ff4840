# Every command sets up what it needs. See CONTRIBUTING.md.
.PHONY: play test test-quick lint wheel bench bench-server docs docs-serve golden lock

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

test-quick:
	@scripts/setup dev
	scripts/npm test --silent
	.venv/bin/pytest -n 2 tests/kernel tests/games tests/table tests/test_observe.py tests/test_house.py tests/test_architecture.py tests/test_rules_pages.py tests/test_golden.py

lint:
	@scripts/setup dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports

wheel:
	@scripts/setup dev
	@scripts/wheel

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
	@echo "The pages are in site/: open site/index.html, or read them with make docs-serve."

docs-serve:
	@scripts/setup docs
	@echo "The pages are at http://127.0.0.1:8001; Ctrl-C ends it."
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs serve --dev-addr 127.0.0.1:8001

golden:
	@scripts/setup dev
	.venv/bin/python -m tests.golden

lock:
	@scripts/lock
