# Palimpsest's commands. `make run` and `make test` are the two that matter; each prepares .venv first and is quick when nothing changed.
# Paths are relative and quoted where they meet a shell, so a folder with spaces in its name is fine.

PYTHON ?= python3
PREPARE := $(PYTHON) packaging/prepare.py
VENV_PYTHON := .venv/bin/python
JOBS ?= 2
PROGRAM ?= build/package/palimpsest

# Waiting OpenMP threads must sleep: spinning ones make a forward pass ten times slower on busy cores.
export OMP_WAIT_POLICY := PASSIVE

HEADLESS := QT_QPA_PLATFORM=offscreen OMP_NUM_THREADS=1

.PHONY: help run test test-all test-frozen lint format train package clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | while IFS="$$(printf '\t')" read -r name words; do printf '  make %-10s %s\n' "$$name" "$$words"; done

run: ## open the app (ARGS="--help" is passed on)
	@$(PREPARE) run
	@if [ "$$(uname)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY$$QT_QPA_PLATFORM" ]; then \
		echo "Everything is installed, but there is no screen here to open a window on: run it in a desktop session, or use $(VENV_PYTHON) -m engine --help" >&2; exit 1; fi
	@$(VENV_PYTHON) -m app $(ARGS)

test: ## lint, types and the quick suite, headless
	@$(PREPARE) test
	@$(MAKE) --no-print-directory -j 2 checks suite

test-all: ## the same with the full counts (every chorale, every truncation, all corruptions)
	@$(PREPARE) test
	@PALIMPSEST_FULL=1 $(MAKE) --no-print-directory -j 2 checks suite

.PHONY: suite
suite:
	$(HEADLESS) $(VENV_PYTHON) -m pytest -n $(JOBS) --dist worksteal $(ARGS)

.PHONY: checks
checks:
	$(VENV_PYTHON) -m ruff check .
	$(VENV_PYTHON) -m ruff format --check .
	$(VENV_PYTHON) -m mypy

lint: ## layout, common slips and types only
	@$(PREPARE) test
	@$(MAKE) --no-print-directory checks

format: ## let ruff lay out the code
	@$(PREPARE) test
	$(VENV_PYTHON) -m ruff check --fix .
	$(VENV_PYTHON) -m ruff format .

train: ## train the chorale model (ARGS="--minutes 30" is passed on)
	@$(PREPARE) train
	$(VENV_PYTHON) -m training.jsb $(ARGS)

package: ## a program to hand on: one folder, a .deb, an AppImage and an archive in dist/
	@$(PREPARE) package
	$(VENV_PYTHON) packaging/package.py $(ARGS)

test-frozen: ## the end-to-end tests against what `make package` made (PROGRAM names another folder)
	@$(PREPARE) test
	PALIMPSEST_FULL=1 PALIMPSEST_PROGRAM="$(abspath $(PROGRAM))" $(HEADLESS) $(VENV_PYTHON) -m pytest tests/end_to_end/test_program.py tests/end_to_end/test_no_network.py $(ARGS)

clean: ## remove .venv and caches; data, runs and weights stay
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
