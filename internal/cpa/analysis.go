package cpa

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// State is an abstract state: immutable, of the analysis that made it. nil is the state in which no execution is.
type State any

// Analysis is a configurable program analysis: what is known of the executions that are at one place.
// Locations and calls are the algorithm's.
type Analysis interface {
	Name() string
	// Initial is the state of all executions at the program's entry.
	Initial() State
	// Transfer is the state behind an edge (transfer relation): of at least the executions that pass it. A Call leads to
	// the entry of the function, a Return to its exit.
	Transfer(ctx context.Context, s State, e *ir.Edge, at At) State
	// Resume is the state behind a call, from those in front of it and at the function's exit.
	Resume(ctx context.Context, before, exit State, call *ir.Edge, at At) State
	// Adjust (precision adjustment) makes a new state as precise as it is worth: at least the same executions.
	Adjust(ctx context.Context, s State, at At) State
	// Merge is old, or a state above both of them that takes its place.
	Merge(s, old State) State
	// Leq tells whether t stands for all executions of s (stop: s need not be gone on from). False if that is not known.
	Leq(s, t State) bool
	// Expr is what a state says, over registers and memory: true for all executions in it. nil says that the state is
	// inside of a block: what it says follows from those before.
	Expr(s State) ir.Expr
}

// At is a place on the way.
type At struct {
	Loc       *ir.Loc
	Stack     *Frame
	Precision *verify.Precision // what is worth to be known here; nil: nothing
}

// Frame is what executions of a function have in common that begin in one state, of its entry node: a stack that
// callers share (tabulation: Reps, Horwitz, Sagiv, POPL 1995). A call whose state is covered by the entry of a frame,
// or merged with it, joins its callers: what its exits say is said to all of them. Recursion needs nothing else. An
// analysis that never covers has a frame for each call, which is a stack.
type Frame struct {
	Func    *ir.Func
	entry   *Node
	callers []caller
	exits   []*Node
	depth   int32 // of the first caller's, plus one
}

// caller is a node in front of a call.
type caller struct {
	node *Node
	call *ir.Edge
}

// Entry is the node in which executions of the frame begin.
func (f *Frame) Entry() *Node { return f.entry }

// What an analysis may do beyond. An analysis without one of these does without.

// Partitioned states are merged and compared only if their keys are equal: hashes of what must be the same in both.
// Keys may be equal by accident, so that Merge and Leq have to do with any two states.
type Partitioned interface{ Key(s State) uint64 }

// Shaped states may stand for states with other keys, which know more. States of one shape know of the same things.
type Shaped interface {
	Partitioned
	Shape(s State) uint64
	// KeyAs is the key of a state of t's shape with the values of s; not ok if s does not know all that.
	KeyAs(s, t State) (key uint64, ok bool)
}

// Targeter finds what the analysis of a program is for.
type Targeter interface {
	// Target is the obligation that executions in s violate; nil if none.
	Target(s State) *ir.Obligation
}

// Teller says, of new states, what others of a product may like to hear.
type Teller interface {
	Tell(s State, at At) []ir.Expr
}

// Listener strengthens a state by what others of a product say of the same executions.
type Listener interface {
	Hear(ctx context.Context, s State, at At, facts []ir.Expr) State
}

// Bounded analyses leave executions out: what they say is no proof.
type Bounded interface {
	// Left tells why executions behind s were left out; "" if none were.
	Left(s State) string
}

// Accessor knows which accesses to memory are valid.
type Accessor interface {
	// Valid tells that executions in s surely make no invalid access on an edge.
	Valid(s State, e *ir.Edge) bool
}

// Witnesser knows inputs of executions that come to a state.
type Witnesser interface {
	// Witness are such inputs, if it says Taken; a run tells whether they are.
	Witness(ctx context.Context, s State) ([]ir.Record, Feasible)
}

// Feasible tells whether executions come to a state.
type Feasible uint8

// The answers.
const (
	Unknown  Feasible = iota
	Taken             // as far as the analysis can tell
	Excluded          // none does
)
