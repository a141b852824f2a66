// Package clock measures the processor time that a piece of work has used, so that limits and shares of time have the
// same effect on a loaded machine as on an idle one.
//
// A Clock counts the processor time of this process and of the processes that it waits for (Attend). A context carries
// the clock (With), and WithTimeout makes a context that ends when the clock has advanced by a duration:
//
//	ctx = clock.With(ctx, clock.New())
//	slice, cancel := clock.WithTimeout(ctx, 50*time.Millisecond)
//
// The Deadline of such a context is an estimate, now plus the time that is left by the clock; so time.Until(deadline)
// is the remaining time, as for any context. If the context has no clock, all functions use wall-clock time.
//
// # How the time of one of several workers is approximated
//
// The operating system measures the processor time of processes, not of goroutines. The clock divides it by the number
// of busy workers (Busy): each is assumed to have used an equal part.
//
// # Wall-clock time
//
// A limit of wall-clock time can only end a run early. If it is the only limit, a Clock never runs faster than the wall
// clock, although helpers such as the garbage collector use other processors at the same time. A slice then ends at the
// latest when its length has passed in wall-clock time, or an eighth of the wall-clock time that is left, whichever is
// longer. So a short slice keeps its processor time under load, and a long slice does not take the time of the slices
// after it. With a limit of processor time (Limit), a Clock counts processor time only, and shares are shares of that
// limit.
package clock

import (
	"context"
	"sync"
	"time"
)

// A Clock counts processor time. Its methods may be called from several goroutines.
type Clock struct {
	source source

	mu       sync.Mutex
	limit    time.Duration                 // the limit of processor time; 0: none
	now      time.Duration                 // the time of the clock at the last sample
	wall     time.Time                     // wall-clock time of the last sample
	cpu      time.Duration                 // processor time at the last sample
	busy     int                           // number of busy workers
	attended map[int]*process              // by process ID
	gone     time.Duration                 // processor time of processes that are no longer attended
	recent   struct{ wall, clock float64 } // seconds; older seconds count less
}

// process is an attended process. before and last are its processor times when Attend was called and at the last
// sample; times counts the calls of Attend.
type process struct {
	before, last time.Duration
	times        int
}

// source provides the times for a clock. Tests have their own source.
type source interface {
	Wall() time.Time
	Own() time.Duration                    // processor time of this process
	Of(pid int) (d time.Duration, ok bool) // of another process; false: not available
}

// New returns a clock at zero.
func New() *Clock { return newClock(system{}) }

// newClock returns a clock that reads from s.
func newClock(s source) *Clock {
	return &Clock{source: s, wall: s.Wall(), cpu: s.Own(), attended: map[int]*process{}}
}

// Limit sets a limit of the processor time of this process since its start, including attended processes. It only
// changes the remaining time that contexts estimate: the caller must end the run.
func (c *Clock) Limit(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit = d
}

// fresh is the time for which a sample is reused.
const fresh = 100 * time.Microsecond

// Now returns the time of the clock.
func (c *Clock) Now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sample(false)
	return c.now
}

// sample updates the clock from its source. Unless must is set, it does so at most once in 0.1 ms. The caller holds
// c.mu.
func (c *Clock) sample(must bool) {
	wall := c.source.Wall()
	passed := wall.Sub(c.wall)
	if passed < fresh && !must {
		return
	}
	cpu, blind := c.source.Own()+c.gone, false
	for pid, p := range c.attended {
		d, ok := c.source.Of(pid)
		if ok {
			p.last = max(p.last, d)
		}
		cpu += p.last - p.before
		blind = blind || !ok && !watches
	}
	step := max(cpu-c.cpu, 0) / time.Duration(max(c.busy, 1))
	if c.limit == 0 {
		step = min(step, passed)
	}
	if blind { // the time of an attended process is not available: assume that it works all the time
		step = max(step, passed)
	}
	c.wall, c.cpu = wall, max(cpu, c.cpu)
	c.now += step
	c.recent.wall, c.recent.clock = c.recent.wall+passed.Seconds(), c.recent.clock+step.Seconds()
	if c.recent.wall > 1 {
		c.recent.wall, c.recent.clock = c.recent.wall/2, c.recent.clock/2
	}
}

// left returns the part of the remaining processor time for each busy worker; false if there is no limit.
func (c *Clock) left() (time.Duration, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.limit == 0 {
		return 0, false
	}
	c.sample(false)
	return (c.limit - c.cpu) / time.Duration(max(c.busy, 1)), true
}

// limited reports whether there is a limit of processor time.
func (c *Clock) limited() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.limit > 0
}

// stretch returns the number of wall-clock seconds per second of the clock, as measured recently: 1 on an idle machine.
func (c *Clock) stretch() float64 {
	const least, most, seen = 1.25, 30, 0.02
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sample(false)
	if c.recent.wall < seen {
		return 1
	}
	f := c.recent.wall / max(c.recent.clock, c.recent.wall/most)
	if f < least {
		return 1
	}
	return f
}

// work adds n to the number of busy workers.
func (c *Clock) work(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sample(true)
	c.busy += n
}

// attend begins to count the processor time of another process.
func (c *Clock) attend(pid int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.attended[pid]
	if p == nil {
		p = &process{}
		if d, ok := c.source.Of(pid); ok {
			p.before, p.last = d, d
		}
		c.attended[pid] = p
	}
	p.times++
}

// leave ends attend. used is the total processor time of the process if it has ended, or 0 if it is running or the time
// is not known.
func (c *Clock) leave(pid int, used time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.attended[pid]
	if p == nil {
		return
	}
	p.last = max(p.last, used)
	if p.times--; p.times > 0 {
		return
	}
	if d, ok := c.source.Of(pid); ok && used == 0 {
		p.last = max(p.last, d)
	}
	delete(c.attended, pid)
	c.gone += p.last - p.before
}

// Process returns the processor time of this process since its start, for bounds of work that has no context.
func Process() time.Duration { return system{}.Own() }

// Of returns the clock of a context, nil if it has none.
func Of(ctx context.Context) *Clock {
	if t, is := ctx.Value(key{}).(*timed); is {
		return t.clock
	}
	return nil
}

// began is the wall-clock time at the start of this process.
var began = time.Now()

// Now returns the time by the clock of a context, since an arbitrary moment: only differences are meaningful.
func Now(ctx context.Context) time.Duration {
	if c := Of(ctx); c != nil {
		return c.Now()
	}
	return time.Since(began)
}

// Busy increases the number of busy workers until done is called, which must happen exactly once.
func Busy(ctx context.Context) (done func()) {
	c := Of(ctx)
	if c == nil {
		return func() {}
	}
	c.work(1)
	return func() { c.work(-1) }
}

// Attend counts the processor time of another process, which works for this one, from now until done is called. The
// argument of done is the total processor time of the process if it has ended, and 0 otherwise.
func Attend(ctx context.Context, pid int) (done func(used time.Duration)) {
	c := Of(ctx)
	if c == nil {
		return func(time.Duration) {}
	}
	c.attend(pid)
	return func(used time.Duration) { c.leave(pid, used) }
}

// OnWall returns the wall-clock time that a duration of the clock may take, for other programs that measure wall-clock
// time: the duration itself on an idle machine, and a generous estimate on a machine with other work.
func OnWall(ctx context.Context, d time.Duration) time.Duration {
	const spare = 1.5
	c := Of(ctx)
	if c == nil {
		return d
	}
	if f := c.stretch(); f > 1 {
		return time.Duration(float64(d) * f * spare)
	}
	return d
}
