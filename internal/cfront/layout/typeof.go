package layout

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file computes the types of expressions by the rules of C and gcc. The types of cc differ in enumerators and ?:,
// their arrays decay too early, and they have additional qualifiers; retype.go puts the types of this file into the
// tree.

// typeOf returns the type of an expression for typeof: an lvalue keeps its qualifiers, and an array does not decay. It
// returns nil if the type is not known.
func (l *typing) typeOf(e cc.ExpressionNode) *ctype {
	if e = bare(e); e == nil {
		return nil
	}
	if t, ok := l.types[e]; ok {
		return t
	}
	if l.depth++; l.depth > maxDepth {
		l.depth--
		return nil
	}
	t := l.exprType(e)
	l.depth--
	l.types[e] = t
	return t
}

// value returns the type of the value of an operand.
func (l *typing) value(e cc.ExpressionNode) *ctype { return l.typeOf(e).decayed() }

// exprType computes the type that typeOf caches.
func (l *typing) exprType(e cc.ExpressionNode) *ctype {
	if l.vectors {
		if v, _ := VectorOf(e); v != nil || IsVector(e.Type()) {
			return nil
		}
	}
	switch x := e.(type) {
	case *cc.ExpressionList:
		for x.ExpressionList != nil {
			x = x.ExpressionList
		}
		return l.value(x.AssignmentExpression)
	case *cc.AssignmentExpression:
		return l.typeOf(x.UnaryExpression).unqualified()
	case *cc.ConditionalExpression:
		yes := x.ExpressionList
		if yes == nil {
			yes = x.LogicalOrExpression
		}
		return l.conditionalType(yes, x.ConditionalExpression)
	case *cc.LogicalOrExpression, *cc.LogicalAndExpression:
		return basic(cc.Int)
	case *cc.CastExpression:
		if d := x.TypeName.Type().Typedef(); d != nil && d.Name() == SubscriptType {
			return l.typeOf(x.CastExpression)
		}
		return l.named(x.TypeName).unqualified()
	case *cc.UnaryExpression:
		return l.unaryType(x)
	case *cc.PostfixExpression:
		return l.postfixType(x)
	case *cc.PrimaryExpression:
		return l.primaryType(x)
	}
	if op, a, b := csrc.Binary(e); op != "" {
		return l.binaryType(op, a, b)
	}
	return nil
}

// binaryType returns the type of ea op eb.
func (l *typing) binaryType(op string, ea, eb cc.ExpressionNode) *ctype {
	a, b := l.value(ea), l.value(eb)
	if a == nil || b == nil {
		return nil
	}
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		return basic(cc.Int)
	case "<<", ">>":
		return l.promoted(a)
	case "+", "-":
		switch {
		case a.kind == cc.Ptr && b.kind == cc.Ptr:
			return basic(l.ptrdiff())
		case a.kind == cc.Ptr:
			return a
		case b.kind == cc.Ptr:
			return b
		}
	}
	return l.usual(a, b)
}

// ptrdiff returns the kind of ptrdiff_t.
func (l *arith) ptrdiff() cc.Kind {
	if l.model == ir.LP64 {
		return cc.Long
	}
	return cc.Int
}

// sizeType returns the type size_t.
func (l *arith) sizeType() *ctype {
	return basic(unsignedOf[l.ptrdiff()])
}

// conditionalType returns the type of c ? ea : eb (C17 6.5.15).
func (l *typing) conditionalType(ea, eb cc.ExpressionNode) *ctype {
	a, b := l.value(ea), l.value(eb)
	switch {
	case a == nil || b == nil:
		return nil
	case a.kind == cc.Void || b.kind == cc.Void:
		return basic(cc.Void)
	case a.kind != cc.Ptr && b.kind != cc.Ptr:
		if a.arithmetic() && b.arithmetic() {
			return l.usual(a, b)
		}
		return a
	case a.kind != cc.Ptr:
		return b
	case b.kind != cc.Ptr:
		return a
	}
	quals := a.elem.qual | b.elem.qual
	x, y := a.elem.unqualified(), b.elem.unqualified()
	switch {
	case l.compatible(a.elem, b.elem), l.compatible(x, y):
		t := l.composite(x, y)
		if t != nil && t.kind == cc.Array { // the qualifiers belong to the elements
			t = t.qualified(elementQualifiers(a.elem) | elementQualifiers(b.elem))
		}
		return pointerTo(t.qualified(quals))
	case l.nullConstant(ea), x.isNullptr():
		return b
	case l.nullConstant(eb), y.isNullptr():
		return a
	}
	if x.kind != cc.Void && y.kind != cc.Void {
		quals = 0 // incompatible pointers, for which gcc only warns
	}
	return pointerTo(basic(cc.Void).qualified(quals))
}

// elementQualifiers returns the qualifiers of t, or of the innermost element of an array t.
func elementQualifiers(t *ctype) qualifiers {
	for t.kind == cc.Array {
		t = t.elem
	}
	return t.qual
}

// nullConstant reports whether e is a null pointer constant (C17 6.3.2.3).
func (l *typing) nullConstant(e cc.ExpressionNode) bool {
	e = bare(e)
	if isName(e, nullName) || reserved(e) == "nullptr" {
		return true
	}
	if c, ok := e.(*cc.CastExpression); ok {
		t := l.named(c.TypeName)
		if t != nil && t.kind == cc.Ptr {
			if t.elem.kind != cc.Void || t.elem.qual != 0 {
				return false
			}
			return l.nullConstant(c.CastExpression)
		}
	}
	if t := l.typeOf(e); t == nil || !t.integer() {
		return false
	}
	v, ok, err := l.ConstInt(e)
	return ok && err == nil && v.Sign() == 0
}

// nullName is the enumerator by which package csrc replaces (void *)0 in a ?: that cc would take for a void *.
const nullName = "__tandem_null"

// falseName is the enumerator in the text that package csrc writes for C23's true: (!__tandem_false).
const falseName = "__tandem_false"

// reserved returns the name if e is a constant of C23 that cc declares as a builtin enumerator, and "" for any other
// expression.
func reserved(e cc.ExpressionNode) string {
	p, ok := bare(e).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return ""
	}
	if d, ok := p.ResolvedTo().(*cc.Enumerator); ok && d.Position().Filename == "<builtin>" {
		return p.Token.SrcStr()
	}
	return ""
}

// nullptr returns the type of C23's nullptr: a pointer to a structure that no other type uses.
func (l *typing) nullptr(x *cc.PrimaryExpression) *ctype {
	for s := x.LexicalScope(); s != nil; s = s.Parent {
		for _, n := range s.Nodes["__tandem_nullptr_t"] {
			if d, ok := n.(*cc.Declarator); ok {
				return l.declared(d)
			}
		}
	}
	return nil
}

// unaryType returns the type of a UnaryExpression.
func (l *typing) unaryType(x *cc.UnaryExpression) *ctype {
	switch x.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec: // gcc keeps the qualifiers
		return l.typeOf(x.UnaryExpression)
	case cc.UnaryExpressionAddrof:
		return pointerTo(l.typeOf(x.CastExpression))
	case cc.UnaryExpressionDeref:
		if t := l.value(x.CastExpression); t != nil && t.kind == cc.Ptr {
			return t.elem
		}
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		return l.promoted(l.value(x.CastExpression))
	case cc.UnaryExpressionNot:
		if reserved(x.CastExpression) == falseName {
			return basic(cc.Bool)
		}
		return basic(cc.Int)
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr,
		cc.UnaryExpressionAlignofType:
		return l.sizeType()
	case cc.UnaryExpressionLabelAddr:
		return pointerTo(basic(cc.Void))
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		t := l.typeOf(x.UnaryExpression)
		if t == nil || complexInt(t.kind) {
			return nil
		}
		if f := floatingKind(t); f.complex {
			f.complex = false
			return floatingType(f).qualified(t.qual)
		}
		return t
	}
	return nil
}

// postfixType returns the type of a PostfixExpression.
func (l *typing) postfixType(x *cc.PostfixExpression) *ctype {
	switch x.Case {
	case cc.PostfixExpressionIndex:
		for _, n := range []cc.ExpressionNode{x.PostfixExpression, x.ExpressionList} {
			t := l.typeOf(n)
			if t == nil {
				return nil
			}
			if t.kind == cc.Array || t.kind == cc.Ptr {
				return t.elem
			}
		}
	case cc.PostfixExpressionCall:
		return l.callType(x)
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		t := l.typeOf(x.PostfixExpression)
		if t != nil && x.Case == cc.PostfixExpressionPSelect {
			if t = t.decayed(); t.kind != cc.Ptr {
				return nil
			}
			t = t.elem
		}
		if t == nil || x.Field() == nil {
			return nil
		}
		m := l.memberType(x.Field())
		if x.Field().IsBitfield() {
			m = l.bitFieldType(x.Field())
		}
		q := t.qual
		if c := bare(x.PostfixExpression); x.Case == cc.PostfixExpressionSelect && !isLvalue(c) {
			q = 0
		}
		return m.qualified(q &^ isRestrict)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return l.typeOf(x.PostfixExpression)
	case cc.PostfixExpressionComplit:
		t := l.named(x.TypeName)
		if t != nil && t.kind == cc.Array && t.len == noLength {
			if a, ok := x.Type().Undecay().(*cc.ArrayType); ok && a.Len() >= 0 {
				r := *t
				r.len, r.cc = a.Len(), a
				t = &r
			}
		}
		return t
	}
	return nil
}

// isLvalue reports whether an expression without parentheses around it denotes an object.
func isLvalue(e cc.ExpressionNode) bool {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionIdent || x.Case == cc.PrimaryExpressionString ||
			x.Case == cc.PrimaryExpressionGeneric
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect:
			return isLvalue(bare(x.PostfixExpression))
		case cc.PostfixExpressionIndex, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return true
		}
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
}

// memberType returns the declared type of a member.
func (l *typing) memberType(f *cc.Field) *ctype {
	if d := f.Declarator(); d != nil {
		return l.declared(d)
	}
	return l.fromCC(f.Type(), 0)
}

// bitFieldType returns the type of a bit-field in operators and _Generic: gcc makes an integer type of each width,
// which is the standard type of that width if there is one.
func (l *typing) bitFieldType(f *cc.Field) *ctype {
	t := l.memberType(f)
	if t == nil || !t.integer() {
		return nil
	}
	w := int(f.ValueBits())
	bits, signed := l.precision(t)
	if t.kind == cc.Bool || w == bits {
		return t
	}
	if t.bits > 0 {
		return nil // the layout of the struct is an error
	}
	for _, k := range []cc.Kind{cc.Int, cc.SChar, cc.Short, cc.Long, cc.LongLong} {
		if n, _, _ := l.intKind(k); n == w {
			if !signed {
				k = map[cc.Kind]cc.Kind{cc.Int: cc.UInt, cc.SChar: cc.UChar, cc.Short: cc.UShort, cc.Long: cc.ULong,
					cc.LongLong: cc.ULongLong}[k]
			}
			return basic(k)
		}
	}
	return &ctype{kind: t.kind, cc: t.cc, width: w, unsigned: !signed}
}

// callType returns the type of a call.
func (l *typing) callType(x *cc.PostfixExpression) *ctype {
	var args []cc.ExpressionNode
	for a := x.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, a.AssignmentExpression)
	}
	switch name := callee(x.PostfixExpression); {
	case name == "__ccgo__types_compatible_p", name == "__builtin_constant_p":
		return basic(cc.Int)
	case name == "__builtin_choose_expr" && len(args) == 3:
		c, ok, err := l.ConstInt(args[0])
		switch {
		case !ok || err != nil:
			return nil
		case c.Sign() != 0:
			return l.typeOf(args[1])
		}
		return l.typeOf(args[2])
	case strings.HasPrefix(name, "__tandem_"), strings.HasPrefix(name, "__atomic_"), strings.HasPrefix(name, "__sync_"),
		strings.HasPrefix(name, "__builtin_"), strings.HasPrefix(name, "__CPROVER_"):
		return l.fromCC(x.Type(), 0)
	}
	t := l.value(x.PostfixExpression)
	if t == nil || t.kind != cc.Ptr || t.elem.kind != cc.Function {
		return nil
	}
	return t.elem.elem
}

// primaryType returns the type of a PrimaryExpression.
func (l *typing) primaryType(x *cc.PrimaryExpression) *ctype {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		if isName(x, nullName) {
			return pointerTo(basic(cc.Void))
		}
		switch reserved(x) {
		case "false", falseName:
			return basic(cc.Bool)
		case "nullptr":
			return l.nullptr(x)
		}
		switch d := x.ResolvedTo().(type) {
		case *cc.Enumerator:
			return l.enumeratorType(d)
		case *cc.Declarator:
			if d.IsSynthetic() || strings.HasPrefix(d.Name(), "__builtin_") || d.Name() == "__func__" {
				return l.fromCC(x.Type().Undecay(), 0)
			}
			return l.declared(d)
		}
	case cc.PrimaryExpressionInt:
		return intType(l.Layout, x.Token.SrcStr())
	case cc.PrimaryExpressionFloat:
		return floatType(x)
	case cc.PrimaryExpressionChar:
		return basic(cc.Int)
	case cc.PrimaryExpressionLChar, cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return l.fromCC(x.Type().Undecay(), 0)
	case cc.PrimaryExpressionStmt:
		if e := lastExpression(x.CompoundStatement); e != nil {
			return l.value(e)
		}
		return basic(cc.Void)
	case cc.PrimaryExpressionGeneric:
		if e := l.selected(x.GenericSelection); e != nil {
			return l.typeOf(e)
		}
	}
	return nil
}

// enumeratorType returns the type of an enumerator: int if the value fits, else the type of the enumeration.
func (l *typing) enumeratorType(x *cc.Enumerator) *ctype {
	n, err := l.enumerator(x)
	if err != nil {
		return nil
	}
	k := cc.Int
	if e := l.enums[x]; e.open == 0 && (e.fixed != nil || e.wide || !fits(n.i, 32, true)) {
		if e.kind == cc.Bool {
			return basic(cc.Bool)
		}
		if e.typ != nil {
			return &ctype{kind: cc.Enum, cc: e.typ}
		}
		k = e.kind
	} else if n.bits != 32 || !n.signed {
		for _, c := range []cc.Kind{cc.SChar, cc.UChar, cc.Short, cc.UShort, cc.UInt, cc.Long, cc.ULong, cc.LongLong,
			cc.ULongLong} {
			if bits, signed, _ := l.intKind(c); bits == n.bits && signed == n.signed {
				k = c
				break
			}
		}
	}
	return basic(k)
}

// intType returns the type of an integer constant.
func intType(l *Layout, s string) *ctype {
	n, ok, err := l.intConst(s)
	if !ok || err != nil {
		return nil
	}
	return basic(n.intKind)
}

// floatType returns the type of a floating constant, by its suffix.
func floatType(x *cc.PrimaryExpression) *ctype {
	s := strings.ToLower(x.Token.SrcStr())
	imaginary := false
	for strings.HasSuffix(s, "i") || strings.HasSuffix(s, "j") {
		s, imaginary = s[:len(s)-1], true
	}
	hex := strings.HasPrefix(s, "0x")
	kind := 0
	switch {
	case strings.HasSuffix(s, "f128"):
		return &ctype{kind: cc.Float128, format: Quad}
	case strings.HasSuffix(s, "df"), strings.HasSuffix(s, "dd"), strings.HasSuffix(s, "dl"):
		if !hex {
			return nil
		}
	case strings.HasSuffix(s, "f") && (!hex || strings.Contains(s, "p")):
		kind, s = 1, s[:len(s)-1]
	case strings.HasSuffix(s, "l"):
		kind, s = 2, s[:len(s)-1]
	}
	imaginary = imaginary || strings.HasSuffix(s, "i") || strings.HasSuffix(s, "j")
	if imaginary {
		return basic([]cc.Kind{cc.ComplexDouble, cc.ComplexFloat, cc.ComplexLongDouble}[kind])
	}
	return basic([]cc.Kind{cc.Double, cc.Float, cc.LongDouble}[kind])
}

// noName marks the lists of associations that package csrc inserts into a _Generic (rule 32).
const noName = "__tandem_none"

// selected returns the expression that a _Generic selects, or nil if there is none or its types are not known.
func (l *typing) selected(g *cc.GenericSelection) cc.ExpressionNode {
	var own cc.ExpressionNode // the selection of cc
	if a := g.Associated(); a != nil {
		own = a.AssignmentExpression
	}
	list := expressions(g.AssignmentExpression)
	if len(list) < 4 || !isName(list[0], noName) {
		return l.selectedAlone(g, own)
	}
	t := l.value(list[len(list)-1])
	if t == nil {
		return own
	}
	found := -1
	for i := 1; i+1 < len(list)-1; i += 2 {
		c, ok := bare(list[i]).(*cc.CastExpression)
		if !ok {
			if found < 0 {
				found = i / 2
			}
			continue
		}
		u := l.named(c.TypeName)
		if u == nil {
			return own
		}
		if l.compatible(t, u) {
			found = i / 2
			break
		}
	}
	if found < 0 {
		return nil
	}
	for x, i := g.GenericAssociationList, 0; x != nil; x, i = x.GenericAssociationList, i+1 {
		if a := x.GenericAssociation; i == found && a != nil && a == g.Associated() {
			return own
		}
	}
	return list[2*found+2]
}

// selectedAlone is like selected, for a _Generic without a list that package csrc inserts. It returns own, the
// selection of cc, if cc has selected the right association or the type is not known. Otherwise it returns nil.
func (l *typing) selectedAlone(g *cc.GenericSelection, own cc.ExpressionNode) cc.ExpressionNode {
	t := l.value(g.AssignmentExpression)
	if t == nil {
		return own
	}
	var other, found *cc.GenericAssociation
	for x := g.GenericAssociationList; x != nil && found == nil; x = x.GenericAssociationList {
		a := x.GenericAssociation
		if a.Case == cc.GenericAssociationDefault {
			other = a
			continue
		}
		u := l.named(a.TypeName)
		if u == nil {
			return nil
		}
		if l.compatible(t, u) {
			found = a
		}
	}
	if found == nil {
		found = other
	}
	if found != g.Associated() {
		return nil
	}
	return own
}

// expressions returns the expressions in e that commas separate.
func expressions(e cc.ExpressionNode) (list []cc.ExpressionNode) {
	x, ok := bare(e).(*cc.ExpressionList)
	if !ok {
		return nil
	}
	for ; x != nil; x = x.ExpressionList {
		list = append(list, x.AssignmentExpression)
	}
	return list
}

// isName reports whether e is the identifier name.
func isName(e cc.ExpressionNode, name string) bool {
	p, ok := bare(e).(*cc.PrimaryExpression)
	return ok && p.Case == cc.PrimaryExpressionIdent && p.Token.SrcStr() == name
}

// ExprSize returns the value of sizeof for an expression. ok is false if the size is not constant or the type is not
// known.
func (l *Layout) ExprSize(e cc.ExpressionNode) (n int64, ok bool) {
	return l.sizeOf(l.typing.typeOf(e))
}
