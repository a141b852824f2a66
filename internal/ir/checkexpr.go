package ir

import "github.com/tandem-verifier/tandem/internal/num"

// expr checks e and returns its type; ok is false if a fault was reported in e.
func (c *checker) expr(e Expr) (t Type, ok bool) {
	switch e := e.(type) {
	case *Const:
		return c.literal(e)
	case *Ref:
		if e.Var == nil {
			break
		}
		return e.Var.Type, c.scopeOf(e.Var)
	case *AddrOf:
		if e.Obj == nil {
			break
		}
		return e.T, c.objScope(e.Obj) && c.isPtr(e.T)
	case *FuncAddr:
		if !c.hasFunc(e.Func) {
			c.bad("address of a function that is not in the program")
			return e.T, false
		}
		return e.T, c.isPtr(e.T)
	case *Unary:
		return c.unary(e)
	case *Binary:
		return c.binary(e)
	case *Cast:
		return c.cast(e)
	case *PtrAdd:
		p, ok1 := c.expr(e.P)
		i, ok2 := c.expr(e.Index)
		if ok1 && ok2 && (p.Kind != Ptr || i.Kind != Int) {
			c.bad("ptradd of %s and %s", p, i)
			return p, false
		}
		return p, ok1 && ok2
	case *PtrDiff:
		p, ok1 := c.expr(e.P)
		q, ok2 := c.expr(e.Q)
		if ok1 && ok2 && (p.Kind != Ptr || q != p) {
			c.bad("ptrdiff of %s and %s", p, q)
			ok1 = false
		}
		return c.p.Model.Diff(), ok1 && ok2
	case *Overflows:
		x, ok1 := c.expr(e.X)
		y, ok2 := c.expr(e.Y)
		if ok1 && ok2 && (x.Kind != Int || y != x || e.Op < Add || e.Op > Div) {
			c.bad("overflows of %s %s %s", x, e.Op, y)
			ok1 = false
		}
		return B, ok1 && ok2
	case *Valid:
		return B, c.valid(e)
	case *Load:
		if !c.spec {
			c.bad("load inside an expression: specifications only")
			return e.T, false
		}
		a, ok := c.expr(e.Addr)
		if ok && (a.Kind != Ptr || !storable(e.T) || !c.validType(e.T)) {
			c.bad("mem of type %s at a %s", e.T, a)
			ok = false
		}
		return e.T, ok
	case *Forall:
		return B, c.forall(e)
	}
	c.bad("incomplete expression")
	return Void, false
}

// valid checks a Valid inside of an expression, which only specifications allow. If the condition of an Assume is a
// question, stmt calls question instead of valid.
func (c *checker) valid(e *Valid) bool {
	if !c.spec {
		c.bad("%s inside an expression: conditions of assumes and specifications only", e.What)
		return false
	}
	return c.question(e)
}

// question checks the operands of a question about objects. It returns false if it reported a fault.
func (c *checker) question(e *Valid) bool {
	if e.What < Readable || e.What > Kept || (e.Addr != nil) != e.What.HasAddr() || (e.N != nil) != e.What.hasN() ||
		len(e.Roots) > 0 && e.What != Tracked {
		c.bad("a question about objects with the wrong operands")
		return false
	}
	if e.What == Tracked {
		ok := true
		for _, r := range e.Roots {
			t, is := c.expr(r)
			if is && t.Kind != Ptr && t.Kind != Int {
				c.bad("%s from a %s", e.What, t)
				is = false
			}
			ok = ok && is
		}
		return ok
	}
	a, ok := c.expr(e.Addr)
	if ok && a.Kind != Ptr {
		c.bad("%s of a %s", e.What, a)
		return false
	}
	if e.N == nil {
		return ok
	}
	k, ok2 := c.expr(e.N)
	want := Int
	if e.What == Same {
		want = Ptr
	}
	if ok2 && k.Kind != want {
		c.bad("%s of a %s and a %s", e.What, a, k)
		return false
	}
	return ok && ok2
}

// isPtr checks that t, the type of an address, is the pointer type of the data model.
func (c *checker) isPtr(t Type) bool {
	if t == c.p.Model.Ptr() {
		return true
	}
	c.bad("address of type %s", t)
	return false
}

// literal checks the type and the bits of a literal. Like expr and the methods below, it returns the type, and false if
// it reported a fault.
func (c *checker) literal(e *Const) (Type, bool) {
	t := e.T
	ok := c.validType(t)
	if ok {
		switch t.Kind {
		case Bool, Int, Ptr:
			ok = e.Bits == num.Trunc(e.Bits, t.Bits)
		case Float:
			ok = t.Bits != 32 || e.Bits>>32 == 0
		case None: // refused before
		}
	}
	if !ok {
		c.bad("literal with bits %#x of type %s", e.Bits, t)
	}
	return t, ok
}

// unary checks a Unary.
func (c *checker) unary(e *Unary) (Type, bool) {
	t, ok := c.expr(e.X)
	if !ok {
		return t, false
	}
	switch e.Op {
	case Neg:
		ok = t.Kind == Int || t.Kind == Float
	case Not:
		ok = t.Kind == Int
	case LNot:
		ok = t.Kind == Bool
	case FAbs, FSqrt, FFloor, FCeil, FTrunc, FNearest:
		ok = t.Kind == Float
	default:
		ok = false
	}
	if !ok {
		c.bad("%s of type %s", e.Op, t)
	}
	return t, ok
}

// binary checks a Binary.
func (c *checker) binary(e *Binary) (Type, bool) {
	x, ok1 := c.expr(e.X)
	y, ok2 := c.expr(e.Y)
	t := x
	if e.Op >= Eq {
		t = B
	}
	if !ok1 || !ok2 {
		return t, false
	}
	ok := x == y
	switch e.Op {
	case Add, Sub, Mul, Div:
		ok = ok && (x.Kind == Int || x.Kind == Float)
	case Rem, And, Or, Xor:
		ok = ok && x.Kind == Int
	case Shl, Shr:
		ok = x.Kind == Int && y.Kind == Int
	case Eq, Ne:
	case Lt, Le:
		ok = ok && x.Kind != Bool
	case LAnd, LOr:
		ok = ok && x.Kind == Bool
	default:
		ok = false
	}
	if !ok {
		c.bad("%s %s %s in %s", x, e.Op, y, ExprString(e))
	}
	return t, ok
}

// cast checks a Cast.
func (c *checker) cast(e *Cast) (Type, bool) {
	from, ok := c.expr(e.X)
	if !ok {
		return e.T, false
	}
	ok = c.validType(e.T)
	switch from.Kind {
	case Int:
		ok = ok && e.T.Kind != Bool
	case Float:
		ok = ok && (e.T.Kind == Int || e.T.Kind == Float)
	case Ptr, Bool:
		ok = ok && e.T.Kind == Int
	case None: // refused before
	}
	if !ok {
		c.bad("cast from %s to %s in %s", from, e.T, ExprString(e))
	}
	return e.T, ok
}

// forall checks a quantifier, with its bound register in scope of the body. It returns false if it reported a fault.
func (c *checker) forall(e *Forall) bool {
	if !c.spec {
		c.bad("forall: specifications only")
		return false
	}
	if e.Bound == nil || e.Bound.Type.Kind != Int || !c.validType(e.Bound.Type) {
		c.bad("forall without an integer register")
		return false
	}
	lo, ok1 := c.expr(e.Lo)
	hi, ok2 := c.expr(e.Hi)
	if ok1 && ok2 && (lo != e.Bound.Type || hi != e.Bound.Type) {
		c.bad("forall over %s from %s to %s", e.Bound.Type, lo, hi)
		ok1 = false
	}
	if c.bound == nil {
		c.bound = map[*Var]bool{}
	}
	was := c.bound[e.Bound]
	c.bound[e.Bound] = true
	body, ok3 := c.expr(e.Body)
	c.bound[e.Bound] = was
	if ok3 && body != B {
		c.bad("forall body of type %s", body)
		ok3 = false
	}
	return ok1 && ok2 && ok3
}
