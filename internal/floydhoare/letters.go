package floydhoare

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file decides which blocks are the same letter: blocks with the same statements over the same registers. Names
// are unique within a function, so two statements of one function are equal if their texts are equal.
//
// A statement is more than its text if there are facts about its edge: the object that an edge makes is identified by
// the edge, a condition on a value that was just loaded is a condition on memory too (flow.LoadedAt), and an access
// after its own check is valid. Such an edge is a separate letter.

// key returns a text that is the same for blocks with the same statements.
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

// stmtKey returns the text of the statement of an edge, with the ID of the edge if there are facts about it.
func stmtKey(e *ir.Edge) string {
	own := fmt.Sprintf("e%d %s", e.ID, ir.StmtString(e.Stmt))
	if ir.Guarded(e) {
		return own
	}
	switch s := e.Stmt.(type) { // sound: for other statements the key has the edge
	case *ir.Assume: // only the condition matters
		if len(flow.LoadedAt(e)) > 0 {
			return own
		}
		return "assume " + ir.ExprString(s.Cond)
	case *ir.Input: // the value is arbitrary, so the site does not matter
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

// String returns the text of the block's statements.
func (b Block) String() string {
	var out []string
	straight := b.Straight()
	for _, s := range b.Graph.Steps {
		text := ir.StmtString(s.Edge.Stmt)
		if a, is := s.Edge.Stmt.(*ir.Assume); is {
			text = ir.ExprString(a.Cond)
		}
		if !straight { // add the nodes of the step
			text = fmt.Sprintf("%d-%d: %s", s.From, s.To, text)
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}
