package term

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Kind is the kind of a sort, without its parameters.
type Kind uint8

// The kinds.
const (
	Bool  Kind = iota + 1
	BV         // bit-vector of 1 to 4096 bits
	Int        // unbounded integer
	FP         // IEEE binary32 or binary64
	Array      // total map from a scalar sort to a scalar sort
)

// Scalar is a sort other than an array.
type Scalar struct {
	Kind Kind
	Bits uint16 // BV: width; FP: 32 or 64; else 0
}

// Sort is the sort of a term. Sorts are comparable with ==.
type Sort struct {
	Scalar
	Index, Elem Scalar // Array only
}

// The sorts without parameters.
var (
	BoolSort = Sort{Scalar: Scalar{Kind: Bool}}
	IntSort  = Sort{Scalar: Scalar{Kind: Int}}
	FP32     = Sort{Scalar: Scalar{Kind: FP, Bits: 32}}
	FP64     = Sort{Scalar: Scalar{Kind: FP, Bits: 64}}
)

// BVSort returns the sort of bit-vectors of the given width.
func BVSort(bits int) Sort { return Sort{Scalar: Scalar{Kind: BV, Bits: uint16(bits)}} }

// ArraySort returns the sort of arrays from index to elem, both scalar.
func ArraySort(index, elem Sort) Sort {
	return Sort{Scalar: Scalar{Kind: Array}, Index: index.Scalar, Elem: elem.Scalar}
}

// Sort returns s as a Sort.
func (s Scalar) Sort() Sort { return Sort{Scalar: s} }

// Op is the operator at the root of a term.
type Op uint8

// The operators, with the semantics of SMT-LIB. Two operands x and y have the same
// sort.
const (
	Const Op = iota + 1 // literal of Bool, BV, Int, FP
	Var                 // free constant, or variable bound by an enclosing quantifier
	App                 // application of the uninterpreted predicate or function Name to Args

	Not
	And // n-ary, n >= 2
	Or  // n-ary, n >= 2
	Eq  // equality on any sort; FP: same value, NaN equal to NaN (not IEEE)
	Ite // Args: condition, then, else

	Forall // Args: bound variables, then the body
	Exists

	BVNeg
	BVAdd // n-ary
	BVMul // n-ary
	BVUDiv
	BVURem
	BVSDiv
	BVSRem
	BVNot
	BVAnd // n-ary
	BVOr  // n-ary
	BVXor // binary
	BVShl
	BVLShr
	BVAShr
	BVUlt
	BVUle
	BVSlt
	BVSle
	BVConcat  // binary: high, low
	BVExtract // P = high bit, Q = low bit
	BVZext    // zero extension to the term's width
	BVSext    // sign extension to the term's width

	IAdd // n-ary
	IMul // n-ary
	IDiv // Euclidean, as SMT-LIB's div
	IMod // 0 <= IMod(x, y) < |y|
	ILe
	BVToInt // the unsigned value
	IntToBV // the operand modulo 2^width

	Select
	Store
	ConstArray

	FPOfBits // the float with the bits of a bit-vector
	FPNeg
	FPAbs
	FPAdd // arithmetic rounds to nearest, ties to even
	FPSub
	FPMul
	FPDiv
	FPSqrt
	FPRound  // to integral, P = Rounding
	FPEq     // IEEE
	FPLt     // IEEE
	FPLe     // IEEE
	FPOfFP   // from a float of the other width
	FPOfSBV  // from a signed bit-vector
	FPOfUBV  // from an unsigned bit-vector
	FPToSBV  // toward zero; unspecified outside of the range
	FPToUBV  // toward zero; unspecified outside of the range
	FPIsNaN  // Bool
	opsCount // number of operators
)

// Rounding is the mode of FPRound.
type Rounding int

// Rounding modes.
const (
	Nearest Rounding = iota // ties to even
	Down
	Up
	Zero
)

// Term is a node of a term graph: immutable, made by a Ctx, and unique in it,
// so that == decides structural equality of terms of one Ctx.
type Term struct {
	op   Op
	sort Sort
	id   uint32
	p, q int32    // parameters of BVExtract, FPRound
	name string   // Var, App
	bits uint64   // Const of Bool, FP, BV up to 64 bits
	big  *big.Int // Const of Int, BV of more than 64 bits
	args []*Term
	hash uint64 // the hash of all fields except id, see rehash
}

// Op returns the operator of t.
func (t *Term) Op() Op { return t.op }

// Sort returns the sort of t.
func (t *Term) Sort() Sort { return t.sort }

// ID returns the number of t. A Ctx numbers its terms from 1 in the order in which it makes them. Operands have smaller
// numbers than the terms that contain them.
func (t *Term) ID() int { return int(t.id) }

// Args returns the operands; callers must not change them.
func (t *Term) Args() []*Term { return t.args }

// Arg returns the i-th operand.
func (t *Term) Arg(i int) *Term { return t.args[i] }

// Name returns the name of a Var or App.
func (t *Term) Name() string { return t.name }

// Params returns the parameters of BVExtract (high, low) and FPRound (mode, 0).
func (t *Term) Params() (p, q int) { return int(t.p), int(t.q) }

// IsTrue reports whether t is the literal true.
func (t *Term) IsTrue() bool { return t.op == Const && t.sort.Kind == Bool && t.bits == 1 }

// IsFalse reports whether t is the literal false.
func (t *Term) IsFalse() bool { return t.op == Const && t.sort.Kind == Bool && t.bits == 0 }

// IsConst reports whether t is a literal.
func (t *Term) IsConst() bool { return t.op == Const }

// Bits returns the value of a literal of sort Bool, FP, or BV of up to 64 bits; ok is false for other terms.
func (t *Term) Bits() (v uint64, ok bool) {
	ok = t.op == Const && (t.sort.Kind == Bool || t.sort.Kind == FP || t.sort.Kind == BV && t.sort.Bits <= 64)
	return t.bits, ok
}

// Big returns the value of a literal of sort Int, or the unsigned value of a literal of
// sort BV; ok is false for other terms. Callers must not change the result.
func (t *Term) Big() (v *big.Int, ok bool) {
	if t.op != Const {
		return nil, false
	}
	switch t.sort.Kind {
	case Int:
		return t.big, true
	case BV:
		if t.big != nil {
			return t.big, true
		}
		return new(big.Int).SetUint64(t.bits), true
	}
	return nil, false
}

// Ctx makes terms. It has one method for each operator, which rewrites the term to a normal form. It keeps each term
// once, so that equal terms of a context are the same pointer. It is not safe for concurrent use, and terms of
// different contexts must not be operands of one term.
type Ctx struct {
	atoms
	rules rewriter
	raw   bool // the constructors do not rewrite; for tests
}

// atoms makes the terms without operands (literals, constants) and applications of functions, which no rule rewrites.
type atoms struct {
	table
	t, f  *Term           // the literals true and false
	names map[string]bool // the names of the variables that were made
	fresh map[string]int  // by prefix: the number of the next name that Fresh tries
}

// table holds each term of a context once, by its hash.
type table struct {
	terms map[uint64][]*Term
	next  uint32 // the number of terms made so far
	until *until // the context that ends the work, see Until; nil if there is none
}

// New returns an empty context.
func New() *Ctx {
	c := &Ctx{}
	c.table = table{terms: map[uint64][]*Term{}}
	c.names, c.fresh = map[string]bool{}, map[string]int{}
	c.t = c.node(Term{op: Const, sort: BoolSort, bits: 1})
	c.f = c.node(Term{op: Const, sort: BoolSort, bits: 0})
	c.rules = rewriter{Ctx: c, extracts: map[extraction]*Term{}}
	return c
}

// Len returns the number of terms made so far.
func (c *table) Len() int { return int(c.next) }

// prime is the multiplier of the hash function FNV-1a.
const prime = 1099511628211

// rehash computes t.hash.
func (t *Term) rehash() {
	h := uint64(14695981039346656037)
	mix := func(v uint64) { h = (h ^ v) * prime; h ^= h >> 29 }
	mix(uint64(t.op) | uint64(t.sort.Kind)<<8 | uint64(t.sort.Bits)<<16 | uint64(t.sort.Index.Bits)<<32 | uint64(
		t.sort.Elem.Bits)<<48)
	mix(t.bits)
	mix(uint64(uint32(t.p))<<32 | uint64(uint32(t.q)))
	for i := 0; i < len(t.name); i++ {
		h = (h ^ uint64(t.name[i])) * prime
	}
	if t.big != nil {
		for _, w := range t.big.Bits() {
			mix(uint64(w))
		}
		mix(uint64(t.big.Sign() + 1))
	}
	for _, a := range t.args {
		mix(uint64(a.id))
	}
	t.hash = h
}

// same reports whether a and b are equal, apart from their numbers.
func same(a, b *Term) bool {
	if a.op != b.op || a.sort != b.sort || a.bits != b.bits || a.p != b.p || a.q != b.q || a.name != b.name ||
		len(a.args) != len(b.args) {
		return false
	}
	if (a.big == nil) != (b.big == nil) || a.big != nil && a.big.Cmp(b.big) != 0 {
		return false
	}
	for i := range a.args {
		if a.args[i] != b.args[i] {
			return false
		}
	}
	return true
}

// find returns the term that is equal to t, or nil if it was not made.
func (c *table) find(t Term) *Term {
	t.rehash()
	return c.lookup(&t)
}

// lookup is like find, for a term whose hash is computed.
func (c *table) lookup(t *Term) *Term {
	for _, o := range c.terms[t.hash] {
		if same(o, t) {
			return o
		}
	}
	return nil
}

// node returns the term of the table that is equal to t, after adding it if needed. It does not rewrite t.
func (c *table) node(t Term) *Term {
	t.rehash()
	if o := c.lookup(&t); o != nil {
		return o
	}
	c.next++
	n := new(Term) // not &t, which would be allocated also if the term is found
	*n = t
	n.id = c.next
	c.terms[t.hash] = append(c.terms[t.hash], n)
	return n
}

// Var returns the free constant with this name and sort. The same name with another sort is another constant; one
// formula must not have both. A name is any text without | and \.
func (c *atoms) Var(name string, s Sort) *Term {
	must(!strings.ContainsAny(name, `|\`), "name %q", name)
	c.names[name] = true
	return c.node(Term{op: Var, sort: s, name: name})
}

// Fresh returns a new constant with a name prefix!n that no constant of the context has.
func (c *atoms) Fresh(prefix string, s Sort) *Term {
	for {
		n := c.fresh[prefix]
		c.fresh[prefix] = n + 1
		if name := fmt.Sprintf("%s!%d", prefix, n); !c.names[name] {
			return c.Var(name, s)
		}
	}
}

// App returns the application of an uninterpreted function with results of sort s. It is a predicate if s is Bool.
func (c *atoms) App(name string, s Sort, args ...*Term) *Term {
	must(!strings.ContainsAny(name, `|\`), "name %q", name)
	return c.node(Term{op: App, sort: s, name: name, args: slices.Clone(args)})
}
