package cfront

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file gives variables arbitrary values when their block is entered. A variable is a new one, without a value,
// each time that its block is entered (6.2.4p6), even if a jump bypasses its declaration. Objects whose lives end with
// their block are handled in life.go. This file handles registers, objects that live longer (because of a nested
// function, or of a jump that may return), and registers with the address of such an object. A variable that may be
// read before it is set gets an arbitrary value on each edge that enters the block. In the body of a function, which is
// entered once, declareBypassed and bindBypassed have the same purpose.

// fresh is a variable to renew: a register, an object, or an object with the register for its address.
type fresh struct {
	reg *ir.Var
	obj *ir.Object
}

// freshInBlock records the variable at p in its block; frames is the number of variables in memory that nested
// functions used before it was declared.
func (f lifetimes) freshInBlock(p place, frames int) {
	b := f.home()
	if b == nil || b.up == nil {
		return
	}
	if p.reg != nil {
		b.fresh = append(b.fresh, fresh{reg: p.reg})
	}
	for _, r := range p.parts {
		b.fresh = append(b.fresh, fresh{reg: r})
	}
	if f.decls.nest != nil {
		for _, v := range f.decls.nest.frames[frames:] {
			b.fresh = append(b.fresh, fresh{v.at, v.obj})
		}
	}
}

// renewal is a variable to renew after an edge.
type renewal struct {
	fresh
	c crossing // the edge, which enters the block
	b *block   // the block of the variable
}

// freshEntries returns the variables that must be renewed since they may be used before they are set, each with the
// edge that enters its block.
func (f lifetimes) freshEntries(all []crossing) (out []renewal) {
	if !f.bypass {
		return nil
	}
	u := freshUses{f: f.fn, live: map[fresh]map[*ir.Loc]bool{}}
	for _, c := range all {
		if f.isPlace(c.e) {
			continue
		}
		c.entered(func(b *block) {
			if b.kind != plainBlock || b.up == nil {
				return
			}
			for _, x := range b.fresh {
				if u.liveAt(x)[c.e.To] {
					out = append(out, renewal{x, c, b})
				}
			}
		})
	}
	return out
}

// freshUses finds the locations where variables are used.
type freshUses struct {
	f     *fn
	regs  map[*ir.Var][]*ir.Loc // nil before find
	objs  map[*ir.Object][]*ir.Loc
	calls []*ir.Loc                  // locations of all calls
	live  map[fresh]map[*ir.Loc]bool // cache of liveAt
}

// find collects the uses of all registers and objects, and the calls.
func (u *freshUses) find() {
	u.regs, u.objs = map[*ir.Var][]*ir.Loc{}, map[*ir.Object][]*ir.Loc{}
	for _, e := range u.f.f.Edges {
		if e.From == nil {
			continue
		}
		if _, ok := e.Stmt.(*ir.Call); ok {
			u.calls = append(u.calls, e.From)
		}
		u.note(e.From, ir.StmtExprs(e.Stmt)...)
	}
	for _, c := range u.f.calls.ptrCalls { // these calls are not lowered yet
		l := c.edge.From
		u.calls = append(u.calls, l)
		u.note(l, c.target, c.ret)
		for _, v := range c.c.vals {
			u.note(l, v.e)
			u.note(l, v.parts...)
		}
	}
}

// note records the registers and objects that expressions at l name.
func (u *freshUses) note(l *ir.Loc, list ...ir.Expr) {
	for _, x := range list {
		if x == nil {
			continue
		}
		ir.Walk(x, func(x ir.Expr) bool {
			switch x := x.(type) { // sound: other expressions name no variable
			case *ir.Ref:
				u.regs[x.Var] = append(u.regs[x.Var], l)
			case *ir.AddrOf:
				u.objs[x.Obj] = append(u.objs[x.Obj], l)
			}
			return true
		})
	}
}

// liveAt returns the locations from which x may be used before it is set. An extra location is harmless: x has no value
// there, and gets an arbitrary one.
func (u *freshUses) liveAt(x fresh) map[*ir.Loc]bool {
	if live, ok := u.live[x]; ok {
		return live
	}
	if u.regs == nil {
		u.find()
	}
	at := slices.Concat(u.regs[x.reg], u.objs[x.obj])
	if x.reg != nil && x.reg.Global { // nested functions may use it
		at = append(at, u.calls...)
	}
	live := u.before(x, at)
	for _, p := range u.f.l.outer.jumps.places { // a call may jump there
		if p.f == u.f && (p.set != nil && live[p.set.To] || p.edge != nil && live[p.edge.To]) {
			live = u.before(x, append(at, u.calls...))
			break
		}
	}
	u.live[x] = live
	return live
}

// before returns the locations from which a location in work is reached without setting x.
func (u *freshUses) before(x fresh, work []*ir.Loc) map[*ir.Loc]bool {
	return ir.Reach(work, func(l *ir.Loc, next func(*ir.Loc)) bool {
		for _, e := range l.In {
			if d, ok := e.Stmt.(*ir.Decl); x.reg != nil && ir.Def(e.Stmt) == x.reg || x.reg == nil && ok && d.Obj == x.obj {
				continue
			}
			next(e.From)
		}
		return true
	})
}

// renew makes the variable n a new one after its edge.
func (f lifetimes) renew(n renewal) {
	e := n.c.e
	late := n.b.begin == e && slices.Contains(n.b.late, n.obj)
	if k := len(n.b.late); k > 0 && n.b.begin == e { // the declarations of b.late come first
		for ir.Lives(e.Stmt) != n.b.late[k-1] {
			e = e.To.Out[0]
		}
	}
	cur, pos, blk, to := f.cur, f.pos, f.blk, e.To
	to.In = without(to.In, e)
	f.cur, f.pos, f.blk = f.newLoc(), e.Pos, n.c.b
	e.To = f.cur
	f.cur.In = append(f.cur.In, e)
	if n.obj != nil && !late {
		f.emit(&ir.Decl{Obj: n.obj})
	}
	switch {
	case n.reg == nil:
	case n.obj != nil:
		f.emit(&ir.Assign{Dst: n.reg, Src: f.addrOf(n.obj)})
	default:
		f.indeterminate(n.reg)
	}
	f.edge(f.cur, to, &ir.Skip{}, f.pos)
	f.cur, f.pos, f.blk = cur, pos, blk
}

// indeterminate assigns an arbitrary value to a register whose declaration a jump may have bypassed.
func (f lifetimes) indeterminate(v *ir.Var) {
	name := v.Source
	if name == "" {
		name = v.Name
	}
	fresh := int64(0)
	if v.Type.Kind == ir.Ptr {
		fresh = f.decls.unsetSize(f.l.Cfg.ArraySize)
	}
	f.emit(&ir.Input{Dst: v, Site: f.l.IR.NewSite(ir.Uninit, name, v.Type, f.f, f.pos), FreshSize: fresh})
	if v.CType == "_Bool" {
		f.between(ir.NewRef(v), 0, 1)
	}
}
