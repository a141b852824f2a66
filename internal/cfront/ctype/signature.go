package ctype

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Signature describes the machine types of a function's parameters and result. A struct result is written to the
// address in a hidden first parameter, and a struct parameter is the address of the caller's copy. Arguments for ...
// are in a block whose address is a hidden last parameter. A wide number is passed as its parts. Opaque values are not
// passed at all.
type Signature struct {
	Result   ir.Type   // Void if there is no result, or it is an aggregate or opaque
	SRet     bool      // the result is a struct
	Wide     Form      // the form of a wide result, whose first part is returned
	Params   []ir.Type // all parameters, including hidden ones
	Variadic bool      // the function has ...
	proto    bool      // the parameters are known, from a prototype or a definition
	ResultC  cc.Type
	ParamsC  []cc.Type // the declared parameters
}

// Signature returns the signature of a function of type t; def is its definition, or nil.
func (l *Table) Signature(t *cc.FunctionType, def *cc.FunctionDefinition, pos ir.Pos) *Signature {
	s := &Signature{ResultC: t.Result(), Variadic: t.IsVariadic(), proto: layout.HasProto(t)}
	ptr := l.Model.Ptr()
	s.Result, _ = l.Machine(t.Result(), pos)
	if IsAggregate(t.Result()) {
		s.SRet = true
		s.Params = append(s.Params, ptr)
	}
	if w, ok := l.WideForm(t.Result()); ok {
		s.Wide, s.Result = w, w.Types()[0]
	}
	s.ParamsC = layout.Params(t)
	for _, p := range s.ParamsC {
		if w, ok := l.WideForm(p); ok {
			s.Params = append(s.Params, w.Types()...)
		} else if it, ok := l.Machine(p, pos); ok {
			s.Params = append(s.Params, it)
		}
	}
	if s.Variadic {
		s.Params = append(s.Params, ptr)
	}
	if def != nil {
		s.proto = true
	}
	return s
}

// Machine returns the type in which a value of type t is passed to a function; ok is false for void and opaque types.
func (l *Table) Machine(t cc.Type, pos ir.Pos) (ir.Type, bool) {
	if IsAggregate(t) || t.Kind() == cc.Function {
		return l.Model.Ptr(), t.Kind() == cc.Function || t.Kind() != cc.Array
	}
	return l.IRType(t)
}
