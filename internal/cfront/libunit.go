package cfront

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/models"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Library models that share state: models.Unit.

// unitSymbol is the function of a unit; nil if no unit has it.
func (l *linker) unitSymbol(name string) *symbol {
	name = strings.TrimPrefix(name, "__builtin_")
	if s, known := l.unitSyms[name]; known {
		return s
	}
	file, src, ok := models.Unit(name)
	if !ok {
		l.unitSyms[name] = nil
		return nil
	}
	for n, s := range l.parseModel("<"+file+">", src) {
		if s.fn != nil && !s.static {
			l.unitSyms[n] = s
		}
	}
	return l.unitSyms[name]
}

// parseModel reads the text of library models: its symbols with external linkage.
func (l *linker) parseModel(file, src string) map[string]*symbol {
	cfg := csrc.Config{Model: l.cfg.Model, Sources: map[string][]byte{file: []byte(src)}}
	parsed, err := csrc.Parse(cfg, file)
	if err != nil {
		panic(&Error{Msg: "library model " + file + ": " + err.Error()})
	}
	if err := l.lay.Add(parsed); err != nil {
		panic(&Error{Msg: "library model " + file + ": " + err.Error()})
	}
	u := &unit{l: l, src: parsed, ast: parsed.AST, locals: map[string]*symbol{}, model: true}
	ext := map[string]*symbol{}
	if errs := u.collect(ext); len(errs) > 0 {
		panic(errs[0])
	}
	// What is defined in a model belongs to models alone.
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
		if m := f.l.model(s); m != nil {
			return f.callDirect(c, m)
		}
	}
	return f.callMissing(c)
}

// callUnit calls a function of a unit with values of its parameters' kinds.
func (f *fn) callUnit(name string, args ...ir.Expr) ir.Expr {
	s := f.l.unitSymbol(name)
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
