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

// guard enforces the limits of a run. Shortly before a limit it ends the context. If the run does not end by itself
// then, guard prints the partial result and ends the process. Either the caller of finish prints the result, or guard
// does.
type guard struct {
	once   sync.Once
	cancel context.CancelCauseFunc
	stop   func() // ends the watchdogs
	family family
	grace  time.Duration  // time after the time limit until the process is ended
	forced func(code int) // called with the exit code before guard ends the process; may be nil
	most   atomic.Uint64  // maximum of the measured memory in bytes
}

// watch starts the watchdogs for a run; limits of 0 are none. When a watchdog has to end the run, it calls last from
// another goroutine: last prints the partial result, and the process exits with the code that it returns.
func watch(start time.Time, limit time.Duration, cpu time.Duration, memory uint64,
	last func(why error) int) (context.Context, *guard) {
	g := &guard{}
	return g.watch(start, limit, cpu, memory, last), g
}

// watch is like the function watch, and returns the context of the run.
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
			probing.Lock()
			os.Exit(code)
		})
	}
	done := make(chan struct{})
	g.stop = func() { close(done); free() }

	if memory > 0 {
		debug.SetMemoryLimit(int64(memory - memory/8))
	}
	heap := memory // the part of the memory limit that solvers do not use
	sig := make(chan os.Signal, 2)
	signal.Notify(sig, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer signal.Stop(sig)
		var hard <-chan time.Time
		why := app.ErrTime // the reason for ending the process at hard
		if limit > 0 {
			hard = time.After(time.Until(start.Add(limit + g.grace)))
		}
		const tick = 50 * time.Millisecond
		ticker := time.NewTicker(tick)
		defer ticker.Stop()
		var over time.Time // when a limit was first exceeded
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

// slack returns the part of a time limit that is reserved for the end of a run.
func slack(limit time.Duration) time.Duration {
	return min(limit/20, 400*time.Millisecond)
}

// within returns a context that ends when the processor time of the run reaches part, which is less than its limit. The
// remaining time is for the work after that. Engines that get a share of the time get a share of part. The caller has
// to call end.
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

// finish runs print, unless a watchdog is already ending the process; then it does not return.
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

// rss returns the resident memory of this process in bytes.
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

// cpuTime returns the processor time of this process and of its descendants, whether they have ended or still run.
func (g *guard) cpuTime() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	for _, pid := range g.family.descendants() {
		sum += cpuOf(pid)
	}
	return sum
}

// peak returns the maximum of resident memory so far, in bytes: of this process alone, or with its descendants at the
// times when they were measured, whichever is larger.
func (g *guard) peak() uint64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return max(rss(), g.most.Load())
	}
	return max(uint64(u.Maxrss)*1024, g.most.Load())
}
