# Two commands tell all: `make demo` shows what Scorebook does, `make test` proves it.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help bootstrap build tests install demo test-fast test prove spark-test bench lint check clean

# Where Swift's installers put it, should it not be in the PATH.
export PATH := $(PATH):$(HOME)/.local/share/swiftly/bin:/opt/swift/usr/bin

# One configuration for all that is built: the program that is tested is the one that is installed.
BUILD := swift build -c release

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

bootstrap: ## install the Debian packages that are missing
	@.ci/bootstrap

# What commands start from.
CATALOGUE := .build/release/scorebook check --catalogue --pipelines Pipelines

build: bootstrap ## build .build/release/scorebook
	@$(BUILD) --product scorebook
	@$(CATALOGUE)

tests: ## build the program and all tests
	@.ci/bootstrap tests
	@$(BUILD) --build-tests
	@$(CATALOGUE)

PREFIX ?= /usr/local
install: ## install the program, its definitions, manual page and completions below PREFIX (/usr/local)
	@[[ -x .build/release/scorebook ]] || { echo "make build first"; exit 1; }
	@install -D -m 755 .build/release/scorebook $(DESTDIR)$(PREFIX)/bin/scorebook
	@mkdir -p $(DESTDIR)$(PREFIX)/share/scorebook $(DESTDIR)$(PREFIX)/share/man/man1
	@rm -rf $(DESTDIR)$(PREFIX)/share/scorebook/Pipelines
	@cp -r Pipelines $(DESTDIR)$(PREFIX)/share/scorebook/Pipelines
	@$(DESTDIR)$(PREFIX)/bin/scorebook check --catalogue --pipelines $(DESTDIR)$(PREFIX)/share/scorebook/Pipelines
	@.build/release/scorebook man >$(DESTDIR)$(PREFIX)/share/man/man1/scorebook.1
	@mkdir -p $(DESTDIR)$(PREFIX)/share/{bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}
	@.build/release/scorebook completions bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/scorebook
	@.build/release/scorebook completions zsh >$(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_scorebook
	@.build/release/scorebook completions fish >$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/scorebook.fish
	@echo "installed $(DESTDIR)$(PREFIX)/bin/scorebook"

demo: build ## import an invented athlete's season into scorebook's own PostgreSQL and show what happened
	@.ci/demo

test-fast: tests ## parsers, kernels, definitions and reports: no server
	@.ci/tests fast

test: tests ## all tests, and a short sample of each fault; they start a PostgreSQL of their own
	@.ci/tests all

prove: tests ## the long proofs: sanitizers, fuzzers, sweeps, the whole oracle; MIGRATIONS=DIR adds the app's own schema
	@MIGRATIONS="$(MIGRATIONS)" Tests/prove

spark-test: build ## loads a night through Apache Spark, with its workers killed, frozen and doubled
	@.ci/bootstrap spark
	@Tests/Faults/spark-sweep $(SPARK)

bench: build ## the benchmarks, beside the peers that are installed; BENCH=--quick for a first look
	@$(BUILD) --product scorebook-bench-csv
	@$(BUILD) --product scorebook-bench-photos
	@Tests/Benchmarks/bench $(BENCH)

lint: ## swift-format, strictly
	@swift format lint --strict --recursive Package.swift Sources Tests

check: build ## check the definitions in Pipelines/
	@.build/release/scorebook check

clean: ## remove what was built; the data under .scorebook/ stay
	@swift package clean
