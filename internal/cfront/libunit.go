package cfront

import (
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/models"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Library models that share state: models.Unit.

// unitSymbol is the function of a unit; nil if no unit has it.
func (l *libraryUse) unitSymbol(name string) *symbol {
	name = strings.TrimPrefix(name, "__builtin_")
	if s, known := l.unitSyms[name]; known {
		return s
	}
	file, src, ok := models.Unit(name)
	if !ok {
		file, src, ok = models.UnitOf(name)
	}
	if !ok {
		l.unitSyms[name] = nil
		return nil
	}
	objects := models.UnitObjects(file)
	for n, s := range l.parseModel("<"+file+">", src) {
		switch {
		case s.fn != nil && !s.static:
			l.unitSyms[n] = s
		case !s.isFunc && slices.Contains(objects, n):
			s.addrTaken = true // in the program, for all that is known here
			l.unitSyms[n] = s
		}
	}
	return l.unitSyms[name]
}

// unitObject is the object of a unit that a declaration in the program means; nil if
// there is none.
func (l *libraryUse) unitObject(s *symbol) *symbol {
	if s.isFunc || s.static || s.defined() || s.tentative {
		return nil
	}
	if e, ok := library.Find(s.name); !ok || !e.Object() || e.Class == library.Refused {
		return nil
	}
	if s.name == "__environ" { // another name of it
		return l.unitSymbol("environ")
	}
	return l.unitSymbol(s.name)
}

// ownsObject reports whether the program defines an object that a unit has, which the library's
// functions would then work on.
func (l *libraryUse) ownsObject(file string) bool {
	for _, n := range models.UnitObjects(file) {
		if s := l.syms[n]; s != nil && !s.isFunc && (s.defined() || s.tentative) {
			return true
		}
	}
	return false
}

// parseModel reads the text of library models: its symbols with external linkage.
func (l *libraryUse) parseModel(file, src string) map[string]*symbol {
	parsed, err := l.cfg.parseModel(file, src)
	if err != nil {
		panic(&Error{Msg: "library model " + file + ": " + err.Error()})
	}
	if err := l.addTypes(parsed); err != nil {
		panic(&Error{Msg: "library model " + file + ": " + err.Error()})
	}
	u := &unit{l: l.linker, src: parsed, ast: parsed.AST, locals: map[string]*symbol{}, model: true}
	ext := map[string]*symbol{}
	if errs := u.collect(ext); len(errs) > 0 {
		panic(errs[0])
	}
	// Definitions in a model belong to models alone.
	for k, s := range ext {
		if s.fn != nil || s.tentative {
			u.locals[k] = s
		}
	}
	for k, s := range u.locals {
		if ext[k] == nil {
			ext[k] = s
		}
	}
	return ext
}

// byModel calls the model in C of a function, if the program's declaration fits it.
func (f *fn) byModel(c *call) value {
	if s := f.l.syms[c.name]; s != nil {
		if m := f.l.library.model(s); m != nil {
			return f.calls.callDirect(c, m)
		}
	}
	return f.callMissing(c)
}

// callUnit calls a function of a unit with values of its parameters' kinds.
func (f *fn) callUnit(name string, args ...ir.Expr) ir.Expr {
	s := f.l.library.unitSymbol(name)
	g := f.l.funcOf(s)
	list := make([]ir.Expr, len(args))
	for i, a := range args {
		list[i] = ir.NewCast(g.Params[i].Type, a)
	}
	if g.Result == ir.Void {
		f.emit(&ir.Call{Func: g, Args: list})
		return nil
	}
	v := f.temp(g.Result)
	f.emit(&ir.Call{Dst: v, Func: g, Args: list})
	return ir.NewRef(v)
}
