// Package smt asks SMT solvers: is this conjunction of terms satisfiable, and by which values?
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
// A solver is a process that speaks SMT-LIB 2 over a pipe: z3 by default, any
// other by Config. What differs between solvers is a table in config.go. A process is
// unreliable by nature, so nothing depends on it: Push, Pop and Assert change a
// stack in our memory, and Check sends what the process does not have yet. If
// it crashes, hangs, prints garbage, passes its memory limit or is killed
// because the context has ended, the answer is Unknown with a reason, and the next
// Check sends the stack to a new process. One query is lost, nothing else.
// Where the solver keeps declarations over pop, every term is sent once
// per process: a term that occurs again is a define-fun, and its name is sent.
//
// Assumptions are sent as constants that imply them, in the last level, and
// stay there until it is popped: good for assumptions that come again
// (cores, bounds of an unrolling), bad for a stream of different ones. For those, Push, Assert, Check, Pop.
//
// # Budgets
//
// Time is a limit of the wall clock, given to the solver and enforced by
// killing it after a grace; Work is the solver's own count of steps and the same on every machine
// (z3 only): what --deterministic needs. Memory is the address space of the process.
//
// # The chain
//
// What Open gives is a chain of links before the process. A question is the set of the conjuncts that are
// asserted and assumed; it goes from link to link until one answers:
//
//	folded   the connectives alone contradict: p, and not (p and q and p), with q    (fold.go)
//	exact    the same set was asked before
//	         what is left is split into parts that share no symbol, each a question of its own   (parts.go)
//	cores    it contains a set that is known to be Unsat: the core of an earlier answer
//	models   one of the last models satisfies it
//	values   one of a few values does, where two variables occur                     (values.go)
//	asked    the solver: the parts that are left. Its models are evaluated in all of
//	         them before they are believed or kept; Unknown is never kept
//
// The order is KLEE's. Each link counts its answers (smt.folded, ..., of smt.queries), so that the share that
// comes before a solver can be read in --json. A chain knows the terms of one Ctx, and its store lives and dies
// with it: engines share nothing, and nothing with the checker. Backup is asked what the solver does not
// know, Second must agree. Where dumps are wanted, what a process is sent is written down as a
// script that can be run again.
//
// # Horn clauses
//
// OpenHorn gives a HornSolver: Spacer in a z3 process of its own per system. The
// interpretation it finds is a candidate as any other: who builds a proof on it has it checked.
//
// # What is not modelled
//
// Interpolants and quantifier elimination; models of functions that occur under quantifiers; more than one query
// at a time per solver; optimisation. Unsat is believed unless a Second solver is configured: no proof is asked for.
package smt
