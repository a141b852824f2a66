package witness

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file implements Algorithm 1 of J. Haltermann, M.-C. Jakobs, C. Richter, H. Wehrheim, "Parallel program analysis
// on path ranges" (paper 5, section 4). It joins correctness witnesses, each of which is about a part of the executions
// of a program, into a witness about all executions.
//
//	            w1, of the paths with x >= 0    w2, of all others       both
//	line 3      b == a                          a == 0                  b == a || a == 0
//	line 9      false                           (nothing)               (nothing)
//	line 12     a == 0 && b == 0                a == 10 && b == 10      (a == 0 && b == 0) || (a == 10 && b == 10)
//
// At a place, the joint invariant is the disjunction of the witnesses' invariants there. The paper explores the program
// and both witnesses in parallel, and takes the disjunction over all nodes of the product at a location. But the
// automata are complete, and no transition of a correctness witness has a condition. So every state that a witness can
// have at a location occurs in some node of the product, independently of the other witness. Here each witness is
// explored with the program by itself (explore.go): this gives the same disjunction, and takes the sum of the numbers
// of states instead of their product. The automaton of a YAML witness is the program itself, so its invariants hold at
// their locations.
//
// Other deviations: there may be any number of witnesses. If a witness has no invariant at a place, it counts as true,
// as in the paper for locations inside of a block, and the place is left out. A part that is not understood counts as
// true, with a warning. The joint invariant must have a value in C in every execution that reaches the place: see
// total.

// Part is a correctness witness to join, with a name for messages.
type Part struct {
	Name string
	Doc  *Document
}

// Joint is the join of witnesses.
type Joint struct {
	Invariants []LoopInvariant // in the order of the source; an invariant before a statement is a location invariant
	Warnings   []string        // parts of the witnesses that count as true
}

// words is a conjunct as C text.
type words struct {
	text    string
	partial bool // for some values of its variables it has no value
	reads   bool // it reads memory through pointers or indices, which may be valid in some executions only
}

// said is the invariant of some witnesses at a place: one of the cases holds.
type said struct {
	place
	cases [][]words
	by    []bool // by witness: it has an invariant at the place
}

// PartError is the error that a witness to join is wrong.
type PartError struct {
	Name string
	Err  error
}

func (e *PartError) Error() string { return e.Name + ": " + e.Err.Error() }

// Join joins correctness witnesses of p, the program as the front end lowers it. An error is a *PartError.
func Join(p *ir.Program, parts []Part, opt WeaveOptions) (*Joint, error) {
	out := &Joint{}
	all := map[ir.Pos]map[bool]*said{}
	var order []*said
	ps := newPlaces(p, opt.Files, opt.Sources)
	for i, part := range parts {
		w := &weaver{places: ps, opt: opt, out: &Woven{}}
		of, err := w.says(part.Doc)
		if err != nil {
			return nil, &PartError{part.Name, err}
		}
		for _, s := range of {
			at := all[s.pos]
			if at == nil {
				at = map[bool]*said{}
				all[s.pos] = at
			}
			if at[s.loop] == nil {
				at[s.loop] = &said{place: s.place, by: make([]bool, len(parts))}
				order = append(order, at[s.loop])
			}
			at[s.loop].by[i] = true
			at[s.loop].cases = append(at[s.loop].cases, s.cases...)
		}
		for _, text := range append(w.out.Warnings, w.out.Open...) {
			out.Warnings = append(out.Warnings, part.Name+": "+text)
		}
	}
	sort.SliceStable(order, func(i, j int) bool {
		a, b := order[i].pos, order[j].pos
		if a.File != b.File {
			return a.File < b.File
		}
		return before(a, b) || a == b && !order[i].loop && order[j].loop
	})
	for _, s := range order {
		li := LoopInvariant{Pos: s.pos, Type: "location_invariant", Value: disjunction(s.cases)}
		if s.loop && cLoop(s.pts[0].loc.Loop) {
			li.Type = "loop_invariant"
		}
		if fn := ps.scope.function(s.pos); fn != nil {
			li.Function = fn.Source
		}
		switch silent := slices.Index(s.by, false); {
		case silent >= 0:
			out.Warnings = append(out.Warnings, fmt.Sprintf("%s: says nothing at %s: no invariant there", parts[silent].Name,
				s.pos))
		case li.Value == "":
			out.Warnings = append(out.Warnings, fmt.Sprintf("%s: the witnesses have nothing in common: no invariant there",
				s.pos))
		default:
			out.Invariants = append(out.Invariants, li)
		}
	}
	return out, nil
}

// says returns the invariants of one witness, one for each place. Places where the invariant is true are left out.
func (w *weaver) says(d *Document) ([]*said, error) {
	all := map[ir.Pos]map[bool]*cnode{}
	var order []place
	note := func(at place, n *cnode, _ string) {
		if all[at.pos] == nil {
			all[at.pos] = map[bool]*cnode{}
		}
		old := all[at.pos][at.loop]
		if old == nil {
			order = append(order, at)
		} else {
			n = &cnode{op: "&&", args: []*cnode{old, n}}
		}
		all[at.pos][at.loop] = n
	}
	var err error
	if d.Graph != nil {
		err = w.graphInvariants(d.Graph, func(at place, n *cnode, value string, _ bool) { note(at, n, value) })
	} else {
		err = w.invariants(d.File, note)
	}
	if err != nil {
		return nil, err
	}
	var out []*said
	for _, at := range order {
		s := &said{place: at}
		nothing := false
		for _, c := range all[at.pos][at.loop].operands("||") {
			conj, holds, err := w.phrase(at, c)
			switch {
			case err != nil:
				return nil, fmt.Errorf("%s: %w", at.pos, err)
			case !holds:
				continue
			}
			nothing = nothing || len(conj) == 0
			s.cases = append(s.cases, conj)
		}
		if !nothing {
			out = append(out, s)
		}
	}
	return out, nil
}

// phrase returns the conjuncts of n at a place. Conjuncts that are true, or that are not understood, are left out.
// holds is false if a conjunct is false.
func (w *weaver) phrase(at place, n *cnode) (conj []words, holds bool, err error) {
	for _, c := range n.operands("&&") {
		if v, known := c.truthValue(); known {
			if !v {
				return nil, false, nil
			}
			continue
		}
		x := words{reads: c.reads()}
		text, ok := c.C()
		for _, pt := range at.pts {
			partial, err := w.dry(pt.loc.Func, at, c)
			var un *unsupported
			switch {
			case errors.As(err, &un):
				w.open(at.pos, err)
				ok = false
			case err != nil:
				return nil, false, err
			}
			x.partial = x.partial || partial
		}
		if x.text = text; ok && !slices.Contains(conj, x) {
			conj = append(conj, x)
		}
	}
	return conj, true, nil
}

// reads reports whether n reads memory at an address that it computes.
func (n *cnode) reads() bool {
	return n.op == "u*" || n.op == "index" || slices.ContainsFunc(n.args, (*cnode).reads)
}

// mostCases bounds the disjuncts of a joint invariant. If there are more, it has only the conjuncts that all have.
const mostCases = 32

// disjunction returns the disjunction of cases as text: "0" if there are none, "" if the result is true.
func disjunction(cases [][]words) string {
	if len(cases) == 0 {
		return "0"
	}
	var texts [][]string
	for _, c := range total(weakestWords(cases)) {
		var conj []string
		for _, x := range c {
			conj = append(conj, x.text)
		}
		texts = append(texts, conj)
	}
	return join(texts, mostCases)
}

// weakestWords returns the cases without those that imply another case.
func weakestWords(cases [][]words) (out [][]words) {
	within := func(c, d []words) bool { // all conjuncts of c are in d
		return !slices.ContainsFunc(c, func(x words) bool { return !slices.Contains(d, x) })
	}
	for i, c := range cases {
		stronger := func(j int) bool { return j != i && within(cases[j], c) && (j < i || !within(c, cases[j])) }
		if !slices.ContainsFunc(indices(len(cases)), stronger) {
			out = append(out, c)
		}
	}
	return out
}

// indices returns the numbers from 0 to n-1.
func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// total returns a disjunction that has a value in C in all executions. A single case needs a value
// only in the executions of its own witness:
//
//	x != 0 && 10 / x == 2    and    x == 0        x == 0 || (x != 0 && 10 / x == 2)
//
// C evaluates a disjunction from left to right, and stops at the first true operand. So the last case is evaluated only
// if no other case holds, and then the execution is one of its witness. The cases are sorted by the operations that
// they need. From all cases but the last, total drops the conjuncts that may have no value, unless all cases have them.
// An invalid read has some value in this tool, but not in all tools: cases with such reads come late.
func total(cases [][]words) [][]words {
	asks := func(c []words) int {
		switch {
		case slices.ContainsFunc(c, func(x words) bool { return x.partial }):
			return 2
		case slices.ContainsFunc(c, func(x words) bool { return x.reads }):
			return 1
		}
		return 0
	}
	out := slices.Clone(cases)
	slices.SortStableFunc(out, func(c, d []words) int { return asks(c) - asks(d) })
	for i, c := range out[:len(out)-1] {
		out[i] = slices.DeleteFunc(slices.Clone(c), func(x words) bool {
			return x.partial && slices.ContainsFunc(out, func(d []words) bool { return !slices.Contains(d, x) })
		})
	}
	return out
}
