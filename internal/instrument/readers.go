package instrument

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// DropReaders removes the calls of readers from a program, in place, and returns their number. A reader is a function
// of a library model that only reads memory: it models the reads of, for example, printf or write, and does not use the
// values. Its only effect is that an execution ends if a read is invalid.
//
//	l0 -> l1: call __tandem_reads_text(p, -1)        l0 -> l1: skip
//
// The program without these calls has more executions, so a proof about it also holds for the original. But a violation
// that a run shows in it must be confirmed in the program with these calls. A reader with guards at its accesses
// (EndAtInvalid) stays.
func DropReaders(p *ir.Program) (n int) {
	eachReader(p, func(e *ir.Edge) bool {
		e.Stmt = &ir.Skip{}
		n++
		return true
	})
	return n
}

// HasReaders reports whether DropReaders would remove a call.
func HasReaders(p *ir.Program) (has bool) {
	eachReader(p, func(*ir.Edge) bool {
		has = true
		return false
	})
	return has
}

// eachReader calls the callback for each call of a reader, until it returns false.
func eachReader(p *ir.Program, do func(*ir.Edge) (more bool)) {
	reader := map[*ir.Func]bool{}
	for _, f := range p.Funcs {
		if isReader(f) {
			reader[f] = true
		}
	}
	if len(reader) == 0 {
		return
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if c, ok := e.Stmt.(*ir.Call); ok && reader[c.Func] && !do(e) {
				return
			}
		}
	}
}

// isReader reports whether f is a function of a library model that reads memory and has neither another effect nor a
// result.
func isReader(f *ir.Func) bool {
	if !strings.HasPrefix(f.Pos.File, "<") || f.Result.Kind != ir.None || len(f.Edges) == 0 {
		return false
	}
	loads := false
	for _, l := range f.Locs {
		if l.Kind == ir.Error || l.Kind == ir.Halt {
			return false
		}
	}
	for _, e := range f.Edges {
		switch s := e.Stmt.(type) { // sound: other statements may have an effect
		case *ir.Skip, *ir.Return:
		case *ir.Assign:
			if s.Dst.Global {
				return false
			}
		case *ir.LoadStmt:
			loads = true
			if s.Dst.Global {
				return false
			}
		case *ir.Assume:
			if s.Guard == ir.AccessGuard {
				return false
			}
		case *ir.Input: // the read of a variable without a value
			if s.Site.Kind != ir.Uninit || s.Dst.Global {
				return false
			}
		default:
			return false
		}
	}
	return loads
}
