package verify

import (
	"context"
	"errors"
	"fmt"
)

// Engine is a verifier as a value. Run decides the task or a part of it, asks
// the board for what it needs and publishes what it learns; it returns soon after
// the context ends, never panics on a program that ir.Check accepts, and keeps no
// state between runs. A result is a claim: package check decides.
type Engine struct {
	Name  string // lower case: intervals
	Doc   string // one line
	Paper string // citation, or "" if there is none
	Needs []FactKind
	Gives []FactKind
	Run   func(ctx context.Context, t *Task, b *Board) Result
}

// Validate checks a list of engines: names unique, docs there, functions set.
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
		case e.Run == nil:
			return fmt.Errorf("engine %s cannot run", e.Name)
		}
		seen[e.Name] = true
	}
	return nil
}
