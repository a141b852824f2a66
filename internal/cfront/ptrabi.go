package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Calls of functions through pointers of another type, as the machine executes them. Values that the machine passes are
// exact. All others are arbitrary: a proof covers every value, but a run that reads one is no counterexample.
//
//   - x86-64 (System V): numbers and pointers go one after the other in six registers, floats in eight others. If the
//     callee has more parameters than the call has arguments, the remaining parameters have any value.
//   - i386: all arguments lie on the stack, one or two words each.
//
// If an argument is narrower than the parameter, the upper bits are arbitrary, but for constants that are not negative:
// these fill the register. A call is not modelled if it has structures or long doubles, or if the callee has a pointer
// parameter for which the caller passes neither a pointer nor an integer of at least its width.

// adapt returns the arguments that s, a function of another type, receives from the call; ok is false if such a call is
// not modelled. If try is set, adapt emits nothing and returns only ok.
func (pc *ptrCall) adapt(s *link.Symbol, try bool) (vals []value, ok bool) {
	sig := pc.f.l.of(s).sig
	if pc.ret != nil || sig.SRet || sig.Wide.Wide() || pc.f.l.IsWide(pc.c.ft.Result()) || ctype.IsOpaque(sig.ResultC) ||
		ctype.IsOpaque(pc.c.ft.Result()) || !pc.resultFits(sig) {
		return nil, false
	}
	for _, v := range pc.c.vals {
		if v.opaque || v.aggregate() || v.e == nil {
			return nil, false
		}
	}
	for i, t := range sig.ParamsC {
		if it, ok := pc.f.l.Machine(t, pc.c.pos); !ok || ctype.IsAggregate(t) {
			return nil, false
		} else if a := pc.passed(sig, i); it.Kind == ir.Ptr && (a.e == nil ||
			a.e.Type().Bits < it.Bits && !fillsRegister(a.e) || a.e.Type().Kind == ir.Float) {
			return nil, false
		}
	}
	if try {
		return nil, true
	}
	for i, t := range sig.ParamsC {
		it, _ := pc.f.l.Machine(t, pc.c.pos)
		v := pc.passed(sig, i)
		if it == ir.F32 && promotes(s) { // the parameter is passed as double
			if v = pc.fit(v, t, ir.F64); v.e.Type() == ir.F64 {
				v = value{e: ir.NewCast(it, v.e), t: t}
			}
			vals = append(vals, v)
			continue
		}
		vals = append(vals, pc.fit(v, t, it))
	}
	if sig.Variadic {
		vals = append(vals, pc.unnamed(sig)...)
	}
	return vals, true
}

// passed returns the argument that a callee receives as its i-th parameter; the zero value if the caller passed none
// there.
func (pc *ptrCall) passed(sig *ctype.Signature, i int) value {
	if pc.f.model() == ir.ILP32 {
		at, size := 0, 0
		for j := 0; j <= i; j++ {
			at += size
			size = words(pc.machineOf(sig.ParamsC[j]))
		}
		k, aligned := pc.argAt(at)
		if !aligned || k == len(pc.c.vals) || words(pc.c.vals[k].e.Type()) != size {
			return value{}
		}
		return pc.c.vals[k]
	}
	class := pc.machineOf(sig.ParamsC[i]).Kind == ir.Float
	n := 0
	for _, t := range sig.ParamsC[:i] {
		if (pc.machineOf(t).Kind == ir.Float) == class {
			n++
		}
	}
	for _, v := range pc.c.vals {
		if (v.e.Type().Kind == ir.Float) != class {
			continue
		}
		if n == 0 {
			return v
		}
		if n--; n < 0 {
			break
		}
	}
	return value{}
}

// machineOf returns the machine type of a C type.
func (pc *ptrCall) machineOf(t cc.Type) ir.Type {
	it, _ := pc.f.l.Machine(t, pc.c.pos)
	return it
}

// words returns the size of an argument of type t on the stack of i386, in words of 4 bytes.
func words(t ir.Type) int { return (int(t.Size()) + 3) / 4 }

// argAt returns the index of the argument that begins at a word of the stack. At the end of the last argument this is
// the number of arguments. ok is false if no argument begins or ends at the word.
func (pc *ptrCall) argAt(word int) (k int, ok bool) {
	at := 0
	for k = 0; k < len(pc.c.vals) && at < word; k++ {
		at += words(pc.c.vals[k].e.Type())
	}
	return k, at == word
}

// unnamed returns the arguments that a callee receives after its named parameters.
func (pc *ptrCall) unnamed(sig *ctype.Signature) []value {
	f := pc.f
	first, exact := min(len(sig.ParamsC), len(pc.c.vals)), true
	if f.model() == ir.ILP32 {
		at := 0
		for _, t := range sig.ParamsC {
			at += words(pc.machineOf(t))
		}
		first, exact = pc.argAt(at)
	} else {
		for _, v := range pc.c.vals {
			exact = exact && v.e.Type().Kind != ir.Float
		}
		for _, t := range sig.ParamsC {
			exact = exact && pc.machineOf(t).Kind != ir.Float
		}
		exact = exact && len(pc.c.vals) <= regInts
	}
	var out []value
	for _, v := range pc.c.vals[first:] {
		if !exact {
			v = value{e: f.approx("argument", v.e.Type()), t: v.t}
		}
		out = append(out, v)
	}
	return out
}

// regInts is the number of integer arguments that System V passes in registers; for floats it is greater.
const regInts = 6

// fit returns the value that a parameter of type t and machine type it has if v is passed for it. If the caller passes
// no argument for the parameter, or on x86-64 more than regInts arguments in all, the value is arbitrary.
func (pc *ptrCall) fit(v value, t cc.Type, it ir.Type) value {
	f := pc.f
	if v.e == nil || f.model() == ir.LP64 && len(pc.c.vals) > regInts {
		return pc.any(t, it)
	}
	return pc.as(v, t, it)
}

// any returns an arbitrary, approximate value of type t.
func (pc *ptrCall) any(t cc.Type, it ir.Type) value {
	e := pc.f.approx("argument", it)
	if t.Kind() == cc.Bool {
		e = ir.NewCast(it, ir.NewBinary(ir.Ne, e, ir.NewConst(it, 0)))
	}
	return value{e: e, t: t}
}

// as returns the value of type t in the register or word that holds v.
func (pc *ptrCall) as(v value, t cc.Type, it ir.Type) value {
	f := pc.f
	from := v.e.Type()
	switch {
	case from == it && (t.Kind() != cc.Bool || v.t != nil && v.t.Kind() == cc.Bool || isTruth(v.e)):
		return value{e: v.e, t: t}
	case from.Kind == ir.Float || it.Kind == ir.Float || t.Kind() == cc.Bool:
		return pc.any(t, it)
	case from.Bits >= it.Bits:
		return value{e: ir.NewCast(it, v.e), t: t}
	}
	if fillsRegister(v.e) {
		return value{e: ir.NewCast(it, v.e), t: t}
	}
	wide := pc.any(t, it)
	if from.Kind == ir.Int && it.Kind == ir.Int {
		f.emitAt(&ir.Assume{Cond: ir.NewBinary(ir.Eq, ir.NewCast(from, wide.e), v.e), Guard: ir.OtherGuard}, pc.c.pos)
	}
	return wide
}

// resultFits reports whether the caller can read the callee's result as a result of its own type. Where the caller
// expects a pointer, the callee must return a pointer or an integer of at least the same width.
func (pc *ptrCall) resultFits(sig *ctype.Signature) bool {
	return pc.dst == nil || pc.dst.Type.Kind != ir.Ptr || sig.Result.Kind != ir.Float && sig.Result != ir.Void &&
		sig.Result.Bits >= pc.dst.Type.Bits
}

// callOther calls g, the function of s, whose type differs from the type of the pointer.
func (pc *ptrCall) callOther(s *link.Symbol, g *ir.Func) {
	f := pc.f
	c := *pc.c
	c.name = s.Name
	c.vals, _ = pc.adapt(s, false)
	args, _ := f.calls.irArgs(&c, pc.f.l.of(s).sig)
	switch {
	case pc.dst == nil:
		f.emitAt(&ir.Call{Func: g, Args: args}, c.pos)
	case pc.f.l.of(s).sig.Result == ir.Void:
		f.emitAt(&ir.Call{Func: g, Args: args}, c.pos)
		f.emitAt(&ir.Assign{Dst: pc.dst, Src: pc.any(pc.c.ft.Result(), pc.dst.Type).e}, c.pos)
	default:
		t := f.temp(pc.f.l.of(s).sig.Result)
		f.emitAt(&ir.Call{Dst: t, Func: g, Args: args}, c.pos)
		v := pc.as(value{e: ir.NewRef(t), t: pc.f.l.of(s).sig.ResultC}, pc.c.ft.Result(), pc.dst.Type)
		f.emitAt(&ir.Assign{Dst: pc.dst, Src: v.e}, c.pos)
	}
}
