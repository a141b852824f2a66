// Package cpa is the engine that runs configurable program analyses. Its options select analyses from package cpa and
// its subpackages; the engine combines them in a product.
//
//	cpa:numeric               polyhedra and congruences
//	cpa:numeric(octagon)      another domain
//	cpa:value+predicate,order=bfs
//
// # Files
//
// Each analysis has a file with its name, its options and its constructor (numeric.go, value.go). parse.go reads the
// options; worker.go has the code that all analyses of a worker share.
package cpa

import (
	"github.com/tandem-verifier/tandem/internal/cpa/ranged"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Name is the name of the engine.
const Name = "cpa"

// New returns the engine with the given options.
func New(cfg Config) verify.Engine {
	return verify.Engine{
		Name: Name,
		Doc:  "configurable program analysis: analyses side by side over an abstract reachability graph",
		Paper: "D. Beyer, T. A. Henzinger, G. Théoduloz: Configurable Software Verification: Concretizing the Convergence " +
			"of Model Checking and Program Analysis. CAV 2007",
		Gives: []verify.FactKind{verify.KindInvariant, verify.KindTest, verify.KindPredicate},
		With: func(options string) (verify.Engine, error) {
			cfg, err := Parse(options)
			return New(cfg), err
		},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker { return &worker{cfg: cfg, task: t, board: b} },
		Ranged: func(t *verify.Task, r verify.PathRange, b *verify.Board) verify.Worker {
			return &worker{cfg: cfg, task: t.Within(r), board: b, within: ranged.Of(t.Program, r), asks: make(chan ask)}
		},
	}
}

// Slam returns predicate abstraction as in SLAM, a baseline of paper 4. The abstraction is Cartesian and made edge by
// edge. Forward execution of paths finds predicates, which are used at all locations. The engine runs no tests.
func Slam() verify.Engine {
	e := New(Config{Parts: []Part{{Name: predicateComponent.name, Option: "slam,scope=global"}}, Prefixes: 1,
		Untested: true})
	e.Name, e.With = "slam", nil
	e.Doc = "predicate abstraction as in SLAM: a configuration of cpa, as a baseline"
	e.Paper = "T. Ball, S. K. Rajamani: Automatically Validating Temporal Safety Properties of Interfaces. SPIN 2001"
	return e
}
