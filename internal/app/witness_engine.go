package app

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
	"github.com/tandem-verifier/tandem/internal/witness"
)

// This file has the two engines that use the content of a witness. Like all engines, they only make claims: package
// coop checks the proof and replays the test.

// inductiveEngine returns the engine which claims that the witness's invariants are a proof without further invariants.
func inductiveEngine(invs []verify.Invariant) verify.Engine {
	return verify.Engine{
		Name: "witness", Doc: "the invariants of the witness as a proof",
		Open: verify.Once(func(ctx context.Context, t *verify.Task, _ *verify.Board) verify.Result {
			if len(invs) == 0 {
				return &verify.Unknown{Reason: "the witness has no invariants that are plain conditions", Idle: true}
			}
			safe := &verify.Safe{Obligations: t.Asked(), Proof: &verify.Inductive{Invariants: invs}}
			// Check first: an unconfirmed claim would count as an error of the engine.
			if out := check.Proof(ctx, t, safe); out.Verdict != check.Confirmed {
				return &verify.Unknown{Reason: "the invariants of the witness are no proof by themselves: " + out.Reason}
			}
			return safe
		}),
	}
}

// replayEngine returns the engine that runs the program on the values that the witness has for inputs. Other inputs are
// zero in the first run, then random.
func replayEngine(hints []witness.Hint) verify.Engine {
	return verify.Engine{
		Name: "replay", Doc: "the inputs that the witness fixes",
		Open: verify.Once(func(ctx context.Context, t *verify.Task, _ *verify.Board) verify.Result {
			const runs, fuel = 32, 1 << 26
			m, err := exec.CompileJIT(t.Program, exec.Config{Fuel: fuel}, exec.JITOptions{})
			if err != nil {
				return &verify.Unknown{Reason: verify.Said(err)}
			}
			defer m.Close()
			tries := runs
			if t.Options.Determ {
				tries = 2
			}
			for i := range tries {
				rest := exec.Zeros()
				if i > 0 {
					rest = exec.Random(t.Program, uint64(i), exec.Mixed)
				}
				run, err := m.Run(ctx, exec.Chain(hinted(hints), rest))
				if err != nil {
					return &verify.Unknown{Reason: verify.Said(err)}
				}
				for _, o := range t.Asked() {
					if testgen.Shows(t, run, o) == "" {
						return &verify.Unsafe{Obligation: o, Test: testgen.FromRun(run, "values of the witness")}
					}
				}
				if ctx.Err() != nil || len(run.Reads) == 0 {
					break
				}
			}
			return &verify.Unknown{Reason: "the values of the witness do not lead to the violation"}
		}),
	}
}

// hinted returns inputs that answer each read at a position with the next value that the witness has for this position.
func hinted(hints []witness.Hint) exec.Inputs {
	queue := map[ir.Pos][]witness.Hint{}
	for _, h := range hints {
		queue[h.Pos] = append(queue[h.Pos], h)
	}
	return exec.InputFunc(func(k ir.Key, s *ir.Site, typ ir.Type) (uint64, bool) {
		q := queue[s.Pos]
		if len(q) == 0 || k.Off > 0 || q[0].Type != typ {
			return 0, false
		}
		queue[s.Pos] = q[1:]
		return q[0].Bits, true
	})
}
