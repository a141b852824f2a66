package cfront

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Names for the linker: int x __asm__("y") and the attribute alias of a variable.
// Two declarations with one such name are one object or function. Symbols stand
// in the tables under these names.

// linkName returns the name that the linker sees for a name of C.
func (u *unit) linkName(name string) string {
	if n := u.asmNames[name]; n != "" {
		return n
	}
	return name
}

// nameUnits finds the names of all units for the linker.
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

func (u *unit) setLinkName(name, link string) {
	if u.asmNames == nil {
		u.asmNames = map[string]string{}
	}
	u.asmNames[name] = link
}

// sameInLibrary reports whether link is one of glibc's own names for a function that
// its headers declare as name, __isoc99_sscanf for sscanf, open64 for open: what is
// known of name is what is known of link. Not so if the program has link itself.
func (l linking) sameInLibrary(name, link string) bool {
	if !strings.HasPrefix(link, "__isoc") && !strings.HasPrefix(link, "__xpg_") && link != name+"64" ||
		!strings.Contains(link, name) || reads0b(link) {
		return false
	}
	return !slices.ContainsFunc(l.units, func(u *unit) bool { return len(u.ast.Scope.Nodes[link]) > 0 })
}

// reads0b reports whether a function of glibc differs from the one of the same name before C23: strtol, scanf and their
// kin read 0b.
func reads0b(link string) bool { return strings.HasPrefix(link, "__isoc23_") }

// nameVariables notes the variables that are aliases of others.
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

// asmOutside refuses asm outside of functions that names something of the program:
// it may define or rename it.
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

// source returns the name of a symbol in the program.
func (s *symbol) source() string {
	if s.decl != nil && s.decl.Name() != "" {
		return s.decl.Name()
	}
	return s.name
}

// registerAsm reports whether a declaration ties a variable to a register of the machine.
func registerAsm(d *cc.Declarator, n *cc.Asm) bool { return n != nil && d.IsRegister() }

// fleeting returns the place of such a variable: anything (a call, a division) may
// change its register, so reading it gives any value.
func (f *fn) fleeting(d *cc.Declarator, pos ir.Pos) place {
	f.l.warn(pos, "%s lives in a register of the machine: its value is taken as arbitrary", d.Name())
	return place{t: d.Type(), fleeting: true}
}
