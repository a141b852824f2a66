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

// Config switches the parts of the engine, so that the effect of each can be measured.
type Config struct {
	Domain     string // of package domains; "": the last
	Partition  bool   // split inputs: without it there is one abstract test (one pass)
	Backward   bool   // run backward where an abstract test leaves something open
	Values     bool   // keep states apart by values, where one state a location decides nothing
	Summaries  bool   // relate exits of functions that inlining left to their entries
	BET        bool   // run small parts exhaustively
	Samples    bool   // with BET: run random inputs before the first split, and of each new part
	Rounds     int    // tests of what a run backward left, forward and backward in turn, before it is split
	Predicates int    // splitting predicates used at a time; the paper has 10
	Parts      int    // most parts that predicates split one into
	Threshold  uint64 // inputs of a part that are run exhaustively; 0: what Slice covers; the paper has 2500
	Slice      time.Duration
}

// Default returns the configuration that is measured.
func Default() Config {
	return Config{Partition: true, Backward: true, Values: true, Summaries: true, BET: true, Samples: true, Rounds: 3,
		Predicates: 10, Parts: 64, Slice: 2 * time.Second}
}

// Parse reads options over the default: domain=octagon, partition=off, backward=off, values=off, summaries=off,
// bet=off, samples=off, rounds=3, predicates=10, parts=64, threshold=2500 (0: as many as a time slice covers);
// separated by commas.
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

// Name is what the engine is called.
const Name = "iat"

// New makes the engine.
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

func begin(cfg Config, t *verify.Task, b *verify.Board) *engine {
	d, _ := domains.Named(cfg.Domain) // Parse has looked
	e := &engine{cfg: cfg, task: t, layouts: testgen.NewLayouts(t), board: b, dom: d, prog: absint.Prepare(t.Program),
		open: t.Asked(), proved: map[int]verify.Evidence{}, assuming: map[*ir.Edge]bool{},
		position: position{claimed: map[int]bool{}}, conditions: conditions{vars: map[int]*ir.Var{}}}
	e.prog.Points = t.Points()
	names := map[string]int{}
	for _, s := range flow.EntryInputs(t.Program) {
		if s.Type.Kind == ir.Int || s.Type.Kind == ir.Bool {
			names[s.Name]++
			v := &ir.Var{Name: s.Name + "0", Type: s.Type}
			if n := names[s.Name]; n > 1 { // another call of the same function
				v.Name += fmt.Sprint(".", n)
			}
			e.symbols = append(e.symbols, absint.Symbol{Site: s, Var: v})
			e.vars[s.ID] = v
		}
	}
	e.space = d.Meaning(e.prog, absint.Config{Symbols: e.symbols})
	return e
}

// engine is one run, of all turns.
type engine struct {
	cfg     Config
	task    *verify.Task
	layouts *testgen.Layouts
	board   *verify.Board
	dom     absint.Domain
	prog    *absint.Program

	meter    *smt.Meter
	open     []*ir.Obligation
	proved   map[int]verify.Evidence // by obligation: without splitting
	assuming map[*ir.Edge]bool
	tester   *tester
	ats      int // abstract tests, and exhaustive ones
	bets     int
	reason   string
	unsplit  string // why some part was not halved

	conditions
	position
}

// conditions holds the symbols of the inputs, and the domain of conditions on them.
type conditions struct {
	symbols []absint.Symbol
	space   *absint.Meaning // of conditions on symbols
	vars    map[int]*ir.Var // by site: the symbols as regions name them
}

// position says how far the phases of decide have come, so that a later turn continues there.
type position struct {
	root    *subspace
	plain   uint64       // edges of the first pass; 0: it did not end
	first   *tested      // all inputs, by the first rung with symbols; nil: not yet
	phase   int          // of decide
	rung    int          // of onePass
	begun   bool         // of the worklist
	todo    []*subspace  // the worklist
	claimed map[int]bool // by obligation: an earlier turn has said that it holds
}
