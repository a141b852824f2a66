package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file finds the functions to which a pointer of another type may point. A call through such a pointer is
// undefined in C (6.5.2.2), but compilers accept it, and the machine passes arguments as for the pointer's type. A
// function gets into a pointer of another type by a conversion, so conversions are recorded as a graph over function
// types:
//
//	int f(int, int);
//	int (*p)(int) = (int (*)(int))f;      int(int, int) -> int(int)
//	void *v = f;                          int(int, int) -> anything
//	union { void *v; int (*p)(int); } u;  anything <-> int(int), in memory
//
// Paths through memory (by pointers to an object that holds a pointer to a function) count as well. Programs that
// access structures by void * have many such paths, and few of them convert a function in fact, but a possible call
// that is left out would make a proof wrong.

// funcCast is a conversion between pointers to functions; nil means every other type.
type funcCast struct{ from, to *cc.FunctionType }

// pointerFlow finds the functions to which pointers may lead, and makes calls through them direct.
type pointerFlow struct {
	*linker
	ptrCalls []*ptrCall            // calls through pointers that are not direct yet
	taken    []*link.Symbol        // functions whose address is taken
	isTaken  map[*link.Symbol]bool // the set of the functions in taken
	missed   *ir.Var               // global register: the dispatcher found no function (ptrdispatch.go), or nil

	noted     map[castKey]bool                  // the conversions that noteCast has seen
	casts     map[funcCast]bool                 // the graph: true if by value, false if only through memory
	castCount int                               // number of changes of casts
	reachedBy map[reachedKey][]*cc.FunctionType // cache of reached
	unions    map[cc.Type]bool                  // the unions whose members noteUnion has entered
	holds     map[int][]*cc.FunctionType        // cache of funcsIn, by class of the type

	labelsTaken int64 // the number that represents the address of the last label whose address is taken (jump.go)
}

// addCast adds a conversion to the graph; value is false if it goes through memory.
func (l *pointerFlow) addCast(from, to *cc.FunctionType, value bool) {
	if from == to || from != nil && to != nil && layout.HasProto(from) && layout.HasProto(to) && l.Compatible(from, to) {
		return
	}
	k := funcCast{l.SameFunction(from), l.SameFunction(to)}
	if old, known := l.casts[k]; !known || value && !old {
		l.casts[k] = value
		l.castCount++
	}
}

// noteCast records the conversion of v to t.
func (f *fn) noteCast(v value, t cc.Type) {
	if v.opaque || v.e == nil {
		return
	}
	if c, ok := v.e.(*ir.Const); ok && f.l.flow.noFunction(c) {
		return
	}
	f.l.flow.noteCast(v.t, t, !f.calls.harmless && !v.fresh)
}

// castKey identifies a conversion by the classes of its types.
type castKey struct {
	from, to int
	objects  bool
}

// noteCast records a conversion between two types. If objects is set and both are pointers to objects, it also records
// that a pointer to a function in such an object may be read with the type that it has in the other object.
func (l *pointerFlow) noteCast(from, to cc.Type, objects bool) {
	if from == to {
		return
	}
	k := castKey{l.Classes.Class(from), l.Classes.Class(to), objects} // -1: any type
	if k.from == k.to || l.noted[k] {
		return
	}
	l.noted[k] = true
	a, b := calledType(from), calledType(to)
	if a != nil || b != nil {
		l.addCast(a, b, true)
		return
	}
	ea, eb := pointee(from), pointee(to)
	if !objects || ea == nil && eb == nil || ea != nil && eb != nil && ea.Kind() == eb.Kind() && l.Compatible(ea, eb) {
		return
	}
	l.mixed(l.funcsIn(ea), l.funcsIn(eb))
}

// mixed records that a pointer that is stored with a type in one of the lists may be read with a type in the other
// list. An empty list means any other type.
func (l *pointerFlow) mixed(as, bs []*cc.FunctionType) {
	if len(as) == 0 {
		as, bs = bs, as
	}
	if len(bs) == 0 {
		bs = []*cc.FunctionType{nil}
	}
	for _, a := range as {
		for _, b := range bs {
			l.addCast(a, b, false)
			l.addCast(b, a, false)
		}
	}
}

// isHarmless reports whether a function of the library reads no pointer from the objects that its arguments point to.
func isHarmless(name string) bool {
	return library.Base(name) == "assert" || library.FactsOf(library.Base(name)).NoPtr
}

// noteUnion records that the members of a union share their bytes.
func (l *pointerFlow) noteUnion(t cc.Type) {
	if t.Kind() != cc.Union || l.unions[t] {
		return
	}
	l.unions[t] = true
	fs := layout.Fields(t)
	for i, a := range fs {
		for _, b := range fs[:i] {
			if fa, fb := calledType(a.Type()), calledType(b.Type()); fa != nil && fb != nil {
				l.addCast(fa, fb, true)
				l.addCast(fb, fa, true)
				continue
			}
			l.mixed(l.funcsIn(a.Type()), l.funcsIn(b.Type()))
		}
	}
}

// calledType returns the function type that t points to, nil if t is not a pointer to a function.
func calledType(t cc.Type) *cc.FunctionType {
	if t == nil {
		return nil
	}
	ft, _ := pointee(t).(*cc.FunctionType)
	return ft
}

// pointee returns the type that t points to, nil if t is nil or not a pointer.
func pointee(t cc.Type) cc.Type {
	if t == nil {
		return nil
	}
	return ctype.Elem(t)
}

// funcsIn returns the function types to which pointers in an object of type t point. Pointers in objects that can be
// reached from it count, too.
func (l *pointerFlow) funcsIn(t cc.Type) []*cc.FunctionType {
	if t == nil {
		return nil
	}
	k := l.Classes.Class(t)
	if fs, ok := l.holds[k]; ok {
		return fs
	}
	var out []*cc.FunctionType
	seen := map[int]bool{}
	var visit func(t cc.Type)
	visit = func(t cc.Type) {
		if t == nil {
			return
		}
		k := l.Classes.Class(t)
		if seen[k] {
			return
		}
		seen[k] = true
		switch t := t.(type) {
		case *cc.PointerType:
			if ft, ok := t.Elem().(*cc.FunctionType); ok {
				if ft = l.SameFunction(ft); !slices.Contains(out, ft) {
					out = append(out, ft)
				}
				return
			}
			visit(t.Elem())
		case *cc.ArrayType:
			visit(t.Elem())
		case *cc.StructType, *cc.UnionType:
			if t.IsIncomplete() {
				return
			}
			for _, fld := range layout.Fields(t) {
				visit(fld.Type())
			}
		}
	}
	visit(t)
	l.holds[k] = out
	return out
}

// reach is how a function can get into a pointer of type to: not at all, only through memory, or by conversions of
// values.
type reach uint8

const (
	flowNone reach = iota
	flowMemory
	flowValue
)

// flowsTo returns how the function s can get into a pointer to a function of type to.
func (l *pointerFlow) flowsTo(s *link.Symbol, to *cc.FunctionType) reach {
	from, ok := s.Type.(*cc.FunctionType)
	if !ok || len(l.casts) == 0 {
		return flowNone
	}
	switch {
	case l.reaches(from, to, true):
		return flowValue
	case l.reaches(from, to, false):
		return flowMemory
	}
	return flowNone
}

// reaches reports whether conversions lead from one type to another. If values is set, only conversions of values
// count.
func (l *pointerFlow) reaches(from, to *cc.FunctionType, values bool) bool {
	for _, t := range l.reached(from, values) {
		if l.sameCalled(t, to) {
			return true
		}
	}
	return false
}

// sameCalled reports whether two nodes of the graph are the same: both nil, or compatible types.
func (l *pointerFlow) sameCalled(a, b *cc.FunctionType) bool {
	return a == b || a != nil && b != nil && l.Compatible(a, b)
}

// reachedKey are the arguments of reached, and castCount at the time of the call.
type reachedKey struct {
	from   *cc.FunctionType
	values bool
	casts  int
}

// reached returns the types to which conversions lead from a type. The first of them is the type itself. If values is
// set, only conversions of values count.
func (l *pointerFlow) reached(from *cc.FunctionType, values bool) []*cc.FunctionType {
	from = l.SameFunction(from)
	k := reachedKey{from, values, l.castCount}
	if out, ok := l.reachedBy[k]; ok {
		return out
	}
	seen := map[*cc.FunctionType]bool{from: true}
	out := []*cc.FunctionType{from}
	for i := 0; i < len(out); i++ {
		for c, value := range l.casts {
			if (value || !values) && !seen[c.to] && l.sameCalled(out[i], c.from) {
				seen[c.to] = true
				out = append(out, c.to)
			}
		}
	}
	l.reachedBy[k] = out
	return out
}
