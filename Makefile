# Floorman. `make run` starts it, `make test` runs every check, `make test-long` larger samples of the same.

# Debian compiles its own Python for speed (with a profile of its use): one that a version manager compiles plainly is a
# seventh to a quarter slower, in a test as in a tap.
PYTHON ?= $(shell /usr/bin/python3 -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo /usr/bin/python3 || echo python3)
BIN := .venv/bin
# Stamps: packages for running are installed, and those for tests and lint.
RUNNING := .venv/.running
TESTING := .venv/.testing
MUTMUT := .venv-mutants/.installed
MUTANTS_RUN := .venv-mutants/bin/mutmut run --max-children 2

# Floorman is many processes: each would compile all of it again where an image turns off compiled files.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run check test test-long bench coverage mutants lint format

run: $(RUNNING)
	@exec $(BIN)/python manage.py run $(ARGS)

# What a change touches, in a minute.
check: $(TESTING)
	@exec $(BIN)/python -m tests.check $(ARGS)

test: $(TESTING)
	@exec $(BIN)/python -m tests.everything $(ARGS)

# What is only breadth: larger samples, whole evenings, every page on PostgreSQL.
test-long: $(TESTING)
	@exec $(BIN)/python -m tests.everything --long $(ARGS)

bench: $(TESTING)
	@exec $(BIN)/python -m tests.bench $(ARGS)

# The hand engine: each line, and every branch.
coverage: $(TESTING)
	@exec $(BIN)/python -m pytest -q -n 2 tests/tables/engine --cov=tables/engine --cov-branch \
		--cov-report=term-missing:skip-covered --cov-fail-under=100 $(ARGS)

# The first mutant makes all of them; the budget of tests/breadth.py says which are tried.
# ARGS='tables.engine.play.pots.*' tries some mutants again and keeps what is known of the others.
mutants: $(MUTMUT)
ifeq ($(ARGS),)
	@rm -rf mutants
	@$(MUTANTS_RUN) tables.engine.play.pots.x__layer__mutmut_1
	@.venv-mutants/bin/python -m tests.mutants choose
	@$(MUTANTS_RUN)
else
	@$(MUTANTS_RUN) '$(ARGS)'
endif
	@.venv-mutants/bin/python -m tests.mutants

lint: $(TESTING)
	@exec $(BIN)/python -m tests.everything --lint-only

format: $(TESTING)
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

# Made where missing, and filled again only when a list of packages has changed. Python compiles a module when it
# is first used: most of what the packages bring along never is. The lists are whole: nothing else is fetched.
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps

$(RUNNING): requirements.txt
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
		$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
			|| { echo "Floorman needs Python 3.11 or newer. Name one: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }; \
		$(PYTHON) -m venv .venv; }
	@$(PIP_INSTALL) -r requirements.txt
	@touch $(RUNNING)

$(TESTING): requirements-dev.txt $(RUNNING)
	@$(PIP_INSTALL) -r requirements-dev.txt
	@touch $(TESTING)

$(MUTMUT): tests/mutants/requirements.txt
	@$(PYTHON) -m venv .venv-mutants
	@.venv-mutants/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps -r $<
	@cp $< $(MUTMUT)
