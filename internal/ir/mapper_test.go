package ir

import "testing"

// TestMapperShares: what expressions share is mapped once and is shared afterwards, and the result is that of Map.
func TestMapperShares(t *testing.T) {
	x, y := &Var{Name: "x", Type: I32}, &Var{Name: "y", Type: I32}
	rename := func(calls *int) func(Expr) Expr {
		return func(e Expr) Expr {
			*calls++
			if r, ok := e.(*Ref); ok && r.Var == x {
				return &Ref{y}
			}
			return e
		}
	}
	const n = 40
	var sum Expr = &Ref{x}
	var asked []Expr
	for range n {
		asked = append(asked, &Overflows{Add, sum, &Ref{x}})
		sum = &Binary{Add, sum, &Ref{x}}
	}
	var calls, plain int
	m := NewMapper(rename(&calls))
	var before Expr
	for i, e := range asked {
		got := m.Map(e)
		if !Equal(got, Map(e, rename(&plain))) {
			t.Fatalf("%v is mapped to %v", e, got)
		}
		o := got.(*Overflows)
		if i > 5 && o.X.(*Binary).X != before {
			t.Fatalf("sum %d shares nothing with the one before", i)
		}
		before = o.X
	}
	if calls > 8*n || plain < n*n {
		t.Errorf("%d nodes were mapped, %d without memory", calls, plain)
	}
	same := NewMapper(func(e Expr) Expr { return e })
	if same.Map(sum) != sum || same.Map(sum) != sum {
		t.Error("the identity makes a new expression")
	}
}
