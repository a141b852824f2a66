package instrument

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestReported checks that, with checks, a run that makes an invalid access violates the obligation of this access if
// there is one. All other runs end as without checks.
func TestReported(t *testing.T) {
	kinds := map[string]string{"invalid read": ir.ValidDeref, "invalid write": ir.ValidDeref, "invalid free": ir.ValidFree}
	report := map[string]bool{ir.ValidDeref: true, ir.ValidFree: true}
	violated, others := 0, 0
	for seed := range uint64(300) {
		before := flowtest.Random(seed+900, 10)
		after, _ := ir.Clone(before)
		Guards(before, Checks{})
		Guards(after, Checks{Report: report})
		if err := ir.Check(after); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for input := range uint64(6) {
			_, was := summary(t, before, hashInputs(before, input*977+seed, true))
			_, is := summary(t, after, hashInputs(after, input*977+seed, true))
			a, b := was.Outcome, is.Outcome
			kind, invalid := kinds[a.What]
			switch {
			case a.Kind != exec.Undefined || !invalid:
				if others++; a.Kind != b.Kind || a.What != b.What || a.Pos != b.Pos || a.Obligation != nil &&
					a.Obligation.Kind != b.Obligation.Kind {
					t.Fatalf("seed %d, input %d: %v, with checks %v", seed, input, a, b)
				}
			case b.Kind != exec.Violated || b.Obligation.Kind != kind || b.Obligation.Pos != a.Pos:
				t.Fatalf("seed %d, input %d: %s at %s, with checks %v", seed, input, a.What, a.Pos, b)
			default:
				violated++
			}
		}
	}
	if violated < 15 || others < 100 {
		t.Errorf("%d invalid accesses, %d other runs: the generator is useless", violated, others)
	}
	t.Logf("%d invalid accesses, %d other runs", violated, others)
}

// TestLeaks checks that the count of live objects is 0 at the end if and only if all objects have been freed.
func TestLeaks(t *testing.T) {
	for text, want := range map[string]exec.Kind{
		`  L0 -> L2: p = alloc heap 4:u32 #0
  L2 -> L3: free p
  L3 -> L1: return
`: exec.Finished,
		`  L0 -> L2: p = alloc heap 4:u32 #0
  L2 -> L3: skip
  L3 -> L1: return
`: exec.Violated,
		`  L0 -> L2: p = 0:ptr32
  L2 -> L3: free p
  L3 -> L1: return
`: exec.Finished,
		`  L0 -> L2: p = alloc heap 4:u32 #0
  L2 -> L3: p = alloc heap 4:u32 #0
  L3 -> L4: free p
  L4 -> L1: return
`: exec.Violated,
		`  L0 -> L2: p = alloc stack 4:u32 #0
  L2 -> L3: free p stack
  L3 -> L1: return
`: exec.Finished,
	} {
		p, err := ir.Parse("program ILP32\nsite bytes \"m\" name \"malloc\" in main\nentry main\nfunc main() void {\n  " +
			"reg p ptr32\n  loc L0 entry\n  loc L1 exit\n  loc L2\n  loc L3\n  loc L4\n" + text + "}\n")
		if err != nil {
			t.Fatal(err)
		}
		Guards(p, Checks{Report: map[string]bool{ir.ValidMemcleanup: true}})
		RemoveUnreachable(p, nil)
		if err := ir.Check(p); err != nil {
			t.Fatal(err)
		}
		if _, r := summary(t, p, hashInputs(p, 1, true)); r.Outcome.Kind != want {
			t.Errorf("%s: outcome %d, want %d", text, r.Outcome.Kind, want)
		}
	}
}
