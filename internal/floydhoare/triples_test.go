package floydhoare_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// newProver returns a prover with its own solver.
func newProver(t testing.TB, p *ir.Program) *vc.Prover {
	t.Helper()
	c := term.New()
	s, err := smt.Open(c, smt.Config{})
	if err != nil {
		benchtest.Missing(t, err)
	}
	t.Cleanup(func() { s.Close() })
	return vc.NewProver(vc.New(c, p, vc.Options{Enc: vc.Ints}), s, smt.Budget{Time: time.Minute, Work: 5_000_000})
}

// meaning returns the meaning of a program in the domain with a name.
func meaning(t testing.TB, p *ir.Program, name string) *absint.Meaning {
	t.Helper()
	d, ok := domains.Named(name)
	if !ok {
		t.Fatal(name)
	}
	return d.Meaning(absint.Prepare(p), absint.Config{})
}

const several = `
program ILP32
site nondet "n@a.c:2:16" name "f" type i32 in main
obligation "assertion" text "a" in "main"
object g size 4 align 4
entry main
func main() void {
  reg x i32
  reg y i32
  reg z i32
  reg p ptr32
  locs 9 error 8
  L0 -> L2: x = input #0
  L2 -> L3: y = x + 1:i32
  L3 -> L4: assume x < y
  L4 -> L5: store &@g, x
  L5 -> L6: z = load &@g
  L6 -> L7: z = y - x
  L7 -> L8: assume z != 1:i32
  L7 -> L9: assume z == 1:i32
  L9 -> L1: return
}
`

// TestTriples has triples with their answers and the links that decide them.
func TestTriples(t *testing.T) {
	prog := irtest.Program(t, several)
	f := prog.Entry
	p := floydhoare.NewProgram(prog, floydhoare.BlockOptions{Cut: func(*ir.Loc) bool { return true }})
	pv := newProver(t, prog)
	ps := floydhoare.NewPredicates(prog, pv)
	parse := func(src string) (out []int) {
		for s := range strings.SplitSeq(src, " and ") {
			x, err := ir.ParseExpr(s, prog, f)
			if err != nil {
				t.Fatal(s, err)
			}
			out = append(out, ps.Of(f, x))
		}
		return out
	}
	tr := floydhoare.NewTriples(ps, floydhoare.Links{Meaning: meaning(t, prog, "interval"), Prover: pv})
	for _, c := range []struct {
		pre, letter, post string
		want              vc.Truth
		link              string
	}{
		{"true", "x = input #0", "true", vc.Yes, "known"},
		{"false", "x = input #0", "x == 0:i32", vc.Yes, "known"},
		{"y == 1:i32", "x = input #0", "y == 1:i32", vc.Yes, "syntax"},
		{"y == 1:i32", "x = input #0", "z == 1:i32", vc.Open, "syntax"},
		{"y == 1:i32", "x = input #0", "false", vc.Open, "syntax"},
		{"y == 1:i32", "x = input #0", "y < 5:i32", vc.Yes, "implied"},
		{"y < 3:i32 and 1:i32 < y", "x = input #0", "y == 2:i32", vc.Yes, "implied"},
		{"y < 4:i32 and 1:i32 < y", "x = input #0", "y == 2:i32", vc.No, "implied"},
		{"x == 1:i32", "y = x + 1:i32", "y == 2:i32", vc.Yes, "domain"},
		{"x == 1:i32 and z == 5:i32", "y = x + 1:i32", "y == 2:i32", vc.Yes, "known"}, // z does not matter
		{"true", "y = x + 1:i32", "y == x + 1:i32", vc.Yes, "solver"},
		{"true", "y = x + 1:i32", "x < y", vc.No, "solver"},
		{"x < 100:i32", "y = x + 1:i32", "x < y", vc.Yes, "solver"},
		{"y < x", "x < y", "false", vc.Yes, "solver"},
		{"y < x + 1:i32 and x < 100:i32", "x < y", "false", vc.Yes, "solver"},
		{"y == x + 1:i32", "z = y - x", "z == 1:i32", vc.Yes, "solver"},
		{"x < y", "z = y - x", "z == 1:i32", vc.No, "solver"},
		{"x < 5:i32 and x < y", "z = y - x", "z == 1:i32", vc.No, "models"},
		{"x == 1:i32", "store &@g, x", "x == 1:i32", vc.Yes, "syntax"},
		{"x == 1:i32", "store &@g, x", "mem(i32, &@g) == 1:i32", vc.Yes, "solver"},
		{"mem(i32, &@g) == 1:i32", "store &@g, x", "mem(i32, &@g) == 1:i32", vc.No, "solver"},
		{"mem(i32, &@g) == 1:i32", "z = load &@g", "z == 1:i32", vc.Yes, "solver"},
		// The encoding Ints approximates x ^ z, so its value after the letter is not known.
		{"(x ^ z) == 3:i32", "z = y - x", "(x ^ z) == 3:i32", vc.Open, "open"},
		{"mem(i32, &@g) == y", "z = load &@g", "z == y", vc.Yes, "solver"},
	} {
		var l *floydhoare.Letter
		for n := range p.Alphabet.Len() {
			if p.Alphabet.Letter(n).String() == c.letter {
				l = p.Alphabet.Letter(n)
			}
		}
		if l == nil {
			t.Fatalf("there is no letter %s", c.letter)
		}
		pre, post := parse(c.pre), parse(c.post)
		before := fmt.Sprint(tr.Counts)
		old := map[string]int{}
		for k, n := range tr.Counts {
			old[k] = n
		}
		got := tr.Post(context.Background(), pre, l, post)
		if !slices.Equal(got, []vc.Truth{c.want}) || tr.Counts[c.link] != old[c.link]+1 {
			t.Errorf("{%s} %s {%s}: %v, want %v by %s; %v, then %v", c.pre, c.letter, c.post, got, c.want, c.link, before,
				tr.Counts)
		}
		if again := tr.Post(context.Background(), pre, l, post); !slices.Equal(got, again) {
			t.Errorf("{%s} %s {%s}: %v, then %v", c.pre, c.letter, c.post, got, again)
		}
	}
}
