package cpa

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// State is an abstract state: immutable, and owned by the analysis that made it. nil stands for no execution.
type State any

// Analysis is a configurable program analysis: it describes the executions at one location. The algorithm keeps
// locations and calls.
type Analysis interface {
	Name() string
	// Initial returns the state of all executions at the program's entry.
	Initial() State
	// Transfer returns the state after an edge (transfer relation), which stands for at least the executions that pass it.
	// A Call leads to the entry of the function, a Return to its exit.
	Transfer(ctx context.Context, s State, e *ir.Edge, at At) State
	// Resume returns the state after a call, from the states before it and at the function's exit.
	Resume(ctx context.Context, before, exit State, call *ir.Edge, at At) State
	// Adjust (precision adjustment) returns a new state at the precision that it is worth: it stands for at least the same
	// executions.
	Adjust(ctx context.Context, s State, at At) State
	// Merge returns old, or a state above both of them that replaces it.
	Merge(s, old State) State
	// Leq reports whether t stands for all executions of s (stop: s need not be expanded). It returns false if that is not
	// known.
	Leq(s, t State) bool
	// Expr returns a formula over registers and memory that holds for all executions in a state. nil means that the state
	// is inside of a block: its formula follows from the states before.
	Expr(s State) ir.Expr
}

// At is where a state is made: location, frame and precision.
type At struct {
	Loc       *ir.Loc
	Stack     *Frame
	Precision *verify.Precision // nil: nothing is tracked
}

// Frame stands for the executions of a function that begin in the state of one entry node: a stack that callers share
// (tabulation: Reps, Horwitz, Sagiv, POPL 1995). A call whose state is covered by the entry of a frame, or merged with
// it, joins the callers of the frame, and its exits return to all of them. Recursion needs nothing else. An analysis
// that never covers has a frame for each call, which is a stack.
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

// Entry returns the node in which executions of the frame begin.
func (f *Frame) Entry() *Node { return f.entry }

// The interfaces below are optional.

// Partitioned states are merged and compared only if their keys are equal: hashes of the parts that must be the same in
// both. Keys may be equal by accident, so Merge and Leq must accept any two states.
type Partitioned interface{ Key(s State) uint64 }

// Shaped states may stand for states with other keys that say more. States of one shape speak of the same registers and
// cells.
type Shaped interface {
	Partitioned
	Shape(s State) uint64
	// KeyAs returns the key of a state of t's shape with the values of s; not ok if s lacks some of them.
	KeyAs(s, t State) (key uint64, ok bool)
}

// Targeter finds the errors that an exploration looks for.
type Targeter interface {
	// Target returns the obligation that executions in s violate; nil if none.
	Target(s State) *ir.Obligation
}

// Teller offers facts about new states to the other analyses of a product.
type Teller interface {
	Tell(s State, at At) []ir.Expr
}

// Listener strengthens a state by facts that other analyses of a product offer about the same executions.
type Listener interface {
	Hear(ctx context.Context, s State, at At, facts []ir.Expr) State
}

// Bounded analyses leave executions out: their graphs are no proofs.
type Bounded interface {
	// Left returns why executions after s were left out; "" if none were.
	Left(s State) string
}

// Accessor knows which accesses to memory are valid.
type Accessor interface {
	// Valid reports whether executions in s surely make no invalid access on an edge.
	Valid(s State, e *ir.Edge) bool
}

// Witnesser knows inputs of executions that come to a state.
type Witnesser interface {
	// Witness returns such inputs if it answers Taken; a run shows whether they are.
	Witness(ctx context.Context, s State) ([]ir.Record, Feasible)
}

// Feasible is an answer to the question whether executions come to a state.
type Feasible uint8

// The answers.
const (
	Unknown  Feasible = iota
	Taken             // as far as the analysis can tell
	Excluded          // no execution does
)
