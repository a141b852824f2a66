package coop

import (
	"context"
	"sync"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// What the analyses of a ranged job learn from each other: predicates, tests and what may be invariants go down to the
// task by the map of the part, and up to the other parts. They claim nothing: an invariant of one range is a candidate
// in another. Without exchange an analysis has what it found itself on other ranges: precision reuse (paper 5, section
// 5).
//
// Not exchanged: depths, of which those of one range say nothing of another, and which no engine reads.

// exchange is what is known of the facts of a team.
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

// mailbox is what an assignment has to read, and what was read from its board.
type mailbox struct {
	m    *derive.Map // from the part; nil: it has the task's own program
	next int         // of the facts
	news *verify.Subscription
}

// maxShared bounds the facts of a team.
const maxShared = 10_000

// sharedBy names the producer of facts that come from other ranges.
const sharedBy = "exchange"

// begin takes what those have found who were at work on all paths: predicates and tests (invariants go to parts anyway,
// see below).
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

// join gives an assignment that begins what is there.
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

// listen passes on what an assignment finds while it is at work.
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

// collect takes what has not been taken yet.
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

// deliver publishes what an assignment has not been told yet. Needs x.mu.
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

// down is what a payload of a part says of the task; nil: nothing.
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

// up is what a payload of the task says of a part; nil: nothing.
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
