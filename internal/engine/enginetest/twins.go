package enginetest

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Twin has a program whose accesses to memory are all valid, and a similar program with an invalid access.
type Twin struct{ Name, Safe, Faulty string }

// twinHead begins each program.
const twinHead = `#include <stdlib.h>
#include <string.h>
unsigned nondet_uint(void); unsigned char nondet_uchar(void);
struct node { int v; struct node *next; };
struct box { char name[6]; int a[3]; int *p; };
int main(void) {
  unsigned n = nondet_uint(), m = nondet_uint();
`

// Twins are small programs whose loops have few rounds.
var Twins = []Twin{
	{"index", "int a[10]; if (n < 10) a[n] = 1;", "int a[10]; if (n <= 10) a[n] = 1;"},
	{"block of n", "if (n > 4) return 0; int *p = malloc(n * sizeof *p); for (unsigned i = 0; i < n; i++) p[i] = i; " +
		"free(p);",
		"if (n > 4) return 0; int *p = malloc(n * sizeof *p); for (unsigned i = 0; i <= n; i++) p[i] = i; free(p);"},
	{"off by one at the front", "int a[5]; for (int i = 4; i >= 0; i--) a[i] = i;",
		"int a[5]; for (int i = 4; i >= 0; i--) a[i - 1] = i;"},
	{"room for the end of a string", "char s[4]; if (n > 3) return 0; memset(s, 'x', n); s[n] = 0;",
		"char s[4]; if (n > 4) return 0; memset(s, 'x', n); s[n] = 0;"},
	{"use after free", "int *p = malloc(4); *p = 1; if (m == 7) *p = 2; free(p);",
		"int *p = malloc(4); *p = 1; if (m == 7) free(p); *p = 2;"},
	{"double free", "int *p = malloc(4); if (m == 9) { free(p); p = 0; } free(p);",
		"int *p = malloc(4); if (m == 9) free(p); free(p);"},
	{"inner pointer", "char *p = malloc(4), *q = p + 2; free(q - 2);", "char *p = malloc(4), *q = p + (m == 5); free(q);"},
	{"free of a local", "int x = 0, *p = m == 3 ? malloc(4) : 0; free(p); (void)x;",
		"int x = 0, *p = m == 3 ? &x : 0; free(p);"},
	{"member array", "struct box b; int *p = b.a; if (n < 3) p[n] = 1;",
		"struct box b; int *p = b.a; if (n < 5) p[n] = 1;"},
	{"copied string", "char d[4], s[8] = \"abcdefg\"; if (n < 4) { s[n] = 0; strcpy(d, s); }",
		"char d[4], s[8] = \"abcdefg\"; if (n < 5) { s[n] = 0; strcpy(d, s); }"},
	{"memcpy of n", "char a[8], b[6] = {0}; if (n <= 6) memcpy(a, b, n);",
		"char a[8], b[6] = {0}; if (n <= 7) memcpy(a, b, n);"},
	{"length that is negative", "char a[8]; int k = n; if (k >= 0 && k <= 8) memset(a, 0, k);",
		"char a[8]; int k = n; if (k <= 8) memset(a, 0, k);"},
	{"realloc", "char *p = malloc(2); p = realloc(p, 4); p[3] = 1; free(p);",
		"char *p = malloc(2), *q = p; p = realloc(p, 4); if (m == 4) q[0] = 1; free(p);"},
	{"realloc to less", "if (n > 4) return 0; char *p = malloc(4); p = realloc(p, n + 1); p[n] = 1; free(p);",
		"if (n > 4) return 0; char *p = malloc(4); p = realloc(p, n + 1); p[3] = 1; free(p);"},
	{"list", "if (n > 3) return 0; struct node *l = 0; while (n--) { struct node *x = malloc(sizeof *x); x->next = l; " +
		"l = x; } while (l) { struct node *x = l->next; free(l); l = x; }",
		"if (n > 3) return 0; struct node *l = 0; while (n--) { struct node *x = malloc(sizeof *x); x->next = l; l = x; } " +
			"while (l) { free(l); l = l->next; }"},
	{"end of a list", "struct node a = {1, 0}, b = {2, &a}, *p = &b; while (p && p->v != (int)n) p = p->next;",
		"struct node a = {1, 0}, b = {2, &a}, *p = &b; while (p->v != (int)n) p = p->next;"},
	{"null", "int x, *p = m == 6 ? &x : 0; if (p) *p = 1;", "int x, *p = m == 6 ? 0 : &x; *p = 1;"},
	{"dead local", "int *p, y; { int x = 1; p = &x; y = *p; } if (m == 8) p = &y; else p = 0; if (p) *p = y;",
		"int *p, y; { int x = 1; p = &x; y = *p; } if (m == 8) p = &y; *p = y;"},
	{"constant", "static const char t[4] = \"abc\"; char *p = (char *)t, c; if (n < 4) c = p[n], (void)c;",
		"static const char t[4] = \"abc\"; char *p = (char *)t; if (n < 4) p[n] = 'x';"},
	{"pointer in a structure", "struct box b; int a[3]; b.p = a; if (n < 3) b.p[n] = 1;",
		"struct box b; int a[3]; b.p = a; if (n <= 3) b.p[n] = 1;"},
	{"product that wraps", "if (n > 8) return 0; int *p = malloc(n * 4); if (n > 1) p[1] = 1; free(p);",
		"int *p = malloc(n * 4); if (n > 1) p[1] = 1; free(p);"},
	{"end of an array", "int a[3] = {1, 2, 3}, s = 0; for (int *p = a, *e = a + 3; p != e; p++) s += *p;",
		"int a[3] = {1, 2, 3}, s = 0; for (int *p = a, *e = a + 3; p <= e; p++) s += *p;"},
}

// Task returns one of the two programs, with the checks of memory as obligations.
func (w Twin) Task(t testing.TB, faulty bool) *verify.Task {
	t.Helper()
	body, name := w.Safe, "safe.c"
	if faulty {
		body, name = w.Faulty, "faulty.c"
	}
	return C{File: name, Text: twinHead + body + "\nreturn 0; }\n", Passes: func(o *instrument.Options) {
		o.Report = map[string]bool{ir.ValidDeref: true, ir.ValidFree: true}
	}}.Task(t)
}

// RunTwins runs an engine on both programs of each twin and checks its claims: it replays tests and checks proofs. It
// fails if the engine finds a test for a safe program or a proof for a faulty one. It returns the names of the twins
// whose faulty program has a test, and of those whose safe program is proved.
func RunTwins(t *testing.T, e verify.Engine, each time.Duration) (found, proved map[string]bool) {
	t.Helper()
	found, proved = map[string]bool{}, map[string]bool{}
	for _, w := range Twins {
		for _, faulty := range []bool{true, false} {
			task := w.Task(t, faulty)
			ctx, cancel := context.WithTimeout(context.Background(), each)
			switch r := Run(ctx, e, task, verify.NewBoard()).(type) {
			case *verify.Unsafe:
				if err := Replay(ctx, task, r); err != nil {
					t.Errorf("%s, faulty %v: not replayed: %v", w.Name, faulty, err)
				} else if found[w.Name] = true; !faulty {
					t.Errorf("%s: a fault in the safe twin", w.Name)
				}
			case *verify.Safe:
				all := r.Obligations == nil || len(r.Obligations) == len(task.Asked())
				switch out := check.Proof(ctx, task, r); {
				case out.Verdict == check.Refuted:
					t.Errorf("%s, faulty %v: refuted: %s", w.Name, faulty, out.Reason)
				case out.Verdict == check.Confirmed && faulty && all:
					t.Errorf("%s: the faulty twin is proved", w.Name)
				case out.Verdict == check.Confirmed && !faulty && all:
					proved[w.Name] = true
				case out.Verdict != check.Confirmed:
					t.Logf("%s, faulty %v: not confirmed: %s", w.Name, faulty, out.Reason)
				}
			case *verify.Unknown:
				t.Logf("%s, faulty %v: %s", w.Name, faulty, r.Reason)
			}
			cancel()
		}
	}
	return found, proved
}
