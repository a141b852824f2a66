package cpa

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Limits of one error: its part of what is left of the turn, and a time where that has no end; and how many paths to
// one obligation are looked at that turn out to be neither executions nor any use.
const (
	targetPart = 0.5
	targetTime = 10 * time.Second
	maxMisses  = 20
	maxAround  = 100 // errors that one stands for of which the nearest are looked for
)

// attempt is a path to an error, and the precision that was to exclude it.
type attempt struct {
	path uint64
	pi   *verify.Precision
	anew bool // from the beginning
}

// target decides what becomes of an error: it is a violation, or the analyses become more precise, or it is passed.
func (w *worker) target(ctx context.Context, t *cpa.Node) *verify.Unsafe {
	s := &w.search
	o := t.Loc.Obligation
	if !w.left[o] || s.misses[o] >= maxMisses {
		w.run.Pass()
		return nil
	}
	if s.refined > 0 && !w.cfg.Untested {
		if u := w.test(ctx, s.last); u != nil {
			return u
		}
	}
	var found *verdict
	had := w.allowance(ctx)
	w.meter.Within(targetPart, func() {
		limit := targetTime
		if d, ok := ctx.Deadline(); ok {
			limit = max(time.Duration(float64(time.Until(d))*targetPart), 50*time.Millisecond)
		}
		if w.task.Options.Determ {
			limit = time.Hour
		}
		within, cancel := clock.WithTimeout(ctx, limit)
		defer cancel()
		w.meter.Short = cancel // what is not known for lack of budget must not be taken for an answer
		found = w.judge(within, t)
		for _, n := range s.around[t] {
			if !found.open() || within.Err() != nil {
				break
			}
			if n.Fate != cpa.Covered || n.By != t { // a refinement has taken it away since
				continue
			}
			if other := w.judge(within, n); !other.open() {
				found = other
			}
		}
		w.meter.Short = nil
		found.tired = found.tired || within.Err() != nil || w.meter.Left() == 0
	})
	switch f := found.refinement; {
	case ctx.Err() != nil:
		return nil // it is the next turn's
	case found.gone:
	case found.unsafe != nil:
		w.run.Pass()
		return found.unsafe
	case f != nil:
		s.refined++
		s.last = found.path
		s.narrowed = false
		w.task.Log.Count(Name+".refinements", 1)
		w.dumpRefinement(found.path, found.core, f)
		w.run.Refine(f.From, f.Precision, fmt.Sprint("refinement ", s.refined))
	default:
		w.run.Pass()
		s.open[o] = fmt.Sprintf("%s at %s", found.why, o.Pos)
		if found.tired {
			s.missed = append(s.missed, missed{t, had})
		} else {
			s.misses[o]++
		}
	}
	return nil
}

// verdict is what became of an error.
type verdict struct {
	unsafe     *verify.Unsafe
	refinement *cpa.Refinement // for a path, without the edges of core
	path       cpa.Path
	core       []int
	gone       bool   // no way led there, and what it stood for waits
	why        string // none of these
	tired      bool   // for lack of time
}

// open reports whether it is none of them.
func (v *verdict) open() bool { return v.unsafe == nil && v.refinement == nil && !v.gone && !v.tired }

// around makes errors targets again that were passed and stand for others since, to which other paths lead; it tells
// whether there are any.
func (w *worker) around(ctx context.Context) (some bool) {
	s := &w.search
	by := map[*cpa.Node][]*cpa.Node{}
	for _, n := range w.run.ARG.Nodes {
		if t := n.By; n.Fate == cpa.Covered && n.Loc.Kind == ir.Error && t.Counts() && w.left[t.Loc.Obligation] &&
			s.around[t] == nil && len(by[t]) < maxAround {
			by[t] = append(by[t], n)
		}
	}
	for _, t := range slices.SortedFunc(maps.Keys(by), func(n, m *cpa.Node) int { return cmp.Compare(n.ID, m.ID) }) {
		length := map[*cpa.Node]int{}
		for _, n := range by[t] {
			if ctx.Err() != nil {
				return false
			}
			length[n] = len(w.run.ARG.Path(n).Edges)
		}
		near := slices.DeleteFunc(by[t], func(n *cpa.Node) bool { return length[n] == 0 })
		slices.SortStableFunc(near, func(n, m *cpa.Node) int { return cmp.Compare(length[n], length[m]) })
		s.around[t] = near[:min(len(near), maxMisses)]
		w.run.Retry(t)
		some = true
	}
	return some
}

// judge looks at the shortest path to an error.
func (w *worker) judge(ctx context.Context, t *cpa.Node) *verdict {
	if wit, ok := w.run.Analysis.(cpa.Witnesser); ok {
		switch in, f := wit.Witness(ctx, t.State); f {
		case cpa.Taken:
			return w.replay(ctx, &answer{records: in, exact: true}, t.Loc.Obligation)
		case cpa.Unknown, cpa.Excluded: // the path is looked at, as others are
		}
	}
	path := w.run.ARG.Path(t)
	if len(path.Nodes) == 0 && w.run.Clear() && !t.Counts() {
		return &verdict{gone: true}
	}
	if len(path.Nodes) == 0 {
		return &verdict{why: "no way through the graph with matching returns leads to the error"}
	}
	if f := cpa.Promptly(ctx, w.run.Analysis, path, w.run.Precision); f != nil && w.first(path, f) {
		return &verdict{refinement: f, path: path}
	}
	if c, ok := w.run.Analysis.(cpa.Chooser); ok {
		given := path
		path = c.Choose(ctx, path)
		if !slices.Equal(path.Edges, given.Edges) {
			if f := cpa.Promptly(ctx, w.run.Analysis, path, w.run.Precision); f != nil && w.first(path, f) {
				return &verdict{refinement: f, path: path}
			}
		}
	}
	a, err := w.feasible(ctx, path.Edges, t.Loc.Obligation)
	switch {
	case errors.Is(err, smt.ErrNoSolver):
		return &verdict{why: "the states do not exclude the error (" + verify.Said(err) + ")"}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		// the part of this error is used up, if not the turn
		return &verdict{why: "there is no time to follow the path to the error", tired: true}
	case err != nil:
		return &verdict{why: "the path to the error cannot be followed: " + verify.Said(err)}
	case a.shown != nil:
		return a.shown
	case a.result == smt.Sat:
		return w.replay(ctx, a, t.Loc.Obligation)
	case a.result == smt.Unknown:
		return &verdict{why: "no solver says whether the path leads to the error", tired: true}
	}
	best := w.best(ctx, path, a)
	why := ""
	switch {
	case best == nil:
		why = "the states do not exclude the error"
	case !w.first(path, best):
		why = "the precision excludes no path to the error"
	}
	if why != "" {
		w.dumpOpen(path, a.core, why)
		return &verdict{why: why}
	}
	return &verdict{refinement: best, path: path, core: a.core}
}

// first reports whether a refinement is made for the first time.
func (w *worker) first(path cpa.Path, f *cpa.Refinement) bool {
	key := attempt{hash(path.Edges), f.Precision, f.From == path.Nodes[0]}
	if w.search.tried[key] {
		return false
	}
	w.search.tried[key] = true
	return true
}

// best returns the best refinement for infeasible prefixes of a path (Beyer, Löwe, Wendler: Refinement selection, SPIN
// 2015): an assume without which a prefix could be executed is left out to find the next.
func (w *worker) best(ctx context.Context, path cpa.Path, a *answer) (best *cpa.Refinement) {
	r, ok := w.run.Analysis.(cpa.Refiner)
	if !ok {
		return nil
	}
	without := map[int]bool{}
	for n := 0; n < w.cfg.Prefixes; n++ {
		end := -1
		if len(a.core) > 0 {
			end = a.core[len(a.core)-1]
		}
		prefix := path.Slice(end+1, without)
		if f := r.Refine(ctx, prefix, w.run.Precision); f != nil && (best == nil || f.Cost < best.Cost) {
			best = f
		}
		if n+1 == w.cfg.Prefixes || ctx.Err() != nil || end < 0 {
			break
		}
		if _, is := path.Edges[end].Stmt.(*ir.Assume); !is {
			break
		}
		without[end] = true
		again, err := a.prover.Check(ctx, vc.Path{Edges: path.Slice(len(path.Edges), without).Edges})
		if err != nil || again.Result != smt.Unsat {
			break
		}
		a = &answer{core: again.Core, prover: a.prover}
	}
	return best
}

// answer is what a solver says of a path.
type answer struct {
	result  smt.Result
	exact   bool
	records []ir.Record
	core    []int
	prover  *vc.Prover
	shown   *verdict // a violation, if a run has shown it already
}

// feasible asks whether a path can be executed, in bits where numbers do not decide it.
func (w *worker) feasible(ctx context.Context, edges []*ir.Edge, o *ir.Obligation) (*answer, error) {
	enc := prover.Encoding(w.task.Program)
	for {
		p, err := w.prover(ctx, enc)
		if err != nil {
			return nil, err
		}
		f, err := p.Check(ctx, vc.Path{Edges: edges})
		if err != nil {
			return nil, err
		}
		if enc == vc.Bits || f.Result == smt.Unsat || f.Result == smt.Sat && f.Exact || ctx.Err() != nil {
			return &answer{f.Result, f.Exact, f.Records, f.Core, p, nil}, nil
		}
		// A violation that a run shows is one, whatever the numbers that led to it leave out.
		if f.Result == smt.Sat {
			if v := w.replay(ctx, &answer{records: f.Records}, o); v.unsafe != nil {
				return &answer{result: smt.Sat, shown: v}, nil
			}
		}
		enc = vc.Bits
	}
}

// replay runs the program on the inputs that a path needs.
func (w *worker) replay(ctx context.Context, a *answer, o *ir.Obligation) *verdict {
	r := w.replayer().Run(ctx, a.records, "a path of the abstract reachability graph", o,
		func(o *ir.Obligation) bool { return w.left[o] })
	switch {
	case r.Unsafe != nil:
		return &verdict{unsafe: r.Unsafe}
	case r.Cancelled:
		return &verdict{why: r.Why, tired: true}
	}
	why := r.Why
	if !a.exact {
		why += ", since something on the path is approximated"
	}
	return &verdict{why: "the path is an execution that does not show the error: " + why}
}

var seed = maphash.MakeSeed()

// hash stands for a path.
func hash(edges []*ir.Edge) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, e := range edges {
		maphash.WriteComparable(&h, e)
	}
	return h.Sum64()
}
