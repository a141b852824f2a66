// Package term implements hash-consed, sorted terms: Booleans, bit-vectors,
// unbounded integers, IEEE floats, arrays, uninterpreted functions and
// quantifiers, with SMT-LIB's semantics. Path formulas, Hoare triples, Horn clauses
// and models consist of these terms.
//
// # A small example
//
//	c := term.New()
//	x := c.Var("x", term.BVSort(32))
//	f := c.Eq(c.BVAdd(x, c.BV(1, 32)), c.BV(0, 32))
//	fmt.Println(f)                                    // (= #xffffffff x)
//	m := term.NewModel()
//	m.Vars["x"] = c.BV(7, 32)
//	ok, err := c.Holds(m, f)                          // false, nil
//	g, err := c.Parse("(bvult x #x00000010)", term.Decls(f))
//
// # Terms
//
// A [Ctx] makes terms and keeps each once, so == is structural equality and
// terms are graphs, not trees: a term of a thousand nodes may stand for a tree of
// 2^1000. Nothing here walks the tree: traversals visit each node once and remember
// results. They may be 10^5 operators deep. [Term.ID] orders terms; operands come
// before the terms that contain them. A Ctx serves one goroutine.
//
// Constructors take operands of the right sorts; others are a mistake of the
// caller, and a panic. Sorts are values: Bool, Int, bit-vectors of up to 4096 bits,
// binary32 and binary64 floats, arrays from scalars to scalars.
//
// # Rewriting
//
// The result of a constructor equals the named application in all models, but is often
// smaller. The rules are numbered, R1 to R72; the table is in rules.go,
// and a test tries each of them exhaustively at small widths. Each constructor looks at
// a few levels of its operands, which are in normal form already. The forms to expect:
//
//   - And, Or, sums, products, BVAnd and BVOr are flat and in the order of their numbers,
//     up to 32 operands (a term that grows one by one becomes a chain of groups).
//   - Sums are linear: a literal, then terms with literal factors. There is no BVNeg and no
//     subtraction, x - y is x + -1*y; a left shift by a literal is a product
//     with 2^k; -x-1 is BVNot.
//   - A right shift by a literal, a mask of contiguous ones, a remainder by 2^k are
//     extracts under BVZext or BVSext. There is no concat with zeros in front.
//   - There is no BVUlt or BVSlt, and no ILe or BVUle with the literal to the left: x < y is
//     not y <= x, and k <= x is not x <= k-1. So a bound and its negation meet as x <= k and its Not.
//   - ILe has all terms to the left, the first with a positive factor, and a literal to the right.
//     Equations have terms of the first term's sign to the left.
//   - Ite's condition is no Not; Ite of Booleans with a literal arm is And or Or.
//
// Division by zero has SMT-LIB's values: bvudiv gives all ones, bvurem and bvsrem
// the dividend, bvsdiv 1 or -1. IDiv and IMod by zero, and conversions of floats out of range, are left open by
// SMT-LIB: they are never folded, and Eval gives [ErrUnspecified] where the result depends on them.
//
// # Models and evaluation
//
// A [Model] maps names to literals, arrays and functions; other names are zero.
// [Ctx.Eval] computes a term in it, exactly: floats too, as each operation of Go rounds
// once. Array values are a ConstArray under Stores in the order of their indices, the same term for equal
// arrays. [Ctx.ParseModel] reads what z3 and cvc5 answer to get-model.
//
// # Text
//
// [Print] writes a term with a let for each shared node; [Printer] writes a
// session with a solver, in which each shared term is defined once.
// [Ctx.Parse] reads terms back: a printed term gives the same term. Solvers' dialects
// (bvsub, rotate, distinct, chains of =, ...) are read as the operators of this package.
// Names are any text without | and \; those that would mean something else to a solver are
// printed with esc! in front.
//
// # What is not modelled
//
// Reals, strings, data types, arrays of arrays, lambda (models' lambdas become stores or
// functions), rounding modes other than to nearest (conversions to
// integers: toward zero), fp.rem and fp.fma. One name with two sorts in one term. Quantifiers are not
// simplified, and evaluated over at most 2^16 values.
package term
