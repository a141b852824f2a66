package triple

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// entry is a register and the name of its value at the entry of a function. The name is a register of the activation
// that no statement assigns.
type entry struct{ v, was *ir.Var }

// namesOfEntries reads the names in the evidence for values at entries. used has the pseudo registers that have another
// meaning already; namesOfEntries adds to it.
func (c *checker) namesOfEntries(entered map[*ir.Func]map[*ir.Var]*ir.Var, used map[*ir.Var]bool) error {
	for _, f := range c.prog.Funcs {
		rest := len(entered[f])
		for _, vs := range [][]*ir.Var{f.Params, c.prog.Globals} {
			for _, v := range vs {
				was := entered[f][v]
				if was == nil {
					continue
				}
				rest--
				if was.Type != v.Type || was.Global || used[was] || c.owned(was) || c.named.pseudo[was] != nil {
					return fmt.Errorf("the register for the value of %s at the entry of %s has another meaning", v.Name, f.Name)
				}
				used[was] = true
				c.named.entries[f] = append(c.named.entries[f], entry{v, was})
			}
		}
		if rest != 0 {
			return fmt.Errorf("a value at the entry of %s that is neither a parameter nor a global register", f.Name)
		}
	}
	return nil
}

// entered binds the names of the values at the entry of f, in a state at the entry.
func (q *query) entered(s *state, f *ir.Func) {
	for _, x := range q.c.named.entries[f] {
		s.at[s.register(x.was)] = q.read(s, s.register(x.v))
	}
}

// kept returns the parameters of f that no statement assigns. At the exit they still have the values that the caller
// passed, as a register has no address and belongs to one activation.
func (c *checker) kept(f *ir.Func) []*ir.Var {
	if c.named.assigned == nil {
		c.named.assigned = map[*ir.Var]bool{}
		for _, g := range c.prog.Funcs {
			for _, e := range g.Edges {
				if v := ir.Def(e.Stmt); v != nil {
					c.named.assigned[v] = true
				}
			}
		}
	}
	var out []*ir.Var
	for _, p := range f.Params {
		if !p.Global && !c.named.assigned[p] {
			out = append(out, p)
		}
	}
	return out
}

// callByContract encodes a call by the contract of the callee, and changes s to the state after the call. It returns
// two views of the state: the invariant of the callee's entry has to hold in entry, and the invariant of its exit may
// be assumed in exit. The parameters that the callee keeps, and the values at its entry, are the same in both.
// Everything else of the callee's activation is fresh in both, as the caller cannot see it. In a recursive call, the
// callee's registers have the same slots as the caller's registers, whose values s keeps.
func (q *query) callByContract(s *state, call *ir.Call) (entry, exit *state) {
	f := call.Func
	// Slots that both the caller and a view may read need their constants before s is copied.
	for _, a := range call.Args {
		q.expr(s, a)
	}
	for _, x := range q.c.named.entries[f] {
		if x.v.Global {
			q.read(s, s.register(x.v))
		}
	}
	entry = s.clone()
	q.enter(entry, f, call.Args, 0)
	q.owners.calledOwners(s, f)
	eff := q.c.effectOf(f)
	if eff.all {
		q.havocAll(s)
	}
	for _, v := range q.c.prog.Globals {
		if k := (slot{v: v}); eff.globals[v] || eff.all {
			s.forget(k)
			q.read(s, k)
		}
	}
	if q.c.mem.points != nil {
		q.forgetSet(s, q.c.mem.points.Of(f).Writes)
	}
	for _, m := range q.c.mem.objects {
		if o := m.obj; o.Func == nil && !m.frozen && (eff.objects[o] || eff.all) {
			q.memory.forgetObject(s, m, 0)
		}
		for n := 0; n < m.slots() && m.obj.Func == nil && !m.frozen && q.memory.knows(m.obj) != nil; n++ {
			q.read(s, slot{o: m.obj, n: n})
		}
	}
	res := value{}
	if f.Result.Kind != ir.None {
		res = q.fresh("result", f.Result)
		res.own = q.owners.freshOwner(f.Result)
	}
	exit = s.clone()
	q.forgetActivation(exit, f)
	if r := q.c.named.results[f]; r != nil && res.t != nil {
		exit.at[exit.register(r)] = res
	}
	for _, p := range q.c.kept(f) {
		exit.at[exit.register(p)] = q.read(entry, entry.register(p))
	}
	for _, x := range q.c.named.entries[f] {
		exit.at[exit.register(x.was)] = q.read(entry, entry.register(x.was))
	}
	if call.Dst != nil {
		s.at[s.register(call.Dst)] = res
	}
	return entry, exit
}
