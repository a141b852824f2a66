package cpa_test

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/cpa"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// made returns the engine with the analyses and options of spec.
func made(t *testing.T, spec string) verify.Engine {
	cfg, err := cpa.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return cpa.New(cfg)
}

// result returns the task of a program and the result of the engine on it within a time limit.
func result(t *testing.T, limit time.Duration, spec string, program enginetest.C) (*verify.Task, verify.Result) {
	task := program.Task(t)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return task, enginetest.Run(ctx, made(t, spec), task, verify.NewBoard())
}

// confirmed reports an error unless the checker confirms the proof s.
func confirmed(t *testing.T, name string, task *verify.Task, s *verify.Safe) {
	t.Helper()
	if out := check.Proof(context.Background(), task, s); out.Verdict != check.Confirmed {
		t.Errorf("%s: %s: %s", name, out.Verdict, out.Reason)
	}
}

// decided reports an error unless r is a confirmed proof of the safe program or a violation of the unsafe one.
func decided(t *testing.T, name string, task *verify.Task, r verify.Result, unsafe bool) {
	t.Helper()
	switch r := r.(type) {
	case *verify.Safe:
		if unsafe {
			t.Errorf("%s: a proof of the unsafe program", name)
		}
		confirmed(t, name, task, r)
	case *verify.Unsafe:
		if !unsafe {
			t.Errorf("%s: a violation of the safe program", name)
		}
	default:
		t.Errorf("%s, unsafe %v: %+v", name, unsafe, r)
	}
}
