package vc

import "github.com/tandem-verifier/tandem/internal/term"

// maxLookup bounds the stores and if-then-else terms that one lookup passes.
const maxLookup = 512

// lookup returns a[i] as an if-then-else over the values stored in a and the elements of the arrays at the bottom of a.
// The result shows to which objects a pointer from memory may lead. leaf returns a term for an element of an array
// variable; if it returns nil, the lookup fails. ok is false if the lookup fails or passes more than maxLookup terms.
func (sy *symbols) lookup(a, i *term.Term, leaf func(*term.Term) *term.Term) (t *term.Term, ok bool) {
	l := lookup{e: sy, i: i, leaf: leaf, left: maxLookup, memo: map[*term.Term]*term.Term{}}
	t = l.read(a)
	return t, t != nil
}

// lookup is the state of one lookup of index i.
type lookup struct {
	e    *symbols
	i    *term.Term
	leaf func(*term.Term) *term.Term
	left int                       // the number of terms that it may still pass
	memo map[*term.Term]*term.Term // the element at i, by array
}

// read returns the element at i of the array a; nil if the lookup fails.
func (l *lookup) read(a *term.Term) *term.Term {
	c := l.e.C
	var above []*term.Term // the stores passed on the way down, with other indices
	var r *term.Term
	for r == nil {
		if l.left--; l.left < 0 {
			return nil
		}
		if r = l.memo[a]; r != nil {
			break
		}
		switch a.Op() { // sound: an array with unknown contents
		case term.Store:
			if a.Arg(1) == l.i {
				r = a.Arg(2)
				break
			}
			above = append(above, a)
			a = a.Arg(0)
			continue
		case term.ConstArray:
			r = a.Arg(0)
		case term.Ite:
			x := l.read(a.Arg(1))
			if x == nil {
				return nil
			}
			y := l.read(a.Arg(2))
			if y == nil {
				return nil
			}
			r = c.Ite(a.Arg(0), x, y)
		default:
			if r = l.leaf(c.Select(a, l.i)); r == nil {
				return nil
			}
		}
		l.memo[a] = r
	}
	for n := len(above) - 1; n >= 0; n-- {
		s := above[n]
		if eq := c.Eq(s.Arg(1), l.i); !eq.IsFalse() {
			r = c.Ite(eq, s.Arg(2), r)
		}
		l.memo[s] = r
	}
	return r
}

// plainLeaf is a leaf of lookup that returns the element unchanged.
func plainLeaf(t *term.Term) *term.Term { return t }

// splitPointer splits a pointer whose object is an if-then-else into its condition and the pointers of both branches. c
// is nil if the object is not an if-then-else.
func (sy *symbols) splitPointer(p *Value) (c *term.Term, x, y *Value) {
	o := p.Obj
	if o == nil || o.Op() != term.Ite {
		return nil, nil, nil
	}
	c = o.Arg(0)
	x, y = &Value{Obj: o.Arg(1), T: p.T, Lo: p.Lo, Hi: p.Hi}, &Value{Obj: o.Arg(2), T: p.T, Lo: p.Lo, Hi: p.Hi}
	if p.T.Op() == term.Ite && p.T.Arg(0) == c {
		x.T, y.T = p.T.Arg(1), p.T.Arg(2)
	}
	return c, x, y
}

// maxArms bounds the alternatives of a pointer that byArms treats one by one.
const maxArms = 32

// byArms returns f(p), computed for each alternative of p if the object of p is an if-then-else.
func (sy *symbols) byArms(p *Value, f func(*Value) *term.Term) *term.Term {
	left := maxArms
	var visit func(p *Value) *term.Term
	visit = func(p *Value) *term.Term {
		c, x, y := sy.splitPointer(p)
		if left--; c == nil || left < 0 {
			return f(p)
		}
		return sy.C.Ite(c, visit(x), visit(y))
	}
	return visit(p)
}
