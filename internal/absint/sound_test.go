package absint_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
	"github.com/tandem-verifier/tandem/internal/domain/polyhedra"
	"github.com/tandem-verifier/tandem/internal/domain/relation"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// modes are the configurations that TestRuns tries.
var modes = []absint.Config{
	{Delay: 1},
	{Delay: 1, Backward: true},
	{Delay: 2, Backward: true, Descend: -1, Scoped: true},
	{Parts: 8, Control: absint.Flags},
	{Parts: 30, Control: absint.All, Backward: true},
	{Parts: 30, Control: absint.Flags, Delay: 1, Backward: true},
	{Parts: 30, Control: absint.Flags},
	{Parts: 12, Control: absint.Tests, Delay: 1, Backward: true},
	{Summaries: true, Delay: 1},
	{Summaries: true, Delay: 1, Parts: 12, Control: absint.Tests},
}

// lives are configurations of TestRuns with Config.Lives.
var lives = []absint.Config{
	{Lives: true, Delay: 1},
	{Lives: true, Delay: 1, Descend: -1},
	{Lives: true, Parts: 8, Control: absint.Flags},
	{Lives: true, Parts: 30, Control: absint.All, Backward: true},
}

var tried = []absint.Domain{intervals, absint.In("", relation.New(interval.New(8), octagon.New(8)), true),
	absint.In("", relation.New(interval.New(8), polyhedra.New(6)), true)}

// rare has seeds of programs that find mutants or former faults that the first 1,000 programs do not find.
var rare = []uint64{1019, 1489, 2452, 2878, passing + 2495}

// programs is the number of random programs of TestRuns.
var programs = flag.Int("programs", 1000, "random programs of TestRuns")

// TestRuns checks analyses of random programs by concrete runs. Runs must satisfy the invariants of cuts, and must not
// reach errors and invalid accesses that the analysis excludes. Failing runs must also satisfy the preconditions at
// cuts and of inputs. TestMutants shows which faults it finds.
func TestRuns(t *testing.T) {
	var n counts
	seeds := slices.Clone(rare)
	for seed := range uint64(*programs) {
		seeds = append(seeds, seed, passing+seed)
	}
	for _, seed := range seeds {
		if why := disproved(seed, &n); why != "" {
			t.Fatalf("program %d: %s\n%s", seed, why, ir.Print(randomProgram(seed)))
		}
	}
	t.Logf("%+v", n)
	if n.Checked < 100000 || n.Failed < 1000 || n.Needs < 1000 || n.Refined < 60 || n.Inside < 1000 || n.Parts < 10000 ||
		n.Sizes < 300 || n.Lives < 1000 || n.Kept < 300 {
		t.Errorf("too few to mean much: %+v", n)
	}
}

// counts holds statistics of TestRuns, to detect checks that are never made.
type counts struct {
	Analysed, Stopped, Checked, Failed int
	Needs                              int // failing runs that were compared with necessary preconditions
	Refined                            int // analyses whose preconditions exclude inputs
	Inside                             int // runs whose inputs satisfy a Start
	Parts                              int // edges of runs within a part of the program
	Sizes                              int // formulas about sizes that were evaluated in runs
	Lives                              int // evaluated invariants about objects that may have no instance
	Unfreed                            int // evaluated formulas ir.Kept
	// number of frees in calls for which the analysis claims which objects they may free
	Kept int
}

// disproved analyses the program of a seed in one configuration, and runs it several times. It returns the result that
// a run contradicts, "" if there is none.
func disproved(seed uint64, n *counts) string {
	p := randomProgram(seed)
	r := rand.New(rand.NewPCG(seed, 12))
	cfg := modes[r.IntN(len(modes))]
	if seed >= passing && r.IntN(2) == 0 {
		cfg = lives[r.IntN(len(lives))]
	}
	cfg.Work = 20000
	if r.IntN(3) > 0 {
		cfg.Symbols = symbols(p)
	}
	if len(cfg.Symbols) > 0 && r.IntN(2) == 0 {
		v := cfg.Symbols[r.IntN(len(cfg.Symbols))].Var
		cfg.Start = &ir.Binary{Op: []ir.BinOp{ir.Eq, ir.Le}[r.IntN(2)], X: ir.NewRef(v),
			Y: ir.NewConst(v.Type, int64(r.IntN(8)))}
	}
	if r.IntN(4) == 0 { // analyse a part of the program
		cfg.Edges = []*ir.Edge{}
		for _, f := range p.Funcs {
			for _, e := range f.Edges {
				if _, call := e.Stmt.(*ir.Call); call || r.IntN(15) > 0 { // observers see a call only after its return
					cfg.Edges = append(cfg.Edges, e)
				}
			}
		}
	}
	res := tried[r.IntN(len(tried))].Forward(context.Background(), absint.Prepare(p), cfg)
	if res.Stop != absint.Done {
		n.Stopped++
		return ""
	}
	n.Analysed++
	m, err := exec.NewInterp(p, exec.Config{Fuel: 200, MaxDepth: 30})
	if err != nil {
		return err.Error()
	}
	defer m.Close()
	o := &oracle{p: p, cfg: cfg, res: res, n: n, inv: map[*ir.Loc]ir.Expr{}, needs: map[*ir.Loc]ir.Expr{},
		vals: map[*ir.Var]uint64{}, addrs: map[*ir.Object]uint64{}, visits: map[*ir.Loc]int{}}
	if cfg.Edges != nil {
		o.states = res.States()
	}
	all, ok := res.Invariants()
	for _, i := range all {
		o.inv[i.Loc] = i.Expr
	}
	if res.Backward {
		needs, _ := res.Needs()
		for _, i := range needs {
			o.needs[i.Loc] = i.Expr
		}
		o.input = res.Expr(res.Inputs(res.EntryNeeds()))
		if c, ok := o.input.(*ir.Const); !ok || c.Bits == 0 {
			n.Refined++
		}
	}
	o.frees = res.Frees()
	o.names = res.Names()
	if !ok {
		return "no invariants"
	}
	m.Observe(o.edge)
	for range 25 {
		if why := o.run(m, r); why != "" {
			return fmt.Sprintf("%+v: %s", cfg, why)
		}
	}
	return ""
}

// oracle observes runs and compares them with the results of an analysis.
type oracle struct {
	p      *ir.Program
	cfg    absint.Config
	res    *absint.Result
	n      *counts
	inv    map[*ir.Loc]ir.Expr
	needs  map[*ir.Loc]ir.Expr
	input  ir.Expr
	names  absint.Names
	vals   map[*ir.Var]uint64         // symbols
	frames []map[*ir.Var]uint64       // by activation, and by pseudo register of Names.Entered: the value at the entry
	addrs  map[*ir.Object]uint64      // addresses of the last instances of objects
	blocks map[uint64]uint64          // sizes of live heap objects, by address
	frees  map[*ir.Func][]*ir.Object  // by function: the objects that its calls may free, according to the analysis
	active []*ir.Func                 // the functions of the active activations
	ended  []map[*ir.Object]bool      // by activation: the objects freed since its entry
	depth  int                        // the number of activations
	visits map[*ir.Loc]int            // the number of visits in this run
	states map[*ir.Loc][]absint.State // the states, if the analysis is of a part of the program; else nil
	left   bool                       // the run left the part
	why    string                     // the contradicted result; "" if there is none
	spared string                     // a cut whose precondition the run violates; the run must not fail then
}

// run runs the program once with random inputs. It returns the contradicted result, "" if there is none.
func (o *oracle) run(m *exec.Interp, r *rand.Rand) string {
	bySite := map[*ir.Site]uint64{}
	for _, y := range o.cfg.Symbols {
		bits := value(r, y.Site.Type)
		bySite[y.Site], o.vals[y.Var] = bits, bits
	}
	if o.cfg.Start != nil {
		if in, ok := truth(o.cfg.Start, &ir.Env{Reg: func(v *ir.Var) uint64 { return o.vals[v] }}); !in || !ok {
			return ""
		}
		o.n.Inside++
	}
	clear(o.addrs)
	o.blocks = map[uint64]uint64{}
	clear(o.visits)
	o.frames, o.why, o.spared, o.left = nil, "", "", false
	run, err := m.Run(context.Background(), exec.InputFunc(func(_ ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
		if bits, ok := bySite[s]; ok {
			return bits, true
		}
		return value(r, t), true
	}))
	if err != nil {
		return err.Error()
	}
	end := run.Outcome
	switch {
	case o.why != "" || o.left:
	case end.Kind == exec.Violated:
		o.n.Failed++
		o.why = o.failed(end)
	case end.Kind == exec.Undefined:
		listed := o.states != nil && !slices.Contains(o.cfg.Edges, end.Edge) // if not, the run leaves the part there
		for _, e := range o.res.Accesses {
			listed = listed || e == end.Edge
		}
		if !listed {
			o.why = fmt.Sprintf("%s at L%d, which is not among the accesses that may be invalid", end.What, end.Edge.From.ID)
		}
	}
	if o.why != "" {
		o.why += fmt.Sprintf("\ninputs: %v, symbols %v", run.Reads, o.cfg.Symbols)
	}
	return o.why
}

// failed returns the result that a run which violated an assertion contradicts.
func (o *oracle) failed(end exec.Outcome) string {
	if !o.res.Reached[end.Edge.To] {
		return fmt.Sprintf("an error that is excluded: %s L%d", end.Edge.To.Func.Name, end.Edge.To.ID)
	}
	for i, y := range o.cfg.Symbols {
		h, v := o.res.Bounds(o.res.Entry(), nil, ir.NewRef(y.Var)), domain.Read(y.Var.Type, o.vals[y.Var])
		if h.Empty || v.Less(h.Lo) || h.Hi.Less(v) {
			return fmt.Sprintf("symbol %d outside of the hull", i)
		}
	}
	if !o.res.Backward {
		return ""
	}
	o.n.Needs++
	if o.res.Safe {
		return "it fails although no input can"
	}
	if in, ok := truth(o.input, &ir.Env{Reg: func(v *ir.Var) uint64 { return o.vals[v] }}); ok && !in {
		return fmt.Sprintf("it fails although Input is %s", ir.ExprString(o.input))
	}
	return o.spared
}

// edge checks a step of a run.
func (o *oracle) edge(e *ir.Edge, env exec.Env) {
	if o.why != "" || o.left {
		return
	}
	if o.states != nil {
		if o.left = !slices.Contains(o.cfg.Edges, e); o.left {
			return
		}
		o.n.Parts++
		if len(o.states[e.From]) == 0 {
			o.why = fmt.Sprintf("no state at %s L%d, which a run passes", e.From.Func.Name, e.From.ID)
			return
		}
	}
	f := e.From.Func
	d := env.Depth()
	o.depth = d
	if e.From == f.Entry {
		o.ended = append(o.ended[:d-1], map[*ir.Object]bool{})
		o.frames = append(o.frames[:d-1], map[*ir.Var]uint64{})
		o.active = append(o.active[:d-1], f)
		for v, was := range o.names.Entered[f] {
			o.frames[d-1][was] = env.Reg(v)
		}
		o.at(e.From, env, nil)
	}
	if obj := o.names.Made[e]; obj != nil {
		o.addrs[obj] = env.Reg(ir.Def(e.Stmt))
	}
	switch s := e.Stmt.(type) {
	case *ir.Alloc:
		n, _ := ir.EvalExpr(s.Size, &ir.Env{Reg: env.Reg})
		o.blocks[env.Reg(s.Dst)] = n
	case *ir.Free:
		a, _ := ir.EvalExpr(s.Addr, &ir.Env{Reg: env.Reg})
		o.freed(a, o.active[:d])
		delete(o.blocks, a)
	case *ir.Decl:
		o.addrs[s.Obj] = env.Addr(s.Obj)
	case *ir.Return:
		o.at(e.To, env, s.Val)
		return
	}
	o.at(e.To, env, nil)
}

// freed checks that the active functions may free the object at an address, according to the claims.
func (o *oracle) freed(at uint64, active []*ir.Func) {
	for _, obj := range o.names.Made {
		if a, ok := o.addrs[obj]; !ok || a != at || at == 0 {
			continue
		}
		for i, f := range active {
			o.ended[i][obj] = true
			if claimed, ok := o.frees[f]; ok {
				if o.n.Kept++; !slices.Contains(claimed, obj) {
					o.why = fmt.Sprintf("%s frees %s, which is not claimed", f.Name, obj.Name)
				}
			}
		}
	}
}

// live reports whether the last instance of obj is alive; ok is false if this is unknown.
func (o *oracle) live(obj *ir.Object) (val, ok bool) {
	a, made := o.addrs[obj]
	if !made || a == 0 {
		return false, true
	}
	for e, x := range o.names.Made {
		if x == obj {
			if s, is := e.Stmt.(*ir.Alloc); !is || s.Kind != ir.Heap {
				return false, false
			}
		}
	}
	_, alive := o.blocks[a]
	return alive, true
}

// at checks the invariant of a location against the concrete state there.
func (o *oracle) at(l *ir.Loc, env exec.Env, result ir.Expr) {
	inv := o.inv[l]
	if inv == nil || l == o.p.Entry.Exit { // not a cut, or the end of the program
		return
	}
	if o.visits[l]++; o.visits[l] > 12 {
		return
	}
	o.n.Checked++
	x := &ir.Env{
		Addr: func(obj *ir.Object) uint64 {
			if a, ok := o.addrs[obj]; ok || obj.Func != nil {
				return a
			}
			return env.Addr(obj)
		},
		FuncAddr: exec.FuncAddr,
		Load:     func(a uint64, t ir.Type) (uint64, bool) { return env.Mem(a, t.Size()) },
	}
	frame := o.frames[env.Depth()-1]
	x.Reg = func(v *ir.Var) uint64 {
		if bits, ok := frame[v]; ok {
			return bits
		}
		if bits, ok := o.vals[v]; ok {
			return bits
		}
		if v == o.names.Results[l.Func] {
			bits, _ := ir.EvalExpr(result, &ir.Env{Reg: env.Reg})
			return bits
		}
		return env.Reg(v)
	}
	if strings.Contains(ir.ExprString(inv), "writable") {
		o.n.Sizes++
	}
	if strings.Contains(ir.ExprString(inv), "live(") {
		o.n.Lives++
	}
	if holds, ok := o.truth(inv, x); ok && !holds {
		o.why = fmt.Sprintf("at %s L%d: not %s", l.Func.Name, l.ID, ir.ExprString(o.falsified(inv, x)))
		return
	}
	if !o.res.Backward {
		return
	}
	need := o.needs[l]
	if need == nil {
		need = ir.NewBool(false)
	}
	if holds, ok := o.truth(need, x); ok && !holds {
		o.spared = fmt.Sprintf("it fails, but at %s L%d: not %s", l.Func.Name, l.ID, ir.ExprString(o.falsified(need, x)))
	}
}

// falsified returns the first conjunct of x that is false, nil if there is none.
func (o *oracle) falsified(x ir.Expr, env *ir.Env) ir.Expr {
	for {
		b, ok := x.(*ir.Binary)
		if !ok || b.Op != ir.LAnd {
			return x
		}
		if holds, ok := o.truth(b.X, env); ok && !holds {
			x = b.X
		} else {
			x = b.Y
		}
	}
}

// truth returns the truth value of x. ok is false if x has no value, for example because it reads uninitialised bytes.
func truth(x ir.Expr, env *ir.Env) (val, ok bool) { return (&oracle{}).truth(x, env) }

func (o *oracle) truth(x ir.Expr, env *ir.Env) (val, ok bool) {
	if u, is := x.(*ir.Unary); is && u.Op == ir.LNot {
		v, ok := o.truth(u.X, env)
		return !v, ok
	}
	if v, is := x.(*ir.Valid); is && v.What == ir.Live {
		return o.live(v.Addr.(*ir.AddrOf).Obj)
	}
	if v, is := x.(*ir.Valid); is && v.What == ir.Kept {
		if o.ended == nil { // outside of runs
			return false, false
		}
		o.n.Unfreed++
		return !o.ended[o.depth-1][v.Addr.(*ir.AddrOf).Obj], true
	}
	if v, is := x.(*ir.Valid); is { // a question about the heap
		at, ok1 := ir.EvalExpr(v.Addr, env)
		n, ok2 := ir.EvalExpr(v.N, env)
		for base, size := range o.blocks {
			if at >= base && at-base <= size && n <= size-(at-base) {
				return true, true
			}
		}
		return n == 0, ok1 && ok2
	}
	if b, is := x.(*ir.Binary); is && (b.Op == ir.LAnd || b.Op == ir.LOr) {
		or := b.Op == ir.LOr
		v, okv := o.truth(b.X, env)
		if okv && v == or {
			return v, true
		}
		w, okw := o.truth(b.Y, env)
		if okw && w == or {
			return w, true
		}
		return !or, okv && okw
	}
	bits, ok := ir.EvalExpr(x, env)
	return bits != 0, ok
}

// value returns a random value, mostly a small one.
func value(r *rand.Rand, t ir.Type) uint64 {
	v := r.Uint64()
	switch r.IntN(8) {
	case 0:
	case 1:
		v = num.MaxOf(t.Bits, t.Signed) - uint64(r.IntN(3))
	default:
		v = uint64(int64(r.IntN(14) - 4))
	}
	if t.Kind == ir.Bool {
		v &= 1
	}
	return num.Trunc(v, t.Bits)
}
