package inductive

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file searches for a smaller proof in one that is not confirmed. It drops facts that do not follow, and conjuncts
// that this package cannot read, until the rest is inductive; errors that the rest excludes are proved (Flanagan,
// Leino: Houdini, an annotation assistant for ESC/Java, FME 2001).

// weakening is a search for a smaller proof.
type weakening struct {
	reached map[*ir.Obligation]bool // obligations whose errors are not excluded
	dirty   map[*ir.Loc]bool        // cuts whose walks have to be repeated
	callers map[*ir.Func][]*ir.Func
	sites   map[*ir.Func][]*ir.Loc // cuts from which a walk comes to a call of the function
}

// source is a conjunct that a state was read from, and the slots whose facts it was read as.
type source struct {
	expr  ir.Expr
	slots []int
}

// note records the conjunct that the facts of slots were read from, and the objects on whose lives they depend.
func (p *parser) note(s *state, x ir.Expr, slots ...int) {
	for _, n := range slots {
		switch k := p.c.slots[n]; {
		case !p.c.mortal[k.obj] || k.kind == life || k.kind == extent:
		case slices.Contains(p.under, k.obj):
			p.may[k.obj] = true
		default:
			p.plain[k.obj] = true
		}
	}
	if len(p.under) > 0 {
		x = p.source
	}
	if p.c.weak != nil {
		s.from = append(s.from, source{x, slots})
	}
}

// noted calls note if there was no error.
func (p *parser) noted(s *state, err error, x ir.Expr, slots ...int) error {
	if err == nil {
		p.note(s, x, slots...)
	}
	return err
}

// Weaken drops facts that do not follow. It returns the obligations that the rest proves, and the rest as evidence.
func Weaken(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Inductive) (proved []*ir.Obligation,
	rest *verify.Inductive, err error) {
	c := newChecker(ctx, p, ev)
	c.weak = &weakening{reached: map[*ir.Obligation]bool{}, dirty: map[*ir.Loc]bool{}, callers: map[*ir.Func][]*ir.Func{}}
	for _, o := range obls {
		c.asked[o] = true
	}
	for _, f := range p.Funcs {
		for _, g := range c.calls[f] {
			c.weak.callers[g] = append(c.weak.callers[g], f)
		}
	}
	if err := c.readAll(); err != nil {
		return nil, nil, err
	}
	c.findSites()
	if err := c.settle(); err != nil {
		return nil, nil, err
	}
	for _, o := range obls {
		if !c.weak.reached[o] {
			proved = append(proved, o)
		}
	}
	return proved, c.rest(), nil
}

// findSites lists for each function the cuts from which a walk comes to a call of it.
func (c *checker) findSites() {
	c.weak.sites = map[*ir.Func][]*ir.Loc{}
	for _, f := range c.prog.Funcs {
		for _, e := range f.Edges {
			call, ok := e.Stmt.(*ir.Call)
			if !ok {
				continue
			}
			from := e.From
			for range f.Locs { // a location that is not a cut has at most one predecessor
				if c.cut[from] || len(from.In) != 1 {
					break
				}
				from = from.In[0].From
			}
			if at := c.weak.sites[call.Func]; len(at) == 0 || at[len(at)-1] != from {
				c.weak.sites[call.Func] = append(at, from)
			}
		}
	}
}

// settle walks from all cuts, and again from each cut whose invariant is weakened.
func (c *checker) settle() error {
	w := c.weak
	var cuts []*ir.Loc
	for _, f := range c.prog.Funcs {
		reach := reachable(f)
		for _, l := range f.Locs {
			if c.cut[l] && reach[l.ID] {
				cuts = append(cuts, l)
				w.dirty[l] = true
			}
		}
	}
	if err := c.checkFrees(); err != nil {
		return err
	}
	if err := c.lead(nil, nil, c.prog.Entry.Entry, c.initial()); err != nil {
		return err
	}
	for again := true; again; {
		again = false
		for _, l := range cuts { // cuts that no execution reaches stay dirty
			if !w.dirty[l] {
				continue
			}
			delete(w.dirty, l)
			again = true
			if l.Kind == ir.Error {
				w.reached[l.Obligation] = w.reached[l.Obligation] || len(c.inv[l].states) > 0
			}
			for _, s := range slices.Clone(c.inv[l].states) {
				if err := c.walk(l, s.clone()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// manyTries bounds the states of an invariant among which the one is chosen that has to lose the fewest facts.
const manyTries = 8

// weaken weakens the invariant of a cut so that s satisfies it.
func (c *checker) weaken(s *state, to *ir.Loc) {
	c.inv[to] = c.weakened(s, c.inv[to])
	c.weak.dirty[to] = true
	if f := to.Func; to == f.Exit {
		for _, l := range c.weak.sites[f] {
			c.weak.dirty[l] = true
		}
	}
}

// weakened returns an invariant that s satisfies. It has the same states, but for facts that do not follow.
func (c *checker) weakened(s *state, inv *invariant) *invariant {
	var best *state
	least := 0
	for i, x := range inv.candidates(s) {
		if i == manyTries {
			break
		}
		if lost := c.missing(s, x); best == nil || lost < least {
			best, least = x, lost
		}
	}
	states := inv.states
	if best == nil { // no state is similar: a new one without facts
		best = &state{}
		states = append(slices.Clone(states), best)
	}
	for {
		ok, n, _ := c.follows(s, best)
		if ok {
			break
		}
		c.lose(best, n)
	}
	return index(c, states)
}

// missing returns the number of facts of x that do not hold in s.
func (c *checker) missing(s, x *state) (n int) {
	x = x.clone()
	for {
		ok, slot, _ := c.follows(s, x)
		if ok {
			return n
		}
		c.lose(x, slot)
		n++
	}
}

// lose drops a fact. With the life of an object, the facts about its contents are dropped, too, as they held under that
// condition.
func (c *checker) lose(s *state, n int) {
	s.forget(n)
	if k := c.slots[n]; k.kind == life {
		s.keep(func(m int) bool { return c.slots[m].obj != k.obj })
	}
}

// rest returns what is left of the evidence as evidence.
func (c *checker) rest() *verify.Inductive {
	out := &verify.Inductive{Results: c.ev.Results, Entered: c.ev.Entered, Made: c.ev.Made,
		Frees: map[*ir.Func][]*ir.Object{}}
	for f := range c.frees {
		out.Frees[f] = c.ev.Frees[f]
	}
	for _, f := range c.prog.Funcs {
		for _, l := range f.Locs {
			if !c.cut[l] {
				continue
			}
			or := ir.Expr(ir.NewBool(false))
			for i, s := range c.inv[l].states {
				if i == 0 {
					or = s.expr()
				} else {
					or = &ir.Binary{Op: ir.LOr, X: or, Y: s.expr()}
				}
			}
			out.Invariants = append(out.Invariants, verify.Invariant{Loc: l, Expr: or})
		}
	}
	return out
}

// expr returns the conjunction of the conjuncts whose facts the state still has.
func (s *state) expr() ir.Expr {
	var and ir.Expr
	for _, x := range s.from {
		if slices.ContainsFunc(x.slots, func(n int) bool { return s.find(n) == nil }) {
			continue
		}
		if and == nil {
			and = x.expr
		} else {
			and = &ir.Binary{Op: ir.LAnd, X: and, Y: x.expr}
		}
	}
	if and == nil {
		return ir.NewBool(true)
	}
	return and
}
