package coop

import (
	"context"
	"errors"
	"time"

	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// cutter makes ranges of the paths of a task.
type cutter interface {
	Split(ctx context.Context, t *verify.Task, by string, n int) ([]verify.PathRange, error)
	Halve(ctx context.Context, t *verify.Task, r verify.PathRange) (verify.Path, error)
}

// byBounds is the cutter of package ranges.
type byBounds struct{}

// Limits of the time that a split takes: of what there is, and a task that is decided in no time must not wait for it.
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
		ctx, cancel = context.WithTimeout(ctx, min(time.Duration(splitShare*float64(time.Until(end))), splitMost))
		defer cancel()
	}
	bounds, err := ranges.Split(ctx, t, s, n)
	if err != nil {
		return nil, err
	}
	return ranges.Between(bounds)
}

func (byBounds) Halve(context.Context, *verify.Task, verify.PathRange) (verify.Path, error) {
	return "", errors.New("not there")
}
