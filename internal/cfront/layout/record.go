package layout

import (
	"modernc.org/cc/v4"
)

// This file lays out structs and unions as gcc's stor-layout does (place_field, update_alignment_for_field and
// finalize_record_size) for PCC_BITFIELD_TYPE_MATTERS. Positions are in bits.
//
//  1. The alignment of a member is the alignment of its type, which fieldAlign limits to 4 for integer and double types
//     on i386 unless an attribute set it. An aligned attribute of the member raises it. For a packed member it is 1,
//     unless the member has an aligned attribute of its own. #pragma pack limits it.
//  2. A bit-field needs only bit alignment. If it is not packed and no pragma pack is in force, it may not span more
//     units of its type's alignment than the type itself does; else it begins at the next such unit. A bit-field that
//     is a byte, halfword, word or doubleword at a multiple of its size is exempt, which matters for types whose
//     alignment exceeds their size.
//  3. A named bit-field gives the struct the alignment of its type (1 if it is packed, limited by pragma pack), or of
//     its own attribute if that is larger. An unnamed bit-field does not.
//  4. `T : 0` moves to the alignment of T, packed or not, and does not align the struct.
//  5. The size of the struct is rounded up to its alignment, which is the largest alignment of its members and of its
//     own aligned attribute.
//  6. All members of a union are at 0; a bit-field takes whole bytes.

// record is a struct or union that has been laid out.
type record struct {
	info
	locs   []FieldLoc // by index of the member
	aligns []int64    // alignments by index of the member, in bytes
	gone   []bool     // by index: the declaration declares no member, as `struct T {...};` within a struct
}

// member is a member whose record is being laid out.
type member struct {
	f       *cc.Field
	i       info  // layout of its type
	align   int64 // its aligned attribute or _Alignas in bytes, 0 if there is none
	packed  bool
	bits    int64 // width of a bit-field
	flex    bool  // a flexible array, which has no size
	gone    bool  // the declaration declares no member
	bit     bool  // a bit-field
	off     int64 // offset in bits, set by place
	typeLen int64 // width in bits of a bit-field's type
}

// record returns the layout of a struct or union. It fails for incomplete types, for types that contain themselves, and
// for other types.
func (l *Layout) record(t cc.Type) (*record, error) {
	key := canonical(t)
	if key == nil {
		if t.IsIncomplete() {
			return nil, errorf("%s is incomplete", typeName(t))
		}
		if x, ok := t.(interface{ Tag() cc.Token }); ok && t.Kind() != cc.Enum {
			n := l.empty[x.Tag()]
			return &record{info: info{size: 0, align: max(n, 1), user: n > 0}}, nil
		}
		return nil, errorf("%s is not a struct or union", typeName(t))
	}
	if r := l.records[key]; r != nil {
		return r, nil
	}
	if l.busy[key] || len(l.busy) > 2000 {
		return nil, errorf("%s contains itself", typeName(t))
	}
	l.busy[key] = true
	defer delete(l.busy, key)
	s := l.specs[key]
	if s == nil {
		s = &spec{}
	}
	if s.err != nil {
		return nil, s.err
	}
	ms, err := l.members(Fields(key), s)
	if err != nil {
		return nil, err
	}
	r := l.place(ms, s, key.Kind() == cc.Union)
	l.records[key] = r
	return r, nil
}

// members collects the properties of each member that the layout depends on.
func (l *Layout) members(fs []*cc.Field, s *spec) ([]*member, error) {
	ms := make([]*member, len(fs))
	for k, f := range fs {
		m := &member{f: f, bit: f.IsBitfield()}
		ms[k] = m
		var fa fieldAttrs
		if k < len(s.fields) {
			fa = s.fields[k]
		}
		m.align, m.gone = fa.align, fa.gone
		if m.gone {
			continue
		}
		t := f.Type()
		var err error
		if fa.merged {
			m.i, err = l.stripped(t)
		} else {
			m.i, err = l.info(t)
		}
		if err != nil {
			return nil, err
		}
		if fa.empty > 0 {
			m.i.align, m.i.user = max(m.i.align, fa.empty), true
		}
		if m.i.size < 0 {
			a, ok := t.(*cc.ArrayType)
			if !ok || a.SizeExpression() != nil {
				return nil, errorf("member %s has a type of unknown size", f.Name())
			}
			m.flex = true
		}
		if m.bit {
			if m.bits, err = l.width(f, fa.width, m.i); err != nil {
				return nil, err
			}
			m.typeLen = 8 * m.i.size
		}
		// DECL_PACKED: a packed struct packs its bit-fields and the members whose alignment exceeds a byte; a packed member
		// of alignment 1 does not count as packed.
		m.packed = (s.packed || fa.packed) && (m.bit || m.i.align > 1)
	}
	return ms, nil
}

// width returns the checked width of a bit-field f, whose type has the layout i. n is the expression of the width, or
// nil if the unit was not added.
func (l *Layout) width(f *cc.Field, n cc.ExpressionNode, i info) (int64, error) {
	bits := f.ValueBits()
	if n != nil {
		v, ok, err := l.ConstInt(n)
		switch {
		case err != nil:
			return 0, err
		case !ok:
			return 0, errorf("width of bit-field %s is not constant", f.Name())
		case !v.IsInt64() || v.Int64() != bits:
			return 0, errorf("width of bit-field %s is out of range or depends on a size that the front end reads wrongly",
				f.Name())
		}
	}
	switch t := f.Type(); {
	case BitsOf(t) > 0:
		return 0, errorf("bit-field %s of a _BitInt is not supported", f.Name())
	case !cc.IsIntegerType(t):
		return 0, errorf("bit-field %s has no integer type", f.Name())
	case bits < 0 || bits > 8*i.size || t.Kind() == cc.Bool && bits > 1:
		return 0, errorf("width of bit-field %s exceeds its type", f.Name())
	case bits == 0 && f.Name() != "":
		return 0, errorf("zero width for bit-field %s", f.Name())
	}
	return bits, nil
}

// stripped returns the layout of a member's type without the aligned attribute of the member, which cc has merged into
// the type.
func (l *Layout) stripped(t cc.Type) (info, error) {
	if a, ok := t.(*cc.ArrayType); ok {
		i, err := l.stripped(a.Elem())
		if err != nil {
			return i, err
		}
		n, ok, err := l.ArrayLen(a)
		if err != nil || !ok || i.size < 0 {
			i.size = -1
			return i, err
		}
		i.size *= n
		return i, nil
	}
	if d := t.Typedef(); d != nil && d.Type() != t {
		return l.info(d.Type())
	}
	return l.plain(t)
}

// place lays out the members of a struct or union by rules 1 to 6.
func (l *Layout) place(ms []*member, s *spec, union bool) *record {
	r := &record{}
	r.align = max(s.align, 1)
	r.user = s.align > 0
	pos, size := int64(0), int64(0) // pos is in bits; size is in bytes
	pack := int64(s.pack)
	r.aligns = make([]int64, len(ms))
	for k, m := range ms {
		if m.gone {
			continue
		}
		align, user := l.memberAlign(m, pack)
		r.aligns[k] = align / 8
		if m.bit {
			l.alignBitField(r, m, align/8, pack)
		} else {
			r.align = max(r.align, align/8)
		}
		r.user = r.user || user
		if union {
			if m.bit {
				size = max(size, (m.bits+7)/8)
			} else if !m.flex {
				size = max(size, m.i.size)
			}
			continue
		}
		pos = roundUp(pos, align)
		if m.bit && m.bits > 0 && pack == 0 && !m.packed && !whole(m.bits, pos) {
			unit := 8 * m.i.align
			if !m.i.user {
				unit = 8 * l.fieldAlign(m.i, m.i.align)
			}
			if (pos%unit+m.bits+unit-1)/unit > m.typeLen/unit {
				pos = roundUp(pos, unit)
			}
			r.user = r.user || m.i.user
		}
		m.off = pos
		switch {
		case m.bit:
			pos += m.bits
		case !m.flex:
			pos += 8 * m.i.size
		}
	}
	if !union {
		size = (pos + 7) / 8
	}
	r.size = roundUp(size, r.align)
	r.integral = integralSize(r.size)
	r.locate(ms)
	return r
}

// whole reports whether a bit-field at pos has the exemption of rule 2.
func whole(bits, pos int64) bool {
	switch bits {
	case 8, 16, 32, 64:
		return pos%bits == 0
	}
	return false
}

// memberAlign returns the DECL_ALIGN of a member in bits, and whether an attribute set it (rule 1).
func (l *Layout) memberAlign(m *member, pack int64) (align int64, user bool) {
	align, user = 1, m.align > 0
	own := user
	if user {
		align = 8 * m.align
	}
	packed := m.packed
	zero := m.bit && m.bits == 0
	switch {
	case m.bit && !zero: // rule 2
	case !zero && packed && user:
	default:
		if zero {
			packed = false // rule 4
		}
		if t := 8 * m.i.align; t > align {
			align, user = t, m.i.user
		}
	}
	if packed && !own {
		align = min(align, 8)
	}
	if !packed && !user && (!m.bit || zero) {
		align = 8 * l.fieldAlign(m.i, (align+7)/8)
	}
	if pack != 0 && !zero {
		align = min(align, 8*pack)
	}
	return align, user
}

// alignBitField raises the alignment of r for a bit-field (rule 3). own is the alignment of the bit-field in bytes.
func (l *Layout) alignBitField(r *record, m *member, own, pack int64) {
	if m.f.Name() == "" || m.i.size == 0 {
		return
	}
	align := m.i.align
	if !m.i.user {
		align = l.fieldAlign(m.i, align)
	}
	switch {
	case pack != 0:
		align = min(align, pack)
	case m.packed:
		align = 1
	}
	r.align = max(r.align, align, own)
	r.user = r.user || m.i.user
}

// integralSize reports whether gcc gives a struct of this size an integer mode. (gcc gives it none if a member must be
// in memory, which only matters for structs aligned to 8 by _Atomic members on i386.)
func integralSize(n int64) bool { return n == 1 || n == 2 || n == 4 || n == 8 }

// locate sets locs and gone.
func (r *record) locate(ms []*member) {
	r.locs = make([]FieldLoc, len(ms))
	r.gone = make([]bool, len(ms))
	for k, m := range ms {
		r.gone[k] = m.gone
		switch {
		case m.gone:
		case !m.bit:
			r.locs[k] = FieldLoc{Off: m.off / 8, Unit: max(m.i.size, 0)}
		default:
			r.locs[k] = r.unit(ms, m)
		}
	}
}

// unit returns the location of a bit-field; FieldLoc describes the choice of the unit.
func (r *record) unit(ms []*member, m *member) FieldLoc {
	loc := func(off, unit int64) FieldLoc {
		return FieldLoc{Off: off, Unit: unit, BitOff: int(m.off - 8*off), BitWidth: int(m.bits)}
	}
	first, last := m.off/8, (m.off+max(m.bits, 1)-1)/8
	for u := m.typeLen / 8; u >= 1; u /= 2 {
		off := first / u * u
		if u <= 8 && off+u > last && off+u <= r.size && !r.others(ms, off, off+u) {
			return loc(off, u)
		}
	}
	for u := int64(1); u <= 8; u *= 2 {
		if first+u > last && first+u <= r.size {
			return loc(first, u)
		}
	}
	return loc(first, last-first+1)
}

// others reports whether a member that is not a bit-field has bytes in the range from..to-1.
func (r *record) others(ms []*member, from, to int64) bool {
	for _, m := range ms {
		if !m.gone && !m.bit && m.off/8 < to && m.off/8+max(m.i.size, 0) > from {
			return true
		}
	}
	return false
}

// roundUp returns the least multiple of align that is at least n.
func roundUp(n, align int64) int64 {
	if align <= 1 {
		return n
	}
	return (n + align - 1) / align * align
}
