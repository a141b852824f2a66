package smt

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/term"
)

// store keeps results of queries over the terms of one Ctx: which term a number
// stands for never changes, so that sets of numbers are all that determines an answer. Unknown is never kept.
type store struct {
	c      *term.Ctx
	sets   map[uint64][]*entry
	size   int      // of the sets
	cores  []idSet  // ring of sets that are Unsat
	models []*known // ring of models
	nu, nm int      // next places in the rings
	tries  int      // of models, since one satisfied
}

// entry is the answer to a set.
type entry struct {
	set   idSet
	model *term.Model // nil: Unsat
	core  idSet
	// open: the model may need what SMT-LIB leaves open, a quotient by zero say, to be something. Then the set is not
	// independent of others that need it to be something else.
	open bool
}

// known is a model and what it makes of terms: each is evaluated once.
type known struct {
	m     *term.Model
	in    *term.Interpretation
	holds map[*term.Term]bool
}

const (
	maxSize   = 1 << 22 // ids in sets
	maxCores  = 512
	maxModels = 16
	maxHolds  = 1 << 16 // terms remembered per model
)

func newStore(c *term.Ctx) *store { return &store{c: c, sets: map[uint64][]*entry{}} }

// idSet is a set of terms by sorted id; bloom has a bit for each, so that most sets
// are told apart by one comparison.
type idSet struct {
	ids   []int
	bloom uint64
	hash  uint64
}

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

// exact returns the answer to an earlier query for the same set; nil if there was none.
func (k *store) exact(s idSet) *entry {
	for _, e := range k.sets[s.hash] {
		if slices.Equal(e.set.ids, s.ids) {
			return e
		}
	}
	return nil
}

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

func (k *store) sat(s idSet, m *term.Model, open bool) {
	k.put(&entry{set: s, model: m, open: open})
}

// unsat records a set that is unsatisfiable by itself.
func (k *store) unsat(s idSet) {
	if len(k.cores) < maxCores {
		k.cores = append(k.cores, s)
	} else {
		k.cores[k.nu] = s
		k.nu = (k.nu + 1) % maxCores
	}
	k.put(&entry{set: s, core: s})
}

// core returns a known unsatisfiable part of a set.
func (k *store) core(s idSet) (idSet, bool) {
	for _, u := range slices.Backward(k.cores) {
		if u.subsetOf(s) {
			return u, true
		}
	}
	return idSet{}, false
}

// keep makes a model one of those that are tried.
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

// Trying models costs an evaluation each. Where it has gained nothing for a while, only the newest are
// tried, but for a turn now and then.
const (
	patience = 200 // models tried in vain
	fewModel = 2
	turn     = 16
)

// model returns an earlier model that satisfies the terms; the newest are tried first, and of the terms the newest,
// too.
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
