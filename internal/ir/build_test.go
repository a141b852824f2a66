package ir_test

import (
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestSetEnds checks that, after SetFrom and SetTo, an edge is in the lists of its locations, once each.
func TestSetEnds(t *testing.T) {
	f := &ir.Func{}
	var l [4]*ir.Loc
	for i := range l {
		l[i] = f.NewLoc(ir.Pos{})
	}
	a := f.NewEdge(l[0], l[1], &ir.Skip{}, ir.Pos{})
	b := f.NewEdge(l[0], l[1], &ir.Skip{}, ir.Pos{})
	c := f.NewEdge(l[2], l[3], &ir.Skip{}, ir.Pos{})
	check := func(what string, in, out [4][]*ir.Edge) {
		t.Helper()
		for i := range l {
			if !slices.Equal(l[i].In, in[i]) || !slices.Equal(l[i].Out, out[i]) {
				t.Errorf("%s: %s has in %v, out %v; want %v, %v", what, l[i], l[i].In, l[i].Out, in[i], out[i])
			}
			for _, e := range l[i].In {
				if e.To != l[i] {
					t.Errorf("%s: %s leads to %s", what, e, e.To)
				}
			}
			for _, e := range l[i].Out {
				if e.From != l[i] {
					t.Errorf("%s: %s comes from %s", what, e, e.From)
				}
			}
		}
	}
	type lists = [4][]*ir.Edge
	old := l[1].In
	a.SetTo(l[3])
	check("to", lists{1: {b}, 3: {c, a}}, lists{{a, b}, 2: {c}})
	if !slices.Equal(old, []*ir.Edge{a, b}) {
		t.Error("a list was changed in place")
	}
	a.SetFrom(l[2])
	check("from", lists{1: {b}, 3: {c, a}}, lists{{b}, 2: {c, a}})
	c.SetFrom(l[2])
	check("to where it is", lists{1: {b}, 3: {c, a}}, lists{{b}, 2: {a, c}})
	b.SetTo(l[0])
	check("a loop", lists{{b}, 3: {c, a}}, lists{{b}, 2: {a, c}})
}
