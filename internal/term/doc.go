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
// terms are graphs, not trees: a term of a thousand nodes may be equivalent to a tree of
// 2^1000 nodes. So all traversals visit each node once and cache its result.
// Terms may be 10^5 operators deep. [Term.ID] orders terms; operands come
// before the terms that contain them. A Ctx must not be used by several goroutines at once.
//
// A constructor panics if an operand has the wrong sort: this is a mistake of the
// caller. Sorts are values: Bool, Int, bit-vectors of up to 4096 bits,
// binary32 and binary64 floats, arrays from scalars to scalars.
//
// # Rewriting
//
// A constructor returns a term that is equal to the application of the operator in all models,
// but is often smaller. The rules are numbered R1 to R79; the table is in rules.go,
// and a test checks each rule exhaustively at small widths. Each constructor inspects
// a few levels of its operands, which are in normal form already. The normal forms are:
//
//   - And, Or, sums, products, BVAnd and BVOr are flat, with operands in the order of Term.ID. This
//     holds up to 32 operands; a term to which more are added one by one becomes a chain of groups.
//   - Sums are linear: a literal, then terms with literal factors. There is no BVNeg and no
//     subtraction: x - y becomes x + -1*y. A left shift by a literal k becomes a product
//     with 2^k, and -x-1 becomes BVNot.
//   - A right shift by a literal, a mask of contiguous ones, a remainder by 2^k are
//     extracts under BVZext or BVSext. There is no concat with zeros in front.
//   - There is no BVUlt or BVSlt, and no ILe or BVUle with the literal to the left: x < y is
//     Not(y <= x), and k <= x is Not(x <= k-1). So a bound and its negation become x <= k and
//     Not(x <= k).
//   - ILe has all terms to the left, the first with a positive factor, and a literal to the right.
//     An equation has to the left the terms whose factors have the sign of the first term's factor.
//   - The condition of an Ite is never a Not; an Ite of Booleans with a literal arm becomes And or Or.
//
// Division by zero has SMT-LIB's values: bvudiv gives all ones, bvurem and bvsrem
// the dividend, bvsdiv 1 or -1. SMT-LIB does not specify IDiv and IMod by zero, nor conversions of floats that are out
// of range. Constructors never fold these, and Eval returns [ErrUnspecified] if the result depends on one of them.
//
// # Models and evaluation
//
// A [Model] maps names to literals, arrays and functions; a name that it does not map has the value zero.
// [Ctx.Eval] computes the exact value of a term in a model. This holds for floats as well, since each
// operation of Go rounds once. The value of an array is a ConstArray under Stores in the order of their
// indices, so that equal arrays are the same term. [Ctx.ParseModel] reads what z3 and cvc5 answer to get-model.
//
// # Text
//
// [Print] writes a term with a let for each shared node; [Printer] writes a
// session with a solver, in which each shared term is defined once.
// [Ctx.Parse] reads terms back: parsing a printed term gives the same term. Parse translates the operators
// of solvers' dialects (bvsub, rotate, distinct, chains of =, ...) into operators of this package.
// A name is any text without | and \. A name that a solver would read as something else is
// printed with the prefix esc!.
//
// # What is not modelled
//
// Reals, strings, data types, arrays of arrays, fp.rem and fp.fma. Lambdas: ParseModel translates the ones in
// models into stores or functions. Rounding modes other than to nearest, and toward zero for conversions to
// integers. A term in which one name has two sorts. Quantifiers are not
// simplified, and Eval evaluates them over at most 2^16 values.
package term
