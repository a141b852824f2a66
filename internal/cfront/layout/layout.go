// Package layout computes sizes, alignments and member offsets of C types as
// gcc does for the i386 and x86-64 System V ABIs, and folds integer constant
// expressions with them.
//
// cc's own figures are wrong for bit-fields and packed types, it does not know
// #pragma pack, and it folds them into sizeof. So nothing outside this package
// may use cc's Size, Align or Offset, nor the Value of an expression.
//
//	struct S { char c; int b : 20; } __attribute__((packed));
//
//	l := layout.New(ir.ILP32)
//	err := l.Add(unit)           // attributes and pragmas of the unit
//	n, err := l.Sizeof(typeOfS)  // 4
//	loc, err := l.Field(typeOfS, fieldB)  // bits 0..19 of the 4 bytes at 1: Off 1, Unit 3
//
// Its parts:
//
//	Layout    sizes of types, places of members; remembers what it computed
//	Add       reads one unit: attributes, pragma pack, enums; checks static assertions
//	ConstInt  integer constant expressions, with C's types and conversions
//	typeOf    types of expressions with qualifiers, made from the text of declarations; Add puts them into
//	          cc's tree where cc has others (retype.go)
//
// The rules for structs follow gcc's stor-layout for a target with
// PCC_BITFIELD_TYPE_MATTERS; record.go lists them. A type that gcc would lay out
// in a way not known here is an error, never a guess: decimal types,
// attribute mode on what is not a plain integer type, ms_struct,
// scalar_storage_order. Types of variable size are errors as well
// (their sizes are computed by the program).
//
// A place where cc has folded something itself that cannot be overridden is
// compared with our own value, and an error if they differ: designators of
// array elements, widths of bit-fields, the condition of __builtin_choose_expr.
package layout

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Layout knows the data model and the units that were added. It is not safe for
// concurrent use: it remembers what it computed.
type Layout struct {
	arith
	typing typing

	specs   map[cc.Type]*spec          // by the type that Field.ParentType gives
	records map[cc.Type]*record        // by the same type
	enums   map[*cc.Enumerator]*enum   // the enumeration of each enumerator
	values  map[*cc.Enumerator]*number // computed values
	empty   map[cc.Token]int64         // alignment of structs without members, by tag
	busy    map[cc.Type]bool           // records whose layout is being computed
	depth   int                        // of the constant evaluation
	vectors bool                       // a unit has vectors
}

// typing computes the types of declarators, type names and expressions.
type typing struct {
	*Layout
	decls map[*cc.Declarator]declSpec // the specifiers that declarators belong to
	types map[any]*ctype              // of declarators, type names and expressions
}

// arith computes with numbers that have the types of a data model.
type arith struct {
	UnsignedChar bool // plain char is unsigned
	model        ir.DataModel
}

// FieldLoc is where a member lies. For a bit-field, one access of Unit bytes
// at Off covers it and it is the bits BitOff..BitOff+BitWidth-1 of the little
// endian number there; Unit is 1, 2, 4 or 8, except for packed bit-fields that
// straddle, where it is the number of bytes touched (3, 5, 6, 7, 9). The unit
// lies within the struct, and is the declared type's if no other member lies
// there. For other members BitWidth is 0 and Unit is the size of the member
// (0 for a flexible array).
type FieldLoc struct {
	Off, Unit        int64
	BitOff, BitWidth int
}

// New returns the layout for a data model.
func New(model ir.DataModel) *Layout {
	l := &Layout{
		arith:   arith{model: model},
		specs:   map[cc.Type]*spec{},
		records: map[cc.Type]*record{},
		enums:   map[*cc.Enumerator]*enum{},
		values:  map[*cc.Enumerator]*number{},
		empty:   map[cc.Token]int64{},
		busy:    map[cc.Type]bool{},
	}
	l.typing = typing{Layout: l, decls: map[*cc.Declarator]declSpec{}, types: map[any]*ctype{}}
	return l
}

// Error is a type that has no layout: incomplete, or not supported.
type Error struct{ Msg string }

func (e *Error) Error() string { return e.Msg }

func errorf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// Sizeof returns the size in bytes. Functions and void have size 1, as in gcc. For
// an incomplete type and a variable length array it is an error.
func (l *Layout) Sizeof(t cc.Type) (int64, error) {
	i, err := l.info(t)
	if err != nil {
		return 0, err
	}
	if i.size < 0 {
		return 0, errorf("the size of %s is not known", typeName(t))
	}
	return i.size, nil
}

// Alignof returns the alignment in bytes that an object of the type has on its own,
// gcc's __alignof__: on i386 that of double is 8, though 4 within a struct.
func (l *Layout) Alignof(t cc.Type) (int64, error) {
	i, err := l.info(t)
	return i.align, err
}

// MinAlignof is C's _Alignof: the least alignment, also as a member.
func (l *Layout) MinAlignof(t cc.Type) (int64, error) {
	i, err := l.info(t)
	if err != nil || i.user {
		return i.align, err
	}
	return l.fieldAlign(i, min(i.align, 16)), nil
}

// Field returns the place of f in t, a struct or union that has f as a member, also
// through anonymous members.
func (l *Layout) Field(t cc.Type, f *cc.Field) (FieldLoc, error) {
	if f.Name() == "" {
		r, err := l.record(t)
		if err != nil {
			return FieldLoc{}, err
		}
		if i := f.Index(); i < len(r.locs) && sameParent(t, f) {
			return r.locs[i], nil
		}
		return FieldLoc{}, errorf("%s has no such member", typeName(t))
	}
	loc, _, ok, err := l.find(t, f.Name(), 0)
	if err == nil && !ok {
		err = errorf("%s has no member %s", typeName(t), f.Name())
	}
	return loc, err
}

// find looks a name up in t and its anonymous members. C allows a name once, so
// the order does not matter. align is the member's own alignment in bytes.
func (l *Layout) find(t cc.Type, name string, depth int) (loc FieldLoc, align int64, ok bool, err error) {
	r, err := l.record(t)
	if err != nil || depth > 1000 {
		return FieldLoc{}, 0, false, err
	}
	fs := Fields(t)
	for i, f := range fs {
		if f.Name() == name {
			return r.locs[i], r.aligns[i], true, nil
		}
	}
	for i, f := range fs {
		if f.Name() != "" || f.IsBitfield() || r.gone[i] {
			continue
		}
		loc, align, ok, err := l.find(f.Type(), name, depth+1)
		if err != nil || ok {
			loc.Off += r.locs[i].Off
			return loc, align, ok, err
		}
	}
	return FieldLoc{}, 0, false, nil
}

// canonical returns the type that identifies a struct or union: copies of it differ
// in qualifiers and typedef names only. It is nil for one without members.
func canonical(t cc.Type) cc.Type {
	switch x := t.(type) {
	case *cc.StructType:
		if f := x.FieldByIndex(0); f != nil {
			return f.ParentType()
		}
	case *cc.UnionType:
		if f := x.FieldByIndex(0); f != nil {
			return f.ParentType()
		}
	}
	return nil
}

func sameParent(t cc.Type, f *cc.Field) bool { return canonical(t) == f.ParentType() }

// typeName returns the type in messages.
func typeName(t cc.Type) string {
	if d := t.Typedef(); d != nil && d.Name() != "" {
		return d.Name()
	}
	var tag, kind string
	switch x := t.(type) {
	case *cc.StructType:
		tok := x.Tag()
		kind, tag = "struct", tok.SrcStr()
	case *cc.UnionType:
		tok := x.Tag()
		kind, tag = "union", tok.SrcStr()
	case *cc.EnumType:
		tok := x.Tag()
		kind, tag = "enum", tok.SrcStr()
	default:
		return t.String()
	}
	if tag == "" {
		return "an unnamed " + kind
	}
	return kind + " " + tag
}
