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

// This file has the domains in which path programs are analysed, one after the other, beyond M. Greitschus, D. Dietsch,
// A. Podelski: Refining Trace Abstraction using Abstract Interpretation (2017), where a setting has one. A path program
// is small: all of them cost less than one sequence of interpolants, and what one of them excludes needs no solver.

// Limits of what is beyond the paper, domains after the first, more letters than the trace's, and clauses: the time of
// all at first, the part of the turn, and the time of one.
const (
	dearFirst = 500 * time.Millisecond
	dearPart  = 4
	dearTime  = 400 * time.Millisecond
)

// rung is an analysis of the ladder at work.
type rung struct {
	domains.Rung
	first   bool
	meaning *absint.Meaning
	triples *floydhoare.Triples
	cost    uint64 // of an edge evaluated
}

// ladder lists the analyses of a setting: its domain, then those of the ladder if all domains are asked.
func ladder(cfg Config) (out []*rung) {
	if cfg.Domain == "" {
		return nil
	}
	d, _ := domains.Named(cfg.Domain)
	out = append(out, &rung{Rung: domains.Rung{Domain: d}, first: true})
	if !cfg.All {
		return out
	}
	// In intervals one state for each location would not do more than the setting's domain; several do, for state
	// machines.
	for _, r := range domains.Ladder([]absint.Config{domains.Tests}, []absint.Config{domains.United, domains.Tests}) {
		if r.Domain.Name != d.Name || r.Apart() {
			out = append(out, &rung{Rung: r})
		}
	}
	return out
}

// mean returns the meaning of the program in a domain, made once. All meanings use the same names for results and entry
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

// openRung prepares an analysis.
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

// affords reports whether what is beyond the paper may be tried. It has a part of the turn.
func (w *worker) affords() bool {
	if w.turn != w.kit.M.Meter {
		w.turn, w.dear = w.kit.M.Meter, 0
	}
	return w.dear <= max(dearFirst, w.kit.M.Now()/dearPart)
}

// spends counts what is done until the end is called as beyond the paper.
func (w *worker) spends() (end func()) {
	begin := w.kit.M.Now()
	return func() { w.dear += w.kit.M.Now() - begin }
}

// analyse is the fixpoint of edges in a domain that excludes an error, forward or, where all domains are asked,
// backward; nil if it does not. It is dear but for the first domain on a path program.
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

// found is what excludes an error: states, or states with what they need for it.
type found struct {
	states map[*ir.Loc][]absint.State
	needs  map[*ir.Loc][]absint.Need
}
