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

// journey is a path with all ways through its blocks.
type journey struct {
	path  cpa.Path
	at    []int // of path.Nodes: where blocks begin and end
	legs  []vc.Leg
	nodes [][]*cpa.Node // by leg: its places
	*vc.Journey
}

// journeyTo takes a path apart, and asks whether executions can make it.
func (a *Analysis) journeyTo(ctx context.Context, path cpa.Path) *journey {
	if j := a.journey; j != nil && slices.Equal(j.path.Nodes, path.Nodes) && slices.Equal(j.path.Edges, path.Edges) {
		return j
	}
	j := &journey{path: path, at: []int{0}}
	last := len(path.Nodes) - 1
	for i := 1; i <= last; i++ {
		if i < last && !a.ends(path.Nodes[i].Loc) {
			continue
		}
		from := j.at[len(j.at)-1]
		leg, nodes := a.ways(path.Nodes[from:i+1], path.Edges[from:i])
		j.at, j.legs, j.nodes = append(j.at, i), append(j.legs, leg), append(j.nodes, nodes)
	}
	w, err := a.p.Journey(ctx, j.legs)
	if err != nil {
		return nil
	}
	j.Journey = w
	if ctx.Err() == nil {
		a.journey = j
	}
	return j
}

// ways is the part of the graph between the ends of a part of a path, in which no block ends.
func (a *Analysis) ways(nodes []*cpa.Node, edges []*ir.Edge) (vc.Leg, []*cpa.Node) {
	first, last := nodes[0], nodes[len(nodes)-1]
	straight := func() (vc.Leg, []*cpa.Node) { return vc.Straight(edges), nodes }
	if len(edges) < 2 || slices.ContainsFunc(edges, func(e *ir.Edge) bool { _, is := e.Stmt.(*ir.Return); return is }) {
		return straight()
	}
	// What leads to the end, then in order from the start.
	in := map[*cpa.Node]bool{last: true}
	todo := []*cpa.Node{last}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, l := range n.In {
			if m := l.From; m != first && !in[m] && l.Caller == nil && m.Counts() && !a.ends(m.Loc) {
				in[m] = true
				todo = append(todo, m)
			}
		}
	}
	number := map[*cpa.Node]int{}
	var order []*cpa.Node
	busy := map[*cpa.Node]bool{}
	cycle := false
	var visit func(n *cpa.Node)
	visit = func(n *cpa.Node) {
		busy[n] = true
		if n != last {
			for _, l := range n.Out {
				if !in[l.To] || l.Caller != nil {
					continue
				}
				if _, done := number[l.To]; busy[l.To] && !done {
					cycle = true
				} else if !busy[l.To] {
					visit(l.To)
				}
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
	at := slices.Index(order, last) // nothing comes behind
	order = append(append(order[:at:at], order[at+1:]...), last)
	for i, n := range order {
		number[n] = i
	}
	leg := vc.Leg{Places: len(order)}
	for i, n := range order[:len(order)-1] {
		for _, l := range n.Out {
			k, known := number[l.To]
			s := vc.LegStep{From: i, To: k, Edge: l.Edge}
			if known && in[l.To] && l.Caller == nil && !slices.Contains(leg.Steps, s) {
				leg.Steps = append(leg.Steps, s)
			}
		}
	}
	return leg, order
}

// Choose is, of the ways to the end of a path, one that executions can take as far as is known: see cpa.Chooser.
func (a *Analysis) Choose(ctx context.Context, path cpa.Path) cpa.Path {
	j := a.journeyTo(ctx, path)
	if j == nil || j.Ways == nil {
		return path
	}
	out := cpa.Path{Nodes: []*cpa.Node{path.Nodes[0]}}
	for i, way := range j.Ways {
		end := path.Nodes[j.at[i+1]]
		for _, k := range way {
			s := j.legs[i].Steps[k]
			out.Nodes, out.Edges = append(out.Nodes, j.nodes[i][s.To]), append(out.Edges, s.Edge)
		}
		if out.Nodes[len(out.Nodes)-1] != end { // the model is not evaluated exactly
			return path
		}
	}
	return out
}

// Refine: see cpa.Refiner.
func (a *Analysis) Refine(ctx context.Context, path cpa.Path, pi *verify.Precision) *cpa.Refinement {
	// A prefix of the path that was chosen: other ways through its last block may lead on.
	if slices.ContainsFunc(path.Edges, func(e *ir.Edge) bool { return !slices.Contains(e.From.Out, e) }) {
		return nil // something was left out: a prefix is not what blocks go by
	}
	j := a.journey
	if j == nil || len(path.Edges) > len(j.path.Edges) || !slices.Equal(j.path.Edges[:len(path.Edges)], path.Edges) {
		j = a.journeyTo(ctx, path)
	}
	if j == nil || ctx.Err() != nil {
		return nil
	}
	if j.Result == smt.Unsat {
		if r := a.program(ctx, j, pi); r != nil || ctx.Err() != nil {
			return r
		}
		for _, how := range a.attempts() {
			seq := a.p.Between(ctx, j.Journey, how, a.horn(ctx))
			if ctx.Err() != nil {
				return nil
			}
			if seq == nil {
				continue
			}
			if r := a.refinement(j, how, pi, func(i int) []ir.Expr { return a.atoms(j.Points[i], seq[i]) }); r != nil {
				return r
			}
		}
	}
	return a.single(ctx, j, pi)
}

// program looks for invariants of the program that has what lies between the places of the path, and nothing else: of ideal arithmetic
// first.
func (a *Analysis) program(ctx context.Context, j *journey, pi *verify.Precision) *cpa.Refinement {
	if a.cfg.Horn == nil || a.cfg.Forward || a.e.Enc != vc.Ints || len(j.legs) < 2 {
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
		key := fmt.Sprint(loose)
		for _, l := range places {
			key += fmt.Sprint(" ", l.ID)
		}
		found, known := a.programs[key]
		if !known {
			var all []vc.Passage
			for _, l := range places {
				for _, m := range places {
					if leg, ok := a.between(l, m); ok && (m.Kind != ir.Error || m == j.path.Nodes[len(j.path.Nodes)-1].Loc) {
						all = append(all, vc.Passage{From: l, To: m, Leg: leg})
					}
				}
			}
			found = map[*ir.Loc][]ir.Expr{}
			for l, t := range p.PathProgram(ctx, all, loose, a.horn(ctx)) {
				for _, x := range vc.Conjuncts(p.E.C, t) {
					if e, ok := p.Lift(p.E.Root(), x); ok {
						found[l] = append(found[l], e)
					}
				}
			}
			if ctx.Err() != nil {
				return nil
			}
			a.programs[key] = found
		}
		name := "program"
		if loose {
			name = "ideal program"
		}
		if r := a.refinement(j, name, pi, func(i int) []ir.Expr { return found[j.path.Nodes[j.at[i]].Loc] }); r != nil {
			return r
		}
	}
	return nil
}

// between is all that lies between two places of a function.
func (a *Analysis) between(from, to *ir.Loc) (leg vc.Leg, ok bool) {
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
		return leg, false
	}
	// In order, with places for from and to that may be one location.
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
	leg.Places = len(order) + 1
	for i, l := range order {
		for _, e := range l.Out {
			if e.To == to {
				leg.Steps = append(leg.Steps, vc.LegStep{From: i, To: len(order), Edge: e})
			} else if k, known := number[e.To]; known && k > 0 {
				leg.Steps = append(leg.Steps, vc.LegStep{From: i, To: k, Edge: e})
			}
		}
	}
	return leg, true
}

func (a *Analysis) attempts() []string {
	if a.cfg.Forward {
		return []string{"sp", "wp", "clauses"}
	}
	return []string{"wp", "clauses", "sp", "all clauses"}
}

func (a *Analysis) horn(ctx context.Context) func([]*term.Term) *term.Model {
	return func(clauses []*term.Term) *term.Model {
		if a.cfg.Horn == nil || a.e.Enc != vc.Ints {
			return nil
		}
		return a.cfg.Horn(ctx, clauses)
	}
}

// single explains the path itself, without other ways through its blocks; then its conditions are tried.
func (a *Analysis) single(ctx context.Context, j *journey, pi *verify.Precision) *cpa.Refinement {
	all, err := a.p.Attempts(ctx, vc.Path{Edges: j.path.Edges}, 3)
	if err != nil {
		all = nil
	}
	for _, ip := range all {
		if r := a.refinement(j, ip.How+" of one way", pi, func(i int) []ir.Expr {
			k := j.at[i]
			return a.atoms(ip.Points[k], ip.Terms[k])
		}); r != nil {
			return r
		}
	}
	if j.Result == smt.Sat || ctx.Err() != nil {
		return nil
	}
	var conds []ir.Expr
	for _, leg := range j.legs {
		for _, s := range leg.Steps {
			if st, is := s.Edge.Stmt.(*ir.Assume); is && (st.Guard == ir.Branch || st.Guard == ir.UserAssume) {
				conds = append(conds, st.Cond)
			}
		}
	}
	return a.refinement(j, "conditions", pi, func(int) []ir.Expr { return conds })
}

// refinement makes a precision of the predicates that are found at the ends of blocks; nil if it is none.
func (a *Analysis) refinement(j *journey, how string, pi *verify.Precision, found func(i int) []ir.Expr) *cpa.Refinement {
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
		if len(new) == 0 {
			continue
		}
		if from < 0 {
			from = i
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
	a.Refined++
	a.note("refinement %d of %d legs, %d edges: from %s %s: %s", a.Refined, len(j.legs), len(j.path.Edges), j.path.Nodes[j.at[from]], how, strings.Join(why, ", "))
	slices.Sort(why)
	n := j.path.Nodes[j.at[from]]
	if n.Stack.Entry() == n && j.at[from] > 0 { // it would keep its state
		n = j.path.Nodes[j.at[from]-1]
	}
	return &cpa.Refinement{Precision: pi.WithPredicates(more), From: n, Why: fmt.Sprintf("%s: %s", how, strings.Join(slices.Compact(why), ", ")), Cost: cost}
}

// global tells whether an expression reads nothing of one function.
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

// atoms are the comparisons that a predicate is made of, as expressions.
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
