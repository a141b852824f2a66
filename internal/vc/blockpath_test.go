package vc_test

import (
	"context"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// branching sets y in two branches on an input, and compares it.
const branching = `
program ILP32
site nondet "n@a.c:2:16" name "f" type i32 in main
site nondet "n@a.c:3:16" name "f" type i32 in main
obligation "assertion" text "a" in "main"
obligation "assertion" text "b" in "main"
entry main
func main() void {
  reg x i32
  reg y i32
  locs 9 error 7 8
  L0 -> L2: x = input #0
  L2 -> L3: assume x < 9:i32
  L2 -> L4: assume 9:i32 <= x
  L3 -> L5: y = 1:i32
  L4 -> L6: y = input #1
  L6 -> L5: assume y <= 4:i32
  L5 -> L7: assume 4:i32 < y
  L5 -> L8: assume y == 4:i32
}
`

// TestBlockPath checks that a path with a block has an execution if some path through the block has one. The answer
// contains that path and its inputs. Predicates for a path without an execution hold on all paths through its blocks.
func TestBlockPath(t *testing.T) {
	ctx := context.Background()
	prog := irtest.Program(t, branching)
	p := provers(t)(prog, vc.Ints)
	e := func(from, to int) *ir.Edge {
		for _, ed := range prog.Entry.Edges {
			if ed.From.ID == from && ed.To.ID == to {
				return ed
			}
		}
		t.Fatalf("no edge from L%d to L%d", from, to)
		return nil
	}
	block := vc.Block{Nodes: 5, Steps: []vc.BlockStep{{0, 1, e(2, 3)}, {0, 2, e(2, 4)}, {2, 3, e(4, 6)}, {1, 4, e(3, 5)},
		{3, 4, e(6, 5)}}}
	path := func(end int) vc.Path {
		return vc.Path{Edges: []*ir.Edge{e(0, 2), nil, e(5, end)}, Blocks: []vc.Block{{}, block}}
	}
	f, err := p.Check(ctx, path(8))
	if err != nil || f.Result != smt.Sat {
		t.Fatal(f, err)
	}
	if want := []*ir.Edge{e(0, 2), e(2, 4), e(4, 6), e(6, 5), e(5, 8)}; !slices.Equal(f.Execution, want) ||
		len(f.Records) != 2 {
		t.Errorf("it goes over %d edges, and reads %v", len(f.Execution), f.Records)
	}
	all, err := p.Attempts(ctx, path(7), 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, ip := range all {
		ts := ip.Terms
		if len(ts) != 4 || !ts[3].IsFalse() {
			t.Fatalf("%d predicates", len(ts))
		}
		for _, way := range [][]*ir.Edge{{e(2, 3), e(3, 5)}, {e(2, 4), e(4, 6), e(6, 5)}} {
			if got := p.HoldBlock(ctx, p.E.Root(), ts[1], vc.BlockOf(way), []*term.Term{ts[2]})[0]; got != vc.Yes {
				t.Errorf("%s: {%v} over %d edges {%v}: %v", ip.How, ts[1], len(way), ts[2], got)
			}
		}
	}
	bad := path(7)
	bad.Blocks[1].Steps = slices.Clone(block.Steps)
	bad.Blocks[1].Steps[0].Edge = e(5, 7)
	if _, err := p.Check(ctx, bad); err == nil {
		t.Error("a block that is none has an answer")
	}
}

// TestExcludedPath checks that Excluded decides by one query whether a path has no execution, and that the first edge
// that it returns is not after the first edge of a small core.
func TestExcludedPath(t *testing.T) {
	ctx := context.Background()
	prog := irtest.Program(t, branching)
	low, high := route(t, prog, "0 2 3 5"), route(t, prog, "0 2 4 6 5")
	out := prog.Entry.Edges[len(prog.Entry.Edges)-2:]
	for i, c := range []struct {
		edges []*ir.Edge
		yes   bool
	}{
		{append(slices.Clone(low), out[0]), true}, {append(slices.Clone(high), out[0]), true}, {low, false},
		{append(slices.Clone(high), out[1]), false},
		{append(slices.Clone(low), out[1]), true},
	} {
		for from := range 2 {
			path := vc.Path{Edges: c.edges[from:]}
			if from > 0 {
				path.Start = vc.Point{Loc: c.edges[from].From}
			}
			p := provers(t)(prog, vc.Ints)
			first, yes, err := p.Excluded(ctx, path)
			if asked := p.Queries; err != nil || yes != c.yes || asked > 1 {
				t.Errorf("path %d from %d: %v, %v after %d questions", i, from, yes, err, asked)
			}
			f, err := p.Check(ctx, path)
			if err != nil || (f.Result == smt.Unsat) != yes || yes && first > f.Core[0] {
				t.Errorf("path %d from %d: %v, excluded %v from edge %d on, its core is %v", i, from, f.Result, yes, first, f.Core)
			}
			if again, still, _ := p.Excluded(ctx, path); still != yes || yes && again != f.Core[0] {
				t.Errorf("path %d from %d: asked again, excluded %v from edge %d on", i, from, still, again)
			}
		}
	}
}
