package floydhoare

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Data is a data automaton, determinised: a state is the set of predicates that hold. It is made as it is asked for (automata.Lazy). A state
// in whose set False is is final, and so is all behind it.
type Data struct{}

// DataOptions say which triples are moves.
type DataOptions struct {
	// Enhanced asks for all triples between the predicates (Fig. 7). Without it only what was learnt is a move.
	Enhanced bool
	Known    []Known // triples that were shown: learnt at once
}

// Known is a triple that was shown.
type Known struct {
	Pre    []int
	Letter *Letter
	Post   int
}

// NewData is the data automaton over some predicates, and False and True, for words over the letters of a program.
func NewData(p *Program, t *Triples, preds []int, o DataOptions) *Data { return &Data{} }

// Within is the automaton asked under a context: Next is not ok when it ends.
func (d *Data) Within(ctx context.Context) *Data { return d }

func (d *Data) Start() int                               { return 0 }
func (d *Data) Next(state, letter int) (to int, ok bool) { return 0, true }
func (d *Data) Final(state int) bool                     { return false }
func (d *Data) Sink(state int) bool                      { return false }

// Set is the set of a state.
func (d *Data) Set(state int) []int { return []int{True} }

// Accepts tells whether a word leads to False; not ok when the context ended.
func (d *Data) Accepts(word []int) (yes, ok bool) { return false, true }

// FromStates are the predicates of a fixpoint on the path program of letters, by location, and the moves between them (3.1).
func FromStates(p *Program, ps *Predicates, m *absint.Meaning, states map[*ir.Loc][]absint.State, letters map[int]bool) (preds []int, known []Known) {
	return nil, nil
}

// FromSequence are the predicates of a sequence of them along a word, one in front of each letter and one at the end, and the moves between them.
func FromSequence(p *Program, ps *Predicates, word []int, seq []ir.Expr) (preds []int, known []Known) {
	return nil, nil
}

// Graph is the program with what data automata say of it, of at most so many nodes: evidence, if no error is left.
func Graph(ctx context.Context, p *Program, ds []*Data, most int) (g *cpa.Graph, left bool) {
	return nil, true
}
