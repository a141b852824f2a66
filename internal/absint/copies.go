package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file copies elements of arrays of structures at unknown indices, as in s[i] = s[i - 1] or t = s[i]. A cell that
// may be overwritten keeps its values, unless the place of the copy is known, and gets those of all cells from which
// its bytes may come.

const (
	manyPlaces = 64  // places from which or to which a copy may go, if its cells are to stay known
	manyCopied = 256 // cells that a copy may write
)

// part is a scalar at an offset from the beginning of what is copied.
type part struct {
	off int64
	t   ir.Type
}

// places returns the offsets of t, if n bytes at each of them are inside of the object, do not overlap those at another
// one, and there are few.
func (t target) places(n int64) (offs []int64, ok bool) {
	step := max(t.step, n)
	if t.obj.fn != nil || t.lo < 0 || t.hi > t.obj.size-n || t.step != 0 && t.step < n ||
		(t.hi-t.lo)/step >= manyPlaces {
		return nil, false
	}
	for off := t.lo; off <= t.hi; off += step {
		offs = append(offs, off)
	}
	return offs, true
}

// copySeveral returns the state after a copy of n bytes from one of the places of q to one of those of p; ok is false
// if it does not know the effect.
func (a *memory[E]) copySeveral(s state[E], p, q *pointer, n int64) (out state[E], ok bool) {
	if n <= 0 || p == nil || q == nil || p.null || q.null || len(p.to) != 1 || len(q.to) != 1 {
		return s, false
	}
	to, from := p.to[0], q.to[0]
	dst, okTo := to.places(n)
	src, okFrom := from.places(n)
	if !okTo || !okFrom || to.obj.fixed || from.obj.fixed {
		return s, false
	}
	// The parts that are cells at one of the places.
	var parts []part
	seen := map[part]bool{}
	note := func(o *object, offs []int64) {
		for _, d := range a.bind.in(o) {
			k := a.bind.cellOf(d)
			for _, off := range offs {
				x := part{k.off - off, k.t}
				if k.off != everywhere && x.off >= 0 && x.off+int64(k.t.Size()) <= n && !seen[x] {
					seen[x] = true
					parts = append(parts, x)
				}
			}
		}
	}
	note(from.obj, src)
	note(to.obj, dst)
	if len(parts)*len(dst) > manyCopied || a.watch.ctx.Err() != nil {
		return s, false
	}
	type written struct {
		off int64
		t   ir.Type
		x   domain.Range
	}
	var cells []written
	for _, x := range parts {
		if x.t.Kind != ir.Int {
			continue
		}
		all := domain.Range{Empty: true}
		for _, off := range src {
			all = a.withValues(s, all, from.obj, off+x.off, x.t)
		}
		for _, off := range dst {
			r := all
			if len(dst) > 1 {
				r = a.withValues(s, r, to.obj, off+x.off, x.t)
			}
			cells = append(cells, written{off + x.off, x.t, r})
		}
	}
	zero := s.zeros(to.obj).has(dst[0], dst[len(dst)-1]+n) && s.zeros(from.obj).has(src[0], src[len(src)-1]+n)
	out = s
	for _, d := range a.bind.in(to.obj) {
		k := a.bind.cellOf(d)
		switch {
		case k.off != everywhere:
		case to.obj == from.obj && whole(to, k.t, n) && whole(from, k.t, n): // the elements are some of those before
		default:
			out = a.forget(out, d)
		}
	}
	for _, off := range dst {
		out = a.forgetCells(out, to.obj, off, off+n)
	}
	if zero {
		return out.withZeros(to.obj, s.zeros(to.obj)), true
	}
	for _, w := range cells {
		if lo, hi := domain.Limits(w.t); !w.x.Empty && (lo.Less(w.x.Lo) || w.x.Hi.Less(hi)) {
			out = a.assign(out, a.bind.cell(to.obj, w.off, w.t), w.t, domain.NewRange(w.t, w.x.Lo, w.x.Hi), nil)
		}
	}
	return out, true
}

// withValues returns the least range that has the values of r and those of a scalar in memory.
func (a *memory[E]) withValues(s state[E], r domain.Range, o *object, off int64, t ir.Type) domain.Range {
	x, _ := a.read(s, o, off, t)
	v := a.dom.Bounds(s.num, x)
	switch {
	case v.Empty:
		return r
	case r.Empty:
		return v
	}
	r.Lo, r.Hi = domain.MinW(r.Lo, v.Lo), domain.MaxW(r.Hi, v.Hi)
	return r
}

// whole reports whether n bytes at a place of p are whole elements of an array of type t.
func whole(p target, t ir.Type, n int64) bool {
	size := int64(t.Size())
	return p.lo%size == 0 && p.step%size == 0 && n%size == 0
}
