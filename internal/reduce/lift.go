package reduce

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// LiftProof translates inductive invariants of a slice into invariants of the program from which the slice was cut; m
// is the map from the slice to the program. At the locations of the slice, the invariants are the same. Between them
// the program executes edges that were cut, which write no register or memory that is read later: so the invariant of
// the next location of the slice holds all the way to it. Conjuncts about values that may differ between slice and
// program are left out. The result is a claim: no checker has shown that it is inductive in the program.
//
//	slice                             program
//	L0 -> L2: x = 1                   L0 -> L2: x = 1
//	L2 -> L3: assume x == 1           L2 -> L3: y = 2
//	                                  L3 -> L4: assume x == 1
//	at L2: x == 1                     at L2, the start of what was cut, and at L3: x == 1
func LiftProof(m *derive.Map, ev *verify.Inductive) *verify.Inductive {
	k := &lifter{m: m, vars: map[*ir.Var]bool{}, objs: map[*ir.Object]*ir.Object{}, at: map[*ir.Loc][]ir.Expr{},
		needed: map[*ir.Loc]bool{}, live: map[*ir.Func]*flow.Live{}}
	out := &verify.Inductive{Results: map[*ir.Func]*ir.Var{}, Entered: map[*ir.Func]map[*ir.Var]*ir.Var{},
		Made: map[*ir.Edge]*ir.Object{}}
	for f, v := range ev.Results {
		if f.Result != ir.Void {
			k.vars[v], out.Results[m.Func(f)] = true, v
		}
	}
	for f, named := range ev.Entered {
		to := map[*ir.Var]*ir.Var{}
		for v, name := range named {
			k.vars[name], to[m.Var(v)] = true, name
		}
		out.Entered[m.Func(f)] = to
	}
	for e, o := range ev.Made {
		if len(e.Origin) == 0 {
			continue
		}
		named := *o
		named.Func = m.Func(e.From.Func)
		k.objs[o], out.Made[e.Origin[len(e.Origin)-1]] = &named, &named
	}
	facts := map[*ir.Loc][]ir.Expr{} // of the slice
	for _, i := range ev.Invariants {
		facts[i.Loc] = append(facts[i.Loc], ir.Conjuncts(i.Expr)...)
	}
	for _, f := range m.From.Funcs {
		listed := map[*ir.Loc]bool{}
		for _, l := range f.Locs {
			listed[l] = facts[l] != nil
		}
		follow(f, facts, listed)
		for _, l := range f.Locs {
			at := m.Loc(l)
			if at == nil || !goesOn(l) {
				continue
			}
			k.needed[at] = listed[l]
			for _, c := range facts[l] {
				if e := k.expr(l, c); e != nil {
					k.at[at] = append(k.at[at], e)
				}
			}
		}
	}
	for _, f := range m.To.Funcs {
		k.between(f)
		for _, l := range f.Locs {
			if !k.needed[l] && len(l.In) < 2 { // it follows from the location before
				continue
			}
			for _, e := range k.at[l] {
				out.Invariants = append(out.Invariants, verify.Invariant{Loc: l, Expr: e})
			}
		}
	}
	return out
}

// maxFacts bounds the number of facts at one location.
const maxFacts = 40

// follow computes facts for the locations of a slice without an invariant, from the facts of the preceding location, if
// a single edge leads there. LiftProof needs them since in the program more edges may lead to such a location, or to
// the edges that were cut before it.
func follow(f *ir.Func, facts map[*ir.Loc][]ir.Expr, listed map[*ir.Loc]bool) {
	for _, i := range graph.ReversePostOrder(f.Graph(), f.Entry.ID) {
		l := f.Locs[i]
		if listed[l] || l == f.Entry || len(l.In) != 1 {
			continue
		}
		e := l.In[0]
		var add []ir.Expr
		def := ir.Def(e.Stmt)
		memory := false
		switch s := e.Stmt.(type) {
		case *ir.Assume:
			add = ir.Conjuncts(s.Cond)
		case *ir.Assign:
			if s.Dst.Type.Kind != ir.Float && !ir.Reads(s.Src, s.Dst) { // NaN is not equal to itself
				add = []ir.Expr{ir.NewBinary(ir.Eq, ir.NewRef(s.Dst), s.Src)}
			}
		case *ir.Skip, *ir.Input, *ir.LoadStmt, *ir.Math:
		case *ir.Store, *ir.Decl, *ir.End, *ir.Alloc, *ir.Free, *ir.MemCopy, *ir.MemSet, *ir.MemHavoc:
			memory = true
		case *ir.HavocAll, *ir.Call, *ir.Return, *ir.Undefined:
			continue
		}
		memory = memory || def != nil && def.Type.Kind == ir.Ptr // an input may make an object
		var out []ir.Expr
		for _, c := range facts[e.From] {
			if len(out) < maxFacts && (def == nil || !ir.Reads(c, def)) && !(memory && looks(c)) {
				out = append(out, c)
			}
		}
		for _, c := range add {
			if simple(c) {
				out = append(out, c)
			}
		}
		facts[l] = out
	}
}

// simple reports whether a condition compares a register with a constant. Every checker can use such conditions.
func simple(c ir.Expr) bool {
	if n, ok := c.(*ir.Unary); ok && n.Op == ir.LNot {
		c = n.X
	}
	b, ok := c.(*ir.Binary)
	if !ok || b.Op < ir.Eq || b.Op > ir.Le {
		return false
	}
	side := func(x, y ir.Expr) bool {
		_, ref := x.(*ir.Ref)
		_, number := y.(*ir.Const)
		return ref && number
	}
	return side(b.X, b.Y) || side(b.Y, b.X)
}

// looks reports whether an expression of a specification reads memory or depends on the lifetime of objects.
func looks(e ir.Expr) bool {
	found := false
	ir.Walk(e, func(x ir.Expr) bool {
		switch x.(type) { // sound: the others read registers
		case *ir.Load, *ir.Valid, *ir.AddrOf:
			found = true
		}
		return !found
	})
	return found
}

// goesOn reports whether l is no location at which the slice ends but the program may continue.
func goesOn(l *ir.Loc) bool {
	return len(l.Out) > 0 || l.Kind == ir.Error || len(l.In) > 0 && l.Kind == ir.Exit
}

// lifter translates one proof.
type lifter struct {
	m    *derive.Map
	vars map[*ir.Var]bool          // pseudo registers of the evidence, which belong to no function
	objs map[*ir.Object]*ir.Object // names of made objects: from the slice to the program
	at   map[*ir.Loc][]ir.Expr     // by location of the program: the facts

	needed map[*ir.Loc]bool        // of the program: where the slice has an invariant
	live   map[*ir.Func]*flow.Live // of the slice
}

// expr translates an expression of the slice at a location. It returns nil if the expression has a register whose value
// may differ in the program.
func (k *lifter) expr(at *ir.Loc, e ir.Expr) ir.Expr {
	own := maps.Clone(k.vars)
	ok := true
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) { // sound: the others name nothing themselves
		case *ir.Forall:
			own[x.Bound] = true
		case *ir.Ref:
			if !own[x.Var] {
				ok = ok && k.same(at, x.Var)
			}
		}
		return ok
	})
	if !ok {
		return nil
	}
	return (&ir.Subst{
		Var: func(v *ir.Var) *ir.Var {
			if own[v] {
				return v
			}
			return k.m.Var(v)
		},
		Obj: func(o *ir.Object) *ir.Object {
			if n := k.objs[o]; n != nil {
				return n
			}
			return k.m.Object(o)
		},
		Func: k.m.Func,
	}).Expr(e)
}

// same reports whether a register surely has the same value in the slice and in the program at a location: the slice
// reads it later, so its assignments were kept, or none of its assignments was cut (derive).
func (k *lifter) same(at *ir.Loc, v *ir.Var) bool {
	live := k.live[at.Func]
	if live == nil {
		live = flow.NewLive(k.m.From, at.Func, nil)
		k.live[at.Func] = live
	}
	if (v.Global || slices.Contains(at.Func.Vars, v)) && live.At(at, v) {
		return true
	}
	_, err := k.m.Expr(at, ir.NewRef(v))
	return err == nil
}

// between sets the facts at locations of the program between those of the slice: the facts of the next location of the
// slice, if all paths lead to the same one.
func (k *lifter) between(f *ir.Func) {
	next := map[*ir.Loc]*ir.Loc{}
	var work []*ir.Loc
	for _, l := range f.Locs {
		if at := k.m.Locs(l); len(at) > 0 && goesOn(at[0]) {
			next[l] = l
			work = append(work, l)
		}
	}
	apart := map[*ir.Loc]bool{} // several locations of the slice may be next
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.In {
			p := e.From
			switch was := next[p]; {
			case was == p || apart[p]:
			case was == nil:
				next[p] = next[l]
				work = append(work, p)
			case was != next[l] || apart[l]:
				apart[p] = true
				work = append(work, p)
			}
		}
	}
	for _, l := range f.Locs {
		w := next[l]
		if w == nil || w == l || apart[l] {
			continue
		}
		for _, e := range k.at[w] {
			if w.Kind != ir.Exit || !k.names(e) { // the result is not there yet
				k.at[l] = append(k.at[l], e)
			}
		}
	}
}

// names reports whether e has a pseudo register of the evidence.
func (k *lifter) names(e ir.Expr) bool {
	found := false
	ir.Vars(e, func(v *ir.Var) { found = found || k.vars[v] })
	return found
}
