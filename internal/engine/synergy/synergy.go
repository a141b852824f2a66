package synergy

import "github.com/tandem-verifier/tandem/internal/verify"

// Name is the name of the engine.
const Name = "synergy"

// New returns the engine with the given options.
func New(cfg Config) verify.Engine {
	return verify.Engine{
		Name: Name,
		Doc:  "tests and proof in one loop: tests at the frontier of an abstraction, and refinement where there is none",
		Paper: "B. S. Gulavani, T. A. Henzinger, Y. Kannan, A. V. Nori, S. K. Rajamani: SYNERGY: A new algorithm for " +
			"property checking. FSE 2006",
		Needs: []verify.FactKind{verify.KindInvariant, verify.KindCandidate, verify.KindTest, verify.KindPredicate},
		Gives: []verify.FactKind{verify.KindInvariant, verify.KindTest, verify.KindPredicate},
		With: func(options string) (verify.Engine, error) {
			cfg, err := Parse(options)
			return New(cfg), err
		},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker { return newWorker(cfg, t, b) },
	}
}
