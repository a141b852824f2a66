// Package powerset makes a domain of finite disjunctions of a domain: its bounded disjunctive
// completion.
//
// # The idea
//
// An element is a set of elements of the domain below, its parts, and stands for the points of all
// (P. Cousot, R. Cousot, POPL 1979; R. Bagnara, P. Hill, E. Zaffanella, Widening operators for
// powerset domains, STTT 2006). Conditions x || y and x != y make two parts of one, joins unite
// the sets. No part lies below another. Where there are more than the limit, the two that
// lose least by being joined are joined, and so on.
//
//	d := powerset.New(octagon, 4)
//	e := d.Assume(d.Top(), x != 0)    // {x <= -1}, {1 <= x}
//
// # Widening
//
// The parts of old stay apart. A part of next that lies below one of them changes nothing; each
// other one is given to the part that is nearest, which is widened by it. The number of
// parts does not grow, each goes through a chain of widenings of its own, and one that comes to
// lie below another is dropped: chains end if those of the domain below do.
//
// # Types
//
//	State   an element: its parts
//	New     the domain; a Substituter, a Projector if the domain below is, with Singles if it has
//
// # What is not modelled
//
// Leq asks for one part above each part: an element whose points are covered by several parts
// of another together is not seen to lie below. Meet may have more parts than the limit, for the sake of
// its law; the next operation brings them down.
package powerset
