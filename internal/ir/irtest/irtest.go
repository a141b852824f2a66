// Package irtest helps tests to write programs in the text form of package ir.
//
//	p := irtest.Program(t, `
//	program ILP32
//	obligation "assertion" text "x == 3" in "main"
//	entry main
//	func main() void {
//	  reg x i32
//	  locs 3 error 2
//	  L0 -> L2: assume x != 3:i32
//	  L0 -> L3: assume x == 3:i32
//	  L3 -> L1: return
//	}`)
//
// The line locs abbreviates the declarations of a function's locations. Here they are L0, the entry, L1,
// the exit, L2 and L3. The numbers after error are the error locations of the obligations O0, O1 and so on: here
// L2 is the error location of O0.
//
// Not modelled: nothing of its own.
package irtest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Program returns the program with text src, which may have lines locs. It ends the test if src is malformed or Check
// finds a fault.
func Program(t testing.TB, src string) *ir.Program {
	t.Helper()
	src, err := expand(src)
	if err != nil {
		t.Fatal(err)
	}
	p, err := ir.Parse(src)
	if err != nil {
		t.Fatalf("ir text: %v", err)
	}
	if err := ir.Check(p); err != nil {
		t.Fatalf("ir check: %v", err)
	}
	return p
}

// expand returns src with its lines locs replaced by declarations of locations.
func expand(src string) (string, error) {
	var b strings.Builder
	for line := range strings.Lines(src) {
		w := strings.Fields(line)
		if len(w) == 0 || w[0] != "locs" {
			b.WriteString(line)
			continue
		}
		var nums []int
		for i, s := range w[1:] {
			if i == 1 && s == "error" && len(w) > 3 {
				continue
			}
			n, err := strconv.Atoi(s)
			if err != nil || n < 1 || i == 1 || i > 1 && n > nums[0] {
				return "", fmt.Errorf("ir text: not locs N or locs N error K...: %s", line)
			}
			nums = append(nums, n)
		}
		if len(nums) == 0 {
			return "", fmt.Errorf("ir text: locs without a number")
		}
		for i := range nums[0] + 1 {
			fmt.Fprintf(&b, "loc L%d", i)
			switch o := slices.Index(nums[1:], i); {
			case i == 0:
				b.WriteString(" entry")
			case i == 1:
				b.WriteString(" exit")
			case o >= 0:
				fmt.Fprintf(&b, " error O%d", o)
			}
			b.WriteString("\n")
		}
	}
	return b.String(), nil
}

// Expr returns the expression with text src over the registers of f and extra. It ends the test if src is malformed or
// invalid.
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

// Func returns the function with this name. It ends the test if there is none.
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

// Var returns the register with this name in f, or the global register if f is nil. It ends the test if there is none.
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
