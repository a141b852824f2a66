package triple

import (
	"fmt"
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// slot is a part of a state: a register, a cell or the contents of a tracked object, or the address of an object.
type slot struct {
	v     *ir.Var
	o     *ir.Object
	n     int       // of o: index of the cell; addressOf
	in    *instance // unwindings: its cell of type t at n, or one of its flags
	t     ir.Type
	depth int // of the activation that a local belongs to, where calls are expanded; else 0
}

const addressOf = -1

// state maps slots to values, in terms of the values at the start of the query. A missing slot has its value at the
// start; a slot with the zero value is arbitrary and gets its own constant when it is first read.
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
	*formula
	start     map[slot]value
	memo      map[ir.Expr]value // values of subexpressions of the expression being encoded
	heap      *heapMemory
	owners    *owners
	memory    *namedMemory
	addresses *addresses
	vc        *conditions
	now       *statement
}

// formula is the part of a query that does not depend on the program: the encoding of operators, constants and facts.
type formula struct {
	c      *checker
	tc     *term.Ctx
	a      arith
	enc    Encoding
	facts  []*term.Term // true in every real state
	rough  string       // why a counterexample may be spurious; "" if it is real
	lossy  bool         // the encoding omits something that the other one expresses
	broken error        // the query cannot be asked
	approx map[string]value

	// Inside a quantifier:
	nested  int
	bound   map[*ir.Var]value
	local   []*term.Term // facts that may depend on the bound register
	unclear bool         // an unknown may depend on the bound register
}

// heapMemory holds the instances of objects that an unwinding knows (heap.go).
type heapMemory struct {
	*formula
	q         *query
	instances []*instance // in the order of their numbers
	global    map[*ir.Object]*instance
	seen      []*instance // instances that are disjoint
}

// owners holds the objects that pointers were made of, where a formula asks about pointers (owner.go).
type owners struct {
	*formula
	q   *query
	own *ownership // nil: not used yet
}

// namedMemory encodes accesses to named objects that are tracked (memory.go). Their contents are slots of states.
type namedMemory struct {
	*formula
	q *query
}

// addresses holds the objects whose addresses are kept apart (address.go).
type addresses struct {
	*formula
	q      *query
	bases  []*ir.Object // global objects whose address was used
	locals int          // number of local objects that are kept apart from others
	based  big.Int      // bytes of all objects that have room in memory together
}

// conditions holds the blocks and goals of a query (piece.go).
type conditions struct {
	*formula
	q      *query
	blocks []*block
	of     Claim // the conjunct that the next goals are about
	goals  []goal
}

// statement is the statement that is being encoded (lemma.go, ahead.go).
type statement struct {
	*formula
	q      *query
	at     *ir.Edge // nil: none
	under  *arrival // the path to it
	last   bool     // no statement comes after it, and its state is one of several copies
	lemmas []lemma  // conditions that it supposes
	asked  int      // number of questions about paths to it
}

func (c *checker) newQuery(enc Encoding) *query {
	f := &formula{c: c, tc: c.tc, enc: enc, approx: map[string]value{}, bound: map[*ir.Var]value{}}
	if enc == Ints {
		f.a = integers{c.tc}
	} else {
		f.a = bitvec{c.tc}
	}
	q := &query{formula: f, start: map[slot]value{}}
	q.heap, q.owners, q.memory = &heapMemory{formula: f, q: q}, &owners{formula: f, q: q}, &namedMemory{f, q}
	q.addresses, q.vc, q.now = &addresses{formula: f, q: q}, &conditions{formula: f, q: q}, &statement{formula: f, q: q}
	return q
}

// inexact records that the query is an over-approximation from here on.
func (f *formula) inexact(why string) {
	if f.rough == "" {
		f.rough = why
	}
}

// fact adds a term that is true in every real state.
func (f *formula) fact(t *term.Term) {
	if t == nil || t.IsTrue() {
		return
	}
	if f.nested > 0 {
		f.local = append(f.local, t)
		return
	}
	f.facts = append(f.facts, t)
}

func (f *formula) sort(t ir.Type) term.Sort {
	switch t.Kind { // sound: numbers in the encoding's sort
	case ir.Bool:
		return term.BoolSort
	case ir.Float:
		return floatSort(t)
	}
	return f.a.sort(t)
}

// fresh returns a new constant of the type. Facts about constants never depend on a
// bound register, so they go to the top.
func (f *formula) fresh(name string, t ir.Type) value {
	x := f.tc.Fresh(fmt.Sprintf("%v.%s", f.enc, cleanName(name)), f.sort(t))
	if !isNumber(t) {
		return value{t: x}
	}
	if r := f.a.inRange(t, x); r != nil {
		f.facts = append(f.facts, r)
	}
	return f.a.number(t, x)
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

// unknown returns a value that this encoding does not express.
func (f *formula) unknown(t ir.Type, why string) value {
	f.inexact(why)
	f.unclear = f.unclear || f.nested > 0
	return f.fresh("unknown", t)
}

// unknownOf is like unknown, but returns the same value for the same operands.
func (f *formula) unknownOf(t ir.Type, op string, xs ...value) value {
	key := op + " " + t.String()
	for _, x := range xs {
		key += fmt.Sprintf(" %d", x.t.ID())
	}
	v, ok := f.approx[key]
	if !ok {
		v = f.unknown(t, op+" is not encoded")
		f.lossy = true
		f.approx[key] = v
	}
	f.unclear = f.unclear || f.nested > 0
	return v
}

// freshSlot returns an arbitrary value for a slot.
func (q *query) freshSlot(k slot) value {
	switch {
	case k.v != nil:
		v := q.fresh(k.v.Name, k.v.Type)
		v.own = q.owners.freshOwner(k.v.Type)
		return v
	case k.n == aliveHere:
		return value{t: q.owners.freshAlive()}
	case k.n == ownerOf:
		return q.owners.freshObject(k.o)
	case k.n == addressOf:
		return q.addresses.freshAddress(k.o)
	}
	m := q.c.mem.memory[k.o]
	if m.kind == cells {
		v := q.fresh(k.o.Name, m.cells[k.n].t)
		v.own = q.owners.freshOwner(m.cells[k.n].t)
		return v
	}
	return value{t: q.tc.Fresh(fmt.Sprintf("%v.%s", q.enc, cleanName(k.o.Name)), q.arraySort(m))}
}

// read returns the value of a slot.
func (q *query) read(s *state, k slot) value {
	if k.in != nil {
		return q.heap.readCell(s, k)
	}
	v, ok := s.at[k]
	if !ok {
		_, there := q.start[k]
		v = q.atStart(k)
		if !there {
			q.addresses.separate(s, k, v)
		}
		return v
	}
	if v.t == nil {
		v = q.freshSlot(k)
		s.at[k] = v
		q.addresses.separate(s, k, v)
	}
	return v
}

func (q *query) atStart(k slot) value {
	v, ok := q.start[k]
	if !ok {
		v = q.freshSlot(k)
		q.start[k] = v
		if k.n == addressOf && k.o != nil && k.o.Func == nil {
			q.addresses.apart(k.o, v)
		}
	}
	return v
}
