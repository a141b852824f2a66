package testgen

import (
	"cmp"
	"hash/fnv"
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Case is a test of a suite.
type Case struct {
	Test   *verify.Test
	Ending verify.Ending
	Error  *ir.Obligation // the violated obligation if Ending is EndViolated
	Goals  []int          // IDs of the goals that it reaches, sorted
	Fuel   uint64         // the fuel that the run used
	path   uint64         // hash of the path and the outcome
	loose  bool           // the compiled program may take another path: addresses or unmodelled behaviour matter
}

// Suite collects tests. It is not safe for concurrent use.
type Suite struct {
	Goals []*Goal
	prog  *ir.Program
	edge  map[int][]int    // by index in exec.BranchEdges: IDs of goals
	errs  map[int]int      // by Obligation.ID: ID of the goal
	stmts []*Goal          // the goals that are statements
	cover map[*ir.Edge]int // index in exec.BranchEdges
	best  []*Case          // by goal: the best test that reaches it, or nil
	crash map[int]*Case    // by obligation: the test that violates it
	// Paths is set if the suite keeps one test for each path.
	Paths bool
	paths map[uint64]*Case // by Case.path
}

// maxPaths bounds the number of tests that are kept for their paths.
const maxPaths = 20_000

// NewSuite returns an empty suite for the goals.
func NewSuite(p *ir.Program, goals []*Goal) *Suite {
	s := &Suite{Goals: goals, prog: p, edge: map[int][]int{}, errs: map[int]int{}, best: make([]*Case, len(goals)),
		crash: map[int]*Case{}, paths: map[uint64]*Case{}}
	index := map[*ir.Edge]int{}
	for i, e := range exec.BranchEdges(p) {
		index[e] = i
	}
	s.cover = index
	for _, g := range goals {
		if g.Statement {
			s.stmts = append(s.stmts, g)
		} else if g.Edge != nil {
			i := index[g.Edge]
			s.edge[i] = append(s.edge[i], g.ID)
		} else {
			s.errs[g.Obligation.ID] = g.ID
		}
	}
	s.Paths = loopFree(p)
	return s
}

// loopFree reports whether no execution visits a location twice in one activation, and no function calls itself.
func loopFree(p *ir.Program) bool {
	calls := flow.NewCalls(p)
	for _, f := range p.Funcs {
		if calls.Recursive(f) {
			return false
		}
		w := graph.WeakOrder(f.Graph(), f.Entry.ID)
		for i := range f.Locs {
			if w.IsHead(i) {
				return false
			}
		}
	}
	return true
}

// Add adds a run of a machine with Config.Cover (and Trace, for Paths). It returns true if the run reaches a goal that
// no earlier test reached. A run that depends on unmodelled behaviour or on addresses may take another path in the
// compiled program; Gcov.Confirms checks this.
func (s *Suite) Add(r *exec.Run) (news bool) {
	switch r.Outcome.Kind {
	case exec.Cancelled, exec.Unsupported:
		return false
	}
	c := &Case{Ending: Ending(r.Outcome.Kind), Fuel: r.Fuel, loose: r.Addr || r.Approx}
	for i, n := range r.Cover {
		if n > 0 {
			c.Goals = append(c.Goals, s.edge[i]...)
		}
	}
	if len(s.stmts) > 0 {
		been := s.visited(r.Cover)
		for _, g := range s.stmts {
			if been[g.Edge.From] {
				c.Goals = append(c.Goals, g.ID)
			}
		}
	}
	if o := r.Outcome.Obligation; o != nil && r.Outcome.Kind == exec.Violated {
		c.Error = s.prog.Obligations[o.ID]
		if g, ok := s.errs[o.ID]; ok {
			c.Goals = append(c.Goals, g)
		}
	}
	slices.Sort(c.Goals)
	h := fnv.New64a()
	h.Write(r.Branches)
	h.Write([]byte{byte(r.NumTrace), byte(r.NumTrace >> 8), byte(r.Outcome.Kind)})
	c.path = h.Sum64()

	size := len(r.Reads)
	wanted := false
	for _, g := range c.Goals {
		if b := s.best[g]; b == nil || better(c, size, b) {
			wanted = true
			news = news || b == nil || c.ends() && !b.ends()
		}
	}
	if o := c.Error; o != nil && !o.Unmodelled() {
		if b := s.crash[o.ID]; b == nil || better(c, size, b) {
			wanted = true
		}
	}
	if s.Paths && r.Outcome.Kind != exec.Blocked && s.paths[c.path] == nil && len(s.paths) < maxPaths {
		s.paths[c.path] = c
		wanted = true
	}
	if !wanted {
		return news
	}
	c.Test = FromRun(r, "")
	if o := c.Error; o != nil && !o.Unmodelled() {
		if b := s.crash[o.ID]; b == nil || better(c, size, b) {
			s.crash[o.ID] = c
		}
	}
	for _, g := range c.Goals {
		if b := s.best[g]; b == nil || better(c, size, b) {
			s.best[g] = c
		}
	}
	return news
}

// visited returns the locations that a run visited, computed from the counts of its branches. It assumes that a call
// returns if the callee's exit was visited. This may be wrong for a later call; Gcov.Confirms checks it.
func (s *Suite) visited(cover []uint32) map[*ir.Loc]bool {
	been := map[*ir.Loc]bool{}
	waiting := map[*ir.Loc][]*ir.Loc{} // by exit: the locations after calls
	var work []*ir.Loc
	come := func(l *ir.Loc) {
		if !been[l] {
			been[l] = true
			work = append(work, l)
		}
	}
	come(s.prog.Entry.Entry)
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range waiting[l] {
			come(to)
		}
		for _, e := range l.Out {
			if i, counted := s.cover[e]; counted && (i >= len(cover) || cover[i] == 0) {
				continue
			}
			c, ok := e.Stmt.(*ir.Call)
			if !ok {
				come(e.To)
				continue
			}
			come(c.Func.Entry)
			if been[c.Func.Exit] {
				come(e.To)
			} else {
				waiting[c.Func.Exit] = append(waiting[c.Func.Exit], e.To)
			}
		}
	}
	return been
}

// firm reports whether the test surely reaches its goals in the compiled source, too. gcov derives the counts of some
// branches from the counts of the exits of a function: these are known only if the run reaches the exits.
func (c *Case) firm() bool { return !c.loose && c.ends() }

// ends reports whether the run ended by itself, without an error.
func (c *Case) ends() bool {
	return c.Ending != verify.EndResource && c.Ending != verify.EndUndefined && c.Ending != verify.EndViolated
}

// rank orders cases by how surely they reach their goals in the compiled source: more is better.
func (c *Case) rank() int {
	switch {
	case !c.ends():
		return 0
	case c.loose:
		return 1
	}
	return 2
}

// Ends reports whether no goal has a test with undefined behaviour as its best one.
func (s *Suite) Ends() bool {
	for _, c := range s.best {
		if c != nil && c.Ending == verify.EndUndefined {
			return false
		}
	}
	return true
}

// better reports whether c, with size inputs, is a better test than b. It prefers tests that take the same path in the
// compiled source, then tests that end by themselves, then short ones.
func better(c *Case, size int, b *Case) bool {
	if x, y := c.rank(), b.rank(); x != y {
		return x > y
	}
	if x, y := c.Ending == verify.EndResource, b.Ending == verify.EndResource; x != y {
		return y
	}
	return cmp.Or(cmp.Compare(size, len(b.Test.Records)), cmp.Compare(c.Fuel, b.Fuel)) < 0
}

// Reached reports whether a test reaches the goal.
func (s *Suite) Reached(g *Goal) bool { return s.best[g.ID] != nil }

// Open returns the goals without a test.
func (s *Suite) Open() []*Goal {
	var out []*Goal
	for _, g := range s.Goals {
		if s.best[g.ID] == nil {
			out = append(out, g)
		}
	}
	return out
}

// NumPaths returns the number of paths that have a test, if Paths is set.
func (s *Suite) NumPaths() int { return len(s.paths) }

// Cases returns a small subset of the tests that reaches the same goals, takes the same paths if Paths is set, and
// violates the same obligations.
func (s *Suite) Cases() []*Case {
	var all, must []*Case
	seen := map[*Case]bool{}
	for _, id := range slices.Sorted(maps.Keys(s.crash)) {
		if c := s.crash[id]; !seen[c] {
			seen[c] = true
			must = append(must, c)
		}
	}
	for _, c := range s.best {
		if c != nil && !seen[c] {
			seen[c] = true
			all = append(all, c)
		}
	}
	order := func(a, b *Case) int {
		return cmp.Or(cmp.Compare(len(a.Test.Records), len(b.Test.Records)), cmp.Compare(a.Fuel, b.Fuel),
			cmp.Compare(a.path, b.path))
	}
	if s.Paths && len(s.paths) < maxPaths {
		var out []*Case
		for _, c := range s.paths {
			if !seen[c] || !slices.Contains(must, c) {
				out = append(out, c)
			}
		}
		out = append(out, must...)
		slices.SortFunc(out, order)
		return cover(out, all, len(s.Goals), order)
	}
	return cover(must, all, len(s.Goals), order)
}

// cover appends tests to a list until the list reaches all goals that the candidates (all) reach. It is greedy: the
// test that reaches most new goals comes first.
func cover(out, all []*Case, goals int, order func(a, b *Case) int) []*Case {
	done := make([]bool, goals)
	for _, c := range out {
		for _, g := range c.Goals {
			done[g] = done[g] || c.firm()
		}
	}
	slices.SortFunc(all, order)
	for {
		var best *Case
		most := 0
		for _, c := range all {
			gain := 0
			for _, g := range c.Goals {
				if !done[g] {
					gain++
				}
			}
			if gain > most {
				best, most = c, gain
			}
		}
		if best == nil {
			slices.SortStableFunc(out, order)
			return out
		}
		out = append(out, best)
		for _, g := range best.Goals {
			done[g] = true
		}
	}
}
