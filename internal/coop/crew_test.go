package coop

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// shift records the turns of engines with the simulated time at which each of them began and ended.
type shift struct {
	mu    sync.Mutex
	from  time.Time
	turns []string
}

// engine returns an engine whose workers need time d in total. Then they claim a proof, or give up.
func (s *shift) engine(name string, d time.Duration, proof bool) verify.Engine {
	return verify.Engine{Name: name, Doc: "fake", Open: func(*verify.Task, *verify.Board) verify.Worker {
		return &shiftWorker{s: s, name: name, left: d, proof: proof}
	}}
}

type shiftWorker struct {
	s     *shift
	name  string
	left  time.Duration
	proof bool
}

func (w *shiftWorker) Work(ctx context.Context, _ verify.Budget) verify.Result {
	began := time.Now()
	select {
	case <-ctx.Done():
	case <-time.After(w.left):
	}
	w.left -= time.Since(began)
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	w.s.turns = append(w.s.turns, fmt.Sprintf("%5.2f-%.2f %s", began.Sub(w.s.from).Seconds(),
		time.Since(w.s.from).Seconds(), w.name))
	if w.left <= 0 && w.proof {
		return &verify.Safe{Proof: &verify.KInductive{}}
	}
	return &verify.Unknown{Reason: "tired", Idle: w.left <= 0}
}

func (w *shiftWorker) Finished() bool { return w.left <= 0 }
func (w *shiftWorker) Close()         {}

// TestCrew tests the times at which the jobs of a strategy begin if two of them may be at work, in 10 s: the second one
// begins after crewLate, and the turns of an engine do not overlap.
func TestCrew(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"in the order of the text", "seq(long, short, short2)",
			"0.00-2.00 long 0.08-0.18 short 0.18-0.28 short2"},
		{"shares of the time that is left", "seq(ever 10%, ever2 20%, short)",
			"0.00-1.00 ever 0.08-2.06 ever2 1.00-1.10 short 1.10-1.99 ever 2.06-2.86 ever"},
		{"one engine twice",
			"seq(long 10%, long 10%, short)", "0.00-1.00 long 0.08-0.18 short 1.00-1.90 long 1.90-2.00 long"},
		{"conditions and groups", "seq(if(loops, short), seq(long, ever) 20%, if(inputs, short2))",
			"0.00-2.00 long 0.08-2.00 ever 2.00-2.10 short2 2.00-3.60 ever"},
		{"a proof ends the others", "seq(ever, proof, short)", "0.00-0.38 ever 0.08-0.38 proof"},
		{"nothing to do", "seq(if(loops, long))", "none"},
		{"at the same time in par", "seq(par(long, short), short2)", "0.00-0.10 short 0.00-2.00 long 0.08-0.18 short2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := &shift{from: time.Now()}
				engines := []verify.Engine{p.engine("short", time.Second/10, false), p.engine("short2", time.Second/10, false),
					p.engine("long", 2*time.Second, false), p.engine("ever", time.Hour, false),
					p.engine("ever2", time.Hour, false), p.engine("proof", 300*time.Millisecond, true)}
				s, err := Parse(c.text, engines)
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				r := NewRunner(&verify.Task{Program: irtest.Program(t, prog),
					Options: verify.Options{Missing: verify.MissingInput}}, s, engines)
				r.Jobs(2)
				r.prove = func(context.Context, *verify.Task, *verify.Safe) ruling { return ruling{ok: true} }
				r.Run(ctx)
				r.Wait()
				slices.Sort(p.turns)
				got := strings.Join(strings.Fields(strings.Join(p.turns, " ")), " ")
				if got == "" {
					got = "none"
				}
				if !strings.HasPrefix(got, c.want) {
					t.Errorf("%s: turns %s, want %s", c.text, got, c.want)
				}
			})
		})
	}
}
