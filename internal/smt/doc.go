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
//	s.(smt.Corer).Core()                        // the assumptions that were needed
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
// # Pools
//
// A Pool bounds the number of processes, starts some ahead (a first answer
// takes z3 10 to 60 ms, from a process started ahead less than 1 ms) and uses those of closed
// solvers again. A solver that is not in a Check may lose its process to another; it notices only the time.
//
// # Decorators
//
// Each is a Solver around a Solver: Log writes a script that can be run again;
// Cache answers what follows from earlier answers; Slice asks only about what shares variables
// with the assumptions; Validate evaluates models; Cross asks a second solver. A usual tower:
//
//	NewSlice(c, NewCache(c, NewValidate(c, pool.Open(c), log), store, log), log)
//
// # Horn clauses
//
// OpenHorn gives a HornSolver: Spacer in a z3 process of its own per system. The
// interpretation it finds is a candidate as any other: who builds a proof on it has it checked.
//
// # What is not modelled
//
// Interpolants and quantifier elimination; models of functions that occur under quantifiers; more than one query
// at a time per solver; optimisation. Unsat is believed unless Cross is used: no proof is asked for.
package smt
