// Package ir is the intermediate representation of programs: typed control-flow automata over pure expressions. The
// comments of this package and its Eval functions define the semantics, which all engines must follow.
//
// # Idea
//
// A Program has functions, global registers and global memory objects. A Func is an automaton: locations, and edges
// that carry one statement each. Only statements have side effects. Expressions are pure and total, so they can be
// moved, substituted and translated to terms freely. Operations that C leaves undefined (division by zero, large
// shifts, signed overflow) have a value here. Where an execution must not use this value, a pass (package instrument)
// inserts a guard, an Assume, before the edge.
//
// Scalars whose address is never taken are registers (Var). All other data is in memory objects (Object, Alloc), which
// LoadStmt, Store, MemCopy and MemSet access. A nondeterministic choice is an Input followed by Assumes. A property is
// an Obligation: its Error locations are never reached.
//
// # A small example
//
// The C program
//
//	int main(void) {
//	  unsigned x = __VERIFIER_nondet_uint();
//	  while (x > 5) x--;
//	  if (x == 7) reach_error();
//	}
//
// in text form (Print, Parse; without positions):
//
//	program ILP32
//	site nondet "nondet_uint@a.c:2:16" name "__VERIFIER_nondet_uint" type u32 in main
//	obligation "unreach-call" text "reach_error()" in "main"
//	entry main
//
//	func main() i32 source "main" {
//	  reg x u32 source "x" ctype "unsigned int"
//	  loc L0 entry
//	  loc L1 exit
//	  loc L2 loop "while" @-
//	  loc L3
//	  loc L4
//	  loc L5 error O0
//	  loc L6
//	  L0 -> L2: x = input #0
//	  L2 -> L3: assume 5:u32 < x [T]
//	  L3 -> L2: x = x - 1:u32
//	  L2 -> L4: assume x <= 5:u32 [F]
//	  L4 -> L5: assume x == 7:u32 [T]
//	  L4 -> L6: assume x != 7:u32 [F]
//	  L6 -> L1: return 0:i32
//	}
//
// # Origins
//
// A program that was derived from another one, its Origin, records where its parts come from: each register, object,
// function, location, site and obligation refers to one part of the Origin, and each edge refers to a sequence of edges
// of the Origin. The following rule holds:
//
// Replace each edge of an execution of the derived program by its Origin and After; the After of a call comes once the
// call has returned. The resulting sequence is the execution of the other program with the same inputs. It includes
// calls and returns of inlined functions. If the execution ends without finishing or reaching an error, the last edges
// may be missing.
//
// If the statement of an edge comes from an edge of the other program, that edge is the last one of its Origin. Edges
// and all other parts may have no origin. The origin of a location l is the location at which the other program is when
// the derived program is at l. So the origins of an edge form a path from the origin of its start to the origin of its
// end. At l, a live register has the value that its origin has in the other program.
//
// A slice (Program.Slice) omits edges that do not matter for some obligations. The replacement then gives only a
// subsequence of an execution of the other program, since edges are missing between the origins of consecutive edges.
// The execution exists only if the missing edges neither end it nor loop for ever. Live registers have the values of
// their origins, other registers need not.
//
// Clone returns a program that is derived from its argument. Passes on a derived program must keep the rule: a pass
// that drops an edge adds the edge's origins to the edges before it (Edge.Then) or after it (Edge.Preface). Check
// checks that origins form paths. Package derive computes maps between the programs from these origins, in both
// directions and over several derivations.
//
// # Types of this package
//
//	Program, Func, Loc, Edge     the automaton (program.go); made by New... (build.go)
//	Var, Object                  registers and memory objects
//	Site, Key, Record            where inputs are read, one read of a run, its value
//	Obligation                   a property to be proved
//	Stmt                         Skip Assign Assume Input LoadStmt Store Decl End Alloc Free MemCopy MemSet
//	                             MemHavoc HavocAll Call Return Math Undefined (stmt.go)
//	Expr                         Const Ref AddrOf FuncAddr Unary Binary Cast PtrAdd PtrDiff Overflows, in
//	                             conditions Valid, and in specifications Load and Forall (expr.go)
//	Type, DataModel, Pos         type.go
//
// # What is here
//
//	EvalUnary ... EvalExpr       the semantics of expressions on canonical bits
//	NewConst ... NotExpr         constructors that fold a little and lose no guard
//	Walk, Map, Vars, Def, Uses   visitors over expressions and statements
//	Subst, Clone                 renaming and deep copies
//	Print, Parse, Dot            text and Graphviz forms; Parse(Print(p)) loses nothing
//	Check, CheckExpr             all structural rules, to be run after each pass
//
// A new kind of statement or expression goes into stmt.go or expr.go, and into files for which the compiler reports
// nothing if it is missing: eval.go, visit.go, clone.go, print.go, parsestmt.go, checkfn.go or checkexpr.go. It also
// goes into testdata/all.ir: the test that parses and prints this file finds omissions in the other files.
//
// # What is not modelled
//
// Aggregates as values, bit-fields (the front end shifts and masks), integers
// wider than 64 bits, threads, signals, longjmp, volatile, rounding modes other
// than to nearest, and x87's 80 bits (the front end makes models of the operations).
package ir
