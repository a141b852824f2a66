package csrc

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// check reports errors that gcc finds and cc does not, if the constructs would otherwise reach the lowering without a
// meaning: wrong numbers of arguments, objects without a size, values of the wrong kind, attributes that change the
// meaning of the program and that cc drops.
func check(u *Unit) error {
	c := &checker{u: u}
	if u.Standard >= C23 {
		voidParameters(u)
		c.constexprObjects()
	}
	Walk(u.AST.TranslationUnit, c.visit)
	switch len(c.errs) {
	case 0:
		return nil
	case 1:
		return c.errs[0]
	}
	return c.errs
}

// checker collects errors in one unit. It also records some facts in the unit.
type checker struct {
	u    *Unit
	errs ErrorList

	cleaned map[*cc.AttributeValue]bool // attributes cleanup that belong to declarations
	message cc.ExpressionNode           // the message of the last call of __assert_fail
}

// errorf adds an error at a node.
func (c *checker) errorf(n cc.Node, format string, args ...any) {
	c.errs = append(c.errs, &Error{Pos: c.u.Pos(n), Msg: fmt.Sprintf(format, args...)})
}

// visit checks one node. It returns false after ten errors.
func (c *checker) visit(n cc.Node) bool {
	switch n := n.(type) {
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionCall {
			c.call(n)
			c.messageOf(n)
		}
	case *cc.PrimaryExpression:
		c.keywordText(n)
	case *cc.AssignmentExpression:
		if n.Case == cc.AssignmentExpressionAssign {
			c.assign(n.Token, n.UnaryExpression.Type(), n.AssignmentExpression, "assignment")
		}
	case *cc.IterationStatement:
		if n.Case == cc.IterationStatementForDecl && c.u.Standard < C99 {
			c.errorf(n, "a declaration in the head of a loop is not allowed before C99")
		}
	case *cc.TypeSpecifier:
		switch n.Case {
		case cc.TypeSpecifierTypeofExpr:
			c.typeofParam(n.ExpressionList)
		case cc.TypeSpecifierInt128, cc.TypeSpecifierUint128:
			if c.u.Model == ir.ILP32 && !c.u.Int128.IsValid() {
				c.u.Int128 = c.u.Pos(n)
			}
		}
	case *cc.StructDeclaration:
		if c.u.taggedParts && namesMember(n) {
			c.errorf(n, "a member without a name whose structure has one (-fms-extensions) is not supported")
		}
	case *cc.Declaration:
		if n.Case == cc.DeclarationAuto {
			c.typeofParam(n.Initializer.AssignmentExpression)
		}
		c.cleanups(n)
		c.declaration(n)
	case *cc.InitDeclarator:
		if n.Asm != nil {
			c.asmName(n)
		}
	case *cc.AsmQualifier:
		c.u.AsmGoto = c.u.AsmGoto || n.Case == cc.AsmQualifierGoto
	case *cc.AttributeValue:
		switch name := n.Token.SrcStr(); strings.Trim(name, "_") {
		case "cleanup":
			if !c.cleaned[n] {
				c.errorf(n.Token, "attribute cleanup is not supported here")
			}
		case "mode":
			c.errorf(n.Token, "attribute %s is not supported", name)
		}
	}
	return len(c.errs) < 10
}

// namesMember reports whether a declaration in a structure has no declarator, but a structure or union with a name:
// "struct s;", "struct s { int i; };", or a typedef.
func namesMember(n *cc.StructDeclaration) bool {
	if n.Case != cc.StructDeclarationDecl || n.StructDeclaratorList != nil {
		return false
	}
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if l.Case != cc.SpecifierQualifierListTypeSpec {
			continue
		}
		switch s := l.TypeSpecifier; {
		case s.Case == cc.TypeSpecifierStructOrUnion:
			return s.StructOrUnionSpecifier.Token.SrcStr() != "" && !packs(s.StructOrUnionSpecifier)
		case s.Case == cc.TypeSpecifierTypeName:
			return true
		}
	}
	return false
}

// packs reports whether a specifier represents a #pragma pack.
func packs(s *cc.StructOrUnionSpecifier) bool {
	_, is := PackIndex(s)
	return is
}

// typeofParam reports an error if e is a parameter that is written as an array: cc gives it the type of an array.
func (c *checker) typeofParam(e cc.ExpressionNode) {
	for {
		switch x := e.(type) {
		case *cc.ExpressionList:
			if x == nil || x.ExpressionList != nil {
				return
			}
			e = x.AssignmentExpression
			continue
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionExpr {
				e = x.ExpressionList
				continue
			}
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok && x.Case == cc.PrimaryExpressionIdent && d.IsParam() &&
				d.Type() != nil && d.Type().Undecay().Kind() == cc.Array {
				c.errorf(x, arrayParamType, d.Name())
			}
		}
		return
	}
}

// arrayParamType is the error that rule 30 avoids in another parse.
const arrayParamType = "the type of a parameter that is written as an array, %s, is not supported here: write a pointer"

// cleanups records the functions that are called when variables go out of scope.
func (c *checker) cleanups(n *cc.Declaration) {
	if n.Case != cc.DeclarationDecl {
		return
	}
	var all string
	for s := n.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		if s.Case == cc.DeclarationSpecifiersAttr {
			c.cleanup(s.AttributeSpecifierList, &all)
		}
	}
	for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		name := all
		if l.AttributeSpecifierList != nil {
			c.cleanup(l.AttributeSpecifierList, &name)
		}
		d := l.InitDeclarator
		c.cleanup(d.AttributeSpecifierList, &name)
		if name != "" && !d.Declarator.IsTypename() {
			if c.u.Cleanups == nil {
				c.u.Cleanups = map[*cc.Declarator]string{}
			}
			c.u.Cleanups[d.Declarator] = name
		}
	}
}

// cleanup sets name to the function of an attribute cleanup in the list, if there is one.
func (c *checker) cleanup(list *cc.AttributeSpecifierList, name *string) {
	for ; list != nil; list = list.AttributeSpecifierList {
		for v := list.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			a := v.AttributeValue
			if strings.Trim(a.Token.SrcStr(), "_") != "cleanup" || a.ArgumentExpressionList == nil ||
				a.ArgumentExpressionList.ArgumentExpressionList != nil {
				continue
			}
			if x, ok := a.ArgumentExpressionList.AssignmentExpression.(*cc.PrimaryExpression); ok &&
				x.Case == cc.PrimaryExpressionIdent {
				if c.cleaned == nil {
					c.cleaned = map[*cc.AttributeValue]bool{}
				}
				c.cleaned[a] = true
				*name = x.Token.SrcStr()
			}
		}
	}
}

// asmName records the name for the linker that a declaration gives.
func (c *checker) asmName(n *cc.InitDeclarator) {
	d := n.Declarator
	name := strings.Trim(n.Asm.Token3.SrcStr(), "\"")
	switch {
	case d.IsRegister() || d.IsTypename() || d.Type() == nil:
	case d.Linkage() == cc.None && d.IsStatic():
		c.errorf(d, "%s: an asm name of a static variable of a function is not supported", d.Name())
	case d.Linkage() == cc.None:
		// gcc ignores it for automatic variables.
	default:
		if c.u.AsmNames == nil {
			c.u.AsmNames = map[string]string{}
		}
		if old, ok := c.u.AsmNames[d.Name()]; ok && old != name {
			c.errorf(d, "%s has two asm names, %s and %s", d.Name(), old, name)
		}
		c.u.AsmNames[d.Name()] = strings.TrimPrefix(name, "*")
	}
}

// call checks the number and kinds of arguments.
func (c *checker) call(n *cc.PostfixExpression) {
	p, ok := n.PostfixExpression.Type().(*cc.PointerType)
	if !ok {
		return
	}
	t, ok := p.Elem().(*cc.FunctionType)
	if !ok || len(t.Parameters()) == 0 && t.MaxArgs() != 0 {
		if ok && n.ArgumentExpressionList != nil && c.prototyped(n) {
			c.errorf(n, "too many arguments: in C23 () declares a function without parameters")
		}
		return
	}
	name := "function"
	if d := callee(n.PostfixExpression); d != nil {
		if strings.HasPrefix(d.Name(), "__ccgo_") || c.oldStyle(d) {
			return
		}
		name = d.Name()
	}
	var args []cc.ExpressionNode
	for a := n.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, a.AssignmentExpression)
	}
	switch {
	case len(args) < t.MinArgs():
		c.errorf(n, "too few arguments to %s: %d, not %d", name, len(args), t.MinArgs())
		return
	case t.IsVariadic():
	case t.MaxArgs() >= 0 && len(args) > t.MaxArgs():
		c.errorf(n, "too many arguments to %s: %d, not %d", name, len(args), t.MaxArgs())
		return
	}
	for i, q := range t.Parameters() {
		if i < len(args) {
			c.assign(args[i], q.Type().Decay(), args[i], fmt.Sprintf("argument %d of %s", i+1, name))
		}
	}
}

// callee returns the declarator of a directly called function.
func callee(e cc.ExpressionNode) *cc.Declarator {
	if p, ok := e.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		d, _ := p.ResolvedTo().(*cc.Declarator)
		return d
	}
	return nil
}

// oldStyle reports whether the function has a declaration without prototype. Its calls are not checked then.
func (c *checker) oldStyle(d *cc.Declarator) bool {
	old := func(d *cc.Declarator) bool {
		for dd := d.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
			if dd.Case == cc.DirectDeclaratorFuncIdent && dd.IdentifierList != nil {
				return true
			}
		}
		return false
	}
	if old(d) {
		return true
	}
	for _, n := range c.u.AST.Scope.Nodes[d.Name()] {
		if x, ok := n.(*cc.Declarator); ok && old(x) {
			return true
		}
	}
	return false
}

// assign reports an error if the value of e cannot be converted to type to. what describes the conversion.
func (c *checker) assign(at cc.Node, to cc.Type, e cc.ExpressionNode, what string) {
	from := e.Type()
	if to == nil || from == nil || to.Kind() == cc.InvalidKind || from.Kind() == cc.InvalidKind {
		return
	}
	aggregate := func(t cc.Type) bool { return t.Kind() == cc.Struct || t.Kind() == cc.Union }
	switch {
	case from.Kind() == cc.Void:
		c.errorf(at, "%s: the value is void", what)
	case to.Kind() == cc.Union && !aggregate(from):
		// A transparent union accepts values of its members' types.
	case aggregate(to) != aggregate(from) || aggregate(to) && to.Kind() != from.Kind():
		c.errorf(at, "%s: incompatible types", what)
	case to.Kind() == cc.Ptr && (cc.IsFloatingPointType(from) || cc.IsComplexType(from)),
		from.Kind() == cc.Ptr && (cc.IsFloatingPointType(to) || cc.IsComplexType(to)):
		c.errorf(at, "%s: a pointer and a floating point number", what)
	}
}

// declaration checks that objects have a size.
func (c *checker) declaration(n *cc.Declaration) {
	for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		d := l.InitDeclarator.Declarator
		if d == nil || d.IsTypename() || d.IsExtern() {
			continue
		}
		switch t := d.Type(); t.Kind() {
		case cc.Void:
			c.errorf(d, "variable %s is declared void", d.Name())
		case cc.Struct, cc.Union:
			if t.IsIncomplete() {
				c.errorf(d, "the type of %s is incomplete", d.Name())
			}
		}
		if in := l.InitDeclarator.Initializer; in != nil && in.Case == cc.InitializerExpr {
			if k := d.Type().Kind(); k != cc.Array && k != cc.Function {
				c.assign(in, d.Type(), in.AssignmentExpression, "initializer of "+d.Name())
			}
		}
	}
}

// messageOf records the message of a failed assertion, which is later shown as the program has it (Shown).
func (c *checker) messageOf(call *cc.PostfixExpression) {
	p, ok := call.PostfixExpression.(*cc.PrimaryExpression)
	if ok && p.Case == cc.PrimaryExpressionIdent && p.Token.SrcStr() == "__assert_fail" &&
		call.ArgumentExpressionList != nil {
		c.message = call.ArgumentExpressionList.AssignmentExpression
	}
}

// keywordText reports an error for a string that a macro has made of C23's true, since true is a macro here (rule 45).
func (c *checker) keywordText(n *cc.PrimaryExpression) {
	text := n.Case == cc.PrimaryExpressionString || n.Case == cc.PrimaryExpressionLString
	if text && c.u.Standard >= C23 && cc.ExpressionNode(n) != c.message &&
		strings.Contains(n.Token.SrcStr(), "(!__tandem_false)") {
		c.errorf(n, "a macro makes a text of true, which is not supported")
	}
}
