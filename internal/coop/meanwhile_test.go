package coop

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestBehind tests that a long check continues in parallel with the engines, each of which may decide the task, and
// that it runs alone when no engine can have a turn. Each claim is checked once.
func TestBehind(t *testing.T) {
	const whole, alone = 3 * time.Second, aloneLeast
	for _, c := range []struct {
		name, text string
		need       time.Duration // for the check of slow's claims
		by         string        // the engine that decides; "": none
		turns      string
	}{
		{"others have their turn", "seq(slow, tired, quick, busy)", time.Hour, "quick", "slow tired quick"},
		{"soon", "seq(slow, tired, quick)", alone / 4, "slow", "slow"},
		{"beside the others", "seq(slow, busy)", 2 * alone, "slow", "slow busy"},
		{"when no turn is left", "seq(slow, tired)", 2 * alone, "slow", "slow tired"},
		{"nobody else", "seq(slow, if(loops, tired))", 2 * alone, "slow", "slow"},
		{"the same claim again", "seq(slow, slow, slow, idle)", 2 * alone, "slow", "slow slow slow idle"},
		{"never", "seq(slow, tired)", time.Hour, "", "slow tired"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := &played{}
			slow, quick := &verify.Unwinding{}, &verify.KInductive{}
			claims := func(e verify.Evidence) func(context.Context, int, verify.Budget) verify.Result {
				return func(context.Context, int, verify.Budget) verify.Result { return &verify.Safe{Proof: e} }
			}
			engines := []verify.Engine{p.engine("slow", claims(slow)), p.engine("quick", claims(quick)),
				p.engine("tired", tired), p.engine("idle", idle), p.engine("busy", busy)}
			s, err := Parse(c.text, engines)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), whole)
			defer cancel()
			r := NewRunner(&verify.Task{Program: irtest.Program(t, prog), Options: verify.Options{Missing: verify.MissingInput}},
				s, engines)
			var checks atomic.Int32
			r.prove = func(ctx context.Context, _ *verify.Task, s *verify.Safe) ruling {
				if s.Proof == quick {
					return ruling{ok: true, proof: s.Proof}
				}
				checks.Add(1)
				select {
				case <-ctx.Done():
					return ruling{reason: "proof not confirmed: " + verify.Said(context.Cause(ctx))}
				case <-time.After(c.need):
					return ruling{ok: true, proof: s.Proof}
				}
			}
			o := r.Run(ctx)
			r.Wait()
			if n := checks.Load(); n != 1 {
				t.Errorf("%d checks", n)
			}
			if got := p.String(); got != c.turns {
				t.Errorf("turns: %s, want %s", got, c.turns)
			}
			for _, f := range o.Findings {
				switch {
				case f.Status == verify.NotReached:
				case f.Engine != c.by:
					t.Errorf("%s by %q, want %q: %s", f.Status, f.Engine, c.by, o.Reason)
				case c.by == "" && f.Reason != "proof not confirmed: out of time":
					t.Errorf("reason %q", f.Reason)
				}
			}
		})
	}
}
