package term

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
)

// z3 returns the output of z3 for a script. If z3 is not installed, the test ends by benchtest.Missing.
func z3(t *testing.T, script string) string {
	t.Helper()
	path, err := exec.LookPath("z3")
	if err != nil {
		benchtest.Missing(t, "z3 is not installed: semantics are not compared with it")
	}
	cmd := exec.Command(path, "-in", "-T:60")
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("z3: %v\n%.2000s", err, out)
	}
	return strings.TrimSpace(string(out))
}

// TestSemantics tests that z3 and Eval agree on each operator applied to literals: to all literals
// at widths 1 to 3, and to random ones at larger widths.
func TestSemantics(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	c := New()
	c.raw = true
	var claims []string
	claim := func(u *Term) {
		v, err := c.Eval(nil, u)
		if err == ErrUnspecified {
			return
		}
		if err != nil {
			t.Fatal(u, err)
		}
		claims = append(claims, "(= "+Print(u)+" "+Print(v)+")")
	}
	unaries := []func(*Ctx, *Term) *Term{(*Ctx).BVNeg, (*Ctx).BVNot, (*Ctx).BVToInt}
	binaries := []func(*Ctx, *Term, *Term) *Term{
		(*Ctx).BVUDiv, (*Ctx).BVURem, (*Ctx).BVSDiv, (*Ctx).BVSRem, (*Ctx).BVXor, (*Ctx).BVShl, (*Ctx).BVLShr, (*Ctx).BVAShr,
		(*Ctx).BVUlt, (*Ctx).BVUle, (*Ctx).BVSlt, (*Ctx).BVSle, (*Ctx).BVConcat, (*Ctx).Eq, (*Ctx).BVSub,
		func(c *Ctx, x, y *Term) *Term { return c.BVAdd(x, y, x) },
		func(c *Ctx, x, y *Term) *Term { return c.BVMul(x, y, y) },
		func(c *Ctx, x, y *Term) *Term { return c.BVAnd(x, y) }, func(c *Ctx, x, y *Term) *Term { return c.BVOr(x, y) },
	}
	bv := func(x, y *Term, n int) {
		for _, f := range unaries {
			claim(f(c, x))
		}
		for _, f := range binaries {
			claim(f(c, x, y))
		}
		hi := r.IntN(n)
		claim(c.BVExtract(hi, r.IntN(hi+1), x))
		claim(c.BVZext(x, n+1+r.IntN(70)))
		claim(c.BVSext(x, n+1+r.IntN(70)))
		claim(c.Ite(c.BVUlt(x, y), x, y))
	}
	for n := 1; n <= 3; n++ {
		for i := range uint64(1) << n {
			for j := range uint64(1) << n {
				bv(c.BV(i, n), c.BV(j, n), n)
			}
		}
	}
	for _, n := range []int{4, 8, 31, 32, 64, 65, 90} {
		random := func() *Term {
			k := new(big.Int).SetUint64(r.Uint64())
			k.Mul(k, new(big.Int).SetUint64(r.Uint64()|1))
			switch r.IntN(3) {
			case 0:
				return c.BVBig(k, n)
			case 1:
				return c.BVBig(big.NewInt(int64(r.IntN(2*n+3))-3), n)
			}
			return c.BVBig(k.Rsh(k, uint(r.IntN(128))), n)
		}
		for range 30 {
			bv(random(), random(), n)
		}
	}
	for i := int64(-7); i <= 7; i++ {
		for j := int64(-7); j <= 7; j++ {
			x, y := c.Int(i), c.Int(j)
			claim(c.IAdd(x, y))
			claim(c.IMul(x, y, y))
			claim(c.IDiv(x, y))
			claim(c.IMod(x, y))
			claim(c.ILe(x, y))
			claim(c.IntToBV(x, 3))
			claim(c.IntToBV(c.IMul(x, c.IntBig(pow2(90))), 93))
		}
	}
	check(t, claims)
}

// TestFloatSemantics is TestSemantics for floats, on special values.
func TestFloatSemantics(t *testing.T) {
	c := New()
	c.raw = true
	var claims []string
	claim := func(u *Term) {
		if v, err := c.Eval(nil, u); err == nil {
			claims = append(claims, "(= "+Print(u)+" "+Print(v)+")")
		}
	}
	for _, n := range []int{32, 64} {
		var fs []*Term
		for _, b := range specials32 {
			f := c.FP(b, 32)
			if n == 64 {
				v, err := c.Eval(nil, c.FPOfFP(f, 64))
				if err != nil {
					t.Fatal(err)
				}
				f = v
			}
			fs = append(fs, f)
		}
		if n == 64 {
			fs = append(fs, c.FP(1, 64), c.FP(0x7fefffffffffffff, 64), c.FP(0x3ff0000010000000, 64),
				c.FP(0x3ff0000030000000, 64), c.FP(0x36a0000000000001, 64))
		}
		for i, f := range fs {
			for m := Nearest; m <= Zero; m++ {
				claim(c.FPRound(m, f))
			}
			for _, u := range []*Term{c.FPNeg(f), c.FPAbs(f), c.FPIsNaN(f), c.FPOfFP(f, 96-n), c.FPToSBV(f, 8), c.FPToUBV(f, 8),
				c.FPToSBV(f, 32), c.FPToUBV(f, 32), c.FPSqrt(f)} {
				claim(u)
			}
			bits, _ := f.Bits()
			claim(c.FPOfBits(c.BV(bits, n)))
			claim(c.FPOfSBV(c.BV(bits, n), 32))
			claim(c.FPOfSBV(c.BV(bits*77, n), 64))
			claim(c.FPOfUBV(c.BV(bits*77, n), 32))
			claim(c.FPOfUBV(c.BV(bits, n), 64))
			for j, g := range fs {
				claim(c.FPEq(f, g))
				claim(c.FPLt(f, g))
				claim(c.FPLe(f, g))
				claim(c.Eq(f, g))
				if (i+j)%3 == 0 { // only some pairs, since z3 takes long for these
					claim(c.FPAdd(f, g))
					claim(c.FPSub(f, g))
					claim(c.FPMul(f, g))
					claim(c.FPDiv(f, g))
				}
			}
		}
	}
	check(t, claims)
}

// check tests that z3 proves all claims, which are closed formulas.
func check(t *testing.T, claims []string) {
	t.Helper()
	var b strings.Builder
	for i, s := range claims {
		fmt.Fprintf(&b, "(push)(assert (not %s))(check-sat)(pop)\n", s)
		_ = i
	}
	out := strings.Fields(z3(t, b.String()))
	if len(out) != len(claims) {
		t.Fatalf("%d answers to %d claims: %.500v", len(out), len(claims), out)
	}
	for i, s := range out {
		if s != "unsat" {
			t.Errorf("z3 says %s to not %s", s, claims[i])
		}
	}
	t.Logf("%d claims", len(claims))
}

// TestRewritingAgainstZ3 tests that z3 proves random terms equal to their rewritten forms. It may fail to prove up to
// half of the pairs in time, but must refute none.
func TestRewritingAgainstZ3(t *testing.T) {
	var b strings.Builder
	n := 0
	for seed := range uint64(25) {
		g := newGen(seed+1000, 4)
		for range 40 {
			g.step()
		}
		for _, s := range []Sort{BoolSort, BVSort(4)} {
			ps := g.pool[s]
			p := ps[len(ps)-1]
			b.WriteString("(push)\n")
			for _, d := range Decls(p[0]) {
				b.WriteString(d.String() + "\n")
			}
			b.WriteString("(assert (not (= " + Print(p[0]) + " " + Print(p[1]) +
				")))(set-option :timeout 300)(check-sat)(pop)\n")
			n++
		}
	}
	out := strings.Fields(z3(t, b.String()))
	unsat := 0
	for i, s := range out {
		switch s {
		case "unsat":
			unsat++
		case "unknown":
		default:
			t.Errorf("pair %d: %s", i, s)
		}
	}
	if len(out) != n || unsat < n/2 {
		t.Errorf("%d answers, %d unsat, to %d", len(out), unsat, n)
	}
	t.Logf("%d of %d proved equal", unsat, n)
}

// TestModelOfZ3 tests that the asserted terms hold in a model of z3, and that a model is the same after printing and
// parsing.
func TestModelOfZ3(t *testing.T) {
	script := `(declare-fun a () (Array Int Int))(declare-fun b () (Array (_ BitVec 8) (_ BitVec 8)))
(declare-fun f (Int Int) Int)(declare-fun x () (_ FloatingPoint 8 24))(declare-fun y () (_ FloatingPoint 11 53))
(declare-fun i () Int)(declare-fun |a name| () (_ BitVec 70))
(assert (and (> (select a 3) 5) (< (select a i) (- 4)) (= (f i 2) 7) (= (f 3 i) 9) (= (f i i) (- 3))))
(assert (not (= b ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x03))))
(assert (bvugt |a name| (_ bv999999999999999999999 70)))
(assert (and (fp.lt x (fp.neg x)) (fp.isNaN y)))
`
	out := z3(t, script+"(check-sat)(get-model)")
	answers, err := ParseSExprs(strings.NewReader(out))
	if err != nil || len(answers) != 2 || !answers[0].Is("sat") {
		t.Fatal(err, out)
	}
	c := New()
	m, err := c.ParseModel(answers[1])
	if err != nil {
		t.Fatal(err, out)
	}
	asserts, decls, err := c.ParseScript(script)
	if err != nil || len(decls) != 7 {
		t.Fatal(err, decls)
	}
	for _, a := range asserts {
		if ok, err := c.Holds(m, a); !ok || err != nil {
			t.Errorf("%v: %v %v in\n%v", a, ok, err, m)
		}
	}
	again, err := ParseSExprs(strings.NewReader(m.String()))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := c.ParseModel(again[0]); err != nil || n.String() != m.String() {
		t.Errorf("%v\n%v\n%v", err, m, n)
	}
}
