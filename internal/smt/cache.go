package smt

// The reasoning over sets of constraints is that of KLEE's counterexample
// cache: C. Cadar, D. Dunbar, D. Engler, "KLEE: unassisted and automatic
// generation of high-coverage tests for complex systems programs", OSDI 2008.
// Unlike there, a subset of a satisfiable set needs no rule of its own: the
// model of the larger set is one of those that are tried.

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Store keeps what was learnt from queries, for all Caches over terms of one Ctx.
type Store struct {
	unsat  []idSet  // ring of sets that are Unsat
	models []*known // ring of models
	nu, nm int      // next places in the rings
}

// known is a model and what it makes of terms: each is evaluated once.
type known struct {
	m     *term.Model
	holds map[*term.Term]bool
}

// idSet is a set of terms by sorted id; bloom has a bit for each, so that most sets
// are told apart by one comparison.
type idSet struct {
	ids   []int
	bloom uint64
}

const (
	maxUnsat  = 512
	maxModels = 24
	maxHolds  = 1 << 16 // terms remembered per model
)

func setOf(ts []*term.Term) idSet {
	var s idSet
	for _, t := range ts {
		s.ids = append(s.ids, t.ID())
		s.bloom |= 1 << (uint(t.ID()) * 0x9E3779B1 >> 3 & 63)
	}
	slices.Sort(s.ids)
	s.ids = slices.Compact(s.ids)
	return s
}

func (s idSet) subsetOf(o idSet) bool {
	if s.bloom&^o.bloom != 0 || len(s.ids) > len(o.ids) {
		return false
	}
	i := 0
	for _, id := range s.ids {
		for i < len(o.ids) && o.ids[i] < id {
			i++
		}
		if i == len(o.ids) || o.ids[i] != id {
			return false
		}
	}
	return true
}

func (s idSet) has(t *term.Term) bool {
	_, ok := slices.BinarySearch(s.ids, t.ID())
	return ok
}

// NewStore is an empty store.
func NewStore() *Store { return &Store{} }

func (k *Store) addUnsat(s idSet) {
	if len(k.unsat) < maxUnsat {
		k.unsat = append(k.unsat, s)
		return
	}
	k.unsat[k.nu] = s
	k.nu = (k.nu + 1) % maxUnsat
}

func (k *Store) addModel(m *term.Model) {
	n := &known{m, map[*term.Term]bool{}}
	if len(k.models) < maxModels {
		k.models = append(k.models, n)
		return
	}
	k.models[k.nm] = n
	k.nm = (k.nm + 1) % maxModels
}

func (k *known) satisfies(c *term.Ctx, ts []*term.Term) bool {
	for _, t := range ts {
		h, ok := k.holds[t]
		if !ok {
			var err error
			h, err = c.Holds(k.m, t)
			h = h && err == nil
			if len(k.holds) < maxHolds {
				k.holds[t] = h
			}
		}
		if !h {
			return false
		}
	}
	return true
}

// Cache answers what follows from earlier answers without asking: a set that
// contains an unsatisfiable one is Unsat, a set that an earlier model satisfies
// is Sat. Unknown is not remembered.
type Cache struct {
	c     *term.Ctx
	inner Solver
	store *Store
	log   *obs.Log
	stack stack

	model *term.Model  // of the last answer, if it came from the store
	core  []*term.Term // the same
	own   bool         // the last answer came from the store
}

// NewCache makes a cache before s. Caches of one term.Ctx may share a store;
// nil: one of its own. log may be nil ("smt.cached" counts).
func NewCache(c *term.Ctx, s Solver, store *Store, log *obs.Log) *Cache {
	if store == nil {
		store = NewStore()
	}
	return &Cache{c: c, inner: s, store: store, log: log}
}

// Push implements Solver.
func (k *Cache) Push() { k.inner.Push(); k.stack.push() }

// Pop implements Solver.
func (k *Cache) Pop() { k.inner.Pop(); k.stack.pop() }

// Assert implements Solver.
func (k *Cache) Assert(ts ...*term.Term) { k.inner.Assert(ts...); k.stack.add(ts) }

// Close implements Solver.
func (k *Cache) Close() error { return k.inner.Close() }

// Check implements Solver.
func (k *Cache) Check(ctx context.Context, b Budget, assume ...*term.Term) Answer {
	k.own, k.model, k.core = false, nil, nil
	all := k.stack.with(assume)
	set := setOf(all)
	for _, u := range k.store.unsat {
		if u.subsetOf(set) {
			k.own, k.core = true, []*term.Term{}
			k.log.Count("smt.cached", 1)
			for _, t := range assume {
				if u.has(t) && !slices.Contains(k.core, t) {
					k.core = append(k.core, t)
				}
			}
			return Answer{Result: Unsat}
		}
	}
	for _, m := range slices.Backward(k.store.models) {
		if m.satisfies(k.c, all) {
			k.own, k.model = true, m.m
			k.log.Count("smt.cached", 1)
			return Answer{Result: Sat}
		}
	}
	a := k.inner.Check(ctx, b, assume...)
	switch a.Result {
	case Unsat:
		needed := assume
		if core := coreOf(k.inner); core != nil {
			needed = core
		}
		k.store.addUnsat(setOf(k.stack.with(needed)))
	case Sat:
		if m, err := k.inner.Model(); err == nil {
			k.store.addModel(m)
		}
	}
	return a
}

// Model implements Solver.
func (k *Cache) Model() (*term.Model, error) {
	if !k.own {
		return k.inner.Model()
	}
	if k.model == nil {
		return nil, errNoModel
	}
	return k.model, nil
}

// Core implements Corer; nil if the solver does not.
func (k *Cache) Core() []*term.Term {
	if !k.own {
		return coreOf(k.inner)
	}
	return slices.Clone(k.core)
}
