package repair

import (
	"errors"

	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// invariants drops conjuncts of ev until the rest is inductive, and returns the rest together with known.
func invariants(s *triple.Session, p *ir.Program, ev, known *verify.Inductive) (*verify.Inductive, error) {
	inv, err := candidates(s, ev)
	if err != nil {
		return nil, err
	}
	steps := s.Invariants(inv)
	changed := map[*ir.Loc]bool{}
	for first := true; first || len(changed) > 0; first = false {
		last := changed
		changed = map[*ir.Loc]bool{}
		for _, st := range steps {
			if !first && !st.Assumes(last) && !st.Assumes(changed) {
				continue
			}
			drop, err := failing(s, st)
			if err != nil {
				return nil, err
			}
			for _, k := range drop {
				inv[k.Loc] = without(inv[k.Loc], k.Expr)
				changed[k.Loc] = true
			}
		}
	}
	smaller := &verify.Inductive{Results: ev.Results, Entered: ev.Entered, Made: ev.Made, Frees: ev.Frees}
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			for _, e := range inv[l] {
				smaller.Invariants = append(smaller.Invariants, verify.Invariant{Loc: l, Expr: e})
			}
		}
	}
	if known != nil {
		smaller.Invariants = append(smaller.Invariants, known.Invariants...)
	}
	return smaller, nil
}

// candidates returns the conjuncts to begin with, by location: conjuncts of ev that are not known already.
func candidates(s *triple.Session, ev *verify.Inductive) (map[*ir.Loc][]ir.Expr, error) {
	if err := s.Names(ev.Results, ev.Entered, ev.Made); err != nil {
		return nil, err
	}
	known := s.ReadKnown()
	fitting := map[*ir.Loc][]ir.Expr{}
	var all []ir.Expr
	for _, i := range ev.Invariants {
		if i.Loc == nil || i.Expr == nil {
			return nil, errors.New("a formula without a location of the program")
		}
		e := triple.Weaker(i.Expr, func(x ir.Expr) bool { return s.Fits(i.Loc, x) == nil })
		if ir.IsTrue(e) {
			continue
		}
		if err := s.Fits(i.Loc, e); err != nil {
			return nil, err
		}
		fitting[i.Loc] = append(fitting[i.Loc], e)
		all = append(all, e)
	}
	s.Track(all)
	out := map[*ir.Loc][]ir.Expr{}
	for l, es := range fitting {
		seen := map[string]bool{}
		for _, e := range es {
			for _, k := range append(ir.Conjuncts(e), ir.Conjuncts(triple.Weaker(e, s.Tracks))...) {
				if text := ir.ExprString(k); !seen[text] && !ir.IsTrue(k) && !known[l].Has(k) {
					seen[text] = true
					out[l] = append(out[l], k)
				}
			}
		}
	}
	return out, nil
}

// without returns a new list without the formula e.
func without(es []ir.Expr, e ir.Expr) (rest []ir.Expr) {
	for _, x := range es {
		if x != e {
			rest = append(rest, x)
		}
	}
	return rest
}
