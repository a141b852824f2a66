package flow

import "github.com/tandem-verifier/tandem/internal/ir"

// Guarded says that the access of an edge is made only where the questions right before it, on
// all ways that lead there, say that it is valid.
func Guarded(e *ir.Edge) bool {
	asked := func(what ir.Question, addr, n ir.Expr) bool { return wasAsked(e.From, what, addr, n) }
	bytes := func(t ir.Type) ir.Expr { return ir.NewConst(ir.U64, int64(t.Size())) }
	switch st := e.Stmt.(type) { // sound: not guarded
	case *ir.LoadStmt:
		return asked(ir.Readable, st.Addr, bytes(st.Dst.Type))
	case *ir.Store:
		return asked(ir.Writable, st.Addr, bytes(st.Val.Type()))
	case *ir.MemSet:
		return asked(ir.Writable, st.Dst, st.N)
	case *ir.MemHavoc:
		return asked(ir.Writable, st.Addr, st.N)
	case *ir.MemCopy:
		return asked(ir.Readable, st.Src, st.N) && asked(ir.Writable, st.Dst, st.N)
	case *ir.Free:
		return st.Kind == ir.Heap && asked(ir.Freeable, st.Addr, nil)
	}
	return false
}

// wasAsked looks back from l along edges that change nothing, as long as there is one.
func wasAsked(l *ir.Loc, what ir.Question, addr, n ir.Expr) bool {
	for seen := 0; len(l.In) == 1 && seen < 4; seen++ {
		a, ok := l.In[0].Stmt.(*ir.Assume)
		if !ok {
			return false
		}
		v, ok := a.Cond.(*ir.Valid)
		if ok && covers(v.What, what) && ir.Equal(v.Addr, addr) && (n == nil || ir.Equal(v.N, n) || sameNumber(v.N, n)) {
			return true
		}
		l = l.In[0].From
	}
	return false
}

// covers says that the answer yes to one question is one to another about the same bytes.
func covers(asked, what ir.Question) bool {
	return asked == what || asked == ir.Writable && what == ir.Readable
}

// sameNumber compares constants of any types by value.
func sameNumber(a, b ir.Expr) bool {
	x, ok := ir.IsConst(a)
	y, ok2 := ir.IsConst(b)
	return ok && ok2 && x == y && x < 1<<31
}
