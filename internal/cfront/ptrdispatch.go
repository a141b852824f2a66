package cfront

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Calls through pointers of one type lead to the same functions. A comparison with each function at each call makes m*n
// edges for m calls and n functions. If these are many, the comparisons are made in one function, the dispatcher:
//
//	x = p->get(p, 1);      becomes      x = call.ptr(p->get, p, 1), if p->get is not null
//
//	call.ptr(f, a, b): if f is g1 ... gn: result = gi(a, b), missed = 0
//	                   else missed = 1
//
// If the pointer equals no function, the caller of the dispatcher handles that: it is an invalid call, or a call of a
// function that the program does not have. The caller also tests for null, since most invalid calls are calls of null.

const (
	// A dispatcher is made for more than fewTargets functions, if the product of calls and functions is more than
	// fewTests.
	fewTargets = 4
	fewTests   = 400
	// branching is the number of groups into which a dispatcher splits its functions, recursively.
	branching = 8
)

// dispatchFile is the file in the positions of dispatchers. As with library models, these are not positions in the
// program.
const dispatchFile = "<call through a pointer>"

// callGroup is a group of calls through pointers of one type, with arguments and a result of the same types, so that
// they may lead to the same functions.
type callGroup struct {
	calls      []*ptrCall
	to         *ptrTargets // the functions to which these calls may lead
	dispatcher *ir.Func    // nil: each call makes the comparisons
	tried      []ptrTarget // cache of triedAtCalls if there is a dispatcher; nil: not computed yet
}

// callGroups returns the calls through pointers in groups.
func (l *pointerFlow) callGroups() []*callGroup {
	var out []*callGroup
	byKey := map[string]*callGroup{}
	for _, pc := range l.ptrCalls {
		k := pc.key()
		a := byKey[k]
		if a == nil {
			a = &callGroup{}
			byKey[k] = a
			out = append(out, a)
		}
		a.calls = append(a.calls, pc)
	}
	return out
}

// key returns a text that is equal for calls of one group.
func (pc *ptrCall) key() string {
	l := pc.f.l
	var b strings.Builder
	fmt.Fprintf(&b, "%d %t %t", l.Classes.Class(pc.c.ft), layout.HasProto(pc.c.ft), pc.ret != nil)
	if pc.dst != nil {
		fmt.Fprintf(&b, " %s", pc.dst.Type)
	}
	for _, v := range pc.c.vals {
		fmt.Fprintf(&b, "; %d", l.Classes.Class(v.t))
		if v.e != nil {
			fmt.Fprintf(&b, " %s", v.e.Type())
		}
		for _, p := range v.parts {
			fmt.Fprintf(&b, " %s", p.Type())
		}
		if v.opaque || v.parts != nil {
			fmt.Fprintf(&b, " %t %v", v.opaque, v.form)
		}
	}
	return b.String()
}

// many reports whether the group has so many calls and functions that a dispatcher is worth it.
func (a *callGroup) many(cfg *link.Config) bool {
	few, most := fewTargets, fewTests
	if cfg.SharedAbove != 0 {
		few, most = 0, cfg.SharedAbove
	}
	n := 0
	for _, t := range a.to.list {
		if t.dispatchable() {
			n++
		}
	}
	for _, v := range a.calls[0].c.vals {
		if v.isVoid() {
			return false
		}
	}
	return n > few && n*len(a.calls) > most && !a.calls[0].c.ft.IsVariadic()
}

// dispatchable reports whether a dispatcher can call the function. It cannot call a variadic function, since the caller
// makes the block of variable arguments.
func (t ptrTarget) dispatchable() bool {
	return !t.refused && !t.s.Type.(*cc.FunctionType).IsVariadic()
}

// triedAtCalls returns the functions with which each call compares the pointer itself: all, or those that the
// dispatcher cannot call. The list is computed once, since there may be as many calls as functions.
func (a *callGroup) triedAtCalls() []ptrTarget {
	if a.dispatcher == nil {
		return a.to.list
	}
	if a.tried == nil {
		a.tried = make([]ptrTarget, 0)
		for _, t := range a.to.list {
			if !t.dispatchable() {
				a.tried = append(a.tried, t)
			}
		}
	}
	return a.tried
}

// dispatcher makes the dispatcher of a group.
func (l *pointerFlow) dispatcher(a *callGroup) *ir.Func {
	if l.missed == nil {
		l.missed = l.IR.NewGlobal(l.names.uniq("call.missed"), ir.U8)
	}
	first := a.calls[0]
	result := ir.Void
	if first.dst != nil {
		result = first.dst.Type
	}
	pos := ir.Pos{File: dispatchFile, Line: 1, Col: 1}
	u := *first.f.u
	u.Model = true
	g := l.IR.NewFunc(l.names.uniq("call.ptr"), result, pos)
	g.Source = "call through a pointer"
	f := l.newFn(&u, g)
	f.sym = &link.Symbol{Name: g.Source, Unit: &u, Decl: first.f.sym.Decl, Pos: pos, Type: first.c.ft}
	l.of(f.sym).sig = &ctype.Signature{ResultC: first.c.ft.Result()}
	l.fns = append(l.fns, f)
	param := func(name string, t ir.Type) ir.Expr {
		v := g.NewVar(f.names.uniq(name), t)
		g.Params = append(g.Params, v)
		return ir.NewRef(v)
	}

	c := *first.c
	c.f, c.pos, c.vals = f, pos, nil
	pc := &ptrCall{f: f, target: param("function", f.ptr()), c: &c}
	if first.ret != nil {
		pc.ret = param("result", f.ptr())
		c.into = pc.ret
	}
	for _, v := range first.c.vals {
		if v.e != nil {
			v.e = param("arg", v.e.Type())
		}
		parts := v.parts
		v.parts = nil
		for _, p := range parts {
			v.parts = append(v.parts, param("arg", p.Type()))
		}
		c.vals = append(c.vals, v)
	}
	if first.dst != nil {
		pc.dst = f.temp(result)
	}
	var list []ptrTarget
	for _, t := range a.to.list {
		if t.dispatchable() {
			list = append(list, t)
			if !t.exact {
				first.others = append(first.others, t.s.Name)
			}
		}
	}
	first.warnOthers()
	hit := f.newLoc()
	miss := pc.choose(list, g.Entry, hit, false)
	leave := func(from *ir.Loc, missed int64, val ir.Expr) {
		f.cur = from
		f.emitAt(&ir.Assign{Dst: l.missed, Src: ir.NewConst(ir.U8, missed)}, pos)
		f.edge(f.cur, g.Exit, &ir.Return{Val: val}, pos)
	}
	var val ir.Expr
	if pc.dst != nil {
		val = ir.NewRef(pc.dst)
	}
	leave(hit, 0, val)
	leave(miss, 1, outerJumps{f}.nothingToReturn())
	f.tidy()
	return g
}

// choose adds a branch at from for each function in list: if the pointer equals the function, the branch calls the
// function and leads to join. It returns the location where the pointer equals none of them, nil if known is set: the
// pointer then certainly equals one. Long lists are split into groups, so that a call needs few comparisons.
func (pc *ptrCall) choose(list []ptrTarget, from, join *ir.Loc, known bool) *ir.Loc {
	f, pos := pc.f, pc.c.pos
	if known && len(list) == 1 {
		pc.callTarget(list[0], from, join)
		return nil
	}
	size := (len(list) + branching - 1) / branching
	for len(list) > 0 {
		group := list[:min(size, len(list))]
		list = list[len(group):]
		if known && len(list) == 0 {
			pc.choose(group, from, join, true)
			return nil
		}
		hit, miss := f.newLoc(), f.newLoc()
		is := pc.leadsToOne(group)
		f.edge(from, hit, &ir.Assume{Cond: is, Guard: ir.CallGuard}, pos)
		f.edge(from, miss, &ir.Assume{Cond: ir.NotExpr(is), Guard: ir.CallGuard}, pos)
		pc.choose(group, hit, join, true)
		from = miss
	}
	return from
}

// leadsToOne returns the condition that the pointer equals a function in list.
func (pc *ptrCall) leadsToOne(list []ptrTarget) ir.Expr {
	if len(list) == 1 {
		return pc.leadsTo(list[0])
	}
	half := len(list) / 2
	return ir.NewBinary(ir.LOr, pc.leadsToOne(list[:half]), pc.leadsToOne(list[half:]))
}

// dispatch adds a branch at from: if the pointer is not null, the branch calls the dispatcher d and leads to join. It
// returns the location where the pointer equals none of the dispatcher's functions.
func (pc *ptrCall) dispatch(d *ir.Func, from, join *ir.Loc) *ir.Loc {
	f, pos := pc.f, pc.c.pos
	miss, some := f.newLoc(), f.newLoc()
	branch := func(from, yes, no *ir.Loc, cond ir.Expr) {
		f.edge(from, yes, &ir.Assume{Cond: cond, Guard: ir.CallGuard}, pos)
		f.edge(from, no, &ir.Assume{Cond: ir.NotExpr(cond), Guard: ir.CallGuard}, pos)
	}
	branch(from, miss, some, ir.NewBinary(ir.Eq, pc.target, ir.NewConst(f.ptr(), 0)))
	f.cur = some
	args := []ir.Expr{pc.target}
	if pc.ret != nil {
		args = append(args, pc.ret)
	}
	for _, v := range pc.c.vals {
		if v.e != nil {
			args = append(args, v.e)
		}
		args = append(args, v.parts...)
	}
	f.emitAt(&ir.Call{Dst: pc.dst, Func: d, Args: args}, pos)
	branch(f.cur, join, miss, ir.NewBinary(ir.Eq, ir.NewRef(f.l.flow.missed), ir.NewConst(ir.U8, 0)))
	return miss
}
