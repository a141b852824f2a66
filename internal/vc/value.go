package vc

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Value is the symbolic value of a register, cell or expression. It is immutable.
//
//	Bool   T: Bool
//	Int    Bits: T: BV of the width; Ints: T: Int with Lo <= T <= Hi
//	Float  T: FP
//	Ptr    Obj: number of the object's instance, 0 for null and other numbers without an object;
//	       T: the byte offset in the object, or the number if Obj is 0; BV, or a signed Int
type Value struct {
	T      *term.Term
	Obj    *term.Term // Ptr only
	Lo, Hi *big.Int   // Ints: bounds of T where its type is Int or Ptr
	exact  *unwrapped // Ints: the integer that T was before it was wrapped into its type, if known
	addrOf *Value     // a pointer whose address this integer is, of the width of addresses; nil if none is known
}

// Encoding selects the terms that represent machine integers.
type Encoding uint8

// The encodings, see the package doc.
const (
	Bits Encoding = iota
	Ints
)

func (e Encoding) String() string {
	if e == Ints {
		return "ints"
	}
	return "bits"
}

// limits returns the bounds of an integer type, or of the offsets of a pointer type.
func limits(t ir.Type) (lo, hi *big.Int) {
	r := ranges[typeKey(t)]
	return r[0], r[1]
}

// typeKey returns the index of an integer type or a pointer type in ranges.
func typeKey(t ir.Type) int {
	k := int(t.Bits)
	if t.Signed || t.Kind == ir.Ptr {
		k += 128
	}
	return k
}

// ranges has the bounds of a type at its typeKey, modulus the power 2^w at each width w.
var ranges, modulus = makeRanges()

// makeRanges returns the tables ranges and modulus.
func makeRanges() (out [256][2]*big.Int, mod [129]*big.Int) {
	one := big.NewInt(1)
	for w := 1; w <= 64; w++ {
		m := new(big.Int).Lsh(one, uint(w))
		mod[w] = m
		out[w] = [2]*big.Int{new(big.Int), new(big.Int).Sub(m, one)}
		h := new(big.Int).Lsh(one, uint(w-1))
		out[w+128] = [2]*big.Int{new(big.Int).Neg(h), new(big.Int).Sub(h, one)}
	}
	return out, mod
}

// number returns the mathematical value of canonical bits.
func number(t ir.Type, bits uint64) *big.Int {
	if t.Signed || t.Kind == ir.Ptr {
		return big.NewInt(num.Signed(bits, t.Bits))
	}
	return new(big.Int).SetUint64(bits)
}

// BitsOf returns the canonical bits of c as a value of type t. c is a constant term, for example the value of a Value.T
// in a model; the result is false for other terms.
func BitsOf(t ir.Type, c *term.Term) (uint64, bool) {
	if b, ok := c.Bits(); ok {
		return b, true
	}
	v, ok := c.Big()
	if !ok {
		return 0, false
	}
	if w := uint(t.Bits); w > 0 {
		v = new(big.Int).And(v, new(big.Int).SetUint64(num.Mask(uint8(w)))) // two's complement
	}
	return v.Uint64(), true
}

// sort returns the sort of Value.T for a type.
func (sy *symbols) sort(t ir.Type) term.Sort {
	switch t.Kind { // sound: integers and pointers have the sort of the encoding
	case ir.Bool:
		return term.BoolSort
	case ir.Float:
		if t.Bits == 32 {
			return term.FP32
		}
		return term.FP64
	}
	if sy.Enc == Ints {
		return term.IntSort
	}
	return term.BVSort(int(t.Bits))
}

// objSort returns the sort of Value.Obj.
func (sy *symbols) objSort() term.Sort {
	if sy.Enc == Ints {
		return term.IntSort
	}
	return term.BVSort(objBits)
}

// objBits is the width of Value.Obj in Bits.
const objBits = 24

// objConst returns the term Value.Obj of the instance with number id.
func (sy *symbols) objConst(id int) *term.Term {
	if sy.Enc == Ints {
		return sy.C.Int(int64(id))
	}
	return sy.C.BV(uint64(id), objBits)
}

// Fresh returns an arbitrary value of a type. A fresh pointer leads to any existing object, or to none.
func (sy *symbols) Fresh(prefix string, t ir.Type) *Value {
	v := sy.C.Fresh(prefix, sy.sort(t))
	val := &Value{T: v}
	if t.Kind == ir.Ptr {
		val.Obj = sy.C.Fresh(prefix+".obj", sy.objSort())
	}
	if sy.Enc == Ints && (t.Kind == ir.Int || t.Kind == ir.Ptr) {
		val.Lo, val.Hi = limits(t)
		sy.bound(v, val.Lo, val.Hi)
	}
	return val
}

// unknown returns a fresh value for a value that the encoding cannot express, and counts the approximation.
func (sy *symbols) unknown(t ir.Type, why string) *Value {
	sy.approximate(why)
	return sy.Fresh("any", t)
}

// approximate counts a value that is over-approximated.
func (sy *symbols) approximate(why string) {
	sy.Approx++
	if sy.Why == "" {
		sy.Why = why
	}
}

// bound makes lo <= v <= hi an axiom of the constant v.
func (sy *symbols) bound(v *term.Term, lo, hi *big.Int) {
	sy.axiom(v, sy.C.And(sy.C.ILe(sy.C.IntBig(lo), v), sy.C.ILe(v, sy.C.IntBig(hi))))
}

// axiom records a fact that holds for every value of the constant v.
func (sy *symbols) axiom(v, fact *term.Term) {
	if !fact.IsTrue() && !slices.Contains(sy.axioms[v], fact) {
		sy.axioms[v] = append(sy.axioms[v], fact)
	}
}

// Axioms returns the axioms of the constants in ts, of the constants in these axioms, and so on. A caller asserts them
// in addition to ts.
func (sy *symbols) Axioms(ts ...*term.Term) []*term.Term {
	var out []*term.Term
	seen, given := map[*term.Term]bool{}, map[*term.Term]bool{} // two maps, since an axiom may be a subterm of ts
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if t.Op() == term.Var {
			for _, f := range sy.axioms[t] {
				if !given[f] {
					given[f] = true
					out = append(out, f)
				}
				visit(f)
			}
		}
		for _, a := range t.Args() {
			visit(a)
		}
	}
	for _, t := range ts {
		visit(t)
	}
	return out
}

// WithAxioms returns ts followed by their axioms.
func (sy *symbols) WithAxioms(ts ...*term.Term) []*term.Term { return append(ts, sy.Axioms(ts...)...) }

// AxiomsOf returns the axioms of one constant.
func (sy *symbols) AxiomsOf(v *term.Term) []*term.Term { return sy.axioms[v] }
