package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Values that nothing uses. The lowering of an expression gives an ir.Expr, and a caller that has no use for it drops
// it: an expression statement, printf, whose result does not depend on its arguments, exit. C evaluates the expression
// all the same (5.1.2.3p4), and a division by zero in it is one. So each operation that may fail is noted with the
// location where it is computed. In the end, one that the statements after that location do not contain on every path
// gets a statement of its own:
//
//	printf("%d\n", 10 / k);      l0 -> l1: t = 10:i32 / k
//
// Package instrument puts its guards before that, and drops the statement from the program that engines work on. Where
// variables without a value are asked for, arguments that a function ignores are noted in the same way: passing one is
// a use of it.

// computed is an expression with the place of its evaluation.
type computed struct {
	e      ir.Expr
	at     *ir.Loc
	pos    ir.Pos
	passed bool // it is an argument; else an operation that may fail
}

// droppedValues gives statements to operations and arguments that nothing uses. It owns those met so far.
type droppedValues struct {
	*fn
	computed []computed
}

// note remembers the operations at the top of a value if they may fail, and returns the value.
func (f *droppedValues) note(v value) value {
	if f.consts || f.u == nil || f.u.model {
		return v
	}
	f.noteExpr(v.e)
	for _, e := range v.parts {
		f.noteExpr(e)
	}
	return v
}

func (f *droppedValues) noteExpr(e ir.Expr) {
	if op := sansCasts(e); op != nil && ir.MayGuard(op) {
		f.computed = append(f.computed, computed{e: op, at: f.cur, pos: f.pos})
	}
}

// sansCasts returns the operation below the conversions of e; nil if there is none.
func sansCasts(e ir.Expr) ir.Expr {
	for {
		switch x := e.(type) { // sound: the operands of all else have been noted
		case *ir.Cast:
			e = x.X
			continue
		case *ir.Binary, *ir.Unary:
			return e
		}
		return nil
	}
}

// notePassed remembers values that count as used whatever becomes of them: the arguments of a function without a body.
func (f *droppedValues) notePassed(vals ...value) {
	if f.consts || f.u == nil || f.u.model || !f.l.cfg.checks(ir.UninitBranch) {
		return
	}
	for _, v := range vals {
		for _, e := range append([]ir.Expr{v.e}, v.parts...) {
			if e != nil && !v.aggregate() && readsLocal(e) {
				f.computed = append(f.computed, computed{e: e, at: f.cur, pos: f.pos, passed: true})
			}
		}
	}
}

// readsLocal reports whether e reads a register of the function.
func readsLocal(e ir.Expr) bool {
	found := false
	ir.Vars(e, func(v *ir.Var) { found = found || !v.Global })
	return found
}

// passAll is notePassed for a call of which nothing else is lowered.
func (f *droppedValues) passAll(c *call) {
	if !f.l.cfg.checks(ir.UninitBranch) {
		return
	}
	for _, v := range c.vals {
		for _, e := range append([]ir.Expr{v.e}, v.parts...) {
			if e != nil && !v.aggregate() && readsLocal(e) {
				f.def(e.Type(), func(t *ir.Var) ir.Stmt { t.Passed = true; return &ir.Assign{Dst: t, Src: e} })
			}
		}
	}
}

// drop evaluates n, reads what it designates and drops the value.
func (f *droppedValues) drop(n cc.ExpressionNode) {
	v := f.rvalue(n)
	if !v.aggregate() || !isLvalueNode(n) || isIdentifier(n) || f.consts {
		return
	}
	if a := v.e; isFixedAddress(a) {
		return
	}
	if size := f.l.size(v.t, f.at(n)); size > 0 {
		accesses{f.fn}.copyStruct(f.addrOf(f.object("dropped", v.t, f.pos)), v.e, v.t, size, f.pos)
	}
}

// readBytes reads a place whose value is not modelled.
func (f *droppedValues) readBytes(p place, n cc.Node) {
	if p.addr == nil || f.consts || isFixedAddress(p.addr) {
		return
	}
	for off, size := int64(0), f.l.size(p.t, f.at(n)); off < size; {
		t := ir.U64
		if size-off < 8 {
			t = ir.U32
		}
		at := f.offset(p.addr, off)
		f.def(t, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: at} })
		off += int64(t.Size())
	}
}

// isFixedAddress reports whether an address leads to an object at a constant offset.
func isFixedAddress(a ir.Expr) bool {
	for {
		switch x := a.(type) { // sound: nothing is known of other addresses
		case *ir.PtrAdd:
			if _, ok := x.Index.(*ir.Const); !ok {
				return false
			}
			a = x.P
			continue
		case *ir.AddrOf:
			return true
		}
		return false
	}
}

// keepDropped makes statements of noted expressions that are not computed on every path.
func (f *droppedValues) keepDropped() {
	if len(f.computed) == 0 {
		return
	}
	uses := map[ir.Expr][]*ir.Edge{} // the edges that contain what has been noted
	for _, c := range f.computed {
		uses[c.e] = nil
	}
	see := func(e *ir.Edge) {
		for _, x := range ir.StmtExprs(e.Stmt) {
			ir.Walk(x, func(x ir.Expr) bool {
				if es, ok := uses[x]; ok && !slices.Contains(es, e) {
					uses[x] = append(es, e)
				}
				return true
			})
		}
	}
	for _, e := range f.f.Edges {
		see(e)
	}
	for _, c := range slices.Backward(f.computed) { // what is put at a location last comes first there
		done := uses[c.e]
		if c.passed {
			done = slices.DeleteFunc(slices.Clone(done), func(e *ir.Edge) bool { return !isUse(e.Stmt) })
		}
		if !onEveryPath(c.at, done) {
			see(f.compute(c))
		}
	}
	f.computed = nil
}

// isUse reports whether a statement hands the values in it on to somewhere other than registers.
func isUse(s ir.Stmt) bool {
	switch s := s.(type) { // sound: all else is a use
	case *ir.Assign:
		return s.Dst.Global || s.Dst.Passed
	case *ir.Assume:
		return s.Guard == ir.Branch
	}
	return true
}

// maxWays bounds the locations at which onEveryPath looks.
const maxWays = 200

// onEveryPath reports whether each path on from a location comes to one of the edges for certain: a path that may end
// before, go round in a loop, or enter a function, which may not return, does not count.
func onEveryPath(from *ir.Loc, edges []*ir.Edge) bool {
	if len(edges) == 0 {
		return false
	}
	const entered, left = 1, 2
	seen := map[*ir.Loc]int{}
	var certain func(l *ir.Loc) bool
	certain = func(l *ir.Loc) bool {
		if seen[l] != 0 {
			return seen[l] == left
		}
		if len(l.Out) == 0 || len(seen) > maxWays {
			return false
		}
		seen[l] = entered
		for _, e := range l.Out {
			if !slices.Contains(edges, e) && !(goesOn(e.Stmt) && certain(e.To)) {
				return false
			}
		}
		seen[l] = left
		return true
	}
	return certain(from)
}

// goesOn reports whether every execution of a statement comes to the next one. Branches do together, so each of them
// does.
func goesOn(s ir.Stmt) bool {
	switch s := s.(type) { // sound: all else may end the execution or enter a function
	case *ir.Skip, *ir.Assign, *ir.LoadStmt, *ir.Store, *ir.Input, *ir.Decl, *ir.End:
		return true
	case *ir.Assume:
		return s.Guard == ir.Branch
	}
	return false
}

// compute puts an assignment of an expression before all that leaves its location.
func (f *droppedValues) compute(c computed) *ir.Edge {
	t := f.temp(c.e.Type())
	t.Passed = c.passed
	next := f.newLoc()
	next.Out, c.at.Out = c.at.Out, nil
	for _, e := range next.Out {
		e.From = next
	}
	next.Pos = c.pos
	if f.blockOf != nil {
		f.blockOf[next] = f.blockOf[c.at]
	}
	return f.f.NewEdge(c.at, next, &ir.Assign{Dst: t, Src: c.e}, c.pos)
}
