package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/near"
)

// removeBodies removes the bodies of the functions in Config.RemoveBodies. It fails if Config names a function that the
// program does not have, which is most likely a typing mistake.
func (l linking) removeBodies() {
	for _, name := range l.cfg.RemoveBodies {
		list := slices.DeleteFunc(l.named(name), func(s *symbol) bool { return s.fn == nil })
		if len(list) == 0 {
			l.failNamed("--remove-body", name, "no function of that name has a body")
		}
		if name == l.cfg.entry() {
			l.Fail(ir.Pos{}, "--remove-body: %s is the entry function", name)
		}
		for _, s := range list {
			s.fn, s.proto, s.ctor, s.dtor = nil, true, 0, 0
		}
	}
	l.library.checkAllocators()
	for _, name := range l.cfg.ErrorFuncs {
		if len(l.named(name)) == 0 {
			l.failNamed("--error-function", name, "there is no function of that name")
		}
		if name == l.cfg.entry() {
			l.Fail(ir.Pos{}, "--error-function: %s is the entry function", name)
		}
	}
}

// propertyNames warns if the property is about a function or label that no file has. Such a property holds, but is most
// likely not the intended one.
func (l linking) propertyNames() {
	if name := l.cfg.ErrorFunc; name != "" && !l.hasError(name) {
		var have []string
		for _, n := range sortedKeys(l.syms) {
			if l.syms[n].isFunc {
				have = append(have, n)
			}
		}
		for _, u := range l.units {
			have = append(have, sortedKeys(u.locals)...)
		}
		l.warn(ir.Pos{}, "the property is about calls of %s, and the program has no function of that name%s", name,
			near.Mean(name, have))
	}
	if name := l.cfg.Label; name != "" {
		labels := l.labels()
		if !slices.Contains(labels, name) {
			l.warn(ir.Pos{}, "the property is about the label %s, and the program has no label of that name%s", name,
				near.Mean(name, labels))
		}
	}
}

// hasError reports whether a file declares or uses the function that the property names.
func (l *symbolTable) hasError(name string) bool {
	names := []string{name}
	if conventional(name) {
		names = []string{"reach_error", "__VERIFIER_error", "__VERIFIER_assert"}
	}
	return slices.ContainsFunc(names, func(n string) bool { return len(l.named(n)) > 0 || l.mentions(n) })
}

// labels returns the names of the labels of the program.
func (l *symbolTable) labels() (names []string) {
	for _, u := range l.units {
		csrc.Walk(u.ast.TranslationUnit, func(n cc.Node) bool {
			if s, ok := n.(*cc.LabeledStatement); ok && s.Case == cc.LabeledStatementLabel {
				names = append(names, s.Token.SrcStr())
			}
			return true
		})
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// named returns the functions of a name, including static ones.
func (l *symbolTable) named(name string) (list []*symbol) {
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

// failNamed fails with a message about a name in an option, and proposes similar names.
func (l linking) failNamed(option, name, why string) {
	like := slices.DeleteFunc(l.near(name), func(n string) bool { return len(l.named(n)) == 0 })
	l.Fail(ir.Pos{}, "%s %s: %s%s", option, name, why, didYouMean(like))
}

// didYouMean returns the end of a message that proposes names, "" if there are none.
func didYouMean(like []string) string {
	if len(like) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(like, ", ") + "?"
}
