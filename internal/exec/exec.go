// Package exec runs ir programs on concrete inputs.
//
// Two machines implement Machine and agree on everything that can be seen:
// NewJIT compiles the program to WebAssembly and runs it by wazero's compiler
// at native speed; NewInterp is a plain interpreter, the oracle of the project and
// the one that shows traces. JIT.Enumerate runs all points of a box of inputs without
// leaving compiled code, at some 20 ns a run on top of the program's own work.
//
// # Memory
//
// Memory is one flat space of bytes. Objects lie at increasing addresses
// (see Layout), 16 bytes aligned or more, at least one byte of gap after each,
// and an address is never used twice within a run unless nothing can remember it
// (flow.NonEscaping). Null is 0 and nothing lies below address 65536; functions
// have addresses below that. Under LP64 addresses are 64 bits wide and
// lie below 2^32.
//
// A pointer in a register carries its provenance: the instance of the object
// it was made from. PtrAdd keeps it; a pointer that is loaded from memory or
// made from an integer gets that of the object whose range [base, base+size]
// holds its address (none if there is none). An access is valid if the
// provenance is alive and the bytes lie inside. For a stored pointer that lies outside its
// object the interpreter keeps the object (strays.go). Run.Wild says that one may have been lost: in the
// JIT that one was stored, in both that it was passed as an integer.
//
// Bytes of fresh stack and heap memory are uninitialised: a load that meets
// such bytes reads them as one input per maximal run of such bytes inside the
// access, split into power-of-two sizes, keyed by the object's site, its
// occurrence and the offset, and they are initialised from then on.
package exec

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Kind is how a run ended.
type Kind uint8

// The outcomes.
const (
	Finished    Kind = iota + 1 // the entry function returned, or exit, abort, Halt
	Blocked                     // an assumption was false, or a location without successor
	Violated                    // an Error location was reached
	Undefined                   // invalid access, free or call
	OutOfFuel                   // the fuel was used up
	OutOfStack                  // calls too deep
	OutOfMemory                 // memory limit reached
	Unsupported                 // a statement exec cannot run (HavocAll)
	Cancelled                   // the context ended
	NoInput                     // the Inputs had no value for a read
)

// Outcome is the end of a run.
type Outcome struct {
	Kind       Kind
	Obligation *ir.Obligation // Violated
	Guard      ir.Guard       // Blocked: which kind of assumption
	// Undefined, Unsupported: "invalid read", "invalid write", "invalid free", "invalid call", ...; Blocked by DivGuard:
	// "division by zero"
	What string
	Pos  ir.Pos   // where, for all but Finished
	Edge *ir.Edge // the edge that ended the run, if any
}

// Inputs gives the values that a run reads.
type Inputs interface {
	// Next returns the value for one read; ok false ends the run with NoInput.
	Next(k ir.Key, site *ir.Site, t ir.Type) (bits uint64, ok bool)
}

// InputFunc is a function as Inputs.
type InputFunc func(k ir.Key, site *ir.Site, t ir.Type) (uint64, bool)

// Next calls f.
func (f InputFunc) Next(k ir.Key, site *ir.Site, t ir.Type) (uint64, bool) { return f(k, site, t) }

// Config fixes the limits of a machine.
type Config struct {
	Fuel      uint64 // back edges, calls and 64-byte units of bulk operations per run; 0: 1<<62
	MaxMemory uint64 // bytes of all objects of a run; 0: 256 MiB; the JIT takes at most 1 GiB
	MaxDepth  int    // activations; 0: 10000
	Trace     bool   // record branches
	Cover     bool   // count branches: Run.Cover
	Scheme    Scheme // where objects lie; the JIT has the usual one only
	MaxTrace  int    // bytes of Run.Branches; 0: 1 MiB. A longer run keeps the first part.
	// (the interpreter) inputs of a run, of which each is kept: one that reads more is out of fuel; 0: as many as the fuel
	// allows
	MaxReads int

	Probes []Probe // questions that Run.Hits answers

	// Making a machine takes long for large programs. Context ends it (nil: nothing does), Points is asked
	// where addresses may be kept (nil: that is found out anew): of the program, or of the one that it is a copy of if
	// what was added since keeps none.
	Context context.Context
	Points  *flow.Memo
}

func (c Config) until() context.Context {
	if c.Context == nil {
		return context.Background()
	}
	return c.Context
}

// Run is what one execution did.
type Run struct {
	Outcome  Outcome
	Reads    []ir.Record // inputs in the order of reading
	Branches []byte      // with Config.Trace: bit i (LSB first) is the side (1: True) of the i-th Assume with a mark taken
	NumTrace int         // number of branches recorded
	// with Config.Cover: how often each of BranchEdges was taken (modulo 2^32); valid until the machine's next run
	Cover []uint32
	Fuel  uint64 // fuel used
	Hits  []Hit  // by Config.Probes
	// Limits of the run's weight:
	Approx bool // read an Approx input
	Wild   bool // stored or converted a pointer that lay outside its object
	// an address became visible: ptr->int cast, relational comparison or difference of pointers of two objects, equality
	// where the end or the place of one may be the other's, an address's bytes read as a number
	Addr bool
	// (not in the usual scheme) an object was accessed by a number that is its address, though no program can know that
	// address, or the type of the pointer does not fit there; or it looked at addresses where realloc may move an object
	// or not
	Guess bool

	Fault *Fault // (the interpreter) the last access that was not valid, or would not have been: it was asked before
}

// Machine runs one program many times; not safe for concurrent use.
type Machine interface {
	// Run starts from the initial state each time. It returns an error only
	// for a fault of the machine itself.
	Run(ctx context.Context, in Inputs) (*Run, error)
	Close() error
}

// Env is a view of the interpreter's state for observers.
type Env interface {
	// Reg is the value of a register of the running activation or a global.
	Reg(v *ir.Var) (bits uint64)
	// Mem reads n bytes (1, 2, 4, 8) at an address; ok is false where invalid or uninitialised.
	Mem(addr uint64, n int) (bits uint64, ok bool)
	// Addr is the address of an object's current instance; 0 if not declared.
	Addr(o *ir.Object) uint64
	// Depth is the number of activations.
	Depth() int
}

// Placed are inputs some of which are addresses, to be found in each layout anew.
type Placed interface {
	Inputs
	// Place says what the value of a read is the address of; Kind Number: of nothing.
	Place(k ir.Key, t ir.Type) ir.Place
}

// Observer sees each edge after its statement was executed (the interpreter only).
type Observer func(e *ir.Edge, env Env)
