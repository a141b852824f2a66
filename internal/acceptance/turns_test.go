package acceptance

import (
	"context"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// turned are programs, with unsafe versions, and the engines that decide each in one turn.
var turned = []struct {
	text         string
	safe, unsafe []string
}{
	{`unsigned n = in(), i = 0;
	while (i < n) i++;
	if (i != n) reach_error();
#ifdef UNSAFE
	if (n == 77) reach_error();
#endif
	`, []string{"guess", "horn"}, nil},
	{`int i = 0, odd = 0;
	while (in()) { odd = !odd; i = i < 1000 ? i + 2 : 0; if (i > 1001) reach_error(); if (i & 1) reach_error(); }
#ifdef UNSAFE
	if (odd && i == 6) reach_error();
#endif
	`, []string{"guess", "kind", "horn"}, []string{"bmc", "kind"}},
	{`unsigned x = in(), y = in(), s = 0;
	for (int i = 0; i < 6; i++) { s += x & 3; x >>= 2; }
	if (s > 18) reach_error();
	if (y < 10 && s * y > 162) reach_error();
#ifdef UNSAFE
	if (s == 17 && y == 123456) reach_error();
#endif
	`, []string{"unwind", "bmc", "kind"}, []string{"unwind", "bmc", "kind"}},
	{`int a = in(), b = 0, c = 0;
	if (a < 0 || a > 9) return 0;
	for (int i = 0; i < a; i++) { b++; c += 2; }
	for (int i = 0; i < b; i++) if (c < 2 * b) reach_error();
	if (c != 2 * a) reach_error();
#ifdef UNSAFE
	if (c == 8) reach_error();
#endif
	`, []string{"guess"}, []string{"bmc", "kind"}},
}

// TestTurns tests that many short turns of an engine lead to the verdict of one long turn, that its claims are
// confirmed in either case, and that it continues with the obligations that no other engine has settled. No goroutine
// may be left.
func TestTurns(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for i, p := range turned {
		for _, unsafe := range []bool{false, true} {
			for _, name := range map[bool][]string{false: p.safe, true: p.unsafe}[unsafe] {
				engines := app.Engines()
				e := engines[slices.IndexFunc(engines, func(e verify.Engine) bool { return e.Name == name })]
				for _, cut := range []time.Duration{time.Minute, 20 * time.Millisecond, 3 * time.Millisecond} {
					c := enginetest.C{File: "turns.c", Unsafe: unsafe,
						Text: "extern void reach_error(void); extern unsigned in(void);\nint main(void) {\n" + p.text + "return 0; }\n"}
					if turns, why := decideIn(t.Context(), e, c.Task(t), unsafe, cut); why != "" {
						t.Errorf("program %d, unsafe %t: %s in turns of %v: %s after %d", i, unsafe, name, cut, why, turns)
					} else {
						t.Logf("program %d, unsafe %t: %s: %d turns of %v", i, unsafe, name, turns, cut)
					}
				}
			}
		}
	}
}

// decideIn decides a task in turns. Every fourth turn is twice as long as the last such turn, so that some turn is long
// enough for a single query. The obligations of a confirmed proof are settled at once, and the engine continues with
// the others.
func decideIn(ctx context.Context, e verify.Engine, task *verify.Task, unsafe bool, cut time.Duration) (turns int,
	why string) {
	b := verify.NewBoard()
	w := e.Open(task, b)
	defer w.Close()
	for longer := 8 * cut; turns < 100; turns++ {
		d := cut
		if turns%4 == 3 {
			d, longer = longer, 2*longer
		}
		turn, stop := context.WithTimeout(ctx, d)
		r := w.Work(turn, verify.Budget{Time: d})
		stop()
		switch r := r.(type) {
		case *verify.Unsafe:
			if err := enginetest.Replay(ctx, task, r); err != nil || !unsafe {
				return turns, "a violation that is none"
			}
			return turns + 1, ""
		case *verify.Safe:
			if out := check.Proof(ctx, task, r); out.Verdict != check.Confirmed {
				return turns, "a proof that is none: " + out.Reason
			}
			for _, o := range r.Obligations {
				b.Settle(o)
			}
			if r.Obligations == nil || len(b.Left(task)) == 0 {
				if unsafe {
					return turns, "a proof of all"
				}
				return turns + 1, ""
			}
		case *verify.Unknown:
			if f, ok := w.(verify.Finisher); ok && f.Finished() || cut == time.Minute {
				return turns, "given up: " + r.Reason
			}
		}
	}
	return turns, "no verdict"
}
