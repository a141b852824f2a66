package prover

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Accesses returns the accesses to memory whose validity a proof assumes: all accesses of the program for which Plain
// is false. An engine that asks a solver about the validity of accesses may list fewer.
func (k *Kit) Accesses() []verify.Assumption {
	var at []ir.Pos
	for _, f := range k.Task.Program.Funcs {
		for _, e := range f.Edges {
			if !Plain(e) {
				at = append(at, e.Pos)
			}
		}
	}
	return verify.Accesses(at)
}

// Plain reports whether no proof has to assume that e accesses valid memory: e accesses no memory, e accesses a named
// object at a constant offset inside of the object, or a check of the access precedes e.
func Plain(e *ir.Edge) bool {
	if ir.Guarded(e) {
		return true
	}
	switch s := e.Stmt.(type) { // sound: taken as valid
	case *ir.LoadStmt:
		return inside(s.Addr, int64(s.Dst.Type.Size()), false)
	case *ir.Store:
		return inside(s.Addr, int64(s.Val.Type().Size()), true)
	case *ir.MemCopy, *ir.MemSet, *ir.MemHavoc, *ir.Free:
		return false
	case *ir.Alloc, *ir.Assign, *ir.Assume, *ir.Call, *ir.Decl, *ir.End,
		*ir.HavocAll, *ir.Input, *ir.Math, *ir.Return, *ir.Skip, *ir.Undefined: // access no memory
		return true
	}
	return false
}

// inside reports whether the n bytes at addr lie in a named object at a constant offset. If write is set, the object
// must not be const.
func inside(addr ir.Expr, n int64, write bool) bool {
	const far = 1 << 40
	off := int64(0)
	for {
		switch a := addr.(type) {
		case *ir.AddrOf:
			return off >= 0 && off+n <= a.Obj.Size && !(write && a.Obj.Const)
		case *ir.PtrAdd:
			b, isConst := ir.IsConst(a.Index)
			v := int64(ir.EvalCast(ir.I64, a.Index.Type(), b))
			if !isConst || v > far || v < -far || a.Scale > far || a.Scale < -far {
				return false
			}
			if d := v * a.Scale; v != 0 && (d/v != a.Scale || d > far || d < -far) {
				return false
			} else if off += d; off > far || off < -far {
				return false
			}
			addr = a.P
		default: // sound: taken as valid
			return false
		}
	}
}
