package app

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// scaleFamilies are programs of any size. text returns the files of a program with n parts, by name; lines is
// the approximate number of lines of a part.
var scaleFamilies = []struct {
	name  string
	lines int
	text  func(n int) map[string]string
}{
	{"funcs", 10, scaleFuncs},
	{"chain", 4, scaleChain},
	{"table", 6, scaleTable},
	{"switch", 4, scaleSwitch},
	{"globals", 4, scaleGlobals},
	{"files", 210, scaleFiles},
}

const scaleHead = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n"

// oneFile returns a program of one file.
func oneFile(parts ...string) map[string]string {
	return map[string]string{"a.c": scaleHead + strings.Join(parts, "")}
}

// each returns the concatenation of format(i) for i from 0 to n-1.
func each(n int, format func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(format(i))
	}
	return b.String()
}

// scaleFuncs returns a program that calls n functions in sequence.
func scaleFuncs(n int) map[string]string {
	return oneFile(each(n, func(i int) string {
		return fmt.Sprintf("static int f%d(int x) {\n  int s = 0;\n  if (x < 0) return 0;\n  if (x > 100) x = 100;\n"+
			"  for (int i = 0; i < 4; i++) {\n    s += x + %d;\n  }\n  return s;\n}\n", i, i%7)
	}), "int main(void) {\n", each(n, func(i int) string {
		return fmt.Sprintf("  { int r = f%d(__VERIFIER_nondet_int()); assert(r >= 0 && r <= 428); }\n", i)
	}), "  return 0;\n}\n")
}

// scaleChain returns a program with calls that are nested n deep.
func scaleChain(n int) map[string]string {
	return oneFile("static int h0(int x) { return x; }\n", each(n-1, func(i int) string {
		return fmt.Sprintf("static int h%d(int x) {\n  if (x < 0) return 0;\n  return h%d(x > %d ? %[3]d : x);\n}\n", i+1, i,
			10*n-i)
	}), fmt.Sprintf("int main(void) {\n  int r = h%d(__VERIFIER_nondet_int());\n  assert(r >= 0 && r <= %d);\n  return "+
		"0;\n}\n", n-1, 10*n))
}

// scaleTable returns a program with a table of n functions that call each other through the table.
func scaleTable(n int) map[string]string {
	return oneFile("struct o { int (*get)(struct o *, int); int v; struct o *next; };\n", each(n, func(i int) string {
		return fmt.Sprintf("static int g%d(struct o *o, int x) {\n  if (o->next && x > 0) return o->next->get(o->next, x "+
			"- 1);\n"+
			"  o->v = (o->v + %d) %% 100;\n  return o->v;\n}\n", i, i%9)
	}), "static int (*const tab[])(struct o *, int) = {\n",
		each(n, func(i int) string { return fmt.Sprintf("  g%d,\n", i) }), "};\n",
		fmt.Sprintf("int main(void) {\n  static struct o a, b;\n  unsigned i = __VERIFIER_nondet_int(), j = "+
			"__VERIFIER_nondet_int();\n"+
			"  if (i >= %d || j >= %[1]d) return 0;\n  a.get = tab[i]; b.get = tab[j]; a.next = &b;\n"+
			"  int r = a.get(&a, 3);\n  assert(r > -1000);\n  return 0;\n}\n", n))
}

// scaleSwitch returns a state machine with n states.
func scaleSwitch(n int) map[string]string {
	return oneFile("int main(void) {\n  int st = 0, c = 0;\n  for (int k = 0; k < 1000; k++) {\n    int x = "+
		"__VERIFIER_nondet_int();\n    switch (st) {\n",
		each(n, func(i int) string {
			return fmt.Sprintf("    case %d:\n      if (x == %d) st = %d; else st = %d;\n      c++;\n      break;\n", i, i%5,
				(i+1)%n, (i*7+3)%n)
		}), fmt.Sprintf("    default: assert(0);\n    }\n    assert(st >= 0 && st < %d);\n  }\n  return 0;\n}\n", n))
}

// scaleGlobals returns a program with n arrays and n pointers to them.
func scaleGlobals(n int) map[string]string {
	return oneFile(each(n, func(i int) string { return fmt.Sprintf("static int a%d[8] = {%d, 1, 2, 3};\n", i, i%50) }),
		each(n, func(i int) string {
			return fmt.Sprintf("static int *p%d = a%d;\nstatic void w%[1]d(int i) { if (i >= 0 && i < 8) p%[1]d[i] = i; }\n", i,
				(i+1)%n)
		}), "int main(void) {\n", each(n, func(i int) string { return fmt.Sprintf("  w%d(__VERIFIER_nondet_int());\n", i) }),
		"  assert(a0[0] >= 0);\n  return 0;\n}\n")
}

// scaleFiles returns a program of n files with a common header of structures that point to each other.
func scaleFiles(n int) map[string]string {
	const k = 40
	files := map[string]string{}
	header := "#ifndef T_H\n#define T_H\n" + each(k, func(i int) string { return fmt.Sprintf("struct s%d;\n", i) }) +
		each(k, func(i int) string {
			return fmt.Sprintf("struct s%d { int v; struct s%d *a; struct s%d *b; struct s%d *(*f)(struct s%d *, struct s%d "+
				"*); };\n",
				i, (i*7+1)%k, (i*3+5)%k, (i+1)%k, (i+2)%k, (i+9)%k)
		})
	sig := func(i int) string {
		return fmt.Sprintf("struct s%d *t%d(struct s%[1]d *x, struct s%[3]d *y)", i%k, i, (i+3)%k)
	}
	for i := range n {
		name := fmt.Sprintf("t%d", i)
		body := each(40, func(j int) string {
			return fmt.Sprintf("static int %s_%d(struct s%d *x, int a) {\n  if (!x) return a;\n  x->v += a;\n  return x->v * "+
				"%[2]d;\n}\n", name, j, i%k)
		})
		next := "return x;"
		if i > 0 {
			body = sig(i-1) + ";\n" + body
			next = fmt.Sprintf("if (x && x->v > 0 && x->f == 0) t%d(0, 0); return x;", i-1)
		}
		files[name+".c"] = "#include \"types.h\"\n" + body + sig(i) + " {\n  if (x && y) x->v = y->v" +
			each(40, func(j int) string { return fmt.Sprintf(" + %s_%d(x, %d)", name, j, i) }) + ";\n  " + next + "\n}\n"
	}
	files["types.h"] = header + "#endif\n"
	files["main.c"] = fmt.Sprintf("#include \"types.h\"\n%s;\nint main(void) { static struct s%d x; static struct s%d "+
		"y; return t%d(&x, &y)->v > 0; }\n", sig(n-1), (n-1)%k, (n+2)%k, n-1)
	return files
}

// writeScale writes the files of a program to a folder, and returns the names of its sources.
func writeScale(t *testing.T, dir string, files map[string]string) (sources []string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".c") {
			sources = append(sources, file)
		}
	}
	slices.Sort(sources)
	return sources
}

// maxDouble bounds the factor by which costs may grow when the program doubles.
const maxDouble = 2.2

// TestScaleSmall checks that, for a program with twice as many parts, Load makes at most 2.2 times as many edges and
// locations and allocates at most 2.2 times as much memory.
func TestScaleSmall(t *testing.T) {
	for _, f := range scaleFamilies {
		var edges, bytes [2]float64
		for k := range 2 {
			sources := writeScale(t, t.TempDir(), f.text(max(3, 1200/f.lines)<<k))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			task, err := Load(Options{}, sources...)
			if err != nil {
				t.Fatalf("%s: %v", f.name, err)
			}
			runtime.ReadMemStats(&after)
			bytes[k] = float64(after.TotalAlloc - before.TotalAlloc)
			for _, g := range task.Program.Funcs {
				edges[k] += float64(len(g.Edges) + len(g.Locs))
			}
		}
		t.Logf("%-8s edges and locations %.0f, %.0f; %.0f, %.0f MB allocated", f.name, edges[0], edges[1], bytes[0]/1e6,
			bytes[1]/1e6)
		if r := edges[1] / edges[0]; r > maxDouble {
			t.Errorf("%s: twice the lines make %.2f times the edges and locations", f.name, r)
		}
		if r := bytes[1] / bytes[0]; r > maxDouble {
			t.Errorf("%s: twice the lines take %.2f times the memory", f.name, r)
		}
	}
}

// TestScale measures "tandem cfa" (the binary is TANDEM_BIN) on each family, first with 1,000 lines, then each time
// with twice as many, up to TANDEM_LINES. It also measures the programs in the folder TANDEM_SOURCES, whose files
// NAME.args hold the arguments of "tandem cfa". The command "make scale" runs this test.
func TestScale(t *testing.T) {
	bin := os.Getenv("TANDEM_BIN")
	if bin == "" {
		t.Skip("TANDEM_BIN is not set (make scale sets it)")
	}
	limit := 100_000
	if s := os.Getenv("TANDEM_LINES"); s != "" {
		var err error
		if limit, err = strconv.Atoi(s); err != nil {
			t.Fatalf("TANDEM_LINES=%s: %v", s, err)
		}
	}
	fmt.Printf("%-10s %8s %9s %7s  per doubling: %s\n", "family", "lines", "CPU s", "MB", "time, memory")
	for _, f := range scaleFamilies {
		var last cost
		for _, lines := range scaleSizes(limit) {
			dir := t.TempDir()
			c, err := measure(bin, dir, writeScale(t, dir, f.text(lines/f.lines))...)
			if err != nil {
				fmt.Printf("%-10s %8d %v\n", f.name, lines, err)
				break
			}
			fmt.Printf("%-10s %8d %9.2f %7.0f", f.name, lines, c.seconds, c.mb)
			if last.seconds > 0 && lines == 2*last.lines {
				s, m := c.seconds/last.seconds, c.mb/last.mb
				over := ""
				if lines > 8000 && max(s, m) > maxDouble {
					over = "  more than " + fmt.Sprint(maxDouble)
				}
				fmt.Printf("  %.2f %.2f%s", s, m, over)
			}
			fmt.Println()
			last, last.lines = c, lines
		}
	}
	sources := os.Getenv("TANDEM_SOURCES")
	if sources == "" {
		return
	}
	args, err := filepath.Glob(filepath.Join(sources, "*.args"))
	if err != nil || len(args) == 0 {
		t.Fatalf("no file NAME.args in %s", sources)
	}
	for _, file := range args {
		name := strings.TrimSuffix(filepath.Base(file), ".args")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(string(text))
		gone := slices.IndexFunc(words, func(w string) bool {
			_, err := os.Stat(filepath.Join(sources, w))
			return strings.HasSuffix(w, ".c") && err != nil
		})
		if gone >= 0 {
			fmt.Printf("%-10s skipped: %s is not there\n", name, words[gone])
			continue
		}
		c, err := measure(bin, sources, words...)
		if err != nil {
			fmt.Printf("%-10s %v\n", name, err)
			continue
		}
		fmt.Printf("%-10s %8s %9.2f %7.0f\n", name, "", c.seconds, c.mb)
	}
}

// cost is the processor time and the maximal memory of a process.
type cost struct {
	seconds, mb float64
	lines       int
}

// scaleSizes returns 1,000, 2,000, 4,000 and so on below the limit, then the limit; nothing if the limit is 0.
func scaleSizes(limit int) (out []int) {
	for n := 1000; n < limit; n *= 2 {
		out = append(out, n)
	}
	if limit > 0 {
		out = append(out, limit)
	}
	return out
}

// scaleLimit bounds the time of one process of TestScale.
const scaleLimit = 5 * time.Minute

// measure runs tandem cfa in a folder and returns its cost.
func measure(bin, dir string, args ...string) (cost, error) {
	ctx, cancel := context.WithTimeout(context.Background(), scaleLimit)
	defer cancel()
	var errs strings.Builder
	c := exec.CommandContext(ctx, bin, append([]string{"cfa"}, args...)...)
	c.Dir, c.Stderr = dir, &errs
	err := c.Run()
	switch {
	case ctx.Err() != nil:
		return cost{}, fmt.Errorf("took more than %v", scaleLimit)
	case err != nil:
		line, _, _ := strings.Cut(errs.String(), "\n")
		return cost{}, fmt.Errorf("%v: %s", err, line)
	}
	u := c.ProcessState.SysUsage().(*syscall.Rusage)
	s := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	return cost{seconds: math.Max(s.Seconds(), 0.01), mb: float64(u.Maxrss) / 1024}, nil
}
