package ir

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/num"
)

// Children calls f on the direct subexpressions of e, left to right.
func Children(e Expr, f func(Expr)) {
	switch e := e.(type) {
	case *Unary:
		f(e.X)
	case *Binary:
		f(e.X)
		f(e.Y)
	case *Cast:
		f(e.X)
	case *PtrAdd:
		f(e.P)
		f(e.Index)
	case *PtrDiff:
		f(e.P)
		f(e.Q)
	case *Overflows:
		f(e.X)
		f(e.Y)
	case *Valid:
		for _, x := range e.operands() {
			f(x)
		}
	case *Load:
		f(e.Addr)
	case *Forall:
		f(e.Lo)
		f(e.Hi)
		f(e.Body)
	case *Const, *Ref, *AddrOf, *FuncAddr:
	}
}

// Walk calls f on e and its subexpressions, in pre-order from left to right. It skips the subexpressions of a node for
// which f returns false. It visits a shared node once per occurrence. e may be nil.
func Walk(e Expr, f func(Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	Children(e, func(c Expr) { Walk(c, f) })
}

// Conjuncts returns the conjuncts of e from left to right: only e if e is not a conjunction.
func Conjuncts(e Expr) []Expr {
	if b, ok := e.(*Binary); ok && b.Op == LAnd {
		return append(Conjuncts(b.X), Conjuncts(b.Y)...)
	}
	return []Expr{e}
}

// Map rebuilds e bottom-up: it replaces each node x, whose subexpressions are already mapped, by f(x). If no
// subexpression of a node has changed, x is the node itself; so Map with the identity returns e. The bound register of
// a Forall does not change.
func Map(e Expr, f func(Expr) Expr) Expr {
	m := Mapper{f: f}
	return m.Map(e)
}

// Mapper maps many expressions by a function whose result depends only on its argument. It caches results, so shared
// subexpressions are usually mapped once and stay shared. Without this, the overflow checks of a sum of n parts, which
// share subexpressions, would become n*n nodes.
type Mapper struct {
	f    func(Expr) Expr
	done map[*Binary]Expr // the cache; nil if there is none
}

// mostDone bounds the number of results that a Mapper caches.
const mostDone = 1 << 12

// NewMapper returns a Mapper for f, with a cache.
func NewMapper(f func(Expr) Expr) *Mapper { return &Mapper{f: f, done: map[*Binary]Expr{}} }

// Map returns e mapped by the function of m, as the function Map does.
func (m *Mapper) Map(e Expr) Expr {
	switch n := e.(type) {
	case *Unary:
		if x := m.Map(n.X); x != n.X {
			e = &Unary{n.Op, x}
		}
	case *Binary:
		kept := m.done != nil && deep(n, 2)
		if kept {
			if r, ok := m.done[n]; ok {
				return r
			}
		}
		if x, y := m.Map(n.X), m.Map(n.Y); x != n.X || y != n.Y {
			e = &Binary{n.Op, x, y}
		}
		if kept {
			if len(m.done) == mostDone {
				clear(m.done)
			}
			e = m.f(e)
			m.done[n] = e
			return e
		}
	case *Cast:
		if x := m.Map(n.X); x != n.X {
			e = &Cast{n.T, x}
		}
	case *PtrAdd:
		if p, i := m.Map(n.P), m.Map(n.Index); p != n.P || i != n.Index {
			e = &PtrAdd{p, i, n.Scale}
		}
	case *PtrDiff:
		if p, q := m.Map(n.P), m.Map(n.Q); p != n.P || q != n.Q {
			e = &PtrDiff{p, q}
		}
	case *Overflows:
		if x, y := m.Map(n.X), m.Map(n.Y); x != n.X || y != n.Y {
			e = &Overflows{n.Op, x, y}
		}
	case *Valid:
		a, k := m.nonNil(n.Addr), m.nonNil(n.N)
		roots, changed := m.all(n.Roots)
		if changed || a != n.Addr || k != n.N {
			e = &Valid{n.What, a, k, roots}
		}
	case *Load:
		if a := m.Map(n.Addr); a != n.Addr {
			e = &Load{n.T, a}
		}
	case *Forall:
		lo, hi, body := m.Map(n.Lo), m.Map(n.Hi), m.Map(n.Body)
		if lo != n.Lo || hi != n.Hi || body != n.Body {
			e = &Forall{n.Bound, lo, hi, body}
		}
	case *Const, *Ref, *AddrOf, *FuncAddr:
	}
	return m.f(e)
}

// deep reports whether Binary nodes are nested in e more than n levels deep.
func deep(e Expr, n int) bool {
	switch e := e.(type) { // sound: the answer false only costs time
	case *Binary:
		return n == 0 || deep(e.X, n-1) || deep(e.Y, n-1)
	case *Cast:
		return deep(e.X, n)
	}
	return false
}

// operands returns the operands that the question has: Addr, N and Roots, if they are present.
func (e *Valid) operands() []Expr {
	out := e.Roots
	for _, x := range []Expr{e.N, e.Addr} {
		if x != nil {
			out = append([]Expr{x}, out...)
		}
	}
	return out
}

// all returns es with each element mapped, and reports whether some element changed.
func (m *Mapper) all(es []Expr) ([]Expr, bool) {
	out := make([]Expr, len(es))
	changed := false
	for i, e := range es {
		out[i] = m.Map(e)
		changed = changed || out[i] != e
	}
	return out, changed
}

// nonNil returns e mapped, nil if e is nil.
func (m *Mapper) nonNil(e Expr) Expr {
	if e == nil {
		return nil
	}
	return m.Map(e)
}

// Replace returns e with each register v replaced by sub(v), unless sub(v) is nil.
func Replace(e Expr, sub func(*Var) Expr) Expr {
	return Map(e, func(x Expr) Expr {
		if r, ok := x.(*Ref); ok {
			if y := sub(r.Var); y != nil {
				return y
			}
		}
		return x
	})
}

// Vars calls f on each register that e reads, once per occurrence, except for the bound registers of quantifiers. e may
// be nil.
func Vars(e Expr, f func(*Var)) {
	switch e := e.(type) {
	case nil:
	case *Ref:
		f(e.Var)
	case *Forall:
		Vars(e.Lo, f)
		Vars(e.Hi, f)
		Vars(e.Body, func(v *Var) {
			if v != e.Bound {
				f(v)
			}
		})
	default: // sound: other expressions read only what their children read
		Children(e, func(c Expr) { Vars(c, f) })
	}
}

// Reads reports whether e reads v.
func Reads(e Expr, v *Var) bool {
	found := false
	Vars(e, func(w *Var) { found = found || w == v })
	return found
}

// StmtExprs returns the expressions of s, in the order in which C evaluates them. None of them is nil. The caller must
// not change the list.
func StmtExprs(s Stmt) []Expr {
	switch s := s.(type) {
	case *Assign:
		return []Expr{s.Src}
	case *Assume:
		return []Expr{s.Cond}
	case *LoadStmt:
		return []Expr{s.Addr}
	case *Store:
		return []Expr{s.Addr, s.Val}
	case *Alloc:
		return []Expr{s.Size}
	case *Free:
		return []Expr{s.Addr}
	case *MemCopy:
		return []Expr{s.Dst, s.Src, s.N}
	case *MemSet:
		return []Expr{s.Dst, s.Val, s.N}
	case *MemHavoc:
		return []Expr{s.Addr, s.N}
	case *Call:
		return s.Args
	case *Return:
		if s.Val != nil {
			return []Expr{s.Val}
		}
	case *Math:
		return s.Args
	case *Skip, *Input, *Decl, *End, *HavocAll, *Undefined:
	}
	return nil
}

// Addresses returns the number k such that the first k of StmtExprs(s) are used only as addresses at which s reads or
// writes memory.
func Addresses(s Stmt) int {
	switch s.(type) {
	case *LoadStmt, *Store, *MemSet, *MemHavoc:
		return 1
	case *MemCopy:
		return 2
	case *Skip, *Assign, *Assume, *Input, *Decl, *End, *Alloc, *HavocAll, *Call, *Return, *Math, *Undefined:
	case *Free: // does not access the memory at its address
	}
	return 0
}

// Written returns the address through which s writes memory, nil if there is none. It does not include the writes of a
// Call or a HavocAll.
func Written(s Stmt) Expr {
	switch s := s.(type) {
	case *Store:
		return s.Addr
	case *MemCopy:
		return s.Dst
	case *MemSet:
		return s.Dst
	case *MemHavoc:
		return s.Addr
	case *Skip, *Assign, *Assume, *Input, *LoadStmt, *Call, *HavocAll, *Return, *Math, *Undefined:
	case *Decl, *End, *Alloc, *Free: // begin or end objects, which does not count
	}
	return nil
}

// Elsewhere describes the global registers that s may write in addition to Def(s). If all is true, these are all global
// registers; if called is not nil, those that this function writes; otherwise there are none.
func Elsewhere(s Stmt) (called *Func, all bool) {
	switch s := s.(type) {
	case *Call:
		return s.Func, false
	case *HavocAll:
		return nil, true
	case *Skip, *Assign, *Assume, *Input, *LoadStmt, *Store, *Decl, *End, *Alloc, *Free, *MemCopy, *MemSet, *MemHavoc,
		*Return,
		*Math, *Undefined:
	}
	return nil, false
}

// Lives returns the object of the running function whose lifetime s begins or ends, nil if there is none.
func Lives(s Stmt) *Object {
	switch s := s.(type) {
	case *Decl:
		return s.Obj
	case *End:
		return s.Obj
	case *Skip, *Assign, *Assume, *Input, *LoadStmt, *Store, *Alloc, *Free, *MemCopy, *MemSet, *MemHavoc, *HavocAll, *Call,
		*Return, *Math, *Undefined:
	}
	return nil
}

// Makes reports whether s makes an object that has no declaration: an Alloc, or an Input of a pointer. size is the size
// of the object in bytes, -1 if it is not constant or too large.
func Makes(s Stmt) (size int64, ok bool) {
	switch s := s.(type) {
	case *Alloc:
		if k, ok := s.Size.(*Const); ok && k.Bits < 1<<40 && !(k.T.Signed && num.Signed(k.Bits, k.T.Bits) < 0) {
			return int64(k.Bits), true
		}
		return -1, true
	case *Input:
		return s.FreshSize, s.Dst.Type.Kind == Ptr
	case *Skip, *Assign, *Assume, *LoadStmt, *Store, *Decl, *End, *Free, *MemCopy, *MemSet, *MemHavoc, *HavocAll, *Call,
		*Return, *Math, *Undefined:
	}
	return 0, false
}

// Root returns the object o if e is the address of o plus some offset (AddrOf, PtrAdd), otherwise nil.
func Root(e Expr) *Object {
	for {
		switch x := e.(type) {
		case *PtrAdd:
			e = x.P
		case *AddrOf:
			return x.Obj
		default: // sound: the object is not known
			return nil
		}
	}
}

// Def returns the register that s assigns, nil if there is none. It does not include global registers that a Call or a
// HavocAll changes (see Elsewhere).
func Def(s Stmt) *Var {
	switch s := s.(type) {
	case *Assign:
		return s.Dst
	case *Input:
		return s.Dst
	case *LoadStmt:
		return s.Dst
	case *Alloc:
		return s.Dst
	case *Call:
		return s.Dst
	case *Math:
		return s.Dst
	case *Skip, *Assume, *Store, *Decl, *End, *Free, *MemCopy, *MemSet, *MemHavoc, *HavocAll, *Return, *Undefined:
	}
	return nil
}

// WithDef returns a copy of s that assigns v instead of its register, or s itself if s assigns none.
func WithDef(s Stmt, v *Var) Stmt {
	switch s := s.(type) {
	case *Assign:
		return &Assign{v, s.Src}
	case *Input:
		return &Input{v, s.Site, s.FreshSize}
	case *LoadStmt:
		return &LoadStmt{v, s.Addr}
	case *Alloc:
		return &Alloc{v, s.Size, s.Kind, s.Zeroed, s.Site, s.Kept, s.Moved}
	case *Call:
		return &Call{v, s.Func, s.Args}
	case *Math:
		return &Math{v, s.Fn, s.Args}
	case *Skip, *Assume, *Store, *Decl, *End, *Free, *MemCopy, *MemSet, *MemHavoc, *HavocAll, *Return, *Undefined:
	}
	return s
}

// Uses calls f on each register that s reads, once per occurrence.
func Uses(s Stmt, f func(*Var)) {
	for _, e := range StmtExprs(s) {
		Vars(e, f)
	}
}

// SiteOf returns the input site of s (Input, Alloc, MemHavoc), nil if there is none.
func SiteOf(s Stmt) *Site {
	switch s := s.(type) {
	case *Input:
		return s.Site
	case *Alloc:
		return s.Site
	case *MemHavoc:
		return s.Site
	case *Decl: // its object has the site
	case *Skip, *Assign, *Assume, *LoadStmt, *Store, *End, *Free, *MemCopy, *MemSet, *HavocAll, *Call, *Return, *Math,
		*Undefined:
	}
	return nil
}

// MapStmt returns s with each expression x of StmtExprs(s) replaced by f(x). It returns s itself if nothing changed.
func MapStmt(s Stmt, f func(Expr) Expr) Stmt {
	switch s := s.(type) {
	case *Assign:
		if e := f(s.Src); e != s.Src {
			return &Assign{s.Dst, e}
		}
	case *Assume:
		if e := f(s.Cond); e != s.Cond {
			return &Assume{e, s.Mark, s.Guard}
		}
	case *LoadStmt:
		if e := f(s.Addr); e != s.Addr {
			return &LoadStmt{s.Dst, e}
		}
	case *Store:
		if a, v := f(s.Addr), f(s.Val); a != s.Addr || v != s.Val {
			return &Store{a, v}
		}
	case *Alloc:
		if e := f(s.Size); e != s.Size {
			return &Alloc{s.Dst, e, s.Kind, s.Zeroed, s.Site, s.Kept, s.Moved}
		}
	case *Free:
		if e := f(s.Addr); e != s.Addr {
			return &Free{e, s.Kind, s.Kept}
		}
	case *MemCopy:
		if d, c, n := f(s.Dst), f(s.Src), f(s.N); d != s.Dst || c != s.Src || n != s.N {
			return &MemCopy{d, c, n}
		}
	case *MemSet:
		if d, v, n := f(s.Dst), f(s.Val), f(s.N); d != s.Dst || v != s.Val || n != s.N {
			return &MemSet{d, v, n}
		}
	case *MemHavoc:
		if a, n := f(s.Addr), f(s.N); a != s.Addr || n != s.N {
			return &MemHavoc{a, n, s.Site}
		}
	case *Call:
		if args, changed := mapAll(s.Args, f); changed {
			return &Call{s.Dst, s.Func, args}
		}
	case *Return:
		if s.Val != nil {
			if e := f(s.Val); e != s.Val {
				return &Return{e}
			}
		}
	case *Math:
		if args, changed := mapAll(s.Args, f); changed {
			return &Math{s.Dst, s.Fn, args}
		}
	case *Skip, *Input, *Decl, *End, *HavocAll, *Undefined: // without expressions
	}
	return s
}

// mapAll returns the results of f for es, and reports whether some result differs from its expression.
func mapAll(es []Expr, f func(Expr) Expr) ([]Expr, bool) {
	out := make([]Expr, len(es))
	changed := false
	for i, e := range es {
		out[i] = f(e)
		changed = changed || out[i] != e
	}
	return out, changed
}

// Equal reports whether two expressions are the same tree over the same registers, objects and functions.
func Equal(a, b Expr) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *Const:
		b, ok := b.(*Const)
		return ok && *a == *b
	case *Ref:
		b, ok := b.(*Ref)
		return ok && a.Var == b.Var
	case *AddrOf:
		b, ok := b.(*AddrOf)
		return ok && *a == *b
	case *FuncAddr:
		b, ok := b.(*FuncAddr)
		return ok && *a == *b
	case *Unary:
		b, ok := b.(*Unary)
		return ok && a.Op == b.Op && Equal(a.X, b.X)
	case *Binary:
		b, ok := b.(*Binary)
		return ok && a.Op == b.Op && Equal(a.X, b.X) && Equal(a.Y, b.Y)
	case *Cast:
		b, ok := b.(*Cast)
		return ok && a.T == b.T && Equal(a.X, b.X)
	case *PtrAdd:
		b, ok := b.(*PtrAdd)
		return ok && a.Scale == b.Scale && Equal(a.P, b.P) && Equal(a.Index, b.Index)
	case *PtrDiff:
		b, ok := b.(*PtrDiff)
		return ok && Equal(a.P, b.P) && Equal(a.Q, b.Q)
	case *Overflows:
		b, ok := b.(*Overflows)
		return ok && a.Op == b.Op && Equal(a.X, b.X) && Equal(a.Y, b.Y)
	case *Valid:
		b, ok := b.(*Valid)
		return ok && a.What == b.What && equalOrNil(a.Addr, b.Addr) && equalOrNil(a.N, b.N) &&
			slices.EqualFunc(a.Roots, b.Roots, Equal)
	case *Load:
		b, ok := b.(*Load)
		return ok && a.T == b.T && Equal(a.Addr, b.Addr)
	case *Forall:
		b, ok := b.(*Forall)
		return ok && a.Bound == b.Bound && Equal(a.Lo, b.Lo) && Equal(a.Hi, b.Hi) && Equal(a.Body, b.Body)
	}
	return false
}

// equalOrNil does what Equal does, and accepts nil, which equals only nil.
func equalOrNil(a, b Expr) bool {
	if a == nil || b == nil {
		return a == b
	}
	return Equal(a, b)
}

// Reach visits, once each, the given locations and the locations that are reachable from them. The function visit has
// to call next with each successor of l. Reach stops when visit returns false. The result has all visited locations.
func Reach(from []*Loc, visit func(l *Loc, next func(*Loc)) bool) map[*Loc]bool {
	seen := map[*Loc]bool{}
	work := append([]*Loc(nil), from...)
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[l] {
			continue
		}
		seen[l] = true
		if !visit(l, func(l *Loc) { work = append(work, l) }) {
			break
		}
	}
	return seen
}
