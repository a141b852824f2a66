package absint

import (
	"cmp"
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Config says how to analyse. The zero value is a plain analysis: one state a
// location.
type Config struct {
	Edges   []*ir.Edge // only executions over these, at a cost by them; nil: all
	Delay   int        // growths of a state at a loop head before widening; 0: 3
	Descend int        // decreasing passes; 0: 2, negative: none
	Parts   int        // states kept apart at a location; 0 or 1: one
	Control Control    // what keeps states apart
	Work    uint64     // edges evaluated before giving up; 0: no limit
	// Backward asks for necessary preconditions too, where errors are left.
	Backward bool

	// Symbols, like all that follows, is a matter of the Meaning. They stand for entry inputs throughout, and Start, which
	// is over their variables, says which inputs are analysed; nil: all.
	Symbols []Symbol
	Start   ir.Expr
	// Summaries relates the exits of functions to their entries (ghosts.go). There is no
	// Backward with it.
	Summaries bool
	// Names are those of another Meaning of the program: what both say is in the same names then. The zero value: names of
	// its own.
	Names Names
	// Scoped leaves out of the states of a function what is said of objects of others, its callers'
	// above all: evidence that relates values must not name them. Summaries implies it.
	Scoped bool
	// Lives lets states know of objects that there is no instance of them (life.go).
	Lives bool
}

// Symbol stands for the only value that is read at an entry input site: a dimension that has it throughout, so that
// states relate what the program computes to what it read.
type Symbol struct {
	Site *ir.Site
	Var  *ir.Var // a pseudo register of the site's type, of no function
}

// Control chooses the registers whose values keep the states of a location
// apart (value partitioning, bounded).
type Control uint8

// Choices.
const (
	None  Control = iota
	Flags         // registers that only get constants and copies of such registers
	All           // all registers and memory cells with a known value: like explicit states
	Tests         // these, and the truth of comparisons with constants
)

// Stop says why an analysis did not end.
type Stop string

// Reasons; Done is the good end.
const (
	Done      Stop = ""
	Cancelled Stop = "out of time"
	WorkSpent Stop = "out of work"
)

// Result is what an analysis found. It has states only if Stop is Done.
type Result struct {
	Stop     Stop
	Reached  map[*ir.Loc]bool // error locations that the states do not exclude
	Accesses []*ir.Edge       // memory accesses that may be invalid as far as the states tell
	Limited  bool             // states were united, or control given up, for the sake of Config.Parts
	Parts    int              // states altogether
	Work     uint64           // edges evaluated

	// With Config.Backward, where errors are left: states at the cuts must lie in those backward to reach
	// one of them. Safe says that no state at the entry can.
	Backward bool
	Safe     bool

	*Meaning
	solver   *solver
	violable map[*ir.Obligation]bool // those of Reached; nil: not asked for yet
}

// Forward analyses from the program's entry.
func (m *Meaning) Forward(ctx context.Context, cfg Config) *Result {
	m.watch.ctx = ctx
	v := newSolver(ctx, m, cfg)
	r := &Result{Meaning: m, solver: v, Stop: v.run()}
	if r.Stop == Done {
		r.Reached, r.Accesses = v.errors()
		r.Limited = v.limited
		for _, n := range v.order {
			r.Parts += len(n.parts)
		}
	}
	if cfg.Backward && !cfg.Summaries && len(r.Reached) > 0 && v.stop == Done {
		r.Backward = v.backward(r.Reached)
		r.Safe = r.Backward && r.EntryNeeds() == nil
		if !r.Backward && v.stop == WorkSpent {
			v.stop = Done // what went forward stands
		}
	}
	r.Work, r.Stop = v.work, v.stop
	return r
}

// Reaches reports whether the states leave a violation of o possible.
func (r *Result) Reaches(o *ir.Obligation) bool {
	if r.violable == nil {
		r.violable = map[*ir.Obligation]bool{}
		for l := range r.Reached {
			r.violable[l.Obligation] = true
		}
	}
	return r.violable[o]
}

// Each calls visit with each edge that was analysed and each state before it. It ends early if the context does.
func (r *Result) Each(visit func(State, *ir.Edge)) {
	r.solver.each(visit)
	r.Work = r.solver.work
}

// States are those of each location that is reached: one, or more where Config.Parts keeps them apart.
func (r *Result) States() map[*ir.Loc][]State {
	out := map[*ir.Loc][]State{}
	last := map[*ir.Loc]State{}
	r.Each(func(s State, e *ir.Edge) {
		if last[e.From] != s { // else it is before another edge, too
			last[e.From] = s
			out[e.From] = append(out[e.From], s)
		}
	})
	for _, n := range r.solver.order {
		if len(r.solver.g.out(n.loc)) == 0 {
			for _, p := range n.parts {
				out[n.loc] = append(out[n.loc], p.s)
			}
		}
	}
	return out
}

// Need is a state, and the part of it that may lead to an error (nil: nothing of it does).
type Need struct{ State, Back State }

// Needed are the states of each location from which an edge is taken, as States, each with what it needs for an error
// that is left (Backward). nil if the time ended.
func (r *Result) Needed() map[*ir.Loc][]Need {
	out := map[*ir.Loc][]Need{}
	last := map[*ir.Loc]State{}
	r.Each(func(s State, e *ir.Edge) {
		if last[e.From] != s {
			last[e.From] = s
			out[e.From] = append(out[e.From], Need{State: s})
		}
	})
	b := &back{v: r.solver, errs: r.Reached}
	for l, needs := range out {
		for i, n := range needs {
			if cut := r.solver.cuts[l]; cut != nil {
				for _, p := range cut.parts {
					if p.s == n.State {
						needs[i].Back = p.back
					}
				}
			} else {
				needs[i].Back = r.Stated(b.from(n.State, l))
			}
		}
	}
	if r.Work = r.solver.work; r.solver.stop != Done {
		return nil
	}
	return out
}

// Entry is what is known at the program's entry, EntryNeeds what a state there needs for an error.
func (r *Result) Entry() State      { return r.atEntry(func(p *part) State { return p.s }) }
func (r *Result) EntryNeeds() State { return r.atEntry(func(p *part) State { return p.back }) }

func (r *Result) atEntry(get func(*part) State) (out State) {
	if n := r.solver.entry(); n != nil {
		for _, p := range n.parts {
			out = r.Join(out, get(p))
		}
	}
	return out
}

// Invariant says that Expr holds at Loc.
type Invariant struct {
	Loc  *ir.Loc
	Expr ir.Expr
}

// Invariants, of a whole program, are inductive and hold at the cuts: see the
// package doc for their form; Names has what they name. Locations between cuts follow from those
// before them. They are made when they are asked for; not ok if the context ended meanwhile.
func (r *Result) Invariants() (out []Invariant, ok bool) {
	frees := r.Frees()
	out, ok = r.write(func(p *part) State { return p.s }, func(f *ir.Func) []*ir.Object { return frees[f] })
	for _, f := range r.prog.prog.Funcs { // what no path reaches has no states either
		for _, l := range f.Locs {
			if r.solver.cuts[l] == nil && (len(l.In) > 1 || l == f.Entry || l == f.Exit) && r.prog.wto[f.ID].Pos(l.ID) < 0 {
				out = append(out, Invariant{l, ir.NewBool(false)})
			}
		}
	}
	return out, ok
}

// Frees lists, with Config.Lives, the objects of the heap that a call of a function may free. Names has their names.
func (r *Result) Frees() map[*ir.Func][]*ir.Object {
	if !r.solver.cfg.Lives {
		return nil
	}
	out := map[*ir.Func][]*ir.Object{}
	for _, comp := range r.prog.calls.Components() {
		var frees []*ir.Object
		for _, f := range comp {
			frees = append(frees, r.Freed(f)...)
			for _, g := range r.prog.calls.Callees(f) {
				frees = append(frees, out[g]...)
			}
		}
		slices.SortFunc(frees, func(x, y *ir.Object) int {
			return cmp.Or(cmp.Compare(x.Func.ID, y.Func.ID), cmp.Compare(x.Name, y.Name))
		})
		frees = slices.Compact(frees)
		for _, f := range comp {
			out[f] = frees
		}
	}
	return out
}

// Needs is what states at the cuts must satisfy to reach an error; cuts that are missing: none can.
func (r *Result) Needs() (out []Invariant, ok bool) {
	out, ok = r.write(func(p *part) State { return p.back }, nil)
	return slices.DeleteFunc(out, func(i Invariant) bool { return ir.IsFalse(i.Expr) }), ok
}

// write gives the disjunction of the states of each cut, with what is kept of the objects that frees lists for the
// function.
func (r *Result) write(get func(*part) State, frees func(*ir.Func) []*ir.Object) (out []Invariant, ok bool) {
	for _, n := range r.solver.order {
		if r.solver.ctx.Err() != nil {
			return nil, false
		}
		var or ir.Expr
		for _, p := range n.parts {
			if s := get(p); s != nil {
				e := r.Expr(s)
				if frees != nil && !ir.IsFalse(e) {
					for _, o := range r.Kept(s, frees(n.f)) {
						kept := &ir.Valid{What: ir.Kept, Addr: &ir.AddrOf{Obj: o, T: r.prog.prog.Model.Ptr()}}
						e = &ir.Binary{Op: ir.LAnd, X: e, Y: kept}
					}
				}
				if or == nil {
					or = e
				} else {
					or = &ir.Binary{Op: ir.LOr, X: or, Y: e}
				}
			}
		}
		if or == nil {
			or = ir.NewBool(false)
		}
		out = append(out, Invariant{n.loc, or})
	}
	return out, true
}
