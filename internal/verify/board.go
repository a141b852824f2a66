package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Board is where the engines that work on one task exchange facts about it. It is safe for concurrent use.
type Board struct {
	mu      sync.Mutex
	facts   []Fact                  // by ID
	events  []FactID                // publications and changes of status, in order; protected by mu
	changed chan struct{}           // closed and replaced at each event; protected by mu
	settled map[*ir.Obligation]bool // protected by mu
	proved  map[*ir.Obligation]bool // protected by mu
}

// NewBoard returns an empty board.
func NewBoard() *Board {
	return &Board{changed: make(chan struct{}), settled: map[*ir.Obligation]bool{}, proved: map[*ir.Obligation]bool{}}
}

// Settle tells the engines to stop working on an obligation: it is decided, or will not be.
func (b *Board) Settle(o *ir.Obligation) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.settled[o] = true
}

// Prove settles an obligation that was proved, so that engines may build on it.
func (b *Board) Prove(o *ir.Obligation) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.settled[o], b.proved[o] = true, true
}

// Proved returns the obligations that have been proved so far; a nil board has none. The map is the caller's.
func (b *Board) Proved() map[*ir.Obligation]bool {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.proved)
}

// Left returns the obligations of the task that are not settled yet; a nil board has settled none. The list is the
// caller's.
func (b *Board) Left(t *Task) []*ir.Obligation {
	out := append([]*ir.Obligation{}, t.Asked()...)
	if b == nil {
		return out
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.DeleteFunc(out, func(o *ir.Obligation) bool { return b.settled[o] })
}

// Errors of a board's methods, for errors.Is.
var (
	ErrNoFact     = errors.New("no such fact")
	ErrNotChecked = errors.New("fact is not checked")
	ErrScope      = errors.New("the fact's scope does not cover the consumer's")
	ErrBadFact    = errors.New("malformed fact")
	ErrRefuted    = errors.New("derived from a refuted fact")
)

// Publish adds a fact and returns its ID. Its status must be Candidate or Claimed (only Confirm makes facts checked).
// The facts that it depends on must be on the board and, unless it is a candidate itself, must hold in its whole scope.
func (b *Board) Publish(f Fact) (FactID, error) {
	if f.Payload == nil || f.Producer == "" {
		return 0, fmt.Errorf("%w: it needs a payload and a producer", ErrBadFact)
	}
	if f.Status != Candidate && f.Status != Claimed {
		return 0, fmt.Errorf("%w: published as %q", ErrBadFact, f.Status)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	f.ID = FactID(len(b.facts))
	f.Deps = slices.Clone(f.Deps)
	f.Assuming = slices.Clone(f.Assuming)
	for _, d := range f.Deps {
		dep, err := b.get(d)
		if err != nil {
			return 0, err
		}
		if dep.Status == Refuted {
			return 0, fmt.Errorf("%w: %d", ErrRefuted, d)
		}
		if f.Status == Claimed && !dep.Scope.Covers(f.Scope) {
			return 0, fmt.Errorf("%w: depends on %d", ErrScope, d)
		}
		for _, a := range dep.Assuming {
			if !slices.Contains(f.Assuming, a) {
				f.Assuming = append(f.Assuming, a)
			}
		}
	}
	b.facts = append(b.facts, f)
	b.event(f.ID)
	return f.ID, nil
}

// Claim publishes a fact that an engine has found about the board's task. If the board refuses the fact, only the fact
// is lost; a nil board accepts none.
func (b *Board) Claim(t *Task, producer string, p Payload) {
	if b == nil {
		return
	}
	if _, err := b.Publish(Fact{Payload: p, Producer: producer, Status: Claimed}); err != nil {
		t.Log.Debug("fact not published", "kind", string(p.Kind()), "error", err)
	}
}

// Get returns a fact.
func (b *Board) Get(id FactID) (Fact, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f, err := b.get(id)
	if err != nil {
		return Fact{}, err
	}
	return *f, nil
}

// Confirm makes a claim (or candidate) checked; by tells by which check. All facts that it depends on must be checked
// already.
func (b *Board) Confirm(id FactID, by string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	f, err := b.get(id)
	if err != nil {
		return err
	}
	if f.Status == Refuted {
		return fmt.Errorf("%w: fact %d was refuted", ErrNotChecked, id)
	}
	for _, d := range f.Deps {
		dep := &b.facts[d]
		if dep.Status != Checked {
			return fmt.Errorf("%w: %d, which %d depends on", ErrNotChecked, d, id)
		}
		if !dep.Scope.Covers(f.Scope) { // a candidate may have been published with such a dependency
			return fmt.Errorf("%w: %d depends on %d", ErrScope, id, d)
		}
	}
	f.Status, f.Why = Checked, by
	b.event(id)
	return nil
}

// Refute marks a fact as wrong, and all facts derived from it.
func (b *Board) Refute(id FactID, why string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	f, err := b.get(id)
	if err != nil {
		return err
	}
	f.Status, f.Why = Refuted, why
	b.event(id)
	// Deps point to older facts, so that one pass in the order of IDs finds all derived facts.
	for i := int(id) + 1; i < len(b.facts); i++ {
		g := &b.facts[i]
		if g.Status == Refuted {
			continue
		}
		for _, d := range g.Deps {
			if b.facts[d].Status == Refuted {
				g.Status, g.Why = Refuted, fmt.Sprintf("depends on fact %d: %s", d, b.facts[d].Why)
				b.event(g.ID)
				break
			}
		}
	}
	return nil
}

// Assume returns a fact for use as a premise of work in the given scope. It
// refuses facts that are not checked and facts whose scope is too small.
func (b *Board) Assume(id FactID, under Scope) (Fact, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f, err := b.get(id)
	if err != nil {
		return Fact{}, err
	}
	if f.Status != Checked {
		return Fact{}, fmt.Errorf("%w: %d is %s", ErrNotChecked, id, f.Status)
	}
	if !f.Scope.Covers(under) {
		return Fact{}, fmt.Errorf("%w: fact %d", ErrScope, id)
	}
	return *f, nil
}

// Query selects facts. Empty fields select everything.
type Query struct {
	Kinds    []FactKind
	Statuses []FactStatus
	Producer string
	Under    *Scope // only facts whose scope covers this one
}

func (q *Query) matches(f *Fact) bool {
	return (len(q.Kinds) == 0 || slices.Contains(q.Kinds, f.Payload.Kind())) &&
		(len(q.Statuses) == 0 || slices.Contains(q.Statuses, f.Status)) &&
		(q.Producer == "" || q.Producer == f.Producer) &&
		(q.Under == nil || f.Scope.Covers(*q.Under))
}

// Find lists the facts of a query in the order of their IDs.
func (b *Board) Find(q Query) []Fact {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []Fact
	for i := range b.facts {
		if q.matches(&b.facts[i]) {
			out = append(out, b.facts[i])
		}
	}
	return out
}

// Invariants lists the invariants and candidates about a program that are not refuted, whatever their status, for
// engines that prove them again. A nil board has none.
func (b *Board) Invariants(p *ir.Program) []Invariant {
	if b == nil {
		return nil
	}
	var out []Invariant
	for _, f := range b.Find(Query{Kinds: []FactKind{KindInvariant, KindCandidate}}) {
		if f.Status == Refuted {
			continue
		}
		var of []Invariant
		switch x := f.Payload.(type) {
		case *Invariants:
			of = x.Invariants
		case *Candidates:
			of = x.Invariants
		}
		if len(of) > 0 && slices.Contains(p.Funcs, of[0].Loc.Func) { // others: of a part, or the whole
			out = append(out, of...)
		}
	}
	return out
}

// Region returns the last region, among those not refuted, in which each asked obligation of a task may still fail if
// the region's producer is right; a search should begin there. It returns nil if there is none; a nil board has none.
func (b *Board) Region(t *Task) *Region {
	if b == nil {
		return nil
	}
	var r *Region
	for _, f := range b.Find(Query{Kinds: []FactKind{KindRegion}, Under: &Scope{}}) {
		o := f.Payload.(*OpenRegion)
		other := func(x *ir.Obligation) bool { return !slices.Contains(o.Obligations, x) }
		if f.Status != Refuted && o.Region != nil && (o.Obligations == nil || !slices.ContainsFunc(t.Asked(), other)) {
			r = o.Region
		}
	}
	return r
}

// Assumable lists the facts of a kind that Assume would grant.
func (b *Board) Assumable(k FactKind, under Scope) []Fact {
	return b.Find(Query{Kinds: []FactKind{k}, Statuses: []FactStatus{Checked}, Under: &under})
}

// Subscription reads the facts of a query as they appear or change status. It holds no resources and need not be
// closed.
type Subscription struct {
	board *Board
	query Query
	next  int // index into board.events
}

// Subscribe returns a subscription that begins with the facts that are on the board already.
func (b *Board) Subscribe(q Query) *Subscription { return &Subscription{board: b, query: q} }

// Next waits for the next fact, in its present state, or the end of the
// context. A fact that changed twice may come twice. One goroutine at a time.
func (s *Subscription) Next(ctx context.Context) (Fact, error) {
	for {
		f, ok, wait := s.poll()
		if ok {
			return f, nil
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return Fact{}, ctx.Err()
		}
	}
}

// Poll is like Next, but does not wait.
func (s *Subscription) Poll() (Fact, bool) {
	f, ok, _ := s.poll()
	return f, ok
}

func (s *Subscription) poll() (Fact, bool, <-chan struct{}) {
	b := s.board
	b.mu.Lock()
	defer b.mu.Unlock()
	for s.next < len(b.events) {
		f := &b.facts[b.events[s.next]]
		s.next++
		if s.query.matches(f) {
			return *f, true, nil
		}
	}
	return Fact{}, false, b.changed
}

// get returns a fact. The caller holds b.mu.
func (b *Board) get(id FactID) (*Fact, error) {
	if id < 0 || int(id) >= len(b.facts) {
		return nil, fmt.Errorf("%w: %d", ErrNoFact, id)
	}
	return &b.facts[id], nil
}

// event records a publication or change of status. The caller holds b.mu.
func (b *Board) event(id FactID) {
	b.events = append(b.events, id)
	close(b.changed)
	b.changed = make(chan struct{})
}
