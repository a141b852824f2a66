package flow

// A pointer in memory of which a part is overwritten is torn: what is read there
// then is made of its bytes and others. Setting the lowest byte leads to another place
// of the same object, so that the place that was stored is wrong, though the object
// is not; so a torn cell is read as "anywhere in the objects that it holds, or
// unknown". (That the parts of two pointers together give an address of a third
// object is a guess, see Points.)

// write is a range of bytes that a statement writes. If the size is not known it
// is a multiple of grain.
type write struct {
	extent
	grain int64
}

// cuts reports whether w may write a part of c only, where c is the bytes of one
// value (wholeSize: of values at unknown places).
func (w write) cuts(c extent) bool {
	if !w.overlap(c) {
		return false
	}
	if c.size == wholeSize {
		return true
	}
	g := gcd(w.stride, c.stride)
	d := c.off - w.off // a value begins d bytes (modulo g) after w
	if g > 0 {
		d = mod(d, g)
		if g-d < c.size { // one that begins before w reaches into it
			return true
		}
	} else if d < 0 {
		return true
	}
	if w.size != wholeSize {
		if g == 0 {
			return w.size < d+c.size
		}
		rest := mod(w.size-d, g) // between the beginning of the last one and the end of w
		return 0 < rest && rest < c.size
	}
	m := gcd(g, w.grain)
	rest := mod(-d, m)
	if rest == 0 {
		rest = m
	}
	return rest < c.size
}

// overwrite notes a write to t.
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

// tear marks a cell, and tells its readers.
func (s *solver) tear(t *Target, i int) {
	if s.mem[t.ID].cells[i].torn {
		return
	}
	s.mem[t.ID].cells[i].torn = true
	s.redeliver(t, i)
}

// tearAll tears the cells that share bytes with x, now and later.
func (s *solver) tearAll(t *Target, x extent) {
	if x.size == wholeSize {
		s.overwrite(t, write{x, 1})
		return
	}
	n := x.size
	if x.stride > 0 { // further ones are at the same places
		n = min(n, x.stride)
	}
	for k := range n { // each byte on its own
		s.overwrite(t, write{extent{x.off + k, x.stride, 1}, 0})
	}
}

// writtenAnywhere: something was written through an unknown pointer.
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

// takeUnknownWrites lets an exposed object hold what is written through unknown
// pointers.
func (s *solver) takeUnknownWrites(t *Target) {
	if t.Kind == FuncCode || t.Obj != nil && t.Obj.Const {
		return
	}
	s.overwrite(t, write{everything, 1})
	s.fill(t, everything, store{src: s.unknownWrite, size: wholeSize})
}
