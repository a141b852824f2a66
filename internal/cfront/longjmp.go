package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Jumps out of functions (7.13): longjmp, and goto from a nested function to a label of an enclosing one. A jump stores
// its target in a global register and returns. Each function on the way returns as well when a call comes back with a
// jump, until the function with the target is reached. setjmp writes the number of its place into the buffer: a
// constant, to which a recursive function adds the number of its activation. After a jump, variables have the values
// that they had at the jump, as in gcc without optimisation; C guarantees that only for variables that are volatile or
// were not changed. Variables declared register have any value.

// jumps has the registers and places of the jumps out of functions.
type jumps struct {
	to, value, acts *ir.Var // the target of the jump, 0 if there is none; its value; number of activations so far
	places          []*jumpPlace
	out             map[*fn][]*ir.Edge // the returns that begin a jump
	may             map[*ir.Func]bool  // the functions that may return with a jump; set by settleJumps
}

// jumpPlace is a possible target of a jump: the location after a setjmp, or a label to which a nested function jumps.
type jumpPlace struct {
	f     *fn
	id    int64     // its number, from 1
	store *ir.Store // only for setjmp: the store of the number
	set   *ir.Edge  // only for setjmp: the assignment of 0 to its result
	dst   *ir.Var   // only for setjmp: the register of its result
	label string    // only for a label: its name
	edge  *ir.Edge  // only for a label: an edge from the beginning of the body to it
	next  *ir.Edge  // only for a label: the alternative to edge
	blk   *block    // the block that contains it
	// the lives that end with the blocks around it (lifetimes.jumpTargets)
	around map[life]bool
}

// maxJumpPlaces bounds the number of places, so that an activation's number can be added to a place's number.
const maxJumpPlaces = 1 << 10

// jumpHandler returns the handler of setjmp, longjmp or a variant of them. It returns nil for the names of other
// functions.
func jumpHandler(name string) handlerFunc {
	switch name {
	case "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp":
		return by(outerJumps.setjmp)
	case "longjmp", "_longjmp", "siglongjmp":
		return by(outerJumps.longjmp)
	}
	return nil
}

// setsJump reports whether a body calls setjmp.
func setsJump(body *cc.CompoundStatement) bool {
	hit := false
	csrc.Walk(body, func(n cc.Node) bool {
		if x, ok := n.(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent {
			switch strings.TrimPrefix(x.Token.SrcStr(), "__builtin_") {
			case "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp":
				hit = true
			}
		}
		return !hit
	})
	return hit
}

// outerTargets adds to the lowered functions the paths by which jumps reach their targets.
type outerTargets struct {
	*linker
	jumps jumps
	bound map[*ir.Var]bool // registers that nested functions share with enclosing ones (nested.go)
}

// jumpRegs returns the jumps of the program. It makes their registers on first use.
func (l *outerTargets) jumpRegs() *jumps {
	if l.jumps.to == nil {
		l.jumps.to = l.IR.NewGlobal(l.names.uniq("jump.to"), l.Cfg.Model.Size())
		l.jumps.value = l.IR.NewGlobal(l.names.uniq("jump.value"), ir.I32)
		l.jumps.acts = l.IR.NewGlobal(l.names.uniq("jump.activations"), l.Cfg.Model.Size())
		l.jumps.out = map[*fn][]*ir.Edge{}
	}
	return &l.jumps
}

// outerJumps lowers jumps out of functions.
type outerJumps struct{ *fn }

// jumpPlace adds a place of f and numbers it.
func (f outerJumps) jumpPlace(p *jumpPlace) *jumpPlace {
	j := f.l.outer.jumpRegs()
	p.f, p.id = f.fn, int64(len(j.places)+1)
	if p.id >= maxJumpPlaces {
		f.l.Fail(f.pos, "too many calls of setjmp")
	}
	j.places = append(j.places, p)
	return p
}

// setjmp lowers a call of setjmp: it stores the number of the place in the buffer, and the result is 0.
func (f outerJumps) setjmp(c *call) value {
	if c.n == nil || len(c.vals) < 1 || !isPtr(c.vals[0]) || !f.setsJump {
		return f.callMissing(c)
	}
	p := f.jumpPlace(&jumpPlace{blk: f.blk})
	p.store = &ir.Store{Addr: c.vals[0].e, Val: ir.NewConst(f.model().Size(), p.id)}
	f.emitAt(p.store, c.pos)
	systemCalls(f).saveMask(c)
	p.dst = f.temp(ir.I32)
	p.set = f.emitAt(&ir.Assign{Dst: p.dst, Src: ir.NewConst(ir.I32, 0)}, c.pos)
	return value{e: ir.NewRef(p.dst), t: c.ft.Result()}
}

// longjmp lowers a call of longjmp: it sets the registers of the jump and returns.
func (f outerJumps) longjmp(c *call) value {
	if len(c.vals) != 2 || !isPtr(c.vals[0]) || !isInt(c.vals[1]) {
		return f.callMissing(c)
	}
	j := f.l.outer.jumpRegs()
	st := f.model().Size()
	val := f.convert(c.vals[1], f.u.AST.Int, c.node()).e
	to := f.def(st, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: c.vals[0].e} })
	zero := ir.NewBinary(ir.Eq, to, ir.NewConst(st, 0))
	lost, ok := f.newLoc(), f.newLoc()
	f.edge(f.cur, lost, &ir.Assume{Cond: zero, Guard: ir.OtherGuard}, c.pos)
	f.edge(f.cur, ok, &ir.Assume{Cond: ir.NotExpr(zero), Guard: ir.OtherGuard}, c.pos)
	f.cur = lost
	f.noPlace(c.pos)
	f.cur = ok
	systemCalls(f).restoreMask(c)
	f.emitAt(&ir.Assign{Dst: j.to, Src: to}, c.pos)
	isZero := ir.NewCast(ir.I32, ir.NewBinary(ir.Eq, val, ir.NewConst(ir.I32, 0)))
	f.emitAt(&ir.Assign{Dst: j.value, Src: ir.NewBinary(ir.Add, val, isZero)}, c.pos)
	f.jumpOut(c.pos)
	return f.calls.deadResult(c)
}

// noPlace ends the execution at a jump without a valid target.
func (f outerJumps) noPlace(pos ir.Pos) {
	halt := f.newLoc()
	halt.Kind, halt.Pos = ir.Halt, pos
	f.edge(f.cur, halt, &ir.Undefined{Kind: "jump into a function that has returned"}, pos)
	f.cur = f.newLoc()
}

// jumpOut emits the return from f that begins a jump. The caller has set the registers of the jump.
func (f outerJumps) jumpOut(pos ir.Pos) {
	e := f.edge(f.cur, f.f.Exit, &ir.Return{Val: f.nothingToReturn()}, pos)
	f.l.outer.jumps.out[f.fn] = append(f.l.outer.jumps.out[f.fn], e)
	f.cur = f.newLoc()
}

// nothingToReturn returns a value for a return whose result no caller reads; nil if f returns none.
func (f outerJumps) nothingToReturn() ir.Expr {
	switch t := f.f.Result; t.Kind {
	case ir.Int, ir.Ptr:
		return ir.NewConst(t, 0)
	case ir.Float:
		return ir.NewFloat(t, 0)
	case ir.Bool, ir.None: // no function returns these types
	}
	return nil
}

// --- goto out of a nested function

// outerLabels makes places of the labels to which nested functions jump. It adds edges to them from the beginning of
// the body, so that the labels are reachable, and are known as possible targets of jumps.
func (f outerJumps) outerLabels(body *cc.CompoundStatement) {
	if f.decls.nest == nil {
		return
	}
	own := labelsOf(body)
	seen := map[string]bool{}
	nested := func(n cc.Node) bool {
		b, ok := n.(*cc.BlockItem)
		if !ok || b.Case != cc.BlockItemFuncDef {
			return true
		}
		inner := allLabels(b.CompoundStatement)
		csrc.Walk(b.CompoundStatement, func(n cc.Node) bool {
			if g, ok := n.(*cc.JumpStatement); ok && g.Case == cc.JumpStatementGoto {
				name := g.Token2.SrcStr()
				if own[name] && !inner[name] && !seen[name] {
					seen[name] = true
					f.outerLabel(name)
				}
			}
			return true
		})
		return false
	}
	csrc.Walk(body, nested)
}

// outerLabel makes a place of a label.
func (f outerJumps) outerLabel(name string) {
	p := f.jumpPlace(&jumpPlace{label: name})
	f.decls.nest.labels = append(f.decls.nest.labels, p)
	l := f.stmts.label(name)
	l.used = f.pos
	next := f.newLoc()
	is := ir.NewBinary(ir.Eq, ir.NewRef(f.l.outer.jumps.to), ir.NewConst(f.model().Size(), p.id))
	p.edge = f.edge(f.cur, l.loc, &ir.Assume{Cond: is, Guard: ir.OtherGuard}, f.pos)
	p.next = f.edge(f.cur, next, &ir.Assume{Cond: ir.NotExpr(is), Guard: ir.OtherGuard}, f.pos)
	f.cur = next
	f.bypass = true
}

// gotoOuter lowers a goto to a label of an enclosing function. It returns false if no enclosing function has the label.
func (f outerJumps) gotoOuter(name string) bool {
	if f.l.of(f.sym).parent == nil || f.stmts.label(name).placed || labelsOf(f.sym.Body.CompoundStatement)[name] {
		return false
	}
	for s := f.sym; s != nil && f.l.of(s).parent != nil; s = f.l.of(s).parent.sym {
		for _, p := range f.l.of(s).parent.decls.nest.labels {
			if p.label == name {
				f.emit(&ir.Assign{Dst: f.l.outer.jumps.to, Src: ir.NewConst(f.model().Size(), p.id)})
				f.jumpOut(f.pos)
				return true
			}
		}
	}
	return false
}

// labelsOf returns the labels of a body, without the labels of nested functions.
func labelsOf(n cc.Node) map[string]bool { return collectLabels(n, false) }

// allLabels returns the labels of a body and of its nested functions.
func allLabels(n cc.Node) map[string]bool { return collectLabels(n, true) }

// collectLabels returns the labels of a body and, if deep is set, of its nested functions.
func collectLabels(n cc.Node, deep bool) map[string]bool {
	set := map[string]bool{}
	csrc.Walk(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.BlockItem:
			return deep || x.Case != cc.BlockItemFuncDef
		case *cc.LabeledStatement:
			if x.Case == cc.LabeledStatementLabel {
				set[x.Token.SrcStr()] = true
			}
		}
		return true
	})
	return set
}

// --- the path back

// settleJumps adds the paths of jumps to their places, once all calls are known.
func (l *outerTargets) settleJumps() {
	if l.jumps.to == nil {
		return
	}
	may := l.mayJump()
	l.jumps.may = may
	rec := recursive{state: map[*ir.Func]bool{}, edges: map[*ir.Func][]*ir.Func{}}
	places := map[*fn][]*jumpPlace{}
	for _, p := range l.jumps.places {
		places[p.f] = append(places[p.f], p)
	}
	for _, f := range l.fns {
		if may[f.f] {
			l.pathBack(f, places[f], &rec)
		} else if len(places[f]) > 0 {
			dropLabelEdges(places[f])
			f.tidy()
		}
	}
}

// mayJump returns the functions that may return with a jump: the functions in which a jump begins, and their direct and
// indirect callers.
func (l *outerTargets) mayJump() map[*ir.Func]bool {
	callers := map[*ir.Func][]*ir.Func{}
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			if c, ok := e.Stmt.(*ir.Call); ok {
				callers[c.Func] = append(callers[c.Func], f.f)
			}
		}
	}
	var roots []*ir.Func
	for f := range l.jumps.out {
		roots = append(roots, f.f)
	}
	return graph.Closure(roots, func(g *ir.Func, next func(*ir.Func)) {
		for _, h := range callers[g] {
			next(h)
		}
	})
}

// dropLabelEdges removes the edges that outerLabel has added from the beginning of a body to its labels.
func dropLabelEdges(ps []*jumpPlace) {
	for _, p := range ps {
		if e := p.edge; e != nil {
			e.From.Out = without(e.From.Out, e)
			e.To.In = without(e.To.In, e)
			p.next.Stmt = &ir.Skip{}
		}
	}
}

// pathBack adds the paths of jumps to f. They begin where f itself jumps to one of its places, and after each call that
// may return with a jump. They lead to the place of the jump, if it is in ps (the places of f), and otherwise to the
// return of f.
func (l *outerTargets) pathBack(f *fn, ps []*jumpPlace, rec *recursive) {
	st := l.Cfg.Model.Size()
	to := ir.NewRef(l.jumps.to)
	number := func(p *jumpPlace) ir.Expr { return ir.NewConst(st, p.id) }
	if f.setsJump && rec.of(f.f) {
		act := outerJumps{f}.countActivations()
		number = func(p *jumpPlace) ir.Expr {
			if p.store == nil {
				return ir.NewConst(st, p.id)
			}
			return ir.NewBinary(ir.Add, ir.NewBinary(ir.Mul, ir.NewRef(act), ir.NewConst(st, maxJumpPlaces)),
				ir.NewConst(st, p.id))
		}
	}
	// back is the location that all returned jumps reach.
	f.pos = f.f.Pos
	back := f.newLoc()
	back.Pos = f.pos
	ways := outerJumps{f}.waysBack(ps, back)
	for _, e := range append([]*ir.Edge(nil), f.f.Edges...) {
		c, ok := e.Stmt.(*ir.Call)
		if !ok || !l.jumps.may[c.Func] {
			continue
		}
		after := e.To
		after.In = without(after.In, e)
		mid := f.newLoc()
		mid.Pos = e.Pos
		e.To, mid.In = mid, append(mid.In, e)
		none := ir.NewBinary(ir.Eq, to, ir.NewConst(st, 0))
		f.edge(mid, ways.from(e.From), &ir.Assume{Cond: ir.NotExpr(none), Guard: ir.OtherGuard}, e.Pos)
		f.cur = f.newLoc()
		f.edge(mid, f.cur, &ir.Assume{Cond: none, Guard: ir.OtherGuard}, e.Pos)
		if c.Dst != nil {
			t := f.temp(c.Dst.Type)
			f.emitAt(&ir.Assign{Dst: c.Dst, Src: ir.NewRef(t)}, e.Pos)
			c.Dst = t
		}
		f.edge(f.cur, after, &ir.Skip{}, e.Pos)
	}
	for _, e := range l.jumps.out[f] {
		if len(ps) == 0 {
			continue
		}
		f.f.Exit.In = without(f.f.Exit.In, e)
		e.To, e.Stmt = ways.from(e.From), &ir.Skip{}
		e.To.In = append(e.To.In, e)
	}
	dropLabelEdges(ps)
	if len(f.lasting) > 0 { // a jump may return before their block was entered
		outerJumps{f}.enter(func() {
			for _, o := range f.f.Objects {
				if f.lasting[life{obj: o}] {
					f.emit(&ir.Decl{Obj: o})
				}
			}
		})
	}
	f.cur = back
	if len(ps) > 0 {
		for _, o := range f.mortal { // a jump leaves their blocks, wherever it leads
			if !slices.Contains(ways.kept, o) {
				f.emit(&ir.End{Obj: o})
			}
		}
	}
	for _, p := range ps {
		outerJumps{f}.land(p, number(p), ways.kept)
	}
	if f == l.inputs.start {
		outerJumps{f}.noPlace(f.pos)
		return // finishEntry completes the entry
	}
	f.edge(f.cur, f.f.Exit, &ir.Return{Val: outerJumps{f}.nothingToReturn()}, f.pos)
	f.tidy()
}

// land adds a branch that continues at p if the target of the jump is number. kept has the objects that end unless p is
// in their block.
func (f outerJumps) land(p *jumpPlace, number ir.Expr, kept []*ir.Object) {
	j := &f.l.outer.jumps
	is := ir.NewBinary(ir.Eq, ir.NewRef(j.to), number)
	hit, miss := f.newLoc(), f.newLoc()
	pos := f.pos
	f.edge(f.cur, hit, &ir.Assume{Cond: is, Guard: ir.OtherGuard}, pos)
	f.edge(f.cur, miss, &ir.Assume{Cond: ir.NotExpr(is), Guard: ir.OtherGuard}, pos)
	f.cur = hit
	f.emit(&ir.Assign{Dst: j.to, Src: ir.NewConst(j.to.Type, 0)})
	for _, o := range kept { // the jump leaves their blocks
		if !p.around[life{obj: o}] {
			f.emit(&ir.End{Obj: o})
		}
	}
	for _, v := range f.decls.inRegister {
		f.emit(&ir.Input{Dst: v, Site: f.l.IR.NewSite(ir.Approx, v.Source, v.Type, f.f, pos), FreshSize: f.freshFor(v)})
	}
	var target *ir.Loc
	if p.store != nil {
		p.store.Val = number
		f.emit(&ir.Assign{Dst: p.dst, Src: ir.NewRef(j.value)})
		target = p.set.To
	} else {
		target = p.edge.To
	}
	if target.Loop == nil {
		target.Loop = &ir.Loop{Pos: target.Pos, Keyword: "goto"}
	}
	f.edge(f.cur, target, &ir.Skip{}, pos)
	f.cur = miss
}

// freshFor returns the size of the new object to which the input of a register may point; 0 if it is not a pointer.
func (f outerJumps) freshFor(v *ir.Var) int64 {
	if v.Type.Kind == ir.Ptr {
		return f.l.Cfg.ArraySize
	}
	return 0
}

// countActivations adds a counter at the entry of f, and returns the register with the number of the activation.
func (f outerJumps) countActivations() *ir.Var {
	acts := f.l.outer.jumps.acts
	act := f.temp(acts.Type)
	f.enter(func() {
		f.emit(&ir.Assign{Dst: acts, Src: ir.NewBinary(ir.Add, ir.NewRef(acts), ir.NewConst(acts.Type, 1))})
		f.emit(&ir.Assign{Dst: act, Src: ir.NewRef(acts)})
	})
	return act
}

// enter inserts statements before the first statement of f, which has been lowered. The callback emit emits them.
func (f outerJumps) enter(emit func()) {
	entry := f.f.Entry
	body := f.newLoc()
	body.Out, body.In, body.Loop, body.Pos = entry.Out, entry.In, entry.Loop, entry.Pos
	for _, e := range body.Out {
		e.From = body
	}
	for _, e := range body.In {
		e.To = body
	}
	entry.Out, entry.In, entry.Loop = nil, nil, nil
	f.cur, f.pos = entry, f.f.Pos
	emit()
	f.edge(f.cur, body, &ir.Skip{}, f.pos)
}
