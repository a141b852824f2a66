package ir

// Expr is a pure, total expression: it has a value for all values of its registers. It reads registers but not memory,
// except for Load and Forall, which occur in specifications only, and Valid, which asks about live objects. Nodes are
// immutable and may be shared.
type Expr interface {
	Type() Type
	isExpr()
}

// Const is a literal. Bits holds an Int in canonical form (num), a Float as its own IEEE bits (32 or 64), a Bool as 0
// or 1, a Ptr as its number (0 is null).
type Const struct {
	T    Type
	Bits uint64
}

// Ref reads a register.
type Ref struct{ Var *Var }

// AddrOf is the address of byte 0 of an object. For an object of a function, this is the instance that the last Decl of
// the running activation made.
type AddrOf struct {
	Obj *Object
	T   Type // Ptr
}

// FuncAddr is the address of a function. It is not null, differs from the addresses of other functions, and is never
// valid for a load or store.
type FuncAddr struct {
	Func *Func
	T    Type // Ptr
}

// UnOp is a unary operator.
type UnOp uint8

// The unary operators. The result has the type of the operand.
const (
	Neg  UnOp = iota + 1 // Int: two's complement; Float: flips the sign
	Not                  // Int: all bits
	LNot                 // Bool
	FAbs                 // Float; this operation and the next five are exact IEEE operations
	FSqrt
	FFloor
	FCeil
	FTrunc
	FNearest // ties to even
)

// Unary applies Op to X.
type Unary struct {
	Op UnOp
	X  Expr
}

// BinOp is a binary operator.
type BinOp uint8

// The binary operators. The operands of arithmetic have the same type, which is also the type of the result. The right
// operand of a shift may have any Int type; negative amounts count as too large. Comparisons and logic have type Bool.
// Greater-than is written as less-than with swapped operands.
const (
	Add  BinOp = iota + 1 // Int: wraps; Float
	Sub                   // Int: wraps; Float
	Mul                   // Int: wraps; Float
	Div                   // Int: truncating, see num.Div for 0; Float: IEEE
	Rem                   // Int
	And                   // Int
	Or                    // Int
	Xor                   // Int
	Shl                   // Int, see num.Shl
	Shr                   // Int, arithmetic if the left type is signed
	Eq                    // Int, Float (IEEE: NaN differs from itself), Ptr, Bool
	Ne                    // negation of Eq
	Lt                    // Int by the type's sign, Float (false with NaN), Ptr unsigned
	Le                    // as Lt
	LAnd                  // Bool, strict: both sides are total
	LOr                   // Bool
)

// Binary applies Op to X and Y.
type Binary struct {
	Op   BinOp
	X, Y Expr
}

// Cast converts X to T:
//
//	Int   -> Int    truncate, or extend by the sign of the source type
//	Int   -> Float  round to nearest, ties to even
//	Float -> Int    truncate toward zero; out of range or NaN: the smallest
//	                value of a signed T, 2^w-1 of an unsigned one (arbitrary in C:
//	                the front end keeps such numbers away)
//	Float -> Float  round to nearest, ties to even
//	Ptr   -> Int    the number, truncated or zero-extended
//	Int   -> Ptr    the number, truncated or extended by the sign of the source
//	Bool  -> Int    0 or 1
//
// A condition from a number is written x != 0.
type Cast struct {
	T Type
	X Expr
}

// PtrAdd is P + Index*Scale bytes, modulo the address width. Index is an Int of any type, extended by its sign. It
// never overflows in the sense of C and keeps the provenance of P.
type PtrAdd struct {
	P, Index Expr
	Scale    int64
}

// PtrDiff is the distance P - Q in bytes, of the model's Diff type.
type PtrDiff struct{ P, Q Expr }

// Overflows is the Bool which states that the exact result of X Op Y is outside of the operands' Int type. Op is Add,
// Sub, Mul, or Div (which overflows for the smallest value by -1). For unary minus, use 0 - X.
type Overflows struct {
	Op   BinOp
	X, Y Expr
}

// Question is the kind of a Valid: a question about the table of objects.
type Question uint8

// The questions. As for an access, a pointer refers to its provenance, the object from which it was computed, dead or
// alive. An address outside of this object is in no object.
const (
	Readable Question = iota + 1 // the N bytes at Addr lie in one live object; true for N = 0
	Writable                     // like Readable, and the object is not constant
	Freeable                     // Addr is null or the beginning of a live heap object; N is nil
	Same                         // Addr and N, which is a Ptr, are equal or belong to the same object, dead or alive
	Dynamic                      // Addr belongs to a heap object, dead or alive; N is nil
	Tracked                      // pointers lead to each live heap object (see Valid); Addr and N are nil
	// The object that Addr, an AddrOf, names has a live instance; N is nil. In specifications only.
	Live
	// No Free has ended an instance of the object that Addr, an AddrOf, names since the running function was entered; N is
	// nil. In specifications only.
	Kept
)

// Valid is the Bool answer to a question about the present state of the objects. On edges, it occurs only as the whole
// condition of an Assume, or negated as the whole condition; in specifications it may occur anywhere. An analysis that
// does not track objects may assume any answer.
//
// For Tracked, the pointers are found in Roots (of type Ptr or Int), in the bytes of global objects, and in the bytes
// of objects of pointer inputs. A pointer leads to an object if it points to a byte of the object or to its end; the
// bytes of this object may contain further pointers. Pointers that were converted to numbers count, too, in runs that
// track addresses.
type Valid struct {
	What    Question
	Addr, N Expr
	Roots   []Expr // for Tracked only
}

// HasAddr reports whether a Valid with the question q has an Addr.
func (q Question) HasAddr() bool { return q != Tracked }

// hasN reports whether a Valid with the question q has an N.
func (q Question) hasN() bool { return q == Readable || q == Writable || q == Same }

// Load reads memory in a specification, such as an invariant. It does not occur on edges.
type Load struct {
	T    Type
	Addr Expr
}

// Forall is the bounded quantifier of a specification: for all Lo <= Bound <
// Hi. Bound is a register that occurs nowhere else.
type Forall struct {
	Bound  *Var
	Lo, Hi Expr
	Body   Expr
}

// Asks returns the Valid v if cond is v or the negation of v, otherwise nil.
func Asks(cond Expr) *Valid {
	if u, ok := cond.(*Unary); ok && u.Op == LNot {
		cond = u.X
	}
	v, _ := cond.(*Valid)
	return v
}

func (q Question) String() string {
	switch q {
	case Readable:
		return "readable"
	case Writable:
		return "writable"
	case Freeable:
		return "freeable"
	case Same:
		return "same"
	case Dynamic:
		return "dynamic"
	case Tracked:
		return "tracked"
	case Live:
		return "live"
	case Kept:
		return "kept"
	default:
		panic("ir: unknown question")
	}
}

func (e *Const) Type() Type    { return e.T }
func (e *Ref) Type() Type      { return e.Var.Type }
func (e *AddrOf) Type() Type   { return e.T }
func (e *FuncAddr) Type() Type { return e.T }
func (e *Unary) Type() Type    { return e.X.Type() }
func (e *Binary) Type() Type {
	if e.Op >= Eq {
		return B
	}
	for { // iterate, since a long sum is a deep tree on the left
		x, ok := e.X.(*Binary)
		if !ok || x.Op >= Eq {
			return e.X.Type()
		}
		e = x
	}
}
func (e *Cast) Type() Type      { return e.T }
func (e *PtrAdd) Type() Type    { return e.P.Type() }
func (e *PtrDiff) Type() Type   { return Type{Int, e.P.Type().Bits, true} }
func (e *Overflows) Type() Type { return B }
func (e *Valid) Type() Type     { return B }
func (e *Load) Type() Type      { return e.T }
func (e *Forall) Type() Type    { return B }

func (*Const) isExpr()     {}
func (*Ref) isExpr()       {}
func (*AddrOf) isExpr()    {}
func (*FuncAddr) isExpr()  {}
func (*Unary) isExpr()     {}
func (*Binary) isExpr()    {}
func (*Cast) isExpr()      {}
func (*PtrAdd) isExpr()    {}
func (*PtrDiff) isExpr()   {}
func (*Overflows) isExpr() {}
func (*Valid) isExpr()     {}
func (*Load) isExpr()      {}
func (*Forall) isExpr()    {}
