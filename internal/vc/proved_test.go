package vc

import (
	"context"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// TestProved checks that in programs whose accesses are valid, Options.Proved does not change whether assertions hold.
// With it, no formula has a case for invalid accesses, and no state reaches their errors.
func TestProved(t *testing.T) {
	const head = `#include <stdlib.h>
#include <string.h>
void reach_error(void);
unsigned nondet_uint(void); unsigned char nondet_uchar(void);
int main(void) {
  unsigned n = nondet_uint(), m = nondet_uint();
`
	for _, c := range []struct{ name, before, holds, fails string }{
		{"index", "int a[10]; a[3] = 0; if (n < 10) { a[n] = 1; ", "a[n] == 1", "a[3] == 0"},
		{"two arrays", "int a[4] = {0}, b[8] = {0}; int *p = m ? a : b; if (n < 4) { p[n] = 1; ", "a[n] + b[n] == 1",
			"a[n] == 1"},
		{"heap", "if (n > 5) return 0; unsigned char *p = malloc(n + 1); if (p) { p[n] = 7; p[0] = 1; ",
			"p[n] == 7 || n == 0", "p[n] == 7"},
		{"copy", "unsigned char a[6] = {0}, b[6] = {1, 2, 3, 4, 5, 6}; if (n <= 6) { memcpy(a, b, n); ",
			"n == 0 || a[n - 1] == n", "a[3] == 4"},
		{"fill", "unsigned char a[6] = {0}; if (n <= 6) { memset(a, 9, n); ", "n == 0 || a[n - 1] == 9",
			"n == 0 || a[5] == 9"},
		{"link", "struct s { struct s *next; int k; } x = {0, 1}, y = {&x, 2}; struct s *p = m ? &x : &y; if (n) { if " +
			"(p->next) p = p->next; ", "p->k == 1", "m != 0"},
	} {
		for i, claim := range []string{c.holds, c.fails} {
			p := loadChecked(t, head+c.before+"if (!("+claim+")) reach_error(); } return 0; }", true, "wrap", memoryChecks)
			proved := map[*ir.Obligation]bool{}
			for _, o := range p.Obligations {
				if strings.HasPrefix(o.Kind, "valid-") {
					proved[o] = true
				}
			}
			for _, known := range []map[*ir.Obligation]bool{nil, proved} {
				tc := term.New()
				e := New(tc, p, Options{Enc: Bits, Proved: known})
				sol, err := smt.Open(tc, smt.Config{})
				if err != nil {
					benchtest.Missing(t, err)
				}
				found := false
				f := Frontier{e.Start(): e.Initial()}
				for k := 0; k < 8 && len(f) > 0; k++ {
					b, err := e.Advance(context.Background(), f)
					if err != nil {
						t.Fatal(err)
					}
					for _, bad := range b.Bad {
						g := e.Guard(bad.State)
						r, _ := ask(e, sol, g)
						found = found || r == smt.Sat
						if known[bad.Obligation] {
							t.Errorf("%s, %d: a way to what is proved: %v", c.name, i, bad.Obligation.Text)
						}
						if s := term.Print(g); known != nil && (strings.Contains(s, "invalid") || strings.Contains(s, "havoc")) {
							t.Errorf("%s, %d: %.2000s", c.name, i, s)
						}
					}
					f = b.Next
				}
				if found != (i == 1) {
					t.Errorf("%s, %d: found %v, proved %v", c.name, i, found, known != nil)
				}
				sol.Close()
			}
		}
	}
}

// TestOpposite checks that a proved error has no effect on the other edge at its location if the condition of that edge
// is not the negation.
func TestOpposite(t *testing.T) {
	p := loadChecked(t, "int main(void) { return 0; }", true, "wrap", memoryChecks)
	x := ir.NewRef(&ir.Var{Name: "x", Type: ir.U8})
	k := func(v int64) ir.Expr { return ir.NewConst(ir.U8, v) }
	for _, c := range []struct {
		a, b ir.Expr
		yes  bool
	}{
		{ir.NewBinary(ir.Lt, x, k(3)), ir.NewBinary(ir.Le, k(3), x), true},
		{ir.NewBinary(ir.Lt, x, k(3)), ir.NewBinary(ir.Le, k(4), x), false},
		{ir.NewBinary(ir.Eq, x, k(3)), ir.NewBinary(ir.Ne, x, k(3)), true},
		{ir.NewBinary(ir.Eq, x, k(3)), ir.NewBinary(ir.Eq, x, k(3)), false},
	} {
		l := p.Entry.Entry
		a, b := &ir.Edge{From: l, Stmt: &ir.Assume{Cond: c.a}}, &ir.Edge{From: l, Stmt: &ir.Assume{Cond: c.b}}
		if complementary(a, b) != c.yes {
			t.Errorf("%s, %s", ir.ExprString(c.a), ir.ExprString(c.b))
		}
	}
}
