package acceptance

import (
	"os/exec"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestAssuming tests that a proof, by any engine or of parts, lists the assumption that a write is valid.
func TestAssuming(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		benchtest.Missing(t, err)
	}
	c := enginetest.C{File: "write.c", Text: `void reach_error(void); unsigned __VERIFIER_nondet_uint(void);
int a[4];
int main(void) {
	unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint(), r = 0;
	if (i < 6 && j < 3) {
		a[i] = 1;
		for (unsigned k = 0; k < j; k++) r++;
	}
	if (r > 2) reach_error();
	return 0;
}
`}
	proved := 0
	for _, strategy := range []string{"intervals", "iat", "horn", "guess", "unwind", "bmc", "kind",
		"split(paths 3, intervals)", "split(inputs 2, horn)"} {
		s, err := app.NewSession(c.Task(t), app.VerifyOptions{Strategy: strategy, TimeLimit: 10e9})
		if err != nil {
			t.Fatal(err)
		}
		r := s.Run(t.Context())
		if r.Verdict != verify.True {
			continue
		}
		proved++
		if !slices.ContainsFunc(r.Assuming, func(a verify.Assumption) bool {
			return a.Kind == verify.AssumeAccess &&
				a.Pos.Line == 6
		}) {
			t.Errorf("%s assumes %v, want the write in line 6", strategy, r.Assuming)
		}
	}
	if proved < 7 {
		t.Errorf("%d proofs", proved)
	}
}
