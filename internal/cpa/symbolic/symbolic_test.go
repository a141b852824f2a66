package symbolic

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// open returns an analysis of a program with its own solver.
func open(t *testing.T, p *ir.Program) *Analysis {
	e := vc.New(term.New(), p, vc.Options{Enc: vc.Bits, Single: true})
	s, err := smt.Open(e.C, smt.Config{})
	if err != nil {
		benchtest.Missing(t, err)
	}
	t.Cleanup(func() { s.Close() })
	return New(&prover.Asker{M: &prover.Meter{Meter: smt.NewMeter(context.Background(), 0, false)}, E: e, Sol: s})
}

// patience returns the time for the exploration of one program.
func patience() time.Duration {
	if os.Getenv("TANDEM_LONG") != "" {
		return 300 * time.Millisecond
	}
	return 60 * time.Millisecond
}

// order returns the exploration order with a name.
func order(name string) cpa.Order {
	all := cpa.Orders()
	return all[slices.IndexFunc(all, func(o cpa.Order) bool { return o.Name == name })]
}

// assigned returns a model that gives the symbolic constants of a state the values that a run has read, and the set of
// these constants.
func (a *Analysis) assigned(s *state, reads []ir.Record) (*term.Model, map[*term.Term]bool) {
	values, bytes := map[ir.Key]uint64{}, map[ir.Key]byte{}
	for _, r := range reads {
		values[r.Key] = r.Bits
		if exec.IsBytes(a.e.Prog.Sites[r.Site], r.Off) {
			for i := range r.Type.Size() {
				k := r.Key
				k.Off += int64(i)
				bytes[k] = byte(r.Bits >> (8 * i))
			}
		}
	}
	m, known := term.NewModel(), map[*term.Term]bool{}
	c := a.e.C
	give := func(v, x *term.Term) {
		if v.Op() == term.Var {
			known[v], m.Vars[v.Name()] = true, x
		}
	}
	part := func(k ir.Key, t ir.Type) *term.Term {
		bits := uint64(0)
		for i := range t.Size() {
			at := k
			at.Off += int64(i)
			bits |= uint64(bytes[at]) << (8 * i)
		}
		return a.e.Literal(t, num.Trunc(bits, uint8(8*t.Size()))).T
	}
	var logs []*log
	for l := s.log; l != nil; l = l.up {
		logs = append(logs, l)
	}
	occ := map[int]int{}
	for _, l := range slices.Backward(logs) {
		for _, ev := range l.events {
			if ev.Site == nil {
				continue
			}
			key := ir.Key{Site: ev.Site.ID, Occ: occ[ev.Site.ID]}
			occ[ev.Site.ID]++
			if ev.Value != nil && ev.Value.T != nil && ev.Site.Kind != ir.Approx {
				if ev.Type.Kind != ir.Ptr {
					give(ev.Value.T, a.e.Literal(ev.Type, values[key]).T)
				} else if ev.Value.T.Op() == term.Not {
					key.Off = -1
					give(ev.Value.T.Arg(0), c.Bool(values[key] == 0))
					key.Off = 0
				}
			}
			for _, b := range ev.Bytes {
				if b.Type.Kind == ir.Ptr {
					continue
				}
				k := key
				if b.Value != nil {
					k.Off = b.Off
					give(b.Value.T, part(k, b.Type))
					continue
				}
				index := b.Array.Sort().Index.Sort()
				arr := c.ConstArray(index, c.Zero(b.Array.Sort().Elem.Sort()))
				if n, ok := b.Size.T.Big(); ok && n.IsInt64() {
					for off := b.Off; off < min(n.Int64(), 1<<10); off += b.Stride {
						k.Off = off
						arr = c.Store(arr, c.BV(uint64(off), int(index.Bits)), part(k, b.Type))
					}
					give(b.Array, arr)
				}
			}
		}
	}
	return m, known
}

// holdsOf evaluates the path condition of a state on the inputs of a run. It returns sure = false if the condition
// depends on values that the run has not read.
func (a *Analysis) holdsOf(s *state, reads []ir.Record) (holds, sure bool) {
	m, known := a.assigned(s, reads)
	sure = true
	for _, c := range s.at.Conds() {
		if slices.ContainsFunc(a.slices.Vars(c), func(v *term.Term) bool { return !known[v] }) {
			sure = false
		} else if ok, err := a.e.C.Holds(m, c); err != nil {
			sure = false
		} else if !ok {
			return false, true
		}
	}
	return true, sure
}

// way returns the edges on the path to a node, except calls.
func way(n *cpa.Node) (out []*ir.Edge) {
	for len(n.In) > 0 {
		l := n.In[0]
		if _, call := l.Edge.Stmt.(*ir.Call); !call {
			out = append(out, l.Edge)
		}
		n = l.From
	}
	slices.Reverse(out)
	return out
}

// TestRuns checks that a run follows the path to one leaf of the tree, however far the tree is explored. Its inputs
// satisfy the path condition of this leaf and of no other one, and no query has excluded the leaf.
func TestRuns(t *testing.T) {
	programs, runs := uint64(40), 25
	if os.Getenv("TANDEM_LONG") != "" {
		programs, runs = 2000, 50
	}
	checked, unsure := 0, 0
	for seed := range programs {
		p := flowtest.Random(seed, 20)
		a := open(t, p)
		r := rand.New(rand.NewPCG(seed, 3))
		run := cpa.NewRun(p, a, cpa.Orders()[r.IntN(len(cpa.Orders()))], nil)
		ctx, cancel := context.WithTimeout(context.Background(), patience())
		run.Explore(ctx, uint64(50+r.IntN(700)))
		cancel()
		var leaves []*cpa.Node
		ways := map[*cpa.Node][]*ir.Edge{}
		for todo := []*cpa.Node{run.ARG.Root()}; len(todo) > 0; {
			n := todo[0]
			todo = todo[1:]
			if n.Fate == cpa.Open || len(n.Out) == 0 { // an open node may lack successors
				leaves = append(leaves, n)
				ways[n] = way(n)
				continue
			}
			for _, l := range n.Out {
				todo = append(todo, l.To)
			}
		}
		m, err := exec.NewInterp(p, exec.Config{Fuel: 5000, MaxDepth: 30})
		if err != nil {
			t.Fatal(err)
		}
		for range runs {
			var took []*ir.Edge
			m.Observe(func(e *ir.Edge, _ exec.Env) {
				if _, call := e.Stmt.(*ir.Call); !call {
					took = append(took, e)
				}
			})
			of, err := m.Run(context.Background(), exec.InputFunc(func(_ ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
				if r.IntN(4) == 0 {
					return num.Trunc(r.Uint64(), max(t.Bits, 1)), true
				}
				return num.Trunc(uint64(r.IntN(14)-4), max(t.Bits, 1)), true
			}))
			if err != nil {
				t.Fatal(err)
			}
			if of.Outcome.Kind != exec.Finished && of.Outcome.Kind != exec.Violated && of.Outcome.Kind != exec.Blocked {
				continue // the run has no regular end
			}
			here, others := 0, 0
			for _, n := range leaves {
				holds, sure := a.holdsOf(n.State.(*state), of.Reads)
				w := ways[n]
				switch taken := len(w) <= len(took) && slices.Equal(w, took[:len(w)]); {
				case taken && n.State.(*state).excluded:
					t.Fatalf("program %d: a run takes a path that was excluded, to %s", seed, n)
				case taken && !holds:
					t.Fatalf("program %d: a run goes to %s, whose condition its inputs do not satisfy", seed, n)
				case taken:
					if here++; !sure {
						unsure++
					}
				case holds && sure:
					others++
					t.Errorf("program %d: the inputs of a run satisfy the condition of %s, where it does not go", seed, n)
				}
			}
			if here == 0 {
				t.Fatalf("program %d: no leaf of the tree is on the way of a run", seed)
			}
			checked++
		}
		m.Close()
		a.q.Sol.Close()
	}
	t.Logf("%d runs, %d not sure", checked, unsure)
	if checked < int(programs)*runs/3 {
		t.Errorf("%d runs mean little", checked)
	}
}

// visits records the order in which states are expanded.
type visits struct {
	*Analysis
	of []cpa.State
}

func (v *visits) Transfer(ctx context.Context, s cpa.State, ed *ir.Edge, at cpa.At) cpa.State {
	if n := len(v.of); n == 0 || v.of[n-1] != s {
		v.of = append(v.of, s)
	}
	return v.Analysis.Transfer(ctx, s, ed, at)
}

// TestPathOrder checks that, with the order path, paths are explored in their order: if two paths part at a branch, all
// paths of T come before those of F.
func TestPathOrder(t *testing.T) {
	compared, programs := 0, uint64(100)
	if os.Getenv("TANDEM_LONG") != "" {
		programs = 1000
	}
	for seed := range programs {
		p := flowtest.Random(seed, 20)
		e := vc.New(term.New(), p, vc.Options{Enc: vc.Bits, Single: true})
		spent := smt.NewMeter(context.Background(), 1, true) // no work for solver queries: infeasible paths are explored, too
		spent.Spend(1)
		a := &visits{Analysis: New(&prover.Asker{M: &prover.Meter{Meter: spent}, E: e})}
		run := cpa.NewRun(p, a, order("path"), nil)
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond) // pointers in bytes make large terms
		run.Explore(ctx, 400)
		cancel()
		at := map[cpa.State]*cpa.Node{}
		for _, n := range run.ARG.Nodes {
			if at[n.State] == nil {
				at[n.State] = n
			}
		}
		for i := 1; i < len(a.of); i++ {
			x, y := way(at[a.of[i-1]]), way(at[a.of[i]])
			for k := range min(len(x), len(y)) {
				if x[k] == y[k] {
					continue
				}
				if u, ok := y[k].Stmt.(*ir.Assume); ok && u.Mark == ir.True {
					t.Fatalf("program %d: the path by %s before that by %s", seed, x[k], y[k])
				}
				compared++
				break
			}
		}
	}
	t.Logf("%d pairs of paths", compared)
	if compared < 50 {
		t.Errorf("%d pairs mean little", compared)
	}
}
