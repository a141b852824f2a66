package verify

import (
	"context"
	"errors"
	"fmt"
)

// Engine describes a verifier. Open returns quickly, since the turns of the worker do the work. An engine has no state
// outside of its workers.
type Engine struct {
	Name  string                               // lower case: intervals
	Doc   string                               // description, one line
	Paper string                               // citation, or "" if there is none
	Needs []FactKind                           // kinds of facts that it reads from the board
	Gives []FactKind                           // kinds of facts that it publishes
	Open  func(t *Task, b *Board) Worker       // begins the work on a task or a part
	With  func(options string) (Engine, error) // returns the engine with options: key=value,...; nil: it has none
	// Ranged begins the work on the executions of a task whose path lies in a range, without restricting the program
	// (Task.Within). It is nil if the engine does not support ranges: Open then gets the part with these executions.
	Ranged func(whole *Task, r PathRange, b *Board) Worker
}

// Worker is an engine at work on one task. Work is one turn: the worker decides as many of the remaining obligations
// (Board.Left) as it can, reads facts from the board and publishes its own. Work returns soon after the context ends or
// the budget is spent, with a partial result, and the next turn continues from there. A result is a claim, which
// package check or a replay has to confirm.
//
// A worker is used by one goroutine at a time. It never panics on a program that ir.Check accepts, and Close ends all
// of its goroutines and solvers.
type Worker interface {
	Work(ctx context.Context, b Budget) Result
	Close()
}

// Finisher is a worker that can report that further turns would decide nothing.
type Finisher interface{ Finished() bool }

// Measured is a Worker that estimates how much of its work is done: of all that it has to do before it has a result
// about the whole task.
type Measured interface {
	// Done returns a number from 0 (or unknown) to 1.
	Done() float64
}

// Once returns the Open of an engine that cannot continue a turn: each turn calls run anew, for the remaining
// obligations.
func Once(run func(ctx context.Context, t *Task, b *Board) Result) func(*Task, *Board) Worker {
	return func(t *Task, b *Board) Worker { return &once{run: run, task: t, board: b} }
}

// Turns returns the Open of an engine that has nothing to close and keeps its state between turns in the closure work.
// All of its workers share that state.
func Turns(work func(context.Context, Budget) Result) func(*Task, *Board) Worker {
	return func(*Task, *Board) Worker { return turns(work) }
}

// turns is the worker that Turns opens.
type turns func(context.Context, Budget) Result

func (w turns) Work(ctx context.Context, b Budget) Result { return w(ctx, b) }
func (w turns) Close()                                    {}

// once is the worker that Once opens.
type once struct {
	run   func(context.Context, *Task, *Board) Result
	task  *Task
	board *Board
	idle  bool
}

func (w *once) Work(ctx context.Context, b Budget) Result {
	t := w.task.With(b)
	t.Obligations = w.board.Left(t)
	r := w.run(ctx, t, w.board)
	if u, ok := r.(*Unknown); ok {
		w.idle = u.Idle
	}
	return r
}

func (w *once) Finished() bool { return w.idle }

func (w *once) Close() {}

// Validate returns an error unless all engines have a name, a description and Open, and their names are unique.
func Validate(engines []Engine) error {
	seen := map[string]bool{}
	for _, e := range engines {
		switch {
		case e.Name == "":
			return errors.New("engine without a name")
		case seen[e.Name]:
			return fmt.Errorf("engine %s listed twice", e.Name)
		case e.Doc == "":
			return fmt.Errorf("engine %s has no doc", e.Name)
		case e.Open == nil:
			return fmt.Errorf("engine %s cannot be opened", e.Name)
		}
		seen[e.Name] = true
	}
	return nil
}
