package triple

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

var mutants = flag.Int("mutants", 0, "random programs whose proofs are made, mutated and checked; 0: some seconds "+
	"of them")
var firstSeed = flag.Uint64("seed", 1, "seed of the first random program")

// truth has the facts about a program, perhaps within a region, that visiting its states gives.
type truth struct {
	p       *ir.Program
	reach   map[*ir.Loc][]*point // the visited states of each location
	bad     bool                 // an error is reached
	partial bool                 // not all states were visited
	over    map[*ir.Loc]bool     // see world
	results map[*ir.Func]*ir.Var
	entries map[*ir.Func][]entry
}

// visitAll visits the states of p, for each of the given inputs.
func visitAll(p *ir.Program, results map[*ir.Func]*ir.Var, entries map[*ir.Func][]entry, depth map[*ir.Loc]int,
	inputs []map[int]uint64) *truth {
	t := &truth{p: p, reach: map[*ir.Loc][]*point{}, over: map[*ir.Loc]bool{}, results: results, entries: entries}
	for _, in := range inputs {
		w := &world{p: p, limit: 12000, inputs: in, depth: depth, over: t.over, entries: entries}
		w.visit = func(a *point) {
			l := a.top().loc
			t.reach[l] = append(t.reach[l], a)
			t.bad = t.bad || l.Kind == ir.Error
		}
		w.explore()
		t.partial = t.partial || w.partial
	}
	return t
}

// holds reports whether a formula is true in all visited states at a location.
func (t *truth) holds(l *ir.Loc, e ir.Expr) bool {
	w := &world{p: t.p}
	for _, a := range t.reach[l] {
		if v, ok := ir.EvalExpr(e, a.env(w)); ok && v == 0 {
			return false
		}
	}
	return true
}

// visible returns the registers that a formula at l may mention.
func (t *truth) visible(l *ir.Loc) []*ir.Var {
	vs := append([]*ir.Var{}, l.Func.Vars...)
	if l == l.Func.Exit && t.results[l.Func] != nil {
		vs = append(vs, t.results[l.Func])
	}
	for _, x := range t.entries[l.Func] {
		vs = append(vs, x.was)
	}
	return append(vs, t.p.Globals...)
}

// points returns the visited states of a location as conjunctions.
func (t *truth) points(l *ir.Loc) (out []ir.Expr) {
	seen := map[string]bool{}
	w := &world{p: t.p}
	for _, a := range t.reach[l] {
		var all []ir.Expr
		for _, v := range t.visible(l) {
			x := a.env(w).Reg(v)
			if v.Type.Kind == ir.Ptr {
				// The oracle has addresses of its own: a formula can only name places in objects.
				if i, ok := w.place(x, 1); ok {
					at := ir.NewPtrAdd(&ir.AddrOf{Obj: t.p.Objects[0], T: v.Type}, ir.NewConst(ir.U8, int64(i)), 1)
					all = append(all, &ir.Binary{Op: ir.Eq, X: ir.NewRef(v), Y: at})
				}
				continue
			}
			all = append(all, &ir.Binary{Op: ir.Eq, X: ir.NewRef(v), Y: ir.NewBits(v.Type, x)})
		}
		for _, o := range t.p.Objects {
			for i := range o.Size {
				at := ir.NewPtrAdd(&ir.AddrOf{Obj: o, T: t.p.Model.Ptr()}, ir.NewConst(ir.U8, i), 1)
				x, _ := a.env(w).Load(base(o)+uint64(i), ir.U8)
				all = append(all, &ir.Binary{Op: ir.Eq, X: &ir.Load{T: ir.U8, Addr: at}, Y: ir.NewBits(ir.U8, x)})
			}
		}
		e := ir.NewAnd(all...)
		if k := ir.ExprString(e); !seen[k] {
			seen[k] = true
			out = append(out, e)
		}
	}
	return out
}

// or returns the disjunction of some formulas.
func or(es []ir.Expr) ir.Expr {
	var r ir.Expr = ir.NewBool(false)
	for _, e := range es {
		r = ir.NewBinary(ir.LOr, r, e)
	}
	return r
}

// exact returns the strongest invariants at all locations; nil if they are too long.
func (t *truth) exact() []verify.Invariant {
	var out []verify.Invariant
	for _, f := range t.p.Funcs {
		for _, l := range f.Locs {
			ps := t.points(l)
			if len(ps) > 80 {
				return nil
			}
			out = append(out, verify.Invariant{Loc: l, Expr: or(ps)})
		}
	}
	return out
}

// atoms returns random invariants, most of them true.
func (t *truth) atoms(g *gen) []verify.Invariant {
	var out []verify.Invariant
	for _, f := range t.p.Funcs {
		for _, l := range f.Locs {
			if g.r.IntN(4) == 0 {
				continue
			}
			vs := t.visible(l)
			for range g.r.IntN(5) {
				v := vs[g.r.IntN(len(vs))]
				var e ir.Expr = &ir.Binary{Op: ir.Eq + ir.BinOp(g.r.IntN(4)), X: ir.NewRef(v), Y: g.constant(v.Type)}
				if v.Type.Kind == ir.Bool {
					e = ir.NewRef(v)
				}
				if g.r.IntN(2) == 0 {
					g.names = t.entries[f]
					e = g.expr(f, ir.B, 2)
					g.names = nil
				}
				if o := g.obj; o != nil && g.r.IntN(4) == 0 {
					i := &ir.Var{Name: "i", Type: ir.I32}
					e = &ir.Forall{Bound: i, Lo: ir.NewConst(ir.I32, 0), Hi: &ir.Cast{T: ir.I32, X: ir.NewConst(ir.U8, o.Size)},
						Body: &ir.Binary{Op: ir.Le,
							X: &ir.Load{T: ir.U8, Addr: &ir.PtrAdd{P: &ir.AddrOf{Obj: o, T: t.p.Model.Ptr()}, Index: ir.NewRef(i),
								Scale: 1}},
							Y: ir.NewConst(ir.U8, int64(g.r.IntN(4)))}}
				}
				if t.holds(l, e) || g.r.IntN(60) == 0 {
					out = append(out, verify.Invariant{Loc: l, Expr: e})
				}
			}
			if l.Kind == ir.Error || len(t.reach[l]) == 0 && g.r.IntN(4) > 0 {
				out = append(out, verify.Invariant{Loc: l, Expr: ir.NewBool(false)})
			}
		}
	}
	return out
}

// wrongAtoms returns random comparisons, most of them false.
func (g *gen) wrongAtoms(p *ir.Program) (out []verify.Invariant) {
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if l.Kind != ir.Error && len(f.Vars) > 0 && g.r.IntN(2) == 0 {
				v := f.Vars[g.r.IntN(len(f.Vars))]
				if v.Type.Kind != ir.Ptr {
					out = append(out, verify.Invariant{Loc: l, Expr: &ir.Binary{Op: ir.Eq, X: ir.NewRef(v), Y: g.constant(v.Type)}})
				}
			}
		}
	}
	return out
}

// tally counts verdicts by kind of evidence.
type tally map[string]int

func (c tally) add(kind string, v Verdict) { c[kind+" "+v.String()]++ }

// TestSound compares the package with the visited states: evidence that is confirmed holds in all reachable states.
// Evidence with the strongest invariants is not refuted, and it is confirmed if the formulas express the states
// completely.
func TestSound(t *testing.T) {
	count := tally{}
	begin := time.Now()
	n := 0
	for ; n < *mutants || *mutants == 0 && (n < 4 || time.Since(begin) < 5*time.Second); n++ {
		oneProgram(t, *firstSeed+uint64(n), count)
		if t.Failed() {
			break
		}
	}
	t.Logf("%d programs: %v", n, count)
	count.summary(t)
}

// summary logs the number of mutated proofs by verdict, without the kinds that are proofs by construction. If a mutated
// proof is confirmed, it holds in all states, or the test has failed.
func (c tally) summary(t *testing.T) {
	total := map[string]int{}
	for k, n := range c {
		i := strings.LastIndex(k, " ")
		switch kind, verdict := strings.TrimSuffix(k[:i], ", partly known"), k[i+1:]; kind {
		case "exact", "unwinding", "region unwinding", "region exact":
		default:
			total[verdict] += n
			total["all"] += n
		}
	}
	wrong := "0"
	if t.Failed() {
		wrong = "some, see above"
	}
	t.Logf("%d mutated proofs: accepted wrongly %s, accepted and true %d, rejected %d, undecided %d",
		total["all"], wrong, total[Confirmed.String()], total[Refuted.String()], total[Undecided.String()])
}

// oneProgram tests one random program.
func oneProgram(t *testing.T, seed uint64, count tally) {
	g := newGen(seed)
	p := g.program()
	if err := ir.Check(p); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, ir.Print(p))
	}
	results := map[*ir.Func]*ir.Var{}
	if g.g != nil {
		results[g.g] = &ir.Var{Name: "r", Type: g.g.Result, ID: len(g.g.Vars)}
	}
	all := []map[int]uint64{nil}
	tr := visitAll(p, results, nil, nil, all)
	calls := false
	for _, e := range g.main.Edges {
		_, ok := e.Stmt.(*ir.Call)
		calls = calls || ok
	}
	cfg := func() Config { return Config{Only: Encoding(g.r.IntN(3)), Time: 5 * time.Second} }
	// judge runs the check and compares the verdict with the truth tr. If must is set, the evidence has to be confirmed.
	judge := func(kind string, ev verify.Evidence, c Config, invs []verify.Invariant, tr *truth, must bool) {
		if must && c.Only != Ints {
			c.Time = ample
		}
		if ind, is := ev.(*verify.Inductive); is && len(c.Regions) == 0 && g.r.IntN(2) == 0 {
			if _, rest, err := repairValues(context.Background(), p, nil, p.Obligations, ind); err == nil {
				c.Known = rest
				kind += ", partly known"
				for _, i := range rest.Invariants {
					if !tr.holds(i.Loc, i.Expr) {
						t.Errorf("seed %d: known by values, but not true at %s L%d: %s\n%s", seed, i.Loc.Func.Name, i.Loc.ID,
							ir.ExprString(i.Expr), ir.Print(p))
					}
				}
			}
		}
		v, why := run(p, ev, c)
		count.add(kind, v)
		fail := func(what string) {
			text := ""
			for _, i := range invs {
				text += fmt.Sprintf("%s L%d: %s\n", i.Loc.Func.Name, i.Loc.ID, ir.ExprString(i.Expr))
			}
			t.Errorf("seed %d: %s (%v): %.300s (%s)\n%s%.5000s", seed, kind, c.Only, what, why, ir.Print(p), text)
		}
		switch v {
		case Confirmed:
			if tr.bad {
				fail("confirmed, but an error is reached")
			}
			for _, i := range invs {
				if !tr.holds(i.Loc, i.Expr) {
					fail("confirmed, but not true: " + ir.ExprString(i.Expr))
				}
			}
		default:
			if must && (c.Only != Ints || v == Refuted) {
				fail(v.String() + ", but it is a proof")
			}
		}
	}
	exact := tr.exact()
	proof := exact != nil && !tr.partial && !tr.bad && !calls && g.ptr == nil
	if exact != nil {
		judge("exact", &verify.Inductive{Invariants: exact, Results: results}, cfg(), exact, tr, proof)
		judge("weaker", &verify.Inductive{Invariants: g.weaken(exact), Results: results}, cfg(), exact, tr, false)
		for range 2 {
			wrong := tr.remove(g, exact)
			if wrong != nil {
				judge("removed", &verify.Inductive{Invariants: wrong, Results: results}, cfg(), wrong, tr, false)
			}
		}
	}
	// part repairs invariants that are wrong as a whole: the rest must be true, inductive, and enough for a proof.
	part := func(kind string, invs []verify.Invariant) {
		c := cfg()
		whole := &verify.Inductive{Invariants: invs, Results: results}
		if g.r.IntN(2) == 0 {
			if _, rest, err := repairValues(context.Background(), p, nil, p.Obligations, whole); err == nil {
				c.Known = rest
				kind += ", partly known"
			}
		}
		ev, err := repairInvariants(context.Background(), p, p.Obligations, whole, c)
		if err != nil {
			count.add(kind, Undecided)
			return
		}
		count.add(kind, Confirmed)
		for _, i := range ev.Invariants {
			if tr.bad || !tr.holds(i.Loc, i.Expr) {
				t.Errorf("seed %d: %s (%v): %s is left\n%s", seed, kind, c.Only, ir.ExprString(i.Expr), ir.Print(p))
			}
		}
		if tr.bad {
			t.Errorf("seed %d: %s (%v): confirmed, but an error is reached\n%s", seed, kind, c.Only, ir.Print(p))
		}
		judge(kind+", again", ev, c, ev.Invariants, tr, false)
	}
	part("part of atoms", append(tr.atoms(g), tr.atoms(g)...))
	if exact != nil {
		part("part of exact", append(g.wrongAtoms(p), exact...))
		if wrong := g.otherProgram(p, results, all); wrong != nil {
			part("part of other program", wrong)
		}
	}
	for range 4 {
		some := tr.atoms(g)
		judge("atoms", &verify.Inductive{Invariants: some, Results: results}, cfg(), some, tr, false)
	}
	// The exact formulas of a program with another statement somewhere.
	for range 4 {
		if wrong := g.otherProgram(p, results, all); wrong != nil {
			judge("other program", &verify.Inductive{Invariants: wrong, Results: results}, cfg(), wrong, tr, false)
			ev := &verify.KInductive{K: 1 + g.r.IntN(2)}
			for _, i := range wrong {
				if i.Loc != i.Loc.Func.Exit {
					ev.Cut = append(ev.Cut, i.Loc)
					ev.Invariants = append(ev.Invariants, i)
				}
			}
			judge("other program, k-induction", ev, cfg(), ev.Invariants, tr, false)
		}
	}
	heads := loopHeads(p)
	// k-induction
	for range 3 {
		ev := &verify.KInductive{K: 1 + g.r.IntN(3), Cut: append([]*ir.Loc{}, heads...)}
		if g.r.IntN(4) == 0 && len(ev.Cut) > 0 {
			ev.Cut = ev.Cut[:len(ev.Cut)-1]
		}
		if g.r.IntN(3) == 0 {
			ev.Cut = append(ev.Cut, g.main.Locs[g.r.IntN(len(g.main.Locs))])
		}
		cut := map[*ir.Loc]bool{}
		for _, l := range ev.Cut {
			cut[l] = true
		}
		from := tr.atoms(g)
		if exact != nil && g.r.IntN(3) == 0 {
			from = exact
		}
		for _, i := range from {
			if cut[i.Loc] && i.Loc != i.Loc.Func.Exit {
				ev.Invariants = append(ev.Invariants, i)
			}
		}
		if g.r.IntN(3) == 0 {
			ev.Support = &verify.Inductive{Invariants: tr.atoms(g), Results: results}
		}
		judge("k-induction", ev, cfg(), ev.Invariants, tr, false)
		// Some loops are unwound instead.
		unwound := *ev
		unwound.Depth, unwound.Cut, unwound.Invariants = map[*ir.Loc]int{}, nil, nil
		for _, l := range ev.Cut {
			if slices.Contains(heads, l) && g.r.IntN(2) == 0 {
				unwound.Depth[l] = g.r.IntN(6)
			} else {
				unwound.Cut = append(unwound.Cut, l)
			}
		}
		for _, i := range ev.Invariants {
			if slices.Contains(unwound.Cut, i.Loc) {
				unwound.Invariants = append(unwound.Invariants, i)
			}
		}
		heap := cfg()
		heap.Heap = g.r.IntN(2) == 0
		judge("k-induction, unwound", &unwound, heap, unwound.Invariants, tr, false)
	}
	// Unwindings, also of programs whose loops end.
	for range 2 {
		depth := map[*ir.Loc]int{}
		for _, l := range heads {
			depth[l] = g.r.IntN(4)
		}
		// A depth bounds each stay in a loop, while the oracle counts all visits: so only the error matters here.
		u := visitAll(p, results, nil, depth, all)
		u.partial = u.partial || len(u.over) > 0
		u.bad = u.bad || tr.bad
		ev := &verify.Unwinding{Depth: depth, Search: g.r.IntN(4) == 0, Apart: g.r.IntN(4) == 0}
		judge("unwinding", ev, cfg(), nil, u, !u.bad && !u.partial && g.ptr == nil)
		forward := cfg()
		forward.Paths = 1
		judge("unwinding", ev, forward, nil, u, !u.bad && !u.partial && g.ptr == nil)
		byPaths := *ev
		byPaths.Paths = &verify.PathTree{}
		forward.Heap = true // otherwise other attempts come first
		judge("unwinding", &byPaths, forward, nil, u, false)
	}
	if !calls {
		for range 4 {
			from := tr.atoms(g)
			must := false
			if exact != nil && g.r.IntN(2) == 0 {
				from, must = exact, proof
			}
			ev, changed := g.graph(p, from)
			judge("annotated", ev, cfg(), nil, tr, must && !changed)
		}
	}
	g.regionProofs(p, results, judge)
}

// weaken returns the invariants with more states at one location.
func (g *gen) weaken(invs []verify.Invariant) []verify.Invariant {
	out := append([]verify.Invariant{}, invs...)
	i := g.r.IntN(len(out))
	out[i].Expr = &ir.Binary{Op: ir.LOr, X: out[i].Expr, Y: g.expr(out[i].Loc.Func, ir.B, 2)}
	return out
}

// remove returns the invariants without one of the visited states.
func (t *truth) remove(g *gen, invs []verify.Invariant) []verify.Invariant {
	for range 20 {
		i := g.r.IntN(len(invs))
		ps := t.points(invs[i].Loc)
		if len(ps) == 0 {
			continue
		}
		k := g.r.IntN(len(ps))
		out := append([]verify.Invariant{}, invs...)
		out[i].Expr = or(append(append([]ir.Expr{}, ps[:k]...), ps[k+1:]...))
		return out
	}
	return nil
}

// otherProgram changes one statement, computes the strongest invariants of that program, and changes the statement
// back.
func (g *gen) otherProgram(p *ir.Program, results map[*ir.Func]*ir.Var, inputs []map[int]uint64) []verify.Invariant {
	f := g.main
	if g.g != nil && g.r.IntN(3) == 0 {
		f = g.g
	}
	if g.entries != nil {
		f = p.Funcs[g.r.IntN(len(p.Funcs))]
	}
	e := f.Edges[g.r.IntN(len(f.Edges))]
	for range 3 { // avoid statements whose change has little effect
		switch e.Stmt.(type) {
		case *ir.Skip, *ir.Return, *ir.Assume:
			e = f.Edges[g.r.IntN(len(f.Edges))]
		}
	}
	was := e.Stmt
	switch s := was.(type) {
	case *ir.Return:
		if s.Val == nil || g.r.IntN(2) == 0 {
			return nil
		}
		e.Stmt = &ir.Return{Val: g.constant(f.Result)}
	case *ir.Assume:
		e.Stmt = &ir.Assume{Cond: &ir.Binary{Op: ir.LAnd, X: s.Cond, Y: g.expr(f, ir.B, 1)}}
	case *ir.Skip:
		return nil
	default:
		e.Stmt = &ir.Skip{}
		if d := ir.Def(was); d != nil && g.r.IntN(2) == 0 {
			e.Stmt = &ir.Assign{Dst: d, Src: g.constant(d.Type)}
		}
	}
	out := visitAll(p, results, g.entries, nil, inputs).exact()
	e.Stmt = was
	return out
}

// loopHeads returns the locations that cut the loops of p.
func loopHeads(p *ir.Program) (out []*ir.Loc) {
	c := &checker{}
	for _, f := range p.Funcs {
		cut := c.cuts(f)
		for _, l := range f.Locs {
			if cut[l] && l != f.Entry {
				out = append(out, l)
			}
		}
	}
	return out
}

// graph returns a graph with one node for each location of main. Sometimes it is changed so that it may be wrong.
func (g *gen) graph(p *ir.Program, invs []verify.Invariant) (ev *verify.Annotated, changed bool) {
	ev = &verify.Annotated{}
	for _, l := range g.main.Locs {
		n := verify.AnnotatedNode{Loc: l, Formula: ir.NewBool(true)}
		for _, i := range invs {
			if i.Loc == l {
				n.Formula = &ir.Binary{Op: ir.LAnd, X: n.Formula, Y: i.Expr}
			}
		}
		ev.Nodes = append(ev.Nodes, n)
	}
	for _, e := range g.main.Edges {
		ev.Edges = append(ev.Edges, verify.AnnotatedEdge{From: e.From.ID, To: e.To.ID, Edge: e, Caller: -1})
	}
	if g.r.IntN(2) == 0 {
		changed = true
		i := g.r.IntN(len(ev.Edges))
		ev.Edges = append(ev.Edges[:i:i], ev.Edges[i+1:]...)
	}
	if g.r.IntN(3) == 0 {
		// Add a second node that covers the first, or is covered by it.
		changed = true
		i, k := g.r.IntN(len(ev.Nodes)), len(ev.Nodes)
		ev.Nodes = append(ev.Nodes, ev.Nodes[i])
		ev.Edges = append(ev.Edges, verify.AnnotatedEdge{From: k, To: i, Caller: -1},
			verify.AnnotatedEdge{From: i, To: k, Caller: -1})
		if g.r.IntN(2) == 0 {
			ev.Edges = ev.Edges[:len(ev.Edges)-1]
		}
		var kept []verify.AnnotatedEdge
		for _, e := range ev.Edges {
			if e.Edge != nil && e.To == i && g.r.IntN(2) == 0 {
				e.To = k
			}
			if e.Edge != nil && e.From == i && g.r.IntN(3) == 0 {
				continue
			}
			kept = append(kept, e)
		}
		ev.Edges = kept
	}
	return ev, changed
}

// regionProofs tests proofs for a part of the inputs.
func (g *gen) regionProofs(p *ir.Program, results map[*ir.Func]*ir.Var, judge func(string, verify.Evidence, Config,
	[]verify.Invariant, *truth, bool)) {
	sites := flow.EntryInputs(p)
	if len(sites) == 0 {
		return
	}
	s := sites[g.r.IntN(len(sites))]
	v := &ir.Var{Name: "in", Type: s.Type}
	r := &verify.Region{Vars: map[int]*ir.Var{s.ID: v}}
	if g.r.IntN(2) == 0 || s.Type.Kind == ir.Bool {
		r.Cond = &ir.Binary{Op: ir.Ne, X: ir.NewRef(v), Y: g.constant(s.Type)}
	} else {
		lo, hi := g.constant(s.Type).(*ir.Const).Bits, g.constant(s.Type).(*ir.Const).Bits
		r.Box = []verify.Range{{Site: s.ID, Type: s.Type, Lo: lo, Hi: hi}}
	}
	var in []map[int]uint64
	w := &world{}
	for _, x := range w.values(s.Type) {
		ok := len(r.Box) == 0 || r.Box[0].Contains(x)
		if r.Cond != nil {
			c, _ := ir.EvalExpr(r.Cond, &ir.Env{Reg: func(*ir.Var) uint64 { return x }})
			ok = ok && c != 0
		}
		if ok {
			in = append(in, map[int]uint64{s.ID: x})
		}
	}
	tr := visitAll(p, results, nil, nil, in)
	// The oracle does not relate states to the input, so the strongest invariants for all inputs of the region together
	// need not be inductive.
	for range 3 {
		invs := tr.atoms(g)
		judge("region", &verify.Inductive{Invariants: invs, Results: results},
			Config{Regions: []*verify.Region{r}, Only: Encoding(g.r.IntN(3)), Time: 5 * time.Second}, invs, tr, false)
	}
	if invs := tr.exact(); invs != nil {
		judge("region exact", &verify.Inductive{Invariants: invs, Results: results},
			Config{Regions: []*verify.Region{r}, Time: 5 * time.Second}, invs, tr, false)
	}
	depth := map[*ir.Loc]int{}
	for _, l := range loopHeads(p) {
		depth[l] = 3
	}
	u := visitAll(p, results, nil, depth, in)
	u.partial = u.partial || len(u.over) > 0
	u.bad = u.bad || tr.bad
	judge("region unwinding", &verify.Unwinding{Depth: depth}, Config{Regions: []*verify.Region{r}, Time: 5 * time.Second},
		nil, u, !u.bad && !u.partial && g.ptr == nil)
}
