package ir

// Stmt is the statement of an edge.
type Stmt interface{ isStmt() }

// Mark is the side of a C branch that an Assume is on. The order of paths in ranges depends on it (docs/ranged.md).
type Mark uint8

// Branch marks.
const (
	NoMark Mark = iota
	True
	False
)

// Guard is the reason for an Assume. It determines the meaning of an execution that the Assume blocks.
type Guard uint8

// The guards.
const (
	Branch      Guard = iota // a C branch
	UserAssume               // __VERIFIER_assume and its kin
	DivGuard                 // division by zero ends the execution
	OvfGuard                 // signed overflow ends the execution (--overflow=undefined)
	ShiftGuard               // the amount of a shift is in range, or is out of range
	CallGuard                // a call through a pointer goes to this function
	AccessGuard              // an access to memory that is not valid ends the execution (--after-undefined=stop)
	OtherGuard
)

// Skip does nothing.
type Skip struct{}

// Assign is Dst = Src.
type Assign struct {
	Dst *Var
	Src Expr
}

// Assume blocks the execution unless Cond, a Bool, holds.
type Assume struct {
	Cond  Expr
	Mark  Mark
	Guard Guard
}

// Input assigns to Dst an arbitrary value of its type. A Ptr input is null or the address of a fresh object of
// FreshSize bytes with arbitrary contents; if its site is an Approx, proofs take any pointer.
type Input struct {
	Dst       *Var
	Site      *Site
	FreshSize int64
}

// LoadStmt assigns to Dst the Dst.Type.Size() bytes of memory at Addr. Uninitialised bytes become inputs of their
// object's site when they are first read. An invalid read yields an arbitrary value (package exec ends the run).
type LoadStmt struct {
	Dst  *Var
	Addr Expr
}

// Store writes Val to memory at Addr. An invalid write changes nothing (package exec ends the run).
type Store struct {
	Addr Expr
	Val  Expr
}

// Decl begins the lifetime of an object of the running function: from here AddrOf means a new instance with arbitrary
// contents. Every object is declared before its address is used. The lifetimes of all instances end when the function
// returns.
type Decl struct{ Obj *Object }

// End ends the lifetime of the current instance of an object of the running function: accesses through pointers to it
// are invalid from here on. No path has an AddrOf of the object between an End and the next Decl. Without a live
// instance, End does nothing.
type End struct{ Obj *Object }

// AllocKind is the region of memory that an Alloc uses.
type AllocKind uint8

// Allocation kinds. Stack memory (VLA, alloca) dies when the function returns, if not before.
const (
	Heap AllocKind = iota
	Stack
)

// Alloc assigns to Dst the address of a new object of Size (an Int) bytes. The contents are zero if Zeroed is set, else
// arbitrary (inputs of Site). For size 0, the address is unique but has no bytes.
type Alloc struct {
	Dst    *Var
	Size   Expr
	Kind   AllocKind
	Zeroed bool
	Site   *Site
	Kept   bool // for Heap: the program need not free the object; it is not a leak if it is alive at the end
	// For Heap: the contents of another object move to the new object, and the other object is freed directly afterwards.
	// So both may have the same address.
	Moved bool
}

// Free ends the lifetime of the object that begins at Addr and that an Alloc of the same Kind made. It does nothing if
// Addr is null, and is an invalid free for all other addresses.
type Free struct {
	Addr Expr
	Kind AllocKind
	Kept bool // for Heap: an Alloc with Kept made the object
}

// MemCopy copies N (an Int) bytes from Src to Dst as memmove does, with
// uninitialised bytes staying uninitialised. N = 0 touches nothing.
type MemCopy struct{ Dst, Src, N Expr }

// MemSet sets N bytes at Dst to the low byte of Val.
type MemSet struct{ Dst, Val, N Expr }

// MemHavoc makes N bytes at Addr arbitrary: when the bytes are read, they become inputs of Site.
type MemHavoc struct {
	Addr, N Expr
	Site    *Site
}

// HavocAll makes all memory and all global registers arbitrary (a body-less function under --missing-bodies=havoc).
// Package exec cannot run it; the outcome is Unsupported.
type HavocAll struct{ Why string }

// Call calls Func; Dst is nil if the result is not used. The front end has replaced calls through pointers by direct
// calls.
type Call struct {
	Dst  *Var
	Func *Func
	Args []Expr
}

// Return leaves the function with Val. Val is nil if Result is Void, or if the value is missing and therefore
// arbitrary. The edge leads to Func.Exit.
type Return struct{ Val Expr }

// Math assigns to Dst the result of libm's Fn (sin, pow, ...) for Args, all of Dst's Float type. Proofs take any value
// within MathRange (the front end adds Assumes with proved facts about Fn). Runs compute the result: exactly if
// EvalMath determines it, otherwise approximately.
//
// Some Fn are not functions of libm but questions about objects (AsksObject). For these, the only argument is a Ptr,
// and Dst, an Int, becomes a number that describes its object. Proofs may take any value for this number, too.
type Math struct {
	Dst  *Var
	Fn   string
	Args []Expr
}

// The questions of a Math about objects. Size and Offset refer to the provenance of the pointer: the object that it was
// computed from, dead or alive.
const (
	Extent = "extent" // the size of the live heap object that begins at the pointer, 0 if there is none; realloc needs it
	Size   = "size"   // the size of the object; 0 if there is none
	Offset = "offset" // the distance of the pointer from the beginning of its object, wrapped; 0 if there is no object
)

// AsksObject reports whether a Math with this Fn is a question about objects.
func AsksObject(fn string) bool { return fn == Extent || fn == Size || fn == Offset }

// Undefined ends the execution with undefined behaviour of a Kind such as "invalid call" or UndefTrap. It is used for
// undefined behaviour that is not an invalid access and for which the program has no obligation.
type Undefined struct{ Kind string }

func (*Skip) isStmt()      {}
func (*Assign) isStmt()    {}
func (*Assume) isStmt()    {}
func (*Input) isStmt()     {}
func (*LoadStmt) isStmt()  {}
func (*Store) isStmt()     {}
func (*Decl) isStmt()      {}
func (*End) isStmt()       {}
func (*Alloc) isStmt()     {}
func (*Free) isStmt()      {}
func (*MemCopy) isStmt()   {}
func (*MemSet) isStmt()    {}
func (*MemHavoc) isStmt()  {}
func (*HavocAll) isStmt()  {}
func (*Call) isStmt()      {}
func (*Return) isStmt()    {}
func (*Math) isStmt()      {}
func (*Undefined) isStmt() {}
