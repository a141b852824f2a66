package reduce

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// cut makes the program of the kept edges (Definition 4 of paper 3, with one difference: an edge leads to the next kept
// location, so that the start of an edge, not its end, is a location of the original program).
//
//	l1 -> l2: x = in        l1 -> l4: x = in
//	l2 -> l3: y = x         l4 -> ...
//	l3 -> l4: z = y
func (s *slicer) cut() *ir.Program {
	q, c := ir.Clone(s.p)
	q.Slice = true
	var funcs []*ir.Func
	for i, fn := range s.funcs {
		if fn != nil {
			(&cutter{s: s, fn: fn, c: c, f: q.Funcs[i]}).run()
			funcs = append(funcs, q.Funcs[i])
		}
	}
	if s.care != Strict {
		dropUnfailing(funcs)
	}
	instrument.RemoveUnused(q)
	return q
}

// cutter cuts one function.
type cutter struct {
	s    *slicer
	fn   *function
	c    *ir.Copies
	f    *ir.Func               // the function of the slice that is being made
	next map[*ir.Loc]*ir.Loc    // by location that is not kept: the next kept location; nil if there is none
	ends map[ir.LocKind]*ir.Loc // by kind: the location of function end

	ways map[ir.LocKind][]bool // by kind of an end, Loc.ID: whether an end of that kind can be reached
}

// run makes the body of the function.
func (k *cutter) run() {
	k.next, k.ends, k.ways = map[*ir.Loc]*ir.Loc{}, map[ir.LocKind]*ir.Loc{}, map[ir.LocKind][]bool{}
	f := k.fn.f
	for _, l := range k.f.Locs { // RemoveUnused lists and numbers the edges
		l.In, l.Out = nil, nil
	}
	for _, l := range f.Locs {
		for _, e := range l.Out {
			if k.fn.kept[e.ID] || leaves(e) {
				k.edge(e)
			}
		}
	}
	k.entry()
	k.loops()
	k.params()
	if !k.fn.result {
		k.f.Result = ir.Void
	}
}

// leaves reports whether an edge ends the activation. Such an edge is kept if its start is kept or an edge of the slice
// leads there.
func leaves(e *ir.Edge) bool {
	switch e.Stmt.(type) { // sound: the activation continues after any other statement
	case *ir.Return, *ir.Undefined:
		return true
	}
	return false
}

// stays reports whether a location is in the slice if it is reached: a kept edge leaves it, or it has no edges and is
// not the error location of an obligation outside of the criterion.
func (k *cutter) stays(l *ir.Loc) bool {
	return len(l.Out) == 0 && (l.Kind != ir.Error || k.s.wanted[l.Obligation]) ||
		slices.ContainsFunc(l.Out, func(e *ir.Edge) bool { return k.fn.kept[e.ID] || leaves(e) })
}

// edge adds an edge to the slice. It drops parameters and results that are not used.
func (k *cutter) edge(e *ir.Edge) {
	d := k.c.Edges[e]
	d.From = k.c.Locs[e.From]
	switch st := d.Stmt.(type) { // sound: the others stay as they are
	case *ir.Return:
		if !k.fn.result {
			st.Val = nil
		}
		k.link(d, k.f.Exit)
		return
	case *ir.Call:
		callee := k.s.funcs[e.Stmt.(*ir.Call).Func.ID]
		var args []ir.Expr
		for i, a := range st.Args {
			if callee.wants(i) {
				args = append(args, a)
			}
		}
		st.Args = args
		if !k.fn.results[e.ID] {
			st.Dst = nil
		}
	}
	k.link(d, k.goOn(e.To))
}

// link makes d an edge from its start to the given location.
func (k *cutter) link(d *ir.Edge, to *ir.Loc) {
	d.To = to
	d.From.Out, to.In = append(d.From.Out, d), append(to.In, d)
}

// wants reports whether a statement reads the value that parameter i has at the entry.
func (fn *function) wants(i int) bool {
	return slices.ContainsFunc(fn.inputs, func(it item) bool { return it.v != nil && !it.v.Global && it.v.ID == i })
}

// goOn returns the location of the slice at which an execution continues that reaches l in the program.
func (k *cutter) goOn(l *ir.Loc) *ir.Loc {
	to := l
	var way []*ir.Loc
	for to != nil && !k.stays(to) {
		if n, known := k.next[to]; known {
			to = n
			break
		}
		way = append(way, to)
		to = k.fn.control.Post[to.ID]
	}
	if to != nil && to.Kind == ir.Exit { // several returns lead there; their values are not used
		to = nil
	}
	for _, w := range way {
		k.next[w] = to
	}
	if to != nil {
		return k.c.Locs[to]
	}
	for _, kind := range []ir.LocKind{ir.Exit, ir.Halt} {
		if k.reaches(l, kind) {
			return k.end(kind, l)
		}
	}
	return k.end(ir.Plain, l)
}

// reaches reports whether an end of the given kind can be reached from l within the function.
func (k *cutter) reaches(l *ir.Loc, kind ir.LocKind) bool {
	if k.ways[kind] == nil {
		var ends []*ir.Loc
		for _, m := range k.fn.f.Locs {
			if m.Kind == kind {
				ends = append(ends, m)
			}
		}
		seen := make([]bool, len(k.fn.f.Locs))
		for m := range ir.Reach(ends, func(m *ir.Loc, next func(*ir.Loc)) bool {
			for _, e := range m.In {
				next(e.From)
			}
			return true
		}) {
			seen[m.ID] = true
		}
		k.ways[kind] = seen
	}
	return k.ways[kind][l.ID]
}

// end returns a location of the slice from which the function returns, or at which the execution ends. It makes the
// location on first use, at the source position of like.
func (k *cutter) end(kind ir.LocKind, like *ir.Loc) *ir.Loc {
	l := k.ends[kind]
	if l != nil {
		return l
	}
	l = k.f.NewLoc(like.Pos)
	k.ends[kind] = l
	switch kind {
	case ir.Exit:
		e := &ir.Edge{From: l, Stmt: &ir.Return{}, Pos: like.Pos}
		k.link(e, k.f.Exit)
	case ir.Halt:
		l.Kind = ir.Halt
	case ir.Plain, ir.Error: // the execution is blocked there
	}
	return l
}

// entry sets the entry of the function to the first kept location. If edges lead there, it adds a separate entry with a
// Skip.
func (k *cutter) entry() {
	f := k.fn.f
	first := k.goOn(f.Entry)
	if len(first.In) == 0 && len(first.Out) > 0 {
		k.f.Entry = first
		return
	}
	k.link(&ir.Edge{From: k.f.Entry, Stmt: &ir.Skip{}, Pos: f.Entry.Pos}, first)
}

// loops marks the new heads of loops whose heads were cut.
func (k *cutter) loops() {
	again := k.s.again(k.fn.f)
	for _, h := range k.fn.f.Locs {
		if h.Loop == nil || k.stays(h) || !again[h.ID] {
			continue
		}
		if l := k.goOn(h); l.Loop == nil && l.Origin != nil && again[l.Origin.ID] {
			loop := *h.Loop
			l.Loop = &loop
		}
	}
}

// params drops parameters whose values are not used.
func (k *cutter) params() {
	var params, rest []*ir.Var
	for i, v := range k.f.Vars {
		if i < len(k.f.Params) && k.fn.wants(i) {
			params = append(params, v)
		} else {
			rest = append(rest, v)
		}
	}
	k.f.Params, k.f.Vars = params, append(slices.Clip(params), rest...)
}
