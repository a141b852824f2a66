package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/models"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/near"
)

// Library models in C, and the names of functions that messages propose.

// model returns the library model of a function without a body; nil if there is none, or if the program's declaration
// does not fit it.
func (l *libraryUse) model(s *symbol) *symbol {
	name := libName(s.name)
	m := l.unitSymbol(s.name)
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
	if m == nil || !s.proto {
		return m
	}
	user, ok1 := s.typ.(*cc.FunctionType)
	def, ok2 := m.typ.(*cc.FunctionType)
	if !ok1 || !ok2 || !l.fits(user, def) {
		return nil
	}
	return m
}

// libName returns the library's name of a builtin: strlen for __builtin_strlen and __builtin___strlen_chk.
func libName(name string) string { return library.Base(name) }

// loadModel parses the model of a function; nil if there is none.
func (l *libraryUse) loadModel(name string) *symbol {
	src, _, ok := models.Source(name)
	if !ok {
		return nil
	}
	ext := l.parseModel("<"+name+">", src)
	if m := ext[name]; m != nil && m.fn != nil {
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

// near returns functions whose names are similar to name.
func (l *symbolTable) near(name string) []string {
	var names []string
	add := func(n string) { names = append(names, n) }
	for _, n := range sortedKeys(l.syms) {
		if s := l.syms[n]; s.isFunc && s.fn != nil {
			add(n)
		}
	}
	for _, u := range l.units {
		for _, n := range sortedKeys(u.locals) {
			if s := u.locals[n]; s.isFunc && s.fn != nil {
				add(n)
			}
		}
	}
	for _, n := range commonNames() {
		add(n)
	}
	return near.Of(name, names)
}

// commonNames returns names of functions that need no body and that users are likely to mistype, including those with a
// model in C.
func commonNames() []string {
	return append([]string{
		"malloc", "calloc", "realloc", "free", "memcpy", "memmove", "memset", "printf", "scanf", "abort", "exit", "assert",
		"reach_error", "__VERIFIER_nondet_int", "__VERIFIER_nondet_uint", "__VERIFIER_nondet_char", "__VERIFIER_nondet_bool",
		"__VERIFIER_assume", "__VERIFIER_assert", "__VERIFIER_error", "__CPROVER_assume", "__CPROVER_assert",
		"__ESBMC_assume", "__ESBMC_assert", "klee_make_symbolic", "klee_assume", "klee_assert", "klee_range", "klee_int",
		"__CPROVER_r_ok", "__CPROVER_w_ok", "__CPROVER_rw_ok", "__CPROVER_OBJECT_SIZE", "__CPROVER_POINTER_OFFSET",
		"__CPROVER_same_object",
		"__CPROVER_havoc_object", "__CPROVER_havoc_slice", "__CPROVER_overflow_plus", "__CPROVER_overflow_minus",
		"__CPROVER_overflow_mult",
		"__ESBMC_r_ok", "__ESBMC_get_object_size", "Frama_C_interval", "Frama_C_make_unknown",
	}, models.Names()...)
}
