package instrument

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// DropReaders removes the calls of readers from a program, in place, and returns how many there were. A reader is a
// function of the library's models that only reads memory: it stands for what printf or write reads, of which nothing
// is kept. Its only effect is that an execution ends where what it reads is not valid.
//
//	l0 -> l1: call __tandem_reads_text(p, -1)        l0 -> l1: skip
//
// A proof about the program without these calls covers more executions. A run that shows a violation there has to
// show it in the program with them too. A reader with guards at its accesses (EndAtInvalid) stays.
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

// eachReader gives the calls of readers, until do says that it is enough.
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

// isReader reports whether a function of a model only reads memory, without a result.
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
		switch s := e.Stmt.(type) { // sound: anything else may have an effect
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
		case *ir.Input: // of a variable without a value
			if s.Site.Kind != ir.Uninit || s.Dst.Global {
				return false
			}
		default:
			return false
		}
	}
	return loads
}
