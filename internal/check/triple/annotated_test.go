package triple

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/numeric"
	cpavalue "github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// reachGraph returns the graph of an analysis as evidence; nil if it is too large. The results of functions are
// replaced by the registers in results, which the oracle uses.
func reachGraph(g *gen, p *ir.Program, results map[*ir.Func]*ir.Var) *verify.Annotated {
	m := cpavalue.Domain().Meaning(absint.Prepare(p), absint.Config{})
	var a cpa.Analysis = cpavalue.New(p, m, cpavalue.All)
	if g.r.IntN(2) == 0 {
		d, _ := domains.Named("interval")
		m = d.Meaning(absint.Prepare(p), absint.Config{})
		a = numeric.New("interval", m, func(*ir.Loc) (int, bool) { return 2, true })
	}
	run := cpa.NewRun(p, a, cpa.Orders()[g.r.IntN(len(cpa.Orders()))], nil)
	if !run.Explore(context.Background(), 2000) {
		return nil
	}
	ev := run.Graph(false).Annotated()
	if len(ev.Nodes) > 150 {
		return nil
	}
	ev.Results, ev.Made = results, m.Names().Made
	for i, n := range ev.Nodes {
		ev.Nodes[i].Formula = ir.Map(n.Formula, func(x ir.Expr) ir.Expr {
			if r, ok := x.(*ir.Ref); ok && r.Var == m.Names().Results[n.Loc.Func] {
				return ir.NewRef(results[n.Loc.Func])
			}
			return x
		})
	}
	return ev
}

// blocks removes formulas at random, but never so that a cycle has none.
func (g *gen) blocks(p *ir.Program, ev *verify.Annotated) {
	heads := loopHeads(p)
	for i, n := range ev.Nodes {
		if g.r.IntN(2) == 0 && !slices.Contains(heads, n.Loc) && n.Loc != n.Loc.Func.Entry &&
			(n.Loc != n.Loc.Func.Exit || ir.IsTrue(n.Formula)) {
			ev.Nodes[i].Formula = nil
		}
	}
}

// mutate returns a random change of a graph, which usually makes the graph wrong, and a description of the change.
func (g *gen) mutate(p *ir.Program, ev *verify.Annotated) (*verify.Annotated, string) {
	out := &verify.Annotated{Nodes: slices.Clone(ev.Nodes), Edges: slices.Clone(ev.Edges), Results: ev.Results,
		Made: ev.Made}
	pick := func(ok func(verify.AnnotatedEdge) bool) int {
		var all []int
		for i, e := range out.Edges {
			if ok(e) {
				all = append(all, i)
			}
		}
		if len(all) == 0 {
			return -1
		}
		return all[g.r.IntN(len(all))]
	}
	any := func(verify.AnnotatedEdge) bool { return true }
	isReturn := func(e verify.AnnotatedEdge) bool { return e.Caller >= 0 }
	like := func(i int) int { // returns another node at the location of node i
		var all []int
		for j, n := range out.Nodes {
			if n.Loc == out.Nodes[i].Loc && j != i {
				all = append(all, j)
			}
		}
		if len(all) == 0 {
			return i
		}
		return all[g.r.IntN(len(all))]
	}
	switch g.r.IntN(10) {
	case 0:
		if i := pick(any); i >= 0 {
			out.Edges = slices.Delete(out.Edges, i, i+1)
		}
		return out, "dropped edge"
	case 1:
		if i := pick(isReturn); i >= 0 {
			out.Edges = slices.Delete(out.Edges, i, i+1)
		}
		return out, "missing return"
	case 2:
		if i := pick(isReturn); i >= 0 {
			out.Edges[i].Caller = like(out.Edges[i].Caller)
		}
		return out, "wrong caller"
	case 3:
		if i := pick(any); i >= 0 {
			out.Edges[i].To = like(out.Edges[i].To)
		}
		return out, "leads to another"
	case 4:
		i := g.r.IntN(len(out.Nodes))
		if f := out.Nodes[i].Formula; f != nil {
			out.Nodes[i].Formula = &ir.Binary{Op: ir.LOr, X: f, Y: g.expr(out.Nodes[i].Loc.Func, ir.B, 1)}
		}
		return out, "weaker formula"
	case 5:
		i := g.r.IntN(len(out.Nodes))
		if f := out.Nodes[i].Formula; f != nil {
			out.Nodes[i].Formula = &ir.Binary{Op: ir.LAnd, X: f, Y: g.expr(out.Nodes[i].Loc.Func, ir.B, 1)}
		}
		return out, "stronger formula"
	case 6:
		i := g.r.IntN(len(out.Nodes))
		out.Nodes[i].Frame = out.Nodes[like(out.Nodes[i].Frame)].Frame
		return out, "wrong frame"
	case 7: // a node becomes covered and loses its edges
		i := g.r.IntN(len(out.Nodes))
		if j := like(i); j != i {
			out.Edges = slices.DeleteFunc(out.Edges, func(e verify.AnnotatedEdge) bool { return e.From == i })
			out.Edges = append(out.Edges, verify.AnnotatedEdge{From: i, To: j, Caller: -1})
		}
		return out, "covered by another"
	case 8: // the same, with a node inside of a block in between
		i := g.r.IntN(len(out.Nodes))
		if j := like(i); j != i {
			k := len(out.Nodes)
			out.Nodes = append(out.Nodes, verify.AnnotatedNode{Loc: out.Nodes[i].Loc, Frame: out.Nodes[i].Frame})
			out.Edges = slices.DeleteFunc(out.Edges, func(e verify.AnnotatedEdge) bool { return e.From == i })
			out.Edges = append(out.Edges, verify.AnnotatedEdge{From: i, To: k, Caller: -1},
				verify.AnnotatedEdge{From: k, To: j, Caller: -1})
		}
		return out, "covered inside of a block"
	default:
		i := pick(func(e verify.AnnotatedEdge) bool { return out.Nodes[e.To].Loc.Kind == ir.Error })
		if i >= 0 {
			bad := out.Nodes[out.Edges[i].To].Loc
			out.Edges = slices.DeleteFunc(out.Edges, func(e verify.AnnotatedEdge) bool { return out.Nodes[e.To].Loc == bad })
		}
		return out, "error left out"
	}
}

// graphWalk visits all states with the nodes of their activations. It returns "" if all visited states have nodes that
// fit, and otherwise a description of the fault in the graph.
func graphWalk(p *ir.Program, ev *verify.Annotated, results map[*ir.Func]*ir.Var) string {
	g, err := annotated.Read(p, ev)
	if err != nil {
		return err.Error()
	}
	type visit struct {
		at    *point
		nodes []int
	}
	w := &world{p: p}
	why := ""
	seen := map[string]bool{}
	var todo []visit
	holds := func(i int, at *point, when string) bool {
		f := g.Nodes[i].Formula
		if f == nil {
			return true
		}
		if v, ok := ir.EvalExpr(f, at.env(w)); ok && v == 0 {
			why = fmt.Sprintf("node %d %s: %s is not true", i, when, ir.ExprString(f))
		}
		return why == ""
	}
	// settle follows the coverage from node i, and checks the formulas on the way.
	settle := func(i int, at *point) int {
		for holds(i, at, "reached") && g.Nodes[i].By != i {
			for _, j := range g.Nodes[i].Covers {
				holds(j, at, "that covers")
			}
			i = g.Nodes[i].By
		}
		return i
	}
	add := func(at *point, nodes []int) {
		k := fmt.Sprint(w.key(at), nodes)
		if seen[k] || why != "" || len(seen) > 6000 {
			return
		}
		seen[k] = true
		nodes[len(nodes)-1] = settle(nodes[len(nodes)-1], at)
		todo = append(todo, visit{at, nodes})
		if at.top().loc.Kind == ir.Error {
			why = "an error is reached"
		}
	}
	target := func(m annotated.Move, what string) (int, bool) {
		switch {
		case m.Out():
			why = what + " is left out"
			return 0, false
		case len(m.To) > 0:
			return m.To[0], true
		}
		return m.In, true
	}
	start := &world{p: p, limit: 1 << 20, visit: func(*point) {}}
	start.seen = map[string]bool{}
	start.begin()
	for _, at := range start.work {
		add(at, []int{0})
	}
	for len(todo) > 0 && why == "" {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		depth, node := len(v.nodes), v.nodes[len(v.nodes)-1]
		for _, e := range v.at.top().loc.Out {
			var exits []*point
			next := &world{p: p, limit: 1 << 20, seen: map[string]bool{}}
			next.visit = func(a *point) { // each result has its own state after the call
				exits = append(exits, a)
				clear(next.seen)
			}
			next.step(v.at, e)
			moves := g.Moves(node, e)
			for n, b := range next.work {
				nodes := slices.Clone(v.nodes)
				switch {
				case len(b.stack) > depth:
					if moves[0].Out() {
						why = "a call is left out"
						break
					}
					add(b, append(nodes, moves[0].Entry))
				case len(b.stack) < depth:
					x, ok := target(moves[0], "an edge to the exit")
					if !ok {
						break
					}
					x = settle(x, exits[n])
					nodes = nodes[:depth-1]
					c := nodes[depth-2]
					back := g.Moves(c, v.at.top().call)
					k := slices.IndexFunc(back, func(m annotated.Move) bool { return m.Entry == g.Nodes[x].Frame && m.Exit == x })
					if k < 0 {
						why = fmt.Sprintf("no way back from node %d to node %d", x, c)
						break
					}
					if to, ok := target(back[k], "a return"); ok {
						nodes[depth-2] = to
						add(b, nodes)
					}
				default:
					if to, ok := target(moves[0], "an edge"); ok {
						if e.To == e.To.Func.Exit { // the end of the program
							b.top().regs = append(b.top().regs, 0)
						}
						nodes[depth-1] = to
						add(b, nodes)
					}
				}
			}
		}
	}
	return why
}

// TestSoundGraphs checks that graphs of analyses, with blocks, are confirmed if the solver can express their formulas.
// Changed graphs are not confirmed if an execution leaves the graph or reaches an error.
func TestSoundGraphs(t *testing.T) {
	count := tally{}
	begin := time.Now()
	n := 0
	for ; n < *mutants || *mutants == 0 && (n < 20 || n < 200 && count["with calls"] < 3 ||
		time.Since(begin) < 4*time.Second); n++ {
		oneGraph(t, *firstSeed+uint64(n), count)
		if t.Failed() {
			break
		}
	}
	t.Logf("%d programs: %v", n, count)
	if *mutants == 0 && !t.Failed() && (count["graph confirmed"] < 3 || count["wrong"] < 20 || count["with calls"] < 3) {
		t.Error("the test says little")
	}
	if *mutants >= 100 && count["weaker of a wrong one"] < 3 {
		t.Error("few graphs are weakened")
	}
}

// oneGraph tests the graph of one random program, and some changes of it.
func oneGraph(t *testing.T, seed uint64, count tally) {
	g := newGen(seed)
	var p *ir.Program
	if g.r.IntN(2) == 0 {
		p = g.program()
	} else {
		p = g.recursion()
	}
	results := map[*ir.Func]*ir.Var{}
	for _, f := range p.Funcs {
		if f.Result.Kind != ir.None {
			results[f] = &ir.Var{Name: "r", Type: f.Result, ID: len(f.Vars)}
		}
	}
	ev := reachGraph(g, p, results)
	if ev == nil {
		return
	}
	if g.r.IntN(2) == 0 {
		g.blocks(p, ev)
	}
	dump := func(ev *verify.Annotated) string {
		var b strings.Builder
		b.WriteString(ir.Print(p))
		for i, n := range ev.Nodes {
			f := "-"
			if n.Formula != nil {
				f = ir.ExprString(n.Formula)
			}
			fmt.Fprintf(&b, "N%d %s L%d in N%d: %s\n", i, n.Loc.Func.Name, n.Loc.ID, n.Frame, f)
			for _, e := range ev.Edges {
				if e.From == i {
					fmt.Fprintf(&b, "  -> N%d (%v, %d)\n", e.To, e.Edge, e.Caller)
				}
			}
		}
		return b.String()
	}
	judge := func(kind string, ev *verify.Annotated) {
		truth := graphWalk(p, ev, results)
		c := Config{Only: Encoding(g.r.IntN(3)), Time: 5 * time.Second}
		if g.r.IntN(2) == 0 {
			shown, err := shownBy(p, ev)
			if err == nil {
				c.Shown = shown
				kind = "shown, " + kind
				known := *ev
				known.Nodes = slices.Clone(ev.Nodes)
				for i := range known.Nodes {
					if shown.Known[i] != nil {
						known.Nodes[i].Formula = shown.Known[i]
					}
				}
				if wrong := graphWalk(p, &known, results); wrong != "" &&
					(len(shown.Open) == 0 || !strings.HasSuffix(wrong, "left out") && wrong != "an error is reached") {
					t.Errorf("seed %d: %s: known by values, but %s\n%s", seed, kind, wrong, dump(&known))
				}
				if allShown(shown) {
					count["all shown"]++
				}
			}
		}
		v, why := run(p, ev, c)
		count.add(kind, v)
		if truth != "" {
			count["wrong"]++
		}
		switch {
		case v == Confirmed && truth != "":
			t.Errorf("seed %d: %s: confirmed, but %s\n%s", seed, kind, truth, dump(ev))
		case v == Refuted && truth == "" && strings.HasSuffix(kind, "graph"):
			t.Errorf("seed %d: refuted: %s\n%s", seed, why, dump(ev))
		case v != Confirmed && c.Shown != nil && allShown(c.Shown):
			t.Errorf("seed %d: %s though nothing was left to show: %s\n%s", seed, v, why, dump(ev))
		case v != Confirmed && truth == "" && strings.HasSuffix(kind, "graph") && g.obj == nil && c.Only != Ints:
			t.Errorf("seed %d: %s: %s\n%s", seed, v, why, dump(ev))
		}
		if v == Confirmed {
			return
		}
		weaker, err := repairGraph(context.Background(), p, p.Obligations, ev, c)
		if err != nil {
			return
		}
		count["weaker "+map[bool]string{true: "of a right one", false: "of a wrong one"}[truth == ""]]++
		if wrong := graphWalk(p, weaker, results); wrong != "" {
			t.Errorf("seed %d: %s: a weaker graph is confirmed, but %s\n%s", seed, kind, wrong, dump(weaker))
		}
		if c.Shown != nil {
			c.Shown, _ = shownBy(p, weaker)
		}
		if v, why := run(p, weaker, c); v != Confirmed {
			t.Errorf("seed %d: %s: the weaker graph is no proof by itself: %s\n%s", seed, kind, why, dump(weaker))
		}
	}
	bad := slices.ContainsFunc(ev.Nodes, func(n verify.AnnotatedNode) bool { return n.Loc.Kind == ir.Error })
	if !bad {
		judge("graph", ev)
		if slices.ContainsFunc(ev.Edges, func(e verify.AnnotatedEdge) bool { return e.Caller >= 0 }) {
			count["with calls"]++
		}
	}
	for range 4 {
		spoilt, how := g.mutate(p, ev)
		judge(how, spoilt)
	}
}
