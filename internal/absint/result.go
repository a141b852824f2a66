package absint

import (
	"cmp"
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Config holds the options of an analysis. The zero value is an analysis with one state for each location.
type Config struct {
	Edges   []*ir.Edge // analyse only the executions over these edges; nil for all edges
	Delay   int        // growths of a state at a loop head before widening; 0 means 3
	Descend int        // decreasing passes; 0 means 2, a negative number none
	Parts   int        // bound on the partitions of a location; 0 means 1
	Control Control    // the values by which states are partitioned
	Work    uint64     // bound on the number of transfers; 0 means no limit
	// Backward adds a backward analysis for necessary preconditions if error locations are reached.
	Backward bool

	// The following fields are options of the Meaning. All states have a dimension for each element of Symbols. Start is a
	// formula over the variables of Symbols, which restricts the inputs; it may be nil.
	Symbols []Symbol
	Start   ir.Expr
	// Summaries relates the exit states of functions to their entry states (ghosts.go). It excludes Backward.
	Summaries bool
	// Names are the names of another Meaning of the program if formulas of both must use the same names. With the zero
	// value the Meaning makes its own names.
	Names Names
	// Scoped removes facts about objects of other functions, mainly of callers, from the states of a function, since
	// evidence that relates values must not name these objects. Summaries implies Scoped.
	Scoped bool
	// If Lives is set, states record which objects have no instance (life.go).
	Lives bool
}

// Symbol denotes the value of an entry input, a site that each run reads at most once. A dimension has this value in
// all states, so states can relate computed values to inputs.
type Symbol struct {
	Site *ir.Site
	Var  *ir.Var // a pseudo register of the site's type; it belongs to no function
}

// Control chooses the values by which the states of a location are partitioned (value partitioning, bounded by
// Config.Parts).
type Control uint8

// The choices of Control.
const (
	None      Control = iota
	Flags             // registers that only hold constants of the program (Program.flags)
	FlagCells         // flags, and memory cells that only hold constants
	Rounds            // these, and registers and cells that count the rounds of loops (rounds.go)
	All               // all registers and memory cells with a single value: nearly explicit states
	Tests             // All, and the truth values of comparisons with constants
)

// Stop is the reason why an analysis stopped.
type Stop string

// Done is the Stop of a complete analysis.
const (
	Done      Stop = ""
	Cancelled Stop = "out of time"
	WorkSpent Stop = "out of work"
)

// Result is the result of an analysis. It has states only if Stop is Done.
type Result struct {
	Stop     Stop
	Reached  map[*ir.Loc]bool // error locations that are reachable according to the states
	Accesses []*ir.Edge       // memory accesses that may be invalid in some state
	Limited  bool             // states were joined, or control dimensions dropped, because of Config.Parts
	Parts    int              // the number of partitions of all cuts
	Work     uint64           // the number of transfers

	// Backward is true if Config.Backward is set and the backward analysis is complete. Safe is true if it proved that no
	// state at the entry leads to an error location in Reached.
	Backward bool
	Safe     bool

	*Meaning
	solver   *solver
	violable map[*ir.Obligation]bool // the obligations of Reached; nil before the first call of Reaches
}

// Forward runs an analysis from the program's entry, and the backward analysis if cfg.Backward is set.
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

// Reaches reports whether a violation of o is possible according to the states.
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

// States returns the states of each location that is reached. A location has several states if Config.Parts allows
// partitions.
func (r *Result) States() map[*ir.Loc][]State {
	out := map[*ir.Loc][]State{}
	last := map[*ir.Loc]State{}
	r.Each(func(s State, e *ir.Edge) {
		if last[e.From] != s { // if equal, e is a further edge from the same state
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

// Need is a forward state and its precondition for an error: Back is the part of State that may lead to an error, nil
// if no part does.
type Need struct{ State, Back State }

// Needed returns the states that States returns for locations with outgoing edges, with their preconditions for the
// errors in Reached. It returns nil if the context ended.
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

// EntryNeeds returns the part of the state at the program's entry that may lead to an error.
func (r *Result) EntryNeeds() State { return r.atEntry(func(p *partition) State { return p.back }) }

// atEntry returns the join of the states that get returns for the partitions at the program's entry.
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

// Invariants returns the invariants of the cuts, which are inductive if all edges of the program were analysed. The
// package comment describes their form; Names has the variables and objects in them. Invariants of locations between
// cuts follow from the invariants of the cuts. ok is false if the context ended before all invariants were made.
func (r *Result) Invariants() (out []Invariant, ok bool) {
	frees := r.Frees()
	out, ok = r.write(func(p *partition) State { return p.s }, func(f *ir.Func) []*ir.Object { return frees[f] })
	for _, f := range r.prog.prog.Funcs { // add the locations that no path reaches, which have no cuts
		for _, l := range f.Locs {
			if r.solver.cuts[l] == nil && (len(l.In) > 1 || l == f.Entry || l == f.Exit) && r.prog.wto[f.ID].Pos(l.ID) < 0 {
				out = append(out, Invariant{l, ir.NewBool(false)})
			}
		}
	}
	return out, ok
}

// Frees returns for each function the heap objects that a call of it may free. Names has these objects. The result is
// nil without Config.Lives.
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

// Needs returns the preconditions for an error at the cuts, as formulas. From cuts that are not in the result, no error
// is reached. ok is false if the context ended before all formulas were made.
func (r *Result) Needs() (out []Invariant, ok bool) {
	out, ok = r.write(func(p *partition) State { return p.back }, nil)
	return slices.DeleteFunc(out, func(i Invariant) bool { return ir.IsFalse(i.Expr) }), ok
}

// write returns for each cut the disjunction of the formulas of the states that get returns; get may return nil. If
// frees is not nil, the formula of a state also has a conjunct ir.Kept for each object that frees returns for the
// function and that has not been freed. ok is false if the context ended.
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
