// Package spl reads SPL, the small language of the Interproc analyser (B. Jeannet: The
// Interproc Analyzer, 2010), and lowers it to ir.
//
//	proc max(a:int, b:int) returns (m:int)
//	begin
//	  if a < b then m = b; else m = a; endif;
//	end
//
//	var x:int, y:int, z:int;
//	begin
//	  assume x >= 0 and y >= 0;
//	  z = max(x, y);
//	  if z < x then fail; endif;
//	end
//
// # The language
//
//	program    proc* ["var" decls ";"] "begin" stmt* "end"
//	proc       "proc" id "(" [decls] ")" "returns" "(" [decls] ")" ["var" decls ";"] "begin" stmt* "end"
//	decls      id ":" ("int" | "real") ("," decls)?
//	stmt       "skip;" "halt;" "fail;" "assume" bool ";"
//	           id "=" expr ";"      "(" ids ")" "=" id "(" ids ")" ";"      id "=" id "(" ids ")" ";"
//	           "if" bool "then" stmt* ["else" stmt*] "endif" ";"
//	           "while" bool "do" stmt* "done" ";"
//	bool       "true" "false" "brandom" expr cmp expr, "not", "and", "or", parentheses
//	expr       number "random" id, - + * / %, cast(expr), sqrt(expr), parentheses
//
// Comments are (* *) and /* */. An operator may have a type and a rounding mode, +_i or
// *_d,n: i computes in integers, f and d in floating point.
//
// # Semantics
//
// Interproc's numbers are unbounded; here an int is C's int and a real is a double, so
// that what is proved holds of the C version of the program: with --overflow=undefined
// an execution ends where an int would leave its range. int / int and int % int
// truncate, as in C. A variable that may be read before it is assigned is an input, those of the main
// program being the entry inputs; fail is a violated assertion.
//
// # What is not modelled
//
// Types l and q; rounding modes other than the default, n for reals and 0 for integers: a
// clear error.
package spl
