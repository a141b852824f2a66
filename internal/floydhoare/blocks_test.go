package floydhoare_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// diamonds has two paths from L2 to L5, of which the upper one branches again, and three from L5 to the loop's head or
// the error.
const diamonds = `
program ILP32
site nondet "n@a.c:2:16" name "f" type i32 in main
obligation "assertion" text "a" in "main"
entry main
func main() void {
  reg x i32
  reg y i32
  locs 14 error 11
  L0 -> L2: x = 0:i32
  L2 -> L3: assume x < 9:i32 [T]
  L2 -> L4: assume 9:i32 <= x [F]
  L3 -> L6: assume x == 3:i32 [T]
  L3 -> L7: assume x != 3:i32 [F]
  L6 -> L5: y = 1:i32
  L7 -> L5: y = 2:i32
  L4 -> L5: y = 3:i32
  L5 -> L8: y = y + 1:i32
  L8 -> L11: assume y == 7:i32 [T]
  L8 -> L9: assume y != 7:i32 [F]
  L9 -> L10: assume x == 5:i32 [T]
  L9 -> L13: assume x != 5:i32 [F]
  L10 -> L2: x = input #0
  L13 -> L2: x = x + 1:i32
}
`

// TestParallel checks that all paths from one state to another are one letter, unless they are more than the bound on
// the paths of a letter.
func TestParallel(t *testing.T) {
	prog := irtest.Program(t, diamonds)
	for _, c := range []struct {
		ways int
		want string
	}{
		{0, "0-2 2-5 2-3 3-5 3-5 5-8 8-11 8-9 9-2 9-2"},
		{2, "0-2 2-3 2-5 3-5 5-8 8-11 8-2"}, // three paths lead from L2 to L5
		{3, "0-2 2-8 8-11 8-2"},
	} {
		p := floydhoare.NewProgram(prog, floydhoare.BlockOptions{Paths: c.ways})
		var got []string
		for s := range p.Len() {
			for _, m := range p.Moves(s) {
				got = append(got, fmt.Sprintf("%d-%d", p.Loc[s].ID, p.Loc[m.To].ID))
				t.Logf("%d ways: L%d to L%d: %s", c.ways, p.Loc[s].ID, p.Loc[m.To].ID, p.Alphabet.Letter(m.Letter))
			}
		}
		want := strings.Fields(c.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%d ways: letters %s, want %s", c.ways, got, want)
		}
	}
}

// samples are programs with loops and branches.
func samples(t *testing.T) (out []*ir.Program) {
	for _, text := range []string{diamonds, figure1, alike, several, locks(2, true)} {
		out = append(out, irtest.Program(t, text))
	}
	for i, tw := range enginetest.Twins {
		if i%4 == 0 {
			out = append(out, tw.Task(t, true).Program)
		}
	}
	for seed := range uint64(10) {
		prog, err := instrument.Prepare(flowtest.Random(seed, 14), instrument.Default())
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, prog)
	}
	return out
}

// TestWays checks that the words of a program automaton have exactly the paths to errors, each once, for all options of
// letters.
func TestWays(t *testing.T) {
	met, parallel := 0, 0
	for seed, prog := range samples(t) {
		for _, most := range []int{2, 5, 20} {
			r := rand.New(rand.NewPCG(uint64(seed), 7))
			p := floydhoare.NewProgram(prog, floydhoare.BlockOptions{Cut: func(*ir.Loc) bool { return r.IntN(9) == 0 },
				Paths: most})
			plain := floydhoare.NewProgram(prog, floydhoare.BlockOptions{Cut: func(*ir.Loc) bool { return true }})
			for l := range p.Alphabet.Len() {
				b := p.Alphabet.Letter(l).Block
				if n := len(through(b.Graph, 100)); !b.Straight() && n <= most {
					parallel++
				} else if !b.Straight() && len(b.Graph.Steps) != n { // parallel edges are one letter, without a bound
					t.Errorf("program %d: %d ways in a letter, of at most %d: %s", seed, n, most, b)
				}
				if way := b.Path(); way[0].From != b.From() || way[len(way)-1].To != b.To() {
					t.Fatalf("program %d: %s has a way that is none", seed, b)
				}
			}
			a, b := ways(p, 24), ways(plain, 24)
			if !slices.Equal(a, b) {
				t.Errorf("program %d: %d ways to errors by letters, %d by edges", seed, len(a), len(b))
			}
			met += len(a)
		}
	}
	if t.Logf("%d ways, %d letters of several", met, parallel); met < 500 || parallel < 25 {
		t.Error("the test says little")
	}
}

// TestTrace checks that a word is feasible if and only if one of its paths is, and that the answer has such a path.
// Interpolants of an infeasible word hold on all its paths.
func TestTrace(t *testing.T) {
	ctx := context.Background()
	count := map[string]int{}
	for seed, prog := range samples(t) {
		p := floydhoare.NewProgram(prog, floydhoare.BlockOptions{Paths: 6})
		if p.Len() < 2 {
			continue
		}
		pv, other := newProver(t, prog), newProver(t, prog)
		c := other.E.RootOf(prog.Entry)
		r := rand.New(rand.NewPCG(uint64(seed), 8))
		for range 12 {
			word := randomWord(r, p)
			path, first, states := p.Trace(word, 0)
			if path.Blocks == nil || len(first) != len(word)+1 || len(states) != len(word)+1 {
				continue
			}
			all := [][]*ir.Edge{nil}
			for i, l := range word {
				var more [][]*ir.Edge
				for _, a := range all {
					for _, b := range through(p.Block(states[i], l, states[i+1])[0].Graph, 64) {
						more = append(more, slices.Concat(a, b))
					}
				}
				all = more
			}
			if len(all) > 80 {
				continue
			}
			want, exact := smt.Unsat, true
			for _, way := range all {
				f, err := other.Check(ctx, vc.Path{Edges: way})
				if err != nil {
					t.Fatal(err)
				}
				if f.Result == smt.Sat {
					want = smt.Sat
				}
				exact = exact && (f.Exact || f.Result == smt.Unsat)
			}
			f, err := pv.Check(ctx, path)
			if err != nil {
				t.Fatal(err)
			}
			if count[f.Result.String()]++; f.Result != want && (exact || f.Result == smt.Unsat) {
				t.Errorf("program %d: %v, of its %d ways %v", seed, f.Result, len(all), want)
			}
			if f.Result == smt.Sat && exact &&
				!slices.ContainsFunc(all, func(way []*ir.Edge) bool { return slices.Equal(way, f.Execution) }) {
				t.Errorf("program %d: an execution takes what is no way: %d edges", seed, len(f.Execution))
			}
			if f.Result != smt.Unsat {
				continue
			}
			found, err := pv.Attempts(ctx, path, 1)
			if err != nil {
				count["not explained"]++
				continue
			}
			count["explained"]++
			seq := found[0].Exprs
			for i, l := range word {
				for _, way := range through(p.Block(states[i], l, states[i+1])[0].Graph, 64) {
					pre, post := seq[first[i]], seq[first[i+1]]
					if pre == nil || post == nil {
						continue
					}
					x, _ := other.Term(c, pre)
					y, _ := other.Term(c, post)
					if answer := other.HoldBlock(ctx, c, x, vc.BlockOf(way), []*term.Term{y})[0]; answer == vc.No {
						t.Errorf("program %d: {%s} letter %d {%s}: not on all ways", seed, ir.ExprString(pre), i, ir.ExprString(post))
					}
				}
			}
		}
	}
	if t.Log(count); count["sat"] < 5 || count["explained"] < 20 || count["explained"] < 2*count["not explained"] {
		t.Error("the test says little")
	}
}

// randomWord returns a random word that leads to an error.
func randomWord(r *rand.Rand, p *floydhoare.Program) (word []int) {
	for at := 0; !p.Final(at); {
		moves := p.Moves(at)
		m := moves[r.IntN(len(moves))]
		word, at = append(word, m.Letter), m.To
	}
	return word
}

// through returns the paths through a block, up to the given number.
func through(block vc.Block, most int) (out [][]*ir.Edge) {
	var walk func(at int, way []*ir.Edge)
	walk = func(at int, way []*ir.Edge) {
		if at == block.Nodes-1 {
			out = append(out, way)
			return
		}
		for _, s := range block.Steps {
			if s.From == at && len(out) < most {
				walk(s.To, append(slices.Clone(way), s.Edge))
			}
		}
	}
	walk(0, nil)
	return out
}

// ways returns the paths to errors with up to the given number of edges, as texts, sorted.
func ways(p *floydhoare.Program, most int) (out []string) {
	var walk func(state int, text string, left int)
	walk = func(state int, text string, left int) {
		if p.Final(state) {
			out = append(out, text)
		}
		for _, m := range p.Moves(state) {
			for _, way := range through(p.Block(state, m.Letter, m.To)[0].Graph, 100) {
				if len(way) <= left {
					more := text
					for _, e := range way {
						more += fmt.Sprintf(" e%d", e.ID)
					}
					walk(m.To, more, left-len(way))
				}
			}
		}
	}
	walk(0, "", most)
	slices.Sort(out)
	return out
}
