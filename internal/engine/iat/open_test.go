package iat_test

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/iat"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// oddLoop fails for n == 30 and odd k from 11 to 29.
const oddLoop = `
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), x = 0, y = n, odd = 0;
	while (y > 0) {
		if (k > x)
			odd = 1 - odd;
		x++;
		y--;
	}
	if (x == 30 && k > 10)
		if (odd)
			reach_error();
	return 0;
}
`

// TestOpenRegions checks that each open region on the board contains all failing inputs, and the last one contains few
// others.
func TestOpenRegions(t *testing.T) {
	task := enginetest.C{File: "odd.c", Text: oddLoop}.Task(t)
	cfg := iat.Default()
	cfg.BET = false
	b := verify.NewBoard()
	if r, ok := enginetest.Run(t.Context(), iat.New(cfg), task, b).(*verify.Unknown); !ok {
		t.Fatalf("%+v", r)
	}
	facts := b.Find(verify.Query{Kinds: []verify.FactKind{verify.KindRegion}})
	if len(facts) < 2 {
		t.Fatalf("%d regions", len(facts))
	}
	in := func(r *verify.Region, values []int) bool {
		point := map[*ir.Var]uint64{}
		for site, v := range r.Vars {
			x := num.Trunc(uint64(values[site]), 32)
			point[v] = x
			for _, d := range r.Box {
				if d.Site == site && !d.Contains(x) {
					return false
				}
			}
		}
		x, ok := ir.EvalExpr(r.Cond, &ir.Env{Reg: func(v *ir.Var) uint64 { return point[v] }})
		return ok && x != 0
	}
	inside := 0
	for n := -3; n <= 40; n++ {
		for k := -3; k <= 40; k++ {
			fails := n == 30 && k > 10 && k < 30 && k%2 == 1
			for i, f := range facts {
				r := in(f.Payload.(*verify.OpenRegion).Region, []int{n, k})
				if fails && !r {
					t.Fatalf("region %d has not n = %d, k = %d", i, n, k)
				}
				if r && i == len(facts)-1 {
					inside++
				}
			}
		}
	}
	if inside > 50 {
		t.Errorf("%d points of the last region, 10 fail", inside)
	}
}
