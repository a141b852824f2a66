// Package restricttest has helpers for tests of parts of programs: random programs whose paths depend on inputs, random
// scopes that contain some of their runs, records of runs, and functions that decide by the definition of a scope
// whether a run is in it.
//
//	p := restricttest.Program(seed)
//	scopes := restricttest.Drawn(t, p, seed)
//	tr := restricttest.NewRunner(t, p).Run(t, in)       // of the whole program
//	restricttest.Kept(s, 0, tr)                         // is it in the scope?
//	restricttest.Wrong(true, tr, part.Run(t, in))       // how the run of the part differs
//
// Not modelled: memory that one run leaves to later runs; runs of one program by several machines.
package restricttest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// UndefinedKind is the kind of the Undefined statements that Program adds.
const UndefinedKind = "end"

// Program returns a random program: a program of package flowtest with added branches and loops that inputs decide, and
// with more kinds of ends.
func Program(seed uint64) *ir.Program {
	r := rand.New(rand.NewPCG(seed, 77))
	p := flowtest.Random(seed, 4+r.IntN(10))
	n := 0
	for _, f := range p.Funcs {
		for _, e := range f.Edges[:len(f.Edges):len(f.Edges)] {
			if e.To.Kind == ir.Plain && len(e.To.Out) > 0 && r.IntN(5) == 0 {
				n++
				ask(r, p, e, n)
			}
		}
	}
	return p
}

// ask adds the n-th branch on an input after e.
func ask(r *rand.Rand, p *ir.Program, e *ir.Edge, n int) {
	f, to := e.From.Func, e.To
	v := f.NewVar(fmt.Sprintf("ask%d", n), ir.I32)
	site := p.NewSite(ir.Nondet, v.Name, v.Type, f, e.Pos)
	site.Key = fmt.Sprintf("ask%d@r.c:1:1", n)
	head, read := f.NewLoc(e.Pos), f.NewLoc(e.Pos)
	e.SetTo(head)
	f.NewEdge(head, read, &ir.Input{Dst: v, Site: site}, e.Pos)
	yes, no := f.NewLoc(e.Pos), f.NewLoc(e.Pos)
	less := &ir.Binary{Op: ir.Lt, X: ir.NewRef(v), Y: ir.NewConst(ir.I32, int64(r.IntN(9)-2))}
	f.NewEdge(read, yes, &ir.Assume{Cond: less, Mark: ir.True}, e.Pos)
	f.NewEdge(read, no, &ir.Assume{Cond: ir.NotExpr(less), Mark: ir.False}, e.Pos)
	f.NewEdge(no, to, &ir.Skip{}, e.Pos)
	switch r.IntN(12) {
	case 0:
		yes.Kind = ir.Halt
	case 1:
		yes.Kind, yes.Obligation = ir.Error, p.NewObligation("assertion", v.Name, f.Name, e.Pos)
	case 2:
		f.NewEdge(yes, f.NewLoc(e.Pos), &ir.Undefined{Kind: UndefinedKind}, e.Pos)
	case 3: // the execution is blocked
	case 4, 5, 6:
		f.NewEdge(yes, head, &ir.Skip{}, e.Pos)
		head.Loop = &ir.Loop{Pos: e.Pos, Keyword: "while"}
	default:
		g := p.Globals[0]
		f.NewEdge(yes, to, &ir.Assign{Dst: g, Src: ir.NewCast(g.Type, ir.NewRef(v))}, e.Pos)
	}
}

// Kinds are the names of the scopes that Scopes returns, in this order.
var Kinds = []string{"region", "paths", "condition", "depth", "edges", "all"}

// Scopes returns random scopes: one of each kind, and one that combines kinds. Their bounds, edges and steps are taken
// from runs. splits reports whether some runs are in a scope and some are not; Scopes prefers scopes for which it is
// true.
func Scopes(r *rand.Rand, p *ir.Program, runs []*Trace, splits func(restrict.Scope) bool) (list []restrict.Scope) {
	g := &scopeGen{r, p, runs}
	for _, draw := range []func() restrict.Scope{
		func() restrict.Scope { return restrict.Scope{Region: g.region()} },
		func() restrict.Scope { return restrict.Scope{Range: g.paths()} },
		func() restrict.Scope { return restrict.Scope{Condition: g.condition()} },
		func() restrict.Scope { return restrict.Scope{Depth: 1 + r.IntN(6)} },
		func() restrict.Scope { return restrict.Scope{Edges: g.edges(1)} },
		g.all,
	} {
		s := draw()
		for range r.IntN(12) {
			if splits(s) {
				break
			}
			s = draw()
		}
		list = append(list, s)
	}
	return list
}

// all returns a scope that combines random kinds.
func (g *scopeGen) all() (s restrict.Scope) {
	if g.IntN(2) == 0 {
		s.Region = g.region()
	}
	if g.IntN(2) == 0 {
		s.Range = g.paths()
	}
	if g.IntN(2) == 0 {
		s.Condition = g.condition()
	}
	if g.IntN(2) == 0 {
		s.Depth = 2 + g.IntN(8)
	}
	if g.IntN(2) == 0 {
		s.Edges = g.edges(len(g.runs))
	}
	return s
}

// scopeGen draws random scopes of p from some of its runs.
type scopeGen struct {
	*rand.Rand
	p    *ir.Program
	runs []*Trace
}

// run returns a random run.
func (g *scopeGen) run() *Trace { return g.runs[g.IntN(len(g.runs))] }

// value returns a value that the site had in a run, or one near it; otherwise any value.
func (g *scopeGen) value(s *ir.Site) uint64 {
	for range 4 {
		for _, x := range g.run().Reads {
			if x.Site == s.ID && g.IntN(2) == 0 {
				return num.Trunc(x.Bits+uint64(g.IntN(7))-3, s.Type.Bits)
			}
		}
	}
	return num.Trunc(g.Uint64(), s.Type.Bits)
}

// region returns a random region, with values of runs as bounds and sometimes with a condition over several inputs.
func (g *scopeGen) region() *restrict.Region {
	r := &restrict.Region{}
	var sites []*ir.Site
	for _, s := range g.p.Sites {
		if s.Type.Kind == ir.Int && (s.ID < 4 || g.IntN(3) == 0) { // the first ones are surely read
			sites = append(sites, s)
		}
	}
	for _, s := range sites {
		if g.IntN(3) > 0 {
			continue
		}
		d := restrict.Range{Site: s.ID, Type: s.Type, Lo: g.value(s), Hi: g.value(s)}
		switch g.IntN(6) {
		case 0:
			d.Lo = num.MinOf(s.Type.Bits, s.Type.Signed)
		case 1:
			d.Hi = num.MaxOf(s.Type.Bits, s.Type.Signed)
		case 2, 3:
			d.Hi = d.Lo
		}
		if num.Less(d.Hi, d.Lo, s.Type.Bits, s.Type.Signed) && g.IntN(10) > 0 {
			d.Lo, d.Hi = d.Hi, d.Lo
		}
		r.Box = append(r.Box, d)
	}
	slices.SortFunc(r.Box, func(a, b restrict.Range) int { return cmp.Compare(a.Site, b.Site) })
	if len(sites) == 0 || g.IntN(4) == 0 {
		return r
	}
	r.Vars = map[int]*ir.Var{}
	var terms []ir.Expr
	for range 1 + g.IntN(3) {
		s := sites[g.IntN(len(sites))]
		if r.Vars[s.ID] == nil {
			r.Vars[s.ID] = &ir.Var{Name: s.Name, Type: s.Type}
		}
		terms = append(terms, ir.NewCast(ir.I64, ir.NewRef(r.Vars[s.ID])))
	}
	sum := terms[0]
	for _, x := range terms[1:] {
		sum = &ir.Binary{Op: []ir.BinOp{ir.Add, ir.Sub, ir.Xor}[g.IntN(3)], X: sum, Y: x}
	}
	var cond ir.Expr = &ir.Binary{Op: []ir.BinOp{ir.Lt, ir.Le, ir.Ne}[g.IntN(3)], X: sum,
		Y: ir.NewConst(ir.I64, int64(g.IntN(9)-4))}
	if g.IntN(2) == 0 {
		cond = ir.NotExpr(cond)
	}
	if g.IntN(20) == 0 {
		cond = ir.NewBool(g.IntN(2) == 0) // of no input
	}
	r.Cond = cond
	return r
}

// paths returns a range whose bounds are paths of runs that may be cut, changed or extended.
func (g *scopeGen) paths() *restrict.PathRange {
	bound := func() restrict.Path {
		b := []byte(g.run().Path())
		switch g.IntN(4) {
		case 0:
			b = b[:g.IntN(len(b)+1)]
		case 1:
			if len(b) > 0 {
				i := g.IntN(len(b))
				b[i] ^= 'T' ^ 'F'
			}
		}
		for g.IntN(3) == 0 { // beyond where a run ends
			b = append(b, "TF"[g.IntN(2)])
		}
		return restrict.Path(b)
	}
	r := &restrict.PathRange{Lo: bound(), Hi: bound(), Before: g.IntN(2) == 0}
	if restrict.ComparePaths(r.Hi, r.Lo) < 0 && g.IntN(8) > 0 {
		r.Lo, r.Hi = r.Hi, r.Lo
	}
	switch g.IntN(6) {
	case 0:
		r.Lo = ""
	case 1:
		r.Before, r.NoUpper = false, true
	}
	return r
}

// edge returns a random edge, mostly of a run.
func (g *scopeGen) edge() *ir.Edge {
	if es := g.run().Edges; len(es) > 0 && g.IntN(8) > 0 {
		return es[g.IntN(len(es))]
	}
	f := g.p.Funcs[g.IntN(len(g.p.Funcs))]
	return f.Edges[g.IntN(len(f.Edges))]
}

// condition returns a random condition, mostly with a path along the branches of a run that ends in a verified state.
func (g *scopeGen) condition() *restrict.Condition {
	c := &restrict.Condition{States: make([]restrict.ConditionState, g.IntN(7))}
	if n := len(c.States); n > 0 {
		c.States[n-1].Verified = n > 1 || g.IntN(4) == 0
	}
	// steps along the branches of a run to a verified state
	if n := len(c.States); n > 1 && g.IntN(3) > 0 {
		var way []*ir.Edge
		for _, e := range g.run().Edges {
			if a, is := e.Stmt.(*ir.Assume); is && a.Mark != ir.NoMark || g.IntN(20) == 0 {
				way = append(way, e)
			}
		}
		for i := range c.States[:n-1] {
			k := g.IntN(4)
			if k >= len(way) {
				break
			}
			c.States[i].Steps = append(c.States[i].Steps, restrict.ConditionStep{Edge: way[k], To: i + 1})
			way = way[k+1:]
		}
	}
	for i := range c.States {
		if c.States[i].Stays = g.IntN(3) > 0; !c.States[i].Stays { // leave out the step at some edges only
			for _, f := range g.p.Funcs {
				for _, e := range f.Edges {
					if g.IntN(16) > 0 {
						to := i
						if g.IntN(8) == 0 {
							to = g.IntN(len(c.States))
						}
						c.States[i].Steps = append(c.States[i].Steps, restrict.ConditionStep{Edge: e, To: to})
					}
				}
			}
		}
		for range g.IntN(4) {
			st := restrict.ConditionStep{Edge: g.edge(), To: g.IntN(len(c.States))}
			if c.States[st.To].Verified && g.IntN(3) > 0 {
				st.To = g.IntN(len(c.States))
			}
			if g.IntN(2) == 0 {
				st.Assume = g.assume(st.Edge)
			}
			c.States[i].Steps = append(c.States[i].Steps, st)
			if g.IntN(4) == 0 { // a second step at the same edge
				c.States[i].Steps = append(c.States[i].Steps, restrict.ConditionStep{Edge: st.Edge, To: g.IntN(len(c.States))})
			}
		}
	}
	return c
}

// assume returns a condition over registers that have a value at the edge.
func (g *scopeGen) assume(e *ir.Edge) ir.Expr {
	vs := append(slices.Clone(g.p.Globals), e.From.Func.Params...)
	if len(e.From.In) == 1 {
		if v := ir.Def(e.From.In[0].Stmt); v != nil {
			vs = append(vs, v, v)
		}
	}
	vs = slices.DeleteFunc(vs, func(v *ir.Var) bool { return v.Type.Kind != ir.Int })
	if len(vs) == 0 {
		return ir.NewBool(true)
	}
	v := vs[g.IntN(len(vs))]
	var x ir.Expr = &ir.Binary{Op: []ir.BinOp{ir.Lt, ir.Le, ir.Eq}[g.IntN(3)], X: ir.NewRef(v),
		Y: ir.NewConst(v.Type, int64(g.IntN(12)-3))}
	if g.IntN(2) == 0 {
		x = ir.NotExpr(x)
	}
	return x
}

// edges returns the edges of some runs, with a few random edges added or removed.
func (g *scopeGen) edges(runs int) restrict.Edges {
	s := restrict.Edges{}
	for range 1 + g.IntN(runs+3) {
		for _, e := range g.run().Edges {
			s[e] = true
		}
	}
	for range g.IntN(4) {
		s[g.edge()] = g.IntN(3) > 0
	}
	return s
}

// Inputs returns the inputs of run k.
func Inputs(p *ir.Program, constants []int64, k uint64) exec.Inputs {
	return exec.RandomOf(constants, k, exec.Style(k%3))
}

// Drawn returns random scopes of p, drawn from a few of its runs (see Scopes).
func Drawn(t testing.TB, p *ir.Program, seed uint64) []restrict.Scope {
	t.Helper()
	constants := exec.Constants(p)
	sample := func(k int, cs ...*restrict.Condition) *Trace {
		return NewRunner(t, p, cs...).Run(t, Inputs(p, constants, uint64(1e6+k)))
	}
	var samples []*Trace
	for k := range 12 {
		samples = append(samples, sample(k))
	}
	return Scopes(rand.New(rand.NewPCG(seed, 1)), p, samples, func(s restrict.Scope) bool {
		in := 0
		for k, tr := range samples {
			if s.Condition != nil {
				tr = sample(k, s.Condition)
			}
			if Kept(s, 0, tr) {
				in++
			}
		}
		return in > 0 && in < len(samples)
	})
}

// Conditions returns n random conditions of p, drawn from a few of its runs.
func Conditions(t testing.TB, p *ir.Program, seed uint64, n int) (list []*restrict.Condition) {
	t.Helper()
	g := drawer(t, p, seed)
	for range n {
		list = append(list, g.condition())
	}
	return list
}

// Regions returns n random regions of p, drawn from a few of its runs.
func Regions(t testing.TB, p *ir.Program, seed uint64, n int) (list []*restrict.Region) {
	t.Helper()
	g := drawer(t, p, seed)
	for range n {
		list = append(list, g.region())
	}
	return list
}

// drawer returns a generator of scopes of p with a few runs.
func drawer(t testing.TB, p *ir.Program, seed uint64) *scopeGen {
	t.Helper()
	constants := exec.Constants(p)
	var samples []*Trace
	for k := range 8 {
		samples = append(samples, NewRunner(t, p).Run(t, Inputs(p, constants, uint64(1e6+k))))
	}
	return &scopeGen{rand.New(rand.NewPCG(seed, 5)), p, samples}
}
