package inductive

import "github.com/tandem-verifier/tandem/internal/ir"

// This file computes where the address of each object can be stored. A store through an unknown pointer may write every
// object whose address can have moved into the pointer: from an expression that takes the address, by assignments, by
// calls, and through memory, which counts as one place. A loaded pointer may also be guessed. Then it may be the
// address of any object that code outside of the program may know and that has a part of the kind to which the register
// points (ir.Fits). A pointer that was cast from a number can point only to objects whose address was converted to a
// number somewhere, or was compared with such a pointer: a comparison can confirm a guess.

// holders is a graph that shows how addresses can move. Its nodes are places: registers, results of functions, and the
// memory as one. It has an edge where a value can move from one place to another.
type holders struct {
	place  map[*ir.Var]int       // by register: its place
	next   [][]int               // by place: the places to which its values can move
	home   map[*ir.Object][]int  // by object: the places to which its address moves from the expressions that take it
	found  map[*ir.Object][]bool // cache of places
	havoc  bool                  // the program has a HavocAll: any address can be anywhere
	order  []*ir.Object          // all objects
	result map[*ir.Func]int      // by function: the place of its result

	guess    map[string]int // by kind of pointer: the place from which guessed addresses move
	made     []int          // the places to which casts of numbers to pointers move
	compares []*ir.Binary   // comparisons of pointers
}

// Places that every graph has.
const (
	inMemory = iota
	asNumber // integer registers, and all conversions of addresses to numbers
	firstRegister
)

// findHolders builds the graph of the program.
func (c *checker) findHolders() {
	h := &holders{place: map[*ir.Var]int{}, next: make([][]int, firstRegister), home: map[*ir.Object][]int{},
		found: map[*ir.Object][]bool{}, result: map[*ir.Func]int{}, guess: map[string]int{}}
	c.holders = h
	node := func() int {
		h.next = append(h.next, nil)
		return len(h.next) - 1
	}
	register := func(v *ir.Var) {
		n := node()
		h.place[v] = n
		if v.Type.Kind == ir.Int {
			h.next[n] = append(h.next[n], asNumber)
		}
	}
	for _, v := range c.prog.Globals {
		register(v)
	}
	for _, f := range c.prog.Funcs {
		for _, v := range f.Vars {
			register(v)
		}
		h.result[f] = node()
	}
	for _, v := range c.prog.Globals {
		h.flow(v.Init, h.place[v])
	}
	for _, o := range c.prog.Objects {
		h.order = append(h.order, o)
		for _, it := range o.Init {
			h.flow(it.Val, inMemory)
		}
	}
	for _, f := range c.prog.Funcs {
		h.order = append(h.order, f.Objects...)
		for _, e := range f.Edges {
			if o := c.makes[e]; o != nil {
				h.order = append(h.order, o)
				h.home[o] = append(h.home[o], h.place[ir.Def(e.Stmt)])
			}
			h.edge(f, e.Stmt)
		}
	}
	h.guesses()
	h.guessable(c)
}

// guessed returns the place from which guessed addresses move to pointers of a kind.
func (h *holders) guessed(kind string) int {
	n, ok := h.guess[kind]
	if !ok {
		n = len(h.next)
		h.next = append(h.next, nil)
		h.guess[kind] = n
	}
	return n
}

// guessable adds to each kind of guessed pointers the objects that a guess may hit. These have a part of that kind, and
// code outside of the program may know their address: it is known there by definition (ir.Object.Known), an edge makes
// the object, or the address is compared or moves to a place.
func (h *holders) guessable(c *checker) {
	compared := map[*ir.Object]bool{}
	for _, b := range h.compares {
		ir.Walk(b, func(x ir.Expr) bool {
			if a, ok := x.(*ir.AddrOf); ok {
				compared[a.Obj] = true
			}
			return true
		})
	}
	for _, o := range h.order {
		parts := o.Parts
		if e := c.made[o]; e != nil {
			parts = nil
			if s := ir.SiteOf(e.Stmt); s != nil {
				parts = s.Parts
			}
		} else if !o.Known && !compared[o] && len(h.home[o]) == 0 {
			continue
		}
		for kind, n := range h.guess {
			if len(ir.Fits(parts, kind)) > 0 {
				h.home[o] = append(h.home[o], n)
			}
		}
	}
}

// guesses exposes the addresses that are compared with pointers made from numbers.
func (h *holders) guesses() {
	seen := h.reached(h.made)
	made := func(e ir.Expr) bool {
		found := false
		ir.Walk(e, func(x ir.Expr) bool {
			r, ok := x.(*ir.Ref)
			found = found || fromNumber(x) || ok && seen[h.place[r.Var]]
			return true
		})
		return found
	}
	for _, c := range h.compares {
		if made(c.X) {
			h.expose(c.Y)
		}
		if made(c.Y) {
			h.expose(c.X)
		}
	}
}

// fromNumber reports whether e is a cast of a number to a pointer, other than of a constant.
func fromNumber(e ir.Expr) bool {
	c, ok := e.(*ir.Cast)
	if !ok || c.T.Kind != ir.Ptr || c.X.Type().Kind != ir.Int {
		return false
	}
	_, literal := c.X.(*ir.Const)
	return !literal
}

// edge adds the moves of a statement of f.
func (h *holders) edge(f *ir.Func, s ir.Stmt) {
	for _, x := range ir.StmtExprs(s) {
		h.numbers(x)
	}
	switch s := s.(type) {
	case *ir.Assign:
		h.flow(s.Src, h.place[s.Dst])
	case *ir.LoadStmt:
		h.next[inMemory] = append(h.next[inMemory], h.place[s.Dst])
		if s.Dst.Type.Kind == ir.Ptr {
			n := h.guessed(s.Dst.Points)
			h.next[n] = append(h.next[n], h.place[s.Dst])
		}
	case *ir.Input:
		if s.Dst.Type.Kind == ir.Ptr && s.Site.Kind == ir.Approx {
			n := h.guessed(s.Dst.Points)
			h.next[n] = append(h.next[n], h.place[s.Dst])
		}
	case *ir.Store:
		h.flow(s.Val, inMemory)
	case *ir.MemSet:
		h.flow(s.Val, inMemory)
	case *ir.Call:
		for i, x := range s.Args {
			if i < len(s.Func.Params) {
				h.flow(x, h.place[s.Func.Params[i]])
			}
		}
		if s.Dst != nil {
			r := h.result[s.Func]
			h.next[r] = append(h.next[r], h.place[s.Dst])
		}
	case *ir.Return:
		h.flow(s.Val, h.result[f])
		if s.Val == nil && f.Result.Kind == ir.Ptr {
			n := h.guessed("")
			h.next[n] = append(h.next[n], h.result[f])
		}
	case *ir.HavocAll:
		h.havoc = true
	case *ir.Alloc, *ir.Assume, *ir.Decl, *ir.End, *ir.Free, *ir.Math, *ir.MemCopy, *ir.MemHavoc, *ir.Skip, *ir.Undefined:
		// these move no pointers
	}
}

// flow adds moves to a place from the registers in e, and from the address expressions in e.
func (h *holders) flow(e ir.Expr, to int) {
	if e == nil {
		return
	}
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) { // sound: each node is visited
		case *ir.Ref:
			n := h.place[x.Var]
			h.next[n] = append(h.next[n], to)
		case *ir.AddrOf:
			h.home[x.Obj] = append(h.home[x.Obj], to)
		case *ir.Cast:
			if fromNumber(x) {
				h.made = append(h.made, to)
			}
		}
		return x.Type().Kind != ir.Bool // a truth value carries no address
	})
	h.numbers(e)
}

// numbers adds a move to asNumber for each address that e converts to a number, and records the comparisons of pointers
// in e.
func (h *holders) numbers(e ir.Expr) {
	ir.Walk(e, func(x ir.Expr) bool {
		var ptrs []ir.Expr
		switch x := x.(type) { // sound: each node is visited, and only these make numbers of addresses
		case *ir.Cast:
			if x.T.Kind != ir.Ptr {
				ptrs = append(ptrs, x.X)
			}
		case *ir.PtrDiff:
			ptrs = append(ptrs, x.P, x.Q)
		case *ir.Binary:
			if x.X.Type().Kind == ir.Ptr {
				h.compares = append(h.compares, x)
			}
		}
		for _, p := range ptrs {
			if p.Type().Kind == ir.Ptr {
				h.expose(p)
			}
		}
		return true
	})
}

// expose adds moves to asNumber from the registers and the address expressions in e.
func (h *holders) expose(e ir.Expr) {
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) { // sound: each node is visited
		case *ir.Ref:
			n := h.place[x.Var]
			h.next[n] = append(h.next[n], asNumber)
		case *ir.AddrOf:
			h.home[x.Obj] = append(h.home[x.Obj], asNumber)
		}
		return true
	})
}

// places reports, by place, whether the address of o can come to it.
func (h *holders) places(o *ir.Object) []bool {
	seen := h.found[o]
	if seen != nil {
		return seen
	}
	seen = h.reached(h.home[o])
	h.found[o] = seen
	return seen
}

// reached reports, by place, whether the graph has a path to it from one of the given places.
func (h *holders) reached(from []int) []bool {
	seen := make([]bool, len(h.next))
	var work []int
	visit := func(n int) {
		if !seen[n] {
			seen[n] = true
			work = append(work, n)
		}
	}
	for _, n := range from {
		visit(n)
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, m := range h.next[n] {
			visit(m)
		}
	}
	return seen
}

// within returns the objects to which addr, an address whose value is unknown, can point.
func (h *holders) within(addr ir.Expr) []*ir.Object {
	if h.havoc {
		return h.order
	}
	var from []int
	named := map[*ir.Object]bool{}
	ir.Walk(addr, func(x ir.Expr) bool {
		switch x := x.(type) { // sound: each node is visited
		case *ir.Ref:
			from = append(from, h.place[x.Var])
		case *ir.AddrOf:
			named[x.Obj] = true
		}
		return true
	})
	var out []*ir.Object
	for _, o := range h.order {
		at := h.places(o)
		hit := named[o] || at[asNumber]
		for _, n := range from {
			hit = hit || at[n]
		}
		if hit {
			out = append(out, o)
		}
	}
	return out
}
