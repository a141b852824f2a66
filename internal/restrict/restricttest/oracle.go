package restricttest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// Trace records a run of the interpreter.
type Trace struct {
	*exec.Run
	Edges    []*ir.Edge // in order of execution, a call before the edges of its callee
	Verified []bool     // by condition: the run reached a verified state, or took an edge without a step
}

// Path returns the path of the run: its marked branches.
func (tr *Trace) Path() restrict.Path {
	p := make([]byte, tr.NumTrace)
	for i := range p {
		p[i] = "FT"[tr.Branches[i/8]>>(i%8)&1]
	}
	return restrict.Path(p)
}

// Runner runs one program in the interpreter.
type Runner struct {
	m          *exec.Interp
	Conditions []*restrict.Condition
}

// Fuel is the fuel of a run.
const Fuel = 2000

// Limits are the limits of a run.
var Limits = exec.Config{Fuel: Fuel, Trace: true, MaxDepth: 200}

// NewRunner returns a runner of p that also follows the given conditions.
func NewRunner(t testing.TB, p *ir.Program, cs ...*restrict.Condition) *Runner {
	t.Helper()
	m, err := exec.NewInterp(p, Limits)
	if err != nil {
		t.Fatal(err)
	}
	return &Runner{m, cs}
}

// Run runs the program, and steps through the conditions as Condition defines it.
func (r *Runner) Run(t testing.TB, in exec.Inputs) *Trace {
	t.Helper()
	tr := &Trace{Verified: make([]bool, len(r.Conditions))}
	states := make([]int, len(r.Conditions))
	for i, c := range r.Conditions {
		tr.Verified[i] = len(c.States) > 0 && c.States[0].Verified
	}
	env := &ir.Env{Reg: r.m.Reg}
	r.m.Path(func(e *ir.Edge) {
		tr.Edges = append(tr.Edges, e)
		for i, c := range r.Conditions {
			if tr.Verified[i] || len(c.States) == 0 {
				continue
			}
			taken := c.States[states[i]].Stays
			for _, st := range c.States[states[i]].Steps {
				if st.Edge != e {
					continue
				}
				if st.Assume != nil {
					if bits, ok := ir.EvalExpr(st.Assume, env); !ok || bits == 0 {
						continue
					}
				}
				states[i], tr.Verified[i], taken = st.To, c.States[st.To].Verified, true
				break
			}
			tr.Verified[i] = tr.Verified[i] || !taken
		}
	})
	run, err := r.m.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	tr.Run = run
	return tr
}

// Comparable reports whether the run can be compared with another: it did not exceed a limit or lack an input, and it
// does not depend on the addresses of objects.
func (tr *Trace) Comparable() bool {
	switch tr.Outcome.Kind {
	case exec.Finished, exec.Blocked, exec.Violated, exec.Undefined:
		return !tr.Addr && !tr.Wild && !tr.Guess
	}
	return false
}

// Kept reports whether a run of the whole program is in the scope, by the definition of scopes. condition is the index
// of the scope's condition in the runner.
func Kept(s restrict.Scope, condition int, tr *Trace) bool {
	return inRegion(s.Region, tr.Reads) && inRange(s.Range, tr) && (s.Condition == nil || !tr.Verified[condition]) &&
		withinDepth(s.Depth, tr.Edges) && withinEdges(s.Edges, tr.Edges)
}

// inRegion reports whether a run with these reads is in the region.
func inRegion(r *restrict.Region, reads []ir.Record) bool {
	if r == nil {
		return true
	}
	first := map[int]ir.Record{}
	for _, x := range reads {
		if x.Occ == 0 {
			first[x.Site] = x
		}
	}
	for _, d := range r.Box {
		if x, read := first[d.Site]; read && !d.Contains(x.Bits) {
			return false
		}
	}
	if r.Cond == nil {
		return true
	}
	all := true
	ir.Vars(r.Cond, func(v *ir.Var) {
		_, read := first[siteOf(r, v)]
		all = all && read
	})
	if !all {
		return true
	}
	bits, ok := ir.EvalExpr(r.Cond, &ir.Env{Reg: func(v *ir.Var) uint64 { return first[siteOf(r, v)].Bits }})
	return ok && bits != 0
}

// siteOf returns the site of an input of the region's condition.
func siteOf(r *restrict.Region, v *ir.Var) int {
	for n, x := range r.Vars {
		if x == v {
			return n
		}
	}
	panic("no input")
}

// inRange reports whether the path of the run is in the range. An undefined access ends a run of the interpreter, but
// not the execution: its path continues, so a path that is a prefix of the lower bound then counts as in the range.
func inRange(r *restrict.PathRange, tr *Trace) bool {
	if r == nil {
		return true
	}
	p := tr.Path()
	if tr.Outcome.Kind == exec.Undefined && tr.Outcome.What != UndefinedKind && len(p) < len(r.Lo) && r.Lo[:len(p)] == p {
		p = r.Lo
	}
	return r.Contains(p)
}

// withinDepth reports whether the run visits each head at most n times (0: any number of times).
func withinDepth(n int, edges []*ir.Edge) bool {
	if n == 0 {
		return true
	}
	visits := map[*ir.Loc]int{}
	var callers []*ir.Edge
	arrive := func(l *ir.Loc) bool {
		visits[l]++
		return visits[l] <= n || !isHead(l)
	}
	if len(edges) > 0 && !arrive(edges[0].From) {
		return false
	}
	for _, e := range edges {
		to := e.To
		switch s := e.Stmt.(type) { // sound: after any other statement, control is at the end of its edge
		case *ir.Call:
			callers = append(callers, e)
			to = s.Func.Entry
		case *ir.Return:
			if len(callers) == 0 {
				return true
			}
			to = callers[len(callers)-1].To
			callers = callers[:len(callers)-1]
		}
		if !arrive(to) {
			return false
		}
	}
	return true
}

// isHead reports whether a depth bounds the visits of l in the random programs: l is the head of a loop or the entry of
// a function that calls itself.
func isHead(l *ir.Loc) bool {
	if l.Loop != nil {
		return true
	}
	return l == l.Func.Entry && slices.ContainsFunc(l.Func.Edges, func(e *ir.Edge) bool {
		c, ok := e.Stmt.(*ir.Call)
		return ok && c.Func == l.Func
	})
}

// withinEdges reports whether a run takes only edges of the set.
func withinEdges(set restrict.Edges, edges []*ir.Edge) bool {
	return set == nil || !slices.ContainsFunc(edges, func(e *ir.Edge) bool { return !set[e] })
}

// Wrong compares a run of the part with the run of the whole program on the same inputs, which is in the scope if keep
// is set. It returns a description of the first forbidden difference, or "".
func Wrong(keep bool, whole, part *Trace) string {
	if keep {
		a, b := whole.Outcome, part.Outcome
		switch {
		case a.Kind != b.Kind || a.What != b.What && a.Kind != exec.Blocked || number(a.Obligation) != number(b.Obligation):
			// The statement that blocks a run may differ, since the part lacks the other branches.
			return fmt.Sprintf("the run is in the scope and ends with %s, that of the part with %s", Outcome(a), Outcome(b))
		case !slices.Equal(whole.Reads, part.Reads):
			return "the part's run reads other inputs"
		case whole.Path() != part.Path():
			return fmt.Sprintf("path %s, of the part %s", whole.Path(), part.Path())
		case part.Edges != nil && !slices.Equal(whole.Edges, origins(part)):
			return "the part's run stands for other edges"
		}
		return ""
	}
	switch {
	case part.Outcome.Kind != exec.Blocked:
		return fmt.Sprintf("the run is not in the scope (%s), and that of the part ends with %s", Outcome(whole.Outcome),
			Outcome(part.Outcome))
	case !begins(whole.Reads, part.Reads):
		return "the part's run reads other inputs before it ends"
	case !begins([]byte(whole.Path()), []byte(part.Path())):
		return "the part's run has another path before it ends"
	case part.Edges != nil && !begins(whole.Edges, origins(part)):
		return "the part's run stands for other edges before it ends"
	}
	return ""
}

// begins reports whether some is a prefix of all.
func begins[T comparable](all, some []T) bool {
	return len(some) <= len(all) && slices.Equal(all[:len(some)], some)
}

// origins returns the edges of the whole program that correspond to the run. If the last edge ended the run, it may not
// have been completed.
func origins(tr *Trace) (out []*ir.Edge) {
	for _, e := range tr.Edges {
		out = append(append(out, e.Origin...), e.After...)
	}
	return out
}

// number returns the ID of an obligation, -1 for nil.
func number(o *ir.Obligation) int {
	if o == nil {
		return -1
	}
	return o.ID
}

// Outcome returns a text that describes how a run ended.
func Outcome(o exec.Outcome) string {
	return fmt.Sprintf("kind %d %q at %s, obligation %d", o.Kind, o.What, o.Pos, number(o.Obligation))
}
