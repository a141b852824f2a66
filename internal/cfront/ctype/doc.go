// Package ctype relates the types of C to the machine types of the IR (C17 6.2.5, 6.3).
//
// A scalar C type is represented by an ir.Type. The properties that C adds (rank, enum, typedef names) do not influence
// values. A struct or union value is the address of its bytes, and a wide number consists of several machine values
// (Form). Opaque types (decimal floats) have no representation: a value of such a type is unknown, and if it is
// converted to a number of another type, the result is an input of kind Approx.
//
// A Table belongs to one program: it has the layouts of the program's types (package layout) and the classes of types
// that several files share (package typeclass). Its methods return
//
//	IRType, KindType, WideForm, Machine   how values of a type are represented and passed
//	Signature                             the machine types of a function
//	Size, Align, ScalarElem               what lies in memory
//	Points, KindOf, PartsOf               the kinds of objects to which pointers point (ir.Part)
//	Compatible, SameFunction              which types of several files are the same
//
// The functions of the package need no table: tests of a type (IsAggregate, IsOpaque, IsVector, Elem), conversions
// (Promote, Usual, UsualForm) and the C text of a type (TypeText).
package ctype
