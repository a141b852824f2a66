package witness

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file and its kin turn validation into verification: D. Beyer, M. Spiessl,
// "MetaVal: Witness Validation via Verification", CAV 2020. There the C text is
// changed, here the automata, which keeps all positions:
//
//   - an invariant becomes an obligation where it is said to hold;
//   - a violation witness becomes an automaton that runs along with the program:
//     a global register counts what has been passed, and an error counts only
//     where the last waypoint is the next.

// Kinds of the obligations that stand for invariants.
const (
	KindInvariant = "witness-invariant"           // the invariant holds
	KindUndefined = "witness-invariant-undefined" // the invariant has a value in C
)

// Woven is what became of a witness in a program.
type Woven struct {
	Claims   []Claim     // correctness: by the order in the witness
	Warnings []string    // for people
	Hints    []Hint      // violation: values of inputs, in order
	Open     []string    // what of the witness is not understood: nothing can be confirmed
	Loose    bool        // violation: places were skipped, so that a proof does not reject
	accept   *acceptance // violation
	passed   *ir.Var     // violation: the counter
}

// Claim is an invariant, and the obligations that stand for it: that it holds, that it has a value (nil: it always has).
type Claim struct {
	Pos            ir.Pos
	Func           string
	Value          string
	Holds, Defined *ir.Obligation
}

// Hint is a value that the witness gives the next read at a call.
type Hint struct {
	Pos  ir.Pos
	Type ir.Type
	Bits uint64
}

// WeaveOptions say how a witness is put into a program.
type WeaveOptions struct {
	Files   []string // of the program
	Sources Sources  // texts by the names of Files
	Exact   bool     // signed overflow is undefined: the witness's own arithmetic is exact instead of wrapping
	// Strict reads a violation witness as a path: where a waypoint to follow is
	// met and not passed, the execution ends. Otherwise it goes on, and may pass
	// the waypoint later, which is what the format says.
	Strict bool
}

type weaver struct {
	*places
	opt WeaveOptions
	out *Woven
}

func newWeaver(p *ir.Program, opt WeaveOptions) *weaver {
	return &weaver{places: newPlaces(p, opt.Files, opt.Sources), opt: opt, out: &Woven{}}
}

// open notes what is not understood.
func (w *weaver) open(where fmt.Stringer, err error) {
	w.out.Open = append(w.out.Open, fmt.Sprintf("%s: %v", where, err))
}

// WeaveInvariants puts the invariants of a correctness witness into p, the
// program as the front end lowers it, in place. An error is a fault of the
// witness.
func WeaveInvariants(p *ir.Program, f *File, opt WeaveOptions) (*Woven, error) {
	w := newWeaver(p, opt)
	type job struct {
		at    []point
		where ir.Pos
		loop  bool
		n     *cnode
		value string
	}
	var jobs []job
	for _, e := range f.Entries {
		for _, inv := range e.Invariants {
			if inv.Type != "loop_invariant" && inv.Type != "location_invariant" {
				w.out.Warnings = append(w.out.Warnings, fmt.Sprintf("%s: %s is not checked", inv.Location, inv.Type))
				continue
			}
			n, err := parseC(inv.Value, p.Model)
			if err != nil {
				if _, ok := err.(*unsupported); ok {
					w.open(inv.Location, err)
					continue
				}
				return nil, fmt.Errorf("%s: %w", inv.Location, err)
			}
			if trivial(n) {
				continue
			}
			pts, pos, loop, err := w.invariantPoints(inv)
			if err != nil {
				w.open(inv.Location, err)
				continue
			}
			jobs = append(jobs, job{pts, pos, loop, n, inv.Value})
		}
	}
	for _, j := range jobs {
		if err := w.claim(j.at, j.where, j.loop, j.n, j.value); err != nil {
			return nil, err
		}
	}
	return w.out, nil
}

// trivial recognises invariants that say nothing.
func trivial(n *cnode) bool { return n.op == "num" && n.val.Bits != 0 }

// invariantPoints finds where an invariant is to hold. A loop invariant that
// does not stand at a loop is read at the statement that does: tools of the
// format before 2.0 put it at the first statement of the body.
func (w *weaver) invariantPoints(inv Invariant) (pts []point, pos ir.Pos, loop bool, err error) {
	loc := inv.Location
	heads, exact, err := w.loops(loc)
	if err != nil {
		return nil, pos, false, err
	}
	gotoLoop := exact && !cLoop(heads[0].Loop)
	if exact && (inv.Type == "loop_invariant" || gotoLoop) {
		for _, h := range heads {
			pts = append(pts, point{loc: h})
		}
		return pts, heads[0].Loop.Pos, true, nil
	}
	pt, err := w.statement(loc)
	if err != nil {
		return nil, pos, false, err
	}
	if inv.Type == "loop_invariant" {
		w.out.Warnings = append(w.out.Warnings, fmt.Sprintf("%s: there is no loop; the invariant is checked before the statement at %s", loc, pt.pos))
	}
	return []point{pt}, pt.pos, false, nil
}

func cLoop(l *ir.Loop) bool { return l.Keyword == "for" || l.Keyword == "while" || l.Keyword == "do" }

// claim makes an obligation of an invariant at points.
func (w *weaver) claim(pts []point, pos ir.Pos, loop bool, n *cnode, value string) error {
	c := Claim{Pos: pos, Value: value}
	for _, pt := range pts {
		f := pt.loc.Func
		c.Func = f.Source
		// A first run into a function of no program: what cannot be said is
		// found before anything is changed.
		if err := w.dry(f, pos, loop, n); err != nil {
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
		// One conjunct after the other: the negation of a conjunction is hard on
		// engines that follow each of its cases.
		parts := conjuncts(n)
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

func (w *weaver) lower(f *ir.Func, pos ir.Pos, loop bool, from *ir.Loc) *lower {
	return &lower{p: w.p, f: f, cur: from, undef: f.NewLoc(pos), pos: pos, wide: w.opt.Exact, lookup: w.lookup(f, pos, loop), read: map[*ir.Var]bool{}}
}

// dry lowers a condition into a function that is thrown away.
func (w *weaver) dry(f *ir.Func, pos ir.Pos, loop bool, n *cnode) error {
	scratch := (&ir.Program{Model: w.p.Model}).NewFunc("scratch", ir.Void, pos)
	l := w.lower(scratch, pos, loop, scratch.Entry)
	l.lookup = w.lookup(f, pos, loop)
	return l.cond(n, scratch.NewLoc(pos), scratch.NewLoc(pos))
}

// WeaveGraphInvariants is WeaveInvariants for GraphML: the invariant of a state
// that is entered at a loop's head is read as one of the loop; where several
// states are entered there, one of them holds.
func WeaveGraphInvariants(p *ir.Program, g *Graph, opt WeaveOptions) (*Woven, error) {
	w := newWeaver(p, opt)
	inv := map[string]*cnode{}
	text := map[string]string{}
	for _, n := range g.Nodes {
		v, ok := Get(n.Data, "invariant")
		if !ok {
			continue
		}
		c, err := parseC(v, p.Model)
		if err != nil {
			if _, ok := err.(*unsupported); ok {
				w.open(Location{FileName: "node " + n.ID}, err)
				c = nil
			} else {
				return nil, fmt.Errorf("node %s: %w", n.ID, err)
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
	for _, n := range g.Nodes {
		if inv[n.ID] != nil && !placed[n.ID] {
			w.out.Warnings = append(w.out.Warnings, fmt.Sprintf("node %s: no loop is entered there; its invariant is not checked", n.ID))
			w.out.Open = append(w.out.Open, fmt.Sprintf("the place of the invariant of node %s", n.ID))
		}
	}
	for _, pos := range order {
		var all *cnode
		var values []string
		for _, s := range states[pos] {
			c := inv[s]
			if c == nil { // nothing is said of this state
				all = nil
				break
			}
			values = append(values, text[s])
			if all == nil {
				all = c
			} else {
				all = &cnode{op: "||", args: []*cnode{all, c}}
			}
		}
		if all == nil {
			continue
		}
		var pts []point
		for _, h := range heads[pos] {
			pts = append(pts, point{loc: h})
		}
		if err := w.claim(pts, pos, true, all, strings.Join(values, " || ")); err != nil {
			return nil, err
		}
	}
	return w.out, nil
}

// graphLoops lists the heads of the loop that an edge enters, by its lines.
func (w *weaver) graphLoops(e GraphEdge) []*ir.Loc {
	m := edgeMatch(e)
	found := map[ir.Pos][]*ir.Loc{}
	for _, f := range w.p.Funcs {
		for _, l := range f.Locs {
			if l.Loop == nil || !slices.Contains(w.files, l.Loop.Pos.File) {
				continue
			}
			if m.line > 0 && l.Loop.Pos.Line == m.line {
				found[l.Loop.Pos] = append(found[l.Loop.Pos], l)
			}
		}
	}
	if len(found) == 1 {
		for _, ls := range found {
			return ls
		}
	}
	return nil
}

func conjuncts(n *cnode) []*cnode {
	if n.op != "&&" {
		return []*cnode{n}
	}
	return append(conjuncts(n.args[0]), conjuncts(n.args[1])...)
}

// Candidates lists the invariants of the claims, as they stand in the program
// after all passes: at each edge that violates a claim, the opposite of its
// condition, together with those that are asked next.
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

// asked is the condition that a location asks of a claim, and where it goes on.
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

// CandidateInvariant is an invariant of the witness at a location.
type CandidateInvariant struct {
	Loc  *ir.Loc
	Expr ir.Expr
}
