package cpa_test

import (
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// hashAndBound has a loop for explicit values (a product of 12 numbers modulo 2^32) and a loop for predicates (s <= y).
const hashAndBound = `void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
	int n = __VERIFIER_nondet_int(), y = 0, s = 0;
	unsigned p = 1;
	if (n < 0 || n > 100) return 0;
	for (int i = 0; i < 12; i++) p = p * 1103515245u + 12345u;
	while (y < n) { y++; if (__VERIFIER_nondet_int()) s++; }
#ifdef UNSAFE
	if (s > n - 1 || p != 836760821u) reach_error();
#else
	if (s > n || p != 836760821u) reach_error();
#endif
	return 0;
}`

// TestValuePredicate checks that a product proves a program that neither part can prove, and the proof is confirmed.
func TestValuePredicate(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	for _, test := range []struct {
		options string
		proves  bool
		limit   time.Duration
	}{
		{"value", false, time.Second},
		// slam uses no numeric domain; octagons that keep the rounds of the first loop separate prove the program
		{"predicate(slam)", false, 1500 * time.Millisecond},
		{"value+predicate", true, 20 * time.Second},
	} {
		task, r := result(t, test.limit, test.options, enginetest.C{File: "hash.c", Text: hashAndBound})
		s, ok := r.(*verify.Safe)
		if ok != test.proves {
			t.Errorf("%s: %+v", test.options, r)
		}
		if ok {
			confirmed(t, test.options, task, s)
		}
	}
}

// TestPredicate decides a program and its unsafe twin with several options of predicate analysis.
func TestPredicate(t *testing.T) {
	for _, unsafe := range []bool{false, true} {
		for _, options := range []string{"predicate", "predicate(slam)", "predicate(abstraction=cartesian,scope=function)",
			"predicate(blocks=edge,scope=global)"} {
			task, r := result(t, 20*time.Second, options, enginetest.C{File: "lock.c", Text: lock, Unsafe: unsafe})
			decided(t, options, task, r, unsafe)
		}
	}
}

const lock = `void reach_error(void); int __VERIFIER_nondet_int(void);
int held, old, new;
int main(void) {
	do {
		if (held) reach_error();
		held = 1;
		old = new;
		if (__VERIFIER_nondet_int()) {
#ifndef UNSAFE
			held = 0;
#endif
			new++;
		}
	} while (new != old);
	return 0;
}`
