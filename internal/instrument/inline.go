package instrument

import (
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Limits bounds the growth by inlining, in edges.
type Limits struct {
	Program int // of the whole program; 0: the larger of 3000 and twice what it was
	Func    int // of one function; 0: 3000
	Small   int // loop-free functions up to this size are inlined whatever Program says; 0: 12
	// of copies of functions that return new memory, whatever Program says; 0: the larger of 3000 and half of what the
	// program was
	Makers int
	// Contexts bounds the copies of functions that stay functions (split.go); 0: the larger of 3000 and half of what the
	// program was.
	Contexts int
}

func (l Limits) withDefaults(edges int) Limits {
	if l.Program == 0 {
		l.Program = max(3000, 2*edges)
	}
	if l.Func == 0 {
		l.Func = 3000
	}
	if l.Small == 0 {
		l.Small = 12
	}
	if l.Makers == 0 {
		l.Makers = max(3000, edges/2)
	}
	if l.Contexts == 0 {
		l.Contexts = max(3000, edges/2)
	}
	return l
}

const (
	// tiny functions go even into functions that are over the limit: their call
	// is hardly smaller.
	tiny = 6
	// thin functions are joined with any other if there is one call only: the
	// result is hardly larger than the larger one.
	thin = 300
	// maker is the largest function that returns new memory of which each call gets a copy.
	maker = 120
	// movedEarly and four times the edges of the program are what large bodies may have that move level by level.
	movedEarly = 10_000
)

// Inlining is what Inline did.
type Inlining struct {
	Params map[*ir.Var]bool        // registers that are copies of parameters
	Copied map[*ir.Obligation]bool // obligations that live on in copies only
	Calls  int                     // calls that were replaced
}

// Inline replaces calls by copies of the called function, so that analyses see
// each call in its own context:
//
//	l0 -> l1: x = call f(a + 1)      becomes    l0 -> l2: f.p = a + 1
//	f(p): l0 -> l1: return p * 2                l2 -> l1: x = f.p * 2
//
// A copy has its own registers, objects, locations, and input sites (key: that of the original, "/", position of the
// call), and its own obligations (Via: the calls). The body of a function that is called once moves: its sites and
// obligations stay what they are (those of models of the library get their Via). Edges say where they come from
// (Edge.Inline).
//
// First, bottom-up, small loop-free functions, small ones that return new memory, and those that are called once are
// inlined; then, cheapest first, functions at all their calls, while the program
// stays under its limit. Not inlined are recursive functions and
// those whose objects would live longer than they should: an object whose address
// may be remembered after the function has returned (flow.NonEscaping), memory from
// alloca. A call that is the last thing the program does may have them. The
// originals stay where they are; RemoveUnreachable drops them.
//
// points is an analysis of p as it is or was before something was removed from it; nil: made here where it is needed.
func Inline(p *ir.Program, points *flow.Points, limits Limits) *Inlining {
	return newInliner(p, limits).run(points)
}

func newInliner(p *ir.Program, limits Limits) *inliner {
	total := 0
	for _, f := range p.Funcs {
		total += len(f.Edges)
	}
	in := &inliner{
		p: p, limits: limits.withDefaults(total), names: newNames(p),
		local: map[*ir.Func]bool{}, copies: map[*ir.Var]bool{},
		large: max(thin, limits.Small), spare: movedEarly + 4*total,
		later: map[*ir.Edge]bool{}, coming: map[*ir.Func]int{}, moved: map[*ir.Func]bool{},
		done: &Inlining{Params: map[*ir.Var]bool{}, Copied: map[*ir.Obligation]bool{}},
	}
	return in
}

func (in *inliner) run(points *flow.Points) *Inlining {
	in.findLocal(points)
	in.cheap()
	in.rest()
	return in.done
}

type inliner struct {
	p      *ir.Program
	limits Limits
	names  *names
	local  map[*ir.Func]bool // memory of the function may live on in the caller unnoticed
	copies map[*ir.Var]bool  // registers made here
	done   *Inlining

	// Of large bodies that are called once (cheap, moveLater).
	large   int               // a body with more edges is large
	spare   int               // edges of such bodies that may still be moved level by level
	later   map[*ir.Edge]bool // calls that they will replace
	coming  map[*ir.Func]int  // edges that they will add to a function
	moved   map[*ir.Func]bool // functions whose body is elsewhere now
	waiting []*ir.Edge        // calls of later in the function that is at work
}

// findLocal decides which functions keep their memory to themselves.
func (in *inliner) findLocal(points *flow.Points) {
	held := flow.Held(in.p)
	for _, f := range in.p.Funcs {
		in.local[f] = true
		for _, o := range f.Objects {
			if !held[o] {
				continue
			}
			if points == nil {
				points = flow.NewPoints(in.p)
			}
			in.local[f] = in.local[f] && points.NonEscaping(o)
		}
		for _, e := range f.Edges {
			if a, ok := e.Stmt.(*ir.Alloc); ok && a.Kind == ir.Stack {
				in.local[f] = false
			}
		}
	}
}

// cheap inlines small functions and those called once, bottom-up. Moved up level by level, the function at the end
// of a long chain of calls is copied once per level. So this has a budget (spare): when it is used up, a large body
// that is called once waits until all callers have been seen, and then moves to its last place at once (moveLater).
func (in *inliner) cheap() {
	calls := flow.NewCalls(in.p)
	for _, f := range calls.BottomUp() {
		changed, later := false, len(in.later)
		for _, e := range f.Edges[:len(f.Edges):len(f.Edges)] {
			c, ok := e.Stmt.(*ir.Call)
			if !ok || !in.may(calls, e, c.Func) {
				continue
			}
			g := c.Func
			once, size := len(calls.Sites(g)) == 1, in.size(g)
			switch {
			case once && (in.fits(f, g) || min(in.size(f), size) <= thin), in.small(g) && (in.fits(f, g) || size <= tiny):
			case size <= in.limits.Makers && size <= maker && in.makes(g):
				in.limits.Makers -= size
			default:
				continue
			}
			if once && size > in.large && returns(g) {
				if in.spare -= size; in.spare < 0 {
					in.later[e] = true
					in.coming[f] += in.grows(e)
					continue
				}
			}
			in.call(e, g, once)
			changed = true
		}
		if changed {
			trim(f)
		}
		in.coming[f] -= len(in.later) - later // the calls themselves go
	}
	in.moveLater(calls)
}

// moveLater moves the bodies of in.later, from the callers down, so that each moves once.
func (in *inliner) moveLater(calls *flow.Calls) {
	if len(in.later) == 0 {
		return
	}
	order := calls.BottomUp()
	for i := len(order) - 1; i >= 0; i-- {
		f := order[i]
		in.waiting = in.waiting[:0]
		for _, e := range f.Edges {
			if in.later[e] && !in.moved[f] {
				in.waiting = append(in.waiting, e)
			}
		}
		if len(in.waiting) == 0 {
			continue
		}
		for len(in.waiting) > 0 {
			e := in.waiting[len(in.waiting)-1]
			in.waiting = in.waiting[:len(in.waiting)-1]
			g := e.Stmt.(*ir.Call).Func
			in.moved[g] = true
			in.call(e, g, true) // adds the calls of g that wait
		}
		trim(f)
	}
	in.later, in.coming = nil, nil
}

// size returns the number of edges of f, with those of the bodies that wait to be moved there.
func (in *inliner) size(f *ir.Func) int { return len(f.Edges) + in.coming[f] }

// grows says how many edges the called function brings with it when e, a call, is replaced.
func (in *inliner) grows(e *ir.Edge) int {
	c := e.Stmt.(*ir.Call)
	n := in.size(c.Func) + min(len(c.Args), len(c.Func.Params))
	if !startsAt(c.Func.Entry, len(c.Args) > 0 && len(c.Func.Params) > 0) {
		n++
	}
	return n
}

// returns reports whether f, of which all is reachable, has a return.
func returns(f *ir.Func) bool { return len(f.Exit.In) > 0 }

// may reports whether replacing call e of g keeps the meaning.
func (in *inliner) may(calls *flow.Calls, e *ir.Edge, g *ir.Func) bool {
	return g != in.p.Entry && !calls.Recursive(g) && (in.local[g] || in.last(e))
}

// last reports whether e is in the entry function, outside of loops, and only
// registers are touched after it.
func (in *inliner) last(e *ir.Edge) bool {
	if e.From.Func != in.p.Entry {
		return false
	}
	seen := map[*ir.Loc]bool{e.From: true}
	work := []*ir.Loc{e.To}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if l == e.From {
			return false
		}
		if seen[l] {
			continue
		}
		seen[l] = true
		for _, o := range l.Out {
			switch o.Stmt.(type) {
			case *ir.Skip, *ir.Assign, *ir.Assume, *ir.Return:
				work = append(work, o.To)
			default: // sound: something may happen after it
				return false
			}
		}
	}
	return true
}

func (in *inliner) fits(f, g *ir.Func) bool {
	return in.size(f)+in.size(g) <= in.limits.Func
}

// small reports whether g is loop-free and at most Limits.Small edges.
func (in *inliner) small(g *ir.Func) bool {
	if in.size(g) > in.limits.Small {
		return false
	}
	// Locations are numbered in reverse postorder (but for entry and exit):
	// without a loop each edge leads to a larger number.
	for _, e := range g.Edges {
		if e.To == g.Entry || e.To != g.Exit && e.From != g.Entry && e.To.ID <= e.From.ID {
			return false
		}
	}
	return true
}

// makes reports whether g returns a pointer and makes heap memory. Where each call has a copy of it, the objects of the
// callers are told apart: one wrapper of malloc does not make all memory of a program one abstract object.
func (in *inliner) makes(g *ir.Func) bool {
	return g.Result.Kind == ir.Ptr && slices.ContainsFunc(g.Edges, func(e *ir.Edge) bool {
		a, ok := e.Stmt.(*ir.Alloc)
		return ok && a.Kind == ir.Heap
	})
}

// call replaces e, a call of g; once says that it is the only one.
func (in *inliner) call(e *ir.Edge, g *ir.Func, once bool) {
	f, c := e.From.Func, e.Stmt.(*ir.Call)
	cp := newCopier(in, f, g, e)
	cp.move = once
	unlink(e)
	in.done.Calls++

	// Arguments to parameters. They read registers of f only, so one after the
	// other is as good as all at once.
	cur, call := e.From, e.Origin
	step := func(to *ir.Loc, s ir.Stmt) {
		n := f.NewEdge(cur, to, s, e.Pos)
		n.Inline, n.Origin = cp.inlined(nil), call
		call = nil
	}
	for i, v := range g.Params {
		w := cp.variable(v)
		in.done.Params[w] = true
		if i < len(c.Args) {
			next := f.NewLoc(g.Entry.Pos)
			next.Origin, next.Inline = g.Entry.Origin, cp.inlined(g.Entry.Inline)
			step(next, &ir.Assign{Dst: w, Src: c.Args[i]})
			cur = next
		}
	}
	switch fresh := cur != e.From; {
	case startsAt(g.Entry, fresh):
		cp.locs[g.Entry] = cur
		if fresh {
			cur.Loop = g.Entry.Loop
		}
	default:
		step(cp.loc(g.Entry), &ir.Skip{})
	}
	for _, l := range g.Locs {
		for _, x := range l.Out {
			cp.edge(x, c.Dst)
		}
	}
	if len(call) > 0 && len(cur.Out) == 0 {
		step(f.NewLoc(g.Entry.Pos), &ir.Skip{})
	}
	for _, o := range cur.Out { // no edge stands for the call
		o.Preface(call...)
	}
}

// startsAt reports whether a copy of the function that begins at entry may begin where the last argument has been
// assigned, or (not fresh) where its call began.
func startsAt(entry *ir.Loc, fresh bool) bool {
	return entry.Kind == ir.Plain && (fresh || len(entry.In) == 0 && entry.Loop == nil)
}

// unlink takes e out of its locations.
func unlink(e *ir.Edge) {
	e.From.Out = without(e.From.Out, e)
	e.To.In = without(e.To.In, e)
}

func without(es []*ir.Edge, e *ir.Edge) []*ir.Edge {
	out := es[:0:0]
	for _, x := range es {
		if x != e {
			out = append(out, x)
		}
	}
	return out
}

// copier makes one copy of g inside f for call e.
type copier struct {
	*inliner
	f, g  *ir.Func
	e     *ir.Edge
	move  bool // g goes away: its sites and obligations need no copy
	frame bool // f is a copy of g, and e stays a call
	vars  map[*ir.Var]*ir.Var
	objs  map[*ir.Object]*ir.Object
	sites map[*ir.Site]*ir.Site
	obls  map[*ir.Obligation]*ir.Obligation
	locs  map[*ir.Loc]*ir.Loc
	chain map[*ir.Inlined]*ir.Inlined
	sub   *ir.Subst
}

func newCopier(in *inliner, f, g *ir.Func, e *ir.Edge) *copier {
	return &copier{
		inliner: in, f: f, g: g, e: e,
		vars: map[*ir.Var]*ir.Var{}, objs: map[*ir.Object]*ir.Object{}, sites: map[*ir.Site]*ir.Site{},
		obls: map[*ir.Obligation]*ir.Obligation{}, locs: map[*ir.Loc]*ir.Loc{}, chain: map[*ir.Inlined]*ir.Inlined{},
	}
}

// edge copies an edge of g.
func (c *copier) edge(x *ir.Edge, dst *ir.Var) {
	to := c.e.To
	var s ir.Stmt
	if r, ok := x.Stmt.(*ir.Return); ok {
		s = c.result(r, x, dst)
	} else {
		s = c.stmt(x.Stmt)
		to = c.loc(x.To)
	}
	n := c.f.NewEdge(c.loc(x.From), to, s, x.Pos)
	if c.later[x] {
		c.waiting = append(c.waiting, n)
	}
	n.Inline, n.Origin, n.After = c.inlined(x.Inline), slices.Clip(x.Origin), slices.Clip(x.After)
	if to == c.e.To {
		n.Then(c.e.After...)
	}
}

// result returns what a return becomes.
func (c *copier) result(r *ir.Return, x *ir.Edge, dst *ir.Var) ir.Stmt {
	switch {
	case dst == nil:
		return &ir.Skip{}
	case r.Val != nil:
		return &ir.Assign{Dst: dst, Src: c.subst().Expr(r.Val)}
	}
	// A value is missing: exec gives any and weighs the run as approximate.
	site := c.p.NewSite(ir.Approx, c.g.Source, dst.Type, c.g, x.Pos)
	site.Key = c.names.key("result_of_" + c.g.Source + "@" + x.Pos.String())
	return &ir.Input{Dst: dst, Site: site}
}

func (c *copier) subst() *ir.Subst {
	if c.sub == nil {
		c.sub = (&ir.Subst{Var: c.variable, Obj: c.object, Site: c.site}).Shared()
	}
	return c.sub
}

func (c *copier) stmt(s ir.Stmt) ir.Stmt { return c.subst().Stmt(s) }

// name returns what a register or object of g is called in f.
func (c *copier) name(name string, isCopy bool) string {
	if !isCopy && !c.frame {
		name = c.g.Name + "." + name
	}
	return unique(c.names.used(c.f), name, ".")
}

func (c *copier) variable(v *ir.Var) *ir.Var {
	if v.Global {
		return v
	}
	w := c.vars[v]
	if w == nil {
		w = c.f.NewVar(c.name(v.Name, c.copies[v]), v.Type)
		w.Source, w.CType, w.Scope, w.Points = v.Source, v.CType, v.Scope, v.Points
		w.Origin, w.Inline = v.Origin, c.inlined(v.Inline)
		c.copies[w] = !c.frame || c.copies[v]
		if c.done.Params[v] {
			c.done.Params[w] = true
		}
		c.vars[v] = w
	}
	return w
}

func (c *copier) object(o *ir.Object) *ir.Object {
	if o.Func == nil {
		return o
	}
	w := c.objs[o]
	if w == nil {
		w = new(ir.Object)
		*w = *o
		w.Name, w.Func, w.ID, w.Inline = c.name(o.Name, false), c.f, len(c.f.Objects), c.inlined(o.Inline)
		if o.Site != nil {
			w.Site = c.site(o.Site)
		}
		c.f.Objects = append(c.f.Objects, w)
		c.objs[o] = w
	}
	return w
}

func (c *copier) site(s *ir.Site) *ir.Site {
	if c.move {
		return s
	}
	w := c.sites[s]
	if w == nil {
		w = c.p.NewSite(s.Kind, s.Name, s.Type, s.Func, s.Pos)
		w.Parts, w.Own, w.Origin = s.Parts, s.Own, s.Origin
		w.Key = c.names.key(s.Key + "/" + c.callPos(s.Pos.File))
		c.sites[s] = w
	}
	return w
}

// callPos returns the position of the call, without file if the site has the same.
func (c *copier) callPos(file string) string {
	pos := c.e.Pos
	s := pos.String()
	if pos.File == file && pos.IsValid() && len(s) > len(file) {
		return s[len(file)+1:]
	}
	return s
}

func (c *copier) obligation(o *ir.Obligation) *ir.Obligation {
	if c.move {
		if strings.HasPrefix(o.Pos.File, "<") && c.f != c.p.Entry { // no user knows that place
			if c.obls[o] == nil {
				o.Via, c.obls[o] = append([]ir.Pos{c.e.Pos}, o.Via...), o
			}
		}
		return o
	}
	w := c.obls[o]
	if w == nil {
		w = c.p.NewObligation(o.Kind, o.Text, o.Func, o.Pos)
		w.Via, w.Origin, w.Past, w.Call = append([]ir.Pos{c.e.Pos}, o.Via...), o.Origin, o.Past, o.Call
		c.done.Copied[o] = true
		c.obls[o] = w
	}
	return w
}

func (c *copier) loc(l *ir.Loc) *ir.Loc {
	w := c.locs[l]
	if w == nil {
		w = c.f.NewLoc(l.Pos)
		w.Kind, w.Normal, w.Loop = l.Kind, l.Normal, l.Loop
		w.Origin, w.Inline = l.Origin, c.inlined(l.Inline)
		if l.Obligation != nil {
			w.Obligation = c.obligation(l.Obligation)
		}
		c.locs[l] = w
	}
	return w
}

// inlined puts the call at the outer end of a chain.
func (c *copier) inlined(in *ir.Inlined) *ir.Inlined {
	w := c.chain[in]
	if w == nil {
		if in == nil && c.frame {
			return nil
		}
		if in == nil {
			w = &ir.Inlined{Func: c.g, Call: c.e.Pos, Parent: c.e.Inline}
		} else {
			w = &ir.Inlined{Func: in.Func, Call: in.Call, Parent: c.inlined(in.Parent)}
		}
		c.chain[in] = w
	}
	return w
}
