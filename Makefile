# The two commands of the README are `make run` and `make test`; both install what they need.
PYTHON ?= python3
VENV := .venv
# On a Pi the pins are moved by the system's own python3-lgpio, which no package index carries for every Python.
ON_PI := $(shell grep -qs "Raspberry Pi" /proc/device-tree/model && echo yes)
VENV_FLAGS := $(if $(ON_PI),--system-site-packages)
BIN := $(VENV)/bin

.PHONY: run test lint bench walk fuzz pictures browser clean

run: $(VENV)/.run
	$(BIN)/companion run $(ARGS)

test: $(VENV)/.dev browser
	$(MAKE) --no-print-directory lint
	$(BIN)/pytest

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench

walk: $(VENV)/.dev
	WALK="every card" $(BIN)/pytest tests/rules/test_walk.py tests/rules/test_trick_walk.py \
	  tests/rules/test_trick_conservation.py

fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.rules.fuzz --commands 1000000

# The panel is tested in a real browser; where there is none it is installed, if that is allowed.
browser:
	@command -v chromium >/dev/null || { \
	  as_root=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); \
	  $$as_root apt-get update -qq && $$as_root apt-get install -y -qq chromium >/dev/null; } || \
	  { echo "The tests need Chromium: apt install chromium"; exit 1; }

# What the documents show of the program, made from the program.
pictures: $(VENV)/.dev browser
	$(BIN)/python -m tests.docs.regenerate
	$(BIN)/python -m tests.drawing.regenerate
	$(BIN)/python -m tests.service.regenerate
	$(BIN)/python -m tests.docs.panel_picture

clean:
	rm -rf $(VENV) build *.egg-info

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV_FLAGS) $(VENV)

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[panel]'
	touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@
