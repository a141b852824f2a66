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

// Limits of what is beyond the paper, domains behind the first, more letters than the trace's, and clauses: the time of
// all at first, the part of the turn, and the time of one.
const (
	dearFirst = 500 * time.Millisecond
	dearPart  = 4
	dearTime  = 400 * time.Millisecond
)

// partsKept are the states of a location that are kept apart where one is not enough.
const partsKept = 60

// rung is a domain at work.
type rung struct {
	name    string
	domain  string
	parts   int            // states of a location; 1: one
	control absint.Control // what keeps them apart
	first   bool
	meaning *absint.Meaning
	triples *floydhoare.Triples
	cost    uint64 // of an edge evaluated
}

// ladder lists the domains of a setting, the cheap ones first.
func ladder(cfg Config) (out []*rung) {
	add := func(domain string, parts int) {
		for _, r := range out {
			if r.domain == domain && r.parts == parts {
				return
			}
		}
		name := domain
		if parts > 1 {
			name += " in parts"
		}
		out = append(out, &rung{name: name, domain: domain, parts: parts, control: absint.Tests, first: len(out) == 0})
	}
	if cfg.Domain == "" {
		return nil
	}
	add(cfg.Domain, 1)
	if cfg.All {
		add("interval", partsKept) // cheap, and enough for state machines
		for _, parts := range []int{1, partsKept} {
			add("octagon+congruence", parts)
			add("polyhedra+congruence", parts)
		}
	}
	return out
}

// mean is the meaning of the program in a domain, made once. All say what they say in the same names.
func (w *worker) mean(domain string) *absint.Meaning {
	if m := w.meanings[domain]; m != nil {
		return m
	}
	if w.facts == nil {
		w.facts = absint.Prepare(w.task.Program)
		w.facts.Points = w.task.Points()
		w.meanings = map[string]*absint.Meaning{}
	}
	cfg := absint.Config{}
	if w.nested != nil {
		cfg.Summaries, cfg.Names = true, w.nested.names()
	}
	if w.meaning != nil {
		cfg.Names = w.meaning.Names()
	}
	d, _ := domains.Named(domain)
	m := d.Meaning(w.facts, cfg)
	w.meanings[domain] = m
	return m
}

// openRung makes what a domain needs at work.
func (w *worker) openRung(r *rung) {
	if r.meaning != nil {
		return
	}
	d, _ := domains.Named(r.domain)
	r.meaning, r.triples, r.cost = w.mean(r.domain), w.triples, obs.PerState
	if d.Solver {
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
	cfg := absint.Config{Edges: edges, Work: pathWork, Backward: w.cfg.All && r.parts == 1, Summaries: w.nested != nil}
	if r.parts > 1 {
		cfg.Parts, cfg.Control = r.parts, r.control
	}
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
