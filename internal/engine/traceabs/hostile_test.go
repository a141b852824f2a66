package traceabs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/traceabs"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestHostile runs the engine on random programs with loops, recursion, pointers, arrays, sums that wrap around, and
// inputs in loops. The bound of each assertion is the least one that holds in many runs, or one less. The engine proves
// no assertion that a run violates, the checker refutes no proof, and violations are replayed.
func TestHostile(t *testing.T) {
	needSolver(t)
	from, n, each := uint64(0), uint64(8), time.Second
	if long := os.Getenv("TANDEM_LONG"); long != "" {
		n = 150
		if k, err := strconv.ParseUint(long, 10, 64); err == nil { // TANDEM_LONG=SEED starts at that seed
			from = k
		}
	}
	count := map[string]int{}
	for seed := from; seed < from+n && !t.Failed(); seed++ {
		hostile(t, seed, each, count)
	}
	t.Log(count)
	if count["confirmed"] == 0 || count["false"] == 0 {
		t.Error("the test says little")
	}
}

// hostileOptions are the options of the engine; each program draws one.
var hostileOptions = []string{"", "setting=int", "setting=oct,enh=on", "setting=default",
	"setting=oct+con,order=depth,ai=last", "setting=poly,domains=all,enh=on", "blocks=parallel",
	"blocks=parallel,setting=default"}

// hostile tests the program of a seed with both bounds and counts the verdicts.
func hostile(t *testing.T, seed uint64, each time.Duration, count map[string]int) {
	t.Helper()
	g := &hostileGen{r: rand.New(rand.NewPCG(seed, 61))}
	text := g.program()
	r := g.r
	inline := r.IntN(3) > 0
	load := func(bound int) *verify.Task {
		return enginetest.C{File: "h.c", Text: fmt.Sprintf("#define BOUND %d\n%s", bound, text),
			Passes: func(o *instrument.Options) { o.Inline = inline }}.Task(t)
	}
	least, bound := -40, 300 // the largest violated bound, and the smallest bound that holds
	if violates(t, load(bound), r) || !violates(t, load(least), r) {
		count["no bound"]++
		return
	}
	for bound-least > 1 {
		if mid := (bound + least) / 2; violates(t, load(mid), r) {
			least = mid
		} else {
			bound = mid
		}
	}
	options := hostileOptions[r.IntN(len(hostileOptions))]
	cfg, err := parse(options)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []int{bound, least} {
		task := load(b)
		ctx, cancel := context.WithTimeout(context.Background(), each)
		res := enginetest.Run(ctx, traceabs.New(cfg), task, verify.NewBoard())
		cancel()
		say := func(what string) {
			t.Errorf("seed %d, inline %v, bound %d, %s: %s\n%s", seed, inline, b, options, what, text)
		}
		switch x := res.(type) {
		case *verify.Unsafe:
			count["false"]++
			if err := enginetest.Replay(context.Background(), task, x); err != nil {
				say("not replayed: " + err.Error())
			}
		case *verify.Unknown:
			count["unknown"]++
		case *verify.Safe:
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			out := check.ProofOrPart(ctx, task, x)
			cancel()
			count[string(out.Verdict)]++
			switch {
			case out.Verdict == check.Refuted:
				say("refuted: " + out.Reason)
			case b == least:
				say("claimed, but a run violates it: " + string(out.Verdict))
			}
			for range 40 {
				if violates(t, task, r) {
					say("claimed, but a run violates it: " + string(out.Verdict))
					break
				}
			}
		}
	}
}

// violates reports whether one of 60 random runs reaches an error.
func violates(t *testing.T, task *verify.Task, r *rand.Rand) bool {
	t.Helper()
	m, err := exec.NewInterp(task.Program, exec.Config{Fuel: 1 << 16, MaxDepth: 200})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for range 60 {
		wild := r.IntN(3)
		out, err := m.Run(context.Background(), exec.InputFunc(func(_ ir.Key, _ *ir.Site, ty ir.Type) (uint64, bool) {
			if wild == 2 && r.IntN(3) == 0 {
				return num.Trunc(r.Uint64(), ty.Bits), true
			}
			return num.Trunc(uint64(r.IntN(7)-1), ty.Bits), true
		}))
		if err != nil {
			t.Fatal(err)
		}
		if out.Outcome.Kind == exec.Violated {
			return true
		}
	}
	return false
}

// hostileGen generates a random program.
type hostileGen struct {
	r     *rand.Rand
	b     strings.Builder
	depth int
	loops int
	calls bool // the statement is in main, which may call the functions
}

// pick returns one of xs at random.
func (g *hostileGen) pick(xs ...string) string { return xs[g.r.IntN(len(xs))] }

// value returns a random operand.
func (g *hostileGen) value() string {
	switch g.r.IntN(12) {
	case 0:
		return "in()"
	case 1:
		return fmt.Sprintf("a[%s & 3]", g.pick("x", "y", "u", "c"))
	case 2:
		return g.pick("*p", "*q")
	case 3:
		return g.pick("s.v", "s.w", "b->v")
	case 4:
		return g.pick("(int)u", "(signed char)c", "(unsigned char)x", "u / 2", "x % 4", "c << 1")
	case 5, 6:
		return g.pick("0", "1", "2", "3", "-1", "5")
	default:
		return g.pick("x", "y", "u", "c", "k", "x", "y")
	}
}

// expr returns a random expression of one or two operands.
func (g *hostileGen) expr() string {
	switch g.r.IntN(4) {
	case 0:
		return g.value() + g.pick(" + ", " - ", " + ", " ^ ", " & ", " * ") + g.value()
	case 1:
		return g.pick("x", "y", "u", "c", "k") + g.pick(" + 1", " - 1", " + 2")
	}
	return g.value()
}

// cond returns a random condition.
func (g *hostileGen) cond() string {
	return g.pick("x", "y", "u", "c", "*p", "s.v", "a[1]", "in()", "k", "b->w") + g.pick(" < ", " <= ", " == ", " != ",
		" > ") + g.pick("0", "1", "2", "3", "y", "x", "5")
}

// stmt writes a random statement, with nesting of at most two and at most two loops.
func (g *hostileGen) stmt() {
	w := func(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }
	switch k := g.r.IntN(20); {
	case k < 6:
		w("%s = %s;", g.pick("x", "y", "u", "c", "k"), g.expr())
	case k == 6:
		w("a[%s & 3] = %s;", g.pick("x", "y", "u", "2"), g.expr())
	case k == 7:
		w("%s = %s;", g.pick("*p", "*q", "s.v", "s.w", "b->v", "b->w"), g.expr())
	case k == 8:
		w("%s = %s;", g.pick("p", "q"), g.pick("&x", "&y", "&a[1]", "&s.v", "a", "&b->w", "p", "q"))
	case k == 9:
		w("b = %s;", g.pick("&s", "&gs"))
	case k < 12 && g.calls:
		w("%s", g.pick("x = f(y, x);", "y = f(c, 1);", "set(p, x);", "set(&y, k);", "k = up(k);", "x = up(x) - up(y);",
			"g = 0; f(3, 2); x = g;", "y = swap(&x, q);"))
	case k < 16 && g.depth < 2:
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
		i := fmt.Sprintf("i%d", g.loops)
		switch g.r.IntN(3) {
		case 0:
			w("for (int %s = 0; %s < %s; %s++) {", i, i, g.pick("3", "4", "(x & 3)", "in() % 4", "6"), i)
		case 1:
			w("unsigned %s = 0; while (in() > 1 && %s++ < 8) {", i, i)
		default:
			w("unsigned char %s = %s; while (%s--) {", i, g.pick("3", "c & 7", "4"), i)
		}
		g.block(1 + g.r.IntN(3))
		w("}")
		g.depth--
	default:
		w("%s += %s;", g.pick("x", "y", "u", "c"), g.pick("1", "2", "c", "s.w", "*q"))
	}
}

// block writes n statements.
func (g *hostileGen) block(n int) {
	for range n {
		g.stmt()
	}
}

// program returns the text of a program with an assertion about BOUND.
func (g *hostileGen) program() string {
	g.b.WriteString(`void reach_error(void); int nondet_int(void);
int g; struct pair { int v, w; } gs = {1, 2};
static int in(void) { int i = nondet_int(); return i < -1 || i > 5 ? 0 : i; }
`)
	fmt.Fprintf(&g.b, "int f(int n, int m) { if (n <= 0 || n > 9) return %s; g = g + %s; int r = f(n - 1, m%s); return "+
		"r%s; }\n",
		g.pick("0", "m", "g", "n"), g.pick("1", "m", "n"), g.pick("", " + 1", " - 1"),
		g.pick("", " + 1", " + m", " - n", " + g"))
	fmt.Fprintf(&g.b, "void set(int *p, int v) { *p = v%s; g++; }\nint up(int v) { %s return v + %s; }\n",
		g.pick("", " + 1", " & 7"),
		g.pick("if (v > 4) return 4;", "while (v > 4) v -= 3;", "if (v < 0) return up(v + 2);"), g.pick("1", "2", "g"))
	g.b.WriteString("int swap(int *p, int *q) { int t = *p; *p = *q; *q = t; return t; }\n")
	g.b.WriteString("int main(void) { int x = in(), y = 0, k = 2, a[4] = {0}, *p = &x, *q = &y; unsigned u = in(); " +
		"unsigned char c = in(); struct pair s = {0, 0}, *b = &s;\n")
	g.calls = true
	g.block(3 + g.r.IntN(6))
	fmt.Fprintf(&g.b, "if (%s %s BOUND) reach_error();\nreturn 0; }\n", g.pick("x", "y", "(int)c", "k", "x - y", "a[1]",
		"*p", "g", "s.v + x", "(int)(u & 31)"), ">")
	return g.b.String()
}

// TestMemory compares verdicts on the memory accesses of random programs with runs on all their inputs.
func TestMemory(t *testing.T) {
	needSolver(t)
	n := uint64(6)
	if os.Getenv("TANDEM_LONG") != "" {
		n = 200
	}
	var engines []verify.Engine
	for _, options := range []string{"", "setting=int,enh=on"} {
		cfg, err := parse(options)
		if err != nil {
			t.Fatal(err)
		}
		e := traceabs.New(cfg)
		e.Name += " " + options
		engines = append(engines, e)
	}
	var seeds []uint64
	for i := range n {
		seeds = append(seeds, 7000+i)
	}
	count := enginetest.RunMemory(t, seeds, 3*time.Second, engines...)
	t.Log(count)
}
