package confirm

import (
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// compiled reports whether the compiled program makes the access, at the edge end, that violates o, and a sanitizer can
// see it. This is false for accesses in models of library functions unless the sanitizer knows the function, and for
// accesses that the compiler drops because their value is not used.
func compiled(o *ir.Obligation, end *ir.Edge) bool {
	inside := func(p ir.Pos) bool { return strings.HasPrefix(p.File, "<") }
	if inside(o.Pos) && !library.FactsOf(o.Func).Sanitized || slices.ContainsFunc(o.Via, inside) {
		return false
	}
	if end == nil {
		return false
	}
	for _, e := range end.From.Out {
		for i := 0; i < 2 && len(e.To.Out) == 1; i++ { // a copy has two guards
			e = e.To.Out[0]
			switch s := e.Stmt.(type) { // sound: other statements make no access, or the compiled program makes it, too
			case *ir.LoadStmt:
				return used(end.From.Func, s.Dst)
			case *ir.MemCopy:
				return fixed(s.N) && !dropped(end.From.Func, s)
			case *ir.MemSet:
				return fixed(s.N)
			case *ir.MemHavoc:
				return false
			}
		}
	}
	return true
}

// fixed reports whether a number of bytes is constant. A variable number may belong to mempcpy, bcopy and similar
// functions, which sanitizers do not see.
func fixed(n ir.Expr) bool {
	_, ok := ir.IsConst(n)
	return ok
}

// used reports whether f reads v.
func used(f *ir.Func, v *ir.Var) (found bool) {
	for _, e := range f.Edges {
		ir.Uses(e.Stmt, func(u *ir.Var) { found = found || u == v })
	}
	return found
}

// dropped reports whether a copy writes a structure without a name that no statement reads. The statement *p; makes
// such a copy, and compilers do not read *p for it.
func dropped(f *ir.Func, copied *ir.MemCopy) bool {
	o := ir.Root(copied.Dst)
	if o == nil || o.Source != "" || o.Func != f {
		return false
	}
	for _, e := range f.Edges {
		if e.Stmt == ir.Stmt(copied) || ir.Lives(e.Stmt) == o {
			continue
		}
		for _, x := range ir.StmtExprs(e.Stmt) {
			mentioned := false
			ir.Walk(x, func(x ir.Expr) bool {
				a, ok := x.(*ir.AddrOf)
				mentioned = mentioned || ok && a.Obj == o
				return !mentioned
			})
			if mentioned {
				return false
			}
		}
	}
	return true
}

// reborn reports whether a sanitizer may take an ended object for alive: the object may be declared again at the same
// place, as in a block that is entered again, or it is stack memory of no block.
func reborn(f *exec.Fault) bool {
	switch {
	case f == nil || !f.Dead || f.Ended == nil:
		return false
	case f.Object == nil:
		if f.Made == nil {
			return false
		}
		a, ok := f.Made.Stmt.(*ir.Alloc)
		return ok && a.Kind == ir.Stack
	}
	again := false
	ir.Reach([]*ir.Loc{f.Ended.To}, func(l *ir.Loc, next func(*ir.Loc)) bool {
		for _, e := range l.Out {
			if d, ok := e.Stmt.(*ir.Decl); ok && d.Obj == f.Object {
				again = true
			}
			next(e.To)
		}
		return !again
	})
	return again
}
