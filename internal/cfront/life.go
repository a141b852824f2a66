package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Lifetimes (6.2.4). The lifetime of a variable begins where control enters its block, by whatever path, and ends where
// control leaves the block. A variable length array lives from its declaration to the end of its block, a temporary as
// long as its full expression, and a compound literal as long as the enclosing block. Each location is assigned to the
// innermost block whose lowering adds an edge from the location. Lifetimes therefore end on the edges that lead out of
// a block: by falling out, break, continue or goto. Objects of the outermost block of a function end with its return.
//
// Most ends cannot be observed, and dropEnds removes them: an end is kept only for an object whose address occurs other
// than in direct accesses (ir.Held).

// block is a block of C, a full expression, or the rest of a block after the declaration of a variable length array.
type block struct {
	up    *block // the enclosing block; nil: the function
	kind  blockKind
	begin *ir.Edge     // the edge into the block: a Skip until the declarations in late replace it
	late  []*ir.Object // objects to declare at begin
	own   []life       // the lifetimes that end with the block
	fresh []fresh      // the variables that are new each time the block is entered (fresh.go)
}

// blockKind is the kind of a block.
type blockKind uint8

const (
	plainBlock blockKind = iota
	fullExpr
	restOfBlock
)

// life is a lifetime that ends with a block. It belongs to an object, or to the variable length array whose address is
// in vla.
type life struct {
	obj *ir.Object
	vla *ir.Var
}

// enterBlock begins a block, and returns the function that ends it. In a function with gotos the objects of a block are
// declared where the block begins, since a goto may jump back to a location before the declaration.
func (f *builder) enterBlock() (end func()) {
	b := &block{up: f.blk, begin: f.emit(&ir.Skip{})}
	f.blk = b
	return func() {
		f.blk = b.up
		f.declareLate(b)
	}
}

// fullExpr begins a full expression, and returns the function that ends it.
func (f *builder) fullExpr() (end func()) {
	b := f.blk
	f.blk = &block{up: b, kind: fullExpr}
	return func() { f.blk = b }
}

// enterRest begins the rest of the current block. The variable length array whose address is in v ends with it.
func (f *builder) enterRest(v *ir.Var) {
	if f.blk != nil {
		begin := f.emit(&ir.Skip{})
		f.blk = &block{up: f.blk, kind: restOfBlock, begin: begin, own: []life{{vla: v}}}
	}
}

// body lowers the body of a function.
func (f *statements) body(n *cc.CompoundStatement) {
	f.block(n)
	f.pos = f.at(n.Token2)
	f.fallOff()
}

// declareLate puts the declarations of b.late at the beginning of b.
func (f *builder) declareLate(b *block) {
	from := b.begin
	for i, o := range b.late {
		if i > 0 {
			from = f.splice(from, &ir.Skip{}, b)
		}
		from.Stmt = &ir.Decl{Obj: o}
	}
}

// home returns the innermost open block of the C text. Full expressions and rests of blocks do not count. It returns
// nil if no such block is open.
func (bs *blocks) home() *block {
	b := bs.blk
	for b != nil && b.kind != plainBlock {
		b = b.up
	}
	return b
}

// livesIn adds a lifetime that ends with b. If b is nil, the lifetime ends with the function, and nothing is recorded.
func (bs *blocks) livesIn(b *block, x life) {
	if b != nil {
		b.own = append(b.own, x)
	}
}

// outlives moves the lifetime of an object from b to the enclosing block.
func (bs *blocks) outlives(o *ir.Object, b *block) {
	for i, x := range b.own {
		if x.obj == o {
			b.own = append(b.own[:i:i], b.own[i+1:]...)
			bs.livesIn(b.up, x)
			return
		}
	}
}

// objectAt returns the object that contains an aggregate; nil if the address of the aggregate does not show the object.
func objectAt(v value) *ir.Object {
	if v.aggregate() {
		return ir.Root(v.e)
	}
	return nil
}

// lifetimes adds the ends of lifetimes to a lowered function, and the steps that give a variable a new value where its
// block is entered.
type lifetimes struct{ *fn }

// diesWith reports whether v may refer to an object whose lifetime ends with b. If so, v has to be copied before b
// ends.
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

// inBlock assigns a location to the block being lowered, if the location has no block yet.
func (bs *blocks) inBlock(l *ir.Loc) {
	if _, ok := bs.blockOf[l]; !ok {
		bs.blockOf[l] = bs.blk
	}
}

// inside reports whether b equals a or is nested in a.
func inside(b, a *block) bool {
	for b != a && b != nil {
		b = b.up
	}
	return b == a
}

// crossing is an edge e from a location in block a to a location in another block b.
type crossing struct {
	e    *ir.Edge
	a, b *block
}

// left calls the callback for each block that the edge leaves, the innermost first. It does nothing if a return follows
// the edge, since a return ends all lifetimes by itself.
func (c crossing) left(do func(*block)) {
	for _, e := range c.e.To.Out {
		if _, ok := e.Stmt.(*ir.Return); !ok {
			outOf(c.a, c.b, do)
			return
		}
	}
}

// entered calls the callback for each block that the edge enters, the innermost first.
func (c crossing) entered(do func(*block)) { outOf(c.b, c.a, do) }

// outOf calls the callback for a and the blocks around it, the innermost first. It stops before the first block that
// contains b.
func outOf(a, b *block, do func(*block)) {
	for ; a != nil && !inside(b, a); a = a.up {
		do(a)
	}
}

// endLives adds the ends of lifetimes on the edges that leave blocks. On edges that enter a block by a jump past a
// declaration, it adds the declaration.
func (f lifetimes) endLives() {
	if len(f.blockOf) == 0 {
		return
	}
	f.jumpTargets()
	var all []crossing
	for _, e := range f.f.Edges {
		if e.From == nil || e.To.Kind != ir.Plain || len(e.To.Out) == 0 {
			continue
		}
		if a, b := f.blockOf[e.From], f.blockOf[e.To]; a != b {
			all = append(all, crossing{e, a, b})
		}
	}
	ends := map[*ir.Object][]*ir.Edge{} // edges on which the block of an object is left
	for _, c := range all {
		c.left(func(b *block) {
			for _, x := range b.own {
				if x.obj != nil && !f.lasting[x] {
					ends[x.obj] = append(ends[x.obj], c.e)
				}
			}
		})
	}
	lives := f.livesOfJumps()
	for _, o := range f.f.Objects {
		if ends[o] != nil || lives[o] && !f.lasting[life{obj: o}] {
			f.mortal = append(f.mortal, o)
		}
	}
	passed := f.passedBy(ends)
	renewed := f.freshEntries(all)
	for _, c := range all {
		c.entered(func(b *block) {
			if f.isPlace(c.e) {
				return // pathBack declares the objects that do not live where a jump begins
			}
			for _, x := range b.own {
				if b.begin != c.e && passed[x.obj] && !f.decls.inFrame(x.obj) {
					f.splice(c.e, &ir.Decl{Obj: x.obj}, c.b)
				}
			}
		})
		c.left(func(b *block) {
			for _, x := range b.own { // the statement that is spliced in last runs first
				switch {
				case f.lasting[x]:
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

// jumpTargets records, for each place of a jump back into the function, the objects and variable arrays of the blocks
// around it. The jump does not end their lives; if they do not live where the jump begins, it enters their blocks anew.
// If there are too many of them, f.lasting gets them, and they live until the function returns.
func (f lifetimes) jumpTargets() {
	kept, places := map[life]bool{}, 0
	defer func() {
		if len(kept)*(places+f.countCalls()) > maxKept {
			f.lasting = kept
			f.l.assume(f.fn, ir.Assumed{Pos: f.f.Pos, Text: f.f.Name + " has so many places of setjmp that variables of the " +
				"blocks around them are taken to live until it returns"})
		}
	}()
	for _, p := range f.l.outer.jumps.places {
		if p.f != f.fn {
			continue
		}
		b := p.blk
		if p.edge != nil {
			b = f.blockOf[p.edge.To]
		}
		places++
		p.around = map[life]bool{}
		for ; b != nil; b = b.up {
			for _, x := range b.own {
				p.around[x], kept[x] = true, true
			}
		}
	}
}

// maxKept bounds the lives in blocks around places, times the places and calls of the function.
const maxKept = 1 << 16

// countCalls returns the number of calls in f.
func (f lifetimes) countCalls() int {
	n := len(f.calls.ptrCalls)
	for _, e := range f.f.Edges {
		if _, ok := e.Stmt.(*ir.Call); ok {
			n++
		}
	}
	return n
}

// isPlace reports whether an edge represents a jump back into the same activation (outerJumps.outerLabel).
func (f lifetimes) isPlace(e *ir.Edge) bool {
	return slices.ContainsFunc(f.l.outer.jumps.places, func(p *jumpPlace) bool { return p.edge == e })
}

// livesOfJumps returns all objects whose lives end with a block if a jump may lead to a place in f, since it may leave
// any of these blocks. It records the variable arrays of these blocks in f.arrays.
func (f lifetimes) livesOfJumps() map[*ir.Object]bool {
	if !slices.ContainsFunc(f.l.outer.jumps.places, func(p *jumpPlace) bool { return p.f == f.fn }) {
		return nil
	}
	out := map[*ir.Object]bool{}
	seen := map[*block]bool{}
	for _, l := range f.f.Locs {
		for b := f.blockOf[l]; b != nil && !seen[b]; b = b.up {
			seen[b] = true
			for _, x := range b.own {
				if x.obj != nil {
					out[x.obj] = true
				} else {
					f.arrays = append(f.arrays, x.vla)
				}
			}
		}
	}
	return out
}

// passedBy returns the objects that may be used after a jump has entered their block and bypassed their declaration.
// ends has the edges on which the lifetime of each object ends.
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
	for _, c := range f.calls.ptrCalls { // these calls have no edges yet
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

// reached returns the locations that can be reached from the given ones, the given ones included. It follows only the
// edges for which the callback is false.
func reached(from []*ir.Loc, without func(*ir.Edge) bool) map[*ir.Loc]bool {
	return graph.Closure(from, func(l *ir.Loc, next func(*ir.Loc)) {
		for _, e := range l.Out {
			if !without(e) {
				next(e.To)
			}
		}
	})
}

// lifeEdges returns the edges of f on which instances of o begin and end.
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

// aliveFrom returns the locations where o may be alive if its lifetimes begin on the given edges.
func aliveFrom(begins []*ir.Edge, o *ir.Object) map[*ir.Loc]bool {
	return reached(targets(begins), func(e *ir.Edge) bool {
		s, ok := e.Stmt.(*ir.End)
		return ok && s.Obj == o
	})
}

// endedAt returns the locations of f where the lifetime of o may have ended.
func endedAt(f *ir.Func, o *ir.Object) map[*ir.Loc]bool {
	_, ends := lifeEdges(f, o)
	return reached(targets(ends), func(e *ir.Edge) bool {
		s, ok := e.Stmt.(*ir.Decl)
		return ok && s.Obj == o
	})
}

// targets returns the locations to which the edges lead.
func targets(es []*ir.Edge) []*ir.Loc {
	var out []*ir.Loc
	for _, e := range es {
		out = append(out, e.To)
	}
	return out
}

// livesAt reports whether an object that has been declared may be alive at a location, and whether it must be.
func livesAt(f *ir.Func, o *ir.Object, l *ir.Loc) (may, must bool) {
	begins, ends := lifeEdges(f, o)
	if len(ends) == 0 {
		return true, true
	}
	return aliveFrom(begins, o)[l], !endedAt(f, o)[l]
}

// dropIdle removes ends of objects at locations where the object cannot be alive.
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

// dropEnds removes the ends that no run can observe. It also removes the ends of an object that is used where its
// lifetime may have ended: such a use is a mistake of the lowering, not of the program, so the object then lives until
// its function returns.
func (l *linker) dropEnds() {
	held := ir.Held(l.IR)
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

// usedDead reports whether f takes the address of o at a location where the lifetime of o may have ended.
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

// splice inserts an edge with statement s after e, and returns it. The new location between the two belongs to b.
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
