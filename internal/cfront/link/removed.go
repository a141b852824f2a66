package link

import (
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/near"
)

// RemoveBodies removes the bodies of the functions in Config.RemoveBodies. It fails if Config names a function that the
// program does not have, which is most likely a typing mistake.
func (l *Program) RemoveBodies() {
	for _, name := range l.Cfg.RemoveBodies {
		list := slices.DeleteFunc(l.Named(name), func(s *Symbol) bool { return s.Body == nil })
		if len(list) == 0 {
			l.FailNamed("--remove-body", name, "no function of that name has a body")
		}
		if name == l.Cfg.EntryName() {
			l.Fail(ir.Pos{}, "--remove-body: %s is the entry function", name)
		}
		for _, s := range list {
			s.Body, s.Proto, s.ctor, s.dtor = nil, true, 0, 0
		}
	}
	for _, name := range l.Cfg.ErrorFuncs {
		if len(l.Named(name)) == 0 {
			l.FailNamed("--error-function", name, "there is no function of that name")
		}
		if name == l.Cfg.EntryName() {
			l.Fail(ir.Pos{}, "--error-function: %s is the entry function", name)
		}
	}
}

// PropertyNames warns if the property is about a function or label that no file has. Such a property holds, but is most
// likely not the intended one.
func (l *Program) PropertyNames() {
	if name := l.Cfg.ErrorFunc; name != "" && !l.hasError(name) {
		var have []string
		for _, n := range slices.Sorted(maps.Keys(l.Syms)) {
			if l.Syms[n].IsFunc {
				have = append(have, n)
			}
		}
		for _, u := range l.Units {
			have = append(have, slices.Sorted(maps.Keys(u.Locals))...)
		}
		l.Warn(ir.Pos{}, "the property is about calls of %s, and the program has no function of that name%s", name,
			near.Mean(name, have))
	}
	if name := l.Cfg.Label; name != "" {
		labels := l.labels()
		if !slices.Contains(labels, name) {
			l.Warn(ir.Pos{}, "the property is about the label %s, and the program has no label of that name%s", name,
				near.Mean(name, labels))
		}
	}
}

// hasError reports whether a file declares or uses the function that the property names.
func (l *Program) hasError(name string) bool {
	names := []string{name}
	if Conventional(name) {
		names = []string{"reach_error", "__VERIFIER_error", "__VERIFIER_assert"}
	}
	return slices.ContainsFunc(names, func(n string) bool { return len(l.Named(n)) > 0 || l.Mentions(n) })
}

// labels returns the names of the labels of the program.
func (l *Program) labels() (names []string) {
	for _, u := range l.Units {
		csrc.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
			if s, ok := n.(*cc.LabeledStatement); ok && s.Case == cc.LabeledStatementLabel {
				names = append(names, s.Token.SrcStr())
			}
			return true
		})
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Named returns the functions of a name, including static ones.
func (l *Program) Named(name string) (list []*Symbol) {
	if s := l.Syms[name]; s != nil && s.IsFunc {
		list = append(list, s)
	}
	for _, u := range l.Units {
		if s := u.Locals[name]; s != nil && s.IsFunc {
			list = append(list, s)
		}
	}
	return list
}

// FailNamed fails with a message about a name in an option, and proposes similar names.
func (l *Program) FailNamed(option, name, why string) {
	like := slices.DeleteFunc(l.Near(name), func(n string) bool { return len(l.Named(n)) == 0 })
	l.Fail(ir.Pos{}, "%s %s: %s%s", option, name, why, didYouMean(like))
}

// didYouMean returns the end of a message that proposes names, "" if there are none.
func didYouMean(like []string) string {
	if len(like) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(like, ", ") + "?"
}
