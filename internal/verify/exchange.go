package verify

import (
	"cmp"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Exchange has the number of facts of a kind that one engine has published, and how many of them another engine has
// taken from the board and used.
type Exchange struct {
	Kind  FactKind `json:"kind"`
	From  string   `json:"from"`
	To    string   `json:"to,omitempty"` // "": no engine has taken any
	Sent  int      `json:"sent"`         // facts that From has published
	Taken int      `json:"taken"`        // those of them that To has read
	Used  int      `json:"used"`         // conjuncts of those read that confirmed proofs of To contain
}

// As returns the board for the use of an engine: facts of others that the engine reads count as taken by it. A nil
// board returns nil.
func (b *Board) As(engine string) *Board {
	if b == nil {
		return nil
	}
	return &Board{store: b.store, reader: engine}
}

// FactKinds returns the kinds of facts, in the order in which texts list them.
func FactKinds() []FactKind {
	return []FactKind{KindInvariant, KindCandidate, KindTest, KindRegion, KindPredicate, KindProved}
}

// Keep switches off the exchange of kinds of facts: engines then see only their own facts of these kinds. It is called
// before engines work.
func (b *Board) Keep(kinds ...FactKind) { b.kept = kinds }

// take reports whether the reader of b sees a fact, and records that it has read it. The caller holds b.mu.
func (b *Board) take(f *Fact) bool {
	if b.reader == "" || f.Producer == b.reader {
		return true
	}
	if slices.Contains(b.kept, f.Payload.Kind()) {
		return false
	}
	if f.Status == Refuted {
		return true
	}
	if b.taken[b.reader] == nil {
		b.taken[b.reader] = map[FactID]bool{}
	}
	b.taken[b.reader][f.ID] = true
	return true
}

// Exchanged returns the exchange of facts so far, without Used, sorted by producer, reader and kind.
func (b *Board) Exchanged() []Exchange {
	b.mu.Lock()
	defer b.mu.Unlock()
	type key struct {
		kind     FactKind
		from, to string
	}
	sent, taken := map[key]int{}, map[key]int{}
	for i := range b.facts {
		f := &b.facts[i]
		k := key{f.Payload.Kind(), f.Producer, ""}
		sent[k]++
		for to, facts := range b.taken {
			if facts[f.ID] {
				k.to = to
				taken[k]++
			}
		}
	}
	var out []Exchange
	for k, n := range taken {
		from := key{k.kind, k.from, ""}
		out = append(out, Exchange{Kind: k.kind, From: k.from, To: k.to, Sent: sent[from], Taken: n})
	}
	for k, n := range sent {
		if !slices.ContainsFunc(out, func(e Exchange) bool { return e.Kind == k.kind && e.From == k.from }) {
			out = append(out, Exchange{Kind: k.kind, From: k.from, Sent: n})
		}
	}
	slices.SortFunc(out, func(x, y Exchange) int {
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To), cmp.Compare(x.Kind, y.Kind))
	})
	return out
}

// place is a conjunct of an invariant at its location.
type place struct {
	loc  *ir.Loc
	text string
}

// Uses returns how many conjuncts of a proof's invariants an engine has read from the board, by the kind and producer
// of the fact in which the engine has read them first. A conjunct that several engines have published counts for the
// first of them. The engine may have found such a conjunct itself, too.
func (b *Board) Uses(engine string, proof Evidence) map[FactKind]map[string]int {
	by := map[place]*Fact{}
	b.mu.Lock()
	for i := range b.facts {
		f := &b.facts[i]
		if !b.taken[engine][f.ID] && f.Producer != engine {
			continue
		}
		var invs []Invariant
		switch p := f.Payload.(type) { // sound: other facts have no invariants
		case *Invariants:
			invs = p.Invariants
		case *Candidates:
			invs = p.Invariants
		}
		for _, i := range invs {
			for _, x := range ir.Conjuncts(i.Expr) {
				if at := (place{i.Loc, ir.ExprString(x)}); by[at] == nil {
					by[at] = f
				}
			}
		}
	}
	b.mu.Unlock()
	out := map[FactKind]map[string]int{}
	seen := map[place]bool{}
	for _, i := range invariantsOf(proof, nil) {
		for _, x := range ir.Conjuncts(i.Expr) {
			at := place{i.Loc, ir.ExprString(x)}
			f := by[at]
			if f == nil || f.Producer == engine || seen[at] {
				continue
			}
			seen[at] = true
			if k := f.Payload.Kind(); out[k] == nil {
				out[k] = map[string]int{}
			}
			out[f.Payload.Kind()][f.Producer]++
		}
	}
	return out
}

// invariantsOf appends the invariants of a proof to out. Formulas of annotated graphs are at nodes, and several of them
// may be at one location; each of them counts.
func invariantsOf(e Evidence, out []Invariant) []Invariant {
	switch e := e.(type) { // sound: only a count; other evidence has no invariants that engines exchange
	case *Inductive:
		out = append(out, e.Invariants...)
	case *KInductive:
		out = append(out, e.Invariants...)
		if e.Support != nil {
			out = append(out, e.Support.Invariants...)
		}
	case *Annotated:
		for _, n := range e.Nodes {
			if n.Formula != nil {
				out = append(out, Invariant{Loc: n.Loc, Expr: n.Formula})
			}
		}
	case *Cover:
		for _, l := range e.Leaves {
			out = invariantsOf(l.Proof, out)
		}
	}
	return out
}
