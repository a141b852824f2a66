package triple

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file keeps the contents of blocks: objects of any size that an Alloc makes, such as arrays of variable length.
// A block has one array of elements, as a named array has (memory.go). Suppose that the Alloc is executed at most once
// (ir.Program.Once), that the program calls no function, and that each write which may change the block goes through a
// register with steps, where flow.Points has no other address for the register than the beginning of the block:
//
//	a = alloc 4*n;  store a + 4*i, 7          block of a := block of a with 7 at i
//	                x = load a + 4*i          x := block of a at i
//
// The register is null, or the beginning of the only instance, so the steps alone determine the element. Whether the
// access is valid is decided by the owner of the pointer (owner.go), which knows the size and whether the block is
// alive: formulas such as writable(a, 4*n) restrict it. An invalid read gives any value, and an invalid write is lost.
// A formula that reads a block has the element as its value, whatever the register is.

// block returns the object that stands for a block, and the steps from its beginning, the last one first, if addr is a
// register as above with steps; otherwise nil.
func (c *checker) block(addr ir.Expr) (*ir.Object, []*ir.PtrAdd) {
	if len(c.mem.blocks) == 0 {
		return nil, nil
	}
	r, steps := stepped(addr)
	if r == nil {
		return nil, nil
	}
	return c.mem.blocks[r], steps
}

// stepped splits an address into a register and its steps, the last one first. The register is nil if the address
// begins with something else.
func stepped(addr ir.Expr) (*ir.Var, []*ir.PtrAdd) {
	var steps []*ir.PtrAdd
	for {
		switch a := addr.(type) { // sound: no register
		case *ir.PtrAdd:
			steps = append(steps, a)
			addr = a.P
			continue
		case *ir.Ref:
			return a.Var, steps
		}
		return nil, nil
	}
}

// findBlocks decides which blocks are tracked: those that a formula of specs reads.
func (c *checker) findBlocks(specs []ir.Expr) {
	c.mem.blocks, c.mem.blockAt = nil, nil
	type read struct {
		v *ir.Var
		u use
	}
	var reads []read
	useOf := func(t ir.Type, steps []*ir.PtrAdd) use {
		u := use{t: t, steps: steps}
		if off, ok := constOffset(c.prog, steps); ok {
			u.off, u.fixed = int64(off), true
		}
		return u
	}
	for _, e := range specs {
		ir.Walk(e, func(x ir.Expr) bool {
			if l, ok := x.(*ir.Load); ok {
				if v, steps := stepped(l.Addr); v != nil {
					reads = append(reads, read{v, useOf(l.T, steps)})
				}
			}
			return true
		})
	}
	if c.mem.heap || len(reads) == 0 || len(c.prog.Entry.Edges) > maxDirect {
		return
	}
	if slices.ContainsFunc(c.prog.Entry.Edges, func(e *ir.Edge) bool {
		switch e.Stmt.(type) { // sound: no other statement is executed by another function, or changes unnamed memory
		case *ir.Call, *ir.HavocAll:
			return true
		}
		return false
	}) {
		return
	}
	if c.mem.points == nil {
		c.findPoints()
	}
	live := flow.NewLive(c.prog, c.prog.Entry, nil)
	targets := map[*ir.Var]*flow.Target{}
	for _, v := range c.prog.Entry.Vars {
		if t := c.beginning(v); t != nil && !live.At(c.prog.Entry.Entry, v) {
			targets[v] = t
		}
	}
	uses := map[*flow.Target][]use{}
	for _, r := range reads {
		uses[targets[r.v]] = append(uses[targets[r.v]], r.u)
	}
	for _, e := range c.prog.Entry.Edges {
		var addr ir.Expr
		var t ir.Type
		switch s := e.Stmt.(type) { // sound: what Written has is a write in another form
		case *ir.LoadStmt:
			addr, t = s.Addr, s.Dst.Type
		case *ir.Store:
			addr, t = s.Addr, s.Val.Type()
		}
		if addr != nil {
			if v, steps := stepped(addr); targets[v] != nil {
				uses[targets[v]] = append(uses[targets[v]], useOf(t, steps))
				continue
			}
		}
		if ir.Written(e.Stmt) != nil {
			for _, t := range c.mem.points.Writes(e) {
				uses[t] = nil
				for v, of := range targets {
					if of == t {
						delete(targets, v)
					}
				}
			}
		}
	}
	c.mem.blocks, c.mem.blockAt = map[*ir.Var]*ir.Object{}, map[*ir.Edge]*tracked{}
	for _, v := range c.prog.Entry.Vars {
		t := targets[v]
		if t == nil || !slices.ContainsFunc(reads, func(r read) bool { return targets[r.v] == t }) {
			continue
		}
		m := c.mem.blockAt[t.Edge]
		if m == nil {
			o := &ir.Object{Name: "block", Uninit: true}
			if m = asElems(o, uses[t]); m == nil {
				continue
			}
			o.Size = m.size
			c.mem.blockAt[t.Edge] = m
			c.mem.memory[o] = m
			c.mem.objects = append(c.mem.objects, m)
		}
		c.mem.blocks[v] = m.obj
	}
}

// beginning returns the block to whose beginning all values of v other than null point; nil if there is none.
func (c *checker) beginning(v *ir.Var) *flow.Target {
	var t *flow.Target
	for _, pl := range c.mem.points.Reg(v) {
		if pl.Target == nil || t != nil && pl.Target != t || pl.Off != 0 || pl.Stride != 0 {
			return nil
		}
		t = pl.Target
	}
	if t == nil || t.Kind != flow.AllocObj || !c.prog.Once(t.Edge) {
		return nil
	}
	return t
}

// madeBlock gives the block that e makes its contents: zero or arbitrary.
func (mem *namedMemory) madeBlock(s *state, e *ir.Edge, zeroed bool) {
	m := mem.c.mem.blockAt[e]
	if m == nil {
		return
	}
	if mem.forgetObject(s, m, 0); zeroed {
		s.at[s.object(m.obj, 0)] = mem.initial(m, 0)
	}
}

// validBlock returns the condition that an access of n bytes at an address in a block is valid.
func (mem *namedMemory) validBlock(s *state, addr ir.Expr, n int64, write bool) *term.Term {
	mem.inexact("the contents of a block")
	p := mem.q.expr(s, addr)
	if p.own == nil {
		return mem.fresh("valid", ir.B).t
	}
	return mem.q.owners.ownerHolds(s, p, mem.sizeLit(n), write)
}

// loadBlock reads a scalar of type t of a block. If spec is set, the access is part of a formula.
func (mem *namedMemory) loadBlock(s *state, o *ir.Object, steps []*ir.PtrAdd, addr ir.Expr, t ir.Type,
	spec bool) (v value, ok bool) {
	m := mem.c.mem.memory[o]
	if !alike(m.elem, t) {
		return value{}, false
	}
	i, _ := mem.index(s, m, steps)
	v = mem.convert(t, m.elem, mem.element(m, mem.tc.Select(mem.contents(s, m, 0).t, i.t)))
	if spec {
		mem.inexact("the contents of a block")
		return v, true
	}
	return mem.ite(t, mem.validBlock(s, addr, int64(t.Size()), false), v, mem.fresh("invalid", t)), true
}

// storeBlock writes v, a scalar of type t, to a block.
func (mem *namedMemory) storeBlock(s *state, o *ir.Object, steps []*ir.PtrAdd, addr ir.Expr, t ir.Type, v value) {
	m := mem.c.mem.memory[o]
	i, _ := mem.index(s, m, steps)
	arr := mem.contents(s, m, 0).t
	w := mem.tc.Ite(mem.validBlock(s, addr, int64(t.Size()), true), mem.convert(m.elem, t, v).t,
		mem.element(m, mem.tc.Select(arr, i.t)).t)
	s.at[s.object(o, 0)] = value{t: mem.tc.Store(arr, i.t, w)}
}
