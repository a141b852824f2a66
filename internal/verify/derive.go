package verify

import (
	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// InvariantsUp translates invariants of m.To into invariants of m.From. A location of From gets the invariants of the
// location of To that it is a copy of, without the conjuncts that no expression at the copy is equivalent to.
func InvariantsUp(m *derive.Map, invs []Invariant) (out []Invariant) {
	for _, i := range invs {
		for _, l := range m.Locs(i.Loc) {
			for _, c := range ir.Conjuncts(i.Expr) {
				if e, err := m.ExprAt(l, c); err == nil {
					out = append(out, Invariant{l, e})
				}
			}
		}
	}
	return out
}

// InvariantsDown translates invariants of m.From into invariants of m.To. A location of To with several copies in From
// gets the disjunction of the invariants of the copies. It gets no invariant if one of the copies has none, or if an
// execution of To can be at the location while From is in the middle of an edge (derive.Map.Everywhere).
func InvariantsDown(m *derive.Map, invs []Invariant) (out []Invariant) {
	at := map[*ir.Loc]ir.Expr{} // by location of From: its invariant as an expression of To
	var order []*ir.Loc         // locations of To
	seen := map[*ir.Loc]bool{}
	for _, i := range invs {
		for _, c := range ir.Conjuncts(i.Expr) {
			e, err := m.Expr(i.Loc, c)
			if err != nil {
				continue
			}
			if old := at[i.Loc]; old != nil {
				e = ir.NewBinary(ir.LAnd, old, e)
			}
			at[i.Loc] = e
			if l := m.Loc(i.Loc); !seen[l] {
				seen[l] = true
				order = append(order, l)
			}
		}
	}
	for _, l := range order {
		if !m.Everywhere(l) {
			continue
		}
		var all ir.Expr
		for _, c := range m.Locs(l) {
			e := at[c]
			if e == nil { // this copy has no invariant
				all = nil
				break
			}
			if all != nil {
				e = ir.NewBinary(ir.LOr, all, e)
			}
			all = e
		}
		if all != nil {
			out = append(out, Invariant{l, all})
		}
	}
	return out
}

// PrecisionUp translates a precision of m.To into a precision of m.From, which tracks each expression at every copy of
// its location. It drops the expressions that have no equivalent in From, and returns nil if none is left.
func PrecisionUp(m *derive.Map, p *Precision) *Precision {
	return precision(p, func(s Scoped) Scoped {
		out := Scoped{Func: map[*ir.Func][]ir.Expr{}, Loc: map[*ir.Loc][]ir.Expr{}}
		for _, e := range s.Global {
			if x, err := m.ExprAt(m.From.Entry.Entry, e); err == nil {
				out.Global = append(out.Global, x)
			}
		}
		for f, es := range s.Func {
			to := m.FuncOf(f)
			for _, e := range es {
				if to == nil {
					break
				}
				if x, err := m.ExprAt(to.Entry, e); err == nil {
					out.Func[to] = append(out.Func[to], x)
				}
			}
		}
		for l, es := range s.Loc {
			for _, c := range m.Locs(l) {
				for _, e := range es {
					if x, err := m.ExprAt(c, e); err == nil {
						out.Loc[c] = append(out.Loc[c], x)
					}
				}
			}
		}
		return out
	})
}

// PrecisionDown translates a precision of m.From into a precision of m.To. It drops the expressions that have no
// equivalent in To, and returns nil if none is left.
func PrecisionDown(m *derive.Map, p *Precision) *Precision {
	return precision(p, func(s Scoped) Scoped {
		out := Scoped{Func: map[*ir.Func][]ir.Expr{}, Loc: map[*ir.Loc][]ir.Expr{}}
		for _, e := range s.Global {
			if x, err := m.Expr(m.From.Entry.Entry, e); err == nil {
				out.Global = append(out.Global, x)
			}
		}
		for f, es := range s.Func {
			for _, e := range es {
				if x, err := m.Expr(f.Entry, e); err == nil {
					out.Func[m.Func(f)] = append(out.Func[m.Func(f)], x)
				}
			}
		}
		for l, es := range s.Loc {
			for _, e := range es {
				if x, err := m.Expr(l, e); err == nil {
					out.Loc[m.Loc(l)] = append(out.Loc[m.Loc(l)], x)
				}
			}
		}
		return out
	})
}

// precision translates the predicates and the values of p. It returns nil if the result tracks nothing.
func precision(p *Precision, to func(Scoped) Scoped) *Precision {
	if p == nil {
		return nil
	}
	out := &Precision{Scoped: to(p.Scoped), Values: to(p.Values)}
	if out.Scoped.isEmpty() && out.Values.isEmpty() {
		return nil
	}
	return out
}
