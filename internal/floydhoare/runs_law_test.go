package floydhoare_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// long reports whether the tests run at full size.
func long() bool { return os.Getenv("TANDEM_LONG") != "" }

// TestRuns compares triples with runs of the interpreter. Runs have facts that the other tests lack: the objects to
// which pointers lead, and values that were just loaded.
//
//	known        triples of fixpoints and interpolants: if pre holds before a letter in a run, post holds after it
//	asked        random triples, for each link: if some run refutes a triple, the link does not answer Yes
//	automata     along a run, the predicates of the sets of data automata hold, and none is False
func TestRuns(t *testing.T) {
	var n counts
	programs := 5
	if long() {
		programs = 200
	}
	for seed := uint64(0); n.Programs < programs; seed++ {
		prog, err := instrument.Prepare(flowtest.Random(seed, 10), instrument.Default())
		if err != nil {
			t.Fatal(err)
		}
		againstRuns(t, fmt.Sprintf("program %d", seed), prog, seed, long(), &n)
	}
	n.enough(t, 500, 20_000)
}

// TestTwinsRun is TestRuns for programs with conditions about memory. A pointer to a freed node is equal to the address
// of the node, and the node is not alive.
func TestTwinsRun(t *testing.T) {
	var n counts
	for i, tw := range enginetest.Twins {
		if list := tw.Name == "list"; long() || i%5 == 0 || list {
			againstRuns(t, tw.Name, tw.Task(t, false).Program, uint64(i), long() || list, &n)
			againstRuns(t, tw.Name+", faulty", tw.Task(t, true).Program, uint64(i), long() || list, &n)
		}
	}
	n.enough(t, 1_000, 20_000)
}

// TestTextsRun is TestRuns for C programs of other tests.
func TestTextsRun(t *testing.T) {
	var n counts
	texts, _ := filepath.Glob("../engine/guess/testdata/[ct]*.c")
	if long() {
		texts, _ = filepath.Glob("../engine/*/testdata/*.c")
		more, _ := filepath.Glob("../difftest/testdata/c/*/*_safe.c")
		for i, f := range more {
			if i%8 == 0 {
				texts = append(texts, f)
			}
		}
	}
	for i, f := range texts {
		for _, unsafe := range []bool{false, true} {
			task, err := enginetest.C{File: f, Unsafe: unsafe}.Load()
			if err != nil || len(task.Program.Entry.Edges) > 600 {
				continue
			}
			againstRuns(t, f, task.Program, uint64(i), long(), &n)
		}
	}
	n.enough(t, 1_000, 50_000)
}

// counts has the numbers of comparisons with runs.
type counts struct {
	Programs, Steps int
	Known           int            // steps before which the pre of a known triple holds
	Asked           int            // steps before which the pre of a triple holds that a link has shown
	Refuted         int            // decided triples that a run refutes
	Sets            int            // predicates in the sets of data automata along runs
	Links           map[string]int // answers by link
}

// enough checks that the number of comparisons reaches the bound least, or short in a short test.
func (n *counts) enough(t *testing.T, short, least int) {
	t.Helper()
	t.Logf("%+v", *n)
	if !long() {
		least = short
	}
	if n.Known+n.Asked+n.Sets < least || n.Known == 0 || n.Asked == 0 || n.Refuted == 0 {
		t.Errorf("too few to mean much")
	}
}

// step is a letter in a run, with the truth of each predicate before and after it.
type step struct {
	letter        *floydhoare.Letter
	before, after []truth
}

// truth is the truth value of a predicate in a run; 0 if it is not known.
type truth int8

const (
	holds truth = 1
	fails truth = -1
)

// againstRuns compares the triples of a program with runs, in one domain or, with each, in all.
func againstRuns(t *testing.T, name string, prog *ir.Program, seed uint64, each bool, n *counts) {
	t.Helper()
	all := []string{"interval", "octagon", "octagon+congruence", "polyhedra+congruence"}
	first := rand.New(rand.NewPCG(seed, 3)).IntN(3)
	for i, domain := range all {
		if i == first || each {
			againstRunsIn(t, domain, name, prog, seed, n)
		}
	}
}

// againstRunsIn is againstRuns for one domain.
func againstRunsIn(t *testing.T, domain, name string, prog *ir.Program, seed uint64, n *counts) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	r.IntN(3)
	o := floydhoare.BlockOptions{Cut: func(*ir.Loc) bool { return r.IntN(3) == 0 }, Paths: []int{0, 4, 100}[r.IntN(3)]}
	w := newLoop(t, prog, o, meaning(t, prog, domain), r.IntN(2) == 0)
	if w.p.Len() < 2 {
		return
	}
	n.Programs++
	w.sliced = r.IntN(2) == 0
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	w.ctx = ctx
	w.run(3)
	w.ctx = context.Background()
	for _, x := range some(r, prog) {
		w.tr.Of(prog.Entry, x)
	}
	v := &viewer{p: w.p, names: w.m.Names(), preds: w.tr.Predicates, n: min(w.tr.Len(), 400),
		addrs: map[*ir.Object]uint64{}, entry: prog.Entry}
	m, err := exec.NewInterp(prog, exec.Config{Fuel: 3000, MaxDepth: 30})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Observe(v.edge)
	var runs [][]step
	for range 12 {
		v.begin()
		_, err := m.Run(context.Background(), exec.InputFunc(func(_ ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
			if t.Kind == ir.Ptr {
				return 0, true
			}
			return num.Trunc(uint64(r.IntN(14)-4), t.Bits), true
		}))
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, v.steps)
		n.Steps += len(v.steps)
	}
	by := map[string][]step{}
	for _, run := range runs {
		for _, s := range run {
			if k := s.letter.Key; len(by[k]) < 100 {
				by[k] = append(by[k], s)
			}
		}
	}
	say := func(set []int, l *floydhoare.Letter, post int) string {
		return fmt.Sprintf("%s, %s: {%s} %s {%s}", name, domain, ir.ExprString(w.tr.Expr(set)), l,
			ir.ExprString(w.tr.Expr([]int{post})))
	}
	// against returns the number of steps before which the pre of a triple holds, and checks its post after them.
	against := func(set []int, l *floydhoare.Letter, post int) (applies int) {
		for _, s := range by[l.Key] {
			switch s.triple(set, post) {
			case fails:
				t.Errorf("%s: a run says no", say(set, l, post))
				return applies
			case holds:
				applies++
			}
		}
		return applies
	}
	for _, k := range w.known {
		if k.Post < v.n {
			n.Known += against(k.Pre, k.Letter, k.Post)
		}
	}
	for _, run := range runs {
		n.Sets += v.along(t, name, w.ds, run)
	}
	keys := slices.Sorted(maps.Keys(by))
	for range min(40*len(keys), 400) {
		s := by[keys[r.IntN(len(keys))]]
		n.ask(t, r, w.tr, s[r.IntN(len(s))], v.n, against, say)
	}
	if n.Links == nil {
		n.Links = map[string]int{}
	}
	for link, k := range w.tr.Counts {
		n.Links[link] += k
	}
}

// ask decides random triples whose predicates are known at a step, including triples that the step refutes.
func (n *counts) ask(t *testing.T, r *rand.Rand, tr *floydhoare.Triples, s step, preds int,
	against func([]int, *floydhoare.Letter, int) int,
	say func([]int, *floydhoare.Letter, int) string) {
	t.Helper()
	var set, posts []int
	for range 12 {
		if i := r.IntN(preds); s.before[i] == holds && len(set) < 3 {
			set = append(set, i)
		}
	}
	for range 12 {
		if i := r.IntN(preds); s.after[i] != 0 && len(posts) < 4 {
			posts = append(posts, i)
		}
	}
	posts = append(posts, floydhoare.False)
	for i, answer := range tr.Post(context.Background(), set, s.letter, posts) {
		switch truth := s.triple(set, posts[i]); {
		case answer == vc.Yes && truth == fails:
			t.Errorf("%s: shown, but a run says no", say(set, s.letter, posts[i]))
		case answer == vc.Yes:
			n.Asked += against(set, s.letter, posts[i])
		case truth == fails:
			n.Refuted++
		}
	}
}

// triple returns the truth value of a triple at a step.
func (s step) triple(set []int, post int) truth {
	for _, i := range set {
		if i == floydhoare.False || i != floydhoare.True && (i >= len(s.before) || s.before[i] != holds) {
			return 0
		}
	}
	switch {
	case post == floydhoare.False:
		return fails
	case post == floydhoare.True:
		return holds
	case post >= len(s.after):
		return 0
	}
	return s.after[post]
}

// viewer observes the letters in runs.
type viewer struct {
	p     *floydhoare.Program
	entry *ir.Func
	names absint.Names
	preds *floydhoare.Predicates
	n     int // the number of predicates that are evaluated
	addrs map[*ir.Object]uint64

	state int // None if the run has left the automaton
	part  []*ir.Edge
	last  []truth
	steps []step
}

// begin prepares for a new run.
func (v *viewer) begin() {
	v.state, v.part, v.last, v.steps, v.addrs = 0, nil, nil, nil, map[*ir.Object]uint64{}
}

// edge observes an edge that was executed. A call is observed when it has returned.
func (v *viewer) edge(e *ir.Edge, env exec.Env) {
	if o := v.names.Made[e]; o != nil {
		v.addrs[o] = env.Reg(ir.Def(e.Stmt))
	}
	if d, is := e.Stmt.(*ir.Decl); is {
		v.addrs[d.Obj] = env.Addr(d.Obj)
	}
	if v.state == automata.None || env.Depth() != 1 || e.From.Func != v.entry {
		return
	}
	v.part = append(v.part, e)
	for _, m := range v.p.Moves(v.state) {
		switch passed, over := along(v.p.Block(v.state, m.Letter, m.To)[0], v.part); {
		case over:
			now := v.truths(env)
			if v.last == nil { // predicates are not evaluated before the first letter
				v.last = make([]truth, v.n)
			}
			v.steps = append(v.steps, step{v.p.Alphabet.Letter(m.Letter), v.last, now})
			v.last, v.state, v.part = now, m.To, nil
			return
		case passed:
			return
		}
	}
	v.state = automata.None
}

// along reports whether edges are a path from the beginning of a block, and whether this path ends at the end of the
// block.
func along(b floydhoare.Block, edges []*ir.Edge) (passed, over bool) {
	at := 0
	for _, e := range edges {
		i := slices.IndexFunc(b.Graph.Steps, func(s vc.BlockStep) bool { return s.From == at && s.Edge == e })
		if i < 0 {
			return false, false
		}
		at = b.Graph.Steps[i].To
	}
	return true, at == b.Graph.Nodes-1
}

// truths evaluates the predicates. An expression without a value, for example of uninitialised bytes, is not known.
func (v *viewer) truths(env exec.Env) []truth {
	x := &ir.Env{Reg: env.Reg, FuncAddr: exec.FuncAddr, Load: func(a uint64, t ir.Type) (uint64,
		bool) {
		return env.Mem(a, t.Size())
	}}
	placed := true // objects that were not declared yet have no address in the run
	x.Addr = func(o *ir.Object) uint64 {
		a, ok := v.addrs[o]
		if !ok && o.Func == nil {
			a, ok = env.Addr(o), true
		}
		placed = placed && ok
		return a
	}
	out := make([]truth, v.n)
	for i := range out {
		if i == floydhoare.True || i == floydhoare.False {
			continue
		}
		placed = true
		if bits, ok := ir.EvalExpr(v.preds.Expr([]int{i}), x); ok && placed {
			out[i] = fails
			if bits != 0 {
				out[i] = holds
			}
		}
	}
	return out
}

// along follows a run in data automata, and checks that the predicates of their sets hold. It returns the number of
// these predicates.
func (v *viewer) along(t *testing.T, name string, ds []*floydhoare.Data, run []step) (said int) {
	t.Helper()
	for k, d := range ds {
		at := d.Start()
		for i, s := range run {
			to, ok := d.Next(at, s.letter.ID)
			if at = to; !ok || at == automata.None {
				break
			}
			for _, q := range d.Set(at) {
				if q == floydhoare.False || q < v.n && s.after[q] == fails {
					t.Errorf("%s: automaton %d says %s behind letter %d of a run, %s", name, k, ir.ExprString(v.preds.Expr([]int{q})),
						i, s.letter)
					return said
				}
				said++
			}
		}
	}
	return said
}

// some returns random predicates of the entry function: comparisons of registers, and of cells of objects.
func some(r *rand.Rand, prog *ir.Program) (out []ir.Expr) {
	f := prog.Entry
	vars := slices.Concat(f.Vars, prog.Globals)
	var terms []ir.Expr
	for _, v := range vars {
		if v.Type.Kind == ir.Int || v.Type.Kind == ir.Ptr {
			terms = append(terms, ir.NewRef(v))
		}
	}
	var addrs []ir.Expr
	for _, o := range slices.Concat(prog.Objects, f.Objects) {
		addr := ir.Expr(&ir.AddrOf{Obj: o, T: prog.Model.Ptr()})
		addrs = append(addrs, addr)
		if o.Size >= 4 {
			terms = append(terms, &ir.Load{T: ir.I32, Addr: addr})
		}
		if o.Size >= 8 {
			terms = append(terms, &ir.Load{T: ir.I32, Addr: ir.NewPtrAdd(addr, ir.NewConst(prog.Model.Diff(), 4), 1)})
		}
	}
	if len(terms) == 0 {
		return nil
	}
	constants := append(exec.Constants(prog), 0, 1, 2, -1)
	for range 60 {
		x := terms[r.IntN(len(terms))]
		op := []ir.BinOp{ir.Eq, ir.Ne, ir.Lt, ir.Le}[r.IntN(4)]
		if x.Type().Kind == ir.Ptr {
			op = []ir.BinOp{ir.Eq, ir.Ne}[r.IntN(2)]
			y := ir.Expr(ir.NewConst(x.Type(), 0))
			if len(addrs) > 0 && r.IntN(2) == 0 {
				y = addrs[r.IntN(len(addrs))]
			}
			out = append(out, ir.NewBinary(op, x, y))
			continue
		}
		y := terms[r.IntN(len(terms))]
		if y.Type() != x.Type() || r.IntN(2) == 0 {
			y = ir.NewConst(x.Type(), constants[r.IntN(len(constants))])
		}
		out = append(out, ir.NewBinary(op, x, y))
	}
	return out
}
