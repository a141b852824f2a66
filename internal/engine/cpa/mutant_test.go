package cpa_test

import (
	"flag"
	"testing"

	"github.com/tandem-verifier/tandem/internal/mutationtest"
)

var runMutants = flag.Bool("mutants", false, "hold each mutant of TestMutants against TestUnwinds: some minutes")

// mutants of the checker accept unwindings as proofs of ranges that they do not prove, or refuse correct ones.
var mutants = mutationtest.List{
	{"paths of the range are not gone on", "../../check/triple/unroll.go", []string{
		"!inside || track.Lower", "inside || track.Lower"}},
	{"paths out of the range are gone on", "../../check/triple/unroll.go", []string{
		"!inside || track.Lower", "!inside && to == nil || track.Lower"}},
	{"errors are before the lower bound wherever they are", "../../check/triple/unroll.go", []string{
		"track.Lower != bounds.Off && (to", "(to"}},
	{"the bounds stay where they begin", "../../check/triple/unroll.go", []string{
		"count: count, track: track}}, nil", "count: count, track: k.track}}, nil"}},
	{"a range is checked as another that ends before it", "../../check/relational.go", []string{
		"within = bounds.Of(t.Paths)", "within = bounds.Of(&verify.PathRange{Lo: t.Paths.Lo, Hi: t.Paths.Hi})"}},
}

// TestMutants checks that, with -mutants, TestUnwinds finds each mutant.
func TestMutants(t *testing.T) {
	mutationtest.Test(t, mutationtest.Run{Tests: "^TestUnwinds$", All: *runMutants}, mutants)
}
