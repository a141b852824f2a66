// Package reduce makes residual programs: of a program and of what is left to be shown of it, a smaller program that
// every engine and every tester takes as it is, with a map back.
//
// # Idea
//
// Verification stops and some assertions are not proved. Proved assertions need not be tested (paper 3, "Just
// Test What You Cannot Verify!"). There are two ways to leave it out. The product of the program and a condition
// (restrict.Condition) has the executions that the condition leaves open; folded, states are joined, so that it is no
// larger than the program. A slice keeps the assertions that are not proved, and what they depend on: what decides that
// they are reached, what computes the values that are read on the way, and so on backward. All else goes.
//
// # A small example
//
//	s, m, err := reduce.Slice(ctx, prog, unproved, reduce.SliceOptions{})
//
// SUM of paper 3, where the left assertion is proved:
//
//	s = 0;                                  s = 0;
//	if (x <= 0) assert(s >= 0);             if (x <= 0) ;
//	else { i = 1;                           else { i = 1;
//	  while (i <= x) { s += i; i++; }         while (i <= x) { s += i; i++; }
//	  assert(s > 0); }                        assert(s > 0); }
//
// # What a product keeps
//
// Executions of the product are the executions of the part that restrict.Apply makes of the condition, statement by
// statement, without a register that says in which state they are: that is where they are. Functions are copied by the
// state in which they are entered, and tell their callers in which they return, if there are several.
//
//	r, err := reduce.Product(prog, condition)       // r.Program, r.Map
//	reduce.ProductSize(prog, condition)             // without making it
//	reduce.Folded(prog, condition)                  // where that is too large
//	r.Lift(part, proof)                             // a proof of r.Program as one of the part, to be checked there
//
// Both end where no open error can be reached any more (prune.go): an execution that would go on ends blocked, perhaps
// before it has read all its inputs. None that violates an open obligation is lost, and none is new. Sites keep their
// numbers, so that a test of the residual is one of the program as it is. Conditions are to be minimised before: each
// state is a copy of what follows.
//
// Checks that the condition does not leave open, as they were proved, are asked by neither, once By has made it a
// residual program (proved.go).
//
// Invariants of locations do not go down one by one: what holds at one copy need not hold at another. The disjunction
// over all copies does, for executions that the condition leaves open, if nothing of the location was cut: where a copy
// was, nothing is known of it.
//
// # What a slice keeps
//
// Each execution of the program that violates an obligation of the criterion has one of the slice that does, too, with
// the same inputs where the slice reads them (Definition 5; Horwitz, Reps, Binkley, PLDI 1988, for calls). So a proof
// of the slice is one of the program: LiftProof makes it one that can be checked there. The other direction fails where
// an execution of the program ends, or goes on for ever, in what was cut:
//
//	kept      what decides that the criterion is reached and nothing else is: assumes that may block, halts, undefined behaviour,
//	          calls that may end the execution, branches to where no error follows; cycles that only errors leave
//	Loose     ... of assumes that may block, and of such branches, only those that have to do with values that are kept. Smaller
//	          slices; too many of them fail where the program does not
//	Strict    ... also loops and recursions that decide nothing but by never ending, and what no error follows, so that
//	          executions end as in the program
//	never     assertions that are not in the criterion: they count as proved; accesses of memory that is not used, be they valid or not
//
// A failure of the slice is therefore a claim, and its test is run in the program.
//
// Memory is kept by places (flow.Points): a store goes if nothing that may read its bytes is left, and it ends the
// search for earlier ones if it surely writes them all. The objects that kept accesses need are made and freed as
// before; so are those that a question (ir.Valid) asks for, and for the question whether memory leaks all of it stays.
//
// # Inputs
//
// Records of tests are keyed by site and occurrence. Within an activation an input that is kept is read as often as
// before, in loops too: what decides how often is kept with it. Only where a call is cut whose function is kept for the
// sake of other calls, the later occurrences of its sites have smaller numbers in the slice.
//
// # Parts
//
//	Residual         a program that is left, its map, and what of it proofs need (product.go)
//	Product          what a condition leaves open (specialise.go: pairs of locations and states; prune.go: without what leads nowhere)
//	Folded           likewise, with states joined (folded.go)
//	Residual.Lift    invariants of either for the part (evidence.go)
//	Slice            what a criterion depends on (slice.go: what is kept; seek.go: where values come from; cut.go: the program of it;
//	                 filter.go: statements that end executions; unfailing.go: edges that no error follows)
//	LiftProof        invariants of a slice for the program (lift.go)
//
// # What is not modelled
//
// Relations between the states at the entry and at the exit of a function, in Folded and in proofs that are lifted.
// Contexts: in slices, a function has one slice, for all calls that are kept, with all that any of them needs (Binkley,
// LOPLAS 2, 1993, says what that adds). Amorphous slices: statements are kept or cut, never simplified.
package reduce
