package ir

// Stmt is the statement of an edge.
type Stmt interface{ isStmt() }

// Mark says which side of a C branch an Assume is (paper 5 orders paths by it).
type Mark uint8

// Branch marks.
const (
	NoMark Mark = iota
	True
	False
)

// Guard says why an Assume stands here.
type Guard uint8

// Guards: what a blocked execution means.
const (
	Branch      Guard = iota // a C branch
	UserAssume               // __VERIFIER_assume and its kin
	DivGuard                 // division by zero ends the execution
	OvfGuard                 // signed overflow ends the execution (--overflow=undefined)
	ShiftGuard               // amount in range or not
	CallGuard                // a call through a pointer goes to this function
	AccessGuard              // an access to memory that is not valid ends the execution (--after-undefined=stop)
	OtherGuard
)

// Skip does nothing.
type Skip struct{}

// Assign: Dst = Src.
type Assign struct {
	Dst *Var
	Src Expr
}

// Assume lets the execution pass only if Cond (Bool) holds.
type Assume struct {
	Cond  Expr
	Mark  Mark
	Guard Guard
}

// Input: Dst = an arbitrary value of its type. A Ptr input is null or the
// address of a fresh object of FreshSize bytes with arbitrary contents; one of an Approx
// site is in proofs any pointer at all.
type Input struct {
	Dst       *Var
	Site      *Site
	FreshSize int64
}

// LoadStmt: Dst = memory at Addr, Dst.Type.Size() bytes. Uninitialised bytes
// become inputs of their object's site when first read. An invalid read gives an
// arbitrary value (exec ends the run there).
type LoadStmt struct {
	Dst  *Var
	Addr Expr
}

// Store: memory at Addr = Val. An invalid write is lost (exec ends the run).
type Store struct {
	Addr Expr
	Val  Expr
}

// Decl begins the lifetime of an object of the running function: from here
// AddrOf means a new instance with arbitrary contents. Every object has been
// declared before its address is used; all instances die when the function returns.
type Decl struct{ Obj *Object }

// End ends the lifetime of the current instance of an object of the running function: what
// still points there makes invalid accesses. On no path is AddrOf met between an End and
// the next Decl. Without an instance, or after another End, it does nothing.
type End struct{ Obj *Object }

// AllocKind is where memory comes from.
type AllocKind uint8

// Allocation kinds. Stack memory (VLA, alloca) dies when the function returns, if not before.
const (
	Heap AllocKind = iota
	Stack
)

// Alloc: Dst = address of a new object of Size (an Int) bytes, zeroed or with
// arbitrary contents (inputs of Site). Size 0 gives a unique address without bytes.
type Alloc struct {
	Dst    *Var
	Size   Expr
	Kind   AllocKind
	Zeroed bool
	Site   *Site
	Kept   bool // of the heap; the program need not free it: what is alive at the end is no leak
	// of the heap; the contents of another object go there, which is freed next: it may lie where that one lies
	Moved bool
}

// Free ends the lifetime of the object of Kind that Alloc made and that begins at Addr; null does nothing;
// anything else is an invalid free.
type Free struct {
	Addr Expr
	Kind AllocKind
	Kept bool // of the heap; the object is one that Alloc made with Kept
}

// MemCopy copies N (an Int) bytes from Src to Dst as memmove does, with
// uninitialised bytes staying uninitialised. N = 0 touches nothing.
type MemCopy struct{ Dst, Src, N Expr }

// MemSet sets N bytes at Dst to the low byte of Val.
type MemSet struct{ Dst, Val, N Expr }

// MemHavoc makes N bytes at Addr arbitrary: inputs of Site when read.
type MemHavoc struct {
	Addr, N Expr
	Site    *Site
}

// HavocAll makes all memory and all global registers arbitrary (a body-less
// function under --missing-bodies=havoc). exec cannot run it: Unsupported.
type HavocAll struct{ Why string }

// Call calls Func; Dst is nil if the result is not used. Calls through
// pointers have been made direct by the front end.
type Call struct {
	Dst  *Var
	Func *Func
	Args []Expr
}

// Return leaves the function with Val (nil if Result is Void, or if a value
// is missing: then it is arbitrary). The edge leads to Func.Exit.
type Return struct{ Val Expr }

// Math: Dst = libm's Fn (sin, pow, ...) of Args, all of Dst's Float type. Proofs
// take any value within MathRange (the front end assumes more of what is proved of it); runs compute it,
// approximately but where EvalMath determines it.
//
// Some Fn are no functions of libm but ask the table of objects: Dst, an Int, becomes a number about
// the object of the one argument, a Ptr (AsksObject). A proof may take any value for that, too.
type Math struct {
	Dst  *Var
	Fn   string
	Args []Expr
}

// The questions that a Math asks of an object. Size and Offset speak of the object that the pointer was made of, dead
// or alive.
const (
	Extent = "extent" // the size of the live object of the heap that begins there, 0 if none does; realloc needs it
	Size   = "size"   // the size of the object; 0 if there is none
	Offset = "offset" // how far the pointer lies from the beginning of its object, wrapped; 0 if there is none
)

// AsksObject reports whether a Math of this Fn asks the table of objects.
func AsksObject(fn string) bool { return fn == Extent || fn == Size || fn == Offset }

// Undefined ends the execution with undefined behaviour that is neither an
// invalid access nor an obligation: "invalid call", "unreachable", ...
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
