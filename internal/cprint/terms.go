package cprint

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// This file writes the expressions of readable text. A C expression has the value of the ir expression, read with the
// sign of its type. From 32 bits on, its C type has exactly this width and sign (possibly another rank, such as long
// for int); below 32 bits, it has a C type that promotes to int. An operand may have a different type (terms.loose) if
// the other operand makes the operation have the right type.

// term is a C expression with the precedence of its outermost operator.
type term struct {
	s string
	p prec
}

// prec is the precedence of a C operator; a larger one binds more strongly.
type prec uint8

const (
	pComma prec = iota
	pCond
	pLOr
	pLAnd
	pOr
	pXor
	pAnd
	pEq
	pRel
	pShift
	pAdd
	pMul
	pUnary
	pPostfix
	pAtom
)

// opPrec has the precedences of the binary operators.
var opPrec = map[ir.BinOp]prec{ir.Add: pAdd, ir.Sub: pAdd, ir.Mul: pMul, ir.Div: pMul, ir.Rem: pMul, ir.And: pAnd,
	ir.Or: pOr, ir.Xor: pXor,
	ir.Shl: pShift, ir.Shr: pShift, ir.Eq: pEq, ir.Ne: pEq, ir.Lt: pRel, ir.Le: pRel, ir.LAnd: pLAnd, ir.LOr: pLOr}

// at returns the text of t as an operand of an operator with precedence p: in parentheses if t binds less strongly.
func (t term) at(p prec) string {
	if t.p < p {
		return "(" + t.s + ")"
	}
	return t.s
}

// sumOf writes x + y or x - y, where e is the ir expression of y. If e is a negative literal, it subtracts instead of
// adding, or adds instead of subtracting.
func (r *terms) sumOf(x term, op ir.BinOp, y term, e ir.Expr) term {
	c, ok := e.(*ir.Const)
	if ok && (op == ir.Add || op == ir.Sub) && c.T.Kind == ir.Int && c.T.Bits >= 32 && !odd(c.T) {
		if n := -num.Signed(c.Bits, c.T.Bits); n > 0 && n <= math.MaxInt32 {
			u, minus := c.T, map[ir.BinOp]ir.BinOp{ir.Add: ir.Sub, ir.Sub: ir.Add}[op]
			if strings.HasSuffix(y.s, "u") || strings.HasSuffix(y.s, "ull") {
				u.Signed = false
				return infix(x, minus, r.constant(&ir.Const{T: u, Bits: uint64(n)}))
			}
			if u.Signed {
				return infix(x, minus, term{strings.TrimPrefix(y.s, "-"), pAtom})
			}
		}
	}
	return infix(x, op, y)
}

// infix writes x op y. It adds parentheses where compilers warn if they are missing.
func infix(x term, op ir.BinOp, y term) term {
	p := opPrec[op]
	px, py := p, p+1
	if p <= pShift && p != pLOr && p != pLAnd { // a + b << c, a & b == c, a == b == c
		px, py = pAdd+1, pAdd+1
		if p >= pEq && p <= pRel {
			px, py = pShift, pShift
		}
	}
	if p == pLOr || p == pLAnd {
		px, py = p, p
		if p == pLOr && x.p == pLAnd {
			px = pEq
		}
		if p == pLOr && y.p == pLAnd {
			py = pEq
		}
	}
	return term{fmt.Sprintf("%s %s %s", x.at(px), cOp(op), y.at(py)), p}
}

// cast writes a cast of t to the C type c.
func (r *terms) cast(c string, t term) term {
	return term{fmt.Sprintf("(%s)%s", c, t.at(pUnary)), pUnary}
}

// expr writes an expression.
func (r *terms) expr(e ir.Expr) term {
	switch e := e.(type) { // sound: refused
	case *ir.Const:
		return r.constant(e)
	case *ir.Ref:
		if x, ok := r.forwarded(e.Var); ok {
			return x
		}
		return term{r.names.vars[e.Var], pAtom}
	case *ir.AddrOf, *ir.FuncAddr, *ir.PtrAdd:
		return r.pointer(e).term
	case *ir.Unary:
		return r.unary(e)
	case *ir.Binary:
		return r.binary(e)
	case *ir.Cast:
		if e.T.Kind == ir.Ptr {
			return r.pointer(e).term
		}
		return r.conversion(e)
	case *ir.PtrDiff:
		return infix(r.pointer(e.P).sure("char"), ir.Sub, r.pointer(e.Q).sure("char"))
	case *ir.Overflows:
		return r.overflow(e)
	case *ir.Valid:
		return r.question(e)
	}
	r.fail("%T in an expression", e)
	return term{"0", pAtom}
}

// text writes an expression that is not an operand.
func (r *terms) text(e ir.Expr) string { return r.expr(e).s }

// constant writes a constant.
func (r *terms) constant(e *ir.Const) term {
	if e.T.Kind == ir.Ptr {
		return r.pointer(e).term
	}
	s := literal(e.T, e.Bits)
	if e.T.Kind == ir.Float {
		if f := ir.FloatOf(e.T, e.Bits); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return decimal(e.T, f)
		}
	}
	if e.T.Kind == ir.Float && math.IsNaN(ir.FloatOf(e.T, e.Bits)) {
		r.needFloatBits()
	}
	if s[0] == '(' {
		s = s[1 : len(s)-1]
		if e.T.Kind != ir.Float && e.T.Bits >= 32 && e.Bits == num.MinOf(e.T.Bits, true) {
			return term{s, pAdd}
		}
		return term{s, pUnary}
	}
	return term{s, pAtom}
}

// decimal writes a finite float with the fewest digits that identify it.
func decimal(t ir.Type, f float64) term {
	s := strconv.FormatFloat(f, 'g', -1, int(t.Bits))
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	if t.Bits == 32 {
		s += "f"
	}
	if s[0] == '-' {
		return term{s, pUnary}
	}
	return term{s, pAtom}
}

// loose writes e as an operand of an operation whose other operand is of type t. C then converts e to t, so e can be a
// literal without suffix, or a value without its cast. ok is false if e has to be written as expr writes it.
func (r *terms) loose(e ir.Expr, t ir.Type) (x term, ok bool) {
	if t.Kind != ir.Int || t.Bits < 32 || odd(t) {
		return term{}, false
	}
	switch e := e.(type) { // sound: written as it is
	case *ir.Const:
		v := int64(e.Bits)
		if t.Signed {
			v = num.Signed(e.Bits, t.Bits)
		}
		if v >= 0 && v <= math.MaxInt32 || t.Signed && v < 0 && v > math.MinInt32 {
			return r.constant(&ir.Const{T: ir.I32, Bits: uint64(v) & num.Mask(32)}), true
		}
	case *ir.Cast:
		from := e.X.Type()
		if from.Kind != ir.Int || odd(from) || from.Bits == 64 && from.Signed != t.Signed && t.Signed {
			break
		}
		if from.Bits < 32 || from.Bits < t.Bits || from.Bits == t.Bits && !t.Signed {
			return r.expr(e.X), true
		}
	}
	return term{}, false
}

// pair writes the operands of an operation of type t. At most one of them is loose.
func (r *terms) pair(x, y ir.Expr, t ir.Type) (term, term) {
	if ly, ok := r.loose(y, t); ok {
		if _, isConst := x.(*ir.Const); !isConst {
			return r.expr(x), ly
		}
	}
	if lx, ok := r.loose(x, t); ok {
		return lx, r.expr(y)
	}
	return r.expr(x), r.expr(y)
}

// unary writes a unary operation.
func (r *terms) unary(e *ir.Unary) term {
	t := e.X.Type()
	switch e.Op {
	case ir.LNot:
		return term{"!" + r.expr(e.X).at(pUnary), pUnary}
	case ir.Not:
		x := term{"~" + r.expr(e.X).at(pUnary), pUnary}
		if t.Signed || t.Bits >= 32 && !odd(t) {
			return x
		}
		return r.wrapped(t, x)
	case ir.Neg:
		if t.Kind == ir.Float {
			return term{"-" + r.expr(e.X).at(pPostfix), pUnary}
		}
		if v := r.facts.of(r.loc, e.X); t.Signed && !odd(t) && t.Bits >= 32 && v.known && v.lo > whole(t).lo {
			return term{"-" + r.expr(e.X).at(pPostfix), pUnary}
		}
		return r.signed(t, r.modular(e))
	case ir.FAbs, ir.FSqrt, ir.FFloor, ir.FCeil, ir.FTrunc, ir.FNearest:
	}
	fn := map[ir.UnOp]string{ir.FAbs: "fabs", ir.FSqrt: "sqrt", ir.FFloor: "floor", ir.FCeil: "ceil", ir.FTrunc: "trunc",
		ir.FNearest: "rint"}[e.Op]
	if t.Bits == 32 {
		fn += "f"
	}
	return term{fmt.Sprintf("__builtin_%s(%s)", fn, r.text(e.X)), pPostfix}
}

// wrapped converts x, a C value of at least 32 bits, to t modulo 2^t.Bits.
func (r *terms) wrapped(t ir.Type, x term) term {
	if odd(t) {
		return term{wrap(t, r.cast(calc(t), x).s), pUnary}
	}
	return r.cast(ctype(t), x)
}

// signed converts x, a result of modular, to a value of type t.
func (r *terms) signed(t ir.Type, x term) term {
	if !odd(t) && !t.Signed && t.Bits >= 32 {
		return x
	}
	return r.wrapped(t, x)
}

// modular writes e so that C computes it in the unsigned type of t's width (at least 32 bits), where t is the type of
// e. Sums, products and negations cannot overflow there.
func (r *terms) modular(e ir.Expr) term {
	t := e.Type()
	u := ir.Type{Kind: ir.Int, Bits: uint8(max(container(t.Bits), 32))}
	plain := !t.Signed && t == u
	switch e := e.(type) { // sound: converted
	case *ir.Const:
		if t.Bits >= 32 && !odd(t) {
			return r.constant(&ir.Const{T: u, Bits: e.Bits})
		}
	case *ir.Unary:
		if e.Op == ir.Neg {
			return infix(r.constant(&ir.Const{T: u}), ir.Sub, r.modular(e.X))
		}
	case *ir.Binary:
		if e.Op != ir.Add && e.Op != ir.Sub && e.Op != ir.Mul {
			break
		}
		if t.Bits < 32 || odd(t) {
			return infix(r.modular(e.X), e.Op, r.modular(e.Y))
		}
		// One unsigned operand makes the operation unsigned.
		if _, ok := e.X.(*ir.Const); ok || r.computes(e.X) {
			return r.sumOf(r.modular(e.X), e.Op, r.operand(e.Y), e.Y)
		}
		if _, ok := e.Y.(*ir.Const); ok || r.computes(e.Y) {
			return r.sumOf(r.operand(e.X), e.Op, r.modular(e.Y), e.Y)
		}
		if plain {
			return infix(r.expr(e.X), e.Op, r.operand(e.Y))
		}
		return infix(r.cast(u.C(), r.expr(e.X)), e.Op, r.operand(e.Y))
	}
	if plain {
		return r.expr(e)
	}
	return r.cast(u.C(), r.expr(e))
}

// computes reports whether modular writes e as an unsigned operation: e is a sum, a product or a negation.
func (r *terms) computes(e ir.Expr) bool {
	switch e := e.(type) { // sound: the others are operands
	case *ir.Unary:
		return e.Op == ir.Neg && e.Type().Kind == ir.Int
	case *ir.Binary:
		return e.Op == ir.Add || e.Op == ir.Sub || e.Op == ir.Mul
	}
	return false
}

// operand writes an operand of an operation whose other operand modular writes, so that C converts this one to an
// unsigned type.
func (r *terms) operand(e ir.Expr) term {
	if _, ok := e.(*ir.Const); ok || r.computes(e) {
		return r.modular(e)
	}
	u := e.Type()
	u.Signed = false
	if x, ok := r.loose(e, u); ok {
		return x
	}
	return r.expr(e)
}

// binary writes a binary operation.
func (r *terms) binary(e *ir.Binary) term {
	t := e.X.Type()
	switch e.Op {
	case ir.LAnd, ir.LOr:
		return infix(r.expr(e.X), e.Op, r.expr(e.Y))
	case ir.Eq, ir.Ne, ir.Lt, ir.Le:
		return r.comparison(e)
	case ir.And, ir.Or, ir.Xor:
		x, y := r.pair(e.X, e.Y, t)
		return infix(x, e.Op, y)
	case ir.Add, ir.Sub, ir.Mul:
		if t.Kind == ir.Float {
			return infix(r.expr(e.X), e.Op, r.expr(e.Y))
		}
		return r.arithmetic(e, t)
	case ir.Div, ir.Rem:
		if t.Kind == ir.Float {
			return infix(r.expr(e.X), e.Op, r.expr(e.Y))
		}
		if r.divides(e, t) {
			x, y := r.pair(e.X, e.Y, t)
			return infix(x, e.Op, y)
		}
		return r.result(t, r.helperDiv(e.Op, t, r.text(e.X), r.text(e.Y)))
	case ir.Shl, ir.Shr:
		return r.shift(e, t)
	default:
		panic("no C for " + e.Op.String())
	}
}

// arithmetic writes a sum, difference or product of integers: without conversions if it cannot overflow (ranges.go).
func (r *terms) arithmetic(e *ir.Binary, t ir.Type) term {
	exact := !odd(t) && t.Bits >= 32
	if exact && (!t.Signed || r.facts.fits(r.loc, e)) {
		x, y := r.pair(e.X, e.Y, t)
		return r.sumOf(x, e.Op, y, e.Y)
	}
	if !exact && t.Bits <= 16 && !odd(t) && (e.Op != ir.Mul || t.Bits <= 8) { // the exact result fits into int
		return r.wrapped(t, infix(r.expr(e.X), e.Op, r.expr(e.Y)))
	}
	return r.signed(t, r.modular(e))
}

// fits reports whether the exact value of e, a sum, difference or product, is in its type at l.
func (r ranges) fits(l *ir.Loc, e *ir.Binary) bool {
	var at []interval
	if r != nil && l != nil {
		at = r[l.ID]
	}
	v := r.exactSum(at, e)
	return v.in(e.Type())
}

// exactSum returns an interval of the exact value of e, a sum, difference or product, in the state at.
func (r ranges) exactSum(at []interval, e *ir.Binary) interval {
	x, y := r.at(at, e.X), r.at(at, e.Y)
	switch e.Op { // sound: nothing is known of the others
	case ir.Add:
		return sum(x, y, 1)
	case ir.Sub:
		return sum(x, y, -1)
	case ir.Mul:
		return product(x, y)
	}
	return interval{}
}

// divides reports whether C's operator has the value that ir gives the division e: the divisor is not 0, and the
// quotient does not overflow.
func (r *terms) divides(e *ir.Binary, t ir.Type) bool {
	x, y := r.facts.of(r.loc, e.X), r.facts.of(r.loc, e.Y)
	if !y.nonzero {
		return false
	}
	return !t.Signed || y.known && (y.lo > -1 || y.hi < -1) || x.known && x.lo > whole(t).lo
}

// result converts s, which a helper computes in at least 32 bits, to t.
func (r *terms) result(t ir.Type, s string) term {
	x := term{s, pPostfix}
	if t.Bits == 32 || t.Bits == 64 {
		return x
	}
	return r.wrapped(t, x)
}

// shift writes a shift; it calls a helper if the amount may be out of range.
func (r *terms) shift(e *ir.Binary, t ir.Type) term {
	n := r.facts.of(r.loc, e.Y)
	inRange := n.known && n.lo >= 0 && n.hi < int64(t.Bits)
	x := r.expr(e.X)
	if e.Op == ir.Shr {
		if inRange {
			return infix(x, ir.Shr, r.amount(e.Y))
		}
		return r.result(t, r.helperShift("shr", t.Signed, t, x.s, r.expr(e.Y).at(pUnary)))
	}
	if !inRange {
		return r.signed(t, term{r.helperShift("shl", false, t, x.at(pUnary), r.expr(e.Y).at(pUnary)), pPostfix})
	}
	u := ir.Type{Kind: ir.Int, Bits: uint8(max(container(t.Bits), 32))}
	switch v := r.facts.of(r.loc, e.X); {
	case !t.Signed && t == u:
		return infix(x, ir.Shl, r.amount(e.Y))
	case t.Signed && t.Bits >= 32 && !odd(t) && v.known && v.lo >= 0 && n.hi < 62 &&
		product(v, interval{1, 1 << uint(n.hi), true, true}).in(t):
		return infix(x, ir.Shl, r.amount(e.Y))
	}
	return r.signed(t, infix(r.cast(u.C(), x), ir.Shl, r.amount(e.Y)))
}

// amount writes the amount of a shift, which may have any C type.
func (r *terms) amount(e ir.Expr) term {
	if c, ok := e.(*ir.Const); ok {
		return term{fmt.Sprint(c.Bits), pAtom}
	}
	return r.expr(e)
}

// mirrored returns the operator for a comparison with its operands exchanged; "" for Eq and Ne.
func mirrored(op ir.BinOp) string { return map[ir.BinOp]string{ir.Lt: ">", ir.Le: ">="}[op] }

// comparison writes a comparison. A constant becomes the right operand.
func (r *terms) comparison(e *ir.Binary) term {
	t := e.X.Type()
	var x, y term
	if t.Kind == ir.Ptr {
		px, py := r.pointer(e.X), r.pointer(e.Y)
		switch {
		case px.points == anything || py.points == anything || px.points == py.points:
			x, y = px.term, py.term
		default:
			x, y = px.to("char"), py.to("char")
		}
		if e.Op >= ir.Lt && px.points != py.points {
			x, y = px.sure("char"), py.sure("char")
		}
	} else {
		x, y = r.pair(e.X, e.Y, t)
	}
	if _, isConst := e.X.(*ir.Const); isConst {
		if op := mirrored(e.Op); op != "" {
			return term{fmt.Sprintf("%s %s %s", y.at(pShift), op, x.at(pShift)), pRel}
		}
		x, y = y, x
	}
	return infix(x, e.Op, y)
}

// conversion writes a Cast to a number or a Bool.
func (r *terms) conversion(e *ir.Cast) term {
	from, to := e.X.Type(), e.T
	x := r.expr(e.X)
	switch {
	case to.Kind == ir.Bool:
		return infix(x, ir.Ne, term{"0", pAtom})
	case from.Kind == ir.Bool && to.Kind == ir.Int && (to.Bits < 32 || to == ir.I32):
		return x
	case to.Kind == ir.Int && from.Kind == ir.Float:
		return term{r.helperTrunc(from, to, x.s), pPostfix}
	case from.Kind == ir.Ptr:
		size := r.p.Model.Size()
		if to.Bits <= size.Bits {
			size.Signed = to.Signed && to.Bits == size.Bits
		}
		n := r.cast(size.C(), x)
		if to == size {
			return n
		}
		return r.wrapped(to, n)
	case to.Kind == ir.Int && odd(to):
		return r.wrapped(to, x)
	case from.Kind == ir.Int && to.Kind == ir.Int && !odd(from):
		if to == ir.I32 && from.Bits < 32 { // promotion
			return x
		}
		if to.Bits < 32 && from.Bits < to.Bits && (to.Signed || !from.Signed) {
			return x
		}
		if v := r.facts.of(r.loc, e.X); to.Bits < 32 && from.Bits <= 32 && v.in(to) && from != ir.U32 {
			return x
		}
	}
	return r.cast(ctype(to), x)
}

// overflow writes a test whether an operation overflows.
func (r *terms) overflow(e *ir.Overflows) term {
	t := e.X.Type()
	if e.Op != ir.Div {
		return term{r.helperOverflow(e.Op, t, r.text(e.X), r.text(e.Y)), pPostfix}
	}
	if !t.Signed {
		return term{"0", pAtom}
	}
	least := r.constant(&ir.Const{T: t, Bits: num.MinOf(t.Bits, true)})
	return infix(infix(r.expr(e.X), ir.Eq, least), ir.LAnd, infix(r.expr(e.Y), ir.Eq, term{"-1", pUnary}))
}
