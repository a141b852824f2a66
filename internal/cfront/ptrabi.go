package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Calls of functions through pointers of another type, as the machine does them.
// The values that it passes are given, all else is approximate: a proof covers it, no run
// that reads it counts.
//
//   - x86-64 (System V): numbers and pointers go one after the other in six
//     registers, floats in eight others. A callee with more parameters finds
//     anything in those that the caller did not set.
//   - i386: all arguments lie on the stack, one or two words each.
//
// Of a number that is too narrow the upper bits are arbitrary. Structures, long
// double and pointers that the caller did not pass are left out: such a call has no
// meaning here.

// adapt makes the arguments of a call fit a function of another type; ok is
// false if they do not.
func (pc *ptrCall) adapt(s *symbol, try bool) (vals []value, ok bool) {
	sig := s.sig
	if pc.ret != nil || sig.sret || sig.wide.wide() || pc.f.l.isWide(pc.c.ft.Result()) || isOpaque(sig.resultC) ||
		isOpaque(pc.c.ft.Result()) || !pc.resultFits(sig) {
		return nil, false
	}
	for _, v := range pc.c.vals {
		if v.opaque || v.aggregate() || v.e == nil {
			return nil, false
		}
	}
	for i, t := range sig.paramsC {
		if it, ok := pc.f.l.machine(t, pc.c.pos); !ok || isAggregate(t) {
			return nil, false
		} else if a := pc.passed(sig, i); it.Kind == ir.Ptr && (a.e == nil || a.e.Type().Bits < it.Bits ||
			a.e.Type().Kind == ir.Float) {
			return nil, false
		}
	}
	if try {
		return nil, true
	}
	for i, t := range sig.paramsC {
		it, _ := pc.f.l.machine(t, pc.c.pos)
		v := pc.passed(sig, i)
		if it == ir.F32 && s.fn != nil && !layout.HasProto(s.typ.(*cc.FunctionType)) {
			v = value{} // passed as double
		}
		vals = append(vals, pc.fit(v, t, it))
	}
	if sig.variadic {
		vals = append(vals, pc.unnamed(sig)...)
	}
	return vals, true
}

// passed returns the argument that a callee finds as its i-th parameter; zero: the caller
// has put one there.
func (pc *ptrCall) passed(sig *signature, i int) value {
	if pc.f.model() == ir.ILP32 {
		at, size := 0, 0
		for j := 0; j <= i; j++ {
			at += size
			size = words(pc.machineOf(sig.paramsC[j]))
		}
		k, aligned := pc.argAt(at)
		if !aligned || k == len(pc.c.vals) || words(pc.c.vals[k].e.Type()) != size {
			return value{}
		}
		return pc.c.vals[k]
	}
	class := pc.machineOf(sig.paramsC[i]).Kind == ir.Float
	n := 0
	for _, t := range sig.paramsC[:i] {
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

func (pc *ptrCall) machineOf(t cc.Type) ir.Type {
	it, _ := pc.f.l.machine(t, pc.c.pos)
	return it
}

// words returns the size of an argument on the stack of i386.
func words(t ir.Type) int { return (int(t.Size()) + 3) / 4 }

// argAt returns the argument that begins at a word of the stack.
func (pc *ptrCall) argAt(word int) (k int, ok bool) {
	at := 0
	for k = 0; k < len(pc.c.vals) && at < word; k++ {
		at += words(pc.c.vals[k].e.Type())
	}
	return k, at == word
}

// unnamed returns the arguments that a function finds after its named parameters.
func (pc *ptrCall) unnamed(sig *signature) []value {
	f := pc.f
	first, exact := min(len(sig.paramsC), len(pc.c.vals)), true
	if f.model() == ir.ILP32 {
		at := 0
		for _, t := range sig.paramsC {
			at += words(pc.machineOf(t))
		}
		first, exact = pc.argAt(at)
	} else {
		for _, v := range pc.c.vals {
			exact = exact && v.e.Type().Kind != ir.Float
		}
		for _, t := range sig.paramsC {
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

// regInts is how many numbers System V passes in registers; floats have more.
const regInts = 6

// fit converts an argument to the type of a parameter.
func (pc *ptrCall) fit(v value, t cc.Type, it ir.Type) value {
	f := pc.f
	if v.e == nil || f.model() == ir.LP64 && len(pc.c.vals) > regInts {
		return pc.any(t, it)
	}
	return pc.as(v, t, it)
}

// any is an arbitrary value of a type.
func (pc *ptrCall) any(t cc.Type, it ir.Type) value {
	e := pc.f.approx("argument", it)
	if t.Kind() == cc.Bool {
		e = ir.NewCast(it, ir.NewBinary(ir.Ne, e, ir.NewConst(it, 0)))
	}
	return value{e: e, t: t}
}

// as reads a register or word that holds v as a type.
func (pc *ptrCall) as(v value, t cc.Type, it ir.Type) value {
	f := pc.f
	from := v.e.Type()
	switch {
	case from == it && (t.Kind() != cc.Bool || v.t != nil && v.t.Kind() == cc.Bool):
		return value{e: v.e, t: t}
	case from.Kind == ir.Float || it.Kind == ir.Float || t.Kind() == cc.Bool:
		return pc.any(t, it)
	case from.Bits >= it.Bits:
		return value{e: ir.NewCast(it, v.e), t: t}
	}
	wide := pc.any(t, it)
	if from.Kind == ir.Int && it.Kind == ir.Int {
		f.emitAt(&ir.Assume{Cond: ir.NewBinary(ir.Eq, ir.NewCast(from, wide.e), v.e), Guard: ir.OtherGuard}, pc.c.pos)
	}
	return wide
}

// resultFits reports whether what the caller reads as the result has a meaning.
func (pc *ptrCall) resultFits(sig *signature) bool {
	return pc.dst == nil || pc.dst.Type.Kind != ir.Ptr || sig.result.Kind != ir.Float && sig.result != ir.Void &&
		sig.result.Bits >= pc.dst.Type.Bits
}

// callOther calls a function of another type.
func (pc *ptrCall) callOther(s *symbol, g *ir.Func) {
	f := pc.f
	c := *pc.c
	c.name = s.name
	c.vals, _ = pc.adapt(s, false)
	args, _ := f.calls.irArgs(&c, s.sig)
	switch {
	case pc.dst == nil:
		f.emitAt(&ir.Call{Func: g, Args: args}, c.pos)
	case s.sig.result == ir.Void:
		f.emitAt(&ir.Call{Func: g, Args: args}, c.pos)
		f.emitAt(&ir.Assign{Dst: pc.dst, Src: pc.any(pc.c.ft.Result(), pc.dst.Type).e}, c.pos)
	default:
		t := f.temp(s.sig.result)
		f.emitAt(&ir.Call{Dst: t, Func: g, Args: args}, c.pos)
		v := pc.as(value{e: ir.NewRef(t), t: s.sig.resultC}, pc.c.ft.Result(), pc.dst.Type)
		f.emitAt(&ir.Assign{Dst: pc.dst, Src: v.e}, c.pos)
	}
}
