package flow

import (
	"context"
	"sync"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Memo caches the points-to analysis of an immutable program. The first caller computes it; other callers wait until
// it is ready or their context ends.
type Memo struct {
	Prog *ir.Program

	mu     sync.Mutex
	points *Points       // protected by mu; nil until it is computed
	making chan struct{} // protected by mu; closed when the running computation ends; nil if none runs
}

// Points returns the points-to analysis of p, like NewPointsUntil. It does not use the cache if m is nil or p is
// another program.
func (m *Memo) Points(ctx context.Context, p *ir.Program) (*Points, error) {
	if m == nil || m.Prog != p {
		return NewPointsUntil(ctx, p)
	}
	for {
		m.mu.Lock()
		points, making := m.points, m.making
		if points == nil && making == nil {
			m.making = make(chan struct{})
			m.mu.Unlock()
			return m.make(ctx)
		}
		m.mu.Unlock()
		if points != nil {
			return points, nil
		}
		select {
		case <-making:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// make computes the analysis, and stores it unless the context ends.
func (m *Memo) make(ctx context.Context) (a *Points, err error) {
	defer func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.points = a
		close(m.making)
		m.making = nil
	}()
	return NewPointsUntil(ctx, m.Prog)
}
