package testgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// SplitConditions gives each operand of && and || its own branch, as gcov counts them. The front end instead makes one
// expression of operands without side effects.
//
//	L0 -> L1: assume a && b [T]      L0 -> L4: assume a [T]     L4 -> L1: assume b [T]
//	L0 -> L2: assume !(a && b) [F]   L0 -> L2: assume !a [F]    L4 -> L2: assume !b [F]
//
// In other statements, including assumptions, the value of the operator is computed into a register before the
// statement. SplitConditions must run before the passes of package instrument.
func SplitConditions(p *ir.Program) {
	for _, f := range p.Funcs {
		if strings.HasPrefix(f.Pos.File, "<") {
			continue // models of the library have no goals, and fewer branches mean fewer paths
		}
		s := splitter{f: f}
		for _, e := range slices.Clone(f.Edges) {
			if a, ok := e.Stmt.(*ir.Assume); !ok || a.Guard == ir.UserAssume {
				for s.hoist(e) {
				}
			}
		}
		for _, l := range slices.Clone(f.Locs) {
			s.branch(l)
		}
		if s.gone != nil {
			f.Edges = slices.DeleteFunc(f.Edges, func(e *ir.Edge) bool { return s.gone[e] })
			for i, e := range f.Edges {
				e.ID = i
			}
		}
	}
}

// splitter splits the conditions of one function.
type splitter struct {
	f    *ir.Func
	gone map[*ir.Edge]bool // edges that were replaced
	n    int               // number of added registers
}

// junction returns x as a binary expression; ok is false unless its operator is && or ||.
func junction(x ir.Expr) (*ir.Binary, bool) {
	b, ok := x.(*ir.Binary)
	return b, ok && (b.Op == ir.LAnd || b.Op == ir.LOr)
}

// hoist moves the computation of one && or || in a statement before the statement. It returns false if there is none.
func (s *splitter) hoist(e *ir.Edge) bool {
	var found ir.Expr
	for _, x := range ir.StmtExprs(e.Stmt) {
		ir.Walk(x, func(y ir.Expr) bool {
			if _, ok := junction(y); ok && found == nil {
				found = y
			}
			return found == nil
		})
	}
	if found == nil || len(e.From.Out) != 1 {
		return false
	}
	s.n++
	v := s.f.NewVar(fmt.Sprintf("tandem.cond.%d", s.n), ir.B)
	from := e.From
	yes, no, join := s.f.NewLoc(e.Pos), s.f.NewLoc(e.Pos), s.f.NewLoc(e.Pos)
	e.SetFrom(join)
	s.decide(from, found, yes, no, e)
	s.edge(yes, join, &ir.Assign{Dst: v, Src: ir.NewBool(true)}, e)
	s.edge(no, join, &ir.Assign{Dst: v, Src: ir.NewBool(false)}, e)
	e.Stmt = ir.MapStmt(e.Stmt, func(x ir.Expr) ir.Expr {
		return ir.Map(x, func(y ir.Expr) ir.Expr {
			if y == found {
				return ir.NewRef(v)
			}
			return y
		})
	})
	return true
}

// edge adds an edge with the source position of like.
func (s *splitter) edge(from, to *ir.Loc, st ir.Stmt, like *ir.Edge) {
	s.f.NewEdge(from, to, st, like.Pos).Inline = like.Inline
}

// branch replaces the two sides of a branch at l if their condition has && or ||.
func (s *splitter) branch(l *ir.Loc) {
	if len(l.Out) != 2 {
		return
	}
	t, f := l.Out[0], l.Out[1]
	a, ok := t.Stmt.(*ir.Assume)
	b, ok2 := f.Stmt.(*ir.Assume)
	if !ok || !ok2 || a.Guard != ir.Branch || b.Guard != ir.Branch {
		return
	}
	if a.Mark == ir.False {
		t, f, a, b = f, t, b, a
	}
	if a.Mark != ir.True || b.Mark != ir.False {
		return
	}
	c := a.Cond
	for {
		n, ok := c.(*ir.Unary)
		if !ok || n.Op != ir.LNot {
			break
		}
		c = n.X
	}
	if _, ok := junction(c); !ok {
		return
	}
	if s.gone == nil {
		s.gone = map[*ir.Edge]bool{}
	}
	for _, e := range l.Out {
		s.gone[e] = true
		e.To.In = slices.DeleteFunc(e.To.In, func(x *ir.Edge) bool { return x == e })
	}
	l.Out = nil
	s.decide(l, a.Cond, t.To, f.To, t)
}

// decide adds branches from l that lead to yes if the condition c holds, and to no otherwise.
func (s *splitter) decide(l *ir.Loc, c ir.Expr, yes, no *ir.Loc, like *ir.Edge) {
	if n, ok := c.(*ir.Unary); ok && n.Op == ir.LNot {
		s.decide(l, n.X, no, yes, like)
		return
	}
	if b, ok := junction(c); ok {
		mid := s.f.NewLoc(like.Pos)
		if b.Op == ir.LAnd {
			s.decide(l, b.X, mid, no, like)
		} else {
			s.decide(l, b.X, yes, mid, like)
		}
		s.decide(mid, b.Y, yes, no, like)
		return
	}
	s.edge(l, yes, &ir.Assume{Cond: c, Mark: ir.True}, like)
	s.edge(l, no, &ir.Assume{Cond: ir.NotExpr(c), Mark: ir.False}, like)
}
