package cfront_test

import (
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestOwnCode checks that neither addresses of labels nor texts of the environment let a pointer to a function lead
// outside of the program, but that a number converted to such a pointer does.
func TestOwnCode(t *testing.T) {
	const calls = `#include <stdlib.h>
extern void reach_error(void);
static void f(void) { reach_error(); }
struct s { void (*p)(void); void *any; };
static void call(struct s *s) { s->p(); }
`
	for _, c := range []struct {
		name, src string
		outside   bool
	}{
		{"labels", `int main(void) {
	struct s *s = calloc(1, sizeof *s);
	static const void *const to[] = {&&a, &&b, &&c, &&d};
	int i = 0;
	s->p = f;
	goto *to[i];
a: b: c: d: call(s);
}`, false},
		{"environment", `int main(void) {
	struct s *s = calloc(1, sizeof *s);
	char *e = getenv("LEVEL");
	s->p = f;
	if (e && *e) call(s);
}`, false},
		{"the text as a function", `int main(void) {
	struct s *s = calloc(1, sizeof *s);
	char *e = getenv("LEVEL");
	s->p = f;
	if (e) s->p = (void (*)(void))e;
	call(s);
}`, false}, // the pointer leads to the object of the text, which holds no code
		{"a number", `int main(int argc, char **argv) {
	struct s *s = calloc(1, sizeof *s);
	static const void *const to[] = {&&a, &&b};
	s->p = (void (*)(void))(unsigned long)argc;
	goto *to[0];
a: b: call(s);
}`, true},
		{"a literal above the labels", `int main(void) {
	struct s *s = calloc(1, sizeof *s);
	static const void *const to[] = {&&a, &&b};
	s->p = (void (*)(void))0x4000;
	goto *to[0];
a: b: call(s);
}`, true},
	} {
		prog, err := cfront.Load(cfront.Config{Model: ir.LP64, MissingBodies: "unknown", PropertyKind: "unreach-call",
			ErrorFunc: "reach_error",
			Files:     []string{"a.c"}, Sources: map[string][]byte{"a.c": []byte(calls + c.src)}})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		outside := slices.ContainsFunc(prog.Obligations, func(o *ir.Obligation) bool { return o.Kind == ir.NoBodyOf })
		if outside != c.outside {
			t.Errorf("%s: a call outside of the program: %v, want %v", c.name, outside, c.outside)
		}
	}
}

// TestOtherTypeElsewhere calls functions of another type through pointers that were passed on in many ways, mostly
// through memory, where a pointer may also be a number. The program must end at the call, for each treatment of
// functions without a body. A function of the pointer's type must be called.
func TestOtherTypeElsewhere(t *testing.T) {
	functions := map[string]string{
		"other": `typedef int (*TG)(int, void *); static int g(int i, void *p) { return 0; }`,
		"large": `struct big { int a[8]; }; typedef struct big (*TG)(void); static struct big g(void) { struct big b = {0}; return b; }`,
		"same":  `typedef int (*TG)(int); static int g(int i) { reach_error(); return i; }`,
	}
	ways := map[string]string{
		"a member":        `int main(void) { struct ops { F f; } o; o.f = (F)g; return o.f(7); }`,
		"any pointer":     `int main(void) { struct ops { void *f; } o; o.f = (void *)g; F p = (F)o.f; return p(7); }`,
		"a number":        `int main(void) { unsigned long x = (unsigned long)g; F p = (F)x; return p(7); }`,
		"a number kept":   `int main(void) { struct s { unsigned long x; } s; s.x = (unsigned long)g; F p = (F)s.x; return p(7); }`,
		"a union":         `int main(void) { union w { void (*a)(void); F f; } w; w.a = (void (*)(void))g; return w.f(7); }`,
		"a copy":          `int main(void) { F p; TG q = g; __builtin_memcpy(&p, &q, sizeof p); return p(7); }`,
		"its bytes":       `int main(void) { F p; TG q = g; for (int i = 0; i < 8; i++) ((char *)&p)[i] = ((char *)&q)[i]; return p(7); }`,
		"a parameter":     `static int call(F p) { return p(7); } int main(void) { return call((F)g); }`,
		"a table":         `static int h(int i) { return i; } static F t[2] = {h, (F)g}; int main(void) { return t[1](7); }`,
		"an object":       `int main(void) { struct ops { F f; } *o = __builtin_malloc(sizeof *o); if (!o) return 0; o->f = (F)g; return o->f(7); }`,
		"a global":        `F p; int main(void) { p = (F)g; return p(7); }`,
		"a result":        `static F get(void) { return (F)g; } int main(void) { return get()(7); }`,
		"a choice":        `static int h(int i) { return i; } static int k; int main(void) { F p = k ? h : (F)g; return p(7); }`,
		"beside a number": `static long k; int main(void) { struct ops { F f; } o; o.f = (F)k; o.f = (F)g; return o.f(7); }`,
	}
	for what, g := range functions {
		for way, main := range ways {
			for _, mode := range []string{"unknown", "input"} {
				src := "extern void reach_error(void); typedef int (*F)(int); " + g + "\n" + main
				prog, err := cfront.Load(cfront.Config{Model: ir.LP64, MissingBodies: mode, PropertyKind: "unreach-call",
					ErrorFunc: "reach_error",
					Checks:    []string{ir.ValidCall}, Files: []string{"a.c"}, Sources: map[string][]byte{"a.c": []byte(src)}})
				if err != nil {
					t.Errorf("%s, %s: %v", what, way, err)
					continue
				}
				want := "invalid call"
				if what == "same" {
					want = "unreach-call"
				}
				if got := ended(t, prog); got != want {
					t.Errorf("%s through %s (%s): %q, want %q", what, way, mode, got, want)
				}
			}
		}
	}
}
