package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// GNU's nested functions. While a function with nested functions is active, the variables that the nested functions
// name are bound to global registers ("shallow binding", Baker 1978): a scalar is such a register, and a variable in
// memory has its address in one. A recursive function saves the bound values at its entry and restores them when it
// returns. A nested function therefore sees the youngest activation of the enclosing function. That is the right
// activation if the nested function is called by its name, or if only one can be active. The address of a nested
// function is thus refused if an enclosing function that binds a variable is recursive.

// nest is the state that a function shares with the functions nested in it.
type nest struct {
	named  map[*cc.Declarator]bool   // the declarators that nested functions name
	shared map[*cc.Declarator]*place // the places by which nested functions access them
	bound  []*ir.Var                 // the global registers of this function's activation
	frames []frameVar                // the variables in memory
	labels []*jumpPlace              // the labels to which nested functions jump
	begin  *ir.Edge                  // a Skip before the body
}

// frameVar is a variable in memory and the register of its address.
type frameVar struct {
	obj *ir.Object
	at  *ir.Var
}

// inFrame reports whether nested functions access an object by a register with its address.
func (d *localDecls) inFrame(o *ir.Object) bool {
	return d.nest != nil && o != nil && slices.ContainsFunc(d.nest.frames, func(v frameVar) bool { return v.obj == o })
}

// nests lowers nested functions and the variables that they share with enclosing ones.
type nests struct{ *fn }

// findNested makes f.decls.nest if body has nested functions, and notes the declarators that they name.
func (f nests) findNested(body *cc.CompoundStatement) {
	csrc.Walk(body, func(n cc.Node) bool {
		b, ok := n.(*cc.BlockItem)
		if !ok || b.Case != cc.BlockItemFuncDef {
			return true
		}
		if f.decls.nest == nil {
			f.decls.nest = &nest{named: map[*cc.Declarator]bool{}, shared: map[*cc.Declarator]*place{}}
		}
		f.decls.nest.note(b.Declarator)
		f.decls.nest.note(b.CompoundStatement)
		return true
	})
}

// note adds the declarators that n names to s.named.
func (s *nest) note(n cc.Node) {
	csrc.Walk(n, func(n cc.Node) bool {
		if x, ok := n.(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent {
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
				s.named[d] = true
			}
		}
		return true
	})
}

// isNamed reports whether n names d.
func isNamed(n cc.Node, d *cc.Declarator) bool {
	s := nest{named: map[*cc.Declarator]bool{}}
	s.note(n)
	return s.named[d]
}

// captured reports whether a nested function names d.
func (f *localDecls) captured(d *cc.Declarator) bool { return f.nest != nil && f.nest.named[d] }

// declareNested makes symbols for the functions that a block defines, and lets declarations of these functions in the
// block refer to them.
func (f nests) declareNested(items *cc.BlockItemList) {
	if f.decls.nest == nil {
		return
	}
	here := map[string]*link.Symbol{}
	for l := items; l != nil; l = l.BlockItemList {
		b := l.BlockItem
		if b.Case != cc.BlockItemFuncDef || f.decls.vars[b.Declarator] != nil {
			continue
		}
		d := b.Declarator
		s := &link.Symbol{Name: d.Name(), Unit: f.u, Decl: d, Pos: f.u.NamePos(d), Type: d.Type(), IsFunc: true, Static: true,
			Proto: true, AddrTaken: d.AddressTaken(),
			Definition: link.Definition{Body: &cc.FunctionDefinition{DeclarationSpecifiers: b.DeclarationSpecifiers,
				Declarator:        d,
				CompoundStatement: b.CompoundStatement}}}
		f.l.of(s).parent = f.fn
		here[s.Name] = s
		f.decls.vars[d] = &place{t: s.Type, sym: s}
		f.decls.nest.shared[d] = f.decls.vars[d]
	}
	for l := items; l != nil; l = l.BlockItemList {
		if b := l.BlockItem; b.Case == cc.BlockItemDecl && b.Declaration.Case == cc.DeclarationDecl {
			for i := b.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
				d := i.InitDeclarator.Declarator
				if s := here[d.Name()]; s != nil && d.Type().Kind() == cc.Function {
					f.decls.vars[d] = f.decls.vars[s.Decl]
					f.decls.nest.shared[d] = f.decls.vars[d]
				}
			}
		}
	}
}

// varOf returns the place of a local variable or nested function, of this function or of an enclosing one; nil if d is
// neither.
func (f *localDecls) varOf(d *cc.Declarator) *place {
	if p := f.vars[d]; p != nil {
		return p
	}
	for s := f.sym; s != nil && f.l.of(s).parent != nil; s = f.l.of(s).parent.sym {
		if p := f.l.of(s).parent.decls.nest.shared[d]; p != nil {
			return p
		}
	}
	return nil
}

// vlaLen returns the register with the length of a variable length array, which n computes; nil if none was made yet.
func (f *localDecls) vlaLen(n cc.ExpressionNode) *ir.Var {
	if v := f.vla[n]; v != nil {
		return v
	}
	for s := f.sym; s != nil && f.l.of(s).parent != nil; s = f.l.of(s).parent.sym {
		if v := f.l.of(s).parent.decls.vla[n]; v != nil {
			return v
		}
	}
	return nil
}

// lengthVar makes a register for the length of a variable length array.
func (f nests) lengthVar() *ir.Var {
	if f.decls.nest != nil {
		return f.bind("length", f.model().Size())
	}
	return f.temp(f.model().Size())
}

// bind makes a global register that belongs to the activation of f.
func (f nests) bind(name string, t ir.Type) *ir.Var {
	v := f.l.IR.NewGlobal(f.l.names.uniq(f.f.Source+"."+name), t)
	f.decls.nest.bound = append(f.decls.nest.bound, v)
	f.l.outer.bound[v] = true
	return v
}

// capturedPlace declares a variable that nested functions name, and returns its place.
func (f nests) capturedPlace(d *cc.Declarator, t cc.Type, pos ir.Pos) place {
	if p := f.boundRegister(d, t, pos); p != nil {
		f.decls.nest.shared[d] = p
		return *p
	}
	p := f.decls.ownPlace(d, t, pos)
	f.share(d, p)
	return p
}

// boundRegister returns the place of a captured variable in global registers; nil if the variable has to lie in memory.
func (f nests) boundRegister(d *cc.Declarator, t cc.Type, pos ir.Pos) *place {
	if f.stmts.inMemory(d) || ctype.IsVector(t) {
		return nil
	}
	if it, ok := f.l.IRType(t); ok {
		v := f.bind(d.Name(), it)
		v.Source, v.CType, v.Scope = d.Name(), ctype.TypeText(t), f.decls.scopeFrom(pos)
		v.Points = f.l.Points(t)
		return &place{t: t, reg: v}
	}
	if w, ok := f.l.WideForm(t); ok {
		p := &place{t: t}
		for i, it := range w.Types() {
			v := f.bind(d.Name()+w.Suffixes()[i], it)
			v.Source, v.CType, v.Scope = d.Name()+w.Suffixes()[i], it.C(), f.decls.scopeFrom(pos)
			p.parts = append(p.parts, v)
		}
		return p
	}
	return nil
}

// share binds the address of a variable in memory, so that nested functions can access it.
func (f nests) share(d *cc.Declarator, p place) {
	if p.addr == nil {
		f.fail(d, "%s: a nested function cannot use a variable of type %s of the function around it here", d.Name(),
			ctype.TypeText(p.t))
	}
	at := f.bind(d.Name(), f.ptr())
	f.emit(&ir.Assign{Dst: at, Src: p.addr})
	if o := f.l.globals.objectOf(p); o != nil {
		f.decls.nest.frames = append(f.decls.nest.frames, frameVar{o, at})
	}
	p.addr = ir.NewRef(at)
	f.decls.nest.shared[d] = &p
}

// bindParams binds the parameters that nested functions name.
func (f nests) bindParams(ft *cc.FunctionType) {
	if f.decls.nest == nil {
		return
	}
	for _, prm := range ft.Parameters() {
		d := prm.Declarator
		p := f.decls.vars[d]
		if d == nil || p == nil || !f.decls.captured(d) {
			continue
		}
		pos := f.atName(d)
		f.pos = pos
		if p.addr != nil || p.opaque {
			f.share(d, *p)
			continue
		}
		b := f.boundRegister(d, p.t, pos)
		if p.reg != nil {
			f.emit(&ir.Assign{Dst: b.reg, Src: ir.NewRef(p.reg)})
			p.reg.Source, p.reg.CType = "", "" // the name belongs to the global register now
		}
		for i, r := range p.parts {
			f.emit(&ir.Assign{Dst: b.parts[i], Src: ir.NewRef(r)})
			r.Source, r.CType = "", ""
		}
		f.decls.vars[d], f.decls.nest.shared[d] = b, b
	}
}

// beginNest marks the beginning of the body for bindBypassed. It returns the number of registers bound so far, which
// hold parameters.
func (f nests) beginNest() int {
	if f.decls.nest == nil {
		return 0
	}
	f.decls.nest.begin = f.emit(&ir.Skip{})
	return len(f.decls.nest.bound)
}

// bindBypassed assigns a value to each bound variable at the beginning of the body, if a jump may bypass its
// declaration. params is the result of beginNest.
func (f nests) bindBypassed(params int) {
	if f.decls.nest == nil || !f.bypass {
		return
	}
	saved, pos := f.cur, f.pos
	from, to := f.decls.nest.begin.From, f.decls.nest.begin.To
	from.Out, to.In = without(from.Out, f.decls.nest.begin), without(to.In, f.decls.nest.begin)
	f.cur, f.pos = from, f.decls.nest.begin.Pos
	inFrame := map[*ir.Var]*ir.Object{}
	for _, v := range f.decls.nest.frames {
		inFrame[v.at] = v.obj
	}
	for _, v := range f.decls.nest.bound[params:] {
		switch o := inFrame[v]; {
		case o != nil:
			if o.Func != nil {
				f.emit(&ir.Decl{Obj: o})
			}
			f.emit(&ir.Assign{Dst: v, Src: f.addrOf(o)})
		case v.Source != "":
			lifetimes(f).indeterminate(v)
		}
	}
	f.edge(f.cur, to, &ir.Skip{}, f.pos)
	f.cur, f.pos = saved, pos
}

// settleNests completes the lowering of nested functions once all calls are known: it makes recursive functions save
// bound registers, and refuses addresses of functions nested in recursive ones.
func (l *outerTargets) settleNests() {
	rec := recursive{state: map[*ir.Func]bool{}, edges: map[*ir.Func][]*ir.Func{}}
	for _, f := range l.fns {
		if f.decls.nest != nil && len(f.decls.nest.bound) > 0 && rec.of(f.f) {
			nests{f}.keepBound()
		}
	}
	for _, s := range l.flow.taken {
		for p := l.of(s).parent; p != nil; p = l.of(p.sym).parent {
			if len(p.decls.nest.bound)+len(p.decls.nest.labels) > 0 && rec.of(p.f) {
				l.Fail(s.Pos, "the address of the nested function %s is taken, and %s around it is recursive: not supported; "+
					"pass what it uses by parameters", s.Name, p.sym.Name)
			}
		}
	}
}

// recursive determines which functions may call themselves, directly or through others, and caches the answers.
type recursive struct {
	state map[*ir.Func]bool       // the answers
	edges map[*ir.Func][]*ir.Func // the callees of a function
}

// of reports whether g may call itself, directly or through others.
func (r *recursive) of(g *ir.Func) bool {
	if is, ok := r.state[g]; ok {
		return is
	}
	seen := map[*ir.Func]bool{}
	work := []*ir.Func{g}
	is := false
	for len(work) > 0 && !is {
		h := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range r.calls(h) {
			is = is || c == g
			if !seen[c] {
				seen[c] = true
				work = append(work, c)
			}
		}
	}
	r.state[g] = is
	return is
}

// calls returns the callees of g.
func (r *recursive) calls(g *ir.Func) []*ir.Func {
	list, ok := r.edges[g]
	if !ok {
		list = []*ir.Func{}
		for _, e := range g.Edges {
			if c, ok := e.Stmt.(*ir.Call); ok {
				list = append(list, c.Func)
			}
		}
		r.edges[g] = list
	}
	return list
}

// keepBound makes a recursive function save the bound registers at its entry and restore them at each return.
func (f nests) keepBound() {
	kept := make([]*ir.Var, len(f.decls.nest.bound))
	outerJumps(f).enter(func() {
		for i, v := range f.decls.nest.bound {
			kept[i] = f.temp(v.Type)
			f.emit(&ir.Assign{Dst: kept[i], Src: ir.NewRef(v)})
		}
	})
	for _, e := range append([]*ir.Edge(nil), f.f.Exit.In...) {
		r, ok := e.Stmt.(*ir.Return)
		if !ok {
			continue
		}
		f.f.Exit.In = without(f.f.Exit.In, e)
		e.From.Out = without(e.From.Out, e)
		f.cur, f.pos = e.From, e.Pos
		val := r.Val
		if val != nil {
			val = f.def(val.Type(), func(v *ir.Var) ir.Stmt { return &ir.Assign{Dst: v, Src: r.Val} })
		}
		for i, v := range f.decls.nest.bound {
			f.emit(&ir.Assign{Dst: v, Src: ir.NewRef(kept[i])})
		}
		f.edge(f.cur, f.f.Exit, &ir.Return{Val: val}, e.Pos)
	}
	f.bypass = false // bindBypassed has handled the jumps
	f.tidy()
}
