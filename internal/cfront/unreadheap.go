package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file finds the pointers that are inputs (unread.go) in memory which an allocation makes for a single structure.

// noteAlloc records that the allocation at s makes memory for a single structure of type t.
func (u *unreadState) noteAlloc(s *ir.Site, t cc.Type) {
	if u.allocs == nil {
		u.allocs = map[*ir.Site]cc.Type{}
	}
	u.allocs[s] = t
}

// unwritten returns the offsets of the pointers that the program may read before it writes them, in the memory that s,
// the allocation at edge e, makes for a structure of type t. It leaves out pointers to functions, and returns nothing
// if the structure has more than maxUnread pointers.
func (l *entryInputs) unwritten(e *ir.Edge, s *ir.Alloc, t cc.Type) (offs []int64) {
	ps := pointerMembers(l.Layout, t, 0, 0)
	if len(ps) > maxUnread {
		return nil
	}
	for _, p := range ps {
		if _, code := ctype.Elem(p.t).(*cc.FunctionType); !code &&
			!written(e, s.Dst, p.off, int64(l.Cfg.Model.Ptr().Size())) {
			offs = append(offs, p.off)
		}
	}
	return offs
}

// written reports whether no path after e reads the width bytes at offset off of the object that v points to before it
// writes them. It visits a bounded number of locations; if these do not suffice, the answer is false.
func written(e *ir.Edge, v *ir.Var, off, width int64) bool {
	const most = 100
	names := map[*ir.Var]bool{v: true}
	seen := map[*ir.Loc]bool{}
	var walk func(l *ir.Loc) bool
	walk = func(l *ir.Loc) bool {
		if seen[l] || len(l.Out) == 0 {
			return true
		}
		if seen[l] = true; len(seen) > most {
			return false
		}
		for _, e := range l.Out {
			switch s := e.Stmt.(type) {
			case *ir.Store:
				if v, at, ok := member(s.Addr); ok && names[v] && at == off && int64(s.Val.Type().Size()) == width {
					continue
				}
				if usesAny(s.Val, names) {
					return false
				}
			case *ir.MemSet:
				if n, ok := s.N.(*ir.Const); ok {
					if v, at, ok := member(s.Dst); ok && names[v] && at <= off && at+int64(n.Bits) >= off+width {
						continue
					}
				}
			case *ir.Assign:
				if r, ok := s.Src.(*ir.Ref); ok && names[r.Var] && !s.Dst.Global {
					names[s.Dst] = true
				} else if names[s.Dst] || s.Dst.Global && usesAny(s.Src, names) {
					return false
				}
			case *ir.LoadStmt:
				if usesAny(s.Addr, names) || names[s.Dst] {
					return false
				}
			case *ir.Skip, *ir.Assume, *ir.Decl:
			case *ir.Input:
				if names[s.Dst] {
					return false
				}
			case *ir.Alloc:
				if names[s.Dst] {
					return false
				}
			default: // sound: it may read
				return false
			}
			if !walk(e.To) {
				return false
			}
		}
		return true
	}
	return walk(e.To)
}

// member splits an address into a register and a constant offset in bytes; ok is false if it has another form.
func member(e ir.Expr) (v *ir.Var, off int64, ok bool) {
	for {
		switch x := e.(type) { // sound: other addresses are not split
		case *ir.Ref:
			return x.Var, off, true
		case *ir.PtrAdd:
			k, isConst := x.Index.(*ir.Const)
			if !isConst {
				return nil, 0, false
			}
			off += int64(ir.EvalPtrAdd(ir.P64, 0, k.Bits, k.T, x.Scale))
			e = x.P
		default:
			return nil, 0, false
		}
	}
}

// usesAny reports whether e reads one of the registers in vs.
func usesAny(e ir.Expr, vs map[*ir.Var]bool) bool {
	any := false
	ir.Vars(e, func(v *ir.Var) { any = any || vs[v] })
	return any
}
