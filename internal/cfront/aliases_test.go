package cfront

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestAliases checks the choices that the front end makes for pointer inputs: the printed program has all texts in want
// and none in not.
func TestAliases(t *testing.T) {
	for name, c := range map[string]struct {
		src, entry string
		want, not  []string
	}{
		"address taken": {`extern void *__VERIFIER_nondet_pointer(void); int g, h; int main(void) { int *p = __VERIFIER_nondet_pointer(); return p == &g; }`, "",
			[]string{"p = &@g"}, []string{"&@h"}},
		"two parameters": {`int f(int *p, int *q) { return p == q; }`, "f", []string{"made = ", "ptradd(@made"},
			nil},
		"a variable that others name": {`int g; static int s; int f(int *p) { g = s; *p = 2; return g; }`, "f",
			[]string{"store &@g", "&@g"}, []string{"&@s"}},
		"another type": {`long long g; int f(int *p) { long long *q = &g; *q = 1; *p = 2; return g; }`, "f",
			nil, []string{"p = &@g", "choice"}},
		"a local": {`int main(void) { int x; int *p, *q = &x; return p == q; }`, "", []string{"p = &x"},
			nil},
		"only null": {`int g; int *q = &g; int main(void) { int *p; return p == 0; }`, "", nil,
			[]string{"choice"}},
		"elements": {`int a[4]; int *q = a; int f(int *p) { return p == q; }`, "f",
			[]string{"< 4:u32", "ptradd(&@a"}, nil},
		"many": {`struct n { struct n *next; }; struct n *l; int f(struct n *p) { while (p) { struct n *m = __builtin_malloc(sizeof *m); m->next = l; l = m; p = p->next; } struct n *q; return q == l; }`, "f",
			[]string{"approx \"q target"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := Load(Config{Files: []string{"a.c"}, Sources: map[string][]byte{"a.c": []byte(c.src)}, Entry: c.entry})
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.Check(p); err != nil {
				t.Error(err)
			}
			text := ir.Print(p)
			for _, w := range c.want {
				if !strings.Contains(text, w) {
					t.Errorf("no %q in\n%s", w, text)
				}
			}
			for _, w := range c.not {
				if strings.Contains(text, w) {
					t.Errorf("%q in\n%s", w, text)
				}
			}
		})
	}
}
