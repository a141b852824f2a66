package traceabs

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
)

// This file has the domains in which path programs are analysed, one after the other. M. Greitschus, D. Dietsch, A.
// Podelski: Refining Trace Abstraction using Abstract Interpretation (2017) use one domain for each setting. Since path
// programs are small, all analyses of a path program together cost less than one sequence of interpolants. If one of
// them excludes the error, no solver is needed.

// Limits of the work beyond the paper, which is the use of further domains, of more letters than those of the trace,
// and of clauses.
const (
	dearFirst = 500 * time.Millisecond // time that is always allowed
	dearPart  = 4                      // beyond dearFirst, the work may take 1/dearPart of the turn
	dearTime  = 400 * time.Millisecond // time of one analysis
)

// rung is an analysis of the ladder at work.
type rung struct {
	domains.Rung
	first   bool // the domain of the setting
	meaning *absint.Meaning
	triples *floydhoare.Triples
	cost    uint64 // units of work for the evaluation of one edge
}

// ladder returns the analyses of a setting: the analysis in its domain and, if all domains are to be tried, the
// analyses of domains.Ladder.
func ladder(cfg Config) (out []*rung) {
	if cfg.Domain == "" {
		return nil
	}
	d, _ := domains.Named(cfg.Domain)
	out = append(out, &rung{Rung: domains.Rung{Domain: d}, first: true})
	if !cfg.All {
		return out
	}
	// With one state for each location, intervals prove no more than the setting's domain; with several states they may
	// prove more, for example of state machines.
	for _, r := range domains.Ladder([]absint.Config{domains.Tests}, []absint.Config{domains.United, domains.Tests}) {
		if r.Domain.Name != d.Name || r.Apart() {
			out = append(out, &rung{Rung: r})
		}
	}
	return out
}

// mean returns the meaning of the program in domain d, made once. All meanings use the same names for results and entry
// values.
func (w *worker) mean(d absint.Domain) *absint.Meaning {
	if w.meanings == nil {
		w.meanings = domains.NewMeanings(w.task.Program, w.task.Points(), func() (cfg absint.Config) {
			if w.calls {
				cfg.Summaries, cfg.Names = true, w.frameNames()
			}
			if w.meaning != nil {
				cfg.Names = w.meaning.Names()
			}
			return cfg
		})
	}
	return w.meanings.In(d)
}

// openRung prepares the meaning and the triples of r.
func (w *worker) openRung(r *rung) {
	if r.meaning != nil {
		return
	}
	r.meaning, r.triples, r.cost = w.mean(r.Domain), w.triples, obs.PerState
	if r.Domain.Solver {
		r.cost = obs.PerRelation
	}
	if r.meaning != w.meaning {
		r.triples = floydhoare.NewTriples(w.preds, floydhoare.Links{Meaning: r.meaning, Prover: w.triples.Prover})
		r.triples.Counts = w.triples.Counts
	}
}

// affords reports whether work beyond the paper is still allowed in this turn.
func (w *worker) affords() bool {
	if w.turn != w.kit.M.Meter {
		w.turn, w.dear = w.kit.M.Meter, 0
	}
	return w.dear <= max(dearFirst, w.kit.M.Now()/dearPart)
}

// spends counts all work from now until end is called as work beyond the paper.
func (w *worker) spends() (end func()) {
	begin := w.kit.M.Now()
	return func() { w.dear += w.kit.M.Now() - begin }
}

// analyse computes the fixpoint of edges in the domain of r, and returns the facts that exclude the error end. If all
// domains are to be tried, the analysis also goes backward. It returns nil if the error is not excluded. dear is set if
// this is work beyond the paper.
func (w *worker) analyse(ctx context.Context, r *rung, edges []*ir.Edge, end *ir.Loc, dear bool) (f *found) {
	within, cancel := w.part(ctx)
	defer cancel()
	if dear {
		defer w.spends()()
		if !w.task.Options.Determ {
			within, cancel = clock.WithTimeout(within, dearTime)
			defer cancel()
		}
	}
	w.openRung(r)
	cfg := r.Partition
	cfg.Edges, cfg.Work, cfg.Summaries = edges, pathWork, w.calls
	cfg.Backward = w.cfg.All && !r.Apart()
	x := r.meaning.Forward(within, cfg)
	if x.Stop == absint.Done {
		switch {
		case !x.Reached[end]:
			f = &found{states: x.States()}
		case x.Safe:
			if n := x.Needed(); n != nil {
				f = &found{needs: n}
			}
		}
	}
	w.kit.M.Spend(x.Work * r.cost)
	return f
}

// found has the facts that exclude an error: the forward states, or for each location the facts that the exclusion
// needs.
type found struct {
	states map[*ir.Loc][]absint.State
	needs  map[*ir.Loc][]absint.Need
}
