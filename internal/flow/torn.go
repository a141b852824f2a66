package flow

import "github.com/tandem-verifier/tandem/internal/num"

// This file finds torn pointers: a pointer in memory is torn if a part of its bytes is overwritten, so that a load
// reads a mix of old and new bytes. Writing the lowest byte makes another address in the same object, so the object is
// still right, but the offset is not. So a load of a torn cell reads any offset in the objects of the cell's addresses,
// or the unknown address. (If parts of two pointers make the address of a third object, that is a guess, see Points.)

// write is a range of bytes that a statement writes. If the size is not known, it is a multiple of grain.
type write struct {
	extent
	grain int64
}

// cuts reports whether w may write only a part of c, the bytes of a value. If c has the size wholeSize, it has values
// at unknown offsets.
func (w write) cuts(c extent) bool {
	if !w.overlap(c) {
		return false
	}
	if c.size == wholeSize {
		return true
	}
	g := num.GCD(w.stride, c.stride)
	d := c.off - w.off // a value begins d bytes (modulo g) after w
	if g > 0 {
		d = mod(d, g)
		if g-d < c.size { // a value that begins before w extends into w
			return true
		}
	} else if d < 0 {
		return true
	}
	if w.size != wholeSize {
		if g == 0 {
			return w.size < d+c.size
		}
		rest := mod(w.size-d, g) // the bytes from the beginning of the last value to the end of w
		return 0 < rest && rest < c.size
	}
	m := num.GCD(g, w.grain)
	rest := mod(-d, m)
	if rest == 0 {
		rest = m
	}
	return rest < c.size
}

// overwrite records a write to t, and tears the cells that it cuts.
func (s *solver) overwrite(t *Target, w write) {
	if t.Kind == FuncCode || t.Obj != nil && t.Obj.Const {
		return
	}
	p := s.pairs[s.pair(normal(t, w.off, w.stride))]
	w.off, w.stride = p.Off, p.Stride
	if w.size != wholeSize {
		w.grain = 0
	}
	m := &s.mem[t.ID]
	if m.written[w] {
		return
	}
	if m.written == nil {
		m.written = map[write]bool{}
	}
	m.written[w] = true
	m.writes = append(m.writes, w)
	for i := 0; i < len(s.mem[t.ID].cells); i++ {
		if w.cuts(s.mem[t.ID].cells[i].extent) {
			s.tear(t, i)
		}
	}
}

// torn reports whether a write may have changed a part of a value in x.
func (s *solver) torn(t *Target, x extent) bool {
	for _, w := range s.mem[t.ID].writes {
		if w.cuts(x) {
			return true
		}
	}
	return false
}

// tear marks a cell as torn, and connects it with its readers again.
func (s *solver) tear(t *Target, i int) {
	if s.mem[t.ID].cells[i].torn {
		return
	}
	s.mem[t.ID].cells[i].torn = true
	s.redeliver(t, i)
}

// tearAll tears the cells that share bytes with x, including cells that are made later.
func (s *solver) tearAll(t *Target, x extent) {
	if x.size == wholeSize {
		s.overwrite(t, write{x, 1})
		return
	}
	n := x.size
	if x.stride > 0 { // further bytes have the same offsets modulo the stride
		n = min(n, x.stride)
	}
	for k := range n { // write each byte separately
		s.overwrite(t, write{extent{x.off + k, x.stride, 1}, 0})
	}
}

// writtenAnywhere records that the program stores to an unknown address.
func (s *solver) writtenAnywhere() {
	if s.writtenThere {
		return
	}
	s.writtenThere = true
	for _, t := range s.a.Targets {
		if s.mem[t.ID].exposed {
			s.takeUnknownWrites(t)
		}
	}
}

// takeUnknownWrites adds to an exposed object the values that are stored to unknown addresses.
func (s *solver) takeUnknownWrites(t *Target) {
	if t.Kind == FuncCode || t.Obj != nil && t.Obj.Const {
		return
	}
	s.overwrite(t, write{everything, 1})
	s.fill(t, everything, store{src: s.unknownWrite, size: wholeSize})
}
