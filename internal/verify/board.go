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

// Board stores the facts that the engines of one task exchange, and which obligations are decided. It is safe for
// concurrent use. As returns the same board for the use of one engine.
type Board struct {
	*store
	reader string // the engine that reads from this Board; "": its reads are not counted
}

// store has the contents of a board, which all of its readers share.
type store struct {
	mu      sync.Mutex
	facts   []Fact                     // by ID
	events  []FactID                   // publications and changes of status, in order; protected by mu
	changed chan struct{}              // closed and replaced at each event; protected by mu
	settled map[*ir.Obligation]bool    // obligations that engines no longer work on; protected by mu
	proved  map[*ir.Obligation]bool    // protected by mu
	taken   map[string]map[FactID]bool // by reader: the facts of other engines that it has read; protected by mu
	// kinds of facts that engines do not exchange: a reader sees only its own; set before the engines begin
	kept []FactKind
}

// NewBoard returns an empty board.
func NewBoard() *Board {
	return &Board{store: &store{changed: make(chan struct{}), settled: map[*ir.Obligation]bool{},
		proved: map[*ir.Obligation]bool{}, taken: map[string]map[FactID]bool{}}}
}

// Settle removes an obligation from the work of the engines: it is decided, or no engine shall decide it.
func (b *Board) Settle(o *ir.Obligation) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.settled[o] = true
}

// Prove settles an obligation and records that it is proved, so that engines may use it as a premise.
func (b *Board) Prove(o *ir.Obligation) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.settled[o], b.proved[o] = true, true
}

// Proved returns the obligations that are proved so far. The caller may change the map. A nil board returns nil.
func (b *Board) Proved() map[*ir.Obligation]bool {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.proved)
}

// Left returns the asked obligations of the task that are not settled; with a nil board these are all. The caller may
// change the list.
func (b *Board) Left(t *Task) []*ir.Obligation {
	return b.Unsettled(append([]*ir.Obligation{}, t.Asked()...))
}

// Unsettled removes the obligations from list that are settled, so that an engine does not go on with what another one
// has decided meanwhile. It changes list. A nil board returns the whole list.
func (b *Board) Unsettled(list []*ir.Obligation) []*ir.Obligation {
	if b == nil {
		return list
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.DeleteFunc(list, func(o *ir.Obligation) bool { return b.settled[o] })
}

// Settled reports whether an obligation is settled: decided, or of no engine's concern. A nil board has none.
func (b *Board) Settled(o *ir.Obligation) bool {
	if b == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.settled[o]
}

// Errors of a board's methods, for errors.Is.
var (
	ErrNoFact     = errors.New("no such fact")
	ErrNotChecked = errors.New("fact is not checked")
	ErrScope      = errors.New("the fact's scope does not cover the consumer's")
	ErrBadFact    = errors.New("malformed fact")
	ErrRefuted    = errors.New("derived from a refuted fact")
)

// Publish adds a fact and returns its ID. The status must be Candidate or Claimed, since only Confirm makes facts
// checked. All facts in Deps must be on the board. If the fact is claimed, each fact in Deps must hold in its whole
// scope.
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

// Claim publishes a fact of status Claimed whose scope is the whole task. If the board does not accept it, Claim writes
// a message to the log of t. A nil board ignores facts.
func (b *Board) Claim(t *Task, producer string, p Payload) {
	if b == nil {
		return
	}
	if _, err := b.Publish(Fact{Payload: p, Producer: producer, Status: Claimed}); err != nil {
		t.Log.Debug("fact not published", "kind", string(p.Kind()), "error", err)
	}
}

// Get returns the fact with the given ID.
func (b *Board) Get(id FactID) (Fact, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f, err := b.get(id)
	if err != nil {
		return Fact{}, err
	}
	return *f, nil
}

// Confirm sets the status of a claimed or candidate fact to Checked; by names the check that confirmed it. All facts
// that the fact depends on must be checked already.
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

// Refute sets the status of a fact, and of all facts derived from it, to Refuted; why is the reason.
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

// Assume returns a fact that a caller wants to use as a premise in the given scope. It returns an error if the fact is
// not checked, or its scope does not cover the given one.
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
	Under    *Scope // only facts whose scope covers this scope
}

// matches reports whether q selects f.
func (q *Query) matches(f *Fact) bool {
	return (len(q.Kinds) == 0 || slices.Contains(q.Kinds, f.Payload.Kind())) &&
		(len(q.Statuses) == 0 || slices.Contains(q.Statuses, f.Status)) &&
		(q.Producer == "" || q.Producer == f.Producer) &&
		(q.Under == nil || f.Scope.Covers(*q.Under))
}

// Find returns the facts that a query selects, in the order of their IDs.
func (b *Board) Find(q Query) []Fact {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []Fact
	for i := range b.facts {
		if q.matches(&b.facts[i]) && b.take(&b.facts[i]) {
			out = append(out, b.facts[i])
		}
	}
	return out
}

// Invariants returns the invariants and the candidates for invariants of program p that are not refuted. They need not
// be proved: the caller has to prove those that it uses. A nil board has none.
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
		if len(of) > 0 && slices.Contains(p.Funcs, of[0].Loc.Func) { // others are about another part of the task
			out = append(out, of...)
		}
	}
	return out
}

// Region returns a region in which a search for violations of the task should begin: according to an open region on the
// board that is not refuted, each asked obligation may still fail there. If there are several, it returns the one
// published last; if there is none, or the board is nil, it returns nil.
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

// Assumable returns the facts of a kind that Assume accepts in the given scope.
func (b *Board) Assumable(k FactKind, under Scope) []Fact {
	return b.Find(Query{Kinds: []FactKind{k}, Statuses: []FactStatus{Checked}, Under: &under})
}

// Subscription reads the facts that a query selects when they are published and when their status changes. It holds no
// resources and need not be closed.
type Subscription struct {
	board *Board
	query Query
	next  int // index into board.events
}

// Subscribe returns a subscription that begins with the facts that are on the board already.
func (b *Board) Subscribe(q Query) *Subscription { return &Subscription{board: b, query: q} }

// Next waits for the next publication or change of status, and returns the fact as it is now. It ends with an error
// when the context ends. A fact that changed twice may be returned twice. Only one goroutine at a time may call it.
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

// Poll is like Next, but does not wait: the result is false if there is no next event yet.
func (s *Subscription) Poll() (Fact, bool) {
	f, ok, _ := s.poll()
	return f, ok
}

// poll returns the next fact if there is one, and otherwise false and a channel that is closed at the next event.
func (s *Subscription) poll() (Fact, bool, <-chan struct{}) {
	b := s.board
	b.mu.Lock()
	defer b.mu.Unlock()
	for s.next < len(b.events) {
		f := &b.facts[b.events[s.next]]
		s.next++
		if s.query.matches(f) && b.take(f) {
			return *f, true, nil
		}
	}
	return Fact{}, false, b.changed
}

// get returns the fact with the given ID. The caller holds b.mu.
func (b *Board) get(id FactID) (*Fact, error) {
	if id < 0 || int(id) >= len(b.facts) {
		return nil, fmt.Errorf("%w: %d", ErrNoFact, id)
	}
	return &b.facts[id], nil
}

// event records a publication or change of status, and wakes up the subscriptions that wait. The caller holds b.mu.
func (b *Board) event(id FactID) {
	b.events = append(b.events, id)
	close(b.changed)
	b.changed = make(chan struct{})
}
