package clock

import (
	"context"
	"sync"
	"time"
)

// key is the key of the innermost timed context among the values of a context.
type key struct{}

// timed is a context that ends by a clock. Package context does not know its type, so its children register by
// AfterFunc.
type timed struct {
	context.Context // a child of up that can be cancelled
	up              context.Context
	cancel          context.CancelCauseFunc
	clock           *Clock
	end             time.Duration // the end by the clock; 0: none
	until           time.Time     // the end in wall-clock time; zero: none

	mu     sync.Mutex
	done   chan struct{}
	err    error
	timer  *time.Timer
	orphan func() bool    // stops the function that ends t with its parent; nil: there is none
	funcs  map[int]func() // functions to call at the end, see AfterFunc
	next   int            // the next key in funcs
}

// With returns a context with a clock. If ctx has a deadline, it is a deadline in wall-clock time.
func With(ctx context.Context, c *Clock) context.Context {
	t := under(ctx, c)
	t.until, _ = ctx.Deadline()
	t.follow()
	return t
}

// under returns a child of ctx that does not yet end with its parent.
func under(ctx context.Context, c *Clock) *timed {
	t := &timed{up: ctx, clock: c, done: make(chan struct{}), funcs: map[int]func(){}}
	t.Context, t.cancel = context.WithCancelCause(ctx)
	return t
}

// follow makes t end with its parent.
func (t *timed) follow() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.orphan = context.AfterFunc(t.Context, func() { t.finish(t.up.Err(), context.Cause(t.up)) })
}

// part: a slice may always take 1/part of the wall-clock time that is left.
const part = 8

// WithTimeout is like context.WithTimeout, but measures the duration by the clock of ctx. If ctx does not have the
// cancellation of its parents (context.WithoutCancel), the context ends at the latest when the duration has passed in
// wall-clock time, unless processor time is limited.
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

// AfterFunc calls f in its own goroutine when the duration d has passed by the clock of ctx, unless ctx ends before or
// stop is called.
func AfterFunc(ctx context.Context, d time.Duration, f func()) (stop func()) {
	t, cancel := WithTimeout(ctx, d)
	context.AfterFunc(t, func() {
		if t.Err() == context.DeadlineExceeded && ctx.Err() == nil {
			f()
		}
	})
	return cancel
}

// look ends t if its time is over. Otherwise it schedules another call of look.
func (t *timed) look() {
	left := t.left()
	if left <= 0 {
		t.finish(context.DeadlineExceeded, nil)
		return
	}
	if t.clock.limited() { // the clock may run faster than real time, on several processors
		left /= 2
	}
	left = max(left, 2*fresh)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.timer = time.AfterFunc(left, t.look)
	}
}

// left returns the remaining time by the clock and in wall-clock time, whichever is less. It ignores the parents.
func (t *timed) left() time.Duration {
	left := t.end - t.clock.Now()
	if !t.until.IsZero() {
		left = min(left, t.until.Sub(t.clock.source.Wall()))
	}
	return left
}

// finish ends t and its children with err. If cause is nil, the cause is err.
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

// Deadline returns an estimate: now plus the time that is left by the clock.
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

// Err returns the error of the context. If the parent has ended, it ends t at once.
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

// AfterFunc is the method by which package context registers the children of contexts whose type it does not know: they
// are ended by f, which does not wait.
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
