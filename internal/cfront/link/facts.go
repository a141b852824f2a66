package link

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

// Mentions reports whether an expression of the program has the identifier name.
func (l *Program) Mentions(name string) bool { return l.Mentioned()[name] > 0 }

// Mentioned returns how often each identifier occurs in the program's expressions. The first call computes the table.
func (l *Program) Mentioned() map[string]int {
	if l.facts.identifiers == nil {
		l.facts.identifiers = map[string]int{}
		for _, u := range l.Units {
			csrc.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
				if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
					l.facts.identifiers[p.Token.SrcStr()]++
				}
				return true
			})
		}
	}
	return l.facts.identifiers
}
