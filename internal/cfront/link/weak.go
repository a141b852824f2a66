package link

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
)

// Weak symbols, as the ELF linker treats them. A definition that is not weak takes precedence over a weak one, and
// among weak ones the first counts. A symbol that is declared weak and defined nowhere has the address null. (No files
// other than the given ones and the library are linked.)

// weakIn reports whether a declaration of name in the unit is weak. If so, the definition in the unit is weak, too.
func (u *Unit) weakIn(name string) bool {
	if u.weak == nil {
		u.weak = map[string]bool{}
		for n := range u.Src.Weak {
			u.weak[u.linkName(n)] = true
		}
		for _, nodes := range u.AST.Scope.Nodes {
			for _, n := range nodes {
				if d, ok := n.(*cc.Declarator); ok && d.Type() != nil && isWeak(d) {
					u.weak[u.linkName(d.Name())] = true
				}
			}
		}
	}
	return u.weak[name]
}

// dialects are the prefixes of names to which verifiers give a meaning.
var dialects = []string{"__VERIFIER_", "__CPROVER_", "__ESBMC_", "klee_", "__builtin_", "reach_error"}

// Absent reports whether s is weak and defined nowhere, and warns of it.
func (l *Program) Absent(s *Symbol) bool {
	if !s.weak || s.Defined() || s.Tentative || s.Static {
		return false
	}
	if s.Alias != "" && (s.Unit.Locals[s.Alias] != nil || l.Syms[s.Alias] != nil && l.Syms[s.Alias].Defined()) {
		return false
	}
	if _, known := library.Find(library.Base(s.Name)); known || l.Cfg.IsErrorFunc(s.Name) ||
		slices.ContainsFunc(dialects, func(p string) bool { return strings.HasPrefix(s.Name, p) }) {
		return false
	}
	l.Warn(s.Pos, "%s is weak and no file defines it: its address is null", s.Name)
	return true
}
