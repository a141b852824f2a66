package verify

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Claim states that an obligation holds in the executions of a scope. Scope, Here and Proof are a leaf (see Leaf).
type Claim struct {
	Obligation *ir.Obligation
	Scope      Scope
	Here       bool
	Proof      Evidence
	Assuming   []Assumption
}

// Ledger stores the confirmed claims about a task. An obligation is proved when the scopes of the claims about it cover
// the task. Claims about other obligations do not contribute to that.
type Ledger struct {
	task   *Task
	covers func(ctx context.Context, t *Task, o *ir.Obligation, scopes []Scope) bool

	mu     sync.Mutex
	claims map[*ir.Obligation][]Claim // protected by mu
}

// NewLedger returns an empty ledger. The function covers shall report whether all executions of the task that may
// violate the obligation lie in one of the scopes.
func NewLedger(t *Task, covers func(ctx context.Context, t *Task, o *ir.Obligation, scopes []Scope) bool) *Ledger {
	return &Ledger{task: t, covers: covers, claims: map[*ir.Obligation][]Claim{}}
}

// Enter records a confirmed result s. The task of s is the ledger's task, a part of it (Task.Part), or a range of its
// paths (Task.Within). Enter returns the claims about the whole task that are proved now, in the order of the
// obligations in s.
func (l *Ledger) Enter(ctx context.Context, of *Task, s *Safe) (proved []Claim, err error) {
	own := of.Program == l.task.Program // the obligations are the task's, not copies of them
	whole := own && same(of.Scope, l.task.Scope)
	here := own && of.Paths != nil && same(of.Scope, Scope{Range: of.Paths})
	if !whole && !here {
		if part, err := l.task.Part(of.Scope); err != nil || of.Scope.Whole() || part.Program != of.Program {
			return nil, fmt.Errorf("a claim about no part of the task")
		}
	}
	obls := s.Obligations
	if obls == nil {
		obls = of.Asked()
	}
	for _, o := range obls {
		if !slices.Contains(of.Program.Obligations, o) {
			return proved, fmt.Errorf("a claim about an obligation of another program")
		}
		if whole {
			proved = append(proved, Claim{Obligation: o, Scope: l.task.Scope, Proof: s.Proof, Assuming: s.Assuming})
			continue
		}
		c := Claim{o, copied(of.Scope), here, s.Proof, s.Assuming}
		if !own {
			c.Obligation = o.Origin
		}
		if all := l.add(c); l.covers(ctx, l.task, c.Obligation, scopesOf(all)) {
			proved = append(proved, l.joined(all))
		}
	}
	return proved, nil
}

// Scopes returns the scopes in which the obligation has been proved so far.
func (l *Ledger) Scopes(o *ir.Obligation) []Scope {
	l.mu.Lock()
	defer l.mu.Unlock()
	return scopesOf(l.claims[o])
}

// add records a claim and returns all claims about its obligation.
func (l *Ledger) add(c Claim) []Claim {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.claims[c.Obligation] = append(l.claims[c.Obligation], c)
	return slices.Clone(l.claims[c.Obligation])
}

// joined returns the claim about the whole task that follows from claims about one obligation whose scopes cover it.
func (l *Ledger) joined(all []Claim) Claim {
	cover := &Cover{}
	out := Claim{Obligation: all[0].Obligation, Scope: l.task.Scope, Proof: cover}
	for _, c := range all {
		cover.Leaves = append(cover.Leaves, Leaf{Scope: c.Scope, Here: c.Here, Proof: c.Proof})
		for _, a := range c.Assuming {
			if !slices.Contains(out.Assuming, a) {
				out.Assuming = append(out.Assuming, a)
			}
		}
	}
	return out
}

// scopesOf returns the scopes of the claims.
func scopesOf(claims []Claim) (out []Scope) {
	for _, c := range claims {
		out = append(out, c.Scope)
	}
	return out
}
