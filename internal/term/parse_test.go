package term

import (
	"strings"
	"testing"
)

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
	decls := []Decl{{Name: "x", Sort: BVSort(8)}, {Name: "a b", Sort: IntSort}, {Name: "f", Sort: FP32}, {Name: "g", Sort: FP32},
		{Name: "a", Sort: ArraySort(IntSort, IntSort)}, {Name: "b", Sort: ArraySort(IntSort, IntSort)}, {Name: "d", Sort: ArraySort(IntSort, IntSort)},
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
		"b":                                                             "(store (store (store ((as const (Array Int Int)) (- 1)) 3 7) 4 8) 5 8)",
		"(= a (store ((as const (Array Int Int)) 3) 4 5))": "true",
	} {
		u, err := c.Parse(text, decls)
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
