// Package passed re-checks evidence of type verify.Passed: invariants that say of pointers how many bytes around them
// were shown to be there, which registers, cells of memory and expressions have one value, and how conditions were
// answered.
//
//	L1: readable(p, 12); q == load(p + 4)       what the evidence says of two cuts
//	L1 -> L2: assume readable(p + 8, 4)         the walk from L1: no execution comes to the error beside it
//	L2 -> L3: r = load(p + 4)                   r is q, as nothing has been written in between
//	L3 -> L1: q = r                             q == load(p + 4) again
//
// # The idea
//
// The evidence gives invariants at cuts: where functions begin and where ways meet. From each cut all ways to the next
// cuts are walked with the invariant assumed, and there the invariant is asked. Values are terms over unknowns: one
// term is one value. Nothing is said of numbers but that a term is itself, so that one walk over the program decides;
// there is no solver and no fixpoint.
//
// What bytes were shown to be there go on to be there until their object may have died (flow.Points, flow.Effects);
// cells hold what they held until something may have been written there. Two places of one object that are less than
// 2^31 bytes apart have all that lies between them in it: objects have no gaps.
//
// An invariant of a function's entry is what each call has to show. Of what a call has done nothing is taken but its
// effects.
//
// # What it cannot do
//
// Numbers; what callees show; two registers that were different terms and are equal by an invariant (that is
// forgotten).
package passed
