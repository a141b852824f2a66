package triple

import (
	"fmt"
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// slot names a part of a state: a register, a cell or the contents of a tracked
// object, or the address of an object.
type slot struct {
	v     *ir.Var
	o     *ir.Object
	n     int       // of o: index of the cell; addressOf
	in    *instance // unwindings: its cell of type t at n, or one of its flags
	t     ir.Type
	depth int // of the activation that a local belongs to, where calls are expanded; else 0
}

const addressOf = -1

// state gives the values of slots in terms of those at the query's start. A slot
// that is missing has its value at the start; one with the zero value is arbitrary
// and gets a constant of its own when first read.
type state struct {
	at    map[slot]value
	depth int
}

func newState(depth int) *state { return &state{at: map[slot]value{}, depth: depth} }

func (s *state) clone() *state {
	at := make(map[slot]value, len(s.at)+4)
	for k, v := range s.at {
		at[k] = v
	}
	return &state{at, s.depth}
}

func (s *state) register(v *ir.Var) slot {
	if v.Global {
		return slot{v: v}
	}
	return slot{v: v, depth: s.depth}
}

func (s *state) object(o *ir.Object, n int) slot {
	if o.Func == nil {
		return slot{o: o, n: n}
	}
	return slot{o: o, n: n, depth: s.depth}
}

// forget makes a slot arbitrary.
func (s *state) forget(k slot) { s.at[k] = value{} }

// query is one question to the solver, in one encoding.
type query struct {
	c         *checker
	tc        *term.Ctx
	a         arith
	enc       Encoding
	start     map[slot]value
	facts     []*term.Term // true in every real state
	rough     string       // why a counterexample need not be one; "" if it is
	lossy     bool         // the encoding leaves out what the other has
	broken    error        // the query cannot be asked
	approx    map[string]value
	bases     []*ir.Object // global objects whose address was used
	beside    int          // local objects that are kept apart from others
	instances []*instance  // unwindings: in the order of their numbers
	global    map[*ir.Object]*instance
	own       *ownership  // nil: nobody asked
	based     big.Int     // bytes of all that have room beside each other
	seen      []*instance // those that are disjoint
	blocks    []*block
	of        Claim // what the next goals are about
	goals     []goal
	memo      map[ir.Expr]value // of the expression being encoded
	at        *ir.Edge          // whose statement is encoded; nil: none
	under     *arrival          // the way to it
	last      bool              // nothing comes behind that statement; its state is one of others
	lemmas    []lemma           // of that statement
	asked     int               // questions on the way (ahead.go)
	// Inside a quantifier:
	nested  int
	bound   map[*ir.Var]value
	local   []*term.Term // facts, perhaps about the bound register
	unclear bool         // something has no value that depends on the bound register
}

func (c *checker) newQuery(enc Encoding) *query {
	q := &query{c: c, tc: c.tc, enc: enc, start: map[slot]value{}, approx: map[string]value{}, bound: map[*ir.Var]value{}}
	if enc == Ints {
		q.a = integers{c.tc}
	} else {
		q.a = bitvec{c.tc}
	}
	return q
}

// inexact notes that what follows is an over-approximation.
func (q *query) inexact(why string) {
	if q.rough == "" {
		q.rough = why
	}
}

// fact adds what is true in every real state.
func (q *query) fact(t *term.Term) {
	if t == nil || t.IsTrue() {
		return
	}
	if q.nested > 0 {
		q.local = append(q.local, t)
		return
	}
	q.facts = append(q.facts, t)
}

func (q *query) sort(t ir.Type) term.Sort {
	switch t.Kind { // sound: numbers in the encoding's sort
	case ir.Bool:
		return term.BoolSort
	case ir.Float:
		return floatSort(t)
	}
	return q.a.sort(t)
}

// fresh is a new constant of the type. Facts about constants never depend on a
// bound register, so they go to the top.
func (q *query) fresh(name string, t ir.Type) value {
	x := q.tc.Fresh(fmt.Sprintf("%v.%s", q.enc, cleanName(name)), q.sort(t))
	if !isNumber(t) {
		return value{t: x}
	}
	if r := q.a.inRange(t, x); r != nil {
		q.facts = append(q.facts, r)
	}
	return q.a.number(t, x)
}

func cleanName(s string) string {
	b := []byte(s)
	for i, c := range b {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.') {
			b[i] = '_'
		}
	}
	if len(b) > 40 {
		b = b[:40]
	}
	return string(b)
}

// unknown is a value that this encoding does not say.
func (q *query) unknown(t ir.Type, why string) value {
	q.inexact(why)
	q.unclear = q.unclear || q.nested > 0
	return q.fresh("unknown", t)
}

// unknownOf is unknown too, but the same for the same operands.
func (q *query) unknownOf(t ir.Type, op string, xs ...value) value {
	key := op + " " + t.String()
	for _, x := range xs {
		key += fmt.Sprintf(" %d", x.t.ID())
	}
	v, ok := q.approx[key]
	if !ok {
		v = q.unknown(t, op+" is not encoded")
		q.lossy = true
		q.approx[key] = v
	}
	q.unclear = q.unclear || q.nested > 0
	return v
}

// freshSlot is an arbitrary value for a slot.
func (q *query) freshSlot(k slot) value {
	switch {
	case k.v != nil:
		v := q.fresh(k.v.Name, k.v.Type)
		v.own = q.freshOwner(k.v.Type)
		return v
	case k.n == aliveHere:
		return value{t: q.freshAlive()}
	case k.n == ownerOf:
		return q.freshObject(k.o)
	case k.n == addressOf:
		return q.freshAddress(k.o)
	}
	m := q.c.memory[k.o]
	if m.kind == cells {
		v := q.fresh(k.o.Name, m.cells[k.n].t)
		v.own = q.freshOwner(m.cells[k.n].t)
		return v
	}
	return value{t: q.tc.Fresh(fmt.Sprintf("%v.%s", q.enc, cleanName(k.o.Name)), q.arraySort(m))}
}

// read is the value of a slot.
func (q *query) read(s *state, k slot) value {
	if k.in != nil {
		return q.readCell(s, k)
	}
	v, ok := s.at[k]
	if !ok {
		_, there := q.start[k]
		v = q.atStart(k)
		if !there {
			q.besideOthers(s, k, v)
		}
		return v
	}
	if v.t == nil {
		v = q.freshSlot(k)
		s.at[k] = v
		q.besideOthers(s, k, v)
	}
	return v
}

func (q *query) atStart(k slot) value {
	v, ok := q.start[k]
	if !ok {
		v = q.freshSlot(k)
		q.start[k] = v
		if k.n == addressOf && k.o != nil && k.o.Func == nil {
			q.apart(k.o, v)
		}
	}
	return v
}
