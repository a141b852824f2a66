package term

import (
	"fmt"
	"math/big"
	"testing"
)

// intOf returns k as a big.Int.
func intOf(k int64) *big.Int { return big.NewInt(k) }

// specials32 are the bits of floats near the boundaries of binary32 and of its operations.
var specials32 = []uint64{0, 0x80000000, 1, 0x80000001, 0x7fffff, 0x800000, 0x3f800000, 0xbf800000, 0x3f000000,
	0x3fc00000, 0x40200000, 0xc0200000,
	0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x4b000001, 0x4f000000, 0xcf000000, 0x4effffff, 0x33800000,
	0x3e99999a}

// TestFloatRules compares terms with and without the rules R71, R72 and R20 on special values of floats.
func TestFloatRules(t *testing.T) {
	for _, p := range []pattern{
		{R71, "(fp.neg (fp.neg f))"}, {R71, "(fp.abs (fp.neg f))"}, {R71, "(fp.abs (fp.abs f))"},
		{R71, "((_ to_fp 8 24) RNE ((_ to_fp 11 53) RNE f))"},
		{R71, "(fp.roundToIntegral RTZ (fp.roundToIntegral RTP f))"}, {R71, "(fp.isNaN (fp.neg f))"},
		{R71, "(fp.isNaN (fp.abs f))"}, {R71, "(fp.isNaN (fp.roundToIntegral RNE f))"},
		{R71, "(fp.isNaN ((_ to_fp 11 53) RNE f))"}, {R71, "(fp.roundToIntegral RTN ((_ to_fp 8 24) RNE x))"},
		{R71, "(fp.roundToIntegral RTN ((_ to_fp_unsigned 8 24) RNE x))"}, {R71, "(fp.isNaN ((_ to_fp 8 24) RNE x))"},
		{R72, "(fp.eq f f)"}, {R72, "(fp.leq f f)"}, {R72, "(fp.lt f f)"}, {R20, "(fp.add RNE g f)"},
		{R20, "(fp.mul RNE g f)"}, {R20, "(fp.eq g f)"},
	} {
		raw, c := New(), New()
		raw.raw = true
		decls := []Decl{{Name: "f", Sort: FP32}, {Name: "g", Sort: FP32}, {Name: "x", Sort: BVSort(32)}}
		u, err := raw.parse(p.text, decls)
		if err != nil {
			t.Fatal(p.text, err)
		}
		v, err := c.parse(p.text, decls)
		if err != nil || c.rules.fired[p.rule] == 0 {
			t.Fatal(p.text, err, "not fired?")
		}
		for _, f := range specials32 {
			for _, g := range specials32 {
				var got [2]string
				for i, k := range []*Ctx{raw, c} {
					m := NewModel()
					m.Vars["f"], m.Vars["g"], m.Vars["x"] = k.FP(f, 32), k.FP(g, 32), k.BV(f, 32)
					r, err := k.Eval(m, []*Term{u, v}[i])
					got[i] = fmt.Sprint(r, err)
				}
				if got[0] != got[1] {
					t.Fatalf("%s at %#x %#x: %s, rewritten %s", p.text, f, g, got[0], got[1])
				}
			}
		}
	}
}

// TestQuantifierRule tests R7.
func TestQuantifierRule(t *testing.T) {
	c := New()
	x := c.Var("x", BVSort(3))
	if c.Forall([]*Term{x}, c.Eq(x, x)) != c.True() || c.Exists([]*Term{x}, c.BVUlt(x, x)) != c.False() ||
		c.rules.fired[R7] != 2 {
		t.Error("R7")
	}
}
