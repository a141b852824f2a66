package flow

import (
	"context"
	"sync"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Memo keeps the points-to analysis of a program, which must not change any more, for all who ask. The first one makes
// it while others wait, each as long as its context lasts.
type Memo struct {
	Prog *ir.Program

	mu     sync.Mutex
	points *Points       // protected by mu; nil: not made
	making chan struct{} // protected by mu; closed when somebody has finished or given up; nil: nobody is at it
}

// Points is NewPointsUntil, for another program or without a Memo too: then nothing is kept.
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
