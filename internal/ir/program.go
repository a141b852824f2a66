package ir

// Program is a whole linked program.
type Program struct {
	Model       DataModel
	Funcs       []*Func   // with bodies; Func.ID is the index
	Globals     []*Var    // global registers: scalars whose address is never taken
	Objects     []*Object // global memory objects, string literals among them
	Entry       *Func     // synthetic: reads entry inputs, calls the C entry function, no parameters
	Sites       []*Site   // Site.ID is the index
	Obligations []*Obligation
	Missing     []Missing // functions without a body that are called
	Files       []File    // source files in order of first use
	Unused      []string  // of the front end's program: files that were read, and of which it has nothing
	Warnings    []Warning
	Assumed     []Assumed // what is taken for granted
	Origin      *Program  // what it was derived from; nil: nothing
	Said        *Said     // what the source says of its parts; nil: nothing is known
	Slice       bool      // only parts of the executions of Origin are here (see Origins in the package's comment)
}

// File is one source file; SHA256 is the hex hash of its bytes ("" if embedded).
type File struct {
	Name   string
	SHA256 string
}

// Warning is something the user should know: a construct that was
// over-approximated, a function without a body.
type Warning struct {
	Pos  Pos
	Text string
}

// Assumed is something without a proof: a verdict true says nothing of executions for
// which it is false; Runs says that a run may go on where it is.
type Assumed struct {
	Pos  Pos
	Text string
	Runs bool
}

// Missing is a called function that has neither body nor model.
type Missing struct {
	Name string
	Pos  Pos      // first call
	Near []string // functions with a similar name
	Says string   // what its attributes say that it does with memory; "": nothing
}

// Var is a register: a scalar that has no address. Registers of a function
// exist once per activation; before their first assignment they hold an
// arbitrary value (the front end makes this an Input where it may be read).
// Global registers start with Init.
type Var struct {
	Name   string // unique in its function resp. among the globals; the text form's name
	Type   Type
	Global bool
	Init   Expr // global registers: constant expression, nil means 0
	ID     int  // index in Func.Vars resp. Program.Globals

	Source string // the C name; "" for a temporary
	CType  string // C spelling of the declared type, for harnesses and messages; may be ""
	Scope  Scope  // where the C name is visible; zero: whole function or file
	Points string // Ptr: the kind of what it points to (parts.go); "" is anything

	// Passed: what is assigned to the register is an argument of a function without a body, which ignores it: it is used
	// as an argument is (package instrument, variables without a value).
	Passed bool

	Origin *Var
	Inline *Inlined // nil unless inlining brought the register here
}

// Scope is a range of source positions, both ends included.
type Scope struct{ From, To Pos }

// Object is a piece of memory with a name: a global, or a local of a function
// that is an aggregate or has its address taken. Bytes are little endian.
type Object struct {
	Name   string // unique in its function resp. among the globals
	Size   int64  // bytes
	Align  int64
	Const  bool       // writing it is an invalid write (string literals, const objects)
	Init   []InitItem // globals: explicit contents; the rest is zero (unless Uninit)
	Uninit bool       // globals: contents are arbitrary at the start (--havoc-globals)
	Func   *Func      // nil for globals
	ID     int        // index in Func.Objects resp. Program.Objects
	Site   *Site      // the input site of uninitialised bytes (functions, Uninit globals)
	Pos    Pos

	Source string // the C name; "" for temporaries and string literals
	CType  string // C spelling, may be ""
	Elem   Type   // scalar element type if the object is a (multi-dimensional) array of one, or a scalar; else zero
	Scope  Scope
	Parts  []Part // what lies in it (parts.go); nil: anything anywhere
	Known  bool   // code outside knows its address, though the program may never take it

	Origin *Object
	Inline *Inlined // as Var.Inline
}

// InitItem stores one scalar constant (which may contain AddrOf of globals and
// FuncAddr) at a byte offset.
type InitItem struct {
	Off int64
	Val Expr
}

// Func is a function: a control-flow automaton.
type Func struct {
	Name    string // unique in the program (statics of several files are renamed)
	Source  string // the C name
	ID      int
	Params  []*Var // the first len(Params) of Vars
	Result  Type   // Void if none
	Vars    []*Var // all registers: parameters, locals, temporaries
	Objects []*Object
	Locs    []*Loc
	Edges   []*Edge
	Entry   *Loc
	Exit    *Loc // reached by Return edges only; no outgoing edges
	Pos     Pos
	Origin  *Func
}

// LocKind says what a location without successors means.
type LocKind uint8

// Location kinds.
const (
	Plain LocKind = iota
	Exit          // the function's exit
	Error         // an obligation is violated here; no outgoing edges
	Halt          // the program ended: exit, abort, an endless empty loop
)

// Loc is a node of a control-flow automaton. A Plain location without
// outgoing edges, or one whose Assumes are all false, blocks: the execution ends
// there without violation.
type Loc struct {
	ID         int // index in Func.Locs
	Func       *Func
	Kind       LocKind
	Obligation *Obligation // Error only
	Normal     bool        // Halt only: the program ends there as it does when main returns (exit)
	In, Out    []*Edge
	Pos        Pos
	Loop       *Loop // this location is the head of a C loop: the point just before its condition is evaluated
	Labels     bool  // between two labels of a switch: the value is not that of the ones before
	Origin     *Loc
	Inline     *Inlined // as Var.Inline
	// before instrument.Refer, of an unmodelled call's Error: where a return would lead; of a location that another one
	// replaced: that one
	Resume *Loc
}

// Loop describes the loop statement of a loop head.
type Loop struct {
	Pos     Pos    // first character of the keyword for, while, do; of the label for goto loops
	Keyword string // for, while, do, goto
	Test    Pos    // of do: its condition, which stands after its body
}

// Edge is one statement between two locations. Edges leaving a location with
// several successors are all Assume (nondeterminism is an Input and Assumes).
// Assumes that leave one location are mutually exclusive.
type Edge struct {
	ID       int // index in Func.Edges
	From, To *Loc
	Stmt     Stmt
	Pos      Pos
	Inline   *Inlined // nil unless inlining brought the edge here

	Origin []*Edge // what it stands for, up to the edge whose statement it has
	After  []*Edge // what it stands for after that; of a call, once it has returned
}

// Inlined says which call an inlined edge stands in for. Edges that one copy of a function's body brought
// has one.
type Inlined struct {
	Func   *Func    // the inlined function (no longer called from here)
	Call   Pos      // the call
	Parent *Inlined // the call's own inlining, if any
}

// Obligation is something to prove: its error locations are never reached.
type Obligation struct {
	ID   int    // index in Program.Obligations
	Kind string // unreach-call, assertion, no-overflow, valid-deref, ...
	Text string // the C text of the condition or call, for people
	Pos  Pos    // the error call, assert, or checked operation
	Via  []Pos  // calls through which inlining brought it here, outermost first
	Func string // C function it stands in
	// calls without a model or body (Unmodelled) after which it may come, if they return, as bits: no engine looks there
	Past uint64
	Call uint64 // of such a call: its bit

	Origin *Obligation
}

// Kinds of obligations that undefined behaviour violates; package instrument puts them in.
const (
	ValidDeref      = "valid-deref"      // a read or write outside of a live object, or a write to a constant one
	ValidFree       = "valid-free"       // a free of anything but null or the beginning of a live object of the heap
	ValidMemtrack   = "valid-memtrack"   // an object of the heap is alive at the end that nothing leads to
	ValidMemcleanup = "valid-memcleanup" // an object of the heap is alive at the end
	NoOverflow      = "no-overflow"      // a signed operation whose exact result its type does not have
	// a division by zero, and where overflow is no check of its own, the smallest number by -1
	ValidDivision = "valid-division"
	ValidShift    = "valid-shift" // a shift by a negative amount or by the width and more
	// a call through a pointer to no function of that type, a jump to a frame that is gone
	ValidCall     = "valid-call"
	Unreachable   = "unreachable"    // what the program says is never reached
	NoTrap        = "no-trap"        // a trap
	ValidArgument = "valid-argument" // an argument that a library function forbids
	ValidSize     = "valid-size"     // the length of a variable length array that is not positive, or too large
	ValidIndex    = "valid-index"    // an index that leaves its array, which is part of an object
	UninitBranch  = "uninit-branch"  // a variable without a value decides a branch, or is used so that it might
	MissingReturn = "missing-return" // the value of a call that returned none is used
)

// Kinds of Undefined.
const (
	UndefUnreachable = "__builtin_unreachable is reached"
	UndefTrap        = "trap"
	UndefReturn      = "a noreturn function returns"
)

// Kinds of obligations that are no property of the program: the analysis ends at such a call,
// whose function is not modelled or has no body. That it is never reached is to be proved like
// any other obligation; a run that reaches it shows neither a violation nor its absence.
const (
	NoModel  = "no-model" // Text: the function, a colon, why
	NoBodyOf = "no-body"  // Text: the function
)

// Unmodelled reports whether the obligation is one of these.
func (o *Obligation) Unmodelled() bool { return o.Kind == NoModel || o.Kind == NoBodyOf }

// SiteKind says where an input comes from.
type SiteKind uint8

// The kinds of inputs.
const (
	Nondet      SiteKind = iota + 1 // call of __VERIFIER_nondet_*, nondet_*, klee_int, ...
	NoBody                          // result of a function without a body
	Param                           // parameter of the entry function
	Uninit                          // read of an uninitialised local register
	ObjectBytes                     // uninitialised bytes of an object, of heap memory, or of MemHavoc
	Shift                           // value of a shift by too much
	Library                         // result of a library model (getchar, rand, time, ...)
	Approx                          // something not modelled: any value in proofs; no run that reads it counts
	Choice                          // which object of the program a pointer input leads to; 0: none
)

// Site is a static place where an input is read.
type Site struct {
	ID   int
	Kind SiteKind
	Key  string // stable, unique text: "nondet_int@main.c:12:7", "buf@main.c:3:7"
	Name string // called function, or variable
	Type Type   // of the value; zero for ObjectBytes sites, and for Approx ones that stand for bytes
	Func *Func
	Pos  Pos

	Parts []Part // of the objects that are made there (Alloc, Ptr Input)
	Own   bool   // pointers in these bytes lead to no object of the program (--alias=none, attributes)

	// For people, not in the text form: see ShownName and Meaning.
	Label string
	Means []string

	Origin *Site
}

// Key names one input of a run: the Occ-th (from 0) execution of the site, and
// for uninitialised bytes (ObjectBytes sites, the object of a Ptr input) the
// byte offset in the object, for MemHavoc from its Addr; -1 for a Ptr input
// itself, else 0.
type Key struct {
	Site int
	Occ  int
	Off  int64
}

// Record is one input of a test.
type Record struct {
	Key
	Type Type   // of the value: the site's type; for ObjectBytes sites U8..U64 by the bytes read
	Bits uint64 // canonical; a Ptr: 0 null, 1 a fresh object
	At   Place  // what a number is the address of, if that is meant: then Bits is only what it was once
}
