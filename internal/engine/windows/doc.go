// Package windows is the engine that analyses each function separately, for all possible callers. It proves a check
// from other checks that each execution passes before.
//
// # The idea
//
//	if (p->n > 7) ...     the check readable(p + 4, 4) stays open: p may point anywhere
//	q = p->next;          readable(p + 0, 4) stays open: the first check shows only that p + 4 to p + 8 lie in an object
//	p->n = 0;             readable(p + 4, 4): follows, until some statement may have freed the object or assigned p
//
// Each check ends the executions that violate it. So its condition holds after it, and most checks of a large program
// follow from others. To see this, it suffices to analyse one function, from an arbitrary state at its entry: a window.
// A callee is represented by its effects (flow.Effects: the objects that it may write and free). From the callers, the
// analysis uses only the checks that they have passed: facts about arguments and about the objects to which these point
// hold at a function's entry if they hold at all its calls.
//
// States map registers, memory cells and expressions to symbols: values without a known meaning. A pointer is a symbol
// and a constant number of bytes. For a symbol, states record which bytes around it lie in one live object, and for the
// symbol of a condition, whether it is true. Joins pair the symbols of two states: registers and expressions that have
// equal values in both states have equal values in the join (as in global value numbering). A write removes the cells
// to which its address may point (flow.Points), except for cells at other offsets from the same symbol. So a pass costs
// little more than a walk over the program: a second for 25,000 edges.
//
// Comparisons of addresses of functions and null are evaluated, so that a call through a pointer with a known value has
// one target.
//
// This engine computes no bounds of numbers; engine intervals does. Package coop joins the proofs of both engines,
// obligation by obligation.
//
// # Evidence
//
// The evidence (verify.Passed) has the states of all cuts. Package check/passed re-checks them in one walk over the
// program, with another representation of states.
//
// # What is not done
//
// Facts that callees return to their callers (an experiment with them proved nothing more on zlib, hiredis and
// stb_image); relations between numbers; solvers on windows that grow.
//
//	state.go   states and joins
//	step.go    statements and conditions
//	run.go     the fixpoint; the objects that addresses may point to
//	write.go   states as invariants
package windows
