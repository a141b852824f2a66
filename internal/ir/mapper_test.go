package ir

import (
	"errors"
	"strings"
	"testing"
)

// TestMapperShares checks that shared subexpressions are mapped once and stay shared, and the result equals Map's.
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
	for range 2 { // the second result comes from the cache
		if same.Map(sum) != sum {
			t.Error("the identity makes a new expression")
		}
	}
}

// TestWriteIsPrint checks that Write writes a large program in pieces, whose concatenation is the result of Print, and
// returns the first error of the writer.
func TestWriteIsPrint(t *testing.T) {
	p := &Program{Model: LP64}
	f := p.NewFunc("f", Void, Pos{})
	p.Entry = f
	at := f.Entry
	for range 10_000 {
		next := f.NewLoc(Pos{File: "a.c", Line: 1, Col: 2})
		f.NewEdge(at, next, &Skip{}, Pos{File: "b.c", Line: 3, Col: 4})
		at = next
	}
	var w pieces
	if err := Write(&w, p); err != nil || w.text.String() != Print(p) || w.n < 5 {
		t.Errorf("%v, %d bytes in %d pieces, Print gives %d", err, w.text.Len(), w.n, len(Print(p)))
	}
	w = pieces{full: 2}
	if err := Write(&w, p); !errors.Is(err, errFull) || w.n != 2 {
		t.Errorf("%v after %d pieces", err, w.n)
	}
}

var errFull = errors.New("full")

// pieces is a writer that accepts full pieces and then fails. It accepts all pieces if full is 0.
type pieces struct {
	text    strings.Builder
	n, full int
}

func (w *pieces) Write(b []byte) (int, error) {
	if w.full > 0 && w.n == w.full {
		return 0, errFull
	}
	w.n++
	return w.text.Write(b)
}
