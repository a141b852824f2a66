package vc

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file holds the parts of an Encoder. Each part owns some state, and refers only to parts before it in this order:
//
//	symbols     terms, constants and their axioms                                value.go, arith.go, lookup.go
//	journal     inputs, accesses and overflows of the states made so far         step.go, valid.go
//	contexts    call strings, cut points, keys of registers                      state.go, advance.go
//	objects     instances of objects, and the instances a pointer may lead to    memory.go, shape.go
//	addresses   bases of objects, numbers made from pointers                     base.go, pointer.go
//	contents    the values in instances                                          memory.go, bytes.go
//	owners      facts about objects that a state does not list                   owner.go
//	accesses    validity of accesses; loads and stores                           valid.go, memory.go
//	evaluator   expressions                                                      expr.go
//	transfer    statements                                                       step.go, path.go

// Options configures an Encoder.
type Options struct {
	Enc    Encoding
	Points *flow.Points // if nil, New computes them
	// Plain (with Ints) assumes that results of arithmetic lie in their types. This is right for executions in which no
	// condition of Encoder.Leaves holds.
	Plain bool
	// Proved has obligations that no execution violates. The conditions under which they are violated are not encoded.
	// This is right for states that are reached from the initial state.
	Proved map[*ir.Obligation]bool
	// Single promises that no states are joined, so that each state belongs to one path. Events then have the guard true.
	Single bool
}

// Encoder makes states of one program. It is not safe for concurrent use.
type Encoder struct {
	*symbols
	*journal
	*contexts
	*evaluator
	*transfer
	objs   *objects
	addrs  *addresses
	cells  *contents
	owners *owners
	acc    *accesses
}

// symbols makes the terms of values, and keeps the axioms of constants.
type symbols struct {
	C    *term.Ctx
	Prog *ir.Program
	Enc  Encoding
	// Approx counts the values that were over-approximated so far. Why is the reason for the first one.
	Approx int
	Why    string

	a      arith
	axioms map[*term.Term][]*term.Term // by constant
}

// journal lists the events of all states that the encoder has made. Along each path, the order of events in the list is
// the order in which they occur.
type journal struct {
	// Events are the reads of inputs.
	Events []Event
	// Accesses are the accesses of memory that may be invalid.
	Accesses []Access
	// Leaves lists, with Options.Plain, the conditions under which results leave their types.
	Leaves []*term.Term

	edge *ir.Edge // the edge that Step is executing; nil while a specification is evaluated
}

// contexts keeps the call strings of a program, and the keys of registers and local objects in states.
type contexts struct {
	*symbols
	pts     *flow.Points
	root    *Context
	roots   map[*ir.Func]*Context // see RootOf
	entered map[ctxKey]*Context
	keys    map[varKey]uint32
	keyed   []varKey // by key, from 1 on
	calls   *flow.Calls
	cuts    map[*ir.Func]*cutSet
	keeps   map[*ir.Func]bool // results of keepsObjects
	live    map[*ir.Func]*flow.Live
}

// objects keeps the instances of objects, and the set of instances to which a pointer may lead.
type objects struct {
	*symbols
	ctxs      *contexts
	pts       *flow.Points
	instances []*instance // by id
	static    map[*flow.Target]int
	past      []int // instances of objects that were allocated before the states of Arbitrary (Past)
	funcs     map[*ir.Func]int
	shapes    map[*flow.Target]*shape
	cands     map[*term.Term]candidates // for the constants that are the object of a pointer
}

// addresses gives objects bases: their addresses as numbers.
type addresses struct {
	*symbols
	objs  *objects
	based []int                 // instances with a base that must not overlap each new instance with a base
	bases map[*term.Term]*Value // bases of symbolic objects, by the term Value.Obj; see baseOf
}

// contents reads and writes the contents of instances.
type contents struct {
	*symbols
	objs   *objects
	addrs  *addresses
	named  map[*term.Term]*term.Term // the constant that is equal to a Select term; see held and boundedSelect
	apart  bool                      // states that differ in a constant are kept apart (apart.go)
	rigids map[*term.Term]bool       // cache of rigid
}

// owners encodes conditions about objects that a state does not list (owner.go).
type owners struct {
	*symbols
	objs    *objects
	cells   *contents
	enabled bool
	arrays  *ownerArrays // nil until tables makes them
}

// accesses decides which accesses of memory are valid.
type accesses struct {
	*symbols
	log    *journal
	objs   *objects
	cells  *contents
	owners *owners
}

// evaluator evaluates expressions in states.
type evaluator struct {
	*symbols
	ctxs  *contexts
	objs  *objects
	addrs *addresses
	acc   *accesses
}

// transfer executes edges.
type transfer struct {
	*symbols
	// Contract, if not nil, may replace calls by their specification.
	Contract Contract

	log    *journal
	ctxs   *contexts
	objs   *objects
	cells  *contents
	owners *owners
	acc    *accesses
	ev     *evaluator
	proved map[*ir.Edge]bool // see proved.go
	single bool              // Options.Single
}

// New returns an encoder that makes terms in c.
func New(c *term.Ctx, p *ir.Program, o Options) *Encoder {
	pts := o.Points
	if pts == nil {
		pts = flow.NewPoints(p)
	}
	log := &journal{}
	sy := &symbols{C: c, Prog: p, Enc: o.Enc, axioms: map[*term.Term][]*term.Term{}}
	if o.Enc == Ints {
		sy.a = &intArith{e: sy, log: log, plain: o.Plain, unknowns: map[opaqueKey]*Value{}}
	} else {
		sy.a = bitArith{sy}
	}
	cx := &contexts{symbols: sy, pts: pts, root: &Context{Func: p.Entry},
		entered: map[ctxKey]*Context{}, keys: map[varKey]uint32{}, cuts: map[*ir.Func]*cutSet{},
		keeps: map[*ir.Func]bool{}, live: map[*ir.Func]*flow.Live{}}
	ob := &objects{symbols: sy, ctxs: cx, pts: pts, instances: []*instance{{}, {}}, // none, untracked
		static: map[*flow.Target]int{}, funcs: map[*ir.Func]int{}, shapes: map[*flow.Target]*shape{},
		cands: map[*term.Term]candidates{}}
	ad := &addresses{symbols: sy, objs: ob, bases: map[*term.Term]*Value{}}
	ct := &contents{symbols: sy, objs: ob, addrs: ad, named: map[*term.Term]*term.Term{}}
	ow := &owners{symbols: sy, objs: ob, cells: ct}
	ac := &accesses{symbols: sy, log: log, objs: ob, cells: ct, owners: ow}
	ev := &evaluator{symbols: sy, ctxs: cx, objs: ob, addrs: ad, acc: ac}
	tr := &transfer{symbols: sy, log: log, ctxs: cx, objs: ob, cells: ct, owners: ow, acc: ac, ev: ev, single: o.Single}
	ob.makeStatic()
	tr.findProved(o.Proved)
	return &Encoder{symbols: sy, journal: log, contexts: cx, evaluator: ev, transfer: tr,
		objs: ob, addrs: ad, cells: ct, owners: ow, acc: ac}
}
