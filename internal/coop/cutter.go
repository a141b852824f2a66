package coop

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// cutter makes ranges of the paths of a task.
type cutter interface {
	Split(ctx context.Context, t *verify.Task, by string, n int) ([]verify.PathRange, error)
	Halver(ctx context.Context, t *verify.Task) (halver, error)
}

// halver finds a path that lies strictly inside of a range, near the middle of its work. It may be used from many
// goroutines.
type halver interface {
	Halve(ctx context.Context, r verify.PathRange) (ranges.Bound, error)
	Close()
}

// byBounds is the cutter of package ranges.
type byBounds struct{}

// Limits of the time that a split takes: a share of the turn, and a moment, as a task that is decided in no time must
// not wait for a split.
const (
	splitShare = 0.1
	splitMost  = time.Second
)

func (byBounds) Split(ctx context.Context, t *verify.Task, by string, n int) ([]verify.PathRange, error) {
	s, err := ranges.ParseSplit(by)
	if err != nil {
		return nil, err
	}
	if end, limited := ctx.Deadline(); limited && !t.Options.Determ {
		var cancel context.CancelFunc
		ctx, cancel = clock.WithTimeout(ctx, min(time.Duration(splitShare*float64(time.Until(end))), splitMost))
		defer cancel()
	}
	bounds, err := ranges.Split(ctx, t, s, n)
	if err != nil {
		return nil, err
	}
	return ranges.Between(bounds)
}

func (byBounds) Halver(ctx context.Context, t *verify.Task) (halver, error) {
	return ranges.NewHalver(ctx, t)
}
