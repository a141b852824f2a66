package csrc

import (
	"reflect"
	"strings"
	"sync"

	"modernc.org/cc/v4"
)

// Walk visits a tree in source order; visit returns whether to visit the children of its node as well. List nodes
// (TranslationUnit, BlockItemList, ...) are visited one by one; their tails are not children. n may be nil.
func Walk(n cc.Node, visit func(cc.Node) bool) {
	for n != nil {
		v := reflect.ValueOf(n)
		if v.Kind() != reflect.Pointer || v.IsNil() {
			return
		}
		s := shapeOf(v.Type())
		if visit(n) {
			for _, i := range s.children {
				if c := v.Elem().Field(i); !c.IsNil() {
					Walk(c.Interface().(cc.Node), visit)
				}
			}
		}
		if s.tail < 0 {
			return
		}
		n = v.Elem().Field(s.tail).Interface().(cc.Node)
	}
}

// shape has the indices of the fields of a node type that lead to other nodes.
type shape struct {
	children []int // in source order
	tail     int   // the field with the rest of a list; -1 if the node is not a list
}

var shapes sync.Map // the shape of each node type, by reflect.Type

// shapeOf returns the shape of a node type. It computes the shape on first use.
func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s := &shape{tail: -1}
	node, name := reflect.TypeFor[cc.Node](), t.Elem().Name()
	for i := range t.Elem().NumField() {
		f := t.Elem().Field(i)
		switch {
		case !f.IsExported() || !f.Type.Implements(node) || f.Type.Kind() == reflect.Struct: // a token
		case f.Type == t && !strings.Contains(order[name], name):
			s.tail = i
		case order[name] == "":
			s.children = append(s.children, i)
		}
	}
	for _, c := range strings.Fields(order[name]) {
		f, ok := t.Elem().FieldByName(c)
		if !ok {
			panic("csrc: no " + c + " in " + name)
		}
		s.children = append(s.children, f.Index[0])
	}
	shapes.Store(t, s)
	return s
}

// order has the children in source order for two kinds of node types: types whose fields, which are sorted by name, are
// not in source order, and recursive types that are not lists.
var order = map[string]string{
	"AbstractDeclarator":    "Pointer DirectAbstractDeclarator",
	"AlignmentSpecifier":    "TypeName ConstantExpression",
	"Asm":                   "AsmQualifierList AsmArgList",
	"AssignmentExpression":  "ConditionalExpression UnaryExpression AssignmentExpression",
	"BlockItem":             "Declaration LabelDeclaration Statement DeclarationSpecifiers Declarator CompoundStatement",
	"CastExpression":        "TypeName CastExpression UnaryExpression",
	"ConditionalExpression": "LogicalOrExpression ExpressionList ConditionalExpression",
	"Declaration": "StaticAssertDeclaration DeclarationSpecifiers Declarator Initializer " +
		"InitDeclaratorList AttributeSpecifierList",
	"DeclarationSpecifiers": "StorageClassSpecifier TypeSpecifier TypeQualifier FunctionSpecifier " +
		"AlignmentSpecifier AttributeSpecifierList",
	"Declarator": "Pointer DirectDeclarator",
	"DirectAbstractDeclarator": "AbstractDeclarator DirectAbstractDeclarator TypeQualifiers AssignmentExpression " +
		"ParameterTypeList",
	"DirectDeclarator": "Declarator DirectDeclarator TypeQualifiers AssignmentExpression ParameterTypeList " +
		"IdentifierList",
	"ExclusiveOrExpression":    "ExclusiveOrExpression AndExpression",
	"ExternalDeclaration":      "FunctionDefinition Declaration AsmStatement",
	"FunctionDefinition":       "DeclarationSpecifiers Declarator DeclarationList CompoundStatement",
	"GenericAssociation":       "TypeName AssignmentExpression",
	"InclusiveOrExpression":    "InclusiveOrExpression ExclusiveOrExpression",
	"InitDeclarator":           "Declarator Asm AttributeSpecifierList Initializer",
	"LogicalAndExpression":     "LogicalAndExpression InclusiveOrExpression",
	"LogicalOrExpression":      "LogicalOrExpression LogicalAndExpression",
	"MultiplicativeExpression": "MultiplicativeExpression CastExpression",
	"ParameterDeclaration":     "DeclarationSpecifiers Declarator AbstractDeclarator AttributeSpecifierList",
	"Pointer":                  "TypeQualifiers Pointer",
	"PostfixExpression": "PrimaryExpression TypeName PostfixExpression ExpressionList ArgumentExpressionList " +
		"InitializerList",
	"PrimaryExpression":      "ExpressionList CompoundStatement GenericSelection",
	"ShiftExpression":        "ShiftExpression AdditiveExpression",
	"SpecifierQualifierList": "TypeSpecifier TypeQualifier AlignmentSpecifier AttributeSpecifierList",
	"Statement": "LabeledStatement CompoundStatement ExpressionStatement SelectionStatement " +
		"IterationStatement JumpStatement AsmStatement",
	"StructDeclaration": "StaticAssertDeclaration SpecifierQualifierList StructDeclaratorList " +
		"AttributeSpecifierList",
	"StructDeclarator":       "Declarator ConstantExpression",
	"StructOrUnionSpecifier": "AttributeSpecifierList StructOrUnion StructDeclarationList AttributeSpecifierList2",
	"TypeName":               "SpecifierQualifierList AbstractDeclarator",
	"TypeSpecifier":          "StructOrUnionSpecifier EnumSpecifier AtomicTypeSpecifier ExpressionList TypeName",
	"UnaryExpression":        "PostfixExpression UnaryExpression CastExpression TypeName",
}
