package ir

import "github.com/tandem-verifier/tandem/internal/num"

// NewConst returns the literal of type t with value v, truncated if t is an Int or Ptr and rounded if t is a Float. As
// a Bool, it is v != 0.
func NewConst(t Type, v int64) *Const {
	switch t.Kind {
	case Float:
		return &Const{t, toFloat(t, I64, uint64(v))}
	case Bool:
		return &Const{t, bit(v != 0)}
	case Int, None, Ptr: // below
	}
	return &Const{t, num.Trunc(uint64(v), t.Bits)}
}

// NewBits returns the literal of type t with the given canonical bits.
func NewBits(t Type, bits uint64) *Const { return &Const{t, bits} }

// NewFloat returns the literal f, rounded to the Float type t.
func NewFloat(t Type, f float64) *Const { return &Const{t, FloatBits(t, f)} }

// NewBool returns the literal true or false.
func NewBool(b bool) *Const { return &Const{B, bit(b)} }

// NewRef returns an expression that reads v.
func NewRef(v *Var) *Ref { return &Ref{v} }

// IsConst reports whether e is a literal, and returns its bits.
func IsConst(e Expr) (bits uint64, ok bool) {
	if c, is := e.(*Const); is {
		return c.Bits, true
	}
	return 0, false
}

// IsTrue reports whether e is the Bool literal true.
func IsTrue(e Expr) bool { b, ok := IsConst(e); return ok && e.Type() == B && b == 1 }

// IsFalse reports whether e is the Bool literal false.
func IsFalse(e Expr) bool { b, ok := IsConst(e); return ok && e.Type() == B && b == 0 }

// The constructors below fold literals and neutral elements. They keep all operations before which a later pass
// (instrument) must insert a guard: they drop an operand or fold literals only if no possible overflow, division by
// zero or large shift disappears.

// NewUnary returns op applied to x.
func NewUnary(op UnOp, x Expr) Expr {
	t := x.Type()
	if c, ok := x.(*Const); ok {
		if op != Neg || t.Kind != Int || !t.Signed || c.Bits != num.MinOf(t.Bits, true) {
			return &Const{t, EvalUnary(op, t, c.Bits)}
		}
	}
	if u, ok := x.(*Unary); ok && u.Op == op && (op == Not || op == LNot) {
		return u.X
	}
	return &Unary{op, x}
}

// NewCast returns x converted to t.
func NewCast(t Type, x Expr) Expr {
	from := x.Type()
	if from == t {
		return x
	}
	if c, ok := x.(*Const); ok {
		return &Const{t, EvalCast(t, from, c.Bits)}
	}
	return &Cast{t, x}
}

// NewPtrAdd returns p + index*scale bytes.
func NewPtrAdd(p, index Expr, scale int64) Expr {
	if c, ok := index.(*Const); ok {
		if scale == 0 || c.Bits == 0 {
			return p
		}
	}
	return &PtrAdd{p, index, scale}
}

// NewBinary returns x op y.
func NewBinary(op BinOp, x, y Expr) Expr {
	cx, okx := x.(*Const)
	cy, oky := y.(*Const)
	if okx && oky && !partial(op, x, y) {
		t := x.Type()
		r := t
		if op >= Eq {
			r = B
		}
		return &Const{r, EvalBinary(op, t, cx.Bits, cy.Bits, cy.T)}
	}
	if op == LAnd || op == LOr {
		return foldLogic(op, x, y)
	}
	if x.Type().Kind != Int {
		return &Binary{op, x, y}
	}
	switch {
	case oky && cy.Bits == 0 && (op == Add || op == Sub || op == Or || op == Xor || op == Shl || op == Shr):
		return x
	case okx && cx.Bits == 0 && (op == Add || op == Or || op == Xor):
		return y
	case oky && cy.Bits == 1 && cy.T.Bits > 1 && (op == Mul || op == Div):
		return x
	case okx && cx.Bits == 1 && cx.T.Bits > 1 && op == Mul:
		return y
	}
	return &Binary{op, x, y}
}

// foldLogic returns x op y for LAnd and LOr.
func foldLogic(op BinOp, x, y Expr) Expr {
	neutral, absorbing := IsTrue, IsFalse
	if op == LOr {
		neutral, absorbing = IsFalse, IsTrue
	}
	switch {
	case neutral(x):
		return y
	case neutral(y):
		return x
	case absorbing(x) && !MayGuard(y):
		return x
	case absorbing(y) && !MayGuard(x):
		return y
	}
	return &Binary{op, x, y}
}

// partial reports whether x op y may overflow, divide by zero, or shift by too much in C.
func partial(op BinOp, x, y Expr) bool {
	t := x.Type()
	if t.Kind != Int {
		return false
	}
	cx, okx := x.(*Const)
	cy, oky := y.(*Const)
	switch op {
	case Add, Sub, Mul:
		return t.Signed && !(okx && oky && !EvalOverflows(op, t, cx.Bits, cy.Bits))
	case Div, Rem:
		if !oky || cy.Bits == 0 {
			return true
		}
		return t.Signed && cy.Bits == num.Mask(t.Bits) && !(okx && cx.Bits != num.MinOf(t.Bits, true))
	case Shl, Shr:
		return !(oky && shiftAmount(cy.Bits, cy.T) < uint64(t.Bits))
	case And, Or, Xor, Eq, Ne, Lt, Le, LAnd, LOr:
		return false
	default: // sound: true is always allowed
		return true
	}
}

// MayGuard reports whether a pass may have to insert a guard before e, because e contains a signed operation that may
// overflow, a division whose divisor may be 0, or a shift whose amount may be too large.
func MayGuard(e Expr) bool {
	found := false
	Walk(e, func(x Expr) bool {
		switch x := x.(type) {
		case *Binary:
			found = found || partial(x.Op, x.X, x.Y)
		case *Unary:
			t := x.Type()
			found = found || (x.Op == Neg && t.Kind == Int && t.Signed)
		case *Const, *Ref, *AddrOf, *FuncAddr, *Cast, *PtrAdd, *PtrDiff, *Overflows, *Valid, *Load, *Forall: // total in C
		}
		return !found
	})
	return found
}

// NewAnd returns the conjunction of es, true if there are none.
func NewAnd(es ...Expr) Expr {
	var r Expr = NewBool(true)
	for _, e := range es {
		r = NewBinary(LAnd, r, e)
	}
	return r
}

// NotExpr returns the negation of cond. It negates comparisons in place if this is exact (x < y becomes y <= x unless
// NaN may occur), and applies De Morgan's laws to logic.
func NotExpr(cond Expr) Expr {
	switch c := cond.(type) { // sound: other conditions get a LNot
	case *Const:
		return NewBool(c.Bits == 0)
	case *Unary:
		if c.Op == LNot {
			return c.X
		}
	case *Binary:
		ordered := c.X.Type().Kind != Float
		switch {
		case c.Op == Eq:
			return &Binary{Ne, c.X, c.Y}
		case c.Op == Ne:
			return &Binary{Eq, c.X, c.Y}
		case c.Op == Lt && ordered:
			return &Binary{Le, c.Y, c.X}
		case c.Op == Le && ordered:
			return &Binary{Lt, c.Y, c.X}
		case c.Op == LAnd:
			return &Binary{LOr, NotExpr(c.X), NotExpr(c.Y)}
		case c.Op == LOr:
			return &Binary{LAnd, NotExpr(c.X), NotExpr(c.Y)}
		}
	}
	return &Unary{LNot, cond}
}
