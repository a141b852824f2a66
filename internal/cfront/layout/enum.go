package layout

import (
	"math/big"

	"modernc.org/cc/v4"
)

// enum is one enumeration. Its integer type is the type that gcc chooses: the first of unsigned int, int, unsigned
// long, long (long long under ILP32) that holds all values, where an unsigned type requires that no value is negative.
// With -fshort-enums or the attribute packed, the narrower types come first. In C23 a type after a colon takes the
// place of all of them.
type enum struct {
	list  []*cc.Enumerator
	known int  // the values of list[:known] have been computed
	open  int  // number of values being computed; meanwhile the types of the enumerators are not final
	short bool // -fshort-enums, or packed
	done  bool // finish was called
	wide  bool // in C23: some value does not fit an int, so all enumerators have the type of the enumeration

	fixed *cc.SpecifierQualifierList // the type after the colon, nil if there is none
	c23   bool
	kind  cc.Kind      // the integer type
	typ   *cc.EnumType // nil if cc has not checked the enumeration
	err   error        // the result of finish
}

// enumerators returns the enumerators that a specifier defines.
func enumerators(n *cc.EnumSpecifier) (list []*cc.Enumerator) {
	for e := n.EnumeratorList; e != nil; e = e.EnumeratorList {
		list = append(list, e.Enumerator)
	}
	return list
}

// addEnum registers an enumeration.
func (l *Layout) addEnum(list []*cc.Enumerator) *enum {
	e := &enum{list: list}
	for _, x := range list {
		l.enums[x] = e
	}
	return e
}

// enumInfo returns the enumeration of a type, with its integer type.
func (l *Layout) enumInfo(t *cc.EnumType) (*enum, error) {
	list := t.Enumerators()
	if len(list) == 0 {
		if u := t.UnderlyingType(); u != nil && cc.IsIntegerType(u) { // enum E : char;
			return &enum{kind: u.Kind()}, nil
		}
		return &enum{kind: cc.UInt}, nil // incomplete, which is unsigned int in gcc
	}
	e := l.enums[list[0]]
	if e == nil {
		e = l.addEnum(list)
	}
	l.finish(e)
	return e, e.err
}

// finish computes all values of an enumeration and its integer type.
func (l *Layout) finish(e *enum) {
	if e.done {
		return
	}
	e.done = true
	if e.err = l.fixKind(e); e.err != nil {
		return
	}
	lo, hi := new(big.Int), new(big.Int)
	for i := range e.list {
		v, err := l.enumValue(e, i)
		if err != nil {
			e.err = err
			return
		}
		if v.i.Cmp(lo) < 0 {
			lo = v.i
		}
		if v.i.Cmp(hi) > 0 {
			hi = v.i
		}
	}
	if e.fixed != nil {
		return
	}
	e.wide = e.c23 && !(fits(lo, 32, true) && fits(hi, 32, true))
	switch {
	case e.short && lo.Sign() >= 0 && hi.BitLen() <= 8:
		e.kind = cc.UChar
	case e.short && fits(lo, 8, true) && fits(hi, 8, true):
		e.kind = cc.SChar
	case e.short && lo.Sign() >= 0 && hi.BitLen() <= 16:
		e.kind = cc.UShort
	case e.short && fits(lo, 16, true) && fits(hi, 16, true):
		e.kind = cc.Short
	case lo.Sign() >= 0 && hi.BitLen() <= 32:
		e.kind = cc.UInt
	case fits(lo, 32, true) && fits(hi, 32, true):
		e.kind = cc.Int
	case lo.Sign() >= 0 && hi.BitLen() <= 64:
		e.kind = cc.ULongLong
		if l.longBits() == 64 {
			e.kind = cc.ULong
		}
	case fits(lo, 64, true) && fits(hi, 64, true):
		e.kind = cc.LongLong
		if l.longBits() == 64 {
			e.kind = cc.Long
		}
	default:
		e.err = errorf("the enumeration's values do not fit in an integer type")
	}
}

// fixKind computes the kind of the type after the colon, if there is one.
func (l *Layout) fixKind(e *enum) error {
	if e.fixed == nil || e.kind != cc.InvalidKind {
		return nil
	}
	t := l.typing.specifierQualifiers(e.fixed)
	if t != nil && t.kind == cc.Enum {
		e.kind = l.integerKind(t)
	} else if t != nil && t.integer() && t.width == 0 {
		e.kind = t.kind
	}
	if e.kind == cc.InvalidKind {
		return errorf("the type of an enumeration is no standard integer type")
	}
	return nil
}

// fixedValue returns v as a value of an enumeration with a type after the colon; name is its enumerator.
func (l *Layout) fixedValue(e *enum, v *big.Int, name string) (*number, error) {
	bits, signed, _ := l.intKind(e.kind)
	if !fits(v, bits, signed) || e.kind == cc.Bool && v.BitLen() > 1 {
		return nil, errorf("the value of enumerator %s does not fit in the type of its enumeration", name)
	}
	return &number{kind: intNumber, i: v, bits: bits, signed: signed, bool: e.kind == cc.Bool}, nil
}

// enumValue returns the value of the i-th enumerator, with the type that it has before the enumeration is complete.
func (l *Layout) enumValue(e *enum, i int) (*number, error) {
	x := e.list[i]
	if v := l.values[x]; v != nil {
		return v, nil
	}
	if err := l.fixKind(e); err != nil {
		return nil, err
	}
	var v *number
	switch {
	case x.Case == cc.EnumeratorExpr:
		e.open++
		n, ok, err := l.eval(x.ConstantExpression)
		e.open--
		if err != nil {
			return nil, err
		}
		if !ok || n.kind != intNumber {
			return nil, errorf("value of enumerator %s is not an integer constant", x.Token.SrcStr())
		}
		v = n
	case i == 0:
		v = l.int(new(big.Int))
	default:
		// Compute the earlier values in order instead of by recursion: a list may have many thousands.
		for ; e.known < i; e.known++ {
			if _, err := l.enumValue(e, e.known); err != nil {
				return nil, err
			}
		}
		p := l.values[e.list[i-1]]
		v = &number{kind: intNumber, i: new(big.Int).Add(p.i, big.NewInt(1)), bits: p.bits, signed: p.signed}
		if !fits(v.i, v.bits, v.signed) && e.fixed == nil && e.c23 {
			v = l.larger(v.i, v.signed)
		}
		if v == nil || !fits(v.i, v.bits, v.signed) && e.fixed == nil {
			return nil, errorf("overflow in enumeration values at %s", x.Token.SrcStr())
		}
	}
	if e.fixed != nil {
		var err error
		if v, err = l.fixedValue(e, v.i, x.Token.SrcStr()); err != nil {
			return nil, err
		}
	} else if fits(v.i, 32, true) {
		v = l.int(v.i) // a value that fits into an int has the type int
	}
	l.values[x] = v
	return v, nil
}

// larger returns v, one more than the largest number of the type of the enumerator before, as a number of the next type
// of the same signedness that holds v (C23 6.7.3.3). It returns nil if there is no such type, as after the greatest
// unsigned long.
func (l *Layout) larger(v *big.Int, signed bool) *number {
	for _, bits := range []int{32, 64} {
		if fits(v, bits, signed) {
			return &number{kind: intNumber, i: v, bits: bits, signed: signed}
		}
	}
	return nil
}

// enumerator returns the value of an enumerator with its type: int if it holds the value, else the type of the
// enumeration.
func (l *Layout) enumerator(x *cc.Enumerator) (*number, error) {
	e := l.enums[x]
	if e == nil {
		return nil, errorf("enumerator %s is not known", x.Token.SrcStr())
	}
	v := l.values[x]
	if v == nil {
		i := 0
		for i < len(e.list) && e.list[i] != x {
			i++
		}
		var err error
		if v, err = l.enumValue(e, i); err != nil {
			return nil, err
		}
	}
	if e.open > 0 || fits(v.i, 32, true) && !e.c23 {
		return v, nil
	}
	l.finish(e)
	if e.err != nil {
		return nil, e.err
	}
	if e.fixed != nil || fits(v.i, 32, true) && !e.wide {
		return v, nil
	}
	bits, signed, _ := l.intKind(e.kind)
	return &number{kind: intNumber, i: v.i, bits: bits, signed: signed}, nil
}

// Enumerator returns the value of an enumerator and the kind of its type, which is Int if the value fits into an int,
// except in some enumerations of C23.
func (l *Layout) Enumerator(x *cc.Enumerator) (v *big.Int, kind cc.Kind, err error) {
	n, err := l.enumerator(x)
	if err != nil {
		return nil, 0, err
	}
	if e := l.enums[x]; e.fixed != nil || e.wide || !fits(n.i, 32, true) {
		return n.i, e.kind, nil
	}
	return n.i, cc.Int, nil
}

// EnumKind returns the kind of the integer type of an enumeration.
func (l *Layout) EnumKind(t *cc.EnumType) (cc.Kind, error) {
	e, err := l.enumInfo(t)
	return e.kind, err
}
