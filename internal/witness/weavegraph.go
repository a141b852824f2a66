package witness

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// graphMatch is the condition of a transition of a GraphML witness on an edge of the program.
type graphMatch struct {
	line, endLine  int      // 0: none
	off, endOff    int      // used only if there is no line; -1: none
	control        string   // condition-true, condition-false or ""
	enter, ret     string   // the function that is entered or left
	loopHead       bool     // the transition enters the head of a loop
	assumptions    []string // conditions after the edge, as C text
	resultOf       string   // the function whose result is \result
	scope          string   // the function whose variables the assumptions mention
	source, target string   // the IDs of the nodes
}

// edgeMatch returns the condition of a transition.
func edgeMatch(e GraphEdge) graphMatch {
	m := graphMatch{off: -1, endOff: -1, source: e.Source, target: e.Target}
	for _, d := range e.Data {
		n, _ := strconv.Atoi(d.Value)
		switch d.Key {
		case "startline":
			m.line = n
		case "endline":
			m.endLine = n
		case "startoffset":
			m.off = n
		case "endoffset":
			m.endOff = n
		case "control":
			m.control = d.Value
		case "enterFunction":
			m.enter = d.Value
		case "returnFromFunction", "returnFrom":
			m.ret = d.Value
		case "enterLoopHead":
			m.loopHead = d.Value == "true"
		case "assumption":
			for _, a := range strings.Split(d.Value, ";") {
				if a = strings.TrimSpace(a); a != "" {
					m.assumptions = append(m.assumptions, a)
				}
			}
		case "assumption.resultfunction":
			m.resultOf = d.Value
		case "assumption.scope":
			m.scope = d.Value
		}
	}
	m.endLine = max(m.endLine, m.line)
	return m
}

// silent reports whether no edge of the program can meet the condition, as it names neither a place nor an event.
func (m *graphMatch) silent() bool {
	return m.line == 0 && m.off < 0 && m.control == "" && m.enter == "" && m.ret == "" && !m.loopHead && m.resultOf == ""
}

// graphAutomaton is the automaton of a witness. Its states have numbers in the order of a breadth-first search from the
// entry, which is 0.
type graphAutomaton struct {
	number    map[string]int // by the ID of the node
	sink      map[int]bool   // states in which executions end
	violation map[int]bool   // states in which an error counts
	edges     []graphMatch   // sorted by source
	errorFunc string         // the error function in the specification; "" if there is none
}

// newAutomaton returns the part of the automaton of g that the entry reaches.
func newAutomaton(g *Graph) (*graphAutomaton, error) {
	a := &graphAutomaton{number: map[string]int{}, sink: map[int]bool{}, violation: map[int]bool{}}
	out := map[string][]graphMatch{}
	for _, e := range g.Edges {
		out[e.Source] = append(out[e.Source], edgeMatch(e))
	}
	var queue []string
	for _, n := range g.Nodes {
		if v, _ := Get(n.Data, "entry"); v == "true" {
			queue = append(queue, n.ID)
			a.number[n.ID] = 0
			break
		}
	}
	if queue == nil {
		return nil, errors.New("the witness has no entry")
	}
	for i := 0; i < len(queue); i++ {
		for _, m := range out[queue[i]] {
			a.edges = append(a.edges, m)
			if _, ok := a.number[m.target]; !ok {
				a.number[m.target] = len(queue)
				queue = append(queue, m.target)
			}
		}
	}
	for _, n := range g.Nodes {
		k, ok := a.number[n.ID]
		if !ok {
			continue
		}
		if v, _ := Get(n.Data, "sink"); v == "true" {
			a.sink[k] = true
		}
		if v, _ := Get(n.Data, "violation"); v == "true" {
			a.violation[k] = true
		}
	}
	if spec, ok := Get(g.Data, "specification"); ok {
		if m := reCall.FindStringSubmatch(spec); m != nil {
			a.errorFunc = m[1]
		}
	}
	return a, nil
}

// accepting returns the states in which an error at pos counts: the violating states, and the states from which the
// step into the error leads to a violating state.
func (a *graphAutomaton) accepting(pos ir.Pos) []int {
	ok := map[int]bool{}
	for k := range a.violation {
		ok[k] = true
	}
	for changed := true; changed; {
		changed = false
		for _, m := range a.edges {
			s, t := a.number[m.source], a.number[m.target]
			here := m.line == 0 || m.line <= pos.Line && pos.Line <= m.endLine
			if ok[t] && !ok[s] && here && m.control == "" && m.ret == "" && len(m.assumptions) == 0 &&
				(m.enter == "" || m.enter == a.errorFunc) {
				ok[s], changed = true, true
			}
		}
	}
	var out []int
	for k := range len(a.number) {
		if ok[k] {
			out = append(out, k)
		}
	}
	return out
}

// weaveGraph is weavePath for GraphML. It makes the automaton deterministic: the first transition that matches is
// taken. A transition that matches no edge of the program (of a declaration, say) is taken at once if its state has no
// other transition; the result is then Loose.
func weaveGraph(p *ir.Program, g *Graph, opt WeaveOptions) (*Woven, error) {
	w := newWeaver(p, opt)
	w.counter()
	a, err := newAutomaton(g)
	if err != nil {
		return nil, err
	}
	if len(a.violation) == 0 {
		return nil, errors.New("the witness has no violating state")
	}
	w.out.accept = &acceptance{graph: a, places: w.places}
	met := make([][]placed, len(a.edges))
	parsed := make([]*cnode, len(a.edges))
	for i := range a.edges {
		m := &a.edges[i]
		for _, text := range m.assumptions {
			n, err := parseC(text, p.Model, w.types)
			if err != nil {
				w.open(ir.Pos{File: "edge to " + m.target, Line: m.line}, err)
				return w.out, nil
			}
			if parsed[i] == nil {
				parsed[i] = n
			} else {
				parsed[i] = &cnode{op: "&&", args: []*cnode{parsed[i], n}}
			}
		}
		met[i] = w.met(m)
	}
	w.contract(a, met)
	// Collect the transitions by edges of the program: first those with control, calls or results, in descending order, so
	// that one step of the program takes only one of them; then the others.
	jobs := map[*ir.Edge]*graphJob{}
	var order []*graphJob
	type choice struct {
		state int
		edge  *ir.Edge
	}
	seen := map[choice]bool{}
	for i, m := range a.edges {
		s, t := a.number[m.source], a.number[m.target]
		if s == t {
			continue
		}
		u := turn{k: s, next: t, block: a.sink[t], cond: parsed[i], soft: m.resultOf == ""}
		lowered := false
		var why error
		for _, x := range met[i] {
			if parsed[i] != nil {
				if why = w.dryStep(x.e, parsed[i], m.resultOf != ""); why != nil {
					continue
				}
			}
			lowered = true
			j := jobs[x.e]
			if j == nil {
				j = &graphJob{x: x}
				jobs[x.e] = j
				order = append(order, j)
			}
			if _, call := x.e.Stmt.(*ir.Call); call && m.enter != "" && m.resultOf == "" {
				j.enters = append(j.enters, u)
			} else if m.control != "" || m.enter != "" || m.ret != "" || m.resultOf != "" {
				j.single = append(j.single, u)
			} else {
				j.follow = append(j.follow, u)
			}
			j.results = j.results || m.resultOf != ""
			w.graphHint(x.e, parsed[i])
			// The witness allows more than the deterministic automaton: the order decides between transitions that could
			// both be taken, and the condition of a sink may be evaluated before all edges of the statement are passed.
			if u.block && parsed[i] != nil && m.resultOf == "" || seen[choice{s, x.e}] && !u.block {
				w.out.Loose = true
			}
			seen[choice{s, x.e}] = seen[choice{s, x.e}] || !u.block
		}
		if !lowered && why != nil {
			w.open(ir.Pos{File: "edge to " + m.target, Line: m.line}, why)
		}
	}
	if len(w.out.Open) > 0 {
		return w.out, nil
	}
	for _, j := range order {
		if err := w.weave(j); err != nil {
			return nil, err
		}
	}
	return w.out, nil
}

// graphJob has the transitions that meet an edge of the program.
type graphJob struct {
	x       placed
	enters  []turn // before the edge, which is a call
	single  []turn
	follow  []turn
	results bool
}

// weave puts the transitions of a job into the program.
func (w *weaver) weave(j *graphJob) error {
	us := append(descending(j.single), j.follow...)
	e := j.x.e
	if len(j.enters) > 0 {
		from := e.From
		if err := w.chain(from, moveOut(from), descending(j.enters), w.lookup(from.Func, e.Pos, true), nil,
			e.Pos); err != nil {
			return err
		}
	}
	if len(us) == 0 {
		return nil
	}
	var result *ir.Var
	if j.results {
		var err error
		if result, err = resultOf(e); err != nil {
			return err
		}
	}
	var from, to *ir.Loc
	if _, ok := e.Stmt.(*ir.Return); ok {
		from = e.From
		to = moveOut(from)
	} else {
		from, to = after(e)
	}
	return w.chain(from, to, us, w.lookup(from.Func, e.Pos, true), result, e.Pos)
}

// met returns the edges of the program that meet the condition of a transition.
func (w *weaver) met(m *graphMatch) []placed {
	if m.silent() {
		return nil
	}
	var out []placed
	for _, file := range w.files {
		text, ok := w.src.get(file)
		if !ok {
			continue
		}
		es := w.edges[file]
		if starts := w.lines[file]; m.line > 0 && !m.loopHead {
			if m.line > len(starts) {
				continue
			}
			end := len(text)
			if m.endLine < len(starts) {
				end = starts[m.endLine]
			}
			es = w.within(file, starts[m.line-1], end)
		}
		for _, x := range es {
			if w.meets(m, x, text) {
				out = append(out, x)
			}
		}
	}
	return out
}

// meets reports whether the edge x meets the condition m. text is the file of the edge.
func (w *weaver) meets(m *graphMatch, x placed, text []byte) bool {
	e := x.e
	f := e.From.Func
	onLine := m.line == 0 || m.line <= e.Pos.Line && e.Pos.Line <= m.endLine
	if m.loopHead { // the line may be the line of the loop instead
		if e.To.Loop == nil || !onLine && e.To.Loop.Pos.Line != m.line {
			return false
		}
		onLine = true
	}
	switch {
	case !onLine:
		return false
	case m.line == 0 && m.off >= 0 && (x.off < m.off || x.off > max(m.off, m.endOff)):
		return false
	case m.scope != "" && f.Source != m.scope && len(m.assumptions) > 0:
		return false
	}
	if m.control != "" {
		side, ok := w.side(x, text)
		if !ok || side != (m.control == "condition-true") {
			return false
		}
	}
	if m.enter != "" && callee(e, x.off, text) != m.enter {
		return false
	}
	if m.resultOf != "" && callee(e, x.off, text) != m.resultOf {
		return false
	}
	if m.ret != "" {
		if _, ok := e.Stmt.(*ir.Return); !ok || f.Source != m.ret {
			return false
		}
	}
	return true
}

// callee returns the name of the function that an edge calls; "" if the edge is not a call.
func callee(e *ir.Edge, off int, text []byte) string {
	switch s := e.Stmt.(type) { // sound: the text says what is called
	case *ir.Call:
		return s.Func.Source
	case *ir.Input:
		if isCall(s.Site) {
			return s.Site.Name
		}
	case *ir.Assume, *ir.Assign, *ir.Store, *ir.LoadStmt, *ir.Decl, *ir.End:
		return ""
	}
	return callName(text, off)
}

// side returns whether x is the edge on which the C condition at its place is true; ok is false if x is not a branch.
// The front end marks the parts of !(a && b) as branches of the whole: on edges where a is true the mark says false.
func (w *weaver) side(x placed, text []byte) (taken, ok bool) {
	a, isAssume := x.e.Stmt.(*ir.Assume)
	if !isAssume || a.Mark == ir.NoMark {
		return false, false
	}
	return (a.Mark == ir.True) != negated(text, x.off), true
}

// negated reports whether the number of negations before the brackets around a place, within the statement, is odd.
func negated(text []byte, off int) (odd bool) {
	depth := 0
	for i := min(off, len(text)) - 1; i >= 0; i-- {
		switch text[i] {
		case ';', '{', '}':
			return odd
		case ')':
			depth++
		case '(':
			if depth--; depth >= 0 {
				continue
			}
			depth = 0
			for i > 0 && strings.IndexByte("! \t\n", text[i-1]) >= 0 {
				i--
				odd = odd != (text[i] == '!')
			}
		}
	}
	return odd
}

// contract merges a state with the next one if the only transition between them matches no edge. loose are the merged
// states between which the program may have code.
func (w *weaver) contract(a *graphAutomaton, met [][]placed) (loose map[int]bool) {
	loose = map[int]bool{}
	count := map[string]int{}
	for _, m := range a.edges {
		if !a.sink[a.number[m.target]] && m.source != m.target {
			count[m.source]++
		}
	}
	// Go backwards, so that whole chains of such transitions are merged.
	for i := len(a.edges) - 1; i >= 0; i-- {
		m := a.edges[i]
		s, t := a.number[m.source], a.number[m.target]
		if len(met[i]) > 0 || len(m.assumptions) > 0 && m.line > 0 || count[m.source] != 1 || s == t {
			continue
		}
		if m.control != "" || m.ret != "" || m.enter != "" && m.enter != w.p.Entry.Source && m.enter != "main" || w.code(&m) {
			w.out.Loose = true
			loose[s] = true
			w.out.Warnings = append(w.out.Warnings,
				fmt.Sprintf("the transition from %s to %s matches nothing in the program and is passed over", m.source, m.target))
		}
		// Both states get the number s; the entry keeps 0.
		for id, k := range a.number {
			if k == t {
				a.number[id] = s
			}
		}
		if a.violation[t] {
			a.violation[s] = true
		}
		loose[s] = loose[s] || loose[t]
	}
	return loose
}

// code reports whether there is code on the lines of a transition.
func (w *weaver) code(m *graphMatch) bool {
	return len(w.met(&graphMatch{line: m.line, endLine: m.endLine, off: m.off, endOff: m.endOff})) > 0
}

// dryStep returns an error if a condition cannot be lowered after an edge. It changes nothing.
func (w *weaver) dryStep(e *ir.Edge, n *cnode, result bool) error {
	f := e.From.Func
	scratch := (&ir.Program{Model: w.p.Model}).NewFunc("scratch", ir.Void, e.Pos)
	l := &lower{p: w.p, f: scratch, cur: scratch.Entry, undef: scratch.NewLoc(e.Pos), pos: e.Pos, wide: w.opt.Exact,
		lookup: w.lookup(f, e.Pos, true)}
	if result {
		var t ir.Type
		if v := ir.Def(e.Stmt); v != nil {
			t = v.Type
		} else if c, ok := e.Stmt.(*ir.Call); ok && c.Func.Result.Kind != ir.None {
			t = c.Func.Result
		} else {
			return errors.New("a function without result")
		}
		l.result = scratch.NewVar("result", t)
	}
	return l.cond(n, scratch.NewLoc(e.Pos), scratch.NewLoc(e.Pos))
}

// graphHint records the value that an assumption gives to an input: as \result, or as the variable to which it is
// assigned.
func (w *weaver) graphHint(e *ir.Edge, n *cnode) {
	in, ok := e.Stmt.(*ir.Input)
	if !ok || n == nil || !isCall(in.Site) {
		return
	}
	if n.op == "==" && n.args[0].op == "name" && n.args[0].name != `\result` {
		n = &cnode{op: "==", args: []*cnode{{op: "name", name: `\result`}, n.args[1]}}
	}
	w.hint(e, n)
}
