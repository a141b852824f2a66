package instrument

import (
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Limits bounds the growth by inlining, in edges.
type Limits struct {
	Program int // limit for the whole program; 0 means the larger of 3000 and twice the size before
	Func    int // limit for one function; 0 means 3000
	Small   int // loop-free functions up to this size are inlined even beyond Program; 0 means 12
	// Makers bounds the copies of functions that return new memory, which are made even beyond Program; 0 means the larger
	// of 3000 and half of the size before.
	Makers int
	// Contexts bounds the copies of functions that stay functions (split.go); 0 means the larger of 3000 and half of the
	// size before.
	Contexts int
}

// withDefaults replaces zero limits by their defaults, for a program with this number of edges.
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
	// tiny is the size up to which small functions are inlined even into functions over the limit, since a call is not
	// much smaller.
	tiny = 6
	// If caller or callee has at most the size thin and there is only one call, the call is inlined, since the result is
	// not much larger than the larger function.
	thin = 300
	// Each call of a function that returns new memory gets a copy of the function if its size is at most maker.
	maker = 120
	// movedEarly plus four times the number of edges of the program bounds the total size of large bodies that move level
	// by level.
	movedEarly = 10_000
)

// Inlining is the result of Inline.
type Inlining struct {
	Params map[*ir.Var]bool        // registers that are copies of parameters
	Copied map[*ir.Obligation]bool // obligations of which only copies are left
	Calls  int                     // the number of replaced calls
}

// Inline replaces calls by copies of the called function, so analyses see each call in its own context:
//
//	l0 -> l1: x = call f(a + 1)      becomes    l0 -> l2: f.p = a + 1
//	f(p): l0 -> l1: return p * 2                l2 -> l1: x = f.p * 2
//
// A copy has its own registers, objects, locations, input sites and obligations. The key of a site is the key of the
// original, "/" and the position of the call; Via of an obligation has the calls. The body of a function that is called
// once moves: its sites and obligations are not copied (the obligations of library models get their Via). Edge.Inline
// records the calls that led to an edge.
//
// In a first phase, bottom-up, Inline inlines functions that are small and loop-free, small functions that return new
// memory, and functions that are called once. In a second phase, cheapest first, it inlines functions at all their
// calls, as long as the program stays within its limit. It does not inline recursive functions, and functions with
// objects that would live too long: objects whose address may be known after the function has returned
// (flow.NonEscaping), and memory from alloca. It does inline such a function if its call is the last effect of the
// program. The original functions stay in the program until RemoveUnreachable drops them.
//
// points is a points-to analysis of p; it may have been made before parts of p were removed. If it is nil, Inline runs
// one if needed.
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

// run inlines calls; points is as for Inline.
func (in *inliner) run(points *flow.Points) *Inlining {
	in.findLocal(points)
	in.cheap()
	in.rest()
	return in.done
}

// inliner is the state of Inline.
type inliner struct {
	p      *ir.Program
	limits Limits
	names  *names
	local  map[*ir.Func]bool // the memory of the function may stay alive in the caller, which has no effect
	copies map[*ir.Var]bool  // registers that the inliner made
	done   *Inlining

	// For large bodies that are called once (cheap, moveLater):
	large   int               // a body with more edges is large
	spare   int               // the number of edges of such bodies that may still move level by level
	later   map[*ir.Edge]bool // the calls that bodies still have to replace
	coming  map[*ir.Func]int  // by function: the number of edges that waiting bodies will add
	moved   map[*ir.Func]bool // functions whose body has moved
	waiting []*ir.Edge        // the calls of later in the present function
}

// findLocal sets in.local: the functions without alloca whose objects' addresses are not known after the return.
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

// cheap inlines small functions and functions that are called once, bottom-up. In a long chain of calls, the last body
// is copied once per level if it moves up level by level. The budget spare limits such copies. When it is used up, a
// large body that is called once waits until all callers are processed, and then moves directly to its final function
// (moveLater).
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
		in.coming[f] -= len(in.later) - later // the calls themselves disappear
	}
	in.moveLater(calls)
}

// moveLater moves the bodies for the calls in in.later, callers before callees, so each body moves once.
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
			in.call(e, g, true) // adds the waiting calls of g to in.waiting
		}
		trim(f)
	}
	in.later, in.coming = nil, nil
}

// size returns the number of edges of f, including the bodies that will move to f.
func (in *inliner) size(f *ir.Func) int { return len(f.Edges) + in.coming[f] }

// grows returns the number of edges that replace e, a call.
func (in *inliner) grows(e *ir.Edge) int {
	c := e.Stmt.(*ir.Call)
	n := in.size(c.Func) + min(len(c.Args), len(c.Func.Params))
	if !startsAt(c.Func.Entry, len(c.Args) > 0 && len(c.Func.Params) > 0) {
		n++
	}
	return n
}

// returns reports whether f, whose locations are all reachable, has a return.
func returns(f *ir.Func) bool { return len(f.Exit.In) > 0 }

// may reports whether replacing e, a call of g, preserves the semantics.
func (in *inliner) may(calls *flow.Calls, e *ir.Edge, g *ir.Func) bool {
	return g != in.p.Entry && !calls.Recursive(g) && (in.local[g] || in.last(e))
}

// last reports whether e is in the entry function, outside of loops, and all statements after it access only registers.
func (in *inliner) last(e *ir.Edge) bool {
	if e.From.Func != in.p.Entry {
		return false
	}
	ok := true
	ir.Reach([]*ir.Loc{e.To}, func(l *ir.Loc, next func(*ir.Loc)) bool {
		ok = l != e.From
		for _, o := range l.Out {
			switch o.Stmt.(type) {
			case *ir.Skip, *ir.Assign, *ir.Assume, *ir.Return:
				next(o.To)
			default: // sound: other statements may have an effect
				ok = false
			}
		}
		return ok
	})
	return ok
}

// fits reports whether f stays within the limit of a function with a copy of g.
func (in *inliner) fits(f, g *ir.Func) bool {
	return in.size(f)+in.size(g) <= in.limits.Func
}

// small reports whether g is loop-free and has at most Limits.Small edges.
func (in *inliner) small(g *ir.Func) bool {
	if in.size(g) > in.limits.Small {
		return false
	}
	// Locations except for entry and exit are numbered in reverse postorder. If there is no loop, each edge leads to a
	// larger number.
	for _, e := range g.Edges {
		if e.To == g.Entry || e.To != g.Exit && e.From != g.Entry && e.To.ID <= e.From.ID {
			return false
		}
	}
	return true
}

// makes reports whether g returns a pointer and allocates heap memory. If each call has its own copy of such a
// function, an analysis distinguishes the objects of different callers: a wrapper of malloc then does not turn all
// memory of a program into one abstract object.
func (in *inliner) makes(g *ir.Func) bool {
	return g.Result.Kind == ir.Ptr && slices.ContainsFunc(g.Edges, func(e *ir.Edge) bool {
		a, ok := e.Stmt.(*ir.Alloc)
		return ok && a.Kind == ir.Heap
	})
}

// call replaces e, a call of g, by a copy of g. If once is set, e is the only call, and the body of g moves.
func (in *inliner) call(e *ir.Edge, g *ir.Func, once bool) {
	f, c := e.From.Func, e.Stmt.(*ir.Call)
	cp := newCopier(in, f, g, e)
	cp.move = once
	unlink(e)
	in.done.Calls++

	// Assign the arguments to the parameters. Arguments read registers of f only, so the assignments may be sequential.
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
	for _, o := range cur.Out { // no new edge has the call as origin
		o.Preface(call...)
	}
}

// startsAt reports whether a copy of the function with this entry may begin at an existing location: if fresh is set,
// the new location after the assignment of the last argument, otherwise the location before the call.
func startsAt(entry *ir.Loc, fresh bool) bool {
	return entry.Kind == ir.Plain && (fresh || len(entry.In) == 0 && entry.Loop == nil)
}

// unlink removes e from the lists of its locations.
func unlink(e *ir.Edge) {
	e.From.Out = without(e.From.Out, e)
	e.To.In = without(e.To.In, e)
}

// without returns es without e, as a new list.
func without(es []*ir.Edge, e *ir.Edge) []*ir.Edge {
	out := es[:0:0]
	for _, x := range es {
		if x != e {
			out = append(out, x)
		}
	}
	return out
}

// copier makes one copy of g inside of f, for the call e.
type copier struct {
	*inliner
	f, g  *ir.Func
	e     *ir.Edge
	move  bool // g is not used any more, so its sites and obligations are not copied
	frame bool // f is the copy of g, and e stays a call (split)
	vars  map[*ir.Var]*ir.Var
	objs  map[*ir.Object]*ir.Object
	sites map[*ir.Site]*ir.Site
	obls  map[*ir.Obligation]*ir.Obligation
	locs  map[*ir.Loc]*ir.Loc
	chain map[*ir.Inlined]*ir.Inlined
	sub   *ir.Subst
}

// newCopier returns a copier for the call e of g in f.
func newCopier(in *inliner, f, g *ir.Func, e *ir.Edge) *copier {
	return &copier{
		inliner: in, f: f, g: g, e: e,
		vars: map[*ir.Var]*ir.Var{}, objs: map[*ir.Object]*ir.Object{}, sites: map[*ir.Site]*ir.Site{},
		obls: map[*ir.Obligation]*ir.Obligation{}, locs: map[*ir.Loc]*ir.Loc{}, chain: map[*ir.Inlined]*ir.Inlined{},
	}
}

// edge adds a copy of x, an edge of g. A return becomes an assignment to dst, which may be nil.
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

// result returns the statement that replaces r, the return of edge x, where the call assigns to dst.
func (c *copier) result(r *ir.Return, x *ir.Edge, dst *ir.Var) ir.Stmt {
	switch {
	case dst == nil:
		return &ir.Skip{}
	case r.Val != nil:
		return &ir.Assign{Dst: dst, Src: c.subst().Expr(r.Val)}
	}
	// The return has no value: exec takes any value and treats the run as approximate.
	site := c.p.NewSite(ir.Approx, c.g.Source, dst.Type, c.g, x.Pos)
	site.Key = c.names.key("result_of_" + c.g.Source + "@" + x.Pos.String())
	return &ir.Input{Dst: dst, Site: site}
}

// subst returns the renaming from g to its copy.
func (c *copier) subst() *ir.Subst {
	if c.sub == nil {
		c.sub = (&ir.Subst{Var: c.variable, Obj: c.object, Site: c.site}).Shared()
	}
	return c.sub
}

func (c *copier) stmt(s ir.Stmt) ir.Stmt { return c.subst().Stmt(s) }

// name returns a new name in f for a register or object of g with this name. isCopy is true if inlining made the
// register.
func (c *copier) name(name string, isCopy bool) string {
	if !isCopy && !c.frame {
		name = c.g.Name + "." + name
	}
	return unique(c.names.used(c.f), name, ".")
}

// variable returns the copy of v, or v itself if it is global.
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

// object returns the copy of o, or o itself if it is global.
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

// site returns the copy of s, or s itself if the body moves.
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

// callPos returns the position of the call, without its file if this is file.
func (c *copier) callPos(file string) string {
	pos := c.e.Pos
	s := pos.String()
	if pos.File == file && pos.IsValid() && len(s) > len(file) {
		return s[len(file)+1:]
	}
	return s
}

// obligation returns the copy of o, or o itself if the body moves.
func (c *copier) obligation(o *ir.Obligation) *ir.Obligation {
	if c.move {
		if strings.HasPrefix(o.Pos.File, "<") && c.f != c.p.Entry { // a position that users do not know: add the call
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

// loc returns the copy of l.
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

// inlined returns a copy of the chain in, which may be nil, with the call of the copier added at its outer end.
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
