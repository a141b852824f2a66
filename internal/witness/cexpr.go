package witness

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// constText returns a C constant with the value of canonical bits. It has a suffix so that its type can hold the value,
// and is a difference for -2^31 and -2^63. ok is false for types without such constants, for NaN and for infinities.
func constText(t ir.Type, bits uint64) (text string, ok bool) {
	switch t.Kind {
	case ir.Bool:
		return strconv.FormatUint(bits&1, 10), true
	case ir.Int:
		return intText(t, bits), t.Bits <= 64
	case ir.Float:
		f := ir.FloatOf(t, bits)
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return "", false
		}
		s := strconv.FormatFloat(f, 'g', -1, int(t.Bits))
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		if t.Bits == 32 {
			s += "F"
		}
		return s, true
	case ir.None, ir.Ptr:
	}
	return "", false
}

// intText is constText for integers.
func intText(t ir.Type, bits uint64) string {
	if !t.Signed {
		s := strconv.FormatUint(bits, 10)
		switch {
		case t.Bits > 32:
			s += "ULL"
		case t.Bits == 32:
			s += "U"
		}
		return s
	}
	v := num.Signed(bits, t.Bits)
	switch {
	case v == math.MinInt64:
		return "(-9223372036854775807LL - 1LL)"
	case t.Bits > 32:
		return strconv.FormatInt(v, 10) + "LL"
	case v == math.MinInt32:
		return "(-2147483647 - 1)"
	}
	return strconv.FormatInt(v, 10)
}

// cType returns the name of t in C; the result is false if C has no such type, or t is not an integer type.
func cType(t ir.Type) (string, bool) {
	name := t.C()
	return name, t.Kind == ir.Int && name != ""
}

// Names returns the C names of registers and objects; the result is false if there is no name at the place in question.
type Names interface {
	Var(*ir.Var) (string, bool)
	Object(*ir.Object) (string, bool)
}

// cExpr returns e as a C expression that has the value of e (for a Bool: nonzero or zero) whenever the names have the
// values of their registers. The expression has no undefined behaviour of its own. ok is false if there is no such C
// expression: for temporaries, quantifiers, addresses, and divisors that may be zero.
func cExpr(e ir.Expr, names Names) (text string, ok bool) {
	c := &cexpr{names: names}
	s := c.expr(e)
	return s, !c.failed
}

// cexpr converts one expression to C.
type cexpr struct {
	names  Names
	failed bool
}

// fail records that there is no C expression.
func (c *cexpr) fail() string {
	c.failed = true
	return ""
}

// atom returns e as an operand of any operator: a name, a literal, or an expression in brackets.
func (c *cexpr) atom(e ir.Expr) string {
	s := c.expr(e)
	if strings.HasPrefix(s, "(") && closesAtEnd(s) {
		return s
	}
	for i := range len(s) {
		if !isIdent(s[i]) && s[i] != '.' {
			return "(" + s + ")"
		}
	}
	return s
}

// closesAtEnd reports whether the bracket that opens s is closed by its last character.
func closesAtEnd(s string) bool {
	end, ok := closing([]byte(s), 0)
	return ok && end == len(s)-1
}

// expr returns e as C text.
func (c *cexpr) expr(e ir.Expr) string {
	switch e := e.(type) { // sound: refused
	case *ir.Const:
		if e.T.Kind == ir.Ptr && e.Bits == 0 {
			return "0"
		}
		if s, ok := constText(e.T, e.Bits); ok {
			return s
		}
	case *ir.Ref:
		if s, ok := c.names.Var(e.Var); ok {
			return s
		}
	case *ir.Unary:
		return c.unary(e)
	case *ir.Binary:
		return c.binary(e)
	case *ir.Cast:
		return c.cast(e)
	case *ir.Load:
		return c.load(e)
	}
	return c.fail()
}

// unary returns an application of a unary operator.
func (c *cexpr) unary(e *ir.Unary) string {
	t := e.X.Type()
	switch {
	case e.Op == ir.LNot:
		return "!" + c.atom(e.X)
	case e.Op == ir.Not && t.Kind == ir.Int:
		if t.Bits >= 32 {
			return "~" + c.atom(e.X)
		}
		return c.castTo(t, "~"+c.atom(e.X))
	case e.Op == ir.Neg && t.Kind == ir.Int:
		return c.expr(&ir.Binary{Op: ir.Sub, X: ir.NewConst(t, 0), Y: e.X})
	}
	return c.fail()
}

// castTo returns the cast of an expression s to t.
func (c *cexpr) castTo(t ir.Type, s string) string {
	name, ok := cType(t)
	if !ok {
		return c.fail()
	}
	return "(" + name + ")" + "(" + s + ")"
}

// binary returns an application of a binary operator.
func (c *cexpr) binary(e *ir.Binary) string {
	t := e.X.Type()
	switch e.Op { // sound: arithmetic, below
	case ir.LAnd, ir.LOr:
		return c.logical(e.Op, e.X) + " " + e.Op.String() + " " + c.logical(e.Op, e.Y)
	case ir.Eq, ir.Ne, ir.Lt, ir.Le:
		if t.Kind == ir.Ptr && (e.Op == ir.Lt || e.Op == ir.Le) {
			return c.fail() // undefined between objects
		}
		return c.comparand(e.X) + " " + e.Op.String() + " " + c.comparand(e.Y)
	}
	if _, ok := cType(t); !ok {
		return c.fail()
	}
	switch e.Op { // sound: refused
	case ir.Add, ir.Sub, ir.Mul:
		return c.arith(e, t)
	case ir.And, ir.Or, ir.Xor: // promotion extends by the sign: the result is in range
		return c.atom(e.X) + " " + e.Op.String() + " " + c.atom(e.Y)
	case ir.Div, ir.Rem:
		d, ok := ir.IsConst(e.Y)
		if !ok || d == 0 || (t.Signed && d == num.Mask(t.Bits)) {
			return c.fail()
		}
		return c.atom(e.X) + " " + e.Op.String() + " " + c.atom(e.Y)
	case ir.Shl, ir.Shr:
		return c.shift(e, t)
	}
	return c.fail()
}

// logical returns e as an operand of the logical operator op.
func (c *cexpr) logical(op ir.BinOp, e ir.Expr) string {
	b, ok := e.(*ir.Binary)
	if ok && (b.Op == op || (b.Op >= ir.Eq && b.Op <= ir.Le)) {
		return c.expr(e)
	}
	return c.atom(e)
}

// comparand returns e as an operand of a comparison.
func (c *cexpr) comparand(e ir.Expr) string {
	if _, ok := e.(*ir.Const); ok {
		return c.expr(e)
	}
	return c.atom(e)
}

// arith returns a sum, difference or product. It is computed in a type in which it cannot overflow, and then converted
// to t.
func (c *cexpr) arith(e *ir.Binary, t ir.Type) string {
	x, y := c.atom(e.X), c.atom(e.Y)
	op := " " + e.Op.String() + " "
	switch {
	case !t.Signed && t.Bits >= 32: // wraps as ir does
		return x + op + y
	case t.Signed && t.Bits == 64:
		return c.castTo(t, "(unsigned long long)"+x+op+"(unsigned long long)"+y)
	}
	// For up to 32 bits, the exact result fits into 64 bits; the cast reduces it modulo 2^n.
	return c.castTo(t, "(long long)"+x+op+"(long long)"+y)
}

// shift returns a shift by a constant amount.
func (c *cexpr) shift(e *ir.Binary, t ir.Type) string {
	n, ok := ir.IsConst(e.Y)
	if !ok || n >= uint64(t.Bits) {
		return c.fail()
	}
	x := c.atom(e.X)
	if e.Op == ir.Shr {
		return fmt.Sprintf("%s >> %d", x, n)
	}
	if !t.Signed && t.Bits >= 32 {
		return fmt.Sprintf("%s << %d", x, n)
	}
	return c.castTo(t, fmt.Sprintf("(unsigned long long)%s << %d", x, n))
}

// cast returns a conversion between integers.
func (c *cexpr) cast(e *ir.Cast) string {
	from := e.X.Type()
	if from.Kind != ir.Int && from.Kind != ir.Bool || e.T.Kind != ir.Int {
		return c.fail()
	}
	name, ok := cType(e.T)
	if !ok {
		return c.fail()
	}
	return "(" + name + ")" + c.atom(e.X)
}

// load returns a read of a named scalar.
func (c *cexpr) load(e *ir.Load) string {
	if a, ok := e.Addr.(*ir.AddrOf); ok && a.Obj.Elem == e.T && a.Obj.Size == int64(e.T.Size()) &&
		!strings.Contains(a.Obj.CType, "[") {
		if s, ok := c.names.Object(a.Obj); ok {
			return s
		}
	}
	return c.fail()
}
