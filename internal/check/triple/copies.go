package triple

import "github.com/tandem-verifier/tandem/internal/ir"

// This file makes copies transfer contents. A copy of bytes can transfer a cell only if the source is tracked with a
// cell at the corresponding place. In
//
//	q = p; r = q; x = r.a
//
// no statement reads q.a, and yet r.a has the value of q.a. So an access of the target of a copy counts as an access of
// its source as well, transitively.

// shift is a copy of size bytes between constant offsets src and dst of named objects.
type shift struct {
	from, to       *ir.Object
	src, dst, size int64
}

// maxPassed bounds the number of accesses that copies add to an object. Beyond it, bytes are arbitrary after a copy.
const maxPassed = 256

// throughCopies adds to uses, for each source of a copy, the accesses of its target. It repeats this until no access is
// added, as the source of one copy may be the target of another.
func (c *checker) throughCopies(uses map[*ir.Object][]use) {
	var all []shift
	for _, f := range c.prog.Funcs {
		for _, e := range f.Edges {
			if m, ok := e.Stmt.(*ir.MemCopy); ok {
				if k, ok := c.shiftOf(m); ok {
					all = append(all, k)
				}
			}
		}
	}
	type place struct {
		o   *ir.Object
		off int64
		t   ir.Type
	}
	type looked struct { // identifies an access with a variable offset
		o    *ir.Object
		step *ir.PtrAdd
		t    ir.Type
	}
	seen := map[any]bool{}
	mark := func(o *ir.Object, u use) bool {
		var k any = place{o, u.off, u.t}
		if !u.fixed {
			k = looked{o, u.steps[0], u.t}
		}
		if seen[k] {
			return false
		}
		seen[k] = true
		return true
	}
	for o, us := range uses {
		for _, u := range us {
			mark(o, u)
		}
	}
	passed := map[*ir.Object]int{}
	for changed := true; changed; {
		changed = false
		for _, k := range all {
			for _, u := range uses[k.to] {
				switch {
				case passed[k.from] >= maxPassed:
				case u.fixed && k.dst <= u.off && u.off+int64(u.t.Size()) <= k.dst+k.size:
					u.off += k.src - k.dst
					u.steps = nil
				case !u.fixed && k.src == 0 && k.dst == 0 && k.size == k.to.Size && k.to.Size == k.from.Size:
				default:
					continue
				}
				if passed[k.from] < maxPassed && mark(k.from, u) {
					passed[k.from]++
					uses[k.from] = append(uses[k.from], u)
					changed = true
				}
			}
		}
	}
}

// shiftOf returns a MemCopy as a shift. ok is false if the length or an offset is variable, if an address has no named
// object, or if the copy leaves an object.
func (c *checker) shiftOf(m *ir.MemCopy) (k shift, ok bool) {
	n, isConst := m.N.(*ir.Const)
	to, there := rooted(m.Dst)
	from, here := rooted(m.Src)
	if !isConst || to == nil || from == nil || n.Bits > uint64(to.Size) || n.Bits > uint64(from.Size) {
		return k, false
	}
	dst, ok1 := constOffset(c.prog, there)
	src, ok2 := constOffset(c.prog, here)
	if !ok1 || !ok2 || dst > uint64(to.Size)-n.Bits || src > uint64(from.Size)-n.Bits {
		return k, false
	}
	return shift{from, to, int64(src), int64(dst), int64(n.Bits)}, true
}
