package absint

import (
	"context"
	"iter"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// State is an abstract state. It is immutable, and only the Meaning that made it can interpret it. The nil State is
// bottom: the abstraction of no concrete state.
type State any

// Meaning is the semantics of the statements of a program in a domain. Like a domain, it consists of small
// interfaces. It must not be used by several goroutines at a time.
type Meaning struct {
	Order
	Transfer
	Backward
	Reader
	Tracker
	prog  *Program
	watch *watch
}

// Order is the lattice of states.
type Order interface {
	Top() State
	Leq(s, t State) bool
	Join(s, t State) State
	Widen(s, t State, times int) State // times is the number of earlier widenings at this location
	Narrow(s, t State) State           // s refined by t, which is below s
	Stated(s State) State              // s without the facts that Expr cannot express
}

// Transfer has the forward transfer functions.
type Transfer interface {
	Initial() State                     // the state at the entry of the program
	Step(s State, e *ir.Edge) State     // the state after an edge that is not a call
	Post(s State, e *ir.Edge) State     // like Step, but keeps registers that die at e
	Enter(s State, call *ir.Edge) State // at the callee's entry
	// the state after a call, from the state before it and the state at the callee's exit
	Resume(s, exit State, call *ir.Edge) State
}

// Backward has the backward transfer functions, within states of a forward analysis.
type Backward interface {
	Meet(s, t State) State                            // the meet of the numbers of s and t, with pointers and memory of s
	Undo(s State, e *ir.Edge, t State) State          // the part of s from which e leads into t
	UndoCall(s State, call *ir.Edge, t State) State   // the part of s that leads into t at the callee's entry
	UndoReturn(s State, call *ir.Edge, t State) State // the part of s, at the callee's exit, that leads into t after call
}

// Reader evaluates states. Expressions and conditions are over the registers of a function or, if the function is nil,
// over symbols.
type Reader interface {
	Valid(s State, e *ir.Edge) bool                     // e makes no invalid access in s
	Assume(s State, f *ir.Func, cond ir.Expr) State     // the part of s in which cond may hold
	Bounds(s State, f *ir.Func, x ir.Expr) domain.Range // the range of x in s
	Inputs(s State) State                               // s projected on symbols
	Conjuncts(s State) []ir.Expr                        // the constraints of s on numbers, without pointers and zero bytes
	Expr(s State) ir.Expr                               // the formula of s
	Names() Names                                       // the names in all expressions made so far
	// Kept takes some objects that Freed returns, and returns those that no statement has freed since the function was
	// entered.
	Kept(s State, among []*ir.Object) []*ir.Object
	// Freed returns the objects of the heap that the Frees of a function may have freed so far.
	Freed(f *ir.Func) []*ir.Object
	// ControlValues returns a function that calls its second argument for each value by which c partitions a state. The
	// conditions of edges determine the residues and comparisons among these values.
	ControlValues(c Control, edges iter.Seq[*ir.Edge]) func(State, ValueFunc)
	// Target returns the integer of type t at an address in f, if the address leads to one object.
	Target(s State, f *ir.Func, addr ir.Expr, t ir.Type) (q Quantity, ok bool)
	// Span returns bounds of q in s.
	Span(s State, q Quantity) (lo, hi domain.Wide, ok bool)
	CountsRounds(k Key) bool // k is the key of a register or cell that counts the rounds of a loop
	// Hash hashes the facts of s about numbers and pointers, in domains that have a hash.
	Hash(s State) uint64
	Shape(s State) uint64 // the hash of the set of keys for which s has facts
	// HashAs returns the Hash of s projected on the keys of t; ok is false if s lacks facts about one of these keys.
	HashAs(s, t State) (hash uint64, ok bool)
}

// ValueFunc is called with a key that has a single value in a state, and this value.
type ValueFunc func(key Key, value uint64)

// Names holds the variables and objects that expressions use for values without a name in the program.
type Names struct {
	Results map[*ir.Func]*ir.Var             // pseudo registers for returned values, at the exit
	Entered map[*ir.Func]map[*ir.Var]*ir.Var // with Config.Summaries: pseudo registers for values at the entry
	Made    map[*ir.Edge]*ir.Object          // the object that an edge made last
}

// Ends reports whether the program has questions about objects (ir.Valid) and the life of o may end before the program
// ends. If both hold, an address of o in a formula does not imply that o is alive, whereas an address in a statement
// does.
func (m *Meaning) Ends(o *ir.Object) bool { return m.prog.asks && m.prog.mortal[m.prog.byObj[o]] }

// watch holds the context of the running analysis.
type watch struct{ ctx context.Context }

// Domain is a numeric domain for the analysis of programs. It hides the type of the elements.
type Domain struct {
	Name   string
	Solver bool // formulas of states have relations and remainders: only an SMT solver can check them
	mean   func(*Program, Config, *watch) Meaning
}

// In returns a Domain that computes in d. solver is the field Solver of the result.
func In[E any](name string, d domain.Domain[E], solver bool) Domain {
	return Domain{name, solver, func(p *Program, cfg Config, w *watch) Meaning {
		return newMeaning(newBinding(p, cfg.Symbols, cfg.Summaries), d, solver, cfg, w)
	}}
}

// newMeaning returns the meaning of the program of b in d. solver is the field Solver of the Domain.
func newMeaning[E any](b *binding, d domain.Domain[E], solver bool, cfg Config, w *watch) Meaning {
	names := cfg.Names
	if names.Results == nil {
		names = Names{map[*ir.Func]*ir.Var{}, map[*ir.Func]map[*ir.Var]*ir.Var{}, map[*ir.Edge]*ir.Object{}}
	}
	ev := &evaluator[E]{dom: d, bind: b, exprs: map[ir.Expr]*domain.Expr{}, relates: solver && b.asks,
		texty: !solver && !cfg.Scoped && !cfg.Summaries && loadsBytes(b.prog), zeroBytes: map[*object][]int64{}}
	l := &lattice[E]{evaluator: ev, scopes: cfg.Scoped || cfg.Summaries, lives: cfg.Lives,
		voidContents: map[*object]bool{}}
	t := &transfer[E]{memory: &memory[E]{lattice: l, watch: w}, start: cfg.Start,
		freed: map[*ir.Func]map[*object]bool{}}
	out := &writer[E]{a: l, names: names, shared: map[shared][]ir.Expr{}}
	return Meaning{Order: l, Transfer: t, Backward: &backward[E]{t}, Reader: &reader[E]{transfer: t, writer: out},
		Tracker: &tracker[E]{t, out}}
}

// Meaning returns the semantics of a program. It reads Symbols, Start, Summaries, Scoped, Lives and Names of cfg. Any
// number of analyses can use the result, one after the other; they share its tables, which are expensive to compute.
func (d Domain) Meaning(p *Program, cfg Config) *Meaning {
	w := &watch{context.Background()}
	m := d.mean(p, cfg, w)
	m.prog, m.watch = p, w
	return &m
}

// Forward makes a Meaning and analyses the program with it.
func (d Domain) Forward(ctx context.Context, p *Program, cfg Config) *Result {
	return d.Meaning(p, cfg).Forward(ctx, cfg)
}

// A Meaning consists of layers. Each layer changes only its own fields and does not depend on the layers above it. A
// state is a state[E] within this package and a pointer to one outside.

// evaluator evaluates expressions in a state: as numbers, as pointers, as answers to questions about objects.
type evaluator[E any] struct {
	dom     domain.Domain[E]
	bind    *binding
	exprs   map[ir.Expr]*domain.Expr // cache of translations; nil if the translation depends on the state
	relates bool                     // sizes and offsets are related to numbers (offset.go)
	texty   bool                     // states know where texts end (texts.go)
	// zeroBytes has the result of nuls.
	zeroBytes map[*object][]int64
}

// lattice orders and joins states, and forgets their facts about dimensions and objects.
type lattice[E any] struct {
	*evaluator[E]
	scopes bool           // Config.Scoped
	lives  bool           // Config.Lives
	heap   pmap.Map[bool] // all objects of the heap, where lives is set; made by keptAll
	// the objects whose contents some state without an instance took from another state
	voidContents map[*object]bool
}

// memory loads from the memory of a state and stores to it.
type memory[E any] struct {
	*lattice[E]
	watch *watch
}

// transfer computes the state after a statement, a condition or a call.
type transfer[E any] struct {
	*memory[E]
	start ir.Expr                       // Config.Start
	first *state[E]                     // the result of Initial; nil before its first call
	freed map[*ir.Func]map[*object]bool // the objects that the Frees of a function may free
}

// backward computes the part of a state before a statement that leads to a given state after the statement.
type backward[E any] struct{ *transfer[E] }

// reader implements Reader.
type reader[E any] struct {
	*transfer[E]
	writer *writer[E]
	named  map[*ir.Object]*object // the inverse of Names.Made; made by Kept
}

// tracker implements Tracker.
type tracker[E any] struct {
	*transfer[E]
	writer *writer[E]
}

// give returns s as a State: nil if s is bottom.
func (a *evaluator[E]) give(s state[E]) State {
	if a.isBottom(s) {
		return nil
	}
	return &s
}

// take returns the state in s; it is the inverse of give.
func (a *evaluator[E]) take(s State) state[E] {
	if s == nil {
		return a.bottom()
	}
	return *s.(*state[E])
}

func (a *lattice[E]) Top() State { return a.give(a.top()) }

func (a *lattice[E]) Leq(s, t State) bool {
	return s == t || s == nil || t != nil && a.leq(a.take(s), a.take(t))
}

func (a *lattice[E]) Join(s, t State) State {
	switch {
	case s == nil || s == t:
		return t
	case t == nil:
		return s
	}
	return a.give(a.join(a.take(s), a.take(t)))
}

func (a *lattice[E]) Widen(s, t State, times int) State {
	return a.give(a.widen(a.take(s), a.take(t), times))
}

func (a *lattice[E]) Narrow(s, t State) State { return a.give(a.narrow(a.take(s), a.take(t))) }

func (a *lattice[E]) Stated(s State) State { return a.give(a.stated(a.take(s))) }

func (a *transfer[E]) Initial() State {
	if a.first == nil {
		s := a.initial()
		a.first = &s
	}
	if a.isBottom(*a.first) {
		return nil
	}
	return a.first
}

func (a *transfer[E]) Step(s State, e *ir.Edge) State {
	return a.give(a.forgetDying(a.step(a.take(s), e.From.Func, e), e))
}

func (a *transfer[E]) Post(s State, e *ir.Edge) State {
	return a.give(a.step(a.take(s), e.From.Func, e))
}

// forgetDying forgets the registers that die at e.
func (a *transfer[E]) forgetDying(s state[E], e *ir.Edge) state[E] {
	return a.forget(s, a.bind.deaths[e.From.Func.ID][e.ID]...)
}

func (a *transfer[E]) Enter(s State, call *ir.Edge) State {
	return a.give(a.enter(a.take(s), call.From.Func, call.Stmt.(*ir.Call)))
}

func (a *transfer[E]) Resume(s, exit State, call *ir.Edge) State {
	return a.give(a.forgetDying(a.resume(a.take(s), a.take(exit), call.From.Func, call.Stmt.(*ir.Call)), call))
}

func (a *backward[E]) Meet(s, t State) State { return a.give(a.within(a.take(s), a.take(t))) }

func (a *backward[E]) Undo(s State, e *ir.Edge, t State) State {
	return a.give(a.undo(a.take(s), e.From.Func, e, a.take(t)))
}

func (a *backward[E]) UndoCall(s State, call *ir.Edge, t State) State {
	return a.give(a.undoCall(a.take(s), call.From.Func, call.Stmt.(*ir.Call), a.take(t)))
}

func (a *backward[E]) UndoReturn(s State, call *ir.Edge, t State) State {
	return a.give(a.undoReturn(a.take(s), call.From.Func, call.Stmt.(*ir.Call), a.take(t)))
}

func (a *reader[E]) Valid(s State, e *ir.Edge) bool {
	return a.valid(a.take(s), e.From.Func, e)
}

func (a *reader[E]) Assume(s State, f *ir.Func, cond ir.Expr) State {
	return a.give(a.assume(a.take(s), f, cond, true))
}

func (a *reader[E]) Bounds(s State, f *ir.Func, x ir.Expr) domain.Range {
	return a.bounds(a.take(s), f, x)
}

// Inputs implements Reader. It also drops zero bytes.
func (a *reader[E]) Inputs(s State) State {
	t := a.keepDims(a.take(s), a.bind.isSym)
	t.mem, t.texts = state[E]{}.mem, nil
	return a.give(t)
}

// Conjuncts implements Reader. It omits constraints that contain extents or offsets.
func (a *reader[E]) Conjuncts(s State) (out []ir.Expr) {
	for _, c := range a.dom.Constraints(a.take(s).num) {
		if _, n := a.writer.extentsIn(c); n > 0 || a.writer.mentionsOffset(c) {
			continue
		}
		out = append(out, a.writer.expr(c))
	}
	return out
}

func (a *reader[E]) Expr(s State) ir.Expr { return a.writer.state(a.take(s)) }

// hasher is a domain with hashes of elements. Equal elements have equal hashes. The methods are as in Reader.
type hasher[E any] interface {
	Hash(e E) uint64
	Shape(e E) uint64
	HashAs(e, f E) (uint64, bool)
}

// Hash implements Reader.
func (a *reader[E]) Hash(s State) uint64 {
	t := a.take(s)
	h := t.ptr.Hash()
	if l, ok := a.dom.Lattice.(hasher[E]); ok {
		h += l.Hash(t.num)
	}
	return h
}

// Shape implements Reader.
func (a *reader[E]) Shape(s State) uint64 {
	t := a.take(s)
	h := t.ptr.Keys()
	if l, ok := a.dom.Lattice.(hasher[E]); ok {
		h += l.Shape(t.num)
	}
	return h
}

// HashAs implements Reader.
func (a *reader[E]) HashAs(s, t State) (uint64, bool) {
	x, y := a.take(s), a.take(t)
	h, ok := x.ptr.HashAs(y.ptr)
	if l, is := a.dom.Lattice.(hasher[E]); is && ok {
		var of uint64
		of, ok = l.HashAs(x.num, y.num)
		h += of
	}
	return h, ok
}

func (a *reader[E]) Names() Names { return a.writer.names }
