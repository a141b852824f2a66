package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// loweredSymbol is the lowered form of a symbol, made on first use.
type loweredSymbol struct {
	sig    *ctype.Signature // the signature of a function
	fun    *ir.Func
	place  place       // the place of an object; for a function, only the field fn is set
	parent *fn         // the enclosing function of a nested function, else nil
	stub   func(f *fn) // lowers the body of a function that has no C text; nil for others
}

// of returns the lowered form of a symbol, which is empty at first.
func (l *linker) of(s *link.Symbol) *loweredSymbol {
	low := l.lowered[s]
	if low == nil {
		low = &loweredSymbol{}
		l.lowered[s] = low
	}
	return low
}

// funcOf returns the lowered function of a symbol with a body. At the first call it queues the body for lowering.
func (l *linker) funcOf(s *link.Symbol) *ir.Func {
	low := l.of(s)
	if low.fun != nil {
		return low.fun
	}
	ft, ok := s.Type.(*cc.FunctionType)
	if !ok {
		l.Fail(s.Pos, "%s is not a function", s.Name)
	}
	low.sig = l.Signature(ft, s.Body, s.Pos)
	res := low.sig.Result
	if low.sig.SRet {
		res = ir.Void
	}
	low.fun = l.IR.NewFunc(l.names.uniq(s.Name), res, s.Pos)
	low.fun.Source = s.Source()
	f := l.newFn(s.Unit, low.fun)
	f.sym = s
	parameters{f}.declareParams(s)
	l.queue = append(l.queue, s)
	l.fns = append(l.fns, f)
	l.symbols[low.fun] = s
	low.place.fn = f
	return low.fun
}

// fn is the lowering of one function. It lowers expressions and places itself. The other parts of the language have
// types of their own that embed fn. Those with state are fields of fn; the others (vectors, wides, ...) are made for
// each use, as in vectors{f}.
type fn struct {
	builder
	u   *link.Unit   // the unit of the function
	sym *link.Symbol // the function

	stmts   statements
	decls   localDecls
	calls   calls
	commas  commas
	dropped droppedValues

	sret *ir.Var // the address of the result object
	va   *ir.Var // the address of the variable arguments

	subs     subscripts
	volatile bool // the assumption about volatile objects has been recorded
	consts   bool // only constant expressions are lowered
	outer    *fn  // for a constant expression: the function that contains it
}

// missingCall is a call of a function without a body.
type missingCall struct {
	edge *ir.Edge
	name string
	pos  ir.Pos
	says string // as ir.Missing.Says
}

// assemble returns a lowering that uses b.
func assemble(b builder, u *link.Unit) *fn {
	f := &fn{builder: b, u: u}
	f.stmts.fn, f.decls.fn, f.calls.fn, f.commas.fn, f.dropped.fn = f, f, f, f, f
	f.decls.vars = map[*cc.Declarator]*place{}
	return f
}

// newFn returns a lowering of f, a function of u.
func (l *linker) newFn(u *link.Unit, f *ir.Func) *fn {
	g := assemble(newBuilder(l, f), u)
	g.stmts.labels = map[string]*label{}
	g.decls.vla, g.decls.vlaAt = map[cc.ExpressionNode]*ir.Var{}, map[cc.ExpressionNode]cc.Node{}
	return g
}

// at returns the position of n, and makes it the current position for messages.
func (f *fn) at(n cc.Node) ir.Pos {
	p := f.u.Src.Pos(n)
	f.l.Pos = p
	return p
}

// atName is like at, for the name of a declarator.
func (f *fn) atName(d *cc.Declarator) ir.Pos {
	f.l.Pos = f.u.NamePos(d)
	return f.l.Pos
}

// fail ends the lowering with a message at n.
func (f *fn) fail(n cc.Node, format string, args ...any) { f.l.Fail(f.at(n), format, args...) }

// holdValue protects all parts of v from later assignments, like hold.
func (f *fn) holdValue(v value) value {
	v.e = f.hold(v.e)
	return v.mapParts(f.hold)
}

// --- bodies

// parameters makes the parameters of a function.
type parameters struct{ *fn }

// declareParams makes the registers of the parameters.
func (f parameters) declareParams(s *link.Symbol) {
	add := func(name string, t ir.Type) *ir.Var {
		v := f.f.NewVar(f.names.uniq(name), t)
		f.f.Params = append(f.f.Params, v)
		return v
	}
	if f.l.of(s).sig.SRet {
		f.sret = add("result", f.ptr())
	}
	ft := s.Type.(*cc.FunctionType)
	ps := ft.Parameters()
	if ft.MaxArgs() == 0 {
		ps = nil
	}
	for _, p := range ps {
		t := p.Type().Decay()
		name := p.Name()
		if w, ok := f.l.WideForm(t); ok {
			pl := &place{t: t, parts: wides(f).newRegs(w, name, ir.Scope{})}
			f.f.Params = append(f.f.Params, pl.parts...)
			f.decls.vars[p.Declarator] = pl
			continue
		}
		it, ok := f.l.Machine(t, s.Pos)
		if !ok {
			if p.Declarator != nil {
				f.decls.vars[p.Declarator] = &place{t: t, opaque: true}
			}
			continue
		}
		base := name
		if base == "" {
			base = "arg"
		}
		v := add(base, it)
		v.Points = f.l.Points(t)
		switch {
		case ctype.IsAggregate(t):
			// The register is the address of the caller's copy, not a C variable.
			if p.Declarator != nil {
				f.decls.vars[p.Declarator] = &place{t: t, addr: ir.NewRef(v)}
			}
			continue
		case p.Declarator != nil:
			v.Source = name
			f.decls.vars[p.Declarator] = &place{t: t, reg: v}
		}
		v.CType = ctype.TypeText(t)
	}
	if f.l.of(s).sig.Variadic {
		f.va = add("va", f.ptr())
	}
}

// lowerFunc lowers the body of a function.
func (l *linker) lowerFunc(s *link.Symbol) {
	low := l.of(s)
	f := low.place.fn
	if low.stub != nil {
		low.stub(f)
		f.finish()
		return
	}
	f.u = s.Unit
	f.decls.scope = ir.Scope{}
	body := s.Body.CompoundStatement
	ft := s.Type.(*cc.FunctionType)
	nests{f}.findNested(body)
	parameters{f}.paramObjects(ft)
	nests{f}.bindParams(ft)
	f.setsJump = setsJump(body)
	f.gotos = len(body.Gotos()) > 0 || s.Unit.Src.AsmGoto || f.setsJump
	params := nests{f}.beginNest()
	outerJumps{f}.outerLabels(body)
	f.gotos = f.gotos || f.decls.nest != nil && len(f.decls.nest.labels) > 0
	f.stmts.body(body)
	nests{f}.bindBypassed(params)
	f.finish()
}

// paramObjects makes objects for the parameters whose address is taken, and then evaluates the sizes of variable arrays
// among the parameters.
func (f parameters) paramObjects(ft *cc.FunctionType) {
	f.pos = f.f.Pos
	for _, p := range ft.Parameters() {
		d := p.Declarator
		pl := f.decls.vars[d]
		if d == nil || pl == nil {
			continue
		}
		pos := f.atName(d)
		f.pos = pos
		if ctype.IsVector(pl.t) && (vectors(f)).inRegisters(d, pl.t) {
			p := vectors(f).vecRegisters(d.Name(), pl.t, pos, d)
			vectors(f).storeVector(p, f.load(*pl, d), d)
			f.decls.vars[d] = &p
			continue
		}
		if ctype.IsAggregate(pl.t) {
			f.l.consts.noteConst(f.fn, d, pl.t, *pl, d.Name(), false)
		}
		if !d.AddressTaken() {
			continue
		}
		paramObject := func() *ir.Object {
			o := f.object(d.Name(), pl.t, pos)
			o.Source, o.CType = d.Name(), ctype.TypeText(pl.t)
			if f.l.consts.noteConst(f.fn, d, pl.t, place{t: pl.t, addr: f.addrOf(o)}, d.Name(), false) {
				f.initialised = o
			}
			return o
		}
		switch {
		case pl.reg != nil:
			o := paramObject()
			f.emit(&ir.Store{Addr: f.addrOf(o), Val: ir.NewRef(pl.reg)})
			f.decls.vars[d] = &place{t: pl.t, addr: f.addrOf(o)}
		case pl.parts != nil:
			o := paramObject()
			in := *pl
			f.decls.vars[d] = &place{t: pl.t, addr: f.addrOf(o)}
			f.store(*f.decls.vars[d], f.load(in, d), d)
		case pl.opaque:
			o := paramObject()
			f.decls.vars[d] = &place{t: pl.t, addr: f.addrOf(o), opaque: true}
			f.havocBytes(f.addrOf(o), f.l.Size(pl.t, pos), d.Name())
		}
		f.initialised = nil
	}
	f.paramSizes(ft)
}

// paramSizes evaluates the sizes of variable arrays among the parameters, in the order of gcc: first the sizes inside
// of types, then the outermost sizes, whose values are not used. The latter are not evaluated in an old-style
// definition.
func (f parameters) paramSizes(ft *cc.FunctionType) {
	for _, p := range ft.Parameters() {
		if d := p.Declarator; d != nil && f.decls.vars[d] != nil {
			f.pos = f.atName(d)
			f.decls.vlaSizes(f.decls.vars[d].t, d)
		}
	}
	if oldStyle(f.sym.Body) {
		return
	}
	for _, p := range ft.Parameters() {
		if d := p.Declarator; d != nil {
			if a, ok := csrc.Undecay(d.Type()).(*cc.ArrayType); ok && a.SizeExpression() != nil {
				f.pos = f.atName(d)
				f.effect(a.SizeExpression())
			}
		}
	}
}

// oldStyle reports whether a definition lists the names of its parameters and declares them afterwards.
func oldStyle(def *cc.FunctionDefinition) bool { return listsNames(def.Declarator) }

// listsNames reports whether the declarator of a function has a list of names, or (), instead of a parameter list.
func listsNames(d *cc.Declarator) bool {
	old := false
	for dd := d.DirectDeclarator; dd != nil; {
		switch dd.Case {
		case cc.DirectDeclaratorFuncIdent:
			old = true
		case cc.DirectDeclaratorFuncParam:
			old = dd.ParameterTypeList == nil
		case cc.DirectDeclaratorDecl: // (*f(x))(int): the inner list belongs to f
			dd = dd.Declarator.DirectDeclarator
			continue
		}
		dd = dd.DirectDeclarator
	}
	return old
}

// fallOff ends a function at its closing brace: main returns 0, other functions return no value.
func (f *statements) fallOff() {
	var val ir.Expr
	if f.f.Source == "main" && f.f.Result.Kind == ir.Int {
		val = ir.NewConst(f.f.Result, 0)
	}
	f.returns(val, f.pos)
}

// returns emits the return of val, which is undefined behaviour in a noreturn function.
func (f *statements) returns(val ir.Expr, pos ir.Pos) {
	if !f.sym.NoReturn || f.u.Model {
		contractChecks{f.fn}.noReturn(f.edge(f.cur, f.f.Exit, &ir.Return{Val: val}, pos))
		f.cur = f.newLoc()
		return
	}
	f.undefinedAt(ir.UndefReturn, pos)
}

// finish completes the function at the end of its body: jumps, unused values, lifetimes.
func (f *fn) finish() {
	f.stmts.resolveJumps()
	f.dropped.keepDropped()
	lifetimes{f}.endLives()
	f.tidy()
	f.assumeReturns()
}

// assumeReturns lists an assumption for each return of a noreturn function, unless these returns are checked.
func (f *fn) assumeReturns() {
	if f.sym == nil || !f.sym.NoReturn || f.l.Cfg.HasCheck(ir.Unreachable) {
		return
	}
	for _, e := range f.f.Edges {
		if u, ok := e.Stmt.(*ir.Undefined); ok && u.Kind == ir.UndefReturn {
			text := "the execution ends where the noreturn function " + f.sym.Name + " would return"
			f.l.assume(f, ir.Assumed{Pos: e.Pos, Text: text})
		}
	}
}

// by returns the handler that calls a method of T on the current lowering. T is a type that lowers one part of the
// language and embeds fn.
func by[T ~struct{ *fn }](method func(T, *call) value) handlerFunc {
	return func(f *fn, c *call) value { return method(T{f}, c) }
}
