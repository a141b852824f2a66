package template_test

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/linear/lineartest"
	"github.com/tandem-verifier/tandem/internal/domain/template"
)

// sum returns the form a*d0 + b*d1 + c*d2.
func sum(cs ...int64) (f linear.Form) {
	for i, c := range cs {
		if c != 0 {
			f.Terms = append(f.Terms, linear.Term{D: domain.Dim(i), C: c})
		}
	}
	return f
}

// TestLaws tests the laws of lattices, and operations against brute force.
func TestLaws(t *testing.T) {
	lineartest.Laws(t, template.New(nil, nil), lineartest.Config{Packed: true})
	lineartest.Laws(t, template.New([]linear.Form{sum(1, -2), sum(-1, 1), sum(0, 1, -1), sum(1, 1, 3)}, nil),
		lineartest.Config{Packed: true})
}

// TestEquated does the same if assignments relate their targets to operands.
func TestEquated(t *testing.T) {
	lineartest.Laws(t, template.New([]linear.Form{sum(1, -2), sum(-1, 1), sum(0, 1, -1), sum(1, 1, 3)},
		func(domain.Dim) bool { return true }), lineartest.Config{Packed: true})
}
