package ir

// Expr is a pure, total expression: it reads registers, never memory (Load and
// Forall excepted, which stand in specifications only, and Valid, which asks for what is alive),
// and has a value for all values of its registers. Nodes are immutable and may be shared.
type Expr interface {
	Type() Type
	isExpr()
}

// Const is a literal. Bits holds an Int in canonical form (num), a Float as
// its own IEEE bits (32 or 64), a Bool as 0 or 1, a Ptr as its number (0: null).
type Const struct {
	T    Type
	Bits uint64
}

// Ref reads a register.
type Ref struct{ Var *Var }

// AddrOf is the address of byte 0 of an object. For an object of a function it
// is the instance that the last Decl of the running activation made.
type AddrOf struct {
	Obj *Object
	T   Type // Ptr
}

// FuncAddr is the address of a function: non-null, different for each
// function, never valid for a load or store.
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
	FAbs                 // Float; exact IEEE operations follow
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

// The binary operators. Operands of arithmetic have one type, which is the
// result's; shifts take an amount of any Int type (read as it is: negative
// amounts are too large); comparisons and logic give Bool. Greater-than is
// written with swapped operands.
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
	Le                    // likewise
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

// PtrAdd is P + Index*Scale bytes, modulo the address width. Index is an Int
// of any type, extended by its sign. It never overflows in the sense of C and
// keeps the provenance of P.
type PtrAdd struct {
	P, Index Expr
	Scale    int64
}

// PtrDiff is the distance P - Q in bytes, of the model's Diff type.
type PtrDiff struct{ P, Q Expr }

// Overflows is the Bool "the exact result of X Op Y leaves the type": for
// Add, Sub, Mul, and Div (smallest value by -1) of one Int type. Unary minus is
// 0 - X.
type Overflows struct {
	Op   BinOp
	X, Y Expr
}

// Question is what a Valid asks of the table of objects.
type Question uint8

// The questions. A pointer speaks of the object that it was made of, dead or alive, as an access
// through it does; a number beyond that object is in none.
const (
	Readable Question = iota + 1 // N > 0 bytes at Addr lie in one live object; true of N = 0
	Writable                     // likewise in one that is not constant
	Freeable                     // Addr is null, or the beginning of a live object of the heap; N is nil
	Same                         // Addr and N, a Ptr too, are equal, or belong to one object, dead or alive
	Dynamic                      // Addr belongs to an object of the heap, dead or alive; N is nil
	Tracked                      // something leads to each live object of the heap; Addr and N are nil
	// the object that Addr, an AddrOf, names has a live instance; N is nil. In specifications only
	Live
	// no Free has ended an instance of the object that Addr, an AddrOf, names since the running function was entered; N is
	// nil. In specifications only
	Kept
)

// Valid is the Bool answer to a question about the objects as they are now. On edges it is the
// condition of an Assume, or its negation, and nothing else; specifications use it as they
// please. Where nothing is known of objects any answer is sound.
//
// The pointers that lead to an object: in Roots (Ptr, or Int) and in the bytes of global objects and of objects of
// pointer inputs, then those in what is reached, to any byte or to the end. Pointers that became numbers count in runs
// that look at addresses.
type Valid struct {
	What    Question
	Addr, N Expr
	Roots   []Expr // of Tracked only
}

// HasAddr and HasN say which operands a question has.
func (q Question) HasAddr() bool { return q != Tracked }
func (q Question) HasN() bool    { return q == Readable || q == Writable || q == Same }

// Load reads memory in a specification (an invariant); never on an edge.
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

// Asks is the question of a condition that is a Valid or the negation of one; nil if it is neither.
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
	for { // a sum of many parts is deep on the left
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
