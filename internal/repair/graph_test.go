package repair

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// steady is a program that increments x and y together; z is arbitrary, and p may be null. The error is excluded by x
// == y, which only a solver shows.
const steady = `program ILP32
site nondet "n@a.c:2:16" name "f" type u32 in main
site nondet "n@a.c:3:16" name "f" type ptr32 in main
obligation "assertion" text "a" in "main"
object g size 4 align 4
object h size 4 align 4
entry main
func main() void {
  reg x u32
  reg y u32
  reg z u32
  reg p ptr32
  locs 11 error 9
  L0 -> L2: x = input #0
  L2 -> L3: y = x
  L3 -> L4: p = input #1
  L4 -> L5: z = input #0
  L5 -> L6: assume z != 0:u32
  L5 -> L7: assume z == 0:u32
  L6 -> L8: x = x + 1:u32
  L8 -> L4: y = y + STEP:u32
  L7 -> L9: assume x != y
  L7 -> L10: assume x == y
  L10 -> L1: return
}
func other() void {
  reg q u32
  locs 2
  L0 -> L1: return
}
`

// proof is a graph of steady: HEAD is the formula at the loop head, BODY after x + 1.
const proof = `N0 main:L0 expanded: true
  e0 -> N1
N1 main:L2 expanded: true
  e1 -> N2
N2 main:L3 expanded: x == y
  e2 -> N3
N3 main:L4 expanded: HEAD
  e3 -> N4
N4 main:L5 expanded: -
  e4 -> N5
  e5 -> N6
N5 main:L6 expanded: -
  e6 -> N7
N6 main:L7 expanded: x == y
  e9 -> N10
N7 main:L8 expanded: BODY
  e7 -> N9
N8 main:L1 expanded: true
N9 main:L4 covered by N3: AGAIN
N10 main:L10 expanded: true
  e10 -> N8
`

// TestGraph checks that conjuncts that the checker cannot express or that do not follow are dropped, if the rest
// excludes the error. For a program that reaches the error there is no proposal.
func TestGraph(t *testing.T) {
	const head, body, again = "x == y", "x == y + 1:u32", "x == y"
	for k, c := range []struct {
		name, head, body, again string
		edit                    func(g *cpa.Graph)
		want                    bool // a weaker graph proves it
	}{
		{name: "as it is", head: head, body: body, again: again, want: true},
		{name: "memory that is not tracked", head: head + " && mem(u32, p) == 0:u32",
			body: body + " && mem(u32, p) == 0:u32", again: again + " && mem(u32, p) == 0:u32", want: true},
		{name: "addresses", head: head + " && &@g < &@h", body: body, again: again + " && &@g < &@h", want: true},
		{name: "a pointer", head: head + " && (p == 0:ptr32 || p == &@g)", body: body, again: again, want: true},
		{name: "a false conjunct", head: head + " && x <= 7:u32", body: body, again: again + " && x <= 7:u32", want: true},
		{name: "a conjunct that follows from one that does not", head: head + " && z == 3:u32",
			body: body + " && z == 3:u32", again: again + " && z == 3:u32", want: true},
		{name: "each stands on the other", head: "false", body: "false", again: "false"},
		{name: "the half", head: head, body: "x == y + 1:u32 && false", again: again},
		{name: "a disjunction", head: head + " && (mem(u32, p) == 1:u32 || x <= y)", body: body, again: again, want: true},
		{name: "too little is left", head: "(x == y && x <= 7:u32) || (x == y && 7:u32 <= z && z <= 7:u32)", body: body,
			again: again},
		{name: "coverage by what says more", head: head + " && z <= 7:u32", body: body, again: again, want: true},
		{name: "covered by what is wrong", head: head, body: body, again: "x == y + 2:u32", want: true},
		{name: "a way left out", head: head, body: body, again: again,
			edit: func(g *cpa.Graph) { g.Nodes[4].Out = g.Nodes[4].Out[:1] }},
		{name: "a step left out", head: head, body: body, again: again, edit: func(g *cpa.Graph) { g.Nodes[7].Out = nil }},
		{name: "false in front of the error", head: head, body: body, again: again,
			edit: func(g *cpa.Graph) { g.Nodes[6].Formula = ir.NewBool(false) }},
		{name: "nothing in front of the error", head: "true", body: body, again: again},
		{name: "nothing after the step", head: head, body: "true", again: again},
	} {
		for _, step := range []string{"1", "2"} {
			prog := irtest.Program(t, strings.Replace(steady, "STEP", step, 1))
			text := strings.NewReplacer("HEAD", c.head, "BODY", c.body, "AGAIN", c.again).Replace(proof)
			g, err := cpa.ParseGraph(prog, text)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if c.edit != nil {
				c.edit(g)
			}
			ev := g.Annotated()
			if step == "2" && !c.want {
				continue
			}
			cfg := triple.Config{Time: 20 * time.Second}
			values := (k+int(step[0]))%2 == 0
			if values {
				formulas, err := GraphValues(context.Background(), prog, nil, ev)
				if err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				if cfg.Shown, err = inductive.Part(context.Background(), prog, nil, prog.Obligations, ev,
					inductive.Weaker(ev, formulas)); err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
			}
			smaller, err := Graph(context.Background(), prog, prog.Obligations, ev, cfg)
			if want := c.want && step == "1"; (err == nil) != want {
				t.Errorf("%s, step %s, values %v: %v", c.name, step, values, err)
			}
			if err != nil || values {
				continue
			}
			if v, why := run(prog, smaller); v != triple.Confirmed {
				t.Errorf("%s: the weaker graph is no proof by itself: %s", c.name, why)
			}
		}
	}
}

// TestGraphScope checks that a conjunct about a register of another function is dropped, and nothing else.
func TestGraphScope(t *testing.T) {
	prog := irtest.Program(t, strings.Replace(steady, "STEP", "1", 1))
	g, err := cpa.ParseGraph(prog, strings.NewReplacer("HEAD", "x == y", "BODY", "x == y + 1:u32", "AGAIN",
		"x == y").Replace(proof))
	if err != nil {
		t.Fatal(err)
	}
	ev := g.Annotated()
	other := prog.Funcs[1]
	q := &ir.Binary{Op: ir.Eq, X: ir.NewRef(other.Vars[0]), Y: ir.NewConst(ir.U32, 3)}
	for i, n := range ev.Nodes {
		if n.Formula != nil {
			ev.Nodes[i].Formula = ir.NewAnd(q, n.Formula)
		}
	}
	if v, why := run(prog, ev); v != triple.Undecided {
		t.Errorf("with it: %v (%s)", v, why)
	}
	smaller, err := Graph(context.Background(), prog, prog.Obligations, ev, triple.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if v, why := run(prog, smaller); v != triple.Confirmed {
		t.Errorf("the weaker graph: %v (%s)", v, why)
	}
}

// run checks evidence with package triple.
func run(p *ir.Program, ev verify.Evidence) (triple.Verdict, string) {
	return triple.Check(context.Background(), p, p.Obligations, ev, triple.Config{})
}
