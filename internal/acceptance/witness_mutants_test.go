package acceptance

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/witness"
)

var mutants = flag.Int("mutants", 24, "mutated witnesses that TestWitnessMutants checks")

// mutantProgram is a safe program with invariants that hold.
type mutantProgram struct {
	// harness: the program as a function run of the input; CHECK marks where the loop's condition is evaluated
	text, harness string
	line, col     int
	inputs        string // a for statement of C over all inputs v
	values        []string
}

var mutantPrograms = []mutantProgram{
	{safeLoop, `static void run(int n) {
	if (n < 0 || n > 1000) return;
	int i = 0, s = 0;
	while (1) { CHECK if (!(i < n)) break; s = s + 2; i = i + 1; }
}`, 7, 3, "for (int v = -3; v < 1004; v++)", []string{
		"0 <= i && i <= n && s == 2 * i", "s <= 2000 && i >= 0", "n <= 1000 || s == 3", "i - n <= 0 && 2 * n - s >= 0",
		"(s & 1) == 0", "s % 2 == 0 && n > -1"}},
	{`extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
  short a[3] = {1, 2, 3};
  int x = 0, y = 100;
  for (int j = 0; j < k % 7; j++) {
    x += a[j % 3];
    y -= 2;
  }
  if (y < 80 || x > 12) reach_error();
  return 0;
}
`, `static void run(int v) {
	unsigned char k = v;
	short a[3] = {1, 2, 3};
	int x = 0, y = 100;
	for (int j = 0; ; j++) { CHECK if (!(j < k % 7)) break; x += a[j % 3]; y -= 2; }
}`, 7, 3, "for (int v = 0; v < 256; v++)", []string{
		"y == 100 - 2 * j && j <= 6", "x >= j && x <= 3 * j", "a[1] == 2 && a[j % 3] > 0", "j <= k % 7", "y >= 88 || k == 3",
		"(unsigned char)(k + 1) != k && x < 13"}},
}

var reToken = regexp.MustCompile(`\d+|[a-z]\w*|<=|>=|==|!=|&&|\|\||[<>+*%-]`)

// mutate changes one token of an expression.
func mutate(r *rand.Rand, value string, names []string) string {
	toks := reToken.FindAllStringIndex(value, -1)
	for {
		m := toks[r.IntN(len(toks))]
		old := value[m[0]:m[1]]
		var to []string
		switch c := old[0]; {
		case c >= '0' && c <= '9':
			to = []string{"0", "1", "7", "1" + old, old + " + 1", old + " - 1"}
		case c >= 'a' && c <= 'z':
			if len(old) > 1 || strings.HasPrefix(value[m[1]:], "[") {
				continue
			}
			to = append(to, names...)
		case old == "&&" || old == "||":
			to = []string{"&&", "||"}
		case strings.ContainsAny(old, "<>=!"):
			to = []string{"<", "<=", ">", ">=", "==", "!="}
		case old == "%":
			continue // with another divisor, the divisor may be zero
		default:
			to = []string{"+", "-", "*"}
		}
		if n := to[r.IntN(len(to))]; n != old {
			out := value[:m[0]] + n + value[m[1]:]
			if !strings.Contains(out, "% 0") &&
				!regexp.MustCompile(`a\[[^j1]|a\[j [^%]|% [^37]|% \d\d|a\[1[^\]]`).MatchString(out) {
				return out
			}
		}
	}
}

// TestWitnessMutants tests correctness witnesses with a changed invariant against gcc on all inputs, and violation
// witnesses with changed constraints and positions against arithmetic. A wrong witness must not be confirmed, a right
// one must not be rejected, and most must be decided. -mutants=400 takes more.
func TestWitnessMutants(t *testing.T) {
	t.Run("correctness", func(t *testing.T) {
		for i, p := range mutantPrograms {
			testInvariantMutants(t, p, uint64(i), *mutants/4)
		}
	})
	t.Run("violation", func(t *testing.T) { testPathMutants(t, *mutants/2) })
}

// tally counts verdicts.
type tally struct{ confirmed, rejected, unknown, right int }

// add counts a verdict, and fails the test if it is wrong.
func (c *tally) add(t *testing.T, rep *app.WitnessReport, good bool, what string) {
	switch rep.Verdict {
	case app.WitnessConfirmed:
		c.confirmed++
		if !good {
			t.Errorf("confirmed, but wrong: %s", what)
		}
	case app.WitnessRejected:
		c.rejected++
		if good {
			t.Errorf("rejected, but right: %s\n%s", what, rep.ResultLine())
		}
	default:
		c.unknown++
		t.Logf("%s: %s", rep.ResultLine(), what)
	}
	if good {
		c.right++
	}
}

// judge fails the test if too few witnesses are decided.
func (c *tally) judge(t *testing.T) {
	t.Logf("%d confirmed, %d rejected, %d unknown; %d are right", c.confirmed, c.rejected, c.unknown, c.right)
	if n := c.confirmed + c.rejected; n*10 < (n+c.unknown)*7 {
		t.Errorf("only %d of %d are decided", n, n+c.unknown)
	}
}

// testInvariantMutants tests changed invariants of a program.
func testInvariantMutants(t *testing.T, p mutantProgram, seed uint64, n int) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		benchtest.Missing(t, "no gcc")
	}
	r := rand.New(rand.NewPCG(seed, 99))
	names := []string{"i", "n", "s"}
	if strings.Contains(p.text, "short") {
		names = []string{"x", "y", "j", "k"}
	}
	values := append([]string(nil), p.values...) // unchanged, they must be confirmed
	for len(values) < max(n, len(p.values)+2) {
		values = append(values, mutate(r, p.values[r.IntN(len(p.values))], names))
	}
	check := ""
	for k, v := range values {
		check += fmt.Sprintf("if (!(%s)) bad[%d] = 1;\n", v, k)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "o.c")
	text := fmt.Sprintf("int printf(const char *, ...);\nstatic char bad[%d];\n%s\nint main(void) {\n\t%s "+
		"run(v);\n\tfor (int k = 0; k < %d; k++) printf(\"%%d\", bad[k]);\n\treturn 0;\n}\n",
		len(values), strings.Replace(p.harness, "CHECK", check, 1), p.inputs, len(values))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-w", "-fwrapv", "-o", file+".out", file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	bad, err := exec.Command(file + ".out").Output()
	if err != nil || len(bad) != len(values) {
		t.Fatalf("%v %q", err, bad)
	}
	var c tally
	for k, v := range values {
		rep := checkWitness(t, p.text, invariants(p.text, loopInv(p.line, p.col, v)), app.Options{})
		c.add(t, rep, bad[k] == '0', v)
	}
	c.judge(t)
}

// testPathMutants tests changed witnesses of unsafeCalls. Each call of the program is made once, in the order a, b, c,
// so that the test can compute whether a run follows the witness.
func testPathMutants(t *testing.T, n int) {
	r := rand.New(rand.NewPCG(1, 2))
	sites := map[[2]int]int{{6, 33}: 0, {7, 33}: 1, {9, 31}: 2}
	ops := []string{"==", "!=", "<", "<=", ">", ">="}
	holds := func(op string, x, y int) bool {
		return map[string]bool{"==": x == y, "!=": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[op]
	}
	type way struct {
		line, col, val int
		op             string
		avoid          bool
	}
	var c tally
	for range max(n, 10) {
		ways := []way{{6, 33, 7, "==", false}, {7, 33, -3, "==", false}, {9, 31, 77, "==", false}}
		line, col := 16, 7
		for range 1 + r.IntN(2) {
			w := &ways[r.IntN(len(ways))]
			switch r.IntN(8) {
			case 0, 1:
				w.val += r.IntN(5) - 2
			case 2:
				w.op = ops[r.IntN(len(ops))]
			case 3:
				w.line += r.IntN(3) - 1
			case 4:
				w.col += r.IntN(3) - 1
			case 5:
				w.avoid = !w.avoid
			case 6:
				i, j := r.IntN(3), r.IntN(3)
				ways[i], ways[j] = ways[j], ways[i]
			default:
				line += r.IntN(3) - 1
				col += r.IntN(2)
			}
		}
		var ws []witness.Waypoint
		good := line == 16 && col == 7
		last := -1
		// Whether the constraints allow the values of a violation: a is 7, b is -3, c is from 41 to 255.
		var follow, shun [3][]way
		for i, w := range ways {
			x := returns(w.line, w.col, fmt.Sprintf("%s %d", w.op, w.val))
			s, ok := sites[[2]int{w.line, w.col}]
			switch {
			case !ok:
				good = false
			case w.avoid:
				// The constraint is to be avoided from the last followed site to the next one.
				next := 3
				for _, f := range ways[i+1:] {
					if !f.avoid {
						if fs, ok := sites[[2]int{f.line, f.col}]; ok {
							next = fs
						}
						break
					}
				}
				if s > last && s <= next {
					shun[s] = append(shun[s], w)
				}
			default:
				good = good && s > last
				last = s
				follow[s] = append(follow[s], w)
			}
			if w.avoid {
				x = avoid(x)
			}
			ws = append(ws, x)
		}
		from, to := [3]int{7, -3, 41}, [3]int{7, -3, 255}
		for s := range 3 {
			some := false
			for v := from[s]; v <= to[s]; v++ {
				ok := true
				for _, w := range follow[s] {
					ok = ok && holds(w.op, v, w.val)
				}
				for _, w := range shun[s] {
					ok = ok && !holds(w.op, v, w.val)
				}
				some = some || ok
			}
			good = good && some
		}
		rep := checkWitness(t, unsafeCalls, path(unsafeCalls, append(ws, target(line, col))...), app.Options{})
		c.add(t, rep, good, fmt.Sprintf("%+v target %d:%d", ways, line, col))
	}
	c.judge(t)
}
