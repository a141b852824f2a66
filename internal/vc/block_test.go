package vc

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// visit is an arrival of a run at a cut point.
type visit struct {
	p  Point
	at int // number of edges of the trace before it
}

// visits lists the cut points that a run reaches, in the order in which Advance reaches them.
func (tr *trace) visits(e *Encoder) (out []visit) {
	c, loc := e.Root(), e.Prog.Entry.Entry
	arrive := func(i int) {
		if e.IsCut(loc) {
			out = append(out, visit{Point{c, loc}, i})
		}
	}
	for i, ed := range tr.edges {
		for ed.From != loc {
			call := loc.Out[0]
			c, loc = e.Enter(c, call), call.Stmt.(*ir.Call).Func.Entry
			arrive(i)
		}
		loc = ed.To
		if _, ok := ed.Stmt.(*ir.Return); ok {
			if c.Parent == nil {
				return out
			}
			c, loc = c.Parent, c.Call.To
		}
		arrive(i + 1)
	}
	// A run that ends before the next edge may have entered functions.
	for tr.run.Outcome.Kind != exec.Finished && len(loc.Out) == 1 {
		call, ok := loc.Out[0].Stmt.(*ir.Call)
		if !ok {
			break
		}
		c, loc = e.Enter(c, loc.Out[0]), call.Func.Entry
		arrive(len(tr.edges))
		if len(out) > 0 && out[len(out)-1].p.Ctx.Depth > 50 {
			break
		}
	}
	return out
}

// modelOf returns a model in which the constants for inputs have the values of a run. It is made event by event, since
// a guard depends on the inputs read before.
func modelOf(e *Encoder, r *exec.Run) *term.Model {
	bytes := map[ir.Key]byte{}
	vals := map[ir.Key]uint64{}
	for _, rec := range r.Reads {
		vals[rec.Key] = rec.Bits
		for i := range rec.Type.Size() {
			k := rec.Key
			k.Off += int64(i)
			bytes[k] = byte(rec.Bits >> (8 * i))
		}
	}
	m := term.NewModel()
	occ := map[int]int{}
	var named []*term.Term
	for _, v := range e.cells.named {
		named = append(named, v)
	}
	slices.SortFunc(named, func(a, b *term.Term) int { return int(a.ID()) - int(b.ID()) })
	def := map[*term.Term]*term.Term{}
	for t, v := range e.cells.named {
		def[v] = t
	}
	names := func() {
		for _, v := range named {
			if x, err := e.C.Eval(m, def[v]); err == nil {
				m.Vars[v.Name()] = x
			}
		}
	}
	for _, ev := range e.Events {
		names()
		if ok, err := e.C.Holds(m, ev.Guard); err != nil || !ok || ev.Site == nil {
			continue
		}
		k := ir.Key{Site: ev.Site.ID, Occ: occ[ev.Site.ID]}
		occ[ev.Site.ID]++
		if ev.Value != nil && ev.Value.T != nil && ev.Type.Kind != ir.Ptr {
			m.Vars[ev.Value.T.Name()] = e.literal(ev.Type, vals[k]).T
		}
		at := func(t ir.Type, off int64) *term.Term {
			var bits uint64
			for i := range t.Size() {
				k.Off = off + int64(i)
				bits |= uint64(bytes[k]) << (8 * i)
			}
			return e.literal(t, bits).T
		}
		for _, b := range ev.Bytes {
			switch {
			case b.Type.Kind == ir.Ptr:
			case b.Value != nil:
				m.Vars[b.Value.T.Name()] = at(b.Type, b.Off)
			default:
				arr := e.C.ConstArray(e.indexSort(), e.literal(b.Type, 0).T)
				size, _ := e.C.Eval(m, b.Size.T)
				n, _ := constOff(&Value{T: size})
				for off := b.Off; off < n; off += b.Stride {
					i := e.a.konst(offset(e.Prog.Model.Ptr()), uint64(off)).T
					arr = e.C.Store(arr, i, at(b.Type, off))
				}
				m.Vars[b.Array.Name()] = arr
			}
		}
	}
	names()
	return m
}

// TestBlocks compares the results of Advance at the first cut points with runs. It checks that the state of a run at a
// cut point is among the states that Advance returns, that the run of a model reaches the error of the model, and that
// no run reaches an error that is unsatisfiable.
func TestBlocks(t *testing.T) {
	programs, n := uint64(24), 8
	if os.Getenv("TANDEM_LONG") != "" {
		programs, n = 1000, 20
	}
	count := tally{}
	for seed := range programs {
		p := program(t, seed+1000)
		all := runs(t, p, n)
		for _, enc := range []Encoding{Bits, Ints} {
			checkBlocks(t, p, enc, all, count)
			if t.Failed() {
				if os.Getenv("TANDEM_VERBOSE") != "" {
					t.Log(ir.Print(p), randomC(seed+1000))
				}
				t.Fatalf("%v seed %d", enc, seed)
			}
		}
	}
	t.Log(count)
	for _, what := range []string{"state evaluated", "point unsat", "point reached", "error reached", "error unsat"} {
		if count[what] == 0 {
			t.Errorf("never met: %s", what)
		}
	}
}

// checkBlocks does the checks of TestBlocks for one program, given with its runs, and one encoding.
func checkBlocks(t *testing.T, p *ir.Program, enc Encoding, all []*trace, count tally) {
	c := term.New()
	e := New(c, p, Options{Enc: enc})
	sol := solver(t, c)
	defer sol.Close()
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	met := make([][]visit, len(all))
	for i, tr := range all {
		met[i] = tr.visits(e)
	}
	f := Frontier{e.Start(): e.Initial()}
	for k := 0; k < 6 && len(f) > 0; k++ {
		b, err := e.Advance(ctx, f)
		if err != nil {
			return
		}
		for i, tr := range all {
			checkState(t, e, tr, met[i], k, b, count)
		}
		for _, bad := range b.Bad {
			violates := func(tr *trace, v []visit) bool {
				return len(v) == k && tr.run.Outcome.Kind == exec.Violated && tr.run.Outcome.Obligation == bad.Obligation &&
					len(tr.edges) < maxTrace
			}
			res, m := ask(e, sol, e.Guard(bad.State))
			switch res {
			case smt.Unsat:
				count["error unsat"]++
				for i, tr := range all {
					if violates(tr, met[i]) && len(bads(b, bad.Obligation)) == 1 {
						t.Errorf("an error that a run reaches after %d cut points is unreachable", k)
					}
				}
			case smt.Sat:
				tr := replay(t, e, m)
				switch {
				case violates(tr, tr.visits(e)):
					count["error reached"]++
				case e.Approx == 0 && tr.run.Outcome.Kind != exec.Undefined && len(tr.edges) < maxTrace:
					t.Errorf("the model's run does not reach the error after %d cut points: %v, visits %v", k, tr.run.Outcome,
						tr.visits(e))
				default:
					count["error spurious"]++
				}
			}
		}
		f = Frontier{}
		for _, q := range b.Next.Points() {
			res, m := ask(e, sol, e.Guard(b.Next[q]))
			if res == smt.Unsat {
				count["point unsat"]++
				for i := range all {
					if len(met[i]) > k && met[i][k].p == q {
						t.Errorf("a point that a run visits is unreachable")
					}
				}
				continue
			}
			f[q] = b.Next[q]
			if res != smt.Sat {
				continue
			}
			tr := replay(t, e, m)
			v := tr.visits(e)
			switch {
			case len(v) > k && v[k].p == q:
				count["point reached"]++
			case e.Approx == 0 && tr.run.Outcome.Kind != exec.Undefined && len(tr.edges) < maxTrace:
				t.Errorf("the model's run does not visit the point as number %d: %v, visits %v", k, tr.run.Outcome, v)
			default:
				count["point spurious"]++
			}
		}
	}
}

// bads returns the error states of one obligation.
func bads(b *Successors, o *ir.Obligation) (out []Bad) {
	for _, x := range b.Bad {
		if x.Obligation == o {
			out = append(out, x)
		}
	}
	return out
}

// replay runs the program on the inputs of a model.
func replay(t *testing.T, e *Encoder, m *term.Model) *trace {
	test := &verify.Test{Records: e.Records(m)}
	return record(t, e.Prog, testgen.Inputs(e.Prog, test))
}

// checkState checks that the state at the k-th cut point, evaluated with the inputs of a run, is the state of the run.
func checkState(t *testing.T, e *Encoder, tr *trace, v []visit, k int, b *Successors, count tally) {
	if len(v) <= k {
		return
	}
	s := b.Next[v[k].p]
	if s == nil {
		t.Errorf("a run is at a point after %d cut points, no state is", k)
		return
	}
	if e.Approx > 0 || v[k].at == 0 {
		count["state approximated"]++
		return
	}
	m := modelOf(e, tr.run)
	for _, ax := range e.Axioms(e.Guard(s)) {
		if ok, err := e.C.Holds(m, ax); err == nil && !ok {
			t.Errorf("an axiom does not hold of a run: %v", ax)
		}
	}
	if ok, err := e.C.Holds(m, e.Guard(s)); err != nil {
		count["state not evaluated"]++
		return
	} else if !ok {
		t.Errorf("the path condition at cut point %d does not hold of a run: %v", k, s.Conds())
		return
	}
	for i, g := range e.Prog.Globals {
		got, err := e.C.Eval(m, e.Reg(s, g).T)
		if g.Type.Kind == ir.Ptr || err != nil {
			continue
		}
		if bits, ok := BitsOf(g.Type, got); !ok || bits != tr.globals[v[k].at-1][i] {
			t.Errorf("%s is %d at cut point %d, the run has %d", g.Name, bits, k, tr.globals[v[k].at-1][i])
		}
	}
	count["state evaluated"]++
}
