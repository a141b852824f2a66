package report

import (
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file records the dependences of each edge of a run while it runs: the edges that set the registers and bytes
// which the edge reads, and the branch that decided that the edge is executed (B. Korel, J. Laski, Dynamic program
// slicing, 1988; the branches are found by regions as in B. Xin, X. Zhang, Efficient online detection of dynamic
// control dependence, 2007). If one side of a branch never returns, as the failing side of an assertion, the branch
// decides only on the edges of that side.

// depends records a run. An event is an executed edge, an argument of a call, or the result of a call.
type depends struct {
	env     exec.Env
	deps    []int32 // the dependences of all events, one event after the other
	ends    []int32 // by event: the end of its dependences in deps
	ctl     []int32 // by event: the branch or call that decided on it; -1: none
	lost    bool    // the run is too long for a slice
	globals []def
	frames  []activation
	mem     map[uint64]def     // by address of a byte
	after   map[*ir.Func][]int // cache of postDominators
	cur     int32              // the event of the current edge
	ret     def                // the value that the last function returned
	read    func()             // called if the current edge reads an input; nil: nothing to do
}

// def is the last event that set a register or byte. from is the event of the input that the value is a copy of; -1 if
// it is none.
type def struct{ event, from int32 }

var undefined = def{-1, -1}

// activation is the state of an activation of a function.
type activation struct {
	regs    []def
	regions []region
	call    int32 // the event of its call; -1: the entry function
}

// region is the part of a run on which a branch decides: all events until the activation reaches a location.
type region struct {
	event int32
	end   int // location; -1: the end of the function
}

// maxEvents bounds the number of recorded events.
const maxEvents = 1 << 20

// newDepends returns the record of a run that begins.
func newDepends(p *ir.Program, env exec.Env) *depends {
	d := &depends{env: env, globals: unset(len(p.Globals)), mem: map[uint64]def{}, after: map[*ir.Func][]int{}, cur: -1,
		ret: undefined}
	d.frames = []activation{{regs: unset(len(p.Entry.Vars)), call: -1}}
	return d
}

// unset returns the definitions of n registers without a value.
func unset(n int) []def {
	out := make([]def, n)
	for i := range out {
		out[i] = undefined
	}
	return out
}

// top returns the current activation.
func (d *depends) top() *activation { return &d.frames[len(d.frames)-1] }

// begin makes a new event, on which the branch or call ctl has decided, and returns it.
func (d *depends) begin(ctl int32) int32 {
	if len(d.ends) >= maxEvents || len(d.deps) >= 8*maxEvents {
		d.lost = true
	}
	if d.lost { // only copies of inputs are recorded then
		d.cur++
		return d.cur
	}
	d.ends = append(d.ends, int32(len(d.deps)))
	d.ctl = append(d.ctl, ctl)
	d.cur = int32(len(d.ends) - 1)
	return d.cur
}

// on adds a dependence of the newest event on the event e.
func (d *depends) on(e int32) {
	if e < 0 || d.lost {
		return
	}
	d.deps = append(d.deps, e)
	d.ends[len(d.ends)-1]++
}

// reg returns the definition of a register.
func (d *depends) reg(v *ir.Var) *def {
	if v.Global {
		return &d.globals[v.ID]
	}
	return &d.top().regs[v.ID]
}

// uses adds dependences on the registers and the memory that an expression reads.
func (d *depends) uses(e ir.Expr) {
	ir.Vars(e, func(v *ir.Var) { d.on(d.reg(v).event) })
	ir.Walk(e, func(x ir.Expr) bool {
		if l, ok := x.(*ir.Load); ok {
			d.bytes(l.Addr, l.T.Size())
		}
		return true
	})
}

// bytes adds dependences on the events that set the n bytes at an address, and returns the definition of the value that
// they hold together.
func (d *depends) bytes(addr ir.Expr, n int) def {
	at, ok := evalIn(d.env, addr)
	if !ok {
		return undefined
	}
	first, one := undefined, true
	for i := range n {
		b, ok := d.mem[at+uint64(i)]
		if !ok {
			b = undefined
		}
		if i == 0 {
			first = b
		}
		if one = one && b == first; i == 0 || !one {
			d.on(b.event)
		}
	}
	if !one {
		first.from = -1
	}
	return first
}

// put sets the definition of the n bytes at an address.
func (d *depends) put(addr ir.Expr, n int, v def) {
	at, ok := evalIn(d.env, addr)
	for i := range n {
		if !ok {
			return
		}
		d.mem[at+uint64(i)] = v
	}
}

// from returns the event of the input that an expression is a copy of; -1 if it is none.
func (d *depends) from(e ir.Expr) int32 {
	for {
		switch x := e.(type) {
		case *ir.Cast:
			e = x.X
		case *ir.Ref:
			return d.reg(x.Var).from
		default: // sound: it is none
			return -1
		}
	}
}

// before is called before an edge is executed.
func (d *depends) before(e *ir.Edge) {
	f := d.top()
	for n := len(f.regions); n > 0 && f.regions[n-1].end == e.From.ID; n-- {
		f.regions = f.regions[:n-1]
	}
	ctl := f.call
	if n := len(f.regions); n > 0 {
		ctl = f.regions[n-1].event
	}
	ev := d.begin(ctl)
	if _, ok := e.Stmt.(*ir.Call); !ok { // each argument of a call has its own event
		for _, x := range ir.StmtExprs(e.Stmt) {
			d.uses(x)
		}
	}
	d.effect(e, ev)
}

// effect records the registers and the memory that the statement sets.
func (d *depends) effect(e *ir.Edge, ev int32) {
	switch s := e.Stmt.(type) { // sound: other statements set only their register
	case *ir.Assume:
		if len(e.From.Out) > 1 {
			d.branch(e.From, ev)
		}
	case *ir.Assign:
		*d.reg(s.Dst) = def{ev, d.from(s.Src)}
	case *ir.Input:
		*d.reg(s.Dst) = def{ev, ev}
	case *ir.LoadStmt:
		n := s.Dst.Type.Size()
		got := d.bytes(s.Addr, n)
		d.read = func() { // the bytes are uninitialised, and become an input
			*d.reg(s.Dst) = def{ev, ev}
			d.put(s.Addr, n, def{ev, ev})
		}
		*d.reg(s.Dst) = def{ev, got.from}
		return
	case *ir.Store:
		d.put(s.Addr, s.Val.Type().Size(), def{ev, d.from(s.Val)})
	case *ir.MemSet:
		d.put(s.Dst, d.count(s.N), def{ev, -1})
	case *ir.MemHavoc:
		d.put(s.Addr, d.count(s.N), undefined)
	case *ir.MemCopy:
		d.copy(s, ev)
	case *ir.Call:
		d.call(s, ev)
	case *ir.Return:
		d.ret = def{ev, -1}
		if s.Val != nil {
			d.ret.from = d.from(s.Val)
		}
	default: // sound: see above
		if v := ir.Def(e.Stmt); v != nil {
			*d.reg(v) = def{ev, -1}
		}
	}
	d.read = nil
}

// count returns the number of bytes of a bulk operation. If there are too many, no slice is made.
func (d *depends) count(e ir.Expr) int {
	const most = 1 << 20
	n, ok := evalIn(d.env, e)
	if !ok || n > most {
		d.lost = true
		return 0
	}
	return int(n)
}

// copy moves the definitions of copied bytes.
func (d *depends) copy(s *ir.MemCopy, ev int32) {
	to, ok := evalIn(d.env, s.Dst)
	from, ok2 := evalIn(d.env, s.Src)
	n := d.count(s.N)
	if !ok || !ok2 {
		return
	}
	moved := make([]def, n)
	last := int32(-1)
	for i := range moved {
		b, ok := d.mem[from+uint64(i)]
		if !ok {
			b = undefined
		}
		if b.event != last {
			d.on(b.event)
			last = b.event
		}
		moved[i] = def{ev, b.from}
	}
	for i, b := range moved {
		d.mem[to+uint64(i)] = b
	}
}

// call begins an activation. Each argument is an event of its own, so that it does not depend on the other arguments.
func (d *depends) call(s *ir.Call, ev int32) {
	regs := unset(len(s.Func.Vars))
	for i, a := range s.Args {
		if i >= len(s.Func.Params) {
			break
		}
		arg := d.begin(ev)
		d.uses(a)
		regs[s.Func.Params[i].ID] = def{arg, d.from(a)}
	}
	if !d.lost {
		d.cur = ev
	}
	d.frames = append(d.frames, activation{regs: regs, call: ev})
}

// returned is called after the function of a call has returned.
func (d *depends) returned(s *ir.Call) {
	if len(d.frames) < 2 {
		return
	}
	call := d.top().call
	d.frames = d.frames[:len(d.frames)-1]
	ev := d.begin(call)
	d.on(d.ret.event)
	if s.Dst != nil {
		*d.reg(s.Dst) = def{ev, d.ret.from}
	}
}

// input is called when the current edge has read an input, and returns the event of the input.
func (d *depends) input() int32 {
	if d.read != nil {
		d.read()
	}
	return d.cur
}

// branch begins the region of a branch at l.
func (d *depends) branch(l *ir.Loc, ev int32) {
	f := d.top()
	end := d.joined(l)
	if n := len(f.regions); n > 0 && f.regions[n-1].end == end {
		f.regions[n-1].event = ev
		return
	}
	f.regions = append(f.regions, region{ev, end})
}

// joined returns the location where all paths from l meet that return from the function; -1 if they meet only at its
// end.
func (d *depends) joined(l *ir.Loc) int {
	f := l.Func
	idom, ok := d.after[f]
	if !ok {
		idom = postDominators(f)
		d.after[f] = idom
	}
	return idom[l.ID]
}

// postDominators returns the immediate post-dominators by location; -1 for the end of the function. Paths end at the
// function's exit. If the entry does not reach the exit, paths also end at halts; if it reaches none of these, also at
// back edges of endless loops; then also at errors; and at last at any location.
func postDominators(f *ir.Func) []int {
	n := len(f.Locs)
	back := make(graph.Adj, n+1) // the edges turned round; n is where all ends meet
	for _, e := range f.Edges {
		back[e.To.ID] = append(back[e.To.ID], e.From.ID)
	}
	reaches := func() []bool { return graph.Reachable(back, n) }
	back[n] = []int{f.Exit.ID}
	ends := func(k ir.LocKind) {
		for _, l := range f.Locs {
			if l.Kind == k && !reaches()[f.Entry.ID] {
				back[n] = append(back[n], l.ID)
			}
		}
	}
	ends(ir.Halt)
	if !reaches()[f.Entry.ID] {
		got := reaches()
		for i, isBack := range exec.BackEdges(f) {
			if from := f.Edges[i].From.ID; isBack && !got[from] {
				back[n] = append(back[n], from)
			}
		}
	}
	ends(ir.Error)
	ends(ir.Plain)
	idom := graph.Dominators(back, n).Idom
	for i, j := range idom {
		if j == n {
			idom[i] = -1
		}
	}
	return idom[:n]
}

// slice reports, for each event, whether the event target depends on it; an event depends on itself. It returns nil if
// the dependences are not known.
func (d *depends) slice(target int32) []bool {
	if d.lost || target < 0 || int(target) >= len(d.ends) {
		return nil
	}
	in := make([]bool, len(d.ends))
	in[target] = true
	work := []int32{target}
	for len(work) > 0 {
		e := work[len(work)-1]
		work = work[:len(work)-1]
		begin := int32(0)
		if e > 0 {
			begin = d.ends[e-1]
		}
		for _, b := range append(d.deps[begin:d.ends[e]:d.ends[e]], d.ctl[e]) {
			if b >= 0 && !in[b] {
				in[b] = true
				work = append(work, b)
			}
		}
	}
	return in
}
