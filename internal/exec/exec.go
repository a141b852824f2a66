// Package exec runs ir programs on concrete inputs.
//
// Two machines implement Machine and give the same results, except where the comments
// of a result name a difference. NewJIT compiles the program to WebAssembly, which wazero
// compiles to machine code. NewInterp is a plain interpreter: the oracle in tests of the
// other machine, and the machine that can show each step of a run. JIT.Enumerate runs all
// points of a box of inputs without leaving compiled code; a run costs some 20 ns in
// addition to the work of the program.
//
// # Memory
//
// Memory is one flat space of bytes. Objects lie at increasing addresses
// (see Layout), aligned to 16 bytes or more, each followed by a gap of at least one
// byte. A run uses an address for a second object only if no register and no byte of
// memory can hold a pointer to the first (flow.NonEscaping). Null is 0. All objects
// lie at 65536 or above, functions have addresses below that. Under LP64 addresses
// are 64 bits wide and lie below 2^32.
//
// A pointer in a register carries its provenance: the instance of the object
// it was made from. PtrAdd keeps the provenance. The provenance of a pointer that is
// loaded from memory or made from an integer is the object whose range [base, base+size]
// contains the address; it has none if there is no such object. An access is valid if the
// object of the provenance is alive and contains all bytes. The interpreter remembers the
// object of a stored pointer that lies outside of its object (strays.go). Run.Wild reports
// that a provenance may have been lost: such a pointer was converted to an integer, or,
// in the JIT, stored.
//
// Bytes of fresh stack and heap memory are uninitialised: a load that meets
// such bytes reads one input for each maximal sequence of such bytes inside the
// access, split into power-of-two sizes. The key of the input has the object's site,
// its occurrence and the offset. The bytes are initialised from then on.
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
	Finished    Kind = iota + 1 // the entry function returned, or a Halt location was reached
	Blocked                     // an assumption was false, or a location has no successor
	Violated                    // an Error location was reached
	Undefined                   // invalid access, free or call
	OutOfFuel                   // the fuel was used up
	OutOfStack                  // calls were nested too deeply
	OutOfMemory                 // the memory limit was reached
	Unsupported                 // a statement that the machines cannot run (HavocAll)
	Cancelled                   // the context ended
	NoInput                     // the Inputs had no value for a read
)

// Outcome is the end of a run.
type Outcome struct {
	Kind       Kind
	Obligation *ir.Obligation // for Violated
	Guard      ir.Guard       // for Blocked: the kind of the assumption
	// The text of an Undefined or Unsupported outcome: "invalid read", "invalid write", "invalid free", "invalid call",
	// ... For Blocked by DivGuard it is "division by zero", for NoInput the key of the site.
	What string
	Pos  ir.Pos   // where the run ended; not set for Finished
	Edge *ir.Edge // the edge that ended the run, if any
}

// Inputs supplies the values that a run reads.
type Inputs interface {
	// Next returns the value for one read of a site, as canonical bits of type t. If ok is false, the run ends with
	// NoInput.
	Next(k ir.Key, site *ir.Site, t ir.Type) (bits uint64, ok bool)
}

// InputFunc implements Inputs by a function.
type InputFunc func(k ir.Key, site *ir.Site, t ir.Type) (uint64, bool)

// Next calls f.
func (f InputFunc) Next(k ir.Key, site *ir.Site, t ir.Type) (uint64, bool) { return f(k, site, t) }

// Config has the limits of a machine, and the results that it records.
type Config struct {
	Fuel      uint64 // most back edges, calls and 64-byte units of bulk operations of a run; 0 means 1<<62
	MaxMemory uint64 // most bytes of all objects of a run; 0 means 256 MiB; the JIT uses at most 1 GiB
	MaxDepth  int    // most activations; 0 means 10000
	Trace     bool   // record branches in Run.Branches
	Cover     bool   // count branches in Run.Cover
	Scheme    Scheme // the arrangement of objects in memory; the JIT has the usual one only
	MaxTrace  int    // most bytes of Run.Branches; 0 means 1 MiB. The rest of a longer trace is dropped.
	// MaxReads is the most inputs of a run, for the interpreter. A run that reads more ends with OutOfFuel. 0: no limit.
	MaxReads int

	Probes []Probe // see Probe; their results are in Run.Hits

	// Making a machine takes long for large programs. When Context ends, NewInterp and NewJIT return its error. If Context
	// is nil, they are not interrupted. Points caches the points-to analysis of the program. If Points is nil, the
	// analysis is computed. The cache may belong to the program from which this program was copied, if no statement that
	// was added since stores an address.
	Context context.Context
	Points  *flow.Memo
}

// until returns the context that bounds the making of a machine.
func (c Config) until() context.Context {
	if c.Context == nil {
		return context.Background()
	}
	return c.Context
}

// Run is the result of one execution.
type Run struct {
	Outcome  Outcome
	Reads    []ir.Record // inputs in the order of reading
	Branches []byte      // with Config.Trace: bit i (LSB first) is 1 if the i-th marked Assume taken has the mark True
	NumTrace int         // number of bits in Branches
	// Cover counts, with Config.Cover, how often the run took each of BranchEdges (modulo 2^32). It is valid until the
	// machine's next run.
	Cover []uint32
	Fuel  uint64 // fuel used
	Hits  []Hit  // by position in Config.Probes

	// The flags below report that the run may differ from executions of the C program.

	Approx bool // it read an Approx input
	Wild   bool // the provenance of a pointer outside of its object may have been lost
	// Addr is set if the result may depend on the layout, since an address became visible. An address becomes visible if a
	// pointer is cast to an integer, if pointers to two objects are ordered or subtracted, if the bytes of a pointer are
	// read as a number, or if two pointers are compared for equality although the address of one may coincide with the end
	// of the other object or with a dead object.
	Addr bool
	// Guess is set only in schemes other than the usual one. It reports that the run accessed an object by a number that
	// is its address, although the program cannot know this address, or although the type of the pointer does not fit
	// there. It is also set if Addr is set and an Alloc moved an object, as realloc may do.
	Guess bool

	Fault *Fault // (the interpreter) the last access that was invalid, or for which an ir.Valid was false; nil if none
}

// Machine runs one program many times. It is not safe for concurrent use.
type Machine interface {
	// Run runs the program from its initial state. It returns an error only for a fault of the machine itself; the
	// outcome of the program is in Run.Outcome.
	Run(ctx context.Context, in Inputs) (*Run, error)
	Close() error
}

// Env gives observers access to the state of the interpreter.
type Env interface {
	// Reg returns the value of a global register, or of a register of the running activation.
	Reg(v *ir.Var) (bits uint64)
	// Mem reads n bytes (1, 2, 4, 8) at an address; ok is false if one of them is invalid or uninitialised.
	Mem(addr uint64, n int) (bits uint64, ok bool)
	// Addr returns the address of an object's current instance, 0 if it has none.
	Addr(o *ir.Object) uint64
	// Depth returns the number of activations.
	Depth() int
}

// Placed is implemented by Inputs whose values may be addresses, which differ from layout to layout.
type Placed interface {
	Inputs
	// Place returns the symbolic address that a read gives, or a Place of Kind Number if the read gives the bits of Next.
	Place(k ir.Key, t ir.Type) ir.Place
}

// Observer is called for each edge, after its statement was executed (the interpreter only).
type Observer func(e *ir.Edge, env Env)
