package verify

import (
	"context"
	"errors"
	"fmt"
)

// Engine is a verifier as a value. Open begins the work on a task, or on a part of it. It returns quickly, as the turns
// do the work, and keeps no state outside of the worker.
type Engine struct {
	Name  string // lower case: intervals
	Doc   string // one line
	Paper string // citation, or "" if there is none
	Needs []FactKind
	Gives []FactKind
	Open  func(t *Task, b *Board) Worker
	With  func(options string) (Engine, error) // the engine with options, key=value and commas; nil: it has none
	// Ranged opens the engine on those executions of a task whose path lies in a range, without restricting the program
	// (Task.Within); nil: the engine does not support ranges, and works on the part that has the executions of the range.
	Ranged func(whole *Task, r PathRange, b *Board) Worker
}

// Worker is an engine at work on one task. Work is one turn: the worker decides as many of the remaining obligations
// (Board.Left) as it can, asks the board for facts and publishes its own. It returns soon after the context ends or the
// budget is spent, with a partial result, and the next turn continues from there. A caller that wants a partial result
// ends the turn. A result is a claim, which package check judges.
//
// A worker is used by one goroutine at a time. It never panics on a program that ir.Check accepts, and Close ends all
// of its goroutines and solvers.
type Worker interface {
	Work(ctx context.Context, b Budget) Result
	Close()
}

// Finisher is a worker that may report that another turn would be useless.
type Finisher interface{ Finished() bool }

// Once returns the Open of an engine that cannot continue: each turn starts again, on the remaining obligations.
func Once(run func(ctx context.Context, t *Task, b *Board) Result) func(*Task, *Board) Worker {
	return func(t *Task, b *Board) Worker { return &once{run: run, task: t, board: b} }
}

// Turns returns the Open of an engine whose state between turns is in the closure, and that has nothing to close.
func Turns(work func(context.Context, Budget) Result) func(*Task, *Board) Worker {
	return func(*Task, *Board) Worker { return turns(work) }
}

type turns func(context.Context, Budget) Result

func (w turns) Work(ctx context.Context, b Budget) Result { return w(ctx, b) }
func (w turns) Close()                                    {}

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

// Validate checks a list of engines: names are unique, texts are not empty, functions are set.
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
