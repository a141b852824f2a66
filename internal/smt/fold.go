package smt

import "github.com/tandem-verifier/tandem/internal/term"

// folding decides conjunctions by their connectives alone: a conjunct is taken as true wherever it
// occurs in others, and what is left of a disjunction all of whose other operands are false is a
// conjunct as well. To ask whether x follows from what contains it takes no solver.
type folding struct {
	known map[*term.Term]fact // by terms that are no negation
	core  []*term.Term        // conjuncts that contradict each other
	left  int                 // terms that may be looked at
}

type fact struct {
	truth bool
	why   []*term.Term // conjuncts that say so
}

// maxFold bounds the terms that are looked at for one question.
const maxFold = 3000

// fold gives conjuncts that contradict each other, if it sees any.
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

// learn records the truth values that a conjunct, or a part of one, implies; true if they contradict others.
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

// clause looks for the last operand that a disjunction leaves; true if it leaves none.
func (f *folding) clause(t *term.Term) bool {
	args, truth := t.Args(), true // some operand has that truth
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

// value returns the truth of a term, where the connectives say it.
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

func join(a, b []*term.Term) []*term.Term {
	return append(a[:len(a):len(a)], b...)
}
