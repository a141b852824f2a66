package verify

import (
	"time"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
)

// OverflowMode tells what a signed overflow does.
type OverflowMode string

// Overflow modes (docs/semantics.md).
const (
	Wrap      OverflowMode = "wrap"
	Undefined OverflowMode = "undefined"
)

// AfterMode tells what follows undefined behaviour that is no obligation. Signed overflow has a mode of its own.
type AfterMode string

// Modes (docs/semantics.md).
const (
	Stop AfterMode = "stop"
	GoOn AfterMode = "go-on"
)

// MissingMode tells what a call of a function without a body does.
type MissingMode string

// Modes (docs/semantics.md).
const (
	MissingInput   MissingMode = "input"
	MissingHavoc   MissingMode = "havoc"
	MissingUnknown MissingMode = "unknown"
)

// Options are the options that change the meaning of a task.
type Options struct {
	Overflow    OverflowMode `json:"overflow"`
	Missing     MissingMode  `json:"missing_bodies"`
	After       AfterMode    `json:"after_undefined"`
	MallocFail  bool         `json:"malloc_may_fail"`
	HavocGlobal bool         `json:"havoc_globals"`
	// pointer parameters of the entry lead to objects of their own
	AliasNone  bool     `json:"alias_none"`
	ArraySize  int64    `json:"array_size"`                // bytes that a pointer input leads to
	ArraySizes []string `json:"array_sizes,omitempty"`     // the same for single parameters of the entry, name=size
	ErrorFuncs []string `json:"error_functions,omitempty"` // calls of these are violations, too
	RemoveBody []string `json:"remove_bodies,omitempty"`   // functions whose bodies are ignored
	Allocators []string `json:"allocators,omitempty"`      // functions without a body that allocate or free
	Window     int      `json:"window,omitempty"`          // lines of the functions that are read with the entry; 0: all
	Assume     []string `json:"assume,omitempty"`          // C over the parameters of the entry
	Entry      string   `json:"entry"`
	Checks     []string `json:"checks,omitempty"` // kinds of undefined behaviour that are obligations
	Seed       uint64   `json:"seed"`
	Determ     bool     `json:"deterministic"`
}

// Budget limits a run. Work is counted by the engine (fuel, steps) and serves
// --deterministic; 0 means no limit.
type Budget struct {
	Time   time.Duration `json:"time_ns"`
	Memory uint64        `json:"memory"` // bytes of a solver's process
	Work   uint64        `json:"work"`
}

// Original is what a replay on the C source needs.
type Original struct {
	Flags   []string                    // for the preprocessor, as C compilers take them
	PerFile map[string][]string         // flags for single files, which replace Flags
	Load    func() (*ir.Program, error) // the program as it was before all passes
	Unused  []string                    // files that a replay need not compile
	Objects *Objects                    // the compiled files; nil: they are not kept
}

// FlagsOf returns the flags for a file.
func (o *Original) FlagsOf(file string) []string {
	if own, is := o.PerFile[file]; is {
		return own
	}
	return o.Flags
}

// Task is one verification task: the program after all passes; the reference program, which conditions, paths and tests
// of others refer to; and the obligations. It is immutable while engines run. A part of it is a task with a program of
// its own (Part).
type Task struct {
	Name    string   // for people: the input file
	Files   []string // as given
	Program *ir.Program

	Reference *ir.Program // guards in, dead code out; calls, branches and marks as in the source; nil: it was not kept
	Map       *derive.Map // from Program to Reference; nil likewise
	// Reference with what functions of the library only read (instrument.DropReaders); nil: it has no such calls
	Readers *ir.Program

	Property Property
	Options  Options

	Obligations []*ir.Obligation // to be decided; nil: all of the program
	Scope       Scope            // of a part: which executions of the original task it has; zero: all
	Parts       *PartSet         // the parts that were made of it; nil: they are not remembered
	Faults      *Faults          // where runs record undefined behaviour that is no obligation; nil: nowhere
	Budget      Budget           // of this run; the context carries the deadline as well
	Second      []string         // command of a solver that has to confirm the first one's answers in proofs; nil: none
	Solver      []string         // command of an SMT-LIB 2 solver, with arguments; nil: the first known one that is found
	Original    *Original        // how the source is read again; nil: it is not C, or no replay is asked for
	Log         *obs.Log         // for progress and counters; nil is silent
}

// Asked lists the obligations to be decided.
func (t *Task) Asked() []*ir.Obligation {
	if t.Obligations != nil {
		return t.Obligations
	}
	return t.Program.Obligations
}

// With returns the task with another budget. The memory for a solver's process stays the same in all turns, unless b
// has one.
func (t *Task) With(b Budget) *Task {
	c := *t
	if b.Memory == 0 {
		b.Memory = t.Budget.Memory
	}
	c.Budget = b
	return &c
}
