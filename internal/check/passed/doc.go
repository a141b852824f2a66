// Package passed re-checks evidence of type verify.Passed: invariants which state how many bytes around a pointer
// exist, which registers, cells of memory and expressions have the same value, and which answers conditions have had.
//
//	L1: readable(p, 12); q == load(p + 4)       the evidence at a cut
//	L1 -> L2: assume readable(p + 8, 4)         the walk from L1: no execution takes the other branch, to the error
//	L2 -> L3: r = load(p + 4)                   r is q, as there was no write since
//	L3 -> L1: q = r                             q == load(p + 4) again
//
// # The idea
//
// The evidence gives invariants at cuts: at entries of functions and where paths meet. The checker walks from each cut
// along all paths to the next cuts, assuming the invariant, and checks the invariants there. Values are terms over
// unknowns: equal terms have equal values, and nothing else is known of numbers. So one walk over the program decides;
// there is no solver and no fixpoint.
//
// Bytes that were shown to exist go on to exist until their object may have died (flow.Points, flow.Effects); cells
// keep their values until a statement may have written there. Of two places of one object that are less than 2^31 bytes
// apart, all bytes between them belong to it: objects have no gaps.
//
// Each call has to show the invariant at the callee's entry. After the call only the callee's effects are taken into
// account.
//
// # What it cannot do
//
// Arithmetic; facts that callees establish; two registers that were different terms and are equal by an invariant (that
// is forgotten).
package passed
