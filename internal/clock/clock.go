// Package clock measures the processor time that a piece of work has used, so that limits and shares of time have the
// same effect on a loaded machine as on an idle one.
//
// A Clock counts the processor time of this process and of the processes that it waits for (Attend). A context carries
// the clock (With), and WithTimeout makes a context that ends when the clock has gone on by a duration:
//
//	ctx = clock.With(ctx, clock.New())
//	slice, cancel := clock.WithTimeout(ctx, 50*time.Millisecond)
//
// The Deadline of such a context is an estimate, now plus what is left of it by the clock; so time.Until(deadline) is
// what is left, as with any context. Without a clock in the context all functions use the clock on the wall.
//
// # How the time of one of several workers is approximated
//
// The system knows the processor time of processes, not of goroutines. The clock divides it by the number of workers
// that are busy (Busy): each is assumed to have had an equal part.
//
// # The clock on the wall
//
// A limit of wall-clock time can only end a run early. If it is the only limit, a Clock never goes faster than the
// clock on the wall, although helpers such as the garbage collector use other processors at the same time. A slice then
// ends at the latest when its length has passed in wall-clock time, or an eighth of the wall-clock time that is left,
// whichever is longer. So a short slice keeps its processor time under load, and a long slice does not starve the
// slices after it. With a limit of processor time (Limit), a Clock counts processor time only, and shares are shares of
// that limit.
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
	limit    time.Duration // of processor time; 0: none
	now      time.Duration
	wall     time.Time     // of the last sample
	cpu      time.Duration // at the last sample
	busy     int
	attended map[int]*process
	gone     time.Duration                 // processor time of attended processes that are attended no more
	recent   struct{ wall, clock float64 } // seconds, older ones count less
}

// process is one that is attended.
type process struct {
	before, last time.Duration
	times        int
}

// source is where a clock reads; tests have one of their own.
type source interface {
	Wall() time.Time
	Own() time.Duration                    // processor time of this process
	Of(pid int) (d time.Duration, ok bool) // of another process; false: it cannot be seen
}

// New is a clock that stands at zero.
func New() *Clock { return newClock(system{}) }

func newClock(s source) *Clock {
	return &Clock{source: s, wall: s.Wall(), cpu: s.Own(), attended: map[int]*process{}}
}

// Limit sets a limit of the processor time of this process since its start, and of what it attends. It only changes
// what contexts estimate as left: the caller ends the run.
func (c *Clock) Limit(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit = d
}

// fresh is how long a sample is used.
const fresh = 100 * time.Microsecond

// Now is how far the clock has gone on.
func (c *Clock) Now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sample(false)
	return c.now
}

// sample reads the system, at most once in 0.1 ms unless it must. Needs c.mu.
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
	if blind { // a process is at work, and the system does not tell its time
		step = max(step, passed)
	}
	c.wall, c.cpu = wall, max(cpu, c.cpu)
	c.now += step
	c.recent.wall, c.recent.clock = c.recent.wall+passed.Seconds(), c.recent.clock+step.Seconds()
	if c.recent.wall > 1 {
		c.recent.wall, c.recent.clock = c.recent.wall/2, c.recent.clock/2
	}
}

// left is what is left of the limit of processor time for each of those who are busy; false: there is no limit.
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

// stretch is how many seconds of the wall one second of the clock takes, by what was seen lately: 1 on a quiet machine.
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

func (c *Clock) work(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sample(true)
	c.busy += n
}

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

// leave ends attend; used is all that a process that has ended has used, 0 if it goes on or that is not known.
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

// Process is the processor time of this process since its start, for bounds of work that has no context.
func Process() time.Duration { return system{}.Own() }

// Of is the clock of a context; nil: it has none.
func Of(ctx context.Context) *Clock {
	if t, is := ctx.Value(key{}).(*timed); is {
		return t.clock
	}
	return nil
}

// began is when this process asked for the time of the wall first.
var began = time.Now()

// Now is the time by the clock of a context, since some moment: only differences mean something.
func Now(ctx context.Context) time.Duration {
	if c := Of(ctx); c != nil {
		return c.Now()
	}
	return time.Since(began)
}

// Busy counts one more worker until done is called, which must be once.
func Busy(ctx context.Context) (done func()) {
	c := Of(ctx)
	if c == nil {
		return func() {}
	}
	c.work(1)
	return func() { c.work(-1) }
}

// Attend counts the processor time of another process, which works for this one, from now until done is called. done
// takes all that the process has used, if it has ended; 0 if not.
func Attend(ctx context.Context, pid int) (done func(used time.Duration)) {
	c := Of(ctx)
	if c == nil {
		return func(time.Duration) {}
	}
	c.attend(pid)
	return func(used time.Duration) { c.leave(pid, used) }
}

// OnWall is how long a duration of the clock may take on the wall, for other programs that measure there: the duration
// on a quiet machine, and more than what it will take as far as is known on one with other work.
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
