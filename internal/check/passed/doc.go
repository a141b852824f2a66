// Package passed re-checks evidence of type verify.Passed. Its invariants state how many bytes around a pointer exist;
// which registers, cells of memory and expressions have the same value; and which truth values conditions had when the
// execution passed them.
//
//	L1: readable(p, 12); q == load(p + 4)       the invariant at a cut, from the evidence
//	L1 -> L2: assume readable(p + 8, 4)         the walk from L1: the other branch, to the error, is infeasible
//	L2 -> L3: r = load(p + 4)                   r has the value of q, as nothing was written since
//	L3 -> L1: q = r                             q == load(p + 4) again
//
// # The idea
//
// The evidence gives invariants at cuts: at entries of functions and where paths meet. The checker walks from each cut
// along all paths to the next cuts. It assumes the invariant at the beginning and checks the invariant at the end.
// Values are terms over unknowns: equal terms have equal values, and nothing else is known of numbers. So one walk over
// the program decides; there is no solver and no fixpoint.
//
// Bytes that were shown to exist continue to exist until a statement that may end their object (flow.Points,
// flow.Effects). Cells keep their values until a statement that may write there. If two bytes at distances below 2^31
// exist in one object, all bytes between them exist as well: objects have no gaps.
//
// Each call has to show the invariant at the callee's entry. After the call, the checker uses only the effects of the
// callee, not its invariants.
//
// # What it cannot do
//
// It cannot reason about arithmetic, or use facts that callees establish. If an invariant equates two registers that
// already have different terms, the equality is forgotten.
package passed
