// Package horn is the engine that proves by constrained Horn clauses.
//
// # The idea
//
// The invariants of a program are the unknowns of a system of clauses. There is one
// predicate for each cut point (loop head) over the registers that are live there, and
// one clause for each way from a cut point to the next:
//
//	x = 0; y = 0;                     x = 0 and y = 0              => P(x, y)
//	while (x < n) { x++; y += 2; }    P(x, y) and x < n            => P(x+1, y+2)
//	assert(y == 2*x);                 P(x, y) and n <= x, y != 2x  => false
//
// Spacer, the Horn engine of z3, looks for predicates that make all clauses true. These are
// inductive invariants that exclude the error: they are written as expressions again
// (vc.LiftOver) and go out as evidence, and to the board as a claim. If there are none, some run
// of the model reaches the error; other engines have to find its inputs.
//
// # Arguments
//
// Passed are integers and truth values: live registers, global registers, and the cells of
// static objects that the program reaches at constant offsets only. Pointers, floats,
// arrays and the heap are not: at a cut point they are arbitrary, which is sound.
//
// # Calls
//
// What package instrument did not inline (recursion, mostly) is never entered. A function
// f has a predicate of its entry and a summary, both over scalars (calls.go):
//
//	y = f(x)     P(x) => Entry(x)         P(x) and S(x, y) => Q(y)
//	return e     P'(n, ..) => S(n, e)
//
// Evidence has contracts at the exit over globals and the result alone. So first a
// solution is sought with summaries S(y), which evidence can express; then with S(x, y), whose
// solutions may have to be given up. What a callee may write (package flow) is arbitrary after
// the call but for what the summary says.
//
// # Variants
//
// Spacer is sensitive to how clauses are written. Variants are tried one after the other:
//
//	contracts   simple summaries; programs with calls only
//	loose       a clause for each path of a block, without conditions that compare with the ends of
//	            types: they seldom matter, and lemmas get stuck on them
//	joined      a clause for each block, paths joined by if-then-else
//	strict      arithmetic does not wrap; it is an error to leave a type: a stronger claim in simpler clauses
//	ideal       arithmetic does not wrap; the solution is a guess, of which Houdini keeps what is
//	            inductive for machine integers; equalities are also tried modulo 2^w
//	split       a clause for each path, all conditions, other options of Spacer
//
// Variants without wrapping are left out where nothing can leave its type (guards against
// overflow say so to package vc).
//
// Spacer: A. Komuravelli, A. Gurfinkel, S. Chaki, SMT-based model checking for recursive
// programs, CAV 2014. Proof rules as clauses: S. Grebenshchikov, N. Lopes, C. Popeea, A.
// Rybalchenko, Synthesizing software verifiers from proof rules, PLDI 2012.
//
// # Not done
//
// Arrays as arguments; tests from derivations of false; facts of other engines in the clauses.
package horn
