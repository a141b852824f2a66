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

// Limits.
const (
	targetPart = 0.5              // part of the rest of the turn that one error may use
	targetTime = 10 * time.Second // limit of one error if the turn has no deadline
	maxMisses  = 20               // paths to one obligation that neither are executions nor lead to a refinement
	maxAround  = 100              // number of covered errors from which the nearest are chosen
)

// attempt identifies a refinement by the path to an error and the precision that was to exclude the path.
type attempt struct {
	path uint64 // hash of the edges of the path
	pi   *verify.Precision
	anew bool // the graph was made anew from the root
}

// target handles the error t. It returns a violation, or it refines the precision or passes the error, and returns nil.
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
		w.meter.Short = cancel // without budget, an unknown answer must not count as a miss
		found = w.judge(within, t)
		for _, n := range s.around[t] {
			if !found.open() || within.Err() != nil {
				break
			}
			if n.Fate != cpa.Covered || n.By != t { // removed by a refinement in the meantime
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
		return nil // the next turn handles the error
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

// verdict is the result for an error: at most one of unsafe, refinement, gone and why is set.
type verdict struct {
	unsafe     *verify.Unsafe
	refinement *cpa.Refinement // excludes path, because of the edges of core
	path       cpa.Path
	core       []int  // indices in path.Edges
	gone       bool   // no path leads to the error any more; nodes that it covered wait again
	why        string // why the error is not decided
	tired      bool   // the error is not decided for lack of time
}

// open reports whether the error is not decided, though there was time.
func (v *verdict) open() bool { return v.unsafe == nil && v.refinement == nil && !v.gone && !v.tired }

// around makes passed errors targets again if they meanwhile cover other errors, since other paths lead to these. It
// reports whether it has made any.
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

// judge decides the error t by a path to it: the shortest one, or one that the analysis chooses.
func (w *worker) judge(ctx context.Context, t *cpa.Node) *verdict {
	if wit, ok := w.run.Analysis.(cpa.Witnesser); ok {
		switch in, f := wit.Witness(ctx, t.State); f {
		case cpa.Taken:
			return w.replay(ctx, &answer{records: in, exact: true}, t.Loc.Obligation)
		case cpa.Unknown, cpa.Excluded: // continue with the path
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
		// the share of this error is used up
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

// first reports whether the refinement f of path is made for the first time, and records it.
func (w *worker) first(path cpa.Path, f *cpa.Refinement) bool {
	key := attempt{hash(path.Edges), f.Precision, f.From == path.Nodes[0]}
	if w.search.tried[key] {
		return false
	}
	w.search.tried[key] = true
	return true
}

// best returns the best refinement for the infeasible prefixes of path (Beyer, Löwe, Wendler: Refinement selection,
// SPIN 2015). It finds the next prefix by dropping the last assume of the unsatisfiable core from the path; a has the
// core of path. It returns nil if there is no refinement.
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

// answer is the answer of a solver for a path.
type answer struct {
	result  smt.Result
	exact   bool        // nothing on the path is approximated
	records []ir.Record // inputs, if result is Sat
	core    []int       // indices of edges that together exclude executions, if result is Unsat
	prover  *vc.Prover  // the prover that gave the answer
	shown   *verdict    // a violation, if a run has shown it already; else nil
}

// feasible decides whether a path can be executed, first with integers, then with bits if integers do not decide it.
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
		// A violation that a run shows counts, even if integers approximate the path.
		if f.Result == smt.Sat {
			if v := w.replay(ctx, &answer{records: f.Records}, o); v.unsafe != nil {
				return &answer{result: smt.Sat, shown: v}, nil
			}
		}
		enc = vc.Bits
	}
}

// replay runs the program on the inputs of a.
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

// seed is the seed of hash.
var seed = maphash.MakeSeed()

// hash returns a hash of a path.
func hash(edges []*ir.Edge) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, e := range edges {
		maphash.WriteComparable(&h, e)
	}
	return h.Sum64()
}
