package windows_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/windows"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// memory sets the options for checks of accesses and frees.
func memory(inline bool) func(*instrument.Options) {
	return func(o *instrument.Options) {
		o.Inline = inline
		o.Report = map[string]bool{ir.ValidDeref: true, ir.ValidFree: true}
	}
}

// TestFollows compares the proved checks of a program with the comments on its lines, with calls inlined and not.
func TestFollows(t *testing.T) {
	const file = "testdata/follows.c"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(src), "\n")
	for _, inline := range []bool{true, false} {
		task := enginetest.C{File: file, Passes: memory(inline)}.Task(t)
		s, ok := enginetest.Run(context.Background(), windows.Engine(), task, verify.NewBoard()).(*verify.Safe)
		if !ok {
			t.Fatal("nothing is proved")
		}
		if out := check.Proof(context.Background(), task, s); out.Verdict != check.Confirmed {
			t.Errorf("inline %v: %s: %s", inline, out.Verdict, out.Reason)
		}
		left := map[int]string{} // lines with an unproved check
		for _, o := range task.Asked() {
			if !slices.Contains(s.Obligations, o) {
				left[o.Pos.Line] = o.Text
			}
		}
		for i, l := range lines {
			text, open := left[i+1]
			switch {
			case strings.Contains(l, "/* follows */") && open:
				t.Errorf("inline %v: line %d does not follow (%s): %s", inline, i+1, text, l)
			case strings.Contains(l, "/* open */") && !open:
				t.Errorf("inline %v: line %d is proved: %s", inline, i+1, l)
			}
		}
	}
}

// TestRandom compares claims on random programs with runs on all their inputs.
func TestRandom(t *testing.T) {
	n := 80
	if os.Getenv("TANDEM_LONG") != "" {
		n = 1000
	}
	seeds := make([]uint64, n)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	t.Log(enginetest.RunMemory(t, seeds, time.Minute, windows.Engine()))
	t.Log(enginetest.RunMemoryOf(t, randomCalls, memory(false), seeds, time.Minute, windows.Engine()))
	t.Log(enginetest.RunMemoryOf(t, randomCalls, memory(true), seeds, time.Minute, windows.Engine()))
}

// TestForged spoils proofs: no run violates an obligation for which the checker confirms a spoiled proof.
func TestForged(t *testing.T) {
	n := uint64(25)
	if os.Getenv("TANDEM_LONG") != "" {
		n = 1000
	}
	count := map[check.Verdict]int{}
	for seed := range n {
		text := randomCalls(seed)
		task := enginetest.C{File: "m.c", Text: text, Passes: memory(seed%2 == 0)}.Task(t)
		violated, vague := enginetest.Truth(t, task.Program)
		s, ok := enginetest.Run(context.Background(), windows.Engine(), task, verify.NewBoard()).(*verify.Safe)
		if vague || !ok {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 3))
		for range 20 {
			forged, how := enginetest.Forge(r, s.Proof)
			for _, o := range task.Asked() {
				out := check.Proof(context.Background(), task, &verify.Safe{Obligations: []*ir.Obligation{o}, Proof: forged})
				count[out.Verdict]++
				if out.Verdict == check.Confirmed && violated[o] {
					t.Fatalf("seed %d: the check of %s at %s is proved by a forged proof (%s):\n%s", seed, o.Text, o.Pos, how, text)
				}
			}
		}
	}
	t.Log(count)
	if count[check.Confirmed] == 0 || count[check.Undecided] == 0 {
		t.Error("the checker always says the same")
	}
}

// calls generates a random program of functions that share pointers.
type calls struct {
	r *rand.Rand
	b strings.Builder
}

// pick returns one of xs at random.
func (g *calls) pick(xs ...string) string { return xs[g.r.IntN(len(xs))] }

// box returns a random pointer to a box.
func (g *calls) box() string { return g.pick("p", "q", "p", "q", "last", "p->next") }

// number returns a random integer operand.
func (g *calls) number() string {
	return g.pick("n", "m", "0", "1", "2", g.box()+"->n", "*at", "n - 1", "at[1]")
}

// stmt writes a random statement, which may call functions with numbers below callees.
func (g *calls) stmt(callees int, depth int) {
	w := func(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }
	switch k := g.r.IntN(22); {
	case k < 3:
		w("%s->n = %s;", g.box(), g.number())
	case k < 5:
		w("%s->v[%s] = %s;", g.box(), g.pick("0", "1", "n", "m"), g.number())
	case k == 5:
		w("%s = %s;", g.pick("p", "q", "last"), g.box())
	case k == 6:
		w("%s->next = %s;", g.box(), g.pick(g.box(), "0"))
	case k == 7:
		w("at = %s;", g.pick("&"+g.box()+"->n", g.box()+"->v", "at + 1", "at - 1", "at + n", "&z", "text"))
	case k == 8:
		w("*at = %s;", g.number())
	case k == 9:
		w("z = %s;", g.number())
	case k == 10:
		w("free(%s);", g.box())
	case k == 11:
		w("%s = calloc(%s, %s);", g.pick("p", "q", "last"), g.pick("1", "n", "m"), g.pick("sizeof(struct box)", "8", "12"))
	case k == 12:
		w("{ struct box own = {1}; %s = &own; %s->n = %s; }", g.pick("p", "q", "last"), g.box(), g.number())
	case k == 13:
		w("memcpy(%s, %s, %s);", g.box(), g.box(), g.pick("4", "8", "n", "sizeof(struct box)"))
	case k == 14:
		w("memset(%s, 0, %s);", g.box(), g.pick("4", "8", "n", "sizeof(struct box)"))
	case k < 18 && callees > 0:
		w("%sf%d(%s, %s, %s, %s);", g.pick("", "z = ", "m = "), g.r.IntN(callees), g.box(), g.box(),
			g.pick("at", "&"+g.box()+"->n", "&z"), g.number())
	case k < 20 && depth < 2:
		w("if (%s) {", g.pick("n", "m < n", "p", "p == q", "last", "at == &z", "p->next", "z == 1"))
		g.block(callees, depth+1, 2)
		if g.r.IntN(2) == 0 {
			w("} else {")
			g.block(callees, depth+1, 2)
		}
		w("}")
	case depth < 2:
		w("for (int i%d = 0; i%d < %s; i%d++) {", depth, depth, g.pick("n", "2", "m"), depth)
		g.block(callees, depth+1, 2)
		w("}")
	}
}

// block writes between 1 and n statements.
func (g *calls) block(callees, depth, n int) {
	for range 1 + g.r.IntN(n) {
		g.stmt(callees, depth)
	}
}

// randomCalls returns the program of a seed: three functions, some recursive, and main.
func randomCalls(seed uint64) string {
	g := &calls{r: rand.New(rand.NewPCG(seed, 17))}
	g.b.WriteString(`#include <stdlib.h>
#include <string.h>
unsigned char nondet_uchar(void);
struct box { int n; struct box *next; int v[2]; };
static struct box *last;
static const int hidden[2] = {1, 2};
static int *text = (int *)hidden;
`)
	const functions = 3
	for i := range functions {
		callees := i
		if g.r.IntN(4) == 0 { // recursive
			callees = i + 1
		}
		fmt.Fprintf(&g.b, "static int f%d(struct box *p, struct box *q, int *at, int n) {\nint z = 0, m = 1;\n", i)
		if callees > i {
			g.b.WriteString("static int calls; if (calls++ > 2) return 0;\n")
		}
		g.block(callees, 0, 6)
		fmt.Fprintf(&g.b, "return %s;\n}\n", g.number())
	}
	g.b.WriteString(`int main(void) {
unsigned char n = nondet_uchar(), m = nondet_uchar();
if (n > 3 || m > 3) return 0;
int z = 0, *at = &z;
struct box a = {0}, *p = &a, *q = calloc(n + 1, 8);
last = calloc(1, sizeof(struct box));
a.next = last;
`)
	g.block(functions, 0, 5)
	fmt.Fprintf(&g.b, "f%d(p, q, at, n);\nreturn 0; }\n", functions-1)
	return g.b.String()
}
