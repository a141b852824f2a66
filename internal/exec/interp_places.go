package exec

import "github.com/tandem-verifier/tandem/internal/ir"

// This file handles addresses in the interpreter: their scheme, the objects whose addresses the program may know, and
// the symbolic addresses (ir.Place), which are the same in every scheme.

// Arrange sets the scheme of later runs. It returns an error if the global objects do not fit.
func (m *Interp) Arrange(s Scheme) error {
	var at *placer
	if s.Kind != Usual {
		at = newPlacer(s, m.prog.Model)
	}
	l, err := newLayout(m.prog, at, m.reuse)
	if err != nil {
		return err
	}
	m.layout, m.scheme, m.mem.placer, m.begun = l, s, at, false
	return nil
}

// expose records that the program has converted the address of instance i to a number, or compared it.
func (m *Interp) expose(i uint32) { m.mem.insts[i].exposed = true }

// exposeAt exposes the instances of the stored pointers that include a byte of instance i, given its index.
func (m *Interp) exposeAt(at uint64, i uint32) {
	n := uint64(m.prog.Model) / 8
	in := &m.mem.insts[i]
	for lo := at - min(n-1, at-in.place); lo < at+n && lo+n <= in.place+in.size; lo++ {
		if and, _ := m.mem.shadows(lo, int(n)); and&ShadowPtr != 0 {
			m.expose(m.mem.find(m.mem.get(lo, int(n))))
		}
	}
}

// guess is called when bytes that are not a stored pointer are loaded as a pointer of the given kind, and the result
// addr lies in instance i. It marks the instance as guessed unless such a pointer may lead there, see flow/guess.go.
func (m *Interp) guess(addr uint64, i uint32, kind string) {
	in := &m.mem.insts[i]
	var parts []ir.Part
	if o := in.obj; o != nil {
		if m.held == nil {
			m.held = ir.Held(m.prog)
		}
		if !m.held[o] {
			in.guessed = true
			return
		}
		parts = o.Parts
	} else if in.site != nil {
		parts = in.site.Parts
	}
	off := int64(addr - in.base)
	for _, p := range ir.Fits(parts, kind) {
		if off == p.Off || p.Stride > 0 && off >= p.Off && (off-p.Off)%p.Stride == 0 {
			return
		}
	}
	in.guessed = true
}

// address returns the address that p denotes in the current run. The result ok is false if the object does not
// exist at this point of the run.
func (m *Interp) address(p ir.Place) (bits uint64, ok bool) {
	switch p.Kind {
	case ir.OfGlobal:
		return m.layout.Base[p.ID] + uint64(p.Off), true
	case ir.OfFunc:
		return m.layout.funcs[p.ID] + uint64(p.Off), true
	case ir.Number, ir.OfSite: // after the switch
	}
	for i := len(m.mem.insts) - 1; i > len(m.prog.Objects); i-- {
		if in := &m.mem.insts[i]; in.site != nil && in.site.ID == p.ID && in.occ == p.Occ {
			return in.base + uint64(p.Off), true
		}
	}
	return 0, false
}

// Name returns the symbolic form of an address of the last run, with Kind Number if addr is not the address of an
// object or function.
func (m *Interp) Name(addr uint64) ir.Place {
	for id, a := range m.layout.funcs {
		if a == addr {
			return ir.Place{Kind: ir.OfFunc, ID: id}
		}
	}
	i := m.mem.find(addr)
	if i == 0 {
		return ir.Place{}
	}
	in := &m.mem.insts[i]
	off := int64(addr - in.base)
	switch {
	case int(i) <= len(m.prog.Objects):
		return ir.Place{Kind: ir.OfGlobal, ID: int(i) - 1, Off: off}
	case in.site != nil:
		return ir.Place{Kind: ir.OfSite, ID: in.site.ID, Occ: in.occ, Off: off}
	}
	return ir.Place{}
}

// Extent returns the size of the object in which p lay in the last run. The result ok is false if there is none.
func (m *Interp) Extent(p ir.Place) (size uint64, ok bool) {
	for i := len(m.mem.insts) - 1; i > 0; i-- {
		in := &m.mem.insts[i]
		switch p.Kind {
		case ir.OfGlobal:
			ok = i == p.ID+1
		case ir.OfSite:
			ok = i > len(m.prog.Objects) && in.site != nil && in.site.ID == p.ID && in.occ == p.Occ
		case ir.Number, ir.OfFunc: // not in an object
		}
		if ok {
			return in.size, true
		}
	}
	return 0, false
}
