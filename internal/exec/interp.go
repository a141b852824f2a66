package exec

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Interp is the plain interpreter: the oracle for the other machine, for proofs
// and for counterexamples. It compiles expressions to closures and locations to an
// array of nodes. Memory, provenance and shadow bits follow the package comment
// literally (interp_mem.go).
type Interp struct {
	prog     *ir.Program
	cfg      Config
	layout   *Layout
	scheme   Scheme
	reuse    map[*ir.Object]bool // see Layout.Reuse
	begun    bool                // a run has used the layout
	held     map[*ir.Object]bool // objects whose addresses the program can know; nil until it is computed
	funcs    []*code             // by Func.ID
	branches map[*ir.Edge]int    // with Config.Cover: the index of each branch's counter
	watchers

	// The state of a run.
	mem     memory
	regs    []uint64 // global registers
	regProv []uint32 // provenance of the registers in regs
	occ     []int    // by Site.ID: how often the run has executed the site
	activations
	in       Inputs
	run      *Run
	fuel     uint64 // fuel used
	nextPoll uint64 // fuel at which the interpreter looks at the context again
	ended    bool   // the run has its outcome
}

// watchers holds the callbacks and counters that follow a run.
type watchers struct {
	obs    Observer
	probed map[*ir.Loc][]int // by location: the positions of its probes in Config.Probes
	hits   []Hit             // hits of the run, by position in Config.Probes
	path   func(*ir.Edge)    // called for each edge that the run takes; nil if there is none
}

// activations holds the registers and objects of the functions that a run has called and that have not returned.
type activations struct {
	stack  []uint64 // registers of all activations
	stackP []uint32 // provenance of the registers in stack
	r      []uint64 // registers of the running activation: the end of stack
	p      []uint32 // provenance of the registers in r
	objs   []uint32 // the current instance of each object, of all activations
	o      []uint32 // the current instance of each object of the running activation: the end of objs
	frames []frame  // the suspended callers
	locals []uint32 // instances that die when a function returns
}

// frame is an activation that waits for the return of a call.
type frame struct {
	fn     *code
	call   *node // the call
	locals int   // len(Interp.locals) when the activation began
}

// code is a compiled function.
type code struct {
	fn    *ir.Func
	nodes []node // by Loc.ID
}

// nodeKind is the kind of a compiled location: what its outgoing edges are.
type nodeKind uint8

const (
	nodeStep   nodeKind = iota // one edge that is no Assume, Call or Return
	nodeBranch                 // Assumes
	nodeCall
	nodeReturn
	nodeEnd // Error, Halt, blocked
)

// node is a compiled location.
type node struct {
	kind  nodeKind
	back  bool   // edge is a back edge, see BackEdges
	quiet bool   // edge is quiet, see Quiet
	visit func() // see Visit; may be nil
	next  int    // the node after edge
	edge  *ir.Edge
	step  func(m *Interp) // nodeStep: executes the statement; may end the run
	arms  []arm           // nodeBranch: in the order of the edges
	call  *call
	value value   // nodeReturn of a number; nil if there is none
	ptr   pointer // nodeReturn of a pointer
	end   Outcome // nodeEnd: the outcome of a run that gets here
}

// arm is one compiled Assume of a branch.
type arm struct {
	cond cond
	next int     // the node after the edge
	back bool    // edge is a back edge
	mark ir.Mark // the side that the trace records
	edge *ir.Edge

	quiet bool
}

// call is a compiled Call.
type call struct {
	callee *ir.Func
	vals   []value   // by argument; nil for a pointer
	ptrs   []pointer // by argument; nil for a number
	dst    *ir.Var   // nil if the result is dropped
}

// Default limits: their values replace a 0 in Config.
const (
	defaultFuel     = 1 << 62
	defaultMemory   = 256 << 20
	defaultDepth    = 10000
	defaultTrace    = 1 << 20
	pollEvery       = 1 << 14 // units of fuel between two checks of the context
	maxAddressSpace = 1<<32 - FirstObject
)

// NewInterp compiles the program for the interpreter. It returns an error for a program
// that ir.Check refuses or whose initial memory does not fit, and if cfg.Context ends.
func NewInterp(p *ir.Program, cfg Config) (*Interp, error) {
	reuse, err := reusable(p, cfg)
	if err != nil {
		return nil, err
	}
	m := &Interp{prog: p, cfg: cfg.withDefaults(), reuse: reuse}
	if err := m.Arrange(cfg.Scheme); err != nil {
		return nil, err
	}
	m.branches = branchIndex(p, cfg)
	if err := checkProbes(p, cfg.Probes); err != nil {
		return nil, err
	}
	m.cfg.Probes = slices.Clone(cfg.Probes)
	m.probed = map[*ir.Loc][]int{}
	for i, q := range cfg.Probes {
		m.probed[q.Loc] = append(m.probed[q.Loc], i)
	}
	for _, f := range p.Funcs {
		if err := cfg.until().Err(); err != nil {
			return nil, err
		}
		c, err := compileFunc(f)
		if err != nil {
			return nil, fmt.Errorf("exec: %s: %w", f.Name, err)
		}
		m.funcs = append(m.funcs, c)
	}
	for l := range m.probed {
		m.Visit(l, nil)
	}
	return m, nil
}

// withDefaults returns c with a default for each limit that is 0.
func (c Config) withDefaults() Config {
	if c.Fuel == 0 {
		c.Fuel = defaultFuel
	}
	if c.MaxMemory == 0 {
		c.MaxMemory = defaultMemory
	}
	if c.MaxMemory > maxAddressSpace {
		c.MaxMemory = maxAddressSpace
	}
	if c.MaxDepth == 0 {
		c.MaxDepth = defaultDepth
	}
	if c.MaxTrace == 0 {
		c.MaxTrace = defaultTrace
	}
	return c
}

// Observe sets the observer of later runs; nil removes it.
func (m *Interp) Observe(o Observer) { m.obs = o }

// Quiet suppresses the reports of some edges in later runs: neither the observer nor the function of Path is called for
// an edge for which the callback quiet returns true. If quiet is nil, all edges are reported. For a call this holds
// both when the call begins (Path) and when it has returned (the observer).
func (m *Interp) Quiet(quiet func(*ir.Edge) bool) {
	isQuiet := func(e *ir.Edge) bool { return e != nil && quiet != nil && quiet(e) }
	for _, c := range m.funcs {
		for i := range c.nodes {
			n := &c.nodes[i]
			n.quiet = isQuiet(n.edge)
			for k := range n.arms {
				n.arms[k].quiet = isQuiet(n.arms[k].edge)
			}
		}
	}
}

// Visit sets a function that later runs call each time that they reach location l, before they execute anything there;
// nil removes it.
func (m *Interp) Visit(l *ir.Loc, f func()) {
	if which := m.probed[l]; which != nil {
		told := f
		f = func() {
			if m.look(which); told != nil {
				told()
			}
		}
	}
	m.funcs[l.Func.ID].nodes[l.ID].visit = f
}

// Origin returns the address of the object that the pointer in register v was made from. The result is false if the
// pointer has no provenance.
func (m *Interp) Origin(v *ir.Var) (base uint64, ok bool) {
	var i uint32
	switch {
	case v.Global && v.ID < len(m.regProv):
		i = m.regProv[v.ID]
	case !v.Global && v.ID < len(m.p):
		i = m.p[v.ID]
	}
	return m.mem.insts[i].base, i != 0
}

// Stop ends the current run with the outcome Cancelled. An observer or a function of Visit calls it; the run ends when
// that function returns.
func (m *Interp) Stop() {
	if m.run != nil {
		m.end(Outcome{Kind: Cancelled}, nil)
	}
}

// Path sets a function that later runs call for each edge of their path; nil removes it. It is called before the edge's
// statement is executed, for a call before the edges of the callee, and for an Assume only if its condition holds.
func (m *Interp) Path(f func(*ir.Edge)) { m.path = f }

// take reports e to the function of Path.
func (m *Interp) take(e *ir.Edge) {
	if m.path != nil {
		m.path(e)
	}
}

// Close does nothing.
func (m *Interp) Close() error { return nil }

// Run implements Machine.
func (m *Interp) Run(ctx context.Context, in Inputs) (*Run, error) {
	m.reset(in)
	if m.layout.End > FirstObject+m.cfg.MaxMemory {
		m.end(Outcome{Kind: OutOfMemory}, nil)
		return m.run, nil
	}
	if err := ctx.Err(); err != nil {
		m.end(Outcome{Kind: Cancelled}, nil)
		return m.run, nil
	}
	m.loop(ctx)
	m.run.Fuel = m.fuel
	m.run.Guess = (m.mem.guessed || m.mem.moved && m.run.Addr) && m.scheme.Kind != Usual
	return m.run, nil
}

// reset restores the initial state for a run with the given inputs.
func (m *Interp) reset(in Inputs) {
	if m.scheme.Kind != Usual && m.begun { // the placer has the objects of the last run
		_ = m.Arrange(m.scheme)
	}
	m.begun = true
	m.mem.reset(m.prog, m.layout, FirstObject+m.cfg.MaxMemory)
	m.regs = append(m.regs[:0], m.layout.Regs...)
	m.regProv = m.regProv[:0]
	for _, p := range m.layout.Prov {
		m.regProv = append(m.regProv, uint32(p))
	}
	if m.occ == nil {
		m.occ = make([]int, len(m.prog.Sites))
	}
	clear(m.occ)
	m.frames, m.locals = m.frames[:0], m.locals[:0]
	m.stack, m.stackP, m.objs = m.stack[:0], m.stackP[:0], m.objs[:0]
	m.hits = newHits(m.cfg.Probes)
	m.in, m.run = in, &Run{Hits: m.hits}
	if m.cfg.Cover {
		m.run.Cover = make([]uint32, len(m.branches))
	}
	m.fuel, m.nextPoll, m.ended = 0, pollEvery, false
	for _, o := range m.prog.Objects {
		if o.Uninit && o.Site != nil {
			m.occ[o.Site.ID] = 1
		}
	}
}

// end ends the run at edge e with outcome o, unless it has ended already.
func (m *Interp) end(o Outcome, e *ir.Edge) {
	if m.ended {
		return
	}
	if m.run == nil { // stopped before the first run
		return
	}
	m.ended = true
	o.Edge = e
	if e != nil && !o.Pos.IsValid() && o.Kind != Finished {
		o.Pos = e.Pos
	}
	m.run.Outcome = o
}

// undefined ends the run with undefined behaviour; what describes it (Outcome.What).
func (m *Interp) undefined(what string, e *ir.Edge) {
	m.end(Outcome{Kind: Undefined, What: what}, e)
}

// charge uses n units of fuel. If fewer are left, it ends the run and returns false.
func (m *Interp) charge(n uint64, e *ir.Edge) bool {
	if n > m.cfg.Fuel-m.fuel {
		m.end(Outcome{Kind: OutOfFuel}, e)
		return false
	}
	m.fuel += n
	return true
}

// push begins an activation of c. Its registers are 0 and its objects are not declared.
func (m *Interp) push(c *code) {
	nr, no := len(c.fn.Vars), len(c.fn.Objects)
	m.stack = grow(m.stack, nr)
	m.stackP = grow(m.stackP, nr)
	m.objs = grow(m.objs, no)
	m.window(c)
}

// window sets r, p and o to the topmost activation, which is an activation of c.
func (m *Interp) window(c *code) {
	n := len(m.stack) - len(c.fn.Vars)
	m.r, m.p = m.stack[n:], m.stackP[n:]
	m.o = m.objs[len(m.objs)-len(c.fn.Objects):]
}

// grow returns s with n zeros appended.
func grow[T any](s []T, n int) []T {
	k := len(s)
	if k+n <= cap(s) {
		s = s[:k+n]
	} else {
		t := make([]T, k+n, 2*(k+n)+64)
		copy(t, s)
		s = t
	}
	clear(s[k:])
	return s
}

// pop ends the topmost activation, an activation of c whose locals begin at index n of m.locals.
func (m *Interp) pop(c *code, n int) {
	for k := len(m.locals) - 1; k >= n; k-- {
		m.mem.release(m.locals[k])
	}
	m.locals = m.locals[:n]
	m.stack = m.stack[:len(m.stack)-len(c.fn.Vars)]
	m.stackP = m.stackP[:len(m.stackP)-len(c.fn.Vars)]
	m.objs = m.objs[:len(m.objs)-len(c.fn.Objects)]
}

// loop runs the program from its entry until the run ends.
func (m *Interp) loop(ctx context.Context) {
	cur := m.funcs[m.prog.Entry.ID]
	m.push(cur)
	mark := 0 // where the locals of the running activation begin
	pc := cur.fn.Entry.ID
	var last *ir.Edge // the edge that led here
	for {
		n := &cur.nodes[pc]
		if n.visit != nil {
			if n.visit(); m.ended {
				return
			}
		}
		switch n.kind {
		case nodeStep:
			if !n.quiet {
				m.take(n.edge)
			}
			n.step(m)
			if m.ended {
				return
			}
			if m.obs != nil && !n.quiet {
				if m.obs(n.edge, m); m.ended {
					return
				}
			}
			if n.back && !m.charge(1, n.edge) {
				return
			}
			pc, last = n.next, n.edge

		case nodeBranch:
			a := m.choose(n)
			if a == nil {
				return
			}
			if !a.quiet {
				m.take(a.edge)
			}
			if m.obs != nil && !a.quiet {
				if m.obs(a.edge, m); m.ended {
					return
				}
			}
			if a.back && !m.charge(1, a.edge) {
				return
			}
			pc, last = a.next, a.edge

		case nodeCall:
			if !m.charge(1, n.edge) {
				return
			}
			if len(m.frames)+2 > m.cfg.MaxDepth {
				m.end(Outcome{Kind: OutOfStack}, n.edge)
				return
			}
			if !n.quiet {
				m.take(n.edge)
			}
			m.enter(n, cur, mark)
			mark = len(m.locals)
			cur = m.funcs[n.call.callee.ID]
			pc, last = cur.fn.Entry.ID, n.edge

		case nodeReturn:
			if !n.quiet {
				m.take(n.edge)
			}
			var bits uint64
			var prov uint32
			if n.ptr != nil {
				bits, prov = n.ptr(m)
			} else if n.value != nil {
				bits = n.value(m)
			}
			if m.obs != nil && !n.quiet {
				if m.obs(n.edge, m); m.ended {
					return
				}
			}
			m.pop(cur, mark)
			if len(m.frames) == 0 {
				m.end(Outcome{Kind: Finished}, n.edge)
				return
			}
			top := m.frames[len(m.frames)-1]
			m.frames = m.frames[:len(m.frames)-1]
			m.window(top.fn)
			if d := top.call.call.dst; d != nil {
				if n.ptr == nil && n.value == nil {
					m.run.Approx = true
				}
				m.set(d, bits, prov)
			}
			cur, mark = top.fn, top.locals
			if m.obs != nil && !top.call.quiet {
				if m.obs(top.call.edge, m); m.ended {
					return
				}
			}
			if top.call.back && !m.charge(1, top.call.edge) {
				return
			}
			pc, last = top.call.next, top.call.edge

		case nodeEnd:
			m.ended = true
			m.run.Outcome = n.end
			m.run.Outcome.Edge = last
			return
		}
		if m.fuel >= m.nextPoll {
			m.nextPoll = m.fuel + pollEvery
			if ctx.Err() != nil {
				m.end(Outcome{Kind: Cancelled}, nil)
				return
			}
		}
	}
}

// choose returns the first arm whose condition holds. If there is none, it ends the run as Blocked and returns nil.
func (m *Interp) choose(n *node) *arm {
	for i := range n.arms {
		a := &n.arms[i]
		if !a.cond(m) {
			continue
		}
		if a.mark != ir.NoMark && m.cfg.Trace {
			m.record(a.mark == ir.True)
		}
		if m.cfg.Cover {
			if i, ok := m.branches[a.edge]; ok {
				m.run.Cover[i]++
			}
		}
		return a
	}
	e := n.arms[0].edge
	o := Outcome{Kind: Blocked, Guard: e.Stmt.(*ir.Assume).Guard}
	if o.Guard == ir.DivGuard {
		o.What = "division by zero"
	}
	m.end(o, e)
	return nil
}

// record adds a branch to the trace: side is true for the mark True.
func (m *Interp) record(side bool) {
	i := m.run.NumTrace
	if i >= 8*m.cfg.MaxTrace {
		return
	}
	if i%8 == 0 {
		m.run.Branches = append(m.run.Branches, 0)
	}
	if side {
		m.run.Branches[i/8] |= 1 << (i % 8)
	}
	m.run.NumTrace++
}

// enter evaluates the arguments of the call at n in the caller, an activation of cur whose locals begin at mark, and
// begins the activation of the callee.
func (m *Interp) enter(n *node, cur *code, mark int) {
	c := n.call
	callee := m.funcs[c.callee.ID]
	base := len(m.stack)
	// The arguments are computed into the new activation while r, p and o still
	// refer to the caller. grow may move the stack, so window is called after it.
	m.stack = grow(m.stack, len(callee.fn.Vars))
	m.stackP = grow(m.stackP, len(callee.fn.Vars))
	for i := range c.vals {
		if i >= len(callee.fn.Params) {
			break
		}
		if c.ptrs[i] != nil {
			m.stack[base+i], m.stackP[base+i] = c.ptrs[i](m)
		} else {
			m.stack[base+i] = c.vals[i](m)
		}
	}
	m.frames = append(m.frames, frame{cur, n, mark})
	m.objs = grow(m.objs, len(callee.fn.Objects))
	m.window(callee)
}

// set assigns a value and its provenance to a register.
func (m *Interp) set(v *ir.Var, bits uint64, prov uint32) {
	if v.Global {
		m.regs[v.ID], m.regProv[v.ID] = bits, prov
	} else {
		m.r[v.ID], m.p[v.ID] = bits, prov
	}
}

// input reads one input and records it. If it returns false, it has ended the run, at edge e.
func (m *Interp) input(k ir.Key, site *ir.Site, t ir.Type, e *ir.Edge) (uint64, bool) {
	if m.cfg.MaxReads > 0 && len(m.run.Reads) >= m.cfg.MaxReads {
		m.end(Outcome{Kind: OutOfFuel}, e)
		return 0, false
	}
	bits, ok := m.in.Next(k, site, t)
	var at ir.Place
	if pl, is := m.in.(Placed); is && ok {
		if at = pl.Place(k, t); at.Kind != ir.Number {
			bits, ok = m.address(at)
		}
	}
	if !ok {
		m.end(Outcome{Kind: NoInput, What: site.Key}, e)
		return 0, false
	}
	bits = canonical(t, bits)
	if site.Kind == ir.Approx {
		m.run.Approx = true
	}
	m.run.Reads = append(m.run.Reads, ir.Record{Key: k, Type: t, Bits: bits, At: at})
	return bits, true
}

// canonical returns the value of an input as canonical bits of type t. A Bool or Ptr input is 0 or 1.
func canonical(t ir.Type, bits uint64) uint64 {
	switch t.Kind { // sound: the bits of a number
	case ir.Ptr, ir.Bool:
		if bits != 0 {
			return 1
		}
		return 0
	}
	return bits & (^uint64(0) >> (64 - t.Bits))
}

// occurrence counts an execution of site s and returns its number, from 0; s may be nil.
func (m *Interp) occurrence(s *ir.Site) int {
	if s == nil {
		return 0
	}
	n := m.occ[s.ID]
	m.occ[s.ID]++
	return n
}

// Reg implements Env.
func (m *Interp) Reg(v *ir.Var) uint64 {
	switch {
	case v.Global && v.ID < len(m.regs):
		return m.regs[v.ID]
	case !v.Global && v.ID < len(m.r):
		return m.r[v.ID]
	}
	return 0
}

// Mem implements Env.
func (m *Interp) Mem(addr uint64, n int) (uint64, bool) {
	i := m.mem.find(addr)
	if !m.mem.valid(addr, i, uint64(n)) {
		return 0, false
	}
	var bits uint64
	for k := n - 1; k >= 0; k-- {
		at := m.mem.at(addr, i) + uint64(k)
		if m.mem.shadow[at]&ShadowInit == 0 {
			return 0, false
		}
		bits = bits<<8 | uint64(m.mem.data[at])
	}
	return bits, true
}

// Addr implements Env.
func (m *Interp) Addr(o *ir.Object) uint64 {
	if o.Func == nil {
		return m.layout.Base[o.ID]
	}
	if o.ID < len(m.o) {
		return m.mem.insts[m.o[o.ID]].base
	}
	return 0
}

// Calls returns the calls that were active when the last run ended, the innermost first.
func (m *Interp) Calls() []*ir.Edge {
	var out []*ir.Edge
	for i := len(m.frames) - 1; i >= 0; i-- {
		out = append(out, m.frames[i].call.edge)
	}
	return out
}

// Depth implements Env.
func (m *Interp) Depth() int { return len(m.frames) + 1 }
