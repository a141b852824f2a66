package cfront_test

import (
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestOwnCode: neither the addresses of labels nor the texts of the environment make a pointer to a function lead outside of the program; a
// number that is made one does.
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
}`, false}, // it is called in its own object, which holds no code
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
		prog, err := cfront.Load(cfront.Config{Model: ir.LP64, MissingBodies: "unknown", PropertyKind: "unreach-call", ErrorFunc: "reach_error",
			Files: []string{"a.c"}, Sources: map[string][]byte{"a.c": []byte(calls + c.src)}})
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
