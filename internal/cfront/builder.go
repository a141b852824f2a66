package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// builder makes the locations, edges, registers and objects of one function. It does not depend on expressions and
// statements of C: the type fn and the types that embed it decide what to build.
type builder struct {
	l *linker
	f *ir.Func

	cur   *ir.Loc // where the next statement is appended; may be unreachable
	pos   ir.Pos  // the position of the statement or call being lowered
	names names   // the names of registers and objects

	lastTemp *ir.Var    // the temporary that lastEdge defines
	lastEdge *ir.Edge   // the edge that def has appended last
	merged   mergedTemp // the temporary assigned last on two paths

	made        map[*ir.Var]madeHere // allocations whose type is not known yet (kinds.go)
	initialised *ir.Object           // the object whose initialisation is being lowered, or nil

	blocks
}

// blocks holds the blocks of the function and the objects whose lives end with them (life.go).
type blocks struct {
	blk      *block             // the block being lowered; nil outside of the body
	blockOf  map[*ir.Loc]*block // the block that was being lowered when the first edge left the location
	gotos    bool               // the body has gotos: objects are declared where their block begins
	bypass   bool               // a jump may bypass a declaration, or an initialiser names its own variable
	setsJump bool               // the body calls setjmp
	mortal   []*ir.Object       // objects whose lives end before the function returns
	lasting  map[life]bool      // lives that end when the function returns (lifetimes.jumpTargets)
	arrays   []*ir.Var          // addresses of variable arrays that a jump back into the function may leave
}

// newBuilder returns a builder that appends at the entry of f.
func newBuilder(l *linker, f *ir.Func) builder {
	return builder{l: l, f: f, cur: f.Entry, pos: f.Pos, names: names{}, made: map[*ir.Var]madeHere{},
		blocks: blocks{blockOf: map[*ir.Loc]*block{}}}
}

func (b *builder) model() ir.DataModel { return b.l.Cfg.Model }
func (b *builder) ptr() ir.Type        { return b.l.Cfg.Model.Ptr() }

// --- edges and locations

// emit appends a statement at the current location and moves on to a new one.
func (b *builder) emit(s ir.Stmt) *ir.Edge { return b.emitAt(s, b.pos) }

// emitAt is like emit, with a given position.
func (b *builder) emitAt(s ir.Stmt, pos ir.Pos) *ir.Edge {
	to := b.f.NewLoc(ir.Pos{})
	e := b.edge(b.cur, to, s, pos)
	b.cur = to
	return e
}

// edge makes an edge between two locations, and records facts about from and s for the current block and
// initialisation.
func (b *builder) edge(from, to *ir.Loc, s ir.Stmt, pos ir.Pos) *ir.Edge {
	if !from.Pos.IsValid() {
		from.Pos = pos
	}
	if b.blk != nil {
		b.inBlock(from)
	}
	if b.initialised != nil && writesTo(s, b.initialised) {
		b.l.consts.inits[s] = true
	}
	return b.f.NewEdge(from, to, s, pos)
}

// goTo adds an edge from the current location to the given one. The new current location is unreachable until other
// edges lead to it.
func (b *builder) goTo(to *ir.Loc) {
	b.edge(b.cur, to, &ir.Skip{}, b.pos)
	b.cur = b.f.NewLoc(ir.Pos{})
}

// split branches on cond: it makes one edge to t, marked True, and one to e, marked False. The new current location is
// unreachable.
func (b *builder) split(cond ir.Expr, t, e *ir.Loc, pos ir.Pos) {
	switch {
	case ir.IsTrue(cond):
		b.edge(b.cur, t, &ir.Skip{}, pos)
	case ir.IsFalse(cond):
		b.edge(b.cur, e, &ir.Skip{}, pos)
	default:
		b.edge(b.cur, t, &ir.Assume{Cond: cond, Mark: ir.True}, pos)
		b.edge(b.cur, e, &ir.Assume{Cond: ir.NotExpr(cond), Mark: ir.False}, pos)
	}
	b.cur = b.f.NewLoc(ir.Pos{})
}

func (b *builder) newLoc() *ir.Loc { return b.f.NewLoc(ir.Pos{}) }

// halt ends the execution of the program at the current location.
func (b *builder) halt() { b.haltAt(false) }

// haltNormally ends the execution of the program as a return of main does.
func (b *builder) haltNormally() { b.haltAt(true) }

// haltAt ends the execution of the program; normal means as a return of main does.
func (b *builder) haltAt(normal bool) {
	to := b.newLoc()
	to.Kind, to.Normal = ir.Halt, normal
	to.Pos = b.pos
	b.goTo(to)
}

// violate adds an obligation that is violated where the current location is reached. It returns the error location.
func (b *builder) violate(kind, text string, pos ir.Pos) *ir.Loc {
	to := b.newLoc()
	to.Kind = ir.Error
	to.Pos = pos
	to.Obligation = b.l.IR.NewObligation(kind, text, b.f.Source, pos)
	b.edge(b.cur, to, &ir.Skip{}, pos)
	b.cur = b.newLoc()
	if to.Obligation.Unmodelled() {
		to.Resume = b.cur
	}
	return to
}

// --- registers

// temp makes a temporary register.
func (b *builder) temp(t ir.Type) *ir.Var { return b.f.NewVar(b.names.uniq("t"), t) }

// def makes a temporary, appends the statement that mk returns for it, and returns the temporary.
func (b *builder) def(t ir.Type, mk func(*ir.Var) ir.Stmt) ir.Expr {
	v := b.temp(t)
	b.lastEdge = b.emit(mk(v))
	b.lastTemp = v
	return ir.NewRef(v)
}

// assign sets the register v to e. If e is a temporary that is defined by the last edge, or by the last edges of two
// paths into the current location, these edges define v instead.
func (b *builder) assign(v *ir.Var, e ir.Expr) {
	delete(b.made, v)
	if r, ok := e.(*ir.Ref); ok {
		if m, ok := b.made[r.Var]; ok {
			b.made[v] = m
		}
	}
	if r, ok := e.(*ir.Ref); ok && r.Var == b.lastTemp && b.lastEdge != nil && b.lastEdge.To == b.cur &&
		r.Var.Type == v.Type && retarget(b.lastEdge, v) {
		if n := len(b.f.Vars); b.f.Vars[n-1] == r.Var {
			b.f.Vars = b.f.Vars[:n-1]
		}
		b.lastEdge, b.lastTemp = nil, nil
		return
	}
	if r, ok := e.(*ir.Ref); ok && b.merged.v != nil && r.Var == b.merged.v && b.merged.join == b.cur &&
		r.Var.Type == v.Type {
		for _, e := range b.merged.edges {
			e.Stmt.(*ir.Assign).Dst = v
		}
		b.merged = mergedTemp{}
		return
	}
	b.emit(&ir.Assign{Dst: v, Src: e})
}

// mergedTemp is a temporary that the given edges, on two paths into join, assign.
type mergedTemp struct {
	v     *ir.Var
	join  *ir.Loc
	edges [2]*ir.Edge
}

// retarget changes the statement of e to define v. It returns false if the statement defines no register.
func retarget(e *ir.Edge, v *ir.Var) bool {
	if ir.Def(e.Stmt) == nil {
		return false
	}
	e.Stmt = ir.WithDef(e.Stmt, v)
	return true
}

// keep computes e into a temporary.
func (b *builder) keep(e ir.Expr) ir.Expr {
	return b.def(e.Type(), func(v *ir.Var) ir.Stmt { return &ir.Assign{Dst: v, Src: e} })
}

// once computes an expression that is used several times into a temporary; constants and registers stay as they are.
func (b *builder) once(e ir.Expr) ir.Expr {
	switch e.(type) { // sound: other expressions are kept in a temporary
	case *ir.Const, *ir.Ref:
		return e
	}
	return b.keep(e)
}

// hold protects the value of e from later assignments: if e reads a variable of the program or a global register, hold
// copies it to a temporary.
func (b *builder) hold(e ir.Expr) ir.Expr {
	if e == nil {
		return nil
	}
	mutable := false
	ir.Vars(e, func(v *ir.Var) { mutable = mutable || v.Source != "" || v.Global })
	if !mutable {
		return e
	}
	return b.def(e.Type(), func(v *ir.Var) ir.Stmt { return &ir.Assign{Dst: v, Src: e} })
}

// input reads an arbitrary value at a new site; fresh is the size in bytes of a new object that a pointer may point to.
func (b *builder) input(kind ir.SiteKind, name string, t ir.Type, fresh int64) ir.Expr {
	site := b.l.IR.NewSite(kind, name, t, b.f, b.pos)
	return b.def(t, func(v *ir.Var) ir.Stmt { return &ir.Input{Dst: v, Site: site, FreshSize: fresh} })
}

// approx reads an arbitrary value for something that is not modelled.
func (b *builder) approx(what string, t ir.Type) ir.Expr {
	fresh := int64(0)
	if t.Kind == ir.Ptr {
		fresh = b.l.Cfg.ArraySize
	}
	return b.input(ir.Approx, what, t, fresh)
}

// object declares a temporary object, whose lifetime begins at the current location.
func (b *builder) object(name string, t cc.Type, pos ir.Pos) *ir.Object {
	o := b.newObject(name, t, pos)
	b.emitAt(&ir.Decl{Obj: o}, pos)
	b.livesIn(b.blk, life{obj: o})
	return o
}

// declared declares an object that lives as long as the current block.
func (b *builder) declared(name string, t cc.Type, pos ir.Pos) *ir.Object {
	o, home := b.newObject(name, t, pos), b.home()
	if home == nil || !b.gotos {
		b.emitAt(&ir.Decl{Obj: o}, pos)
	} else {
		home.late = append(home.late, o)
	}
	b.livesIn(home, life{obj: o})
	return o
}

// newObject makes an object with a site for its initial bytes, without a declaration.
func (b *builder) newObject(name string, t cc.Type, pos ir.Pos) *ir.Object {
	o := b.f.NewObject(b.names.uniq(name), b.l.Size(t, pos), b.l.Align(t, pos))
	o.Elem = b.l.ScalarElem(t)
	o.Parts = b.l.PartsOf(t, false)
	o.Pos = pos
	b.addSite(o, name)
	return o
}

// addSite makes the site of an object's initial bytes.
func (b *builder) addSite(o *ir.Object, name string) {
	o.Site = b.l.IR.NewSite(ir.ObjectBytes, name, ir.Type{}, b.f, o.Pos)
}

func (b *builder) addrOf(o *ir.Object) ir.Expr { return &ir.AddrOf{Obj: o, T: b.ptr()} }
