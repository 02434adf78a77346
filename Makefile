# seep-solver: `make help` is the manual.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
OUT    ?= out/endgames
SECONDS ?= 600
ROUNDS ?= 3
CARDS  ?= 20
TIMES  ?= 20
SUITES ?= 4 5 6

ENGINE := $(wildcard ext/seep_ext/*.pyx ext/seep_ext/*.pxd ext/seep_ext/*.h)
export PATH := $(CURDIR)/$(BIN):$(PATH)

.DEFAULT_GOAL := help
.PHONY: help demo test dev debug lint types fuzz perft bench bench-compare yardstick yardstick-hidden strength fit ablation trust killed wheel golden positions study clean need

help:  ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/ready  ## set up, solve positions/endgames/ into Parquet in out/endgames, show the result
	seep solve positions/endgames -o $(OUT)
	@python docs/show_results.py $(OUT)

test: $(VENV)/ready-test  ## set up, run all tests (a few minutes on two cores)
	python -m pytest -n auto $(ARGS)

dev: $(VENV)/ready-dev  ## set up with everything a developer needs

debug:  ## rebuild the engine with bounds checks and assert_ok after every play and undo
	$(MAKE) $(VENV)/ready-dev
	CYTHON_FORCE_REGEN=1 SEEP_DEBUG=1 python setup.py -q build_ext --inplace --force
	python -m pytest -n auto tests/test_engine_referee.py $(ARGS)
	@echo "this is the debug build; 'make clean dev' brings the fast one back"

lint: $(VENV)/ready-dev  ## ruff and cython-lint
	ruff check .
	cython-lint ext/seep_ext/*.pyx ext/seep_ext/*.pxd

types: $(VENV)/ready-dev  ## mypy --strict on Python and stubs
	mypy

fuzz: $(VENV)/ready-test  ## engine against referee for SECONDS=600, every preset and random rules
	python tests/fuzz.py --seconds $(SECONDS)

perft: $(VENV)/ready-test  ## count the moves of positions/perft/ and compare, with the rate of counting
	python -m pytest tests/test_positions.py -k perft
	python tests/bench_moves.py

bench: $(VENV)/ready-test  ## the fixed bench suite (nodes, seconds, signature), listing and counting of moves, worlds and playouts
	seep bench
	python tests/bench_moves.py
	python tests/bench_hidden.py

strength: $(VENV)/ready-test  ## what seeing all hands would add, phase by phase, and choices in endings (docs/strength.md)
	python tests/strength.py phases $(ARGS)
	python tests/strength.py endings $(ARGS)

fit: $(VENV)/ready-test  ## fit the outlook anew into ext/seep_ext/outlook_weights.h, and see whether the policy can be bettered
	python tests/fit_outlook.py
	python tests/fit_policy.py

bench-compare: $(VENV)/ready-dev  ## against revision REV: ratios of time, nodes, instructions; ROUNDS=3 pairs, CARDS=20 in hands
	@test -n "$(REV)" || { echo "name a revision: make bench-compare REV=HEAD"; exit 1; }
	python tests/bench_compare.py "$(REV)" --rounds $(ROUNDS) --cards $(CARDS)

yardstick: $(VENV)/ready-test  ## against the C++ solver in YARDSTICK=FOLDER: SUITES="4 5 6" of its positions, ROUNDS=3 pairs
	@test -n "$(YARDSTICK)" || { echo "name the folder of seep_ref.cpp and its suites: make yardstick YARDSTICK=FOLDER"; exit 1; }
	python tests/bench_yardstick.py "$(YARDSTICK)" --suites $(SUITES) --rounds $(ROUNDS)

yardstick-hidden: $(VENV)/ready-test  ## what choices of a move lose against the equilibrium of tiny hidden endings (ARGS="--two 60 --four 12")
	python tests/yardstick_hidden.py $(ARGS)

ablation: $(VENV)/ready-test  ## what each technique is worth, into docs/engine.md (ARGS="--cards 4 5 6" for more)
	python tests/ablation.py $(ARGS)

trust: $(VENV)/ready-test  ## values and bounds with techniques switched off, against referee and plainest search, for SECONDS=600
	python tests/trust.py --seconds $(SECONDS)

killed: $(VENV)/ready-test  ## bulk runs with parent, worker, job or dask worker killed at random moments, TIMES=20 each
	python tests/killed.py --times $(TIMES)

positions: $(VENV)/ready-test  ## make the files of positions/ anew, from fixed seeds
	python tests/make_positions.py

study: $(VENV)/ready-test  ## solve the 240,000 endgames of docs/study.md and print its tables (SEED=1; about 20 minutes on two cores)
	sh positions/study/study.sh

wheel: $(VENV)/ready-dev  ## build sdist and a wheel from it, and run the installed wheel outside the tree
	bash tests/wheel.sh

golden: $(VENV)/ready-test  ## write the golden files of tests/ anew; read their diff
	SEEP_REGENERATE=1 python -m pytest -q tests

clean:  ## remove what was built (the virtual environment stays)
	rm -rf build dist *.egg-info ext/seep_ext/*.so $(VENV)/ready*

need:
	@command -v $(PYTHON) >/dev/null || { echo "python 3.11 or newer is missing: apt-get install python3-dev python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "expected python 3.11 or newer, found $$($(PYTHON) --version): name another with PYTHON=python3.x"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "python's venv module is missing: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sysconfig, pathlib, sys; sys.exit(not pathlib.Path(sysconfig.get_paths()["include"], "Python.h").exists())' || { echo "python's headers are missing: apt-get install python3-dev"; exit 1; }
	@command -v $${CC:-cc} >/dev/null || { echo "a C compiler is missing: apt-get install build-essential"; exit 1; }

$(VENV)/bin/python: | need
	$(PYTHON) -m venv $(VENV)

$(VENV)/ready: $(VENV)/bin/python setup.py pyproject.toml $(ENGINE)
	python -m pip install -q --disable-pip-version-check -e .
	@touch $@

$(VENV)/ready-test: $(VENV)/ready
	python -m pip install -q --disable-pip-version-check -e '.[test]'
	@touch $@

$(VENV)/ready-dev: $(VENV)/ready-test
	python -m pip install -q --disable-pip-version-check -e '.[test,lint]'
	@touch $@
