package vc

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Value is the symbolic value of a register, cell or expression. Immutable.
//
//	Bool   T: Bool
//	Int    Bits: T: BV of the width; Ints: T: Int with Lo <= T <= Hi
//	Float  T: FP
//	Ptr    Obj: the object's instance, 0 for none (null and other numbers);
//	       T: byte offset in it, resp. the number; BV, resp. Int by the sign of ptrdiff_t
type Value struct {
	T      *term.Term
	Obj    *term.Term // Ptr only
	Lo, Hi *big.Int   // Ints: bounds of T where its type is Int or Ptr
	exact  *exactly   // Ints: what T is modulo the size of its type, if that is known
}

// Encoding is how machine integers become terms.
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

// limits are the bounds of an integer type (Ptr: of offsets).
func limits(t ir.Type) (lo, hi *big.Int) {
	r := ranges[typeKey(t)]
	return r[0], r[1]
}

func typeKey(t ir.Type) int {
	k := int(t.Bits)
	if t.Signed || t.Kind == ir.Ptr {
		k += 128
	}
	return k
}

var ranges, modulus = makeRanges()

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

// number is the mathematical value of canonical bits.
func number(t ir.Type, bits uint64) *big.Int {
	if t.Signed || t.Kind == ir.Ptr {
		return big.NewInt(num.Signed(bits, t.Bits))
	}
	return new(big.Int).SetUint64(bits)
}

// BitsOf is the canonical bits of a constant term of the type: what a model says of a Value.T.
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

// sort is the sort of Value.T for a type.
func (e *Encoder) sort(t ir.Type) term.Sort {
	switch t.Kind { // sound: numbers, in the sort of the encoding
	case ir.Bool:
		return term.BoolSort
	case ir.Float:
		if t.Bits == 32 {
			return term.FP32
		}
		return term.FP64
	}
	if e.Enc == Ints {
		return term.IntSort
	}
	return term.BVSort(int(t.Bits))
}

// objSort is the sort of Value.Obj.
func (e *Encoder) objSort() term.Sort {
	if e.Enc == Ints {
		return term.IntSort
	}
	return term.BVSort(objBits)
}

const objBits = 24

func (e *Encoder) objConst(id int) *term.Term {
	if e.Enc == Ints {
		return e.C.Int(int64(id))
	}
	return e.C.BV(uint64(id), objBits)
}

// Fresh is an arbitrary value of a type. For a pointer: any existing object or none.
func (e *Encoder) Fresh(prefix string, t ir.Type) *Value {
	v := e.C.Fresh(prefix, e.sort(t))
	val := &Value{T: v}
	if t.Kind == ir.Ptr {
		val.Obj = e.C.Fresh(prefix+".obj", e.objSort())
	}
	if e.Enc == Ints && (t.Kind == ir.Int || t.Kind == ir.Ptr) {
		val.Lo, val.Hi = limits(t)
		e.bound(v, val.Lo, val.Hi)
	}
	return val
}

// unknown is Fresh for something that is over-approximated.
func (e *Encoder) unknown(t ir.Type, why string) *Value {
	e.approximate(why)
	return e.Fresh("any", t)
}

// approximate counts a place where a value is over-approximated.
func (e *Encoder) approximate(why string) {
	e.Approx++
	if e.Why == "" {
		e.Why = why
	}
}

// bound makes lo <= v <= hi an axiom of the constant v.
func (e *Encoder) bound(v *term.Term, lo, hi *big.Int) {
	e.axiom(v, e.C.And(e.C.ILe(e.C.IntBig(lo), v), e.C.ILe(v, e.C.IntBig(hi))))
}

func (e *Encoder) axiom(v, fact *term.Term) {
	if !fact.IsTrue() && !slices.Contains(e.axioms[v], fact) {
		e.axioms[v] = append(e.axioms[v], fact)
	}
}

// Axioms are what is known of the constants in ts, and of those in what is
// known of them: to be asserted beside them.
func (e *Encoder) Axioms(ts ...*term.Term) []*term.Term {
	var out []*term.Term
	seen, given := map[*term.Term]bool{}, map[*term.Term]bool{} // an axiom may be a part of what is asked
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if t.Op() == term.Var {
			for _, f := range e.axioms[t] {
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

// WithAxioms is ts followed by their axioms.
func (e *Encoder) WithAxioms(ts ...*term.Term) []*term.Term { return append(ts, e.Axioms(ts...)...) }

// AxiomsOf are the axioms of one constant.
func (e *Encoder) AxiomsOf(v *term.Term) []*term.Term { return e.axioms[v] }
