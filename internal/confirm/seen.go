package confirm

import (
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// compiled reports whether what violates an obligation is an access that the compiler makes, or a function that the
// sanitizer knows: none of another function of the library, none that is dropped because its value is not used.
func compiled(o *ir.Obligation, end *ir.Edge) bool {
	inside := func(p ir.Pos) bool { return strings.HasPrefix(p.File, "<") }
	if inside(o.Pos) && !library.FactsOf(o.Func).Sanitized || slices.ContainsFunc(o.Via, inside) {
		return false
	}
	if end == nil {
		return false
	}
	for _, e := range end.From.Out {
		for i := 0; i < 2 && len(e.To.Out) == 1; i++ { // a copy has two questions
			e = e.To.Out[0]
			switch s := e.Stmt.(type) { // sound: the rest is no access, or one that is made
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

// fixed reports whether a number of bytes is constant: mempcpy, bcopy and their kin are copies like memcpy, and as
// little seen as the rest.
func fixed(n ir.Expr) bool {
	_, ok := ir.IsConst(n)
	return ok
}

func used(f *ir.Func, v *ir.Var) (found bool) {
	for _, e := range f.Edges {
		ir.Uses(e.Stmt, func(u *ir.Var) { found = found || u == v })
	}
	return found
}

// dropped reports whether what a copy writes is a structure without a name that nothing reads: the value of *p; is one,
// and no compiler reads it.
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

// reborn reports whether an object of a function that has ended may have begun once more at the same place, as a
// block's that is entered again, or that it is of no block to the sanitizer.
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
