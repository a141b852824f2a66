package enginetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file has random programs over memory. Their inputs are so few that the programs can be run on all of them.

// memoryInputs is the number of values of each of the two inputs.
const memoryInputs = 4

// memoryGen generates a program.
type memoryGen struct {
	r     *rand.Rand
	b     strings.Builder // the text so far
	depth int             // nesting depth of the present statement
	loops int             // made so far
}

// pick returns one of xs at random.
func (g *memoryGen) pick(xs ...string) string { return xs[g.r.IntN(len(xs))] }

// index returns an index expression.
func (g *memoryGen) index() string {
	return g.pick("n", "m", "0", "1", "2", "3", "n + m", "(int)n - 1", "n / 2", "i & 1", "i")
}

// pointer returns a pointer expression.
func (g *memoryGen) pointer() string { return g.pick("p", "q", "p", "q", "a", "s.v", "s.l", "r") }

// place returns an element of an array.
func (g *memoryGen) place() string {
	return fmt.Sprintf("%s[%s]", g.pick("p", "q", "a", "s.v", "p", "q"), g.index())
}

// stmt writes a random statement.
func (g *memoryGen) stmt() {
	w := func(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }
	switch k := g.r.IntN(20); {
	case k < 4:
		w("%s = %s;", g.place(), g.pick("n", "m", "7", "i"))
	case k == 4:
		w("x = %s;", g.place())
	case k < 8:
		w("%s = %s%s;", g.pick("p", "q", "r", "s.l"), g.pointer(), g.pick("", "", " + 1", " + n"))
	case k == 8:
		w("%s = 0;", g.pick("p", "r", "s.l"))
	case k == 9:
		w("%s = calloc(%s, 4);", g.pick("p", "q", "r"), g.index())
	case k == 10:
		w("free(%s);", g.pointer())
	case k == 11:
		w("%s = realloc(%s, 4 * (%s));", g.pick("p", "q"), g.pick("p", "q", "r"), g.pick("n + 1", "m + 1", "2", "3"))
	case k == 12:
		w("memset(%s, 0, %s);", g.pointer(), g.pick("4", "8", "4 * n", "4 * m", "n"))
	case k == 13:
		w("memcpy(%s, %s, %s);", g.pick("p", "q", "s.v"), g.pick("a", "t", "s.v"), g.pick("4", "8", "4 * n", "4 * m"))
	case k == 14:
		w("if (%s) { int z = 3; %s = &z; *%s = n; }", g.cond(), g.pick("p", "r"), g.pick("p", "r"))
	case k < 18 && g.depth < 2:
		g.depth++
		w("if (%s) {", g.cond())
		g.block(1 + g.r.IntN(2))
		if g.r.IntN(2) == 0 {
			w("} else {")
			g.block(1 + g.r.IntN(2))
		}
		w("}")
		g.depth--
	case g.depth < 2 && g.loops < 2:
		g.depth++
		g.loops++
		w("for (i = 0; i < %s; i++) {", g.pick("n", "m", "2", "n + 1"))
		g.block(1 + g.r.IntN(2))
		w("}")
		g.depth--
	default:
		w("x = strlen(b + (%s));", g.index())
	}
}

// block writes n random statements.
func (g *memoryGen) block(n int) {
	for range n {
		g.stmt()
	}
}

// cond returns a condition.
func (g *memoryGen) cond() string {
	return g.pick("n < m", "n == 2", "m", "p", "r", "p == q", "n > 1", "x == 1", "s.l != 0", "i < 2")
}

// randomMemory returns a small program over arrays, a structure, allocated blocks and pointers, with two inputs.
func randomMemory(seed uint64) string {
	g := &memoryGen{r: rand.New(rand.NewPCG(seed, 29))}
	g.b.WriteString(`#include <stdlib.h>
#include <string.h>
unsigned char nondet_uchar(void);
struct box { int v[2]; int *l; };
static const int t[3] = {1, 2, 3};
int main(void) {
  unsigned char n = nondet_uchar(), m = nondet_uchar();
  if (n > 3 || m > 3) return 0;
  int a[3] = {0}, *p = a, *q = calloc(n + 1, 4), *r = 0, x = 0, i = 0;
  struct box s = {{0, 0}, a};
  char b[4] = "abc";
`)
	g.block(3 + g.r.IntN(7))
	g.b.WriteString("return x; }\n")
	return g.b.String()
}

// RunMemory runs engines on random programs, with the checks of memory as obligations. It compares their claims with
// runs on all inputs: no engine may prove, and no checker confirm, an obligation that a run violates. It returns the
// number of decided programs by engine and result.
func RunMemory(t *testing.T, seeds []uint64, each time.Duration, engines ...verify.Engine) map[string]int {
	t.Helper()
	return RunMemoryOf(t, randomMemory, func(o *instrument.Options) {
		o.Report = map[string]bool{ir.ValidDeref: true, ir.ValidFree: true}
	}, seeds, each, engines...)
}

// RunMemoryOf does what RunMemory does, for other programs with the same inputs and another preparation.
func RunMemoryOf(t *testing.T, program func(seed uint64) string, passes func(*instrument.Options), seeds []uint64,
	each time.Duration, engines ...verify.Engine) map[string]int {
	t.Helper()
	count := map[string]int{}
	for _, seed := range seeds {
		text := program(seed)
		task := C{File: "m.c", Text: text, Passes: passes}.Task(t)
		violated, vague := Truth(t, task.Program)
		if vague {
			count["vague"]++
			continue
		}
		if count["programs"]++; len(violated) > 0 {
			count["faulty"]++
		}
		for _, e := range engines {
			ctx, cancel := context.WithTimeout(context.Background(), each)
			switch r := Run(ctx, e, task, verify.NewBoard()).(type) {
			case *verify.Unsafe:
				if err := Replay(ctx, task, r); err != nil {
					t.Logf("%s, seed %d: not replayed: %v", e.Name, seed, err)
				} else if count[e.Name+" found"]++; !violated[r.Obligation] {
					t.Fatalf("%s, seed %d: a violation that no run shows:\n%s", e.Name, seed, text)
				}
			case *verify.Safe:
				claimed := r.Obligations
				if claimed == nil {
					claimed = task.Asked()
				}
				wrong := false
				for _, o := range claimed {
					wrong = wrong || violated[o]
				}
				out := check.Proof(context.Background(), task, r)
				switch {
				case wrong && out.Verdict == check.Confirmed:
					t.Fatalf("%s, seed %d: what a run violates is proved:\n%s", e.Name, seed, text)
				case wrong:
					t.Errorf("%s, seed %d: claims what a run violates (%s):\n%s", e.Name, seed, out.Reason, text)
				case out.Verdict == check.Refuted:
					t.Errorf("%s, seed %d: refuted: %s\n%s", e.Name, seed, out.Reason, text)
				case out.Verdict == check.Confirmed && len(claimed) == len(task.Asked()):
					count[e.Name+" proved"]++
				case out.Verdict == check.Confirmed:
					count[e.Name+" proved in part"]++
					count[e.Name+" checks proved"] += len(claimed)
				default:
					count[e.Name+" not confirmed"]++
					t.Logf("%s, seed %d: not confirmed: %s", e.Name, seed, out.Reason)
				}
			case *verify.Unknown:
				count[e.Name+" unknown"]++
				t.Logf("%s, seed %d, faulty %v: %s", e.Name, seed, len(violated) > 0, r.Reason)
			}
			cancel()
		}
	}
	return count
}

// Truth returns the obligations that runs of p on all inputs violate. vague reports that the runs do not decide this: a
// run depends on addresses or on bytes that were not set, or has another end.
func Truth(t *testing.T, p *ir.Program) (violated map[*ir.Obligation]bool, vague bool) {
	t.Helper()
	m, err := exec.NewInterp(p, exec.Config{Fuel: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	violated = map[*ir.Obligation]bool{}
	for i := range uint64(memoryInputs * memoryInputs) {
		k := 0
		in := exec.InputFunc(func(_ ir.Key, s *ir.Site, _ ir.Type) (uint64, bool) {
			if s.Kind == ir.ObjectBytes { // the input has more values than are tried
				vague = true
				return 0, true
			}
			k++
			if k == 1 {
				return i % memoryInputs, true
			}
			return i / memoryInputs, true
		})
		out, err := m.Run(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		switch out.Outcome.Kind {
		case exec.Violated:
			violated[out.Outcome.Obligation] = true
		case exec.Finished, exec.Blocked:
		default:
			vague = true
		}
		vague = vague || out.Addr
	}
	return violated, vague
}
