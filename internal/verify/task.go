package verify

import (
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Property is what a property file asks for. The zero value: assertions in every dialect.
type Property struct {
	Name  string `json:"name"`  // base name of the file: unreach-call, no-overflow, coverage-branches
	Text  string `json:"text"`  // CHECK( init(main()), LTL(G ! call(reach_error())) )
	Entry string `json:"entry"` // main
	Error string `json:"error"` // the error function: reach_error; "" otherwise
	Label string `json:"label"` // unreach-label: ERROR
	Cover bool   `json:"cover"` // COVER instead of CHECK
}

// OverflowMode is the reading of signed overflow.
type OverflowMode string

// Overflow modes of DESIGN 3.
const (
	Wrap      OverflowMode = "wrap"
	Undefined OverflowMode = "undefined"
)

// MissingMode says what a call of a function without a body does.
type MissingMode string

// Modes of DESIGN 3.
const (
	MissingInput   MissingMode = "input"
	MissingHavoc   MissingMode = "havoc"
	MissingUnknown MissingMode = "unknown"
)

// Options are those that change the meaning of a task.
type Options struct {
	Overflow    OverflowMode `json:"overflow"`
	Missing     MissingMode  `json:"missing_bodies"`
	MallocFail  bool         `json:"malloc_may_fail"`
	HavocGlobal bool         `json:"havoc_globals"`
	ArraySize   int64        `json:"array_size"` // bytes behind a pointer input
	Entry       string       `json:"entry"`
	Seed        uint64       `json:"seed"`
	Determ      bool         `json:"deterministic"`
}

// Budget limits a run. Work is counted by the engine (fuel, steps) and serves
// --deterministic; 0 means no limit.
type Budget struct {
	Time   time.Duration
	Memory uint64 // bytes
	Work   uint64
}

// Task is one verification task: the program after all passes, and what is asked.
type Task struct {
	Name     string   // for people: the input file
	Files    []string // as given
	Program  *ir.Program
	Property Property
	Options  Options
}
