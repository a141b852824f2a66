package reduce

import (
	"context"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Slices by dependence, backward from the criterion: Horwitz, Reps, Binkley, "Interprocedural Slicing Using Dependence
// Graphs" (PLDI 1988). The graph is not built: each dependence is looked for when it is first wanted. Their two phases
// are here: a value wanted after a call is looked for in the callee, and does not come out of there at other calls;
// what the statements of a function themselves want comes from all its calls that are kept. As the slice is to be
// executed, a kept call brings all that its callee wants.

// SliceOptions are what may be chosen.
type SliceOptions struct {
	Points *flow.Points // of the program; nil: made for this
	Care   Care
}

// Care is how much of what ends executions is kept: the more, the fewer failures that the program has not, and the
// larger the slice.
type Care int

// How much care is taken.
const (
	// what ends executions before the criterion is kept; loops are taken to end; what no error follows goes, executions
	// end there, blocked
	Usual Care = iota
	// of assumes that may block, and of branches to where no error follows, only those that have to do with the values
	// that are kept
	Loose
	Strict // loops and recursions may go on for ever; executions end as they do in the program
)

// Slice cuts from p what the criterion, some of p's obligations, does not depend on. The others count as proved. The
// map leads from the slice to p.
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

// slicer is the slice as far as it is known.
type slicer struct {
	ctx    context.Context
	p      *ir.Program
	points *flow.Points
	calls  *flow.Calls
	ends   *flow.Ends
	care   Care
	ahead  *ahead
	wanted map[*ir.Obligation]bool
	funcs  []*function // by Func.ID; nil: nothing is wanted of it
	single map[*flow.Target]bool
	cycles [][]bool // by Func.ID, Loc.ID
	tested map[*ir.Loc]bool

	work []func() // what is still to be looked at
}

// function is what is kept of one.
type function struct {
	f        *ir.Func
	control  *flow.Control
	strict   *flow.Control // where all ends count; nil: not looked at
	effects  []*effect     // by Edge.ID; nil: not looked at
	kept     []bool        // by Edge.ID
	decided  []bool        // by Loc.ID: what decides that it is reached is kept
	asked    map[item]*search
	cells    map[*flow.Target]int
	inputs   []item     // what its statements read of what was there at its entry
	calls    []*ir.Edge // kept ones that call it
	result   bool       // its result is wanted
	results  []bool     // by Edge.ID, of calls: the result is wanted there
	ascended bool       // all its calls are kept
}

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

// later puts a step off, so that long chains of dependences need no deep stack.
func (s *slicer) later(step func()) { s.work = append(s.work, step) }

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

// drain takes all steps that were put off.
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

// ascend keeps all calls of a function: any may lead to the criterion.
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

// decide keeps what decides that a location is reached.
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
		if c, ok := e.Stmt.(*ir.Call); ok { // it is reached only if that returns
			callee := s.function(c.Func)
			s.later(func() { s.decide(callee, callee.f.Exit) })
		}
	}
}

// keep keeps an edge, with what it reads and what decides that it is taken; of a branch all edges.
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

// call brings what the callee wants.
func (s *slicer) call(fn *function, e *ir.Edge, c *ir.Call) {
	callee := s.function(c.Func)
	callee.calls = append(callee.calls, e)
	for _, it := range callee.inputs {
		s.bring(fn, e, it)
	}
}

// input is called when a statement of the function wants what was there at its entry.
func (s *slicer) input(fn *function, it item) {
	fn.inputs = append(fn.inputs, it)
	for _, e := range fn.calls {
		s.later(func() { s.bring(s.function(e.From.Func), e, it) })
	}
}

// bring wants, in front of a call, what the callee wants at its entry.
func (s *slicer) bring(fn *function, e *ir.Edge, it item) {
	switch callee := e.Stmt.(*ir.Call).Func; {
	case it.v == nil || it.v.Global:
		s.seek(fn, it, e.From)
	case it.v.ID < len(callee.Params):
		s.read(fn, e.From, e.Stmt.(*ir.Call).Args[it.v.ID])
	}
}

// wantResult wants what a call returns.
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

// read wants the registers of an expression, and the local objects whose address it takes.
func (s *slicer) read(fn *function, at *ir.Loc, x ir.Expr) {
	ir.Walk(x, func(x ir.Expr) bool {
		switch x := x.(type) { // sound: the others read what their parts read
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

// access wants the memory that an edge reads, and the life of all objects that it looks at.
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
		case q.What == ir.Tracked: // looks through all memory
			for _, t := range s.points.Targets {
				if t.Kind != flow.FuncCode {
					s.seek(fn, item{place: flow.Address{Target: t}, life: true}, e.From)
					s.seek(fn, item{place: flow.Address{Target: t, Stride: 1}}, e.From)
				}
			}
		default: // sound: all others ask for the object of Addr, Same for that of N, too
			alive(q.Addr)
			if q.What == ir.Same {
				alive(q.N)
			}
		}
	case *ir.Skip, *ir.Assign, *ir.Input, *ir.Decl, *ir.End, *ir.Alloc, *ir.HavocAll, *ir.Call, *ir.Return, *ir.Undefined:
		// read no memory
	}
}

// maxPlaces is how many places of a pointer are told apart.
const maxPlaces = 8

// bytes wants the memory at an address.
func (s *slicer) bytes(fn *function, at *ir.Loc, addr ir.Expr, size int64) {
	places := s.points.Expr(addr)
	for i, pl := range places {
		switch {
		case pl.Target == nil || pl.Target.Kind == flow.FuncCode:
			// the objects that an unknown pointer may lead to are listed besides
		case len(places) <= maxPlaces:
			s.seek(fn, item{place: pl, size: size}, at)
		case i == 0 || places[i-1].Target != pl.Target:
			s.seek(fn, item{place: flow.Address{Target: pl.Target, Stride: 1}}, at)
		}
	}
}

// length is a constant number of bytes, 0 if it is not known.
func length(n ir.Expr) int64 {
	if k, ok := ir.IsConst(n); ok && k > 0 && k < 1<<40 {
		return int64(k)
	}
	return 0
}
