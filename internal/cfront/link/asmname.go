package link

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
)

// This file reads the names of symbols for the linker: int x __asm__("y"), and the attribute alias of a variable. Two
// declarations with the same name for the linker declare one object or function. The symbol tables have these names as
// keys.

// linkName returns the name that the linker has for a name in C.
func (u *Unit) linkName(name string) string {
	if n := u.asmNames[name]; n != "" {
		return n
	}
	return name
}

// nameUnits finds the names for the linker in all units.
func (l linking) nameUnits() *csrc.Error {
	for _, u := range l.Units {
		if err := u.nameVariables(); err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(u.Src.AsmNames)) {
			if link := u.Src.AsmNames[name]; !l.sameInLibrary(name, link) {
				u.setLinkName(name, link)
			}
		}
	}
	return nil
}

// setLinkName sets the name that the linker has for a name in C.
func (u *Unit) setLinkName(name, link string) {
	if u.asmNames == nil {
		u.asmNames = map[string]string{}
	}
	u.asmNames[name] = link
}

// sameInLibrary reports whether link is a name of glibc for the function that its headers declare as name, such as
// __isoc99_sscanf for sscanf or open64 for open. Then everything known of name holds for link. The result is false if
// the program declares link itself.
func (l linking) sameInLibrary(name, link string) bool {
	if !strings.HasPrefix(link, "__isoc") && !strings.HasPrefix(link, "__xpg_") && link != name+"64" ||
		!strings.Contains(link, name) || library.Reads0b(link) {
		return false
	}
	return !slices.ContainsFunc(l.Units, func(u *Unit) bool { return len(u.AST.Scope.Nodes[link]) > 0 })
}

// nameVariables records the variables that are aliases of others, and replaces an alias of an alias by the final name.
func (u *Unit) nameVariables() *csrc.Error {
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		n := tu.ExternalDeclaration.Declaration
		if tu.ExternalDeclaration.Case != cc.ExternalDeclarationDecl || n.Case != cc.DeclarationDecl {
			continue
		}
		for list := n.InitDeclaratorList; list != nil; list = list.InitDeclaratorList {
			d := list.InitDeclarator.Declarator
			if d.IsTypename() || d.Type() == nil || d.Type().Kind() == cc.Function {
				continue
			}
			a := d.Type().Attributes()
			if a == nil || a.Alias() == "" {
				continue
			}
			if a.Weak() && len(u.program.Units) > 1 {
				return &csrc.Error{Pos: u.NamePos(d),
					Msg: fmt.Sprintf("%s: a weak alias of a variable is not supported in a program "+
						"of several files", d.Name())}
			}
			u.setLinkName(d.Name(), a.Alias())
		}
	}
	for name := range u.asmNames {
		for range len(u.asmNames) { // an alias of an alias
			if next := u.asmNames[u.asmNames[name]]; next != "" {
				u.asmNames[name] = next
			}
		}
	}
	return nil
}

// asmOutside returns an error if asm outside of functions names a symbol of the program, since the asm may define or
// rename the symbol.
func (l linking) asmOutside() *csrc.Error {
	for _, u := range l.Units {
		for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			if tu.ExternalDeclaration.Case != cc.ExternalDeclarationAsmStmt {
				continue
			}
			n := tu.ExternalDeclaration.AsmStatement.Asm
			pos := u.Src.Pos(n)
			for _, w := range csrc.AsmWord.FindAllString(csrc.AsmText(n), -1) {
				if u.Locals[w] != nil || l.Syms[w] != nil {
					return &csrc.Error{Pos: pos, Msg: fmt.Sprintf("asm outside of functions that names %s is not supported", w)}
				}
			}
			if !csrc.IsBlankAsm(csrc.AsmText(n)) {
				l.Warn(pos, "asm outside of functions is not read: it names nothing that the program declares")
			}
		}
	}
	return nil
}

// Source returns the name of a symbol in the source text.
func (s *Symbol) Source() string {
	if s.Decl != nil && s.Decl.Name() != "" {
		return s.Decl.Name()
	}
	return s.Name
}
