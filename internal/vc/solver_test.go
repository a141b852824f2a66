package vc_test

import (
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

const queryTime = 5 * time.Second

// solvers gives solvers that share a process; nil where there is none.
func solvers(t *testing.T) (open func(*term.Ctx) smt.Solver, stop func()) {
	t.Helper()
	pool, err := smt.NewPool(smt.Config{}, 1)
	if err != nil {
		t.Log("without a solver approximations are not checked:", err)
		return nil, func() {}
	}
	return pool.Open, func() { pool.Close() }
}
