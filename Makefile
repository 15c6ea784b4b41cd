# Each target is a command a person could type; the first one also sets everything up.
#
#   make serve    the web page and the HTTP API on http://127.0.0.1:8000
#   make test     the tests
#   make check    all of that, style, types, who may import whom, exhaustive tests
#   make eval     measures, and compares with the committed baseline
#   make bench    how well rules are found and how long things take, side by side
#   make load     how the service holds under 1, 8, 32 and 200 clients

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.PHONY: serve test check eval bench load llm

PYTHON ?= python3
BIN := .venv/bin

serve: .venv/installed
	@$(BIN)/arbitro serve --install-llm

test: .venv/dev llm
	@$(BIN)/python -m pytest -n 2 --dist loadfile

check: test
	@$(BIN)/ruff format --no-cache --check .
	@$(BIN)/ruff check --no-cache .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m pytest -m slow -n 2

eval: .venv/installed llm
	@$(BIN)/arbitro eval

bench: .venv/dev llm
	@$(BIN)/pip install --disable-pip-version-check -q -e '.[bench]' || echo "Without the games to compare with."
	@$(BIN)/python -m evals.bench

load: .venv/installed
	@$(BIN)/python -m evals.load

.venv/created:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Arbitro needs Python 3.11 or newer: make PYTHON=python3.11 serve")'
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/installed: pyproject.toml | .venv/created
	@echo "Installing Arbitro and its libraries into .venv: 1.6 GB, once."
	@$(BIN)/pip install --disable-pip-version-check --progress-bar on -e .
	@touch $@

.venv/dev: .venv/installed
	@$(BIN)/pip install --disable-pip-version-check --progress-bar on -e '.[dev]'
	@touch $@

# The LLM is compiled, so it needs a C++ compiler; `make serve` does it behind the running service.
# Without a compiler, or where it fails, the service answers in the rules' own words.
llm: | .venv/installed
	@$(BIN)/python -m service.llm.install
