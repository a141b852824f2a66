package term

// Rule is the number of a rewrite rule; ruleText describes the rules.
type Rule int

// The rules. Code that applies a rule reports it by rewriter.by.
const (
	R1 Rule = iota + 1
	R2
	R3
	R4
	R5
	R6
	R7
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	R16
	R17
	R18
	R19
	R20
	R21
	R22
	R23
	R24
	R25
	R26
	R27
	R28
	R29
	R30
	R31
	R32
	R33
	R34
	R35
	R36
	R37
	R38
	R39
	R40
	R41
	R42
	R43
	R44
	R45
	R46
	R47
	R48
	R49
	R50
	R51
	R52
	R53
	R54
	R55
	R56
	R57
	R58
	R59
	R60
	R61
	R62
	R63
	R64
	R65
	R66
	R67
	R68
	R69
	R70
	R71
	R72
	R73
	R74
	R75
	R76
	R77
	R78
	R79
	ruleCount
)

// ruleText is the table of rules. Letters denote terms; k, l and m denote literals, n the width of the operands, and k'
// a literal that is computed from k.
var ruleText = [ruleCount]string{
	R1: "an operator of literals is its value; IDiv and IMod by 0 and float conversions out of range stay",

	// Logic
	R2: "not not x = x",
	R3: "and, or: nested ones of up to 32 operands are flattened, units dropped, operands ordered by number, each once",
	R4: "x and false = false, x and not x = false; dually for or",
	R5: "x and (x or y) = x; dually",
	R6: "x and (not x or y) = x and y; dually",
	R7: "a quantifier over a literal is the literal",

	// Equality
	R8:  "x = x is true",
	R9:  "x = true is x, x = false is not x",
	R10: "(not x = not y) is x = y, (not x = y) is not (x = y), (x = not x) is false",
	R11: "an equation or comparison of sums of choices with literal factors, of up to 16 combinations, is decided for " +
		"each; a choice is a literal or an ite whose arms are choices",
	R12: "ite(p, x, y) = x is p or y = x; also with x in the other arm",
	R13: "ite(p, k, y) = l, k and l different, is not p and y = l, if y is no ite; also in the other arm",
	R14: "zext(x) = k is x = k' or false; zext(x) = zext(y) is x = y for x, y of one width; the same with sext",
	R15: "concat(x, y) = k is x = k' and y = k''; concat(x, y) = concat(z, w) is x = z and y = w for operands of the " +
		"same widths",
	R16: "x xor k = l is x = k xor l; x xor y = 0 is x = y",
	R17: "integer equations: like terms are collected and divided by the gcd of their factors (false if it does not " +
		"divide the literal); terms whose factors have the sign of the first are on the left, the others on the right",
	R18: "bit-vector equations with sums: like terms are collected; k*x = l with odd k is x = l/k; an equation is false " +
		"if some 2^j divides all factors, but not the literal; otherwise as R17 without the division",
	R19: "BVToInt(x) = k is x = k' or false; BVToInt(x) = BVToInt(y) is x = y for x, y of one width",
	R20: "operands of commutative operators are ordered by number",

	// Ite
	R21: "ite(true, x, y) = x, ite(false, x, y) = y, ite(p, x, x) = x",
	R22: "ite(not p, x, y) = ite(p, y, x)",
	R23: "ite of Booleans with a literal arm, or an arm that is the condition, is and or or",
	R24: "ite(p, x, not x) is p = x",
	R25: "ite(p, ite(p, x, y), z) = ite(p, x, z); also in the other arm",
	R26: "ite(p, ite(q, x, y), y) = ite(p and q, x, y); ite(p, x, ite(q, x, y)) = ite(p or q, x, y); also with q's " +
		"arms exchanged",
	R27: "ite(x = y, x, y) = y, ite(x = y, y, x) = x",
	R28: "a unary operator of ite(p, k, l) is ite(p, op k, op l); also of an ite of ites of up to 16 literals",

	// Sums and products, of bit-vectors and integers
	R29: "sums: nested ones of up to 32 operands are flattened, like terms collected with literal factors, bvnot(x) " +
		"taken as -x-1, ordered",
	R30: "products: flattened, literal factors collected in front, ordered, and a literal factor of a sum distributed",
	R31: "bvneg(x) = -1*x",
	R32: "-1*x + -1 = bvnot(x); bvnot of a sum is a sum",

	// Bitwise operators
	R33: "bvnot(bvnot(x)) = x, bvnot(x xor k) = x xor bvnot(k)",
	R34: "bvand, bvor: flattened, ordered, literals collected, neutral ones and repetitions dropped",
	R35: "x bvand 0 = 0, x bvand bvnot(x) = 0, x bvor -1 = -1, x bvor bvnot(x) = -1",
	R36: "bvand with a literal of contiguous ones is an extract with zeros on both sides",
	R37: "zext(x) bvand k = zext(x bvand k')",
	R38: "zext(x) bvor 2^k*y, x of up to k bits, is concat(y's low bits, zext(x))",
	R39: "x xor x = 0, x xor 0 = x, x xor -1 = bvnot(x)",
	R40: "bvnot(x) xor y = bvnot(x xor y)",
	R41: "(x xor k) xor l = x xor k', x xor (x xor y) = y",

	// Shifts
	R42: "bvshl(x, k) = 2^k*x, or 0",
	R43: "bvlshr(x, k) = zext(extract(n-1, k, x)), or 0",
	R44: "bvashr(x, k) = sext(extract(n-1, k, x)), k at most n-1",
	R45: "0 shifted is 0; x shifted by 0 is x",

	// Division
	R46: "division of x by literals: bvudiv by 0 is -1, by 1 is x, by 2^k is bvlshr; bvsdiv by 0 is ite(x < 0, 1, -1), " +
		"by 1 is x, by -1 is -x",
	R47: "remainder of x by literals: by 0 is x, by 1 (bvsrem: or -1) is 0; bvurem by 2^k is zext(extract(k-1, 0, x))",
	R48: "0 rem x = 0, x rem x = 0",
	R49: "bvudiv, bvurem of zext(x) by k: computed at x's width; if k does not fit into it, they are 0 and zext(x)",
	R50: "bvsdiv, bvsrem of zext(x) by k > 0 are bvudiv, bvurem",

	// Width
	R51: "extract of extract is one extract",
	R52: "extract of concat(x, y): extract of x or of y, or concat of extracts of both",
	R53: "extract of zext(x), sext(x): extract of x, zeros, copies of the sign, or an extension of an extract",
	R54: "extract of 2^k*x: extract of x, zeros, or concat of an extract of x and zeros",
	R55: "extract of low bits of a sum or product with extended operands, and any extract of a bitwise operator with a " +
		"literal: the operator of extracts; extract of bvnot is bvnot of extract",
	R56: "concat(concat(x, y), z) = concat(x, concat(y, z)), concat(0, x) = zext(x)",
	R57: "concat of two literals is a literal, concat of two adjacent extracts of one term is one extract; also below " +
		"ites with the same conditions",
	R58: "concat(ext(x), y) = ext(concat(x, y)) for zext and sext; concat(k, zext(x)) = concat(k', x)",
	R59: "zext of zext, sext of sext, sext of zext are one extension",

	// Comparisons
	R60: "bvult(x, y) = not bvule(y, x), and signed",
	R61: "bvule, bvsle at the extremes are true, an equality or its negation; k <= x is not x <= k-1; x <= x is true",
	R62: "comparisons of extended operands, or of one with a literal, become comparisons of the operands, true or false",
	R63: "ILe: all terms are on the left, divided by the gcd of their factors, and the literal on the right, rounded " +
		"down; if the first factor is negative, it is the negation of the opposite inequality",
	R64: "ILe is true or false if it follows from the bounds of BVToInt and IMod",
	R65: "BVToInt(x) <= k is bvule(x, k); BVToInt(x) <= BVToInt(y) is bvule(x, y), and < is bvult, for x, y of one width",

	// Div, mod, conversions of integers, by literals other than 0
	R66: "IDiv(x, k) with k < 0 is -IDiv(x, -k), IMod(x, k) is IMod(x, -k); IDiv(x, 1) = x, IMod(x, 1) = 0",
	R67: "IDiv(k*x + y, k) = x + IDiv(y, k), IMod(k*x + y, k) = IMod(y, k); in IMod by k, a summand IMod(x, k*m) is x; " +
		"if x is in 0..k-1, IDiv(x, k) = 0 and IMod(x, k) = x; IDiv(IDiv(x, k), l) = IDiv(x, k*l) for positive k, l",
	R68: "BVToInt(IntToBV(x)) = IMod(x, 2^n), IntToBV(BVToInt(x)) is x extended or truncated, " +
		"BVToInt(zext(x)) = BVToInt(x), IntToBV(IMod(x, 2^m)) = IntToBV(x) for m >= n",

	// Arrays. Indices are different if their difference is a literal other than 0
	R69: "select of store at the same index is the value, at a different index the select of the stored array (for at " +
		"most 256 stores); select of a constant array is its value",
	R70: "store of a store at the same index drops the inner store; storing the value that is there gives the array",

	// Floats
	R71: "fp.neg fp.neg x = x, fp.abs of fp.neg or fp.abs; float -> double -> float is x; fp.roundToIntegral " +
		"of an integral float x is x; converted integers are no NaN",
	R72: "x fp.eq x and x fp.leq x are not fp.isNaN(x), x fp.lt x is false",

	// Choices and orders
	R73: "select at an index that is a sum of choices, of up to 8 combinations, is an ite of selects at literals",
	R74: "x <= y or y <= x is true, not x <= y implies y <= x; for bvule and bvsle",
	R75: "in an ite of choices, of up to 16 literals, each literal occurs once: ite(c, k, rest), where c says that the " +
		"choice is k",
	R76: "ite(p, ite(c, x, y), z): c is simplified by p, if it is p or a junction with p or not p; in the other arm by " +
		"not p",
	R77: "ite(p, extract(i, j, x), extract(i, j, y)) = extract(i, j, ite(p, x, y)), for x, y of one width",
	R78: "x + l, for a choice x of up to 16 literals, is a choice",
	R79: "an equation or comparison of sums of extensions that do not wrap is one of integers: true or false by the " +
		"bounds of the sums, like terms collected, divided by the gcd of the factors, the bound rounded down",
}

// by counts an application of rule r and returns its result t.
func (c *rewriter) by(r Rule, t *Term) *Term {
	c.fired[r]++
	return t
}
