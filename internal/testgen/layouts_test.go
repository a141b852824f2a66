package testgen_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestLayouts checks which runs that violate an assertion in the usual layout violate it in all layouts. The usual
// layout places objects from 65536 on.
func TestLayouts(t *testing.T) {
	const head = "#include <assert.h>\n#include <stdint.h>\n#include <stdlib.h>\nunsigned long " +
		"__VERIFIER_nondet_ulong(void); void klee_make_symbolic(void*, unsigned long, const char*);\n"
	for name, c := range map[string]struct {
		text   string
		inputs []int64
		shows  bool
	}{
		"order":            {"int main(void) { int a, b; assert(&a > &b); }", nil, false},
		"a fixed address":  {"int a; int main(void) { assert((uintptr_t)&a != 65536); }", nil, false},
		"alignment":        {"long a; int main(void) { assert((uintptr_t)&a % 8 != 0); }", nil, true},
		"more alignment":   {"int a; int main(void) { assert((uintptr_t)&a % 16 != 0); }", nil, false},
		"bits of the heap": {"int main(void) { assert((uintptr_t)malloc(3) & 15); }", nil, true},
		"within an object": {"int a[4]; int main(void) { assert((uintptr_t)(a + 2) - (uintptr_t)a == 4); }", nil, true},
		"a distance": {"int a, b; int main(void) { uintptr_t d = (uintptr_t)&a - (uintptr_t)&b; assert(d < 1000 " +
			"|| -d < 1000); }", nil, false},
		"never null": {"int a; int main(void) { assert((uintptr_t)&a == 0); }", nil, true},
		"numbers are equal": {"int a; int main(void) { int *p = (int *)__VERIFIER_nondet_ulong(); assert(p != &a); }",
			[]int64{65536}, true},
		"an exposed object": {"int a; int main(void) { uintptr_t n = (uintptr_t)&a; int *p = (int " +
			"*)__VERIFIER_nondet_ulong(); if ((uintptr_t)p == n) { *p = 1; assert(a == 0); } }", []int64{65536}, true},
		"nobody knows it": {"int a; int main(void) { int *p = (int *)__VERIFIER_nondet_ulong(); *p = 1; assert(a == " +
			"0); }", []int64{65536}, false},
		"another type": {"struct { double *p; } s; int a, *q = &a; int main(void) { klee_make_symbolic(&s, sizeof " +
			"s, \"s\"); if ((void *)s.p == (void *)q) { *s.p = 1; assert(a == 0); } }", []int64{65552}, false},
		"a pointer in memory": {"int a; int main(void) { char s[8]; klee_make_symbolic(s, sizeof s, \"s\"); int *p, *q = " +
			"&a; memcpy(&p, s, sizeof p); if (p == q) { *p = 1; assert(a == 0); } }", []int64{65536}, true},
		"it is used again": {"int main(void) { char *p = malloc(8); uintptr_t n = (uintptr_t)p; free(p); p = " +
			"malloc(8); assert((uintptr_t)p == n); }", nil, false},
		"in place or not": {"int main(void) { char *o = malloc(4), *p = realloc(o, 8); assert((uintptr_t)p == " +
			"(uintptr_t)o); }", nil, false},
		"a number by accident": {"int a; int main(void) { unsigned long n = __VERIFIER_nondet_ulong(); " +
			"assert(((uintptr_t)&a & 1) || n != 65540); }", []int64{65540}, true},
	} {
		file := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(file, []byte(head+c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := cfront.Load(cfront.Config{Model: ir.LP64, Files: []string{file}, Entry: "main"})
		if err != nil {
			t.Fatal(err)
		}
		m, err := exec.NewInterp(p, exec.Config{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Run(context.Background(), exec.Chain(exec.Flat(c.inputs...), exec.Zeros()))
		if err != nil {
			t.Fatal(err)
		}
		if r.Outcome.Kind != exec.Violated || !r.Addr {
			if c.shows || r.Outcome.Kind == exec.Violated {
				t.Errorf("%s: %v, looks at addresses %v\n%s", name, r.Outcome, r.Addr, ir.Print(p))
			}
			continue
		}
		l := testgen.NewLayouts(&verify.Task{Program: p})
		if why := l.Shows(r, r.Outcome.Obligation); (why == "") != c.shows {
			t.Errorf("%s: %q", name, why)
		}
	}
}
