package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestPlainReasons tests that the formulas of an undecided check are shown with --verbose only.
func TestPlainReasons(t *testing.T) {
	const formula = "writable(t.3, u64(t) * 4:u64)"
	why := "proof not confirmed: the invariant at clear.c:1:29: not a statement about an object's size: " + formula
	r := &Report{Verdict: verify.UnknownVerd, Reason: why,
		Obligations: []Obligation{{Kind: "valid-deref", Text: "write to p[i]", Status: verify.Open, Reason: why}}}
	for _, verbose := range []bool{false, true} {
		var b bytes.Buffer
		Text(&b, r, Options{Verbose: verbose})
		if strings.Contains(b.String(), formula) != verbose ||
			strings.Contains(b.String(), "a proof was found, but its check did not succeed") == false {
			t.Errorf("verbose %v:\n%s", verbose, &b)
		}
	}
	r.Reason = "proof not confirmed: the invariant at a.c:1:1 is not inductive: no solver was asked for (--solver none)"
	if got := r.ResultLine(); !strings.Contains(got, "no solver was asked for") {
		t.Error(got)
	}
	r.Reason = "proof refuted: the invariant at a.c:1:1: " + formula
	if got := r.ResultLine(); strings.Contains(got, formula) || !strings.Contains(got, "its check refuted it") {
		t.Error(got)
	}
	r.Reason, r.Obligations[0].Reason = "proof not confirmed: time limit", ""
	if got := r.ResultLine(); got != "RESULT: unknown (proof not confirmed: time limit)" {
		t.Error(got)
	}
}
