package triple

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// regions introduces a pseudo register for each site that a region restricts: its value is the value of the only read
// of the site in the execution. If an execution does not read the site, the register may have any value. regions
// returns an error if a region is not well-formed.
func (c *checker) regions(more ...*verify.Region) error {
	var entry []*ir.Site
	named := func(site int) (*ir.Var, error) {
		if v := c.named.sitePseudo[site]; v != nil {
			return v, nil
		}
		if entry == nil {
			entry = flow.EntryInputs(c.prog)
		}
		i := slices.IndexFunc(entry, func(s *ir.Site) bool { return s.ID == site })
		if i < 0 {
			return nil, fmt.Errorf("a region over site %d, which is not an entry input", site)
		}
		if k := entry[i].Type.Kind; k == ir.Ptr || k == ir.None {
			return nil, fmt.Errorf("a region over a %s", entry[i].Type)
		}
		v := &ir.Var{Name: fmt.Sprintf("in%d", site), Type: entry[i].Type}
		c.named.sitePseudo[site] = v
		return v, nil
	}
	for _, r := range append(slices.Clone(c.cfg.Regions), more...) {
		if r == nil {
			return fmt.Errorf("a missing region")
		}
		for _, b := range r.Box {
			v, err := named(b.Site)
			if err != nil {
				return err
			}
			if v.Type != b.Type || v.Type.Kind != ir.Int && v.Type.Kind != ir.Bool {
				return fmt.Errorf("a range of type %s for an input of type %s", b.Type, v.Type)
			}
		}
		sites := make([]int, 0, len(r.Vars))
		for s := range r.Vars {
			sites = append(sites, s)
		}
		slices.Sort(sites)
		var regs []*ir.Var
		for _, site := range sites {
			v, err := named(site)
			if err != nil {
				return err
			}
			p := r.Vars[site]
			if p == nil || p.Type != v.Type || c.owned(p) {
				return fmt.Errorf("a region's register for site %d has another meaning", site)
			}
			if old := c.named.pseudo[p]; old != nil && old != v {
				return fmt.Errorf("one register for two sites of a region")
			}
			c.named.pseudo[p] = v
			regs = append(regs, p)
		}
		if r.Cond != nil {
			if err := ir.CheckExpr(c.prog, nil, r.Cond, regs...); err != nil {
				return err
			}
			if r.Cond.Type() != ir.B || usesMemory(r.Cond) {
				return fmt.Errorf("a region's condition is not a condition over inputs")
			}
			free := false
			ir.Vars(r.Cond, func(v *ir.Var) { free = free || c.named.pseudo[v] == nil })
			if free {
				return fmt.Errorf("a region's condition speaks of other registers")
			}
		}
	}
	return nil
}

// usesMemory reports whether an expression reads memory or takes an address.
func usesMemory(e ir.Expr) bool {
	found := false
	ir.Walk(e, func(x ir.Expr) bool {
		switch x.(type) { // sound: each node is visited
		case *ir.Load, *ir.AddrOf, *ir.FuncAddr:
			found = true
		}
		return !found
	})
	return found
}

// owned reports whether v is a register of the program.
func (c *checker) owned(v *ir.Var) bool {
	if v.ID >= 0 && v.ID < len(c.prog.Globals) && c.prog.Globals[v.ID] == v {
		return true
	}
	for _, f := range c.prog.Funcs {
		if v.ID >= 0 && v.ID < len(f.Vars) && f.Vars[v.ID] == v {
			return true
		}
	}
	return false
}

// region returns the condition that the inputs lie in r.
func (q *query) region(r *verify.Region) *term.Term {
	var all []*term.Term
	for _, b := range r.Box {
		v := q.atStart(slot{v: q.c.named.sitePseudo[b.Site]})
		if b.Type.Kind == ir.Bool {
			is := func(x uint64) *term.Term {
				return q.tc.And(q.tc.Bool(b.Lo <= x && x <= b.Hi), q.tc.Iff(v.t, q.tc.Bool(x == 1)))
			}
			all = append(all, q.tc.Or(is(0), is(1)))
			continue
		}
		if num.Trunc(b.Lo, b.Type.Bits) != b.Lo || num.Trunc(b.Hi, b.Type.Bits) != b.Hi {
			q.broken = fmt.Errorf("a range with a bound that its type does not have")
			return q.tc.False()
		}
		all = append(all, q.a.compare(ir.Le, b.Type, q.a.lit(b.Type, b.Lo), v),
			q.a.compare(ir.Le, b.Type, v, q.a.lit(b.Type, b.Hi)))
	}
	if r.Cond != nil {
		all = append(all, q.cond(newState(0), r.Cond))
	}
	return q.tc.And(all...)
}

// Cover decides whether every input that lies in all of cfg.Regions lies in one of the leaves.
func Cover(ctx context.Context, p *ir.Program, leaves []*verify.Region, cfg Config) (Verdict, string) {
	c, stop, err := newChecker(ctx, p, cfg)
	if err != nil {
		return Undecided, verify.Said(err)
	}
	defer stop()
	return outcome(func() error {
		if err := c.regions(leaves...); err != nil {
			return err
		}
		return c.prove("the leaves", func(q *query) error {
			a := q.begin(newState(0), nil)
			for _, r := range leaves {
				a.pass = append(a.pass, q.tc.Not(q.region(r)))
			}
			lit := q.vc.goal("an input outside of all leaves")
			a.b.way(q, nil, append(a.pass, lit)...)
			return nil
		})
	})
}
