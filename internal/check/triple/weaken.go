package triple

import (
	"context"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file looks for a weaker proof in one that is not confirmed. Conjuncts that this package cannot say (bytes
// of objects that are not tracked, mixes of those with relations) keep the others from being proved with them. All
// that follows is proved anew, so that any part of the evidence will do, if the error is excluded by it:
//
//	L2: y == 2*x && all bytes of buf are 0      the second is not followed across a write through a pointer
//	L2: y == 2*x                                is inductive by itself, and enough
//
// Candidates are the conjuncts, and each formula with what cannot be said taken out of its disjunctions. What
// does not follow is dropped until the rest does: Houdini (Flanagan, Leino: Houdini, an annotation
// assistant for ESC/Java, FME 2001).

// candidate is a conjunct at a location, of a graph at a node.
type candidate struct {
	loc  *ir.Loc
	expr ir.Expr // nil: none
	node int
}

// Weaken proves the obligations with as much of the evidence as is inductive; it is Confirmed with the
// evidence that was proved, else Undecided.
func Weaken(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Inductive, cfg Config) (v Verdict,
	weaker *verify.Inductive, why string) {
	v, why = searching(ctx, p, obls, cfg, func(c *checker) (err error) {
		weaker, err = c.weaken(ev)
		return err
	})
	return v, weaker, why
}

// searching looks for a weaker proof: that none is found refutes nothing.
func searching(ctx context.Context, p *ir.Program, obls []*ir.Obligation, cfg Config,
	search func(c *checker) error) (Verdict, string) {
	c, stop, err := newChecker(ctx, p, cfg)
	if err != nil {
		return Undecided, verify.Said(err)
	}
	defer stop()
	v, why := outcome(func() error {
		if err := c.begin(obls); err != nil {
			return err
		}
		return search(c)
	})
	if v == Refuted { // of what is left
		v = Undecided
	}
	return v, why
}

func (c *checker) weaken(ev *verify.Inductive) (*verify.Inductive, error) {
	if err := c.names(ev.Results, ev.Entered, ev.Made); err != nil {
		return nil, err
	}
	texts := c.readKnown()
	var scoped []verify.Invariant
	for _, i := range ev.Invariants {
		if i.Loc == nil || i.Expr == nil {
			return nil, fmt.Errorf("a formula without a location of the program")
		}
		if i.Expr = only(i.Expr, func(x ir.Expr) bool { return c.spec(i.Loc, x) == nil }); !ir.IsTrue(i.Expr) {
			scoped = append(scoped, i)
		}
	}
	inv, err := c.read(scoped)
	if err != nil {
		return nil, err
	}
	c.findMemory(append(exprs(scoped), c.allKnown()...))
	c.inv = map[*ir.Loc][]ir.Expr{}
	for l, es := range inv {
		seen := map[string]bool{}
		for _, e := range es {
			for _, k := range append(ir.Conjuncts(e), ir.Conjuncts(only(e, c.tracks))...) {
				if s := ir.ExprString(k); !seen[s] && !ir.IsTrue(k) && !texts[l][canonical(k)] {
					seen[s] = true
					c.inv[l] = append(c.inv[l], k)
				}
			}
		}
	}
	steps := c.pieces()
	changed := map[*ir.Loc]bool{}
	for first := true; first || len(changed) > 0; first = false {
		now := changed
		changed = map[*ir.Loc]bool{}
		for _, st := range steps {
			if !first && !st.uses(now) && !st.uses(changed) {
				continue
			}
			drop, err := c.failing(st.what, st.build)
			if err != nil {
				return nil, err
			}
			for _, k := range drop {
				c.drop(k)
				changed[k.loc] = true
			}
		}
	}
	weaker := &verify.Inductive{Results: ev.Results, Entered: ev.Entered, Made: ev.Made, Frees: ev.Frees}
	for _, f := range c.prog.Funcs {
		for _, l := range f.Locs {
			for _, e := range c.inv[l] {
				weaker.Invariants = append(weaker.Invariants, verify.Invariant{Loc: l, Expr: e})
			}
		}
	}
	if c.cfg.Known != nil {
		weaker.Invariants = append(weaker.Invariants, c.cfg.Known.Invariants...)
	}
	return weaker, nil
}

func (c *checker) drop(k candidate) {
	var rest []ir.Expr
	for _, e := range c.inv[k.loc] {
		if e != k.expr {
			rest = append(rest, e)
		}
	}
	c.inv[k.loc] = rest
}

// only is a weaker formula, without the parts that are not fine.
func only(e ir.Expr, fine func(ir.Expr) bool) ir.Expr {
	if b, ok := e.(*ir.Binary); ok && (b.Op == ir.LAnd || b.Op == ir.LOr) {
		return ir.NewBinary(b.Op, only(b.X, fine), only(b.Y, fine))
	}
	if !fine(e) {
		return ir.NewBool(true)
	}
	return e
}

// tracks reports whether a formula reads tracked memory only.
func (c *checker) tracks(e ir.Expr) bool {
	said := true
	ir.Walk(e, func(x ir.Expr) bool {
		if l, ok := x.(*ir.Load); ok {
			o := ir.Root(l.Addr)
			said = said && o != nil && c.memory[o] != nil
		}
		return said
	})
	return said
}

// failing lists the candidates that a query does not prove, in either encoding. An error says that
// something else does not follow.
func (c *checker) failing(what string, build func(q *query) error) ([]candidate, error) {
	order := []Encoding{Ints, Bits}
	if c.cfg.Only != AnyEncoding {
		order = []Encoding{c.cfg.Only}
	}
	var fails map[candidate]bool
	for _, enc := range order {
		q := c.newQuery(enc)
		if err := build(q); err != nil {
			return nil, err
		}
		if q.broken != nil {
			return nil, q.broken
		}
		if len(q.goals) == 0 {
			return nil, nil
		}
		now, err := c.failingGoals(q, fails)
		if err != nil {
			return nil, err
		}
		if fails = now; len(fails) == 0 {
			return nil, nil
		}
	}
	var out []candidate
	for k := range fails {
		if k.expr == nil {
			return nil, open("%s: the error is not excluded by what is inductive", what)
		}
		out = append(out, k)
	}
	return out, nil
}

// failingGoals asks for the goals of candidates among those given (nil: all), first together, then one by one.
// What is no candidate has none.
func (c *checker) failingGoals(q *query, among map[candidate]bool) (map[candidate]bool, error) {
	if c.ctx.Err() != nil || c.meter.Left() == 0 {
		return nil, fmt.Errorf("out of time")
	}
	s := c.solver
	s.Push()
	defer s.Pop()
	q.assert(s)
	fails := map[candidate]bool{}
	var open []goal
	for _, g := range q.goals {
		if among == nil || among[g.of] {
			open = append(open, g)
		} else {
			s.Assert(q.tc.Not(g.lit))
		}
	}
	if a := c.check(c.budget(8, 1)); a.Result == smt.Unsat {
		return fails, nil
	}
	for _, g := range open {
		if fails[g.of] {
			continue
		}
		s.Push()
		for _, h := range q.goals {
			if h.lit != g.lit {
				s.Assert(q.tc.Not(h.lit))
			}
		}
		a := c.check(c.budget(8, len(open)))
		s.Pop()
		if a.Result != smt.Unsat {
			fails[g.of] = true
		}
	}
	return fails, nil
}
