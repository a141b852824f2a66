package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Weak symbols, as the ELF linker treats them. A definition that is not weak takes precedence over a weak one, and
// among weak ones the first counts. A symbol that is declared weak and defined nowhere has the address null. (No files
// other than the given ones and the library are linked.)

// weakIn reports whether a declaration of name in the unit is weak. If so, the definition in the unit is weak, too.
func (u *unit) weakIn(name string) bool {
	if u.weak == nil {
		u.weak = map[string]bool{}
		for n := range u.src.Weak {
			u.weak[u.linkName(n)] = true
		}
		for _, nodes := range u.ast.Scope.Nodes {
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

// absent reports whether s is weak and defined nowhere, and warns of it.
func (l *symbolTable) absent(s *symbol) bool {
	if !s.weak || s.defined() || s.tentative || s.stub != nil || s.static {
		return false
	}
	if s.alias != "" && (s.unit.locals[s.alias] != nil || l.syms[s.alias] != nil && l.syms[s.alias].defined()) {
		return false
	}
	if _, known := library.Find(libName(s.name)); known || l.cfg.isErrorFunc(s.name) ||
		slices.ContainsFunc(dialects, func(p string) bool { return strings.HasPrefix(s.name, p) }) {
		return false
	}
	l.warn(s.pos, "%s is weak and no file defines it: its address is null", s.name)
	return true
}

// callAbsent lowers the call of an absent function as a call through a null pointer.
func (f *calls) callAbsent(c *call, s *symbol) value {
	f.evalArgs(c)
	return f.callPtr(c, value{e: ir.NewConst(f.ptr(), 0), t: s.typ.Pointer()})
}
