package synergy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file writes iterations down: the ordered abstract trace as the paper writes it, the frontier, what was done, and the regions.

// region is a place, with what holds there where it was split.
func (a *analysis) region(r *Region) string {
	if r == nil {
		return "start"
	}
	at := fmt.Sprintf("L%d", a.program.Loc[r.At].ID)
	if r.Lit == nil {
		return at
	}
	return "<" + at + ", " + ir.ExprString(r.Expr()) + ">"
}

// dump writes an iteration.
func (a *analysis) dump(e *Edge, done string) {
	log := a.w.task.Log
	if log == nil || log.DumpDir == "" {
		return
	}
	a.w.steps++
	var b strings.Builder
	fmt.Fprintf(&b, "iteration %d: %s\n", a.w.steps, done)
	fmt.Fprintf(&b, "frontier  %s -> %s\n", a.region(e.From), a.region(e.To))
	if e.From != nil {
		fmt.Fprintf(&b, "letter    %s\n", a.program.Alphabet.Letter(e.Letter))
	}
	fmt.Fprintf(&b, "tests     %d\nregions\n", len(a.w.forest.Tests))
	for _, root := range a.abs.Roots {
		leaves := root.Leaves(nil)
		slices.SortFunc(leaves, func(r, s *Region) int { return r.ID - s.ID })
		for _, r := range leaves {
			dist := "-"
			if d := a.abs.Distance(r); d != Far {
				dist = fmt.Sprint(d)
			}
			fmt.Fprintf(&b, "  %s  distance %s, states %d\n", a.region(r), dist, len(a.states[r.ID]))
		}
	}
	if _, err := log.Dump(fmt.Sprintf("%s-%04d.txt", Name, a.w.steps), []byte(b.String())); err != nil {
		log.Warn("nothing was dumped", "error", err)
	}
}
