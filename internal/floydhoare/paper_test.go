package floydhoare_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// figure1 is Fig. 1 of Greitschus, Dietsch, Podelski (SAS 2017), with its locations L0 to L5 and L7. The program ends
// at L6, before its exit L1.
const figure1 = `
program ILP32
obligation "assertion" text "x == 100 && y == 42" in "main"
entry main
func main() void {
  reg x i32
  reg y i32
  loc L0 entry
  loc L1 exit
  loc L2 
  loc L3
  loc L4
  loc L5
  loc L6
  loc L7 error O0
  loc L8
  loc L9
  L0 -> L9: x = 0:i32
  L9 -> L8: y = 42:i32
  L8 -> L2: assume x < 100:i32
  L2 -> L3: x = x + 1:i32
  L3 -> L8: assume 0:i32 < y
  L3 -> L4: assume y <= 0:i32
  L4 -> L8: y = 42:i32
  L8 -> L5: assume 100:i32 <= x
  L5 -> L7: assume x != 100:i32 || y != 42:i32
  L5 -> L6: assume x == 100:i32 && y == 42:i32
  L6 -> L1: return
}
`

// statements is a Cut at the locations of the paper.
func statements(l *ir.Loc) bool { return l.ID != 9 }

// word returns the letters with the given texts.
func word(t *testing.T, p *floydhoare.Program, texts ...string) (out []int) {
	t.Helper()
	at := 0
	for _, s := range texts {
		next := -1
		for _, m := range p.Moves(at) {
			if p.Alphabet.Letter(m.Letter).String() == s {
				out, next = append(out, m.Letter), m.To
			}
		}
		if next < 0 {
			t.Fatalf("no %q leaves L%d", s, p.Loc[at].ID)
		}
		at = next
	}
	return out
}

// The traces of section 1.1.
var (
	tau1 = []string{"x = 0:i32; y = 42:i32", "100:i32 <= x", "x != 100:i32 || y != 42:i32"}
	tau2 = []string{"x = 0:i32; y = 42:i32", "x < 100:i32", "x = x + 1:i32", "0:i32 < y", "100:i32 <= x",
		"x != 100:i32 || y != 42:i32"}
)

// TestPaper prints the path program of the second trace (Fig. 2), the states that plain intervals find on it (Fig. 3),
// its data automaton (3.1) and the enhanced one (Fig. 7). It also prints the proof by the enhanced automaton and the
// automaton of the first trace.
func TestPaper(t *testing.T) {
	ctx := context.Background()
	prog := irtest.Program(t, figure1)
	p := floydhoare.NewProgram(prog, floydhoare.BlockOptions{Cut: statements})
	var b strings.Builder
	letters, edges, _ := p.PathProgram(word(t, p, tau2...))
	fmt.Fprintln(&b, "path program")
	for s := range p.Len() {
		for _, m := range p.Moves(s) {
			if letters[m.Letter] {
				fmt.Fprintf(&b, "  L%d -> L%d: %s\n", p.Loc[s].ID, p.Loc[m.To].ID, p.Alphabet.Letter(m.Letter))
			}
		}
	}
	m := absint.In("interval", interval.New(1), false).Meaning(absint.Prepare(prog), absint.Config{})
	r := m.Forward(ctx, absint.Config{Edges: edges})
	states := r.States()
	fmt.Fprintln(&b, "states")
	for _, l := range p.Loc {
		for _, s := range states[l] {
			fmt.Fprintf(&b, "  L%d: %s\n", l.ID, ir.ExprString(m.Expr(s)))
		}
	}
	ps := floydhoare.NewPredicates(prog, nil)
	tr := floydhoare.NewTriples(ps, floydhoare.Links{Meaning: m})
	preds, known := floydhoare.FromStates(context.Background(), p, ps, m, states, letters)
	var ds []*floydhoare.Data
	for _, enhanced := range []bool{false, true} {
		d := floydhoare.NewData(p, tr, preds, floydhoare.DataOptions{Enhanced: enhanced, Known: known})
		fmt.Fprintf(&b, "enhanced: %v\n", enhanced)
		print(&b, p, ps, d)
		for _, w := range [][]string{tau1, tau2} {
			yes, _ := d.Accepts(word(t, p, w...))
			fmt.Fprintf(&b, "  accepts %s: %v\n", strings.Join(w, ", "), yes)
		}
		ds = append(ds, d)
	}
	g, left := floydhoare.Graph(ctx, p, ds[:1], 1000)
	fmt.Fprintf(&b, "the first alone: %d nodes, left: %v\n", len(g.Nodes), left)
	g, left = floydhoare.Graph(ctx, p, ds, 1000)
	fmt.Fprintf(&b, "with the second, left: %v\n%v", left, g)
	golden.Compare(t, "testdata/paper.golden", b.String())
}

// print writes a data automaton with all its states and moves.
func print(b *strings.Builder, p *floydhoare.Program, ps *floydhoare.Predicates, d *floydhoare.Data) {
	d.Start()
	for s := 0; s < d.Len(); s++ {
		fmt.Fprintf(b, "  q%d: %s\n", s, ir.ExprString(ps.Expr(d.Set(s))))
		if d.Sink(s) {
			continue
		}
		for l := range p.Alphabet.Len() {
			if to, _ := d.Next(s, l); to != automata.None {
				fmt.Fprintf(b, "    %s -> q%d\n", p.Alphabet.Letter(l), to)
			}
		}
	}
}
