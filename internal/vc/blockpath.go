package vc

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file decides and explains block paths. A block is an acyclic fragment of a program. A block path is a sequence
// of blocks, and represents every path that goes through these blocks in this order. One query decides whether any of
// these paths has an execution. If none has, predicates between the blocks explain it (adjustable-block encoding:
// Beyer, Keremoglu, Wendler, FMCAD 2010):
//
//	block 0: x = input; either x = 0 or x = 1     constraint x1 = ite(c, 0, 1)
//	block 1: assume x > 1                         I_1: x <= 1
//
// The predicates come from elimination, as for single paths (interpolate.go), or from a solution of the clauses
//
//	start and block 0 => I_1      I_1 and block 1 => I_2      ...      I_n-1 and block n-1 => false
//
// The clauses have no cycle. The predicates are guesses, which callers have to check.

// Block is an acyclic fragment of a program: a graph with numbered nodes, whose steps are edges of the program.
// Executions enter it at node 0 and leave it at the last node.
type Block struct {
	Nodes int         // number of nodes
	Steps []BlockStep // topologically sorted: the steps to a node come before the steps from it
}

// BlockStep is one edge of a block, between two nodes.
type BlockStep struct {
	From, To int // numbers of nodes
	Edge     *ir.Edge
}

// BlockOf returns the block that consists of a sequence of edges.
func BlockOf(edges []*ir.Edge) Block {
	l := Block{Nodes: len(edges) + 1}
	for i, ed := range edges {
		l.Steps = append(l.Steps, BlockStep{i, i + 1, ed})
	}
	return l
}

// BlockPath is the solver's answer about a sequence of blocks from the start of the program.
type BlockPath struct {
	Result smt.Result
	// Points has the points before and after the blocks.
	Points []Point
	// Steps lists for each block, if Result is Sat, the steps (by index) that one execution takes.
	Steps [][]int

	t *ssa // the encoding
}

// CheckBlocks decides whether an execution from the program's start goes through the given blocks one after the other.
// It fails if a block does not begin where the block before it ends. known[i], if not nil, is a predicate that is known
// to hold after block i; it helps the solver and does not change the answer.
func (p *Prover) CheckBlocks(ctx context.Context, blocks []Block, known []*term.Term) (*BlockPath, error) {
	j, conds, err := p.traceBlocks(ctx, blocks, known)
	if err != nil {
		return nil, err
	}
	m := p.settle(ctx, j.t)
	if j.Result = j.t.Result; m != nil {
		in := p.E.C.In(m)
		for i, block := range blocks {
			j.Steps = append(j.Steps, taken(block, func(k int) bool {
				ok, err := in.Holds(conds[i][k])
				return ok && err == nil
			}))
		}
	}
	return j, nil
}

// traceBlocks encodes a block path. conds[i][k] is the condition under which block i takes its step k (followBlock).
func (p *Prover) traceBlocks(ctx context.Context, blocks []Block, known []*term.Term) (j *BlockPath,
	conds [][]*term.Term, err error) {
	if left := p.E.C.Until(ctx, func() { j, conds, err = p.followBlocks(ctx, blocks, known) }); left != nil {
		return nil, nil, left
	}
	return j, conds, err
}

// followBlocks does the work of traceBlocks. If the context ends, it may also end by a panic (term.Ctx.Until).
func (p *Prover) followBlocks(ctx context.Context, blocks []Block, known []*term.Term) (*BlockPath, [][]*term.Term,
	error) {
	e := p.E
	approx := e.Approx
	defer e.saveJournal()()
	t := &ssa{edges: make([]*ir.Edge, len(blocks)), end: len(blocks), names: newNaming(), isBlockPath: true}
	at := e.Start()
	t.Points = append(t.Points, at)
	s := p.version(t, -1, &State{Ctx: at.Ctx}, plain(e.Initial()), at, p.slotsAt(at))
	conds := make([][]*term.Term, len(blocks)) // by block and step
	for i, block := range blocks {
		var err error
		var n *State
		if n, at, conds[i], err = p.followBlock(ctx, s, at, block); err != nil {
			return nil, nil, err
		}
		t.Points = append(t.Points, at)
		if n == nil {
			t.constraints = append(t.constraints, constraint{i, e.C.False(), none})
			t.end = i
			for _, rest := range blocks[i+1:] { // the points of the remaining blocks
				if at, err = p.blockEnd(at, rest); err != nil {
					return nil, nil, err
				}
				t.Points = append(t.Points, at)
			}
			break
		}
		for _, c := range n.Conds() {
			t.add(e.C, i, c)
		}
		s = p.version(t, i, s, plain(n), at, p.slotsAt(at))
		if i < len(known) && known[i] != nil {
			t.add(e.C, i, p.put(known[i], s))
		}
	}
	t.Exact = e.Approx == approx && len(e.Accesses) == 0
	t.events, t.state = e.Events, s
	return &BlockPath{Points: t.Points, t: t}, conds, nil
}

// settle is like decide, but returns the model instead of evaluating it; nil if there is no model.
func (p *Prover) settle(ctx context.Context, t *ssa) *term.Model {
	var m *term.Model
	p.decideWith(ctx, t, func(x *term.Model) { m = x })
	return m
}

// followBlock executes all paths of a block from a state, and joins the states at each node. It returns the state and
// the point at the block's end, and for each step the condition under which an execution at the step's first node takes
// the step. end is nil if no execution goes through the block.
func (p *Prover) followBlock(ctx context.Context, s *State, at Point, block Block) (end *State, to Point,
	conds []*term.Term, err error) {
	e := p.E
	arrived := make([][]*State, block.Nodes)
	points := make([]Point, block.Nodes)
	arrived[0], points[0] = []*State{s}, at
	joined := make([]*State, block.Nodes)
	for k, st := range block.Steps {
		if k%64 == 0 && ctx.Err() != nil {
			return nil, at, nil, ctx.Err()
		}
		if points[st.From].Loc != st.Edge.From {
			return nil, at, nil, fmt.Errorf("vc: step %d of a block leaves L%d of %s, where it is not", k, st.Edge.From.ID,
				st.Edge.From.Func.Name)
		}
		points[st.To] = e.after(points[st.From], st.Edge)
		from := joined[st.From]
		if from == nil && len(arrived[st.From]) > 0 {
			from = e.Join(arrived[st.From])
			joined[st.From] = from
		}
		n := (*State)(nil)
		if from != nil {
			if n = e.pass(from, st.Edge); n != nil {
				n = p.leaving(n, st.Edge)
			}
		}
		if n == nil {
			conds = append(conds, e.C.False())
			continue
		}
		conds = append(conds, e.suffix(n.path, from.path))
		arrived[st.To] = append(arrived[st.To], n)
	}
	last := block.Nodes - 1
	return e.Join(arrived[last]), points[last], conds, nil
}

// blockEnd returns the point at the end of a block; at is the point at its beginning.
func (p *Prover) blockEnd(at Point, block Block) (Point, error) {
	points := make([]Point, block.Nodes)
	points[0] = at
	for k, st := range block.Steps {
		if points[st.From].Loc != st.Edge.From {
			return at, fmt.Errorf("vc: step %d of a block leaves L%d of %s, where it is not", k, st.Edge.From.ID,
				st.Edge.From.Func.Name)
		}
		points[st.To] = p.E.after(points[st.From], st.Edge)
	}
	return points[block.Nodes-1], nil
}

// taken returns the steps of a block that an execution takes. The callback passes reports whether an execution that is
// at the first node of a step takes the step.
func taken(block Block, passes func(step int) bool) (steps []int) {
	for at, k := 0, 0; k < len(block.Steps); k++ {
		if block.Steps[k].From == at && passes(k) {
			steps = append(steps, k)
			at = block.Steps[k].To
		}
	}
	return steps
}

// execution returns the edges that the execution of a model takes, including the edges inside of blocks. It returns nil
// if the model does not determine the steps in some block.
func (t *ssa) execution(in *term.Interpretation) (out []*ir.Edge) {
	for i, ed := range t.edges {
		if ed != nil {
			out = append(out, ed)
			continue
		}
		block := t.path.Blocks[i]
		steps := taken(block, func(k int) bool {
			ok, err := in.Holds(t.conds[i][k])
			return ok && err == nil
		})
		if len(steps) == 0 || block.Steps[steps[len(steps)-1]].To != block.Nodes-1 {
			return nil
		}
		for _, k := range steps {
			out = append(out, block.Steps[k].Edge)
		}
	}
	return out
}

// PathThrough finds an execution through a block from a state with pre to a state with post. It returns the steps of
// the execution and a model of the state at its beginning; ok is false if the solver finds none.
func (p *Prover) PathThrough(ctx context.Context, from Point, block Block, pre, post *term.Term) (steps []int,
	in *term.Interpretation, ok bool) {
	e := p.E
	defer e.saveJournal()()
	s := p.base(from.Ctx)
	if from == e.Start() {
		s = p.start()
	}
	end, _, conds, err := p.followBlock(ctx, s, from, block)
	if err != nil || end == nil {
		return nil, nil, false
	}
	p.S.Push()
	defer p.S.Pop()
	p.S.Assert(e.WithAxioms(pre, e.Guard(end), p.put(post, end))...)
	p.Queries++
	if p.S.Check(ctx, p.Budget).Result != smt.Sat {
		return nil, nil, false
	}
	m, err := p.S.Model()
	if err != nil {
		return nil, nil, false
	}
	in = e.C.In(m)
	steps = taken(block, func(k int) bool {
		ok, err := in.Holds(conds[k])
		return ok && err == nil
	})
	return steps, in, len(steps) > 0 && block.Steps[steps[len(steps)-1]].To == block.Nodes-1
}

// InterpolateBlocks explains why a block path has no execution, by the method how: "clauses", "wp" or "sp". It returns
// a predicate over canonical constants for each point of the path; nil if the method fails.
func (p *Prover) InterpolateBlocks(ctx context.Context, j *BlockPath, how string,
	horn func([]*term.Term) *term.Model) []*term.Term {
	t := j.t
	switch how {
	case "clauses":
		return p.byClauses(t, t.core, horn)
	case "wp":
		return p.chain(ctx, t, attempt{how, t.core, none, true, false})
	case "sp":
		return p.chain(ctx, t, attempt{how, t.core, overflow, false, false})
	}
	return nil
}

// byClauses returns predicates that solve the Horn clauses of a block path, with the constraints parts; nil if horn
// finds no solution.
func (p *Prover) byClauses(t *ssa, parts []constraint, horn func([]*term.Term) *term.Model) []*term.Term {
	e, c := p.E, p.E.C
	n := len(t.edges)
	last := min(n, t.end+1)
	by := make([][]*term.Term, n+1) // by[i+1] has the constraints of block i
	for _, x := range parts {
		by[x.at+1] = append(by[x.at+1], x.t)
	}
	read := reads(by)
	args := make([][]*term.Term, n+1)
	apps := make([]*term.Term, n+1)
	name := func(i int) string { return fmt.Sprintf("I%d", i) }
	for v, r := range read { // I_i is over the slots whose constants occur on both sides of point i
		for i := r.first; i < min(r.last, last, t.names.points); i++ {
			if p.nameAt(t, i, v) != nil {
				args[i] = append(args[i], v)
			}
		}
	}
	for i := range n + 1 {
		slices.SortFunc(args[i], func(x, y *term.Term) int { return x.ID() - y.ID() })
		as := args[i]
		if len(as) == 0 {
			as = []*term.Term{c.Int(0)}
		}
		apps[i] = c.App(name(i), term.BoolSort, as...)
	}
	var clauses []*term.Term
	for i := 0; i <= last; i++ {
		body := slices.Clone(by[i])
		if i > 0 {
			body = append(body, apps[i-1])
		}
		head := apps[i]
		if i == last {
			head = c.False()
		}
		all := append(slices.Clone(body), args[i]...)
		body = append(body, e.Axioms(all...)...)
		x := c.Implies(c.And(body...), head)
		clauses = append(clauses, c.Forall(term.FreeVars(x), x))
	}
	m := horn(clauses)
	if m == nil {
		return nil
	}
	seq := make([]*term.Term, n+1)
	for i := range seq {
		f := m.Funcs[name(i)]
		switch {
		case i >= last:
			seq[i] = c.False()
		case f == nil || len(args[i]) == 0:
			seq[i] = c.True()
		default:
			to := map[*term.Term]*term.Term{}
			for k, v := range f.Params {
				to[v] = p.nameAt(t, i, args[i][k])
			}
			seq[i] = c.Subst(f.Body, to)
		}
	}
	return seq
}

// Base returns an arbitrary state of a context, over the canonical constants.
func (pr *predicates) Base(c *Context) *State { return pr.base(c) }

// Put returns a predicate with the canonical constants replaced by the values of a state.
func (pr *predicates) Put(t *term.Term, s *State) *term.Term { return pr.put(t, s) }

// Pass returns the state after any edge; nil if no execution takes the edge. It records no inputs and accesses.
func (pr *predicates) Pass(s *State, ed *ir.Edge) *State {
	defer pr.E.saveJournal()()
	return pr.E.pass(s, ed)
}
