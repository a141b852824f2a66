package cprint

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// A program with questions about memory (ir.Valid), or about the object of a pointer (ir.Size, ir.Offset), keeps a list
// of its objects at run time. Each object in the list is called a block.

// asksValid reports whether p has questions about memory, or needs the object of a pointer for a Size or Offset.
func asksValid(p *ir.Program) bool {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if a, ok := e.Stmt.(*ir.Assume); ok && ir.Asks(a.Cond) != nil {
				return true
			}
			if m, ok := e.Stmt.(*ir.Math); ok && ir.AsksObject(m.Fn) && m.Fn != ir.Extent {
				return true
			}
		}
	}
	return false
}

// asksExtent reports whether the program needs the sizes of heap objects (ir.Extent).
func (g *gen) asksExtent() bool {
	for _, f := range g.p.Funcs {
		for _, e := range f.Edges {
			if m, ok := e.Stmt.(*ir.Math); ok && m.Fn == ir.Extent {
				return true
			}
		}
	}
	return false
}

// valid returns the C text of a question.
func (g *gen) valid(e *ir.Valid) string {
	switch e.What {
	case ir.Readable, ir.Writable:
		write := 0
		if e.What == ir.Writable {
			write = 1
		}
		return fmt.Sprintf("tandem_valid(%s, (unsigned long long)%s, %d)", g.expr(e.Addr), g.sub(e.N), write)
	case ir.Freeable:
		return fmt.Sprintf("tandem_freeable(%s)", g.expr(e.Addr))
	case ir.Same:
		return fmt.Sprintf("tandem_same(%s, %s)", g.expr(e.Addr), g.expr(e.N))
	case ir.Dynamic:
		return fmt.Sprintf("tandem_dynamic(%s)", g.expr(e.Addr))
	case ir.Tracked:
		var roots []string
		for _, r := range e.Roots {
			roots = append(roots, "(tandem_ptr)"+g.sub(r))
		}
		return fmt.Sprintf("tandem_tracked(%d, (const tandem_ptr[]){%s})", len(roots), strings.Join(append(roots, "0"), ", "))
	default:
		panic("cprint: unknown question")
	}
}

// blockOf declares a global object as a pointer to a block. It also writes statements to the buffer late, which
// allocate the block and fill it with the initial contents.
func (g *gen) blockOf(b, late *bytes.Buffer, o *ir.Object, l *exec.Layout) {
	name, site := g.names.objs[o], -1
	if o.Uninit && o.Site != nil {
		site = o.Site.ID
	}
	fmt.Fprintf(b, "static tandem_ptr %s = 0;\n", name)
	fmt.Fprintf(late, "  %s = tandem_alloc(%d, 0, %d);\n", name, o.Size, site)
	fmt.Fprintf(late, "  tandem_outer(%s);\n", name)
	lo := l.Base[o.ID] - exec.FirstObject
	image := l.Image[lo : lo+uint64(o.Size)]
	end := len(image)
	for end > 0 && image[end-1] == 0 {
		end--
	}
	if end > 0 && !o.Uninit {
		fmt.Fprintf(b, "static const unsigned char %s_[] = {%s};\n", name,
			joinWrapped(end, func(i int) string { return fmt.Sprint(image[i]) }))
		fmt.Fprintf(late, "  tandem_copy(%s, (tandem_ptr)%s_, %d);\n", name, name, end)
	}
	if o.Const {
		fmt.Fprintf(late, "  tandem_constant(%s);\n", name)
	}
}
