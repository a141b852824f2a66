package traceabs

import "github.com/tandem-verifier/tandem/internal/verify"

// Name is the name of the engine.
const Name = "traceabs"

// New returns the engine with the given options.
func New(cfg Config) verify.Engine {
	return verify.Engine{
		Name: Name,
		Doc: "trace abstraction: infeasible traces generalised by abstract interpretation of path programs, or by " +
			"interpolants",
		Paper: "M. Greitschus, D. Dietsch, A. Podelski: Refining Trace Abstraction using Abstract Interpretation. 2017",
		Gives: []verify.FactKind{verify.KindInvariant, verify.KindTest, verify.KindPredicate},
		With: func(options string) (verify.Engine, error) {
			cfg, err := Parse(options)
			return New(cfg), err
		},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker { return &worker{cfg: cfg, task: t, board: b} },
	}
}
