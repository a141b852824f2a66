// Package smt asks SMT solvers whether a conjunction of terms is satisfiable, and by which values.
//
// # A small example
//
//	c := term.New()
//	s, err := smt.Open(c, smt.Config{})         // the first solver on PATH, z3 if it is there
//	if errors.Is(err, smt.ErrNoSolver) { ... }  // says what to install
//	defer s.Close()
//	x := c.Var("x", term.BVSort(32))
//	s.Assert(c.BVUlt(x, c.BV(10, 32)))
//	s.Push()
//	s.Assert(c.BVUlt(c.BV(8, 32), x))
//	s.Check(ctx, smt.Budget{Time: time.Second}) // Answer{Result: Sat}
//	m, err := s.Model()                         // m.Vars["x"] is 9
//	s.Pop()
//	s.Check(ctx, b, c.Eq(x, c.BV(11, 32)))      // Unsat, by this assumption
//	s.Core()                                    // the assumptions that were needed
//
// # Processes
//
// A solver is a process that speaks SMT-LIB 2 over a pipe: z3 by default, any other by Config. A table in config.go
// holds the differences between solvers. A process is unreliable by nature, so nothing depends on it: Push, Pop and
// Assert change a stack in our memory, and Check sends the part of the stack that the process does not have yet. If the
// process crashes, hangs, prints garbage, passes its memory limit or is killed because the context has ended, the
// answer is Unknown with a reason, and the next Check sends the stack to a new process. One query is lost, nothing
// else. If the solver keeps declarations over pop, every term is sent once per process: a term that occurs again is a
// define-fun, and its name is sent.
//
// Assumptions are sent as constants that imply them, in the last level, and stay there until it is popped. This is good
// for assumptions that occur in many queries (cores, bounds of an unrolling), and bad for a stream of different ones.
// For those use Push, Assert, Check, Pop.
//
// # Budgets
//
// Time is a limit of the wall clock: the solver gets it, and is killed some time after it. Work is the solver's own
// count of steps, the same on every machine (z3 only), as --deterministic requires. Memory is the address space of the
// process.
//
// # The chain
//
// Open returns a chain of links before the process. A query is the set of the asserted and assumed conjuncts; it goes
// from link to link until one answers:
//
//	folded   the connectives alone contradict: p, and not (p and q and p), with q    (fold.go)
//	exact    the same set was asked before
//	         the rest is split into parts that share no symbol, each a query of its own   (parts.go)
//	cores    it contains a set that is known to be Unsat: the core of an earlier answer
//	models   one of the last models satisfies it
//	values   one of a few values does, where two variables occur                     (values.go)
//	asked    the solver: the parts that are left. Its models are evaluated in all of
//	         them before they count or are kept; Unknown is never kept
//
// KLEE has the same order. Each link counts its answers (smt.folded, ..., of smt.queries), so that --json shows the
// share of queries that need no solver. A chain knows the terms of one Ctx, and its store lives and dies with it:
// engines share nothing, and nothing with the checker. The Backup is asked if the solver has no answer, the Second must
// agree. With dumps, the commands to a process are also written to a file, a script that can be run again.
//
// # Horn clauses
//
// OpenHorn returns a HornSolver: Spacer in a z3 process of its own per system. The interpretation that it finds is a
// candidate as any other: an engine that builds a proof on it has it checked.
//
// # What is not modelled
//
// Interpolants and quantifier elimination; models of functions that occur under quantifiers; more than one query at a
// time per solver; optimisation. Unsat counts without a proof unless a Second solver is configured.
package smt
