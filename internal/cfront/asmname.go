package cfront

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file reads the names of symbols for the linker: int x __asm__("y"), and the attribute alias of a variable. Two
// declarations with the same name for the linker declare one object or function. The symbol tables have these names as
// keys.

// linkName returns the name that the linker has for a name in C.
func (u *unit) linkName(name string) string {
	if n := u.asmNames[name]; n != "" {
		return n
	}
	return name
}

// nameUnits finds the names for the linker in all units.
func (l linking) nameUnits() *Error {
	for _, u := range l.units {
		if err := u.nameVariables(); err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(u.src.AsmNames)) {
			if link := u.src.AsmNames[name]; !l.sameInLibrary(name, link) {
				u.setLinkName(name, link)
			}
		}
	}
	return nil
}

// setLinkName sets the name that the linker has for a name in C.
func (u *unit) setLinkName(name, link string) {
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
		!strings.Contains(link, name) || reads0b(link) {
		return false
	}
	return !slices.ContainsFunc(l.units, func(u *unit) bool { return len(u.ast.Scope.Nodes[link]) > 0 })
}

// reads0b reports whether link is glibc's version for C23 of strtol, scanf or a related function. It reads numbers with
// the prefix 0b, unlike the version for older C.
func reads0b(link string) bool { return strings.HasPrefix(link, "__isoc23_") }

// nameVariables records the variables that are aliases of others, and replaces an alias of an alias by the final name.
func (u *unit) nameVariables() *Error {
	for tu := u.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
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
			if a.Weak() && len(u.l.units) > 1 {
				return &Error{Pos: u.namePos(d), Msg: fmt.Sprintf("%s: a weak alias of a variable is not supported in a program "+
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
func (l linking) asmOutside() *Error {
	for _, u := range l.units {
		for tu := u.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			if tu.ExternalDeclaration.Case != cc.ExternalDeclarationAsmStmt {
				continue
			}
			n := tu.ExternalDeclaration.AsmStatement.Asm
			pos := u.src.Pos(n)
			for _, w := range asmWord.FindAllString(asmString(n), -1) {
				if u.locals[w] != nil || l.syms[w] != nil {
					return &Error{Pos: pos, Msg: fmt.Sprintf("asm outside of functions that names %s is not supported", w)}
				}
			}
			if !isBlankAsm(asmString(n)) {
				l.warn(pos, "asm outside of functions is not read: it names nothing that the program declares")
			}
		}
	}
	return nil
}

// source returns the name of a symbol in the source text.
func (s *symbol) source() string {
	if s.decl != nil && s.decl.Name() != "" {
		return s.decl.Name()
	}
	return s.name
}

// registerAsm reports whether the declaration of d, with asm n, ties a local variable to a register of the machine.
func registerAsm(d *cc.Declarator, n *cc.Asm) bool { return n != nil && d.IsRegister() }

// fleeting returns the place of a variable in a register of the machine. Reads of the place give arbitrary values,
// since a call or a division may change the register.
func (f *fn) fleeting(d *cc.Declarator, pos ir.Pos) place {
	f.l.warn(pos, "%s lives in a register of the machine: its value is taken as arbitrary", d.Name())
	return place{t: d.Type(), fleeting: true}
}
