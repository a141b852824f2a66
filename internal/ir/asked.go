package ir

// Asked returns the questions whose answers are all yes if and only if the accesses of s are valid, in the order of the
// accesses. It returns nil if s accesses no memory.
func Asked(s Stmt) []*Valid {
	bytes := func(t Type) Expr { return NewConst(U64, int64(t.Size())) }
	switch s := s.(type) {
	case *LoadStmt:
		return []*Valid{{What: Readable, Addr: s.Addr, N: bytes(s.Dst.Type)}}
	case *Store:
		return []*Valid{{What: Writable, Addr: s.Addr, N: bytes(s.Val.Type())}}
	case *MemSet:
		return []*Valid{{What: Writable, Addr: s.Dst, N: s.N}}
	case *MemHavoc:
		return []*Valid{{What: Writable, Addr: s.Addr, N: s.N}}
	case *MemCopy:
		return []*Valid{{What: Readable, Addr: s.Src, N: s.N}, {What: Writable, Addr: s.Dst, N: s.N}}
	case *Free:
		if s.Kind == Heap {
			return []*Valid{{What: Freeable, Addr: s.Addr}}
		}
	case *Skip, *Assign, *Assume, *Input, *Decl, *End, *Alloc, *HavocAll, *Call, *Return, *Math, *Undefined:
		// access no memory
	}
	return nil
}

// Guarded reports whether the access of e is guarded, and therefore valid: all questions of Asked have been answered
// with yes right before e, on every path to e. It returns false if e accesses no memory.
func Guarded(e *Edge) bool {
	asked := Asked(e.Stmt)
	for _, q := range asked {
		if !answered(e.From, q, maxGuards) {
			return false
		}
	}
	return len(asked) > 0
}

// maxGuards bounds the distance, in edges, from an access back to its guards.
const maxGuards = 8

// answered reports whether each path to l passes an Assume of q within its last far edges, and after it only conditions
// and Skips.
func answered(l *Loc, q *Valid, far int) bool {
	if l == l.Func.Entry || len(l.In) == 0 || far == 0 {
		return false
	}
	for _, e := range l.In {
		switch s := e.Stmt.(type) { // sound: other statements may change the answer
		case *Assume:
			if v, ok := s.Cond.(*Valid); ok && v.implies(q) {
				continue
			}
		case *Skip:
		default:
			return false
		}
		if !answered(e.From, q, far-1) {
			return false
		}
	}
	return true
}

// implies reports whether the answer yes to v implies the answer yes to q. It compares their expressions only.
func (v *Valid) implies(q *Valid) bool {
	if v.What != q.What && (v.What != Writable || q.What != Readable) || !Equal(v.Addr, q.Addr) {
		return false
	}
	if v.N == nil || Equal(v.N, q.N) {
		return true
	}
	m, ok := IsConst(v.N)
	n, ok2 := IsConst(q.N)
	return ok && ok2 && n <= m && v.What != Same && !v.N.Type().Signed && !q.N.Type().Signed
}
