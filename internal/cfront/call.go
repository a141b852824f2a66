package cfront

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers function calls (6.5.2.2). The called expression is evaluated first, then the arguments from right to
// left.

// call is one call being lowered.
type call struct {
	f     *fn
	n     *cc.PostfixExpression // nil in a stub or an implicit call
	pos   ir.Pos
	name  string // the name of the called function; "" for a call through a pointer
	ft    *cc.FunctionType
	args  []cc.ExpressionNode
	vals  []value           // the arguments, once evaluated
	old   bool              // ft is not a prototype: the arguments are promoted, and not converted to parameters
	want  bool              // the value is used
	into  ir.Expr           // address for a struct result; nil means a new object
	alloc library.Allocator // what the function allocates or frees, if the C library does not have it

	mid func() // lowers code between the arguments and the call; nil after it was called

	midEffects effects // the effects of the code that mid lowers
}

// calls lowers calls of functions. It owns the calls that are completed when the whole program is known.
type calls struct {
	*fn
	missing  []missingCall // the calls of functions without a body
	ptrCalls []*ptrCall    // the calls of linker.ptrCalls in this function
	harmless bool          // the argument being converted does not escape from the called function (ptrflow.go)
}

// call lowers a call expression. If want is not set, the result is the zero value.
func (f *calls) call(x *cc.PostfixExpression, want bool) value {
	saved := f.pos
	pos := f.at(x)
	f.pos = pos
	v := f.callAt(&call{f: f.fn, n: x, pos: pos, args: csrc.ArgNodes(x.ArgumentExpressionList), want: want})
	if !want {
		f.pos = saved
		return value{}
	}
	v = f.result(v, x)
	f.pos = saved
	return v
}

// callWith lowers a call, and if it is an ordinary one, calls mid between the arguments and the call; ef are the
// effects of the code that mid lowers.
func (f *calls) callWith(x *cc.PostfixExpression, mid func(), ef effects) value {
	saved := f.pos
	pos := f.at(x)
	f.pos = pos
	v := f.callAt(&call{f: f.fn, n: x, pos: pos, args: csrc.ArgNodes(x.ArgumentExpressionList), want: true, mid: mid,
		midEffects: ef})
	v = f.result(v, x)
	f.pos = saved
	return v
}

// result returns v, the result of a call; a vector that the call returned in memory is loaded.
func (f *calls) result(v value, n cc.Node) value {
	if v.e != nil && ctype.IsVector(v.t) {
		return vectors{f.fn}.loadVector(v.e, v.t, n)
	}
	return v
}

// callAt lowers a call whose callee and arguments are not evaluated yet.
func (f *calls) callAt(c *call) value {
	callee := csrc.Strip(c.n.PostfixExpression)
	if p, ok := callee.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		if v, ok := f.special(c, p.Token.SrcStr()); ok {
			return v
		}
	}
	var target value
	if csrc.IsLvalue(callee) {
		p := f.lvalue(callee)
		if p.sym != nil {
			return f.callSymbol(c, p.sym)
		}
		target = f.load(p, callee)
	} else {
		target = f.rvalue(callee)
	}
	if fa, ok := target.e.(*ir.FuncAddr); ok {
		if s := f.l.flow.symbolOf(fa.Func); s != nil && f.l.of(s).stub == nil {
			return f.callSymbol(c, s)
		}
	}
	ft := functionOf(target.t)
	if target.e == nil || ft == nil {
		f.fail(c.n, "the called object is not a function")
	}
	c.ft = ft
	ef := operations{f.fn}.effectsOf(c.args...)
	ef.add(c.midEffects)
	target = operations{f.fn}.holdValueFor(target, ef)
	f.evalArgs(c)
	return f.callPtr(c, target)
}

// functionOf returns the function type that t is or points to, or nil if there is none.
func functionOf(t cc.Type) *cc.FunctionType {
	if t == nil {
		return nil
	}
	if e := ctype.Elem(t); e != nil {
		t = e
	}
	ft, _ := t.(*cc.FunctionType)
	return ft
}

// callSymbol lowers a call of the function s by its name.
func (f *calls) callSymbol(c *call, s *link.Symbol) value {
	c.name = s.Name
	c.ft, _ = s.Type.(*cc.FunctionType)
	if c.ft == nil {
		f.fail(c.n, "%s is not a function", s.Name)
	}
	if f.l.Cfg.IsErrorFunc(s.Name) && !f.u.Model {
		f.evalArgs(c)
		f.violate("unreach-call", c.text(), c.pos)
		return f.deadResult(c)
	}
	if t := f.aliased(s); t != nil {
		s = t
	}
	if f.l.Absent(s) {
		return f.callAbsent(c, s)
	}
	f.see(c)
	differs := s.Body != nil && c.n != nil && !f.u.Model && f.differs(c, s)
	if !differs && (s.Body != nil || !c.old) {
		c.ft, c.old = s.Type.(*cc.FunctionType), false
	}
	if s.Body != nil && !f.u.Model && !differs && ownAbs(s) {
		return f.callOwnAbs(c, s)
	}
	if s.Body != nil {
		if s.Also.Line > 0 && !f.u.Model {
			f.l.assume(f.fn, ir.Assumed{Pos: c.pos, Text: fmt.Sprintf("calls of %s take the definition at %s, not the one at %s",
				s.Name, s.Pos, s.Also), Runs: true})
		}
		v := value{}
		if differs {
			v = f.callDiffering(c, s)
		} else {
			f.evalArgs(c)
			v = f.callDirect(c, s)
		}
		if s.NoReturn && !f.u.Model { // a return of it would be undefined
			f.halt()
		}
		return v
	}
	return f.callLibrary(c, s)
}

// callImplicitly calls a function that the program defines and that no expression calls: a constructor, or the function
// of a cleanup. A call of an error function is a violation here, too.
func (f *calls) callImplicitly(c *call, s *link.Symbol) {
	if f.l.Cfg.IsErrorFunc(s.Name) && !f.u.Model {
		f.violate("unreach-call", c.text(), c.pos)
		return
	}
	f.callDirect(c, s)
}

// aliased returns the function with a body that s names by the attribute alias, or nil if there is none.
func (f *calls) aliased(s *link.Symbol) *link.Symbol {
	if s.Body != nil || s.Alias == "" {
		return nil
	}
	if t := s.Unit.Locals[s.Alias]; t != nil && t.Body != nil {
		return t
	}
	if t := f.l.Syms[s.Alias]; t != nil && t.Body != nil {
		return t
	}
	return nil
}

// text returns the source text of the call.
func (c *call) text() string {
	if c.n == nil {
		return c.name + "()"
	}
	return csrc.Source(c.n)
}

// node returns a syntax node for positions.
func (c *call) node() cc.Node {
	if c.n == nil {
		return c.f.sym.Decl
	}
	return c.n
}

// deadResult returns a value for the result of a call that does not return.
func (f *calls) deadResult(c *call) value {
	if c.ft == nil {
		return value{}
	}
	return f.zero(c.ft.Result(), c)
}

// zero returns a value of type t for code that is never reached.
func (f *calls) zero(t cc.Type, c *call) value {
	switch {
	case t.Kind() == cc.Void:
		return value{}
	case ctype.IsOpaque(t):
		return value{t: t, opaque: true}
	case ctype.IsAggregate(t):
		return value{e: f.addrOf(f.object("ret", t, c.pos)), t: t}
	case f.l.IsWide(t):
		return f.convert(value{e: ir.NewConst(ir.I32, 0)}, t, c.node())
	}
	return value{e: ir.NewConst(f.scalar(t, c.node()), 0), t: t}
}

// evalArgs evaluates the arguments from right to left into c.vals, and then calls c.mid. Arguments are converted to the
// parameters of the visible prototype, or else by the default promotions.
func (f *calls) evalArgs(c *call) {
	defer func() {
		if mid := c.mid; mid != nil {
			c.mid = nil
			mid()
			f.pos = c.pos
		}
	}()
	if c.vals != nil || len(c.args) == 0 {
		return
	}
	var ps []cc.Type
	if c.ft != nil && !c.old && layout.HasProto(c.ft) {
		ps = layout.Params(c.ft)
	}
	c.vals = make([]value, len(c.args))
	for i := len(c.args) - 1; i >= 0; i-- {
		v := f.rvalue(c.args[i])
		f.harmless = isHarmless(c.name)
		if i < len(ps) {
			v = f.passAs(v, ps[i], c.args[i])
		} else if (wideFloats{f.fn}).unpromoted(v, c.args[i]) {
			v = f.convert(v, f.typeOf(c.args[i]), c.args[i])
		} else {
			v = f.defaultPromoted(v, c.args[i])
		}
		f.harmless = false
		if v.isVec() {
			t := v.t
			if t == nil {
				t = f.typeOf(c.args[i])
			}
			v = vectors{f.fn}.spill(v, t, c.args[i])
		} else if v.aggregate() {
			o := f.object("arg", v.t, c.pos)
			if o.Size > 0 {
				accesses{f.fn}.copyStruct(f.addrOf(o), v.e, v.t, o.Size, f.pos)
			}
			v.e = f.addrOf(o)
		} else {
			ef := operations{f.fn}.effectsOf(c.args[:i]...)
			ef.add(c.midEffects)
			v = operations{f.fn}.holdValueFor(v, ef)
		}
		c.vals[i] = v
	}
}

// passAs converts an argument to the type t of its parameter. If t is a union (a transparent one), the argument may
// have the type of a member.
func (f *calls) passAs(v value, t cc.Type, n cc.ExpressionNode) value {
	if t.Kind() == cc.Union && !v.aggregate() {
		for _, fld := range layout.Fields(t) {
			if !ctype.IsAggregate(fld.Type()) {
				o := f.object("arg", t, f.pos)
				p := place{t: t, addr: f.addrOf(o)}
				f.store(f.member(p, fld, n), f.convert(v, fld.Type(), n), n)
				return value{e: p.addr, t: t}
			}
		}
	}
	return f.convert(v, t, n)
}

// callDirect lowers a call of s, which has a body, with evaluated arguments.
func (f *calls) callDirect(c *call, s *link.Symbol) value {
	g := f.l.funcOf(s)
	args, ret := f.irArgs(c, f.l.of(s).sig)
	return f.finishCall(c, f.l.of(s).sig, ret,
		func(dst *ir.Var) { f.emitAt(&ir.Call{Dst: dst, Func: g, Args: args}, c.pos) })
}

// irArgs returns the arguments in the machine types of a signature, including the hidden ones; ret is the address of a
// struct result, or nil.
func (f *calls) irArgs(c *call, sig *ctype.Signature) (args []ir.Expr, ret ir.Expr) {
	n := c.node()
	if sig.SRet {
		if ret = c.into; ret == nil {
			ret = f.addrOf(f.object("ret", sig.ResultC, c.pos))
		}
		args = append(args, ret)
	}
	for i, t := range sig.ParamsC {
		if w, ok := f.l.WideForm(t); ok {
			args = append(args, f.wideArg(c, i, w, t)...)
			continue
		}
		it, ok := f.l.Machine(t, c.pos)
		if !ok {
			continue
		}
		switch {
		case i >= len(c.vals):
			f.l.Warn(c.pos, "too few arguments in call of %s", c.name)
			args = append(args, f.approx("missing argument", it))
		case ctype.IsAggregate(t):
			v := c.vals[i]
			if !v.aggregate() {
				f.fail(n, "argument %d of %s must be of type %s", i+1, c.name, ctype.TypeText(t))
			}
			args = append(args, v.e)
		default:
			args = append(args, f.convert(c.vals[i], t, n).e)
		}
	}
	if sig.Variadic {
		var extra []value
		if len(c.vals) > len(sig.ParamsC) {
			extra = c.vals[len(sig.ParamsC):]
		}
		if !f.u.Model {
			for _, v := range extra {
				f.l.args.argPassed[varArgs{f.fn}.passedClass(v, c)] = true
			}
		}
		args = append(args, varArgs{f.fn}.variadicBlock(extra, c))
	}
	return args, ret
}

// wideArg returns the parts of argument i, which has the wide form w and type t.
func (f *calls) wideArg(c *call, i int, w ctype.Form, t cc.Type) []ir.Expr {
	if i >= len(c.vals) {
		f.l.Warn(c.pos, "too few arguments in call of %s", c.name)
		return f.inputWide(ir.Approx, "missing argument", w, t).parts
	}
	return f.convert(c.vals[i], t, c.node()).parts
}

// finishCall emits the call by calling emit, with the register for its result or nil. It returns the result, converted
// to the type that the prototype at the call has.
func (f *calls) finishCall(c *call, sig *ctype.Signature, ret ir.Expr, emit func(dst *ir.Var)) value {
	seen := sig.ResultC
	if c.ft != nil {
		seen = c.ft.Result()
	}
	n := c.node()
	switch {
	case sig.SRet:
		emit(nil)
		return value{e: ret, t: sig.ResultC}
	case sig.Result == ir.Void:
		emit(nil)
		switch {
		case ctype.IsOpaque(sig.ResultC):
			return f.convertSeen(value{t: sig.ResultC, opaque: true}, seen, c)
		case seen.Kind() != cc.Void && c.want:
			f.l.Warn(c.pos, "%s returns no value, but one is used", c.name)
			return value{e: f.approx("no result", f.scalar(seen, n)), t: seen}
		}
		return value{}
	case !c.want:
		emit(nil)
		return value{}
	}
	v := f.temp(sig.Result)
	emit(v)
	if sig.Wide.Wide() {
		parts := append([]ir.Expr{ir.NewRef(v)}, wides{f.fn}.restOfResult(sig.Wide)...)
		return f.convertSeen(value{parts: parts, form: sig.Wide, t: sig.ResultC}, seen, c)
	}
	f.lastTemp, f.lastEdge = v, f.cur.In[len(f.cur.In)-1]
	f.l.used = append(f.l.used, f.lastEdge)
	return f.convertSeen(value{e: ir.NewRef(v), t: sig.ResultC}, seen, c)
}

// convertSeen converts the result v of a call to seen, the result type that the prototype at the call has.
func (f *calls) convertSeen(v value, seen cc.Type, c *call) value {
	if !c.want || seen.Kind() == cc.Void {
		return value{}
	}
	if v.opaque || ctype.IsAggregate(seen) || ctype.IsOpaque(seen) {
		return v
	}
	if v.wide() || f.l.IsWide(seen) {
		return f.convert(v, seen, c.node())
	}
	if it, ok := f.l.IRType(seen); ok && it == v.e.Type() {
		return value{e: v.e, t: seen}
	}
	return f.convert(v, seen, c.node())
}

// inputOf reads an arbitrary value of the C type t.
func (f *calls) inputOf(kind ir.SiteKind, name string, t cc.Type, c *call) value {
	switch {
	case t.Kind() == cc.Void:
		return value{}
	case ctype.IsOpaque(t):
		return value{t: t, opaque: true}
	case ctype.IsAggregate(t):
		o := f.object(name, t, c.pos)
		o.CType = ctype.TypeText(t)
		if ps := o.Parts; ps == nil || slices.ContainsFunc(ps, func(p ir.Part) bool { return p.Kind == "ptr" }) {
			f.l.inputs.pointersInside = true
			if kind != ir.Approx {
				f.l.inputs.unread.noteObject(o)
			}
		}
		return value{e: f.addrOf(o), t: t}
	case f.l.IsWide(t):
		w, _ := f.l.WideForm(t)
		return f.inputWide(kind, name, w, t)
	}
	it := f.scalar(t, c.node())
	fresh := int64(0)
	if it.Kind == ir.Ptr {
		fresh = f.decls.freshSize(t)
	}
	e := f.input(kind, name, it, fresh)
	if it.Kind == ir.Ptr {
		f.lastTemp.Points = f.l.Points(t)
		site := f.l.IR.Sites[len(f.l.IR.Sites)-1]
		site.Parts = f.l.inputs.freshParts(site, t, fresh)
	}
	if t.Kind() == cc.Bool {
		e = ir.NewCast(it, ir.NewBinary(ir.Ne, e, ir.NewConst(it, 0)))
	}
	return value{e: e, t: t}
}

// funcAddr returns the address of the function s. If s has no body, it is the address of its model, or of a stub that
// calls s by name.
func (f *calls) funcAddr(s *link.Symbol, n cc.Node) ir.Expr {
	l := f.l
	if t := f.aliased(s); t != nil {
		s = t
	}
	if l.Absent(s) {
		return ir.NewConst(f.ptr(), 0)
	}
	if s.Body == nil && f.l.of(s).stub == nil {
		if m := l.library.model(s); m != nil && (m == l.library.unitSymbol(s.Name) || f.handler(s) == nil) && (f.u.Model ||
			!l.library.refused(s)) {
			s = m
		} else {
			s = l.stubOf(s)
		}
	}
	if l.Cfg.IsErrorFunc(s.Name) {
		s = l.stubOf(s)
	}
	g := l.funcOf(s)
	l.flow.take(s)
	return &ir.FuncAddr{Func: g, T: f.ptr()}
}

// stubOf returns the stub of s: a synthetic function with a body that calls s by name.
func (l *linker) stubOf(s *link.Symbol) *link.Symbol {
	if t := l.stubs[s.Name]; t != nil {
		return t
	}
	t := &link.Symbol{Name: s.Name, Unit: s.Unit, Decl: s.Decl, Pos: s.Pos, Type: s.Type, IsFunc: true, Proto: s.Proto}
	l.of(t).stub = func(f *fn) { f.calls.stubBody(s) }
	l.stubs[s.Name] = t
	return t
}

// stubBody lowers the body of the stub of s: return s(params).
func (f *calls) stubBody(s *link.Symbol) {
	ft := s.Type.(*cc.FunctionType)
	f.pos = s.Pos
	c := &call{f: f.fn, pos: s.Pos, want: true, vals: []value{}}
	i := 0
	if f.sret != nil {
		i = 1
	}
	for _, t := range f.l.of(f.sym).sig.ParamsC {
		if w, ok := f.l.WideForm(t); ok {
			v := value{t: t, form: w}
			for range w.Types() {
				v.parts = append(v.parts, ir.NewRef(f.f.Params[i]))
				i++
			}
			c.vals = append(c.vals, v)
			continue
		}
		if _, ok := f.l.Machine(t, s.Pos); !ok {
			c.vals = append(c.vals, value{t: t, opaque: true})
			continue
		}
		c.vals = append(c.vals, value{e: ir.NewRef(f.f.Params[i]), t: t})
		i++
	}
	v := f.callSymbol(c, s)
	var val ir.Expr
	switch {
	case f.sret != nil:
		if v.aggregate() {
			f.store(place{t: ft.Result(), addr: ir.NewRef(f.sret)}, v, s.Decl)
		}
	case f.f.Result != ir.Void && f.l.of(f.sym).sig.Wide.Wide() && !v.isVoid():
		val = wides{f.fn}.leaveResult(f.convert(v, ft.Result(), s.Decl))
	case f.f.Result != ir.Void && v.e != nil:
		val = f.convert(v, ft.Result(), s.Decl).e
	}
	f.edge(f.cur, f.f.Exit, &ir.Return{Val: val}, s.Pos)
	f.cur = f.newLoc()
}

// callAbsent lowers the call of an absent function as a call through a null pointer.
func (f *calls) callAbsent(c *call, s *link.Symbol) value {
	f.evalArgs(c)
	return f.callPtr(c, value{e: ir.NewConst(f.ptr(), 0), t: s.Type.Pointer()})
}
