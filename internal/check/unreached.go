package check

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// unreached confirms obls if the automaton has no path to their error locations, whatever the statements do. It repeats
// ir.Program.Reached on purpose: the answers of package coop, which calls that method, must be checked by other code.
func unreached(t *verify.Task, obls []*ir.Obligation) Outcome {
	seen := map[*ir.Loc]bool{t.Program.Entry.Entry: true}
	work := []*ir.Loc{t.Program.Entry.Entry}
	visit := func(l *ir.Loc) {
		if !seen[l] {
			seen[l] = true
			work = append(work, l)
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if l.Kind == ir.Error && slices.Contains(obls, l.Obligation) {
			return refuted("the error location at %s can be reached in the automaton", l.Obligation.Pos)
		}
		for _, e := range l.Out {
			visit(e.To)
			if c, ok := e.Stmt.(*ir.Call); ok {
				visit(c.Func.Entry)
			}
		}
	}
	return confirmed()
}
