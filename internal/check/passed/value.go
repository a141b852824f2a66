package passed

import "github.com/tandem-verifier/tandem/internal/ir"

// most bounds constant distances in bytes, so that sums of them do not overflow.
const most = 1 << 30

// value returns the term of an expression in a state, with an offset if the expression is a pointer. It adds to the
// state the terms of registers, objects and cells that were not read before.
func (c *checker) value(s *state, e ir.Expr) address {
	switch e := e.(type) { // sound: an unknown value
	case *ir.Const:
		return c.made(key{what: "const", t: e.T, n: int64(e.Bits)})
	case *ir.Ref:
		v, ok := s.regs[e.Var]
		if !ok {
			v = c.unknown()
			s.regs[e.Var] = v
		}
		return v
	case *ir.AddrOf:
		if e.Obj.Func == nil {
			v := c.made(key{what: "object", of: e.Obj})
			c.whole(s, v, e)
			return v
		}
		v, ok := s.locals[e.Obj]
		if !ok {
			v = c.unknown()
			s.locals[e.Obj] = v
		}
		c.whole(s, v, e)
		return v
	case *ir.FuncAddr:
		return c.made(key{what: "function", of: e.Func})
	case *ir.PtrAdd:
		p := c.value(s, e.P)
		if n, ok := number(e.Index); ok && n < most && n > -most && e.Scale < most && e.Scale > -most {
			if d := p.off + n*e.Scale; d < most && d > -most {
				return address{p.base, d}
			}
		}
		return c.made(key{what: "add", x: p, y: c.value(s, e.Index), n: e.Scale})
	case *ir.Unary:
		return c.made(key{what: "unary", n: int64(e.Op), x: c.value(s, e.X)})
	case *ir.Binary:
		return c.made(key{what: "binary", n: int64(e.Op), x: c.value(s, e.X), y: c.value(s, e.Y)})
	case *ir.Cast:
		return c.made(key{what: "cast", t: e.T, x: c.value(s, e.X)})
	case *ir.PtrDiff:
		return c.made(key{what: "distance", x: c.value(s, e.P), y: c.value(s, e.Q)})
	case *ir.Overflows:
		return c.made(key{what: "overflows", n: int64(e.Op), x: c.value(s, e.X), y: c.value(s, e.Y)})
	case *ir.Load:
		at := c.value(s, e.Addr)
		for _, h := range s.cells {
			if h.at == at && h.t == e.T {
				return h.val
			}
		}
		v := c.unknown()
		s.cells = append(s.cells, held{at, e.T, v, c.where(e.Addr)})
		return v
	}
	return c.unknown()
}

// whole records that all bytes of a declared object exist; v is its address and e the expression that takes the
// address.
func (c *checker) whole(s *state, v address, e *ir.AddrOf) {
	if o := e.Obj; o.Size > 0 && o.Size < most {
		k := known{lo: 0, hi: o.Size, in: c.where(e)}
		if !o.Const {
			k.whi = o.Size
		}
		s.there[v.base] = k
	}
}

// number returns the value of a constant of an integer type; the result is false for other expressions, and for
// unsigned constants above the range of int64.
func number(e ir.Expr) (int64, bool) {
	k, ok := e.(*ir.Const)
	if !ok || k.T.Kind != ir.Int {
		return 0, false
	}
	n := int64(k.Bits)
	if shift := 64 - k.T.Bits; k.T.Signed {
		n = n << shift >> shift
	}
	return n, k.T.Signed || n >= 0
}

// bytes returns the address and the number of the bytes whose existence q tests; ok is false if q tests something else,
// or the number is not constant.
func (c *checker) bytes(s *state, q *ir.Valid) (at address, n int64, ok bool) {
	if q.What != ir.Readable && q.What != ir.Writable {
		return at, 0, false
	}
	if n, ok = number(q.N); !ok || n <= 0 || n >= most {
		return at, 0, false
	}
	return c.value(s, q.Addr), n, true
}

// question returns the term of the condition q, a test whether bytes at an address are readable or writable. ok is
// false if q tests something else.
func (c *checker) question(s *state, q *ir.Valid) (address, bool) {
	if q.What != ir.Readable && q.What != ir.Writable {
		return address{}, false
	}
	return c.made(key{what: "valid", n: int64(q.What), x: c.value(s, q.Addr), y: c.value(s, q.N)}), true
}
