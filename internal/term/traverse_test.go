package term

import (
	"fmt"
	"strings"
	"testing"
)

// parseIn parses a term, which must be valid.
func parseIn(t *testing.T, c *Ctx, text string, decls ...Decl) *Term {
	t.Helper()
	u, err := c.parse(text, decls)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// abInt declares two integers and a predicate.
var abInt = []Decl{{Name: "a", Sort: IntSort}, {Name: "b", Sort: IntSort}, {Name: "P", Args: []Sort{IntSort, IntSort},
	Sort: BoolSort}}

// TestSubst tests substitution, also below quantifiers and with capture.
func TestSubst(t *testing.T) {
	c := New()
	a, b := c.Var("a", IntSort), c.Var("b", IntSort)
	for _, k := range []struct {
		text, want string
		by         map[*Term]*Term
	}{
		{"(P a b)", "(P b a)", map[*Term]*Term{a: b, b: a}},
		{"(and (P a b) (forall ((a Int)) (P a b)))", "(and (P 3 b) (forall ((a Int)) (P a b)))",
			map[*Term]*Term{a: c.Int(3)}},
		{"(forall ((x Int)) (P x b))", "(forall ((x Int)) (P x (+ a 1)))", map[*Term]*Term{b: c.IAdd(a, c.Int(1))}},
		{"(P (+ a 1) b)", "(P b b)", map[*Term]*Term{c.IAdd(a, c.Int(1)): b}},
		{"(exists ((a Int)) (P (+ a 1) b))", "(exists ((a Int)) (P (+ a 1) b))", map[*Term]*Term{c.IAdd(a, c.Int(1)): b}},
	} {
		u := c.Subst(parseIn(t, c, k.text, abInt...), k.by)
		if want := parseIn(t, c, k.want, abInt...); u != want {
			t.Errorf("%s: %v, want %v", k.text, u, want)
		}
	}
	// Replacing b by a below a quantifier of a must rename the bound variable.
	u := c.Subst(parseIn(t, c, "(forall ((a Int)) (P a b))", abInt...), map[*Term]*Term{b: a})
	if vs := FreeVars(u); len(vs) != 1 || vs[0] != a || u.args[0] == a {
		t.Errorf("capture: %v", u)
	}
}

// TestFreeVars tests FreeVars and Decls below quantifiers.
func TestFreeVars(t *testing.T) {
	c := New()
	u := parseIn(t, c, "(and (forall ((a Int)) (exists ((c Int)) (P a c))) (P b 1) (exists ((b Int)) (P b a)))", abInt...)
	if got := FreeVars(u); len(got) != 2 || got[0].name != "a" || got[1].name != "b" {
		t.Errorf("%v", got)
	}
	var text []string
	for _, d := range Decls(u) {
		text = append(text, d.String())
	}
	if got := strings.Join(text, " "); got != "(declare-fun a () Int) (declare-fun b () Int) (declare-fun P (Int Int) "+
		"Bool)" {
		t.Error(got)
	}
}

// TestNames tests that constants with unusual names are the same after printing and parsing, and that their names are
// not printed as operators or as names of solvers.
func TestNames(t *testing.T) {
	c := New()
	for _, n := range []string{"x", "main::x", "a b", "select", "and", "?1", ".def", "@c", "", "esc!x", "1x", "let", "bv5",
		"ä", "x!0", "(", ";"} {
		v := c.Var(n, BVSort(4))
		u := c.BVUDiv(v, c.BVURem(v, c.Var("y", BVSort(4))))
		r, err := c.parse(Print(u), Decls(u))
		if err != nil || r != u {
			t.Errorf("%q: %v %v", n, r, err)
		}
		if s := symbol(n); n != "x" && reserved[s] {
			t.Errorf("%q is printed as %s", n, s)
		}
	}
	if _, err := c.parse("|and|", nil); err == nil {
		t.Error("|and| is a constant")
	}
}

// TestFresh tests that a fresh name differs from the names in use.
func TestFresh(t *testing.T) {
	c := New()
	c.Var("t!0", IntSort)
	if v := c.Fresh("t", BoolSort); v.name != "t!1" {
		t.Error(v.name)
	}
}

// TestPrinterScopes tests which terms a Printer defines, and that Pop removes definitions and declarations.
func TestPrinterScopes(t *testing.T) {
	c := New()
	a, b := c.Var("a", IntSort), c.Var("b", IntSort)
	p := NewPrinter()
	shared := c.IMul(a, b)
	p.Expr(c.ILe(shared, a))
	if cmd, text := p.Expr(c.ILe(shared, b)); len(cmd) > 0 || !strings.Contains(text, "* a b") {
		t.Error("what is small is defined:", cmd, text)
	}
	for range inPlace {
		shared = c.IMul(c.IAdd(shared, a), b)
	}
	if cmd, _ := p.Expr(c.ILe(shared, a)); len(cmd) != 0 {
		t.Error(cmd)
	}
	p.Push()
	cmd, text := p.Expr(c.ILe(shared, b))
	if len(cmd) == 0 || !strings.Contains(cmd[0], "define-fun") || len(text) > inPlace {
		t.Error(cmd, text)
	}
	if cmd, _ := p.Expr(c.Var("d", BoolSort)); len(cmd) != 1 {
		t.Error(cmd)
	}
	p.Pop()
	if cmd, _ := p.Expr(c.And(c.Var("d", BoolSort), c.ILe(shared, b))); len(cmd) < 2 ||
		cmd[0] != "(declare-fun d () Bool)" {
		t.Error(cmd)
	}
}

// TestEval tests Eval on arrays, quantifiers and unspecified values.
func TestEval(t *testing.T) {
	c := New()
	arr := ArraySort(BVSort(1), BVSort(2))
	m := NewModel()
	m.Vars["m"] = c.Store(c.Store(c.ConstArray(BVSort(1), c.BV(0, 2)), c.BV(0, 1), c.BV(3, 2)), c.BV(1, 1), c.BV(3, 2))
	decls := []Decl{{Name: "m", Sort: arr}, {Name: "x", Sort: BVSort(3)}, {Name: "a", Sort: IntSort}}
	for text, want := range map[string]string{
		"(= m ((as const (Array (_ BitVec 1) (_ BitVec 2))) #b11))": "true", // covered index sort
		"m": "((as const (Array (_ BitVec 1) (_ BitVec 2))) #b11)",
		"(forall ((y (_ BitVec 3))) (bvule x y))":                  "true", // x is 0
		"(exists ((y (_ BitVec 3)) (p Bool)) (and p (bvult y x)))": "false",
		"(or (= (div 1 a) 5) (= a 0))":                             "true", // the unspecified value does not matter
		"(ite (= a 0) 7 (mod 3 a))":                                "7",
	} {
		v, err := c.Eval(m, parseIn(t, c, text, decls...))
		if err != nil || Print(v) != want {
			t.Errorf("%s: %v %v, want %s", text, v, err, want)
		}
	}
	for text, want := range map[string]error{
		"(= (div 1 a) 5)":                   ErrUnspecified,
		"(forall ((b Int)) (<= (* b b) a))": ErrQuantifier,
	} {
		if _, err := c.Eval(m, parseIn(t, c, text, decls...)); err != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func ExampleCtx_Eval() {
	c := New()
	x := c.Var("x", BVSort(32))
	f := c.Eq(c.BVAdd(x, c.BV(1, 32)), c.BV(0, 32))
	fmt.Println(f)
	m := NewModel()
	m.Vars["x"] = c.BV(7, 32)
	fmt.Println(c.Holds(m, f))
	g, err := c.parse("(bvult x #x00000010)", Decls(f))
	fmt.Println(g, err)
	// Output:
	// (= #xffffffff x)
	// false <nil>
	// (bvule x #x0000000f) <nil>
}
