package cpa

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// State is an abstract state: immutable, and owned by the analysis that made it. The state nil has no executions.
type State any

// Analysis is a configurable program analysis: its states describe the executions at one location. The algorithm
// handles locations and calls.
type Analysis interface {
	Name() string
	// Initial returns the state of all executions at the program's entry.
	Initial() State
	// Transfer returns the state after an edge (transfer relation). It describes at least the executions that pass the
	// edge. Over a Call it returns the state at the entry of the called function, over a Return the state at the exit.
	Transfer(ctx context.Context, s State, e *ir.Edge, at At) State
	// Resume returns the state after a call, from the state before it and the state at the function's exit.
	Resume(ctx context.Context, before, exit State, call *ir.Edge, at At) State
	// Adjust (precision adjustment) returns a new state with the precision of at. It describes at least the same
	// executions.
	Adjust(ctx context.Context, s State, at At) State
	// Merge returns old, or a state above both states that replaces old.
	Merge(s, old State) State
	// Leq reports whether t describes all executions of s (the operator stop); if it does, s need not be expanded. It
	// returns false if that is not known.
	Leq(s, t State) bool
	// Expr returns a formula over registers and memory that holds for all executions of s. nil means that s lies inside of
	// a block, where the formula follows from earlier states.
	Expr(s State) ir.Expr
}

// At is the context in which a state is made: location, frame and precision.
type At struct {
	Loc       *ir.Loc
	Stack     *Frame
	Precision *verify.Precision // nil if nothing is tracked
}

// Frame describes the executions of a function that begin in the state of one entry node. It is a stack frame that
// callers share (tabulation: Reps, Horwitz, Sagiv, POPL 1995): if the entry of a frame covers the state of a call, or
// is merged with it, the call joins the callers of the frame, and exits of the frame return to all callers. Recursion
// needs nothing else. If an analysis never covers states, each call has a frame of its own, as on a usual stack.
type Frame struct {
	Func    *ir.Func
	entry   *Node
	callers []caller
	exits   []*Node // nodes at the exit
	depth   int32   // 1 + the depth of the frame of the first caller
}

// caller is a call edge with the node at which it begins.
type caller struct {
	node *Node
	call *ir.Edge
}

// Entry returns the node in which executions of the frame begin.
func (f *Frame) Entry() *Node { return f.entry }

// The interfaces below are optional.

// Partitioned states are merged and compared only if their keys are equal. Keys are hashes of the parts that must be
// the same in both states. The hashes of different parts may be equal, so Merge and Leq must accept any two states.
type Partitioned interface{ Key(s State) uint64 }

// Shaped states may cover states with other keys, if those have more facts. States of one shape have values for the
// same registers and cells.
type Shaped interface {
	Partitioned
	Shape(s State) uint64
	// KeyAs returns the key of a state of t's shape with the values of s; ok is false if s lacks some of them.
	KeyAs(s, t State) (key uint64, ok bool)
}

// Targeter decides which errors an exploration searches for.
type Targeter interface {
	// Target returns the obligation that executions in s violate; nil if there is none.
	Target(s State) *ir.Obligation
}

// Teller offers facts about new states to the other analyses of a product.
type Teller interface {
	Tell(s State, at At) []ir.Expr
}

// Listener strengthens a state by facts about the same executions that other analyses of a product offer.
type Listener interface {
	Hear(ctx context.Context, s State, at At, facts []ir.Expr) State
}

// Bounded analyses leave executions out, so their graphs are not proofs.
type Bounded interface {
	// Left returns why executions after s were left out; "" if there are none.
	Left(s State) string
}

// Accessor decides which accesses to memory are valid.
type Accessor interface {
	// Valid reports whether no execution of s makes an invalid access on e, as far as the analysis knows.
	Valid(s State, e *ir.Edge) bool
}

// Witnesser finds inputs of executions that reach a state.
type Witnesser interface {
	// Witness returns inputs if it answers Taken; a run has to confirm them.
	Witness(ctx context.Context, s State) ([]ir.Record, Feasible)
}

// Feasible is an answer to the question whether executions reach a state.
type Feasible uint8

// The answers.
const (
	Unknown  Feasible = iota
	Taken             // some executions do, as far as the analysis knows
	Excluded          // no execution does
)
