package tandem_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem"
)

// TestEvents tests that Verify reports a violation while it continues with the other checks, and that the result has a
// witness.
func TestEvents(t *testing.T) {
	file := filepath.Join(t.TempDir(), "two.c")
	const text = `#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
	assert(a != 7);
	if (a * a * a + b * b * b == c * c * c && a > 1000 && b > 1000) assert(a != b + 1);
	return 0;
}
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := tandem.Load(tandem.Options{}, file)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	events := func(e tandem.Event) {
		if e.Found {
			found++
		}
		if e.Checks < 2 || e.Decided > e.Checks {
			t.Errorf("%+v", e)
		}
	}
	r, err := p.Verify(context.Background(), tandem.VerifyOptions{TimeLimit: 20 * time.Second, Events: events})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != tandem.False || r.Violation == nil || r.Checks[r.Violation.Check].Status != tandem.Violated {
		t.Errorf("%s: %s", r.Verdict, r.Reason)
	}
	if found == 0 {
		t.Error("no event of a violation")
	}
	if text, ok, err := r.Witness(); err != nil || !ok || len(text) == 0 {
		t.Errorf("no witness: %v %v", ok, err)
	}
	if text, err := r.JSON(); err != nil || len(text) == 0 {
		t.Errorf("no JSON: %v", err)
	}
}
