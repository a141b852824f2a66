package witness

import (
	"slices"
	"sort"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Bounds of the invariants that are written.
const (
	maxConjuncts = 60   // per loop
	maxValue     = 4000 // bytes per invariant
	maxDisjuncts = 4    // different cases of one loop: its copies, or states of one copy
)

// CorrectnessYAML returns the correctness witness, format 2.0, of a proof: its invariants at the loops of the input
// files, as far as C can express them. A loop without an invariant is left out, so a proof without inductive invariants
// gives a witness without content. The witness has passed lintYAML.
func CorrectnessYAML(info Info, p *ir.Program, proof verify.Evidence, src Sources) ([]byte, error) {
	return InvariantsYAML(info, LoopInvariants(p, proof, src), src)
}

// InvariantsYAML returns the correctness witness, format 2.0, with the given invariants, except for those whose place
// is in no input file.
func InvariantsYAML(info Info, invs []LoopInvariant, src Sources) ([]byte, error) {
	if err := info.check(); err != nil {
		return nil, err
	}
	e := Entry{Type: InvariantSet}
	for _, li := range invs {
		file := info.fileName(li.Pos.File)
		if file == "" || li.Value == "" {
			continue
		}
		loc := Location{FileName: file, Line: li.Pos.Line, Column: charCol(src, li.Pos), Function: li.Function}
		e.Invariants = append(e.Invariants, Invariant{li.Type, loc, li.Value, "c_expression"})
	}
	return info.finish(e, "2.0", src)
}

// LoopInvariant is an invariant at a loop of the source or, in a joint witness, before a statement.
type LoopInvariant struct {
	Pos      ir.Pos // of the keyword (of the label for a loop of gotos), or of the statement
	Function string // the C function
	Type     string // loop_invariant, or location_invariant for loops of gotos and statements
	Value    string // a C expression
}

// LoopInvariants returns the invariants of a proof at the loops of the source, in the order of the source. If a loop
// has several copies in the program, the invariant is their disjunction, or the conjuncts that all of them have. If a
// copy has no invariant, the loop has none.
func LoopInvariants(p *ir.Program, proof verify.Evidence, src Sources) []LoopInvariant {
	inv := newCollector()
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if l.Loop != nil && l.Loop.Pos.IsValid() {
				inv.loops = append(inv.loops, l)
			}
		}
	}
	inv.evidence(proof)
	s := newScopes(p, src)
	type group struct {
		loop  *ir.Loop
		fn    string
		cases [][]string // by copy: a conjunction; nil: no invariant
		dead  int        // number of copies that no execution reaches
	}
	groups := map[ir.Pos]*group{}
	var order []*group
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if l.Loop == nil || !l.Loop.Pos.IsValid() {
				continue
			}
			g := groups[l.Loop.Pos]
			if g == nil {
				g = &group{loop: l.Loop}
				if fn := s.function(l.Loop.Pos); fn != nil {
					g.fn = fn.Source
				}
				groups[l.Loop.Pos] = g
				order = append(order, g)
			}
			conj := flatten(inv.at[l])
			for _, cases := range inv.either[l] {
				conj = append(conj, s.alternatives(l, cases)...)
			}
			if slices.ContainsFunc(conj, ir.IsFalse) {
				g.dead++
				continue
			}
			g.cases = append(g.cases, s.say(l, conj))
		}
	}
	sort.SliceStable(order, func(i, j int) bool {
		a, b := order[i].loop.Pos, order[j].loop.Pos
		if a.File != b.File {
			return a.File < b.File
		}
		return before(a, b)
	})
	var out []LoopInvariant
	for _, g := range order {
		value := "0"
		if len(g.cases) > 0 {
			value = join(g.cases, maxDisjuncts)
		}
		if value == "" {
			continue
		}
		li := LoopInvariant{Pos: g.loop.Pos, Function: g.fn, Type: "loop_invariant", Value: value}
		if k := g.loop.Keyword; k != "for" && k != "while" && k != "do" {
			li.Type = "location_invariant"
		}
		out = append(out, li)
	}
	return out
}

// collector gathers the invariants of evidence by location.
type collector struct {
	at     map[*ir.Loc][]ir.Expr
	either map[*ir.Loc][][][]ir.Expr // lists of cases, where a case is a conjunction: one case of each list holds
	graphs []map[*ir.Loc]bool        // by graph: the locations that executions may reach
	loops  []*ir.Loc                 // locations at which cover also looks for invariants
	parts  map[*verify.Cover]bool    // the covers that were added
}

// newCollector returns an empty collector.
func newCollector() *collector {
	return &collector{at: map[*ir.Loc][]ir.Expr{}, either: map[*ir.Loc][][][]ir.Expr{}, parts: map[*verify.Cover]bool{}}
}

// evidence adds the invariants of some evidence.
func (c *collector) evidence(ev verify.Evidence) {
	switch ev := ev.(type) { // sound: a witness may say less
	case *verify.Inductive:
		if ev != nil {
			c.add(ev.Invariants)
		}
	case *verify.Passed:
		c.add(ev.Invariants)
	case *verify.KInductive:
		c.add(ev.Invariants)
		c.evidence(ev.Support)
	case *verify.Annotated:
		c.annotated(ev)
	case *verify.Cover:
		c.cover(ev)
	}
}

// add adds a list of invariants.
func (c *collector) add(invs []verify.Invariant) {
	for _, i := range invs {
		c.at[i.Loc] = append(c.at[i.Loc], i.Expr)
	}
}

// annotated adds the invariants of a graph. At a location, the formula of one of its nodes holds, in whatever frame. If
// one of the nodes is inside of a block, the location gets no invariant. If there are too many formulas, it gets the
// conjuncts that all of them have, and ranges.
func (c *collector) annotated(a *verify.Annotated) {
	nodes := map[*ir.Loc][]ir.Expr{}
	inside := map[*ir.Loc]bool{}
	seen := map[*ir.Loc]bool{}
	c.graphs = append(c.graphs, seen)
	for _, n := range a.Nodes {
		seen[n.Loc] = seen[n.Loc] || !n.Open
		if n.Open || n.Loc.Loop == nil || !n.Loc.Loop.Pos.IsValid() { // executions that reach open nodes are not covered
			continue
		}
		inside[n.Loc] = inside[n.Loc] || n.Formula == nil
		nodes[n.Loc] = append(nodes[n.Loc], n.Formula)
	}
	for l, fs := range nodes {
		if inside[l] {
			continue
		}
		var cases [][]ir.Expr
		seen := map[string]bool{}
		for _, f := range fs {
			if text := ir.ExprString(f); !seen[text] && !ir.IsFalse(f) {
				seen[text] = true
				cases = append(cases, flatten([]ir.Expr{f}))
			}
		}
		switch {
		case len(cases) == 0:
			c.at[l] = append(c.at[l], ir.NewBool(false))
		case len(cases) == 1:
			c.at[l] = append(c.at[l], cases[0]...)
		case len(cases) <= maxCases:
			c.either[l] = append(c.either[l], cases)
		default:
			common, rests := factor(cases)
			c.at[l] = append(append(c.at[l], common...), ranges(rests)...)
		}
	}
}

// flatten returns the conjuncts of some formulas.
func flatten(es []ir.Expr) []ir.Expr {
	var out []ir.Expr
	for _, e := range es {
		if b, ok := e.(*ir.Binary); ok && b.Op == ir.LAnd {
			out = append(out, flatten([]ir.Expr{b.X, b.Y})...)
		} else {
			out = append(out, e)
		}
	}
	return out
}

// say returns the conjuncts that C can express at the loop of l; nil if there are none. To drop a conjunct only weakens
// the invariant.
func (s *scopes) say(l *ir.Loc, conj []ir.Expr) []string {
	v, ok := s.at(l, l.Loop)
	if !ok {
		return nil
	}
	var out []string
	size := 0
	for _, e := range conj {
		if ir.IsTrue(e) {
			continue
		}
		text, ok := cExpr(e, v)
		if !ok || slices.Contains(out, text) || len(out) == maxConjuncts || size+len(text) > maxValue {
			continue
		}
		size += len(text) + 4
		out = append(out, text)
	}
	return out
}

// join returns the disjunction of conjunctions. The conjuncts that all of them share come first. join returns only the
// shared conjuncts if a conjunction has no others, or if the number of different rests exceeds the bound most.
func join(cases [][]string, most int) string {
	common := cases[0]
	for _, c := range cases[1:] {
		var both []string
		for _, t := range common {
			if slices.Contains(c, t) {
				both = append(both, t)
			}
		}
		common = both
	}
	var rests []string
	for _, c := range cases {
		var rest []string
		for _, t := range c {
			if !slices.Contains(common, t) {
				rest = append(rest, t)
			}
		}
		if len(rest) == 0 { // this case is the common part
			return and(common)
		}
		if r := and(rest); !slices.Contains(rests, r) {
			rests = append(rests, r)
		}
	}
	or := rests[0]
	if len(rests) > 1 {
		or = "(" + strings.Join(rests, ") || (") + ")"
	}
	if len(rests) > most || len(or) > maxValue {
		return and(common)
	}
	return and(append(slices.Clone(common), or))
}

// and returns the conjunction of C expressions.
func and(parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	out := make([]string, len(parts))
	for i, p := range parts {
		out[i] = p
		if strings.Contains(p, "||") {
			out[i] = "(" + p + ")"
		}
	}
	return strings.Join(out, " && ")
}
