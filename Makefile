# Two commands for everybody: `make demo` shows what redink does, `make test` proves that it does it.
# Each makes its own .venv and installs what it needs; a second run is quick.

PYTHON ?= python3
BIN := .venv/bin

# Some machines set it; then every process of the tests would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test lint hooks coverage nox bench bench-scale fuzz docs train-english train-languages test-guests clean

demo: .venv/.core
	$(BIN)/redink demo --folder demo

test: lint .venv/.collected
	$(BIN)/python -m pytest -n auto --dist loadfile

# The adapters with the real packages, which bring torch (2 GB), in an environment of its own. Torch comes first, by
# its number: an index that has it for the CPU alone then gives that one, and the others are content with it.
test-guests:
	$(PYTHON) -m venv .venv-guests
	.venv-guests/bin/pip install --quiet torch==2.13.0
	.venv-guests/bin/pip install --quiet gec-metrics evaluate lm-eval hypothesis pytest pytest-xdist --editable '.[errant]'
	.venv-guests/bin/python -m pytest -n 0 tests/guests

lint: .venv/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The checks of `make lint` before every commit.
hooks: .venv/.test
	$(BIN)/pre-commit install

# Branch coverage of the whole suite, with the processes that tests start; slower than the tests alone.
coverage: .venv/.test
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n auto --dist loadfile
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# The tests on every Python from 3.11 to 3.14 that is installed here.
nox: .venv/.test
	$(BIN)/nox

# What users wait for, beside the peers, as one table; `python -m bench` measures everything else too.
bench: .venv/.test
	$(BIN)/python -m bench waits

# How time and memory grow with the corpus: about six minutes on two quiet cores.
bench-scale: .venv/.test
	$(BIN)/python -m bench.scale
	$(BIN)/python -m bench.growth

# Every reader for five minutes each; FUZZ_SECONDS=60 for one.
FUZZ_SECONDS ?= 300
fuzz: .venv/.test
	$(BIN)/python -m fuzz all -max_total_time=$(FUZZ_SECONDS)

# The generated pages, then the site in site/; no network is needed but for installing MkDocs.
docs: .venv/.test .venv/.docs
	$(BIN)/python -m tools.write_docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "site/index.html is written"

# About 55 CPU minutes, 4 GB of disk; writes the weights of redink-en anew. Five Debian packages are fetched by
# `apt-get download`. Sums round as in the shipped weights with these kernels of OpenBLAS; SkylakeX needs AVX-512.
TEACHER = --teacher ../shared/models/en_core_web_sm-3.8.0
train-english: .venv/.test
	OMP_NUM_THREADS=1 OPENBLAS_CORETYPE=Haswell $(BIN)/python -m training.english labels $(TEACHER)
	OMP_NUM_THREADS=1 OPENBLAS_CORETYPE=$(or $(KERNELS),SkylakeX) $(BIN)/python -m training.english install $(TEACHER)

# About 20 CPU minutes; writes the weights of redink-languages anew.
train-languages: .venv/.test
	$(BIN)/python -m pip install --quiet wordfreq
	OMP_NUM_THREADS=1 $(BIN)/python -m training.languages ../shared/data

clean:
	rm -rf .venv .nox .coverage .coverage.* demo bench/results

.venv/.pip:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	touch $@

# Three quarters of the installed modules are never imported; the others are compiled when they are first imported.
.venv/.core: pyproject.toml .venv/.pip
	$(BIN)/python -m pip install --quiet --no-compile --editable .
	touch $@

# It installs redink too, so that `make test` alone need not do so twice.
.venv/.test: pyproject.toml languages/pyproject.toml .venv/.pip
	$(BIN)/python -m pip install --quiet --no-compile --editable ./languages --editable '.[test,all]'
	sh tools/install_chromium
	touch .venv/.core $@

# One process compiles the tests and what they import; otherwise each worker of pytest would.
.venv/.collected: .venv/.test
	-$(BIN)/python -m pytest --collect-only --quiet >/dev/null
	touch $@

.venv/.docs: pyproject.toml .venv/.test
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	touch $@
