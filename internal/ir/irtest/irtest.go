// Package irtest helps tests to write programs in the text form of package ir.
//
//	p := irtest.Program(t, `
//	program ILP32
//	entry main
//	func main() void {
//	  loc L0 entry
//	  loc L1 exit
//	  L0 -> L1: return
//	}`)
//
// Not modelled: nothing of its own.
package irtest

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Program parses and checks src; a fault ends the test.
func Program(t testing.TB, src string) *ir.Program {
	t.Helper()
	p, err := ir.Parse(src)
	if err != nil {
		t.Fatalf("ir text: %v", err)
	}
	if err := ir.Check(p); err != nil {
		t.Fatalf("ir check: %v", err)
	}
	return p
}

// Expr parses and checks an expression over the registers of f.
func Expr(t testing.TB, p *ir.Program, f *ir.Func, src string, extra ...*ir.Var) ir.Expr {
	t.Helper()
	e, err := ir.ParseExpr(src, p, f, extra...)
	if err != nil {
		t.Fatalf("ir expression %s: %v", src, err)
	}
	if err := ir.CheckExpr(p, f, e, extra...); err != nil {
		t.Fatalf("ir expression %s: %v", src, err)
	}
	return e
}

// Func is the function of that name; the test ends if there is none.
func Func(t testing.TB, p *ir.Program, name string) *ir.Func {
	t.Helper()
	for _, f := range p.Funcs {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no function %s", name)
	return nil
}

// Var is the register of that name in f, or the global one if f is nil.
func Var(t testing.TB, p *ir.Program, f *ir.Func, name string) *ir.Var {
	t.Helper()
	vs := p.Globals
	if f != nil {
		vs = f.Vars
	}
	for _, v := range vs {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("no register %s", name)
	return nil
}
