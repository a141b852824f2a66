package restrict

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// work is the state of Apply: q is a copy of p into which the constraints of the scope are inserted one after the
// other. The edges of p that are not dropped keep their statements; only their ends may change.
type work struct {
	p, q  *ir.Program
	c     *ir.Copies      // maps the parts of p to their copies in q
	names map[string]bool // names in use; nil: not collected yet
	state []*ir.Var       // the global registers that were added
}

// global adds a global register that starts with 0.
func (w *work) global(name string, t ir.Type) *ir.Var {
	v := w.q.NewGlobal(w.fresh(name), t)
	w.state = append(w.state, v)
	return v
}

// fresh returns a name that no register or object has. The name may be taken, since a part may be restricted again.
func (w *work) fresh(name string) string {
	if w.names == nil {
		w.names = map[string]bool{}
		for _, v := range w.q.Globals {
			w.names[v.Name] = true
		}
		for _, o := range w.q.Objects {
			w.names[o.Name] = true
		}
		for _, f := range w.q.Funcs {
			for _, v := range f.Vars {
				w.names[v.Name] = true
			}
		}
	}
	base := name
	for n := 2; w.names[name]; n++ {
		name = fmt.Sprintf("%s.%d", base, n)
	}
	w.names[name] = true
	return name
}

// seam inserts a sequence of edges at one point of a function, in order of execution. Control enters the sequence from
// the edges in ends, whose targets are still open, or from the location at.
type seam struct {
	f    *ir.Func
	like *ir.Edge           // the edge whose source position the new edges get
	orig *ir.Loc            // a location at the same point of the original program
	ends []func(to *ir.Loc) // each sets the target of an edge whose target is open
	at   *ir.Loc            // the current location; nil if there is none yet
}

// seamAfter begins a sequence of edges after e. It returns the former target of e; s.end(to) must close the sequence.
func seamAfter(e *ir.Edge) (s *seam, to *ir.Loc) {
	return &seam{f: e.From.Func, like: e, orig: e.To, ends: []func(*ir.Loc){e.SetTo}}, e.To
}

// before begins a sequence of edges at the start of e, which must be the only edge that leaves there.
// e.SetFrom(s.here()) must close the sequence.
func before(e *ir.Edge) *seam {
	return &seam{f: e.From.Func, like: e, orig: e.From, at: e.From}
}

// newLoc adds a location that corresponds to the same point of the original program as l.
func newLoc(l *ir.Loc) *ir.Loc {
	n := l.Func.NewLoc(l.Pos)
	n.Origin, n.Inline = l.Origin, l.Inline
	return n
}

// here returns the current location. It makes a new one if there is none.
func (s *seam) here() *ir.Loc {
	if s.at == nil {
		l := newLoc(s.orig)
		s.end(l)
		s.at = l
	}
	return s.at
}

// end connects all open ends to a location. The sequence is complete then.
func (s *seam) end(to *ir.Loc) {
	for _, end := range s.ends {
		end(to)
	}
	s.ends = nil
}

// step appends an edge with the statement.
func (s *seam) step(st ir.Stmt) {
	s.ends, s.at = append(s.ends, s.from(s.here(), st)), nil
}

// from returns a function that adds an edge with the statement st from l to its argument.
func (s *seam) from(l *ir.Loc, st ir.Stmt) func(*ir.Loc) {
	return func(to *ir.Loc) {
		e := s.f.NewEdge(l, to, st, s.like.Pos)
		e.Inline = s.like.Inline
	}
}

// set appends an assignment.
func (s *seam) set(v *ir.Var, x ir.Expr) { s.step(&ir.Assign{Dst: v, Src: x}) }

// assume appends an Assume, which ends executions for which cond does not hold.
func (s *seam) assume(cond ir.Expr) { s.step(assume(cond)) }

// fork appends a branch: yes inserts edges for the case that cond holds, and no for the case that it does not. Both
// paths join after the branch.
func (s *seam) fork(cond ir.Expr, yes, no func()) { s.part(cond, ir.NotExpr(cond), yes, no) }

// part is like fork, with the negation of cond given.
func (s *seam) part(cond, not ir.Expr, yes, no func()) {
	l := s.here()
	s.at, s.ends = nil, []func(*ir.Loc){s.from(l, assume(cond))}
	yes()
	ends := s.ends
	s.at, s.ends = nil, []func(*ir.Loc){s.from(l, assume(not))}
	no()
	s.ends = append(ends, s.ends...)
}

// when is like fork, with no edges for the case that cond does not hold.
func (s *seam) when(cond ir.Expr, yes func()) { s.fork(cond, yes, func() {}) }

// assume returns an unmarked Assume.
func assume(cond ir.Expr) ir.Stmt { return &ir.Assume{Cond: cond, Guard: ir.OtherGuard} }

// is returns the condition v == n.
func is(v *ir.Var, n int) ir.Expr {
	return &ir.Binary{Op: ir.Eq, X: ir.NewRef(v), Y: ir.NewConst(v.Type, int64(n))}
}
