package predicate

// Sets of cubes over numbered predicates, as reduced ordered binary decision diagrams (Bryant, 1986): equal sets are
// the same diagram, and inclusion is a walk over two.

// diagram is a node: if the predicate holds, then high, else low.
type diagram struct {
	id        int32
	predicate int32 // of a constant: after all others
	low, high *diagram
}

const noPredicate = 1<<31 - 1

type diagrams struct {
	yes, no *diagram
	made    map[[3]int32]*diagram
	ands    map[[2]int32]*diagram
	nots    map[int32]*diagram
	leqs    map[[2]int32]bool
}

func newDiagrams() *diagrams {
	d := &diagrams{made: map[[3]int32]*diagram{}, ands: map[[2]int32]*diagram{}, nots: map[int32]*diagram{},
		leqs: map[[2]int32]bool{}}
	d.no = &diagram{id: 0, predicate: noPredicate}
	d.yes = &diagram{id: 1, predicate: noPredicate}
	return d
}

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

// literal returns a predicate, or its negation.
func (d *diagrams) literal(p int32, truth bool) *diagram {
	if truth {
		return d.node(p, d.no, d.yes)
	}
	return d.node(p, d.yes, d.no)
}

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

// branches returns the two branches of a diagram at a predicate that is not after its first.
func (x *diagram) branches(p int32) (low, high *diagram) {
	if x.predicate == p {
		return x.low, x.high
	}
	return x, x
}

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

func (d *diagrams) or(x, y *diagram) *diagram { return d.not(d.and(d.not(x), d.not(y))) }

// leq reports whether all of x is in y.
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
