# Tandem: `make demo` and `make test` do everything on a fresh Debian or Ubuntu with Go.
.PHONY: help demo test lint build setup presubmit race differential checks encodings mutants determinism fuzz bench harnesses witnesses coverage load vater residual-alike cpa taipan synergy sequence split-times ranges-alike ranged laws ppl residual residual-testing clean bench-at scale sources harnesses-public faults projects cooperation
export CGO_ENABLED = 0
# Lint vets, all of it; and 60 binaries without tables for debuggers are linked in a third of the time.
GOTEST = go test -timeout 15m -vet=off -ldflags='-s -w'
FUZZTIME ?= 10m
BENCH ?= ../shared/bench

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

build: ## build bin/tandem
	@test -x bin/tandem || echo "building bin/tandem (a minute the first time)"
	@go build -o bin/tandem ./cmd/tandem

setup: ## install what demo and tests use beside Go (z3, cvc5, gcc with 32-bit support, csmith), with apt
	@sh scripts/setup.sh

demo: setup build ## verify the programs in examples/ and show verdicts, a counterexample and a harness
	@sh scripts/demo.sh

# With less collection of garbage tools and tests take a quarter less CPU time, staticcheck two thirds.
test lint: export GOGC = 400

test: setup build lint ## vet, gofmt, staticcheck, all tests
	@$(GOTEST) ./...

lint: ## vet, gofmt, staticcheck; the rules of internal/*_test.go are tests
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "gofmt would change these files"; exit 1; }
	@go vet ./...
	@go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

presubmit: test race ## test and race

race: ## race detector on the small packages, and on engines at work on one task
	@CGO_ENABLED=1 $(GOTEST) -race ./internal/num ./internal/graph ./internal/verify ./internal/coop ./internal/obs
	@CGO_ENABLED=1 $(GOTEST) -race -run TestAtOnce ./internal/acceptance

differential: setup build ## execution against gcc: the bench, csmith, layout, constants (long)
	@sh scripts/differential.sh

checks: setup build ## undefined behaviour against gcc's sanitizers: testdata/checks, testdata/real, 2,000 random memory programs (hours); rows in tandem-out/checks.tsv
	@mkdir -p tandem-out && rm -f tandem-out/checks.tsv
	@TANDEM_LONG=1 TANDEM_TABLE=$(CURDIR)/tandem-out/checks.tsv $(GOTEST) -count=1 -timeout 6h -v -run 'TestPairs|TestReal|TestMemory|TestPlanted' ./internal/difftest

mutants: ## proof checking at full size: mutated proofs of random programs against explicit-state search, proofs on unsafe twins; unsound mutants of absint, cpa and floydhoare against runs; parts of random programs and mutants of restrict against the definition
	@$(GOTEST) -count=1 -timeout 2h ./internal/check/triple -run 'TestSound|TestTwins' -mutants 700 -v
	@$(GOTEST) ./internal/check/triple -count=1 -timeout 1h -run TestMemoryMutants -v -memory-mutants
	@$(GOTEST) ./internal/vc -count=1 -timeout 1h -run TestMemoryMutants -v -mutants
	@$(GOTEST) ./internal/absint -count=1 -timeout 1h -run TestMutants -v -mutants
	@$(GOTEST) ./internal/check/inductive -count=1 -timeout 1h -run TestMutants -v -mutants
	@$(GOTEST) ./internal/cpa -count=1 -timeout 1h -run TestMutants -v -mutants
	@$(GOTEST) ./internal/floydhoare -count=1 -timeout 1h -run TestMutants -v -mutants
	@$(GOTEST) ./internal/engine/synergy -count=1 -timeout 1h -run TestMutants -v -mutants
	@TANDEM_LONG=1 $(GOTEST) ./internal/engine/synergy -count=1 -timeout 4h -run 'TestTheorems|TestLemma|TestCancel|TestDeterministic|TestPartialKeeps' -v
	@TANDEM_LONG=1 $(GOTEST) ./internal/restrict -count=1 -timeout 4h -v

encodings: setup ## terms against execution at full size: 2,000 expressions a width, paths, blocks (10 minutes)
	@TANDEM_LONG=1 $(GOTEST) -timeout 40m -run 'TestExpr|TestPaths|TestBlocks' ./internal/vc

fuzz: build ## each native fuzz target for FUZZTIME (10m)
	@sh scripts/fuzz.sh $(FUZZTIME)

bench-at:
	@sh scripts/bench-at.sh $(BENCH)

bench: bench-at build ## all tasks of BENCH at 10 s, two at a time; rows in tandem-out/bench.tsv
	@mkdir -p tandem-out && bin/tandem bench $(BENCH) -t 10s -j 2 --out tandem-out/bench.tsv

cooperation: bench-at setup build ## default strategy against the same engines without exchange, each kind of facts off, each engine alone: each EVERY-th task (12), TIME s of processor time (10); hours for all tasks
	@EVERY=$(EVERY) TIME=$(TIME) sh scripts/cooperation.sh $(BENCH)

harnesses: bench-at setup build ## every false of the bench reproduced by its own harness under gcc, every witness linted
	@sh scripts/harnesses.sh $(BENCH)

witnesses: bench-at setup build ## every witness of the bench validated by tandem witness check (long)
	@sh scripts/witnesses.sh $(BENCH)

load: setup build ## 200 programs on a quiet machine and with 15 busy loops: the same verdicts with the same CPU time (an hour); tandem-out/load.tsv
	@sh scripts/load.sh

coverage: bench-at setup build ## branch coverage of generated suites by gcov: folders verisec, dart, locks of the bench, 30 s each
	@sh scripts/coverage.sh $(BENCH) 30s

vater: bench-at build ## the tables of the VATer paper over folder vater of the bench, four domains, 10 s a task (20 minutes); tandem-out/vater
	@sh scripts/vater.sh $(BENCH)

residual: bench-at setup build ## table 1 of the paper about residual programs (minutes); rows in tandem-out/residual
	@sh scripts/residual.sh $(BENCH)

residual-testing: bench-at setup build ## residual against naive testing: seven programs, mutants, verisec and controlflow (hours); rows in tandem-out/residual-testing
	@sh scripts/residual-testing.sh $(BENCH)

residual-alike: bench-at setup ## what is left of 300 tasks of the bench after random stops, by every technique, against the tasks: texts, runs, failing tests, verdicts at 10 s (hours; goes on after the rows of tandem-out/residual-alike.tsv)
	@mkdir -p tandem-out && TANDEM_LONG=1 TANDEM_BENCH_DIR=$(abspath $(BENCH)) TANDEM_TABLE=$(CURDIR)/tandem-out/residual-alike.tsv $(GOTEST) -count=1 -timeout 12h -v -run TestResidualsAlike ./internal/app

split-times: bench-at setup ## how long the splitters Lb3 and Lb10 take on each task of the bench (minutes; goes on after the rows of tandem-out/split-times.tsv)
	@mkdir -p tandem-out && TANDEM_BENCH_DIR=$(abspath $(BENCH)) TANDEM_TABLE=$(CURDIR)/tandem-out/split-times.tsv $(GOTEST) -count=1 -timeout 2h -v -run 'TestTimes$$' ./internal/ranges

ranges-alike: bench-at setup ## ranges of paths of 200 tasks of the bench against the definition, as programs and as printed C, and least paths of 1,000 programs by brute force (hours; goes on after the rows of tandem-out/ranges-alike.tsv)
	@mkdir -p tandem-out && TANDEM_LONG=1 TANDEM_BENCH_DIR=$(abspath $(BENCH)) TANDEM_TABLE=$(CURDIR)/tandem-out/ranges-alike.tsv $(GOTEST) -count=1 -timeout 8h -v -run 'TestRangesAlike$$' ./internal/app
	@TANDEM_LONG=1 $(GOTEST) -count=1 -timeout 2h -v -run 'TestLeast$$' ./internal/ranges

cpa: bench-at build ## all analyses of the engine cpa and two products over the bench, 10 s a task (hours); tandem-out/cpa
	@sh scripts/cpa.sh $(BENCH)

taipan: bench-at build ## table 1 and the curves of fig. 8 of the paper about Taipan: all settings of the engine traceabs over the loops and controlflow, 10 s a task (hours; goes on after the settings in tandem-out/taipan; SETTINGS, EVERY)
	@sh scripts/taipan.sh $(BENCH)

synergy: build ## table 1 of the paper about SYNERGY over testdata/synergy: synergy, lee-yannakakis, slam, depth-first concolic, and options switched off, 10 s a program (hours; goes on after the rows of tandem-out/synergy; PROGRAMS, SIZES, ENGINES)
	@sh scripts/synergy.sh

sequence: bench-at build ## verifiers in sequence: tasks that fall to two and to neither alone, and when to stop the first, 10 s a task (25 minutes); tandem-out/sequence
	@sh scripts/sequence.sh $(BENCH)

ranged: bench-at build ## table 1 of the paper about ranges of paths, with portfolios, splitters and three ranges, 10 s a task (days; goes on after the rows of tandem-out/ranged; ROWS, EVERY)
	@sh scripts/ranged.sh $(BENCH)

laws: ## the laws of all domains on 100,000 random cases each, and their other tests at full size
	@TANDEM_LONG=1 $(GOTEST) -count=1 -timeout 90m ./internal/domain/...

ppl: ## polyhedra against the Parma Polyhedra Library (Debian's libppl-dev, which it installs with apt)
	@[ -e /usr/include/$$(gcc -print-multiarch)/ppl.hh ] || apt-get install -y --no-install-recommends g++ libppl-dev && $(GOTEST) -count=1 -tags ppl -run PPL ./internal/domain/polyhedra

determinism: bench-at build ## 50 tasks of the bench verified twice with --deterministic: the JSON must be the same
	@sh scripts/determinism.sh $(BENCH)

scale: build ## time and memory to read six families of programs, 1,000 lines doubling to LINES (100000), and the programs of SOURCES, a folder with NAME.args (arguments of tandem cfa; make sources fills one); LINES=0: those alone
	@TANDEM_BIN=$(CURDIR)/bin/tandem TANDEM_LINES=$(LINES) TANDEM_SOURCES=$(if $(SOURCES),$(abspath $(SOURCES))) $(GOTEST) -count=1 -timeout 3h -v -run 'TestScale$$' ./internal/app

sources: ## the public C programs of testdata/programs, at fixed versions from Debian's source packages, into SOURCES (a folder)
	@sh scripts/sources.sh $(or $(SOURCES),$(error SOURCES=DIR says where))

harnesses-public: build ## the harnesses of testdata/harnesses on the public projects in SOURCES (a folder of checkouts), a table; NAMES are projects or PROJECT/HARNESS
	@sh scripts/harnesses-public.sh $(or $(SOURCES),$(error SOURCES=DIR says where they are)) $(NAMES)

faults: build ## faults planted in the programs of SOURCES (make sources), one at a time: found in 60 s of processor time, open, or proved, which is an error (an hour); FAULTS names some
	@TANDEM_BIN=$(CURDIR)/bin/tandem TANDEM_SOURCES=$(abspath $(or $(SOURCES),$(error SOURCES=DIR says where they are))) TANDEM_FAULTS="$(FAULTS)" $(GOTEST) -count=1 -timeout 3h -v -run 'TestFaults$$' ./internal/app

projects: ## the projects of CMake and Meson in the subfolders of PROJECTS are read from their own databases of compilation
	@TANDEM_PROJECTS=$(abspath $(PROJECTS)) $(GOTEST) -count=1 -timeout 1h -v -run 'TestProjects$$' ./internal/acceptance

clean: ## remove what was built
	@rm -rf bin tandem-out
