package triple

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// names reads the names in the evidence for returned values, values at entries and new objects.
func (c *checker) names(results map[*ir.Func]*ir.Var, entered map[*ir.Func]map[*ir.Var]*ir.Var,
	made map[*ir.Edge]*ir.Object) error {
	used := map[*ir.Var]bool{}
	for _, f := range c.prog.Funcs {
		r := results[f]
		if r == nil {
			continue
		}
		if f.Result.Kind == ir.None || r.Type != f.Result || c.owned(r) || c.named.pseudo[r] != nil {
			return fmt.Errorf("the register for the result of %s has another meaning", f.Name)
		}
		c.named.results[f] = r
		used[r] = true
	}
	if err := c.namesOfEntries(entered, used); err != nil {
		return err
	}
	objects := map[*ir.Object]bool{}
	for _, o := range c.prog.Objects {
		objects[o] = true
	}
	for _, f := range c.prog.Funcs {
		for _, o := range f.Objects {
			objects[o] = true
		}
	}
	for _, f := range c.prog.Funcs {
		for _, e := range f.Edges {
			if o := made[e]; o != nil && !objects[o] && o.Func == f {
				objects[o] = true
				c.named.madeBy[e] = o
				c.named.madeIn[f] = append(c.named.madeIn[f], o)
			}
		}
	}
	return nil
}

// spec returns an error if e may not be a formula at location l. A formula may use the registers and objects of the
// function, the values at its entry, globals, the inputs of regions and, at the exit, the result.
func (c *checker) spec(l *ir.Loc, e ir.Expr) error {
	if l == nil || e == nil || l.Func == nil || l.ID < 0 || l.ID >= len(l.Func.Locs) || l.Func.Locs[l.ID] != l {
		return fmt.Errorf("a formula without a location of the program")
	}
	f := l.Func
	if f.ID < 0 || f.ID >= len(c.prog.Funcs) || c.prog.Funcs[f.ID] != f {
		return fmt.Errorf("a formula in a function of another program")
	}
	var extra []*ir.Var
	for v := range c.named.pseudo {
		extra = append(extra, v)
	}
	for _, x := range c.named.entries[f] {
		extra = append(extra, x.was)
	}
	if r := c.named.results[f]; r != nil && l == f.Exit {
		extra = append(extra, r)
	}
	// New objects are not declared in the program. Replace their addresses by null to check the rest of the formula.
	plain := ir.Map(e, func(x ir.Expr) ir.Expr {
		if a, ok := x.(*ir.AddrOf); ok && slices.Contains(c.named.madeIn[f], a.Obj) && a.T == c.prog.Model.Ptr() {
			return ir.NewConst(a.T, 0)
		}
		return x
	})
	if err := ir.CheckExpr(c.prog, f, plain, extra...); err != nil {
		return fmt.Errorf("the formula at %s: %w", l.Where(), err)
	}
	if e.Type() != ir.B {
		return fmt.Errorf("the formula at %s is not a condition", l.Where())
	}
	return nil
}

// read checks invariants with spec, and returns their formulas by location.
func (c *checker) read(invs []verify.Invariant) (map[*ir.Loc][]ir.Expr, error) {
	out := map[*ir.Loc][]ir.Expr{}
	for _, i := range invs {
		if err := c.spec(i.Loc, i.Expr); err != nil {
			return nil, err
		}
		out[i.Loc] = append(out[i.Loc], i.Expr)
		c.mention(i.Expr)
	}
	return out, nil
}

// exprs returns the formulas of invariants.
func exprs(invs []verify.Invariant) (out []ir.Expr) {
	for _, i := range invs {
		if i.Expr != nil {
			out = append(out, i.Expr)
		}
	}
	return out
}

// inductive checks invariants. It leaves out the conjuncts in Config.Known, which are only assumed.
func (c *checker) inductive(ev *verify.Inductive) error {
	if err := c.names(ev.Results, ev.Entered, ev.Made); err != nil {
		return err
	}
	known := c.readKnown()
	var rest []verify.Invariant
	for _, i := range ev.Invariants {
		if i.Expr != nil && known[i.Loc] != nil {
			if i.Expr = known[i.Loc].without(i.Expr); ir.IsTrue(i.Expr) {
				continue
			}
		}
		rest = append(rest, i)
	}
	inv, err := c.read(rest)
	if err != nil {
		return err
	}
	c.findMemory(append(exprs(rest), c.allKnown()...))
	c.inv = inv
	return c.steps()
}

// readKnown returns the conjuncts of Config.Known by location. It puts those that this package can express into
// c.known.
func (c *checker) readKnown() map[*ir.Loc]Conjuncts {
	out := map[*ir.Loc]Conjuncts{}
	c.known = map[*ir.Loc][]ir.Expr{}
	if c.cfg.Known == nil {
		return out
	}
	for _, i := range c.cfg.Known.Invariants {
		if i.Loc == nil || i.Expr == nil {
			continue
		}
		if out[i.Loc] == nil {
			out[i.Loc] = Conjuncts{}
		}
		out[i.Loc].Add(i.Expr)
		for _, x := range ir.Conjuncts(i.Expr) {
			if !ir.IsTrue(x) && c.spec(i.Loc, x) == nil {
				c.known[i.Loc] = append(c.known[i.Loc], x)
				c.mention(x)
			}
		}
	}
	return out
}

// allKnown returns the formulas in c.known, in the order of locations.
func (c *checker) allKnown() (out []ir.Expr) {
	for _, f := range c.prog.Funcs {
		for _, l := range f.Locs {
			out = append(out, c.known[l]...)
		}
	}
	return out
}

// Conjuncts is a set of formulas. Formulas that differ only in the order and nesting of && and || are the same element.
type Conjuncts map[string]bool

// Add adds a formula and each of its conjuncts.
func (t Conjuncts) Add(e ir.Expr) {
	t[canonical(e)] = true
	for _, x := range ir.Conjuncts(e) {
		t[canonical(x)] = true
	}
}

// Has reports whether a formula is in the set.
func (t Conjuncts) Has(e ir.Expr) bool { return t[canonical(e)] }

// without returns the conjunction of the conjuncts of e that are not in the set.
func (t Conjuncts) without(e ir.Expr) ir.Expr {
	if t[canonical(e)] {
		return ir.NewBool(true)
	}
	var left []ir.Expr
	for _, x := range ir.Conjuncts(e) {
		if !t[canonical(x)] {
			left = append(left, x)
		}
	}
	return ir.NewAnd(left...)
}

// canonical returns a text that is the same for formulas that differ only in the order and nesting of && and ||.
func canonical(e ir.Expr) string {
	b, ok := e.(*ir.Binary)
	if !ok || b.Op != ir.LAnd && b.Op != ir.LOr {
		return ir.ExprString(e)
	}
	var parts []string
	var split func(x ir.Expr)
	split = func(x ir.Expr) {
		if y, ok := x.(*ir.Binary); ok && y.Op == b.Op {
			split(y.X)
			split(y.Y)
			return
		}
		parts = append(parts, canonical(x))
	}
	split(e)
	slices.Sort(parts)
	return fmt.Sprintf("%v(%s)", b.Op, strings.Join(slices.Compact(parts), ", "))
}

// Step is one proof obligation about the evidence. It uses the formulas that the evidence has when build is called.
type Step struct {
	what  string               // name for messages
	build func(q *query) error // writes the query
	from  *ir.Loc              // of invariants: where the paths of the step begin; nil: at the initial state
	exits []*ir.Loc            // of invariants: the exits of the functions that are called on these paths
}

// Name returns the name of the step for messages.
func (st *Step) Name() string { return st.what }

// Assumes reports whether a step about invariants assumes the invariant at one of the locations.
func (st *Step) Assumes(at map[*ir.Loc]bool) bool {
	return at[st.from] || slices.ContainsFunc(st.exits, func(l *ir.Loc) bool { return at[l] })
}

// steps checks that c.inv is inductive and excludes the errors in c.asked.
func (c *checker) steps() error {
	for _, st := range c.pieces() {
		if err := c.prove(st.what, st.build); err != nil {
			return err
		}
	}
	return nil
}

// pieces returns the steps which together show that c.inv is inductive and excludes the errors in c.asked. A step reads
// c.inv when its query is built, so that invariants may be dropped in between.
func (c *checker) pieces() []*Step {
	entry := c.prog.Entry
	funcs := c.calledFrom(entry)
	called := false
	for f := range funcs {
		for _, e := range f.Edges {
			call, ok := e.Stmt.(*ir.Call)
			called = called || ok && call.Func == entry
		}
	}
	out := []*Step{{what: "the initial state", build: func(q *query) error {
		s := q.initialState()
		a := q.begin(s, nil)
		for _, g := range c.inv[entry.Entry] {
			q.vc.of = Claim{Loc: entry.Entry, Expr: g}
			q.prove(a, s, g, "the start")
		}
		return nil
	}}}
	for _, f := range c.prog.Funcs {
		if !funcs[f] {
			continue
		}
		cut := c.cuts(f)
		reach := reachable(f)
		var exits []*ir.Loc
		for _, e := range f.Edges {
			if call, ok := e.Stmt.(*ir.Call); ok {
				exits = append(exits, call.Func.Exit)
			}
		}
		for _, l := range f.Locs {
			if !cut[l] || !reach[l.ID] {
				continue
			}
			next := func(_ key, e *ir.Edge, to *ir.Loc, _ *frame) (action, error) {
				var act action
				if to.Kind == ir.Error && c.asked[to.Obligation] {
					act.fail = "the error"
				}
				act.prove, act.known = c.inv[to], c.known[to]
				if call, is := e.Stmt.(*ir.Call); is {
					act.entry = c.inv[call.Func.Entry]
					act.exit = slices.Concat(c.inv[call.Func.Exit], c.known[call.Func.Exit])
				}
				if !cut[to] {
					act.next = &key{loc: to}
				}
				return act, nil
			}
			build := func(q *query) error {
				p := &piece{from: key{loc: l}, calls: byContract, given: slices.Concat(c.inv[l], c.known[l]), next: next}
				p.init = func(q *query) *state {
					s := newState(0)
					if l == f.Entry && len(l.In) == 0 { // just entered
						for _, g := range p.given {
							q.solve(s, g)
						}
						q.entered(s, f)
					}
					return s
				}
				if l == entry.Entry && !called && len(l.In) == 0 {
					p.init = (*query).initialState
				}
				return p.build(q)
			}
			out = append(out, &Step{"from " + l.Where(), build, l, exits})
		}
	}
	return out
}

// cuts returns the cuts of f: its entry, the locations with invariants, and one more location of each cycle that has
// none of these, where the invariant is true.
func (c *checker) cuts(f *ir.Func) map[*ir.Loc]bool {
	cut := map[*ir.Loc]bool{f.Entry: true}
	for _, l := range f.Locs {
		if len(c.inv[l]) > 0 {
			cut[l] = true
		}
	}
	color := make([]uint8, len(f.Locs))
	var visit func(l *ir.Loc)
	visit = func(l *ir.Loc) {
		color[l.ID] = 1
		for _, e := range l.Out {
			switch {
			case cut[e.To]:
			case color[e.To.ID] == 1:
				cut[e.To] = true
			case color[e.To.ID] == 0:
				visit(e.To)
			}
		}
		color[l.ID] = 2
	}
	for _, l := range f.Locs {
		if color[l.ID] == 0 {
			visit(l)
		}
	}
	return cut
}

// reachable returns, by the ID of the location, whether the automaton of f has a path from the entry to it.
func reachable(f *ir.Func) []bool {
	seen := make([]bool, len(f.Locs))
	seen[f.Entry.ID] = true
	work := []*ir.Loc{f.Entry}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			if !seen[e.To.ID] {
				seen[e.To.ID] = true
				work = append(work, e.To)
			}
		}
	}
	return seen
}

// contexts returns, for each function, the call stacks in which it runs if calls are expanded. It is an error if a
// function is recursive or there are too many calls.
func (c *checker) contexts() (map[*ir.Func][]*frame, error) {
	const most = 2000
	calls := flow.NewCalls(c.prog)
	out := map[*ir.Func][]*frame{}
	total := 0
	var visit func(f *ir.Func, at *frame) error
	visit = func(f *ir.Func, at *frame) error {
		if calls.Recursive(f) {
			return fmt.Errorf("%s is recursive", f.Name)
		}
		if total++; total > most {
			return fmt.Errorf("too many calls")
		}
		out[f] = append(out[f], at)
		for _, e := range f.Edges {
			if call, ok := e.Stmt.(*ir.Call); ok {
				if err := visit(call.Func, c.push(at, e)); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return out, visit(c.prog.Entry, nil)
}
