package ranges

import (
	"context"
	"sync"

	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Halver halves ranges of one task, and caches the tree of paths that it has explored. It may be used by several
// goroutines.
type Halver struct {
	mu sync.Mutex
	p  *prober
	s  *shape
}

// NewHalver returns a Halver for t. It returns an error if the program cannot be run, if there is no solver, or if ctx
// ends.
func NewHalver(ctx context.Context, t *verify.Task) (*Halver, error) {
	d, err := newDriver(ctx, t)
	if err != nil {
		return nil, err
	}
	d.most = fewEdges
	return &Halver{p: newProber(d), s: newShape(t.Program)}, nil
}

// Close ends the solver.
func (h *Halver) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.p.close()
}

// Halve returns a bound strictly inside of a range, so that both sides have paths, and near the middle of the estimated
// work. If it finds none, the error is a *NoSplit.
func (h *Halver) Halve(ctx context.Context, r restrict.PathRange) (Bound, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.halve(ctx, r)
}

// halve is Halve for a caller that holds the lock.
func (h *Halver) halve(ctx context.Context, r restrict.PathRange) (Bound, error) {
	p := h.p
	if p.x.Nodes() > maxNodes {
		if err := p.x.Reset(); err != nil {
			return Bound{}, err
		}
		clear(p.known)
	}
	r = *halfOpen(&r)
	w, err := p.inside(ctx, h.s, &r)
	if err != nil {
		return Bound{}, err
	}
	ctx, done := p.limits(ctx, probeTime)
	defer done()
	all := p.divide(ctx, w.trace, &r, 2)
	if bs := p.quantiles(ctx, all, &r, 2); len(bs) > 0 {
		return bs[0], nil
	}
	return Bound{}, &NoSplit{"one path was found in the range"}
}

// inside walks a path that lies in a range: one with a few iterations of each loop, or else one at the lower bound.
func (p *prober) inside(ctx context.Context, s *shape, r *restrict.PathRange) (*walked, error) {
	var g guide = anyhow{}
	if e := p.task.Program.Entry; s.turns[e] {
		g = &unrolled{shape: s, entry: e, k: 3}
	}
	r = halfOpen(r)
	w, err := p.walk(ctx, fit(&within{guide: g, r: *r}))
	if err == nil && !r.Contains(decided(w.trace)) {
		w, err = p.walk(ctx, fit(&within{guide: anyhow{}, r: *r, keep: true}))
	}
	if err != nil {
		return nil, ended(ctx, err)
	}
	if !r.Contains(decided(w.trace)) {
		return nil, &NoSplit{"no path of the range was found"}
	}
	return w, nil
}

// halfOpen returns the same range as a half-open one, or without an upper bound.
func halfOpen(r *restrict.PathRange) *restrict.PathRange {
	h := *r
	if end, is := r.End(); is {
		h.Hi, h.Before = end, true
	} else {
		h.Hi, h.Before, h.NoUpper = "", false, true
	}
	return &h
}
