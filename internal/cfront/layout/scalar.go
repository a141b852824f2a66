package layout

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// info has the properties of a type that layouts depend on.
type info struct {
	size  int64 // in bytes; -1 if the type is incomplete or of variable size
	align int64 // in bytes
	user  bool  // an aligned attribute set or raised the alignment
	// integral: gcc gives the type an integer or double mode. On i386, such members have an alignment of at most 4.
	integral bool
	atomic   bool
}

// fieldAlign returns the alignment of a member whose type has the layout i, by gcc's ADJUST_FIELD_ALIGN; align is the
// alignment without this rule.
func (l *Layout) fieldAlign(i info, align int64) int64 {
	if l.model == ir.LP64 || i.atomic || !i.integral {
		return align
	}
	return min(align, 4)
}

// scalar returns the layout of arithmetic types, pointers, functions and void; the result is false for other kinds.
func (l *Layout) scalar(k cc.Kind) (info, bool) {
	long := int64(4)
	if l.model == ir.LP64 {
		long = 8
	}
	n := int64(0)
	integral := true
	align := int64(0)
	switch k {
	case cc.Void, cc.Function, cc.Bool, cc.Char, cc.SChar, cc.UChar:
		n = 1
	case cc.Short, cc.UShort:
		n = 2
	case cc.Int, cc.UInt:
		n = 4
	case cc.Long, cc.ULong, cc.Ptr:
		n = long
	case cc.LongLong, cc.ULongLong, cc.Double, cc.Float64, cc.Float32x:
		n = 8
	case cc.Float, cc.Float32:
		n, integral = 4, false
	case cc.Int128, cc.UInt128:
		n, integral = 16, l.model == ir.LP64
	case cc.LongDouble, cc.Float64x:
		n, align, integral = 12, 4, false
		if l.model == ir.LP64 {
			n, align = 16, 16
		}
	case cc.Float128:
		n, integral = 16, false
	case cc.Float16:
		n, integral = 2, false
	case cc.ComplexFloat:
		n, align, integral = 8, 4, false
	case cc.ComplexDouble:
		n, align = 16, 8
	case cc.ComplexLongDouble:
		n, align, integral = 24, 4, false
		if l.model == ir.LP64 {
			n, align = 32, 16
		}
	case cc.ComplexChar:
		n, align = 2, 1
	case cc.ComplexShort, cc.ComplexUShort:
		n, align = 4, 2
	case cc.ComplexInt, cc.ComplexUInt:
		n, align = 8, 4
	case cc.ComplexLong:
		n, align = 2*long, long
	case cc.ComplexLongLong:
		n, align = 16, 8
	default:
		return info{}, false
	}
	if align == 0 {
		align = n
	}
	return info{size: n, align: align, integral: integral}, true
}

// info returns the layout of a type. The alignment of an incomplete type is 1.
func (l *Layout) info(t cc.Type) (info, error) {
	layout := l.plain
	if IsVector(t) {
		layout = l.vector
	}
	i, err := layout(t)
	if err != nil {
		return i, err
	}
	a := t.Attributes()
	if a == nil {
		return i, nil
	}
	if n := a.Aligned(); n > 0 {
		i.align, i.user = n, true
	} else if a.IsAttrSet("aligned") || a.IsAttrSet("__aligned__") {
		i.align, i.user = 16, true // without a number: the largest alignment of any type
	}
	return i, nil
}

// plain returns the layout of a type that is not a vector, without the attributes of a typedef or variable.
func (l *Layout) plain(t cc.Type) (info, error) {
	switch x := t.(type) {
	case *cc.StructType, *cc.UnionType:
		if t.IsIncomplete() && len(Fields(t)) == 0 {
			return info{size: -1, align: 1}, nil
		}
		r, err := l.record(t)
		if err != nil {
			return info{}, err
		}
		return r.info, nil
	case *cc.ArrayType:
		e, err := l.info(x.Elem())
		if err != nil {
			return e, err
		}
		i := info{size: -1, align: e.align, user: e.user, integral: e.integral, atomic: e.atomic}
		n, ok, err := l.ArrayLen(x)
		if err != nil {
			return i, err
		}
		if ok && e.size >= 0 {
			if e.size > 0 && n > (1<<62)/e.size {
				return i, errorf("size of array %s is too large", typeName(t))
			}
			i.size = n * e.size
		}
		return i, nil
	case *cc.EnumType:
		e, err := l.enumInfo(x)
		if err != nil {
			return info{}, err
		}
		i, _ := l.scalar(e.kind)
		return i, nil
	case *cc.PointerType, *cc.FunctionType, *cc.PredefinedType:
		if i, ok := formatInfo(t); ok {
			return i, nil
		}
		if i, ok := l.scalar(t.Kind()); ok {
			return i, nil
		}
		return info{}, errorf("type %s is not supported", t.Kind())
	}
	return info{}, errorf("this type is not supported")
}

// ArrayLen returns the number of elements of an array; ok is false for [] and for arrays of variable length.
func (l *Layout) ArrayLen(t *cc.ArrayType) (n int64, ok bool, err error) {
	e := t.SizeExpression()
	if e == nil {
		return t.Len(), t.Len() >= 0, nil
	}
	if c, ok := bare(e).(*cc.CastExpression); ok && c.Case == cc.CastExpressionCast {
		if d := c.TypeName.Type().Typedef(); d != nil && d.Name() == "__tandem_length" {
			e = c.CastExpression // package csrc adds this cast
		}
	}
	v, ok, err := l.ConstInt(e)
	if err != nil || !ok {
		return 0, false, err
	}
	if v.Sign() < 0 {
		return 0, false, errorf("size of array is negative")
	}
	if v.BitLen() > 62 {
		return 0, false, errorf("size of array is too large")
	}
	return v.Int64(), true, nil
}
