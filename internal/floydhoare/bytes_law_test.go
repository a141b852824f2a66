package floydhoare_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// twoBytes has statements over two bytes, so all states can be enumerated.
const twoBytes = `
program ILP32
site nondet "n@a.c:2:16" name "f" type u8 in main
obligation "assertion" text "a" in "main"
entry main
func main() void {
  reg x u8
  reg y u8
  locs 17 error 15
  L0 -> L2: x = input #0
  L2 -> L3: y = x + 1:u8
  L3 -> L4: x = x + y
  L4 -> L5: assume x < y
  L4 -> L16: assume y <= x
  L5 -> L6: y = y - x
  L6 -> L7: assume x != 7:u8
  L6 -> L17: assume x == 7:u8
  L17 -> L8: x = y * 3:u8
  L7 -> L8: x = 5:u8
  L8 -> L9: assume u8(i8(x) >> 1:i8) <= y
  L8 -> L16: assume y < u8(i8(x) >> 1:i8)
  L9 -> L10: x = y / 2:u8
  L10 -> L11: y = x & 12:u8
  L11 -> L12: assume x % 2:u8 == 0:u8
  L12 -> L13: x = y
  L13 -> L14: y = 255:u8 - x
  L14 -> L3: assume y == 0:u8 || x == 3:u8
  L14 -> L15: assume i8(x) < 0:i8
  L14 -> L16: assume 0:i8 <= i8(x)
  L16 -> L1: return
}
`

// TestBytes checks that for random triples over two bytes, if a link answers Yes, the triple holds in all states. If a
// link answers No, the triple does not hold, provided that the letter can be executed from some state that satisfies
// the whole pre.
func TestBytes(t *testing.T) {
	prog := irtest.Program(t, twoBytes)
	f := prog.Entry
	x := f.Vars[0]
	var exprs []ir.Expr
	for _, s := range []string{
		"false", "x == 0:u8", "x == 5:u8", "x <= 5:u8", "6:u8 <= x", "x < y", "y < x", "x <= y", "x == y", "y == x + 1:u8",
		"y == 0:u8", "y <= 12:u8", "y != 1:u8", "x != 7:u8",
		"x == 1:u8 || y == 1:u8", "x + y <= 20:u8", "x % 2:u8 == 0:u8", "y % 2:u8 == 1:u8", "i8(x) < 0:i8", "i8(y) <= i8(x)",
		"x + y == 255:u8", "(y & 3:u8) == 0:u8", "200:u8 <= y", "(x ^ y) == 3:u8", "(x | y) <= 15:u8",
	} {
		exprs = append(exprs, irtest.Expr(t, prog, f, s))
	}
	const states = 1 << 16
	in := make([][]bool, len(exprs)) // by predicate and state
	eval := func(e ir.Expr, s int) uint64 {
		bits, _ := ir.EvalExpr(e, &ir.Env{Reg: func(v *ir.Var) uint64 {
			if v == x {
				return uint64(s & 255)
			}
			return uint64(s >> 8)
		}})
		return bits
	}
	for i, e := range exprs {
		in[i] = make([]bool, states)
		for s := range states {
			in[i][s] = eval(e, s) != 0
		}
	}
	asked := 150
	if long() {
		asked = 4000
	}
	for k, name := range []string{"interval", "octagon+congruence"} {
		rng := rand.New(rand.NewPCG(7, uint64(k)))
		p := floydhoare.NewProgram(prog, floydhoare.BlockOptions{Cut: func(*ir.Loc) bool { return rng.IntN(2) == 0 },
			Paths: rng.IntN(9)})
		pv := newProver(t, prog)
		ps := floydhoare.NewPredicates(prog, pv)
		tr := floydhoare.NewTriples(ps, floydhoare.Links{Meaning: meaning(t, prog, name), Prover: pv})
		var pred []int
		for _, e := range exprs {
			pred = append(pred, ps.Of(f, e))
		}
		next := map[int][]int{} // by letter and state: the next states; -1 if there is none
		inputs := map[int]bool{}
		for l := range p.Alphabet.Len() {
			next[l] = make([]int, states)
			for s := range states {
				to := s
				for _, st := range p.Alphabet.Letter(l).Block.Graph.Steps {
					switch c := st.Edge.Stmt.(type) {
					case *ir.Assume:
						if to >= 0 && eval(c.Cond, to) == 0 {
							to = -1
						}
					case *ir.Assign:
						if v := eval(c.Src, max(to, 0)); to >= 0 && c.Dst == x {
							to = to&^255 | int(v)
						} else if to >= 0 {
							to = to&255 | int(v)<<8
						}
					case *ir.Input: // try one value
						inputs[l] = true
						if to >= 0 {
							to = to&^255 | rng.IntN(256)
						}
					default:
						t.Fatalf("%T", c)
					}
				}
				next[l][s] = to
			}
		}
		yes, no := 0, 0
		for range asked {
			var at, set []int
			for range rng.IntN(4) {
				i := 1 + rng.IntN(len(exprs)-1)
				at, set = append(at, i), append(set, pred[i])
			}
			letter := rng.IntN(p.Alphabet.Len())
			l := p.Alphabet.Letter(letter)
			whats := []int{0}
			for range 4 {
				whats = append(whats, rng.IntN(len(exprs)))
			}
			var posts []int
			for _, i := range whats {
				posts = append(posts, pred[i])
			}
			got := tr.Post(context.Background(), set, l, posts)
			some := false // whether the letter can be executed from some state with pre
			wrong := make([]int, len(whats))
			for i := range wrong {
				wrong[i] = -1
			}
			for s := range states {
				holds := true
				for _, i := range at {
					holds = holds && in[i][s]
				}
				if !holds {
					continue
				}
				if to := next[letter][s]; to >= 0 {
					some = true
					for i, q := range whats {
						if !in[q][to] {
							wrong[i] = s
						}
					}
				}
			}
			for i, q := range whats {
				say := func(what string) {
					t.Errorf("%s: {%s} %s {%s}: %v, but %s (x = %d, y = %d)", name, ir.ExprString(ps.Expr(set)), l,
						ir.ExprString(exprs[q]), got[i], what, wrong[i]&255, wrong[i]>>8)
				}
				switch {
				case got[i] == vc.Yes && wrong[i] >= 0:
					say("not here")
				case got[i] == vc.No && wrong[i] < 0 && some && !inputs[letter]:
					say("everywhere")
				case got[i] == vc.Yes:
					yes++
				case got[i] == vc.No:
					no++
				}
			}
		}
		if t.Logf("%s: %d Yes, %d No; %v", name, yes, no, tr.Counts); yes < asked/2 || no < asked/2 {
			t.Errorf("%s: the test says little", name)
		}
	}
}
