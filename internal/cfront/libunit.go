package cfront

import (
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/cfront/models"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Library models in C that share state: each unit (models.Unit) has several functions and their common objects.

// unitSymbol returns the function or object of this name in a unit of models, and parses the unit on first use. It
// returns nil if no unit has the name.
func (l *libraryUse) unitSymbol(name string) *link.Symbol {
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
	for n, s := range l.ParseModel("<"+file+">", src) {
		switch {
		case s.Body != nil && !s.Static:
			l.unitSyms[n] = s
		case !s.IsFunc && slices.Contains(objects, n):
			s.AddrTaken = true // the program may take the address
			l.unitSyms[n] = s
		}
	}
	return l.unitSyms[name]
}

// unitObject returns the object of a unit to which a declaration of the program refers, such as optarg; nil if it
// refers to none.
func (l *libraryUse) unitObject(s *link.Symbol) *link.Symbol {
	if s.IsFunc || s.Static || s.Defined() || s.Tentative {
		return nil
	}
	if e, ok := library.Find(s.Name); !ok || !e.Object() || e.Class == library.Refused {
		return nil
	}
	if s.Name == "__environ" { // another name of environ
		return l.unitSymbol("environ")
	}
	return l.unitSymbol(s.Name)
}

// ownsObject reports whether the program itself defines an object that the unit in file also defines. The library's
// functions would then work on the program's object, so the unit cannot be used.
func (l *libraryUse) ownsObject(file string) bool {
	for _, n := range models.UnitObjects(file) {
		if s := l.Syms[n]; s != nil && !s.IsFunc && (s.Defined() || s.Tentative) {
			return true
		}
	}
	return false
}

// byModel calls the function's model in C. If the function has none, or the program's declaration does not fit the
// model, it refuses the call.
func (f *fn) byModel(c *call) value {
	if s := f.l.Syms[c.name]; s != nil {
		if m := f.l.library.model(s); m != nil {
			return f.calls.callDirect(c, m)
		}
	}
	return f.callMissing(c)
}

// callUnit calls a function of a unit and returns its result, nil if it is void. The arguments are cast to the types of
// the parameters, and must be of the same kinds.
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
