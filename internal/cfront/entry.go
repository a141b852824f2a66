package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/near"
)

// This file makes the synthetic entry of the program: it reads the arguments of the entry function as inputs and calls
// it.

// startName is the name of the synthetic entry.
const startName = "_start"

// entryInputs makes the synthetic entry and the inputs that it reads, including the objects that pointer inputs point
// to.
type entryInputs struct {
	*linker
	start       *fn       // the synthetic entry
	startBody   *ir.Loc   // the location after the inputs of globals, where the call of the entry function begins
	startInputs []ir.Stmt // inputs of globals, read before the entry function is called

	pointersInside bool                 // memory from outside may contain pointers
	pointed        map[*ir.Site]pointed // how pointer inputs may point into objects
	apart          map[*ir.Site]apart   // by restrict pointer input: the inputs that point elsewhere
	readers        map[*ir.Site]bool    // parameters of the entry that point to const
	unread         unreadState
}

// lowerEntry makes the function _start and queues the entry function for lowering.
func (l *entryInputs) lowerEntry() {
	s := l.findEntry()
	g := l.IR.NewFunc(l.names.uniq(startName), ir.Void, s.Pos)
	l.IR.Entry = g
	f := l.newFn(s.Unit, g)
	f.sym = &link.Symbol{Name: startName, Unit: s.Unit, Decl: s.Decl, Pos: s.Pos, Type: s.Type}
	l.of(f.sym).sig = &ctype.Signature{ResultC: s.Unit.AST.Void}
	l.start = f
	l.fns = append(l.fns, f)
	// While the program is lowered, globals may turn out to be inputs, which are read before the call.
	f.f.Entry.Pos = s.Pos
	f.cur = f.newLoc()
	l.startBody = f.cur
	l.callEntry(f, s)
	f.edge(f.cur, g.Exit, &ir.Return{}, f.pos)
}

// findEntry returns the entry function, which may be static. It fails if there is none, or more than one.
func (l *entryInputs) findEntry() *link.Symbol {
	name, file := l.Cfg.EntryName(), l.Cfg.EntryFile
	for _, u := range l.Units { // an exact name takes precedence: a.c is not dir/a.c if the program has both
		if s := u.Locals[name]; s != nil && s.Body != nil && u.Src.File == file {
			return s
		}
	}
	if s := l.Syms[name]; s != nil && s.Body != nil && (file == "" || sameFile(file, s.Unit.Src.File)) {
		return s
	}
	var found []*link.Symbol
	for _, u := range l.Units {
		if s := u.Locals[name]; s != nil && s.Body != nil && (file == "" || sameFile(file, u.Src.File)) {
			found = append(found, s)
		}
	}
	if len(found) > 1 {
		l.Fail(found[1].Pos, "function %s is also at %s: say which one by --entry %s:%s", name, found[0].Pos,
			found[1].Unit.Src.File, name)
	}
	if len(found) == 0 {
		l.failNoEntry(name)
	}
	return found[0]
}

// sameFile reports whether name, which may lack leading directories, denotes the given file.
func sameFile(name, file string) bool {
	return name == file || strings.HasSuffix(file, "/"+strings.TrimPrefix(name, "./")) || "./"+file == name
}

// failNoEntry reports that there is no entry function called name.
func (l *entryInputs) failNoEntry(name string) {
	if file := l.Cfg.EntryFile; file != "" {
		known := slices.ContainsFunc(l.Units, func(u *link.Unit) bool { return sameFile(file, u.Src.File) })
		if !known {
			l.Fail(ir.Pos{}, "--entry: no file of the program is called %s", file)
		}
		l.Fail(ir.Pos{}, "there is no function %s in %s", name, file)
	}

	var have []string
	for _, n := range sortedKeys(l.Syms) {
		if s := l.Syms[n]; s.IsFunc && s.Body != nil {
			have = append(have, n)
		}
	}
	for _, u := range l.Units {
		for _, n := range sortedKeys(u.Locals) {
			if s := u.Locals[n]; s.IsFunc && s.Body != nil {
				have = append(have, n)
			}
		}
	}
	pos := ir.Pos{}
	if s := l.Syms[name]; s != nil && s.Proto {
		pos = s.Pos
	}
	switch {
	case len(have) == 0:
		l.Fail(pos, "there is no function %s: %s defines no function", name, l.Cfg.Files[0])
	case len(have) > 12:
		have = append(have[:12], "...")
	}
	text := ""
	for i, n := range have {
		if i > 0 {
			text += ", "
		}
		text += n
	}
	l.Fail(pos, "there is no function %s; the functions are: %s%s", name, text, near.Mean(name, have))
}

// callEntry reads the parameters of s, the entry function, and calls it in f.
func (l *entryInputs) callEntry(f *fn, s *link.Symbol) {
	g := l.funcOf(s)
	pos := s.Pos
	f.pos = pos
	c := &call{f: f, pos: pos, name: s.Name}
	ft := s.Type.(*cc.FunctionType)
	ps := ft.Parameters()
	if ft.MaxArgs() == 0 {
		ps = nil
	}
	var said []promised
	if s.Name == "main" && isMainArgs(ft) {
		c.vals = entryParams{f}.mainArgs(s, ps)
	} else {
		said = entryParams{f}.promises(s, ps)
		for i, p := range ps {
			if f.l.inputs.sizeOf(p) != nil {
				c.vals = append(c.vals, value{})
				continue
			}
			n := len(f.l.IR.Sites)
			v := entryParams{f}.paramInput(p, c)
			entryParams{f}.keepPromise(p.Name(), v, said[i], n)
			c.vals = append(c.vals, v)
		}
		startTexts{f}.sizedParams(s, ps, c)
		for i, p := range ps { // the other promises do not apply: --array-size describes the object
			if f.l.inputs.sizeOf(p) != nil {
				entryParams{f}.keepPromise(p.Name(), c.vals[i], promised{nonnull: said[i].nonnull, option: said[i].option}, 0)
			}
		}
	}
	args, _ := f.calls.irArgs(c, l.of(s).sig)
	f.pos = pos
	systemCalls{f}.startProcess()
	f.runStartups(false)
	startTexts{f}.assumeEntry(s.Unit, c.vals)
	for i, p := range said {
		if p.count != nil {
			entryParams{f}.keepCount(ps[i], p.count, ps, c.vals, f.l.inputs.sizeOf(ps[i]) != nil)
		}
	}
	f.pos = pos
	f.emit(&ir.Call{Func: g, Args: args})
	if s.Name == "main" {
		systemCalls{f}.runRegistered("atexit")
		f.runStartups(true)
	}
}

// entryParams makes the arguments of the entry function.
type entryParams struct{ *fn }

// paramInput reads an arbitrary value for one parameter.
func (f entryParams) paramInput(p *cc.Parameter, c *call) value {
	t := p.Type().Decay()
	if p.Declarator != nil {
		f.pos = f.atName(p.Declarator)
	}
	name := p.Name()
	if name == "" {
		name = "arg"
	}
	n := len(f.l.IR.Sites)
	inside := f.l.inputs.pointersInside
	v := f.calls.inputOf(ir.Param, name, t, c)
	if f.l.Cfg.AliasNone {
		f.l.inputs.pointersInside = inside
		for _, s := range f.l.IR.Sites[n:] {
			s.Own = true
		}
	}
	return v
}

// isMainArgs reports whether ft is main(int argc), or main(int argc, char **argv, ...) with up to three parameters.
func isMainArgs(ft *cc.FunctionType) bool {
	ps := layout.Params(ft)
	return 1 <= len(ps) && len(ps) <= 3 && cc.IsIntegerType(ps[0]) &&
		(len(ps) == 1 || ctype.Elem(ps[1]) != nil && ctype.Elem(ctype.Elem(ps[1])) != nil)
}

// mainArgs makes argc, argv and envp: argc >= 1, texts (texts.go), and a null pointer after the last text. If main
// reads neither argc nor argv, argc is 1. If main does not read argv or envp, it is null.
func (f entryParams) mainArgs(s *link.Symbol, ps []*cc.Parameter) []value {
	it, _ := f.l.IRType(ps[0].Type())
	read := func(i int) bool {
		if i >= len(ps) || ps[i].Declarator == nil {
			return false
		}
		d := ps[i].Declarator
		if oldStyle(s.Body) {
			return true // cc does not count reads of parameters in old-style definitions
		}
		return d.ReadCount() > 0 || d.AddressTaken()
	}
	null := ir.NewConst(f.ptr(), 0)
	argc, argv, envp := ir.Expr(ir.NewConst(it, 1)), ir.Expr(null), ir.Expr(null)
	if read(0) || read(1) {
		f.pos = f.atName(ps[0].Declarator)
		argc = f.input(ir.Param, "argc", it, 0)
		ok := ir.NewBinary(ir.Le, ir.NewConst(it, 1), argc)
		if read(1) {
			ok = ir.NewAnd(ok, ir.NewBinary(ir.Le, argc, ir.NewConst(it, maxTexts)))
		}
		f.emit(&ir.Assume{Cond: ok, Guard: ir.OtherGuard})
		f.l.assume(f.fn, ir.Assumed{Text: "the program is run with its name as the first argument: argc is at least 1"})
	}
	if read(1) {
		f.pos = f.atName(ps[1].Declarator)
		f.l.texts.argv = startTexts(f).textVector(ir.Param, "argv", argc)
		argc, argv = ir.NewRef(f.l.texts.argv.count), f.l.texts.argv.begin
	}
	if read(2) {
		f.pos = f.atName(ps[2].Declarator)
		if f.l.library.changesEnv() {
			f.violate(ir.NoModel, "envp: the program changes its environment", f.pos)
		}
		envp = ir.NewRef(systemCalls(f).environment().base)
	}
	vals := []value{{e: argc, t: ps[0].Type()}}
	if len(ps) > 1 {
		vals = append(vals, value{e: argv, t: ps[1].Type().Decay()})
	}
	if len(ps) > 2 {
		vals = append(vals, value{e: envp, t: ps[2].Type().Decay()})
	}
	return vals
}

// finishEntry puts the inputs of globals before the rest of _start.
func (l *entryInputs) finishEntry() {
	f := l.start
	f.cur = f.f.Entry
	for _, s := range l.startInputs {
		if site := ir.SiteOf(s); site != nil {
			f.pos = site.Pos
		}
		f.emit(s)
	}
	f.edge(f.cur, l.startBody, &ir.Skip{}, f.pos)
	f.cur = f.newLoc()
	f.finish()
}

// runStartups calls the constructors, or the destructors.
func (f *fn) runStartups(destructors bool) {
	for _, s := range f.l.Startups(destructors) {
		ft := s.Type.(*cc.FunctionType)
		if len(f.l.Signature(ft, s.Body, s.Pos).Params) > 0 {
			f.l.Fail(s.Pos, "%s: a constructor or destructor with parameters is not supported", s.Name)
		}
		f.calls.callImplicitly(&call{f: f, pos: f.pos, name: s.Name, ft: ft}, s)
	}
}
