package floydhoare

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file says which blocks are the same letter: those with the same statements over the same registers. Names are
// unique within a function, so the text of a statement is the statement there.
//
// A statement is more than its text where edges have facts of their own: the object that an edge makes is named by the
// edge, a condition on a value just loaded is one on memory too (flow.LoadedAt), and an access after its own question
// is valid. Such an edge is a letter of its own.

// key is the same for blocks of one meaning.
func key(b Block) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%d", b.From().Func.ID)
	straight := b.Straight()
	for i, s := range b.Graph.Steps {
		if i > 0 || s.From != 0 {
			out.WriteByte(';')
		}
		if !straight {
			fmt.Fprintf(&out, " %d-%d", s.From, s.To)
		}
		fmt.Fprintf(&out, " %s", stmtKey(s.Edge))
	}
	return out.String()
}

func stmtKey(e *ir.Edge) string {
	own := fmt.Sprintf("e%d %s", e.ID, ir.StmtString(e.Stmt))
	if ir.Guarded(e) {
		return own
	}
	switch s := e.Stmt.(type) { // sound: an edge of its own
	case *ir.Assume: // neither why it stands there nor which branch it is matters
		if len(flow.LoadedAt(e)) > 0 {
			return own
		}
		return "assume " + ir.ExprString(s.Cond)
	case *ir.Input: // the value is any, whichever site it comes from
		if s.Dst.Type.Kind == ir.Ptr {
			return own
		}
		return s.Dst.Name + " = input"
	case *ir.Skip, *ir.Assign, *ir.LoadStmt, *ir.Store, *ir.Decl, *ir.End, *ir.MemCopy, *ir.MemSet, *ir.HavocAll,
		*ir.Undefined:
		return ir.StmtString(e.Stmt)
	}
	return own
}

// String is the text of a block's statements.
func (b Block) String() string {
	var out []string
	straight := b.Straight()
	for _, s := range b.Graph.Steps {
		text := ir.StmtString(s.Edge.Stmt)
		if a, is := s.Edge.Stmt.(*ir.Assume); is {
			text = ir.ExprString(a.Cond)
		}
		if !straight { // between which places
			text = fmt.Sprintf("%d-%d: %s", s.From, s.To, text)
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}
