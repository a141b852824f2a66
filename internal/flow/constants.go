package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Constants lists the literals of a program by type (Int and Float), sorted in
// the order of the type (Int: by its sign; Float: by value), without repeats: canonical bits.
// They serve as widening thresholds and boundary inputs. A literal that is compared with an
// extended value counts for the narrower type too; initial values of global
// registers count.
func Constants(p *ir.Program) map[ir.Type][]uint64 {
	seen := map[ir.Const]bool{}
	add := func(c ir.Const) {
		if c.T.Kind == ir.Int || c.T.Kind == ir.Float && c.T.Bits <= 64 {
			seen[c] = true
		}
	}
	visit := func(e ir.Expr) bool {
		switch e := e.(type) { // sound: constants to try; any are good
		case *ir.Const:
			add(*e)
		case *ir.Binary:
			if e.Op >= ir.Eq {
				narrower(e.X, e.Y, add)
				narrower(e.Y, e.X, add)
			}
		}
		return true
	}
	for _, v := range p.Globals {
		ir.Walk(v.Init, visit)
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			for _, x := range ir.StmtExprs(e.Stmt) {
				ir.Walk(x, visit)
			}
		}
	}
	out := map[ir.Type][]uint64{}
	for c := range seen {
		out[c.T] = append(out[c.T], c.Bits)
	}
	for t, vs := range out {
		slices.SortFunc(vs, func(a, b uint64) int {
			switch {
			case a == b:
				return 0
			case t.Kind == ir.Float:
				x, y := ir.FloatOf(t, a), ir.FloatOf(t, b)
				if x < y || x == y && a < b || y != y && x == x { // NaN last
					return -1
				}
			case num.Less(a, b, t.Bits, t.Signed):
				return -1
			}
			return 1
		})
	}
	return out
}

// narrower adds literal lit in the type of x where other is the extended x.
func narrower(other, lit ir.Expr, add func(ir.Const)) {
	cast, ok := other.(*ir.Cast)
	c, okc := lit.(*ir.Const)
	if !ok || !okc {
		return
	}
	from := cast.X.Type()
	if from.Kind != ir.Int || c.T.Kind != ir.Int || from.Bits >= c.T.Bits {
		return
	}
	v := num.Trunc(c.Bits, from.Bits)
	if num.Ext(v, from.Bits, from.Signed, c.T.Bits) == c.Bits {
		add(ir.Const{T: from, Bits: v})
	}
}
