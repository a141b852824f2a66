package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/near"
)

// The synthetic entry: it reads what the entry function needs and calls it.

const startName = "_start"

// lowerEntry makes _start and queues the entry function.
func (l *linker) lowerEntry() {
	s := l.findEntry()
	g := l.prog.NewFunc(l.names.uniq(startName), ir.Void, s.pos)
	l.prog.Entry = g
	f := l.newFn(s.unit, g)
	f.sym = &symbol{name: startName, unit: s.unit, decl: s.decl, pos: s.pos, typ: s.typ,
		sig: &signature{resultC: s.unit.ast.Void}}
	l.start = f
	l.fns = append(l.fns, f)
	// Globals may turn out to be inputs while the program is lowered; their
	// place is before the call.
	f.f.Entry.Pos = s.pos
	f.cur = f.newLoc()
	l.startBody = f.cur
	l.callEntry(f, s)
	f.edge(f.cur, g.Exit, &ir.Return{}, f.pos)
}

// findEntry is the entry function, which may be static.
func (l *linker) findEntry() *symbol {
	name, file := l.cfg.entry(), l.cfg.EntryFile
	if s := l.syms[name]; s != nil && s.fn != nil && (file == "" || sameFile(file, s.unit.src.File)) {
		return s
	}
	var found []*symbol
	for _, u := range l.units {
		if s := u.locals[name]; s != nil && s.fn != nil && (file == "" || sameFile(file, u.src.File)) {
			found = append(found, s)
		}
	}
	if len(found) > 1 {
		l.fail(found[1].pos, "function %s is also at %s: say which one by --entry %s:%s", name, found[0].pos, found[1].unit.src.File, name)
	}
	if len(found) == 0 {
		l.failNoEntry(name)
	}
	return found[0]
}

// sameFile says whether a file is meant by a name, which may lack directories.
func sameFile(name, file string) bool {
	return name == file || strings.HasSuffix(file, "/"+strings.TrimPrefix(name, "./")) || "./"+file == name
}

func (l *linker) failNoEntry(name string) {
	if file := l.cfg.EntryFile; file != "" {
		known := slices.ContainsFunc(l.units, func(u *unit) bool { return sameFile(file, u.src.File) })
		if !known {
			l.fail(ir.Pos{}, "--entry: no file of the program is called %s", file)
		}
		l.fail(ir.Pos{}, "there is no function %s in %s", name, file)
	}

	var have []string
	for _, n := range sortedKeys(l.syms) {
		if s := l.syms[n]; s.isFunc && s.fn != nil {
			have = append(have, n)
		}
	}
	for _, u := range l.units {
		for _, n := range sortedKeys(u.locals) {
			if s := u.locals[n]; s.isFunc && s.fn != nil {
				have = append(have, n)
			}
		}
	}
	pos := ir.Pos{}
	if s := l.syms[name]; s != nil && s.proto {
		pos = s.pos
	}
	switch {
	case len(have) == 0:
		l.fail(pos, "there is no function %s: %s defines no function", name, l.cfg.Files[0])
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
	l.fail(pos, "there is no function %s; the functions are: %s%s", name, text, near.Mean(name, have))
}

// callEntry reads the parameters and calls the entry function.
func (l *linker) callEntry(f *fn, s *symbol) {
	g := l.funcOf(s)
	pos := s.pos
	f.pos = pos
	c := &call{f: f, pos: pos, name: s.name}
	ft := s.typ.(*cc.FunctionType)
	ps := ft.Parameters()
	if ft.MaxArgs() == 0 {
		ps = nil
	}
	if s.name == "main" && isMainArgs(ft) {
		c.vals = f.mainArgs(ps)
	} else {
		for _, p := range ps {
			if f.l.sizeOf(p) != nil {
				c.vals = append(c.vals, value{})
			} else {
				c.vals = append(c.vals, f.paramInput(p, c))
			}
		}
		f.sizedParams(s, ps, c)
	}
	args, _ := f.irArgs(c, s.sig)
	f.pos = pos
	f.runStartups(false)
	f.assumeEntry(s.unit, c.vals)
	f.pos = pos
	f.emit(&ir.Call{Func: g, Args: args})
	if s.name == "main" {
		f.runRegistered("atexit")
		f.runStartups(true)
	}
}

// paramInput is an arbitrary value for one parameter.
func (f *fn) paramInput(p *cc.Parameter, c *call) value {
	t := p.Type().Decay()
	if p.Declarator != nil {
		f.pos = f.atName(p.Declarator)
	}
	name := p.Name()
	if name == "" {
		name = "arg"
	}
	n := len(f.l.prog.Sites)
	inside := f.l.pointersInside
	v := f.inputOf(ir.Param, name, t, c)
	if f.l.cfg.AliasNone {
		f.l.pointersInside = inside
		for _, s := range f.l.prog.Sites[n:] {
			s.Own = true
		}
	}
	return v
}

// isMainArgs recognises main(int argc), main(int argc, char **argv, ...).
func isMainArgs(ft *cc.FunctionType) bool {
	ps := params(ft)
	return 1 <= len(ps) && len(ps) <= 3 && cc.IsIntegerType(ps[0]) && (len(ps) == 1 || elem(ps[1]) != nil && elem(elem(ps[1])) != nil)
}

// mainArgs models argc and argv: 1 <= argc, argv[0..argc-1] are strings of any
// length in memory of their own, argv[argc] is null. Where main does not read
// argv, it is null.
func (f *fn) mainArgs(ps []*cc.Parameter) []value {
	it, _ := f.l.irType(ps[0].Type())
	used := len(ps) > 1 && ps[1].Declarator != nil && ps[1].Declarator.ReadCount() > 0
	if d := ps[0].Declarator; d != nil {
		f.pos = f.atName(d)
	}
	argc := f.input(ir.Param, "argc", it, 0)
	ok := ir.NewBinary(ir.Le, ir.NewConst(it, 1), argc)
	if used {
		// The vector has to fit into memory.
		ok = ir.NewAnd(ok, ir.NewBinary(ir.Le, argc, ir.NewConst(it, 1<<20)))
	}
	f.emit(&ir.Assume{Cond: ok, Guard: ir.OtherGuard})
	null := ir.NewConst(f.ptr(), 0)
	vals := []value{{e: argc, t: ps[0].Type()}}
	if len(ps) > 1 {
		vals = append(vals, value{e: null, t: ps[1].Type().Decay()})
	}
	if len(ps) > 2 {
		vals = append(vals, value{e: f.input(ir.Param, "envp", f.ptr(), f.l.cfg.ArraySize), t: ps[2].Type().Decay()})
	}
	if !used {
		return vals
	}
	f.pos = f.atName(ps[1].Declarator)
	vals[1].e = f.argVector(argc)
	return vals
}

// argVector allocates argv.
func (f *fn) argVector(argc ir.Expr) ir.Expr {
	st := f.model().Size()
	w := int64(f.ptr().Size())
	n := ir.NewBinary(ir.Add, ir.NewCast(st, argc), ir.NewConst(st, 1))
	argv := f.def(f.ptr(), func(v *ir.Var) ir.Stmt {
		return &ir.Alloc{Dst: v, Size: ir.NewBinary(ir.Mul, n, ir.NewConst(st, w)), Kind: ir.Stack, Zeroed: true}
	})
	i := f.temp(st)
	f.emit(&ir.Assign{Dst: i, Src: ir.NewConst(st, 0)})
	head, body, after := f.newLoc(), f.newLoc(), f.newLoc()
	f.goTo(head)
	f.cur = head
	more := ir.NewBinary(ir.Lt, ir.NewRef(i), ir.NewCast(st, argc))
	f.edge(head, body, &ir.Assume{Cond: more, Guard: ir.OtherGuard}, f.pos)
	f.edge(head, after, &ir.Assume{Cond: ir.NotExpr(more), Guard: ir.OtherGuard}, f.pos)
	f.cur = body
	length := f.input(ir.Param, "argv length", st, 0)
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Lt, length, ir.NewConst(st, 1<<20)), Guard: ir.OtherGuard})
	site := f.l.prog.NewSite(ir.ObjectBytes, "argv", ir.Type{}, f.f, f.pos)
	str := f.def(f.ptr(), func(v *ir.Var) ir.Stmt {
		return &ir.Alloc{Dst: v, Size: ir.NewBinary(ir.Add, length, ir.NewConst(st, 1)), Kind: ir.Stack, Site: site}
	})
	f.emit(&ir.Store{Addr: ir.NewPtrAdd(str, length, 1), Val: ir.NewConst(ir.I8, 0)})
	f.emit(&ir.Store{Addr: ir.NewPtrAdd(argv, ir.NewRef(i), w), Val: str})
	f.emit(&ir.Assign{Dst: i, Src: ir.NewBinary(ir.Add, ir.NewRef(i), ir.NewConst(st, 1))})
	f.goTo(head)
	f.cur = after
	return argv
}

// finishEntry puts the inputs of globals before the rest of _start.
func (l *linker) finishEntry() {
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
