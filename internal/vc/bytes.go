package vc

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file is memory as single bytes, for objects that are accessed in
// overlapping ways. Pointers do not survive there: reading one gives any pointer,
// writing one gives any bytes.

// at is the index i bytes after a pointer's offset.
func (e *Encoder) at(s *State, p *Value, i int) *term.Term {
	ot := offset(e.Prog.Model.Ptr())
	// The access is valid, so that the sum does not wrap.
	if e.Enc == Ints {
		return e.C.IAdd(p.T, e.C.Int(int64(i)))
	}
	return e.C.BVAdd(p.T, e.C.BV(uint64(i), int(ot.Bits)))
}

func (e *Encoder) readBytes(s *State, t ir.Type, of *flow.Target, c *content, p *Value) *Value {
	a, ok := c.arrs.Get(0)
	if !ok || t.Kind == ir.Ptr {
		return e.any(t, of, "pointer from bytes")
	}
	n := t.Size()
	var parts []*Value // low byte first
	for i := range n {
		parts = append(parts, e.element(s, ir.U8, of, a, e.at(s, p, i)))
	}
	if e.Enc == Ints && t.Kind == ir.Int {
		sum := &Value{T: e.C.Int(0), Lo: new(big.Int), Hi: new(big.Int)}
		ar := e.a.(intArith)
		for i, b := range parts {
			sum = ar.add(sum, ar.mul(b, ar.big(new(big.Int).Lsh(big.NewInt(1), uint(8*i)))))
		}
		return ar.wrap(s, t, sum)
	}
	w := e.a.toBits(ir.U8, parts[0])
	for _, b := range parts[1:] {
		w = e.C.BVConcat(e.a.toBits(ir.U8, b), w)
	}
	if t.Kind == ir.Float {
		return &Value{T: e.C.FPOfBits(w)}
	}
	return e.a.ofBits(t, w)
}

func (e *Encoder) writeBytes(s *State, t ir.Type, c *content, p, v *Value) *arrayPair {
	a, ok := c.arrs.Get(0)
	if !ok {
		return &arrayPair{t: e.C.Fresh("bytes", term.ArraySort(e.indexSort(), e.sort(ir.U8)))}
	}
	out := a.t
	for i := range t.Size() {
		out = e.C.Store(out, e.at(s, p, i), e.byteOf(s, t, v, i))
	}
	return &arrayPair{t: out}
}

// byteOf is byte i of a value, as an element of an array of bytes.
func (e *Encoder) byteOf(s *State, t ir.Type, v *Value, i int) *term.Term {
	if v.T == nil || t.Kind == ir.Ptr {
		return e.unknown(ir.U8, "byte of a pointer").T
	}
	if t.Kind == ir.Float {
		// SMT-LIB has no bits of a float: a constant whose float it is.
		b := e.C.Fresh("fbits", term.BVSort(int(t.Bits)))
		e.axiom(b, e.C.Eq(e.C.FPOfBits(b), v.T))
		u := ir.Type{Kind: ir.Int, Bits: t.Bits}
		return e.byteOf(s, u, e.a.ofBits(u, b), i)
	}
	x := v
	if i > 0 {
		x = e.a.shift(s, ir.Shr, t, v, ir.U8, e.a.konst(ir.U8, uint64(8*i)))
	}
	return e.a.cast(s, t, ir.U8, x).T
}
