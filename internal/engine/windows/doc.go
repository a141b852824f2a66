// Package windows is the engine that analyses each function separately, for all possible callers. It proves checks from
// the checks that an execution has passed before.
//
// # The idea
//
//	if (p->n > 7) ...     readable(p + 4, 4) is asked. It may be unknown where p leads
//	q = p->next;          readable(p + 0, 4) follows: after the first check, p + 4 to p + 8 lie in an object. This access may still fail
//	p->n = 0;             readable(p + 4, 4), and so on: follow, until something may have freed the object or assigned p
//
// Each check ends the executions that violate it. So its condition holds after it, and most checks of a large program
// follow from others. To see this, it is enough to analyse one function, from an arbitrary state at its entry: a
// window. A callee is represented by its effects (flow.Effects: the objects that it may write and free). Of the
// callers, the analysis uses the checks that they have passed: facts about arguments, and about the objects that
// arguments point to, hold at a function's entry if they hold at all its calls.
//
// States give values without a known meaning (symbols) to registers, cells of memory and expressions; a pointer is a
// symbol and a constant number of bytes. Of symbols they know which bytes around them lie in one live object, and how
// conditions were answered. Joins pair the symbols of two states, so that what has one value on both sides keeps it (as
// in global value numbering). Memory that may be written is forgotten by where addresses may lead (flow.Points), but
// for places of one symbol that lie apart. So a pass costs little more than a walk over the program: a second for
// 25,000 edges.
//
// Numbers have no bounds here: intervals have them. Package coop joins the proofs of both, obligation by obligation.
//
// # Evidence
//
// The states of all cuts (verify.Passed), which package check/passed re-checks in one walk, with another
// representation.
//
// # What is not done
//
// Facts that callees return to their callers (it was tried and proved nothing more on zlib, hiredis and stb_image);
// relations between numbers; solvers on windows that grow.
//
//	state.go   states and joins
//	step.go    statements and conditions
//	run.go     the fixpoint; where addresses lead
//	write.go   states as invariants
package windows
