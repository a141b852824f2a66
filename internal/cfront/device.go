package cfront

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers accesses to memory that is changed from outside: registers of devices at literal addresses
// (Config.MMIO), and volatile objects if each read is an input (Config.VolatileInput). Every read returns a new input.
// A write to a device has no effect, and its address is valid.

// accesses reads and writes bit-fields, volatile objects and members of structures.
type accesses struct{ *fn }

// device returns the address of a place that lies in registers of devices; ok is false for other places. Only constant
// addresses are recognised.
func (f accesses) device(p place) (at uint64, ok bool) {
	if len(f.l.Cfg.MMIO) == 0 || p.addr == nil || p.sym != nil {
		return 0, false
	}
	at, ok = constAddress(p.addr)
	if !ok {
		return 0, false
	}
	n := int64(1)
	if p.bit != nil {
		n = p.bit.Unit
	} else if z, err := f.l.Layout.Sizeof(p.t); err == nil {
		n = max(z, 1)
	}
	for _, r := range f.l.Cfg.MMIO {
		if r.Lo <= at && at <= r.Hi && uint64(n)-1 <= r.Hi-at {
			return at, true
		}
	}
	return 0, false
}

// lost reports whether p lies in registers of devices, so that a write has no effect.
func (f accesses) lost(p place) bool {
	_, ok := f.device(p)
	return ok
}

// constAddress returns the value of a constant address; the result is false if e is not a constant.
func constAddress(e ir.Expr) (uint64, bool) {
	switch e := e.(type) { // sound: any other address is no literal
	case *ir.Const:
		return e.Bits, true
	case *ir.PtrAdd:
		p, ok := constAddress(e.P)
		i, isConst := e.Index.(*ir.Const)
		if ok && isConst {
			sum := p + uint64(signed(i)*e.Scale)
			if w := e.Type().Bits; w < 64 {
				sum &= 1<<w - 1
			}
			return sum, true
		}
	}
	return 0, false
}

// fromOutside returns the input that a read of p yields; ok is false if p is ordinary memory.
func (f accesses) fromOutside(p place) (v value, ok bool) {
	name := "volatile object"
	if at, is := f.device(p); is {
		name = fmt.Sprintf("device at 0x%x", at)
	} else if !f.l.Cfg.VolatileInput || f.u.Model || !p.volatile && !p.t.Attributes().IsVolatile() || p.fleeting {
		return value{}, false
	}
	if ctype.IsVector(p.t) {
		f.l.Fail(f.pos, "vectors in volatile objects and registers of devices are not supported")
	}
	if a := ctype.Elem(p.t.Decay()); p.t.Decay() != p.t && a != nil { // an array: its address
		if p.volatile && !a.Attributes().IsVolatile() {
			f.l.Fail(f.pos, "an array in a volatile structure is not supported with --volatile=input")
		}
		return value{}, false
	}
	if w, wide := f.l.WideForm(p.t); wide {
		return f.inputWide(ir.Library, name, w, p.t), true
	}
	if ctype.IsAggregate(p.t) {
		o := f.object("copy", p.t, f.pos)
		addr := f.addrOf(o)
		f.havocBytes(addr, o.Size, name)
		return value{e: addr, t: p.t}, true
	}
	it, scalar := f.l.IRType(p.t)
	switch {
	case !scalar:
		return value{}, false
	case it.Kind == ir.Ptr:
		return value{e: f.approx(name, it), t: p.t}, true
	case p.bit != nil:
		wide := ctype.Unsigned(it)
		e := ctype.FitBits(f.input(ir.Library, name, wide, 0), p.bit.BitWidth, false)
		return value{e: ir.NewCast(it, ctype.FitBits(ir.NewCast(it, e), p.bit.BitWidth, it.Signed)), t: p.t}, true
	}
	e := f.input(ir.Library, name, it, 0)
	if p.t.Kind() == cc.Bool {
		e = ir.NewCast(it, ir.NewBinary(ir.Ne, e, ir.NewConst(it, 0)))
	}
	return value{e: e, t: p.t}, true
}
