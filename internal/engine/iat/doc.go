// Package iat is iterative abstract testing with bounded exhaustive testing.
//
// Paper: B. Yin, L. Chen, J. Liu, J. Wang, P. Cousot: Verifying Numerical Programs via Iterative Abstract Testing. SAS
// 2019 (VATer). The names are taken from its algorithms.
//
// # The idea
//
// An abstract test runs the program forward on an abstract input, which is a set of entry inputs, and decides whether
// the assertion holds in the resulting states. If it cannot decide this, an analysis backward from the violated
// assertion computes the inputs that may violate it. These inputs are split into parts that are tested again. A part
// has fewer behaviours, so joins and widening lose less. If a part has few inputs, the program is run on all of them.
//
//	void fun(int n, int flag) {
//	  int x = 0, y = 0;
//	  while (x < n) { x++; if (flag == 1) y += x; else y -= x * x; }
//	  assert(y != 1225);
//	}
//
// is split by n >= 1 and flag == 1 into six parts. Five are proved; in the one with n >= 1 and flag == 1 the backward
// analysis leaves 1 <= n <= 1225, and one of the 1225 runs, with n = 49, fails.
//
// # Files
//
//	iat.go        the engine and its configuration
//	test.go       AbstractTesting (Algorithm 1)
//	worklist.go   the iteration (Algorithm 2), SynergicTesting (Algorithm 4), fitness order
//	split.go      Partition (Algorithm 3): by predicates, else by dichotomy
//	halving.go    when halving ends
//	work.go       the budget of deterministic runs
//	bet.go        SizeChecking and BETesting
//	tree.go       the tree of parts: evidence, text
//
// # Beyond the paper
//
// Each of these additions can be switched off in Config. The threshold of exhaustive testing is the number of native
// runs that fit into a time slice. Some random inputs of the program and of each new part are run first, which may find
// a violation before the split of Fig. 2 does. The evidence is the tree, which package check verifies. Functions that
// are left after inlining (recursive ones) have summaries that relate their exits to their entries. Inputs that are
// read in loops (streams) stay abstract; in programs with such inputs, runs can show violations but prove nothing.
//
// # Deviations
//
// "False" of Algorithm 1 (the invariant implies the negated assertion) does not end the search, since the location may
// not be reachable: inputs of the part are run instead. Exhaustive testing runs the interval hull of a part, since
// points outside of the part may be counterexamples as well; it omits such points only if the condition of the part is
// cheap to evaluate.
//
// # What is not modelled
//
// Only integer inputs are split, and only those that every path reads at most once.
package iat
