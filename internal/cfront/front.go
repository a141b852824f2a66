package cfront

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lets parameters point into the middle of objects, for the search for tests. Functions may access memory
// before a pointer (s[-1]; a header in front of a string; the structure around a member). Tests reach few branches of
// such a function if every object begins at the pointer. Hence the parameter is null, or points to the beginning of an
// object of its own, or points past a part of it that is as long as the accesses before the pointer:
//
//	t = input "s"
//	c = input "s inside"
//	p = t + front        if t is not null and c is not 0, else t
//
// This adds executions to the program, and removes none.

// maxFront bounds the bytes before a pointer.
const maxFront = 256

// fronts lets a parameter of the entry function point past the beginning of its object, if the program accesses memory
// before the pointer. It does nothing unless Config.Fronts is set.
func (l *entryInputs) fronts() {
	if !l.Cfg.Fronts {
		return
	}
	f := l.start
	for _, e := range slices.Clone(f.f.Edges) {
		in, ok := e.Stmt.(*ir.Input)
		if !ok || in.Site.Kind != ir.Param || in.Dst.Type.Kind != ir.Ptr || in.FreshSize <= 0 ||
			in.Dst.Points == ctype.CodeKind ||
			slices.ContainsFunc(in.Site.Parts, func(p ir.Part) bool { return p.Kind == "ptr" }) {
			continue
		}
		back := l.looksBack(in.Dst)
		if back == 0 {
			continue
		}
		step := int64(16)
		for _, p := range in.Site.Parts {
			for p.Stride > 0 && step%p.Stride != 0 {
				step += 16
			}
		}
		front := (back + step - 1) / step * step
		if front > maxFront {
			continue
		}
		in.FreshSize += front
		in.Site.Own = true
		l.shift(e, in, front)
		l.assume(f, ir.Assumed{Text: fmt.Sprintf(
			"%s is null or leads to an object of its own: to its beginning, or %s after it", in.Site.Name, ir.Bytes(front))})
	}
}

// shift puts the choice of an offset (0 or front bytes) after the input.
func (l *entryInputs) shift(e *ir.Edge, in *ir.Input, front int64) {
	f, dst := l.start, in.Dst
	f.pos = e.Pos
	t := f.temp(dst.Type)
	t.Points = dst.Points
	in.Dst = t
	end := e.To
	end.In = without(end.In, e)
	mid := f.newLoc()
	e.To = mid
	mid.In = append(mid.In, e)
	f.cur = mid
	inside := f.input(ir.Param, in.Site.Name+" inside", ir.U8, 0)
	yes := ir.NewAnd(ir.NewBinary(ir.Ne, ir.NewRef(t), ir.NewConst(t.Type, 0)),
		ir.NewBinary(ir.Ne, inside, ir.NewConst(ir.U8, 0)))
	hit, miss := f.newLoc(), f.newLoc()
	f.edge(f.cur, hit, &ir.Assume{Cond: yes, Guard: ir.OtherGuard}, f.pos)
	f.edge(f.cur, miss, &ir.Assume{Cond: ir.NotExpr(yes), Guard: ir.OtherGuard}, f.pos)
	f.edge(hit, end, &ir.Assign{Dst: dst, Src: ir.NewPtrAdd(ir.NewRef(t), ir.NewConst(l.Cfg.Model.Diff(), front), 1)},
		f.pos)
	f.edge(miss, end, &ir.Assign{Dst: dst, Src: ir.NewRef(t)}, f.pos)
}

// looksBack returns the largest constant distance in bytes of an access before the pointer p. It follows p through
// registers and arguments.
func (l *entryInputs) looksBack(p *ir.Var) int64 {
	low := map[*ir.Var]int64{p: 0}
	at := func(e ir.Expr) (int64, bool) { return lowest(low, e) }
	set := func(v *ir.Var, e ir.Expr) bool {
		n, ok := at(e)
		if !ok || v.Type.Kind != ir.Ptr {
			return false
		}
		if old, known := low[v]; known && old <= n {
			return false
		}
		low[v] = n
		return true
	}
	more := true
	for round := 0; more && round < 8; round++ { // a bound for pointers that decrease in a loop
		more = false
		for _, f := range l.fns {
			for _, e := range f.f.Edges {
				switch s := e.Stmt.(type) { // sound: other statements are not followed
				case *ir.Assign:
					more = set(s.Dst, s.Src) || more
				case *ir.Call:
					for i, x := range s.Args {
						if i < len(s.Func.Params) {
							more = set(s.Func.Params[i], x) || more
						}
					}
				}
			}
		}
	}
	back := int64(0)
	look := func(addr ir.Expr) {
		if n, ok := at(addr); ok {
			back = max(back, -n)
		}
	}
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			switch s := e.Stmt.(type) { // sound: as above
			case *ir.LoadStmt:
				look(s.Addr)
			case *ir.Store:
				look(s.Addr)
			case *ir.MemCopy:
				look(s.Dst)
				look(s.Src)
			case *ir.MemSet:
				look(s.Dst)
			}
		}
	}
	return back
}

// lowest returns the least distance of the address e from a pointer p. The registers in low are computed from p, and
// low has their least distances from p. The result is false if e is not computed from these registers.
func lowest(low map[*ir.Var]int64, e ir.Expr) (int64, bool) {
	switch x := e.(type) { // sound: no other expression is followed
	case *ir.Ref:
		n, ok := low[x.Var]
		return n, ok
	case *ir.PtrAdd:
		n, ok := lowest(low, x.P)
		if k, isConst := x.Index.(*ir.Const); isConst {
			shift := 64 - k.T.Bits
			n += int64(k.Bits<<shift) >> shift * x.Scale
		}
		return n, ok
	case *ir.Cast:
		if x.T.Kind == ir.Ptr && x.X.Type().Kind == ir.Ptr {
			return lowest(low, x.X)
		}
	}
	return 0, false
}
