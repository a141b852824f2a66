package cpa_test

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const paths = `void reach_error(void); int __VERIFIER_nondet_int(void);
int clip(int x) { if (x > 10) return 10; if (x < 0) return 0; return x; }
int main(void) {
	int s = 0;
	for (int i = 0; i < 3; i++) { int x = __VERIFIER_nondet_int(); s = clip(s + (x & 3)); }
#ifdef UNSAFE
	if (s > 8) reach_error();
#else
	if (s > 9) reach_error();
#endif
	return 0;
}`

// forgets has an endless loop, but each iteration overwrites the input of the last one.
const forgets = `void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
	int held = 0;
	while (1) {
		int p = __VERIFIER_nondet_int();
		if (p == 77) held = 1;
#ifdef UNSAFE
		if (p > 80) held = 1;
#endif
		if (held && p != 77) reach_error();
		held = 0;
	}
}`

// TestSymbolic checks that all paths of the safe program are a proof along paths; one path of its twin is a test.
func TestSymbolic(t *testing.T) {
	if smt.Known()[0].Path == "" {
		benchtest.Missing(t, "no solver")
	}
	for _, unsafe := range []bool{false, true} {
		for i, order := range []string{"topological", "dfs", "bfs", "path", "new", "new"} {
			text := paths
			if i == 5 {
				text = forgets
			}
			task, r := result(t, time.Minute, "symbolic,order="+order, enginetest.C{File: "paths.c", Text: text, Unsafe: unsafe})
			decided(t, order, task, r, unsafe)
		}
	}
}

// searches overwrites the result of a round in the next round. So states at the head of the outer loop cover each
// other, and their paths form one proof.
const searches = `void reach_error(void); unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
	unsigned char table[8];
	for (int i = 0; i < 8; i++) table[i] = 10 * i + 3;
	for (int q = 0; q < 2; q++) {
		unsigned char key = __VERIFIER_nondet_uchar();
		int low = 0, high = 7;
		while (low < high) {
			int mid = (low + high) / 2;
			if (table[mid] == key) {
#ifdef UNSAFE
				if (q == 1 && key == 33) reach_error();
#endif
				if (key % 10 != 3) reach_error();
				break;
			}
			if (table[mid] < key) low = mid + 1;
			else high = mid;
		}
	}
	return 0;
}`

// TestStandsFor checks that, if states cover others without a loop among them, the proof is an unwinding, and it is
// confirmed.
func TestStandsFor(t *testing.T) {
	if smt.Known()[0].Path == "" {
		benchtest.Missing(t, "no solver")
	}
	for _, unsafe := range []bool{false, true} {
		task, r := result(t, time.Minute, "symbolic", enginetest.C{File: "searches.c", Text: searches, Unsafe: unsafe})
		decided(t, "symbolic", task, r, unsafe)
		if s, is := r.(*verify.Safe); is {
			if _, is := s.Proof.(*verify.Unwinding); !is {
				t.Errorf("the proof is no unwinding: %T", s.Proof)
			}
		}
	}
}

// doubles has a fact at its loop (y is even) that no formula of its proof expresses.
const doubles = `void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
	int y = 2 * __VERIFIER_nondet_int();
	while (1) {
		int p = __VERIFIER_nondet_int();
		if (p == 77 && y == 7) reach_error();
	}
}`

// TestRough checks that a proof that omits formulas is not wrong: the checker may leave it undecided, but does not
// refute it.
func TestRough(t *testing.T) {
	if smt.Known()[0].Path == "" {
		benchtest.Missing(t, "no solver")
	}
	task, r := result(t, time.Minute, "symbolic", enginetest.C{File: "doubles.c", Text: doubles})
	s, ok := r.(*verify.Safe)
	if !ok {
		t.Fatal("not claimed")
	}
	if out := check.Proof(context.Background(), task, s); out.Verdict == check.Refuted {
		t.Errorf("%s: %s", out.Verdict, out.Reason)
	}
}
