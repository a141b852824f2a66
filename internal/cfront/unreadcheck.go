package cfront

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file finds the statements that may access pointers in input memory which were not read yet (unread.go).

const maxUnreadWork = 1 << 20 // steps of the points-to analysis; if it needs more, there are no marks

// checkUnread finds the reads that may find a mark, and sets the field dirty of the memory that must not hold marks.
func (l *entryInputs) checkUnread(ms []*inputMemory) {
	l.globals.number()
	guessed := map[*ir.Site]bool{}
	for _, p := range l.pointerInputs() {
		guessed[p.in.Site] = true
	}
	for _, t := range l.unread.order {
		guessed[ir.SiteOf(t.edge.Stmt)] = t.from != fromNowhere
	}
	a := flow.NewPointsGuessed(l.IR, guessed, maxUnreadWork)
	if a == nil {
		for _, m := range ms {
			m.dirty = true
		}
		return
	}
	c := &unreadCheck{l: l.linker, a: a, of: map[*flow.Target][]*inputMemory{}, width: int64(l.Cfg.Model.Ptr().Size())}
	for _, m := range ms {
		switch s := m.edge.Stmt.(type) {
		case *ir.Input, *ir.Alloc:
			c.of[a.Made(m.edge)] = append(c.of[a.Made(m.edge)], m)
		case *ir.Decl:
			c.of[a.Object(s.Obj)] = append(c.of[a.Object(s.Obj)], m)
		default: // sound: memory that is made arbitrary
			places := a.Expr(m.base)
			if len(places) != 1 || places[0].Target == nil || places[0].Stride != 0 || places[0].Target.Kind == flow.FuncCode {
				m.dirty = true
				continue
			}
			m.off = places[0].Off
			c.of[places[0].Target] = append(c.of[places[0].Target], m)
		}
	}
	delete(c.of, nil)
	for _, f := range l.IR.Funcs {
		for _, e := range f.Edges {
			c.edge(e)
		}
	}
	for _, r := range l.unread.reads {
		ld := r.edge.Stmt.(*ir.LoadStmt)
		c.each(ld.Addr, c.width, func(m *inputMemory, cell, at int64) {
			if at == cell && !m.dirty {
				m.read[cell] = true
				r.want[m.from] = true
			}
		})
	}
}

// unreadCheck finds the accesses to cells of input memory.
type unreadCheck struct {
	l     *linker
	a     *flow.Points
	of    map[*flow.Target][]*inputMemory // input memory, by object
	width int64                           // the size of a pointer in bytes
}

// each calls visit for the cells that an access of n bytes at addr may overlap; at is the offset of the access. Both
// offsets are relative to the base of the memory. A negative n means any number of bytes; at is then less than cell.
func (c *unreadCheck) each(addr ir.Expr, n int64, visit func(m *inputMemory, cell, at int64)) {
	for _, p := range c.a.Expr(addr) {
		for _, m := range c.of[p.Target] {
			for _, cell := range m.cells {
				at := m.off + cell
				switch {
				case n < 0:
					visit(m, cell, at-1)
				case p.Stride == 0:
					if p.Off < at+c.width && p.Off+n > at {
						visit(m, cell, cell+p.Off-at)
					}
				case n > 1<<12:
					visit(m, cell, at-1)
				default:
					for o := max(at-n+1, 0); o < at+c.width; o++ {
						if p.Covers(o) {
							visit(m, cell, cell+o-at)
						}
					}
				}
			}
		}
	}
}

// edge sets the field dirty of the memory that e may access in a way that would observe or split a mark. The statements
// that are not listed access no bytes or, like HavocAll, Free, Decl and End, leave no bytes of a mark to be read.
func (c *unreadCheck) edge(e *ir.Edge) {
	exact := func(ok bool) func(*inputMemory, int64, int64) {
		return func(m *inputMemory, cell, at int64) { m.dirty = m.dirty || !ok || at != cell }
	}
	overwrite := func(addr, size ir.Expr) {
		n := int64(-1)
		if k, ok := size.(*ir.Const); ok && k.Bits < 1<<40 {
			n = int64(k.Bits)
		}
		c.each(addr, n, func(m *inputMemory, cell, at int64) {
			m.dirty = m.dirty || m.edge != e && (n < 0 || at > cell || at+n < cell+c.width)
		})
	}
	switch s := e.Stmt.(type) {
	case *ir.LoadStmt:
		r := c.l.inputs.unread.byEdge[e]
		c.each(s.Addr, int64(s.Dst.Type.Size()), exact(r != nil && r.miss != nil))
	case *ir.Store:
		c.each(s.Addr, int64(s.Val.Type().Size()), exact(s.Val.Type().Kind == ir.Ptr))
	case *ir.MemSet:
		overwrite(s.Dst, s.N)
	case *ir.MemHavoc:
		overwrite(s.Addr, s.N)
	case *ir.MemCopy:
		overwrite(s.Dst, s.N)
		n := int64(-1)
		if k, ok := s.N.(*ir.Const); ok && k.Bits < 1<<40 {
			n = int64(k.Bits)
		}
		i := slices.IndexFunc(c.l.inputs.unread.structs, func(r *structRead) bool { return r.edge == e })
		c.each(s.Src, n, func(m *inputMemory, cell, at int64) {
			m.dirty = m.dirty || n < 0 || i < 0 ||
				!slices.ContainsFunc(c.l.inputs.unread.structs[i].ptrs, func(p pointerAt) bool { return at+p.off == cell })
		})
	case *ir.Alloc, *ir.Assign, *ir.Assume, *ir.Call, *ir.Decl, *ir.End,
		*ir.Free, *ir.HavocAll, *ir.Input, *ir.Math, *ir.Return, *ir.Skip, *ir.Undefined: // read and write no input memory
	}
}
