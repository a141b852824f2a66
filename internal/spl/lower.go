package spl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Load reads and lowers one file. Errors are *Error, or of the file system.
func Load(file string, model ir.DataModel) (*ir.Program, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Parse(file, src, model)
}

// Parse lowers the text of a file.
func Parse(file string, src []byte, model ir.DataModel) (out *ir.Program, err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *Error: // travels as a panic: nothing on the way can do better with it
			out, err = nil, x
		default:
			panic(x)
		}
	}()
	p := &parser{lexer: &lexer{src: src, file: file, line: 1, col: 1}}
	tree := p.parse()
	sum := sha256.Sum256(src)
	l := &lowering{prog: &ir.Program{Model: model, Files: []ir.File{{Name: file, SHA256: hex.EncodeToString(sum[:])}}}, procs: map[string]*function{}, keys: map[string]int{}}
	for _, f := range append(tree.procs, tree.main) {
		l.declare(f)
	}
	for _, f := range append(tree.procs, tree.main) {
		l.lower(l.procs[f.name])
	}
	l.prog.Entry = l.procs["main"].fn
	return l.prog, nil
}

type lowering struct {
	prog  *ir.Program
	procs map[string]*function
	keys  map[string]int
}

// function is a procedure on its way to ir. Its first result is that of the ir function, the
// others go through global registers.
type function struct {
	*proc
	fn   *ir.Func
	more []*ir.Var
	vars map[string]*ir.Var
	at   *ir.Loc // where the next statement goes; nil: not reachable
}

func fail(p ir.Pos, format string, args ...any) { panic(&Error{p, fmt.Sprintf(format, args...)}) }

func (l *lowering) declare(f *proc) {
	if l.procs[f.name] != nil {
		fail(f.pos, "procedure %s is declared twice", f.name)
	}
	g := &function{proc: f, vars: map[string]*ir.Var{}}
	t := ir.Void
	if len(f.results) > 0 {
		t = f.results[0].t
	}
	g.fn = l.prog.NewFunc(f.name, t, f.pos)
	g.fn.Source = f.name
	l.procs[f.name] = g
	variable := func(d decl) *ir.Var {
		if g.vars[d.name] != nil {
			fail(d.pos, "variable %s is declared twice", d.name)
		}
		v := g.fn.NewVar(d.name, d.t)
		v.Source, v.CType = d.name, ctype(d.t)
		g.vars[d.name] = v
		return v
	}
	for _, d := range f.params {
		g.fn.Params = append(g.fn.Params, variable(d))
	}
	for i, d := range f.results {
		variable(d)
		if i > 0 {
			g.more = append(g.more, l.prog.NewGlobal(f.name+"."+d.name, d.t))
		}
	}
	for _, d := range f.vars {
		variable(d)
	}
}

func ctype(t ir.Type) string {
	if t.Kind == ir.Float {
		return "double"
	}
	return "int"
}

func (l *lowering) lower(g *function) {
	f := g.fn
	f.Entry = f.NewLoc(g.pos)
	f.Exit = f.NewLoc(g.pos)
	f.Exit.Kind = ir.Exit
	g.at = f.Entry
	known := map[string]bool{}
	for _, d := range g.params {
		known[d.name] = true
	}
	read := map[string]bool{}
	reads(g.body, known, read)
	for _, d := range g.results {
		if !known[d.name] {
			read[d.name] = true
		}
	}
	for _, d := range append(append([]decl{}, g.results...), g.proc.vars...) {
		if read[d.name] {
			g.step(&ir.Input{Dst: g.vars[d.name], Site: l.site(ir.Uninit, d.name, g, d.t, d.pos)}, d.pos)
		}
	}
	l.stmts(g, g.body)
	if g.at == nil {
		return
	}
	var val ir.Expr
	for i, d := range g.results {
		if i == 0 {
			val = ir.NewRef(g.vars[d.name])
		} else {
			g.step(&ir.Assign{Dst: g.more[i-1], Src: ir.NewRef(g.vars[d.name])}, d.pos)
		}
	}
	f.NewEdge(g.at, f.Exit, &ir.Return{Val: val}, g.pos)
}

func (l *lowering) site(k ir.SiteKind, name string, g *function, t ir.Type, p ir.Pos) *ir.Site {
	s := l.prog.NewSite(k, name, t, g.fn, p)
	s.Key = fmt.Sprintf("%s@%d:%d", name, p.Line, p.Col)
	if n := l.keys[s.Key]; n > 0 { // one place, several reads: a condition of a loop, say
		l.keys[s.Key]++
		s.Key = fmt.Sprintf("%s#%d", s.Key, n+1)
	} else {
		l.keys[s.Key] = 1
	}
	return s
}

// step adds an edge to a new location.
func (g *function) step(s ir.Stmt, p ir.Pos) {
	to := g.fn.NewLoc(p)
	g.fn.NewEdge(g.at, to, s, p)
	g.at = to
}

func (l *lowering) stmts(g *function, list []stmt) {
	for _, s := range list {
		if g.at == nil {
			return // behind halt or fail
		}
		l.stmt(g, s)
	}
}

func (l *lowering) stmt(g *function, s stmt) {
	f := g.fn
	switch s.op {
	case "skip":
	case "halt":
		to := f.NewLoc(s.pos)
		to.Kind = ir.Halt
		f.NewEdge(g.at, to, &ir.Skip{}, s.pos)
		g.at = nil
	case "fail":
		to := f.NewLoc(s.pos)
		to.Kind = ir.Error
		to.Obligation = l.prog.NewObligation("assertion", "fail", f.Source, s.pos)
		f.NewEdge(g.at, to, &ir.Skip{}, s.pos)
		g.at = nil
	case "assume":
		g.step(&ir.Assume{Cond: l.cond(g, s.x), Guard: ir.UserAssume}, s.pos)
	case "assign":
		v := g.variable(s.dst[0])
		if s.x.op == "random" {
			g.step(&ir.Input{Dst: v, Site: l.site(ir.Nondet, "random", g, v.Type, s.x.pos)}, s.pos)
			return
		}
		g.step(&ir.Assign{Dst: v, Src: l.value(g, s.x, v.Type)}, s.pos)
	case "call":
		l.call(g, s)
	case "if":
		c := l.cond(g, s.x)
		yes, no := f.NewLoc(s.pos), f.NewLoc(s.pos)
		f.NewEdge(g.at, yes, &ir.Assume{Cond: c, Mark: ir.True}, s.x.pos)
		f.NewEdge(g.at, no, &ir.Assume{Cond: ir.NewUnary(ir.LNot, c), Mark: ir.False}, s.x.pos)
		g.at = yes
		l.stmts(g, s.then)
		after := g.at
		g.at = no
		l.stmts(g, s.els)
		switch {
		case g.at == nil:
			g.at = after
		case after != nil:
			join := f.NewLoc(s.pos)
			f.NewEdge(after, join, &ir.Skip{}, s.pos)
			f.NewEdge(g.at, join, &ir.Skip{}, s.pos)
			g.at = join
		}
	case "while":
		head := f.NewLoc(s.pos)
		head.Loop = &ir.Loop{Pos: s.pos, Keyword: "while"}
		f.NewEdge(g.at, head, &ir.Skip{}, s.pos)
		g.at = head
		c := l.cond(g, s.x)
		body, out := f.NewLoc(s.pos), f.NewLoc(s.pos)
		f.NewEdge(g.at, body, &ir.Assume{Cond: c, Mark: ir.True}, s.x.pos)
		f.NewEdge(g.at, out, &ir.Assume{Cond: ir.NewUnary(ir.LNot, c), Mark: ir.False}, s.x.pos)
		g.at = body
		l.stmts(g, s.then)
		if g.at != nil {
			f.NewEdge(g.at, head, &ir.Skip{}, s.pos)
		}
		g.at = out
	}
}

func (l *lowering) call(g *function, s stmt) {
	c := l.procs[s.proc]
	if c == nil || c.name == "main" {
		fail(s.pos, "there is no procedure %s", s.proc)
	}
	if len(s.args) != len(c.params) || len(s.dst) != len(c.results) {
		fail(s.pos, "%s has %d parameters and %d results, not %d and %d", c.name, len(c.params), len(c.results), len(s.args), len(s.dst))
	}
	call := &ir.Call{Func: c.fn}
	for i, a := range s.args {
		v := g.variable(a)
		if v.Type != c.params[i].t {
			fail(a.pos, "%s is %s, the parameter is %s", a.name, typeName(v.Type), typeName(c.params[i].t))
		}
		call.Args = append(call.Args, ir.NewRef(v))
	}
	for i, d := range s.dst {
		v := g.variable(d)
		if v.Type != c.results[i].t {
			fail(d.pos, "%s is %s, the result is %s", d.name, typeName(v.Type), typeName(c.results[i].t))
		}
		for _, e := range s.dst[:i] {
			if e.name == d.name {
				fail(d.pos, "%s gets two results", d.name)
			}
		}
		if i == 0 {
			call.Dst = v
		}
	}
	g.step(call, s.pos)
	for i, d := range s.dst {
		if i > 0 {
			g.step(&ir.Assign{Dst: g.variable(d), Src: ir.NewRef(c.more[i-1])}, s.pos)
		}
	}
}

func typeName(t ir.Type) string {
	if t.Kind == ir.Float {
		return "real"
	}
	return "int"
}

func (g *function) variable(d decl) *ir.Var {
	v := g.vars[d.name]
	if v == nil {
		fail(d.pos, "variable %s is not declared", d.name)
	}
	return v
}

// chance reads an input into a new register.
func (l *lowering) chance(g *function, name string, t ir.Type, p ir.Pos) ir.Expr {
	v := g.fn.NewVar(fmt.Sprintf("%s.%d", name, len(g.fn.Vars)), t)
	g.step(&ir.Input{Dst: v, Site: l.site(ir.Nondet, name, g, t, p)}, p)
	return ir.NewRef(v)
}

// cond lowers a condition; what it draws is drawn first.
func (l *lowering) cond(g *function, x *expr) ir.Expr {
	switch x.op {
	case "true", "false":
		return ir.NewBool(x.op == "true")
	case "brandom":
		return ir.NewBinary(ir.Ne, l.chance(g, "brandom", ir.I32, x.pos), ir.NewConst(ir.I32, 0))
	case "not":
		return ir.NewUnary(ir.LNot, l.cond(g, x.x))
	case "and", "or":
		a := l.cond(g, x.x)
		b := l.cond(g, x.y)
		if x.op == "and" {
			return ir.NewBinary(ir.LAnd, a, b)
		}
		return ir.NewBinary(ir.LOr, a, b)
	}
	t := g.common(x.x, x.y)
	a := l.value(g, x.x, t)
	b := l.value(g, x.y, t)
	switch x.op {
	case "==":
		return ir.NewBinary(ir.Eq, a, b)
	case "!=":
		return ir.NewBinary(ir.Ne, a, b)
	case "<":
		return ir.NewBinary(ir.Lt, a, b)
	case "<=":
		return ir.NewBinary(ir.Le, a, b)
	case ">":
		return ir.NewBinary(ir.Lt, b, a)
	}
	return ir.NewBinary(ir.Le, b, a)
}

// typeOf is the type of an expression; Void where it fits itself: whole numbers, random.
func (g *function) typeOf(x *expr) ir.Type {
	switch x.op {
	case "number":
		if _, err := strconv.ParseInt(x.text, 10, 64); err != nil {
			return ir.F64
		}
		return ir.Void
	case "name":
		return g.variable(decl{name: x.text, pos: x.pos}).Type
	case "neg":
		return g.typeOf(x.x)
	case "sqrt":
		return ir.F64
	case "cast", "+", "-", "*", "/", "%":
		switch x.kind() {
		case 'i':
			return ir.I32
		case 'f':
			return ir.F32
		case 'd':
			return ir.F64
		}
		if x.op == "cast" {
			return ir.F64
		}
		return unify(g.typeOf(x.x), g.typeOf(x.y))
	}
	return ir.Void
}

// kind is the type in a suffix; 0 without one.
func (x *expr) kind() byte {
	if x.suffix == "" || x.suffix[0] == ',' {
		return 0
	}
	return x.suffix[0]
}

func unify(a, b ir.Type) ir.Type {
	switch {
	case a.Kind == ir.Float && a.Bits >= b.Bits, b == ir.Void:
		return a
	case b.Kind == ir.Float || a == ir.Void:
		return b
	}
	return a
}

// common is the type in which two expressions meet.
func (g *function) common(x, y *expr) ir.Type {
	if t := unify(g.typeOf(x), g.typeOf(y)); t != ir.Void {
		return t
	}
	return ir.I32
}

// value lowers an expression to type t. Integers become reals where they meet them; the other
// way needs a cast.
func (l *lowering) value(g *function, x *expr, t ir.Type) ir.Expr {
	own := g.typeOf(x)
	if own == ir.Void {
		own = t
	}
	e := l.typed(g, x, own)
	switch {
	case own == t:
		return e
	case t.Kind == ir.Float:
		return ir.NewCast(t, e)
	}
	fail(x.pos, "a real value where an int is needed (use cast_i)")
	return nil
}

func (l *lowering) typed(g *function, x *expr, t ir.Type) ir.Expr {
	switch x.op {
	case "number":
		if t.Kind == ir.Int {
			n, err := strconv.ParseInt(x.text, 10, 32)
			if err != nil {
				fail(x.pos, "%s does not fit in an int of 32 bits", x.text)
			}
			return ir.NewConst(t, n)
		}
		f, err := strconv.ParseFloat(x.text, 64)
		if err != nil {
			fail(x.pos, "%s is no number", x.text)
		}
		return ir.NewFloat(t, f)
	case "name":
		return ir.NewRef(g.variable(decl{name: x.text, pos: x.pos}))
	case "random":
		return l.chance(g, "random", t, x.pos)
	case "neg":
		return ir.NewUnary(ir.Neg, l.value(g, x.x, t))
	}
	x.supported(t)
	switch x.op {
	case "sqrt":
		return ir.NewUnary(ir.FSqrt, l.value(g, x.x, t))
	case "cast":
		from := g.typeOf(x.x)
		if from == ir.Void {
			from = t
		}
		return ir.NewCast(t, l.value(g, x.x, from))
	}
	a := l.value(g, x.x, t)
	b := l.value(g, x.y, t)
	op := map[string]ir.BinOp{"+": ir.Add, "-": ir.Sub, "*": ir.Mul, "/": ir.Div, "%": ir.Rem}[x.op]
	if op == ir.Rem && t.Kind == ir.Float {
		fail(x.pos, "%% of reals is not supported")
	}
	if (op == ir.Div || op == ir.Rem) && t.Kind == ir.Int {
		g.step(&ir.Assume{Cond: ir.NewBinary(ir.Ne, b, ir.NewConst(t, 0)), Guard: ir.DivGuard}, x.pos)
	}
	return ir.NewBinary(op, a, b)
}

// supported refuses types and rounding modes that would be computed otherwise.
func (x *expr) supported(t ir.Type) {
	k, r := x.kind(), x.suffix
	for i := range r {
		if r[i] == ',' {
			r = r[i+1:]
			break
		}
	}
	if r == x.suffix {
		r = ""
	}
	switch {
	case k != 0 && k != 'i' && k != 'f' && k != 'd':
		fail(x.pos, "type %q of an operation is not supported (i, f, d)", string(k))
	case r == "":
	case t.Kind == ir.Int && r != "0" && (x.op == "/" || x.op == "cast"), t.Kind == ir.Float && r != "n":
		fail(x.pos, "rounding mode %s is not supported", r)
	}
}

// reads collects the variables that may be read before they are assigned; known are those
// that surely were, on return also at the end of the list.
func reads(list []stmt, known, read map[string]bool) {
	use := func(d string) {
		if !known[d] {
			read[d] = true
		}
	}
	var walk func(*expr)
	walk = func(x *expr) {
		if x == nil {
			return
		}
		if x.op == "name" {
			use(x.text)
		}
		walk(x.x)
		walk(x.y)
	}
	for _, s := range list {
		walk(s.x)
		for _, a := range s.args {
			use(a.name)
		}
		for _, d := range s.dst {
			known[d.name] = true
		}
		switch s.op {
		case "if":
			yes, no := clone(known), clone(known)
			reads(s.then, yes, read)
			reads(s.els, no, read)
			for v := range yes {
				if no[v] {
					known[v] = true
				}
			}
		case "while":
			reads(s.then, clone(known), read)
		case "halt", "fail":
			return // what follows is not reached, and this path says nothing
		}
	}
}

func clone(m map[string]bool) map[string]bool {
	out := make(map[string]bool, len(m))
	for k := range m {
		out[k] = true
	}
	return out
}
