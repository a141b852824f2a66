package vc

import (
	"math/big"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// TestExactPaths checks that bounds of a wrapped integer on one path are not used for the same term on another path.
// With x between 100 and 355, (unsigned char)x is 5 only for x = 261. Without these bounds, the same term x <= 255 ? x
// : x - 256 is 5 for x = 5, too.
func TestExactPaths(t *testing.T) {
	p := &ir.Program{Model: ir.LP64}
	p.Entry = p.NewFunc("main", ir.Void, ir.Pos{})
	c := term.New()
	e := New(c, p, Options{Enc: Ints})
	u8 := ir.Type{Kind: ir.Int, Bits: 8}
	x := e.Fresh("x", ir.I32)
	here := e.note(e.Initial(), x.T, big.NewInt(100), big.NewInt(355))
	wrapped := e.a.cast(here, ir.I32, u8, x)
	five := e.a.konst(ir.I32, 5)
	if got := e.a.compare(here, ir.Eq, ir.I32, wrapped, five); got != c.Eq(x.T, c.Int(261)) {
		t.Errorf("on its path: %v", got)
	}
	lo, hi := limits(ir.I32)
	alike := &Value{T: c.Ite(c.ILe(x.T, c.Int(255)), x.T, c.ISub(x.T, c.Int(256))), Lo: lo, Hi: hi}
	if alike.T != wrapped.T {
		t.Fatalf("%v and %v are not the same", alike.T, wrapped.T)
	}
	b := c.Fresh("b", term.BoolSort)
	m := term.NewModel()
	m.Vars[x.T.Name()], m.Vars[b.Name()] = c.Int(5), c.False()
	for name, v := range map[string]*Value{"elsewhere": alike, "where paths meet": e.ite(b, wrapped, alike)} {
		if is, err := c.Holds(m, e.a.compare(nil, ir.Eq, ir.I32, v, five)); err != nil || !is {
			t.Errorf("%s, x = 5: it is not 5 (%v)", name, err)
		}
	}
}

// TestExactSigns compares integers that are wrapped into different types: they may be equal before the wrapping and
// different after it. The test tries all pairs of types of eight bits and all values.
func TestExactSigns(t *testing.T) {
	p := &ir.Program{Model: ir.LP64}
	p.Entry = p.NewFunc("main", ir.Void, ir.Pos{})
	c := term.New()
	e := New(c, p, Options{Enc: Ints})
	types := []ir.Type{{Kind: ir.Int, Bits: 8}, {Kind: ir.Int, Bits: 8, Signed: true}}
	z := e.Fresh("z", ir.I32)
	here := e.note(e.Initial(), z.T, big.NewInt(100), big.NewInt(300))
	for _, s := range types {
		for _, u := range types {
			x, y := e.a.cast(here, ir.I32, s, z), e.a.cast(here, ir.I32, u, z)
			eq := e.a.compare(here, ir.Eq, ir.I32, x, y)
			for n := int64(100); n <= 300; n++ {
				m := term.NewModel()
				m.Vars[z.T.Name()] = c.Int(n)
				want := s == u || n%256 < 128
				if is, err := c.Holds(m, eq); err != nil || is != want {
					t.Errorf("%v and %v of %d: equal %t, want %t (%v)", s, u, n, is, want, err)
				}
			}
		}
	}
}
