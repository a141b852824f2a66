// Package repair searches for a smaller proof in one that a checker has not confirmed. Its results are proposals:
// package check judges them like any other evidence, so that a fault here loses proofs but never makes one.
//
//	L2: y == 2*x && all bytes of buf are 0      package triple loses the second conjunct at a write through a pointer
//	L2: y == 2*x                                the first is inductive by itself, and suffices for the proof
//
// Candidates are the conjuncts of the evidence, and each formula without those atoms that package triple cannot
// express. A candidate that does not follow from the others is dropped, until all that are left do: Houdini (Flanagan,
// Leino: Houdini, an annotation assistant for ESC/Java, FME 2001).
package repair

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Invariants proposes a part of invariants that may prove the obligations, Config.Known included, or returns an error.
func Invariants(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Inductive,
	cfg triple.Config) (smaller *verify.Inductive, err error) {
	err = search(ctx, p, obls, cfg, func(s *triple.Session) (err error) {
		smaller, err = invariants(s, p, ev, cfg.Known)
		return err
	})
	return smaller, err
}

// Graph proposes an annotated graph with weaker formulas that may prove the obligations, or returns an error.
// Config.Shown tells what is known of the formulas by values.
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
