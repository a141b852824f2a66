package restrict

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// maxSides bounds the number of inputs of a region from which Outside makes a condition.
const maxSides = 6

// Outside returns a condition of p that excludes the executions which have read all inputs of the region with values in
// it. It describes the remaining work if the region is verified. An execution that has not read all these inputs stays
// open, although it is in the region. Outside returns nil if it cannot express the condition.
//
//	0 <= x     state 0 stays
//	             L0 L2 goto 1                   L0 -> L2: x = input
//	           state 1                          the execution has just read x
//	             L2 L3 if 0:i32 <= x goto 2
//	             L2 L3 goto 3
//	           state 2 verified, state 3 stays
//
// A conjunct of the region over several inputs is evaluated after the input that is read last. The registers of the
// other inputs must still hold their values then. So Outside requires that all of these inputs are read in the entry
// function, that this function is not called, and that these registers have no other assignments.
func (r *Region) Outside(p *ir.Program) *Condition {
	o := &outside{p: p, side: map[int]int{}, dst: map[int]*ir.Var{}}
	vars := maps.Clone(r.Vars)
	if vars == nil {
		vars = map[int]*ir.Var{}
	}
	var parts []ir.Expr
	for _, d := range r.Box {
		v := vars[d.Site]
		if v == nil {
			v = &ir.Var{Type: d.Type}
			vars[d.Site] = v
		}
		if d.Lo != num.MinOf(d.Type.Bits, d.Type.Signed) {
			parts = append(parts, &ir.Binary{Op: ir.Le, X: ir.NewBits(d.Type, d.Lo), Y: ir.NewRef(v)})
		}
		if d.Hi != num.MaxOf(d.Type.Bits, d.Type.Signed) {
			parts = append(parts, &ir.Binary{Op: ir.Le, X: ir.NewRef(v), Y: ir.NewBits(d.Type, d.Hi)})
		}
	}
	if r.Cond != nil {
		parts = append(parts, ir.Conjuncts(r.Cond)...)
	}
	o.site = map[*ir.Var]int{}
	for site, v := range vars {
		o.site[v] = site
	}
	for _, x := range parts {
		if !ir.IsTrue(x) && !o.ask(x) {
			return nil
		}
	}
	switch {
	case len(o.side) > maxSides || !o.find():
		return nil
	case len(o.side) == 0:
		return &Condition{States: []ConditionState{{Verified: true}}}
	}
	return o.condition()
}

// outside makes a condition of a region.
type outside struct {
	p     *ir.Program
	site  map[*ir.Var]int // registers of the region
	side  map[int]int     // by site: its index among the inputs of the region
	asked []question      // the conjuncts of the region
	reads []*ir.Edge      // the edges that read an input of the region
	dst   map[int]*ir.Var // by site: the register into which all its reads go; nil if they go into several
}

// question is a conjunct of a region, and the set of its inputs as bits.
type question struct {
	cond  ir.Expr
	sides int // the inputs of cond, as bits
}

// ask adds a conjunct of the region. It returns false if x has no input, or a register that is not an input.
func (o *outside) ask(x ir.Expr) bool {
	q, ok := question{cond: x}, true
	ir.Vars(x, func(v *ir.Var) {
		site, known := o.site[v]
		if ok = ok && known; !known {
			return
		}
		n, known := o.side[site]
		if !known {
			n = len(o.side)
			o.side[site] = n
		}
		q.sides |= 1 << n
	})
	o.asked = append(o.asked, q)
	return ok && q.sides != 0
}

// find collects the edges that read the inputs. It returns false if a conjunct over several inputs cannot be evaluated.
func (o *outside) find() bool {
	for _, f := range o.p.Funcs {
		for _, e := range f.Edges {
			in, is := e.Stmt.(*ir.Input)
			if !is {
				continue
			}
			if _, asked := o.side[in.Site.ID]; asked {
				o.reads = append(o.reads, e)
				if v, other := o.dst[in.Site.ID]; other && v != in.Dst {
					o.dst[in.Site.ID] = nil
				} else {
					o.dst[in.Site.ID] = in.Dst
				}
			}
		}
	}
	for _, q := range o.asked {
		for site, n := range o.side {
			if q.sides>>n&1 == 1 && q.sides != 1<<n && !o.keeps(site) {
				return false
			}
		}
	}
	return true
}

// keeps reports whether the register of an input still holds its value at any later location.
func (o *outside) keeps(site int) bool {
	v := o.dst[site]
	if v == nil {
		return false
	}
	entry := o.p.Entry
	if !v.Global && !(v.ID < len(entry.Vars) && entry.Vars[v.ID] == v) {
		return false
	}
	for _, f := range o.p.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) { // sound: Def covers all other assignments
			case *ir.Input:
				if s.Site.ID == site {
					continue
				}
			case *ir.Call:
				if s.Func == entry {
					return false
				}
			case *ir.HavocAll:
				return false
			}
			if ir.Def(e.Stmt) == v {
				return false
			}
		}
	}
	return !slices.ContainsFunc(o.reads, func(e *ir.Edge) bool { return e.From.Func != entry })
}

// far is the progress of an execution that is still inside of the region.
type far struct {
	seen int      // inputs, as bits, that have been read with all conjuncts about them true
	just *ir.Edge // the read on the previous edge, whose conjuncts are yet to be evaluated; nil if there is none
}

const openState = 1 // the state from which on all executions are open

// condition returns the automaton. Each of its states, except openState, is a value of far.
func (o *outside) condition() *Condition {
	c := &Condition{States: []ConditionState{{}, {Stays: true}}}
	list, number := []far{{}, {}}, map[far]int{{}: 0}
	state := func(a far) int {
		n, known := number[a]
		if !known {
			n = len(list)
			number[a], list = n, append(list, a)
			c.States = append(c.States, ConditionState{Verified: a.just == nil && a.seen == 1<<len(o.side)-1})
		}
		return n
	}
	next := func(seen int, e *ir.Edge) int {
		in, is := e.Stmt.(*ir.Input)
		if !is {
			return state(far{seen, nil})
		}
		n, asked := o.side[in.Site.ID]
		switch {
		case !asked || seen == 1<<len(o.side)-1:
			return state(far{seen, nil})
		case seen>>n&1 == 1: // the register has another value now
			return openState
		}
		return state(far{seen, e})
	}
	for k := 0; k < len(list); k++ {
		a := list[k]
		if k == openState || c.States[k].Verified {
			continue
		}
		s := ConditionState{Stays: true}
		if a.just == nil {
			for _, e := range o.reads {
				s.Steps = append(s.Steps, ConditionStep{Edge: e, To: next(a.seen, e)})
			}
		} else {
			read := a.just.Stmt.(*ir.Input)
			seen := a.seen | 1<<o.side[read.Site.ID]
			for _, e := range a.just.To.Out {
				s.Steps = append(s.Steps, ConditionStep{e, o.holds(a.seen, seen, read), next(seen, e)},
					ConditionStep{Edge: e, To: openState})
			}
		}
		c.States[k] = s
	}
	return c
}

// holds returns the conjunction of the conjuncts that can be evaluated after a read, but could not be evaluated before
// it, over the registers of the program. before and seen are the sets of inputs that have been read before and after
// it, as bits.
func (o *outside) holds(before, seen int, read *ir.Input) ir.Expr {
	var all []ir.Expr
	sub := &ir.Subst{Var: func(v *ir.Var) *ir.Var {
		if site, is := o.site[v]; is {
			if site == read.Site.ID {
				return read.Dst
			}
			return o.dst[site]
		}
		return v
	}}
	for _, q := range o.asked {
		if q.sides&^seen == 0 && q.sides&^before != 0 {
			all = append(all, sub.Expr(q.cond))
		}
	}
	return ir.NewAnd(all...)
}
