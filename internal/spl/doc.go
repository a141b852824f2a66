// Package spl reads SPL, the small language of the Interproc analyser (B. Jeannet: The Interproc Analyzer, 2010), and
// lowers it to ir.
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
//	program  = proc* body .
//	proc     = "proc" name "(" [decls] ")" "returns" "(" [decls] ")" body .
//	body     = ["var" [decls] ";"] "begin" stmt* "end" .
//	decls    = name ":" ("int" | "real") {"," name ":" ("int" | "real")} .
//	stmt     = "skip" ";" | "halt" ";" | "fail" ";" | "assume" cond ";"
//	         | name "=" (expr | "random") ";"
//	         | (name | "(" [names] ")") "=" name "(" [names] ")" ";"
//	         | "if" cond "then" stmt* ["else" stmt*] "endif" ";"
//	         | "while" cond "do" stmt* "done" ";" .
//	cond     = "true" | "false" | "brandom" | expr ("==" | "!=" | "<" | "<=" | ">" | ">=") expr
//	         | "not" cond | cond "and" cond | cond "or" cond | "(" cond ")" .
//	expr     = number | name | "-" expr | expr ("+" | "-" | "*" | "/" | "%") expr
//	         | ("cast" | "sqrt") expr | "(" expr ")" .
//
// The operator not binds tighter than and, which binds tighter than or; cast and sqrt bind tighter than a sign. An
// operator may have a type and a rounding mode: +_i, cast_d,n. Numbers are 12, 1.5, .5, 2.5e-3 and the rational 1/3,
// which has no blanks in it. Comments are (* *) and /* */, which nest, and //. Extensions of Interproc's own grammar:
// blocks may be empty, random may occur in expressions, and procedures may be called before they are declared.
//
// # Semantics
//
// Interproc's numbers are unbounded; here an int is C's int and a real is a double, so that proofs hold for the C
// version of the program: with --overflow=undefined an execution ends where an int would leave its range. Operators
// without a type compute in the type of their operands; if one operand is an int and the other a real, it is real. The
// types i, f and d are int, float and double. int / int and int % int truncate, as in C. Whole numbers have the type of
// their context: r = 1 / 2 is 0.5 if r is a real. The right side of and, or is evaluated only if the left side does not
// decide the result, so that a division in it ends no other execution.
//
// A variable that may be read before it is assigned is an input at the beginning of its procedure; such variables of
// the main program are the entry inputs. fail is a violated assertion; Config defines its meaning under other
// properties. The first result of a procedure is the result of the ir function; the others are passed in global
// registers (f.name), which the caller reads immediately after the call.
//
// # Files
//
// lex.go and parse.go make the syntax tree, reads.go finds the inputs, lower.go and expr.go lower the tree. Errors are
// panics with an *Error, which Parse recovers. Nesting and the size of expressions are bounded, since the functions on
// the tree are recursive.
//
// # What is not modelled
//
// Types l and q; rounding modes other than the default, which is n for reals and 0 for integers; % of reals and sqrt of
// integers. The parser reports these as errors.
package spl
