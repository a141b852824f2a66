package cpa

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestByValues checks that a bound is described by the input values of its test if they determine its decisions, else
// by the decisions.
func TestByValues(t *testing.T) {
	if smt.Known()[0].Path == "" {
		benchtest.Missing(t, "no solver")
	}
	const text = `
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), a = 0, b = 0;
	if (x > 5) return 0;
	if (x >= 0) while (a < x) { a++; b++; }
	else a = b = 10;
	if (a != b) reach_error();
	return 0;
}`
	for _, c := range []struct {
		r      verify.PathRange
		values int
	}{
		{verify.PathRange{Lo: "FTTTFF", Hi: "FTFF", Before: true}, 2}, // x == 2, x == 0
		{verify.PathRange{Lo: "FTTTFF", NoUpper: true}, 1},
		{verify.PathRange{Hi: "FTFF"}, 1},
		{verify.PathRange{Lo: "FTTT", Hi: "FTFFT"}, 0}, // a prefix; no execution
	} {
		task := enginetest.C{File: "values.c", Text: text}.Task(t)
		cfg, err := Parse("value+numeric(octagon),reduction=values")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		w := New(cfg).Ranged(task, c.r, verify.NewBoard()).(*worker)
		safe, is := w.Work(ctx, verify.Budget{}).(*verify.Safe)
		if n := strings.Count(w.run.Analysis.Name(), "(values)"); n != c.values {
			t.Errorf("%s: %d bounds by values: %s", &c.r, n, w.run.Analysis.Name())
		}
		if !is {
			t.Errorf("%s: nothing is proved", &c.r)
		} else if out := check.Proof(ctx, task.Within(c.r), safe); out.Verdict != check.Confirmed {
			t.Errorf("%s: %+v", &c.r, out)
		}
		w.Close()
		cancel()
	}
}

// TestPrecision checks that work on a range starts with the precision that was refined on another range (precision
// reuse).
func TestPrecision(t *testing.T) {
	if smt.Known()[0].Path == "" {
		benchtest.Missing(t, "no solver")
	}
	const text = `
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), a = 0, b = 0;
	while (a < x) { a++; b++; }
	if (a != b) reach_error();
	return 0;
}`
	task := enginetest.C{File: "loop.c", Text: text}.Task(t)
	cfg, err := Parse("predicate")
	if err != nil {
		t.Fatal(err)
	}
	refined := func(b *verify.Board, r verify.PathRange) int {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		w := New(cfg).Ranged(task, r, b).(*worker)
		defer w.Close()
		if safe, is := w.Work(ctx, verify.Budget{}).(*verify.Safe); !is {
			t.Errorf("%s: nothing is proved", &r)
		} else if out := check.Proof(ctx, task.Within(r), safe); out.Verdict != check.Confirmed {
			t.Errorf("%s: %+v", &r, out)
		}
		return w.search.refined
	}
	shared := verify.NewBoard()
	first, second := verify.PathRange{Hi: "TTTF", Before: true}, verify.PathRange{Lo: "TTTF", NoUpper: true}
	alone := refined(verify.NewBoard(), second)
	before := refined(shared, first)
	if with := refined(shared, second); with >= alone {
		t.Errorf("%d refinements, %d without what %d on another range gave", with, alone, before)
	}
}
