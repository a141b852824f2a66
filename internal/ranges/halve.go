package ranges

import (
	"context"
	"sync"

	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Halver halves ranges of one task, and remembers what it has seen of the paths. It may be used from many goroutines.
type Halver struct {
	mu sync.Mutex
	p  *prober
	s  *shape
}

// NewHalver fails if the program cannot be run, without a solver, or with the context.
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

// Halve finds a bound that lies strictly inside of a range, near the middle of the work that it is: paths are on both
// sides. Where none is found the error is a *NoSplit.
func (h *Halver) Halve(ctx context.Context, r restrict.PathRange) (Bound, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.halve(ctx, r)
}

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

// inside finds a path of a range: one with some turns of loops, or at the lower bound.
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

// halfOpen returns the same range with an upper bound that is out of it, or none.
func halfOpen(r *restrict.PathRange) *restrict.PathRange {
	h := *r
	if end, is := r.End(); is {
		h.Hi, h.Before = end, true
	} else {
		h.Hi, h.Before, h.NoUpper = "", false, true
	}
	return &h
}
