package absint

import (
	"cmp"
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Config holds the options of an analysis. The zero value is an analysis with one state for each location.
type Config struct {
	Edges   []*ir.Edge // analyse the executions over these edges only; nil: all edges
	Delay   int        // growths of a state at a loop head before widening; 0: 3
	Descend int        // decreasing passes; 0: 2, negative: none
	Parts   int        // bound on the partitions of a location; 0 or 1: one
	Control Control    // the values by which states are partitioned
	Work    uint64     // bound on the edges evaluated; 0: no limit
	// Backward adds a backward analysis for necessary preconditions if error locations are reached.
	Backward bool

	// The following fields are options of the Meaning. Each of Symbols has the value of an entry input in all states.
	// Start, over the variables of Symbols, restricts the inputs; nil: all inputs.
	Symbols []Symbol
	Start   ir.Expr
	// Summaries relates the exit states of functions to their entry states (ghosts.go). It excludes Backward.
	Summaries bool
	// Names are the names of another Meaning of the program, so that formulas of both have the same names. The zero
	// value makes new names.
	Names Names
	// Scoped removes facts about objects of other functions, mainly of callers, from the states of a function: evidence
	// that relates values must not name them. Summaries implies Scoped.
	Scoped bool
	// Lives lets states record which objects have no instance (life.go).
	Lives bool
}

// Symbol stands for the only value that the program reads at an entry input site. It has a dimension with this value
// in all states, so that states relate computed values to inputs.
type Symbol struct {
	Site *ir.Site
	Var  *ir.Var // a pseudo register of the site's type, of no function
}

// Control chooses the values by which the states of a location are partitioned (value partitioning, bounded by
// Config.Parts).
type Control uint8

// Choices.
const (
	None  Control = iota
	Flags         // registers that only hold constants of the program (Program.flags)
	All           // all registers and memory cells with a single value: nearly explicit states
	Tests         // All, and the truth values of comparisons with constants
)

// Stop is the reason why an analysis stopped.
type Stop string

// Done means that the analysis is complete.
const (
	Done      Stop = ""
	Cancelled Stop = "out of time"
	WorkSpent Stop = "out of work"
)

// Result is the result of an analysis. It has states only if Stop is Done.
type Result struct {
	Stop     Stop
	Reached  map[*ir.Loc]bool // error locations that the states do not exclude
	Accesses []*ir.Edge       // memory accesses that may be invalid in some state
	Limited  bool             // states were joined, or control dimensions dropped, because of Config.Parts
	Parts    int              // the number of partitions of all cuts
	Work     uint64           // edges evaluated

	// Backward is true if Config.Backward asked for a backward analysis and it is complete. Safe is true if it found
	// that no state at the entry leads to an error location of Reached.
	Backward bool
	Safe     bool

	*Meaning
	solver   *solver
	violable map[*ir.Obligation]bool // obligations of Reached; nil: not made yet
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
			r.Parts += len(n.partitions)
		}
	}
	if cfg.Backward && !cfg.Summaries && len(r.Reached) > 0 && v.stop == Done {
		r.Backward = v.backward(r.Reached)
		r.Safe = r.Backward && r.EntryNeeds() == nil
		if !r.Backward && v.stop == WorkSpent {
			v.stop = Done // the forward states are complete
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

// Each calls visit for each analysed edge and each state before it. It returns early if the context ends.
func (r *Result) Each(visit func(State, *ir.Edge)) {
	r.solver.each(visit)
	r.Work = r.solver.work
}

// States returns the states of each location that is reached: several if Config.Parts allows partitions.
func (r *Result) States() map[*ir.Loc][]State {
	out := map[*ir.Loc][]State{}
	last := map[*ir.Loc]State{}
	r.Each(func(s State, e *ir.Edge) {
		if last[e.From] != s { // else a second edge leaves the state
			last[e.From] = s
			out[e.From] = append(out[e.From], s)
		}
	})
	for _, n := range r.solver.order {
		if len(r.solver.g.out(n.loc)) == 0 {
			for _, p := range n.partitions {
				out[n.loc] = append(out[n.loc], p.s)
			}
		}
	}
	return out
}

// Need is a forward state and its precondition: the part that may lead to an error, nil if no part does.
type Need struct{ State, Back State }

// Needed returns the states of each location with outgoing edges, as States does, with their preconditions for the
// errors of Reached. It returns nil if the context ended.
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
				for _, p := range cut.partitions {
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

// Entry returns the state at the program's entry.
func (r *Result) Entry() State { return r.atEntry(func(p *partition) State { return p.s }) }

// EntryNeeds returns the precondition for an error of the state at the program's entry.
func (r *Result) EntryNeeds() State { return r.atEntry(func(p *partition) State { return p.back }) }

func (r *Result) atEntry(get func(*partition) State) (out State) {
	if n := r.solver.entry(); n != nil {
		for _, p := range n.partitions {
			out = r.Join(out, get(p))
		}
	}
	return out
}

// Invariant is a formula that holds whenever Loc is reached.
type Invariant struct {
	Loc  *ir.Loc
	Expr ir.Expr
}

// Invariants returns the invariants of the cuts, which are inductive if the whole program was analysed. The package
// comment describes their form; Names has the variables and objects that they name. Invariants of locations between
// cuts follow from those of the cuts. ok is false if the context ended before all were made.
func (r *Result) Invariants() (out []Invariant, ok bool) {
	frees := r.Frees()
	out, ok = r.write(func(p *partition) State { return p.s }, func(f *ir.Func) []*ir.Object { return frees[f] })
	for _, f := range r.prog.prog.Funcs { // locations that no path reaches have no cuts
		for _, l := range f.Locs {
			if r.solver.cuts[l] == nil && (len(l.In) > 1 || l == f.Entry || l == f.Exit) && r.prog.wto[f.ID].Pos(l.ID) < 0 {
				out = append(out, Invariant{l, ir.NewBool(false)})
			}
		}
	}
	return out, ok
}

// Frees returns, with Config.Lives, the objects of the heap that a call of each function may free. Names has the
// objects.
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

// Needs returns the preconditions for an error of the states at the cuts. From cuts without one, no error is reached.
func (r *Result) Needs() (out []Invariant, ok bool) {
	out, ok = r.write(func(p *partition) State { return p.back }, nil)
	return slices.DeleteFunc(out, func(i Invariant) bool { return ir.IsFalse(i.Expr) }), ok
}

// write returns for each cut the disjunction of the states that get selects. With frees, each state also says which
// of the objects that frees lists for the function were kept (ir.Kept).
func (r *Result) write(get func(*partition) State, frees func(*ir.Func) []*ir.Object) (out []Invariant, ok bool) {
	for _, n := range r.solver.order {
		if r.solver.ctx.Err() != nil {
			return nil, false
		}
		var or ir.Expr
		for _, p := range n.partitions {
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
