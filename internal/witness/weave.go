package witness

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file and the other weaving files (weavepath.go, weavegraph.go, splice.go) turn validation into verification: D.
// Beyer, M. Spiessl, "MetaVal: Witness Validation via Verification", CAV 2020. The paper changes the C text; here the
// automata are changed, which keeps all positions:
//
//  - an invariant becomes an obligation at its place;
//  - a violation witness becomes an automaton that runs along with the program: a global register counts the waypoints
//    that were passed, and an error counts only if the target is the next waypoint.

// Kinds of the obligations for invariants.
const (
	KindInvariant = "witness-invariant"           // the invariant holds
	KindUndefined = "witness-invariant-undefined" // the invariant has a value in C
)

// Woven is the result of weaving a witness into a program.
type Woven struct {
	Claims   []Claim     // of a correctness witness, in the order of the witness
	Warnings []string    // messages for the user
	Hints    []Hint      // of a violation witness: values of inputs, in order
	Open     []string    // parts of the witness that are not understood; if there are any, nothing can be confirmed
	Loose    bool        // of a violation witness: places were skipped, so a proof does not reject the witness
	accept   *acceptance // of a violation witness: where an error counts
	passed   *ir.Var     // of a violation witness: the register that counts the waypoints
}

// Claim is an invariant with its obligations: Holds states that it holds, and Defined that it has a value in C. Defined
// is nil if it always has one.
type Claim struct {
	Pos            ir.Pos
	Func           string
	Value          string
	Holds, Defined *ir.Obligation
	// The place was found by following the automaton of a GraphML witness. Other tools may find another place.
	Found bool
}

// Hint is a value that the witness gives to an input: the next read at the call at Pos.
type Hint struct {
	Pos  ir.Pos
	Type ir.Type
	Bits uint64
}

// WeaveOptions are options for weaving a witness into a program.
type WeaveOptions struct {
	Files   []string // the files of the program
	Sources Sources  // their texts, by the names in Files
	Exact   bool     // signed overflow is undefined: expressions of the witness are exact instead of wrapping
	// Strict reads a violation witness as a path: if a waypoint to follow is met but its condition is false, the execution
	// ends. Otherwise the execution continues, and may pass the waypoint later, which is the meaning in the format.
	Strict bool
}

// weaver weaves one witness into a program.
type weaver struct {
	*places
	opt      WeaveOptions
	out      *Woven
	unplaced []string // of a GraphML witness: the nodes whose invariant has no place
}

// newWeaver returns a weaver that has changed nothing in p yet.
func newWeaver(p *ir.Program, opt WeaveOptions) *weaver {
	return &weaver{places: newPlaces(p, opt.Files, opt.Sources), opt: opt, out: &Woven{}}
}

// open records that a part of the witness is not understood.
func (w *weaver) open(where fmt.Stringer, err error) {
	w.out.Open = append(w.out.Open, fmt.Sprintf("%s: %v", where, err))
}

// place is the place of an invariant: all heads of a loop, or the point before a statement.
type place struct {
	pts  []point
	pos  ir.Pos // of the keyword or label, or of the statement
	loop bool
}

// weaveInvariants weaves the invariants of a correctness witness into p, in place; p is the program as the front end
// lowers it. An error means that the witness is wrong.
func weaveInvariants(p *ir.Program, f *File, opt WeaveOptions) (*Woven, error) {
	w := newWeaver(p, opt)
	type job struct {
		at    place
		n     *cnode
		value string
	}
	var jobs []job
	err := w.invariants(f, func(at place, n *cnode, value string) {
		jobs = append(jobs, job{at, n, value})
	})
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		if err := w.claim(j.at, j.n, j.value); err != nil {
			return nil, err
		}
	}
	return w.out, nil
}

// invariants calls its callback for every invariant of a file, with its place. It records the invariants that are not
// understood.
func (w *weaver) invariants(f *File, each func(at place, n *cnode, value string)) error {
	for _, e := range f.Entries {
		for _, inv := range e.Invariants {
			if inv.Type != "loop_invariant" && inv.Type != "location_invariant" {
				w.out.Warnings = append(w.out.Warnings, fmt.Sprintf("%s: %s is not checked", inv.Location, inv.Type))
				continue
			}
			n, err := parseC(inv.Value, w.p.Model, w.types)
			if err != nil {
				if _, ok := err.(*unsupported); ok {
					w.open(inv.Location, err)
					continue
				}
				return fmt.Errorf("%s: %w", inv.Location, err)
			}
			if trivial(n) {
				continue
			}
			at, err := w.placeOf(inv)
			if err != nil {
				w.open(inv.Location, err)
				continue
			}
			each(at, n, inv.Value)
		}
	}
	return nil
}

// trivial reports whether an invariant is a true constant.
func trivial(n *cnode) bool { return n.op == "num" && n.val.Bits != 0 }

// placeOf returns the place of an invariant. If a loop invariant is not at a loop, it is read before the statement at
// its location: tools for the format before 2.0 put it at the first statement of the body.
func (w *weaver) placeOf(inv Invariant) (place, error) {
	loc := inv.Location
	heads, exact, err := w.loops(loc)
	if err != nil {
		return place{}, err
	}
	gotoLoop := exact && !cLoop(heads[0].Loop)
	if exact && (inv.Type == "loop_invariant" || gotoLoop) {
		return atLoop(heads), nil
	}
	pt, err := w.statement(loc)
	if err != nil {
		return place{}, err
	}
	if inv.Type == "loop_invariant" {
		w.out.Warnings = append(w.out.Warnings,
			fmt.Sprintf("%s: there is no loop; the invariant is checked before the statement at %s", loc, pt.pos))
	}
	return place{pts: []point{pt}, pos: pt.pos}, nil
}

// atLoop returns the place of a loop with these heads.
func atLoop(heads []*ir.Loc) place {
	s := place{pos: heads[0].Loop.Pos, loop: true}
	for _, h := range heads {
		s.pts = append(s.pts, point{loc: h})
	}
	return s
}

// cLoop reports whether a loop is a statement of C, and not made of gotos.
func cLoop(l *ir.Loop) bool { return l.Keyword == "for" || l.Keyword == "while" || l.Keyword == "do" }

// claim makes obligations for the invariant n, whose text is value, at a place.
func (w *weaver) claim(at place, n *cnode, value string) error {
	pos, loop := at.pos, at.loop
	c := Claim{Pos: pos, Value: value}
	for _, pt := range at.pts {
		f := pt.loc.Func
		c.Func = f.Source
		// Lower the invariant into a scratch function first: if it cannot be lowered, the program is not changed.
		if _, err := w.dry(f, at, n); err != nil {
			if _, ok := err.(*unsupported); ok {
				w.open(pos, err)
				return nil
			}
			return fmt.Errorf("%s: %w", pos, err)
		}
		from, to := pt.before()
		if c.Holds == nil {
			c.Holds = w.p.NewObligation(KindInvariant, value, f.Source, pos)
		}
		bad := f.NewLoc(pos)
		bad.Kind, bad.Obligation = ir.Error, c.Holds
		l := w.lower(f, pos, loop, from)
		// Test one conjunct after the other: the negation of a conjunction has many cases, which some engines follow one
		// by one.
		parts := n.operands("&&")
		for i, part := range parts {
			next := to
			if i < len(parts)-1 {
				next = f.NewLoc(pos)
			}
			if err := l.cond(part, next, bad); err != nil {
				return fmt.Errorf("%s: %w", pos, err)
			}
			l.cur = next
		}
		w.arbitrary(f, l.read, from)
		if len(l.undef.In) > 0 {
			if c.Defined == nil {
				c.Defined = w.p.NewObligation(KindUndefined, value, f.Source, pos)
			}
			l.undef.Kind, l.undef.Obligation = ir.Error, c.Defined
		}
	}
	w.out.Claims = append(w.out.Claims, c)
	return nil
}

// lower returns an encoder that adds edges to f, beginning at the given location. If loop is set, names are resolved as
// at a loop.
func (w *weaver) lower(f *ir.Func, pos ir.Pos, loop bool, from *ir.Loc) *lower {
	return &lower{p: w.p, f: f, cur: from, undef: f.NewLoc(pos), pos: pos, wide: w.opt.Exact,
		lookup: w.lookup(f, pos, loop), read: map[*ir.Var]bool{}}
}

// dry lowers a condition into a function that is thrown away. partial reports whether the condition may have no value.
func (w *weaver) dry(f *ir.Func, at place, n *cnode) (partial bool, err error) {
	scratch := (&ir.Program{Model: w.p.Model}).NewFunc("scratch", ir.Void, at.pos)
	l := w.lower(scratch, at.pos, at.loop, scratch.Entry)
	l.lookup = w.lookup(f, at.pos, at.loop)
	err = l.cond(n, scratch.NewLoc(at.pos), scratch.NewLoc(at.pos))
	return len(l.undef.In) > 0, err
}

// weaveGraphInvariants is weaveInvariants for GraphML. If a state is entered at the head of a loop, its invariant is
// read as an invariant of the loop; if several states are entered there, one of their invariants holds. The places of
// other states are found by exploration.
func weaveGraphInvariants(p *ir.Program, g *Graph, opt WeaveOptions) (*Woven, error) {
	w := newWeaver(p, opt)
	type job struct {
		at    place
		n     *cnode
		value string
		found bool
	}
	var jobs []job
	err := w.graphInvariants(g, func(at place, n *cnode, value string, found bool) {
		jobs = append(jobs, job{at, n, value, found})
	})
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		k := len(w.out.Claims)
		if err := w.claim(j.at, j.n, j.value); err != nil {
			return nil, err
		}
		for i := range w.out.Claims[k:] {
			w.out.Claims[k+i].Found = j.found
		}
	}
	return w.out, nil
}

// graphInvariants calls its callback for the invariants of the states of a graph. The place is a loop if an edge enters
// the state there; other places are found by following the automaton, and found is set for them. Parts that are not
// understood are recorded.
func (w *weaver) graphInvariants(g *Graph, each func(at place, n *cnode, value string, found bool)) error {
	inv := map[string]*cnode{}
	text := map[string]string{}
	for _, n := range g.Nodes {
		v, ok := Get(n.Data, "invariant")
		if !ok {
			continue
		}
		c, err := parseC(v, w.p.Model, w.types)
		if err != nil {
			if _, ok := err.(*unsupported); ok {
				w.open(Location{FileName: "node " + n.ID}, err)
				c = nil
			} else {
				return fmt.Errorf("node %s: %w", n.ID, err)
			}
		}
		if c == nil || trivial(c) {
			continue
		}
		inv[n.ID], text[n.ID] = c, v
	}
	var order []ir.Pos
	states := map[ir.Pos][]string{}
	heads := map[ir.Pos][]*ir.Loc{}
	placed := map[string]bool{}
	for _, e := range g.Edges {
		if v, _ := Get(e.Data, "enterLoopHead"); v != "true" {
			continue
		}
		ls := w.graphLoops(e)
		if len(ls) == 0 {
			continue
		}
		pos := ls[0].Loop.Pos
		if states[pos] == nil {
			order, heads[pos] = append(order, pos), ls
		}
		if !slices.Contains(states[pos], e.Target) {
			states[pos] = append(states[pos], e.Target)
		}
		placed[e.Target] = true
	}
	known := map[ir.Pos]bool{}
	for _, pos := range order {
		if n, value := anyOf(states[pos], inv, text); n != nil {
			known[pos] = true
			each(atLoop(heads[pos]), n, value, false)
		}
	}
	if slices.ContainsFunc(g.Nodes, func(n Node) bool { return inv[n.ID] != nil && !placed[n.ID] }) {
		more, err := w.graphPlaces(g, inv, text, known, each)
		if err != nil {
			return err
		}
		maps.Copy(placed, more)
	}
	for _, n := range g.Nodes {
		if inv[n.ID] != nil && !placed[n.ID] {
			w.unplaced = append(w.unplaced, n.ID)
			w.out.Warnings = append(w.out.Warnings, fmt.Sprintf("node %s: its invariant has no place of its own; it is not read",
				n.ID))
			w.out.Open = append(w.out.Open, fmt.Sprintf("the place of the invariant of node %s", n.ID))
		}
	}
	return nil
}

// anyOf returns the disjunction of the invariants of some states; nil if one of them has none. text has the invariants
// as the witness spells them.
func anyOf(states []string, inv map[string]*cnode, text map[string]string) (all *cnode, value string) {
	var values []string
	for _, s := range states {
		c := inv[s]
		if c == nil {
			return nil, ""
		}
		values = append(values, text[s])
		if all == nil {
			all = c
		} else {
			all = &cnode{op: "||", args: []*cnode{all, c}}
		}
	}
	return all, strings.Join(values, " || ")
}

// graphLoops returns the heads of the loop that an edge enters. This is the loop whose keyword is at the edge's offset,
// or the only loop that fits the edge's line. The line may be the loop's own, or the line of a statement that leads to
// the loop's head: where an inner loop ends, the head of the outer loop may be next.
func (w *weaver) graphLoops(e GraphEdge) []*ir.Loc {
	m := edgeMatch(e)
	if heads := w.keyword(&m); heads != nil {
		return heads
	}
	var all []*ir.Loc
	for _, file := range w.files {
		all = append(all, w.heads[line{file, m.line}]...)
	}
	if len(all) == 0 {
		return nil
	}
	other := func(l *ir.Loc) bool { return l.Loop.Pos != all[0].Loop.Pos }
	if slices.ContainsFunc(all, other) || slices.ContainsFunc(w.met(&m), func(x placed) bool { return other(x.e.To) }) {
		return nil
	}
	return all
}

// keyword returns the heads of the loop whose keyword is at the offset of a transition into a loop.
func (w *weaver) keyword(m *graphMatch) (heads []*ir.Loc) {
	if !m.loopHead || m.off < 0 || m.endOff != m.off || m.line == 0 {
		return nil
	}
	for _, file := range w.files {
		if text, ok := w.src.get(file); !ok || m.off >= len(text) {
			continue
		}
		pos := w.pos(file, m.off)
		for _, l := range w.heads[line{file, m.line}] {
			if l.Loop.Pos == pos {
				heads = append(heads, l)
			}
		}
	}
	return heads
}

// Candidates returns the invariants of the claims in the form that they have in the program after all passes. Where an
// edge violates a claim, the invariant is the negation of the edge's condition, in conjunction with the next conjuncts
// of the claim.
func Candidates(p *ir.Program) (out []CandidateInvariant) {
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			c, o, next := asked(l)
			if c == nil {
				continue
			}
			all := c
			for range len(f.Locs) {
				c, same, after := asked(next)
				if c == nil || same != o || len(next.In) != 1 {
					break
				}
				all, next = ir.NewBinary(ir.LAnd, all, c), after
			}
			out = append(out, CandidateInvariant{l, all})
		}
	}
	return out
}

// asked returns the condition for a claim that is tested at a location, its obligation, and the location after the
// test; nil if no claim is tested there.
func asked(l *ir.Loc) (cond ir.Expr, o *ir.Obligation, next *ir.Loc) {
	if len(l.Out) != 2 {
		return nil, nil, nil
	}
	for i, e := range l.Out {
		a, ok := e.Stmt.(*ir.Assume)
		if ok && e.To.Kind == ir.Error && e.To.Obligation != nil && e.To.Obligation.Kind == KindInvariant {
			return ir.NotExpr(a.Cond), e.To.Obligation, l.Out[1-i].To
		}
	}
	return nil, nil, nil
}

// CandidateInvariant is an invariant of the witness at a location of the program after all passes.
type CandidateInvariant struct {
	Loc  *ir.Loc
	Expr ir.Expr
}
