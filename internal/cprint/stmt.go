package cprint

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// signature returns the declaration of a function, without semicolon.
func (g *gen) signature(f *ir.Func) string {
	var ps []string
	for _, v := range f.Params {
		ps = append(ps, ctype(v.Type)+" "+g.names.vars[v])
	}
	if len(ps) == 0 {
		ps = []string{"void"}
	}
	return fmt.Sprintf("static %s %s(%s)", ctype(f.Result), g.names.funcs[f], strings.Join(ps, ", "))
}

// item is one line of a function body: a statement with its position, or a label.
type item struct {
	text string
	pos  ir.Pos
	loc  *ir.Loc // the location of the label; nil for a statement
}

// body collects the items of one function.
type body struct {
	g       *gen
	back    []bool // by Edge.ID: a back edge, which takes fuel
	items   []item
	done    map[*ir.Loc]bool // locations whose code is in items
	target  map[*ir.Loc]bool // targets of gotos
	pending []*ir.Loc        // targets of gotos whose code may be missing in items
}

// add appends a statement.
func (b *body) add(pos ir.Pos, format string, args ...any) {
	b.items = append(b.items, item{text: fmt.Sprintf(format, args...), pos: pos})
}

// jump returns a goto to l.
func (b *body) jump(l *ir.Loc) string {
	b.target[l] = true
	if !b.done[l] {
		b.pending = append(b.pending, l)
	}
	return fmt.Sprintf("goto L%d;", l.ID)
}

// function writes f to g.out: the locations in depth-first order, each of which falls through to the next location or
// ends in a goto.
func (g *gen) function(f *ir.Func) {
	b := &body{g: g, back: exec.BackEdges(f), done: map[*ir.Loc]bool{}, target: map[*ir.Loc]bool{},
		pending: []*ir.Loc{f.Entry}}
	for len(b.pending) > 0 {
		l := b.pending[len(b.pending)-1]
		b.pending = b.pending[:len(b.pending)-1]
		if !b.done[l] {
			b.chain(l)
		}
	}
	g.lineAt(f.Pos)
	g.emit(g.signature(f) + " {")
	params := map[*ir.Var]bool{}
	for _, v := range f.Params {
		params[v] = true
	}
	used := usedIn(f)
	for _, v := range f.Vars {
		if !params[v] && used[v] {
			g.emit(fmt.Sprintf("  %s %s = 0;", ctype(v.Type), g.names.vars[v]))
		}
	}
	for _, o := range f.Objects {
		g.emit("  " + g.declare(o) + ";")
	}
	for _, it := range b.items {
		if it.loc != nil {
			if b.target[it.loc] {
				g.emit(fmt.Sprintf("L%d:;", it.loc.ID))
			}
			continue
		}
		g.lineAt(it.pos)
		g.emit("  " + it.text)
	}
	g.emit("}")
	g.emit("")
}

// usedIn returns the registers that the statements of f read or set.
func usedIn(f *ir.Func) map[*ir.Var]bool {
	used := map[*ir.Var]bool{}
	for _, e := range f.Edges {
		ir.Uses(e.Stmt, func(v *ir.Var) { used[v] = true })
		if d := ir.Def(e.Stmt); d != nil {
			used[d] = true
		}
	}
	return used
}

// lineAt writes a #line directive, if needed, that gives the next line the position pos.
func (g *gen) lineAt(pos ir.Pos) {
	if g.opt.NoLines || !pos.IsValid() || g.file == pos.File && g.line == pos.Line {
		return
	}
	fmt.Fprintf(&g.out, "#line %d %s\n", pos.Line, cstring(filepath.ToSlash(pos.File)))
	g.file, g.line = pos.File, pos.Line
}

// emit writes a line and counts it.
func (g *gen) emit(line string) {
	g.out.WriteString(line)
	g.out.WriteByte('\n')
	g.line += 1 + strings.Count(line, "\n")
}

// chain writes the code of l and of the locations that control reaches from l without a goto.
func (b *body) chain(l *ir.Loc) {
	for {
		if b.done[l] {
			b.add(ir.Pos{}, "%s", b.jump(l))
			return
		}
		b.done[l] = true
		b.items = append(b.items, item{loc: l})
		switch {
		case l.Kind == ir.Error && l.Obligation.Unmodelled():
			b.add(l.Obligation.Pos, "tandem_unsupported(%s);", cstring(l.Obligation.Kind+": "+l.Obligation.Text))
			return
		case l.Kind == ir.Error:
			b.add(l.Obligation.Pos, "tandem_violated(%d);", l.Obligation.ID)
			return
		case l.Kind == ir.Halt, l.Kind == ir.Exit:
			b.add(l.Pos, "tandem_finished();")
			return
		case len(l.Out) == 0:
			b.add(l.Pos, "tandem_blocked(\"no way on\");")
			return
		}
		e := l.Out[0]
		if _, ok := e.Stmt.(*ir.Assume); ok {
			if l = b.branch(l); l == nil {
				return
			}
			continue
		}
		if b.step(e) {
			return
		}
		if u := b.fuel(e); u != "" {
			b.add(e.Pos, "%s", strings.TrimSpace(u))
		}
		l = e.To
	}
}

// branch writes the assumes on the edges out of l, and returns the location to which the text falls through; nil after
// an error.
func (b *body) branch(l *ir.Loc) *ir.Loc {
	g := b.g
	arms := l.Out
	for _, e := range arms {
		if _, ok := e.Stmt.(*ir.Assume); !ok {
			g.fail("%s: %T in parallel with an assume", l, e.Stmt)
			return nil
		}
	}
	// The true side falls through, to keep the order of the source.
	last := arms[0]
	for _, e := range arms {
		if e.Stmt.(*ir.Assume).Mark == ir.True {
			last = e
		}
	}
	for _, e := range arms {
		if e == last {
			continue
		}
		s := e.Stmt.(*ir.Assume)
		b.add(e.Pos, "if (%s) {%s%s %s }", g.expr(s.Cond), g.mark(s), b.fuel(e), b.jump(e.To))
	}
	s := last.Stmt.(*ir.Assume)
	total := len(arms) == 2 && complement(arms[0].Stmt.(*ir.Assume).Cond, arms[1].Stmt.(*ir.Assume).Cond)
	if !total {
		b.add(last.Pos, "if (!%s) tandem_blocked(%s);", g.sub(s.Cond), cstring(arms[0].Stmt.(*ir.Assume).Guard.String()))
	}
	if m := g.mark(s) + b.fuel(last); m != "" {
		b.add(last.Pos, "%s", strings.TrimSpace(m))
	}
	return last.To
}

// complement reports whether one condition is the negation of the other.
func complement(x, y ir.Expr) bool {
	return ir.Equal(x, ir.NotExpr(y)) || ir.Equal(y, ir.NotExpr(x))
}

// fuel returns the statement that takes fuel for e, or "".
func (b *body) fuel(e *ir.Edge) string {
	if b.g.opt.Fuel > 0 && b.back[e.ID] {
		return " tandem_use(1);"
	}
	return ""
}

// mark returns the statement that adds a marked branch to the trace, or "".
func (g *gen) mark(s *ir.Assume) string {
	if !g.opt.Trace || s.Mark == ir.NoMark {
		return ""
	}
	if s.Mark == ir.True {
		return " tandem_mark(1);"
	}
	return " tandem_mark(0);"
}

// siteID returns the number of a site, or -1 for nil.
func siteID(s *ir.Site) int {
	if s == nil {
		return -1
	}
	return s.ID
}

// step writes the statement of e. ended reports that control does not reach the end of the statement.
func (b *body) step(e *ir.Edge) (ended bool) {
	g := b.g
	out := func(format string, args ...any) { b.add(e.Pos, format, args...) }
	switch s := e.Stmt.(type) {
	case *ir.Skip:
	case *ir.Assign:
		out("%s = %s;", g.names.vars[s.Dst], g.expr(s.Src))
	case *ir.Input:
		if s.Dst.Type.Kind == ir.Ptr {
			out("%s = tandem_pointer(%d, %d);", g.names.vars[s.Dst], s.Site.ID, max(s.FreshSize, 0))
			break
		}
		if s.Dst.Type.Kind == ir.Float {
			g.needFloatBits()
		}
		out("%s = %s;", g.names.vars[s.Dst], g.fromBits(s.Dst.Type, fmt.Sprintf("tandem_input(%d)", s.Site.ID)))
	case *ir.LoadStmt:
		if a, ok := s.Addr.(*ir.AddrOf); ok && g.scalar(a.Obj, s.Dst.Type) {
			out("%s = %s;", g.names.vars[s.Dst], g.names.objs[a.Obj])
			break
		}
		out("%s = %s;", g.names.vars[s.Dst], g.load(s.Dst.Type, g.expr(s.Addr)))
	case *ir.Store:
		if a, ok := s.Addr.(*ir.AddrOf); ok && g.scalar(a.Obj, s.Val.Type()) {
			out("%s = %s;", g.names.objs[a.Obj], g.expr(s.Val))
			break
		}
		out("%s;", g.store(s.Val.Type(), g.expr(s.Addr), g.expr(s.Val)))
	case *ir.Decl:
		if g.allocated(s.Obj) {
			out("%s = tandem_alloc(%d, 0, %d);", g.names.objs[s.Obj], s.Obj.Size, siteID(s.Obj.Site))
			break
		}
		out("tandem_fill(%s, %d, %d);", g.address(s.Obj), s.Obj.Size, siteID(s.Obj.Site))
	case *ir.End: // without questions, no continuing run accesses the object again
		if g.asks {
			out("tandem_dead(%s);", g.address(s.Obj))
		}
	case *ir.Alloc:
		zero := 0
		if s.Zeroed {
			zero = 1
		}
		out("%s = tandem_alloc((unsigned long long)%s, %d, %d);", g.names.vars[s.Dst], g.sub(s.Size), zero, siteID(s.Site))
		if g.asks && s.Kind == ir.Heap {
			out("tandem_heap(%s);", g.names.vars[s.Dst])
		}
	case *ir.Free:
		out("tandem_free(%s);", g.expr(s.Addr))
	case *ir.MemCopy:
		out("tandem_copy(%s, %s, (unsigned long long)%s);", g.expr(s.Dst), g.expr(s.Src), g.sub(s.N))
	case *ir.MemSet:
		out("tandem_set(%s, (unsigned char)%s, (unsigned long long)%s);", g.expr(s.Dst), g.sub(s.Val), g.sub(s.N))
	case *ir.MemHavoc:
		out("tandem_havoc(%s, (unsigned long long)%s, %d);", g.expr(s.Addr), g.sub(s.N), siteID(s.Site))
	case *ir.HavocAll:
		out("tandem_unsupported(%s);", cstring(s.Why))
		return true
	case *ir.Call:
		b.call(s, out)
	case *ir.Return:
		if g.asks {
			for _, o := range e.From.Func.Objects {
				out("tandem_dead(%s);", g.address(o))
			}
		}
		switch {
		case s.Val != nil:
			out("return %s;", g.expr(s.Val))
		case e.From.Func.Result.Kind != ir.None:
			out("return 0;")
		default:
			out("return;")
		}
		return true
	case *ir.Math:
		if s.Fn == ir.Extent {
			out("%s = (%s)tandem_extent(%s);", g.names.vars[s.Dst], ctype(s.Dst.Type), g.expr(s.Args[0]))
			break
		}
		if ir.AsksObject(s.Fn) {
			out("%s = (%s)tandem_%s_of(%s);", g.names.vars[s.Dst], ctype(s.Dst.Type), s.Fn, g.expr(s.Args[0]))
			break
		}
		name, ok := exec.MathName(s.Fn, len(s.Args))
		if !ok {
			out("tandem_unsupported(%s);", cstring("math function "+s.Fn))
			return true
		}
		var args []string
		for _, a := range s.Args {
			args = append(args, "(double)"+g.sub(a))
		}
		out("%s = (%s)__builtin_%s(%s);", g.names.vars[s.Dst], ctype(s.Dst.Type), name, strings.Join(args, ", "))
	case *ir.Undefined:
		out("tandem_undefined(%s);", cstring(s.Kind))
		return true
	default: // sound: refused
		g.fail("unknown statement %T", s)
		return true
	}
	return false
}

// call writes a call. It passes each line to the callback out.
func (b *body) call(s *ir.Call, out func(string, ...any)) {
	g := b.g
	var args []string
	for _, a := range s.Args {
		args = append(args, g.expr(a))
	}
	if g.opt.Fuel > 0 {
		out("tandem_use(1);")
	}
	dst := ""
	if s.Dst != nil {
		dst = g.names.vars[s.Dst] + " = "
	}
	out("%s%s(%s);", dst, g.names.funcs[s.Func], strings.Join(args, ", "))
}
