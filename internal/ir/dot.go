package ir

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Dot returns a Graphviz graph of the automata of fs, one cluster each. Without fs, it draws all functions of p.
func Dot(p *Program, fs ...*Func) string {
	if len(fs) == 0 {
		fs = p.Funcs
	}
	var b bytes.Buffer
	b.WriteString("digraph cfa {\n  node [shape=circle, fontname=monospace, fontsize=10];\n  edge [fontname=monospace, " +
		"fontsize=9];\n")
	for _, f := range fs {
		fmt.Fprintf(&b, "  subgraph cluster_%d {\n    label=%s;\n", f.ID, dotText(f.Name))
		for _, l := range f.Locs {
			fmt.Fprintf(&b, "    n%d_%d [label=%s%s];\n", f.ID, l.ID, dotText("L"+strconv.Itoa(l.ID)), dotStyle(f, l))
		}
		for _, e := range f.Edges {
			label := StmtString(e.Stmt)
			if e.Pos.IsValid() {
				label += fmt.Sprintf("\nline %d", e.Pos.Line)
			}
			fmt.Fprintf(&b, "    n%d_%d -> n%d_%d [label=%s];\n", f.ID, e.From.ID, f.ID, e.To.ID, dotText(label))
		}
		b.WriteString("  }\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// dotStyle returns the attributes of the node for l after its label.
func dotStyle(f *Func, l *Loc) string {
	switch {
	case l.Kind == Error:
		return ", shape=doubleoctagon, color=red"
	case l.Kind == Halt:
		return ", shape=octagon"
	case l.Kind == Exit:
		return ", shape=doublecircle"
	case l == f.Entry:
		return ", style=bold"
	case l.Loop != nil:
		return ", shape=house"
	}
	return ""
}

// dotText returns s as a quoted string of Graphviz, which has fewer escapes than Go.
func dotText(s string) string {
	s = strings.ReplaceAll(s, `\`, `\\`)
	s = strings.ReplaceAll(s, `"`, `\"`)
	return `"` + strings.ReplaceAll(s, "\n", `\n`) + `"`
}
