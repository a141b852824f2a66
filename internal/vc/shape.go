package vc

import (
	"cmp"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// shape describes how a state keeps the contents of an abstract object.
//
//	stride 0   the program uses constant offsets only: one scalar per field
//	stride m   one SMT array per field of the m bytes that repeat, indexed by
//	           the byte offset of the access
//	bytes      accesses overlap irregularly: one array of bytes
type shape struct {
	stride int64
	fields []field // by off; no two overlap
	bytes  bool
	ptrs   bool // if bytes is set: the program reads or writes pointers in the object
}

// field is a range of bytes that no access overlaps in part. Its type is canonical: see canon.
type field struct {
	off int64 // modulo the stride, if that is not 0
	t   ir.Type
}

// canon drops the sign of an integer type.
func canon(t ir.Type) ir.Type {
	if t.Kind == ir.Int {
		t.Signed = false
	}
	return t
}

// find returns the index of the field that an access of type t at off reads or writes; -1 if there is none.
func (sh *shape) find(off int64, t ir.Type) int {
	if sh.stride > 0 {
		if off %= sh.stride; off < 0 {
			off += sh.stride
		}
	}
	t = canon(t)
	for i, f := range sh.fields {
		if f.off == off && f.t == t {
			return i
		}
	}
	return -1
}

// places returns the fields that the k bytes at off overlap. The offsets in the result are offsets in the object.
func (sh *shape) places(off, k int64) (out []field) {
	for _, f := range sh.fields {
		first, step := f.off, k+1
		if sh.stride > 0 {
			step = sh.stride
			first = off - off%step + f.off - step // the last occurrence of f that may begin before off
		}
		for at := first; at < off+k; at += step {
			if at+int64(f.t.Size()) > off && at >= 0 {
				out = append(out, field{at, f.t})
			}
			if sh.stride == 0 || len(out) > maxFixed {
				break
			}
		}
	}
	return out
}

// byteShape returns the shape of an object that is kept as bytes.
func byteShape(uses map[use]bool) *shape {
	sh := &shape{stride: 1, fields: []field{{0, ir.U8}}, bytes: true}
	for u := range uses {
		sh.ptrs = sh.ptrs || u.t.Kind == ir.Ptr
	}
	return sh
}

// hinted reports whether contents of the shape keep the objects of pointers in addition to the bytes.
func (ob *objects) hinted(sh *shape) bool { return sh.ptrs && ob.Enc == Bits }

// use is an access of type t to an object, at the offset off plus a multiple of stride.
type use struct {
	off, stride int64
	t           ir.Type
}

// findShapes chooses the shapes of all objects from the accesses in the program.
func (ob *objects) findShapes() {
	uses := map[*flow.Target]map[use]bool{}
	add := func(addr ir.Expr, t ir.Type) {
		for _, pl := range ob.pts.Expr(addr) {
			if pl.Target == nil || pl.Target.Kind == flow.FuncCode {
				continue
			}
			if uses[pl.Target] == nil {
				uses[pl.Target] = map[use]bool{}
			}
			uses[pl.Target][use{pl.Off, pl.Stride, canon(t)}] = true
		}
	}
	for _, f := range ob.Prog.Funcs {
		for _, ed := range f.Edges {
			switch s := ed.Stmt.(type) {
			case *ir.LoadStmt:
				add(s.Addr, s.Dst.Type)
			case *ir.Store:
				add(s.Addr, s.Val.Type())
			case *ir.Skip, *ir.Assign, *ir.Assume, *ir.Input, *ir.Decl, *ir.End, *ir.Alloc, *ir.Free, *ir.MemCopy, *ir.MemSet,
				*ir.MemHavoc, *ir.HavocAll, *ir.Call, *ir.Return, *ir.Math, *ir.Undefined: // no typed access
			}
		}
	}
	ob.throughCopies(uses)
	for _, t := range ob.pts.Targets {
		sh := makeShape(uses[t])
		if t.Obj != nil && sh.splitsInit(t.Obj) {
			sh = byteShape(uses[t])
		}
		ob.shapes[t] = sh
	}
}

// splitsInit reports whether an initial value of o overlaps a field of sh, but is not the value of a field.
func (sh *shape) splitsInit(o *ir.Object) bool {
	return slices.ContainsFunc(o.Init, func(it ir.InitItem) bool {
		t := it.Val.Type()
		return sh.find(it.Off, t) < 0 && len(sh.places(it.Off, int64(t.Size()))) > 0
	})
}

// maxPassed bounds the accesses that throughCopies adds to an object.
const maxPassed = 256

// moved is a copy of nb bytes between addresses of two objects.
type moved struct {
	from, to flow.Address
	nb       int64
}

// throughCopies adds the accesses of a copy's target to the accesses of its source, until nothing changes. For example,
// after q = p; r = q the program may read r.a only; q needs the field a as well, or the copy loses its value. The
// result influences shapes only, so the bound maxPassed costs precision at most.
func (ob *objects) throughCopies(uses map[*flow.Target]map[use]bool) {
	var all []moved
	for _, f := range ob.Prog.Funcs {
		for _, ed := range f.Edges {
			m, ok := ed.Stmt.(*ir.MemCopy)
			if !ok {
				continue
			}
			k, ok := ir.IsConst(m.N)
			if !ok { // the number of copied bytes is not known
				k = 1 << 20
			}
			if k > 1<<20 {
				continue
			}
			dst, src := data(ob.pts.Expr(m.Dst)), data(ob.pts.Expr(m.Src))
			for _, to := range dst {
				for _, from := range src {
					all = append(all, moved{from, to, int64(k)})
				}
			}
		}
	}
	passed := map[*flow.Target]int{}
	for changed := true; changed; {
		changed = false
		for _, k := range all {
			var news []use
			for u := range uses[k.to.Target] {
				if w, ok := k.back(u); ok && !uses[k.from.Target][w] {
					news = append(news, w)
				}
			}
			if len(news) == 0 || passed[k.from.Target]+len(news) > maxPassed {
				continue
			}
			passed[k.from.Target] += len(news)
			changed = true
			if uses[k.from.Target] == nil {
				uses[k.from.Target] = map[use]bool{}
			}
			for _, u := range news {
				uses[k.from.Target][u] = true
			}
		}
	}
}

// back returns the access of a copy's source that corresponds to an access of its target; false if the copy moves no
// byte of the access. In t = s[i], with elements of 8 bytes, the access t.b at offset 4 corresponds to an access of s
// at offset 4 with stride 8, and in s[i] = t, the other way round.
func (m moved) back(u use) (use, bool) {
	at := u.off - m.to.Off
	every := num.GCD(u.stride, m.to.Stride)
	if every > 0 {
		at = (at%every + every) % every // the first place among the copied bytes
	}
	if at < 0 || at+int64(u.t.Size()) > m.nb {
		return u, false
	}
	if every >= m.nb { // the access occurs once among the copied bytes
		every = 0
	}
	u.off, u.stride = m.from.Off+at, num.GCD(every, m.from.Stride)
	return u, u.off >= 0
}

// data returns the addresses in places that lie in data objects.
func data(places []flow.Address) (out []flow.Address) {
	for _, pl := range places {
		if pl.Target != nil && pl.Target.Kind != flow.FuncCode {
			out = append(out, pl)
		}
	}
	return out
}

// makeShape returns the shape of an object with the given accesses.
func makeShape(uses map[use]bool) *shape {
	sh := &shape{}
	for u := range uses {
		if u.stride > 0 {
			sh.stride = num.GCD(sh.stride, u.stride)
		}
	}
	seen := map[field]bool{}
	for u := range uses {
		f := field{u.off, u.t}
		if sh.stride > 0 {
			if f.off %= sh.stride; f.off < 0 {
				f.off += sh.stride
			}
		}
		if !seen[f] {
			seen[f] = true
			sh.fields = append(sh.fields, f)
		}
	}
	slices.SortFunc(sh.fields, func(a, b field) int { return cmp.Compare(a.off, b.off) })
	for i, f := range sh.fields {
		end := f.off + int64(f.t.Size())
		if i+1 < len(sh.fields) && end > sh.fields[i+1].off || sh.stride > 0 && end > sh.stride || f.off < 0 {
			return byteShape(uses)
		}
	}
	return sh
}
