package spl

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// chance adds an input at the current location, and returns its value.
func (l *lowering) chance(g *function, name string, t ir.Type, p ir.Pos) ir.Expr {
	v := g.fn.NewVar(fmt.Sprintf("%s.%d", name, len(g.fn.Vars)), t)
	g.step(&ir.Input{Dst: v, Site: l.site(ir.Nondet, name, g, t, p)}, p)
	return ir.NewRef(v)
}

// branch leads to yes if x holds, otherwise to no. As in C the right side of and, or is evaluated only if the left side
// does not decide: a division in it ends no execution that does not evaluate it.
func (l *lowering) branch(g *function, x *expr, yes, no *ir.Loc) { l.decide(g, x, yes, no, false) }

// decide is branch for x or, if not is set, for its negation. The marks of edges refer to the whole condition.
func (l *lowering) decide(g *function, x *expr, yes, no *ir.Loc, not bool) {
	switch x.op {
	case "not":
		l.decide(g, x.x, yes, no, !not)
	case "and", "or":
		mid := g.fn.NewLoc(x.pos)
		if (x.op == "and") != not {
			l.decide(g, x.x, mid, no, not)
		} else {
			l.decide(g, x.x, yes, mid, not)
		}
		g.at = mid
		l.decide(g, x.y, yes, no, not)
	default:
		c := l.cond(g, x)
		d := ir.NewUnary(ir.LNot, c)
		if not {
			c, d = d, c
		}
		g.fn.NewEdge(g.at, yes, &ir.Assume{Cond: c, Mark: ir.True}, x.pos)
		g.fn.NewEdge(g.at, no, &ir.Assume{Cond: d, Mark: ir.False}, x.pos)
	}
}

// binary reports whether a condition has an and, or.
func (x *expr) binary() bool {
	return x.op == "and" || x.op == "or" || x.op == "not" && x.x.binary()
}

// timeless reports whether an expression can be evaluated where C would not evaluate it: it has no inputs, and cannot
// fail or overflow.
func (g *function) timeless(x *expr) bool {
	switch x.op {
	case "number", "name", "true", "false":
		return true
	case "random", "brandom":
		return false
	case "+", "-", "*", "/", "%", "neg":
		if g.typeOf(x).Kind != ir.Float {
			return false
		}
	}
	return g.timeless(x.x) && (x.y == nil || g.timeless(x.y))
}

// cond returns the value of a condition. Its inputs are read before.
func (l *lowering) cond(g *function, x *expr) ir.Expr {
	switch x.op {
	case "true", "false":
		return ir.NewBool(x.op == "true")
	case "brandom":
		return ir.NewBinary(ir.Ne, l.chance(g, "brandom", ir.I32, x.pos), ir.NewConst(ir.I32, 0))
	case "not":
		return ir.NewUnary(ir.LNot, l.cond(g, x.x))
	case "and", "or":
		a := l.cond(g, x.x)
		b := l.cond(g, x.y)
		if x.op == "and" {
			return ir.NewBinary(ir.LAnd, a, b)
		}
		return ir.NewBinary(ir.LOr, a, b)
	}
	t := unify(g.typeOf(x.x), g.typeOf(x.y))
	if t == ir.Void {
		t = ir.I32
	}
	a := l.value(g, x.x, t)
	b := l.value(g, x.y, t)
	switch x.op {
	case "==":
		return ir.NewBinary(ir.Eq, a, b)
	case "!=":
		return ir.NewBinary(ir.Ne, a, b)
	case "<":
		return ir.NewBinary(ir.Lt, a, b)
	case "<=":
		return ir.NewBinary(ir.Le, a, b)
	case ">":
		return ir.NewBinary(ir.Lt, b, a)
	}
	return ir.NewBinary(ir.Le, b, a)
}

// typeOf returns the type of an expression, or Void if it has the type of its context: whole numbers, random.
func (g *function) typeOf(x *expr) ir.Type {
	if !x.typed {
		x.t, x.typed = g.newType(x), true
	}
	return x.t
}

// newType computes the type of an expression, see typeOf.
func (g *function) newType(x *expr) ir.Type {
	switch x.op {
	case "number":
		if x.rational().IsInt() && !strings.ContainsAny(x.text, ".eE") {
			return ir.Void
		}
		return ir.F64
	case "name":
		return g.variable(decl{name: x.text, pos: x.pos}).Type
	case "random":
		return ir.Void
	}
	switch x.kind() {
	case 'i':
		return ir.I32
	case 'f':
		return ir.F32
	case 'd':
		return ir.F64
	}
	switch x.op {
	case "neg":
		return g.typeOf(x.x)
	case "cast", "sqrt":
		return ir.F64
	}
	return unify(g.typeOf(x.x), g.typeOf(x.y))
}

// rational returns the value of a number without point and exponent, 0 for other numbers.
func (x *expr) rational() *big.Rat {
	r := new(big.Rat)
	if strings.ContainsAny(x.text, ".eE") {
		return r
	}
	if num, den, ok := strings.Cut(x.text, "/"); ok && strings.Trim(den, "0") == "" {
		fail(x.pos, "%s/%s divides by zero", short(num), short(den))
	}
	r.SetString(x.text)
	return r
}

// kind returns the letter of the type in a suffix, 0 if there is none.
func (x *expr) kind() byte {
	if x.suffix == "" {
		return 0
	}
	return x.suffix[0]
}

// unify returns the common type of two operands.
func unify(a, b ir.Type) ir.Type {
	switch {
	case a.Kind == ir.Float && a.Bits >= b.Bits, b == ir.Void:
		return a
	case b.Kind == ir.Float || a == ir.Void:
		return b
	}
	return a
}

// value returns an expression as a value of type t. Integers are converted to reals implicitly; the conversion of reals
// to integers needs a cast.
func (l *lowering) value(g *function, x *expr, t ir.Type) ir.Expr {
	own := g.typeOf(x)
	if own == ir.Void {
		own = t
	}
	if own.Kind == ir.Float && t.Kind == ir.Int {
		if x.op == "number" {
			fail(x.pos, "%s is a real number where an int is needed (an int is divided with blanks: 7 / 2)", short(x.text))
		}
		fail(x.pos, "a real value where an int is needed (use cast_i(...), which truncates)")
	}
	e := l.typed(g, x, own)
	if own == t {
		return e
	}
	return ir.NewCast(t, e)
}

// typed returns an expression as a value of its own type t.
func (l *lowering) typed(g *function, x *expr, t ir.Type) ir.Expr {
	switch x.op {
	case "number":
		return x.constant(t)
	case "name":
		return ir.NewRef(g.variable(decl{name: x.text, pos: x.pos}))
	case "random":
		return l.chance(g, "random", t, x.pos)
	}
	x.supported(t)
	switch x.op {
	case "neg":
		return ir.NewUnary(ir.Neg, l.value(g, x.x, t))
	case "sqrt":
		return ir.NewUnary(ir.FSqrt, l.value(g, x.x, t))
	case "cast":
		from := g.typeOf(x.x)
		if from == ir.Void {
			from = t
		}
		return ir.NewCast(t, l.value(g, x.x, from))
	}
	op := map[string]ir.BinOp{"+": ir.Add, "-": ir.Sub, "*": ir.Mul, "/": ir.Div, "%": ir.Rem}[x.op]
	if op == ir.Rem && t.Kind == ir.Float {
		fail(x.pos, "%% of reals is not supported (use %%_i of values cast_i(...))")
	}
	a := l.value(g, x.x, t)
	b := l.value(g, x.y, t)
	return ir.NewBinary(op, a, b)
}

// constant returns the value of a number of type t.
func (x *expr) constant(t ir.Type) ir.Expr {
	if t.Kind == ir.Int {
		n := x.rational().Num() // of a whole number
		if !n.IsInt64() || n.Int64() < math.MinInt32 || n.Int64() > math.MaxInt32 {
			fail(x.pos, "%s does not fit in an int of 32 bits", short(x.text))
		}
		return ir.NewConst(t, n.Int64())
	}
	var f float64
	if strings.ContainsAny(x.text, ".eE") {
		f, _ = strconv.ParseFloat(x.text, 64) // valid for the lexer; infinite if it is too large
	} else {
		f, _ = x.rational().Float64()
	}
	if math.IsInf(f, 0) || t == ir.F32 && math.IsInf(float64(float32(f)), 0) {
		fail(x.pos, "%s is too large for a floating-point number", short(x.text))
	}
	return ir.NewFloat(t, f)
}

// supported fails for types and rounding modes that are not supported.
func (x *expr) supported(t ir.Type) {
	_, r, _ := strings.Cut(x.suffix, ",")
	exact := t.Kind == ir.Int && x.op != "/" && x.op != "cast"
	switch {
	case x.kind() == 'l' || x.kind() == 'q':
		fail(x.pos, "type %c of an operation is not supported (use d)", x.kind())
	case x.op == "sqrt" && t.Kind != ir.Float:
		fail(x.pos, "sqrt of integers is not supported (use cast_i(sqrt_d(...)))")
	case r == "", exact:
	case t.Kind == ir.Int && r != "0":
		fail(x.pos, "integers are divided and cast towards zero, not by rounding mode %s (use _i,0)", r)
	case t.Kind == ir.Float && r != "n":
		fail(x.pos, "rounding mode %s is not supported (use ,n: to the nearest)", r)
	}
}
