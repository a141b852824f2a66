package synergy

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file tests the theorems of section 5 on random programs with finitely many states (finite_test.go).

// flaky returns Unknown for one query in five.
type flaky struct {
	smt.Solver
	r *rand.Rand
}

// Check asks the solver, except for one query in five.
func (s flaky) Check(ctx context.Context, b smt.Budget, assume ...*term.Term) smt.Answer {
	if s.r.IntN(5) == 0 {
		return smt.Answer{Result: smt.Unknown, Reason: "injected"}
	}
	return s.Solver.Check(ctx, b, assume...)
}

// reluctant returns the command of a solver that answers "unknown" to some queries, for engines that start the solver
// themselves. It returns nil if Z3 is missing.
func reluctant(seed uint64) []string {
	for _, f := range smt.Known() {
		if f.Name == "z3" && f.Path != "" {
			return []string{"sh", "-c", f.Path + ` -in -smt2 | { n=` + strconv.FormatUint(seed%1000, 10) +
				`; while IFS= read -r l; do case $l in sat|unsat)
				n=$(( (n * 1103515245 + 12345) % 2147483648 )); [ $(( n / 65536 % 5 )) = 0 ] && l=unknown;; esac; printf '%s\n' "$l"; done; }`}
		}
	}
	return nil
}

// opened returns a worker of the engine that is ready to work on a task. If unsure is not nil, its solvers return
// Unknown for some queries.
func opened(t *testing.T, cfg Config, task *verify.Task, unsure *rand.Rand) *worker {
	t.Helper()
	if unsure != nil { // the solver of tests over a frontier
		copied := *task
		copied.Solver = reluctant(unsure.Uint64())
		task = &copied
	}
	w := newWorker(cfg, task, verify.NewBoard())
	w.equip()
	if err := w.kit.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.asked = func(*ir.Obligation) bool { return true }
	if err := w.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	for n := 0; unsure != nil && w.link(n) != nil; n++ { // the solvers of triples and Pre
		w.own.all[n].prover.S = flaky{w.own.all[n].prover.S, unsure}
	}
	return w
}

// untested returns options without tests on random inputs, which find most errors.
func untested() Config {
	cfg := Default()
	cfg.Random = 0
	return cfg
}

// ways are the configurations that decide the programs.
var ways = []struct {
	name   string
	cfg    Config
	unsure bool
	every  uint64 // decide only the programs whose seed modulo every equals at
	at     uint64
	ptrs   bool // decide each program with pointers, too
}{
	{name: "synergy", cfg: Default(), every: 1},
	{name: "synergy, unsure", cfg: untested(), unsure: true, every: 2},
	{name: "synergy as printed", cfg: Config{Split: Edges}, every: 4, ptrs: true},
	{name: "synergy as printed, unsure", cfg: Config{Split: Edges}, unsure: true, every: 4, at: 3},
	{name: "lee-yannakakis", cfg: Config{Split: Edges, stabilise: true}, every: 4},
	{name: "lee-yannakakis, unsure", cfg: Config{Split: Edges, stabilise: true}, unsure: true, every: 4, at: 2},
}

var fewPrograms = flag.Int("programs", 20, "random programs of TestTheorems without TANDEM_LONG")

// finiteWork is the work for each program and configuration. No program is started in the lastMinute before the
// deadline of the test.
const (
	finiteWork = 100_000
	lastMinute = time.Minute
)

// TestTheorems checks that, on random finite programs, the verdicts of SYNERGY and of the baseline are the result of a
// search over all states, and the partition simulates the program at any time: each step of a run is an abstract edge
// (theorem 1). Both hold also if solvers answer some queries with Unknown. If solvers answer all queries and Pre can be
// expressed, only the budget ends SYNERGY without a verdict (theorem 2). If the baseline terminates, SYNERGY does not
// separate reached states that the baseline has in one region (lemma 1, see lemma_test.go). Each proof is checked. With
// TANDEM_LONG=1 the test runs 5,000 programs, or fewer if -timeout is short.
func TestTheorems(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	seeds, long := uint64(*fewPrograms), os.Getenv("TANDEM_LONG") != ""
	if long {
		seeds = 5000
	}
	c := &theorems{count: map[string]int{}}
	for seed := range seeds {
		if end, ok := t.Deadline(); ok && time.Until(end) < lastMinute {
			t.Logf("out of time after %d programs", seed)
			break
		}
		if c.program(t, seed); t.Failed() && !long {
			return
		}
	}
	t.Logf("%v; %d abstract edges and %d regions of runs; %d pairs of regions for the lemma", c.count, c.moves, c.states,
		c.pairs)
	for _, name := range []string{"synergy", "lee-yannakakis"} {
		if unknown := c.count[name+": unknown"]; unknown*3 > 2*c.count[name] {
			t.Errorf("%s: %d of %d programs are open", name, unknown, c.count[name])
		}
	}
	if c.pairs == 0 || c.moves == 0 {
		t.Error("the lemma or the simulation was not put to the test")
	}
}

// theorems counts the verdicts, pairs of regions, abstract edges and regions that the test has compared.
type theorems struct {
	count                map[string]int
	pairs, moves, states int
}

// program decides the program of a seed with each configuration whose turn it is, and compares the verdicts.
func (c *theorems) program(t *testing.T, seed uint64) {
	f := randomFinite(seed)
	text, unsafe := f.text.String(), f.reaches()
	task := enginetest.C{File: "finite.c", Text: text}.Task(t)
	r := rand.New(rand.NewPCG(seed, 99))
	by := map[string]*worker{}
	for _, way := range ways {
		if seed%way.every != way.at && (!way.ptrs || f.ptrs == 0) {
			continue
		}
		unsure := r
		if !way.unsure {
			unsure = nil
		} else if reluctant(0) == nil {
			continue
		}
		w := opened(t, way.cfg, task, unsure)
		defer w.Close()
		by[way.name] = w
		said := "unknown"
		switch x := w.Work(t.Context(), verify.Budget{Work: finiteWork}).(type) {
		case *verify.Unsafe:
			said = "false"
			if !unsafe {
				t.Errorf("program %d, %s: a violation that no state shows:\n%s", seed, way.name, text)
			}
		case *verify.Safe:
			if out := check.Proof(t.Context(), task, x); out.Verdict != check.Confirmed {
				t.Errorf("program %d, %s: the proof is %s: %s\n%s", seed, way.name, out.Verdict, out.Reason, text)
			}
			if x.Obligations != nil && len(x.Obligations) < len(task.Asked()) {
				said = "part"
				break
			}
			said = "true"
			if unsafe {
				t.Errorf("program %d, %s: claims what does not hold:\n%s", seed, way.name, text)
			}
		case *verify.Unknown:
			switch {
			case strings.HasPrefix(x.Reason, "out of "):
			case way.unsure || f.ptrs > 0 || strings.Contains(x.Reason, "cannot be said"): // Pre is not known
				said = "unknown, set aside"
			default:
				t.Errorf("program %d, %s: ends without an answer: %s\n%s", seed, way.name, x.Reason, text)
			}
		}
		c.count[way.name]++
		c.count[way.name+": "+said]++
		if f.ptrs > 0 {
			c.count["with pointers: "+said]++
		}
		for _, o := range task.Asked() {
			if a := w.analyses[o]; a != nil && !a.simulates(t, c) {
				t.Errorf("program %d, %s:\n%s", seed, way.name, text)
			}
		}
	}
	if q, p := by["lee-yannakakis"], by["synergy as printed"]; q != nil && p != nil && !unsafe {
		c.pairs += lemma(t, task, q, p, seed, text)
	}
}

// twoBits returns inputs of two bits each, which are the bits of a number from the lowest up.
func twoBits(inputs uint64) exec.Inputs {
	k := 0
	return exec.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) {
		k++
		return inputs >> (2 * (k - 1)) & 3, true
	})
}

// arrivals returns the regions that a run of the main function visits, in order. An element is nil if the region is not
// known or the location has no state in the analysis.
func (a *analysis) arrivals(t *testing.T, inputs uint64) (out []*Region) {
	t.Helper()
	f := a.w.tests.forest
	f.interp.SetFuel(1 << 7)
	defer f.interp.Observe(nil)
	test := &Test{}
	if l := f.prog.Entry.Entry; f.wants[l.ID] {
		out = append(out, a.front.find(f.initial(test, l)))
	}
	f.interp.Observe(func(e *ir.Edge, env exec.Env) {
		l := e.To
		if l.Func != f.prog.Entry || !f.wants[l.ID] {
			return
		}
		s, is := a.program.State[l]
		if !is {
			out = append(out, nil)
			return
		}
		out = append(out, a.abs.Roots[s].Find(func(x ir.Expr) (yes, ok bool) { return f.live(env, nil, x) }))
		for _, x := range a.general.known[s] {
			if yes, ok := f.live(env, nil, x); ok && !yes {
				t.Errorf("%s does not hold at %s", ir.ExprString(x), l.Pos)
			}
		}
	})
	if _, err := f.interp.Run(t.Context(), twoBits(inputs)); err != nil {
		t.Fatal(err)
	}
	return out
}

// simulates reports whether each step of 64 runs is an edge of the abstract program.
func (a *analysis) simulates(t *testing.T, c *theorems) bool {
	t.Helper()
	is := map[[2]*Region]bool{}
	for r := range uint64(len(a.abs.Regions)) {
		at := a.abs.Regions[r]
		for _, e := range a.abs.Out(at) {
			is[[2]*Region{at, e.To}] = is[[2]*Region{at, e.To}] || !e.Gone
		}
	}
	for _, e := range a.abs.start {
		is[[2]*Region{nil, e.To}] = is[[2]*Region{nil, e.To}] || !e.Gone
	}
	met := map[*Region]bool{}
	seen := map[[2]*Region]bool{}
	for inputs := range uint64(64) {
		var was *Region
		for i, r := range a.arrivals(t, inputs*0x9e3779b97f4a7c15>>32) {
			k := [2]*Region{was, r}
			was = r
			if r == nil || k[0] == nil && i > 0 {
				continue
			}
			met[r], seen[k] = true, true
			if !is[k] {
				t.Errorf("a run goes from %s to %s, and there is no abstract edge", a.region(k[0]), a.region(r))
				return false
			}
		}
	}
	c.moves += len(seen)
	c.states += len(met)
	return true
}
