package ranges

// This file searches for the least path of an under-specified test: section 3.3 of J. Haltermann, M.-C. Jakobs, C.
// Richter, H. Wehrheim, "Parallel program analysis on path ranges", where min(P) bounds a range as the path of a fully
// specified test does. The paper does not define how to find this path, nor what to do if it does not exist: in a loop
// that may always continue, there is an infinite descending sequence of paths.
//
// Here runs are made that agree with the test, and the tree of their paths (package symex) is searched with T before F:
// where a run takes F, the solver is queried for a run that takes T. If the solver does not know, or a limit ends the
// search, the decisions up to there are the bound: a prefix of the least path, if that exists. Such a prefix is as good
// a bound as a whole path.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Limits of the search for a least path.
const (
	leastLimit = 2_000                  // decisions, unless a caller gives another limit
	askTime    = 300 * time.Millisecond // of a query, as work
	leastTime  = 10 * time.Second       // of the whole search, as work
	edgesPer   = 200                    // edges for which a run is followed, per decision
	tail       = 500                    // edges for which a run is at first followed after its target
)

// Least returns the least path of the executions of the task's program that agree with a test, with at most limit
// decisions (0: 2,000). Inputs that the test does not fix may have any value. If the test fixes all inputs that its run
// reads, the result is the path that the test induces.
func Least(ctx context.Context, t *verify.Task, test *verify.Test, limit int) (Bound, error) {
	return LeastOf(ctx, t, func() exec.Inputs { return exec.FromRecords(t.Program, test.Records) }, limit)
}

// LeastOf is Least for a function that returns the inputs of the test, anew for each run. The returned inputs have no
// values where the test does not fix an input.
func LeastOf(ctx context.Context, t *verify.Task, test func() exec.Inputs, limit int) (Bound, error) {
	unused := Unused(t.Program)
	nobody := exec.InputFunc(func(k ir.Key, _ *ir.Site, _ ir.Type) (uint64, bool) { return 0, unused[k.Site] })
	given := func() exec.Inputs { return exec.Chain(test(), nobody) }
	if b, whole, err := specified(ctx, t, given, limit); err != nil || whole {
		return b, err
	}
	if limit <= 0 {
		limit = leastLimit
	}
	cfg := smt.Config{}.Command(t.Solver).Within(t.Budget.Memory)
	cfg.Log = t.Log
	x, err := symex.New(ctx, t.Program, symex.Options{Points: t.Points(), Solver: cfg})
	if err != nil {
		return Bound{}, err
	}
	defer x.Close()
	s := &leastSearch{ctx: ctx, x: x, given: given, limit: limit, most: edgesPer * (limit + 10),
		work: smt.WorkOf(leastTime)}
	if _, err := s.run(nil, tail); err != nil {
		return Bound{}, err
	}
	s.visit(x.Root, nil)
	switch {
	case s.err != nil:
		return Bound{}, s.err
	case s.best == nil:
		return Bound{}, errNone
	}
	s.best.Form = restrict.Form(t.Program)
	return *s.best, nil
}

// errNone is the error if all runs with the inputs of a test end at false assumptions.
var errNone = errors.New("no execution has the inputs of the test: an assumption is false")

// specified runs a test without values for the other inputs. If the test fixes all inputs that are read, whole is true
// and b is the path.
func specified(ctx context.Context, t *verify.Task, given func() exec.Inputs, limit int) (b Bound, whole bool,
	err error) {
	m, err := newRunner(ctx, t, &limit)
	if err != nil {
		return Bound{}, false, err
	}
	defer m.Close()
	run, err := m.Run(ctx, given())
	switch {
	case err != nil:
		return Bound{}, false, err
	case run.Outcome.Kind == exec.Cancelled:
		return Bound{}, false, context.Cause(ctx)
	case run.Outcome.Kind == exec.Blocked:
		return Bound{}, false, errNone
	}
	return boundOf(run, restrict.Form(t.Program), limit), run.Outcome.Kind != exec.NoInput, nil
}

// leastSearch searches the tree of paths, the least paths first.
type leastSearch struct {
	ctx   context.Context
	x     *symex.Explorer
	given func() exec.Inputs
	limit int
	most  int    // edges for which a run is followed
	work  uint64 // remaining work
	best  *Bound // the least execution so far
	over  bool   // the search has ended with best as its result
	err   error
}

// run makes a run that agrees with the test, has the given records for the other inputs, and is followed for the given
// number of edges.
func (s *leastSearch) run(records []ir.Record, edges int) (*symex.Trace, error) {
	s.x.SetLimits(uint64(edges), edges, edges)
	tr, err := s.x.RunInputs(s.ctx, exec.Chain(s.given(), exec.FromRecords(s.x.Prog, records), exec.Zeros()))
	if err == nil && tr.Run.Outcome.Kind == exec.Cancelled {
		err = context.Cause(s.ctx)
	}
	if err == nil {
		s.spend(uint64(tr.Last().Edges) * perEdge)
	}
	return tr, err
}

// spend reduces the remaining work.
func (s *leastSearch) spend(work uint64) { s.work -= min(work, s.work) }

// visit searches for the least path below a node; the second parameter has the decisions before the node.
func (s *leastSearch) visit(n *symex.Node, from []byte) {
	d := from
	for _, e := range n.Stretch() {
		if m := mark(e); m != ir.NoMark {
			if len(d) == s.limit {
				s.stop(n, d, fmt.Sprintf("the path has more than %d decisions", s.limit))
				return
			}
			d = append(d, "?TF"[m])
		}
	}
	if !s.may(d) {
		return
	}
	if n.Kind == symex.Open && n.Edges < s.most && s.work > 0 {
		if _, s.err = s.run(n.Test(), min(2*n.Edges+tail, s.most)); s.err != nil {
			s.over = true
			return
		}
		if n.Kind != symex.Open {
			s.visit(n, from)
			return
		}
	}
	switch n.Kind {
	case symex.Leaf:
		s.leaf(n, d)
	case symex.Open:
		s.stop(n, d, "a run is not followed to its end")
	case symex.Bind:
		for i := range n.Arcs {
			if c := n.Arcs[i].Child; c != nil && !s.over {
				s.visit(c, d)
			}
		}
	case symex.Branch:
		s.branch(n, d)
	}
}

// branch visits the successors of a node: first those without a mark, then T, then F.
func (s *leastSearch) branch(n *symex.Node, d []byte) {
	order := make([]*symex.Arc, len(n.Arcs))
	for i := range n.Arcs {
		order[i] = &n.Arcs[i]
	}
	slices.SortStableFunc(order, func(a, b *symex.Arc) int { return int(mark(a.Edge)) - int(mark(b.Edge)) })
	for _, a := range order {
		next := d
		if m := mark(a.Edge); m != ir.NoMark {
			next = append(bytes.Clone(d), "?TF"[m])
		}
		if s.over || !s.may(next) {
			return // the remaining successors are greater
		}
		if a.Child == nil && !s.goes(n, a, d) {
			continue
		}
		if s.over || s.err != nil {
			return
		}
		s.visit(a.Child, d)
	}
}

// goes makes a run that takes an arc. It returns false if there is none or the search has ended.
func (s *leastSearch) goes(n *symex.Node, a *symex.Arc, d []byte) bool {
	if s.work == 0 {
		s.stop(n, d, "the search for the least path ended at its limit of work")
		return false
	}
	sol := s.x.SolveGiven(s.ctx, n, a, s.given, smt.Budget{Work: min(smt.WorkOf(askTime), s.work)})
	s.spend(obs.PerQuery + sol.Work)
	if s.err = s.ctx.Err(); s.err != nil {
		s.over = true
		return false
	}
	switch {
	case sol.Result == smt.Unsat && sol.Exact:
		return false
	case sol.Result == smt.Sat:
		if _, s.err = s.run(sol.Test.Records, n.Edges+tail); s.err != nil {
			s.over = true
			return false
		}
	}
	if a.Child == nil {
		s.stop(n, d, fmt.Sprintf("whether an execution goes on at %s is not known", a.Edge.Pos))
	}
	return a.Child != nil
}

// may reports whether a path that begins with d may be less than the best one.
func (s *leastSearch) may(d []byte) bool {
	if s.best == nil {
		return true
	}
	p := restrict.Path(d)
	return !strings.HasPrefix(string(p), string(s.best.Path)) && restrict.ComparePaths(p, s.best.Path) < 0
}

// leaf handles a node at which runs end.
func (s *leastSearch) leaf(n *symex.Node, d []byte) {
	switch n.End {
	case exec.Finished, exec.Violated:
		why := ""
		if !n.General {
			why = "values on it are taken from a run"
		}
		s.found(n, d, why)
	case exec.Blocked: // no execution
	default: // sound: the execution may continue
		s.stop(n, d, "its run does not come to an end that counts")
	}
}

// found records d as the least path; why is Bound.Cut.
func (s *leastSearch) found(n *symex.Node, d []byte, why string) {
	s.best = &Bound{Path: restrict.Path(d), Test: &verify.Test{Records: slices.Clone(n.Test()), Note: "least"}, Cut: why}
}

// stop ends the search with the prefix d as the result; why is the reason.
func (s *leastSearch) stop(n *symex.Node, d []byte, why string) {
	s.found(n, d, why)
	s.over = true
}
