// Package repair searches for a smaller proof in a proof that a checker has not confirmed. Its results are proposals,
// which package check judges like any other evidence: a mistake in this package may lose a proof, but never makes a
// wrong one.
//
//	L2: y == 2*x && all bytes of buf are 0      package triple cannot show the second conjunct after a write through p
//	L2: y == 2*x                                the first conjunct is inductive by itself, and suffices for the proof
//
// Candidates are the conjuncts of the evidence, and in addition each formula without the atoms that package triple
// cannot express. Candidates that do not follow from the others are dropped, until all remaining ones do: Houdini
// (Flanagan, Leino: Houdini, an annotation assistant for ESC/Java, FME 2001). The same search is done first by values,
// with package inductive (values.go).
package repair

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Invariants proposes a part of the invariants that may prove the obligations; it includes Config.Known. It returns an
// error if it finds none.
func Invariants(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Inductive,
	cfg triple.Config) (smaller *verify.Inductive, err error) {
	err = search(ctx, p, obls, cfg, func(s *triple.Session) (err error) {
		smaller, err = invariants(s, p, ev, cfg.Known)
		return err
	})
	return smaller, err
}

// Graph proposes an annotated graph with weaker formulas that may prove the obligations. It returns an error if it
// finds none. Config.Shown has the parts of the formulas that follow by values.
func Graph(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Annotated,
	cfg triple.Config) (smaller *verify.Annotated, err error) {
	g, err := annotated.Read(p, ev)
	if err != nil {
		return nil, err
	}
	w := newGraph(g, cfg.Shown)
	cfg.Shown = w.shown
	err = search(ctx, p, obls, cfg, func(s *triple.Session) (err error) {
		w.session = s
		smaller, err = w.weaken(ctx, ev)
		return err
	})
	return smaller, err
}
