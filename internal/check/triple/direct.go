package triple

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file turns accesses through some pointers into direct ones. Suppose that flow.Points has one object for all
// values of a register p, that the object lives to the end of the run, and that no path reads p before it is assigned.
// Then each access through p is in this object or invalid, at the distance of p from the object's address:
//
//	p = &s + 0 .. p = p + 1;  x = load p        x = load &s + (p - &s)
//
// If the distance is outside of the object, the access is invalid: it reads any value and writes nothing.

// maxDirect bounds the edges of a program for which a points-to analysis is made to find such pointers.
const maxDirect = 5000

// direct returns an address with the same number as addr that begins at a named object, if addr is a pointer as above
// with steps, for an access to n bytes; otherwise addr.
func (c *checker) direct(addr ir.Expr, n int64) ir.Expr {
	if c.mem.heap || len(c.mem.walked) == 0 {
		return addr
	}
	switch a := addr.(type) { // sound: other addresses are not changed
	case *ir.PtrAdd:
		if p := c.direct(a.P, n); p != a.P {
			return &ir.PtrAdd{P: p, Index: a.Index, Scale: a.Scale}
		}
	case *ir.Ref:
		o, aligned := c.only(a.Var, n)
		if o == nil || !c.mem.walked[o] {
			return addr
		}
		base := &ir.AddrOf{Obj: o, T: a.Var.Type}
		off, scale := ir.Expr(&ir.PtrDiff{P: a, Q: base}), int64(1)
		if aligned && n > 1 {
			off, scale = ir.NewBinary(ir.Div, off, ir.NewConst(off.Type(), n)), n
		}
		return &ir.PtrAdd{P: base, Index: off, Scale: scale}
	}
	return addr
}

// directTo is like direct, for an access to a scalar of type t.
func (c *checker) directTo(addr ir.Expr, t ir.Type) ir.Expr { return c.direct(addr, int64(t.Size())) }

// only returns the object to which all values of p point, nil if there is none as above. aligned is true if their
// offsets are multiples of n.
func (c *checker) only(p *ir.Var, n int64) (o *ir.Object, aligned bool) {
	f := c.mem.registers[p]
	if f == nil || p.Type.Kind != ir.Ptr {
		return nil, false
	}
	var t *flow.Target
	aligned = true
	for _, pl := range c.mem.points.Reg(p) {
		if pl.Target == nil || t != nil && pl.Target != t {
			return nil, false
		}
		t = pl.Target
		aligned = aligned && pl.Off%n == 0 && pl.Stride%n == 0
	}
	if t == nil || t.Obj == nil || !c.stays(t) || t.Obj.Func != nil && t.Obj.Func != f {
		return nil, false
	}
	live := c.cache.live[f]
	if live == nil {
		live = flow.NewLive(c.prog, f, nil)
		c.cache.live[f] = live
	}
	if live.At(f.Entry, p) {
		return nil, false
	}
	return t.Obj, aligned
}

// findDirect finds the objects that are accessed through pointers at variable distances, for direct. Few places at
// constant distances are the business of aim.go.
func (c *checker) findDirect(held map[*ir.Object]bool) {
	edges := 0
	for _, f := range c.prog.Funcs {
		edges += len(f.Edges)
	}
	if c.mem.heap || len(held) == 0 || edges > maxDirect {
		return
	}
	c.mem.registers, c.mem.walked = map[*ir.Var]*ir.Func{}, map[*ir.Object]bool{}
	for _, f := range c.prog.Funcs {
		for _, v := range f.Vars {
			c.mem.registers[v] = f
		}
	}
	add := func(addr ir.Expr) {
		for {
			a, is := addr.(*ir.PtrAdd)
			if !is {
				break
			}
			addr = a.P
		}
		r, is := addr.(*ir.Ref)
		if !is {
			return
		}
		if c.mem.points == nil {
			c.findPoints()
		}
		moves := func(pl flow.Address) bool { return pl.Stride > 0 }
		if o, _ := c.only(r.Var, 1); o != nil && slices.ContainsFunc(c.mem.points.Reg(r.Var), moves) {
			c.mem.walked[o] = true
		}
	}
	for _, f := range c.prog.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) { // sound: looks only for accesses of scalars
			case *ir.LoadStmt:
				add(s.Addr)
			case *ir.Store:
				add(s.Addr)
			}
		}
	}
}
