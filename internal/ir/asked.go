package ir

// Asked are the questions whose answer has to be yes for the accesses of a statement to be valid, in the order
// of the accesses.
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

// Guarded reports whether all that Asked lists has been asked right before an edge, on every way to it: an access
// past its own guard is valid.
func Guarded(e *Edge) bool {
	asked := Asked(e.Stmt)
	for _, q := range asked {
		if !answered(e.From, q, maxGuards) {
			return false
		}
	}
	return len(asked) > 0
}

// maxGuards is how far before an access its guards are looked for.
const maxGuards = 8

// answered reports whether each way to a location has passed a question with the answer yes, and nothing but other
// conditions since.
func answered(l *Loc, q *Valid, far int) bool {
	if l == l.Func.Entry || len(l.In) == 0 || far == 0 {
		return false
	}
	for _, e := range l.In {
		switch s := e.Stmt.(type) { // sound: nothing else is passed
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

// implies reports whether yes to v is yes to q by their shapes.
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
