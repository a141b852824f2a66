package ir

import (
	"fmt"
	"slices"
)

// shape checks the locations of f and the links between locations and edges.
func (c *checker) shape(f *Func) {
	owns := func(l *Loc) bool { return l != nil && l.ID >= 0 && l.ID < len(f.Locs) && f.Locs[l.ID] == l }
	if !owns(f.Entry) {
		c.bad("the entry is not a location of the function")
	}
	if !owns(f.Exit) {
		c.bad("the exit is not a location of the function")
	}
	if f.Entry != nil && f.Entry == f.Exit {
		c.bad("entry and exit are one location")
	}
	for i, l := range f.Locs {
		if l == nil {
			c.bad("location %d is nil", i)
			continue
		}
		c.atLoc, c.at = l, i
		c.loc(f, l, i)
	}
	c.atLoc, c.where = nil, f.Name
	outs, ins := newListed(f), newListed(f)
	for _, l := range f.Locs {
		if l == nil {
			continue
		}
		for _, e := range l.Out {
			outs.add(e)
			if e == nil || e.From != l {
				c.bad("L%d lists a leaving edge that is not its own", l.ID)
			}
		}
		for _, e := range l.In {
			ins.add(e)
			if e == nil || e.To != l {
				c.bad("L%d lists an entering edge that is not its own", l.ID)
			}
		}
	}
	for i, e := range f.Edges {
		if e == nil {
			c.bad("edge %d is nil", i)
			continue
		}
		if e.ID != i {
			c.bad("edge %d has id %d", i, e.ID)
		}
		if !owns(e.From) || !owns(e.To) {
			c.bad("edge %d connects locations that are not of the function", i)
		}
		if outs.times[i] != 1 || ins.times[i] != 1 {
			c.bad("edge %d is listed %d times at its start and %d times at its end", i, outs.times[i], ins.times[i])
		}
	}
	if len(outs.strays) > 0 || len(ins.strays) > 0 {
		c.bad("locations list %d edges that are not in the function", max(len(outs.strays), len(ins.strays)))
	}
}

// listed counts how often the locations of a function list its edges.
type listed struct {
	f      *Func
	times  []int          // by index in f.Edges
	strays map[*Edge]bool // listed edges that are not in f.Edges
}

func newListed(f *Func) *listed { return &listed{f, make([]int, len(f.Edges)), map[*Edge]bool{}} }

// add counts e, which a location lists.
func (l *listed) add(e *Edge) {
	i := -1
	switch {
	case e == nil:
	case e.ID >= 0 && e.ID < len(l.f.Edges) && l.f.Edges[e.ID] == e:
		i = e.ID
	default: // the ID of e is wrong, too
		i = slices.Index(l.f.Edges, e)
	}
	if i < 0 {
		l.strays[e] = true
	} else {
		l.times[i]++
	}
}

// loc checks a location except for the lists of its edges; i is its index.
func (c *checker) loc(f *Func, l *Loc, i int) {
	if l.ID != i {
		c.bad("id %d", l.ID)
	}
	if l.Func != f {
		c.bad("belongs to another function")
	}
	if l.Kind > Halt {
		c.bad("unknown kind %d", l.Kind)
	}
	if l.Normal && l.Kind != Halt {
		c.bad("%s location with a normal end", l.Kind)
	}
	if (l.Kind == Exit) != (l == f.Exit) {
		c.bad("kind %s, but the exit is another location", l.Kind)
	}
	if l.Kind != Plain && len(l.Out) > 0 {
		c.bad("%s location with a leaving edge", l.Kind)
	}
	switch o := l.Obligation; {
	case l.Kind == Error && o == nil:
		c.bad("error location without obligation")
	case l.Kind != Error && o != nil:
		c.bad("obligation at a location that is no error")
	case o != nil && (o.ID < 0 || o.ID >= len(c.p.Obligations) || c.p.Obligations[o.ID] != o):
		c.bad("obligation is not registered")
	}
	if len(l.Out) > 1 {
		for _, e := range l.Out {
			if e == nil {
				continue
			}
			if _, ok := e.Stmt.(*Assume); !ok {
				c.bad("several leaving edges, but edge %d is no assume: %T", e.ID, e.Stmt)
			}
		}
	}
	c.pos(l.Pos)
	if l.Loop != nil {
		c.pos(l.Loop.Pos)
		c.pos(l.Loop.Test)
	}
}

// edge checks the statement of an edge.
func (c *checker) edge(e *Edge) {
	c.pos(e.Pos)
	c.inlining(e.Inline)
	_, ret := e.Stmt.(*Return)
	if ret != (e.To == c.f.Exit) {
		c.bad("return edges, and no others, lead to the exit")
	}
	c.stmt(e.Stmt)
}

// inlining checks a chain of inlined calls. Since chains share their outer calls, it skips calls that it has checked
// before.
func (c *checker) inlining(in *Inlined) {
	var path []*Inlined
	for ; in != nil && c.chains[in] == unchecked; in = in.Parent {
		c.pos(in.Call)
		if in.Func == nil {
			c.bad("inlining of no function")
			break
		}
		c.chains[in] = underCheck
		path = append(path, in)
	}
	if in != nil && c.chains[in] == underCheck {
		c.bad("inlining is its own parent")
	}
	for _, in := range path {
		c.chains[in] = checked
	}
}

// dst checks an assigned register and returns its type. The result is false if a fault was reported.
func (c *checker) dst(v *Var) (Type, bool) {
	if v == nil {
		c.bad("no register to assign to")
		return Void, false
	}
	return v.Type, c.scopeOf(v)
}

// want checks e, and that its type is t. what describes e in messages.
func (c *checker) want(what string, e Expr, t Type) {
	if got, ok := c.expr(e); ok && got != t {
		c.bad("%s has type %s, %s expected", what, got, t)
	}
}

// kind checks e, and that its type has the kind k. It returns the type; what describes e in messages.
func (c *checker) kind(what string, e Expr, k Kind) Type {
	t, ok := c.expr(e)
	if ok && t.Kind != k {
		c.bad("%s has type %s", what, t)
	}
	return t
}

// stmt checks a statement.
func (c *checker) stmt(s Stmt) {
	switch s := s.(type) {
	case *Skip, *HavocAll, *Undefined:
	case *Assign:
		if t, ok := c.dst(s.Dst); ok {
			c.want("assigned value", s.Src, t)
		}
	case *Assume:
		if v := Asks(s.Cond); v != nil && (v.What == Live || v.What == Kept) {
			c.bad("%s on an edge: specifications only", v.What)
		} else if v != nil {
			c.question(v)
		} else {
			c.want("condition", s.Cond, B)
		}
		if s.Mark > False || s.Guard > OtherGuard {
			c.bad("unknown mark or guard")
		}
		if s.Mark != NoMark && s.Guard != Branch {
			c.bad("guard %s with a branch mark", s.Guard)
		}
	case *Input:
		c.input(s)
	case *LoadStmt:
		if t, ok := c.dst(s.Dst); ok && !storable(t) {
			c.bad("load of type %s", t)
		}
		c.kind("address", s.Addr, Ptr)
	case *Store:
		c.kind("address", s.Addr, Ptr)
		if t, ok := c.expr(s.Val); ok && !storable(t) {
			c.bad("store of type %s", t)
		}
	case *Decl:
		if s.Obj == nil || s.Obj.Func != c.f {
			c.bad("declared object is not of this function")
		} else {
			c.objScope(s.Obj)
		}
	case *End:
		if s.Obj == nil || s.Obj.Func != c.f {
			c.bad("the object that ends is not of this function")
		} else {
			c.objScope(s.Obj)
		}
	case *Alloc:
		if t, ok := c.dst(s.Dst); ok && t.Kind != Ptr {
			c.bad("address in a register of type %s", t)
		}
		c.kind("size", s.Size, Int)
		if s.Kind > Stack {
			c.bad("unknown kind of memory")
		}
		if s.Site != nil || !s.Zeroed {
			c.site(s.Site, true)
		}
	case *Free:
		c.kind("address", s.Addr, Ptr)
		if s.Kind > Stack {
			c.bad("unknown kind of memory")
		}
	case *MemCopy:
		c.kind("destination", s.Dst, Ptr)
		c.kind("source", s.Src, Ptr)
		c.kind("length", s.N, Int)
	case *MemSet:
		c.kind("destination", s.Dst, Ptr)
		c.kind("value", s.Val, Int)
		c.kind("length", s.N, Int)
	case *MemHavoc:
		c.kind("address", s.Addr, Ptr)
		c.kind("length", s.N, Int)
		c.site(s.Site, true)
	case *Call:
		c.call(s)
	case *Return:
		if s.Val != nil {
			if c.f.Result == Void {
				c.bad("value returned from a void function")
			}
			c.want("returned value", s.Val, c.f.Result)
		}
	case *Math:
		c.math(s)
	default:
		c.bad("no statement")
	}
}

// input checks an Input.
func (c *checker) input(s *Input) {
	t, ok := c.dst(s.Dst)
	c.site(s.Site, false)
	if ok && s.Site != nil && s.Site.Type != t {
		c.bad("input of type %s into a register of type %s", s.Site.Type, t)
	}
	if s.FreshSize < 0 || (s.FreshSize > 0 && t.Kind != Ptr) {
		c.bad("fresh object of size %d for an input of type %s", s.FreshSize, t)
	}
}

// call checks a Call.
func (c *checker) call(s *Call) {
	if !c.hasFunc(s.Func) {
		c.bad("called function is not in the program")
		return
	}
	if s.Dst != nil {
		if t, ok := c.dst(s.Dst); ok && t != s.Func.Result {
			c.bad("result of type %s in a register of type %s", s.Func.Result, t)
		}
	}
	if len(s.Args) != len(s.Func.Params) {
		c.bad("%d arguments for the %d parameters of %s", len(s.Args), len(s.Func.Params), s.Func.Name)
		return
	}
	for i, a := range s.Args {
		if q := s.Func.Params[i]; q != nil {
			c.want(fmt.Sprintf("argument %d of %s", i+1, s.Func.Name), a, q.Type)
		}
	}
}

// math checks a Math.
func (c *checker) math(s *Math) {
	if AsksObject(s.Fn) {
		if t, ok := c.dst(s.Dst); ok && t.Kind != Int {
			c.bad("a number of bytes into a register of type %s", t)
		}
		if len(s.Args) != 1 {
			c.bad("%s with %d arguments", s.Fn, len(s.Args))
			return
		}
		c.kind("argument of "+s.Fn, s.Args[0], Ptr)
		return
	}
	t, ok := c.dst(s.Dst)
	if ok && t.Kind != Float {
		c.bad("math into a register of type %s", t)
	}
	if s.Fn == "" {
		c.bad("math without a function")
	}
	if len(s.Args) < 1 || len(s.Args) > 3 {
		c.bad("math with %d arguments", len(s.Args))
	}
	for _, a := range s.Args {
		c.want("argument of "+s.Fn, a, t)
	}
}

// scopeOf checks that v is in scope. It returns false if it reported a fault.
func (c *checker) scopeOf(v *Var) bool {
	switch {
	case c.bound[v]:
		return true
	case v.Global:
		if v.ID >= 0 && v.ID < len(c.p.Globals) && c.p.Globals[v.ID] == v {
			return true
		}
	case c.f != nil && v.ID >= 0 && v.ID < len(c.f.Vars) && c.f.Vars[v.ID] == v:
		return true
	}
	c.bad("register %s is not in scope", v.Name)
	return false
}

// objScope checks that o is in scope. It returns false if it reported a fault.
func (c *checker) objScope(o *Object) bool {
	list := c.p.Objects
	if o.Func != nil {
		list = nil
		if o.Func == c.f {
			list = c.f.Objects
		}
	}
	if o.ID >= 0 && o.ID < len(list) && list[o.ID] == o {
		return true
	}
	c.bad("object %s is not in scope", o.Name)
	return false
}

// declared checks the edges that take the address of a local object: on every path from the entry to such an edge, the
// object must have been declared and not ended since. It is a forward data-flow analysis with sets of objects.
func (c *checker) declared(f *Func) {
	if len(f.Objects) == 0 {
		return
	}
	words := (len(f.Objects) + 63) / 64
	in := make([][]uint64, len(f.Locs)) // by Loc.ID, the declared objects as a bit set; nil if not reached yet
	in[f.Entry.ID] = make([]uint64, words)
	work := []*Loc{f.Entry}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			out := append([]uint64(nil), in[l.ID]...)
			if o := Lives(e.Stmt); o != nil {
				out[o.ID/64] &^= 1 << (o.ID % 64)
				if _, begins := e.Stmt.(*Decl); begins {
					out[o.ID/64] |= 1 << (o.ID % 64)
				}
			}
			old := in[e.To.ID]
			if old == nil {
				in[e.To.ID] = out
				work = append(work, e.To)
				continue
			}
			changed := false
			for i := range old {
				if n := old[i] & out[i]; n != old[i] {
					old[i] = n
					changed = true
				}
			}
			if changed {
				work = append(work, e.To)
			}
		}
	}
	for _, e := range f.Edges {
		have := in[e.From.ID]
		if have == nil {
			continue // unreachable
		}
		for _, x := range StmtExprs(e.Stmt) {
			Walk(x, func(x Expr) bool {
				if a, ok := x.(*AddrOf); ok && a.Obj.Func == f && have[a.Obj.ID/64]>>(a.Obj.ID%64)&1 == 0 {
					c.onEdge = e
					c.bad("address of %s before its declaration, or after its end", a.Obj.Name)
				}
				return true
			})
		}
	}
}
