package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers calls of functions without a body (7.1, 6.9). The meaning of such a name is found in this order:
//
//	a function of a dialect   its meaning there
//	a builtin of gcc          its meaning, or the meaning of the library function
//	a name of the library     its row in the table, if the declaration fits
//	any other name            --missing-bodies

// callLibrary lowers a call of s, a function without a body. With -fno-math-errno, functions of <math.h> may leave
// errno unchanged.
func (f *fn) callLibrary(c *call, s *link.Symbol) value {
	v := f.callNamed(c, s)
	if f.u.Src.NoMathErrno {
		if e, ok := f.l.library.entryOf(s); ok && (e.Header == "math.h" || e.Header == "complex.h") {
			systemCalls{f}.spoilErrno()
		}
	}
	return v
}

// callNamed lowers a call of s, a function without a body, by the meaning of its name.
func (f *fn) callNamed(c *call, s *link.Symbol) value {
	said := s.Type
	if c.old {
		said = c.ft
	}
	if e, ok := library.Find(s.Name); ok && (s.Proto || c.old && !strings.HasPrefix(s.Name, "__builtin_")) &&
		e.OtherResult(f.l.library.classes(said)) {
		return f.callMistyped(c, s, e)
	}
	e, known := f.l.library.entryOf(s)
	f.calls.evalArgs(c)
	if known && !s.Proto && strings.HasPrefix(s.Name, "__builtin_") && !strings.HasPrefix(e.Sig, "v") &&
		!e.Fits(f.l.library.classes(s.Type)) {
		return f.refuse(c, "its type is not known") // package csrc does not declare it
	}
	if known && c.old && !f.calls.passOld(c, e) {
		return f.refuse(c, "it is called without a prototype, and with arguments that it does not take; include <"+e.Header+
			">")
	}
	if known && f.u.Src.ShortWchar && (e.Header == "wchar.h" || strings.Contains(s.Name, "wc")) {
		return f.refuse(c, "the library's wchar_t has 32 bits, the program's 16 (-fshort-wchar)")
	}
	f.dropped.notePassed(c.vals...)
	contractChecks{f}.arguments(c, library.Base(s.Name))
	textCalls{f}.reads(c, library.Base(s.Name))
	before := len(f.l.IR.Sites)
	v := value{}
	switch h := f.handler(s); {
	case floatEnvCalls{f}.decimal(c):
		return f.refuse(c, "it rounds in the rounding mode and raises exceptions, which the program changes or reads")
	case h != nil:
		v = fileCalls{f}.onDescriptor(c, func() value {
			v := h(f, c)
			if !keepsErrno(library.Base(s.Name)) {
				systemCalls{f}.spoilErrno()
			}
			return v
		})
	case known && e.Class == library.Refused && !f.u.Model:
		return f.refuse(c, e.Reason+f.l.library.meant(s.Name))
	case known || f.u.Model:
		if m := f.l.library.model(s); m != nil {
			if !f.u.Model {
				f.l.library.lib.note(f, c, nil)
			}
			return floatEnvCalls{f}.toNearest(c, func() value { return f.calls.callDirect(c, m) })
		}
		return f.refuse(c, "it is declared otherwise than in <"+e.Header+">")
	default:
		if a, ok := f.l.library.allocatorOf(s); ok && !f.l.Cfg.Answers && len(c.vals) == len(a.Sig)-1 {
			return memoryCalls{f}.allocator(c, s, a)
		}
		switch frees := f.l.library.deallocator(s); {
		case f.l.Cfg.Answers: // a harness supplies the results
			v = f.callUnknown(c)
		case frees != nil:
			v = memoryCalls{f}.deallocate(c, s, frees)
		default:
			v = memoryCalls{f}.attributed(c, s)
		}
		if s.NoReturn {
			f.halt()
		}
	}
	f.l.library.lib.note(f, c, f.l.IR.Sites[before:])
	return v
}

// callMistyped lowers a call of a library function that the program declares with another type of result (int
// malloc();): it can only mean the library's function. The caller reads the result from the register in which the
// function returns it, which must have the same width.
func (f *fn) callMistyped(c *call, s *link.Symbol, e library.Entry) value {
	said := c.ft.Result()
	typ, ok := prologueType(f.u, "__builtin_"+s.Name).(*cc.FunctionType)
	if !ok || e.OtherResult(f.l.library.classes(typ)) || c.want && !f.sameRegister(typ.Result(), said) || !f.passedAlike(c,
		typ) {
		f.calls.evalArgs(c)
		return f.refuse(c, "it is declared otherwise than in <"+e.Header+">")
	}
	as := *s
	as.Type, c.ft = typ, typ
	v := f.callLibrary(c, &as)
	if !c.want {
		return value{}
	}
	return f.convert(v, said, c.node())
}

// sameRegister reports whether a value of one type can be read as a value of the other, bit for bit.
func (f *fn) sameRegister(a, b cc.Type) bool {
	ta, ok1 := f.l.IRType(a)
	tb, ok2 := f.l.IRType(b)
	return ok1 && ok2 && ta.Kind != ir.Float && tb.Kind != ir.Float && ta.Bits == tb.Bits
}

// passedAlike reports whether the arguments of a call are passed where a function of type t expects them.
func (f *fn) passedAlike(c *call, t *cc.FunctionType) bool {
	want := layout.Params(t)
	if len(c.args) < len(want) || len(c.args) > len(want) && !t.IsVariadic() {
		return false
	}
	said := layout.Params(c.ft)
	for i, p := range want {
		if i < len(said) && !f.sameRegister(said[i], p) || i >= len(said) && (typeClass(c.args[i].Type()) != typeClass(p) ||
			p.Kind() == cc.Float) {
			return false
		}
	}
	return true
}

// entryOf returns the row of the table for s, a function without a body; ok is false if s is not a function of the
// library.
func (l *libraryUse) entryOf(s *link.Symbol) (e library.Entry, ok bool) {
	e, ok = library.Find(s.Name)
	if !ok || strings.HasPrefix(s.Name, "__builtin_") || !s.Proto {
		return e, ok
	}
	return e, e.Fits(l.classes(s.Type)) && l.plausible(s)
}

// refused reports whether the table refuses the function.
func (l *libraryUse) refused(s *link.Symbol) bool {
	e, ok := l.entryOf(s)
	return !ok || e.Class == library.Refused
}

// classes returns a function type in the notation of the table's signatures, or "object".
func (l *libraryUse) classes(t cc.Type) string {
	ft, ok := t.(*cc.FunctionType)
	if !ok {
		return "object"
	}
	var b strings.Builder
	b.WriteByte(typeClass(ft.Result()))
	if !layout.HasProto(ft) {
		return b.String() + "?"
	}
	for _, p := range layout.Params(ft) {
		b.WriteByte(typeClass(p))
	}
	if ft.IsVariadic() {
		b.WriteByte('.')
	}
	return b.String()
}

// typeClass returns the letter for a type in the notation of the table.
func typeClass(t cc.Type) byte {
	switch {
	case t.Kind() == cc.Void:
		return 'v'
	case cc.IsIntegerType(t), t.Kind() == cc.Enum:
		return 'i'
	case cc.IsComplexType(t):
		return 'c'
	case cc.IsArithmeticType(t):
		return 'f'
	case t.Kind() == cc.Ptr, t.Kind() == cc.Array, t.Kind() == cc.Function, t.Kind() == cc.Union && onlyPointers(t):
		return 'p'
	}
	return 's'
}

// onlyPointers reports whether all members of a union are pointers, as in glibc's transparent unions for arguments of
// several types.
func onlyPointers(t cc.Type) bool {
	list := layout.Fields(t)
	for _, m := range list {
		if m.Type().Kind() != cc.Ptr {
			return false
		}
	}
	return len(list) > 0
}

// refuse ends the execution at a call that is not modelled, by an obligation: no run continues, and a proof must show
// that no execution reaches the call.
func (f *fn) refuse(c *call, why string) value {
	text := c.name
	if why != "" {
		text += ": " + why
	}
	f.violate(ir.NoModel, text, c.pos)
	return f.calls.deadResult(c)
}

// meant returns a suggestion, for a message, of modelled functions of other verifiers with a similar name, or "".
func (l *libraryUse) meant(name string) string {
	if !isIntrinsic(name) {
		return ""
	}
	var like []string
	for _, n := range l.Near(name) {
		if isIntrinsic(n) {
			like = append(like, n)
		}
	}
	if len(like) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(like, ", ") + "?"
}

// libraryObject ends the execution by an obligation where the program uses an object of the library that is not
// modelled.
func (f *fn) libraryObject(s *link.Symbol, n cc.Node) {
	if s.Defined() || s.Tentative || s.Static || f.consts {
		return
	}
	if e, ok := library.Find(s.Name); ok && e.Object() && !f.u.Model && e.Class == library.Refused {
		f.violate(ir.NoModel, s.Name+": "+e.Reason, f.at(n))
	}
	if (s.Name == "environ" || s.Name == "__environ") && f.l.library.unitObject(s) != nil && f.l.library.changesEnv() {
		f.violate(ir.NoModel, s.Name+": the program changes its environment", f.at(n))
	}
}

// callMissing refuses a call whose arguments do not fit the library's declaration.
func (f *fn) callMissing(c *call) value {
	return f.refuse(c, "it is called otherwise than it is declared")
}

// callUnknown lowers a call of a function of which only the declaration is known. Depending on --missing-bodies, the
// result is an input, or the execution ends by an obligation.
func (f *fn) callUnknown(c *call) value {
	mode := f.l.Cfg.MissingBodies
	if mode == "unknown" {
		edge := f.emitAt(&ir.Skip{}, c.pos)
		f.calls.missing = append(f.calls.missing, missingCall{edge: edge, name: c.name, pos: c.pos})
		f.violate(ir.NoBodyOf, c.name, c.pos)
		return f.calls.deadResult(c)
	}
	var edge *ir.Edge
	if mode == "havoc" {
		edge = f.emitAt(&ir.HavocAll{Why: "no body for " + c.name}, c.pos)
	}
	before := f.cur
	v := f.calls.inputOf(ir.NoBody, c.name, c.ft.Result(), c)
	if edge == nil {
		if f.cur == before {
			edge = f.emitAt(&ir.Skip{}, c.pos)
		} else {
			edge = f.cur.In[0]
		}
	}
	f.calls.missing = append(f.calls.missing, missingCall{edge: edge, name: c.name, pos: c.pos})
	return v
}
