package reduce

import (
	"context"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file computes slices by backward dependence from the criterion: Horwitz, Reps, Binkley, "Interprocedural Slicing
// Using Dependence Graphs" (PLDI 1988). It does not build the graph, but searches for each dependence when it is first
// needed. The two phases of the paper are here: if a value after a call is needed, it is searched for in the callee,
// but this search does not continue at other calls of the callee; values that kept statements of a function need from
// its entry are searched for at all its kept calls. Since the slice must be executable, a kept call provides all values
// that its callee needs.

// SliceOptions are the options of Slice.
type SliceOptions struct {
	Points *flow.Points // points-to sets of the program; nil: Slice computes them
	Care   Care
}

// Care is a level of precision for edges that end executions. A higher level keeps more of these edges: the slice then
// has fewer failures that the program does not have, and is larger.
type Care int

// The levels of care, not in order.
const (
	// Edges that end executions before the criterion are kept, and loops are assumed to terminate. Code that no error
	// follows is cut; executions are blocked there.
	Usual Care = iota
	// As Usual, but assumes that may block, and branches to code that no error follows, are kept only if they depend on
	// kept values.
	Loose
	Strict // loops and recursions may run for ever; executions end as in the program
)

// Slice returns the part of p on which the criterion, some of p's obligations, depends, and the map from the slice to
// p. The other obligations count as proved.
func Slice(ctx context.Context, p *ir.Program, criterion []*ir.Obligation, o SliceOptions) (*ir.Program, *derive.Map,
	error) {
	if o.Points == nil {
		a, err := flow.NewPointsUntil(ctx, p)
		if err != nil {
			return nil, nil, err
		}
		o.Points = a
	}
	s := newSlicer(ctx, p, criterion, o)
	if err := s.run(); err != nil {
		return nil, nil, err
	}
	q := s.cut()
	if err := ir.Check(q); err != nil {
		return nil, nil, fmt.Errorf("the slice is no program: %w", err)
	}
	return q, derive.Of(q), nil
}

// slicer holds the part of the slice that has been computed.
type slicer struct {
	ctx    context.Context
	p      *ir.Program
	points *flow.Points
	calls  *flow.Calls
	ends   *flow.Ends
	care   Care
	ahead  *ahead                  // the locations from which an error of the criterion can be reached
	wanted map[*ir.Obligation]bool // the criterion
	funcs  []*function             // by Func.ID; nil: the slice does not have the function
	single map[*flow.Target]bool   // cache of one
	cycles [][]bool                // by Func.ID, Loc.ID: cache of again
	tested map[*ir.Loc]bool        // arguments of test

	work []func() // pending steps
}

// function is the part of a function that is in the slice.
type function struct {
	f        *ir.Func
	control  *flow.Control
	strict   *flow.Control        // control dependence if all ends count; nil: not computed yet
	effects  []*effect            // by Edge.ID; nil: not computed yet
	kept     []bool               // by Edge.ID
	decided  []bool               // by Loc.ID: the edges that decide whether it is reached are kept
	asked    map[item]*search     // the searches for values in the function
	cells    map[*flow.Target]int // by object: the number of its pieces that were searched for
	inputs   []item               // the values at the entry that kept statements of the function need
	calls    []*ir.Edge           // the kept calls of the function
	result   bool                 // the slice needs its result
	results  []bool               // by Edge.ID, for calls: the slice needs the result of this call
	ascended bool                 // all calls that may lead to the criterion are kept
}

// newSlicer returns a slicer that has kept nothing yet.
func newSlicer(ctx context.Context, p *ir.Program, criterion []*ir.Obligation, o SliceOptions) *slicer {
	s := &slicer{ctx: ctx, p: p, points: o.Points, calls: flow.NewCalls(p), care: o.Care,
		wanted: map[*ir.Obligation]bool{},
		funcs:  make([]*function, len(p.Funcs)), single: map[*flow.Target]bool{}, cycles: make([][]bool, len(p.Funcs)),
		tested: map[*ir.Loc]bool{}}
	for _, ob := range criterion {
		s.wanted[ob] = true
	}
	s.ahead = newAhead(p.Funcs, func(ob *ir.Obligation) bool { return s.wanted[ob] })
	var left func(*ir.Loc) bool
	if o.Care == Loose {
		left = s.ahead.at
	}
	s.ends = flow.NewEnds(s.calls, o.Care == Strict, func(ob *ir.Obligation) bool { return !s.wanted[ob] }, left)
	return s
}

// function returns the slice of f, and adds an empty one if there is none.
func (s *slicer) function(f *ir.Func) *function {
	fn := s.funcs[f.ID]
	if fn == nil {
		n, m := len(f.Edges), len(f.Locs)
		fn = &function{f: f, control: flow.NewControl(s.ends, f), effects: make([]*effect, n), kept: make([]bool, n),
			decided: make([]bool, m),
			asked:   map[item]*search{}, cells: map[*flow.Target]int{}, results: make([]bool, n)}
		s.funcs[f.ID] = fn
	}
	return fn
}

// later adds a step to the work list. Long chains of dependences thus need no deep stack.
func (s *slicer) later(step func()) { s.work = append(s.work, step) }

// run computes the edges that are kept.
func (s *slicer) run() error {
	s.function(s.p.Entry)
	for _, f := range s.p.Funcs {
		for _, l := range f.Locs {
			if l.Kind == ir.Error && s.wanted[l.Obligation] {
				fn := s.function(f)
				s.later(func() { s.decide(fn, l) })
				s.ascend(fn)
				if s.care == Loose {
					s.test(l)
				}
			}
		}
	}
	if err := s.drain(); err != nil || s.care != Loose {
		return err
	}
	return s.filter()
}

// drain executes all pending steps.
func (s *slicer) drain() error {
	for n := 0; len(s.work) > 0; n++ {
		if n%256 == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		step := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		step()
	}
	return nil
}

// ascend keeps all calls of a function that may lead to the criterion, and the calls of their functions.
func (s *slicer) ascend(fn *function) {
	if fn.ascended {
		return
	}
	fn.ascended = true
	for _, e := range s.calls.Sites(fn.f) {
		if !s.ahead.by(e) {
			continue
		}
		caller := s.function(e.From.Func)
		s.keep(caller, e)
		s.ascend(caller)
	}
}

// decide keeps the edges that decide whether a location is reached.
func (s *slicer) decide(fn *function, l *ir.Loc) {
	if fn.decided[l.ID] {
		return
	}
	fn.decided[l.ID] = true
	for _, head := range fn.control.Via[l.ID] {
		s.later(func() { s.decide(fn, head) })
	}
	for _, e := range fn.control.On[l.ID] {
		s.keep(fn, e)
		if c, ok := e.Stmt.(*ir.Call); ok { // it is reached only if the call returns
			callee := s.function(c.Func)
			s.later(func() { s.decide(callee, callee.f.Exit) })
		}
	}
}

// keep keeps an edge and the values that it reads, the edges that decide whether it is taken, and the other edges of a
// branch.
func (s *slicer) keep(fn *function, e *ir.Edge) {
	if fn.kept[e.ID] {
		return
	}
	fn.kept[e.ID] = true
	s.later(func() {
		s.decide(fn, e.From)
		for _, other := range e.From.Out {
			s.keep(fn, other)
		}
		if c, ok := e.Stmt.(*ir.Call); ok {
			s.call(fn, e, c)
			return
		}
		for _, x := range ir.StmtExprs(e.Stmt) {
			s.read(fn, e.From, x)
		}
		s.access(fn, e)
	})
}

// call provides the values at the entry that the callee needs, at a call that is newly kept.
func (s *slicer) call(fn *function, e *ir.Edge, c *ir.Call) {
	callee := s.function(c.Func)
	callee.calls = append(callee.calls, e)
	for _, it := range callee.inputs {
		s.bring(fn, e, it)
	}
}

// input records that a kept statement of the function needs the value that it had at the entry, and provides this value
// at all kept calls.
func (s *slicer) input(fn *function, it item) {
	fn.inputs = append(fn.inputs, it)
	for _, e := range fn.calls {
		s.later(func() { s.bring(s.function(e.From.Func), e, it) })
	}
}

// bring searches before a call for a value that the callee needs at its entry.
func (s *slicer) bring(fn *function, e *ir.Edge, it item) {
	switch callee := e.Stmt.(*ir.Call).Func; {
	case it.v == nil || it.v.Global:
		s.seek(fn, it, e.From)
	case it.v.ID < len(callee.Params):
		s.read(fn, e.From, e.Stmt.(*ir.Call).Args[it.v.ID])
	}
}

// wantResult keeps the result of a call: the return statements of the callee with their values.
func (s *slicer) wantResult(fn *function, e *ir.Edge) {
	if fn.results[e.ID] {
		return
	}
	fn.results[e.ID] = true
	callee := s.function(e.Stmt.(*ir.Call).Func)
	if callee.result {
		return
	}
	callee.result = true
	for _, r := range callee.f.Exit.In {
		s.keep(callee, r)
	}
}

// read searches for the values of the registers of an expression, and for the lifetime of the local objects whose
// address it takes.
func (s *slicer) read(fn *function, at *ir.Loc, x ir.Expr) {
	ir.Walk(x, func(x ir.Expr) bool {
		switch x := x.(type) { // sound: the others read only by their operands
		case *ir.Ref:
			s.seek(fn, item{v: x.Var}, at)
		case *ir.AddrOf:
			if x.Obj.Func != nil {
				s.seek(fn, item{place: flow.Address{Target: s.points.Object(x.Obj)}, life: true}, at)
			}
		}
		return true
	})
}

// access searches for the memory that an edge reads, and for the lifetimes of all objects that it accesses or whose
// validity it checks.
func (s *slicer) access(fn *function, e *ir.Edge) {
	alive := func(addr ir.Expr) {
		for _, t := range s.points.Pointees(addr) {
			s.seek(fn, item{place: flow.Address{Target: t}, life: true}, e.From)
		}
	}
	switch st := e.Stmt.(type) {
	case *ir.LoadStmt:
		alive(st.Addr)
		s.bytes(fn, e.From, st.Addr, int64(st.Dst.Type.Size()))
	case *ir.MemCopy:
		alive(st.Dst)
		alive(st.Src)
		s.bytes(fn, e.From, st.Src, length(st.N))
	case *ir.Store:
		alive(st.Addr)
	case *ir.MemSet:
		alive(st.Dst)
	case *ir.MemHavoc:
		alive(st.Addr)
	case *ir.Free:
		alive(st.Addr)
	case *ir.Math:
		if ir.AsksObject(st.Fn) {
			alive(st.Args[0])
		}
	case *ir.Assume:
		q := ir.Asks(st.Cond)
		switch {
		case q == nil:
		case q.What == ir.Tracked: // reads all memory
			for _, t := range s.points.Targets {
				if t.Kind != flow.FuncCode {
					s.seek(fn, item{place: flow.Address{Target: t}, life: true}, e.From)
					s.seek(fn, item{place: flow.Address{Target: t, Stride: 1}}, e.From)
				}
			}
		default: // sound: all others ask for the object of Addr, and Same also for the object of N
			alive(q.Addr)
			if q.What == ir.Same {
				alive(q.N)
			}
		}
	case *ir.Skip, *ir.Assign, *ir.Input, *ir.Decl, *ir.End, *ir.Alloc, *ir.HavocAll, *ir.Call, *ir.Return, *ir.Undefined:
		// read no memory
	}
}

// maxPlaces is the number of addresses of a pointer up to which bytes searches for each separately.
const maxPlaces = 8

// bytes searches for the size bytes of memory at an address.
func (s *slicer) bytes(fn *function, at *ir.Loc, addr ir.Expr, size int64) {
	places := s.points.Expr(addr)
	for i, pl := range places {
		switch {
		case pl.Target == nil || pl.Target.Kind == flow.FuncCode:
			// the objects to which an unknown pointer may lead are listed separately
		case len(places) <= maxPlaces:
			s.seek(fn, item{place: pl, size: size}, at)
		case i == 0 || places[i-1].Target != pl.Target:
			s.seek(fn, item{place: flow.Address{Target: pl.Target, Stride: 1}}, at)
		}
	}
}

// length returns the value of n if it is a constant number of bytes, 0 otherwise.
func length(n ir.Expr) int64 {
	if k, ok := ir.IsConst(n); ok && k > 0 && k < 1<<40 {
		return int64(k)
	}
	return 0
}
