package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/scratch"
)

// guard keeps a run within its limits. The context ends first, with some time
// to spare; a run that does not end by itself then is ended from outside, with the
// partial result. Exactly one of finish's callers prints.
type guard struct {
	once   sync.Once
	cancel context.CancelCauseFunc
	stop   func()
	family family
	grace  time.Duration  // after the time limit, until the run is ended from outside
	forced func(code int) // called before the process exits, with its exit code; nil: nothing is
	most   atomic.Uint64  // bytes of memory, as far as was looked
}

// watch starts the watchdogs. last is called from another goroutine if the run
// must be ended: it prints what is known, and the process exits with its code.
func watch(start time.Time, limit time.Duration, cpu time.Duration, memory uint64,
	last func(why error) int) (context.Context, *guard) {
	g := &guard{}
	return g.watch(start, limit, cpu, memory, last), g
}

func (g *guard) watch(start time.Time, limit time.Duration, cpu time.Duration, memory uint64,
	last func(why error) int) context.Context {
	ctx, free := context.Background(), func() {}
	if limit > 0 {
		ctx, free = context.WithDeadlineCause(ctx, start.Add(limit-slack(limit)), app.ErrTime)
	}
	if limit > 0 || cpu > 0 {
		c := clock.New()
		if cpu > 0 {
			c.Limit(cpu - slack(cpu))
		}
		ctx = clock.With(ctx, c)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	g.cancel = cancel
	force := func(why error) {
		g.once.Do(func() {
			code := last(why)
			if g.forced != nil {
				g.forced(code)
			}
			scratch.Clean()
			os.Exit(code)
		})
	}
	done := make(chan struct{})
	g.stop = func() { close(done); free() }

	if memory > 0 {
		debug.SetMemoryLimit(int64(memory - memory/8))
	}
	heap := memory // what solvers leave for this process
	sig := make(chan os.Signal, 2)
	signal.Notify(sig, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer signal.Stop(sig)
		var hard <-chan time.Time
		why := app.ErrTime // of what hard does
		if limit > 0 {
			hard = time.After(time.Until(start.Add(limit + g.grace)))
		}
		const tick = 50 * time.Millisecond
		ticker := time.NewTicker(tick)
		defer ticker.Stop()
		var over time.Time // since when a limit is passed
		for {
			select {
			case <-done:
				return
			case <-hard:
				force(why)
			case <-sig:
				if ctx.Err() != nil {
					force(app.ErrInterrupt)
				}
				cancel(app.ErrInterrupt)
				why, hard = app.ErrInterrupt, time.After(100*time.Millisecond)
			case <-ticker.C:
				var passed error
				own, others := rss(), g.family.memory()
				g.most.Store(max(g.most.Load(), own+others))
				if rest := memory - min(memory/4*3, others); rest < heap-heap/8 || rest > heap+heap/8 {
					heap = rest
					debug.SetMemoryLimit(int64(heap - heap/8))
				}
				used := time.Duration(0)
				if cpu > 0 {
					used = g.cpuTime()
				}
				switch {
				case memory > 0 && own+others >= memory:
					passed = app.ErrMemory
				case cpu > 0 && used >= cpu-slack(cpu):
					passed = app.ErrCPU
				default:
					continue
				}
				cancel(passed)
				switch {
				case over.IsZero():
					over = time.Now()
				case passed == app.ErrCPU && used >= cpu, passed == app.ErrMemory && time.Since(over) > 10*tick:
					force(passed)
				}
			}
		}
	}()
	return ctx
}

// slack is the time kept back for the end of a run.
func slack(limit time.Duration) time.Duration {
	return min(limit/20, 400*time.Millisecond)
}

// within is a context that ends when the processor time of the run comes to a part of its limit: what comes after has
// the rest. Shares of time are of that part meanwhile. Its end must be called.
func (g *guard) within(ctx context.Context, limit, part time.Duration) (in context.Context, end func()) {
	if limit <= 0 {
		return context.WithCancel(ctx)
	}
	in, cancel := context.WithCancelCause(ctx)
	c := clock.Of(ctx)
	c.Limit(part)
	go func() {
		const tick = 20 * time.Millisecond
		ticker := time.NewTicker(tick)
		defer ticker.Stop()
		for in.Err() == nil {
			select {
			case <-in.Done():
			case <-ticker.C:
				if g.cpuTime() >= part {
					cancel(app.ErrCPU)
				}
			}
		}
	}()
	return in, func() {
		cancel(nil)
		c.Limit(limit - slack(limit))
	}
}

// finish runs print unless a watchdog has already printed; then it waits for
// the exit.
func (g *guard) finish(print func()) {
	ran := false
	g.once.Do(func() {
		ran = true
		g.stop()
		g.cancel(errors.New("done"))
		print()
	})
	if !ran {
		select {}
	}
}

// rss is the resident memory of this process in bytes.
func rss() uint64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err == nil {
		if f := bytes.Fields(text); len(f) > 1 {
			if pages, err := strconv.ParseUint(string(f[1]), 10, 64); err == nil {
				return pages * uint64(os.Getpagesize())
			}
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}

// cpuTime is the time that processors have spent on this process, on what it started and waited for, and on what
// it started and what is still at work.
func (g *guard) cpuTime() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	for _, pid := range g.family.others() {
		sum += cpuOf(pid)
	}
	return sum
}

// peak is the largest resident memory so far in bytes: of this process, and as far as was looked with what it has
// started.
func (g *guard) peak() uint64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return max(rss(), g.most.Load())
	}
	return max(uint64(u.Maxrss)*1024, g.most.Load())
}
