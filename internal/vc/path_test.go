package vc

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// maxTrace bounds the edges of a trace.
const maxTrace = 250

// trace is a run: its edges without calls, and the values of the global registers after each edge. Calls are implied by
// the edges that follow.
type trace struct {
	edges   []*ir.Edge
	run     *exec.Run
	globals [][]uint64
}

// record runs a program and returns its trace.
func record(t *testing.T, p *ir.Program, in exec.Inputs) *trace {
	t.Helper()
	m, err := exec.NewInterp(p, exec.Config{Fuel: 2000})
	if err != nil {
		t.Fatal(err)
	}
	tr := &trace{}
	m.Observe(func(ed *ir.Edge, env exec.Env) {
		if _, ok := ed.Stmt.(*ir.Call); ok || len(tr.edges) >= maxTrace {
			return
		}
		tr.edges = append(tr.edges, ed)
		var now []uint64
		for _, v := range p.Globals {
			now = append(now, env.Reg(v))
		}
		tr.globals = append(tr.globals, now)
	})
	if tr.run, err = m.Run(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	return tr
}

// follows reports whether the run takes the path, or ends on it by undefined behaviour or lack of resources.
func (tr *trace) follows(path []*ir.Edge) bool {
	for i, ed := range path {
		if i >= len(tr.edges) {
			k := tr.run.Outcome.Kind
			return k == exec.Undefined || k == exec.OutOfFuel || k == exec.OutOfStack || k == exec.OutOfMemory
		}
		if tr.edges[i] != ed {
			return false
		}
	}
	return true
}

// walk executes a path symbolically; nil if Step finds it infeasible.
func walk(e *Encoder, path []*ir.Edge) *State {
	s := e.Initial()
	loc := e.Prog.Entry.Entry
	enter := func() {
		for len(loc.Out) == 1 {
			call, ok := loc.Out[0].Stmt.(*ir.Call)
			if !ok {
				return
			}
			s = e.pushed(s, call, e.Enter(s.Ctx, loc.Out[0]))
			loc = call.Func.Entry
		}
	}
	for _, ed := range path {
		enter()
		if ret, ok := ed.Stmt.(*ir.Return); ok {
			c := s.Ctx
			if c.Parent == nil {
				return s
			}
			s = e.popped(e.returned(s, ret, c), c)
			loc = c.Call.To
		} else {
			if s = e.Step(s, ed); s == nil {
				return nil
			}
			loc = ed.To
		}
	}
	return s
}

// pins returns equations that give inputs their values in the run; plain is false if some event is not an input with a
// value.
func pins(e *Encoder, r *exec.Run) (eqs []*term.Term, plain bool) {
	vals := map[ir.Key]uint64{}
	for _, rec := range r.Reads {
		vals[rec.Key] = rec.Bits
	}
	occ := map[int]int{}
	plain = true
	for _, ev := range e.Events {
		if ev.Site == nil {
			plain = false
			continue
		}
		k := ir.Key{Site: ev.Site.ID, Occ: occ[ev.Site.ID]}
		occ[ev.Site.ID]++
		plain = plain && len(ev.Bytes) == 0 && ev.Value != nil
		if ev.Value == nil || ev.Value.T == nil || ev.Type.Kind == ir.Ptr {
			continue
		}
		if bits, ok := vals[k]; ok {
			eqs = append(eqs, e.C.Eq(ev.Value.T, e.literal(ev.Type, bits).T))
		}
	}
	return eqs, plain
}

// ask decides a conjunction; it returns a model if it is satisfiable.
func ask(e *Encoder, s smt.Solver, ts ...*term.Term) (smt.Result, *term.Model) {
	s.Push()
	defer s.Pop()
	s.Assert(e.WithAxioms(ts...)...)
	a := s.Check(context.Background(), smt.Budget{Time: time.Minute, Work: 5_000_000})
	if a.Result != smt.Sat {
		return a.Result, nil
	}
	m, err := s.Model()
	if err != nil {
		return smt.Unknown, nil
	}
	return smt.Sat, m
}

// tally counts the cases that a test has seen. Tests check it, so that a test without cases fails.
type tally map[string]int

// pathSeeds returns the numbers of programs, of runs of each program, and of branches to flip in each run.
func pathSeeds() (programs, runs, flips int) {
	if os.Getenv("TANDEM_LONG") != "" {
		return 250, 40, 4 // 2,000 paths, 10,000 random runs
	}
	return 8, 10, 2
}

// program returns a random program: mostly C that is encoded exactly, and for every fourth seed a program with invalid
// accesses.
func program(t *testing.T, seed uint64) *ir.Program {
	if seed%4 == 3 {
		return flowtest.Random(seed+1, 6+int(seed%12))
	}
	return loadC(t, randomC(seed), seed%2 == 0, []string{"wrap", "undefined"}[seed/2%2])
}

// runs returns n traces of random runs.
func runs(t *testing.T, p *ir.Program, n int) []*trace {
	var out []*trace
	for i := range n {
		out = append(out, record(t, p, exec.Random(p, uint64(i), exec.Style(i%3))))
	}
	return out
}

// solver returns a solver that is closed with the test; without a solver on PATH the test is skipped.
func solver(t *testing.T, c *term.Ctx) smt.Solver {
	t.Helper()
	s, err := smt.Open(c, smt.Config{})
	if err != nil {
		benchtest.Missing(t, err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestPaths compares path formulas with runs. It checks that the path of a run is satisfiable with the inputs of the
// run, and that all registers then have the values of the run. For a path that leaves a run at a branch, the run of a
// model takes the path; if there is no model, no run takes it.
func TestPaths(t *testing.T) {
	programs, n, flips := pathSeeds()
	count := tally{}
	for seed := range uint64(programs) {
		p := program(t, seed)
		all := runs(t, p, n)
		for _, enc := range []Encoding{Bits, Ints} {
			r := rand.New(rand.NewPCG(seed, 7))
			for i := range 2 {
				checkRun(t, p, enc, all[i], count)
				for range flips {
					checkFlip(t, p, enc, all, all[i], r, count)
				}
				if t.Failed() {
					if os.Getenv("TANDEM_VERBOSE") != "" {
						t.Log(ir.Print(p), randomC(seed))
					}
					t.Fatalf("%v seed %d run %d", enc, seed, i)
				}
			}
		}
	}
	t.Log(count)
	for _, what := range []string{"run exact", "flip followed", "flip unsat"} {
		if count[what] == 0 {
			t.Errorf("never met: %s", what)
		}
	}
}

// checkRun checks the path of a run.
func checkRun(t *testing.T, p *ir.Program, enc Encoding, tr *trace, count tally) {
	c := term.New()
	e := New(c, p, Options{Enc: enc})
	sol := solver(t, c)
	defer sol.Close()
	s := walk(e, tr.edges)
	if s == nil {
		t.Errorf("the path of a run is plainly infeasible")
		return
	}
	eqs, plain := pins(e, tr.run)
	var regs []*term.Term
	for i, v := range p.Globals {
		if v.Type.Kind != ir.Ptr && len(tr.globals) > 0 {
			regs = append(regs, c.Eq(e.Reg(s, v).T, e.literal(v.Type, tr.globals[len(tr.globals)-1][i]).T))
		}
	}
	fs := append(append([]*term.Term{e.Guard(s)}, eqs...), regs...)
	switch res, _ := ask(e, sol, fs...); res {
	case smt.Unsat:
		t.Errorf("the path of a run (%v, approx %d) is unsatisfiable with its values: %v", tr.run.Outcome, e.Approx,
			s.Conds())
	case smt.Unknown:
		count["run unknown"]++
	case smt.Sat:
		count["run sat"]++
	}
	if e.Approx > 0 || !plain {
		count["run approx "+e.Why]++
		return
	}
	fs = append(append([]*term.Term{e.Guard(s)}, eqs...), c.Not(c.And(regs...)))
	if res, _ := ask(e, sol, fs...); res == smt.Sat {
		t.Errorf("the path of a run leads to other values")
	}
	count["run exact"]++
}

// checkFlip checks a path that leaves a run at a random branch.
func checkFlip(t *testing.T, p *ir.Program, enc Encoding, all []*trace, tr *trace, r *rand.Rand, count tally) {
	var at []int
	for i, ed := range tr.edges {
		if len(ed.From.Out) > 1 {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return
	}
	i := at[r.IntN(len(at))]
	var others []*ir.Edge
	for _, ed := range tr.edges[i].From.Out {
		if ed != tr.edges[i] {
			others = append(others, ed)
		}
	}
	path := append(append([]*ir.Edge{}, tr.edges[:i]...), others[r.IntN(len(others))])
	c := term.New()
	e := New(c, p, Options{Enc: enc})
	sol := solver(t, c)
	defer sol.Close()
	s := walk(e, path)
	res, m := smt.Unsat, (*term.Model)(nil)
	if s != nil {
		res, m = ask(e, sol, e.Guard(s))
	}
	switch {
	case res == smt.Unsat:
		count["flip unsat"]++
		for _, o := range all {
			if len(o.edges) >= len(path) && o.follows(path) {
				t.Errorf("a path that a run takes is unsatisfiable: %v", path[len(path)-1])
			}
		}
	case res == smt.Unknown:
		count["flip unknown"]++
	default:
		test := &verify.Test{Records: e.Records(m)}
		got := record(t, p, testgen.Inputs(p, test))
		switch {
		case got.follows(path):
			count["flip followed"]++
		case e.Approx > 0:
			count["flip spurious"]++
		default:
			t.Errorf("the model's run leaves the path to %v (edge %d): %v, inputs %s", path[len(path)-1], len(path),
				got.run.Outcome, exec.FormatInputs(test.Records, p))
		}
	}
}
