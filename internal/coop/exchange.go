package coop

import (
	"context"
	"sync"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// The analyses of a ranged job exchange predicates, tests and candidates for invariants. The map of a part translates
// them to the task, and the maps of other parts translate them from there. None of them is a claim: an invariant of one
// range is a candidate in another range. With exchange=off an analysis gets only the facts that it has found itself on
// other ranges: precision reuse (paper 5, section 5).
//
// Depths are not exchanged: a depth in one range implies nothing about another range, and no engine reads it.

// exchange has the facts of a team.
type exchange struct {
	of  *ir.Program // the program of the task
	all bool        // facts go to all analyses, otherwise only to the one that found them

	mu    sync.Mutex
	facts []shared                 // protected by mu
	on    map[*assignment]*mailbox // the assignments that have begun; protected by mu
}

// shared is a fact, translated to the program of the task.
type shared struct {
	from    *assignment // the assignment that found it; nil: an analysis on all paths
	payload verify.Payload
}

// mailbox has the facts that an assignment has received, and the subscription to the facts that it publishes.
type mailbox struct {
	m    *derive.Map // from the part to the task; nil: the assignment works on the task's program
	next int         // index of the first fact that it has not received
	news *verify.Subscription
}

// maxShared bounds the number of facts of a team.
const maxShared = 10_000

// sharedBy is the producer of facts that come from other ranges.
const sharedBy = "exchange"

// begin takes over the predicates and tests of the analyses that worked on all paths before the split. Invariants need
// not be taken over, since Runner.below gives them to every part.
func (x *exchange) begin(b *verify.Board) {
	if !x.all {
		return
	}
	for _, f := range b.Find(verify.Query{Kinds: []verify.FactKind{verify.KindPredicate, verify.KindTest}}) {
		if f.Status != verify.Refuted && len(x.facts) < maxShared {
			x.facts = append(x.facts, shared{payload: f.Payload})
		}
	}
}

// join adds an assignment, and publishes the known facts on its board.
func (x *exchange) join(a *assignment) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.on == nil {
		x.on = map[*assignment]*mailbox{}
	}
	x.on[a] = &mailbox{news: a.sub.board.Subscribe(verify.Query{Kinds: []verify.FactKind{verify.KindInvariant,
		verify.KindCandidate, verify.KindPredicate, verify.KindTest}})}
	if p := a.sub.task.Program; p != x.of {
		x.on[a].m = derive.Of(p)
	}
	x.deliver(a)
}

// listen passes on the facts that an assignment publishes, until ctx ends.
func (x *exchange) listen(ctx context.Context, a *assignment) {
	x.mu.Lock()
	news := x.on[a].news
	x.mu.Unlock()
	for {
		f, err := news.Next(ctx)
		if err != nil {
			return
		}
		x.take(a, f)
		if ctx.Err() != nil { // collect takes the rest
			return
		}
	}
}

// collect passes on the facts of an assignment that listen has not passed on.
func (x *exchange) collect(a *assignment) {
	x.mu.Lock()
	news := x.on[a].news
	x.mu.Unlock()
	for f, ok := news.Poll(); ok; f, ok = news.Poll() {
		x.take(a, f)
	}
}

// take passes a fact of an assignment on to the others.
func (x *exchange) take(a *assignment, f verify.Fact) {
	if f.Producer == sharedBy || f.Producer == suggestedBy || f.Status == verify.Refuted || f.Status == verify.Checked &&
		f.Payload.Kind() != verify.KindInvariant {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	p := down(x.on[a].m, f.Payload)
	if p == nil || len(x.facts) >= maxShared {
		return
	}
	x.facts = append(x.facts, shared{a, p})
	for b := range x.on {
		x.deliver(b)
	}
}

// deliver publishes the facts that an assignment has not received yet on its board. Needs x.mu.
func (x *exchange) deliver(a *assignment) {
	box := x.on[a]
	for ; box.next < len(x.facts); box.next++ {
		s := x.facts[box.next]
		if s.from != nil && (s.from == a || !x.all && s.from.analysis != a.analysis) {
			continue
		}
		if p := up(box.m, s.payload); p != nil {
			_, _ = a.sub.board.Publish(verify.Fact{Payload: p, Status: verify.Candidate, Producer: sharedBy})
		}
	}
}

// leave removes an assignment that has ended.
func (x *exchange) leave(a *assignment) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.on, a)
}

// down translates a payload of a part to the task. It returns nil if the payload has no equivalent there.
func down(m *derive.Map, p verify.Payload) verify.Payload {
	if i, is := p.(*verify.Invariants); is {
		p = &verify.Candidates{Invariants: i.Invariants}
	}
	if m == nil {
		return p
	}
	switch p := p.(type) { // sound: what is not passed on is not known
	case *verify.Candidates:
		return candidates(verify.InvariantsDown(m, p.Invariants))
	case *verify.Predicates:
		return predicates(verify.PrecisionDown(m, &p.Precision))
	case *verify.TestFact: // a part reads what the task reads
		return &verify.TestFact{Test: p.Test, Ending: p.Ending}
	}
	return nil
}

// up translates a payload of the task to a part. It returns nil if the payload has no equivalent there.
func up(m *derive.Map, p verify.Payload) verify.Payload {
	if m == nil {
		return p
	}
	switch p := p.(type) { // sound: what is not passed on is not known
	case *verify.Candidates:
		return candidates(verify.InvariantsUp(m, p.Invariants))
	case *verify.Predicates:
		return predicates(verify.PrecisionUp(m, &p.Precision))
	case *verify.TestFact:
		return p
	}
	return nil
}

// candidates returns invariants as a payload; nil if there are none.
func candidates(invs []verify.Invariant) verify.Payload {
	if len(invs) == 0 {
		return nil
	}
	return &verify.Candidates{Invariants: invs}
}

// predicates returns a precision as a payload; nil if it is nil.
func predicates(pi *verify.Precision) verify.Payload {
	if pi == nil {
		return nil
	}
	return &verify.Predicates{Precision: *pi}
}
