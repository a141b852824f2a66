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

// Calls through pointers. They become direct calls when all functions are known: the pointer is compared with each
// function whose address is taken and whose type fits. A function of another type is included if a conversion may lead
// it into the pointer (ptrflow.go, ptrabi.go). If the pointer equals none of these functions, the call is invalid, or
// calls a function that the program does not have (ptroutside.go). If many calls have many functions, one function
// makes the comparisons for all of these calls (ptrdispatch.go).

// ptrCall is a call through a pointer. In the automaton, one edge (the field edge) represents it until expand replaces
// that edge.
type ptrCall struct {
	f      *fn
	edge   *ir.Edge
	target ir.Expr // the pointer
	c      *call
	dst    *ir.Var  // receives the result (or its first part), in the type that the caller expects; nil: not used
	ret    ir.Expr  // address of the object for a struct result
	fixed  bool     // the pointer was read from a constant object of the program, or is a constant (findFixedTables)
	others []string // functions of another type that it may call and that no warning has named yet
}

// callPtr records a call through the pointer target and returns its result.
func (f *calls) callPtr(c *call, target value) value {
	pc := &ptrCall{f: f.fn, target: target.e, c: c}
	for i, v := range c.vals { // the edge below does not contain the arguments, and the callee may have no body
		if v.e != nil && ir.MayGuard(v.e) {
			c.vals[i].e = f.keep(v.e)
		}
	}
	res := c.ft.Result()
	var v value
	switch {
	case ctype.IsAggregate(res):
		pc.ret = f.addrOf(f.object("ret", res, c.pos))
		v = value{e: pc.ret, t: res}
	case ctype.IsOpaque(res):
		v = value{t: res, opaque: true}
	case f.l.IsWide(res):
		if c.want {
			w, _ := f.l.WideForm(res)
			pc.dst = f.temp(w.Types()[0])
			v = value{parts: []ir.Expr{ir.NewRef(pc.dst)}, form: w, t: res}
		}
	case res.Kind() != cc.Void && c.want:
		pc.dst = f.temp(f.scalar(res, c.n))
		v = value{e: ir.NewRef(pc.dst), t: res}
	}
	pc.edge = f.emitAt(&ir.Undefined{Kind: "call through a pointer"}, c.pos)
	if v.wide() {
		v.parts = append(v.parts, wides{f.fn}.restOfResult(v.form)...)
	}
	f.l.flow.ptrCalls = append(f.l.flow.ptrCalls, pc)
	f.ptrCalls = append(f.ptrCalls, pc)
	return v
}

// take records that the address of a function is taken.
func (l *pointerFlow) take(s *link.Symbol) {
	if !l.isTaken[s] {
		l.isTaken[s] = true
		l.taken = append(l.taken, s)
	}
}

// symbolOf returns the symbol of a lowered function.
func (l *pointerFlow) symbolOf(g *ir.Func) *link.Symbol { return l.symbols[g] }

// resolvePtrCalls makes the calls through pointers direct. It reports whether new functions have to be lowered;
// resolvePtrCalls must then be called again.
func (l *pointerFlow) resolvePtrCalls() bool {
	if len(l.queue) > 0 {
		return true
	}
	l.findFixedTables()
	groups := l.callGroups()
	for n := -1; n < l.castCount; { // the calls pass pointers on, which adds conversions
		n = l.castCount
		for _, a := range groups {
			a.calls[0].noteCasts()
		}
	}
	o := ownCode
	if len(l.ptrCalls) > 0 {
		o = l.codeOrigin()
	}
	if o == outsideCode && l.takeKnown(groups) { // the new functions have to be lowered, and get arguments
		return true
	}
	of := map[*ptrCall]*callGroup{}
	for _, a := range groups {
		a.to = a.calls[0].findTargets()
		if a.many(&l.Cfg) {
			a.dispatcher = l.dispatcher(a)
		}
		for _, pc := range a.calls {
			of[pc] = a
		}
	}
	var changed []*fn
	for _, pc := range l.ptrCalls {
		pc.expand(o, of[pc])
		if n := len(changed); n == 0 || changed[n-1] != pc.f {
			changed = append(changed, pc.f)
		}
	}
	for _, f := range changed {
		f.calls.ptrCalls = nil
		f.tidy()
	}
	l.ptrCalls = nil
	return len(l.queue) > 0
}

// noteCasts records the conversions of arguments and results that the call causes.
func (pc *ptrCall) noteCasts() {
	l := pc.f.l
	for _, s := range l.flow.taken {
		exact := pc.callable(s)
		if !exact && l.flow.flowsTo(s, pc.c.ft) == flowNone {
			continue
		}
		for i, t := range pc.f.l.of(s).sig.ParamsC {
			if i < len(pc.c.vals) {
				l.flow.noteCast(pc.c.vals[i].t, t, true)
			}
		}
		l.flow.noteCast(pc.f.l.of(s).sig.ResultC, pc.c.ft.Result(), true)
	}
}

// ptrTarget is a function that a call through a pointer may go to.
type ptrTarget struct {
	s       *link.Symbol
	exact   bool // it has the type of the pointer, or the machine passes arguments and result alike
	refused bool // the effect of such a call is not known: it is an obligation
}

// ptrTargets are the functions to which a call through a pointer may lead.
type ptrTargets struct {
	list      []ptrTarget
	notCalled []*link.Symbol // functions of another type that are not called: the program ends there
}

// findTargets returns the functions to which the call may lead, in the order in which their addresses were first taken.
func (pc *ptrCall) findTargets() *ptrTargets {
	l := pc.f.l
	out := &ptrTargets{}
	for _, s := range l.flow.taken {
		t := ptrTarget{s: s, exact: pc.callable(s)}
		if !t.exact {
			flow := l.flow.flowsTo(s, pc.c.ft)
			if flow == flowNone { // neither by values nor through memory
				continue
			}
			if _, ok := pc.adapt(s, true); !ok {
				if flow != flowValue || l.Cfg.HasCheck(ir.ValidCall) {
					out.notCalled = append(out.notCalled, s)
					continue
				}
				t.refused = true
			}
		}
		out.list = append(out.list, t)
	}
	return out
}

// expand replaces the edge of the call by comparisons and direct calls. o is the origin of the pointers, and a is the
// group of pc.
func (pc *ptrCall) expand(o origin, a *callGroup) {
	f := pc.f
	from, to := pc.edge.From, pc.edge.To
	from.Out = without(from.Out, pc.edge)
	to.In = without(to.In, pc.edge)
	pos := pc.c.pos
	f.pos = pos
	for _, t := range a.triedAtCalls() {
		from = pc.try(t, from, to)
	}
	pc.warnOthers()
	if a.dispatcher != nil {
		from = pc.dispatch(a.dispatcher, from, to)
	}
	if pc.fixed {
		o = ownCode
	}
	if o != ownCode {
		left, rest := pc.skipLeft(a.to.notCalled, from)
		from = pc.callOutside(rest, to, o)
		if left != nil {
			f.edge(left, from, &ir.Skip{}, pos)
		}
	}
	halt := f.newLoc()
	halt.Kind, halt.Pos = ir.Halt, pos
	f.edge(from, halt, &ir.Undefined{Kind: "invalid call"}, pos)
	switch {
	case len(a.to.notCalled) > 0:
		f.l.assume(f, ir.Assumed{Pos: pos, Text: "only functions of the pointer's type are called, so not " +
			a.to.notCalled[0].Name})
	case len(a.to.list) == 0 && o == ownCode:
		f.l.assume(f, ir.Assumed{Pos: pos, Text: "the program ends at the call through a pointer: no function of its type " +
			"has its address taken"})
	}
}

// skipLeft adds a branch at from for the functions in left, which are not called. At the location hit the pointer
// equals one of them; hit is nil if left is empty. At the location miss it equals none of them, so it may be a function
// that the program does not have.
func (pc *ptrCall) skipLeft(left []*link.Symbol, from *ir.Loc) (hit, miss *ir.Loc) {
	if len(left) == 0 {
		return nil, from
	}
	f, pos := pc.f, pc.c.pos
	var is ir.Expr
	for _, s := range left {
		one := pc.leadsTo(ptrTarget{s: s})
		if is == nil {
			is = one
		} else {
			is = ir.NewBinary(ir.LOr, is, one)
		}
	}
	hit, miss = f.newLoc(), f.newLoc()
	f.edge(from, hit, &ir.Assume{Cond: is, Guard: ir.CallGuard}, pos)
	f.edge(from, miss, &ir.Assume{Cond: ir.NotExpr(is), Guard: ir.CallGuard}, pos)
	return hit, miss
}

// try adds a branch at from: if the pointer equals t, the branch calls t and leads to join. It returns the location
// where the pointer does not equal t.
func (pc *ptrCall) try(t ptrTarget, from, join *ir.Loc) *ir.Loc {
	if t.refused {
		return pc.refuse(t.s, from, join)
	}
	f, pos := pc.f, pc.c.pos
	if !t.exact {
		pc.others = append(pc.others, t.s.Name)
	}
	hit, miss := f.newLoc(), f.newLoc()
	is := pc.leadsTo(t)
	f.edge(from, hit, &ir.Assume{Cond: is, Guard: ir.CallGuard}, pos)
	f.edge(from, miss, &ir.Assume{Cond: ir.NotExpr(is), Guard: ir.CallGuard}, pos)
	pc.callTarget(t, hit, join)
	return miss
}

// leadsTo returns the condition that the pointer equals t.
func (pc *ptrCall) leadsTo(t ptrTarget) ir.Expr {
	return ir.NewBinary(ir.Eq, pc.target, &ir.FuncAddr{Func: pc.f.l.funcOf(t.s), T: pc.f.ptr()})
}

// warnOthers warns that the call may call functions of another type.
func (pc *ptrCall) warnOthers() {
	const most = 3
	names, more := pc.others, ""
	if n := len(names) - most; n > 0 {
		names, more = names[:most], fmt.Sprintf(" and %d more", n)
	}
	if len(names) > 0 {
		pc.f.l.Warn(pc.c.pos, "%s%s may be called through a pointer of another type: as the machine does it",
			strings.Join(names, ", "), more)
	}
	pc.others = nil
}

// callTarget adds a call of t that leads from hit to join.
func (pc *ptrCall) callTarget(t ptrTarget, hit, join *ir.Loc) {
	f := pc.f
	g := f.l.funcOf(t.s)
	f.cur = hit
	if t.exact {
		pc.callOne(t.s, g)
	} else {
		pc.callOther(t.s, g)
	}
	f.edge(f.cur, join, &ir.Skip{}, pc.c.pos)
}

// refuse adds a branch at from: if the pointer equals s, a function of another type whose call is not modelled, an
// obligation is violated (the check valid-call covers such a call already). It returns the location where the pointer
// does not equal s.
func (pc *ptrCall) refuse(s *link.Symbol, from, join *ir.Loc) *ir.Loc {
	f := pc.f
	hit, miss := f.newLoc(), f.newLoc()
	is := ir.NewBinary(ir.Eq, pc.target, &ir.FuncAddr{Func: f.l.funcOf(s), T: f.ptr()})
	f.edge(from, hit, &ir.Assume{Cond: is, Guard: ir.CallGuard}, pc.c.pos)
	f.edge(from, miss, &ir.Assume{Cond: ir.NotExpr(is), Guard: ir.CallGuard}, pc.c.pos)
	f.cur = hit
	f.violate(ir.NoModel, s.Name+": it is called through a pointer to another type of function", pc.c.pos)
	f.edge(f.cur, join, &ir.Skip{}, pc.c.pos)
	return miss
}

// callable reports whether a function can be called through the pointer's type: by C's rules, or because the machine
// passes arguments and result in the same way.
func (pc *ptrCall) callable(s *link.Symbol) bool {
	l := pc.f.l
	l.funcOf(s) // makes the signature
	ft := pc.c.ft
	proto, promoted := layout.HasProto(ft) && !pc.c.old, promotes(s)
	if l.Compatible(ft, s.Type) && proto && !promoted {
		return true
	}
	call := l.Signature(ft, nil, pc.c.pos)
	sig := pc.f.l.of(s).sig
	if call.SRet != sig.SRet || call.Wide != sig.Wide || ctype.IsOpaque(call.ResultC) != ctype.IsOpaque(sig.ResultC) {
		return false
	}
	if call.SRet && !l.Compatible(call.ResultC, sig.ResultC) {
		return false
	}
	if pc.dst != nil && !sameRegister(pc.dst.Type, sig.Result) {
		return false
	}
	if sig.Variadic != call.Variadic && (proto || sig.Variadic) {
		return false
	}
	if len(pc.c.vals) < len(sig.ParamsC) || !sig.Variadic && proto && len(pc.c.vals) != len(sig.ParamsC) {
		return false
	}
	for i, t := range sig.ParamsC {
		v := pc.c.vals[i]
		it, ok := l.Machine(t, pc.c.pos)
		if w, wide := l.WideForm(t); wide || v.wide() {
			if !wide || !v.wide() || w != v.form {
				return false
			}
			continue
		}
		switch {
		case v.opaque || !ok:
			if !(v.opaque && !ok) {
				return false
			}
		case v.aggregate() || ctype.IsAggregate(t):
			if !v.aggregate() || !l.Compatible(v.t, t) {
				return false
			}
		case v.e == nil, t.Kind() == cc.Bool && (v.t == nil || v.t.Kind() != cc.Bool) && !isTruth(v.e):
			return false
		case it == ir.F32 && !promoted:
			if v.e.Type() != it {
				return false
			}
		case it == ir.F32 || !sameRegister(v.e.Type(), it):
			if !sameRegister(v.e.Type(), promoteArg(it)) {
				return false
			}
		}
	}
	return true
}

// promoteArg returns the type to which an argument of type t is promoted if the function has no prototype.
func promoteArg(t ir.Type) ir.Type {
	if t == ir.F32 {
		return ir.F64
	}
	return ctype.Promote(t)
}

// sameRegister reports whether values of two types are passed in the same way.
func sameRegister(a, b ir.Type) bool {
	if a.Kind == ir.Float || b.Kind == ir.Float {
		return a == b
	}
	return a != ir.Void && b != ir.Void && a.Bits == b.Bits
}

// callOne calls g, the function of s, whose type fits the pointer.
func (pc *ptrCall) callOne(s *link.Symbol, g *ir.Func) {
	f := pc.f
	c := *pc.c
	c.name = s.Name
	c.want = pc.dst != nil
	args, ret := f.calls.irArgs(&c, pc.f.l.of(s).sig)
	if ret != nil {
		f.emitAt(&ir.Call{Func: g, Args: args}, c.pos)
		if c.into != nil {
			return
		}
		size := f.l.Size(f.l.of(s).sig.ResultC, c.pos)
		f.emitAt(&ir.MemCopy{Dst: pc.ret, Src: ret, N: ir.NewConst(f.model().Size(), size)}, c.pos)
		return
	}
	if pc.dst == nil || pc.f.l.of(s).sig.Result == ir.Void {
		f.emitAt(&ir.Call{Func: g, Args: args}, c.pos)
		return
	}
	if pc.f.l.of(s).sig.Result == pc.dst.Type {
		f.emitAt(&ir.Call{Dst: pc.dst, Func: g, Args: args}, c.pos)
		return
	}
	t := f.temp(pc.f.l.of(s).sig.Result)
	f.emitAt(&ir.Call{Dst: t, Func: g, Args: args}, c.pos)
	f.emitAt(&ir.Assign{Dst: pc.dst, Src: ir.NewCast(pc.dst.Type, ir.NewRef(t))}, c.pos)
}
