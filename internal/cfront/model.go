package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/cfront/models"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Library models in C, and the names of functions that messages propose.

// model returns the library model of a function without a body; nil if there is none, or if the program's declaration
// does not fit it.
func (l *libraryUse) model(s *link.Symbol) *link.Symbol {
	name := library.Base(s.Name)
	m := l.unitSymbol(s.Name)
	if m == nil {
		known := false
		if m, known = l.modelSyms[name]; !known {
			m = l.loadModel(name)
			l.modelSyms[name] = m
		}
	}
	if file, _, ok := models.Unit(name); ok && l.ownsObject(file) {
		return nil
	}
	if m == nil || !s.Proto {
		return m
	}
	user, ok1 := s.Type.(*cc.FunctionType)
	def, ok2 := m.Type.(*cc.FunctionType)
	if !ok1 || !ok2 || !l.fits(user, def) {
		return nil
	}
	return m
}

// loadModel parses the model of a function; nil if there is none.
func (l *libraryUse) loadModel(name string) *link.Symbol {
	src, _, ok := models.Source(name)
	if !ok {
		return nil
	}
	ext := l.ParseModel("<"+name+">", src)
	if m := ext[name]; m != nil && m.Body != nil {
		return m
	}
	return nil
}

// fits reports whether a call by the user's declaration can call the definition def.
func (l *libraryUse) fits(user, def *cc.FunctionType) bool {
	same := func(a, b cc.Type) bool {
		ta, ok1 := l.IRType(a)
		tb, ok2 := l.IRType(b)
		return ok1 && ok2 && (ta.Kind == ir.Float) == (tb.Kind == ir.Float) && (ta.Kind == ir.Ptr) == (tb.Kind == ir.Ptr) ||
			!ok1 && !ok2 && a.Kind() == b.Kind()
	}
	if user.Result().Kind() != cc.Void && !same(user.Result(), def.Result()) {
		return false
	}
	if !layout.HasProto(user) {
		return true
	}
	pu, pd := layout.Params(user), layout.Params(def)
	if len(pu) != len(pd) {
		return false
	}
	for i := range pu {
		if !same(pu[i], pd[i]) {
			return false
		}
	}
	return true
}
