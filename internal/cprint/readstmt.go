package cprint

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// function writes f to b.
func (r *readable) function(b *bytes.Buffer, f *ir.Func) {
	fmt.Fprintf(b, "%s {\n", r.head(f))
	if !r.called[f] { // only its address is used
		fmt.Fprintf(b, "  %s\n}\n\n", strings.Join(r.stop(), "\n  "))
		return
	}
	r.fn, r.facts, r.cyclic = f, newRanges(f), cyclic(f)
	escapes, ended := escaping(f)
	body := blocks(tidy(structured(f, escapes)))
	r.home = homes(body, f.Params, func(o *ir.Object, outermost bool) bool { return outermost || ended[o] || !escapes[o] })
	for _, o := range f.Objects {
		r.onHeap[o] = r.home[o] == nil && escapes[o] && !ended[o] && r.again(o)
	}
	body = endless(body)
	r.forward = forwards(body, r.home)
	r.locals(b, f)
	if f == r.main && r.resets && r.opt.Style != Fuzzer {
		b.WriteString("  tandem_init();\n")
	}
	r.list(b, body, 1)
	b.WriteString("}\n\n")
}

// cyclic returns for each location, by Loc.ID, whether a run may reach it again without leaving the function.
func cyclic(f *ir.Func) []bool {
	adj := make(graph.Adj, len(f.Locs))
	out := make([]bool, len(f.Locs))
	for _, l := range f.Locs {
		for _, e := range l.Out {
			adj[l.ID] = append(adj[l.ID], e.To.ID)
			out[l.ID] = out[l.ID] || e.To == l
		}
	}
	comps, _ := graph.SCC(adj)
	for _, c := range comps {
		for _, x := range c {
			out[x] = out[x] || len(c) > 1
		}
	}
	return out
}

// mentions passes to the callback each register and object that a piece itself names, not counting the pieces inside of
// it.
func mentions(p *piece, found func(any)) {
	expr := func(e ir.Expr) {
		ir.Walk(e, func(x ir.Expr) bool {
			switch x := x.(type) { // sound: only these name something
			case *ir.Ref:
				found(x.Var)
			case *ir.AddrOf:
				found(x.Obj)
			}
			return true
		})
	}
	edge := func(e *ir.Edge) {
		if e == nil {
			return
		}
		for _, x := range ir.StmtExprs(e.Stmt) {
			expr(x)
		}
		if v := ir.Def(e.Stmt); v != nil {
			found(v)
		}
		switch s := e.Stmt.(type) { // sound: the others name objects in expressions
		case *ir.Decl:
			found(s.Obj)
		case *ir.End:
			found(s.Obj)
		}
	}
	switch p.kind {
	case pStep, pAssume:
		edge(p.edge)
	case pIf:
		expr(p.cond)
	case pLoop:
		if p.cond != nil {
			expr(p.cond)
		}
		edge(p.init)
		edge(p.step)
	case pLabel, pJump, pBlock, pBreak, pContinue, pEnd:
	}
}

// homes returns the registers and objects that can be declared where they are first set, each with the piece that
// becomes its declaration. To find this piece, homes takes the innermost list that contains all pieces that name the
// register or object. The first of these pieces becomes the declaration, unless a goto skips it. mayEnd reports whether
// an object may end with the list; outermost is set for the body of the function. Keys are of type *ir.Var or
// *ir.Object.
func homes(body []*piece, params []*ir.Var, mayEnd func(o *ir.Object, outermost bool) bool) map[any]*piece {
	total := map[any]int{}
	visit(body, func(p *piece) { mentions(p, func(x any) { total[x]++ }) })
	home, seen, gotos := map[any]*piece{}, map[any]bool{}, jumpsTo(body)
	for _, v := range params {
		seen[v] = true
	}
	var walk func(list []*piece, outermost bool) map[any]int
	walk = func(list []*piece, outermost bool) map[any]int {
		sum, first, whole := map[any]int{}, map[any]int{}, map[any]bool{}
		for i, p := range list {
			in := walk(p.then, false)
			for x, n := range walk(p.els, false) {
				in[x] += n
			}
			mentions(p, func(x any) { in[x]++ })
			for x, n := range in {
				if sum[x] == 0 {
					first[x] = i
					whole[x] = n == total[x]
				}
				sum[x] += n
			}
		}
		into := entered(list, gotos)
		for x, n := range sum {
			if n != total[x] || seen[x] {
				continue
			}
			seen[x] = true
			if o, ok := x.(*ir.Object); ok && !mayEnd(o, outermost) {
				continue
			}
			if i := first[x]; declares(list[i], x, whole[x]) && !into(i) {
				home[x] = list[i]
			}
		}
		return sum
	}
	walk(body, true)
	return home
}

// entered returns a function that reports whether a goto from before piece i, or from outside of the list, leads to a
// label in the pieces from i on, or whether piece i is a loop with a label. gotos counts the gotos to each location in
// the function.
func entered(list []*piece, gotos map[*ir.Loc]int) func(i int) bool {
	type target struct{ at, from, n int } // where the label is, the first goto, the number of gotos inside
	targets := map[*ir.Loc]*target{}
	each := func(kind func(*piece) bool, f func(i int, l *ir.Loc)) {
		for i, p := range list {
			visit([]*piece{p}, func(q *piece) {
				if kind(q) {
					f(i, q.loc)
				}
			})
		}
	}
	each(func(q *piece) bool { return q.label }, func(i int, l *ir.Loc) { targets[l] = &target{at: i, from: len(list)} })
	if len(targets) > 0 {
		each(func(q *piece) bool { return q.kind == pJump }, func(i int, l *ir.Loc) {
			if t := targets[l]; t != nil {
				t.from, t.n = min(t.from, i), t.n+1
			}
		})
	}
	return func(i int) bool {
		for l, t := range targets {
			if t.at >= i && (t.n < gotos[l] || t.from < i || t.at == i && list[i].kind == pLoop) {
				return true
			}
		}
		return false
	}
}

// declares reports whether a piece can be the declaration of x. all is set if no other piece of the list names x, which
// a declaration in a for loop requires.
func declares(p *piece, x any, all bool) bool {
	e := p.edge
	if p.kind == pLoop && all {
		e = p.init
	} else if p.kind != pStep {
		return false
	}
	if e == nil {
		return false
	}
	switch x := x.(type) { // sound: x is a register or an object
	case *ir.Object:
		d, ok := e.Stmt.(*ir.Decl)
		return ok && d.Obj == x
	case *ir.Var:
		if x.Global || ir.Def(e.Stmt) != x {
			return false
		}
		reads := false
		ir.Uses(e.Stmt, func(v *ir.Var) { reads = reads || v == x })
		return !reads
	}
	return false
}

// locals declares the registers and objects that no piece declares (homes), at the beginning of f.
func (r *readable) locals(b *bytes.Buffer, f *ir.Func) {
	used := usedIn(f)
	var types []string
	byType := map[string][]string{}
	for i, v := range f.Vars {
		if i < len(f.Params) || !used[v] || r.home[v] != nil {
			continue
		}
		c := r.declared(v)
		if byType[c] == nil {
			types = append(types, c)
		}
		name := r.names.vars[v]
		if len(byType[c]) > 0 && strings.HasSuffix(c, "*") {
			name = c[strings.IndexByte(c, '*'):] + name
		}
		byType[c] = append(byType[c], name)
	}
	sort.Strings(types)
	for _, c := range types {
		for names := byType[c]; len(names) > 0; {
			n := min(len(names), 12)
			first := withName(c, strings.TrimLeft(names[0], "*"))
			fmt.Fprintf(b, "  %s;\n", strings.Join(append([]string{first}, names[1:n]...), ", "))
			names = names[n:]
		}
	}
	for _, o := range f.Objects {
		if r.home[o] == nil && mentioned(f, o) {
			fmt.Fprintf(b, "  %s;\n", r.declare(o, false))
		}
	}
}

// again reports whether a run may declare an object again without leaving the function of the object.
func (r *readable) again(o *ir.Object) bool {
	for _, e := range o.Func.Edges {
		if d, ok := e.Stmt.(*ir.Decl); ok && d.Obj == o && r.cyclic[e.From.ID] {
			return true
		}
	}
	return false
}

// mentioned reports whether a statement of f declares o.
func mentioned(f *ir.Func, o *ir.Object) bool {
	for _, e := range f.Edges {
		if d, ok := e.Stmt.(*ir.Decl); ok && d.Obj == o {
			return true
		}
	}
	return false
}

// declare returns the declaration of an object without storage class, value and semicolon.
func (r *printing) declare(o *ir.Object, constant bool) string {
	c, n := r.arrayOf(o)
	if r.onHeap[o] {
		return withName(pointerTo(c), r.names.objs[o])
	}
	s := withName(c, r.names.objs[o])
	switch {
	case constant && strings.HasSuffix(c, "*"):
		s = c + "const " + r.names.objs[o]
	case constant:
		s = "const " + s
	}
	if !r.single(o) {
		s += fmt.Sprintf("[%d]", n)
	}
	align := r.sizeOf(c)
	if k := r.structOf(c); k != nil {
		align = k.align
	}
	if o.Align > align {
		s = fmt.Sprintf("_Alignas(%d) %s", o.Align, s)
	}
	return s
}

// list writes pieces.
func (r *readable) list(b *bytes.Buffer, list []*piece, depth int) {
	for i := 0; i < len(list); i++ {
		if i+1 < len(list) && r.declaredAndSet(b, list[i], list[i+1], depth) {
			i++
			continue
		}
		r.piece(b, list[i], depth)
	}
}

// declaredAndSet writes p and q as one line, if p declares a variable in memory and q stores its first value. It
// reports whether it did.
func (r *readable) declaredAndSet(b *bytes.Buffer, p, q *piece, depth int) bool {
	d, ok := stmtOf(p).(*ir.Decl)
	s, stores := stmtOf(q).(*ir.Store)
	if !ok || !stores || q.kind != pStep || r.home[d.Obj] != p || !r.single(d.Obj) {
		return false
	}
	a, direct := s.Addr.(*ir.AddrOf)
	if c, _ := r.arrayOf(d.Obj); !direct || a.Obj != d.Obj || inMemory(s.Val.Type()) != c {
		return false
	}
	n := 0
	mentions(q, func(x any) {
		if x == d.Obj {
			n++
		}
	})
	if n > 1 {
		return false
	}
	r.loc = q.edge.From
	r.line(b, depth, "%s = %s;", r.declare(d.Obj, false), r.value(s.Val.Type(), inMemory(s.Val.Type()), s.Val))
	return true
}

// line writes an indented line.
func (r *readable) line(b *bytes.Buffer, depth int, format string, args ...any) {
	b.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(b, format, args...)
	b.WriteByte('\n')
}

// lines writes several indented lines.
func (r *readable) lines(b *bytes.Buffer, depth int, lines []string) {
	for _, l := range lines {
		r.line(b, depth, "%s", l)
	}
}

// at writes a #line directive, if needed, that gives the next line the position pos.
func (r *readable) at(b *bytes.Buffer, pos ir.Pos) {
	if r.opt.Lines && pos.IsValid() && (pos.Line != r.pos.Line || pos.File != r.pos.File) {
		fmt.Fprintf(b, "#line %d %s\n", pos.Line, cstring(pos.File))
		r.pos = pos
	}
}

// piece writes one piece.
func (r *readable) piece(b *bytes.Buffer, p *piece, depth int) {
	r.here = p
	switch p.kind {
	case pStep:
		if v := ir.Def(p.edge.Stmt); v != nil && r.forward[v] == p {
			return
		}
		r.loc = p.edge.From
		if lines := r.statement(p.edge); len(lines) > 0 {
			r.at(b, p.edge.Pos)
			r.lines(b, depth, lines)
		}
	case pAssume:
		r.loc = p.edge.From
		r.at(b, p.edge.Pos)
		r.line(b, depth, "%s", r.assume(p.edge.Stmt.(*ir.Assume).Cond))
	case pIf:
		r.branch(b, p, depth)
	case pLoop:
		r.loop(b, p, depth)
	case pLabel:
		r.line(b, depth-1, "%s:;", r.label(p.loc))
	case pJump:
		r.line(b, depth, "goto %s;", r.label(p.loc))
	case pBreak:
		r.line(b, depth, "break;")
	case pContinue:
		r.line(b, depth, "continue;")
	case pBlock:
		r.line(b, depth, "{")
		r.list(b, p.then, depth+1)
		r.line(b, depth, "}")
	case pEnd:
		if p.edge != nil {
			r.at(b, p.edge.Pos)
		}
		r.lines(b, depth, r.end(p.loc))
	}
}

func (r *readable) label(l *ir.Loc) string { return fmt.Sprintf("L%d", l.ID) }

// branch writes an if.
func (r *readable) branch(b *bytes.Buffer, p *piece, depth int) {
	r.loc = p.at
	if p.at != nil {
		r.at(b, p.at.Pos)
	}
	cond, then, els := r.expr(p.cond), p.then, p.els
	for len(els) == 0 { // if (c) { if (d) ... }
		var in []*piece
		for _, q := range then {
			if v := ir.Def(stmtOf(q)); v == nil || r.forward[v] != q {
				in = append(in, q)
			}
		}
		if len(in) != 1 || in[0].kind != pIf || len(in[0].els) > 0 {
			break
		}
		r.loc = in[0].at
		cond, then = infix(cond, ir.LAnd, r.expr(in[0].cond)), in[0].then
	}
	r.line(b, depth, "if (%s) {", cond.s)
	r.list(b, then, depth+1)
	for len(els) == 1 && els[0].kind == pIf {
		r.loc = els[0].at
		r.line(b, depth, "} else if (%s) {", r.text(els[0].cond))
		r.list(b, els[0].then, depth+1)
		els = els[0].els
	}
	if len(els) > 0 {
		r.line(b, depth, "} else {")
		r.list(b, els, depth+1)
	}
	r.line(b, depth, "}")
}

// loop writes a loop.
func (r *readable) loop(b *bytes.Buffer, p *piece, depth int) {
	r.at(b, p.loc.Pos)
	start := ""
	if p.init != nil {
		r.loc = p.init.From
		start = strings.TrimSuffix(strings.Join(r.statement(p.init), " "), ";")
	}
	if p.label {
		if start != "" {
			r.line(b, depth, "%s;", start)
			start = ""
		}
		r.line(b, depth-1, "%s:;", r.label(p.loc))
	}
	cond := ""
	if p.cond != nil {
		r.loc = p.at
		cond = r.text(p.cond)
	}
	switch p.form {
	case forever:
		r.line(b, depth, "for (;;) {")
	case while:
		r.line(b, depth, "while (%s) {", cond)
	case doWhile:
		r.line(b, depth, "do {")
	case forLoop:
		r.loc = p.step.From
		r.here = nil
		step := strings.TrimSuffix(strings.Join(r.statement(p.step), " "), ";")
		if cond != "" {
			cond = " " + cond
		}
		r.line(b, depth, "for (%s;%s; %s) {", start, cond, step)
	}
	r.list(b, p.then, depth+1)
	if p.form == doWhile {
		r.line(b, depth, "} while (%s);", cond)
		return
	}
	r.line(b, depth, "}")
}

// dst returns the left side of an assignment to a register; if the current piece declares the register, that is the
// declaration.
func (r *terms) dst(v *ir.Var) string {
	if r.here != nil && r.home[v] == r.here {
		return withName(r.declared(v), r.names.vars[v])
	}
	return r.names.vars[v]
}

// statement returns the lines of the statement of e.
func (r *readable) statement(e *ir.Edge) []string {
	one := func(format string, args ...any) []string { return []string{fmt.Sprintf(format, args...)} }
	switch s := e.Stmt.(type) {
	case *ir.Skip, *ir.End, *ir.Assume:
	case *ir.Assign:
		return one("%s;", r.assignment(s))
	case *ir.Input:
		return r.input(s)
	case *ir.LoadStmt:
		return one("%s = %s;", r.dst(s.Dst), r.load(s.Dst.Type, s.Addr).s)
	case *ir.Store:
		return one("%s", r.store(s.Val.Type(), s.Addr, s.Val))
	case *ir.Decl:
		switch {
		case r.here != nil && r.home[s.Obj] == r.here:
			return one("%s;", r.declare(s.Obj, false))
		case r.onHeap[s.Obj]:
			r.needs("malloc")
			return one("%s = malloc(%d);", r.names.objs[s.Obj], s.Obj.Size)
		case r.cyclic[e.From.ID]:
			return r.havoc(r.addressOf(s.Obj).term, fmt.Sprint(s.Obj.Size), s.Obj.Site)
		}
	case *ir.Alloc:
		if s.Zeroed {
			r.needs("calloc")
			return one("%s = calloc(%s, 1);", r.dst(s.Dst), r.count(s.Size))
		}
		r.needs("malloc")
		return one("%s = malloc(%s);", r.dst(s.Dst), r.count(s.Size))
	case *ir.Free:
		r.needs("free")
		return one("free(%s);", r.text(s.Addr))
	case *ir.MemCopy:
		r.needs("memmove")
		return r.some(s.N, fmt.Sprintf("memmove(%s, %s, %s);", r.text(s.Dst), r.text(s.Src), r.count(s.N)))
	case *ir.MemSet:
		r.needs("memset")
		return r.some(s.N, fmt.Sprintf("memset(%s, %s, %s);", r.text(s.Dst), r.text(s.Val), r.count(s.N)))
	case *ir.MemHavoc:
		return r.havoc(r.expr(s.Addr), r.count(s.N), s.Site)
	case *ir.HavocAll:
		if r.opt.Style == Verifier {
			return one("__asm__ volatile (\"\" : : : \"memory\"); /* all memory may change: %s */", comment(s.Why))
		}
		return one("/* all memory may change: %s */", comment(s.Why))
	case *ir.Call:
		return one("%s;", r.call(s))
	case *ir.Return:
		switch {
		case r.fn == r.p.Entry && r.fn == r.main && r.opt.Style != Fuzzer:
			return one("return 0;")
		case s.Val != nil:
			return one("return %s;", r.value(r.fn.Result, result(r.fn.Result), s.Val))
		case r.fn.Result.Kind != ir.None:
			x := r.arbitrary(r.fn.Result)
			if r.opt.Style == Verifier { // Tandem confirms nothing by a run that reads the value
				x = r.unknown(r.fn.Result)
			}
			return one("return %s; /* no value */", x)
		}
		return one("return;")
	case *ir.Math:
		return r.math(s)
	case *ir.Undefined:
		if isNode(e.To) {
			return append(one("/* %s */", comment(s.Kind)), r.stop()...)
		}
		return one("/* %s */", comment(s.Kind))
	default: // sound: refused
		r.fail("unknown statement %T", s)
	}
	return nil
}

// assignment writes Dst = Src, or x++ or x += y if the statement has this form.
func (r *readable) assignment(s *ir.Assign) string {
	dst, src := r.dst(s.Dst), r.value(s.Dst.Type, r.declared(s.Dst), s.Src)
	for _, op := range []ir.BinOp{ir.Add, ir.Sub} {
		if rest, ok := strings.CutPrefix(src, dst+" "+cOp(op)+" "); ok && stepsBy(s, op) {
			if rest == "1" {
				return dst + cOp(op) + cOp(op)
			}
			return fmt.Sprintf("%s %s= %s", dst, cOp(op), rest)
		}
	}
	return dst + " = " + src
}

// stepsBy reports whether s is x = x op y, or a step of a pointer x.
func stepsBy(s *ir.Assign, op ir.BinOp) bool {
	switch e := s.Src.(type) { // sound: written as it is
	case *ir.Binary:
		x, ok := e.X.(*ir.Ref)
		return ok && e.Op == op && x.Var == s.Dst
	case *ir.PtrAdd:
		x, ok := e.P.(*ir.Ref)
		return ok && x.Var == s.Dst
	}
	return false
}

// count writes a number of bytes as an argument.
func (r *terms) count(e ir.Expr) string { return r.value(e.Type(), "", e) }

// some guards a call for n bytes against n == 0: ir allows null pointers in this case, but C does not.
func (r *readable) some(n ir.Expr, call string) []string {
	switch v := r.facts.of(r.loc, n); {
	case v.nonzero:
		return []string{call}
	case v.known && v.lo == 0 && v.hi == 0:
		return nil
	}
	return []string{fmt.Sprintf("if (%s) {", r.text(&ir.Cast{T: ir.B, X: n})), "  " + call, "}"}
}

// callOf writes a call as an expression.
func (r *terms) callOf(s *ir.Call) term {
	var args []string
	for i, a := range s.Args {
		p := s.Func.Params[i]
		args = append(args, r.value(p.Type, r.declared(p), a))
	}
	return term{fmt.Sprintf("%s(%s)", r.names.funcs[s.Func], strings.Join(args, ", ")), pPostfix}
}

// call writes a call, with the assignment of its result.
func (r *readable) call(s *ir.Call) string {
	if s.Dst != nil {
		return r.dst(s.Dst) + " = " + r.callOf(s).s
	}
	return r.callOf(s).s
}

// math writes a call of a mathematical function.
func (r *readable) math(s *ir.Math) []string {
	if ir.AsksObject(s.Fn) {
		return r.asksObject(s)
	}
	name, ok := exec.MathName(s.Fn, len(s.Args))
	if !ok {
		r.fail("no C for the function %s", s.Fn)
		return nil
	}
	var args []string
	for _, a := range s.Args {
		args = append(args, r.text(a))
	}
	x := fmt.Sprintf("__builtin_%s(%s)", name, strings.Join(args, ", "))
	if s.Dst.Type != ir.F64 {
		x = fmt.Sprintf("(%s)%s", ctype(s.Dst.Type), x)
	}
	return []string{fmt.Sprintf("%s = %s;", r.dst(s.Dst), x)}
}

// comment returns s as text for the inside of a C comment.
func comment(s string) string {
	return strings.NewReplacer("*/", "* /", "/*", "/ *", "\n", " ", "\\", "/").Replace(s)
}
