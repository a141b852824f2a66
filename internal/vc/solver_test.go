package vc_test

import (
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

const queryTime = 5 * time.Second

// solvers returns a function that opens solvers, and one that closes them. open is nil if there is no solver.
func solvers(t *testing.T) (open func(*term.Ctx) smt.Solver, stop func()) {
	t.Helper()
	if _, err := smt.Open(term.New(), smt.Config{}); err != nil {
		t.Log("without a solver approximations are not checked:", err)
		return nil, func() {}
	}
	var all []smt.Solver
	open = func(c *term.Ctx) smt.Solver {
		s, _ := smt.Open(c, smt.Config{})
		all = append(all, s)
		return s
	}
	return open, func() {
		for _, s := range all {
			s.Close()
		}
	}
}
