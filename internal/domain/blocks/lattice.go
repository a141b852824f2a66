package blocks

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
)

func (*sparse[B]) Top() State[B] { return State[B]{} }

func (*sparse[B]) Bottom() State[B] { return State[B]{bot: true} }

func (*sparse[B]) IsBottom(r State[B]) bool { return r.bot }

func (s *sparse[B]) Leq(a, b State[B]) bool {
	if a.bot || b.bot {
		return a.bot
	}
	leq := true
	a.at.Diff(b.at, func(_ uint32, _ *block[B], _ bool, y *block[B], iny bool) bool {
		leq = !iny || s.dense.Leq(s.over(a, y.dims), y.e)
		return leq
	})
	return leq
}

// differing returns the blocks that only a has, and the blocks that only b has.
func differing[B any](a, b State[B]) (as, bs []*block[B]) {
	a.at.Diff(b.at, func(_ uint32, x *block[B], inx bool, y *block[B], iny bool) bool {
		if inx {
			as = append(as, x)
		}
		if iny {
			bs = append(bs, y)
		}
		return true
	})
	return as, bs
}

// both returns the dimensions that blocks of as and of bs have, and the dimensions that only blocks of as have,
// sorted.
func both[B any](as, bs []*block[B]) (common, rest []domain.Dim) {
	da, db := union(as), union(bs)
	for _, d := range da {
		if _, ok := slices.BinarySearch(db, d); ok {
			common = append(common, d)
		} else {
			rest = append(rest, d)
		}
	}
	return common, rest
}

// Join keeps the blocks that both states share. It merges the others into blocks as large as allowed before it joins
// them, to find new relations: the join of {x=0, y=0} and {x=1, y=1} has x=y.
func (s *sparse[B]) Join(a, b State[B]) State[B] {
	switch {
	case a.bot:
		return b
	case b.bot || a == b:
		return a
	}
	as, bs := differing(a, b)
	common, rest := both(as, bs)
	r := a
	for _, d := range rest {
		r.drop(d)
	}
	for _, c := range s.classes(a, b, common) {
		ea, eb := s.over(a, c), s.over(b, c)
		s.store(&r, c, s.dense.Join(ea, eb), a, b)
	}
	return settle(r, b)
}

// settle returns r, or o if r has the same blocks.
func settle[B any](r, o State[B]) State[B] {
	same := true
	r.at.Diff(o.at, func(uint32, *block[B], bool, *block[B], bool) bool { same = false; return false })
	if same {
		return o
	}
	return r
}

// Widen widens the blocks of old. It first merges blocks that next relates, since a relation that the bounds of old
// imply, like x=y for x=0, y=0, may be the only stable one. It does not reuse blocks of next, since they may have
// stronger representations than equal widened elements. Chains end if they end in each block, since either an Opener
// merges and splits elements without changing their representation, or the partition only becomes coarser.
func (s *sparse[B]) Widen(old, next State[B], at domain.Thresholds) State[B] {
	switch {
	case old.bot:
		return next
	case next.bot || old == next:
		return old
	}
	as, bs := differing(old, next)
	var related [][]domain.Dim
	for _, y := range bs {
		related = append(related,
			slices.DeleteFunc(slices.Clone(y.dims), func(d domain.Dim) bool { return old.of(d) == nil }))
	}
	r := old
	for _, c := range s.pack(dimsOfBlocks(as), related) {
		if s.opener == nil {
			s.put(&r, c, s.dense.Widen(s.over(old, c), s.over(next, c), at), []State[B]{old})
			continue
		}
		parts, _ := old.blocksOf(c)
		e := parts[0].e
		if len(parts) > 1 {
			es, to := coordinates(parts, c)
			e = s.opener.OpenCombine(len(c), es, to)
		}
		e = s.dense.Widen(e, s.over(next, c), at)
		s.split(&r, c, e, []State[B]{old}, s.opener.OpenGroups(e), func(e B, n int, to []int) B {
			return s.opener.OpenCombine(n, []B{e}, [][]int{to})
		})
	}
	return r
}

// Meet returns a state below a. Relations of b that would need too large blocks are lost.
func (s *sparse[B]) Meet(a, b State[B]) State[B] {
	switch {
	case a.bot || b.bot:
		return s.Bottom()
	case a == b:
		return a
	}
	as, bs := differing(a, b)
	r := a
	for _, c := range s.pack(dimsOfBlocks(as), dimsOfBlocks(bs)) {
		if !s.store(&r, c, s.dense.Meet(s.over(a, c), s.over(b, c)), a, b) {
			return r
		}
	}
	return settle(r, b)
}

// Narrow narrows block by block. If a merged block would be too large, it takes the blocks of next instead.
func (s *sparse[B]) Narrow(old, next State[B]) State[B] {
	switch {
	case old.bot || next.bot:
		return s.Bottom()
	case old == next:
		return old
	}
	as, bs := differing(old, next)
	r := old
	for _, c := range lub(as, bs) {
		if len(c) <= s.max {
			if !s.store(&r, c, s.dense.Narrow(s.over(old, c), s.over(next, c)), old, next) {
				return r
			}
			continue
		}
		for _, d := range c {
			r.drop(d)
		}
		parts, _ := next.blocksOf(c)
		for _, p := range parts {
			r.set(p)
		}
	}
	return settle(r, next)
}
