package acceptance

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// teamPrograms are programs with an assertion that holds, and one that does not.
var teamPrograms = []struct{ name, text, good, bad string }{
	{"fig1", `int main(void) {
  int x = __VERIFIER_nondet_int(), a = 0, b = 0;
  if (x >= 0) { while (a < x) { a++; b++; } } else { a = 10; b = 10; }
  assert(BAD);
}`, "a == b", "a == b && a != 6"},
	{"nested", `int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = 0;
  if (n > 4) return 0;
  for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < n; j++) if (__VERIFIER_nondet_int() > 3) k++;
  assert(BAD);
}`, "k <= n * n", "k < 8"},
	{"two", `int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, s = 0;
  if (n < 0 || n > 1000) return 0;
  while (i < n) { i++; s += 2; }
  while (i > 0) { i--; s -= 2; }
  assert(BAD);
}`, "s == 0", "s == 0 && n != 5"},
	{"recursion", `int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 6) return 0;
  assert(BAD);
}`, "f(n) <= 6", "f(n) <= 4"},
	{"branches", `int main(void) {
  int s = 0, t = 0;
  for (int i = 0; i < 6; i++) { int x = __VERIFIER_nondet_int(); if (x > i) { s++; t = t + 1; } else if (x == 0) { s += 2; t += 2; } }
  assert(BAD);
}`, "s == t", "s == t && s < 6"},
}

const teamHead = `extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(x) ((x) ? (void)0 : __assert_fail(#x, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
`

// TestTeams tests that ranged jobs of real engines give no wrong verdict, and that the checker confirms the joint proof
// again. TANDEM_LONG=1 takes more programs and jobs.
func TestTeams(t *testing.T) {
	strategies := []string{
		"ranged(bmc, predicate; split=rdm, parts=3, workers=2, fallback=first)",
		"ranged(value, kind; steal=split, fallback=first)",
	}
	programs := teamPrograms[:1]
	if os.Getenv("TANDEM_LONG") != "" {
		programs = teamPrograms
		strategies = append(strategies, "ranged(value, predicate)", "ranged(value, predicate; fallback=first)",
			"ranged(symbolic, symbolic; steal=split, split=lb2)", "ranged(kind, concolic; steal=split, violations=all)",
			"ranged(symbolic, predicate; steal=none, exchange=off, fallback=first)",
			"ranged(value, value, predicate; split=lb3+lb10, parts=3, workers=3, fallback=first)",
			"ranged(seq(intervals, horn), bmc; split=rdm9, workers=1)",
			"ranged(predicate, predicate; steal=split, split=balanced)")
	}
	dir, solved, all := t.TempDir(), 0, 0
	for _, p := range programs {
		for _, want := range []verify.Verdict{verify.True, verify.False} {
			cond := p.good
			if want == verify.False {
				cond = p.bad
			}
			file := filepath.Join(dir, p.name+string(want)+".c")
			if err := os.WriteFile(file, []byte(teamHead+strings.Replace(p.text, "BAD", cond, 1)), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, text := range strategies {
				task, err := app.Load(app.Options{Check: "none", NoConfirm: true}, file)
				if err != nil {
					t.Fatal(err)
				}
				task.Parts = &verify.PartSet{} // the engines and the checker share the parts
				s, err := coop.Parse(text, app.Engines())
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				r := coop.NewRunner(task, s, app.Engines())
				out := r.Run(ctx)
				r.Wait()
				cancel()
				all++
				switch out.Verdict {
				case verify.UnknownVerd:
					t.Logf("%s %s: %s: unknown (%s), left %v", p.name, want, text, out.Reason, out.Ranges)
					continue
				case want:
					solved++
				default:
					t.Errorf("%s: %s, want %s", text, out.Verdict, want)
				}
				for _, s := range out.Steps {
					if s.Bug {
						t.Errorf("%s %s: %s: %+v", p.name, want, text, s)
					}
				}
				for _, f := range out.Findings {
					if f.Status != verify.Proved || want != verify.True {
						continue
					}
					if again := check.Proof(t.Context(), task, &verify.Safe{Obligations: []*ir.Obligation{f.Obligation},
						Proof: f.Proof}); again.Verdict != check.Confirmed {
						t.Errorf("%s: %s: the joined proof: %+v", p.name, text, again)
					}
				}
			}
		}
	}
	t.Logf("%d of %d decided", solved, all)
	if solved < all/4 {
		t.Errorf("only %d of %d decided", solved, all)
	}
}
