// Package smt decides by SMT solvers whether a conjunction of terms is satisfiable, and by which values.
//
// # A small example
//
//	c := term.New()
//	s, err := smt.Open(c, smt.Config{})         // the first solver on PATH, z3 if it is there
//	if errors.Is(err, smt.ErrNoSolver) { ... }  // its text names the package to install
//	defer s.Close()
//	x := c.Var("x", term.BVSort(32))
//	s.Assert(c.BVUlt(x, c.BV(10, 32)))
//	s.Push()
//	s.Assert(c.BVUlt(c.BV(8, 32), x))
//	s.Check(ctx, smt.Budget{Time: time.Second}) // Answer{Result: Sat}
//	m, err := s.Model()                         // m.Vars["x"] is 9
//	s.Pop()
//	s.Check(ctx, b, c.Eq(x, c.BV(11, 32)))      // Unsat, by this assumption
//	s.Core()                                    // the assumptions in the core
//
// # Processes
//
// A solver is a process that reads SMT-LIB 2 commands from a pipe: z3 by default, any other by Config. A table in
// config.go has the differences between solvers. Since a process may fail at any time, this package keeps all state
// itself: Push, Pop and Assert change a stack in this package, and Check sends the part of the stack that the process
// does not have yet. If the process crashes, hangs, prints garbage, exceeds its memory limit or is killed because the
// context has ended, the answer is Unknown with a reason, and the next Check sends the stack to a new process. Only one
// query is lost. If the solver keeps declarations over pop, every term is sent once per process: a term that occurs
// again becomes a define-fun, and later uses send its name.
//
// Assumptions are sent as constants that imply them. They are declared in the last level, and stay there until it is
// popped. This is good for assumptions that occur in many queries (cores, bounds of an unrolling), and bad for a stream
// of different assumptions. For such a stream, use Push, Assert, Check, Pop.
//
// # Budgets
//
// Time is a limit of the wall clock: the solver gets the limit, and is killed some time after it. Work is the solver's
// own count of steps (z3 only), which is the same on every machine, as --deterministic requires. Memory is the address
// space of the process.
//
// # The chain
//
// Open returns a chain of links before the process. A query is the set of all asserted and assumed conjuncts. It passes
// from link to link until one of them answers it:
//
//	folded   the connectives alone are contradictory, as in: p, q, not (p and q)      (fold.go)
//	exact    the same set was answered before
//	         the remaining links get parts of the set that share no symbol, one by one   (parts.go)
//	cores    the part contains a set that is known to be Unsat: the core of an earlier answer
//	models   one of the last models satisfies the part
//	values   one of a few values satisfies the part, if it has at most two variables      (values.go)
//	asked    the solver, which gets names for the results of divisions (divide.go), decides all
//	         parts that no link has answered. Its model is evaluated in these parts before it is used
//	         or kept; Unknown is never kept
//
// KLEE has the same order. Each link counts its answers (smt.folded, ..., of smt.queries), so that --json shows the
// share of queries that need no solver. A chain is for the terms of one Ctx, and its store lives as long as the chain.
// Engines share no results of queries with each other, nor with the checker. The Backup gets a query if the solver has
// no answer, and the Second must give the same answer. With dumps, the commands to a process are also written to a
// file, a script that can be run again.
//
// # Horn clauses
//
// OpenHorn returns a HornSolver: Spacer in a separate z3 process for each system. The interpretation that it finds is
// only a candidate: an engine that builds a proof on it has to check it.
//
// # What is not modelled
//
// Interpolants and quantifier elimination; models of functions that occur under quantifiers; more than one query at a
// time per solver; optimisation. Unsat counts without a proof unless a Second solver is configured.
package smt
