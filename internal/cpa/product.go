package cpa

import (
	"context"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Product returns the analysis that runs analyses in parallel: a state has a part for each, and describes the
// executions that all parts describe. Parts strengthen each other by expressions (Teller, Listener), and do not see
// each other's states.
func Product(parts ...Analysis) Analysis {
	if len(parts) == 1 {
		return parts[0]
	}
	p := &product{parts: parts}
	for _, a := range parts {
		if k, ok := a.(Partitioned); ok {
			p.keys = append(p.keys, k)
		} else {
			p.keys = append(p.keys, nil)
		}
		_, hears := a.(Listener)
		p.hears = p.hears || hears
	}
	return p
}

// product is the analysis of Product.
type product struct {
	parts []Analysis
	keys  []Partitioned // the parts that are Partitioned; nil for others
	hears bool          // some part is a Listener
}

// tuple is a state of a product; no part is nil. If a tuple has few parts, these are in the field few, so that the
// tuple is a single allocation.
type tuple struct {
	parts []State
	few   [4]State
}

// newTuple returns a tuple for n parts.
func newTuple(n int) *tuple {
	t := &tuple{}
	if t.parts = t.few[:]; n > len(t.few) {
		t.parts = make([]State, n)
	}
	t.parts = t.parts[:n:n]
	return t
}

func (p *product) Name() string {
	var names []string
	for _, a := range p.parts {
		names = append(names, a.Name())
	}
	return strings.Join(names, "+")
}

// each returns the tuple of the states that the function part returns; nil if one of the states is nil.
func (p *product) each(part func(i int, a Analysis) State) State {
	t := newTuple(len(p.parts))
	for i, a := range p.parts {
		if t.parts[i] = part(i, a); t.parts[i] == nil {
			return nil
		}
	}
	return t
}

func (p *product) Initial() State {
	return p.each(func(_ int, a Analysis) State { return a.Initial() })
}

func (p *product) Transfer(ctx context.Context, s State, e *ir.Edge, at At) State {
	return p.strengthen(ctx, p.each(func(i int, a Analysis) State {
		return a.Transfer(ctx, s.(*tuple).parts[i], e, at)
	}), at)
}

func (p *product) Resume(ctx context.Context, before, exit State, call *ir.Edge, at At) State {
	return p.strengthen(ctx, p.each(func(i int, a Analysis) State {
		return a.Resume(ctx, before.(*tuple).parts[i], exit.(*tuple).parts[i], call, at)
	}), at)
}

// strengthen offers each part the facts of the others, once.
func (p *product) strengthen(ctx context.Context, next State, at At) State {
	if next == nil || !p.hears {
		return next
	}
	s := next.(*tuple)
	said := make([][]ir.Expr, len(p.parts))
	some := false
	for i, a := range p.parts {
		if t, ok := a.(Teller); ok {
			said[i] = t.Tell(s.parts[i], at)
			some = some || len(said[i]) > 0
		}
	}
	if !some {
		return s
	}
	return p.each(func(i int, a Analysis) State {
		l, ok := a.(Listener)
		if !ok {
			return s.parts[i]
		}
		var facts []ir.Expr
		for j, of := range said {
			if j != i {
				facts = append(facts, of...)
			}
		}
		if len(facts) == 0 {
			return s.parts[i]
		}
		return l.Hear(ctx, s.parts[i], at, facts)
	})
}

func (p *product) Adjust(ctx context.Context, s State, at At) State {
	old := s.(*tuple)
	var next *tuple
	for i, a := range p.parts {
		part := a.Adjust(ctx, old.parts[i], at)
		if part == nil {
			return nil
		}
		if next == nil && part != old.parts[i] {
			next = newTuple(len(p.parts))
			copy(next.parts, old.parts)
		}
		if next != nil {
			next.parts[i] = part
		}
	}
	if next == nil {
		return s
	}
	return next
}

// Merge merges all parts, or none if some part does not merge (merge-agree).
func (p *product) Merge(s, old State) State {
	x, y := s.(*tuple), old.(*tuple)
	changed := false
	t := p.each(func(i int, a Analysis) State {
		m := a.Merge(x.parts[i], y.parts[i])
		changed = changed || m != y.parts[i]
		return m
	})
	if t == nil || !changed {
		return old
	}
	for i, a := range p.parts { // Leq comes last: if no part merges, it need not be computed
		if m := t.(*tuple).parts[i]; m == y.parts[i] && !a.Leq(x.parts[i], m) {
			return old
		}
	}
	return t
}

func (p *product) Leq(s, t State) bool {
	x, y := s.(*tuple), t.(*tuple)
	for i, a := range p.parts {
		if !a.Leq(x.parts[i], y.parts[i]) {
			return false
		}
	}
	return true
}

// Expr returns nil if a part is inside of a block, since expressions of other parts would end the block there.
func (p *product) Expr(s State) ir.Expr {
	var all []ir.Expr
	for i, a := range p.parts {
		e := a.Expr(s.(*tuple).parts[i])
		if e == nil {
			return nil
		}
		for _, c := range ir.Conjuncts(e) {
			// several parts may have the same conjunct
			if i == 0 || !slices.ContainsFunc(all, func(x ir.Expr) bool { return ir.Equal(x, c) }) {
				all = append(all, c)
			}
		}
	}
	return ir.NewAnd(all...)
}

// Shape combines the shapes of the analyses that have one.
func (p *product) Shape(s State) (shape uint64) {
	for i, k := range p.keys {
		if sh, ok := k.(Shaped); ok {
			shape = mix(shape, sh.Shape(s.(*tuple).parts[i]))
		}
	}
	return shape
}

// KeyAs combines the keys in the shapes of t.
func (p *product) KeyAs(s, t State) (key uint64, ok bool) {
	for i, k := range p.keys {
		if k == nil {
			continue
		}
		of, ok := k.Key(s.(*tuple).parts[i]), true
		if sh, is := k.(Shaped); is {
			of, ok = sh.KeyAs(s.(*tuple).parts[i], t.(*tuple).parts[i])
		}
		if !ok {
			return 0, false
		}
		key = mix(key, of)
	}
	return key, true
}

// mix adds a part to a hash.
func mix(key, part uint64) uint64 {
	key = (key ^ part) * 0x9E3779B97F4A7C15
	return key ^ key>>29
}

// Key combines the keys of all analyses.
func (p *product) Key(s State) (key uint64) {
	for i, k := range p.keys {
		if k != nil {
			key = mix(key, k.Key(s.(*tuple).parts[i]))
		}
	}
	return key
}

// Target returns the target of the first analysis that has one.
func (p *product) Target(s State) *ir.Obligation {
	for i, a := range p.parts {
		if t, ok := a.(Targeter); ok {
			if o := t.Target(s.(*tuple).parts[i]); o != nil {
				return o
			}
		}
	}
	return nil
}

// Valid reports whether some part knows that the access is valid.
func (p *product) Valid(s State, e *ir.Edge) bool {
	for i, a := range p.parts {
		if v, ok := a.(Accessor); ok && v.Valid(s.(*tuple).parts[i], e) {
			return true
		}
	}
	return false
}

// Left returns the reason of the first analysis that leaves executions out.
func (p *product) Left(s State) string {
	for i, a := range p.parts {
		if b, ok := a.(Bounded); ok {
			if why := b.Left(s.(*tuple).parts[i]); why != "" {
				return why
			}
		}
	}
	return ""
}

// Witness returns the answer of the first analysis that has one.
func (p *product) Witness(ctx context.Context, s State) ([]ir.Record, Feasible) {
	for i, a := range p.parts {
		if w, ok := a.(Witnesser); ok {
			if in, f := w.Witness(ctx, s.(*tuple).parts[i]); f != Unknown {
				return in, f
			}
		}
	}
	return nil, Unknown
}

// With returns a copy of s, a state of the product whole, in which of replaces the state of the given part. The part
// may be whole itself.
func With(whole, part Analysis, s, of State) State {
	p, is := whole.(*product)
	if !is {
		return of
	}
	old := s.(*tuple)
	return p.each(func(i int, a Analysis) State {
		if a == part {
			return of
		}
		return old.parts[i]
	})
}

// Narrows reports whether an analysis or a part of it is a Narrower.
func Narrows(a Analysis) bool {
	if p, ok := a.(*product); ok {
		return slices.ContainsFunc(p.parts, Narrows)
	}
	_, ok := a.(Narrower)
	return ok
}

// Narrow narrows the parts that are Narrowers; the others stay as they are.
func (p *product) Narrow(old State, arriving []State) State {
	if len(arriving) == 0 {
		return nil
	}
	o := old.(*tuple)
	changed := false
	t := p.each(func(i int, a Analysis) State {
		n, ok := a.(Narrower)
		if !ok {
			return o.parts[i]
		}
		parts := make([]State, len(arriving))
		for k, s := range arriving {
			parts[k] = s.(*tuple).parts[i]
		}
		part := n.Narrow(o.parts[i], parts)
		changed = changed || part != o.parts[i]
		return part
	})
	if t != nil && !changed {
		return old
	}
	return t
}

// Choose lets the parts that are Choosers choose one after the other.
func (p *product) Choose(ctx context.Context, path Path) Path {
	for i, a := range p.parts {
		if c, ok := a.(Chooser); ok {
			own := path
			own.States = make([]State, len(path.Nodes))
			for k, n := range path.Nodes {
				own.States[k] = n.State.(*tuple).parts[i]
			}
			path = c.Choose(ctx, own)
		}
	}
	path.States = make([]State, len(path.Nodes))
	for i, n := range path.Nodes {
		path.States[i] = n.State
	}
	return path
}

// Refine returns the refinement with the least cost of all parts; the precision of the other parts does not change.
func (p *product) Refine(ctx context.Context, path Path, pi *verify.Precision) *Refinement {
	return p.refine(ctx, path, pi, func(Analysis) bool { return true })
}

// refine does what Refine does, restricted to the parts for which asked returns true.
func (p *product) refine(ctx context.Context, path Path, pi *verify.Precision,
	asked func(Analysis) bool) (best *Refinement) {
	for i, a := range p.parts {
		r, ok := a.(Refiner)
		if !ok || !asked(a) || ctx.Err() != nil {
			continue
		}
		own := path
		own.States = make([]State, len(path.States))
		for k, s := range path.States {
			own.States[k] = s.(*tuple).parts[i]
		}
		if f := r.Refine(ctx, own, pi); f != nil && (best == nil || f.Cost < best.Cost) {
			best = f
		}
	}
	return best
}
