package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file writes the code that resets memory between two runs of an enumeration. It does
// the same as JIT.resetMemory, which takes longer than a short run.

// span is a range [lo, hi) of addresses, whole words of 8 bytes.
type span struct{ lo, hi uint32 }

// restored returns the parts of memory with global objects that a run may change. Objects begin at
// multiples of 16, and the bytes from their end to the next word belong to no object.
func restored(p *ir.Program, lay *Layout, facts *memFacts) []span {
	var out []span
	for _, o := range p.Objects {
		if !facts.written[o.ID] || o.Size == 0 {
			continue
		}
		lo := uint32(lay.Base[o.ID])
		hi := lo + uint32(o.Size+7)&^7
		if n := len(out); n > 0 && lo-out[n-1].hi < 64 {
			out[n-1].hi = hi
		} else {
			out = append(out, span{lo, hi})
		}
	}
	return out
}

const (
	maxWords = 256     // most bytes of global objects that are restored word by word
	maxImage = 1 << 20 // most bytes of image; with more, the host resets memory
	maxClear = 256     // most bytes of fresh objects that are cleared word by word
	maxFresh = 1 << 20 // most bytes of fresh objects; with more, the host resets memory
)

// spanBytes returns the total length of ss.
func spanBytes(ss []span) (n uint64) {
	for _, s := range ss {
		n += uint64(s.hi - s.lo)
	}
	return n
}

// imageBytes returns the size of the image in linear memory, 0 if there is no image. The image has the bytes of each
// span and their shadow.
func imageBytes(ss []span) uint32 {
	if n := spanBytes(ss); n > maxWords && 2*n <= maxImage {
		return uint32(2 * n)
	}
	return 0
}

// emitReset writes the helper that restores the initial contents of memory.
func (c *compiler) emitReset(w *wasm.Func) {
	if 2*spanBytes(c.spans) > maxImage {
		w.Call(c.host[hostReset])
		return
	}
	null := c.emitNull(w)
	hi, high, at := w.Local(wasm.I32), w.Local(wasm.I32), w.Local(wasm.I32)
	heap := int32(c.at.heap)
	// All objects that are not global lie below the bump pointer or below its highest former value.
	w.Load(null, wasm.I32Load, atBump)
	w.Tee(hi)
	w.Load(null, wasm.I32Load, atHigh)
	w.Tee(high)
	w.Get(hi)
	w.Get(high)
	w.Op(wasm.I32GtU)
	w.Select()
	w.Set(hi)
	w.Get(hi)
	w.OpI32(wasm.I32Sub, heap)
	w.OpI32(wasm.I32GtU, maxFresh)
	w.Load(null, wasm.I32Load, atOrigins)
	w.Op(wasm.I32Or)
	w.If()
	w.Call(c.host[hostReset])
	w.Return()
	w.End()

	if imageBytes(c.spans) > 0 {
		image := c.at.image
		for _, s := range c.spans {
			n := s.hi - s.lo
			for _, to := range []uint32{s.lo, s.lo + c.at.shadow} {
				w.I32(int32(to))
				w.I32(int32(image))
				w.I32(int32(n))
				w.MemoryCopy()
				image += n
			}
		}
	} else {
		c.emitWords(w, null)
	}

	fresh := w.Block()
	w.Get(hi)
	w.OpI32(wasm.I32Eq, heap)
	w.BrIf(fresh)
	w.Get(hi)
	w.OpI32(wasm.I32LeU, heap+maxClear)
	w.If()
	{
		w.I32(heap)
		w.Set(at)
		l := w.Loop()
		for _, table := range []uint32{0, c.at.shadow, c.at.meta} {
			for _, off := range []uint32{0, 8} {
				w.Get(at)
				w.I64(0)
				w.Mem(wasm.I64Store, table+off)
			}
		}
		w.Get(at)
		w.OpI32(wasm.I32ShrU, 2)
		w.I32(0)
		w.Mem(wasm.I32Store, c.at.owner)
		w.Get(at)
		w.OpI32(wasm.I32Add, 16)
		w.Tee(at)
		w.Get(hi)
		w.Op(wasm.I32LtU)
		w.BrIf(l)
		w.End()
	}
	w.Else()
	{
		clear := func(lo, shift uint32) {
			w.I32(int32(lo))
			w.I32(0)
			w.Get(hi)
			w.OpI32(wasm.I32Sub, heap)
			w.OpI32(wasm.I32ShrU, int32(shift))
			w.MemoryFill()
		}
		for _, table := range []uint32{0, c.at.shadow, c.at.meta} {
			clear(c.at.heap+table, 0)
		}
		clear(c.at.heap/4+c.at.owner, 2)
	}
	w.End()
	w.Get(null)
	w.I32(heap)
	w.Mem(wasm.I32Store, atBump)
	w.Get(null)
	w.I32(0)
	w.Mem(wasm.I32Store, atHigh)
	w.End()
	w.Get(null)
	w.I32(int32(c.at.dying))
	w.Mem(wasm.I32Store, atDying)
}

// emitWords writes code that restores the global objects, with a constant for each word.
func (c *compiler) emitWords(w *wasm.Func, null uint32) {
	word := func(image []byte, at uint32, table uint32) {
		var x uint64
		for k := uint32(7); k < 8; k-- {
			x <<= 8
			if i := at + k - FirstObject; i < uint32(len(image)) {
				x |= uint64(image[i])
			}
		}
		w.Get(null)
		w.I64(int64(x))
		w.Mem(wasm.I64Store, at+table)
	}
	for _, s := range c.spans {
		for at := s.lo; at < s.hi; at += 8 {
			word(c.lay.Image, at, 0)
			word(c.lay.Init, at, c.at.shadow)
		}
	}
}

// hostReset implements the host function reset, for the cases that emitReset leaves to the host.
func (j *JIT) hostReset([]uint64) { j.resetMemory() }

// emitNull adds a local that is always 0 and returns it; see emitter.bound for the load from it.
func (c *compiler) emitNull(w *wasm.Func) uint32 {
	null := w.Local(wasm.I32)
	w.Load(null, wasm.I32Load8U, c.at.pages*wasm.PageSize-1)
	w.Drop()
	return null
}
