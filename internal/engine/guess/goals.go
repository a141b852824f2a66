package guess

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// clause is a disjunction over the registers of a location that excludes a path to an error: the negated conditions of
// the path, in order. The last one is the negated condition of the error.
type clause struct {
	lits []ir.Expr
	loop []bool // by literal: whether the condition is in the loop of the location
}

// link is a path from a cut point to the next one.
type link struct {
	to    *ir.Loc
	sub   map[*ir.Var]ir.Expr // by assigned register: its value over the registers at the start; nil if it is unknown
	conds clause              // the negated conditions of the path
}

// Limits of paths.
const (
	maxPaths   = 150
	maxEdges   = 300
	maxClauses = 60
	maxNodesOf = 60 // size of an expression that is substituted
)

// walker enumerates the paths from a cut point.
type walker struct {
	g     *engine
	head  *ir.Loc
	cut   map[*ir.Loc]bool // all cut points
	errs  []clause         // the clauses of the paths to errors
	links []link
	steps int
}

// paths enumerates the paths from head to errors and to cut points. Registers that are assigned from memory or by calls
// are unknown.
func (g *engine) paths(head *ir.Loc) *walker {
	w := &walker{g: g, head: head, cut: map[*ir.Loc]bool{}}
	for _, l := range g.info.locs {
		w.cut[l] = true
	}
	w.walk(head, map[*ir.Var]ir.Expr{}, clause{}, 0)
	return w
}

// walk follows the paths from l, to which a path with the given substitution and conditions leads.
func (w *walker) walk(l *ir.Loc, sub map[*ir.Var]ir.Expr, conds clause, depth int) {
	if len(w.errs)+len(w.links) >= maxPaths || depth > maxEdges || w.steps > 20000 || w.g.ctx.Err() != nil {
		return
	}
	w.steps++
	switch {
	case l.Kind == ir.Error:
		if slices.Contains(w.g.left, l.Obligation) {
			w.errs = append(w.errs, conds)
		}
		return
	case depth > 0 && w.cut[l]:
		w.links = append(w.links, link{l, sub, conds})
		return
	}
	for _, e := range l.Out {
		n, c := sub, conds
		switch s := e.Stmt.(type) {
		case *ir.Assume:
			if s.Guard == ir.OvfGuard {
				break
			}
			x := substitute(s.Cond, sub)
			if x == nil {
				break
			}
			if ir.IsFalse(x) {
				continue
			}
			if !ir.IsTrue(x) {
				in := w.g.info.inLoop(w.head, e)
				c = clause{append(slices.Clone(conds.lits), ir.NotExpr(x)), append(slices.Clone(conds.loop), in)}
			}
		default: // sound: the assigned registers are unknown
			if v := ir.Def(e.Stmt); v != nil {
				n = map[*ir.Var]ir.Expr{}
				for k, x := range sub {
					n[k] = x
				}
				n[v] = nil
				if a, ok := s.(*ir.Assign); ok {
					n[v] = substitute(a.Src, sub)
				}
			}
		}
		w.walk(e.To, n, c, depth+1)
	}
}

// substitute returns x with registers replaced by sub, nil if one of them is unknown or the result is too large.
func substitute(x ir.Expr, sub map[*ir.Var]ir.Expr) ir.Expr {
	ok, size := true, 0
	r := ir.Map(x, func(x ir.Expr) ir.Expr {
		size++
		if ref, is := x.(*ir.Ref); is {
			if y, has := sub[ref.Var]; has {
				if y == nil {
					ok = false
					return x
				}
				ir.Walk(y, func(ir.Expr) bool { size++; return true })
				return y
			}
		}
		return x
	})
	if !ok || size > maxNodesOf {
		return nil
	}
	return fold(r)
}

// fold evaluates operators on literals.
func fold(x ir.Expr) ir.Expr {
	return ir.Map(x, func(x ir.Expr) ir.Expr {
		switch x := x.(type) { // sound: other expressions are not folded
		case *ir.Binary:
			return ir.NewBinary(x.Op, x.X, x.Y)
		case *ir.Cast:
			return ir.NewCast(x.T, x.X)
		}
		return x
	})
}

// goals returns candidates from paths to errors: the conditions that exclude the paths, and their preconditions over up
// to three more blocks.
func (g *engine) goals() []*cand {
	if g.clauses == nil {
		if g.findClauses(); g.ctx.Err() != nil {
			g.clauses = nil // not all of them
			return nil
		}
	}
	var out []*cand
	for _, l := range g.info.locs {
		for _, c := range g.clauses[l] {
			for _, x := range c.variants() {
				out = append(out, &cand{Loc: l, Expr: x, Hard: hard(x)})
			}
		}
	}
	return out
}

// easy returns cs without the candidates that multiply registers.
func easy(cs []*cand) []*cand {
	return slices.DeleteFunc(cs, func(c *cand) bool { return c.Hard })
}

// findClauses fills g.walks and g.clauses from the paths from all cut points.
func (g *engine) findClauses() {
	g.clauses = map[*ir.Loc][]clause{}
	walks := map[*ir.Loc]*walker{}
	g.walks = walks
	for _, l := range g.info.locs {
		walks[l] = g.paths(l)
		for _, c := range walks[l].errs {
			g.addClause(l, c)
		}
	}
	for range 3 {
		before := map[*ir.Loc][]clause{}
		for l, cs := range g.clauses {
			before[l] = slices.Clone(cs)
		}
		for _, l := range g.info.locs {
			for _, k := range walks[l].links {
				for _, c := range before[k.to] {
					if g.ctx.Err() != nil {
						return
					}
					if n, ok := k.before(c); ok {
						g.addClause(l, n)
					}
				}
			}
		}
	}
}

// before returns the precondition of c over the path k. ok is false if the last literal depends on an unknown register.
// The literals of c keep their values in loop, so conditions in later loops count as conditions in a loop, too.
func (k *link) before(c clause) (clause, bool) {
	n := clause{slices.Clone(k.conds.lits), slices.Clone(k.conds.loop)}
	for i, x := range c.lits {
		y := substitute(x, k.sub)
		if y == nil {
			if i == len(c.lits)-1 {
				return clause{}, false
			}
			continue
		}
		n.lits, n.loop = append(n.lits, y), append(n.loop, c.loop[i])
	}
	return n, true
}

// addClause adds c to the clauses of l, but omits literals over registers that the table of l does not have. It does
// nothing if it would have to omit the last literal.
func (g *engine) addClause(l *ir.Loc, c clause) {
	t := g.data.tables[l]
	var n clause
	for i, x := range c.lits {
		known := true
		ir.Vars(x, func(v *ir.Var) { known = known && t.col(v) >= 0 })
		ir.Walk(x, func(x ir.Expr) bool {
			switch x.(type) { // sound: all nodes are visited
			case *ir.AddrOf, *ir.FuncAddr, *ir.PtrAdd, *ir.PtrDiff:
				known = false
			}
			return true
		})
		switch {
		case ir.IsTrue(x):
			return
		case known && !ir.IsFalse(x):
			n.lits, n.loop = append(n.lits, lift(x)), append(n.loop, c.loop[i])
		case i == len(c.lits)-1 && !known:
			return
		}
	}
	if len(n.lits) == 0 || len(g.clauses[l]) >= maxClauses {
		return
	}
	for _, old := range g.clauses[l] {
		if slices.EqualFunc(old.lits, n.lits, ir.Equal) {
			return
		}
	}
	g.clauses[l] = append(g.clauses[l], n)
}

// variants returns c and stronger clauses: c without the conditions in the loop, and prefixes and suffixes of c.
func (c clause) variants() []ir.Expr {
	n := len(c.lits)
	var after []ir.Expr
	for i, x := range c.lits {
		if !c.loop[i] || i == n-1 {
			after = append(after, x)
		}
	}
	out := []ir.Expr{c.lits[n-1], or(after), or(c.lits)}
	for k := 2; k < min(n, 5); k++ {
		out = append(out, or(c.lits[n-k:]))
	}
	for i := 0; i < min(n-2, 4); i++ {
		out = append(out, or([]ir.Expr{c.lits[i], c.lits[n-1]}))
	}
	return out
}

// or returns the disjunction of xs.
func or(xs []ir.Expr) ir.Expr {
	r := xs[0]
	for _, x := range xs[1:] {
		if !ir.Equal(x, r) {
			r = &ir.Binary{Op: ir.LOr, X: r, Y: x}
		}
	}
	return r
}

// hard reports whether x multiplies or divides registers.
func hard(x ir.Expr) bool {
	found := false
	ir.Walk(x, func(x ir.Expr) bool {
		if b, ok := x.(*ir.Binary); ok && b.Op >= ir.Mul && b.Op <= ir.Rem {
			_, kx := ir.IsConst(b.X)
			_, ky := ir.IsConst(b.Y)
			found = found || !kx && !ky
		}
		return !found
	})
	return found
}

// lift writes comparisons of sums of signed registers in 64 bits, where the sums do not overflow. If overflow is an
// error, no path continues after it; if sums wrap, a comparison of the exact sums is more likely to be an invariant.
func lift(x ir.Expr) ir.Expr {
	return ir.Map(x, func(x ir.Expr) ir.Expr {
		b, ok := x.(*ir.Binary)
		if !ok || b.Op < ir.Eq || b.Op > ir.Le {
			return x
		}
		if t := b.X.Type(); t.Kind != ir.Int || !t.Signed || t.Bits >= 64 || !computes(b.X) && !computes(b.Y) {
			return x
		}
		return &ir.Binary{Op: b.Op, X: widen(b.X), Y: widen(b.Y)}
	})
}

// computes reports whether x is a sum, difference or product.
func computes(x ir.Expr) bool {
	switch x := x.(type) { // sound: only changes candidates, which are proved
	case *ir.Binary:
		return x.Op <= ir.Mul
	case *ir.Unary:
		return x.Op == ir.Neg
	}
	return false
}

// widen returns x computed in 64 bits.
func widen(x ir.Expr) ir.Expr {
	switch b := x.(type) { // sound: the value is widened
	case *ir.Binary:
		if b.Op <= ir.Mul && b.X.Type().Signed {
			return ir.NewBinary(b.Op, widen(b.X), widen(b.Y))
		}
	case *ir.Unary:
		if b.Op == ir.Neg && b.X.Type().Signed {
			return &ir.Unary{Op: ir.Neg, X: widen(b.X)}
		}
	}
	return ir.NewCast(wide64, x)
}
