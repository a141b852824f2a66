package smt

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/term"
)

// store keeps answers to queries over the terms of one Ctx, except Unknown. The ID of a term never changes, so a set of
// IDs identifies a query.
type store struct {
	c      *term.Ctx
	sets   map[uint64][]*entry // by hash
	size   int                 // about the number of IDs in sets
	cores  []idSet             // ring of sets that are Unsat
	models []*known            // ring of models
	nu, nm int                 // the oldest elements of the rings, to be replaced next
	tries  int                 // models tried since the last one that satisfied a query
}

// entry is the answer to a set.
type entry struct {
	set   idSet
	model *term.Model // nil if the answer is Unsat
	core  idSet       // an unsatisfiable subset of set, if the answer is Unsat
	// open reports that the model may depend on a value that SMT-LIB leaves open, such as a quotient by zero. The set is
	// then not independent of sets whose models depend on another such value.
	open bool
}

// known is a model, with the truth values of terms in it.
type known struct {
	m     *term.Model
	in    *term.Interpretation
	holds map[*term.Term]bool // the truth values computed so far
}

const (
	maxSize   = 1 << 22 // bounds store.size
	maxCores  = 512     // bounds store.cores
	maxModels = 16      // bounds store.models
	maxHolds  = 1 << 16 // bounds known.holds of each model
)

// newStore returns an empty store.
func newStore(c *term.Ctx) *store { return &store{c: c, sets: map[uint64][]*entry{}} }

// idSet is a set of terms, as sorted IDs. bloom is a Bloom filter of the set, by which most subset tests are decided
// with one comparison.
type idSet struct {
	ids   []int
	bloom uint64
	hash  uint64
}

// setOf returns the set of the terms ts.
func setOf(ts []*term.Term) idSet {
	s := idSet{ids: make([]int, len(ts))}
	for i, t := range ts {
		s.ids[i] = t.ID()
	}
	slices.Sort(s.ids)
	s.ids = slices.Compact(s.ids)
	for _, id := range s.ids {
		s.bloom |= 1 << (uint(id) * 0x9E3779B1 >> 3 & 63)
		s.hash = (s.hash ^ uint64(id)) * 0x9E3779B97F4A7C15
		s.hash ^= s.hash >> 29
	}
	return s
}

// subsetOf reports whether s is a subset of o.
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

// has reports whether the set has t.
func (s idSet) has(t *term.Term) bool {
	_, ok := slices.BinarySearch(s.ids, t.ID())
	return ok
}

// exact returns the answer to an earlier query for the same set; nil if there was none.
func (k *store) exact(s idSet) *entry {
	for _, e := range k.sets[s.hash] {
		if slices.Equal(e.set.ids, s.ids) {
			return e
		}
	}
	return nil
}

// put adds an answer, unless the store has one for the same set. If the store is full, all answers are dropped first.
func (k *store) put(e *entry) {
	if k.exact(e.set) != nil {
		return
	}
	if k.size += len(e.set.ids) + 8; k.size > maxSize {
		clear(k.sets)
		k.size = len(e.set.ids) + 8
	}
	k.sets[e.set.hash] = append(k.sets[e.set.hash], e)
}

// sat records a model of a set; open is as in entry.
func (k *store) sat(s idSet, m *term.Model, open bool) {
	k.put(&entry{set: s, model: m, open: open})
}

// unsat records that a set is unsatisfiable.
func (k *store) unsat(s idSet) {
	if len(k.cores) < maxCores {
		k.cores = append(k.cores, s)
	} else {
		k.cores[k.nu] = s
		k.nu = (k.nu + 1) % maxCores
	}
	k.put(&entry{set: s, core: s})
}

// core returns a known unsatisfiable subset of a set.
func (k *store) core(s idSet) (idSet, bool) {
	for _, u := range slices.Backward(k.cores) {
		if u.subsetOf(s) {
			return u, true
		}
	}
	return idSet{}, false
}

// keep adds a model to the models that are tried for later queries, and returns it.
func (k *store) keep(m *term.Model) *term.Model {
	for _, o := range k.models {
		if o.m == m {
			return m
		}
	}
	n := &known{m, k.c.In(m), map[*term.Term]bool{}}
	if len(k.models) < maxModels {
		k.models = append(k.models, n)
	} else {
		k.models[k.nm] = n
		k.nm = (k.nm + 1) % maxModels
	}
	return m
}

// Trying a model costs an evaluation. After patience tries without success, only the newest models are tried, except in
// some of the queries.
const (
	patience = 200
	fewModel = 2  // the number of models tried then
	turn     = 16 // all models are tried if the number of tries is a multiple of turn
)

// model returns an earlier model that satisfies the terms; nil if it finds none. It begins with the newest model.
func (k *store) model(ts []*term.Term) *term.Model {
	most := len(k.models)
	if k.tries > patience && k.tries%turn != 0 {
		most = min(most, fewModel)
	}
	for i := range most {
		n := k.models[(k.nm-1-i+2*len(k.models))%len(k.models)]
		k.tries++
		if n.satisfies(ts) {
			k.tries = 0
			return n.m
		}
	}
	return nil
}

// satisfies reports whether the model satisfies all terms. It begins with the last term, since that is mostly the
// newest.
func (n *known) satisfies(ts []*term.Term) bool {
	for _, t := range slices.Backward(ts) {
		h, ok := n.holds[t]
		if !ok {
			var err error
			h, err = n.in.Holds(t)
			h = h && err == nil
			if len(n.holds) < maxHolds {
				n.holds[t] = h
			}
		}
		if !h {
			return false
		}
	}
	return true
}
