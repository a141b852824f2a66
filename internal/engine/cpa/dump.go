package cpa

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file writes the files of --dump: one for each refinement, one for each path from which nothing was learnt, and
// the graph at the end of each turn. The text of the graph has all nodes that ever existed, the drawing only those that
// count.

// maxDrawn bounds the nodes of a graph that is drawn.
const maxDrawn = 2000

// dumps reports whether dumps are written.
func (w *worker) dumps() bool { return w.task.Log != nil && w.task.Log.DumpDir != "" }

// dump writes a file with the result of text, if dumps are written. It logs an error.
func (w *worker) dump(name string, text func() string) {
	if !w.dumps() {
		return
	}
	if _, err := w.task.Log.Dump(Name+"-"+name, []byte(text())); err != nil {
		w.task.Log.Warn("dump not written", "error", err)
	}
}

// dumpGraph writes the graph, unless it has not changed since the last call.
func (w *worker) dumpGraph() {
	if w.run.Steps == w.search.dumped {
		return
	}
	w.search.dumped = w.run.Steps
	w.dump("graph.txt", func() string { return w.run.Graph(true).String() })
	if w.run.ARG.Live() <= maxDrawn {
		w.dump("graph.dot", func() string { return w.run.Graph(false).Dot() })
	}
}

// dumpRefinement writes a path that no execution takes, and the refinement f for it. core has the indices of the edges
// that together exclude executions.
//
//	refinement 3 from N7 main:L4: <why>
//	  N0 main:L0
//	    x.c:3:5     i = 0:i32
//	  N4 main:L4                      <- the pivot
//	    x.c:4:9   * assume i < n      <- one of the edges that exclude executions together
//	new in the precision
//	  main:L4   i == 0:i32
func (w *worker) dumpRefinement(path cpa.Path, core []int, f *cpa.Refinement) {
	w.dump("refinement.txt", func() string {
		var b strings.Builder
		fmt.Fprintf(&b, "refinement %d from %s: %s\n", w.search.refined, f.From, f.Why)
		writePath(&b, path, core, f.From)
		b.WriteString("\nnew in the precision\n")
		writeScoped(&b, w.task.Program, "", minus(f.Precision.Scoped, scoped(w.run.Precision)))
		writeScoped(&b, w.task.Program, "the value of ", minus(f.Precision.Values, tracked(w.run.Precision)))
		return b.String()
	})
}

// dumpOpen writes a path to an error that no execution takes and from which nothing was learnt.
func (w *worker) dumpOpen(path cpa.Path, core []int, why string) {
	w.dump("open.txt", func() string {
		var b strings.Builder
		fmt.Fprintf(&b, "%s\n", why)
		writePath(&b, path, core, nil)
		return b.String()
	})
}

// writePath writes the nodes and edges of path. It marks the node from, and the edges whose indices are in core. For
// explicit values core is empty, and the reason of the refinement names the edge.
func writePath(b *strings.Builder, path cpa.Path, core []int, from *cpa.Node) {
	b.WriteString("\nthe path, which no execution takes")
	if len(core) > 0 {
		b.WriteString(" (* together they exclude it)")
	}
	b.WriteString("\n")
	for i, n := range path.Nodes {
		pivot := ""
		if n == from {
			pivot = "   from here on the graph is made anew"
		}
		fmt.Fprintf(b, "  %s%s\n", n, pivot)
		if i < len(path.Edges) {
			mark := " "
			if slices.Contains(core, i) {
				mark = "*"
			}
			e := path.Edges[i]
			fmt.Fprintf(b, "    %s %-20s %s\n", mark, e.Pos, ir.StmtString(e.Stmt))
		}
	}
}

// scoped returns the predicates of pi, which may be nil.
func scoped(pi *verify.Precision) verify.Scoped {
	if pi == nil {
		return verify.Scoped{}
	}
	return pi.Scoped
}

// tracked returns the tracked values of pi, which may be nil.
func tracked(pi *verify.Precision) verify.Scoped {
	if pi == nil {
		return verify.Scoped{}
	}
	return pi.Values
}

// minus returns the facts of s that t does not have.
func minus(s, t verify.Scoped) verify.Scoped {
	less := func(es, than []ir.Expr) (out []ir.Expr) {
		old := map[string]bool{}
		for _, e := range than {
			old[ir.ExprString(e)] = true
		}
		for _, e := range es {
			if !old[ir.ExprString(e)] {
				out = append(out, e)
			}
		}
		return out
	}
	out := verify.Scoped{Global: less(s.Global, t.Global), Func: map[*ir.Func][]ir.Expr{}, Loc: map[*ir.Loc][]ir.Expr{}}
	for f, es := range s.Func {
		out.Func[f] = less(es, t.Func[f])
	}
	for l, es := range s.Loc {
		out.Loc[l] = less(es, t.Loc[l])
	}
	return out
}

// writeScoped writes a line for each expression, in the order of the program.
func writeScoped(b *strings.Builder, p *ir.Program, what string, s verify.Scoped) {
	line := func(at string, es []ir.Expr) {
		for _, e := range es {
			fmt.Fprintf(b, "  %-16s %s%s\n", at, what, ir.ExprString(e))
		}
	}
	line("everywhere", s.Global)
	for _, f := range p.Funcs {
		line(f.Name, s.Func[f])
		for _, l := range f.Locs {
			line(l.String(), s.Loc[l])
		}
	}
}
