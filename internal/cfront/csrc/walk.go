// Code generated from the node types of modernc.org/cc/v4 v4.31.0; DO NOT EDIT.

package csrc

import "modernc.org/cc/v4"

// Walk visits a tree in source order: visit(n) says whether the children of n
// are visited as well. List nodes (TranslationUnit, BlockItemList, ...) are
// visited one by one; their tails are not children. n may be nil.
func Walk(n cc.Node, visit func(cc.Node) bool) {
	switch n := n.(type) {
	case *cc.AbstractDeclarator:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.Pointer, visit)
		Walk(n.DirectAbstractDeclarator, visit)
	case *cc.AdditiveExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.AdditiveExpression, visit)
		Walk(n.MultiplicativeExpression, visit)
	case *cc.AlignmentSpecifier:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.TypeName, visit)
		Walk(n.ConstantExpression, visit)
	case *cc.AndExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.AndExpression, visit)
		Walk(n.EqualityExpression, visit)
	case *cc.ArgumentExpressionList:
		for ; n != nil; n = n.ArgumentExpressionList {
			if visit(n) {
				Walk(n.AssignmentExpression, visit)
			}
		}
	case *cc.Asm:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.AsmQualifierList, visit)
		Walk(n.AsmArgList, visit)
	case *cc.AsmArgList:
		for ; n != nil; n = n.AsmArgList {
			if visit(n) {
				Walk(n.AsmExpressionList, visit)
			}
		}
	case *cc.AsmExpressionList:
		for ; n != nil; n = n.AsmExpressionList {
			if visit(n) {
				Walk(n.AsmIndex, visit)
				Walk(n.AssignmentExpression, visit)
			}
		}
	case *cc.AsmIndex:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ExpressionList, visit)
	case *cc.AsmQualifier:
		if n != nil {
			visit(n)
		}
	case *cc.AsmQualifierList:
		for ; n != nil; n = n.AsmQualifierList {
			if visit(n) {
				Walk(n.AsmQualifier, visit)
			}
		}
	case *cc.AsmStatement:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.Asm, visit)
	case *cc.AssignmentExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ConditionalExpression, visit)
		Walk(n.UnaryExpression, visit)
		Walk(n.AssignmentExpression, visit)
	case *cc.AtomicTypeSpecifier:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.TypeName, visit)
	case *cc.AttributeSpecifier:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.AttributeValueList, visit)
	case *cc.AttributeSpecifierList:
		for ; n != nil; n = n.AttributeSpecifierList {
			if visit(n) {
				Walk(n.AttributeSpecifier, visit)
			}
		}
	case *cc.AttributeValue:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ArgumentExpressionList, visit)
	case *cc.AttributeValueList:
		for ; n != nil; n = n.AttributeValueList {
			if visit(n) {
				Walk(n.AttributeValue, visit)
			}
		}
	case *cc.BlockItem:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.Declaration, visit)
		Walk(n.LabelDeclaration, visit)
		Walk(n.Statement, visit)
		Walk(n.DeclarationSpecifiers, visit)
		Walk(n.Declarator, visit)
		Walk(n.CompoundStatement, visit)
	case *cc.BlockItemList:
		for ; n != nil; n = n.BlockItemList {
			if visit(n) {
				Walk(n.BlockItem, visit)
			}
		}
	case *cc.CastExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.TypeName, visit)
		Walk(n.CastExpression, visit)
		Walk(n.UnaryExpression, visit)
	case *cc.CompoundStatement:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.BlockItemList, visit)
	case *cc.ConditionalExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.LogicalOrExpression, visit)
		Walk(n.ExpressionList, visit)
		Walk(n.ConditionalExpression, visit)
	case *cc.ConstantExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ConditionalExpression, visit)
	case *cc.Declaration:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.StaticAssertDeclaration, visit)
		Walk(n.DeclarationSpecifiers, visit)
		Walk(n.Declarator, visit)
		Walk(n.Initializer, visit)
		Walk(n.InitDeclaratorList, visit)
		Walk(n.AttributeSpecifierList, visit)
	case *cc.DeclarationList:
		for ; n != nil; n = n.DeclarationList {
			if visit(n) {
				Walk(n.Declaration, visit)
			}
		}
	case *cc.DeclarationSpecifiers:
		for ; n != nil; n = n.DeclarationSpecifiers {
			if visit(n) {
				Walk(n.StorageClassSpecifier, visit)
				Walk(n.TypeSpecifier, visit)
				Walk(n.TypeQualifier, visit)
				Walk(n.FunctionSpecifier, visit)
				Walk(n.AlignmentSpecifier, visit)
				Walk(n.AttributeSpecifierList, visit)
			}
		}
	case *cc.Declarator:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.Pointer, visit)
		Walk(n.DirectDeclarator, visit)
	case *cc.Designation:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.DesignatorList, visit)
	case *cc.Designator:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ConstantExpression, visit)
		Walk(n.ConstantExpression2, visit)
	case *cc.DesignatorList:
		for ; n != nil; n = n.DesignatorList {
			if visit(n) {
				Walk(n.Designator, visit)
			}
		}
	case *cc.DirectAbstractDeclarator:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.AbstractDeclarator, visit)
		Walk(n.DirectAbstractDeclarator, visit)
		Walk(n.TypeQualifiers, visit)
		Walk(n.AssignmentExpression, visit)
		Walk(n.ParameterTypeList, visit)
	case *cc.DirectDeclarator:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.Declarator, visit)
		Walk(n.DirectDeclarator, visit)
		Walk(n.TypeQualifiers, visit)
		Walk(n.AssignmentExpression, visit)
		Walk(n.ParameterTypeList, visit)
		Walk(n.IdentifierList, visit)
	case *cc.EnumSpecifier:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.EnumTypeSpecifier, visit)
		Walk(n.EnumeratorList, visit)
	case *cc.EnumTypeSpecifier:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.SpecifierQualifierList, visit)
	case *cc.Enumerator:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ConstantExpression, visit)
	case *cc.EnumeratorList:
		for ; n != nil; n = n.EnumeratorList {
			if visit(n) {
				Walk(n.Enumerator, visit)
			}
		}
	case *cc.EqualityExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.EqualityExpression, visit)
		Walk(n.RelationalExpression, visit)
	case *cc.ExclusiveOrExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ExclusiveOrExpression, visit)
		Walk(n.AndExpression, visit)
	case *cc.ExpressionList:
		for ; n != nil; n = n.ExpressionList {
			if visit(n) {
				Walk(n.AssignmentExpression, visit)
			}
		}
	case *cc.ExpressionStatement:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.AttributeSpecifierList, visit)
		Walk(n.ExpressionList, visit)
	case *cc.ExternalDeclaration:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.FunctionDefinition, visit)
		Walk(n.Declaration, visit)
		Walk(n.AsmStatement, visit)
	case *cc.FunctionDefinition:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.DeclarationSpecifiers, visit)
		Walk(n.Declarator, visit)
		Walk(n.DeclarationList, visit)
		Walk(n.CompoundStatement, visit)
	case *cc.FunctionSpecifier:
		if n != nil {
			visit(n)
		}
	case *cc.GenericAssociation:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.TypeName, visit)
		Walk(n.AssignmentExpression, visit)
	case *cc.GenericAssociationList:
		for ; n != nil; n = n.GenericAssociationList {
			if visit(n) {
				Walk(n.GenericAssociation, visit)
			}
		}
	case *cc.GenericSelection:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.AssignmentExpression, visit)
		Walk(n.GenericAssociationList, visit)
	case *cc.IdentifierList:
		for ; n != nil; n = n.IdentifierList {
			if visit(n) {
			}
		}
	case *cc.InclusiveOrExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.InclusiveOrExpression, visit)
		Walk(n.ExclusiveOrExpression, visit)
	case *cc.InitDeclarator:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.Declarator, visit)
		Walk(n.Asm, visit)
		Walk(n.AttributeSpecifierList, visit)
		Walk(n.Initializer, visit)
	case *cc.InitDeclaratorList:
		for ; n != nil; n = n.InitDeclaratorList {
			if visit(n) {
				Walk(n.AttributeSpecifierList, visit)
				Walk(n.InitDeclarator, visit)
			}
		}
	case *cc.Initializer:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.AssignmentExpression, visit)
		Walk(n.InitializerList, visit)
	case *cc.InitializerList:
		for ; n != nil; n = n.InitializerList {
			if visit(n) {
				Walk(n.Designation, visit)
				Walk(n.Initializer, visit)
			}
		}
	case *cc.IterationStatement:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.Declaration, visit)
		Walk(n.ExpressionList, visit)
		Walk(n.ExpressionList2, visit)
		Walk(n.ExpressionList3, visit)
		Walk(n.Statement, visit)
	case *cc.JumpStatement:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ExpressionList, visit)
	case *cc.LabelDeclaration:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.IdentifierList, visit)
	case *cc.LabeledStatement:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ConstantExpression, visit)
		Walk(n.ConstantExpression2, visit)
		Walk(n.Statement, visit)
	case *cc.LogicalAndExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.LogicalAndExpression, visit)
		Walk(n.InclusiveOrExpression, visit)
	case *cc.LogicalOrExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.LogicalOrExpression, visit)
		Walk(n.LogicalAndExpression, visit)
	case *cc.MultiplicativeExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.MultiplicativeExpression, visit)
		Walk(n.CastExpression, visit)
	case *cc.ParameterDeclaration:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.DeclarationSpecifiers, visit)
		Walk(n.Declarator, visit)
		Walk(n.AbstractDeclarator, visit)
		Walk(n.AttributeSpecifierList, visit)
	case *cc.ParameterList:
		for ; n != nil; n = n.ParameterList {
			if visit(n) {
				Walk(n.ParameterDeclaration, visit)
			}
		}
	case *cc.ParameterTypeList:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ParameterList, visit)
	case *cc.Pointer:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.TypeQualifiers, visit)
		Walk(n.Pointer, visit)
	case *cc.PostfixExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.PrimaryExpression, visit)
		Walk(n.TypeName, visit)
		Walk(n.PostfixExpression, visit)
		Walk(n.ExpressionList, visit)
		Walk(n.ArgumentExpressionList, visit)
		Walk(n.InitializerList, visit)
	case *cc.PrimaryExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ExpressionList, visit)
		Walk(n.CompoundStatement, visit)
		Walk(n.GenericSelection, visit)
	case *cc.RelationalExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.RelationalExpression, visit)
		Walk(n.ShiftExpression, visit)
	case *cc.SelectionStatement:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ExpressionList, visit)
		Walk(n.Statement, visit)
		Walk(n.Statement2, visit)
	case *cc.ShiftExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ShiftExpression, visit)
		Walk(n.AdditiveExpression, visit)
	case *cc.SpecifierQualifierList:
		for ; n != nil; n = n.SpecifierQualifierList {
			if visit(n) {
				Walk(n.TypeSpecifier, visit)
				Walk(n.TypeQualifier, visit)
				Walk(n.AlignmentSpecifier, visit)
				Walk(n.AttributeSpecifierList, visit)
			}
		}
	case *cc.Statement:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.LabeledStatement, visit)
		Walk(n.CompoundStatement, visit)
		Walk(n.ExpressionStatement, visit)
		Walk(n.SelectionStatement, visit)
		Walk(n.IterationStatement, visit)
		Walk(n.JumpStatement, visit)
		Walk(n.AsmStatement, visit)
	case *cc.StaticAssertDeclaration:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.ConstantExpression, visit)
	case *cc.StorageClassSpecifier:
		if n != nil {
			visit(n)
		}
	case *cc.StructDeclaration:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.StaticAssertDeclaration, visit)
		Walk(n.SpecifierQualifierList, visit)
		Walk(n.StructDeclaratorList, visit)
		Walk(n.AttributeSpecifierList, visit)
	case *cc.StructDeclarationList:
		for ; n != nil; n = n.StructDeclarationList {
			if visit(n) {
				Walk(n.StructDeclaration, visit)
			}
		}
	case *cc.StructDeclarator:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.Declarator, visit)
		Walk(n.ConstantExpression, visit)
	case *cc.StructDeclaratorList:
		for ; n != nil; n = n.StructDeclaratorList {
			if visit(n) {
				Walk(n.StructDeclarator, visit)
			}
		}
	case *cc.StructOrUnion:
		if n != nil {
			visit(n)
		}
	case *cc.StructOrUnionSpecifier:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.AttributeSpecifierList, visit)
		Walk(n.StructOrUnion, visit)
		Walk(n.StructDeclarationList, visit)
		Walk(n.AttributeSpecifierList2, visit)
	case *cc.TranslationUnit:
		for ; n != nil; n = n.TranslationUnit {
			if visit(n) {
				Walk(n.ExternalDeclaration, visit)
			}
		}
	case *cc.TypeName:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.SpecifierQualifierList, visit)
		Walk(n.AbstractDeclarator, visit)
	case *cc.TypeQualifier:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.AttributeSpecifierList, visit)
	case *cc.TypeQualifiers:
		for ; n != nil; n = n.TypeQualifiers {
			if visit(n) {
				Walk(n.TypeQualifier, visit)
			}
		}
	case *cc.TypeSpecifier:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.StructOrUnionSpecifier, visit)
		Walk(n.EnumSpecifier, visit)
		Walk(n.AtomicTypeSpecifier, visit)
		Walk(n.ExpressionList, visit)
		Walk(n.TypeName, visit)
	case *cc.UnaryExpression:
		if n == nil || !visit(n) {
			return
		}
		Walk(n.PostfixExpression, visit)
		Walk(n.UnaryExpression, visit)
		Walk(n.CastExpression, visit)
		Walk(n.TypeName, visit)
	}
}
