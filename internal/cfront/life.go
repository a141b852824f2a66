package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Lifetimes (6.2.4). A variable lives as long as its block, from where control enters that, by
// whatever path, to where it leaves it; a variable array from its declaration on; a temporary as
// long as its full expression; a compound literal as long as the block around it. Each location
// belongs to the innermost block in which a statement leaves it, so that the edges on which lives
// end are those that lead out of a block, be it by falling out, break, continue or goto. What
// belongs to the body of a function ends with the return.
//
// In the end only those ends stay that something may notice: of objects whose address stands
// anywhere but in direct accesses (ir.Held).

// block is a block, a full expression, or the rest of a block after the declaration of a
// variable array.
type block struct {
	up    *block
	kind  blockKind
	begin *ir.Edge // leads into it: a Skip, replaced by the declarations of late
	late  []*ir.Object
	own   []life
	fresh []fresh
}

type blockKind uint8

const (
	plainBlock blockKind = iota
	fullExpr
	restOfBlock
)

// life is what ends with a block: an object, or the variable array at the address in a register.
type life struct {
	obj *ir.Object
	vla *ir.Var
}

// enterBlock begins a block; the function that it returns ends it. In a function with gotos the
// objects of a block are declared where it begins: a goto may come back to a place before their
// declaration.
func (f *builder) enterBlock() (end func()) {
	b := &block{up: f.blk, begin: f.emit(&ir.Skip{})}
	f.blk = b
	return func() {
		f.blk = b.up
		f.declareLate(b)
	}
}

// fullExpr begins a full expression.
func (f *builder) fullExpr() (end func()) {
	b := f.blk
	f.blk = &block{up: b, kind: fullExpr}
	return func() { f.blk = b }
}

// enterRest begins the rest of the block, with which the variable array at v ends.
func (f *builder) enterRest(v *ir.Var) {
	if f.blk != nil {
		begin := f.emit(&ir.Skip{})
		f.blk = &block{up: f.blk, kind: restOfBlock, begin: begin, own: []life{{vla: v}}}
	}
}

// body lowers the body of a function: what belongs to it lives until the return.
func (f *statements) body(n *cc.CompoundStatement) {
	f.block(n)
	f.pos = f.at(n.Token2)
	f.fallOff()
}

func (f *builder) declareLate(b *block) {
	from := b.begin
	for i, o := range b.late {
		if i > 0 {
			from = f.splice(from, &ir.Skip{}, b)
		}
		from.Stmt = &ir.Decl{Obj: o}
	}
}

// home returns the innermost block of the text.
func (bs *blocks) home() *block {
	b := bs.blk
	for b != nil && b.kind != plainBlock {
		b = b.up
	}
	return b
}

// livesIn notes what ends with a block; nil is the function.
func (bs *blocks) livesIn(b *block, x life) {
	if b != nil {
		b.own = append(b.own, x)
	}
}

// outlives moves an object of a block to the block around it.
func (bs *blocks) outlives(o *ir.Object, b *block) {
	for i, x := range b.own {
		if x.obj == o {
			b.own = append(b.own[:i:i], b.own[i+1:]...)
			bs.livesIn(b.up, x)
			return
		}
	}
}

// immortal lets an object live until the function returns.
func (bs *blocks) immortal(o *ir.Object) {
	for b := bs.blk; b != nil; b = b.up {
		bs.outlives(o, b)
	}
}

// objectAt returns the object that an aggregate lies in, if that is plain.
func objectAt(v value) *ir.Object {
	if v.aggregate() {
		return ir.Root(v.e)
	}
	return nil
}

// lifetimes ends the lives of objects and makes variables new where a block is entered.
type lifetimes struct{ *fn }

// diesWith reports whether a value has to be copied before a block ends.
func (f lifetimes) diesWith(v value, b *block) bool {
	switch {
	case len(b.own) == 0:
		return false
	case v.aggregate():
		return objectAt(v) == nil
	}
	found := false
	look := func(e ir.Expr) ir.Expr {
		ir.Walk(e, func(x ir.Expr) bool {
			_, is := x.(*ir.AddrOf)
			found = found || is
			return !found
		})
		return e
	}
	look(v.e)
	v.mapParts(look)
	return found
}

// inBlock notes that a location belongs to the block being lowered.
func (bs *blocks) inBlock(l *ir.Loc) {
	if _, ok := bs.blockOf[l]; !ok {
		bs.blockOf[l] = bs.blk
	}
}

// inside reports whether b is a or lies in it.
func inside(b, a *block) bool {
	for b != a && b != nil {
		b = b.up
	}
	return b == a
}

// crossing is an edge from one block to another.
type crossing struct {
	e    *ir.Edge
	a, b *block
}

// left calls do for the blocks that the edge leaves, the innermost first; entered for those that it
// enters. A return ends all lives by itself.
func (c crossing) left(do func(*block)) {
	for _, e := range c.e.To.Out {
		if _, ok := e.Stmt.(*ir.Return); !ok {
			outOf(c.a, c.b, do)
			return
		}
	}
}

func (c crossing) entered(do func(*block)) { outOf(c.b, c.a, do) }

func outOf(a, b *block, do func(*block)) {
	for ; a != nil && !inside(b, a); a = a.up {
		do(a)
	}
}

// endLives puts the ends of lives onto the edges that leave blocks, and beginnings onto those that
// enter one by a jump past a declaration.
func (f lifetimes) endLives() {
	if len(f.blockOf) == 0 {
		return
	}
	lasting := f.lasting()
	var all []crossing
	for _, e := range f.f.Edges {
		if e.From == nil || e.To.Kind != ir.Plain || len(e.To.Out) == 0 {
			continue
		}
		if a, b := f.blockOf[e.From], f.blockOf[e.To]; a != b {
			all = append(all, crossing{e, a, b})
		}
	}
	ends := map[*ir.Object][]*ir.Edge{} // on which an object's block is left
	for _, c := range all {
		c.left(func(b *block) {
			for _, x := range b.own {
				if x.obj != nil && !lasting[b] {
					ends[x.obj] = append(ends[x.obj], c.e)
				}
			}
		})
	}
	for _, o := range f.f.Objects {
		if ends[o] != nil {
			f.mortal = append(f.mortal, o)
		}
	}
	passed := f.passedBy(ends)
	renewed := f.freshEntries(all, lasting)
	for _, c := range all {
		c.entered(func(b *block) {
			for _, x := range b.own {
				if b.begin != c.e && passed[x.obj] {
					f.splice(c.e, &ir.Decl{Obj: x.obj}, c.b)
				}
			}
		})
		c.left(func(b *block) {
			for _, x := range b.own { // what is spliced in last comes first
				switch {
				case lasting[b]:
				case x.vla != nil:
					f.splice(c.e, &ir.Free{Addr: ir.NewRef(x.vla), Kind: ir.Stack}, b.up)
				default:
					f.splice(c.e, &ir.End{Obj: x.obj}, b.up)
				}
			}
		})
	}
	for _, n := range renewed {
		f.renew(n)
	}
	f.blockOf = nil
	f.dropIdle()
}

// lasting returns the blocks that a jump out of a function may come back into: what they own lives on.
func (f lifetimes) lasting() map[*block]bool {
	out := map[*block]bool{}
	for _, p := range f.l.outer.jumps.places {
		if p.f != f.fn {
			continue
		}
		b := p.blk
		if p.edge != nil {
			b = f.blockOf[p.edge.To]
		}
		for ; b != nil; b = b.up {
			if !out[b] {
				for _, x := range b.own {
					if x.obj != nil {
						f.lasted = append(f.lasted, x.obj)
					}
				}
			}
			out[b] = true
		}
	}
	return out
}

// passedBy returns the objects whose declaration a jump into their block may pass by.
func (f lifetimes) passedBy(ends map[*ir.Object][]*ir.Edge) map[*ir.Object]bool {
	if !f.bypass || len(ends) == 0 {
		return nil
	}
	uses := map[*ir.Object][]*ir.Loc{}
	use := func(l *ir.Loc) func(ir.Expr) bool {
		return func(x ir.Expr) bool {
			if a, ok := x.(*ir.AddrOf); ok && ends[a.Obj] != nil {
				uses[a.Obj] = append(uses[a.Obj], l)
			}
			return true
		}
	}
	for _, e := range f.f.Edges {
		for _, x := range ir.StmtExprs(e.Stmt) {
			ir.Walk(x, use(e.From))
		}
	}
	for _, c := range f.calls.ptrCalls { // not made yet
		for _, v := range c.c.vals {
			ir.Walk(v.e, use(c.edge.From))
		}
	}
	out := map[*ir.Object]bool{}
	for o, at := range uses {
		from := []*ir.Loc{f.f.Entry}
		for _, e := range ends[o] {
			from = append(from, e.To)
		}
		dead := reached(from, func(e *ir.Edge) bool {
			d, ok := e.Stmt.(*ir.Decl)
			return ok && d.Obj == o
		})
		for _, l := range at {
			out[o] = out[o] || dead[l]
		}
	}
	return out
}

// reached returns the locations that edges other than those to be left out lead to.
func reached(from []*ir.Loc, without func(*ir.Edge) bool) map[*ir.Loc]bool {
	seen := map[*ir.Loc]bool{}
	work := []*ir.Loc{}
	add := func(l *ir.Loc) {
		if !seen[l] {
			seen[l] = true
			work = append(work, l)
		}
	}
	for _, l := range from {
		add(l)
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			if !without(e) {
				add(e.To)
			}
		}
	}
	return seen
}

// lifeEdges returns the edges where instances of an object begin and end.
func lifeEdges(f *ir.Func, o *ir.Object) (begins, ends []*ir.Edge) {
	for _, e := range f.Edges {
		if ir.Lives(e.Stmt) != o {
			continue
		}
		if _, ok := e.Stmt.(*ir.Decl); ok {
			begins = append(begins, e)
		} else {
			ends = append(ends, e)
		}
	}
	return begins, ends
}

// aliveFrom returns the locations where an object may live.
func aliveFrom(begins []*ir.Edge, o *ir.Object) map[*ir.Loc]bool {
	return reached(targets(begins), func(e *ir.Edge) bool {
		s, ok := e.Stmt.(*ir.End)
		return ok && s.Obj == o
	})
}

// endedAt returns the locations where an object may have ended.
func endedAt(f *ir.Func, o *ir.Object) map[*ir.Loc]bool {
	_, ends := lifeEdges(f, o)
	return reached(targets(ends), func(e *ir.Edge) bool {
		s, ok := e.Stmt.(*ir.Decl)
		return ok && s.Obj == o
	})
}

func targets(es []*ir.Edge) []*ir.Loc {
	var out []*ir.Loc
	for _, e := range es {
		out = append(out, e.To)
	}
	return out
}

// livesAt reports whether an object that has been declared may live at a location, and whether it must.
func livesAt(f *ir.Func, o *ir.Object, l *ir.Loc) (may, must bool) {
	begins, ends := lifeEdges(f, o)
	if len(ends) == 0 {
		return true, true
	}
	return aliveFrom(begins, o)[l], !endedAt(f, o)[l]
}

// dropIdle removes the ends of objects where they do not live.
func (f lifetimes) dropIdle() {
	begins, ends := map[*ir.Object][]*ir.Edge{}, map[*ir.Object][]*ir.Edge{}
	for _, e := range f.f.Edges {
		o := ir.Lives(e.Stmt)
		if _, ok := e.Stmt.(*ir.Decl); ok {
			begins[o] = append(begins[o], e)
		} else if o != nil {
			ends[o] = append(ends[o], e)
		}
	}
	for _, o := range f.mortal {
		alive := aliveFrom(begins[o], o)
		for _, e := range ends[o] {
			if !alive[e.From] {
				e.Stmt = &ir.Skip{}
			}
		}
	}
}

// dropEnds removes the ends that nothing notices. An object that is used where it may have ended, by a
// mistake here, lives until its function returns.
func (l *linker) dropEnds() {
	held := ir.Held(l.prog)
	for _, f := range l.fns {
		if len(f.mortal) == 0 {
			continue
		}
		ends := map[*ir.Object][]*ir.Edge{}
		for _, e := range f.f.Edges {
			if s, ok := e.Stmt.(*ir.End); ok {
				ends[s.Obj] = append(ends[s.Obj], e)
			}
		}
		dropped := false
		for _, o := range f.mortal {
			if len(ends[o]) > 0 && (!held[o] || usedDead(f.f, o)) {
				for _, e := range ends[o] {
					e.Stmt = &ir.Skip{}
				}
				dropped = true
			}
		}
		if dropped {
			f.tidy()
		}
	}
}

// usedDead reports whether the address of an object is taken where it may have ended.
func usedDead(f *ir.Func, o *ir.Object) bool {
	dead := endedAt(f, o)
	for _, e := range f.Edges {
		if !dead[e.From] {
			continue
		}
		found := false
		for _, x := range ir.StmtExprs(e.Stmt) {
			ir.Walk(x, func(x ir.Expr) bool {
				a, ok := x.(*ir.AddrOf)
				found = found || ok && a.Obj == o
				return !found
			})
		}
		if found {
			return true
		}
	}
	return false
}

// splice puts a statement after an edge.
func (f *builder) splice(e *ir.Edge, s ir.Stmt, b *block) *ir.Edge {
	mid, to := f.newLoc(), e.To
	mid.Pos = e.Pos
	if f.blockOf != nil {
		f.blockOf[mid] = b
	}
	to.In = without(to.In, e)
	e.To = mid
	mid.In = append(mid.In, e)
	return f.edge(mid, to, s, e.Pos)
}
