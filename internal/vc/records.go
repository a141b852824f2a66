package vc

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Records returns the inputs of the execution that a model describes: one record for each value that an event reads,
// in order, for the events whose guard holds in the model. Bytes of memory without a record are zero. An event whose
// guard cannot be evaluated counts as not occurring.
func (e *Encoder) Records(m *term.Model) []ir.Record {
	var out []ir.Record
	occ := map[int]int{}
	for _, ev := range e.Events {
		if ok, err := e.C.Holds(m, ev.Guard); err != nil || !ok || ev.Site == nil {
			continue
		}
		key := ir.Key{Site: ev.Site.ID, Occ: occ[ev.Site.ID]}
		occ[ev.Site.ID]++
		if ev.Value != nil && ev.Value.T != nil {
			if ev.Type.Kind == ir.Ptr {
				key.Off = -1
			}
			if v, err := e.C.Eval(m, ev.Value.T); err == nil {
				if bits, ok := BitsOf(ev.Type, v); ok {
					out = append(out, ir.Record{Key: key, Type: ev.Type, Bits: bits})
				}
			}
		}
		for _, b := range ev.Bytes {
			out = append(out, e.bytesRecords(m, key, b)...)
		}
	}
	return out
}

// bytesRecords returns the records of one field of an input that fills memory.
func (e *Encoder) bytesRecords(m *term.Model, key ir.Key, b Bytes) []ir.Record {
	if b.Type.Kind == ir.Ptr {
		return nil
	}
	t := ir.Type{Kind: ir.Int, Bits: uint8(8 * b.Type.Size())}
	var out []ir.Record
	add := func(off int64, v *term.Term) {
		if bits, ok := BitsOf(b.Type, v); ok && off >= 0 {
			key.Off = off
			out = append(out, ir.Record{Key: key, Type: t, Bits: num.Trunc(bits, t.Bits)})
		}
	}
	if b.Value != nil {
		if v, err := e.C.Eval(m, b.Value.T); err == nil {
			add(b.Off, v)
		}
		return out
	}
	arr, err := e.C.Eval(m, b.Array)
	if err != nil {
		return nil
	}
	seen := map[int64]bool{}
	for ; arr.Op() == term.Store; arr = arr.Arg(0) {
		i, ok := arr.Arg(1).Big()
		if !ok {
			break
		}
		if w := arr.Arg(1).Sort().Bits; w > 0 && i.Bit(int(w)-1) == 1 {
			i = new(big.Int).Sub(i, new(big.Int).Lsh(big.NewInt(1), uint(w)))
		}
		if i.IsInt64() && !seen[i.Int64()] {
			seen[i.Int64()] = true
			add(i.Int64(), arr.Arg(2))
		}
	}
	if arr.Op() != term.ConstArray || arr.Arg(0) == e.C.Zero(arr.Arg(0).Sort()) {
		return out
	}
	// All other elements have one value. It is not zero, the default, so they need records.
	if size, err := e.C.Eval(m, b.Size.T); err == nil {
		if n, ok := constOff(&Value{T: size}); ok {
			for off, k := b.Off, 0; off < n && k < maxFill; off, k = off+b.Stride, k+1 {
				if !seen[off] {
					add(off, arr.Arg(0))
				}
			}
		}
	}
	return out
}

// maxFill bounds the elements of an array that get a record each because of its default value.
const maxFill = 1 << 14
