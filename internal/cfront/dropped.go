package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file handles values that the program does not use. The lowering of an expression returns an ir.Expr, which some
// callers drop: an expression statement, or a call of printf or exit, whose results do not depend on their arguments. C
// evaluates the expression nevertheless (5.1.2.3p4), so a division by zero in it must be found. Hence each operation
// that may fail is recorded with the location where it is computed. At the end of the function, an operation gets a
// statement of its own, unless every path from that location has a statement that contains it:
//
//	printf("%d\n", 10 / k);      l0 -> l1: t = 10:i32 / k
//
// Package instrument puts its guards before this statement, and drops the statement from the program that engines work
// on. If uses of uninitialised variables are checked, the arguments of functions without a body are recorded in the
// same way, since passing a value is a use of it.

// computed is an expression with the location where it is evaluated.
type computed struct {
	e      ir.Expr
	at     *ir.Loc
	pos    ir.Pos
	passed bool // it is an argument, and not an operation that may fail
}

// droppedValues makes statements for operations and arguments whose values are not used. It owns the expressions
// recorded so far.
type droppedValues struct {
	*fn
	computed []computed
}

// note records the outermost operations of a value if they may fail, and returns the value.
func (f *droppedValues) note(v value) value {
	if f.consts || f.u == nil || f.u.Model {
		return v
	}
	f.noteExpr(v.e)
	for _, e := range v.parts {
		f.noteExpr(e)
	}
	return v
}

// noteExpr records the outermost operation of e if it may fail.
func (f *droppedValues) noteExpr(e ir.Expr) {
	if op := sansCasts(e); op != nil && ir.MayGuard(op) {
		f.computed = append(f.computed, computed{e: op, at: f.cur, pos: f.pos})
	}
}

// sansCasts returns the operation inside the conversions of e, or nil if there is none.
func sansCasts(e ir.Expr) ir.Expr {
	for {
		switch x := e.(type) { // sound: the operands of other expressions have been recorded
		case *ir.Cast:
			e = x.X
			continue
		case *ir.Binary, *ir.Unary:
			return e
		}
		return nil
	}
}

// notePassed records the arguments of a function without a body, which count as used.
func (f *droppedValues) notePassed(vals ...value) {
	if f.consts || f.u == nil || f.u.Model || !f.l.Cfg.HasCheck(ir.UninitBranch) {
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

// passAll makes statements that use the arguments of a call for which no other statement is lowered, if uses of
// uninitialised variables are checked.
func (f *droppedValues) passAll(c *call) {
	if !f.l.Cfg.HasCheck(ir.UninitBranch) {
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

// drop evaluates n and drops the value. If n is an aggregate, its bytes are read.
func (f *droppedValues) drop(n cc.ExpressionNode) {
	v := f.rvalue(n)
	if !v.aggregate() || !csrc.IsLvalue(n) || csrc.IsIdentifier(n) || f.consts {
		return
	}
	if a := v.e; isFixedAddress(a) {
		return
	}
	if size := f.l.Size(v.t, f.at(n)); size > 0 {
		accesses{f.fn}.copyStruct(f.addrOf(f.object("dropped", v.t, f.pos)), v.e, v.t, size, f.pos)
	}
}

// readBytes reads the bytes of a place whose value is not modelled.
func (f *droppedValues) readBytes(p place, n cc.Node) {
	if p.addr == nil || f.consts || isFixedAddress(p.addr) {
		return
	}
	for off, size := int64(0), f.l.Size(p.t, f.at(n)); off < size; {
		t := ir.U64
		if size-off < 8 {
			t = ir.U32
		}
		at := f.offset(p.addr, off)
		f.def(t, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: at} })
		off += int64(t.Size())
	}
}

// isFixedAddress reports whether a is the address of an object plus a constant offset.
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

// keepDropped makes statements for the recorded expressions that the function does not compute on every path.
func (f *droppedValues) keepDropped() {
	if len(f.computed) == 0 {
		return
	}
	uses := map[ir.Expr][]*ir.Edge{} // the edges that contain each recorded expression
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
	for _, c := range slices.Backward(f.computed) { // the statement added last is the first one at its location
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

// isUse reports whether a statement uses the values in it for more than an assignment to a local register.
func isUse(s ir.Stmt) bool {
	switch s := s.(type) { // sound: any other statement is a use
	case *ir.Assign:
		return s.Dst.Global || s.Dst.Passed
	case *ir.Assume:
		return s.Guard == ir.Branch
	}
	return true
}

// maxVisited bounds the number of locations that onEveryPath visits.
const maxVisited = 200

// onEveryPath reports whether every execution from a location takes one of the edges. The answer is false if a path may
// end before, stay in a loop, or enter a function, which may not return.
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
		if len(l.Out) == 0 || len(seen) > maxVisited {
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

// goesOn reports whether an execution always continues after s. The result is true for each branch at a location, since
// an execution takes one of them.
func goesOn(s ir.Stmt) bool {
	switch s := s.(type) { // sound: other statements may end the execution or enter a function
	case *ir.Skip, *ir.Assign, *ir.LoadStmt, *ir.Store, *ir.Input, *ir.Decl, *ir.End:
		return true
	case *ir.Assume:
		return s.Guard == ir.Branch
	}
	return false
}

// compute inserts an assignment of c.e to a temporary before all edges that leave the location of c, and returns the
// edge of the assignment.
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
