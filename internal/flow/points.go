package flow

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Points is a points-to analysis of a whole program: inclusion-based (Andersen 1994), flow- and context-insensitive,
// with difference propagation. An object has one cell of memory for each offset, exact or modulo a stride, at which the
// program stores a value. Points is immutable once made.
//
// Pointers are not tracked through integers. A pointer made from a number, or from arbitrary bytes, is unknown and may
// point into any exposed object: an object whose address, or some bytes of its address, became a number somewhere. If
// the program has a HavocAll, any object may be exposed. A pointer read from arbitrary bytes may also be a guess: the
// address of any object that fits (guess.go). One kind of execution is not covered: a number that was neither read from
// arbitrary bytes nor compared with a number read from them is by chance the address of an object that is not exposed.
// exec marks such runs (Run.Addr).
type Points struct {
	Prog    *ir.Program
	Targets []*Target

	objs    map[*ir.Object]*Target
	edges   map[*ir.Edge]*Target // the objects that edges make
	funcs   []*Target            // by Func.ID
	s       *solver
	access  map[*ir.Edge]access
	effects []*Effects     // by Func.ID
	exposed Set            // the exposed objects
	escapes []bool         // by Target.ID, see findEscapes
	sets    map[setKey]Set // results of Pointees by source of the pointer; nil after the analysis

	covered []bool    // by Target.ID: the objects that are exposed
	wide    []Address // the unknown address and all exposed objects, sorted
	lists   sync.Map  // results of Expr, []Address by movedFrom
}

// NewPoints analyses p. If the work exceeds the constant enough, each pointer may point anywhere in the result.
func NewPoints(p *ir.Program) *Points { return newPoints(p, settings{}) }

// NewPointsUntil analyses p like NewPoints, and returns the context's error if the context ends before the analysis.
// Large programs take some seconds.
func NewPointsUntil(ctx context.Context, p *ir.Program) (*Points, error) {
	if a := newPoints(p, settings{stop: func() bool { return ctx.Err() != nil }}); a != nil {
		return a, nil
	}
	return nil, ctx.Err()
}

// NewPointsGuessed analyses p like NewPoints, except that the pointer inputs of guessed sites may also be any guess
// that fits. It returns nil if the analysis needs more than limit steps; a limit of 0 is no limit.
func NewPointsGuessed(p *ir.Program, guessed map[*ir.Site]bool, limit int) *Points {
	return newPoints(p, settings{guessed: guessed, limit: limit})
}

// enough bounds the work of an analysis without a limit, in addresses sent from node to node. This work takes half a
// minute; programs of 25,000 lines need a tenth of it.
const enough = 1_000_000_000

// settings are the options of an analysis.
type settings struct {
	guessed map[*ir.Site]bool // pointer inputs that may be any guess
	limit   int               // work after which there is no result; 0: after enough, the result is the coarsest one
	stop    func() bool       // reports whether to end the analysis without a result; may be nil
	always  bool              // collapse cycles in small programs too, for tests
}

// newPoints analyses p. It returns nil if the analysis was stopped or reached its limit.
func newPoints(p *ir.Program, x settings) *Points {
	a := &Points{Prog: p, objs: map[*ir.Object]*Target{}, edges: map[*ir.Edge]*Target{}, sets: map[setKey]Set{}}
	a.makeTargets()
	a.s = newSolver(a, x)
	a.s.generate()
	a.s.solve()
	a.s.exposeDiffs()
	if a.s.over && !a.s.stopped && x.limit == 0 {
		a.s.giveUp()
	}
	if a.s.over || !a.finish() {
		return nil
	}
	return a
}

// finish computes escapes, accesses and effects from the points-to sets. It returns false if it was stopped.
func (a *Points) finish() bool {
	for _, t := range a.Targets {
		if a.s.mem[t.ID].exposed {
			a.exposed = append(a.exposed, t)
		}
	}
	a.wide = append(a.wide, Address{})
	a.covered = make([]bool, len(a.Targets))
	for _, t := range a.exposed {
		a.wide = append(a.wide, normal(t, 0, 1))
		a.covered[t.ID] = true
	}
	a.findEscapes()
	if a.findAccess(); a.s.over {
		return false
	}
	a.findEffects()
	a.sets = nil
	a.s.forget()
	return true
}

// makeTargets makes the abstract objects of the program.
func (a *Points) makeTargets() {
	add := func(t *Target) *Target {
		t.ID = len(a.Targets)
		a.Targets = append(a.Targets, t)
		return t
	}
	for _, o := range a.Prog.Objects {
		a.objs[o] = add(&Target{Kind: GlobalObj, Obj: o, Size: o.Size})
	}
	for _, f := range a.Prog.Funcs {
		a.funcs = append(a.funcs, add(&Target{Kind: FuncCode, Func: f}))
	}
	for _, f := range a.Prog.Funcs {
		for _, o := range f.Objects {
			a.objs[o] = add(&Target{Kind: LocalObj, Obj: o, Func: f, Size: o.Size})
		}
		for _, e := range f.Edges {
			n, ok := ir.Makes(e.Stmt)
			if !ok {
				continue
			}
			kind := AllocObj
			if _, in := e.Stmt.(*ir.Input); in {
				kind = FreshObj
			}
			a.edges[e] = add(&Target{Kind: kind, Edge: e, Func: f, Size: n})
		}
	}
}

// constSize returns the value of a literal that is not negative, and -1 for other expressions.
func constSize(e ir.Expr) int64 {
	if c, ok := e.(*ir.Const); ok {
		if v := constInt(c); v >= 0 {
			return v
		}
	}
	return -1
}

// Object returns the abstract object of a declared object.
func (a *Points) Object(o *ir.Object) *Target { return a.objs[o] }

// Made returns the abstract object that an Alloc or an Input of a pointer makes; nil for other edges.
func (a *Points) Made(e *ir.Edge) *Target { return a.edges[e] }

// Reg lists the addresses to which a pointer register may point at any time, ordered by target and offset. It returns
// nil for registers of other types. The caller must not change the list.
func (a *Points) Reg(v *ir.Var) []Address {
	n, ok := a.s.regs[v]
	if !ok {
		return nil
	}
	k := movedFrom{node: a.s.find(n), x: same}
	if list, ok := a.lists.Load(k); ok {
		return list.([]Address)
	}
	list, _ := a.lists.LoadOrStore(k, a.addresses(a.s.addressesOf(n)))
	return list.([]Address)
}

// Expr lists the addresses to which a pointer expression may point, in the order of Reg. The caller must not change the
// list. Expressions with the same source, such as p + 8 at two places, have the same list.
func (a *Points) Expr(e ir.Expr) []Address {
	if r, ok := e.(*ir.Ref); ok {
		return a.Reg(r.Var)
	}
	k, one := a.s.moved(e)
	if !one || k.node < 0 {
		return a.expr(e)
	}
	k.node = a.s.find(k.node)
	if list, ok := a.lists.Load(k); ok {
		return list.([]Address)
	}
	list, _ := a.lists.LoadOrStore(k, a.expr(e))
	return list.([]Address)
}

// expr does the work of Expr, without the cache.
func (a *Points) expr(e ir.Expr) []Address {
	var out []Address
	a.s.sources(e, same, func(n int32, x transform) {
		for _, q := range a.s.addressesOf(n) {
			if q > nullPair {
				out = append(out, x.apply(a.s.pairs[q]))
			} else if a.s.move(q, x) == unknownPair {
				out = append(out, Address{})
			}
		}
	}, func(pl Address) { out = append(out, pl) })
	return a.tidy(out)
}

// addresses returns the addresses with the numbers qs, without null.
func (a *Points) addresses(qs []int32) []Address {
	out := make([]Address, 0, len(qs))
	for _, q := range qs {
		if q != nullPair {
			out = append(out, a.s.pairs[q])
		}
	}
	return a.tidy(out)
}

// tidy sorts addresses and drops repeats. If the unknown address is among them, it adds all addresses in exposed
// objects.
func (a *Points) tidy(out []Address) []Address {
	if slices.ContainsFunc(out, func(pl Address) bool { return pl.Target == nil }) {
		out = slices.DeleteFunc(out, func(pl Address) bool { return pl.Target == nil || a.covered[pl.Target.ID] })
		if len(out) == 0 {
			return a.wide
		}
		out = append(out, a.wide...)
	}
	slices.SortFunc(out, func(x, y Address) int {
		return cmp.Or(x.id()-y.id(), cmp.Compare(x.Stride, y.Stride), cmp.Compare(x.Off, y.Off))
	})
	return slices.Compact(out)
}

// id returns the ID of the target; -1 for the unknown address.
func (p Address) id() int {
	if p.Target == nil {
		return -1
	}
	return p.Target.ID
}

// Pointees returns the set of objects whose bytes an access through addr may read or write.
func (a *Points) Pointees(addr ir.Expr) Set {
	if addr.Type().Kind != ir.Ptr {
		return nil
	}
	if a.sets == nil {
		return a.pointees(addr)
	}
	k, one := a.s.moved(addr)
	if !one || k.node < 0 {
		return a.pointees(addr)
	}
	// The offset does not matter, except that null plus an offset may be an unknown pointer.
	at := setKey{a.s.find(k.node), a.s.move(nullPair, k.x) == unknownPair}
	set, ok := a.sets[at]
	if !ok {
		set = a.pointees(addr)
		a.sets[at] = set
	}
	return set
}

// setKey identifies pointer expressions with the same set of objects: the node of their source, and whether null
// becomes an unknown pointer.
type setKey struct {
	node  int32
	moved bool
}

// pointees does the work of Pointees, without the cache.
func (a *Points) pointees(addr ir.Expr) Set {
	var ids []int
	unknown := false
	add := func(t *Target) {
		if t == nil {
			unknown = true
		} else if t.Kind != FuncCode {
			ids = append(ids, t.ID)
		}
	}
	a.s.sources(addr, same, func(n int32, x transform) {
		for _, q := range a.s.addressesOf(n) {
			if q > nullPair {
				add(a.s.pairs[q].Target)
			} else if a.s.move(q, x) == unknownPair {
				unknown = true
			}
		}
	}, func(pl Address) { add(pl.Target) })
	if unknown {
		for _, t := range a.exposed {
			add(t)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if len(ids) == 0 {
		return nil
	}
	set := make(Set, len(ids))
	for i, id := range ids {
		set[i] = a.Targets[id]
	}
	return set
}

// Exposed returns the set of objects whose address became a number.
func (a *Points) Exposed() Set { return a.exposed }

// Guesses reports whether a pointer read from bytes of t may lead to any object that fits, including objects that are
// made later.
func (a *Points) Guesses(t *Target) bool {
	m := &a.s.mem[t.ID]
	return len(m.kinds) > 0 && (m.guess || slices.ContainsFunc(m.cells, func(c cell) bool { return c.number }))
}

// Content lists the addresses of the pointers that the bytes of t may have, at any offset.
func (a *Points) Content(t *Target) []Address {
	var out []int32
	for _, c := range a.s.mem[t.ID].cells {
		out = append(out, a.s.addressesOf(c.node)...)
	}
	if a.Guesses(t) {
		for _, k := range a.s.mem[t.ID].kinds {
			out = append(out, a.s.addressesOf(k)...)
		}
	}
	slices.Sort(out)
	return a.addresses(slices.Compact(out))
}
