package vc

import (
	"cmp"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// shape is how the bytes of an abstract object are kept.
//
//	stride 0   the program uses constant offsets only: one scalar per field
//	stride m   one SMT array per field of the m bytes that repeat, indexed by
//	           the byte offset of the access
//	bytes      accesses overlap in odd ways: one array of bytes
type shape struct {
	stride int64
	fields []field // by off; no two overlap
	bytes  bool
}

// field is a place that is only accessed as a whole. Its type is canonical: see canon.
type field struct {
	off int64 // stride m: modulo m
	t   ir.Type
}

// canon forgets the sign of integers.
func canon(t ir.Type) ir.Type {
	if t.Kind == ir.Int {
		t.Signed = false
	}
	return t
}

// find is the index of the field for an access, -1 if there is none.
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

var byteShape = &shape{stride: 1, fields: []field{{0, ir.U8}}, bytes: true}

// use is one way in which an object is accessed.
type use struct {
	off, stride int64
	t           ir.Type
}

// findShapes looks at all accesses of the program.
func (e *Encoder) findShapes() {
	uses := map[*flow.Target]map[use]bool{}
	add := func(addr ir.Expr, t ir.Type) {
		for _, pl := range e.pts.Expr(addr) {
			if pl.Target == nil || pl.Target.Kind == flow.FuncCode {
				continue
			}
			if uses[pl.Target] == nil {
				uses[pl.Target] = map[use]bool{}
			}
			uses[pl.Target][use{pl.Off, pl.Stride, canon(t)}] = true
		}
	}
	for _, f := range e.Prog.Funcs {
		for _, ed := range f.Edges {
			switch s := ed.Stmt.(type) {
			case *ir.LoadStmt:
				add(s.Addr, s.Dst.Type)
			case *ir.Store:
				add(s.Addr, s.Val.Type())
			}
		}
	}
	for _, t := range e.pts.Targets {
		e.shapes[t] = makeShape(uses[t])
	}
}

func makeShape(uses map[use]bool) *shape {
	sh := &shape{}
	for u := range uses {
		if u.stride > 0 {
			sh.stride = gcd(sh.stride, u.stride)
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
			return byteShape
		}
	}
	return sh
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
