package main

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/clock"
)

// TestWithin tests that the end of a part of the processor time ends the context of that part only.
func TestWithin(t *testing.T) {
	c := clock.New()
	ctx := clock.With(context.Background(), c)
	g := &guard{}
	in, end := g.within(ctx, time.Hour, time.Nanosecond)
	defer end()
	<-in.Done()
	if why := context.Cause(in); !errors.Is(why, app.ErrCPU) || ctx.Err() != nil {
		t.Errorf("%v, and of all %v", why, ctx.Err())
	}
}

// TestReserve tests that the time reserved for the compiler and gcov grows with the time of reading, and is at most
// half of the limit.
func TestReserve(t *testing.T) {
	for _, c := range []struct {
		f              testFlags
		limit, reading time.Duration
		want           time.Duration
	}{
		{testFlags{}, 2 * time.Second, 100 * time.Millisecond, 700 * time.Millisecond},
		{testFlags{}, 2 * time.Second, time.Second, time.Second},
		{testFlags{}, time.Hour, time.Second, 10400 * time.Millisecond},
		{testFlags{gcov: gcovOff}, 2 * time.Second, time.Second, 200 * time.Millisecond},
		{testFlags{gcov: gcovOff, harness: "h"}, 2 * time.Second, 100 * time.Millisecond, 700 * time.Millisecond},
	} {
		if got := c.f.reserve(c.limit, c.reading); got != c.want {
			t.Errorf("%v, %v: %v, want %v", c.limit, c.reading, got, c.want)
		}
	}
}
