package instrument

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Fold rewrites an expression to an equal, simpler one. It may drop partial
// operations, so it runs after Guards. Rules, applied bottom-up:
//
//	F1  literals                  2 + 3 -> 5, overflows(2 + 3) -> false
//	F2  casts                     T(T x) -> x; T(M(x)) -> T(x) where M loses nothing that T keeps
//	F3  truth values as numbers   i32(b) != 0 -> b, i32(b) == 0 -> !b, 1 < i32(b) -> false
//	F4  negation                  !(x < y) -> y <= x, !!b -> b, - -x -> x
//	F5  logic                     true && b -> b, b && b -> b, b == true -> b
//	F6  extended operands         i64(x) < i64(y) -> x < y, i64(x) < 7:i64 -> x < 7:i32
//	F7  one operand twice         x <= x -> true, x - x -> 0
//	F8  neutral and zero          x + 0 -> x, x * 0 -> 0
//	F9  by bounds of the shape    (x & 3) < 4 -> true (span)
//	F10 addresses                 &g == 0 -> false, func(f) == func(g) -> false, p + 0 -> p
//	F11 differences               x - y == 0 -> x == y
//	F12 addresses as numbers      u32(p) == 0 -> p == null, u32(p) == u32(q) -> p == q
func Fold(e ir.Expr) ir.Expr { return ir.Map(e, foldNode) }

// foldNode returns e folded by one rule, where the operands of e are folded already.
func foldNode(e ir.Expr) ir.Expr {
	switch n := e.(type) { // sound: left as it is
	case *ir.Unary:
		return foldUnary(n)
	case *ir.Binary:
		return foldBinary(n)
	case *ir.Cast:
		return foldCast(n)
	case *ir.PtrAdd:
		return foldPtrAdd(n)
	case *ir.Overflows:
		x, okx := n.X.(*ir.Const)
		y, oky := n.Y.(*ir.Const)
		if okx && oky { // F1
			return ir.NewBool(ir.EvalOverflows(n.Op, x.T, x.Bits, y.Bits))
		}
		if n.X.Type().Signed && !mayOverflow(n.Op, n.X, n.Y) { // F9
			return ir.NewBool(false)
		}
	}
	return e
}

// foldUnary folds a Unary (F1, F4).
func foldUnary(n *ir.Unary) ir.Expr {
	if c, ok := n.X.(*ir.Const); ok { // F1
		return ir.NewBits(c.T, ir.EvalUnary(n.Op, c.T, c.Bits))
	}
	if n.Op == ir.LNot { // F4
		if not := ir.NotExpr(n.X); !isNot(not) {
			return Fold(not)
		}
		return n
	}
	if x, ok := n.X.(*ir.Unary); ok && x.Op == n.Op && (n.Op == ir.Not || n.Op == ir.Neg) { // F4
		return x.X
	}
	return n
}

// isNot reports whether e is a LNot.
func isNot(e ir.Expr) bool {
	u, ok := e.(*ir.Unary)
	return ok && u.Op == ir.LNot
}

// keeps reports whether every value of the type from is a value of the type to.
func keeps(from, to ir.Type) bool {
	switch {
	case from.Kind != ir.Int || to.Kind != ir.Int:
		return false
	case from.Signed == to.Signed:
		return from.Bits <= to.Bits
	}
	return !from.Signed && from.Bits < to.Bits
}

// foldCast folds a Cast (F1, F2).
func foldCast(n *ir.Cast) ir.Expr {
	from := n.X.Type()
	if from == n.T { // F2
		return n.X
	}
	if c, ok := n.X.(*ir.Const); ok && pure(n.T, from, c.Bits) { // F1
		return ir.NewBits(n.T, ir.EvalCast(n.T, from, c.Bits))
	}
	if m, ok := n.X.(*ir.Cast); ok && n.T.Kind == ir.Int && m.T.Kind == ir.Int { // F2
		src := m.X.Type()
		switch {
		case src.Kind == ir.Bool && (m.T.Bits > 1 || n.T.Bits <= m.T.Bits):
			return foldCast(&ir.Cast{T: n.T, X: m.X})
		case src.Kind == ir.Int && (n.T.Bits <= m.T.Bits || keeps(src, m.T)):
			return foldCast(&ir.Cast{T: n.T, X: m.X})
		}
	}
	return n
}

// pure reports whether the conversion of a literal may be folded. Numbers do not become addresses other than null,
// since this would change the provenance of the address.
func pure(to, from ir.Type, bits uint64) bool {
	return to.Kind != ir.Ptr && from.Kind != ir.Ptr || bits == 0
}

// foldPtrAdd folds a PtrAdd (F10), and nested PtrAdds with literal distances.
func foldPtrAdd(n *ir.PtrAdd) ir.Expr {
	c, ok := n.Index.(*ir.Const)
	if !ok {
		return n
	}
	if c.Bits == 0 || n.Scale == 0 { // F10
		return n.P
	}
	if p, ok := n.P.(*ir.PtrAdd); ok { // add two literal distances, in bytes
		if d, ok := p.Index.(*ir.Const); ok {
			t := ir.Type{Kind: ir.Int, Bits: n.Type().Bits, Signed: true}
			sum := ir.NewConst(t, literal(c)*n.Scale+literal(d)*p.Scale)
			return foldPtrAdd(&ir.PtrAdd{P: p.P, Index: sum, Scale: 1})
		}
	}
	return n
}

// literal returns the value of an Int literal, according to its sign.
func literal(c *ir.Const) int64 {
	if c.T.Signed {
		return num.Signed(c.Bits, c.T.Bits)
	}
	return int64(c.Bits)
}

// foldBinary folds a Binary (F1 and the rules for its operator).
func foldBinary(n *ir.Binary) ir.Expr {
	t := n.X.Type()
	x, okx := n.X.(*ir.Const)
	y, oky := n.Y.(*ir.Const)
	if okx && oky { // F1
		return ir.NewBits(n.Type(), ir.EvalBinary(n.Op, t, x.Bits, y.Bits, y.T))
	}
	if n.Op >= ir.LAnd {
		return foldLogic(n)
	}
	if n.Op >= ir.Eq {
		return foldComparison(n)
	}
	if t.Kind == ir.Int {
		return foldArith(n)
	}
	return n
}

// foldLogic folds LAnd and LOr (F5).
func foldLogic(n *ir.Binary) ir.Expr { // F5
	for _, p := range [2][2]ir.Expr{{n.X, n.Y}, {n.Y, n.X}} {
		if c, ok := p[0].(*ir.Const); ok {
			if (c.Bits == 1) == (n.Op == ir.LAnd) {
				return p[1]
			}
			return p[0]
		}
	}
	if ir.Equal(n.X, n.Y) {
		return n.X
	}
	return n
}

// foldArith folds an operation on Ints (F7, F8).
func foldArith(n *ir.Binary) ir.Expr {
	t := n.X.Type()
	if c, ok := n.Y.(*ir.Const); ok { // F8
		switch {
		case c.Bits == 0:
			switch n.Op { // sound: left as it is
			case ir.Add, ir.Sub, ir.Or, ir.Xor, ir.Shl, ir.Shr:
				return n.X
			case ir.Mul, ir.And:
				return ir.NewConst(t, 0)
			}
		case literal(c) == 1 && (n.Op == ir.Mul || n.Op == ir.Div):
			return n.X
		case n.Op == ir.And && c.Bits == num.Mask(t.Bits):
			return n.X
		}
	}
	if c, ok := n.X.(*ir.Const); ok {
		switch {
		case c.Bits == 0:
			switch n.Op { // sound: left as it is
			case ir.Add, ir.Or, ir.Xor:
				return n.Y
			case ir.Mul, ir.And:
				return n.X
			}
		case literal(c) == 1 && n.Op == ir.Mul:
			return n.Y
		}
	}
	if (n.Op == ir.Sub || n.Op == ir.Xor) && ir.Equal(n.X, n.Y) { // F7
		return ir.NewConst(t, 0)
	}
	if (n.Op == ir.And || n.Op == ir.Or) && ir.Equal(n.X, n.Y) {
		return n.X
	}
	return n
}

// foldComparison folds a comparison (F3, F5 to F7, F9 to F12).
func foldComparison(n *ir.Binary) ir.Expr {
	t := n.X.Type()
	if t.Kind != ir.Float && ir.Equal(n.X, n.Y) { // F7
		return ir.NewBool(n.Op == ir.Eq || n.Op == ir.Le)
	}
	switch t.Kind {
	case ir.Bool:
		return foldTruth(n)
	case ir.Ptr:
		return foldAddresses(n)
	case ir.Int:
	default: // sound: left as it is
		return n
	}
	if e := foldNumberOfTruth(n); e != nil {
		return e
	}
	if e := foldExtended(n); e != nil {
		return e
	}
	if d, ok := n.X.(*ir.Binary); ok && d.Op == ir.Sub && n.Op <= ir.Ne { // F11
		if c, ok := n.Y.(*ir.Const); ok && c.Bits == 0 {
			return foldComparison(&ir.Binary{Op: n.Op, X: d.X, Y: d.Y})
		}
	}
	if e := foldNumbersOfAddresses(n); e != nil {
		return e
	}
	if yes, ok := compareSpans(n.Op, ir.SpanOf(n.X), ir.SpanOf(n.Y), t); ok { // F9
		return ir.NewBool(yes)
	}
	return n
}

// foldNumbersOfAddresses replaces a comparison of pointers that were converted to numbers by a comparison of the
// pointers (F12). Comparisons with null are then decided without the numbers of addresses. It returns nil if n is not
// such a comparison.
func foldNumbersOfAddresses(n *ir.Binary) ir.Expr {
	if n.Op != ir.Eq && n.Op != ir.Ne {
		return nil
	}
	pointer := func(e ir.Expr) ir.Expr {
		if c, ok := e.(*ir.Cast); ok && c.X.Type().Kind == ir.Ptr && c.T.Bits >= c.X.Type().Bits {
			return c.X
		}
		return nil
	}
	x, y := pointer(n.X), pointer(n.Y)
	zero := func(e, p ir.Expr) ir.Expr {
		if c, ok := e.(*ir.Const); ok && c.Bits == 0 && p != nil {
			return &ir.Const{T: p.Type()}
		}
		return nil
	}
	if x == nil {
		x = zero(n.X, y)
	}
	if y == nil {
		y = zero(n.Y, x)
	}
	if x == nil || y == nil {
		return nil
	}
	return foldAddresses(&ir.Binary{Op: n.Op, X: x, Y: y})
}

// foldTruth folds comparisons of a truth value with a literal, such as b == true (F5).
func foldTruth(n *ir.Binary) ir.Expr {
	for _, p := range [2][2]ir.Expr{{n.X, n.Y}, {n.Y, n.X}} {
		if c, ok := p[0].(*ir.Const); ok && n.Op <= ir.Ne {
			if (c.Bits == 1) == (n.Op == ir.Eq) {
				return p[1]
			}
			return foldUnary(&ir.Unary{Op: ir.LNot, X: p[1]})
		}
	}
	return n
}

// foldNumberOfTruth folds comparisons of i32(b) with a literal: it evaluates them for both values of b (F3). It also
// folds i32(b) == i32(c). It returns nil if n is no such comparison.
func foldNumberOfTruth(n *ir.Binary) ir.Expr {
	t := n.X.Type()
	for i, p := range [2][2]ir.Expr{{n.X, n.Y}, {n.Y, n.X}} {
		cast, ok := p[0].(*ir.Cast)
		if !ok || cast.X.Type() != ir.B {
			continue
		}
		c, ok := p[1].(*ir.Const)
		if !ok {
			continue
		}
		var r [2]uint64
		for b := range uint64(2) {
			v := ir.EvalCast(t, ir.B, b)
			if i == 0 {
				r[b] = ir.EvalBinary(n.Op, t, v, c.Bits, t)
			} else {
				r[b] = ir.EvalBinary(n.Op, t, c.Bits, v, t)
			}
		}
		switch {
		case r[0] == r[1]:
			return ir.NewBool(r[0] == 1)
		case r[1] == 1:
			return cast.X
		}
		return foldUnary(&ir.Unary{Op: ir.LNot, X: cast.X})
	}
	// i32(b) == i32(c)
	cx, okx := n.X.(*ir.Cast)
	cy, oky := n.Y.(*ir.Cast)
	if okx && oky && cx.X.Type() == ir.B && cy.X.Type() == ir.B && n.Op <= ir.Ne {
		return &ir.Binary{Op: n.Op, X: cx.X, Y: cy.X}
	}
	return nil
}

// foldExtended removes value-preserving casts on both sides of a comparison (F6). It returns nil if there are none.
func foldExtended(n *ir.Binary) ir.Expr {
	t := n.X.Type()
	cx, okx := n.X.(*ir.Cast)
	cy, oky := n.Y.(*ir.Cast)
	if okx && oky && cx.X.Type() == cy.X.Type() && keeps(cx.X.Type(), t) {
		return foldComparison(&ir.Binary{Op: n.Op, X: cx.X, Y: cy.X})
	}
	shrink := func(cast *ir.Cast, lit ir.Expr) *ir.Const {
		c, ok := lit.(*ir.Const)
		if !ok || !keeps(cast.X.Type(), t) || !t.Signed && literal(c) < 0 {
			return nil
		}
		s := cast.X.Type()
		if v := (ir.Span{Lo: literal(c), Hi: literal(c)}); !v.In(ir.TypeSpan(s)) {
			return nil
		}
		return ir.NewConst(s, literal(c))
	}
	switch {
	case okx:
		if c := shrink(cx, n.Y); c != nil {
			return foldComparison(&ir.Binary{Op: n.Op, X: cx.X, Y: c})
		}
	case oky:
		if c := shrink(cy, n.X); c != nil {
			return foldComparison(&ir.Binary{Op: n.Op, X: c, Y: cy.X})
		}
	}
	return nil
}

// compareSpans returns the value of x op y, and true, if the bounds of x and y determine it. t is the type of both.
func compareSpans(op ir.BinOp, x, y ir.Span, t ir.Type) (yes, ok bool) {
	below := func(a, b ir.Span) bool { return a.Hi < b.Lo && a.Exact(t) }               // a < b for all values
	notAbove := func(a, b ir.Span) bool { return a.Hi <= b.Lo && a.Hi < math.MaxInt64 } // a <= b for all values
	switch op {                                                                         // sound: not known
	case ir.Eq, ir.Ne:
		if below(x, y) || below(y, x) {
			return op == ir.Ne, true
		}
	case ir.Lt:
		if below(x, y) {
			return true, true
		}
		if notAbove(y, x) {
			return false, true
		}
	case ir.Le:
		if notAbove(x, y) {
			return true, true
		}
		if below(y, x) {
			return false, true
		}
	}
	return false, false
}

// foldAddresses folds comparisons of addresses that are known to differ (F10).
func foldAddresses(n *ir.Binary) ir.Expr {
	if n.Op > ir.Ne {
		return n
	}
	if differ(n.X, n.Y) || differ(n.Y, n.X) {
		return ir.NewBool(n.Op == ir.Ne)
	}
	return n
}

// differ reports whether x is the address of a function or an object that is known to differ from y.
func differ(x, y ir.Expr) bool {
	switch a := x.(type) { // sound: not known
	case *ir.FuncAddr:
		switch b := y.(type) { // sound: not known
		case *ir.Const:
			return b.Bits == 0
		case *ir.FuncAddr:
			return a.Func != b.Func
		case *ir.AddrOf:
			return true
		}
	case *ir.AddrOf:
		switch b := y.(type) { // sound: not known
		case *ir.Const:
			return b.Bits == 0
		case *ir.AddrOf: // objects with disjoint lives may have the same address
			return a.Obj != b.Obj && a.Obj.Func == nil && b.Obj.Func == nil
		}
	}
	return false
}
