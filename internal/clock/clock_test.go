package clock

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// machine is a source in which this process and its one child each use a fixed part of the wall-clock time. It is used
// in a bubble of synctest, whose time is simulated.
type machine struct {
	began      time.Time
	own, child float64
}

func on(own, child float64) *machine { return &machine{time.Now(), own, child} }

func (m *machine) Wall() time.Time { return time.Now() }
func (m *machine) part(f float64) time.Duration {
	return time.Duration(f * float64(time.Since(m.began)))
}
func (m *machine) Own() time.Duration               { return m.part(m.own) }
func (m *machine) Of(pid int) (time.Duration, bool) { return m.part(m.child), pid == 1 }

// took returns the wall-clock time until ctx ends.
func took(ctx context.Context) time.Duration {
	begin := time.Now()
	<-ctx.Done()
	return time.Since(begin)
}

// about checks that a duration is the expected one, up to a few milliseconds between two samples.
func about(t *testing.T, what string, got, want time.Duration) {
	t.Helper()
	if d := got - want; d < -5*time.Millisecond || d > 5*time.Millisecond {
		t.Errorf("%s: %v, not about %v", what, got, want)
	}
}

// TestSlices checks the wall-clock time of slices, on machines with more or less other work.
func TestSlices(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		what        string
		own, child  float64
		attended    bool
		busy        int
		limit, cpu  time.Duration // of the run: wall-clock time and processor time
		slice, want time.Duration
	}{
		{"quiet", 1, 0, false, 1, 0, 0, 100 * ms, 100 * ms},
		{"without a clock on the wall a slice takes its length there", 0.1, 0, false, 1, 0, 0, 100 * ms, 100 * ms},
		{"a garbage collector beside", 1.6, 0, false, 1, 10_000 * ms, 0, 100 * ms, 100 * ms},
		{"a tenth of a processor", 0.1, 0, false, 1, 10_000 * ms, 0, 100 * ms, 1000 * ms},
		{"a tenth of a processor, more than an eighth of the rest", 0.1, 0, false, 1, 4_000 * ms, 0, 100 * ms, 500 * ms},
		{"a long slice under load", 0.1, 0, false, 1, 10_000 * ms, 0, 3000 * ms, 3000 * ms},
		{"a solver is at work", 0, 0.5, true, 1, 10_000 * ms, 0, 100 * ms, 200 * ms},
		{"a process that nobody waits for", 0.1, 0.9, false, 1, 10_000 * ms, 0, 100 * ms, 1000 * ms},
		{"four workers on two processors", 2, 0, false, 4, 10_000 * ms, 0, 100 * ms, 200 * ms},
		{"processor time is limited", 0.1, 0, false, 1, 200_000 * ms, 6_000 * ms, 3000 * ms, 30_000 * ms},
		{"processor time is limited, four workers", 2, 0, false, 4, 200_000 * ms, 6_000 * ms, 100 * ms, 200 * ms},
	} {
		synctest.Test(t, func(t *testing.T) {
			k := newClock(on(c.own, c.child))
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if c.limit > 0 {
				ctx, cancel = context.WithTimeout(ctx, c.limit)
				defer cancel()
			}
			k.Limit(c.cpu)
			ctx = With(ctx, k)
			for range c.busy {
				defer Busy(ctx)()
			}
			if c.attended {
				defer Attend(ctx, 1)(0)
			}
			slice, stop := WithTimeout(ctx, c.slice)
			defer stop()
			about(t, c.what, took(slice), c.want)
			if slice.Err() != context.DeadlineExceeded || ctx.Err() != nil {
				t.Errorf("%s: ended by %v, the run by %v", c.what, slice.Err(), ctx.Err())
			}
		})
	}
}

// TestLeft checks that the deadline of a context is determined by the shortest of its limits.
func TestLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newClock(on(0.1, 0))
		run, stop := context.WithTimeout(context.Background(), 200*time.Second)
		defer stop()
		ctx := With(run, k)
		left := func(ctx context.Context) time.Duration {
			d, _ := ctx.Deadline()
			return time.Until(d)
		}
		about(t, "the run", left(ctx), 200*time.Second)
		k.Limit(6 * time.Second)
		about(t, "the limit", left(ctx), 6*time.Second)
		slice, stop := WithTimeout(ctx, time.Second)
		defer stop()
		inner, stop := context.WithCancel(slice)
		defer stop()
		time.Sleep(5 * time.Second)
		about(t, "a context of package context within the slice", left(inner), 500*time.Millisecond)
		about(t, "the limit, later", left(ctx), 5500*time.Millisecond)
		within, stop := WithTimeout(inner, time.Hour)
		defer stop()
		about(t, "no slice is longer than the one around it", left(within), 500*time.Millisecond)
		done := Busy(ctx)
		Busy(ctx)
		about(t, "the limit, for each of two", left(ctx), 2750*time.Millisecond)
		done()
		<-inner.Done()
		if inner.Err() != context.DeadlineExceeded || within.Err() != context.DeadlineExceeded {
			t.Errorf("ended by %v and %v", inner.Err(), within.Err())
		}
		// 5 s for the first half of the second, 5 s for the other.
		about(t, "the slice by the clock", Now(ctx), time.Second)
	})
}

// TestEnds checks that contexts of a clock end with their parents, with the same error and cause, and end their
// children.
func TestEnds(t *testing.T) {
	why := errors.New("why")
	synctest.Test(t, func(t *testing.T) {
		run, cancel := context.WithCancelCause(context.Background())
		slice, stop := WithTimeout(With(run, newClock(on(1, 0))), time.Second)
		defer stop()
		inner, end := context.WithCancel(slice)
		defer end()
		called := false
		context.AfterFunc(inner, func() { called = true })
		never, stop := WithTimeout(inner, time.Minute)
		defer stop()
		unending := AfterFunc(context.WithoutCancel(inner), time.Minute, func() { t.Error("stopped, and called") })
		cancel(why)
		if slice.Err() != context.Canceled || context.Cause(slice) != why {
			t.Errorf("%v, %v", slice.Err(), context.Cause(slice))
		}
		synctest.Wait()
		if inner.Err() != context.Canceled || context.Cause(inner) != why || never.Err() != context.Canceled || !called {
			t.Errorf("%v, %v, %v, %v", inner.Err(), context.Cause(inner), never.Err(), called)
		}
		unending()
		after := 0
		AfterFunc(context.WithoutCancel(inner), time.Second, func() { after++ })
		AfterFunc(inner, time.Second, func() { t.Error("after the end of its context") })
		time.Sleep(2 * time.Minute)
		if after != 1 {
			t.Errorf("called %d times", after)
		}
	})
}

// TestDetached checks that a context that is detached from the end of the run still ends after its duration, by both
// clocks.
func TestDetached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		ctx, end := WithTimeout(With(run, newClock(on(0.1, 0))), time.Hour)
		defer end()
		about(t, "the run", took(ctx), time.Second)
		late, end := WithTimeout(context.WithoutCancel(ctx), 100*time.Millisecond)
		defer end()
		if late.Err() != nil {
			t.Error(late.Err())
		}
		about(t, "after it", took(late), 100*time.Millisecond)
	})
}

// TestOnWall checks that OnWall returns a longer time under load.
func TestOnWall(t *testing.T) {
	for _, c := range []struct {
		own  float64
		want time.Duration
	}{{1, time.Second}, {0.9, time.Second}, {1.5, time.Second}, {0.1, 15 * time.Second}, {0, 45 * time.Second}} {
		synctest.Test(t, func(t *testing.T) {
			ctx := With(context.Background(), newClock(on(c.own, 0)))
			time.Sleep(3 * time.Second)
			about(t, "one second", OnWall(ctx, time.Second), c.want)
		})
	}
	if OnWall(context.Background(), time.Second) != time.Second {
		t.Error("without a clock nothing is stretched")
	}
}

// TestProcesses checks that the time of attended processes counts exactly once, also after they have ended.
func TestProcesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := With(context.Background(), newClock(on(0, 0.5)))
		time.Sleep(time.Second)
		if d := Now(ctx); d != 0 {
			t.Errorf("%v of a process that nobody attends", d)
		}
		one, two := Attend(ctx, 1), Attend(ctx, 1)
		time.Sleep(time.Second)
		one(0)
		time.Sleep(time.Second)
		two(0)
		time.Sleep(time.Second)
		about(t, "attended twice", Now(ctx), time.Second)
		done := Attend(ctx, 2) // its time is known only at its end
		time.Sleep(time.Second)
		done(300 * time.Millisecond)
		about(t, "one that has ended", Now(ctx), 1300*time.Millisecond)
	})
}

// TestSystem checks that this process and a busy child have processor time, and a sleeping child has next to none.
func TestSystem(t *testing.T) {
	before := Process()
	for end := time.Now().Add(20 * time.Millisecond); time.Now().Before(end) || Process() == before; {
	}
	if Process() <= before {
		t.Errorf("%v, then %v", before, Process())
	}
}
