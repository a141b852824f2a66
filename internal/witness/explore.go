package witness

import (
	"maps"
	"slices"
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file explores a program together with the automaton of a GraphML witness: lines 1 to 9 of Algorithm 1 (see
// join.go), for one witness.
//
//	waitlist = N = {(l0, q0)}
//	pop (l, q); for each edge g from l to l':
//		for each transition of q that g meets: add (l', its target)
//		if there is none: add (l', q)
//
// Differences from the formal automata: a transition of the witness names lines or offsets of the source, and several
// edges of the program may be there. A state is kept while control passes statements and functions that the witness
// does not mention. So
//
//  - a state is entered where a transition leads to it, or after the rest of that statement: there its invariant holds.
//    At other places where the automaton is in the state, the invariant is used only if the state was entered there as
//    well: the names in it may have another meaning;
//  - if a transition may be taken on this edge or on a later one of the same statement, both cases are followed: more
//    states at a place only weaken the invariant there;
//  - calls are matched with returns: a node belongs to an activation, given by its function and the state in which it
//    is entered (tabulation: T. Reps, S. Horwitz, M. Sagiv, "Precise interprocedural dataflow analysis via graph
//    reachability", POPL 1995).

// maxNodes bounds the number of nodes of an exploration; beyond it, a witness gives no invariants.
const maxNodes = 1 << 20

// stops has the places of a program, by the edges or functions at which control reaches them.
type stops struct {
	loops  map[*ir.Loc]place    // by head of a loop: the place of its invariant
	before map[*ir.Edge][]place // places before statements
	entry  map[*ir.Func][]place // places at the entries of functions
	stmt   map[*ir.Edge]int     // the number of the innermost statement that contains an edge; 0: none
}

// at returns the places that control reaches by an edge.
func (s *stops) at(e *ir.Edge) []place {
	out := s.before[e]
	if p, ok := s.loops[e.To]; ok {
		out = append(slices.Clone(out), p)
	}
	return out
}

// stops returns all places of the program.
func (s *places) stops() *stops {
	out := &stops{map[*ir.Loc]place{}, map[*ir.Edge][]place{}, map[*ir.Func][]place{}, map[*ir.Edge]int{}}
	heads := map[ir.Pos][]*ir.Loc{}
	for _, f := range s.p.Funcs {
		for _, l := range f.Locs {
			if l.Loop != nil && slices.Contains(s.files, l.Loop.Pos.File) {
				heads[l.Loop.Pos] = append(heads[l.Loop.Pos], l)
			}
		}
	}
	for _, ls := range heads {
		for _, l := range ls {
			out.loops[l] = atLoop(ls)
		}
	}
	n := 0
	for _, file := range s.files {
		text, ok := s.src.get(file)
		if !ok {
			continue
		}
		for _, f := range s.p.Funcs {
			off, ok := byteOffset(text, f.Pos)
			if f == s.p.Entry || f.Pos.File != file || !ok {
				continue
			}
			body := scanTo(text, off, "{")
			eachStmt(text, body, 0, func(start int) {
				n++
				out.statement(s, file, start, stmtEnd(text, start, 0), n)
			})
		}
	}
	return out
}

// statement adds the place before statement n, whose text is the given range of offsets in the file. The statements
// around it were added before.
func (out *stops) statement(s *places, file string, from, to, n int) {
	for _, x := range s.within(file, from, to) {
		out.stmt[x.e] = n
	}
	pt, ok := s.enter(file, from, to)
	if !ok {
		return
	}
	pt.pos = s.pos(file, from)
	p := place{pts: []point{pt}, pos: pt.pos}
	if pt.ins == nil {
		out.entry[pt.loc.Func] = append(out.entry[pt.loc.Func], p)
	}
	for _, e := range pt.ins {
		out.before[e] = append(out.before[e], p)
	}
}

// visit is a place with the states that the automaton has there. For each state, the map says whether some node enters
// the state at this place.
type visit struct {
	place
	states map[int]bool
}

// frame is an activation: its function, and the state in which it is entered.
type frame struct {
	f     *ir.Func
	state int
}

// config is a node of an exploration.
type config struct {
	in    frame
	loc   *ir.Loc
	state int
	// enter is the number of the statement whose edge led to the state, or -1 if the edge is in no statement. It is 0 if
	// the automaton only stays in the state, as it does after the next place.
	enter int
}

// caller is a call to which an activation returns.
type caller struct {
	in    frame
	e     *ir.Edge
	state int // the state in which the function is entered
	enter int // config.enter after the call, if the state has not changed
}

// exploration explores a program together with an automaton.
type exploration struct {
	a       *graphAutomaton
	stops   *stops
	next    map[*ir.Edge]map[int][]int // by edge and state: the transitions whose condition the edge meets
	pinned  []bool                     // by transition: it identifies a single edge
	nodes   map[config]bool            // the nodes that were ever in work
	work    []config                   // nodes that are not explored yet
	callers map[frame][]caller         // by activation: the calls that wait for its exits
	exits   map[frame][]config         // by activation: the nodes at its exit
	visits  map[ir.Pos]map[bool]*visit // by position, and whether the place is a loop
}

// explore returns the places with the states of the automaton there; none if there are too many nodes. loose has the
// numbers of the states that represent several nodes of the witness, if the program may have code between these nodes.
func (w *weaver) explore(a *graphAutomaton) (out []*visit, loose map[int]bool) {
	x := &exploration{a: a, stops: w.stops(), next: map[*ir.Edge]map[int][]int{}, pinned: make([]bool, len(a.edges)),
		nodes:   map[config]bool{},
		callers: map[frame][]caller{}, exits: map[frame][]config{}, visits: map[ir.Pos]map[bool]*visit{}}
	met := make([][]placed, len(a.edges))
	for i := range a.edges {
		met[i], x.pinned[i] = w.precisely(a.edges[i])
	}
	loose = w.contract(a, met)
	for i, m := range a.edges {
		for _, p := range met[i] {
			if x.next[p.e] == nil {
				x.next[p.e] = map[int][]int{}
			}
			s := a.number[m.source]
			x.next[p.e][s] = append(x.next[p.e][s], i)
		}
	}
	main := frame{w.p.Entry, 0}
	x.add(config{main, w.p.Entry.Entry, 0, 0}, x.stops.entry[w.p.Entry])
	for len(x.work) > 0 {
		if len(x.nodes) > maxNodes {
			w.out.Warnings = append(w.out.Warnings, "the witness and the program have too many states together")
			return nil, nil
		}
		n := x.work[len(x.work)-1]
		x.work = x.work[:len(x.work)-1]
		for _, e := range n.loc.Out {
			x.step(n, e)
		}
		if n.loc == n.in.f.Exit {
			x.exits[n.in] = append(x.exits[n.in], n)
			for _, c := range x.callers[n.in] {
				x.back(c, n)
			}
		}
	}
	for _, vs := range x.visits {
		for _, v := range vs {
			out = append(out, v)
		}
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i].pos, out[j].pos
		if a.File != b.File {
			return a.File < b.File
		}
		return before(a, b) || a == b && !out[i].loop && out[j].loop
	})
	return out, loose
}

// precisely returns the edges that meet m, like met, but uses the offsets as well if they agree with the lines. pinned
// reports whether they name a single place. A return may have the line of its statement or of the call, so its place is
// not used.
func (w *weaver) precisely(m graphMatch) (es []placed, pinned bool) {
	if m.ret != "" {
		m.line, m.off = 0, -1
	}
	es = w.met(&m)
	if heads := w.keyword(&m); heads != nil {
		return slices.DeleteFunc(slices.Clone(es), func(x placed) bool { return !slices.Contains(heads, x.e.To) }), true
	}
	if m.line == 0 || m.off < 0 || m.loopHead {
		return es, false
	}
	for _, file := range w.files {
		if text, ok := w.src.get(file); !ok || m.off >= len(text) || w.pos(file, m.off).Line != m.line {
			return es, false
		}
	}
	exact := func(x placed) bool { return m.off <= x.off && x.off <= max(m.off, m.endOff) }
	if !slices.ContainsFunc(es, exact) {
		return es, false
	}
	return slices.DeleteFunc(slices.Clone(es), func(x placed) bool { return !exact(x) }), m.endOff <= m.off
}

// add adds a node. The second parameter has the places that control reaches at this node.
func (x *exploration) add(n config, at []place) {
	for _, p := range at {
		if x.visits[p.pos] == nil {
			x.visits[p.pos] = map[bool]*visit{}
		}
		v := x.visits[p.pos][p.loop]
		if v == nil {
			v = &visit{p, map[int]bool{}}
			x.visits[p.pos][p.loop] = v
		}
		v.states[n.state] = v.states[n.state] || n.enter != 0
	}
	if len(at) > 0 {
		n.enter = 0
	}
	if !x.nodes[n] {
		x.nodes[n] = true
		x.work = append(x.work, n)
	}
}

// step follows an edge from node n: with each transition that it meets, and without one.
func (x *exploration) step(n config, e *ir.Edge) {
	stmt := x.stops.stmt[e]
	if stmt == 0 {
		stmt = -1
	}
	stays := true
	for _, i := range x.next[e][n.state] {
		m := &x.a.edges[i]
		x.move(n, e, x.a.number[m.target], stmt, m.enter != "")
		plain := m.control == "" && m.enter == "" && m.ret == "" && !m.loopHead
		if x.pinned[i] || !(plain && n.enter == stmt) && !(m.control != "" && x.decides(e, stmt)) {
			stays = false
		}
	}
	if !stays {
		return
	}
	enter := n.enter
	if enter != stmt && changes(e.Stmt) {
		enter = 0
	}
	x.move(n, e, n.state, enter, false)
}

// decides reports whether the same statement branches again after e, as for a && b.
func (x *exploration) decides(e *ir.Edge, stmt int) bool {
	return len(x.stops.at(e)) == 0 && slices.ContainsFunc(e.To.Out, func(g *ir.Edge) bool {
		a, is := g.Stmt.(*ir.Assume)
		return is && a.Mark != ir.NoMark && x.stops.stmt[g] == stmt
	})
}

// move follows an edge from node n into a state. into reports whether the transition names the function that the edge
// calls.
func (x *exploration) move(n config, e *ir.Edge, state, enter int, into bool) {
	call, is := e.Stmt.(*ir.Call)
	if !is {
		x.add(config{n.in, e.To, state, enter}, x.stops.at(e))
		return
	}
	c := caller{n.in, e, state, enter}
	in := frame{call.Func, state}
	if slices.Contains(x.callers[in], c) {
		return
	}
	x.callers[in] = append(x.callers[in], c)
	if !into { // the invariant of the state is about the caller
		enter = 0
	}
	x.add(config{in, call.Func.Entry, state, enter}, x.stops.entry[call.Func])
	for _, exit := range x.exits[in] {
		x.back(c, exit)
	}
}

// back continues after the call c, from a node at the callee's exit.
func (x *exploration) back(c caller, exit config) {
	enter := exit.enter
	if enter == 0 && exit.state == c.state {
		enter = c.enter
	}
	x.add(config{c.in, c.e.To, exit.state, enter}, x.stops.at(c.e))
}

// changes reports whether an edge may change the truth of an invariant, or the meaning of its names.
func changes(s ir.Stmt) bool {
	switch s.(type) { // sound: other statements may change it
	case *ir.Skip, *ir.Assume:
		return false
	}
	v := ir.Def(s)
	return v == nil || v.Global || v.Source != ""
}

// graphPlaces calls its callback for the invariants at the places of the program, except at the loops in known. The
// result said has the nodes whose invariants are used.
func (w *weaver) graphPlaces(g *Graph, inv map[string]*cnode, text map[string]string, known map[ir.Pos]bool,
	each func(at place, n *cnode, value string, found bool)) (said map[string]bool, err error) {
	a, err := newAutomaton(g)
	if err != nil {
		return nil, err
	}
	visits, loose := w.explore(a)
	of := make([][]string, len(a.number)) // by state: its nodes with an invariant; contraction merges some
	for _, n := range g.Nodes {
		if k, ok := a.number[n.ID]; ok && inv[n.ID] != nil {
			of[k] = append(of[k], n.ID)
		}
	}
	said = map[string]bool{}
	for _, v := range visits {
		var states []string
		for _, k := range slices.Sorted(maps.Keys(v.states)) {
			if !v.states[k] || len(of[k]) != 1 || loose[k] {
				states = nil
				break
			}
			states = append(states, of[k][0])
		}
		n, value := anyOf(states, inv, text)
		if n == nil {
			continue
		}
		for _, id := range states {
			said[id] = true
		}
		head := !v.loop && v.pts[0].loc.Loop != nil // the loop at the same location has this invariant
		if !head && !(v.loop && known[v.pos]) {
			each(v.place, n, value, true)
		}
	}
	return said, nil
}
