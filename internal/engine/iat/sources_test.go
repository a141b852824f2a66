package iat

import (
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestCandidates: what each source finds, over inputs only.
func TestCandidates(t *testing.T) {
	task := enginetest.C{File: "sources.c", Text: `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
	int k = n, i = 5, s = 0;
	if (k > 1000000007)
		return 0;
	while (i < m) {
		i = i + 3;
		s += i;
	}
	if (s == 7 || n % 2 == 1)
		reach_error();
	return 0;
}
`}.Task(t)
	p := task.Program
	e := &engine{cfg: Default(), task: task, board: verify.NewBoard(), vars: map[int]*ir.Var{}}
	var sites []*ir.Site
	for i, s := range flow.EntryInputs(p) {
		v := &ir.Var{Name: string(rune('a' + i)), Type: s.Type}
		e.vars[s.ID] = v
		e.symbols = append(e.symbols, absint.Symbol{Site: s, Var: v})
		sites = append(sites, s)
	}
	if len(sites) != 2 {
		t.Fatal(sites)
	}
	var k, s *ir.Var
	for _, v := range p.Entry.Vars {
		switch v.Name {
		case "k", "n", "main.k", "main.n":
			k = v
		case "s", "main.s":
			s = v
		}
	}
	if k == nil || s == nil {
		t.Fatal(ir.Print(p))
	}
	three := ir.NewConst(ir.I32, 3)
	v := &ir.Var{Name: "v", Type: ir.I32}
	publish := func(p verify.Payload, by string) {
		if _, err := e.board.Publish(verify.Fact{Payload: p, Producer: by, Status: verify.Candidate}); err != nil {
			t.Fatal(err)
		}
	}
	at := func(x ir.Expr) []verify.Invariant { return []verify.Invariant{{Loc: p.Entry.Exit, Expr: x}} }
	less := func(x, y ir.Expr) ir.Expr { return &ir.Binary{Op: ir.Lt, X: x, Y: y} }
	publish(&verify.Candidates{Invariants: at(and(less(ir.NewRef(k), three), less(ir.NewRef(s), three)))}, "other")
	publish(&verify.Candidates{Invariants: at(less(three, ir.NewRef(k)))}, Name)
	publish(&verify.OpenRegion{Region: &verify.Region{
		Box:  []verify.Range{{Site: sites[1].ID, Type: ir.I32, Lo: 4, Hi: 9}},
		Cond: not(less(ir.NewRef(v), three)), Vars: map[int]*ir.Var{sites[1].ID: v}}}, "other")
	publish(&verify.Predicates{Precision: verify.Precision{Global: []ir.Expr{less(ir.NewRef(k), ir.NewConst(ir.I32, 11))}}}, "other")

	for source, want := range map[Sources][]string{
		Constants: {"1000000007:i32 < a", "a <= 1000000007:i32", "a % 2:i32 == 1:i32", "a % 2:i32 == 0:i32"},
		Guards:    {"5:i32 < b", "6:i32 < b", "b % 3:i32 == 0:i32", "(b - 1:i32) % 3:i32 == 0:i32"},
		Facts:     {"a < 3:i32", "4:i32 <= b", "b <= 9:i32", "b < 3:i32", "a < 11:i32"},
	} {
		var got []string
		for _, c := range e.candidates(source) {
			got = append(got, ir.ExprString(c.cond))
		}
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: no %s in %q", source, w, got)
			}
		}
		if source == Facts && len(got) != len(want) {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

// TestSourceNames: they are read as they are written.
func TestSourceNames(t *testing.T) {
	for s := range Sources(1 << len(sourceNames)) {
		if got, err := parseSources(s.String()); err != nil || got != s {
			t.Errorf("%s: %s %v", s, got, err)
		}
	}
}
