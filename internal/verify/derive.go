package verify

import (
	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// InvariantsUp are invariants of m.To for m.From: at every location of From at which To is at theirs. What has no
// image there is left out, conjunct by conjunct.
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

// InvariantsDown are invariants of m.From for m.To. A location of To that several of From come from has the disjunction
// of theirs; one that To may also be at while From is in the middle of an edge has none.
func InvariantsDown(m *derive.Map, invs []Invariant) (out []Invariant) {
	at := map[*ir.Loc]ir.Expr{} // of From, in terms of To
	var order []*ir.Loc         // of To
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
			if e == nil { // nothing is known of this one
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

// PrecisionUp returns what a precision of m.To is worth tracking of m.From, at every copy of its places; what has no image
// is left out.
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

// PrecisionDown returns what a precision of m.From is worth tracking of m.To.
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

func precision(p *Precision, to func(Scoped) Scoped) *Precision {
	if p == nil {
		return nil
	}
	out := &Precision{Scoped: to(p.Scoped), Values: to(p.Values)}
	if out.Scoped.IsEmpty() && out.Values.IsEmpty() {
		return nil
	}
	return out
}
