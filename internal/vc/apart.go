package vc

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file executes states that are joined only if they differ in data. In a tokeniser over free bytes,
//
//	while (is_letter(*p)) p++;      p = text + 2 after "ab;", and after "xy;"
//
// the control depends on p, which is a constant on each path, and the bytes are data. If all states at a location are
// joined, p becomes a case distinction, and each further step doubles it; if none are, there are as many states as
// texts. States with the same constants in all registers and cells are joined here: then each register or cell that is
// a constant on all paths stays one, and the formula grows with the number of constants, not of paths. This is the
// state merging of MultiSE (K. Sen, G. Necula, L. Gong, W. Choi: MultiSE: Multi-path symbolic execution using value
// summaries, ESEC/FSE 2015), where all registers have sets of guarded values. Here the set is one of the whole states.

// Values is a number of the constants in a state: states with different numbers differ in a constant.
type Values uint64

// Apart is a state at a cut point.
type Apart struct {
	Point  Point
	Values Values
	State  *State
}

// AdvanceApart is like Advance for one state, and joins only states with the same values.
func (e *Encoder) AdvanceApart(ctx context.Context, p Point, s *State) (next []Apart, bad []Bad, err error) {
	left := e.C.Until(ctx, func() {
		e.cells.apart = true
		a := &advance{e: e, ctx: ctx, next: map[Point][]*State{}, out: &Successors{}, apart: true}
		if _, err = a.run(p.Ctx, map[*ir.Loc][]*State{p.Loc: {s}}); err != nil {
			return
		}
		for _, q := range slices.SortedFunc(maps.Keys(a.next), comparePoints) {
			for _, g := range e.byValues(q.Loc, a.next[q]) {
				n := e.Join(g)
				next = append(next, Apart{q, e.valuesOf(q.Loc, g[0]), n})
			}
		}
		bad = a.out.Bad
	})
	if left != nil {
		return nil, nil, left
	}
	return next, bad, err
}

// byValues divides states at a location into those with the same values, in the order of their first states.
func (e *Encoder) byValues(l *ir.Loc, states []*State) (groups [][]*State) {
	if len(states) < 2 {
		return [][]*State{states}
	}
	number := map[Values]int{}
	for _, s := range states {
		v := e.valuesOf(l, s)
		i, found := number[v]
		if !found {
			i = len(groups)
			number[v] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], s)
	}
	return groups
}

// valuesOf returns the values of a state at a location: a sum of hashes, one for each register that may still be read,
// each cell, element and life of an object, if it is a constant or an address. If two sums agree by accident, the
// states are joined, which is right for any two states.
func (e *Encoder) valuesOf(l *ir.Loc, s *State) Values {
	sum := Values(0)
	add := func(place uint64, ts ...*term.Term) {
		for _, t := range ts {
			if t != nil && !e.cells.rigid(t) {
				return
			}
		}
		for i, t := range ts {
			h := place<<3 + uint64(i)
			if t != nil {
				h ^= uint64(t.ID()) << 40
			}
			// The mixing function of S. Vigna's splitmix64.
			h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
			h = (h ^ h>>27) * 0x94d049bb133111eb
			sum += Values(h ^ h>>31)
		}
	}
	const reg, cur, cell, alive, object = 0, 1, 2, 3, 4
	s.regs.Each(func(k uint32, v *Value) bool {
		if x := e.keyed[k-1]; x.v == nil || x.ctx != s.Ctx || e.Live(l.Func).At(l, x.v) {
			add(uint64(k)<<3|reg, v.T, v.Obj)
		}
		return true
	})
	s.cur.Each(func(k uint32, v *Value) bool { add(uint64(k)<<3|cur, v.T, v.Obj); return true })
	s.mem.Each(func(id uint32, c *content) bool {
		place := uint64(id) << 12
		add(place<<3|alive, c.alive)
		c.cells.Each(func(f uint32, v *Value) bool {
			add((place^uint64(f))<<3|cell, v.T, v.Obj)
			return true
		})
		c.arrs.Each(func(f uint32, v *arrayPair) bool {
			for i, t := range []*term.Term{v.t, v.obj} {
				if t == nil {
					continue
				}
				base, elems, _ := elements(t)
				if base.Op() != term.Ite {
					add((place^uint64(f))<<3|uint64(object+i), base)
				}
				for _, x := range elems {
					add(((place^uint64(f))<<20^uint64(x.index.ID()))<<3|uint64(object+i), x.value)
				}
			}
			return true
		})
		return true
	})
	return sum
}

// rigid reports whether a term depends on no input: it consists of constants and addresses of objects.
func (ct *contents) rigid(t *term.Term) bool {
	if t.IsConst() {
		return true
	}
	r, known := ct.rigids[t]
	if known {
		return r
	}
	switch t.Op() { // sound: other terms are rigid if their operands are
	case term.Var:
		r = strings.HasPrefix(t.Name(), "base")
	case term.Ite, term.Select, term.Store, term.Forall, term.Exists:
	default:
		r = len(t.Args()) > 0 && !slices.ContainsFunc(t.Args(), func(a *term.Term) bool { return !ct.rigid(a) })
	}
	if ct.rigids == nil {
		ct.rigids = map[*term.Term]bool{}
	}
	ct.rigids[t] = r
	return r
}

// element is an element of an array, at a constant index.
type element struct{ index, value *term.Term }

// elements returns the last writes to an array at constant indices, the last first, and the array below. exact reports
// whether these are all writes, so that there is no write at another index above the array.
func elements(t *term.Term) (base *term.Term, out []element, exact bool) {
	const most = 512
	seen := map[*term.Term]bool{}
	for range most {
		if t.Op() != term.Store {
			return t, out, true
		}
		i := t.Arg(1)
		if !i.IsConst() {
			return t, out, false
		}
		if !seen[i] {
			seen[i] = true
			out = append(out, element{i, t.Arg(2)})
		}
		t = t.Arg(0)
	}
	return t, out, false
}

// iteArray returns the array that equals a where c holds, else b. If states are kept apart, it keeps the elements that
// agree: it joins the elements one by one if both arrays come from one array by writes at constant indices.
func (ct *contents) iteArray(c, a, b *term.Term) *term.Term {
	if !ct.apart || a == b {
		return ct.C.Ite(c, a, b)
	}
	base, xs, exact := elements(a)
	other, ys, exactly := elements(b)
	if !exact || !exactly || base != other {
		return ct.C.Ite(c, a, b)
	}
	value := map[*term.Term]*term.Term{}
	for _, y := range ys {
		value[y.index] = y.value
	}
	r := base
	for _, x := range slices.Backward(xs) {
		v, found := value[x.index]
		if !found {
			v = ct.C.Select(base, x.index)
		}
		delete(value, x.index)
		r = ct.C.Store(r, x.index, ct.C.Ite(c, x.value, v))
	}
	for _, y := range slices.Backward(ys) {
		if _, only := value[y.index]; only {
			r = ct.C.Store(r, y.index, ct.C.Ite(c, ct.C.Select(base, y.index), y.value))
		}
	}
	return r
}
