package bmc

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file unwinds programs with states that are joined only if they agree in all constants (vc/apart.go): paths that
// differ only in data are one. It suits tokenisers and parsers of texts of bounded size, whose positions are constants
// on each path. Where states are joined, the positions become case distinctions, and the loops over them seem to have
// no bound.
//
// A state is at a place: the heads of the loops around it, with the number of visits of each in its present stay.
// Places grow along all paths, so that the state at the least place is complete: no further path leads to it. The
// visits of a stay are also what the evidence counts.

// apart is a state that is kept apart from others at its location.
type apart struct {
	vc.Apart
	place []int // for each loop around, outermost first: the position of its head, and the number of visits
}

// apartKey identifies a state: its place and its values.
type apartKey struct {
	place  string
	values vc.Values
}

// key returns the key of a state.
func (a *apart) key() apartKey {
	var b []byte
	for _, n := range a.place {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return apartKey{string(b), a.Values}
}

// before is the order in which states are continued.
func (a *apart) before(b *apart) int {
	return cmp.Or(slices.Compare(a.place, b.place), cmp.Compare(a.Values, b.Values))
}

// after returns the place of a location that is reached from a place.
func (w orders) after(place []int, l *ir.Loc) (out []int) {
	o := w.of(l.Func)
	same := true
	for i, h := range o.Heads(l.ID) {
		n := 0
		if same = same && 2*i < len(place) && place[2*i] == o.Pos(h); same {
			n = place[2*i+1]
		}
		if h == l.ID {
			n++
		}
		out = append(out, o.Pos(h), n)
	}
	return out
}

// unwindApart is like unwind, but joins only states with the same values.
func (w *unwinding) unwindApart(ctx context.Context) (why string, err error) {
	u := w.u
	if w.apart == nil {
		w.apart = map[apartKey]*apart{}
		for p, s := range u.f {
			a := &apart{vc.Apart{Point: p, State: s}, w.orders.after(nil, p.Loc)}
			w.apart[a.key()] = a
		}
		clear(u.f)
		clear(u.depth)
	}
	for len(w.apart) > 0 {
		if w.M.Ended(ctx) {
			return "", errEnded
		}
		var a *apart
		for _, x := range w.apart {
			if a == nil || x.before(a) < 0 {
				a = x
			}
		}
		l := a.Point.Loc
		switch {
		case a.Point.Ctx.Parent != nil:
			return "a call is not inlined", nil
		case u.k >= maxVisits || u.e.C.Len() > maxTerms:
			return "the unwinding is too large", nil
		}
		delete(w.apart, a.key())
		if dead(a.State) {
			continue
		}
		if u.e.IsCut(l) {
			n := a.place[len(a.place)-1]
			if !folds(u.e, a.State, l) {
				if w.excluded(a.State, l) || n > 1 && w.possible(ctx, a.State) == smt.Unsat {
					continue
				}
				if n > w.most {
					return "no bound of the loop at " + l.Pos.String() + " is seen", nil
				}
			}
			u.depth[l] = max(u.depth[l], n)
		}
		events, accesses := len(u.e.Events), len(u.e.Accesses)
		next, bad, err := u.e.AdvanceApart(ctx, a.Point, a.State)
		if err != nil { // repeat the block later
			u.e.Events, u.e.Accesses = u.e.Events[:events], u.e.Accesses[:accesses]
			w.apart[a.key()] = a
			return "", err
		}
		u.k++
		w.bad = append(w.bad, bads(&vc.Successors{Bad: bad}, w.open)...)
		for _, n := range next {
			to := &apart{n, w.orders.after(a.place, n.Point.Loc)}
			if old := w.apart[to.key()]; old != nil {
				to.State = u.e.Join([]*vc.State{old.State, to.State})
			}
			w.apart[to.key()] = to
		}
	}
	return "", nil
}
