package cpa_test

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	engine "github.com/tandem-verifier/tandem/internal/engine/cpa"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// fig1 is the example of paper 5, with inputs that value analysis and symbolic execution come to the end of; the unsafe twin fails behind its loop only.
const fig1 = `
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), a = 0, b = 0;
	if (x > 5) return 0;
	if (x >= 0) {
		while (a < x) {
			a++;
			b++;
		}
	} else {
		a = 10;
		b = 10;
#ifdef UNSAFE
		if (x == -7) b = 11;
#endif
	}
	if (a != b) reach_error();
	return 0;
}`

// of is the engine with options.
func of(t testing.TB, options string) verify.Engine {
	t.Helper()
	cfg, err := engine.Parse(options)
	if err != nil {
		t.Fatal(err)
	}
	return engine.New(cfg)
}

// ranged is a turn of an engine on a range.
func ranged(t testing.TB, e verify.Engine, task *verify.Task, text string) (verify.Result, *verify.Task) {
	t.Helper()
	r, err := restrict.ParsePaths(text)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	w := e.Ranged(task, *r, verify.NewBoard())
	defer w.Close()
	return w.Work(ctx, verify.Budget{}), task.Within(*r)
}

// covers is what a ledger asks.
func covers(ctx context.Context, t *verify.Task, o *ir.Obligation, scopes []verify.Scope) bool {
	return check.Cover(ctx, t, []*ir.Obligation{o}, scopes).Verdict == check.Confirmed
}

// TestRanges splits the example in three ranges: each is proved, the proofs are confirmed, and join to one of the program. Of the unsafe twin the
// range with the error has a test, and the others are proved.
func TestRanges(t *testing.T) {
	ranges := []string{"..<FTTTTF", "FTTTTF..<FF", "FF.."}
	for _, unsafe := range []bool{false, true} {
		for _, options := range []string{"value+numeric(octagon)", "numeric", "predicate", "value+predicate", "symbolic", "numeric(interval)+value"} {
			if unsafe && (options == "numeric" || options == "numeric(interval)+value") { // they know errors by joined states only
				continue
			}
			task := enginetest.C{File: "fig1.c", Text: fig1, Unsafe: unsafe}.Task(t)
			ledger := verify.NewLedger(task, covers)
			for i, text := range ranges {
				r, within := ranged(t, of(t, options), task, text)
				if unsafe && i == 2 {
					if u, is := r.(*verify.Unsafe); !is {
						t.Errorf("%s, %s: %+v", options, text, r)
					} else if err := enginetest.Replay(context.Background(), task, u); err != nil {
						t.Errorf("%s, %s: %v", options, text, err)
					}
					continue
				}
				safe, is := r.(*verify.Safe)
				if !is {
					t.Errorf("%s, unsafe %v, %s: %+v", options, unsafe, text, r)
					continue
				}
				if out := check.Proof(context.Background(), within, safe); out.Verdict != check.Confirmed {
					t.Errorf("%s, unsafe %v, %s: %+v", options, unsafe, text, out)
					continue
				}
				proved, err := ledger.Enter(context.Background(), within, safe)
				if err != nil || (len(proved) > 0) != (i == 2) {
					t.Fatalf("%s, %s: %v, %v", options, text, proved, err)
				}
				for _, c := range proved {
					if out := check.Proof(context.Background(), task, &verify.Safe{Obligations: []*ir.Obligation{c.Obligation}, Proof: c.Proof}); out.Verdict != check.Confirmed {
						t.Errorf("%s: the joined proof: %+v", options, out)
					}
				}
			}
		}
	}
}
