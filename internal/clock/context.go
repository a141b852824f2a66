package clock

import (
	"context"
	"sync"
	"time"
)

type key struct{}

// timed is a context that ends by a clock. Package context takes it for a foreign one: its children register by
// AfterFunc.
type timed struct {
	context.Context // child of up, with a cancel of its own
	up              context.Context
	cancel          context.CancelCauseFunc
	clock           *Clock
	end             time.Duration // by the clock; 0: none
	until           time.Time     // on the wall; zero: none

	mu     sync.Mutex
	done   chan struct{}
	err    error
	timer  *time.Timer
	orphan func() bool // ends what ends t with its parent; nil: nothing does
	funcs  map[int]func()
	next   int
}

// With is a context with a clock. A deadline that ctx has is one on the wall.
func With(ctx context.Context, c *Clock) context.Context {
	t := under(ctx, c)
	t.until, _ = ctx.Deadline()
	t.follow()
	return t
}

func under(ctx context.Context, c *Clock) *timed {
	t := &timed{up: ctx, clock: c, done: make(chan struct{}), funcs: map[int]func(){}}
	t.Context, t.cancel = context.WithCancelCause(ctx)
	return t
}

// follow ends t with its parent.
func (t *timed) follow() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.orphan = context.AfterFunc(t.Context, func() { t.finish(t.up.Err(), context.Cause(t.up)) })
}

// part is which part of what is left on the wall a slice may always take.
const part = 8

// WithTimeout is context.WithTimeout by the clock of ctx. Of a context without the cancellation of its parents
// (context.WithoutCancel) the wall ends it after the duration, too, unless processor time is limited.
func WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	up, is := ctx.Value(key{}).(*timed)
	if !is {
		return context.WithTimeout(ctx, d)
	}
	t := under(ctx, up.clock)
	t.end = max(t.clock.Now()+d, 1)
	wall := t.clock.source.Wall()
	if _, limited := ctx.Deadline(); limited {
		t.until = up.until
	}
	switch {
	case t.clock.limited():
	case t.until.IsZero():
		t.until = wall.Add(d)
	default:
		if at := wall.Add(max(d, t.until.Sub(wall)/part)); at.Before(t.until) {
			t.until = at
		}
	}
	t.follow()
	t.look()
	return t, func() { t.finish(context.Canceled, nil) }
}

// AfterFunc calls f, in a goroutine of its own, when the clock of ctx has gone on by d, unless ctx ends before or stop
// is called.
func AfterFunc(ctx context.Context, d time.Duration, f func()) (stop func()) {
	t, cancel := WithTimeout(ctx, d)
	context.AfterFunc(t, func() {
		if t.Err() == context.DeadlineExceeded && ctx.Err() == nil {
			f()
		}
	})
	return cancel
}

// look ends t if its time is over, and else looks again later.
func (t *timed) look() {
	left := t.left()
	if left <= 0 {
		t.finish(context.DeadlineExceeded, nil)
		return
	}
	if t.clock.limited() { // several processors may work at the same time
		left /= 2
	}
	left = max(left, 2*fresh)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.timer = time.AfterFunc(left, t.look)
	}
}

// left is what is left by the clock and on the wall, without regard to the parents.
func (t *timed) left() time.Duration {
	left := t.end - t.clock.Now()
	if !t.until.IsZero() {
		left = min(left, t.until.Sub(t.clock.source.Wall()))
	}
	return left
}

// finish ends t and its children; without a cause that is the error.
func (t *timed) finish(err, cause error) {
	t.mu.Lock()
	if t.err != nil {
		t.mu.Unlock()
		return
	}
	t.err = err
	if t.timer != nil {
		t.timer.Stop()
	}
	if t.orphan != nil {
		t.orphan()
	}
	funcs := t.funcs
	t.funcs = nil
	t.mu.Unlock()
	if cause == nil {
		cause = err
	}
	t.cancel(cause)
	close(t.done)
	for _, f := range funcs {
		f()
	}
}

// Deadline is an estimate: what is left by the clock, from now on.
func (t *timed) Deadline() (time.Time, bool) {
	at, ok := t.Context.Deadline()
	sooner := func(d time.Time) {
		if !ok || d.Before(at) {
			at, ok = d, true
		}
	}
	if t.end > 0 {
		sooner(t.clock.source.Wall().Add(t.left()))
	}
	if d, limited := t.clock.left(); limited {
		sooner(t.clock.source.Wall().Add(d))
	}
	return at, ok
}

func (t *timed) Done() <-chan struct{} { return t.done }

// Err is the error of a context: a parent that has ended counts at once.
func (t *timed) Err() error {
	t.mu.Lock()
	err := t.err
	t.mu.Unlock()
	if err == nil {
		if err = t.up.Err(); err != nil {
			t.finish(err, context.Cause(t.up))
		}
	}
	return err
}

func (t *timed) Value(k any) any {
	if k == (key{}) {
		return t
	}
	return t.Context.Value(k)
}

// AfterFunc is what package context looks for in foreign contexts: its own children are ended by f, which does not
// wait.
func (t *timed) AfterFunc(f func()) (stop func() bool) {
	t.mu.Lock()
	if t.err != nil {
		t.mu.Unlock()
		go f()
		return func() bool { return false }
	}
	n := t.next
	t.next++
	t.funcs[n] = f
	t.mu.Unlock()
	return func() bool {
		t.mu.Lock()
		defer t.mu.Unlock()
		_, there := t.funcs[n]
		delete(t.funcs, n)
		return there
	}
}
