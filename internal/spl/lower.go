package spl

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Config has the options for reading a program.
type Config struct {
	Model ir.DataModel
	// Property is the kind of the property. For "" and "assertion", fail is a violated assertion; for "unreach-call", fail
	// is the call; for "no-overflow", fail ends the execution.
	Property string
}

// Load reads and lowers one file. An error is an *Error, or an error of the file system.
func Load(file string, cfg Config) (*ir.Program, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Parse(file, src, cfg)
}

// Parse parses and lowers the text of a file. An error is an *Error.
func Parse(file string, src []byte, cfg Config) (out *ir.Program, err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *Error: // errors are panics within this package
			out, err = nil, x
		default:
			panic(x)
		}
	}()
	p := &parser{lexer: &lexer{src: bytes.TrimPrefix(src, []byte("\uFEFF")), file: file, line: 1, col: 1}}
	tree := p.parse()
	sum := sha256.Sum256(src)
	l := &lowering{cfg: cfg, procs: map[string]*function{}, keys: map[string]int{},
		prog: &ir.Program{Model: cfg.Model, Files: []ir.File{{Name: file, SHA256: hex.EncodeToString(sum[:])}}}}
	all := append(tree.procs, tree.main)
	for _, f := range all {
		l.declare(f)
	}
	for _, f := range all {
		l.lower(l.procs[f.name])
	}
	l.prog.Entry = l.procs[""].fn
	return l.prog, nil
}

// lowering lowers one program.
type lowering struct {
	cfg   Config
	prog  *ir.Program
	procs map[string]*function // by name; the main part is ""
	keys  map[string]int       // by key of a site: how many sites have it
}

// function is a procedure that is being lowered. Its first result is the result of the ir function; the others are
// passed through the global registers in more.
type function struct {
	*proc
	fn   *ir.Func
	more []*ir.Var          // global registers for the results after the first one
	vars map[string]*ir.Var // by name
	at   *ir.Loc            // the location at which the next statement begins; it may be unreachable
}

// fail panics with an *Error at p.
func fail(p ir.Pos, format string, args ...any) { panic(&Error{p, fmt.Sprintf(format, args...)}) }

// declare makes the ir function of a procedure with its variables.
func (l *lowering) declare(f *proc) {
	if other := l.procs[f.name]; other != nil {
		fail(f.pos, "procedure %s is declared twice, first at %d:%d (rename one)", short(f.name), other.pos.Line,
			other.pos.Col)
	}
	g := &function{proc: f, vars: map[string]*ir.Var{}}
	t := ir.Void
	if len(f.results) > 0 {
		t = f.results[0].t
	}
	name := f.name
	switch name {
	case "":
		name = "main"
	case "main":
		name = "main.proc"
	}
	g.fn = l.prog.NewFunc(name, t, f.pos)
	g.fn.Source = f.name
	if f.name == "" {
		g.fn.Source = "main"
	}
	l.procs[f.name] = g
	first := map[string]ir.Pos{}
	variable := func(d decl) *ir.Var {
		if p, twice := first[d.name]; twice {
			fail(d.pos, "variable %s is declared twice, first at %d:%d (rename one)", short(d.name), p.Line, p.Col)
		}
		first[d.name] = d.pos
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
			g.more = append(g.more, l.prog.NewGlobal(name+"."+d.name, d.t))
		}
	}
	for _, d := range f.vars {
		variable(d)
	}
}

// ctype returns the type of C for a type of SPL.
func ctype(t ir.Type) string {
	if t.Kind == ir.Float {
		return "double"
	}
	return "int"
}

// lower lowers the body of a procedure.
func (l *lowering) lower(g *function) {
	f := g.fn
	g.at = f.Entry
	known := map[string]bool{}
	for _, d := range g.params {
		known[d.name] = true
	}
	read := map[string]bool{}
	if !reads(g.body, known, read) {
		for _, d := range g.results {
			if !known[d.name] {
				read[d.name] = true
			}
		}
	}
	for _, d := range append(append([]decl{}, g.results...), g.proc.vars...) {
		if read[d.name] {
			g.step(&ir.Input{Dst: g.vars[d.name], Site: l.site(ir.Uninit, d.name, g, d.t, d.pos)}, d.pos)
		}
	}
	l.stmts(g, g.body)
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

// site adds an input site with a unique key.
func (l *lowering) site(k ir.SiteKind, name string, g *function, t ir.Type, p ir.Pos) *ir.Site {
	s := l.prog.NewSite(k, name, t, g.fn, p)
	s.Key = fmt.Sprintf("%s@%d:%d", name, p.Line, p.Col)
	if n := l.keys[s.Key]; n > 0 { // several sites at one position
		l.keys[s.Key]++
		s.Key = fmt.Sprintf("%s#%d", s.Key, n+1)
	} else {
		l.keys[s.Key] = 1
	}
	return s
}

// step adds an edge with a statement, which leads to a new location.
func (g *function) step(s ir.Stmt, p ir.Pos) {
	to := g.fn.NewLoc(p)
	g.fn.NewEdge(g.at, to, s, p)
	g.at = to
}

// stmts lowers a list of statements.
func (l *lowering) stmts(g *function, list []stmt) {
	for _, s := range list {
		l.stmt(g, s)
	}
}

// stmt lowers a statement.
func (l *lowering) stmt(g *function, s stmt) {
	f := g.fn
	switch s.op {
	case "skip":
	case "halt":
		g.end(f.NewLoc(s.pos), ir.Halt, s.pos)
	case "fail":
		to := f.NewLoc(s.pos)
		kind := "assertion"
		switch l.cfg.Property {
		case "no-overflow":
			g.end(to, ir.Halt, s.pos)
			return
		case "unreach-call":
			kind = "unreach-call"
		}
		to.Obligation = l.prog.NewObligation(kind, "fail", f.Source, s.pos)
		g.end(to, ir.Error, s.pos)
	case "assume":
		if s.x.binary() && !g.timeless(s.x) {
			yes, no := f.NewLoc(s.pos), f.NewLoc(s.pos)
			l.branch(g, s.x, yes, no)
			f.NewEdge(no, yes, &ir.Assume{Cond: ir.NewBool(false), Guard: ir.UserAssume}, s.pos)
			g.at = yes
			return
		}
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
		yes, no, join := f.NewLoc(s.pos), f.NewLoc(s.pos), f.NewLoc(s.pos)
		l.branch(g, s.x, yes, no)
		g.at = yes
		l.stmts(g, s.then)
		g.goTo(join, s.pos)
		g.at = no
		l.stmts(g, s.els)
		g.goTo(join, s.pos)
		g.at = join
	case "while":
		head := f.NewLoc(s.pos)
		head.Loop = &ir.Loop{Pos: s.pos, Keyword: "while"}
		g.goTo(head, s.pos)
		body, out := f.NewLoc(s.pos), f.NewLoc(s.pos)
		g.at = head
		l.branch(g, s.x, body, out)
		g.at = body
		l.stmts(g, s.then)
		g.goTo(head, s.pos)
		g.at = out
	}
}

// end leads to a location of kind k at which the execution ends. The code after it is unreachable.
func (g *function) end(to *ir.Loc, k ir.LocKind, p ir.Pos) {
	to.Kind = k
	g.goTo(to, p)
	g.at = g.fn.NewLoc(p)
}

// goTo leads to a location.
func (g *function) goTo(to *ir.Loc, p ir.Pos) { g.fn.NewEdge(g.at, to, &ir.Skip{}, p) }

// call lowers a call. It checks the arguments and results.
func (l *lowering) call(g *function, s stmt) {
	c := l.procs[s.proc]
	if c == nil {
		fail(s.pos, "there is no procedure %s (declare it before the main part: proc %[1]s(...) returns (...))",
			short(s.proc))
	}
	if len(s.args) != len(c.params) {
		fail(s.pos, "%s takes %s, here are %d", short(c.name), count(len(c.params), "argument"), len(s.args))
	}
	if len(s.dst) != len(c.results) {
		fail(s.pos, "%s gives %s, %d are assigned (%s)", short(c.name), count(len(c.results), "result"), len(s.dst), c.form())
	}
	call := &ir.Call{Func: c.fn}
	for i, a := range s.args {
		v := g.variable(a)
		if v.Type != c.params[i].t {
			fail(a.pos, "%s is %s, parameter %s of %s is %s (assign it to such a variable first)", short(a.name),
				typeName(v.Type), short(c.params[i].name), short(c.name), typeName(c.params[i].t))
		}
		call.Args = append(call.Args, ir.NewRef(v))
	}
	for i, d := range s.dst {
		v := g.variable(d)
		if v.Type != c.results[i].t {
			fail(d.pos, "%s is %s, result %s of %s is %s (use such a variable)", short(d.name), typeName(v.Type),
				short(c.results[i].name), short(c.name), typeName(c.results[i].t))
		}
		for _, e := range s.dst[:i] {
			if e.name == d.name {
				fail(d.pos, "%s gets two results of one call (use another variable)", short(d.name))
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

// form returns the syntax of a call of the procedure.
func (g *function) form() string {
	switch len(g.results) {
	case 0:
		return "() = " + short(g.name) + "(...);"
	case 1:
		return "x = " + short(g.name) + "(...);"
	}
	return "(x, ...) = " + short(g.name) + "(...);"
}

// count returns the text for n things.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// typeName returns the name of a type in SPL.
func typeName(t ir.Type) string {
	if t.Kind == ir.Float {
		return "real"
	}
	return "int"
}

// hint returns advice on how to declare a variable.
func (g *function) hint(name string) string {
	where := "of the main part"
	if g.name != "" {
		where = "of procedure " + short(g.name)
	}
	return fmt.Sprintf("var %s:int; before the begin %s", short(name), where)
}

// variable returns the register of a variable. It fails if the variable is not declared.
func (g *function) variable(d decl) *ir.Var {
	v := g.vars[d.name]
	if v == nil {
		fail(d.pos, "variable %s is not declared (%s)", short(d.name), g.hint(d.name))
	}
	return v
}
