// Package powerset is the bounded disjunctive completion of a domain: finite disjunctions of its elements.
//
// # The idea
//
// An element is a set of elements of the base domain, its disjuncts, and represents the union of their points (P.
// Cousot, R. Cousot, POPL 1979; R. Bagnara, P. Hill, E. Zaffanella, Widening operators for powerset domains, STTT
// 2006). Conditions x || y and x != y split disjuncts, joins unite the sets. No disjunct is below another. If there are
// too many disjuncts, the two disjuncts whose join loses least are joined, until the number is within the limit.
//
//	d := powerset.New(octagon, 4)
//	e := d.Assume(d.Top(), x != 0)    // {x <= -1}, {1 <= x}
//
// # Widening
//
// Widening keeps the disjuncts of old separate. It ignores disjuncts of next that are below a disjunct of old; each of
// the others widens the disjunct of old at the smallest distance. Chains end if they end in the base domain: the number
// of disjuncts does not grow, each goes through its own chain of widenings, and a disjunct that is below another is
// dropped.
//
// # Types
//
//	State   an element: its disjuncts
//	New     the domain; a Substituter, a Projector if the base domain is, with Singles if it has
//
// # What is not modelled
//
// Leq looks for one disjunct above each disjunct: it does not detect that several disjuncts together cover one. Meet
// may have more disjuncts than the limit, because of its law; the next operation reduces their number.
package powerset
