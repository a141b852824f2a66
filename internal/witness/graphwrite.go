package witness

import (
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file writes correctness witnesses in GraphML: lines 10 to 12 of Algorithm 1 (see join.go). In the algorithm,
// each location of the program is a state, with a transition for each of its edges and a loop for all other edges. Here
// only the places with an invariant have a state of their own, and the state N0 represents all other locations. An edge
// of the program that leads to a place leads to its state, and an edge from there to another location leads back to N0.
//
//	while (i < n) i++;      N0 -> N1   enterLoopHead, in line 7
//	                        N1 -> N0   condition-true, condition-false, in line 7
//
// Transitions identify edges by line and offset. For edges into a loop, these are the line and offset of the loop's
// keyword, wherever the edge begins. If an invariant would be read back at another place, it is left out: such a place
// may be one of several loops in one line, or follow the call of a function that has places itself.

// InvariantsGraphML returns the correctness witness, format 1.0, with the given invariants at places of p. The program
// p is as the front end lowers it, or has the same branches, calls and positions. left has the invariants that the
// automaton cannot express. The witness has passed lintGraphML.
func InvariantsGraphML(info Info, p *ir.Program, invs []LoopInvariant, opt WeaveOptions) (text []byte,
	left []LoopInvariant, err error) {
	if err := info.check(); err != nil {
		return nil, nil, err
	}
	w := newWeaver(p, opt)
	gw := &graphWriter{weaver: w, stops: w.stops()}
	all := len(invs)
	for range all + 1 {
		g := gw.graph(info, invs)
		missing := gw.missing(g, invs)
		if len(missing) == 0 {
			data := g.Encode()
			if ps := lintGraphML(data, info.sources(opt.Sources)); len(ps) > 0 {
				return nil, left, lintError(ps)
			}
			return data, left, nil
		}
		left = append(left, missing...)
		invs = slices.DeleteFunc(slices.Clone(invs), func(i LoopInvariant) bool { return slices.Contains(missing, i) })
	}
	return nil, left, fmt.Errorf("witness: no automaton for %d invariants", all)
}

// graphWriter writes the automaton of a correctness witness.
type graphWriter struct {
	*weaver
	stops *stops
}

// stateAt has the numbers of the states that are entered at locations, by edges and at entries of functions.
type stateAt struct {
	loops map[*ir.Loc]int
	edges map[*ir.Edge]int
	entry map[*ir.Func]int
}

// after returns the state of the automaton after an edge: the state of the invariant there, or 0.
func (s *stateAt) after(e *ir.Edge) int {
	if k := s.loops[e.To]; k > 0 {
		return k
	}
	return s.edges[e]
}

// missing returns the invariants that are not at their places when the witness is read again.
func (gw *graphWriter) missing(g *Graph, invs []LoopInvariant) (out []LoopInvariant) {
	w := &weaver{places: gw.places, opt: gw.opt, out: &Woven{}}
	back, err := w.says(&Document{Graph: g, Correctness: true})
	if err != nil {
		return invs
	}
	for i, li := range invs {
		n, err := parseC(li.Value, gw.p.Model, w.types)
		if err != nil || slices.Contains(w.unplaced, stateName(i+1)) {
			out = append(out, li)
			continue
		}
		if !slices.ContainsFunc(back, func(s *said) bool {
			if s.pos != li.Pos || s.loop != gw.atLoop(li) {
				return false
			}
			var cases [][]words
			for _, c := range n.operands("||") {
				if conj, holds, err := w.phrase(s.place, c); err == nil && holds {
					cases = append(cases, conj)
				}
			}
			return slices.EqualFunc(s.cases, cases, slices.Equal)
		}) {
			out = append(out, li)
		}
	}
	return out
}

// stateName returns the name of state k.
func stateName(k int) string { return fmt.Sprintf("N%d", k) }

// atLoop reports whether an invariant is at the head of a loop.
func (gw *graphWriter) atLoop(li LoopInvariant) bool {
	if li.Type == "loop_invariant" {
		return true
	}
	for l := range gw.stops.loops { // a goto loop
		if l.Loop.Pos == li.Pos && !cLoop(l.Loop) {
			return true
		}
	}
	return false
}

// graph returns the automaton for the invariants, without regard to whether they can be read back.
func (gw *graphWriter) graph(info Info, invs []LoopInvariant) *Graph {
	g := &Graph{Data: info.graphData("correctness_witness"), Nodes: []Node{{stateName(0), []Datum{{"entry", "true"}}}}}
	at := &stateAt{map[*ir.Loc]int{}, map[*ir.Edge]int{}, map[*ir.Func]int{}}
	var locs [][]*ir.Loc // by state: the locations that have it
	for i, li := range invs {
		k := i + 1
		data := []Datum{{"invariant", li.Value}}
		if li.Function != "" {
			data = append(data, Datum{"invariant.scope", li.Function})
		}
		g.Nodes = append(g.Nodes, Node{stateName(k), data})
		locs = append(locs, gw.enter(at, k, li))
	}
	seen := map[string]bool{}
	edge := func(from, to int, data []Datum) {
		e := GraphEdge{stateName(from), stateName(to), data}
		if key := fmt.Sprint(e); from != to && data != nil && !seen[key] {
			seen[key] = true
			g.Edges = append(g.Edges, e)
		}
	}
	for _, f := range gw.p.Funcs {
		for _, e := range f.Edges {
			if k := at.after(e); k > 0 {
				edge(0, k, gw.label(e, k == at.loops[e.To]))
			}
			if c, is := e.Stmt.(*ir.Call); is && at.entry[c.Func] > 0 {
				edge(0, at.entry[c.Func], append(gw.label(e, false), Datum{"enterFunction", c.Func.Source}))
			}
		}
	}
	for i, ls := range locs {
		for _, l := range ls {
			for _, e := range l.Out {
				k := at.after(e)
				edge(i+1, k, gw.label(e, k > 0 && k == at.loops[e.To]))
			}
		}
	}
	g.Keys = usedKeys(g)
	return g
}

// enter records where the state k of an invariant is entered, and returns the locations that have this state.
func (gw *graphWriter) enter(at *stateAt, k int, li LoopInvariant) (locs []*ir.Loc) {
	if gw.atLoop(li) {
		for l := range gw.stops.loops {
			if l.Loop.Pos == li.Pos {
				at.loops[l] = k
				locs = append(locs, l)
			}
		}
		slices.SortFunc(locs, func(a, b *ir.Loc) int { return a.ID - b.ID })
		return locs
	}
	here := func(p place) bool { return p.pos == li.Pos }
	for _, f := range gw.p.Funcs {
		for _, e := range f.Edges {
			if at.edges[e] == 0 && slices.ContainsFunc(gw.stops.before[e], here) {
				at.edges[e] = k
				locs = append(locs, e.To)
			}
		}
		if slices.ContainsFunc(gw.stops.entry[f], here) {
			at.entry[f] = k
			locs = append(locs, f.Entry)
		}
	}
	return slices.Compact(locs)
}

// label returns data that identify the edge e; nil if the text does not identify it. If loop is set, e leads to the
// head of a loop, and the data are the place of the loop's keyword.
func (gw *graphWriter) label(e *ir.Edge, loop bool) []Datum {
	if loop {
		pos := e.To.Loop.Pos
		if len(gw.lines[pos.File]) < pos.Line {
			return []Datum{{"startline", fmt.Sprint(pos.Line)}, {"enterLoopHead", "true"}}
		}
		at := fmt.Sprint(gw.lines[pos.File][pos.Line-1] + pos.Col - 1)
		return []Datum{{"startline", fmt.Sprint(pos.Line)}, {"endline", fmt.Sprint(pos.Line)}, {"startoffset", at},
			{"endoffset", at}, {"enterLoopHead", "true"}}
	}
	text, ok := gw.src.get(e.Pos.File)
	if !ok {
		return nil
	}
	starts := gw.lines[e.Pos.File]
	if e.Pos.Line < 1 || e.Pos.Line > len(starts) || e.Pos.Col < 1 {
		return nil
	}
	off := starts[e.Pos.Line-1] + e.Pos.Col - 1
	line, at := fmt.Sprint(e.Pos.Line), fmt.Sprint(off)
	out := []Datum{{"startline", line}, {"endline", line}, {"startoffset", at}, {"endoffset", at}}
	if taken, ok := gw.side(placed{e, off}, text); ok {
		out = append(out, Datum{"control", map[bool]string{true: "condition-true", false: "condition-false"}[taken]})
	}
	return out
}

// graphData returns the data of a graph.
func (i *Info) graphData(kind string) []Datum {
	return []Datum{
		{"witness-type", kind},
		{"sourcecodelang", "C"},
		{"producer", i.Producer + " " + i.Version},
		{"specification", i.spec()},
		{"programfile", i.InputFiles[0]},
		{"programhash", i.Hashes[i.InputFiles[0]]},
		{"architecture", architecture(i.DataModel)},
		{"creationtime", i.CreationTime.Format(time.RFC3339)},
		{"witness-format-version", "1.0"},
	}
}
