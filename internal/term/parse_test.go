package term

import (
	"strings"
	"testing"
)

// TestModel evaluates terms in a model with all forms of definitions that solvers use.
func TestModel(t *testing.T) {
	c := New()
	xs, err := ParseSExprs(strings.NewReader(`(model
 (define-fun x () (_ BitVec 8) #xff)
 (define-fun |a b| () Int (- 5))
 (define-fun f () (_ FloatingPoint 8 24) (_ +oo 8 24))
 (define-fun g () (_ FloatingPoint 8 24) (fp #b1 #x7f #b00000000000000000000000))
 (define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 3) 4 5))
 (define-fun b () (Array Int Int) (_ as-array k!0))
 (define-fun d () (Array Int Int) (lambda ((x!1 Int)) (ite (<= x!1 3) 1 2)))
 (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 3) 7 (ite (or (= x!0 4) (= x!0 5)) 8 (- 1))))
 (define-fun inv ((x!0 Int) (x!1 Bool)) Bool (let ((a!1 (<= x!0 5))) (and a!1 (or x!1 (exists ((y Int)) (= x!0 (* 2 y)))))))
)`))
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.ParseModel(xs[0])
	if err != nil {
		t.Fatal(err)
	}
	decls := []Decl{{Name: "x", Sort: BVSort(8)}, {Name: "a b", Sort: IntSort}, {Name: "f", Sort: FP32},
		{Name: "g", Sort: FP32},
		{Name: "a", Sort: ArraySort(IntSort, IntSort)}, {Name: "b", Sort: ArraySort(IntSort, IntSort)},
		{Name: "d", Sort: ArraySort(IntSort, IntSort)},
		{Name: "inv", Args: []Sort{IntSort, BoolSort}, Sort: BoolSort}}
	for text, want := range map[string]string{
		"(bvadd x #x02)":                "#x01",
		"(* |a b| |a b|)":               "25",
		"(fp.add RNE f g)":              "(fp #b0 #xff #b00000000000000000000000)",
		"(fp.mul RNE g g)":              "(fp #b0 #x7f #b00000000000000000000000)",
		"(+ (select a 4) (select a 9))": "8",
		"(+ (select b 3) (* 100 (select b 5)) (* 10000 (select b 77)))": "(- 9193)",
		"(+ (select d 3) (* 10 (select d 4)))":                          "21",
		"(inv 4 true)":                                                  "true",
		"(inv 6 true)":                                                  "false",
		"b": "(store (store (store ((as const (Array Int " +
			"Int)) (- 1)) 3 7) 4 8) 5 8)",
		"(= a (store ((as const (Array Int Int)) 3) 4 5))": "true",
	} {
		u, err := c.parse(text, decls)
		if err != nil {
			t.Error(err)
			continue
		}
		v, err := c.Eval(m, u)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if Print(v) != want {
			t.Errorf("%s: %s, want %s", text, Print(v), want)
		}
	}
}

// TestParseErrors tests that invalid texts are errors, and that the depth of nesting is limited.
func TestParseErrors(t *testing.T) {
	c := New()
	decls := []Decl{{Name: "x", Sort: BVSort(8)}, {Name: "f", Sort: FP32}, {Name: "m", Sort: ArraySort(IntSort, IntSort)}}
	for _, text := range []string{"", "(", ")", "x x", "y", "()", "(bvadd x)x", "(bvadd x #x1)", "(bvadd x 1)", "(+ x 1)",
		"((_ extract 8 0) x)", "((_ extract 1 2) x)",
		"(_ bv1 0)", "(_ bv1 99999)", "((_ zero_extend 4096) x)", "(select m x)", "(store m 1)", "(fp.add RTZ f f)",
		"(fp.add RNE f x)", "(let ((a)) a)", "(let ((a x)) b)",
		"(forall ((a Int)) 3)", "(forall (a) true)", "(exists ((a Int) (a Int)) true)", "(not x)", "(and x true)",
		"(ite x 1 2)", "\"s\"", "#b", "#xg", "#b2", "-1", "(and)", "(= x)", "(as const)",
		"((as const (Array Int Int)) true)", "(_ +oo 5 11)", "(lambda ((i Int)) (+ i 1))", "((_ repeat 1000000) x)",
		"(fp #b0 #b0 #b0)", "(bv2nat 3)", "(distinct x true)", "(- true)", "(- x)", "(x)y"} {
		if u, err := c.parse(text, decls); err == nil {
			t.Errorf("%q is %v", text, u)
		}
	}
	if _, err := c.parse(strings.Repeat("(not ", maxNesting+1), nil); err == nil {
		t.Error("nesting is not limited")
	}
	text := strings.Repeat("(not ", maxNesting-1) + "true" + strings.Repeat(")", maxNesting-1)
	if _, err := c.parse(text, nil); err != nil {
		t.Error(err)
	}
}

// FuzzParse tests that any text is a term or an error, that a term is the same after printing and parsing, and that
// rewriting does not change its value.
func FuzzParse(f *testing.F) {
	for _, p := range patterns {
		if !strings.Contains(p.text, "$") {
			f.Add(p.text)
		}
	}
	f.Add("(let ((a (fp.add RNE f f))) (fp.eq a (fp.neg a)))")
	f.Add("(forall ((x Int)) (let ((y (+ x a))) (exists ((x Int)) (<= y x))))")
	f.Add("((_ fp.to_sbv 8) RTZ ((_ to_fp 11 53) RNE (_ NaN 8 24)))")
	bv := BVSort(8)
	decls := []Decl{{Name: "x", Sort: bv}, {Name: "y", Sort: bv}, {Name: "z", Sort: bv}, {Name: "p", Sort: BoolSort},
		{Name: "q", Sort: BoolSort},
		{Name: "a", Sort: IntSort}, {Name: "b", Sort: IntSort}, {Name: "m", Sort: ArraySort(bv, bv)}, {Name: "f", Sort: FP32},
		{Name: "g", Args: []Sort{bv}, Sort: bv}}
	f.Fuzz(func(t *testing.T, text string) {
		raw, c := New(), New()
		raw.raw = true
		u, err := raw.parse(text, decls)
		v, err2 := c.parse(text, decls)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("raw: %v, rewritten: %v", err, err2)
		}
		if err != nil || Size(u) > 1000 || Size(v) > 1000 {
			return
		}
		w, err := c.parse(Print(v), Decls(v))
		if err != nil || !alike(v, w) {
			t.Fatalf("%v, again %v, %v", v, w, err)
		}
		x, err := raw.Eval(nil, u)
		y, err2 := c.Eval(nil, v)
		if err == nil && err2 == nil && Print(x) != Print(y) {
			t.Fatalf("%v = %v, rewritten %v = %v", u, x, v, y)
		}
	})
}

// alike reports whether u and v are equal. For terms with quantifiers it compares the sorts only, since the parser may
// rename bound variables.
func alike(u, v *Term) bool {
	quantified := false
	Walk(u, func(t *Term) bool { quantified = quantified || t.op == Forall || t.op == Exists; return true })
	return u == v || quantified && u.sort == v.sort
}
