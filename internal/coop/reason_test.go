package coop

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

func TestLastReasons(t *testing.T) {
	for _, c := range []struct {
		steps []StepReport
		want  string
	}{
		{nil, ""},
		{[]StepReport{{Engine: "a", Reason: "x", Idle: true}}, "a: x"},
		{[]StepReport{{Engine: "a", Reason: "x", Idle: true}, {Engine: "b", Reason: "y"}, {Engine: "c"},
			{Engine: "b", Reason: "z"}}, "b: z"},
		{[]StepReport{{Engine: "b", Reason: "y"}, {Engine: "c", Reason: "w"}, {Engine: "b", Reason: "z"}}, "b: z; c: w"},
	} {
		if got := strings.Join(lastReasons(c.steps), "; "); got != c.want {
			t.Errorf("%v: %q, want %q", c.steps, got, c.want)
		}
	}
}

// TestCutCheck tests that the reason of an interrupted check names the interruption, for each kind of evidence.
func TestCutCheck(t *testing.T) {
	p := irtest.Program(t, prog)
	task := &verify.Task{Program: p, Options: verify.Options{Missing: verify.MissingInput}}
	end := func(why error) context.Context {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(why)
		return ctx
	}
	late, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	box := &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.U8, Lo: 0, Hi: 255}}, Runs: 256}
	for _, e := range []verify.Evidence{&verify.Unwinding{}, &verify.KInductive{}, &verify.Inductive{},
		&verify.Annotated{}, box} {
		for want, ctx := range map[string]context.Context{"interrupted": end(errors.New("interrupted")), "stopped": end(nil),
			"out of time": late} {
			ru := judgeProof(ctx, task, &verify.Safe{Obligations: p.Obligations[:1], Proof: e})
			if ru.bug { // it was refuted before
				continue
			}
			if ru.ok || ru.reason != "proof not confirmed: "+want {
				t.Errorf("%T: %q, want %s", e, ru.reason, want)
			}
		}
	}
}

// TestRunsReason tests the reason if several engines have one: it names the last run with undefined behaviour before
// the error.
func TestRunsReason(t *testing.T) {
	p := irtest.Program(t, prog)
	gives := func(name, reason, runs string) verify.Engine {
		return fake(name, func(*verify.Task) verify.Result { return &verify.Unknown{Reason: reason, Runs: runs} })
	}
	for _, c := range []struct{ first, second, want string }{
		{"", "", "no engine could decide it"},
		{"undefined behaviour (invalid write) at a.c:3 before it", "",
			"undefined behaviour (invalid write) at a.c:3 before it"},
		{"undefined behaviour (invalid write) at a.c:3", "undefined behaviour (invalid read) at a.c:4",
			"undefined behaviour (invalid read) at a.c:4"},
	} {
		o := run(t, &verify.Task{Program: p}, gives("a", "no violation found", c.first),
			gives("b", "no proof found", c.second))
		if o.Verdict != verify.UnknownVerd || o.Reason != c.want {
			t.Errorf("%q, %q: %s (%s), want %s", c.first, c.second, o.Verdict, o.Reason, c.want)
		}
	}
}

// TestRefutedClaimIsNoWarning tests that a refuted claim is in the report, and in the log only with --verbose: most
// users cannot do anything about it.
func TestRefutedClaimIsNoWarning(t *testing.T) {
	p := irtest.Program(t, prog)
	for _, c := range []struct {
		level slog.Level
		says  bool
	}{{slog.LevelWarn, false}, {slog.LevelInfo, true}} {
		var said bytes.Buffer
		log := &obs.Log{Handler: slog.NewTextHandler(&said, &slog.HandlerOptions{Level: c.level})}
		task := &verify.Task{Program: p, Log: log, Options: verify.Options{Missing: verify.MissingInput}}
		o := run(t, task, fake("test", func(*verify.Task) verify.Result { return &verify.Safe{Proof: &verify.Unreached{}} }))
		if !o.Steps[0].Bug || strings.Contains(said.String(), "wrong claim") != c.says {
			t.Errorf("%v: bug %v, %q", c.level, o.Steps[0].Bug, said.String())
		}
	}
}
