package cfront

import (
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// removeBodies makes functions declarations (Config.RemoveBodies), and sees to it that the functions that Config names are
// there: a name that means nothing is a slip.
func (l *linker) removeBodies() {
	for _, name := range l.cfg.RemoveBodies {
		list := slices.DeleteFunc(l.named(name), func(s *symbol) bool { return s.fn == nil })
		if len(list) == 0 {
			l.failNamed("--remove-body", name, "no function of that name has a body")
		}
		if name == l.cfg.entry() {
			l.fail(ir.Pos{}, "--remove-body: %s is the entry function", name)
		}
		for _, s := range list {
			s.fn, s.proto, s.ctor, s.dtor = nil, true, 0, 0
		}
	}
	for _, name := range l.cfg.ErrorFuncs {
		if len(l.named(name)) == 0 {
			l.failNamed("--error-function", name, "there is no function of that name")
		}
		if name == l.cfg.entry() {
			l.fail(ir.Pos{}, "--error-function: %s is the entry function", name)
		}
	}
}

// named lists the functions of a name, static ones too.
func (l *linker) named(name string) (list []*symbol) {
	if s := l.syms[name]; s != nil && s.isFunc {
		list = append(list, s)
	}
	for _, u := range l.units {
		if s := u.locals[name]; s != nil && s.isFunc {
			list = append(list, s)
		}
	}
	return list
}

func (l *linker) failNamed(option, name, why string) {
	like := slices.DeleteFunc(l.near(name), func(n string) bool { return len(l.named(n)) == 0 })
	hint := ""
	if len(like) > 0 {
		hint = "; did you mean " + strings.Join(like, ", ") + "?"
	}
	l.fail(ir.Pos{}, "%s %s: %s%s", option, name, why, hint)
}
