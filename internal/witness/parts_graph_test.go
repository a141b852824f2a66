package witness

import (
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestJoinedGraphs uses ranges of paths as parts, with graphs as proofs. It checks that a part counts as having no
// executions at a loop if its graph has no node there, or only an open one.
func TestJoinedGraphs(t *testing.T) {
	for _, c := range []struct {
		name  string
		parts []map[int]string // by the line of the loop; open: an open node; nil: inside of a block
		want  string
	}{
		{"both", []map[int]string{{26: "main.a == 1:i32"}, {26: "main.a == 2:i32"}}, "26 a == 1 || a == 2 "},
		{"one did not see it", []map[int]string{{15: "main.x == 0:i32"}, {26: "main.a == 2:i32"}}, "15 x == 0 26 a == 2 "},
		{"one left there", []map[int]string{{26: "open"}, {26: "main.a == 2:i32"}}, "26 a == 2 "},
		{"one says nothing", []map[int]string{{26: "true"}, {26: "main.a == 2:i32"}}, ""},
		{"one is inside of a block", []map[int]string{{26: "nil"}, {26: "main.a == 2:i32"}}, ""},
		{"alone", []map[int]string{{26: "main.a == 1:i32"}}, "26 a == 1 "},
	} {
		p, _, src := load(t, "loops.c", true)
		cover := &verify.Cover{}
		for _, part := range c.parts {
			g := &verify.Annotated{Nodes: []verify.AnnotatedNode{{Loc: p.Entry.Entry, Formula: ir.NewBool(true)}}}
			for _, f := range p.Funcs {
				for _, l := range f.Locs {
					text, ok := "", false
					if l.Loop != nil {
						text, ok = part[l.Loop.Pos.Line]
					}
					if !ok {
						continue
					}
					n := verify.AnnotatedNode{Loc: l, Open: text == "open"}
					if text != "nil" && text != "open" {
						n.Formula = irtest.Expr(t, p, f, text)
					}
					g.Nodes = append(g.Nodes, n)
				}
			}
			cover.Leaves = append(cover.Leaves,
				verify.Leaf{Scope: verify.Scope{Range: &verify.PathRange{Hi: "T", NoUpper: true}}, Here: true, Proof: g})
		}
		got, unseen := "", 0
		for _, li := range LoopInvariants(p, cover, src) {
			if li.Value == "0" {
				unseen++
				continue
			}
			got += fmt.Sprintf("%d %s ", li.Pos.Line, li.Value)
		}
		if got != c.want || unseen == 0 { // some loops must be unseen: no part has executions there
			t.Errorf("%s: %q, want %q; %d loops that none saw", c.name, got, c.want, unseen)
		}
	}
}
