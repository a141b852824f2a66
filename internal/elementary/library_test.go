package elementary

import (
	"bufio"
	"fmt"
	"maps"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
)

// TestLibrary checks that results of the C library are in their enclosures: for random arguments, of few digits, near
// multiples of pi, near one, large and tiny, in the three formats. TANDEM_LONG=1: thirteen times as many.
func TestLibrary(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		benchtest.Missing(t, "no gcc")
	}
	n := "150"
	if os.Getenv("TANDEM_LONG") != "" {
		n = "2000"
	}
	dir := t.TempDir()
	for _, m := range []string{"-m64", "-m32"} {
		file, program := filepath.Join(dir, "a.c"), filepath.Join(dir, "a"+m)
		if err := os.WriteFile(file, []byte(libraryProgram()), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(gcc, m, "-w", "-O1", "-msse2", "-mfpmath=sse", "-fno-builtin", "-o", program, file,
			"-lm").CombinedOutput(); err != nil {
			if strings.Contains(string(out), "cannot find") {
				continue // no libraries for this model
			}
			t.Fatalf("gcc: %v\n%.2000s", err, out)
		}
		cmd := exec.Command(program, n)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			if m == "-m32" {
				continue // a machine that runs no 32-bit programs
			}
			t.Fatal(err)
		}
		c := counts{single: map[string]int{}, all: map[string]int{}}
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if text := c.line(lines.Text()); text != "" {
				t.Errorf("%s: %s", m, text)
			}
		}
		if err := cmd.Wait(); err != nil {
			if m == "-m32" {
				t.Logf("-m32: %v", err)
				continue
			}
			t.Fatal(err)
		}
		for _, name := range slices.Sorted(maps.Keys(accuracies)) {
			for _, format := range []string{"", "f", "l"} {
				if c.all[name+format] == 0 {
					t.Errorf("%s: nothing was asked of %s%s", m, name, format)
				}
			}
			t.Logf("%s %s: one value at %d of %d points", m, name, c.single[name], c.all[name])
		}
		if got := c.single["sin"]; 10*got < 8*c.all["sin"] {
			t.Errorf("%s: sin has one value at %d of %d points only", m, got, c.all["sin"])
		}
	}
}

// counts has the number of points by function: those whose enclosure is a single value, and all.
type counts struct{ single, all map[string]int }

// line checks a line "sin f ARGUMENT... RESULT" in hexadecimal. It returns a description of the error, or "".
func (c *counts) line(text string) string {
	fields := strings.Fields(text)
	format := map[string]Format{"f": Single, "d": Double, "l": Extended}[fields[1]]
	var xs []*big.Float
	for _, s := range fields[2:] {
		x, _, err := big.ParseFloat(s, 0, 64, big.ToZero)
		if err != nil { // a NaN
			return ""
		}
		xs = append(xs, x)
	}
	lo, hi, ok := Enclose(fields[0], format, xs[:len(xs)-1]...)
	if !ok {
		return ""
	}
	name := fields[0] + strings.TrimSuffix(fields[1], "d")
	c.all[name]++
	if lo.Cmp(hi) == 0 {
		c.single[name]++
	}
	r := xs[len(xs)-1]
	if r.Cmp(lo) < 0 || r.Cmp(hi) > 0 {
		return fmt.Sprintf("%s: the result is not in %s to %s", text, lo.Text('p', 0), hi.Text('p', 0))
	}
	return ""
}

// libraryProgram returns a C program that prints such lines.
func libraryProgram() string {
	var b strings.Builder
	b.WriteString(`#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned long long s = 88172645463325252ull;
static unsigned long long next(void) { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return s; }
static long double real(int scale) {
  long double x = (long double)(long long)next() / 0x1p63L;
  switch (next() % 8) {
  case 0: return (long double)(int)(next() % 401 - 200) / 8;
  case 1: return ldexpl(x, (int)(next() % 20) - 10);
  case 2: return x * scale;
  case 3: return M_PIl / 4 * (int)(next() % 64) + ldexpl(x, -(int)(next() % 64));
  case 4: return 1 + ldexpl(x, -(int)(next() % 64));
  case 5: return (long double)(int)(next() % 4000 - 2000) / 100;
  case 6: return ldexpl(x, (int)(next() % 2100) - 1070);
  }
  return x;
}
int main(int argc, char **argv) {
  long n = atol(argv[1]), i;
  for (i = 0; i < n; i++) {
    long double x = real(800), y = real(30);
`)
	for _, name := range slices.Sorted(maps.Keys(accuracies)) {
		for _, f := range []struct{ letter, suffix, typ string }{{"f", "f", "float"}, {"d", "", "double"},
			{"l", "l", "long double"}} {
			second, print := "", ""
			if accuracies[name].args == 2 {
				second, print = ", b", `printf(" %La", (long double)b);`
			}
			fmt.Fprintf(&b, "    { %s a = x, b = y; volatile %[1]s r = %s%s(a%s); printf(\"%[2]s %[5]s %%La\", (long "+
				"double)a); %s printf(\" %%La\\n\", (long double)r); }\n",
				f.typ, name, f.suffix, second, f.letter, print)
		}
	}
	b.WriteString("  }\n}\n")
	return b.String()
}
