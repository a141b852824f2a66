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
