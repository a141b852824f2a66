package predicate

// This file has sets of cubes over numbered predicates, as reduced ordered binary decision diagrams (Bryant, 1986):
// equal sets are the same diagram, and inclusion is decided by traversing two diagrams.

// diagram is a node: the set is high where the predicate holds, and low where it does not.
type diagram struct {
	id        int32
	predicate int32 // noPredicate for constants
	low, high *diagram
}

// noPredicate is greater than all predicates.
const noPredicate = 1<<31 - 1

// diagrams makes diagrams, and has the caches of their operations.
type diagrams struct {
	yes, no *diagram
	made    map[[3]int32]*diagram
	ands    map[[2]int32]*diagram
	nots    map[int32]*diagram
	leqs    map[[2]int32]bool
}

// newDiagrams returns diagrams with the constants only.
func newDiagrams() *diagrams {
	d := &diagrams{made: map[[3]int32]*diagram{}, ands: map[[2]int32]*diagram{}, nots: map[int32]*diagram{},
		leqs: map[[2]int32]bool{}}
	d.no = &diagram{id: 0, predicate: noPredicate}
	d.yes = &diagram{id: 1, predicate: noPredicate}
	return d
}

// node returns the reduced node with the given predicate and branches.
func (d *diagrams) node(p int32, low, high *diagram) *diagram {
	if low == high {
		return low
	}
	k := [3]int32{p, low.id, high.id}
	n := d.made[k]
	if n == nil {
		n = &diagram{int32(len(d.made) + 2), p, low, high}
		d.made[k] = n
	}
	return n
}

// literal returns the predicate p, or its negation.
func (d *diagrams) literal(p int32, truth bool) *diagram {
	if truth {
		return d.node(p, d.no, d.yes)
	}
	return d.node(p, d.yes, d.no)
}

// not returns the complement of x.
func (d *diagrams) not(x *diagram) *diagram {
	switch x {
	case d.no:
		return d.yes
	case d.yes:
		return d.no
	}
	n := d.nots[x.id]
	if n == nil {
		n = d.node(x.predicate, d.not(x.low), d.not(x.high))
		d.nots[x.id] = n
	}
	return n
}

// branches returns the branches of x at the predicate p, which must not be greater than the predicate of x.
func (x *diagram) branches(p int32) (low, high *diagram) {
	if x.predicate == p {
		return x.low, x.high
	}
	return x, x
}

// and returns the intersection of x and y.
func (d *diagrams) and(x, y *diagram) *diagram {
	switch {
	case x == d.no || y == d.no:
		return d.no
	case x == d.yes || x == y:
		return y
	case y == d.yes:
		return x
	case x.id > y.id:
		x, y = y, x
	}
	k := [2]int32{x.id, y.id}
	n := d.ands[k]
	if n == nil {
		p := min(x.predicate, y.predicate)
		xl, xh := x.branches(p)
		yl, yh := y.branches(p)
		n = d.node(p, d.and(xl, yl), d.and(xh, yh))
		d.ands[k] = n
	}
	return n
}

// or returns the union of x and y.
func (d *diagrams) or(x, y *diagram) *diagram { return d.not(d.and(d.not(x), d.not(y))) }

// leq reports whether x is a subset of y.
func (d *diagrams) leq(x, y *diagram) bool {
	switch {
	case x == d.no || y == d.yes || x == y:
		return true
	case x == d.yes || y == d.no:
		return false
	}
	k := [2]int32{x.id, y.id}
	r, known := d.leqs[k]
	if !known {
		p := min(x.predicate, y.predicate)
		xl, xh := x.branches(p)
		yl, yh := y.branches(p)
		r = d.leq(xl, yl) && d.leq(xh, yh)
		d.leqs[k] = r
	}
	return r
}
