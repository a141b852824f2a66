package exec

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Compiled expressions. A value returns canonical bits of any type, a cond the
// value of a Bool, and a pointer the address and the provenance of a Ptr.
type (
	value   func(m *Interp) uint64
	cond    func(m *Interp) bool
	pointer func(m *Interp) (addr uint64, inst uint32)
)

// compileValue compiles an expression of any type.
func compileValue(e ir.Expr) (value, error) {
	switch e := e.(type) { // sound: refused
	case *ir.Const:
		c := e.Bits
		return func(*Interp) uint64 { return c }, nil
	case *ir.Ref:
		id := e.Var.ID
		if e.Var.Global {
			return func(m *Interp) uint64 { return m.regs[id] }, nil
		}
		return func(m *Interp) uint64 { return m.r[id] }, nil
	case *ir.AddrOf, *ir.FuncAddr, *ir.PtrAdd:
		p, err := compilePointer(e)
		if err != nil {
			return nil, err
		}
		return func(m *Interp) uint64 { a, _ := p(m); return a }, nil
	case *ir.Unary:
		x, err := compileValue(e.X)
		if err != nil {
			return nil, err
		}
		op, t := e.Op, e.X.Type()
		return func(m *Interp) uint64 { return ir.EvalUnary(op, t, x(m)) }, nil
	case *ir.Binary:
		return compileBinary(e)
	case *ir.Cast:
		return compileCast(e)
	case *ir.PtrDiff:
		p, q, err := compilePointers(e.P, e.Q)
		if err != nil {
			return nil, err
		}
		w := e.P.Type().Bits
		return func(m *Interp) uint64 {
			a, i := p(m)
			b, j := q(m)
			m.compared(i, j)
			return num.Trunc(a-b, w)
		}, nil
	case *ir.Overflows:
		x, y, err := compileValues(e.X, e.Y)
		if err != nil {
			return nil, err
		}
		op, t := e.Op, e.X.Type()
		return func(m *Interp) uint64 { return toBit(ir.EvalOverflows(op, t, x(m), y(m))) }, nil
	case *ir.Valid:
		return compileValid(e)
	}
	return nil, fmt.Errorf("%T on an edge", e)
}

// compileValues compiles two expressions.
func compileValues(a, b ir.Expr) (value, value, error) {
	x, err := compileValue(a)
	if err != nil {
		return nil, nil, err
	}
	y, err := compileValue(b)
	return x, y, err
}

// compilePointers compiles two expressions of Ptr type.
func compilePointers(a, b ir.Expr) (pointer, pointer, error) {
	x, err := compilePointer(a)
	if err != nil {
		return nil, nil, err
	}
	y, err := compilePointer(b)
	return x, y, err
}

// toBit returns the canonical bits of a Bool.
func toBit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// compared records that the order or distance of two pointers with provenances i and j is visible to the program.
func (m *Interp) compared(i, j uint32) {
	if i != j {
		m.run.Addr = true
		m.expose(i)
		m.expose(j)
	}
}

// mayTouch reports whether x == y may compare the end of one object with the
// start of another, or a pointer to a dead object with a pointer to an object that may have its address. C
// leaves open whether these are equal.
func mayTouch(x, y ir.Expr) bool {
	_, cx := x.(*ir.Const)
	_, cy := y.(*ir.Const)
	return !cx && !cy && !provEqual(x, y)
}

// local returns the Var.ID of the register that e reads; ok is false unless e is a Ref of a local register.
func local(e ir.Expr) (id int, ok bool) {
	r, ok := e.(*ir.Ref)
	if !ok || r.Var.Global {
		return 0, false
	}
	return r.Var.ID, true
}

// compileBinary compiles an arithmetic operation or a condition as a value.
func compileBinary(e *ir.Binary) (value, error) {
	t := e.X.Type()
	if e.Op >= ir.Eq {
		c, err := compileCond(e)
		if err != nil {
			return nil, err
		}
		return func(m *Interp) uint64 { return toBit(c(m)) }, nil
	}
	x, y, err := compileValues(e.X, e.Y)
	if err != nil {
		return nil, err
	}
	if t.Kind == ir.Int {
		if v := compileSum(e, t, x, y); v != nil {
			return v, nil
		}
	}
	op, yt := e.Op, e.Y.Type()
	return func(m *Interp) uint64 { return ir.EvalBinary(op, t, x(m), y(m), yt) }, nil
}

// compileSum compiles the integer operations that are frequent in programs to specialised
// closures. It returns nil for the others.
func compileSum(e *ir.Binary, t ir.Type, x, y value) value {
	mask := num.Mask(t.Bits)
	i, xl := local(e.X)
	j, yl := local(e.Y)
	c, yc := ir.IsConst(e.Y)
	switch e.Op { // sound: nil: compiled by the general case
	case ir.Add, ir.Sub:
		if e.Op == ir.Sub && !yc {
			return func(m *Interp) uint64 { return (x(m) - y(m)) & mask }
		}
		if e.Op == ir.Sub {
			c = -c
		}
		switch {
		case xl && yc:
			return func(m *Interp) uint64 { return (m.r[i] + c) & mask }
		case yc:
			return func(m *Interp) uint64 { return (x(m) + c) & mask }
		case xl && yl:
			return func(m *Interp) uint64 { return (m.r[i] + m.r[j]) & mask }
		}
		return func(m *Interp) uint64 { return (x(m) + y(m)) & mask }
	case ir.Mul:
		return func(m *Interp) uint64 { return (x(m) * y(m)) & mask }
	case ir.And:
		return func(m *Interp) uint64 { return x(m) & y(m) }
	case ir.Or:
		return func(m *Interp) uint64 { return x(m) | y(m) }
	case ir.Xor:
		return func(m *Interp) uint64 { return x(m) ^ y(m) }
	}
	return nil
}

// compileCond compiles an expression of type Bool.
func compileCond(e ir.Expr) (cond, error) {
	b, ok := e.(*ir.Binary)
	if !ok {
		if u, ok := e.(*ir.Unary); ok && u.Op == ir.LNot {
			x, err := compileCond(u.X)
			if err != nil {
				return nil, err
			}
			return func(m *Interp) bool { return !x(m) }, nil
		}
		v, err := compileValue(e)
		if err != nil {
			return nil, err
		}
		return func(m *Interp) bool { return v(m) != 0 }, nil
	}
	t := b.X.Type()
	switch {
	case b.Op == ir.LAnd || b.Op == ir.LOr:
		x, err := compileCond(b.X)
		if err != nil {
			return nil, err
		}
		y, err := compileCond(b.Y)
		if err != nil {
			return nil, err
		}
		and := b.Op == ir.LAnd
		return func(m *Interp) bool { // strict: both sides are evaluated
			p, q := x(m), y(m)
			if and {
				return p && q
			}
			return p || q
		}, nil
	case b.Op < ir.Eq:
		return nil, fmt.Errorf("arithmetic as a condition")
	case t.Kind == ir.Ptr && (b.Op == ir.Lt || b.Op == ir.Le):
		p, q, err := compilePointers(b.X, b.Y)
		if err != nil {
			return nil, err
		}
		le := b.Op == ir.Le
		return func(m *Interp) bool {
			a, i := p(m)
			c, j := q(m)
			m.compared(i, j)
			return a < c || le && a == c
		}, nil
	case t.Kind == ir.Ptr && mayTouch(b.X, b.Y):
		p, q, err := compilePointers(b.X, b.Y)
		if err != nil {
			return nil, err
		}
		eq := b.Op == ir.Eq
		return func(m *Interp) bool {
			a, i := p(m)
			c, j := q(m)
			if i != j {
				m.expose(i)
				m.expose(j)
				if i != 0 && j != 0 && (m.mem.atEnd(a, i) || m.mem.atEnd(c, j) || !m.mem.insts[min(i, j)].alive) {
					m.run.Addr = true
				}
			}
			return (a == c) == eq
		}, nil
	}
	x, y, err := compileValues(b.X, b.Y)
	if err != nil {
		return nil, err
	}
	if t.Kind == ir.Float {
		op := b.Op
		return func(m *Interp) bool { return ir.EvalBinary(op, t, x(m), y(m), t) != 0 }, nil
	}
	return compileCompare(b, t, x, y), nil
}

// compileCompare compiles comparisons of Int and Bool operands, and Eq and Ne of Ptr operands.
func compileCompare(b *ir.Binary, t ir.Type, x, y value) cond {
	i, xl := local(b.X)
	j, yl := local(b.Y)
	c, yc := ir.IsConst(b.Y)
	d, xc := ir.IsConst(b.X)
	switch b.Op {
	case ir.Eq:
		switch {
		case xl && yc:
			return func(m *Interp) bool { return m.r[i] == c }
		case xl && yl:
			return func(m *Interp) bool { return m.r[i] == m.r[j] }
		}
		return func(m *Interp) bool { return x(m) == y(m) }
	case ir.Ne:
		switch {
		case xl && yc:
			return func(m *Interp) bool { return m.r[i] != c }
		case xl && yl:
			return func(m *Interp) bool { return m.r[i] != m.r[j] }
		}
		return func(m *Interp) bool { return x(m) != y(m) }
	case ir.Lt, ir.Le:
	default:
		panic("no comparison: " + b.Op.String())
	}
	if t.Kind != ir.Int || !t.Signed {
		if b.Op == ir.Lt {
			return func(m *Interp) bool { return x(m) < y(m) }
		}
		return func(m *Interp) bool { return x(m) <= y(m) }
	}
	sh := 64 - t.Bits
	sc, sd := int64(c<<sh), int64(d<<sh)
	if b.Op == ir.Lt {
		switch {
		case xl && yc:
			return func(m *Interp) bool { return int64(m.r[i]<<sh) < sc }
		case xc && yl:
			return func(m *Interp) bool { return sd < int64(m.r[j]<<sh) }
		case xl && yl:
			return func(m *Interp) bool { return int64(m.r[i]<<sh) < int64(m.r[j]<<sh) }
		}
		return func(m *Interp) bool { return int64(x(m)<<sh) < int64(y(m)<<sh) }
	}
	switch {
	case xl && yc:
		return func(m *Interp) bool { return int64(m.r[i]<<sh) <= sc }
	case xc && yl:
		return func(m *Interp) bool { return sd <= int64(m.r[j]<<sh) }
	case xl && yl:
		return func(m *Interp) bool { return int64(m.r[i]<<sh) <= int64(m.r[j]<<sh) }
	}
	return func(m *Interp) bool { return int64(x(m)<<sh) <= int64(y(m)<<sh) }
}

// compileCast compiles a cast as a value.
func compileCast(e *ir.Cast) (value, error) {
	from, to := e.X.Type(), e.T
	if from.Kind == ir.Ptr && to.Kind == ir.Int {
		p, err := compilePointer(e.X)
		if err != nil {
			return nil, err
		}
		return func(m *Interp) uint64 {
			a, i := p(m)
			if a != 0 {
				m.run.Addr = true
				m.expose(i)
			}
			if m.mem.wild(a, i) {
				m.run.Wild = true
			}
			return ir.EvalCast(to, from, a)
		}, nil
	}
	if to.Kind == ir.Ptr {
		p, err := compilePointer(e)
		if err != nil {
			return nil, err
		}
		return func(m *Interp) uint64 { a, _ := p(m); return a }, nil
	}
	x, err := compileValue(e.X)
	if err != nil {
		return nil, err
	}
	if from.Kind == ir.Int && to.Kind == ir.Int {
		mask := num.Mask(to.Bits)
		if !from.Signed || from.Bits >= to.Bits {
			return func(m *Interp) uint64 { return x(m) & mask }, nil
		}
		sh := 64 - from.Bits
		return func(m *Interp) uint64 { return uint64(int64(x(m)<<sh)>>sh) & mask }, nil
	}
	return func(m *Interp) uint64 { return ir.EvalCast(to, from, x(m)) }, nil
}

// compilePointer compiles an expression of Ptr type.
func compilePointer(e ir.Expr) (pointer, error) {
	switch e := e.(type) { // sound: refused
	case *ir.Const:
		c := e.Bits
		if c < FirstObject {
			return func(m *Interp) (uint64, uint32) { return c, 0 }, nil
		}
		return func(m *Interp) (uint64, uint32) { return c, m.forged(c) }, nil
	case *ir.Ref:
		id := e.Var.ID
		if e.Var.Global {
			return func(m *Interp) (uint64, uint32) { return m.regs[id], m.regProv[id] }, nil
		}
		return func(m *Interp) (uint64, uint32) { return m.r[id], m.p[id] }, nil
	case *ir.AddrOf:
		id := e.Obj.ID
		if e.Obj.Func == nil {
			return func(m *Interp) (uint64, uint32) { return m.layout.Base[id], uint32(id + 1) }, nil
		}
		return func(m *Interp) (uint64, uint32) {
			i := m.o[id]
			return m.mem.insts[i].base, i
		}, nil
	case *ir.FuncAddr:
		id := e.Func.ID
		return func(m *Interp) (uint64, uint32) { return m.layout.funcs[id], 0 }, nil
	case *ir.PtrAdd:
		p, err := compilePointer(e.P)
		if err != nil {
			return nil, err
		}
		x, err := compileValue(e.Index)
		if err != nil {
			return nil, err
		}
		pt, it, scale := e.P.Type(), e.Index.Type(), e.Scale
		if c, ok := ir.IsConst(e.Index); ok {
			d := ir.EvalPtrAdd(ir.P64, 0, c, it, scale)
			mask := num.Mask(pt.Bits)
			return func(m *Interp) (uint64, uint32) { a, i := p(m); return (a + d) & mask, i }, nil
		}
		return func(m *Interp) (uint64, uint32) {
			a, i := p(m)
			return ir.EvalPtrAdd(pt, a, x(m), it, scale), i
		}, nil
	case *ir.Cast:
		from, to := e.X.Type(), e.T
		if from.Kind == ir.Ptr {
			p, err := compilePointer(e.X)
			if err != nil {
				return nil, err
			}
			return func(m *Interp) (uint64, uint32) { a, i := p(m); return ir.EvalCast(to, from, a), i }, nil
		}
		x, err := compileValue(e.X)
		if err != nil {
			return nil, err
		}
		return func(m *Interp) (uint64, uint32) {
			a := ir.EvalCast(to, from, x(m))
			return a, m.forged(a)
		}, nil
	}
	return nil, fmt.Errorf("%T as a pointer", e)
}

// forged returns the provenance of a pointer that is made from the number a. It marks the instance as guessed.
func (m *Interp) forged(a uint64) uint32 {
	i := m.mem.find(a)
	if i != 0 {
		m.run.Addr = true
		m.mem.insts[i].guessed = true
	}
	return i
}
