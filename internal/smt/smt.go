package smt

import (
	"context"
	"errors"
	"time"

	"github.com/tandem-verifier/tandem/internal/term"
)

// Result is a solver's verdict on a conjunction.
type Result uint8

// The results. The zero value is Unknown: an answer that was never set proves nothing.
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

// Answer is a result. Reason explains an Unknown. Work is the solver's count for the query, in the unit of Budget.Work,
// if Budget.Work bounds the query; it is 0 if no solver was involved.
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

// unknown returns an Unknown with a reason.
func unknown(reason string) Answer { return Answer{Reason: reason} }

// Reasons of an Unknown that callers may compare.
const (
	ReasonTime     = "time"
	ReasonWork     = "work"
	ReasonMemory   = "memory"
	ReasonCanceled = "canceled"
)

// Budget bounds one query; a zero field is no bound.
type Budget struct {
	Time time.Duration // wall time
	// Work bounds the solver's own count of steps (z3: rlimit), which is the same on every machine. Solvers without such
	// a count ignore it.
	Work   uint64
	Memory uint64  // bytes of the solver's process (on Linux; elsewhere only Config.Memory counts)
	Again  *Budget // the budget of Config.Backup if the solver has no answer; nil: do not use Config.Backup
}

// limit returns the time limit of a query: the budget, or the time to the deadline of ctx if that is shorter; 0 if
// there is none.
func (b Budget) limit(ctx context.Context) time.Duration {
	limit := b.Time
	if d, ok := ctx.Deadline(); ok {
		if left := time.Until(d); limit == 0 || left < limit {
			limit = max(left, time.Millisecond)
		}
	}
	return limit
}

// Solver decides conjunctions of terms of one term.Ctx. It keeps a stack of levels, each a list of asserted terms. It
// is not safe for concurrent use, and its calls use the term.Ctx, which is not safe for concurrent use either.
type Solver interface {
	// Push opens a level. Pop drops the last level with its assertions; it panics if there is no level.
	Push()
	Pop()
	// Assert adds terms of sort Bool to the last level.
	Assert(ts ...*term.Term)
	// Check decides the conjunction of all asserted terms and the terms of assume. After the end of ctx, it returns
	// Unknown within about 100 ms.
	Check(ctx context.Context, b Budget, assume ...*term.Term) Answer
	// Model returns a model for the last Check, whose answer was Sat. Variables without a value in the model may have any
	// value; term.Eval takes zero.
	Model() (*term.Model, error)
	// Core returns, after Unsat, a subset of the assumptions of the last Check that is unsatisfiable together with the
	// asserted terms. It need not be minimal. It is empty if the asserted terms alone are unsatisfiable, and nil if no
	// core is known.
	Core() []*term.Term
	// Close frees the solver; it may be called more than once.
	Close() error
}

// HornSolver decides systems of constrained Horn clauses.
type HornSolver interface {
	// Horn decides whether predicates exist that satisfy the clauses. If the answer is Sat, the model has an
	// interpretation of each predicate; it is nil if it could not be read, and Reason has the cause. Unsat means that a
	// derivation of false exists. Each clause is a universally quantified implication whose head is an application of a
	// predicate or false.
	Horn(ctx context.Context, b Budget, clauses []*term.Term) (Answer, *term.Model)
}

// ErrNoSolver is the error that no solver was found. Its text has instructions for installing one.
var ErrNoSolver = errors.New("no SMT solver found: install z3 (Debian and Ubuntu: sudo apt-get install z3; macOS: " +
	"brew install z3), or name one by its path")

// errNoModel is the error of Model if the last answer was not Sat.
var errNoModel = errors.New("smt: no model: the last answer was not sat")
