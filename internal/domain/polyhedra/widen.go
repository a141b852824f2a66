package polyhedra

import (
	"encoding/binary"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
)

// The standard widening: N. Halbwachs, Détermination automatique de relations linéaires vérifiées par les
// variables d'un programme, thesis, Grenoble 1979, as in R. Bagnara, P.M. Hill, E. Ricci, E. Zaffanella,
// Precise widening operators for convex polyhedra, SCP 58, 2005 (selection by sets of saturated generators).
//
// Chains end although constraints are rounded: the result contains old as a set of rational points, and is not rounded.
// In each step that changes the element, one of three things happens: fewer thresholds hold; or the dimension grows; or
// the result has fewer constraints that are not thresholds, and all of these are constraints of old.

// Widen keeps the stable constraints of old, and the constraints of next whose face of old is also the face of a
// constraint of old. Bounds stop at thresholds.
func (d Dense) Widen(old, next *Poly, at domain.Thresholds) *Poly {
	if old.bot || old == next {
		return next
	}
	if next.bot || d.Leq(next, old) {
		return old
	}
	var ar arena
	faces := map[string]bool{}
	if len(old.eq) > 0 {
		full := newMatrix(1, len(old.ra))
		for i := range old.ra {
			full.set(0, i)
		}
		faces[key(full.d)] = true
	}
	t := old.sat.transposed(len(old.ra), len(old.in), nil)
	for j, c := range old.in {
		if c.divisor().sign() != 0 { // not the face at infinity
			faces[key(t.row(j))] = true
		}
	}
	var eq, in []*vec
	face := newMatrix(1, len(old.ra))
	for k, rows := range [2][]*vec{next.eq, next.in} {
		for _, c := range rows {
			if !old.holds(c, k == 0) {
				continue
			}
			clear(face.d)
			for i, r := range old.ra {
				if dot(c, r).sign() == 0 {
					face.set(0, i)
				}
			}
			if !faces[key(face.d)] {
				continue
			}
			if k == 0 {
				eq = append(eq, c)
			} else {
				in = append(in, c)
			}
		}
	}
	for i := 1; i < old.cols; i++ {
		u := ar.unit(old.cols, i, 1)
		lo1, hi1 := old.extent(u, floorDiv, ceilDiv)
		lo2, hi2 := next.extent(u, floorDiv, ceilDiv)
		if v, ok := at.Below(domain.MinW(lo1, lo2)); ok {
			in = append(in, ar.shifted(u, fromWide(v).neg()))
		}
		if v, ok := at.Above(domain.MaxW(hi1, hi2)); ok {
			in = append(in, ar.shifted(ar.minus(u), fromWide(v)))
		}
	}
	// Constraints that next satisfies only up to fractions may together imply a constraint that it violates.
	exact := d
	exact.rational = true
	with := func(by Dense) *Poly {
		eq2, in2 := by.stable(&ar, old, next)
		return exact.add(&ar, d.Top(old.cols-1), append(slices.Clip(eq), eq2...), append(slices.Clip(in), in2...))
	}
	if w := with(d); d.Leq(next, w) {
		return w
	}
	return with(exact)
}

// stable returns the constraints of old that next satisfies. Of an equality, it may return one of its two inequalities.
func (d Dense) stable(ar *arena, old, next *Poly) (eq, in []*vec) {
	for _, c := range old.eq {
		if d.satisfies(next, c, true) {
			eq = append(eq, c)
			continue
		}
		for _, h := range []*vec{c, ar.minus(c)} {
			if d.satisfies(next, h, false) {
				in = append(in, h)
			}
		}
	}
	for _, c := range old.in {
		if d.satisfies(next, c, false) {
			in = append(in, c)
		}
	}
	return eq, in
}

// key returns the words as a map key.
func key(ws []uint64) string {
	b := make([]byte, 0, 8*len(ws))
	for _, w := range ws {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return string(b)
}

// Narrow returns next, which is below old. Callers bound the length of descending chains. Meet would not be more
// precise, and since it rounds, its result need not be above next in the sense of Leq.
func (d Dense) Narrow(_, next *Poly) *Poly { return next }
