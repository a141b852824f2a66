package ir

import "fmt"

// Parse returns the program whose text form is src. Print(Parse(Print(p))) equals Print(p), and Parse(Print(p)) loses
// nothing of p. Parse checks names and syntax, but not the rules of Check. Errors are of type *ParseError.
//
// Grammar, line by line ([x] optional, x* repeated; P is a position @line:col in the first file, @"file":line:col
// elsewhere, @- unknown; S a quoted string; N a name, quoted where it is not a plain identifier; // begins a comment):
//
//	program ILP32|LP64
//	file S [sha256 S]
//	warning S [P]
//	missing S (near S)* [P]
//	removed N [source S] [P]                       a function inlined away
//	site KIND S [name S] [type T] [in N] [P]       numbered #0, #1, ...
//	obligation S [text S] [in S] (via P)* [P]      numbered O0, O1, ...
//	global N T [= E] [source S] [ctype S] [scope P P]
//	object N size n align n [const] [uninit] [elem T] [#n] [source S] [ctype S] [scope P P] [= { n: E, ... }] [P]
//	entry N
//	func N(N, ...) T [source S] [P] {
//	  reg N T [source S] [ctype S] [scope P P]
//	  object ...                                   as above
//	  inline N [in n] [P]                          numbered 0, 1, ...
//	  loc Ln [entry] [exit|error|halt] [On] [loop S P] [out n*] [in n*] [P]
//	  Ln -> Ln: STATEMENT [inline n] [P]           numbered by order
//	}
//
// Expressions are C's, with globals as @N, addresses as &N or &@N, literals as 1:i32, true, 0:ptr32, 1.5:f64, inf:f64,
// nan(0x7fc00000):f32, casts as i64(x). Further forms are func(N), fabs(x), fsqrt, ffloor, fceil, ftrunc, fnearest,
// ptradd(p, i, scale), ptrdiff(p, q), overflows(x + y), mem(T, addr), forall(N T, lo, hi, body).
func Parse(src string) (*Program, error) {
	toks, err := lex(src)
	if err != nil {
		return nil, err
	}
	ps := newParser(toks, &Program{})
	if err := ps.run(); err != nil {
		return nil, err
	}
	return ps.p, nil
}

// ParseExpr returns the expression whose text form is src. It may name global registers, registers of f, which may be
// nil, and registers in extra, which take precedence over registers of f with the same name.
func ParseExpr(src string, p *Program, f *Func, extra ...*Var) (Expr, error) {
	toks, lerr := lex(src)
	if lerr != nil {
		return nil, lerr
	}
	ps := newParser(toks, p)
	for _, g := range p.Funcs {
		ps.funcs[g.Name] = g
	}
	for _, v := range p.Globals {
		ps.globals[v.Name] = v
	}
	for _, o := range p.Objects {
		ps.objects[o.Name] = o
	}
	ps.enter(f)
	for _, v := range extra {
		ps.regs[v.Name] = v
	}
	var e Expr
	err := ps.guard(func() {
		e = ps.expr(0)
		ps.skipNewlines()
		if ps.tok().kind != tEOF {
			ps.fail("unexpected %s after the expression", ps.tok())
		}
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// parser reads the text form by recursive descent. Its methods panic with a *ParseError, which guard recovers.
type parser struct {
	toks    []token
	i       int  // index of the next token
	atEnd   bool // the last taken token was tEOF
	p       *Program
	file    string // the first file, which positions do not name
	funcs   map[string]*Func
	globals map[string]*Var
	objects map[string]*Object // the global objects

	// These fields belong to the present function:
	f       *Func
	regs    map[string]*Var
	locals  map[string]*Object
	inlines []*Inlined
	orders  []order
	depth   int // nesting of the present expression

	nGlobals, nObjects, nFuncs int // definitions read so far
}

// order is an explicit order of the edges that enter (in) or leave a location, by their ids.
type order struct {
	at    token
	loc   *Loc
	in    bool
	edges []int
}

func newParser(toks []token, p *Program) *parser {
	ps := &parser{toks: toks, p: p, funcs: map[string]*Func{}, globals: map[string]*Var{}, objects: map[string]*Object{}}
	ps.enter(nil)
	return ps
}

// guard runs f. If f panics with a *ParseError, guard recovers and returns it. It recovers no other panic.
func (ps *parser) guard(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *ParseError:
			err = r
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// run reads a whole program.
func (ps *parser) run() error {
	return ps.guard(func() {
		ps.prescan()
		ps.i = 0
		ps.skipNewlines()
		ps.word("program")
		switch m := ps.name(); m {
		case "ILP32":
			ps.p.Model = ILP32
		case "LP64":
			ps.p.Model = LP64
		default:
			ps.failBefore("data model %s: ILP32 or LP64 expected", m)
		}
		ps.endLine()
		for ps.skipNewlines(); ps.tok().kind != tEOF; ps.skipNewlines() {
			ps.line()
		}
	})
}

// prescan creates the functions, global registers and global objects, so they can be named before their definition.
func (ps *parser) prescan() {
	inFunc := false
	for i := 0; i+1 < len(ps.toks); i++ {
		if i > 0 && ps.toks[i-1].kind != tNewline {
			continue
		}
		t, n := ps.toks[i], ps.toks[i+1]
		ps.i = i + 1
		if t.kind == tPunct && t.text == "}" {
			inFunc = false
		}
		if t.kind != tName || (n.kind != tName && n.kind != tString) {
			continue
		}
		switch t.text {
		case "func", "removed":
			inFunc = t.text == "func"
			if ps.funcs[n.text] != nil {
				ps.fail("function %s is defined twice", n)
			}
			f := &Func{Name: n.text}
			ps.funcs[n.text] = f
			if inFunc {
				f.ID = len(ps.p.Funcs)
				ps.p.Funcs = append(ps.p.Funcs, f)
			}
		case "global":
			if ps.globals[n.text] != nil {
				ps.fail("global %s is defined twice", n)
			}
			ps.globals[n.text] = ps.p.NewGlobal(n.text, Void)
		case "object":
			if inFunc {
				continue
			}
			if ps.objects[n.text] != nil {
				ps.fail("object %s is defined twice", n)
			}
			ps.objects[n.text] = ps.p.NewObject(n.text, 0, 0)
		}
	}
}

// line reads a line at the level of the program, or a whole function.
func (ps *parser) line() {
	p := ps.p
	switch w := ps.name(); w {
	case "file":
		f := File{Name: ps.str()}
		if ps.opt("sha256") {
			f.SHA256 = ps.str()
		}
		if len(p.Files) == 0 {
			ps.file = f.Name
		}
		p.Files = append(p.Files, f)
	case "warning":
		p.Warnings = append(p.Warnings, Warning{Text: ps.str(), Pos: ps.at()})
	case "assumed":
		p.Assumed = append(p.Assumed, Assumed{Text: ps.str(), Runs: ps.opt("runs"), Pos: ps.at()})
	case "missing":
		m := Missing{Name: ps.str()}
		for ps.opt("near") {
			m.Near = append(m.Near, ps.str())
		}
		if ps.opt("says") {
			m.Says = ps.str()
		}
		m.Pos = ps.at()
		p.Missing = append(p.Missing, m)
	case "removed":
		f := ps.funcs[ps.anyName()]
		if ps.opt("source") {
			f.Source = ps.str()
		}
		f.Pos = ps.at()
	case "site":
		ps.site()
	case "obligation":
		ps.obligation()
	case "global":
		name := ps.anyName() // prescan has made a register for each such line, in this order
		ps.reg(p.Globals[ps.nGlobals], name)
		ps.nGlobals++
	case "object":
		name := ps.anyName()
		ps.object(p.Objects[ps.nObjects], name)
		ps.nObjects++
	case "entry":
		if p.Entry = ps.funcs[ps.anyName()]; p.Entry == nil {
			ps.failBefore("entry function is not defined")
		}
	case "func":
		ps.anyName()
		ps.fn(p.Funcs[ps.nFuncs])
		ps.nFuncs++
	default:
		ps.failBefore("unexpected %s at the start of a line", w)
	}
	ps.endLine()
}

// site reads the rest of a site's line and adds the site.
func (ps *parser) site() {
	s := &Site{ID: len(ps.p.Sites), Kind: SiteKind(ps.oneOf(siteKinds, "kind of site"))}
	s.Key = ps.str()
	if ps.opt("name") {
		s.Name = ps.str()
	}
	if ps.opt("type") {
		s.Type = ps.typ()
	}
	if ps.opt("in") {
		if s.Func = ps.funcs[ps.anyName()]; s.Func == nil {
			ps.failBefore("function is not defined")
		}
	}
	s.Parts = ps.parts()
	s.Own = ps.opt("own")
	s.Pos = ps.at()
	ps.p.Sites = append(ps.p.Sites, s)
}

// obligation reads the rest of an obligation's line and adds the obligation.
func (ps *parser) obligation() {
	o := &Obligation{ID: len(ps.p.Obligations), Kind: ps.str()}
	if ps.opt("text") {
		o.Text = ps.str()
	}
	if ps.opt("in") {
		o.Func = ps.str()
	}
	for ps.opt("via") {
		o.Via = append(o.Via, ps.pos())
	}
	o.Pos = ps.at()
	ps.p.Obligations = append(ps.p.Obligations, o)
}

// reg reads the rest of a register's declaration after its name into v.
func (ps *parser) reg(v *Var, name string) {
	v.Name = name
	v.Type = ps.typ()
	if v.Type == Void {
		ps.failBefore("register of type void")
	}
	if v.Global && ps.optPunct("=") {
		v.Init = ps.expr(0)
	}
	if ps.opt("source") {
		v.Source = ps.str()
	}
	if ps.opt("ctype") {
		v.CType = ps.str()
	}
	if ps.opt("points") {
		v.Points = ps.str()
	}
	v.Scope = ps.scope()
}

// object reads the rest of an object's declaration after its name into o.
func (ps *parser) object(o *Object, name string) {
	o.Name = name
	ps.word("size")
	o.Size = ps.int()
	ps.word("align")
	o.Align = ps.int()
	o.Const = ps.opt("const")
	o.Uninit = ps.opt("uninit")
	if ps.opt("elem") {
		o.Elem = ps.typ()
	}
	if ps.tok().text == "#" && ps.tok().kind == tPunct {
		o.Site = ps.siteRef()
	}
	if ps.opt("source") {
		o.Source = ps.str()
	}
	if ps.opt("ctype") {
		o.CType = ps.str()
	}
	o.Parts = ps.parts()
	o.Known = ps.opt("known")
	o.Scope = ps.scope()
	if ps.optPunct("=") {
		ps.punct("{")
		for !ps.optPunct("}") {
			if len(o.Init) > 0 {
				ps.punct(",")
			}
			it := InitItem{Off: ps.int()}
			ps.punct(":")
			it.Val = ps.expr(0)
			o.Init = append(o.Init, it)
		}
	}
	o.Pos = ps.at()
}

// parts reads the optional parts of an object or a site.
func (ps *parser) parts() []Part {
	if !ps.opt("parts") {
		return nil
	}
	out, ok := parseParts(ps.str())
	if !ok {
		ps.failBefore("malformed parts")
	}
	return out
}

// scope reads an optional scope.
func (ps *parser) scope() (s Scope) {
	if ps.opt("scope") {
		s.From = ps.pos()
		s.To = ps.pos()
	}
	return s
}

// enter begins function f: it makes the names of f the local names. f may be nil.
func (ps *parser) enter(f *Func) {
	ps.f, ps.regs, ps.locals, ps.inlines, ps.orders = f, map[string]*Var{}, map[string]*Object{}, nil, nil
	if f == nil {
		return
	}
	for _, v := range f.Vars {
		ps.regs[v.Name] = v
	}
	for _, o := range f.Objects {
		ps.locals[o.Name] = o
	}
}

// fn reads the rest of a function after its name into f.
func (ps *parser) fn(f *Func) {
	ps.enter(f)
	var params []token
	ps.punct("(")
	for !ps.optPunct(")") {
		if len(params) > 0 {
			ps.punct(",")
		}
		params = append(params, ps.tok())
		ps.anyName()
	}
	f.Result = ps.typ()
	if ps.opt("source") {
		f.Source = ps.str()
	}
	f.Pos = ps.at()
	ps.punct("{")
	ps.endLine()
	for ps.skipNewlines(); !ps.optPunct("}"); ps.skipNewlines() {
		ps.bodyLine()
	}
	for _, t := range params {
		v := ps.regs[t.text]
		if v == nil {
			panic(&ParseError{t.line, t.col, fmt.Sprintf("parameter %s is not a register", t)})
		}
		f.Params = append(f.Params, v)
	}
	for _, o := range ps.orders {
		ps.reorder(o)
	}
	ps.enter(nil)
}

// bodyLine reads a line in a function.
func (ps *parser) bodyLine() {
	f := ps.f
	t := ps.tok()
	if t.kind == tName && len(t.text) > 1 && t.text[0] == 'L' && isDigit(t.text[1]) {
		ps.edge()
		ps.endLine()
		return
	}
	switch w := ps.name(); w {
	case "reg":
		n := ps.tok()
		name := ps.anyName()
		if ps.regs[name] != nil {
			ps.failBefore("register %s is declared twice", n)
		}
		v := f.NewVar(name, Void)
		ps.regs[name] = v
		ps.reg(v, name)
	case "object":
		n := ps.tok()
		name := ps.anyName()
		if ps.locals[name] != nil {
			ps.failBefore("object %s is declared twice", n)
		}
		o := f.NewObject(name, 0, 0)
		ps.locals[name] = o
		ps.object(o, name)
	case "inline":
		in := &Inlined{Func: ps.funcs[ps.anyName()]}
		if in.Func == nil {
			ps.failBefore("function is not defined")
		}
		if ps.opt("in") {
			in.Parent = ps.inlineRef()
		}
		in.Call = ps.at()
		ps.inlines = append(ps.inlines, in)
	case "loc":
		ps.loc()
	default:
		ps.failBefore("unexpected %s in a function", w)
	}
	ps.endLine()
}

// inlineRef reads the number of an inlined call of the present function.
func (ps *parser) inlineRef() *Inlined {
	n := ps.int()
	if n < 0 || n >= int64(len(ps.inlines)) {
		ps.failBefore("no inlining %d", n)
	}
	return ps.inlines[n]
}

// loc reads the rest of a location's line and adds the location.
func (ps *parser) loc() {
	f := ps.f
	n := ps.numbered('L')
	if n != len(f.Locs) {
		ps.failBefore("L%d expected: locations are numbered in order", len(f.Locs))
	}
	l := f.NewLoc(Pos{})
	if ps.opt("entry") {
		if f.Entry != nil {
			ps.failBefore("second entry")
		}
		f.Entry = l
	}
	for _, k := range []LocKind{Exit, Error, Halt} {
		if ps.opt(k.String()) {
			l.Kind = k
			break
		}
	}
	l.Normal = l.Kind == Halt && ps.opt("normal")
	if l.Kind == Exit {
		if f.Exit != nil {
			ps.failBefore("second exit")
		}
		f.Exit = l
	}
	if t := ps.tok(); t.kind == tName && len(t.text) > 1 && t.text[0] == 'O' && isDigit(t.text[1]) {
		o := ps.numbered('O')
		if o >= len(ps.p.Obligations) {
			ps.failBefore("no obligation O%d", o)
		}
		l.Obligation = ps.p.Obligations[o]
	}
	if ps.opt("loop") {
		l.Loop = &Loop{Keyword: ps.str(), Pos: ps.pos()}
		if ps.opt("test") {
			l.Loop.Test = ps.pos()
		}
	}
	l.Labels = ps.opt("labels")
	for _, what := range []string{"out", "in"} {
		at := ps.tok()
		if ps.opt(what) {
			o := order{at: at, loc: l, in: what == "in"}
			for ps.tok().kind == tNumber {
				o.edges = append(o.edges, int(ps.int()))
			}
			ps.orders = append(ps.orders, o)
		}
	}
	l.Pos = ps.at()
}

// reorder sorts the edges of a location as o demands.
func (ps *parser) reorder(o order) {
	list := &o.loc.Out
	if o.in {
		list = &o.loc.In
	}
	rest := make(map[int]*Edge)
	for _, e := range *list {
		rest[e.ID] = e
	}
	var es []*Edge
	for _, id := range o.edges {
		if rest[id] == nil {
			panic(&ParseError{o.at.line, o.at.col, fmt.Sprintf("edge %d is not at L%d", id, o.loc.ID)})
		}
		es = append(es, rest[id])
		delete(rest, id)
	}
	if len(rest) > 0 {
		panic(&ParseError{o.at.line, o.at.col, fmt.Sprintf("the order of edges at L%d is not complete", o.loc.ID)})
	}
	*list = es
}

// locRef reads the number of a location and returns the location.
func (ps *parser) locRef() *Loc {
	n := ps.numbered('L')
	if n >= len(ps.f.Locs) {
		ps.failBefore("no location L%d", n)
	}
	return ps.f.Locs[n]
}

// edge reads an edge and adds it.
func (ps *parser) edge() {
	from := ps.locRef()
	ps.punct("->")
	to := ps.locRef()
	ps.punct(":")
	s := ps.stmt()
	var in *Inlined
	if ps.opt("inline") {
		in = ps.inlineRef()
	}
	e := ps.f.NewEdge(from, to, s, ps.at())
	e.Inline = in
}
