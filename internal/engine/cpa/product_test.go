package cpa_test

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/cpa"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// together is safe as the lock is taken with held set, which no interval knows of the two, and as the counter stays below its bound, of which there are too many values
// to go through.
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

// TestProduct: a product proves what neither part can, and the proof is confirmed; of the unsafe twin nobody proves anything.
func TestProduct(t *testing.T) {
	for options, proves := range map[string]bool{"value": false, "numeric": false, "value+numeric": true} {
		for _, unsafe := range []bool{false, true} {
			cfg, err := cpa.Parse(options)
			if err != nil {
				t.Fatal(err)
			}
			limit := time.Second
			if proves {
				limit = time.Minute
			}
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			task := enginetest.C{File: "together.c", Text: together, Unsafe: unsafe}.Task(t)
			s, ok := enginetest.Run(ctx, cpa.New(cfg), task, verify.NewBoard()).(*verify.Safe)
			cancel()
			if ok = ok && len(s.Obligations) == len(task.Asked()); ok != (proves && !unsafe) {
				t.Errorf("%s, unsafe %v: proved %v", options, unsafe, ok)
			}
			if ok {
				if out := check.Proof(context.Background(), task, s); out.Verdict != check.Confirmed {
					t.Errorf("%s: %s: %s", options, out.Verdict, out.Reason)
				}
			}
		}
	}
}

// rounds calls the same function in each round, from the middle of a block: what is known behind the call is of the round.
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

// TestRounds: nodes in front of a call that say nothing are not one, since what they know is known behind it again.
func TestRounds(t *testing.T) {
	if len(smt.Known()) == 0 {
		t.Skip("no solver")
	}
	for _, options := range []string{"value(all)+predicate", "value+predicate"} {
		for _, unsafe := range []bool{false, true} {
			cfg, err := cpa.Parse(options)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			task := enginetest.C{File: "rounds.c", Text: rounds, Unsafe: unsafe}.Task(t)
			r := enginetest.Run(ctx, cpa.New(cfg), task, verify.NewBoard())
			cancel()
			s, ok := r.(*verify.Safe)
			if ok == unsafe {
				t.Fatalf("%s, unsafe %v: %+v", options, unsafe, r)
			}
			if ok {
				if out := check.Proof(context.Background(), task, s); out.Verdict != check.Confirmed {
					t.Errorf("%s: %s: %s", options, out.Verdict, out.Reason)
				}
			}
		}
	}
}
