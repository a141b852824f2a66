package cpa

import (
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/ranged"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file has the loop of lazy abstraction (Henzinger, Jhala, Majumdar, Sutre, POPL 2002). It explores until it
// reaches an error. If the path to the error can be executed, its inputs are a test. If no execution takes the path, it
// determines how the precision is refined and from which node on. If neither is known, the error is passed and
// exploration continues.
//
// If an analysis of the product widens, errors wait until all other nodes are explored and decreasing passes have been
// made, since these passes remove most of the errors.

// search is the state of the loop that lasts from turn to turn.
type search struct {
	begin     *verify.Precision         // the precision from the board at the beginning
	told      *verify.Precision         // the precision that was published last
	open      map[*ir.Obligation]string // why an obligation is not decided
	later     []*cpa.Node               // errors that wait until no other node waits
	missed    []missed                  // errors that a longer turn may decide
	narrowed  bool                      // decreasing passes were made since the last refinement
	settled   bool                      // nothing is left to do
	published bool                      // invariants that prove no obligation were published
	refined   int                       // number of refinements
	dumped    uint64                    // Run.Steps when the graph was written last
	last      cpa.Path                  // the path of the last refinement
	tried     map[attempt]bool          // refinements that were made, so that none is made twice
	misses    map[*ir.Obligation]int    // number of paths to the error that were not decided
	around    map[*cpa.Node][]*cpa.Node // by error: covered errors with other paths (worker.around)
}

// missed is an error that was passed for lack of time.
type missed struct {
	node *cpa.Node
	had  uint64 // the allowance of the failed attempt
}

// narrowing is the number of decreasing passes. Two passes regain most of the precision that widening lost.
const narrowing = 2

// retries is how often a turn returns to errors that were missed.
const retries = 5

// Work implements verify.Worker.
func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	w.turn.Lock()
	defer w.turn.Unlock()
	if w.meter == nil {
		w.meter = prover.NewMeter(w.task)
	}
	w.meter.Renew(ctx, b)
	open := w.board.Left(w.task)
	w.left = map[*ir.Obligation]bool{}
	for _, o := range open {
		w.left[o] = true
	}
	if w.run == nil {
		if err := w.open(ctx); err != nil {
			if ctx.Err() == nil {
				w.failed = err
			}
			return prover.Failed(err)
		}
		w.search.open, w.search.tried, w.search.misses = map[*ir.Obligation]string{}, map[attempt]bool{},
			map[*ir.Obligation]int{}
		w.search.around = map[*cpa.Node][]*cpa.Node{}
		w.search.told = w.search.begin
	}
	w.search.settled = false
	if w.trials != nil {
		w.trials.Renew()
	}
	w.retry(w.allowance(ctx) / 2)
	defer func() {
		w.publish()
		w.dumpGraph()
	}()
	if r := w.explore(ctx); r != nil {
		return r
	}
	return w.result(ctx, open)
}

// retry makes the missed errors whose allowance was at most had targets again. It reports whether there are any.
func (w *worker) retry(had uint64) (some bool) {
	w.search.missed = slices.DeleteFunc(w.search.missed, func(m missed) bool {
		again := m.had <= had
		if again {
			w.run.Retry(m.node)
			some = true
		}
		return again
	})
	return some
}

// budget returns the work of b, else the time in nanoseconds until the deadline of ctx, else the largest number.
func budget(ctx context.Context, b verify.Budget) uint64 {
	if b.Work > 0 {
		return b.Work
	}
	if d, ok := ctx.Deadline(); ok {
		return uint64(max(time.Until(d), 0))
	}
	return math.MaxUint64
}

// allowance returns how much of the rest of the turn the next error may use.
func (w *worker) allowance(ctx context.Context) uint64 {
	if w.meter.Counts() {
		return uint64(float64(w.meter.Left()) * targetPart)
	}
	return uint64(float64(budget(ctx, verify.Budget{})) * targetPart)
}

// Finished reports whether the analyses cannot be opened, or nothing is left to do.
func (w *worker) Finished() bool {
	return w.failed != nil || w.search.settled && len(w.search.missed) == 0
}

// steps calls f and counts its work on the graph.
func (w *worker) steps(f func()) {
	begin := w.run.Steps
	f()
	w.meter.Spend((w.run.Steps - begin) * obs.PerState)
}

// explore works until nothing is left to do or the turn ends. It returns a violation, or nil.
func (w *worker) explore(ctx context.Context) *verify.Unsafe {
	s := &w.search
	narrows := cpa.Narrows(w.run.Analysis)
	for again := 0; !w.meter.Ended(ctx); {
		done, short := false, false
		if w.quick.ends(w.run.Steps) {
			w.anew()
		}
		w.steps(func() {
			most := uint64(0)
			if w.meter.Counts() {
				most = max(w.meter.Left()/obs.PerState, 1)
			}
			if left, limited := w.quick.left(w.run.Steps); limited && (most == 0 || most > left) {
				most = left
			}
			// A query without an answer near the end of the turn ends exploration: the next turn decides the errors.
			within, cancel := context.WithCancel(ctx)
			defer cancel()
			w.meter.Short = cancel
			done = w.run.Explore(within, most)
			w.meter.Short = nil
			short = within.Err() != nil
		})
		w.task.Log.Progress(Name, "%d steps, %d nodes, %d refinements", w.run.Steps, w.run.ARG.Live(), s.refined)
		switch t := w.run.Target(); {
		case t != nil && narrows && !s.narrowed:
			w.run.Pass()
			s.later = append(s.later, t)
		case t != nil:
			if u := w.target(ctx, t); u != nil {
				return u
			}
		case short:
			return nil
		case !done: // the turn ends
		case len(s.later) > 0:
			w.steps(func() { w.run.Descend(ctx, narrowing) })
			s.narrowed = true
			w.run.Retry(s.later...)
			s.later = nil
		case again < retries && w.retry(w.allowance(ctx)): // the errors have more time now
			again++
		case len(s.open) > 0 && w.around(ctx):
		case w.quick.stage != complete && len(s.open) > 0:
			w.anew()
		default:
			s.settled = true
			return nil
		}
	}
	return nil
}

// result returns the result of a turn, according to the graph.
func (w *worker) result(ctx context.Context, open []*ir.Obligation) verify.Result {
	s := &w.search
	unknown := func(reason string, left []*ir.Obligation) verify.Result {
		return &verify.Unknown{Reason: reason, Left: &verify.Condition{Note: reason, Obligations: left}}
	}
	switch {
	case ctx.Err() != nil:
		return unknown("out of time"+w.ahead(), open)
	case !s.settled && w.meter.Counts():
		return unknown("out of work"+w.ahead(), open)
	case !s.settled:
		return unknown("out of time"+w.ahead(), open)
	case w.run.Left(ranged.Out) != "":
		return unknown(w.run.Left(ranged.Out), open)
	}
	reached := map[*ir.Obligation]bool{}
	for _, n := range w.run.ARG.Nodes {
		if n.Counts() && n.Loc.Obligation != nil && w.run.Why(n) == "" {
			reached[n.Loc.Obligation] = true
		}
	}
	var safe, left []*ir.Obligation
	for _, o := range open {
		if reached[o] {
			left = append(left, o)
		} else {
			safe = append(safe, o)
		}
	}
	reason := ""
	if len(left) > 0 {
		reason = s.open[left[0]]
	}
	if len(safe) == 0 {
		if !s.published && w.symbolic == nil && w.joined() {
			s.published = true
			w.evidence(ctx) // other engines may need the invariants
		}
		return unknown(reason, left)
	}
	var assuming []verify.Assumption
	ev := w.unwound(ctx)
	if ev == nil {
		if ev = w.evidence(ctx); ev == nil {
			s.settled = false
			return unknown("out of time", open)
		}
	}
	if w.symbolic != nil {
		assuming = w.symbolic.Invalid(ctx)
	} else {
		assuming = w.assuming()
	}
	return &verify.Safe{Obligations: safe, Proof: ev, Assuming: assuming, Rest: reason}
}

// Partial implements verify.Partial.
func (w *worker) Partial(ctx context.Context, open []*ir.Obligation, most int) (*verify.Safe, bool) {
	if w.run == nil {
		return nil, false
	}
	g := w.run.GraphWithin(ctx, most)
	if g == nil {
		return nil, false
	}
	ev := g.Stopped(func(o *ir.Obligation) bool { return slices.Contains(open, o) })
	if len(ev.Nodes) == 0 || ev.Nodes[0].Open {
		return nil, false
	}
	ev.Results, ev.Made, ev.Rough = maps.Clone(w.names.Results), maps.Clone(w.names.Made), w.symbolic != nil
	safe := &verify.Safe{Proof: ev}
	if w.symbolic != nil {
		safe.Assuming = w.symbolic.Invalid(ctx)
	} else {
		safe.Assuming = w.assuming()
	}
	return safe, w.run.ARG.Live() > most
}

// joined reports whether each location has at most one state.
func (w *worker) joined() bool {
	at := map[*ir.Loc]bool{}
	for _, n := range w.run.ARG.Nodes {
		if !n.Counts() || n.Fate == cpa.Covered {
			continue
		}
		if at[n.Loc] {
			return false
		}
		at[n.Loc] = true
	}
	return true
}

// evidence returns the evidence that the graph gives. If each location has one state, these are invariants, which it
// also publishes; else it is the graph. It returns nil if the context ends before.
func (w *worker) evidence(ctx context.Context) verify.Evidence {
	g := w.run.GraphWithin(ctx, math.MaxInt)
	if g == nil {
		return nil
	}
	// The evidence may be checked while a later turn finds names.
	results, made := maps.Clone(w.names.Results), maps.Clone(w.names.Made)
	at := map[*ir.Loc]int{}
	for _, n := range g.Nodes {
		if n.Fate != cpa.Covered {
			at[n.Loc]++
			if at[n.Loc] > 1 || n.Formula == nil || w.within != nil {
				ev := g.Annotated()
				ev.Results, ev.Made, ev.Rough = results, made, w.symbolic != nil
				return ev
			}
		}
	}
	ev := &verify.Inductive{Invariants: g.Invariants(w.task.Program), Results: results, Made: made}
	w.board.Claim(w.task, Name, &verify.Invariants{Inductive: *ev})
	return ev
}

// assuming returns the accesses to memory whose validity the proof assumes.
func (w *worker) assuming() []verify.Assumption {
	a, knows := w.run.Analysis.(cpa.Accessor)
	plain := map[*ir.Edge]bool{}
	var at []ir.Pos
	for _, n := range w.run.ARG.Nodes {
		if n.Fate != cpa.Expanded {
			continue
		}
		for _, e := range n.Loc.Out {
			known, asked := plain[e]
			if !asked {
				known = prover.Plain(e)
				plain[e] = known
			}
			if !known && !(knows && a.Valid(n.State, e)) {
				plain[e] = true
				at = append(at, e.Pos)
			}
		}
	}
	return verify.Accesses(at)
}

// publish publishes the precision if it is new.
func (w *worker) publish() {
	if pi := w.run.Precision; pi != w.search.told {
		w.search.told = pi
		w.board.Claim(w.task, Name, &verify.Predicates{Precision: *pi})
	}
}
