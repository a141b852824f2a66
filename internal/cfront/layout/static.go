package layout

import "modernc.org/cc/v4"

// static returns a number without a value that has the type of e, an expression that is not folded. It returns nil if
// the type is unknown or constants of this type are not folded.
func (l *Layout) static(e cc.ExpressionNode) *number {
	t := l.typing.value(e)
	switch {
	case t == nil || t.kind == cc.Ptr:
		return l.like(bare(e).Type())
	case t.integer():
		bits, signed := l.precision(t)
		return &number{kind: intNumber, bits: bits, signed: signed, bool: t.kind == cc.Bool, exact: t.bits > 0}
	case t.kind == cc.Float && t.format != Half:
		return &number{kind: floatNumber, bits: 32}
	case t.kind == cc.Double:
		return &number{kind: floatNumber, bits: 64}
	}
	return nil
}
