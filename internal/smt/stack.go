package smt

import "github.com/tandem-verifier/tandem/internal/term"

// stack is what was asserted, for decorators that look at it.
type stack struct {
	ts   []*term.Term
	ends []int // where each open level began
}

func (s *stack) push() { s.ends = append(s.ends, len(s.ts)) }

func (s *stack) pop() {
	top := len(s.ends) - 1
	if top < 0 {
		panic("smt: Pop without Push")
	}
	s.ts = s.ts[:s.ends[top]]
	s.ends = s.ends[:top]
}

func (s *stack) add(ts []*term.Term) {
	for _, t := range ts {
		mustBool(t)
	}
	s.ts = append(s.ts, ts...)
}

// with is what was asserted and what is assumed: a new slice.
func (s *stack) with(assume []*term.Term) []*term.Term {
	return append(append(make([]*term.Term, 0, len(s.ts)+len(assume)), s.ts...), assume...)
}
