package ir

// Program is a whole linked program.
type Program struct {
	Model       DataModel
	Funcs       []*Func   // all functions with a body; Func.ID is the index
	Globals     []*Var    // global registers: scalars whose address is never taken
	Objects     []*Object // global memory objects, string literals among them
	Entry       *Func     // made by the front end: reads entry inputs and calls the C entry function; no parameters
	Sites       []*Site   // Site.ID is the index
	Obligations []*Obligation
	Missing     []Missing // called functions without a body
	Files       []File    // source files in order of first use
	Unused      []string  // set by the front end: files that were read but contribute nothing to the program
	Warnings    []Warning
	Assumed     []Assumed // assumptions that are not proved
	Origin      *Program  // the program from which it was derived; nil if there is none
	Said        *Said     // facts about the C source; nil if unknown
	Slice       bool      // edges of Origin that do not matter are omitted (section Origins of the package comment)
}

// File is one source file; SHA256 is the hex hash of its bytes ("" if embedded).
type File struct {
	Name   string
	SHA256 string
}

// Warning is a message for the user: a construct was over-approximated, a function has no body.
type Warning struct {
	Pos  Pos
	Text string
}

// Assumed is an assumption that is not proved: a verdict true does not cover executions that violate it. Runs reports
// whether a run that violates it may continue.
type Assumed struct {
	Pos  Pos
	Text string
	Runs bool
}

// Missing is a called function that has neither body nor model.
type Missing struct {
	Name string
	Pos  Pos      // the first call
	Near []string // functions with a similar name
	Says string   // the effects on memory that its attributes declare; "" if none
}

// Var is a register: a scalar that has no address. Each activation of a function has its own registers. Before its
// first assignment a register holds an arbitrary value (if a program may read it, the front end inserts an Input).
// Global registers start with Init.
type Var struct {
	Name   string // unique in its function, or among the globals
	Type   Type
	Global bool
	Init   Expr // of a global register: a constant expression; nil means 0
	ID     int  // index in Func.Vars or Program.Globals

	Source string // the C name; "" for a temporary
	CType  string // C spelling of the declared type, for harnesses and messages; may be ""
	Scope  Scope  // where the C name is visible; zero for the whole function or file
	Points string // of a Ptr: the kind of its targets (parts.go); "" means any kind

	// Passed is set if values assigned to the register are arguments of a function without a body, which ignores them.
	// Package instrument (variables without a value) treats these assignments as uses of arguments.
	Passed bool

	Origin *Var
	Inline *Inlined // the inlined call whose copy of the body has the register; nil if none
}

// Scope is a range of source positions, both ends included.
type Scope struct{ From, To Pos }

// Object is a piece of memory with a name: a global, or a local of a function
// that is an aggregate or has its address taken. Bytes are little endian.
type Object struct {
	Name   string // unique in its function, or among the globals
	Size   int64  // bytes
	Align  int64
	Const  bool       // a write is invalid (string literals, const objects)
	Init   []InitItem // of a global: explicit contents; other bytes are zero unless Uninit is set
	Uninit bool       // of a global: the initial contents are arbitrary (--havoc-globals)
	Func   *Func      // nil for globals
	ID     int        // index in Func.Objects or Program.Objects
	Site   *Site      // the input site of uninitialised bytes, of a local object or a global with Uninit
	Pos    Pos

	Source string // the C name; "" for temporaries and string literals
	CType  string // C spelling, may be ""
	Elem   Type   // the type of a scalar object, or of the scalars of a (multi-dimensional) array; else zero
	Scope  Scope
	Parts  []Part // the kinds of its contents (parts.go); nil if unknown
	Known  bool   // code outside of the program may have its address

	Origin *Object
	Inline *Inlined // as Var.Inline
}

// InitItem is a scalar constant at a byte offset of an object. Val may contain FuncAddr and AddrOf of globals.
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
	Result  Type   // Void if there is none
	Vars    []*Var // all registers: parameters, locals, temporaries
	Objects []*Object
	Locs    []*Loc
	Edges   []*Edge
	Entry   *Loc
	Exit    *Loc // reached by Return edges only; no outgoing edges
	Pos     Pos
	Origin  *Func
}

// LocKind is the kind of a location. All kinds except for Plain have no outgoing edges.
type LocKind uint8

// Location kinds.
const (
	Plain LocKind = iota
	Exit          // the function's exit
	Error         // an obligation is violated here
	Halt          // the program ended: exit, abort, an endless empty loop
)

// Loc is a node of a control-flow automaton. If a Plain location has no outgoing edges, or if the conditions of its
// Assumes are all false, the execution ends there without violation: it blocks.
type Loc struct {
	ID         int // index in Func.Locs
	Func       *Func
	Kind       LocKind
	Normal     bool        // for Halt only: the program ends as when main returns (exit)
	Labels     bool        // the location is between two labels of a switch: the value differs from all labels before
	Obligation *Obligation // for Error only
	In, Out    []*Edge
	Pos        Pos
	Loop       *Loop // if l is the head of a C loop: the point just before its condition is evaluated
	Origin     *Loc
	Inline     *Inlined // as Var.Inline
	// For the Error location of an unmodelled call, before instrument.Refer: the location to which a return of the call
	// would lead. For a location that was replaced: the location that replaced it.
	Resume *Loc
}

// Loop describes the loop statement of a loop head.
type Loop struct {
	Pos     Pos    // the first character of the keyword for, while or do, or of the label of a goto loop
	Keyword string // for, while, do, goto
	Test    Pos    // for do: the condition after the body
}

// Edge is one statement between two locations. If several edges leave a location, all are Assumes with mutually
// exclusive conditions; nondeterminism is an Input followed by Assumes.
type Edge struct {
	ID       int // index in Func.Edges
	From, To *Loc
	Stmt     Stmt
	Pos      Pos
	Inline   *Inlined // the inlined call whose copy of the body has the edge; nil if none

	Origin []*Edge // the edges of the Origin that it represents, up to the edge with its statement
	After  []*Edge // the edges of the Origin that it represents after the edges in Origin; for a call, after its return
}

// Inlined is an inlined call. All edges in one copy of the function's body have the same Inlined.
type Inlined struct {
	Func   *Func    // the inlined function
	Call   Pos      // the call
	Parent *Inlined // the inlined call whose copy of a body contains this call; nil if none
}

// Obligation is something to prove: its error locations are never reached.
type Obligation struct {
	ID   int    // index in Program.Obligations
	Kind string // unreach-call, assertion, no-overflow, valid-deref, ...
	Text string // the C text of the condition or call
	Pos  Pos    // the position of the error call, assert, or checked operation
	Via  []Pos  // the inlined calls whose copy of a body has it, outermost first
	Func string // the C function that contains it
	// Past is a set of calls without a model or body (Unmodelled), as bits: the calls after whose return, if they
	// returned, an execution might reach the obligation. No engine analyses these executions.
	Past uint64
	Call uint64 // for the obligation of such a call: the bit of the call

	Origin *Obligation
}

// Kinds of obligations that undefined behaviour violates. Package instrument adds these obligations.
const (
	ValidDeref      = "valid-deref"      // a read or write outside of a live object, or a write to a constant one
	ValidFree       = "valid-free"       // a free of anything but null or the beginning of a live heap object
	ValidMemtrack   = "valid-memtrack"   // at the end, a heap object is alive to which no pointer leads
	ValidMemcleanup = "valid-memcleanup" // at the end, a heap object is alive
	NoOverflow      = "no-overflow"      // a signed operation whose exact result does not fit its type
	// a division by zero; also the smallest number by -1 if NoOverflow is not checked
	ValidDivision = "valid-division"
	ValidShift    = "valid-shift" // a shift by a negative amount or by at least the width
	// a call through a pointer that points to no function of that type, a longjmp to a function that has returned
	ValidCall     = "valid-call"
	Unreachable   = "unreachable"    // a location that the program declares to be unreachable
	NoTrap        = "no-trap"        // a trap
	ValidArgument = "valid-argument" // an argument that a library function forbids
	ValidSize     = "valid-size"     // the length of a variable length array is not positive or too large
	ValidIndex    = "valid-index"    // an index is outside of its array, which is a part of an object
	UninitBranch  = "uninit-branch"  // a variable without a value decides a branch, or is used so that it may decide one
	MissingReturn = "missing-return" // the value of a call that returned none is used
)

// Kinds of Undefined.
const (
	UndefUnreachable = "__builtin_unreachable is reached"
	UndefTrap        = "trap"
	UndefReturn      = "a noreturn function returns"
)

// Kinds of obligations that do not belong to the property of the program. The analysis ends at a call of a function
// without a model or a body. Such an obligation, that the call is never reached, is proved like all others. A run that
// reaches the call shows neither a violation nor its absence.
const (
	NoModel  = "no-model" // Text is the function, a colon, and the reason
	NoBodyOf = "no-body"  // Text is the function
)

// Unmodelled reports whether the obligation is a call of a function without a model or a body.
func (o *Obligation) Unmodelled() bool { return o.Kind == NoModel || o.Kind == NoBodyOf }

// SiteKind is the source of an input.
type SiteKind uint8

// The kinds of inputs.
const (
	Nondet      SiteKind = iota + 1 // call of __VERIFIER_nondet_*, nondet_*, klee_int, ...
	NoBody                          // result of a function without a body
	Param                           // parameter of the entry function
	Uninit                          // read of an uninitialised local register
	ObjectBytes                     // uninitialised bytes of an object, of heap memory, or of MemHavoc
	Shift                           // result of a shift by too large an amount
	Library                         // result of a library model (getchar, rand, time, ...)
	Approx                          // not modelled: any value in proofs; runs that read it are not evidence
	Choice                          // the object of the program to which a pointer input leads; 0 for none
)

// Site is a position in the program where an input is read.
type Site struct {
	ID   int
	Kind SiteKind
	Key  string // unique text, the same in all runs of the tool: "nondet_int@main.c:12:7"
	Name string // the called function or the variable
	Type Type   // type of the value; zero for sites of bytes (ObjectBytes, some Approx)
	Func *Func
	Pos  Pos

	Parts []Part // parts of the objects that are made at the site (by an Alloc or an Input of a pointer)
	Own   bool   // pointers in these bytes do not lead to objects of the program (--alias=none, attributes)

	// For messages, not in the text form: see ShownName and Meaning.
	Label string
	Means []string

	Origin *Site
}

// Key identifies one input of a run by its site, the number Occ of the site's execution (from 0), and an offset Off.
// For uninitialised bytes (of ObjectBytes sites, or of the object of a Ptr input), Off is the offset in the object; for
// MemHavoc, it is the offset from its Addr. For the pointer of a Ptr input, Off is -1; for other inputs, it is 0.
type Key struct {
	Site int
	Occ  int
	Off  int64
}

// Record is one input of a test.
type Record struct {
	Key
	// type of the value: the type of the site or, for sites of bytes, U8 to U64, depending on the number of bytes read
	Type Type
	Bits uint64 // canonical bits; for a Ptr, 0 is null and 1 a fresh object
	At   Place  // for a number that is an address, its place; Bits is then its value in one layout
}
