package triple

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// slot identifies a part of a state that has a value. It is one of
//
//   - the register v,
//   - cell n of the tracked object o, or all of its contents if they are one array,
//   - the address of o, if n is addressOf, or another property of o (owner.go),
//   - in unwindings, the cell of type t at offset n of the instance in, or one of its flags (heap.go).
type slot struct {
	v     *ir.Var
	o     *ir.Object
	n     int
	in    *instance
	t     ir.Type
	depth int // for a local v or o: the depth of its activation, in expanded calls
}

const addressOf = -1 // as slot.n: the address of the object

// state maps slots to values, which are terms over the values at the start of the query. A slot that is not in the map
// has its value at the start. The zero value in the map means an arbitrary value: read replaces it by a new constant.
type state struct {
	at    map[slot]value
	depth int // the depth of the running activation, as in slot
}

// newState returns the state at the start of the query.
func newState(depth int) *state { return &state{at: map[slot]value{}, depth: depth} }

// clone returns a copy of s.
func (s *state) clone() *state {
	at := make(map[slot]value, len(s.at)+4)
	for k, v := range s.at {
		at[k] = v
	}
	return &state{at, s.depth}
}

// register returns the slot of a register of the running activation or of a global register.
func (s *state) register(v *ir.Var) slot {
	if v.Global {
		return slot{v: v}
	}
	return slot{v: v, depth: s.depth}
}

// object returns the slot n of an object.
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
	start     map[slot]value    // values of slots at the start, as far as they have been read
	memo      map[ir.Expr]value // values of subexpressions of the expression being encoded
	heap      *heapMemory
	owners    *owners
	memory    *namedMemory
	addresses *addresses
	vc        *conditions  // the blocks and goals of the query
	now       *statement   // the statement that is being encoded
	slots     map[slot]int // numbers of slots (constants)
	most      int          // a bound on the number of terms of the checker; 0: none
}

// formula is the part of a query that does not depend on the program: the encoding of operators, constants and facts.
type formula struct {
	c      *checker
	tc     *term.Ctx
	a      arith // the operations of the encoding enc
	enc    Encoding
	facts  []*term.Term     // terms that are true in every real state
	rough  string           // why a counterexample may be spurious; "" if it is real
	lossy  bool             // this encoding leaves a value unknown that the other encoding may express
	broken error            // why the query cannot be asked; nil if it can be
	approx map[string]value // results of unknownOf

	// Inside a quantifier:
	nested  int               // number of quantifiers around
	bound   map[*ir.Var]value // values of the bound registers
	local   []*term.Term      // facts that may depend on the bound register
	unclear bool              // an unknown value may depend on the bound register
}

// heapMemory holds the instances of objects in the query of an unwinding (heap.go).
type heapMemory struct {
	*formula
	q         *query
	instances []*instance              // in the order of their numbers
	global    map[*ir.Object]*instance // of global objects and functions
	made      map[*ir.Edge]*instance   // of Allocs before a piece that begins at any state; nil in other pieces
	seen      []*instance              // instances for which there are facts that no two of them overlap
}

// owners encodes which object each pointer was made from. A query needs this if the program or a formula asks whether a
// pointer is valid (owner.go).
type owners struct {
	*formula
	q   *query
	own *ownership // nil: not used yet
}

// namedMemory encodes accesses to the named objects that are tracked (memory.go). States have slots for the contents of
// these objects.
type namedMemory struct {
	*formula
	q *query
}

// addresses encodes the addresses of objects, with facts that objects do not overlap (address.go).
type addresses struct {
	*formula
	q      *query
	bases  []*ir.Object // global objects for which there are such facts
	locals int          // number of local objects for which there are such facts
	based  big.Int      // bytes of the instances that have room in memory together (heapMemory.room)
}

// conditions holds the blocks and goals of a query (piece.go).
type conditions struct {
	*formula
	q      *query
	blocks []*block
	of     Claim // recorded by prove with the next goals: the conjunct that they prove
	goals  []goal
}

// statement is the statement that is being encoded (lemma.go, ahead.go).
type statement struct {
	*formula
	q      *query
	at     *ir.Edge // the edge of the statement; nil: none
	under  *arrival // the state before the statement, and the paths to it
	last   bool     // no statement follows on this path; other paths share its state, so nothing may change it
	lemmas []lemma  // conditions that the encoding of the statement assumes, and that are goals
	asked  int      // number of questions of this query that excluded has asked
}

// newQuery returns an empty query in an encoding.
func (c *checker) newQuery(enc Encoding) *query {
	f := &formula{c: c, tc: c.tc, enc: enc, approx: map[string]value{}, bound: map[*ir.Var]value{}}
	if enc == Ints {
		f.a = integers{c.tc}
	} else {
		f.a = bitvec{c.tc}
	}
	q := &query{formula: f, start: map[slot]value{}, slots: map[slot]int{}}
	q.heap, q.owners, q.memory = &heapMemory{formula: f, q: q}, &owners{formula: f, q: q}, &namedMemory{f, q}
	q.addresses, q.vc, q.now = &addresses{formula: f, q: q}, &conditions{formula: f, q: q}, &statement{formula: f, q: q}
	return q
}

// errTerms is the error of a query that needs more terms than it may make.
var errTerms = errors.New("too many terms")

// tooLarge reports whether there are more terms than the query may make. Each of the nodes counts as a term.
func (q *query) tooLarge(nodes int) bool { return q.most > 0 && q.tc.Len()+nodes > q.most }

// inexact records that the query is an over-approximation from here on.
func (f *formula) inexact(why string) {
	if f.rough == "" {
		f.rough = why
	}
}

// fact records a term that is true in every real state. Inside a quantifier it is recorded there.
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

// sort returns the sort of the terms that encode values of type t.
func (f *formula) sort(t ir.Type) term.Sort {
	switch t.Kind { // sound: the encoding chooses the sort of numbers
	case ir.Bool:
		return term.BoolSort
	case ir.Float:
		return floatSort(t)
	}
	return f.a.sort(t)
}

// fresh returns a new constant of type t, and records the fact that it is in the range of the type. A constant never
// depends on a bound register, so the fact is recorded outside of all quantifiers.
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

// cleanName returns s as a part of a name in SMT-LIB: it replaces other characters by _, and cuts s after 40 bytes.
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

// unknown returns a new constant in place of a value that this encoding cannot express; why is the reason. This makes
// the query inexact.
func (f *formula) unknown(t ir.Type, why string) value {
	f.inexact(why)
	f.unclear = f.unclear || f.nested > 0
	return f.fresh("unknown", t)
}

// unknownOf returns a constant in place of the result of an operator that this encoding cannot express. The constant is
// the same each time that the operator is applied to the same operands.
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

// freshSlot returns a new constant as the value of a slot.
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

// read returns the value of a slot. If it is arbitrary and read for the first time, it gets a new constant.
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

// atStart returns the value of a slot at the start of the query: a constant, which is made when it is first read.
func (q *query) atStart(k slot) value {
	v, ok := q.start[k]
	if !ok {
		v = q.freshSlot(k)
		if k.v != nil && k.v.Type.Kind == ir.Ptr {
			v.at = q.heap.pastTarget(k.v)
		}
		q.start[k] = v
		if k.n == addressOf && k.o != nil && k.o.Func == nil {
			q.addresses.apart(k.o, v)
		}
	}
	return v
}
