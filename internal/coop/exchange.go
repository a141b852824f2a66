package coop

import (
	"context"
	"sync"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// The analyses of a ranged job exchange predicates, tests and candidates for invariants: these go down to the task by
// the map of the part, and up to the other parts. None is a claim: an invariant of one range is a candidate in another.
// Without exchange an analysis has only the facts that it found itself on other ranges: precision reuse (paper 5,
// section 5).
//
// Not exchanged: depths. A depth of one range says nothing of another range, and no engine reads it.

// exchange holds the facts of a team.
type exchange struct {
	of  *ir.Program // the task's
	all bool        // else only those of the analysis itself

	mu    sync.Mutex
	facts []shared                 // protected by mu
	on    map[*assignment]*mailbox // those that have begun; protected by mu
}

// shared is a fact in terms of the task.
type shared struct {
	from    *assignment // nil: found on all paths
	payload verify.Payload
}

// mailbox says which facts an assignment has read, and reads the facts of its board.
type mailbox struct {
	m    *derive.Map // from the part; nil: it has the task's own program
	next int         // of the facts
	news *verify.Subscription
}

// maxShared bounds the facts of a team.
const maxShared = 10_000

// sharedBy names the producer of facts that come from other ranges.
const sharedBy = "exchange"

// begin takes the predicates and tests of the analyses that worked on all paths before there were ranges. Invariants go
// to parts in any case, see below.
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

// join gives an assignment that begins the facts that are known.
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

// listen passes on the facts of an assignment while it is at work.
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

// collect passes on the facts of an assignment that have not been passed on yet.
func (x *exchange) collect(a *assignment) {
	x.mu.Lock()
	news := x.on[a].news
	x.mu.Unlock()
	for f, ok := news.Poll(); ok; f, ok = news.Poll() {
		x.take(a, f)
	}
}

// take passes a fact on to the others.
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

// deliver publishes the facts that an assignment has not been told yet, on its board. Needs x.mu.
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

// leave forgets an assignment that has ended.
func (x *exchange) leave(a *assignment) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.on, a)
}

// down translates a payload of a part to the task; nil: it says nothing of the task.
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

// up translates a payload of the task to a part; nil: it says nothing of the part.
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

func candidates(invs []verify.Invariant) verify.Payload {
	if len(invs) == 0 {
		return nil
	}
	return &verify.Candidates{Invariants: invs}
}

func predicates(pi *verify.Precision) verify.Payload {
	if pi == nil {
		return nil
	}
	return &verify.Predicates{Precision: *pi}
}
