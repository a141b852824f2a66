package instrument

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestSplit checks that, if no call is inlined and the limit allows copies, each call has a function of its own, except
// for calls of recursive functions, and runs do not change. If the limit does not allow copies, there are none.
func TestSplit(t *testing.T) {
	copied, compared := 0, 0
	for seed := range uint64(60) {
		before := flowtest.Random(seed+400, 14)
		RemoveUnreachable(before, nil)
		after, _ := ir.Clone(before)
		in := newInliner(after, Limits{Program: 1, Func: 1, Makers: 1, Contexts: 100_000})
		in.rest()
		RemoveUnreachable(after, nil)
		if err := ir.Check(after); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		calls := flow.NewCalls(after)
		for _, f := range after.Funcs {
			if n := len(calls.Sites(f)); n > 1 && !calls.Recursive(f) {
				t.Errorf("seed %d: %s is called %d times", seed, f.Name, n)
			}
		}
		copied += len(after.Funcs) - len(before.Funcs)
		compared += sameRuns(t, before, after, 4, false)

		none, _ := ir.Clone(before)
		newInliner(none, Limits{Program: 1, Func: 1, Makers: 1, Contexts: -1}).rest()
		if len(none.Funcs) != len(before.Funcs) {
			t.Errorf("seed %d: %d functions without room for copies", seed, len(none.Funcs)-len(before.Funcs))
		}
	}
	if copied < 60 || compared < 60 {
		t.Errorf("%d copies, %d runs compared", copied, compared)
	}
}
