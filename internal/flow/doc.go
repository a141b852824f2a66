// Package flow has whole-program analyses that other analyses start from: the call graph, points-to sets, effects of
// statements and functions, liveness, control dependence.
//
// # The idea
//
// All results are over-approximations that hold for every execution (except for numbers that are addresses, see
// Points). They are made once for an immutable program and are safe for concurrent reading.
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
//	             and write (Effects), which local objects cannot be remembered (NonEscaping)
//	Live         live registers
//	Ends         which functions may not return
//	Control      control dependence inside a function, where executions may end anywhere or never
//	EntryInputs  sites that are read at most once in every run
//
// # What is not modelled
//
// Flow and context: Points has one result per register for the whole program; inlining (package instrument) makes it
// more precise. Data dependence is left to its user (package reduce).
package flow
