package inductive

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file searches for a smaller proof in a proof that is not confirmed. It drops facts that do not follow, and
// conjuncts that this package cannot parse, until the rest is inductive. An obligation is proved if the rest excludes
// its errors (Flanagan, Leino: Houdini, an annotation assistant for ESC/Java, FME 2001).

// weakening is the state of a search for a smaller proof.
type weakening struct {
	reached map[*ir.Obligation]bool // obligations whose errors are not excluded
	dirty   map[*ir.Loc]bool        // cuts whose walks have to be repeated
	callers map[*ir.Func][]*ir.Func
	sites   map[*ir.Func][]*ir.Loc // by function: the cuts from which a walk comes to a call of it
}

// source is a conjunct of an invariant, with the slots whose facts were parsed from it.
type source struct {
	expr  ir.Expr
	slots []int
}

// note records that the facts about slots come from the conjunct x, with the objects on whose lives these facts depend.
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

// noted calls note if err is nil. It returns err.
func (p *parser) noted(s *state, err error, x ir.Expr, slots ...int) error {
	if err == nil {
		p.note(s, x, slots...)
	}
	return err
}

// Weaken drops facts that do not follow. It returns the rest of the evidence, and the obligations that the rest proves.
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

// findSites computes weakening.sites.
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

// settle walks from all cuts, and again from each cut whose invariant was weakened, until no invariant changes.
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

// manyTries bounds the number of states that weakened compares, in search of the one that loses the fewest facts.
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

// weakened returns an invariant that s satisfies. It drops facts from one state of inv or, if no state is similar to s,
// adds a state without facts.
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

// missing returns the number of facts that x has to lose until s satisfies it.
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

// lose drops a fact. With the fact about the life of an object, it drops the facts about the contents, which held on
// that condition.
func (c *checker) lose(s *state, n int) {
	s.forget(n)
	if k := c.slots[n]; k.kind == life {
		s.keep(func(m int) bool { return c.slots[m].obj != k.obj })
	}
}

// rest returns the remaining facts as evidence.
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

// expr returns the conjunction of those conjuncts that were parsed as s and of which s has lost no fact.
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
