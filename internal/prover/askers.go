package prover

import (
	"time"

	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Askers holds an Asker with its Prover for each encoding. It opens them on first use.
type Askers struct {
	Kit *Kit
	// A query of a Prover takes at most 1/Part of the remaining budget, and not longer than Most.
	Part int
	Most time.Duration
	// Opened, if not nil, is called with each new Prover.
	Opened func(p *vc.Prover)

	made map[vc.Encoding]opened
}

// opened is an Asker with its Prover.
type opened struct {
	asker  *Asker
	prover *vc.Prover
}

// Prover returns the prover of an encoding, and opens it if that has not been done. The error may be smt.ErrNoSolver.
func (a *Askers) Prover(enc vc.Encoding) (*vc.Prover, error) {
	if p := a.Made(enc); p != nil {
		return p, nil
	}
	q, err := a.Kit.Asker(vc.Options{Enc: enc}, smt.Config{})
	if err != nil {
		return nil, err
	}
	p := q.Prover(a.Part, a.Most)
	if a.Opened != nil {
		a.Opened(p)
	}
	if a.made == nil {
		a.made = map[vc.Encoding]opened{}
	}
	a.made[enc] = opened{q, p}
	return p, nil
}

// Made returns the prover of an encoding, nil if it has not been opened.
func (a *Askers) Made(enc vc.Encoding) *vc.Prover { return a.made[enc].prover }

// Close ends the solvers.
func (a *Askers) Close() {
	for _, o := range a.made {
		o.asker.Close()
	}
}
