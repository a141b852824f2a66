package prover

import (
	"time"

	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Askers holds an Asker with its Prover for each encoding, opened when it is asked for first.
type Askers struct {
	Kit *Kit
	// A query of a Prover takes at most 1/Part of what is left, and at most Most.
	Part int
	Most time.Duration
	// Opened, if there, is called with each Prover that is made.
	Opened func(p *vc.Prover)

	made map[vc.Encoding]opened
}

type opened struct {
	asker  *Asker
	prover *vc.Prover
}

// Prover returns the prover of an encoding. The error may be smt.ErrNoSolver.
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

// Made returns the prover of an encoding, nil if it was not asked for.
func (a *Askers) Made(enc vc.Encoding) *vc.Prover { return a.made[enc].prover }

// Close ends the solvers.
func (a *Askers) Close() {
	for _, o := range a.made {
		o.asker.Close()
	}
}
