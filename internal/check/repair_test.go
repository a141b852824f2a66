package check

import (
	"context"
	"os/exec"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check/triple"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestLyingProposals gives the check a program that reaches its error, and a proposer of smaller evidence that lies:
// its proposals would exclude the error if the check believed them. Nothing may be confirmed.
func TestLyingProposals(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		benchtest.Missing(t, "z3 is not installed (make setup installs it)")
	}
	p := irtest.Program(t, `program ILP32
site nondet "n@a.c:1:1" name "f" type ptr32 in main
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg p ptr32
  reg x u8
  locs 6 error 2
  L0 -> L3: p = input #0
  L3 -> L4: x = load p
  L4 -> L2: assume x == 144:u8
  L4 -> L5: assume x != 144:u8
  L5 -> L1: return
}
`)
	where := p.Entry.Locs[4]
	graph := &verify.Annotated{Rough: true}
	for _, l := range p.Entry.Locs {
		graph.Nodes = append(graph.Nodes, verify.AnnotatedNode{Loc: l, Formula: ir.NewBool(true)})
		for _, e := range l.Out {
			graph.Edges = append(graph.Edges, verify.AnnotatedEdge{From: l.ID, To: e.To.ID, Edge: e, Caller: -1})
		}
	}
	for _, lie := range []ir.Expr{ir.NewBool(false),
		&ir.Binary{Op: ir.Lt, X: ir.NewRef(p.Entry.Vars[1]), Y: ir.NewConst(ir.U8, 144)}} {
		asked := 0
		liar := &proposer{
			invariants: func(context.Context, *ir.Program, []*ir.Obligation, *verify.Inductive,
				triple.Config) (*verify.Inductive, error) {
				asked++
				return &verify.Inductive{Invariants: []verify.Invariant{{Loc: where, Expr: lie}}}, nil
			},
			graph: func(_ context.Context, _ *ir.Program, _ []*ir.Obligation, ev *verify.Annotated,
				_ triple.Config) (*verify.Annotated, error) {
				asked++
				out := *ev
				out.Nodes = nil
				for _, n := range ev.Nodes {
					if n.Loc == where {
						n.Formula = lie
					}
					out.Nodes = append(out.Nodes, n)
				}
				return &out, nil
			},
		}
		for _, ev := range []verify.Evidence{&verify.Inductive{}, graph} {
			out := judge(context.Background(), &verify.Task{Program: p}, &verify.Safe{Proof: ev}, liar)
			if out.Verdict == Confirmed {
				t.Errorf("%T, proposal %s: confirmed", ev, ir.ExprString(lie))
			}
		}
		if asked != 2 {
			t.Errorf("%d proposals, not 2", asked)
		}
	}
}
