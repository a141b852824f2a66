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
	Error  *ir.Obligation // EndViolated
	Goals  []int          // IDs of the goals that it reaches, sorted
	Fuel   uint64
	path   uint64 // hash of the branches
	loose  bool   // the run looked at addresses or at what is not modelled: the source may go another way
}

// Suite collects tests. Not safe for concurrent use.
type Suite struct {
	Goals []*Goal
	prog  *ir.Program
	edge  map[int][]int // by position in exec.BranchEdges: goals
	errs  map[int]int   // by obligation
	stmts []*Goal       // those that are statements
	cover map[*ir.Edge]int
	best  []*Case       // by goal
	crash map[int]*Case // by obligation: the test that violates it
	// Paths: one test is kept for each path.
	Paths bool
	paths map[uint64]*Case
}

// maxPaths bounds the tests that are kept for their paths.
const maxPaths = 20_000

// NewSuite makes an empty suite for the goals.
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
	s.Paths = LoopFree(p)
	return s
}

// LoopFree reports whether no execution visits a location twice in one activation, and no function calls itself.
func LoopFree(p *ir.Program) bool {
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

// Add enters a run of a machine with Config.Cover (and Trace, for Paths); news says that it reaches
// a goal that no test did. Runs that saw what is not modelled, or addresses, may go another way
// elsewhere: gcov tells.
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

// visited are the locations to which a run came, by the branches that it took. It came past a call if it
// came to the callee's exit: in a later call it may not have, which gcov tells.
func (s *Suite) visited(cover []uint32) map[*ir.Loc]bool {
	been := map[*ir.Loc]bool{}
	waiting := map[*ir.Loc][]*ir.Loc{} // by exit
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

// firm reports whether the test shows its goals in the compiled source, too. gcov derives the counts of some branches
// from those of the ways out of a function: it knows them only if the run comes there.
func (c *Case) firm() bool { return !c.loose && c.ends() }

func (c *Case) ends() bool {
	return c.Ending != verify.EndResource && c.Ending != verify.EndUndefined && c.Ending != verify.EndViolated
}

func (c *Case) rank() int {
	switch {
	case !c.ends():
		return 0
	case c.loose:
		return 1
	}
	return 2
}

// Ends reports whether of each goal that any test reaches there is one that does not end in undefined behaviour.
func (s *Suite) Ends() bool {
	for _, c := range s.best {
		if c != nil && c.Ending == verify.EndUndefined {
			return false
		}
	}
	return true
}

// better prefers tests that go the same way in the source, and end by themselves, then short ones.
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

// Open lists the goals without a test.
func (s *Suite) Open() []*Goal {
	var out []*Goal
	for _, g := range s.Goals {
		if s.best[g.ID] == nil {
			out = append(out, g)
		}
	}
	return out
}

// NumPaths is the number of paths that have a test (Paths).
func (s *Suite) NumPaths() int { return len(s.paths) }

// Cases is a small suite that reaches the same goals, and with Paths takes the same paths.
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

// cover adds to out the tests of all that are needed to reach all goals, those first that reach most new
// ones.
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
