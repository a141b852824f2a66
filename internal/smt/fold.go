package smt

import "github.com/tandem-verifier/tandem/internal/term"

// folding decides conjunctions by their connectives alone, by unit propagation: a conjunct is true wherever it occurs
// in other conjuncts, and if all operands of a disjunction but one are false, the remaining operand is true. So a query
// whether x follows from a conjunction with x needs no solver.
type folding struct {
	known map[*term.Term]fact // the known truth values, by term; no key is a negation
	core  []*term.Term        // the conjuncts of a contradiction
	left  int                 // the number of terms that may still be visited
}

// fact is the truth value of a term.
type fact struct {
	truth bool
	why   []*term.Term // the conjuncts that imply it
}

// maxFold bounds the terms that are visited for one query.
const maxFold = 3000

// fold returns contradictory conjuncts among ts, if it finds any.
func fold(ts []*term.Term) (core []*term.Term, unsat bool) {
	f := &folding{known: make(map[*term.Term]fact, len(ts)), left: maxFold}
	for _, t := range ts {
		if f.learn(t, true, []*term.Term{t}) {
			return f.core, true
		}
	}
	for again := true; again && f.left > 0; {
		n := len(f.known)
		for _, t := range ts {
			if f.clause(t) {
				return f.core, true
			}
		}
		again = len(f.known) > n
	}
	return nil, false
}

// learn records the truth value of t, and the truth values of its operands that follow from it; why has the conjuncts
// that imply the value of t. It returns true if there is a contradiction.
func (f *folding) learn(t *term.Term, truth bool, why []*term.Term) bool {
	for t.Op() == term.Not {
		t, truth = t.Arg(0), !truth
	}
	if t.IsTrue() || t.IsFalse() {
		f.core = why
		return t.IsTrue() != truth
	}
	if k, ok := f.known[t]; ok {
		f.core = join(k.why, why)
		return k.truth != truth
	}
	f.known[t] = fact{truth, why}
	if t.Op() == term.And && truth || t.Op() == term.Or && !truth {
		for _, a := range t.Args() {
			if f.left--; f.left > 0 && f.learn(a, truth, why) {
				return true
			}
		}
	}
	return false
}

// clause records the last undecided operand of a disjunction as true. It returns true if all operands are false.
func (f *folding) clause(t *term.Term) bool {
	args, truth := t.Args(), true // at least one operand has this truth value
	switch {
	case t.Op() == term.Or:
	case t.Op() == term.Not && t.Arg(0).Op() == term.And:
		args, truth = t.Arg(0).Args(), false
	default:
		return false
	}
	why := []*term.Term{t}
	var last *term.Term
	for _, a := range args {
		k, ok := f.value(a)
		switch {
		case !ok && last != nil, ok && k.truth == truth:
			return false
		case !ok:
			last = a
		default:
			why = join(why, k.why)
		}
	}
	if last == nil {
		f.core = why
		return true
	}
	return f.learn(last, truth, why)
}

// value returns the truth value of a term, if it follows from known truth values by the connectives.
func (f *folding) value(t *term.Term) (fact, bool) {
	if f.left--; f.left <= 0 {
		return fact{}, false
	}
	if k, ok := f.known[t]; ok {
		return k, true
	}
	switch t.Op() {
	case term.Const:
		return fact{truth: t.IsTrue()}, true
	case term.Not:
		k, ok := f.value(t.Arg(0))
		k.truth = !k.truth
		return k, ok
	case term.And, term.Or:
		unit := fact{truth: t.Op() == term.And}
		all := true
		for _, a := range t.Args() {
			k, ok := f.value(a)
			if ok && k.truth != unit.truth {
				return k, true
			}
			all = all && ok
			unit.why = join(unit.why, k.why)
		}
		return unit, all
	}
	return fact{}, false
}

// join returns the elements of a and b, in a new slice.
func join(a, b []*term.Term) []*term.Term {
	return append(a[:len(a):len(a)], b...)
}
