// Package flow has whole-program analyses on which other analyses are based: the call graph, points-to sets, effects of
// statements and functions, liveness, control dependence.
//
// # The idea
//
// All results are over-approximations that hold for every execution (with an exception for numbers that happen to be
// addresses, see Points). They are made once for an immutable program and are safe for concurrent reading.
//
// # A small example
//
//	a := flow.NewPoints(prog)
//	for _, e := range f.Edges {
//	    if s, ok := e.Stmt.(*ir.Store); ok {
//	        fmt.Println(e, "writes", a.Writes(e), "at", a.Expr(s.Addr))
//	    }
//	}
//	// L3 -> L4: store ptradd(p, 1:i32, 4), x writes {@a, main.b} at [@a+4 main.b+4]
//
// # Types
//
//	Calls        call graph, components, recursion
//	Points       points-to sets (Address, Target, Set), what edges and functions read
//	             and write (Effects), whose addresses are not kept after their end (NonEscaping)
//	Live         live registers
//	Ends         which functions may not return
//	Control      control dependence inside a function, for executions that may end anywhere or never
//	EntryInputs  sites that are read at most once in every run
//
// # What is not modelled
//
// Points is insensitive to flow and context: it has one result per register for the whole program. Inlining (package
// instrument) makes it more precise. Data dependence is in package reduce.
package flow
