package iat

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Sources of splitting predicates beyond the paper's. They are tried where the paper's split
// nothing, before a part is halved. Any predicate over the symbols is sound to split by, so that it is
// enough to guess what a register holds: it counts as an input that may be copied to it.
type Sources uint8

// The sources.
const (
	Constants Sources = 1 << iota // comparisons of inputs with each other and with constants, and their remainders by constants
	Guards                        // guards of loops where counters have their first value, remainders by what counters go up
	Facts                         // invariants, open regions and predicates of other engines
)

var sourceNames = []string{"constants", "guards", "board"}

func (s Sources) String() string {
	var on []string
	for i, n := range sourceNames {
		if s&(1<<i) != 0 {
			on = append(on, n)
		}
	}
	if on == nil {
		return "none"
	}
	return strings.Join(on, "+")
}

// parseSources reads what String writes.
func parseSources(text string) (s Sources, err error) {
	if text == "none" {
		return 0, nil
	}
next:
	for _, w := range strings.Split(text, "+") {
		for i, n := range sourceNames {
			if w == n {
				s |= 1 << i
				continue next
			}
		}
		return 0, fmt.Errorf("there is no source %q (there are: none, or some of %s)", w, strings.Join(sourceNames, "+"))
	}
	return s, nil
}

// Bounds of what is collected.
const (
	maxCandidates = 64
	maxNodes      = 24 // of one predicate
	maxModulus    = 4
)

// candidates lists the predicates of a source, each once, in the order of the program or of the board.
func (e *engine) candidates(s Sources) []predicate {
	c := &collector{e: e, copies: e.copies(), seen: map[string]bool{}}
	switch s {
	case Constants:
		for _, f := range e.task.Program.Funcs {
			for _, x := range f.Edges {
				c.edge = x
				for _, y := range ir.StmtExprs(x.Stmt) {
					c.atoms(y, c.input)
					c.remainders(y)
				}
			}
		}
	case Guards:
		c.guards()
	case Facts:
		c.facts()
	}
	return c.out
}

// copies guesses, flow-insensitively, which input a register holds.
func (e *engine) copies() map[*ir.Var]ir.Expr {
	out := map[*ir.Var]ir.Expr{}
	for changed := true; changed; {
		changed = false
		note := func(dst *ir.Var, src ir.Expr) {
			if c, ok := src.(*ir.Cast); ok {
				src = c.X
			}
			r, ok := src.(*ir.Ref)
			if !ok || out[dst] != nil || out[r.Var] == nil || dst.Type.Kind != ir.Int && dst.Type.Kind != ir.Bool {
				return
			}
			v := out[r.Var]
			if v.Type() != dst.Type {
				if v.Type().Kind != ir.Int || dst.Type.Kind != ir.Int {
					return
				}
				v = &ir.Cast{T: dst.Type, X: v}
			}
			out[dst], changed = v, true
		}
		for _, f := range e.task.Program.Funcs {
			for _, x := range f.Edges {
				switch s := x.Stmt.(type) { // sound: a guess of where inputs go; all guesses are right
				case *ir.Input:
					if v := e.vars[s.Site.ID]; v != nil && out[s.Dst] == nil && s.Dst.Type == v.Type {
						out[s.Dst], changed = ir.NewRef(v), true
					}
				case *ir.Assign:
					note(s.Dst, s.Src)
				case *ir.Call:
					for i, p := range s.Func.Params {
						if i < len(s.Args) {
							note(p, s.Args[i])
						}
					}
				}
			}
		}
	}
	return out
}

// collector gathers predicates.
type collector struct {
	e      *engine
	edge   *ir.Edge
	copies map[*ir.Var]ir.Expr
	seen   map[string]bool
	out    []predicate
}

// input is the input that a register holds, nil if none is known.
func (c *collector) input(v *ir.Var) ir.Expr { return c.copies[v] }

// atoms adds the comparisons in x, with registers replaced; those are left out where one cannot be.
func (c *collector) atoms(x ir.Expr, sub func(*ir.Var) ir.Expr) {
	ir.Walk(x, func(y ir.Expr) bool {
		switch y := y.(type) { // sound: each node is walked over
		case *ir.Load, *ir.Forall:
			return false
		case *ir.Binary:
			switch y.Op { // sound: each node is walked over
			case ir.Eq, ir.Ne, ir.Lt, ir.Le:
				if y.X.Type().Kind == ir.Int {
					c.add(y, sub)
				}
				return false
			}
		case *ir.Ref:
			if y.Type().Kind == ir.Bool {
				c.add(y, sub)
			}
		}
		return true
	})
}

// add is for one predicate.
func (c *collector) add(x ir.Expr, sub func(*ir.Var) ir.Expr) {
	ok, nodes, inputs := true, 0, 0
	y := ir.Replace(x, func(v *ir.Var) ir.Expr {
		w := sub(v)
		ok = ok && w != nil
		return w
	})
	if !ok {
		return
	}
	ir.Walk(y, func(z ir.Expr) bool {
		nodes++
		switch z.(type) {
		case *ir.Ref:
			inputs++
		case *ir.Const, *ir.Unary, *ir.Binary, *ir.Cast:
		default: // sound: not taken
			ok = false
		}
		return ok
	})
	if !ok || inputs == 0 || nodes > maxNodes || len(c.out) >= maxCandidates {
		return
	}
	if text := ir.ExprString(y); !c.seen[text] {
		c.seen[text] = true
		c.out = append(c.out, predicate{c.edge, y})
	}
}

// remainders adds x % k for inputs and small constants k, by value.
func (c *collector) remainders(x ir.Expr) {
	ir.Walk(x, func(y ir.Expr) bool {
		if b, ok := y.(*ir.Binary); ok && (b.Op == ir.Rem || b.Op == ir.Div) && b.Y.Type().Kind == ir.Int {
			if k, ok := b.Y.(*ir.Const); ok && k.Bits >= 2 && k.Bits <= maxModulus {
				c.residues(b.X, int64(k.Bits), c.input)
			}
		}
		return true
	})
}

// residues adds x % k == r for all r but one.
func (c *collector) residues(x ir.Expr, k int64, sub func(*ir.Var) ir.Expr) {
	t := x.Type()
	for r := range k - 1 {
		rem := &ir.Binary{Op: ir.Rem, X: &ir.Binary{Op: ir.Sub, X: x, Y: ir.NewConst(t, r)}, Y: ir.NewConst(t, k)}
		if r == 0 {
			rem.X = x
		}
		c.add(&ir.Binary{Op: ir.Eq, X: rem, Y: ir.NewConst(t, 0)}, sub)
	}
}

// guards adds what the guards of loops say when a counter has one of its first values, and the
// remainders of inputs in them by what counters go up or down.
func (c *collector) guards() {
	first, step := map[*ir.Var][]*ir.Const{}, map[*ir.Var]int64{}
	for _, f := range c.e.task.Program.Funcs {
		for _, x := range f.Edges {
			a, ok := x.Stmt.(*ir.Assign)
			if !ok || a.Dst.Type.Kind != ir.Int {
				continue
			}
			if k, ok := a.Src.(*ir.Const); ok && len(first[a.Dst]) < 2 {
				first[a.Dst] = append(first[a.Dst], k)
			}
			if b, ok := a.Src.(*ir.Binary); ok && (b.Op == ir.Add || b.Op == ir.Sub) && ir.Reads(b, a.Dst) {
				if k, ok := b.Y.(*ir.Const); ok && k.Bits >= 2 && k.Bits <= maxModulus {
					step[a.Dst] = int64(k.Bits)
				}
			}
		}
	}
	for _, f := range c.e.task.Program.Funcs {
		wto := graph.WeakOrder(f.Graph(), f.Entry.ID)
		for _, l := range f.Locs {
			if wto.Pos(l.ID) < 0 || !wto.IsHead(l.ID) {
				continue
			}
			for range f.Locs { // to the first branch
				if len(l.Out) != 1 {
					break
				}
				l = l.Out[0].To
			}
			for _, x := range l.Out {
				if a, ok := x.Stmt.(*ir.Assume); ok {
					c.edge = x
					c.guard(a.Cond, first, step)
				}
			}
		}
	}
}

func (c *collector) guard(cond ir.Expr, first map[*ir.Var][]*ir.Const, step map[*ir.Var]int64) {
	for n := range 4 { // the first or the second value, and one more
		c.atoms(cond, func(v *ir.Var) ir.Expr {
			if x := c.copies[v]; x != nil {
				return x
			}
			if at := first[v]; n/2 < len(at) {
				return ir.NewConst(v.Type, int64(at[n/2].Bits)+int64(n%2))
			}
			return nil
		})
	}
	ir.Vars(cond, func(v *ir.Var) {
		if k := step[v]; k > 0 {
			ir.Vars(cond, func(w *ir.Var) {
				if c.copies[w] != nil {
					c.residues(ir.NewRef(w), k, c.input)
				}
			})
		}
	})
}

// facts adds the comparisons in what others published.
func (c *collector) facts() {
	if c.e.board == nil {
		return
	}
	for _, f := range c.e.board.Find(verify.Query{Kinds: []verify.FactKind{verify.KindRegion, verify.KindPredicate, verify.KindInvariant, verify.KindCandidate}}) {
		if f.Producer == Name {
			continue // known by itself
		}
		switch p := f.Payload.(type) {
		case *verify.OpenRegion:
			c.region(p.Region)
		case *verify.Predicates:
			c.precision(&p.Precision)
		case *verify.Invariants:
			c.invariants(p.Invariants)
		case *verify.Candidates:
			c.invariants(p.Invariants)
		}
	}
}

func (c *collector) invariants(all []verify.Invariant) {
	for _, i := range all {
		c.atoms(i.Expr, c.input)
	}
}

// precision goes over the program, since maps have no order.
func (c *collector) precision(p *verify.Precision) {
	list := func(xs []ir.Expr) {
		for _, x := range xs {
			c.atoms(x, c.input)
		}
	}
	list(p.Global)
	for _, f := range c.e.task.Program.Funcs {
		list(p.Func[f])
		for _, l := range f.Locs {
			list(p.Loc[l])
		}
	}
}

func (c *collector) region(r *verify.Region) {
	if r == nil {
		return
	}
	for _, b := range r.Box {
		if v := c.e.vars[b.Site]; v != nil && v.Type == b.Type && v.Type.Kind == ir.Int {
			lo, hi := &ir.Const{T: b.Type, Bits: b.Lo}, &ir.Const{T: b.Type, Bits: b.Hi}
			c.add(&ir.Binary{Op: ir.Le, X: lo, Y: ir.NewRef(v)}, func(v *ir.Var) ir.Expr { return ir.NewRef(v) })
			c.add(&ir.Binary{Op: ir.Le, X: ir.NewRef(v), Y: hi}, func(v *ir.Var) ir.Expr { return ir.NewRef(v) })
		}
	}
	if r.Cond == nil {
		return
	}
	of := map[*ir.Var]ir.Expr{}
	for site, v := range r.Vars {
		if w := c.e.vars[site]; w != nil && w.Type == v.Type {
			of[v] = ir.NewRef(w)
		}
	}
	c.atoms(r.Cond, func(v *ir.Var) ir.Expr { return of[v] })
}
