package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// signature is how a function is called: the machine types of its parameters
// and result. A struct result goes through a hidden first parameter, a struct
// parameter is the address of the caller's copy, the arguments behind ... lie
// in a block whose address is a hidden last parameter. A wide number is passed
// as its parts. Opaque values are not passed at all.
type signature struct {
	result   ir.Type // Void: none, aggregate or opaque
	sret     bool
	wide     form      // of a wide result: what is returned is its first part
	params   []ir.Type // all, the hidden ones included
	variadic bool
	proto    bool
	resultC  cc.Type
	paramsC  []cc.Type // as declared, without the hidden ones
}

func (l *linker) signature(t *cc.FunctionType, def *cc.FunctionDefinition, pos ir.Pos) *signature {
	s := &signature{resultC: t.Result(), variadic: t.IsVariadic(), proto: hasProto(t)}
	ptr := l.cfg.Model.Ptr()
	s.result, _ = l.machine(t.Result(), pos)
	if isAggregate(t.Result()) {
		s.sret = true
		s.params = append(s.params, ptr)
	}
	if w, ok := l.wideForm(t.Result()); ok {
		s.wide, s.result = w, w.types()[0]
	}
	s.paramsC = params(t)
	for _, p := range s.paramsC {
		if w, ok := l.wideForm(p); ok {
			s.params = append(s.params, w.types()...)
		} else if it, ok := l.machine(p, pos); ok {
			s.params = append(s.params, it)
		}
	}
	if s.variadic {
		s.params = append(s.params, ptr)
	}
	if def != nil {
		s.proto = true
	}
	return s
}

// machine is the type in which a value of type t is passed to a function; ok
// is false for void and opaque ones.
func (l *linker) machine(t cc.Type, pos ir.Pos) (ir.Type, bool) {
	if isAggregate(t) || t.Kind() == cc.Function {
		return l.cfg.Model.Ptr(), t.Kind() == cc.Function || t.Kind() != cc.Array
	}
	return l.irType(t)
}

// funcOf is the lowered function of a symbol with a body; its body is lowered
// later.
func (l *linker) funcOf(s *symbol) *ir.Func {
	if s.fun != nil {
		return s.fun
	}
	ft, ok := s.typ.(*cc.FunctionType)
	if !ok {
		l.fail(s.pos, "%s is not a function", s.name)
	}
	s.sig = l.signature(ft, s.fn, s.pos)
	res := s.sig.result
	if s.sig.sret {
		res = ir.Void
	}
	s.fun = l.prog.NewFunc(l.names.uniq(s.name), res, s.pos)
	s.fun.Source = s.source()
	f := l.newFn(s.unit, s.fun)
	f.sym = s
	f.declareParams(s)
	l.queue = append(l.queue, s)
	l.fns = append(l.fns, f)
	l.symbols[s.fun] = s
	s.place.fn = f
	return s.fun
}

// fn is the lowering of one function.
type fn struct {
	l   *linker
	u   *unit
	f   *ir.Func
	sym *symbol

	cur *ir.Loc // where the next statement is appended; may be unreachable
	pos ir.Pos  // of the statement or call being lowered

	names  names
	vars   map[*cc.Declarator]*place
	labels map[string]*label
	addrs  []*label                      // labels whose address is taken, in order
	jumps  []jump                        // computed gotos
	vlaAt  map[cc.ExpressionNode]cc.Node // the declaration or type name that gives the length
	vla    map[cc.ExpressionNode]*ir.Var
	brk    *ir.Loc
	cont   *ir.Loc
	sw     *switchState
	scope  ir.Scope // of the block being lowered
	// labels, case labels: a declaration may be jumped over; or a variable is named in its own initialiser
	bypass     bool
	nest       *nest     // what nested functions use; nil: there are none
	cleanups   []cleanup // of the variables in scope
	brkClean   int       // how many of them break leaves alone, and continue
	contClean  int
	setsJump   bool      // it calls setjmp
	inRegister []*ir.Var // then: what is declared register
	gotos      bool      // the body has gotos
	fickle     bool      // it reads volatile objects

	blk     *block // being lowered; nil: around the body
	blockOf map[*ir.Loc]*block
	mortal  []*ir.Object // whose life ends before the function returns
	lasted  []*ir.Object // of blocks that a jump out of a function may come back into

	sret *ir.Var // address of the result object
	va   *ir.Var // address of the variable arguments

	computed []computed // operations and arguments that must be evaluated (dropped.go)

	indexed map[*cc.Declarator]bool // vectors that need memory (vector.go); nil: not looked for yet

	lastTemp *ir.Var // the temporary that lastEdge defined
	lastEdge *ir.Edge
	merged   mergedTemp

	made map[*ir.Var]madeHere // new memory, until its use is known (kinds.go)

	missing  []missingCall
	ptrCalls []*ptrCall // of linker.ptrCalls those in this function
	harmless bool       // a conversion of an argument that is not kept (see ptrflow.go)

	hoisted map[*cc.ExpressionList]bool  // what stands before the commas has been evaluated (comma.go)
	sized   map[*cc.UnaryExpression]bool // likewise the sizes in a sizeof

	initialised *ir.Object // whose initialisation is being lowered

	subs   subscripts
	consts bool // constant expressions only
	outer  *fn  // of a constant expression: the function it stands in
}

// missingCall is a call of a function without a body.
type missingCall struct {
	edge *ir.Edge
	name string
	pos  ir.Pos
	says string // as ir.Missing.Says
}

func (l *linker) newFn(u *unit, f *ir.Func) *fn {
	return &fn{
		l: l, u: u, f: f, cur: f.Entry, pos: f.Pos,
		names:  names{},
		made:   map[*ir.Var]madeHere{},
		vars:   map[*cc.Declarator]*place{},
		labels: map[string]*label{},
		vla:    map[cc.ExpressionNode]*ir.Var{},
		vlaAt:  map[cc.ExpressionNode]cc.Node{},

		blockOf: map[*ir.Loc]*block{},
	}
}

func (f *fn) model() ir.DataModel { return f.l.cfg.Model }
func (f *fn) ptr() ir.Type        { return f.l.cfg.Model.Ptr() }

func (f *fn) at(n cc.Node) ir.Pos {
	p := f.u.src.Pos(n)
	f.l.pos = p
	return p
}

// atName is at for the name of a declarator.
func (f *fn) atName(d *cc.Declarator) ir.Pos {
	f.l.pos = f.u.namePos(d)
	return f.l.pos
}

// fail ends the lowering with a message at n.
func (f *fn) fail(n cc.Node, format string, args ...any) { f.l.fail(f.at(n), format, args...) }

// --- edges and locations

// emit appends a statement at the current position.
func (f *fn) emit(s ir.Stmt) *ir.Edge { return f.emitAt(s, f.pos) }

func (f *fn) emitAt(s ir.Stmt, pos ir.Pos) *ir.Edge {
	to := f.f.NewLoc(ir.Pos{})
	e := f.edge(f.cur, to, s, pos)
	f.cur = to
	return e
}

func (f *fn) edge(from, to *ir.Loc, s ir.Stmt, pos ir.Pos) *ir.Edge {
	if !from.Pos.IsValid() {
		from.Pos = pos
	}
	if f.blk != nil {
		f.inBlock(from)
	}
	if f.initialised != nil && writesTo(s, f.initialised) {
		f.l.inits[s] = true
	}
	return f.f.NewEdge(from, to, s, pos)
}

// goTo leads to a location; what follows is unreachable unless it is jumped to.
func (f *fn) goTo(to *ir.Loc) {
	f.edge(f.cur, to, &ir.Skip{}, f.pos)
	f.cur = f.f.NewLoc(ir.Pos{})
}

// split makes a branch on cond: two edges with marks to the given locations.
func (f *fn) split(cond ir.Expr, t, e *ir.Loc, pos ir.Pos) {
	switch {
	case ir.IsTrue(cond):
		f.edge(f.cur, t, &ir.Skip{}, pos)
	case ir.IsFalse(cond):
		f.edge(f.cur, e, &ir.Skip{}, pos)
	default:
		f.edge(f.cur, t, &ir.Assume{Cond: cond, Mark: ir.True}, pos)
		f.edge(f.cur, e, &ir.Assume{Cond: ir.NotExpr(cond), Mark: ir.False}, pos)
	}
	f.cur = f.f.NewLoc(ir.Pos{})
}

func (f *fn) newLoc() *ir.Loc { return f.f.NewLoc(ir.Pos{}) }

// halt ends the program here.
func (f *fn) halt() { f.haltAt(false) }

// haltNormally ends the program here as a return of main does.
func (f *fn) haltNormally() { f.haltAt(true) }

func (f *fn) haltAt(normal bool) {
	to := f.newLoc()
	to.Kind, to.Normal = ir.Halt, normal
	to.Pos = f.pos
	f.goTo(to)
}

// violate reaches an obligation here, and returns its place.
func (f *fn) violate(kind, text string, pos ir.Pos) *ir.Loc {
	to := f.newLoc()
	to.Kind = ir.Error
	to.Pos = pos
	to.Obligation = f.l.prog.NewObligation(kind, text, f.f.Source, pos)
	f.edge(f.cur, to, &ir.Skip{}, pos)
	f.cur = f.newLoc()
	if to.Obligation.Unmodelled() {
		to.Resume = f.cur
	}
	return to
}

// --- registers

// temp makes a temporary.
func (f *fn) temp(t ir.Type) *ir.Var { return f.f.NewVar(f.names.uniq("t"), t) }

// def appends a statement that defines a new temporary and returns it.
func (f *fn) def(t ir.Type, mk func(*ir.Var) ir.Stmt) ir.Expr {
	v := f.temp(t)
	f.lastEdge = f.emit(mk(v))
	f.lastTemp = v
	return ir.NewRef(v)
}

// assign sets a register. Where e is the temporary that the edge before has
// just made, or the two edges before a join, they set the register itself.
func (f *fn) assign(v *ir.Var, e ir.Expr) {
	delete(f.made, v)
	if r, ok := e.(*ir.Ref); ok {
		if m, ok := f.made[r.Var]; ok {
			f.made[v] = m
		}
	}
	if r, ok := e.(*ir.Ref); ok && r.Var == f.lastTemp && f.lastEdge != nil && f.lastEdge.To == f.cur &&
		r.Var.Type == v.Type && retarget(f.lastEdge, v) {
		if n := len(f.f.Vars); f.f.Vars[n-1] == r.Var {
			f.f.Vars = f.f.Vars[:n-1]
		}
		f.lastEdge, f.lastTemp = nil, nil
		return
	}
	if r, ok := e.(*ir.Ref); ok && f.merged.v != nil && r.Var == f.merged.v && f.merged.join == f.cur &&
		r.Var.Type == v.Type {
		for _, e := range f.merged.edges {
			e.Stmt.(*ir.Assign).Dst = v
		}
		f.merged = mergedTemp{}
		return
	}
	f.emit(&ir.Assign{Dst: v, Src: e})
}

// mergedTemp is a temporary that was assigned on two ways into a location.
type mergedTemp struct {
	v     *ir.Var
	join  *ir.Loc
	edges [2]*ir.Edge
}

func retarget(e *ir.Edge, v *ir.Var) bool {
	if ir.Def(e.Stmt) == nil {
		return false
	}
	e.Stmt = ir.WithDef(e.Stmt, v)
	return true
}

// hold makes e safe from assignments that follow: if it reads a variable of
// the program, it is copied to a temporary.
func (f *fn) hold(e ir.Expr) ir.Expr {
	if e == nil {
		return nil
	}
	mutable := false
	ir.Vars(e, func(v *ir.Var) { mutable = mutable || v.Source != "" || v.Global })
	if !mutable {
		return e
	}
	return f.def(e.Type(), func(v *ir.Var) ir.Stmt { return &ir.Assign{Dst: v, Src: e} })
}

func (f *fn) holdValue(v value) value {
	v.e = f.hold(v.e)
	return v.mapParts(f.hold)
}

// input reads an arbitrary value.
func (f *fn) input(kind ir.SiteKind, name string, t ir.Type, fresh int64) ir.Expr {
	site := f.l.prog.NewSite(kind, name, t, f.f, f.pos)
	return f.def(t, func(v *ir.Var) ir.Stmt { return &ir.Input{Dst: v, Site: site, FreshSize: fresh} })
}

// approx reads a value that stands for something not modelled.
func (f *fn) approx(what string, t ir.Type) ir.Expr {
	fresh := int64(0)
	if t.Kind == ir.Ptr {
		fresh = f.l.cfg.ArraySize
	}
	return f.input(ir.Approx, what, t, fresh)
}

// object makes a temporary object, whose lifetime begins here.
func (f *fn) object(name string, t cc.Type, pos ir.Pos) *ir.Object {
	o := f.newObject(name, t, pos)
	f.emitAt(&ir.Decl{Obj: o}, pos)
	f.livesIn(f.blk, life{obj: o})
	return o
}

// declared makes an object that lives as long as the block.
func (f *fn) declared(name string, t cc.Type, pos ir.Pos) *ir.Object {
	o, b := f.newObject(name, t, pos), f.home()
	if b == nil || !f.gotos {
		f.emitAt(&ir.Decl{Obj: o}, pos)
	} else {
		b.late = append(b.late, o)
	}
	f.livesIn(b, life{obj: o})
	return o
}

func (f *fn) newObject(name string, t cc.Type, pos ir.Pos) *ir.Object {
	o := f.f.NewObject(f.names.uniq(name), f.l.size(t, pos), f.l.align(t, pos))
	o.Elem = f.l.scalarElem(t)
	o.Parts = f.l.partsOf(t, false)
	o.Pos = pos
	f.addSite(o, name)
	return o
}

func (f *fn) addSite(o *ir.Object, name string) {
	o.Site = f.l.prog.NewSite(ir.ObjectBytes, name, ir.Type{}, f.f, o.Pos)
}

func (f *fn) addrOf(o *ir.Object) ir.Expr { return &ir.AddrOf{Obj: o, T: f.ptr()} }

// --- bodies

// declareParams makes the registers of the parameters.
func (f *fn) declareParams(s *symbol) {
	add := func(name string, t ir.Type) *ir.Var {
		v := f.f.NewVar(f.names.uniq(name), t)
		f.f.Params = append(f.f.Params, v)
		return v
	}
	if s.sig.sret {
		f.sret = add("result", f.ptr())
	}
	ft := s.typ.(*cc.FunctionType)
	ps := ft.Parameters()
	if ft.MaxArgs() == 0 {
		ps = nil
	}
	for _, p := range ps {
		t := p.Type().Decay()
		name := p.Name()
		if w, ok := f.l.wideForm(t); ok {
			pl := &place{t: t, parts: f.newRegs(w, name, ir.Scope{})}
			f.f.Params = append(f.f.Params, pl.parts...)
			f.vars[p.Declarator] = pl
			continue
		}
		it, ok := f.l.machine(t, s.pos)
		if !ok {
			if p.Declarator != nil {
				f.vars[p.Declarator] = &place{t: t, opaque: true}
			}
			continue
		}
		base := name
		if base == "" {
			base = "arg"
		}
		v := add(base, it)
		v.Points = f.l.points(t)
		switch {
		case isAggregate(t):
			// The register is the address of the caller's copy, not a C variable.
			if p.Declarator != nil {
				f.vars[p.Declarator] = &place{t: t, addr: ir.NewRef(v)}
			}
			continue
		case p.Declarator != nil:
			v.Source = name
			f.vars[p.Declarator] = &place{t: t, reg: v}
		}
		v.CType = typeText(t)
	}
	if s.sig.variadic {
		f.va = add("va", f.ptr())
	}
}

// lowerFunc lowers the body of a function.
func (l *linker) lowerFunc(s *symbol) {
	f := s.place.fn
	if s.stub != nil {
		s.stub(f)
		f.finish()
		return
	}
	f.u = s.unit
	f.scope = ir.Scope{}
	body := s.fn.CompoundStatement
	ft := s.typ.(*cc.FunctionType)
	f.findNested(body)
	f.paramObjects(ft)
	f.bindParams(ft)
	f.setsJump = setsJump(body)
	f.gotos = len(body.Gotos()) > 0 || s.unit.src.AsmGoto || f.setsJump
	params := f.beginNest()
	f.outerLabels(body)
	f.gotos = f.gotos || f.nest != nil && len(f.nest.labels) > 0
	f.body(body)
	f.bindBypassed(params)
	f.finish()
}

// paramObjects gives memory to the parameters whose address is taken, and
// then evaluates the sizes of variable arrays among them.
func (f *fn) paramObjects(ft *cc.FunctionType) {
	f.pos = f.f.Pos
	for _, p := range ft.Parameters() {
		d := p.Declarator
		pl := f.vars[d]
		if d == nil || pl == nil {
			continue
		}
		pos := f.atName(d)
		f.pos = pos
		if isVector(pl.t) && f.inRegisters(d, pl.t) {
			p := f.vecRegisters(d.Name(), pl.t, pos, d)
			f.storeVector(p, f.load(*pl, d), d)
			f.vars[d] = &p
			continue
		}
		if isAggregate(pl.t) {
			f.l.noteConst(f, d, pl.t, *pl, d.Name(), false)
		}
		if !d.AddressTaken() {
			continue
		}
		paramObject := func() *ir.Object {
			o := f.object(d.Name(), pl.t, pos)
			o.Source, o.CType = d.Name(), typeText(pl.t)
			if f.l.noteConst(f, d, pl.t, place{t: pl.t, addr: f.addrOf(o)}, d.Name(), false) {
				f.initialised = o
			}
			return o
		}
		switch {
		case pl.reg != nil:
			o := paramObject()
			f.emit(&ir.Store{Addr: f.addrOf(o), Val: ir.NewRef(pl.reg)})
			f.vars[d] = &place{t: pl.t, addr: f.addrOf(o)}
		case pl.parts != nil:
			o := paramObject()
			in := *pl
			f.vars[d] = &place{t: pl.t, addr: f.addrOf(o)}
			f.store(*f.vars[d], f.load(in, d), d)
		case pl.opaque:
			o := paramObject()
			f.vars[d] = &place{t: pl.t, addr: f.addrOf(o), opaque: true}
			f.havocBytes(f.addrOf(o), f.l.size(pl.t, pos), d.Name())
		}
		f.initialised = nil
	}
	f.paramSizes(ft)
}

// paramSizes evaluates the sizes of variable arrays among the parameters: as in gcc
// first those inside of types, then the outermost ones, whose value nobody needs,
// unless the definition is of the old style.
func (f *fn) paramSizes(ft *cc.FunctionType) {
	for _, p := range ft.Parameters() {
		if d := p.Declarator; d != nil && f.vars[d] != nil {
			f.pos = f.atName(d)
			f.vlaSizes(f.vars[d].t, d)
		}
	}
	if oldStyle(f.sym.fn) {
		return
	}
	for _, p := range ft.Parameters() {
		if d := p.Declarator; d != nil {
			if a, ok := undecay(d.Type()).(*cc.ArrayType); ok && a.SizeExpression() != nil {
				f.pos = f.atName(d)
				f.effect(a.SizeExpression())
			}
		}
	}
}

// oldStyle reports whether a definition lists the names of its parameters and declares them afterwards.
func oldStyle(def *cc.FunctionDefinition) bool {
	for dd := def.Declarator.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
		if dd.Case == cc.DirectDeclaratorFuncIdent {
			return true
		}
	}
	return false
}

// fallOff ends a function without return statement: main returns 0, other
// results are arbitrary.
func (f *fn) fallOff() {
	var val ir.Expr
	if f.f.Source == "main" && f.f.Result.Kind == ir.Int {
		val = ir.NewConst(f.f.Result, 0)
	}
	f.returns(val, f.pos)
}

// returns leads out of the function, which is undefined where it is declared noreturn.
func (f *fn) returns(val ir.Expr, pos ir.Pos) {
	if !f.sym.noreturn || f.u.model {
		f.noReturn(f.edge(f.cur, f.f.Exit, &ir.Return{Val: val}, pos))
		f.cur = f.newLoc()
		return
	}
	f.undefinedAt(ir.UndefReturn, pos)
}

// finish resolves jumps and tidies the automaton.
func (f *fn) finish() {
	f.resolveJumps()
	f.keepDropped()
	f.endLives()
	f.tidy()
	f.sayReturns()
}

// sayReturns lists the returns of a noreturn function as assumptions where they are not checked.
func (f *fn) sayReturns() {
	if f.sym == nil || !f.sym.noreturn || f.l.cfg.checks(ir.Unreachable) {
		return
	}
	for _, e := range f.f.Edges {
		if u, ok := e.Stmt.(*ir.Undefined); ok && u.Kind == ir.UndefReturn {
			text := "the execution ends where the noreturn function " + f.sym.name + " would return"
			f.l.assume(f, ir.Assumed{Pos: e.Pos, Text: text})
		}
	}
}
