package instrument

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Addresses wrap around, offsets in C's objects do not: under ILP32, a[n] with n = 0x40000000 is not a[0], though the
// machine computes the same address. So in addition to the question about the memory of an access, guards check that
// each index*scale is in [-H, H], with H = 2^(w-1) - 1, since no object is larger. They also check that the sum of the
// offsets in an address does not wrap around. These checks are exact, since pointer arithmetic beyond these bounds is
// undefined in C.
//
//	l0 -> l1: store ptradd(p, i, 4), x        becomes   l0 -> error: assume i < -H/4 || H/4 < i
//	                                                    l0 -> l2: assume -H/4 <= i && i <= H/4
//	                                                    l2 -> error, l3: as access.go has it
//
// The same holds for pointers that are assigned, stored, passed or returned, if an access may use them (leads). Literal
// offsets in bytes count modulo 2^w, as other tools write them (p + 0xfffffff8UL). Library models have no such guards,
// since they step through the bytes that they access.
//
// The guards do not find several assignments, each by less than H, that together wrap around (2^32 times p++).

// offsetsOf appends the guards for the offsets in addr. bad returns the error location; it is called only if there are
// guards.
func (g *guarder) offsetsOf(addr ir.Expr, bad func() *ir.Loc) {
	w := addr.Type().Bits
	half := num.Signed(num.MaxOf(w, true), w)
	diff := ir.Type{Kind: ir.Int, Bits: w, Signed: true}
	var sum ir.Expr       // the sum of the terms so far
	low, high := 0.0, 0.0 // bounds of sum
	list := steps(addr)
	for k, a := range list {
		most := half / max(a.Scale, -a.Scale)
		s, free := offsetSpan(a)
		if !free && !fits(s, a.Index.Type(), most) {
			g.within(a.Index, most, bad)
			s = ir.Span{Lo: max(s.Lo, -most), Hi: min(s.Hi, most)}
		}
		term := ir.NewBinary(ir.Mul, ir.NewCast(diff, a.Index), ir.NewConst(diff, a.Scale))
		x, y := float64(s.Lo)*float64(a.Scale), float64(s.Hi)*float64(a.Scale)
		low, high = low+min(x, y), high+max(x, y)
		if sum == nil {
			sum = term
			continue
		}
		if mayGoAround(low, high, half) || k < len(list)-1 && max(-low, high) >= float64(half) {
			over := &ir.Overflows{Op: ir.Add, X: sum, Y: term}
			g.either(&ir.Unary{Op: ir.LNot, X: over}, over, bad)
			low, high = max(low, -float64(half)), min(high, float64(half))
		}
		sum = ir.NewBinary(ir.Add, sum, term)
	}
}

// mayGoAround reports whether a sum with these bounds may be outside of [-H, H] but equal modulo 2^w to an offset in an
// object. It ignores objects that occupy nearly half of the address space.
func mayGoAround(low, high float64, half int64) bool {
	const near = 1.0 / 16
	return low < -float64(half)*(1+near) || high > 2*float64(half)*(1-near)
}

// steps returns the PtrAdds around the base of addr, innermost first, without those whose scale is 0.
func steps(addr ir.Expr) (out []*ir.PtrAdd) {
	switch a := addr.(type) { // sound: other expressions add no offset
	case *ir.PtrAdd:
		if out = steps(a.P); a.Scale != 0 {
			out = append(out, a)
		}
	case *ir.Cast:
		if a.X.Type().Kind == ir.Ptr && a.T.Kind == ir.Ptr {
			return steps(a.X)
		}
	}
	return out
}

// offsetSpan returns bounds of the index of a. free is true if the index is a literal that counts modulo 2^w.
func offsetSpan(a *ir.PtrAdd) (s ir.Span, free bool) {
	t := a.Index.Type()
	if k, ok := ir.IsConst(a.Index); ok && t.Bits == a.Type().Bits && (a.Scale == 1 || a.Scale == -1) {
		v := num.Signed(k, t.Bits)
		return ir.Span{Lo: v, Hi: v}, true
	}
	return ir.SpanOf(a.Index), false
}

// fits reports whether an index of type t with span s is always in [-most, most].
func fits(s ir.Span, t ir.Type, most int64) bool {
	return s.In(ir.Span{Lo: -most, Hi: most}) && s.Exact(t)
}

// within appends the guard that the index i is in [-most, most].
func (g *guarder) within(i ir.Expr, most int64, bad func() *ir.Loc) {
	t, s := i.Type(), ir.SpanOf(i)
	var good, wrong ir.Expr
	if s.Hi > most || !s.Exact(t) {
		hi := ir.NewConst(t, most)
		good, wrong = ir.NewBinary(ir.Le, i, hi), ir.NewBinary(ir.Lt, hi, i)
	}
	if s.Lo < -most {
		lo := ir.NewConst(t, -most)
		above, below := ir.NewBinary(ir.Le, lo, i), ir.NewBinary(ir.Lt, i, lo)
		if good == nil {
			good, wrong = above, below
		} else {
			good, wrong = ir.NewBinary(ir.LAnd, above, good), ir.NewBinary(ir.LOr, below, wrong)
		}
	}
	g.either(good, wrong, bad)
}

// either appends the guard good, and an edge with wrong, the negation of good, to the error location that bad returns.
func (g *guarder) either(good, wrong ir.Expr, bad func() *ir.Loc) {
	g.link(g.cur, bad(), &ir.Assume{Cond: wrong, Guard: ir.OtherGuard})
	g.step(&ir.Assume{Cond: good, Guard: ir.OtherGuard})
}

// asksOffsets reports whether offsetsOf may append a guard.
func asksOffsets(addr ir.Expr) bool {
	list := steps(addr)
	if len(list) == 0 {
		return false
	}
	w := addr.Type().Bits
	half := num.Signed(num.MaxOf(w, true), w)
	low, high := 0.0, 0.0
	for _, a := range list {
		most := half / max(a.Scale, -a.Scale)
		s, free := offsetSpan(a)
		if !free && !fits(s, a.Index.Type(), most) {
			return true
		}
		x, y := float64(s.Lo)*float64(a.Scale), float64(s.Hi)*float64(a.Scale)
		low, high = low+min(x, y), high+max(x, y)
	}
	return mayGoAround(low, high, half)
}

// values returns the pointers in s that later accesses may use and that need guards for their offsets.
func (g *guarder) values(s ir.Stmt) []ir.Expr {
	if !g.checks.Report[ir.ValidDeref] || strings.HasPrefix(g.f.Pos.File, "<") {
		return nil
	}
	pointer := func(e ir.Expr) []ir.Expr {
		if e != nil && e.Type().Kind == ir.Ptr && asksOffsets(e) {
			return []ir.Expr{e}
		}
		return nil
	}
	switch s := s.(type) { // sound: other statements do not store pointers
	case *ir.Assign:
		if g.leading()[s.Dst] {
			return pointer(s.Src)
		}
	case *ir.Store:
		return pointer(s.Val)
	case *ir.Return:
		return pointer(s.Val)
	case *ir.Call:
		var out []ir.Expr
		for _, a := range s.Args {
			out = append(out, pointer(a)...)
		}
		return out
	}
	return nil
}

// leading returns the registers of f whose value may become a part of an accessed address, in f or elsewhere: p in q =
// p + 1; *q = 0, but not end in p < end.
func (g *guarder) leading() map[*ir.Var]bool {
	if g.leads != nil {
		return g.leads
	}
	g.leads = map[*ir.Var]bool{}
	add := func(e ir.Expr) (grown bool) {
		ir.Vars(e, func(v *ir.Var) {
			grown = grown || !g.leads[v]
			g.leads[v] = true
		})
		return grown
	}
	for _, e := range g.f.Edges {
		switch s := e.Stmt.(type) { // sound: all registers in other statements
		case *ir.Assign:
			if s.Dst.Global {
				g.leads[s.Dst] = true
			}
		case *ir.Assume:
		default:
			for _, x := range ir.StmtExprs(s) {
				add(x)
			}
		}
	}
	for again := true; again; {
		again = false
		for _, e := range g.f.Edges {
			if s, ok := e.Stmt.(*ir.Assign); ok && g.leads[s.Dst] && add(s.Src) {
				again = true
			}
		}
	}
	return g.leads
}
