# Two commands tell all: `make demo` shows what Scorebook does, `make test` proves it.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help bootstrap build install demo test spark-test bench lint check clean

# Where Swift's installers put it, should it not be in the PATH.
export PATH := $(PATH):$(HOME)/.local/share/swiftly/bin:/opt/swift/usr/bin

# One set of flags for all that is built optimised, so that nothing is built twice.
RELEASE := -c release --static-swift-stdlib

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

bootstrap: ## install the Debian packages that are missing
	@.ci/bootstrap

build: bootstrap ## build .build/release/scorebook
	@swift build $(RELEASE) --product scorebook
	@.build/release/scorebook check --catalogue --pipelines Pipelines

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

test: ## all tests; they start a PostgreSQL of their own
	@.ci/bootstrap tests
	@.ci/tests

spark-test: build ## loads a night through Apache Spark, with its workers killed, frozen and doubled
	@.ci/bootstrap spark
	@Tests/Faults/spark-sweep $(SPARK)

bench: build ## the benchmarks, beside the peers that are installed; BENCH=--quick for a first look
	@swift build $(RELEASE) --product scorebook-bench-csv
	@swift build $(RELEASE) --product scorebook-bench-photos
	@Tests/Benchmarks/bench $(BENCH)

lint: ## swift-format, strictly
	@swift format lint --strict --recursive Package.swift Sources Tests

check: build ## check the definitions in Pipelines/
	@.build/release/scorebook check

clean: ## remove what was built; the data under .scorebook/ stay
	@swift package clean
