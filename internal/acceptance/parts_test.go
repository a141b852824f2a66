package acceptance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestEnginesOnParts tests each engine on parts of unsafe programs, for each kind of scope: on parts that are safe, and
// on parts that are unsafe. TANDEM_LONG=1 takes 30 programs for each.
func TestEnginesOnParts(t *testing.T) {
	programs, limit, engines := 1, time.Second, []string{"intervals", "unwind", "iat"}
	if os.Getenv("TANDEM_LONG") != "" {
		programs, limit, engines = 30, time.Second, nil
	}
	for _, kind := range scopeKinds {
		for _, e := range app.Engines() {
			if engines != nil && !slices.Contains(engines, e.Name) {
				continue
			}
			t.Run(kind+" "+e.Name, func(t *testing.T) {
				count := map[string]int{}
				for n := range uint64(programs) {
					s := newSample(t, n, true)
					r := rand.New(rand.NewPCG(n, 9))
					for _, unsafe := range []bool{false, true} {
						scope, found := s.draw(r, kind, unsafe)
						for k := n + 1000; !found && k < n+1060; k++ {
							s = newSample(t, k, true)
							scope, found = s.draw(r, kind, unsafe)
						}
						if !found {
							count["no scope"]++
							continue
						}
						count[onPart(t, s, e, scope, unsafe, limit)]++
					}
				}
				t.Log(count)
			})
		}
	}
}

// onPart runs an engine on a part, and returns its result. It fails the test if a wrong result is confirmed.
func onPart(t *testing.T, s *sample, e verify.Engine, scope verify.Scope, unsafe bool, limit time.Duration) string {
	t.Helper()
	part, err := s.task.Part(scope)
	if err != nil {
		t.Fatalf("%s\n%+v: %v", s.text, scope, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	part = part.With(verify.Budget{Time: limit})
	switch res := enginetest.Run(ctx, e, part, verify.NewBoard()).(type) {
	case *verify.Safe:
		out := check.ProofOrPart(t.Context(), part, res)
		switch {
		case out.Verdict == check.Confirmed && unsafe:
			t.Errorf("%s on a part that is unsafe: confirmed\n%s\n%+v", e.Name, s.text, scope)
		case out.Verdict == check.Refuted:
			t.Errorf("%s on a part: its proof is refuted (the part is unsafe: %v): %s\n%s\n%+v", e.Name, unsafe, out.Reason,
				s.text, scope)
		}
		return fmt.Sprintf("proof %s, unsafe %v", out.Verdict, unsafe)
	case *verify.Unsafe:
		if !unsafe {
			t.Errorf("%s on a part that is safe: unsafe\n%s\n%+v", e.Name, s.text, scope)
		}
		if err := enginetest.Replay(t.Context(), part, res); err != nil {
			t.Errorf("%s: its test shows nothing in the part: %v\n%s\n%+v", e.Name, err, s.text, scope)
		}
		// A part reads the same inputs: the test is also one of the program.
		whole := &verify.Unsafe{Obligation: res.Obligation.Origin, Test: res.Test}
		if err := enginetest.Replay(t.Context(), s.task, whole); err != nil {
			t.Errorf("%s: its test shows nothing in the program: %v\n%s\n%+v", e.Name, err, s.text, scope)
		}
		return "violated"
	}
	return fmt.Sprintf("open, unsafe %v", unsafe)
}
