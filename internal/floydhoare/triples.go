package floydhoare

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// Links are what decides triples beside the text of statements.
type Links struct {
	Meaning *absint.Meaning // nil: no domain
	Prover  *vc.Prover      // nil: no solver
}

// Triples are {pre} letter {post}, decided once each.
type Triples struct {
	*Predicates
	Links
	// Counts says how many triples each link decided: known, syntax, implied, domain, models, solver, and open.
	Counts map[string]int
}

// NewTriples knows none.
func NewTriples(ps *Predicates, l Links) *Triples {
	return &Triples{Predicates: ps, Links: l, Counts: map[string]int{}}
}

// Learn notes a triple that was shown.
func (t *Triples) Learn(pre []int, l *Letter, post int) {}

// Post decides {pre} letter {post} for each of several posts. What is not Yes is no move; the answers are kept, unless the context ended.
func (t *Triples) Post(ctx context.Context, pre []int, l *Letter, posts []int) []vc.Truth {
	out := make([]vc.Truth, len(posts))
	for i, q := range posts {
		if q == True || slices.Contains(pre, False) {
			out[i] = vc.Yes
		}
	}
	return out
}

// Initially decides which predicates hold in all initial states.
func (t *Triples) Initially(ctx context.Context, posts []int) []vc.Truth {
	return make([]vc.Truth, len(posts))
}

// sorted is a set.
func sorted(xs []int) []int {
	slices.Sort(xs)
	return slices.Compact(xs)
}

type touch struct{}
type vars struct{}
