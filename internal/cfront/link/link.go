package link

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Named returns the function or object that a name denotes in a unit, or nil if there is none.
func (u *Unit) Named(name string) *Symbol {
	link := u.linkName(name)
	if s := u.Locals[link]; s != nil {
		return s
	}
	return u.program.Syms[link]
}

// Symbol is a function or object with linkage, or a static local.
type Symbol struct {
	Name   string
	Unit   *Unit          // the unit with the definition, or with the first declaration if there is no definition
	Decl   *cc.Declarator // the definition, or the most complete declaration if there is no definition
	Pos    ir.Pos
	Type   cc.Type
	IsFunc bool
	Static bool

	Proto     bool        // some declaration was written by the user (not implicit)
	NoReturn  bool        // it never returns
	Register  bool        // it lives in a machine register (asmname.go)
	AddrTaken bool        // the program takes its address
	Reads     int         // the number of its uses in the files
	Alloc     *Attributes // the attributes for the pointer that it returns; nil if it has none

	Definition
	of *Symbol // the symbol of which this is a copy (project.go); nil if it is not a copy
}

// Definition is the part of a symbol that its definition determines. It is empty if the symbol is only declared.
type Definition struct {
	Body      *cc.FunctionDefinition // the body of a function; nil if it has none
	inline    bool                   // an inline definition, which may be replaced by another one
	Also      ir.Pos                 // another definition that calls may take (6.7.4p7): this one or that is inline
	Init      *cc.Initializer        // the initialiser of an object; nil if it has none
	Tentative bool                   // an object is declared without extern, so it exists even without an initialiser
	Alias     string                 // the name of the function for which it is an alias
	weak      bool
	weakDef   bool  // Body or Init is weak
	ctor      int64 // priority as a constructor (startup.go); 0 if it is not a constructor
	dtor      int64 // priority as a destructor; 0 if it is not a destructor
}

// Defined reports whether s has a body or an initialiser.
func (s *Symbol) Defined() bool { return s.Body != nil || s.Init != nil }

// linking reads the files of the program and matches their symbols.
type linking struct{ *Program }

// link collects the symbols of all units and resolves names with external linkage across units.
func (l linking) link() error {
	var errs csrc.ErrorList
	if err := l.nameUnits(); err != nil {
		return err
	}
	for _, u := range l.Units {
		errs = append(errs, u.collect(l.Syms)...)
	}
	for _, u := range l.Units {
		for _, inner := range u.AST.Scope.Children {
			u.collectInner(inner)
		}
	}
	if err := l.asmOutside(); err != nil && len(errs) == 0 {
		errs = append(errs, err)
	}
	switch len(errs) {
	case 0:
		return nil
	case 1:
		return errs[0]
	}
	return errs
}

// collect adds the symbols of the file-scope declarations of u to ext if they have external linkage, and else to
// u.locals.
func (u *Unit) collect(ext map[string]*Symbol) (errs csrc.ErrorList) {
	add := func(d *cc.Declarator, fn *cc.FunctionDefinition, init *cc.Initializer, spec *cc.DeclarationSpecifiers,
		attrs ...cc.Node) {
		if err := u.declare(ext, d, fn, init, spec, attrs); err != nil {
			errs = append(errs, err)
		}
	}
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		x := tu.ExternalDeclaration
		switch x.Case {
		case cc.ExternalDeclarationFuncDef:
			spec, d := x.FunctionDefinition.DeclarationSpecifiers, x.FunctionDefinition.Declarator
			add(d, x.FunctionDefinition, nil, spec, spec, d.Pointer)
		case cc.ExternalDeclarationDecl:
			switch n := x.Declaration; n.Case {
			case cc.DeclarationDecl:
				for list := n.InitDeclaratorList; list != nil; list = list.InitDeclaratorList {
					d := list.InitDeclarator.Declarator
					attrs := []cc.Node{n.DeclarationSpecifiers, d.Pointer, list.InitDeclarator.AttributeSpecifierList,
						list.AttributeSpecifierList}
					if list.InitDeclaratorList == nil { // attributes at the end of the declaration belong to the last declarator
						attrs = append(attrs, n.AttributeSpecifierList)
					}
					add(d, nil, list.InitDeclarator.Initializer, n.DeclarationSpecifiers, attrs...)
					if csrc.InRegister(d, list.InitDeclarator.Asm) {
						if s := u.Lookup(d); s != nil {
							s.Register = true
						}
					}
				}
			case cc.DeclarationAuto:
				add(n.Declarator, nil, n.Initializer, nil)
			}
		}
	}
	return errs
}

// collectInner records the uses of functions and objects that blocks declare extern.
func (u *Unit) collectInner(in *cc.Scope) {
	for _, name := range slices.Sorted(maps.Keys(in.Nodes)) {
		for _, n := range in.Nodes[name] {
			d, ok := n.(*cc.Declarator)
			if !ok || d.IsTypename() || d.Type() == nil || d.Linkage() != cc.External || d.IsSynthetic() {
				continue
			}
			if s := u.Lookup(d); s != nil {
				s.AddrTaken = s.AddrTaken || d.AddressTaken()
				s.Reads += d.ReadCount() + d.WriteCount()
			}
		}
	}
	for _, inner := range in.Children {
		u.collectInner(inner)
	}
}

// declare adds a declaration with linkage to the symbol of its name. fn is the body and init the initialiser, nil if it
// has none; attrs are the syntax nodes with its attributes.
func (u *Unit) declare(ext map[string]*Symbol, d *cc.Declarator, fn *cc.FunctionDefinition, init *cc.Initializer,
	spec *cc.DeclarationSpecifiers,
	attrs []cc.Node) *csrc.Error {
	if d == nil || d.IsTypename() || d.Type() == nil {
		return nil
	}
	name := u.linkName(d.Name())
	if fn != nil && onlyForwards(fn, name) {
		fn = nil
	}
	pos := u.NamePos(d)
	static := d.IsStatic()
	tab := ext
	if static || u.Locals[name] != nil {
		tab = u.Locals
		static = true
	}
	isFunc := d.Type().Kind() == cc.Function
	weak := !static && u.weakIn(name)
	inline := fn != nil && (d.IsInline() || d.Type().Attributes().GNUInline() || weak)
	s := tab[name]
	if s == nil {
		s = &Symbol{Name: name, Unit: u, Decl: d, Pos: pos, Type: d.Type(), IsFunc: isFunc, Static: static}
		tab[name] = s
	} else if err := s.match(u, d, pos); err != nil {
		return err
	}
	s.Proto = s.Proto || !d.IsSynthetic()
	s.NoReturn = s.NoReturn || isFunc && (csrc.HasAttr(d.Type(), "noreturn") || neverReturns(spec))
	s.noteAttributes(u.program, d, attrs)
	if a := d.Type().Attributes(); isFunc && a != nil && a.Alias() != "" {
		if !weak && s.weakDef && s.Body != nil {
			return &csrc.Error{Pos: pos, Msg: fmt.Sprintf("%s: an alias in place of a weak definition (%s) is not supported",
				name,
				s.Pos)}
		}
		s.Alias = a.Alias()
	}
	if isFunc {
		if err := s.noteStartup(d); err != nil {
			err.Pos = pos
			return err
		}
	}
	s.AddrTaken = s.AddrTaken || d.AddressTaken()
	s.Reads += d.ReadCount() + d.WriteCount()
	s.weak = s.weak || weak
	if fn != nil && s.Body != nil && u != s.Unit && pos != s.Pos && !weak && !s.weakDef && (inline || s.inline) {
		if s.Also = pos; !inline {
			s.Also = s.Pos
		}
	}
	switch tentative := !isFunc && init == nil && !d.IsExtern(); {
	case weak && u != s.Unit && (init != nil && (s.Init != nil || s.Tentative) || tentative &&
		(s.Init != nil || s.Tentative)):
		return nil // an earlier definition is kept
	case !isFunc && s.weakDef && u != s.Unit && !weak && (init != nil || tentative):
		s.Init, s.Tentative, s.weakDef = nil, false, false
	}
	if fn != nil && (s.Body == nil || !inline) || init != nil || !isFunc && !d.IsExtern() {
		s.weakDef = weak
	}
	switch {
	case fn != nil && s.Body != nil:
		if inline {
			return nil
		}
		if !s.inline {
			return &csrc.Error{Pos: pos, Msg: fmt.Sprintf("%s is defined twice, first at %s", name, s.Pos)}
		}
		fallthrough
	case fn != nil:
		s.Body, s.Unit, s.Decl, s.Pos, s.Type, s.inline = fn, u, d, pos, d.Type(), inline
	case init != nil && s.Init != nil:
		return &csrc.Error{Pos: pos, Msg: fmt.Sprintf("%s is defined twice, first at %s", name, s.Pos)}
	case init != nil:
		s.Init, s.Unit, s.Decl, s.Pos, s.Type, s.Tentative = init, u, d, pos, d.Type(), true
	case !isFunc && !d.IsExtern():
		if !s.Tentative && s.Init == nil {
			s.Unit, s.Decl, s.Pos = u, d, pos
		}
		s.Tentative = true
		fallthrough
	case !isFunc:
		if s.Init == nil && s.Type.IsIncomplete() && !d.Type().IsIncomplete() {
			s.Type = d.Type()
		}
	case s.Body == nil && moreSpecific(d.Type(), s.Type):
		s.Decl, s.Type, s.Unit, s.Pos = d, d.Type(), u, pos
	}
	return nil
}

// onlyForwards reports whether fn is a definition of glibc for inlining (_FORTIFY_SOURCE) that passes its variable
// arguments on by __builtin_va_arg_pack. gcc may call the library's function instead, which is modelled, so the
// definition is ignored.
func onlyForwards(fn *cc.FunctionDefinition, name string) bool {
	d := fn.Declarator
	if !d.IsExtern() || !d.IsInline() || !d.Type().Attributes().GNUInline() {
		return false
	}
	if _, ok := library.Find(name); !ok {
		return false
	}
	packs := false
	csrc.Walk(fn.CompoundStatement, func(n cc.Node) bool {
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			packs = packs || strings.HasPrefix(p.Token.SrcStr(), "__builtin_va_arg_pack")
		}
		return !packs
	})
	return packs
}

// neverReturns reports whether _Noreturn is among the specifiers of a declaration.
func neverReturns(s *cc.DeclarationSpecifiers) bool {
	for ; s != nil; s = s.DeclarationSpecifiers {
		if s.Case == cc.DeclarationSpecifiersFunc && s.FunctionSpecifier.Case == cc.FunctionSpecifierNoreturn {
			return true
		}
	}
	return false
}

// NamePos returns the position of the declared name.
func (u *Unit) NamePos(d *cc.Declarator) ir.Pos {
	if tok := d.NameTok(); tok.Ch != 0 {
		return u.Src.Pos(tok)
	}
	return u.Src.Pos(d)
}

// isWeak reports whether a declaration has the attribute weak.
func isWeak(d *cc.Declarator) bool {
	a := d.Type().Attributes()
	return a != nil && a.Weak()
}

// match returns an error if the type of a further declaration of s is not compatible with the type of s. The parser has
// checked declarations of one unit.
func (s *Symbol) match(u *Unit, d *cc.Declarator, pos ir.Pos) *csrc.Error {
	if u == s.Unit && d.Name() == s.Decl.Name() || d.IsSynthetic() || !s.Proto {
		return nil
	}
	if u.program.Compatible(s.Type, d.Type()) {
		return nil
	}
	return &csrc.Error{Pos: pos, Msg: fmt.Sprintf("%s is declared as %s here and as %s at %s",
		s.Name, ctype.TypeText(d.Type()), ctype.TypeText(s.Type), s.Pos)}
}

// moreSpecific reports whether function type a has a prototype and b has none.
func moreSpecific(a, b cc.Type) bool {
	fa, ok1 := a.(*cc.FunctionType)
	fb, ok2 := b.(*cc.FunctionType)
	return ok1 && ok2 && layout.HasProto(fa) && !layout.HasProto(fb)
}

// Lookup returns the symbol to which a declarator with linkage refers, nil if the declarator has no linkage.
func (u *Unit) Lookup(d *cc.Declarator) *Symbol {
	name := u.linkName(d.Name())
	if s := u.Locals[name]; s != nil {
		return s
	}
	if s := u.program.Syms[name]; s != nil {
		return s
	}
	if d.Linkage() == cc.None {
		return nil
	}
	// d is declared only in a block, or implicitly.
	s := &Symbol{Name: name, Unit: u, Decl: d, Pos: u.NamePos(d), Type: d.Type(),
		IsFunc: d.Type().Kind() == cc.Function, Proto: !d.IsSynthetic(), AddrTaken: d.AddressTaken(),
		NoReturn: d.Type().Kind() == cc.Function && csrc.HasAttr(d.Type(), "noreturn")}
	u.program.Syms[name] = s
	return s
}
