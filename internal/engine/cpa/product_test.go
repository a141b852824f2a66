package cpa_test

import (
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// together is safe since held is set whenever the lock is taken, a relation that no interval expresses, and since the
// counter stays below its bound, which has too many values to enumerate.
const together = `void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) {
	int lock = 0, held = 0, i = 0, n = __VERIFIER_nondet_int();
	if (n > 1000000) return 0;
	while (i < n) {
		if (__VERIFIER_nondet_int()) {
			if (lock == 0) { lock = 1; held = 5; }
		} else if (lock == 1) {
			if (held != 5) reach_error();
			lock = 0; held = 0;
		}
#ifdef UNSAFE
		if (i == 1) held = 1;
#endif
		i++;
	}
	if (i > 1000000) reach_error();
	return 0;
}`

// TestProduct checks that a product proves a program that neither part can prove, and the proof is confirmed. No
// analysis proves the unsafe twin.
func TestProduct(t *testing.T) {
	for options, proves := range map[string]bool{"value": false, "numeric": false, "value+numeric": true} {
		for _, unsafe := range []bool{false, true} {
			limit := time.Second
			if proves {
				limit = time.Minute
			}
			task, r := result(t, limit, options, enginetest.C{File: "together.c", Text: together, Unsafe: unsafe})
			s, ok := r.(*verify.Safe)
			if ok = ok && len(s.Obligations) == len(task.Asked()); ok != (proves && !unsafe) {
				t.Errorf("%s, unsafe %v: proved %v", options, unsafe, ok)
			}
			if ok {
				confirmed(t, options, task, s)
			}
		}
	}
}

// rounds calls the same function in each round, from inside a block: the facts after the call belong to the round.
const rounds = `void reach_error(void); int __VERIFIER_nondet_int(void);
int depth;
void down(int n) { if (n > 0) { depth++; down(n - 1); depth--; } }
int main(void) {
	int i = 0;
	while (i < 5) {
		if (__VERIFIER_nondet_int()) down(2);
		i++;
	}
#ifdef UNSAFE
	if (i == 5) reach_error();
#else
	if (i != 5) reach_error();
#endif
	return 0;
}`

// TestRounds checks that nodes before a call whose formulas are all true must not be merged, since the facts of their
// states hold again after the call.
func TestRounds(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	for _, options := range []string{"value(all)+predicate", "value+predicate"} {
		for _, unsafe := range []bool{false, true} {
			task, r := result(t, time.Minute, options, enginetest.C{File: "rounds.c", Text: rounds, Unsafe: unsafe})
			s, ok := r.(*verify.Safe)
			if ok == unsafe {
				t.Fatalf("%s, unsafe %v: %+v", options, unsafe, r)
			}
			if ok {
				confirmed(t, options, task, s)
			}
		}
	}
}
