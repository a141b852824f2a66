package coop

import (
	"context"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// cutter splits the paths of a task into ranges.
type cutter interface {
	// Split returns up to n ranges that together cover all paths of t. by names the method (ranges.ParseSplit).
	Split(ctx context.Context, t *verify.Task, by string, n int) ([]verify.PathRange, error)
	// Halver returns a halver for ranges of t.
	Halver(ctx context.Context, t *verify.Task) (halver, error)
}

// halver finds a path that divides a range into two parts with about the same amount of work. The path lies strictly
// inside of the range. Several goroutines may use a halver at once.
type halver interface {
	Halve(ctx context.Context, r verify.PathRange) (ranges.Bound, error)
	Close()
}

// byBounds is the cutter that uses package ranges: it splits the paths at bounds.
type byBounds struct{}

// Limits of the time for a split: a share of the turn, and an absolute limit, since a task that engines decide at once
// must not wait long for its split.
const (
	splitShare = 0.1
	splitMost  = time.Second
)

// Split implements cutter. In deterministic runs, which read no clock, splitShare and splitMost do not apply.
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

// Halver implements cutter.
func (byBounds) Halver(ctx context.Context, t *verify.Task) (halver, error) {
	return ranges.NewHalver(ctx, t)
}
