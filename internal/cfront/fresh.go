package cfront

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// A variable is a new one, without a value, each time its block is entered (6.2.4p6), also where a jump passes its
// declaration by. Objects that end with their block are seen to in life.go; here are registers, objects that live on
// (because of a nested function, or of a jump that may come back) and registers with the address of such an object. A
// variable that may be read before it is set gets its arbitrary value on each edge that enters the block. In the body
// of a function, which is entered once, declareBypassed and bindBypassed do it.

// fresh is a register, an object, or an object and the register with its address.
type fresh struct {
	reg *ir.Var
	obj *ir.Object
}

// freshInBlock notes the registers of a variable; frames is how many variables in memory nested functions knew before
// it.
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

// entry is a variable that is new after an edge.
type entry struct {
	fresh
	c crossing
	b *block // its own
}

// freshEntries returns the variables that must be made new, and where: those that may be used before they are set.
func (f lifetimes) freshEntries(all []crossing, lasting map[*block]bool) (out []entry) {
	if !f.bypass {
		return nil
	}
	u := freshUses{f: f.fn, live: map[fresh]map[*ir.Loc]bool{}}
	for _, c := range all {
		if slices.ContainsFunc(f.l.outer.jumps.places, func(p *jumpPlace) bool { return p.edge == c.e }) {
			continue // stands for a jump back into the activation
		}
		c.entered(func(b *block) {
			if b.kind != plainBlock || b.up == nil {
				return
			}
			for _, x := range b.fresh {
				if u.liveAt(x)[c.e.To] {
					out = append(out, entry{x, c, b})
				}
			}
			if !lasting[b] || b.begin == c.e { // there late declares them
				return
			}
			for _, l := range b.own {
				if x := (fresh{obj: l.obj}); l.obj != nil && u.liveAt(x)[c.e.To] {
					out = append(out, entry{x, c, b})
				}
			}
		})
	}
	return out
}

// freshUses knows where variables are used.
type freshUses struct {
	f     *fn
	regs  map[*ir.Var][]*ir.Loc // nil: not looked for yet
	objs  map[*ir.Object][]*ir.Loc
	calls []*ir.Loc
	live  map[fresh]map[*ir.Loc]bool
}

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
	for _, c := range u.f.calls.ptrCalls { // not made yet
		l := c.edge.From
		u.calls = append(u.calls, l)
		u.note(l, c.target, c.ret)
		for _, v := range c.c.vals {
			u.note(l, v.e)
			u.note(l, v.parts...)
		}
	}
}

// note enters what expressions at l name.
func (u *freshUses) note(l *ir.Loc, list ...ir.Expr) {
	for _, x := range list {
		if x == nil {
			continue
		}
		ir.Walk(x, func(x ir.Expr) bool {
			switch x := x.(type) { // sound: only these name something that is declared
			case *ir.Ref:
				u.regs[x.Var] = append(u.regs[x.Var], l)
			case *ir.AddrOf:
				u.objs[x.Obj] = append(u.objs[x.Obj], l)
			}
			return true
		})
	}
}

// liveAt returns the locations from which x may be used before it is set. A use too many does no harm: what it leads to
// is that a variable without a value is made such.
func (u *freshUses) liveAt(x fresh) map[*ir.Loc]bool {
	if live, ok := u.live[x]; ok {
		return live
	}
	if u.regs == nil {
		u.find()
	}
	at := slices.Concat(u.regs[x.reg], u.objs[x.obj])
	if x.reg != nil && x.reg.Global { // nested functions use it
		at = append(at, u.calls...)
	}
	live := u.before(x, at)
	for _, p := range u.f.l.outer.jumps.places { // a call may lead there
		if p.f == u.f && (p.set != nil && live[p.set.To] || p.edge != nil && live[p.edge.To]) {
			live = u.before(x, append(at, u.calls...))
			break
		}
	}
	u.live[x] = live
	return live
}

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

// renew makes a variable a new one after the edge.
func (f lifetimes) renew(n entry) {
	e := n.c.e
	late := n.b.begin == e && slices.Contains(n.b.late, n.obj)
	if k := len(n.b.late); k > 0 && n.b.begin == e { // after the declarations there
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

// indeterminate gives an arbitrary value to a register whose declaration a jump may have passed by.
func (f lifetimes) indeterminate(v *ir.Var) {
	name := v.Source
	if name == "" {
		name = v.Name
	}
	fresh := int64(0)
	if v.Type.Kind == ir.Ptr {
		fresh = f.decls.unsetSize(f.l.cfg.ArraySize)
	}
	f.emit(&ir.Input{Dst: v, Site: f.l.prog.NewSite(ir.Uninit, name, v.Type, f.f, f.pos), FreshSize: fresh})
	if v.CType == "_Bool" {
		f.between(ir.NewRef(v), 0, 1)
	}
}
