package cfront

import (
	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
)

// This file finds the effects of an asm template in its text. It knows common instructions; any other instruction may
// change memory and end the execution.

// namedFunction returns the name of a function with a body that a template names, or "" if it names none.
func (l *linker) namedFunction(u *link.Unit, text string) string {
	for _, w := range csrc.AsmWord.FindAllString(text, -1) {
		for _, tab := range []map[string]*link.Symbol{u.Locals, l.Syms} {
			if s := tab[w]; s != nil && s.IsFunc && s.Body != nil {
				return w
			}
		}
	}
	return ""
}
