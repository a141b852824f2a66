package predicate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// blockPath is a path of an abstract reachability graph as a sequence of blocks, each with all paths through it.
type blockPath struct {
	path   cpa.Path
	at     []int // indices in path.Nodes where blocks begin and end
	blocks []vc.Block
	nodes  [][]*cpa.Node // by block: its nodes
	*vc.BlockPath
}

// blockPathTo divides a path into blocks, and decides whether executions can take it. It returns nil on an error.
func (a *Analysis) blockPathTo(ctx context.Context, path cpa.Path) *blockPath {
	if j := a.cache.blockPath; j != nil && slices.Equal(j.path.Nodes, path.Nodes) &&
		slices.Equal(j.path.Edges, path.Edges) {
		return j
	}
	j := &blockPath{path: path, at: []int{0}}
	last := len(path.Nodes) - 1
	for i := 1; i <= last; i++ {
		if i < last && !a.ends(path.Nodes[i].Loc) {
			continue
		}
		from := j.at[len(j.at)-1]
		block, nodes := a.ways(path.Nodes[from:i+1], path.Edges[from:i])
		j.at, j.blocks, j.nodes = append(j.at, i), append(j.blocks, block), append(j.nodes, nodes)
	}
	known := make([]*term.Term, len(j.blocks))
	for i, k := range j.at[1:] {
		if s, is := path.States[k].(*state); is && s.kind == begins {
			known[i] = s.a.term
		}
	}
	w, err := a.p.CheckBlocks(ctx, j.blocks, known)
	if err != nil {
		return nil
	}
	j.BlockPath = w
	if ctx.Err() == nil {
		a.cache.blockPath = j
	}
	return j
}

// ways returns all paths of the graph that have the ends of the given path and no end of a block in between, as a block
// with its nodes. If these paths have cycles or returns, the block is only the given path.
func (a *Analysis) ways(nodes []*cpa.Node, edges []*ir.Edge) (vc.Block, []*cpa.Node) {
	first, last := nodes[0], nodes[len(nodes)-1]
	straight := func() (vc.Block, []*cpa.Node) { return vc.BlockOf(edges), nodes }
	if len(edges) < 2 || slices.ContainsFunc(edges, func(e *ir.Edge) bool { _, is := e.Stmt.(*ir.Return); return is }) {
		return straight()
	}
	_, calls := edges[len(edges)-1].Stmt.(*ir.Call) // other calls of the same entry return to other locations
	// Order the nodes from the start, and keep those that lead to the end.
	number := map[*cpa.Node]int{}
	var order []*cpa.Node
	busy := map[*cpa.Node]bool{}
	in := map[*cpa.Node]bool{last: true}
	cycle := false
	var visit func(n *cpa.Node)
	visit = func(n *cpa.Node) {
		busy[n] = true
		if n != last {
			for _, l := range n.Out {
				m := stands(l.To)
				if l.Caller != nil || m != last && a.ends(m.Loc) || m == last && calls && l.Edge != edges[len(edges)-1] {
					continue
				}
				if _, done := number[m]; busy[m] && !done {
					cycle = true
				} else if !busy[m] {
					visit(m)
				}
				in[n] = in[n] || in[m]
			}
		}
		number[n] = len(order)
		order = append(order, n)
	}
	visit(first)
	if _, met := number[last]; !met || cycle {
		return straight()
	}
	slices.Reverse(order)
	order = slices.DeleteFunc(order, func(n *cpa.Node) bool { return !in[n] })
	at := slices.Index(order, last) // nothing follows it
	order = append(append(order[:at:at], order[at+1:]...), last)
	clear(number)
	for i, n := range order {
		number[n] = i
	}
	block := vc.Block{Nodes: len(order)}
	for i, n := range order[:len(order)-1] {
		for _, l := range n.Out {
			k, known := number[stands(l.To)]
			s := vc.BlockStep{From: i, To: k, Edge: l.Edge}
			if known && k > 0 && l.Caller == nil && (k < len(order)-1 || !calls || l.Edge == edges[len(edges)-1]) &&
				!slices.Contains(block.Steps, s) {
				block.Steps = append(block.Steps, s)
			}
		}
	}
	return block, order
}

// stands returns the node that covers or replaced n, or n.
func stands(n *cpa.Node) *cpa.Node {
	for n.Fate == cpa.Covered || n.Fate == cpa.Merged {
		n = n.By
	}
	return n
}

// Choose implements cpa.Chooser. Among all paths through the blocks of path, it returns one that executions can take,
// if it knows one.
func (a *Analysis) Choose(ctx context.Context, path cpa.Path) cpa.Path {
	if a.waits() {
		return path
	}
	j := a.blockPathTo(ctx, path)
	if j == nil || j.Steps == nil {
		return path
	}
	out := cpa.Path{Nodes: []*cpa.Node{path.Nodes[0]}}
	for i, way := range j.Steps {
		end := path.Nodes[j.at[i+1]]
		for _, k := range way {
			s := j.blocks[i].Steps[k]
			out.Nodes, out.Edges = append(out.Nodes, j.nodes[i][s.To]), append(out.Edges, s.Edge)
		}
		if out.Nodes[len(out.Nodes)-1] != end { // the model is not evaluated exactly
			return path
		}
	}
	return out
}

// Refine implements cpa.Refiner.
func (a *Analysis) Refine(ctx context.Context, path cpa.Path, pi *verify.Precision) *cpa.Refinement {
	// The path may be a prefix of the chosen path; other paths through its last block may continue.
	if slices.ContainsFunc(path.Edges, func(e *ir.Edge) bool { return !slices.Contains(e.From.Out, e) }) {
		return nil // a statement was removed (Path.Slice), so the blocks have other paths
	}
	if a.waits() {
		a.postponed--
		return nil
	}
	j := a.cache.blockPath
	if j == nil || len(path.Edges) > len(j.path.Edges) || !slices.Equal(j.path.Edges[:len(path.Edges)], path.Edges) {
		j = a.blockPathTo(ctx, path)
	}
	if j == nil || ctx.Err() != nil {
		return nil
	}
	if j.Result == smt.Unsat {
		if r := a.numeric(ctx, j, pi); r != nil || ctx.Err() != nil {
			return r
		}
		if r := a.program(ctx, j, pi); r != nil || ctx.Err() != nil {
			return r
		}
		for _, how := range a.attempts(j) {
			seq := a.p.InterpolateBlocks(ctx, j.BlockPath, how, a.horn(ctx, 8))
			if ctx.Err() != nil {
				return nil
			}
			if seq == nil {
				continue
			}
			if r := a.refinement(j, how, pi, func(i int) []ir.Expr {
				if strings.HasSuffix(how, "clauses") {
					return a.conjuncts(a.p, j.Points[i], seq[i])
				}
				return a.atoms(j.Points[i], seq[i])
			}); r != nil {
				return r
			}
		}
	}
	r := a.single(ctx, j, pi)
	if r != nil || ctx.Err() != nil || j.Result != smt.Unsat || len(a.unanswered.results) == 0 && a.Awake() {
		return r
	}
	// Some block may be impassable.
	if a.Awake() {
		a.unanswered.patient = true
	}
	a.Wake()
	for _, k := range a.unanswered.results {
		delete(a.cache.results, k)
	}
	a.unanswered.results = nil
	return &cpa.Refinement{Precision: pi.WithPredicates(verify.Scoped{}), From: path.Nodes[0],
		Why: "blocks that cannot be passed are looked for", Cost: cpa.Dear}
}

// program searches for invariants of the path program with Horn clauses, first in ideal arithmetic. It returns a
// refinement by these invariants, nil if there is none.
func (a *Analysis) program(ctx context.Context, j *blockPath, pi *verify.Precision) *cpa.Refinement {
	if a.cfg.Horn == nil || a.cfg.Forward || len(j.blocks) < 2 {
		return nil
	}
	var places []*ir.Loc
	for _, i := range j.at {
		l := j.path.Nodes[i].Loc
		if l.Func != a.prog.Entry {
			return nil
		}
		if !slices.Contains(places, l) {
			places = append(places, l)
		}
	}
	slices.SortFunc(places, func(x, y *ir.Loc) int { return x.ID - y.ID })
	for _, loose := range []bool{true, false} {
		p := a.p
		if loose {
			p = a.cfg.Ideal
		}
		if p.E.Enc != vc.Ints {
			continue
		}
		key := fmt.Sprint(loose)
		for _, l := range places {
			key += fmt.Sprint(" ", l.ID)
		}
		found := a.cache.programs[key]
		if found == nil {
			found = &program{}
			a.cache.programs[key] = found
		}
		if found.at == nil && found.tries < len(programTries) && a.Refined >= programTries[found.tries].after {
			var all []vc.Transition
			for _, l := range places {
				for _, m := range places {
					if block, ok := a.between(l, m); ok && (m.Kind != ir.Error || m == j.path.Nodes[len(j.path.Nodes)-1].Loc) {
						all = append(all, vc.Transition{From: l, To: m, Block: block})
					}
				}
			}
			share := programTries[found.tries].share
			found.tries++
			for l, t := range p.PathProgram(ctx, all, loose, a.horn(ctx, share)) {
				if found.at == nil {
					found.at = map[*ir.Loc][]ir.Expr{}
				}
				found.at[l] = a.conjuncts(p, vc.Point{Ctx: p.E.Root(), Loc: l}, t)
			}
			if ctx.Err() != nil {
				return nil
			}
		}
		name := "program"
		if loose {
			name = "ideal program"
		}
		if r := a.refinement(j, name, pi, func(i int) []ir.Expr { return found.at[j.path.Nodes[j.at[i]].Loc] }); r != nil {
			return r
		}
	}
	return nil
}

// program has the results for a path program.
type program struct {
	at    map[*ir.Loc][]ir.Expr // invariants; nil if none are found
	tries int                   // number of searches
}

// programTries describes the searches for invariants of one path program. A search is made after the given number of
// refinements, with the given share of the time (Config.Horn).
var programTries = []struct{ after, share int }{{0, 8}, {4, 3}, {12, 1}}

// between returns the block of all paths from one location to another in a function that have no end of a block in
// between. ok is false if there is none.
func (a *Analysis) between(from, to *ir.Loc) (block vc.Block, ok bool) {
	in := map[*ir.Loc]bool{}
	todo := []*ir.Loc{to}
	for len(todo) > 0 {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range l.In {
			if m := e.From; m == from || !in[m] && !a.ends(m) {
				if !in[m] && m != from {
					todo = append(todo, m)
				}
				in[m] = true
			}
		}
	}
	if !in[from] {
		return block, false
	}
	// Order the locations; from and to have different indices even if they are the same location.
	number := map[*ir.Loc]int{}
	var order []*ir.Loc
	var visit func(l *ir.Loc)
	visit = func(l *ir.Loc) {
		number[l] = -1
		for _, e := range l.Out {
			if _, met := number[e.To]; !met && e.To != to && in[e.To] && e.To != from {
				visit(e.To)
			}
		}
		order = append(order, l)
	}
	visit(from)
	slices.Reverse(order)
	for i, l := range order {
		number[l] = i
	}
	block.Nodes = len(order) + 1
	for i, l := range order {
		for _, e := range l.Out {
			if e.To == to {
				block.Steps = append(block.Steps, vc.BlockStep{From: i, To: len(order), Edge: e})
			} else if k, known := number[e.To]; known && k > 0 {
				block.Steps = append(block.Steps, vc.BlockStep{From: i, To: k, Edge: e})
			}
		}
	}
	return block, true
}

// attempts returns the methods to find predicates, the best first. Elimination works well for short blocks with few
// paths.
func (a *Analysis) attempts(j *blockPath) []string {
	switch {
	case a.e.Enc == vc.Bits: // clauses over bit-vectors are not solved in time
		return []string{"wp", "sp"}
	case a.cfg.Forward:
		return []string{"sp", "wp", "clauses"}
	}
	ways := 0
	for _, block := range j.blocks {
		ways += len(block.Steps) - block.Nodes + 1
	}
	if ways > manyWays {
		return []string{"clauses"}
	}
	return []string{"wp", "clauses", "sp"}
}

// maxConditions bounds the conditions of a path that are tried if no better predicates are found.
const maxConditions = 12

// If a path has manyWays branches or more, elimination is not tried.
const manyWays = 12

// horn returns Config.Horn for a share of the time.
func (a *Analysis) horn(ctx context.Context, share int) func([]*term.Term) *term.Model {
	return func(clauses []*term.Term) *term.Model {
		if a.cfg.Horn == nil {
			return nil
		}
		return a.cfg.Horn(ctx, share, clauses)
	}
}

// single explains one path through the blocks only. If that gives no new predicates, it tries the conditions of the
// blocks.
func (a *Analysis) single(ctx context.Context, j *blockPath, pi *verify.Precision) *cpa.Refinement {
	edges, at := a.likely(ctx, j, pi)
	if edges == nil {
		edges, at = j.path.Edges, j.at
	}
	all, err := a.p.Attempts(ctx, vc.Path{Edges: edges}, 3)
	if err != nil {
		all = nil
	}
	for _, ip := range all {
		if r := a.refinement(j, ip.How+" of one way", pi, func(i int) []ir.Expr {
			return a.atoms(ip.Points[at[i]], ip.Terms[at[i]])
		}); r != nil {
			return r
		}
	}
	if j.Result == smt.Sat || ctx.Err() != nil {
		return nil
	}
	var conds []ir.Expr
	seen := map[string]bool{}
	for _, block := range j.blocks {
		for _, s := range block.Steps {
			if st, is := s.Edge.Stmt.(*ir.Assume); is && (st.Guard == ir.Branch || st.Guard == ir.UserAssume) {
				if text := ir.ExprString(st.Cond); !seen[text] && !seen[ir.ExprString(ir.NotExpr(st.Cond))] {
					seen[text] = true
					conds = append(conds, st.Cond)
				}
			}
		}
	}
	if len(conds) > maxConditions {
		return nil
	}
	return a.refinement(j, "conditions", pi, func(int) []ir.Expr { return conds })
}

// likely returns a path through the blocks that the abstraction does not exclude. It goes back from the end: each block
// has to lead to the combination of predicates with which the path enters the next block. at has the indices of the
// edges where blocks begin and end. The edges are nil if there is no such path, or none is found.
func (a *Analysis) likely(ctx context.Context, j *blockPath, pi *verify.Precision) (edges []*ir.Edge, at []int) {
	c := a.e.C
	post := c.True()
	ways := make([][]*ir.Edge, len(j.blocks))
	for i := len(j.blocks) - 1; i >= 0; i-- {
		s, is := j.path.States[j.at[i]].(*state)
		if !is || s.kind != begins {
			return nil, nil
		}
		steps, in, ok := a.p.PathThrough(ctx, j.Points[i], j.blocks[i], s.a.term, post)
		if !ok {
			return nil, nil
		}
		for _, k := range steps {
			ways[i] = append(ways[i], j.blocks[i].Steps[k].Edge)
		}
		var cube []*term.Term
		for _, p := range a.at(pi, j.path.Nodes[j.at[i]].Loc) {
			if t := a.preds[p].term; holds(in, t) {
				cube = append(cube, t)
			} else {
				cube = append(cube, c.Not(t))
			}
		}
		post = c.And(cube...)
	}
	at = []int{0}
	for _, way := range ways {
		edges = append(edges, way...)
		at = append(at, len(edges))
	}
	return edges, at
}

// refinement returns the refinement of pi by the predicates that the function found returns for the ends of blocks; nil
// if none is new.
func (a *Analysis) refinement(j *blockPath, how string, pi *verify.Precision,
	found func(i int) []ir.Expr) *cpa.Refinement {
	more := verify.Scoped{Func: map[*ir.Func][]ir.Expr{}, Loc: map[*ir.Loc][]ir.Expr{}}
	from, cost := -1, 0
	var why []string
	for i := 1; i < len(j.at)-1; i++ {
		l := j.path.Nodes[j.at[i]].Loc
		old := a.at(pi, l)
		var new []ir.Expr
		for _, x := range found(i) {
			if !a.readable(l, x) {
				continue
			}
			p := a.number(a.e.RootOf(l.Func), x)
			if p.number < 0 || slices.Contains(old, p.number) {
				continue
			}
			if y := a.preds[p.number].expr; !slices.Contains(new, y) {
				new = append(new, y)
			}
		}
		exit, back := a.atExit(j.path, j.at[i], found(i), pi)
		if len(new) == 0 && len(back) == 0 {
			continue
		}
		if from < 0 {
			from = j.at[i]
			if n := j.path.Nodes[from]; n.Stack.Entry() == n || len(back) > 0 { // the state of n is made at the node before
				from--
			}
		}
		more.Loc[exit] = append(more.Loc[exit], back...)
		for _, x := range back {
			why = append(why, ir.ExprString(x))
		}
		for _, x := range new {
			why = append(why, ir.ExprString(x))
			cost += len(why[len(why)-1])
		}
		switch a.cfg.Scope {
		case AtLocation:
			more.Loc[l] = append(more.Loc[l], new...)
		case InFunction:
			more.Func[l.Func] = append(more.Func[l.Func], new...)
		case Everywhere:
			for _, x := range new {
				if global(x) {
					more.Global = append(more.Global, x)
				} else {
					more.Func[l.Func] = append(more.Func[l.Func], x)
				}
			}
		}
	}
	if from < 0 {
		return nil
	}
	a.Wake()
	a.Refined++
	a.note("refinement %d of %d blocks, %d edges: from %s %s: %s", a.Refined, len(j.blocks), len(j.path.Edges),
		j.path.Nodes[from], how, strings.Join(why, ", "))
	slices.Sort(why)
	return &cpa.Refinement{Precision: pi.WithPredicates(more), From: j.path.Nodes[from],
		Why: fmt.Sprintf("%s: %s", how, strings.Join(slices.Compact(why), ", ")), Cost: cost}
}

// atExit returns the exit of the function from which edge k-1 returns, and the predicates of found that can be
// expressed there and are not in pi. It returns nil if the edge is not a return.
func (a *Analysis) atExit(path cpa.Path, k int, found []ir.Expr, pi *verify.Precision) (exit *ir.Loc, out []ir.Expr) {
	e := path.Edges[k-1]
	if _, is := e.Stmt.(*ir.Return); !is {
		return nil, nil
	}
	exit = e.To
	old := a.at(pi, exit)
	var dst *ir.Var
	for _, c := range path.Nodes[k].Loc.In {
		if call, is := c.Stmt.(*ir.Call); is && call.Func == exit.Func {
			dst = call.Dst
		}
	}
	for _, x := range found {
		if dst != nil && !dst.Global {
			x = ir.Replace(x, func(v *ir.Var) ir.Expr {
				if v == dst {
					return ir.NewRef(a.cfg.Results[exit.Func])
				}
				return nil
			})
		}
		if !a.readable(exit, x) {
			continue
		}
		p := a.number(a.e.RootOf(exit.Func), x)
		if p.number < 0 || slices.Contains(old, p.number) {
			continue
		}
		if y := a.preds[p.number].expr; !slices.Contains(out, y) {
			out = append(out, y)
		}
	}
	return exit, out
}

// global reports whether x reads no register or object of a function.
func global(x ir.Expr) bool {
	ok := true
	ir.Vars(x, func(v *ir.Var) { ok = ok && v.Global })
	ir.Walk(x, func(y ir.Expr) bool {
		if o, is := y.(*ir.AddrOf); is && o.Obj.Func != nil {
			ok = false
		}
		return ok
	})
	return ok
}

// conjuncts returns the conjuncts of t as expressions: solutions of clauses are conjunctions of lemmas, each of which
// is useful by itself.
func (a *Analysis) conjuncts(p *vc.Prover, at vc.Point, t *term.Term) (out []ir.Expr) {
	for _, x := range vc.Conjuncts(p.E.C, t) {
		if e, ok := p.Lift(at.Ctx, x); ok {
			out = append(out, e)
		}
	}
	return out
}

// atoms returns the comparisons in t as expressions.
func (a *Analysis) atoms(at vc.Point, t *term.Term) (out []ir.Expr) {
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] || t.IsConst() {
			return
		}
		seen[t] = true
		switch op := t.Op(); {
		case op == term.Not, op == term.And, op == term.Or, op == term.Ite, op == term.Eq && t.Arg(0).Sort() == term.BoolSort:
			for _, x := range t.Args() {
				visit(x)
			}
		case op == term.Forall || op == term.Exists:
		default:
			if x, ok := a.p.Lift(at.Ctx, t); ok {
				out = append(out, x)
			}
		}
	}
	visit(t)
	return out
}
