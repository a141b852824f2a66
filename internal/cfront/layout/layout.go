// Package layout computes sizes, alignments and member offsets of C types as gcc does for the i386 and x86-64 System V
// ABIs, and folds integer constant expressions with them.
//
// The sizes and offsets of package cc are wrong for bit-fields and packed types. cc also ignores #pragma pack, and
// folds its sizes into sizeof. So nothing outside of this package may use cc's Size, Align or Offset, nor the Value of
// an expression.
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
//	Layout    computes and caches the sizes of types and the locations of members
//	Add       reads one unit: attributes, pragma pack, enums; checks static assertions
//	ConstInt  folds integer constant expressions, with C's types and conversions
//	typeOf    computes the types of expressions, with qualifiers, from the text of declarations; Add writes them
//	          into cc's tree where cc has other types (retype.go)
//
// The rules for structs follow gcc's stor-layout for a target with PCC_BITFIELD_TYPE_MATTERS; record.go lists them. If
// this package does not know how gcc lays out a type, it returns an error and never guesses: for decimal types,
// attribute mode on a type other than a plain integer type, ms_struct, and scalar_storage_order. Types of variable size
// are errors as well, since the program computes their sizes.
//
// Some values that cc folds itself cannot be overridden: designators of array elements, widths of bit-fields, the
// condition of __builtin_choose_expr. They are compared with the values that this package computes, and a difference is
// an error.
package layout

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Layout computes layouts for a data model and the units that were added. It is not safe for concurrent use, since it
// caches its results.
type Layout struct {
	arith
	typing typing

	specs   map[cc.Type]*spec          // by the type that Field.ParentType returns
	records map[cc.Type]*record        // by the same type
	enums   map[*cc.Enumerator]*enum   // the enumeration of each enumerator
	values  map[*cc.Enumerator]*number // computed values
	empty   map[cc.Token]int64         // alignment of structs without members, by tag
	busy    map[cc.Type]bool           // records whose layout is being computed
	depth   int                        // the depth of the recursion in the evaluation of constants and types
	vectors bool                       // an added unit has vectors
}

// typing computes the types of declarators, type names and expressions.
type typing struct {
	*Layout
	decls map[*cc.Declarator]declSpec // the specifiers of each declarator
	types map[any]*ctype              // the types of declarators, type names and expressions
}

// arith computes with numbers that have the C types of a data model.
type arith struct {
	UnsignedChar bool // plain char is unsigned
	model        ir.DataModel
}

// FieldLoc is the location of a member in a struct or union.
//
// For a bit-field, one access of Unit bytes at Off covers the member: its bits are BitOff..BitOff+BitWidth-1 of the
// little-endian number there. The unit lies within the struct, and Unit is 1, 2, 4 or 8. A packed bit-field may fit
// into no such unit; then Unit is the number of bytes that the bit-field touches (3, 5, 6, 7, 9). If possible, the unit
// has the size of the declared type, or of its half, quarter and so on, is aligned to it, and has bit-fields only.
//
// For other members BitWidth is 0, and Unit is the size of the member (0 for a flexible array).
type FieldLoc struct {
	Off, Unit        int64
	BitOff, BitWidth int
}

// New returns a layout for a data model, without units.
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

// Error is the error for a type that is incomplete or not supported, and therefore has no layout.
type Error struct{ Msg string }

func (e *Error) Error() string { return e.Msg }

// errorf returns an *Error.
func errorf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// Sizeof returns the size of a type in bytes. Functions and void have size 1, as in gcc. It fails for an incomplete
// type and for an array of variable length.
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

// Alignof returns the alignment in bytes of an object of type t that is not a member: gcc's __alignof__. On i386 it is
// 8 for double, although a member of type double has the alignment 4.
func (l *Layout) Alignof(t cc.Type) (int64, error) {
	i, err := l.info(t)
	return i.align, err
}

// minAlignof returns C's _Alignof: the least alignment in bytes of objects of type t, members included.
func (l *Layout) minAlignof(t cc.Type) (int64, error) {
	i, err := l.info(t)
	if err != nil || i.user {
		return i.align, err
	}
	return l.fieldAlign(i, min(i.align, 16)), nil
}

// Field returns the location of f in t, a struct or union of which f is a member, directly or through anonymous
// members. The offset is from the beginning of t.
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

// find returns the location of the named member in t, which may be in an anonymous member. Since C allows a name once,
// the order of the search does not matter. align is the alignment of the member in bytes; ok is false if there is no
// such member.
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

// canonical returns the type that identifies a struct or union. Its copies in cc differ only in qualifiers and typedef
// names. canonical returns nil for a struct or union without members, and for other types.
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

// sameParent reports whether f is a direct member of t.
func sameParent(t cc.Type, f *cc.Field) bool { return canonical(t) == f.ParentType() }

// typeName returns the name of a type in messages.
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
