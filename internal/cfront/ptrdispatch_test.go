package cfront_test

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	machine "github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// tableProgram returns a random program with tables of functions of several types. Some entries of the tables are null,
// or functions of another type. The calls depend on inputs, and sum is the result. If direct is set, the program has no
// tables: a switch calls the same functions directly, and a run ends where an entry would be null or of another type.
func tableProgram(rnd *rand.Rand, model ir.DataModel, direct bool) string {
	kinds := []struct{ result, params, args, body string }{
		{"int", "int a", "(int)sum", "return a + K;"},
		{"unsigned", "unsigned char a, long long b", "(unsigned char)sum, sum", "return a * 3u + (unsigned)b + K;"},
		{"void", "unsigned *p", "&sum", "*p += K;"},
		{"struct s", "struct s v, int a", "v, (int)sum", "v.x += a; v.d[1] = K; return v;"},
		{"int", "const struct s *v", "&v", "return v->x + K + v->d[1];"},
		{"double", "double a, int b", "sum % 100, 2", "return a + b * K;"},
		{"_Complex double", "_Complex double a", "sum % 10 + 2.0i", "return a + K;"},
		{"int", "int a, int b", "1, (int)sum", "return a - b + K;"},
	}
	if model == ir.LP64 {
		kinds = append(kinds, struct{ result, params, args, body string }{"unsigned __int128", "unsigned __int128 a",
			"(unsigned __int128)sum << 64", "return (a >> 33) + K;"})
	}
	var b strings.Builder
	b.WriteString("extern unsigned nondet_uint(void); extern void __VERIFIER_assume(int); struct s { int x; short " +
		"d[3]; }; static unsigned sum = 1; static int deep;\n")
	use := map[int]int{} // functions by kind
	for range 3 + rnd.Intn(3) {
		use[rnd.Intn(len(kinds))] = 2 + rnd.Intn(12)
	}
	size := 0
	call := func(k int) string {
		what := result(fmt.Sprintf("tab%d[i]", k), kinds[k].result, kinds[k].args)
		if direct {
			what = "switch (i) {"
			for i := range use[k] {
				what += fmt.Sprintf(" case %d: { %s; break; }", i, result(fmt.Sprintf("f%d_%d", k, i), kinds[k].result,
					kinds[k].args))
			}
			what += " default: __VERIFIER_assume(0); }"
		}
		return fmt.Sprintf("{ unsigned i = nondet_uint() %% %d; struct s v = {(int)sum, {1, 2, 3}}; (void)v; %s; }", use[k]+2,
			what)
	}
	for k, kind := range kinds {
		n := use[k]
		if n == 0 {
			continue
		}
		size += n
		if !direct {
			fmt.Fprintf(&b, "static %s (*tab%d[%d])(%s);\n", kind.result, k, n+2, kind.params)
		}
		for i := range n {
			again := ""
			if k > 0 && use[k-1] > 0 && rnd.Intn(3) == 0 {
				again = "if (deep < 3) { deep++; " + call(k-1) + " deep--; } "
			}
			fmt.Fprintf(&b, "static %s f%d_%d(%s) { %s%s }\n", kind.result, k, i, kind.params, again,
				strings.ReplaceAll(kind.body, "K", fmt.Sprint(i*7+k)))
		}
	}
	b.WriteString("int main(void) {\n")
	var order []int
	for k := range kinds {
		for i := 0; i < use[k] && !direct; i++ {
			fmt.Fprintf(&b, "  tab%d[%d] = f%d_%d;\n", k, i, k, i)
		}
		if use[k] > 0 {
			order = append(order, k)
		}
	}
	if a, z := order[0], order[len(order)-1]; rnd.Intn(2) == 0 && !direct { // add a function of another type
		fmt.Fprintf(&b, "  tab%d[%d] = (void *)f%d_0;\n", a, use[a], z)
	}
	for range 4 + rnd.Intn(8) {
		fmt.Fprintf(&b, "  %s\n", call(order[rnd.Intn(len(order))]))
	}
	b.WriteString("  if (sum % 5 == 0) { extern void reach_error(void); reach_error(); }\n  return 0;\n}\n")
	return b.String()
}

// result returns C text that adds the result of a call of callee, of type t, to sum.
func result(callee, t, args string) string {
	call := fmt.Sprintf("%s(%s)", callee, args)
	switch t {
	case "void":
		return call
	case "struct s":
		return "struct s r = " + call + "; sum = sum * 3 + r.x + r.d[1] + r.d[2]"
	case "_Complex double":
		return "_Complex double r = " + call + "; sum += (unsigned)(__real__ r + __imag__ r)"
	}
	return "sum = sum * 5 + (unsigned)" + call
}

// TestDispatchers checks that a program with dispatchers behaves like the same program with comparisons at each call,
// and ends at the same location. A run that calls only functions of the right type must behave like a run of the
// program without tables, and like the program that gcc compiles. TANDEM_LONG=1: 200 programs.
func TestDispatchers(t *testing.T) {
	seeds, inputs := 30, 12
	if os.Getenv("TANDEM_LONG") != "" {
		seeds, inputs = 200, 25
	}
	_, err := exec.LookPath("gcc")
	if err != nil {
		benchtest.Missing(t, "no gcc to compare with")
	}
	withGCC, ran := err == nil, map[string]int{}
	ends := map[string]int{}
	for seed := range seeds {
		model := models[seed%2]
		src := tableProgram(rand.New(rand.NewSource(int64(seed))), model, false)
		cfg := cfront.Config{Model: model, PropertyKind: "unreach-call", ErrorFunc: "reach_error"}
		if seed%3 == 0 {
			cfg.Checks = []string{ir.ValidCall}
		}
		plain, shared := load(t, cfg, src), load(t, cfront.WithDispatchers(cfg), src)
		if strings.Contains(ir.Print(plain), "call.ptr") || !strings.Contains(ir.Print(shared), "call.ptr") {
			t.Fatalf("seed %d: dispatchers are where they should not be, or are not there", seed)
		}
		if a, b := assumed(plain), assumed(shared); a != b {
			t.Errorf("seed %d: assumed without dispatchers:\n%s\nwith:\n%s", seed, a, b)
		}
		direct := load(t, cfg, tableProgram(rand.New(rand.NewSource(int64(seed))), model, true))
		native := ""
		if withGCC && seed%5 < 2 {
			native = compiledTable(t, src, model)
		}
		for in := range inputs {
			a, b := traced(t, plain, int64(in)), traced(t, shared, int64(in))
			if a != b {
				t.Errorf("seed %d, inputs %d:\ntests at each call: %s\ndispatchers:        %s\n%s", seed, in, a, b, src)
			}
			ends[strings.Fields(a.end)[0]]++ // "invalid" for an invalid call
			if d := traced(t, direct, int64(in)); !d.blocked {
				ran["direct"]++
				if d.end != b.end || d.sum != b.sum || d.approx != b.approx {
					t.Errorf("seed %d, inputs %d:\ndirect calls: %s\ndispatchers:  %s\n%s", seed, in, d, b, src)
				}
			}
			if native != "" && !b.approx && (b.end == "finished" || b.end == "unreach-call") {
				ran["gcc"]++
				if got, want := runTable(t, native, int64(in)), fmt.Sprint(b.end, " ", b.sum); got != want {
					t.Errorf("seed %d, inputs %d: gcc has %s, dispatchers have %s\n%s", seed, in, got, want, src)
				}
			}
		}
	}
	t.Logf("ends: %v, compared: %v", ends, ran)
	if len(ends) < 3 || ends["finished"] < 20 || ends["invalid"] < 20 || ran["direct"] < 20 || withGCC && ran["gcc"] < 10 {
		t.Errorf("%v, %v: the generator is useless", ends, ran)
	}
}

// compiledTable compiles the program with gcc and returns the file. The executable reads its inputs from standard
// input, and prints how it ends and the value of sum.
func compiledTable(t *testing.T, src string, model ir.DataModel) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.c")
	src = "#include <stdio.h>\n#include <stdlib.h>\n#define main tables\n" + src + `#undef main
unsigned nondet_uint(void) { unsigned u; if (scanf("%u", &u) != 1) exit(1); return u; }
void reach_error(void) { printf("unreach-call %u", sum); exit(0); }
int main(void) { tables(); printf("finished %u", sum); return 0; }
`
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	bits := map[ir.DataModel]string{ir.ILP32: "-m32", ir.LP64: "-m64"}[model]
	if out, err := exec.Command("gcc", bits, "-std=gnu17", "-w", "-O1", "-fwrapv", "-o", file+".exe",
		file).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return file + ".exe"
}

// runTable runs the executable program with the inputs that traced uses for the same seed, and returns its output.
func runTable(t *testing.T, program string, seed int64) string {
	t.Helper()
	var in strings.Builder
	for rnd, n := rand.New(rand.NewSource(seed)), 0; n < 2000; n++ {
		fmt.Fprintln(&in, uint32(rnd.Uint64()))
	}
	c := exec.Command(program)
	c.Stdin = strings.NewReader(in.String())
	out, err := c.CombinedOutput()
	if err != nil {
		return err.Error()
	}
	return string(out)
}

// assumed returns the assumptions and the warnings of a program as text, each warning once.
func assumed(p *ir.Program) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, a := range p.Assumed {
		fmt.Fprintf(&b, "%s: %s\n", a.Pos, a.Text)
	}
	for _, w := range p.Warnings {
		if !seen[w.Text] { // a warning about a call of another type has the position of the first call
			fmt.Fprintf(&b, "warning %s\n", w.Text)
		}
		seen[w.Text] = true
	}
	return b.String()
}

// traced runs a program with random inputs.
func traced(t *testing.T, p *ir.Program, seed int64) tableRun {
	t.Helper()
	m, err := machine.NewInterp(p, machine.Config{Fuel: 1_000_000, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	sum := uint64(0)
	m.Observe(func(_ *ir.Edge, env machine.Env) {
		for _, v := range p.Globals {
			if v.Name == "sum" {
				sum = env.Reg(v)
			}
		}
		for _, o := range p.Objects {
			if o.Name == "sum" {
				sum, _ = env.Mem(env.Addr(o), 4)
			}
		}
	})
	rnd := rand.New(rand.NewSource(seed))
	r, err := m.Run(context.Background(), machine.InputFunc(func(_ ir.Key, s *ir.Site, ty ir.Type) (uint64, bool) {
		if s.Kind != ir.Nondet {
			return 0, true
		}
		return rnd.Uint64() & (^uint64(0) >> (64 - ty.Bits)), true
	}))
	if err != nil {
		t.Fatal(err)
	}
	o := r.Outcome
	out := tableRun{end: fmt.Sprintf("ended(%d)", o.Kind), sum: sum, approx: r.Approx}
	switch o.Kind {
	case machine.Blocked: // an argument of another type has a value that was not passed
		return tableRun{blocked: true, end: "blocked", sum: sum, approx: r.Approx}
	case machine.Finished:
		out.end = "finished"
	case machine.Violated:
		out.end = o.Obligation.Kind
	case machine.Undefined:
		out.end = o.What
	}
	out.way = fmt.Sprintf("at %s, %d branches %x", o.Pos, r.NumTrace, r.Branches)
	return out
}

// tableRun describes a run of a program.
type tableRun struct {
	blocked bool   // it ended at an assumption that does not hold
	end     string // how it ended
	sum     uint64 // the result
	approx  bool   // it read an approximate value
	way     string // the branches, and the location where it ended
}

func (r tableRun) String() string {
	return fmt.Sprintf("%s, sum %d, approximate %v, %s", r.end, r.sum, r.approx, r.way)
}
