package smt

import (
	"context"
	"errors"
	"time"

	"github.com/tandem-verifier/tandem/internal/term"
)

// Result is a solver's verdict on a conjunction.
type Result uint8

// The results. The zero value is Unknown, so that a forgotten answer proves nothing.
const (
	Unknown Result = iota
	Sat
	Unsat
)

func (r Result) String() string {
	switch r {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	}
	return "unknown"
}

// Answer is a result; Reason explains an Unknown. Work is the solver's count for the query, in the unit of Budget.Work,
// if that bounds it; 0 if no solver was asked.
type Answer struct {
	Result Result
	Reason string
	Work   uint64
}

func (a Answer) String() string {
	if a.Result == Unknown && a.Reason != "" {
		return "unknown (" + a.Reason + ")"
	}
	return a.Result.String()
}

func unknown(reason string) Answer { return Answer{Reason: reason} }

// Reasons that more than one place gives or looks for.
const (
	ReasonTime     = "time"
	ReasonWork     = "work"
	ReasonMemory   = "memory"
	ReasonCanceled = "canceled"
)

// Budget bounds one query; a zero field is no bound.
type Budget struct {
	Time time.Duration // wall time
	// solver's own count of steps (z3: rlimit), the same on every machine; passed over by solvers that have none
	Work   uint64
	Memory uint64  // bytes of the solver's process (Linux; elsewhere Config.Memory alone counts)
	Again  *Budget // of Config.Backup, if the solver has no answer; nil: it is not asked
}

// limit returns the time that a query has; 0: no bound.
func (b Budget) limit(ctx context.Context) time.Duration {
	limit := b.Time
	if d, ok := ctx.Deadline(); ok {
		if left := time.Until(d); limit == 0 || left < limit {
			limit = max(left, time.Millisecond)
		}
	}
	return limit
}

// Solver decides conjunctions of terms of one term.Ctx. It keeps a stack of
// levels, each a list of asserted terms. Not safe for concurrent use, and its
// calls use the term.Ctx, which is not either.
type Solver interface {
	// Push opens a level, Pop drops the last one with its assertions. Pop without a level panics.
	Push()
	Pop()
	// Assert adds terms of sort Bool to the last level.
	Assert(ts ...*term.Term)
	// Check decides what is asserted together with the terms of assume. When
	// ctx ends the answer is Unknown within about 100 ms.
	Check(ctx context.Context, b Budget, assume ...*term.Term) Answer
	// Model belongs to the last Check, whose answer was Sat. Variables that it
	// does not name may have any value; term.Eval takes zero.
	Model() (*term.Model, error)
	// Core is, after Unsat, a subset of the assumptions of the last Check that is Unsat
	// together with what was asserted then: not always a smallest one. It is
	// empty where what was asserted is Unsat by itself, nil where no core is known.
	Core() []*term.Term
	// Close frees the solver; it may be called more than once.
	Close() error
}

// HornSolver decides systems of constrained Horn clauses.
type HornSolver interface {
	// Horn answers Sat if predicates exist that satisfy the clauses; the model
	// has an interpretation for each (nil if it could not be read, Reason says
	// why). Unsat: a derivation of false exists. Each clause is a
	// universally quantified implication whose head is an application of a predicate or false.
	Horn(ctx context.Context, b Budget, clauses []*term.Term) (Answer, *term.Model)
}

// ErrNoSolver says that no solver was found, and what to install.
var ErrNoSolver = errors.New("no SMT solver found: install z3 (Debian and Ubuntu: sudo apt-get install z3; macOS: " +
	"brew install z3), or name one by its path")

// errNoModel is returned by Model where the last answer was not Sat.
var errNoModel = errors.New("smt: no model: the last answer was not sat")
