package vc

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/term"
)

// This file eliminates existentially quantified constants from conjunctions. sp needs this, and by duality wp ("Craig
// vs. Newton in software model checking", Dietsch, Heizmann, Musa, Nutz, Podelski, ESEC/FSE 2017, projects predicates
// to live variables in this way).
//
//	exists x. x' = x + 1 and x <= 5        x' - 1 <= 5          an equation is solved
//	exists x. y <= x and x <= z            y <= z               Fourier-Motzkin
//	exists x. 2*x = y and x <= 3           y <= 6 and y mod 2 = 0
//	exists x. y = ite(c(x), x+1, x-7)      one disjunct for each case, if it has a model
//
// Fourier-Motzkin is exact for integers if in each pair of bounds one coefficient is 1, since real and dark shadow then
// agree (Pugh, The Omega test, 1991). Otherwise the result is the real shadow, a superset. For bit-vectors, equations
// with an odd coefficient are solved modulo 2^w. A constant that occurs only in comparisons (all signed or all
// unsigned) is eliminated as in any total order.
//
// A conjunct whose constants cannot be eliminated is dropped. So the result always follows from the conjunction, and it
// is equivalent to the conjunction if exact is true. With quantify, such conjuncts are not dropped but stay under an
// existential quantifier.

// maxCubes bounds the disjuncts of a result. If there are more, the result has only the conjuncts common to all.
const maxCubes = 24

// maxCases bounds the case splits of one elimination.
const maxCases = 400

// maxPairs bounds the new constraints of one step of Fourier-Motzkin.
const maxPairs = 100

// projection is the elimination of constants from one conjunction.
type projection struct {
	c        *term.Ctx
	gone     func(*term.Term) bool                     // reports whether a constant is to be eliminated
	unsat    func(cube []*term.Term, needed bool) bool // decides by the solver; an optional query has needed unset
	excluded func([]*term.Term) bool                   // decides unsatisfiability by ranges; may be nil
	stop     func() bool                               // reports whether to make no more splits; may be nil
	quantify bool                                      // keep existential quantifiers, see above
	// choices is the number of if-then-elses without constants to eliminate that are split into cases as well. This is
	// for wp, where each case becomes a separate clause; in most of these cases, arithmetic wraps around.
	choices int
	exact   bool // the result so far is equivalent to the conjunction

	cubes   [][]*term.Term      // the disjuncts of the result
	cases   int                 // the number of cases split so far
	settled map[*term.Term]bool // the if-then-elses that settle has tried

	undecided map[*term.Term]bool // if-then-elses that settle could not decide, also earlier; may be nil
}

// run returns the conjunction of ts without the constants to eliminate.
func (q *projection) run(ts []*term.Term) *term.Term {
	q.cube(ts)
	if len(q.cubes) > maxCubes {
		q.exact = false
		q.cubes = [][]*term.Term{shared(q.cubes)}
	}
	var out []*term.Term
	for _, cube := range q.cubes {
		out = append(out, q.c.And(cube...))
	}
	return q.c.Or(out...)
}

// shared returns the conjuncts that all cubes have.
func shared(cubes [][]*term.Term) []*term.Term {
	return slices.DeleteFunc(slices.Clone(cubes[0]), func(t *term.Term) bool {
		return slices.ContainsFunc(cubes, func(o []*term.Term) bool { return !slices.Contains(o, t) })
	})
}

// flat splits conjunctions and drops duplicates. It returns nil and false if the conjunction is false.
func (q *projection) flat(ts []*term.Term) ([]*term.Term, bool) {
	var out []*term.Term
	seen := map[*term.Term]bool{}
	for _, t := range ts {
		for _, u := range Conjuncts(q.c, t) {
			if u.IsFalse() || seen[q.c.Not(u)] {
				return nil, false
			}
			if !u.IsTrue() && !seen[u] {
				seen[u] = true
				out = append(out, u)
			}
		}
	}
	return out, true
}

// toEliminate returns the constants of a term that are to be eliminated.
func (q *projection) toEliminate(t *term.Term) []*term.Term {
	return slices.DeleteFunc(term.FreeVars(t), func(v *term.Term) bool { return !q.gone(v) })
}

// cube eliminates the constants from a conjunction and adds the resulting disjuncts to q.cubes.
func (q *projection) cube(ts []*term.Term) {
	for {
		var ok bool
		if ts, ok = q.flat(ts); !ok {
			return
		}
		vars := q.toEliminate(q.c.And(ts...))
		if next := q.settle(ts); next != nil {
			ts = next
			continue
		}
		if len(vars) == 0 {
			if q.choices > 0 && q.chooseAny(ts) {
				return
			}
			if q.excluded == nil || !q.excluded(ts) {
				q.cubes = append(q.cubes, q.informative(ts))
			}
			return
		}
		if next := q.solve(ts); next != nil {
			ts = next
			continue
		}
		if next := q.shadow(ts, vars); next != nil {
			ts = next
			continue
		}
		if q.split(ts) {
			return
		}
		if q.quantify {
			var in, out []*term.Term
			for _, t := range ts {
				if len(q.toEliminate(t)) > 0 {
					in = append(in, t)
				} else {
					out = append(out, t)
				}
			}
			q.cubes = append(q.cubes, append(out, q.c.Exists(vars, q.c.And(in...))))
			return
		}
		ts = q.drop(ts, vars)
	}
}

// drop removes conjuncts with one constant that cannot be eliminated otherwise.
func (q *projection) drop(ts, vars []*term.Term) []*term.Term {
	q.exact = false
	// Conjuncts that are not linear are removed first. Without them, elimination may succeed on the rest.
	for _, v := range vars {
		var rest []*term.Term
		for _, t := range ts {
			if _, lin := boundOn(q.c, t, v); lin || !occurs(t, v) {
				rest = append(rest, t)
			}
		}
		if len(rest) < len(ts) {
			return rest
		}
	}
	return slices.DeleteFunc(slices.Clone(ts), func(t *term.Term) bool { return occurs(t, vars[0]) })
}

// informative removes conjuncts that follow from the ranges of their constants.
func (q *projection) informative(ts []*term.Term) []*term.Term {
	if q.excluded == nil {
		return ts
	}
	return slices.DeleteFunc(slices.Clone(ts), func(t *term.Term) bool { return q.excluded([]*term.Term{q.c.Not(t)}) })
}

// occurs reports whether the constant v occurs in t.
func occurs(t, v *term.Term) bool {
	return slices.Contains(term.FreeVars(t), v)
}

// solve eliminates a constant that one conjunct determines, by substitution. It returns nil if there is none.
func (q *projection) solve(ts []*term.Term) []*term.Term {
	for i, t := range ts {
		v, val := q.solved(t)
		if v == nil {
			continue
		}
		by := map[*term.Term]*term.Term{v: val}
		var out []*term.Term
		for j, u := range ts {
			if j != i {
				out = append(out, q.c.Subst(u, by))
			}
		}
		if out == nil {
			out = []*term.Term{}
		}
		return out
	}
	return nil
}

// solved returns a constant that the conjunct t determines, and the term that is its value; nil if there is none.
func (q *projection) solved(t *term.Term) (v, val *term.Term) {
	switch t.Op() {
	case term.Var:
		if q.gone(t) {
			return t, q.c.True()
		}
	case term.Not:
		if a := t.Arg(0); a.Op() == term.Var && q.gone(a) {
			return a, q.c.False()
		}
	case term.Eq:
		if len(t.Args()) != 2 {
			return nil, nil
		}
		for i, a := range t.Args() {
			if b := t.Arg(1 - i); a.Op() == term.Var && q.gone(a) && !occurs(b, a) {
				return a, b
			}
		}
		switch t.Arg(0).Sort().Kind {
		case term.Int:
			return q.solvedInt(t)
		case term.BV:
			return q.solvedBV(t)
		case term.Bool: // not v = t
			for i, a := range t.Args() {
				if b := t.Arg(1 - i); a.Op() == term.Not && a.Arg(0).Op() == term.Var && q.gone(a.Arg(0)) && !occurs(b, a.Arg(0)) {
					return a.Arg(0), q.c.Not(b)
				}
			}
		}
	}
	return nil, nil
}

// split makes a case split over a conjunct with a constant to eliminate, and handles each case. It returns false if
// there is no conjunct to split.
func (q *projection) split(ts []*term.Term) bool {
	if q.cases >= maxCases || q.stop != nil && q.stop() {
		return false
	}
	c := q.c
	for i, t := range ts {
		if len(q.toEliminate(t)) == 0 {
			continue
		}
		others := append(slices.Clone(ts[:i]), ts[i+1:]...)
		var alts []*term.Term
		switch {
		case t.Op() == term.Or:
			alts = t.Args()
		case t.Op() == term.Not && t.Arg(0).Op() == term.And:
			for _, a := range t.Arg(0).Args() {
				alts = append(alts, c.Not(a))
			}
		case t.Op() == term.Eq && t.Arg(0).Sort().Kind == term.Bool && len(t.Args()) == 2:
			alts = []*term.Term{c.And(t.Args()...), c.And(c.Not(t.Arg(0)), c.Not(t.Arg(1)))}
		case t.Op() == term.Not && t.Arg(0).Op() == term.Eq && len(t.Arg(0).Args()) == 2:
			x, y := t.Arg(0).Arg(0), t.Arg(0).Arg(1)
			switch {
			case x.Sort().Kind == term.Bool:
				alts = []*term.Term{c.And(x, c.Not(y)), c.And(y, c.Not(x))}
			case x.Sort().Kind == term.Int:
				alts = []*term.Term{c.ILt(x, y), c.ILt(y, x)}
			case x.Sort().Kind == term.BV:
				alts = []*term.Term{c.BVUlt(x, y), c.BVUlt(y, x)}
			}
		}
		if alts != nil && !(t.Op() == term.Not && q.cases > maxCases/4) {
			for _, a := range alts {
				q.branch(append(slices.Clone(others), a))
			}
			return true
		}
	}
	if ite := q.choice(ts, func(u *term.Term) bool { return len(q.toEliminate(u)) > 0 }); ite != nil {
		q.choose(ts, ite)
		return true
	}
	return false
}

// isNumber reports whether t is an integer term.
func isNumber(t *term.Term) bool { return t.Sort().Kind == term.Int }

// chooseAny makes a case split over an if-then-else of integers, and handles each case. It returns false if there is
// none.
func (q *projection) chooseAny(ts []*term.Term) bool {
	ite := q.choice(ts, isNumber)
	if ite == nil {
		return false
	}
	q.choices--
	q.choose(ts, ite)
	return true
}

// choose handles both cases of an if-then-else.
func (q *projection) choose(ts []*term.Term, ite *term.Term) {
	for _, truth := range []bool{true, false} {
		q.branch(q.assumed(ts, ite, truth))
	}
}

// assumed returns a cube in one case of an if-then-else, with the if-then-else replaced by that case.
func (q *projection) assumed(ts []*term.Term, ite *term.Term, truth bool) []*term.Term {
	cond, arm := ite.Arg(0), ite.Arg(1)
	if !truth {
		cond, arm = q.c.Not(cond), ite.Arg(2)
	}
	by := map[*term.Term]*term.Term{ite: arm}
	next := []*term.Term{cond}
	for _, t := range ts {
		next = append(next, q.c.Subst(t, by))
	}
	return next
}

// settle replaces an if-then-else by its only possible case. It returns nil if it finds no such if-then-else.
func (q *projection) settle(ts []*term.Term) []*term.Term {
	ite := q.choice(ts, func(u *term.Term) bool { return isNumber(u) && !q.settled[u] && !q.undecided[u] })
	if ite == nil || len(q.settled) >= maxCases {
		return nil
	}
	if q.settled == nil {
		q.settled = map[*term.Term]bool{}
	}
	q.settled[ite] = true
	for _, truth := range []bool{true, false} {
		if q.unsat(q.assumed(ts, ite, !truth), false) {
			return q.assumed(ts, ite, truth)
		}
	}
	if q.undecided != nil {
		q.undecided[ite] = true
	}
	return nil
}

// branch handles one case, unless it is unsatisfiable.
func (q *projection) branch(ts []*term.Term) {
	q.cases++
	if !q.unsat(ts, true) {
		q.cube(ts)
	}
}

// choice returns an innermost if-then-else for which suits holds, outside of quantifiers; nil if there is none.
func (q *projection) choice(ts []*term.Term, suits func(*term.Term) bool) *term.Term {
	var best *term.Term
	for _, t := range ts {
		term.Walk(t, func(u *term.Term) bool {
			if u.Op() == term.Forall || u.Op() == term.Exists {
				return false
			}
			if u.Op() == term.Ite && (best == nil || u.ID() < best.ID()) && suits(u) {
				best = u
			}
			return true
		})
	}
	return best
}
