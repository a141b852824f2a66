package cfront

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

// symbol is a function or object with linkage, or a static local.
type symbol struct {
	name   string
	unit   *unit          // the unit with the definition, or with the first declaration if there is no definition
	decl   *cc.Declarator // the definition, or the most complete declaration if there is no definition
	pos    ir.Pos
	typ    cc.Type
	isFunc bool
	static bool
	parent *fn // the enclosing function if the symbol is a nested function, else nil

	proto     bool       // some declaration was written by the user (not implicit)
	noreturn  bool       // it never returns
	register  bool       // it lives in a machine register (asmname.go)
	addrTaken bool       // the program takes its address
	reads     int        // the number of its uses in the files
	allocAttr *allocAttr // the attributes for the pointer that it returns; nil if it has none

	definition
	loweredSymbol
	of *symbol // the symbol of which this is a copy (project.go); nil if it is not a copy
}

// definition is the part of a symbol that its definition determines. It is empty if the symbol is only declared.
type definition struct {
	fn        *cc.FunctionDefinition // the body of a function; nil if it has none
	inline    bool                   // an inline definition, which may be replaced by another one
	init      *cc.Initializer        // the initialiser of an object; nil if it has none
	tentative bool                   // an object is declared without extern, so it exists even without an initialiser
	alias     string                 // the name of the function for which it is an alias
	weak      bool
	weakDef   bool  // fn or init is weak
	ctor      int64 // priority as a constructor (startup.go); 0 if it is not a constructor
	dtor      int64 // priority as a destructor; 0 if it is not a destructor
}

// loweredSymbol is the lowered form of a symbol, made on first use.
type loweredSymbol struct {
	sig   *ctype.Signature // the signature of a function
	fun   *ir.Func
	place place       // the place of an object; for a function, only the field fn is set
	stub  func(f *fn) // lowers the body of a function that has no C text; nil for others
}

// hasAttr reports whether a declaration has a GNU attribute.
func hasAttr(t cc.Type, name string) bool {
	a := t.Attributes()
	return a != nil && (a.IsAttrSet(name) || a.IsAttrSet("__"+name+"__"))
}

// defined reports whether s has a body or an initialiser.
func (s *symbol) defined() bool { return s.fn != nil || s.init != nil }

// linking reads the files of the program and matches their symbols.
type linking struct{ *linker }

// link collects the symbols of all units and resolves names with external linkage across units.
func (l linking) link() error {
	var errs ErrorList
	if err := l.nameUnits(); err != nil {
		return err
	}
	for _, u := range l.units {
		errs = append(errs, u.collect(l.syms)...)
	}
	for _, u := range l.units {
		for _, inner := range u.ast.Scope.Children {
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
func (u *unit) collect(ext map[string]*symbol) (errs ErrorList) {
	add := func(d *cc.Declarator, fn *cc.FunctionDefinition, init *cc.Initializer, spec *cc.DeclarationSpecifiers,
		attrs ...cc.Node) {
		if err := u.declare(ext, d, fn, init, spec, attrs); err != nil {
			errs = append(errs, err)
		}
	}
	for tu := u.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
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
					if registerAsm(d, list.InitDeclarator.Asm) {
						if s := u.lookup(d); s != nil {
							s.register = true
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
func (u *unit) collectInner(in *cc.Scope) {
	for _, name := range slices.Sorted(maps.Keys(in.Nodes)) {
		for _, n := range in.Nodes[name] {
			d, ok := n.(*cc.Declarator)
			if !ok || d.IsTypename() || d.Type() == nil || d.Linkage() != cc.External || d.IsSynthetic() {
				continue
			}
			if s := u.lookup(d); s != nil {
				s.addrTaken = s.addrTaken || d.AddressTaken()
				s.reads += d.ReadCount() + d.WriteCount()
			}
		}
	}
	for _, inner := range in.Children {
		u.collectInner(inner)
	}
}

// declare adds a declaration with linkage to the symbol of its name. fn is the body and init the initialiser, nil if it
// has none; attrs are the syntax nodes with its attributes.
func (u *unit) declare(ext map[string]*symbol, d *cc.Declarator, fn *cc.FunctionDefinition, init *cc.Initializer,
	spec *cc.DeclarationSpecifiers,
	attrs []cc.Node) *Error {
	if d == nil || d.IsTypename() || d.Type() == nil {
		return nil
	}
	name := u.linkName(d.Name())
	if fn != nil && onlyForwards(fn, name) {
		fn = nil
	}
	pos := u.namePos(d)
	static := d.IsStatic()
	tab := ext
	if static || u.locals[name] != nil {
		tab = u.locals
		static = true
	}
	isFunc := d.Type().Kind() == cc.Function
	weak := !static && u.weakIn(name)
	inline := fn != nil && (d.IsInline() || d.Type().Attributes().GNUInline() || weak)
	s := tab[name]
	if s == nil {
		s = &symbol{name: name, unit: u, decl: d, pos: pos, typ: d.Type(), isFunc: isFunc, static: static}
		tab[name] = s
	} else if err := s.match(u, d, pos); err != nil {
		return err
	}
	s.proto = s.proto || !d.IsSynthetic()
	s.noreturn = s.noreturn || isFunc && (hasAttr(d.Type(), "noreturn") || neverReturns(spec))
	s.noteAttributes(u.l, d, attrs)
	if a := d.Type().Attributes(); isFunc && a != nil && a.Alias() != "" {
		if !weak && s.weakDef && s.fn != nil {
			return &Error{Pos: pos, Msg: fmt.Sprintf("%s: an alias in place of a weak definition (%s) is not supported", name,
				s.pos)}
		}
		s.alias = a.Alias()
	}
	if isFunc {
		if err := s.noteStartup(d); err != nil {
			err.Pos = pos
			return err
		}
	}
	s.addrTaken = s.addrTaken || d.AddressTaken()
	s.reads += d.ReadCount() + d.WriteCount()
	s.weak = s.weak || weak
	switch tentative := !isFunc && init == nil && !d.IsExtern(); {
	case weak && u != s.unit && (init != nil && (s.init != nil || s.tentative) || tentative &&
		(s.init != nil || s.tentative)):
		return nil // an earlier definition is kept
	case !isFunc && s.weakDef && u != s.unit && !weak && (init != nil || tentative):
		s.init, s.tentative, s.weakDef = nil, false, false
	}
	if fn != nil && (s.fn == nil || !inline) || init != nil || !isFunc && !d.IsExtern() {
		s.weakDef = weak
	}
	switch {
	case fn != nil && s.fn != nil:
		if inline {
			return nil
		}
		if !s.inline {
			return &Error{Pos: pos, Msg: fmt.Sprintf("%s is defined twice, first at %s", name, s.pos)}
		}
		fallthrough
	case fn != nil:
		s.fn, s.unit, s.decl, s.pos, s.typ, s.inline = fn, u, d, pos, d.Type(), inline
	case init != nil && s.init != nil:
		return &Error{Pos: pos, Msg: fmt.Sprintf("%s is defined twice, first at %s", name, s.pos)}
	case init != nil:
		s.init, s.unit, s.decl, s.pos, s.typ, s.tentative = init, u, d, pos, d.Type(), true
	case !isFunc && !d.IsExtern():
		if !s.tentative && s.init == nil {
			s.unit, s.decl, s.pos = u, d, pos
		}
		s.tentative = true
		fallthrough
	case !isFunc:
		if s.init == nil && s.typ.IsIncomplete() && !d.Type().IsIncomplete() {
			s.typ = d.Type()
		}
	case s.fn == nil && moreSpecific(d.Type(), s.typ):
		s.decl, s.typ, s.unit, s.pos = d, d.Type(), u, pos
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

// namePos returns the position of the declared name.
func (u *unit) namePos(d *cc.Declarator) ir.Pos {
	if tok := d.NameTok(); tok.Ch != 0 {
		return u.src.Pos(tok)
	}
	return u.src.Pos(d)
}

// isWeak reports whether a declaration has the attribute weak.
func isWeak(d *cc.Declarator) bool {
	a := d.Type().Attributes()
	return a != nil && a.Weak()
}

// match returns an error if the type of a further declaration of s is not compatible with the type of s. The parser has
// checked declarations of one unit.
func (s *symbol) match(u *unit, d *cc.Declarator, pos ir.Pos) *Error {
	if u == s.unit && d.Name() == s.decl.Name() || d.IsSynthetic() || !s.proto {
		return nil
	}
	if u.l.Compatible(s.typ, d.Type()) {
		return nil
	}
	return &Error{Pos: pos, Msg: fmt.Sprintf("%s is declared as %s here and as %s at %s",
		s.name, ctype.TypeText(d.Type()), ctype.TypeText(s.typ), s.pos)}
}

// moreSpecific reports whether function type a has a prototype and b has none.
func moreSpecific(a, b cc.Type) bool {
	fa, ok1 := a.(*cc.FunctionType)
	fb, ok2 := b.(*cc.FunctionType)
	return ok1 && ok2 && layout.HasProto(fa) && !layout.HasProto(fb)
}

// lookup returns the symbol to which a declarator with linkage refers, nil if the declarator has no linkage.
func (u *unit) lookup(d *cc.Declarator) *symbol {
	name := u.linkName(d.Name())
	if s := u.locals[name]; s != nil {
		return s
	}
	if s := u.l.syms[name]; s != nil {
		return s
	}
	if d.Linkage() == cc.None {
		return nil
	}
	// d is declared only in a block, or implicitly.
	s := &symbol{name: name, unit: u, decl: d, pos: u.namePos(d), typ: d.Type(),
		isFunc: d.Type().Kind() == cc.Function, proto: !d.IsSynthetic(), addrTaken: d.AddressTaken(),
		noreturn: d.Type().Kind() == cc.Function && hasAttr(d.Type(), "noreturn")}
	u.l.syms[name] = s
	return s
}
