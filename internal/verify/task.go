package verify

import (
	"time"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
)

// OverflowMode is the meaning of a signed overflow.
type OverflowMode string

// Overflow modes (docs/semantics.md).
const (
	Wrap      OverflowMode = "wrap"
	Undefined OverflowMode = "undefined"
)

// AfterMode is the meaning of undefined behaviour that is not an obligation, other than signed overflow, which has
// OverflowMode.
type AfterMode string

// Modes (docs/semantics.md).
const (
	Stop AfterMode = "stop"
	GoOn AfterMode = "go-on"
)

// MissingMode is the meaning of a call of a function without a body.
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
	// each pointer parameter of the entry points to an object of its own
	AliasNone  bool     `json:"alias_none"`
	Null       string   `json:"null,omitempty"`            // pointers that are not null: inside or none (see --null)
	ArraySize  int64    `json:"array_size"`                // size in bytes of the object that a pointer input points to
	ArraySizes []string `json:"array_sizes,omitempty"`     // sizes for single parameters of the entry, name=size
	ErrorFuncs []string `json:"error_functions,omitempty"` // functions whose calls are violations, too
	RemoveBody []string `json:"remove_bodies,omitempty"`   // functions whose bodies are ignored
	Allocators []string `json:"allocators,omitempty"`      // functions without a body that allocate or free
	Window     int      `json:"window,omitempty"`          // lines of functions that are read with the entry; 0: all
	Assume     []string `json:"assume,omitempty"`          // conditions in C over the parameters of the entry
	Entry      string   `json:"entry"`
	Checks     []string `json:"checks,omitempty"` // kinds of undefined behaviour that are obligations
	Seed       uint64   `json:"seed"`
	Determ     bool     `json:"deterministic"`
}

// Budget limits a run; 0 means no limit. Work is counted by the engine in its own units, such as fuel or steps, and
// limits runs with --deterministic.
type Budget struct {
	Time   time.Duration `json:"time_ns"`
	Memory uint64        `json:"memory"` // bytes of a solver's process
	Work   uint64        `json:"work"`
}

// Original has the data that a replay on the C source needs.
type Original struct {
	Flags   []string                    // for the preprocessor, as C compilers take them
	PerFile map[string][]string         // flags for single files, which replace Flags
	Load    func() (*ir.Program, error) // reads the program again, before all passes
	Unused  []string                    // files that a replay need not compile
	Objects *Objects                    // cache of compiled files; nil: none
}

// FlagsOf returns the flags for a file.
func (o *Original) FlagsOf(file string) []string {
	if own, is := o.PerFile[file]; is {
		return own
	}
	return o.Flags
}

// Task is a verification task. It has the program after all passes, the obligations, and the reference program, to
// which conditions, paths and tests from outside refer. A task is immutable while engines run. A part of a task is a
// task with its own program (Part).
type Task struct {
	Name    string   // the first input file, for messages
	Files   []string // the files of the program
	Program *ir.Program

	Reference *ir.Program // with guards, without dead code; calls and branches as in the source; nil: not kept
	Map       *derive.Map // from Program to Reference; nil if Reference is nil
	// Reference with the calls that only read arguments of library functions (instrument.DropReaders); nil: has none
	Readers *ir.Program

	Property Property
	Options  Options

	Obligations []*ir.Obligation // to be decided; nil: all obligations of Program
	Scope       Scope            // the executions of the original task that this part has; zero: all
	Paths       *PathRange       // claims are about executions of Program whose path lies in it only (Within); nil: all
	Parts       *PartSet         // cache of its parts; nil: none
	Faults      *Faults          // where runs record undefined behaviour that is not an obligation; nil: nowhere
	Budget      Budget           // limits of the run; the context has the deadline, too
	Second      []string         // command of a second solver that has to confirm answers in proofs; nil: none
	Solver      []string         // command of an SMT-LIB 2 solver, with arguments; nil: the first known one that is found
	Original    *Original        // for replays; nil: the program is not C, or violations are not replayed
	Log         *obs.Log         // for progress and counters; nil: write nothing
}

// Asked returns the obligations to be decided.
func (t *Task) Asked() []*ir.Obligation {
	if t.Obligations != nil {
		return t.Obligations
	}
	return t.Program.Obligations
}

// With returns the task with another budget. If b has no limit of memory, the limit of t remains.
func (t *Task) With(b Budget) *Task {
	c := *t
	if b.Memory == 0 {
		b.Memory = t.Budget.Memory
	}
	c.Budget = b
	return &c
}
