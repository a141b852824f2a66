package difftest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// dangling are programs that use an object after its block has ended. Each is a list of statements of main, in which k
// is an input, g an int, keep an int *, and f(p) adds 1 to *p and returns it. Before each assertion an access is
// invalid. Hence neither the assertion nor its negation may be violated, and no proof may depend on the content of the
// object.
var dangling = map[string]string{
	"block":          `{ int x = 3; keep = &x; } assert(*keep == 3);`,
	"written":        `{ int x = 3; keep = &x; } *keep = 4; assert(*keep == 4);`,
	"array":          `{ int x[3] = {1, 2, 3}; keep = x + 1; } assert(keep[1] == 3);`,
	"member":         `{ struct { int a, b; } x = {1, 2}; keep = &x.b; } assert(*keep == 2);`,
	"callee":         `{ int x = 3; keep = &x; f(keep); } assert(f(keep) == 5);`,
	"loop":           `for (int i = 0; i < 2; i++) { int x = i; if (i == 1) assert(*keep == 0); keep = &x; }`,
	"break":          `while (1) { int x = 7; keep = &x; if (k) break; g = x; break; } assert(*keep == 7);`,
	"continue":       `for (int i = 0; i < 1; i++) { int x = 7; keep = &x; if (k) continue; f(&x); } assert(*keep >= 7);`,
	"goto":           `{ int x = 7; keep = &x; if (k) goto out; x = 8; } out: assert(*keep >= 7);`,
	"goto back":      `int n = 0; again: if (n == 1) assert(*keep == 5); { int x = 5; keep = &x; if (n++ < 1) goto again; }`,
	"switch":         `switch (k) { int x; case 1: x = 5; keep = &x; break; default: keep = &x; x = 6; } assert(*keep >= 5);`,
	"for":            `for (int i = 3; keep = &i, i < 5; i++) ; assert(*keep == 5);`,
	"if":             `if (k) keep = (int[]){5}; else keep = (int[]){6}; assert(*keep >= 5);`,
	"literal":        `{ keep = (int[2]){5, 6}; } assert(keep[1] == 6);`,
	"value":          `keep = ({ int x = 4; &x; }); assert(*keep == 4);`,
	"temporary":      `keep = make(k).a; assert(keep[1] == k);`,
	"variable array": `int n = 2; { int x[n]; x[1] = 9; keep = x; } assert(keep[1] == 9);`,
	"back before it": `int n = 0; again: if (n == 1) assert(keep[1] == 9); int x[n + 2]; x[1] = 9; keep = x; if (n++ < 1) goto again;`,
	"callee's block": `keep = inner(k); assert(*keep == k);`,
	"in memory":      `int *p; int **q = &p; { int x = 1; *q = &x; } assert(**q == 1);`,
	"in a structure": `struct { int *p; } s; { int x = 1; s.p = &x; } assert(*s.p == 1);`,
	"a branch":       `keep = &g; if (k) { int x = 1; keep = &x; } g = 1; if (k) assert(*keep == 1);`,
	"lost":           `{ int x = 1; keep = &x; } *keep = 2; { int y = 1; *keep = 2; assert(y == 1 && *keep == 2); }`,
	"copied":         `int a[2] = {1, 2}, b[2]; { int x[2] = {3, 4}; keep = x; } memcpy(b, keep, sizeof b); assert(b[1] == 4);`,
}

const danglingHead = `#include <assert.h>
#include <string.h>
#define refute(x) assert(!(x))
extern int __VERIFIER_nondet_int(void);
static int g, *keep;
struct s { int a[2]; };
static struct s make(int k) { struct s r = {{0, k}}; return r; }
static int f(int *p) { return *p += 1; }
static int *inner(int k) { int *p; { int x = k; p = &x; } return p; }
int main(void) { int k = __VERIFIER_nondet_int(); %s
  return 0; }
`

// TestDangling tests that using an object after its block is undefined behaviour, however the block is left. go test
// runs a sample, TANDEM_LONG=1 all programs.
func TestDangling(t *testing.T) {
	dir := t.TempDir()
	tandem := built(t)
	for name, body := range dangling {
		for _, check := range []string{"assert(", "refute("} {
			file := filepath.Join(dir, check[:6]+strings.ReplaceAll(name, " ", "_")+"_safe.c")
			if os.Getenv("TANDEM_LONG") == "" && !sampled(file) {
				continue
			}
			text := fmt.Sprintf(danglingHead, strings.ReplaceAll(body, "assert(", check))
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			p := familyProgram{file: file, options: []string{"--timelimit", "2s"}}
			if verdict, line := p.verdict(t.Context(), tandem); verdict != "unknown" {
				t.Errorf("%s %s: %s", name, check[:6], line)
			}
		}
	}
}
