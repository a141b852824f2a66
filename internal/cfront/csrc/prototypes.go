package csrc

import "modernc.org/cc/v4"

// voidParameters changes the declarators with () of a C23 unit in the tree to (void), since C23 has no functions
// without prototypes. Package layout makes their types. The prologue is not changed: its functions with () take any
// arguments.
func voidParameters(u *Unit) {
	Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
		if n.Position().Filename == "<builtin>" {
			return false
		}
		switch n := n.(type) {
		case *cc.DirectDeclarator:
			if n.Case == cc.DirectDeclaratorFuncIdent && n.IdentifierList == nil {
				n.Case, n.ParameterTypeList = cc.DirectDeclaratorFuncParam, voidList(n.Token)
			}
		case *cc.DirectAbstractDeclarator:
			if n.Case == cc.DirectAbstractDeclaratorFunc && n.ParameterTypeList == nil {
				n.ParameterTypeList = voidList(n.Token)
			}
		}
		return true
	})
}

// dotsAlone reports whether token i is the ... of a function of C23 that has no other parameters.
func (r *editor) dotsAlone(i int) bool {
	return r.is(i, "...") && r.is(i-1, "(") && r.is(i+1, ")") && r.cfg.c23() && !r.is(i-3, "define")
}

// voidList returns the parameter list (void) with the position of the given token.
func voidList(at cc.Token) *cc.ParameterTypeList {
	specifier := &cc.TypeSpecifier{Case: cc.TypeSpecifierVoid, Token: at}
	return &cc.ParameterTypeList{ParameterList: &cc.ParameterList{ParameterDeclaration: &cc.ParameterDeclaration{
		Case:                  cc.ParameterDeclarationAbstract,
		DeclarationSpecifiers: &cc.DeclarationSpecifiers{Case: cc.DeclarationSpecifiersTypeSpec, TypeSpecifier: specifier},
	}}}
}

// prototyped reports whether a call must match a prototype although cc knows none. This holds for all calls in C23,
// except for calls of functions that only the prologue declares, or that are not declared.
func (c *checker) prototyped(n *cc.PostfixExpression) bool {
	if c.u.Standard < C23 {
		return false
	}
	if d := callee(n.PostfixExpression); d != nil {
		return !d.IsSynthetic() && d.Position().Filename != "<builtin>" && !c.oldStyle(d)
	}
	p, ok := n.PostfixExpression.(*cc.PrimaryExpression)
	return !ok || p.Case != cc.PrimaryExpressionIdent
}
