// Package flow answers the questions about a whole program that most analyses
// ask before they begin: who calls whom, where a pointer may point, what a
// statement may touch, what is live, what depends on what.
//
// # The idea
//
// Everything here is an over-approximation that holds for every execution
// (exceptions: see Points on numbers that are addresses). All results are made once
// for an immutable program and are safe for concurrent reading.
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
// # Parts
//
//	Calls        call graph, components, recursion
//	Points       points-to sets (Place, Target, Set), what edges and functions read
//	             and write (Effects), which local objects cannot be remembered (NonEscaping)
//	Live         live registers
//	Ends         which functions may not return
//	Control      control dependence inside a function, where executions may end anywhere or never
//	EntryInputs  sites that are read at most once in every run
//
// # What is not modelled
//
// Flow and context: Points gives one answer per register for the whole
// program, so that what helps it is inlining (package instrument). Data
// dependence is left to its user (package reduce), who knows what it is wanted for.
package flow
