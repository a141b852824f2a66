package synergy

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file lets other goroutines work for an analysis while it continues (jobs=N), with solvers of their own. They do
// the work that takes most of the time:
//
//	Pre               of the next frontiers: when the analysis comes to such a frontier, the answer is there
//	generalisation    fixpoints, and the inductive part of candidates: adopted when it is complete
//
// A goroutine reads neither regions nor F: it copies the parts that it needs when it begins. Goroutines share the
// program, its points-to sets, and the log. Fixpoints use the meanings that the worker keeps, so there is at most one
// study at a time. If work is counted instead of time, there is one job, since the time at which an answer is complete
// is not deterministic.

// links are the encodings with their solvers that one goroutine uses.
type links struct {
	askers prover.Askers
	frames *vc.Frames // nil if there are no calls
	encs   []vc.Encoding
	all    []*link // the opened links, in the order of encs
	none   error   // why there is no solver
	short  bool    // a query without an answer had little time
}

// askers returns the solvers of a kit, none of which is open.
func askers(k *prover.Kit) prover.Askers {
	return prover.Askers{Kit: k, Part: queryPart, Most: queryTime}
}

// at returns the link of the n-th encoding, and opens it on first use. It returns nil if there is no solver, or if
// there are fewer encodings.
func (q *links) at(n int) *link {
	if q.encs == nil {
		if q.encs = []vc.Encoding{prover.Encoding(q.askers.Kit.Task.Program)}; q.encs[0] != vc.Bits {
			q.encs = append(q.encs, vc.Bits)
		}
	}
	for len(q.all) <= n && n < len(q.encs) && q.none == nil {
		p, err := q.askers.Prover(q.encs[len(q.all)])
		if err != nil {
			q.none = err
			break
		}
		l := &link{prover: p}
		l.prover.Budget = most(q.askers.Kit.Task, queryTime)
		if q.frames != nil {
			l.prover.Frame(*q.frames)
		}
		l.preds = floydhoare.NewPredicates(q.askers.Kit.Task.Program, l.prover)
		l.triples = floydhoare.NewTriples(l.preds, floydhoare.Links{Prover: l.prover, Follows: true})
		q.all = append(q.all, l)
	}
	if n < len(q.all) {
		return q.all[n]
	}
	return nil
}

// helpers are the other goroutines' solvers.
type helpers struct {
	mu   sync.Mutex
	free []*links // protected by mu
	lost any      // the value that a helper panicked with; protected by mu
	made []*links // all links that were made
	busy sync.WaitGroup
	// the context of helpers for the present analysis; nil if there is no analysis, or there are no helpers
	ctx  context.Context
	stop func()
}

// open lets goroutines help an analysis until close is called. It makes no helpers if there is one job or work is
// counted.
func (h *helpers) open(ctx context.Context, w *worker) {
	if w.cfg.Jobs <= 1 || w.kit.M.Counts() {
		return
	}
	for len(h.made) < w.cfg.Jobs-1 {
		task := *w.task
		task.Budget.Memory /= uint64(w.cfg.Jobs)
		kit := *w.kit
		kit.Task, kit.M = &task, prover.NewMeter(&task)
		q := &links{askers: askers(&kit)}
		if w.nested != nil {
			q.frames = &w.nested.frames
		}
		kit.M.Short = func() { q.short = true }
		h.made = append(h.made, q)
		h.free = append(h.free, q)
	}
	for _, q := range h.made {
		q.askers.Kit.M.Renew(ctx, verify.Budget{}) // time counts
	}
	h.ctx, h.stop = context.WithCancel(ctx)
}

// close stops the running helpers and waits for them.
func (h *helpers) close() {
	if h.ctx != nil {
		h.stop()
		h.busy.Wait()
		h.ctx = nil
		h.check()
	}
}

// check panics if a helper has panicked: a failure of the worker has to appear in the worker's own goroutine.
func (h *helpers) check() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if x := h.lost; x != nil {
		h.lost = nil
		panic(x)
	}
}

// idle reports whether a helper is free.
func (h *helpers) idle() bool {
	if h.ctx == nil {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.free) > 0
}

// run calls f in another goroutine. A helper must be idle.
func (h *helpers) run(f func(ctx context.Context, q *links)) {
	h.mu.Lock()
	q := h.free[len(h.free)-1]
	h.free = h.free[:len(h.free)-1]
	h.mu.Unlock()
	h.busy.Add(1)
	go func(ctx context.Context) {
		defer h.busy.Done()
		defer clock.Busy(ctx)()
		defer func() {
			x := recover()
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.free = append(h.free, q); x != nil {
				h.lost = x
			}
		}()
		f(ctx, q)
	}(h.ctx)
}

// Limits: frontiers that one goroutine gets at a time, and heap entries that are searched for them.
const (
	mostAhead  = 3
	mostPeeked = 32
)

// promise represents Pre of an edge, which a helper will compute unless the analysis reaches the edge before the helper
// begins.
type promise struct {
	begun    atomic.Bool // set by the helper or the analysis, whichever comes first
	done     chan struct{}
	x        vc.Preimage
	answered bool // the field x has the answer
}

// lookAhead lets idle helpers compute Pre of the next frontiers.
func (a *analysis) lookAhead() {
	h := &a.w.helpers
	for (a.study.work == nil || a.study.done != nil) && h.idle() {
		next := a.upcoming(mostAhead)
		if len(next) == 0 {
			return
		}
		type work struct {
			ask func(context.Context, *vc.Prover) vc.Preimage
			to  *promise
		}
		var all []work
		for _, e := range next {
			p := &promise{done: make(chan struct{})}
			a.ahead[e] = p
			all = append(all, work{a.preimage(e), p})
		}
		a.w.task.Log.Count(Name+".ahead", int64(len(next)))
		h.run(func(ctx context.Context, q *links) {
			say := func(x work) {
				defer close(x.to.done)
				if l := q.at(0); l != nil && ctx.Err() == nil && x.to.begun.CompareAndSwap(false, true) {
					l.prover.Budget = most(q.askers.Kit.Task, queryTime)
					left := l.prover.E.C.Until(ctx, func() { x.to.x = x.ask(ctx, l.prover) })
					x.to.answered = left == nil && ctx.Err() == nil
				}
			}
			for _, x := range all {
				say(x)
			}
		})
	}
}

// upcoming returns the next frontiers, at most n, whose Pre is neither known nor being computed.
func (a *analysis) upcoming(n int) (next []*Edge) {
	var back entries
	for a.front.queue.Len() > 0 && len(next) < n && len(back) < mostPeeked {
		x := a.front.pop()
		if x == nil {
			break
		}
		back = append(back, *x)
		if e := x.e; e.From != nil && e.Exit == nil && a.ahead[e] == nil && a.pres[preKey{0, e}] == nil {
			next = append(next, e)
		}
	}
	for _, x := range back {
		a.front.push(x)
	}
	return next
}

// promised returns Pre of e if a helper has begun to compute it, and waits for the answer. ok is false if no helper
// has, or there is no answer.
func (a *analysis) promised(ctx context.Context, e *Edge) (x vc.Preimage, ok bool) {
	p := a.ahead[e]
	if p == nil {
		return x, false
	}
	delete(a.ahead, e)
	if p.begun.CompareAndSwap(false, true) {
		return x, false
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		return x, false
	}
	if p.answered {
		a.w.task.Log.Count(Name+".foreseen", 1)
	}
	return p.x, p.answered
}

// study is a generalisation in parallel with the analysis: work runs in another goroutine, then adopts its outcome in
// the goroutine of the analysis. If work is nil, there is no study.
type study struct {
	work func(ctx context.Context, q *links)
	then func()
	done chan struct{} // nil if work has not begun
	wish bool          // another study shall follow
	by   [][]ir.Expr   // the candidates of the study; nil if it has none
}

// generalise generalises while there are frontiers, and reports whether it found new formulas. If there are helpers, it
// begins a study and returns false.
func (a *analysis) generalise(ctx context.Context) bool {
	if a.w.helpers.ctx == nil {
		return a.general.bounded(ctx)
	}
	if a.study.work == nil {
		a.study.wish = true
		a.studied(ctx)
	}
	return false
}

// studied adopts the outcome of a complete study and begins the next one.
func (a *analysis) studied(ctx context.Context) {
	if a.w.helpers.ctx == nil {
		return
	}
	a.w.helpers.check()
	s := &a.study
	if s.done != nil {
		select {
		case <-s.done:
			then := s.then
			*s = study{wish: s.wish}
			then()
		default:
		}
	}
	if s.work == nil && s.wish {
		s.wish = false
		a.nextStudy(ctx)
	}
	if s.work != nil && s.done == nil && a.w.helpers.idle() {
		work, done := s.work, make(chan struct{})
		s.done = done
		a.w.helpers.run(func(ctx context.Context, q *links) {
			defer close(done)
			work(ctx, q)
		})
	}
}

// awaited waits for the end of the study, or does its work if no helper is free. It returns false if there is no study.
func (a *analysis) awaited(ctx context.Context) bool {
	a.studied(ctx)
	s := &a.study
	if s.work == nil {
		return false
	}
	if s.done == nil { // no helper is free
		work, then := s.work, s.then
		*s = study{wish: s.wish}
		work(ctx, &a.w.own)
		then()
		return true
	}
	select {
	case <-s.done:
	case <-ctx.Done():
	}
	return true
}

// nextStudy makes a study from the next candidates, like refineWithGeneralization.
func (a *analysis) nextStudy(ctx context.Context) {
	if !a.general.candidates(ctx, fromFixpoints, a.propose) {
		return
	}
	g := a.general
	r := rungs[g.rung]
	var by [][]ir.Expr
	a.study.work = func(ctx context.Context, q *links) { by, _ = a.general.fixpoint(ctx, r, q) }
	a.study.then = func() {
		if by == nil {
			return
		}
		if g.rung++; g.rung == len(rungs) {
			g.next++
		}
		a.propose(by)
		a.study.wish = true
	}
}

// propose makes a study that computes the inductive part of the candidates by. It returns false if no candidate is new.
func (a *analysis) propose(by [][]ir.Expr) bool {
	fresh := a.general.fresh(by)
	if fresh == nil {
		return false
	}
	var known [][]ir.Expr
	for _, xs := range a.general.known {
		known = append(known, slices.Clip(xs))
	}
	a.study.by = by
	var x shown
	a.study.work = func(ctx context.Context, q *links) { x = a.general.show(ctx, q, known, fresh) }
	a.study.then = func() {
		if x.short {
			a.general.pend(by)
		}
		a.general.adopt(x)
		a.study.wish = !x.short
	}
	return true
}

// leave stops the work of helpers for the analysis. Unfinished candidates stay pending.
func (a *analysis) leave() {
	a.w.helpers.close()
	clear(a.ahead)
	if a.study.done != nil { // the study was cut off, or its outcome was not adopted
		if a.study.by != nil {
			a.general.pend(a.study.by)
		}
		a.study = study{wish: true}
	}
}
