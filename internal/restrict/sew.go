package restrict

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// work is one program on its way to a part: q is a copy of p into which the parts of the scope are
// sewn one after the other. The edges of p that are kept keep their statements; only where
// they begin and end changes.
type work struct {
	p, q  *ir.Program
	c     *ir.Copies
	names map[string]bool // nil: not collected yet
	state []*ir.Var       // the global registers that were added
}

// global adds a global register that starts with 0.
func (w *work) global(name string, t ir.Type) *ir.Var {
	v := w.q.NewGlobal(w.fresh(name), t)
	w.state = append(w.state, v)
	return v
}

// fresh is a name that no register or object has: a part may be restricted again.
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

// seam sews edges in at one place of a function, in the order of execution. Control comes in by the ends,
// which have no target yet, or is at a location.
type seam struct {
	f    *ir.Func
	like *ir.Edge // whose place in the source the edges have
	orig *ir.Loc  // a location whose origin is where the program that was restricted is meanwhile
	ends []func(to *ir.Loc)
	at   *ir.Loc
}

// seamAfter begins a sequence of edges after e; close it with end(to), where e led to.
func seamAfter(e *ir.Edge) (s *seam, to *ir.Loc) {
	return &seam{f: e.From.Func, like: e, orig: e.To, ends: []func(*ir.Loc){e.SetTo}}, e.To
}

// before begins where e begins, the only edge that leaves there; close it with e.SetFrom(s.here()).
func before(e *ir.Edge) *seam {
	return &seam{f: e.From.Func, like: e, orig: e.From, at: e.From}
}

// newLoc adds a location where the program that was restricted is where it is at l.
func newLoc(l *ir.Loc) *ir.Loc {
	n := l.Func.NewLoc(l.Pos)
	n.Origin, n.Inline = l.Origin, l.Inline
	return n
}

// here is the location that control has come to.
func (s *seam) here() *ir.Loc {
	if s.at == nil {
		l := newLoc(s.orig)
		s.end(l)
		s.at = l
	}
	return s.at
}

// end leads control to the location, where the seam is over.
func (s *seam) end(to *ir.Loc) {
	for _, end := range s.ends {
		end(to)
	}
	s.ends = nil
}

// step adds a statement.
func (s *seam) step(st ir.Stmt) {
	s.ends, s.at = append(s.ends, s.from(s.here(), st)), nil
}

func (s *seam) from(l *ir.Loc, st ir.Stmt) func(*ir.Loc) {
	return func(to *ir.Loc) {
		e := s.f.NewEdge(l, to, st, s.like.Pos)
		e.Inline = s.like.Inline
	}
}

func (s *seam) set(v *ir.Var, x ir.Expr) { s.step(&ir.Assign{Dst: v, Src: x}) }

// assume lets only executions pass for which cond holds.
func (s *seam) assume(cond ir.Expr) { s.step(assume(cond)) }

// fork does what yes sews where cond holds, and what no sews where it does not; then they join.
func (s *seam) fork(cond ir.Expr, yes, no func()) { s.part(cond, ir.NotExpr(cond), yes, no) }

// part is fork with the negation given.
func (s *seam) part(cond, not ir.Expr, yes, no func()) {
	l := s.here()
	s.at, s.ends = nil, []func(*ir.Loc){s.from(l, assume(cond))}
	yes()
	ends := s.ends
	s.at, s.ends = nil, []func(*ir.Loc){s.from(l, assume(not))}
	no()
	s.ends = append(ends, s.ends...)
}

// when is fork with nothing where cond does not hold.
func (s *seam) when(cond ir.Expr, yes func()) { s.fork(cond, yes, func() {}) }

func assume(cond ir.Expr) ir.Stmt { return &ir.Assume{Cond: cond, Guard: ir.OtherGuard} }

func is(v *ir.Var, n int) ir.Expr {
	return &ir.Binary{Op: ir.Eq, X: ir.NewRef(v), Y: ir.NewConst(v.Type, int64(n))}
}
