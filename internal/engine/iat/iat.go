package iat

import (
	"fmt"
	"math"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/engine/options"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Config switches the parts of the engine, to measure the effect of each.
type Config struct {
	Domain     string // a domain of package domains; "" for the last one
	Partition  bool   // split inputs; without it there is one abstract test (one pass)
	Backward   bool   // analyse backward if an abstract test leaves an obligation open
	Values     bool   // partition states by values if one state for each location decides nothing
	Summaries  bool   // relate exits of functions that inlining left to their entries
	BET        bool   // run small parts exhaustively
	Samples    bool   // with BET: run random inputs before the first split and in each new part
	Rounds     int    // number of further tests of the inputs that backward analysis leaves, before they are split
	Predicates int    // number of predicates by which a part is split at a time; 10 in the paper
	Parts      int    // largest number of parts that predicates split a part into
	// a part with at most this many inputs is run exhaustively (2500 in the paper); 0 for as many as Slice covers
	Threshold uint64
	Slice     time.Duration // time slice of exhaustive testing
}

// Default returns the configuration without options.
func Default() Config {
	return Config{Partition: true, Backward: true, Values: true, Summaries: true, BET: true, Samples: true, Rounds: 3,
		Predicates: 10, Parts: 64, Slice: 2 * time.Second}
}

// Parse reads options over the default: domain=octagon, partition=off, backward=off, values=off, summaries=off,
// bet=off, samples=off, rounds=3, predicates=10, parts=64, threshold=2500 (0 for as many inputs as a time slice
// covers). Options are separated by commas.
func Parse(text string) (Config, error) {
	c := Default()
	names := domains.Names()
	_, err := options.Read(options.Owner{Name: "engine iat", Doc: "docs/iat.md"}, text,
		options.Words("domain", names, func(i int) { c.Domain = names[i] }),
		options.Switch("partition", &c.Partition),
		options.Switch("backward", &c.Backward),
		options.Switch("values", &c.Values),
		options.Switch("summaries", &c.Summaries),
		options.Switch("bet", &c.BET),
		options.Switch("samples", &c.Samples),
		options.Number("predicates", &c.Predicates, 0, math.MaxInt32),
		options.Number("parts", &c.Parts, 2, math.MaxInt32),
		options.Number("rounds", &c.Rounds, 0, math.MaxInt32),
		options.Number("threshold", &c.Threshold, 0, math.MaxInt64))
	return c, err
}

// Name is the name of the engine.
const Name = "iat"

// New returns the engine with the given options.
func New(cfg Config) verify.Engine {
	return verify.Engine{
		Name: Name,
		Doc: "iterative abstract testing: forward and backward analysis of parts of the input space, small parts run " +
			"exhaustively",
		Paper: "B. Yin, L. Chen, J. Liu, J. Wang, P. Cousot: Verifying Numerical Programs via Iterative Abstract Testing. " +
			"SAS 2019",
		Gives: []verify.FactKind{verify.KindInvariant, verify.KindTest, verify.KindRegion},
		With: func(options string) (verify.Engine, error) {
			cfg, err := Parse(options)
			return New(cfg), err
		},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker { return &worker{cfg: cfg, task: t, board: b} },
	}
}

// begin returns the engine at the beginning of the first turn.
func begin(cfg Config, t *verify.Task, b *verify.Board) *engine {
	d, _ := domains.Named(cfg.Domain) // Parse has checked the name
	e := &engine{cfg: cfg, task: t, layouts: testgen.NewLayouts(t), board: b, dom: d, prog: absint.Prepare(t.Program),
		open: t.Asked(), proved: map[int]verify.Evidence{}, assuming: map[*ir.Edge]bool{},
		position: position{claimed: map[int]bool{}}, conditions: conditions{vars: map[int]*ir.Var{}}}
	e.prog.Points = t.Points()
	names := map[string]int{}
	for _, s := range flow.EntryInputs(t.Program) {
		if s.Type.Kind == ir.Int || s.Type.Kind == ir.Bool {
			names[s.Name]++
			v := &ir.Var{Name: s.Name + "0", Type: s.Type}
			if n := names[s.Name]; n > 1 { // another site with this name
				v.Name += fmt.Sprint(".", n)
			}
			e.symbols = append(e.symbols, absint.Symbol{Site: s, Var: v})
			e.vars[s.ID] = v
		}
	}
	e.space = d.Meaning(e.prog, absint.Config{Symbols: e.symbols})
	return e
}

// engine is the state of the engine, over all turns.
type engine struct {
	cfg     Config
	task    *verify.Task
	layouts *testgen.Layouts
	board   *verify.Board
	dom     absint.Domain
	prog    *absint.Program

	meter    *smt.Meter
	open     []*ir.Obligation        // obligations that are not decided
	proved   map[int]verify.Evidence // by obligation: proofs that need no split
	assuming map[*ir.Edge]bool       // accesses that the proofs assume to be valid
	tester   *tester
	ats      int    // number of abstract tests
	bets     int    // number of exhaustive tests
	reason   string // why obligations stay open
	unsplit  string // why some part was not halved

	conditions
	position
}

// conditions holds the symbols of the inputs, and the domain of conditions on them.
type conditions struct {
	symbols []absint.Symbol // the inputs that are split
	space   *absint.Meaning // the domain of conditions on symbols
	vars    map[int]*ir.Var // by site: the symbols in regions that are published
}

// position records the progress of the phases of decide, so that a later turn continues there.
type position struct {
	root    *subspace    // root of the tree of parts
	plain   uint64       // edges evaluated in the first pass; 0 if it did not end
	first   *tested      // result of the first rung with symbols for all inputs; nil if there is none yet
	phase   int          // index of the next phase of decide
	rung    int          // index of the next rung of onePass
	begun   bool         // the worklist was begun
	todo    []*subspace  // the worklist
	claimed map[int]bool // by obligation: an earlier turn has returned a proof
}
