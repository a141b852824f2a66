package internal

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/tandem-verifier/tandem"

// edges is a policy: "a: b c" means that package a may import the packages b and c of this module. It is not relaxed to
// make a build pass: a new edge needs a reason next to it, and imports only go down in levels (docs/architecture.md).
// "a/*: b" is the line of all packages of the folder a without a line above it; a line below it adds to it.
// Imports of the standard library are not restricted; thirdParty restricts imports of third parties. Test files may
// import any package.
const edges = `
# L0
internal/num:
internal/graph:
internal/automata: internal/graph                                # letters are anything
internal/clock:                                                 # the time that work has had
internal/obs:
internal/linalg: internal/num
internal/scratch:
internal/elementary:                                            # bounds of the C library's functions
internal/near:                                                  # names that were meant
internal/ctext:                                                 # C text in files
internal/mutationtest:                                          # for tests: faults in sources
internal/golden:                                                # for tests: what is printed against files in testdata
internal/benchtest:                                             # for tests: the tasks of the development benchmarks

# L1
internal/ir: internal/num internal/graph internal/elementary    # elementary: what a Math may give
internal/term: internal/num                                    # machine integers: the evaluator
internal/domain: internal/num internal/ir                      # ir: operators and types of expressions only
internal/domain/pmap:
internal/domain/domaintest: internal/num internal/ir internal/domain
internal/domain/linear: internal/domain
internal/domain/linear/lineartest: internal/domain internal/domain/linear   # for tests: laws
internal/domain/blocks: internal/domain internal/domain/linear internal/domain/pmap
internal/domain/*: internal/num internal/ir internal/linalg internal/domain internal/domain/pmap internal/domain/linear internal/domain/blocks   # a domain each; none knows another

# L2
internal/flow: internal/num internal/ir internal/graph
internal/cfront/csrc: internal/clock internal/ir
internal/cfront/layout: internal/ir internal/num internal/cfront/csrc   # csrc: the tree and the pragma packs of a unit
internal/build: internal/ir internal/cfront/csrc               # csrc: how a file is read
internal/cfront/models:
internal/cfront/library:
internal/cfront/typeclass: internal/cfront/layout             # layout: members and parameters of types, vectors
internal/cfront/ctype: internal/num internal/ir internal/cfront/csrc internal/cfront/layout internal/cfront/typeclass   # csrc: errors of the source; layout, typeclass: what a table of types holds
internal/cfront/link: internal/near internal/ir internal/cfront/csrc internal/cfront/layout internal/cfront/models internal/cfront/library internal/cfront/typeclass internal/cfront/ctype   # models: names that messages propose
internal/cfront: internal/ctext internal/num internal/near internal/ir internal/graph internal/flow internal/cfront/csrc internal/cfront/layout internal/cfront/models internal/cfront/library internal/cfront/typeclass internal/cfront/ctype internal/cfront/link   # flow: what touches pointers in input memory
internal/spl: internal/ir
internal/derive: internal/ir internal/flow                      # flow: which registers are live
internal/flow/flowtest: internal/ir                            # for tests: random programs
internal/ir/irtest: internal/ir                               # for tests: programs from text
internal/instrument: internal/num internal/ir internal/graph internal/flow
internal/exec/wasm:
internal/exec: internal/num internal/ir internal/graph internal/flow internal/exec/wasm   # flow: which locals may be reused
internal/cprint: internal/ctext internal/num internal/ir internal/graph internal/cfront/library internal/exec   # library: names that compilers know; exec: initial memory, function addresses and libm names are decided there
internal/cprint/cprinttest: internal/ir internal/exec           # for tests: printed programs, compiled and run
internal/restrict: internal/num internal/graph internal/automata internal/ir internal/derive   # automata: conditions are minimised
internal/restrict/restricttest: internal/num internal/exec internal/ir internal/flow/flowtest internal/restrict   # for tests: random programs and scopes, runs
internal/smt: internal/clock internal/obs internal/num internal/term          # terms go to solvers, models come back

# L3
internal/absint: internal/num internal/ir internal/graph internal/domain internal/domain/pmap internal/domain/linear internal/flow   # pmap: states share their structure; linear: sums that a domain is to bound
internal/absint/domains: internal/ir internal/flow internal/absint internal/domain internal/domain/* internal/domain/linear   # the list, for every engine; ir, flow: the program whose meanings are kept
internal/vc: internal/num internal/ir internal/graph internal/flow internal/domain/pmap internal/term internal/smt   # pmap: states share their structure; smt: triples and interpolants are checked by a solver
internal/verify: internal/num internal/near internal/graph internal/ir internal/obs internal/flow internal/derive internal/restrict   # flow: where pointers lead, once for all engines; derive: from the program to the reference program; restrict: scopes

# L4
internal/check/annotated: internal/ir internal/verify
internal/check/bounds: internal/ir internal/verify
internal/check/inductive: internal/num internal/ir internal/flow internal/verify internal/check/annotated
internal/check/passed: internal/ir internal/flow internal/verify   # flow: where pointers may lead, what calls may change
internal/check/shapes: internal/num internal/ir internal/verify
internal/check/triple: internal/clock internal/num internal/ir internal/graph internal/flow internal/verify internal/check/annotated internal/check/bounds internal/term internal/smt   # graph: the order of an unwinding; flow: whose address is never kept, entry inputs, liveness; bounds: unwindings of ranges
internal/confirm: internal/ir internal/cfront/library internal/exec internal/cprint internal/scratch internal/verify   # library: what may run on this machine; exec: the program before its passes gives all calls; cprint: definitions of what the source only declares
internal/repair: internal/ir internal/flow internal/verify internal/check/annotated internal/check/inductive internal/check/triple   # searches for smaller evidence; check judges what it proposes
internal/check: internal/clock internal/num internal/ir internal/graph internal/obs internal/exec internal/smt internal/restrict internal/verify internal/check/annotated internal/check/bounds internal/check/inductive internal/check/passed internal/check/shapes internal/check/triple internal/repair     # repair: proposals only, judged like any evidence; obs: checkers that disagree are told; exec: enumerations are run again; smt: which solver
internal/symex: internal/num internal/ir internal/flow internal/exec internal/term internal/smt internal/vc internal/verify
internal/witness: internal/num internal/ir internal/graph internal/verify internal/flow
internal/testgen: internal/ctext internal/num internal/near internal/ir internal/graph internal/exec internal/flow internal/derive internal/scratch internal/verify   # scratch: gcov

internal/reduce: internal/graph internal/ir internal/flow internal/instrument internal/derive internal/restrict internal/verify   # residual programs; derive: the way back; flow: what a slice depends on; instrument: what nobody needs is removed; verify: proofs are lifted
internal/reduce/reducetest: internal/num internal/exec internal/derive internal/ir   # for tests: runs of programs and of what is left of them

internal/cpa: internal/graph internal/automata internal/flow internal/ir internal/restrict internal/verify   # automata: graphs are minimised; restrict: conditions; flow: what was just loaded

internal/condition: internal/ir internal/restrict internal/verify   # conditions as files

# L5
internal/ranges: internal/clock internal/near internal/num internal/graph internal/obs internal/ir internal/flow internal/exec internal/smt internal/restrict internal/verify internal/symex internal/testgen internal/derive   # graph: loops and recursion of splitters; flow: entry inputs; symex: tests that go a way; testgen, derive: runs of tests, in other forms of the program
internal/cpa/numeric: internal/graph internal/ir internal/absint internal/cpa
internal/cpa/predicate: internal/ir internal/term internal/smt internal/vc internal/verify internal/cpa
internal/cpa/value: internal/graph internal/ir internal/domain/constant internal/absint internal/verify internal/cpa   # verify: precisions
internal/cpa/ranged: internal/graph internal/ir internal/restrict internal/cpa   # restrict: paths
internal/prover: internal/clock internal/ir internal/obs internal/flow internal/exec internal/term internal/smt internal/vc internal/verify internal/testgen   # the kit of engines that prove by formulas; clock: the turn; exec, testgen: a model is run before it is believed, and tests beside paths; obs: what work costs
internal/cpa/symbolic: internal/ir internal/term internal/smt internal/vc internal/symex internal/prover internal/cpa internal/verify
internal/shape: internal/num internal/graph internal/ir internal/flow internal/verify   # graph: loops; flow: dead registers
internal/floydhoare: internal/graph internal/automata internal/flow internal/ir internal/term internal/smt internal/absint internal/vc internal/verify internal/cpa   # automata: programs and proofs are automata; absint, vc: what decides triples; cpa: graphs become evidence; flow: what was just loaded

# L6
internal/engine/options: internal/near                          # one parser for the options of all engines
internal/engine/enginetest: internal/benchtest internal/ir internal/obs internal/cfront internal/derive internal/instrument internal/exec internal/testgen internal/check internal/verify   # for tests of engines: C programs as tasks, results as they are checked
internal/engine/*: internal/engine/options internal/clock internal/near internal/num internal/graph internal/obs internal/ir internal/flow internal/exec internal/term internal/smt internal/vc internal/symex internal/testgen internal/prover internal/absint internal/absint/domains internal/verify   # an engine each: what any may use, and below what one uses more; none knows another
internal/engine/guess: internal/linalg                          # equations that all states of runs satisfy
internal/engine/cpa: internal/cpa internal/cpa/numeric internal/cpa/predicate internal/cpa/value internal/cpa/symbolic internal/cpa/ranged   # the analyses
internal/engine/iat: internal/domain                            # what a dimension is at most
internal/engine/shapes: internal/shape                           # symbolic heaps
internal/engine/synergy: internal/automata internal/floydhoare   # automata: the moves of the program automaton
internal/engine/traceabs: internal/automata internal/floydhoare internal/cpa   # cpa: graphs as evidence

# L7
internal/coop: internal/clock internal/near internal/derive internal/restrict internal/ranges internal/num internal/ir internal/obs internal/flow internal/exec internal/check internal/confirm internal/verify internal/testgen

# tests against gcc
internal/difftest: internal/ir internal/exec internal/cprint internal/cfront internal/instrument

# L8
internal/report: internal/num internal/graph internal/ir internal/obs internal/exec internal/confirm internal/verify internal/coop internal/witness internal/cprint
internal/app: *                                                   # the commands as functions
.: internal/app internal/ir internal/report internal/verify     # the public API
cmd/tandem: *
`

// thirdParty has the packages that may import a heavy library.
var thirdParty = map[string][]string{
	"modernc.org/cc/v4":             {"internal/cfront"},
	"github.com/tetratelabs/wazero": {"internal/exec"},
	"github.com/spf13/cobra":        {"cmd/tandem"},
}

// policy is the policy of edges: what each package with a line, and each folder with a line a/*, may import.
type policy map[string]map[string]bool

// readPolicy reads edges, and fails the test if an import does not go down.
func readPolicy(t *testing.T) policy {
	all := policy{}
	for n, line := range strings.Split(edges, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, rest, ok := strings.Cut(line, ":")
		if !ok {
			t.Fatalf("edges line %d: no colon", n)
		}
		set := maps.Clone(all[folder(name)])
		if set == nil {
			set = map[string]bool{}
		}
		for _, f := range strings.Fields(rest) {
			if f != "*" && all.of(f) == nil {
				t.Errorf("edges: %s may import %s, which is not listed above it (imports go down only)", name, f)
			}
			set[f] = true
		}
		all[name] = set
	}
	return all
}

// folder returns the name of the line for all packages in the folder of a package.
func folder(pkg string) string { return path.Dir(pkg) + "/*" }

// of returns the imports that a package may have; nil if there is no line for it.
func (all policy) of(pkg string) map[string]bool {
	if set := all[pkg]; set != nil {
		return set
	}
	return all[folder(pkg)]
}

// may reports whether a package may import another.
func (all policy) may(pkg, dep string) bool {
	set := all.of(pkg)
	return set[dep] || set["*"] || all[dep] == nil && set[folder(dep)]
}

// TestLayers tests that packages import only what edges and thirdParty allow.
func TestLayers(t *testing.T) {
	allowed := readPolicy(t)
	root := ".."
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata" || d.Name() == "bin") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		rel, _ := filepath.Rel(root, filepath.Dir(file))
		pkg := filepath.ToSlash(rel)
		if allowed.of(pkg) == nil {
			t.Errorf("%s: package is not listed in internal/layers_test.go", pkg)
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, im := range f.Imports {
			p, _ := strconv.Unquote(im.Path.Value)
			if p == module || strings.HasPrefix(p, module+"/") {
				dep := strings.TrimPrefix(strings.TrimPrefix(p, module), "/")
				if dep == "" {
					dep = "."
				}
				if !allowed.may(pkg, dep) {
					t.Errorf("%s imports %s: not an allowed edge", file, dep)
				}
				continue
			}
			for lib, where := range thirdParty {
				if p != lib && !strings.HasPrefix(p, lib+"/") {
					continue
				}
				ok := false
				for _, w := range where {
					ok = ok || pkg == w || strings.HasPrefix(pkg, w+"/")
				}
				if !ok {
					t.Errorf("%s imports %s, which belongs to %v only", file, p, where)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
