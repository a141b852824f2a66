package app

import (
	"context"
	"fmt"
	"time"

	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// A check holds vacuously if it is proved only since no execution reaches it, for example after contradictory
// assumptions. For most obligations, a few runs show that executions reach them. For the others, engines try to prove
// that none does, and only a checked proof counts.

// Limits of the search, in addition to the remaining time.
const (
	vacuousTime = time.Second
	vacuousRuns = 8
	vacuousFuel = 1 << 12
	// maximal number of obligations that no run reached: more are dead code of a library rather than a mistake
	vacuousMost = 64
)

// vacuous marks the findings that hold vacuously. It does nothing for a property file, whose users need the verdict
// only.
func (s *Session) vacuous(ctx context.Context, out *coop.Outcome) {
	if out.Verdict != verify.True || s.task.Property.Text != "" || ctx.Err() != nil {
		return
	}
	s.folded(out)
	asked := map[*ir.Obligation]int{} // index of the finding
	for i, f := range out.Findings {
		if f.Status == verify.Proved && !f.Obligation.Unmodelled() {
			asked[f.Obligation] = i
		}
	}
	at := places(s.task.Program, func(o *ir.Obligation) bool { _, ok := asked[o]; return ok })
	for o := range asked {
		if at[o] == nil {
			delete(asked, o)
		}
	}
	s.visited(ctx, asked, at)
	for len(asked) > 0 && len(asked) <= vacuousMost {
		if !s.unreached(ctx, out, asked, at) {
			return
		}
	}
}

// places returns, for each asked obligation, the locations at which its condition begins to be evaluated, one for each
// of its error locations. It leaves out obligations for which it cannot find these locations.
func places(p *ir.Program, asked func(*ir.Obligation) bool) map[*ir.Obligation][]*ir.Loc {
	at := map[*ir.Obligation][]*ir.Loc{}
	unclear := map[*ir.Obligation]bool{}
	for _, f := range p.Funcs {
		var dom *graph.DomTree
		for _, l := range f.Locs {
			if l.Kind != ir.Error || !asked(l.Obligation) {
				continue
			}
			if dom == nil {
				dom = graph.Dominators(f.Graph(), f.Entry.ID)
			}
			d := decision(dom, l)
			if d == nil {
				d = assumed(dom, l)
			}
			if d == nil {
				unclear[l.Obligation] = true
			}
			at[l.Obligation] = append(at[l.Obligation], d)
		}
	}
	for o := range unclear {
		delete(at, o)
	}
	return at
}

// folded marks findings of obligations that constant folding has removed, if no execution reaches the evaluation of
// their conditions. To find these, it runs the passes again on a program with an error at the beginning of each
// evaluation, and sees which errors they remove.
func (s *Session) folded(out *coop.Outcome) {
	type name struct {
		kind, text string
		pos        ir.Pos
	}
	nameOf := func(o *ir.Obligation) name { return name{o.Kind, o.Text, o.Pos} }
	asked := map[name]bool{}
	for _, f := range out.Findings {
		if f.Status == verify.NotReached && !f.Obligation.Unmodelled() {
			asked[nameOf(f.Obligation)] = true
		}
	}
	if len(asked) == 0 || s.task.Original == nil {
		return
	}
	p, err := s.task.Original.Load()
	// the reference program has the conditions of the guards, too
	if err != nil || instrument.Refer(p, passes(s.task)) != nil {
		return
	}
	at := places(p, func(o *ir.Obligation) bool { return asked[nameOf(o)] })
	known := map[name]bool{}
	for _, o := range p.Obligations {
		for _, l := range at[o] {
			reach(p, l, o)
			known[nameOf(o)] = true
		}
	}
	if p, err = instrument.Derive(p, passes(s.task)); err != nil {
		return
	}
	for l := range p.Reached() {
		if l.Kind == ir.Error {
			delete(known, nameOf(l.Obligation))
		}
	}
	for i, f := range out.Findings {
		if f.Status == verify.NotReached && known[nameOf(f.Obligation)] {
			out.Findings[i].Vacuous = true
		}
	}
}

// decision returns the location at which the evaluation of an obligation's condition begins. This is the first
// branching location among the dominators of the error location l whose edges all come after the obligation's position
// in the text. The first is needed since a condition with && or || has several branches. It returns nil if there is no
// such location, as for a call of an error function: its position does not show on which condition it depends.
func decision(dom *graph.DomTree, l *ir.Loc) (first *ir.Loc) {
	pos, f := l.Obligation.Pos, l.Func
	if !dom.Reachable(l.ID) {
		return nil
	}
	for id := dom.Idom[l.ID]; ; id = dom.Idom[id] {
		d := f.Locs[id]
		for _, e := range d.Out {
			if e.Pos.File != pos.File || e.Pos.Line < pos.Line || e.Pos.Line == pos.Line && e.Pos.Col < pos.Col {
				return first
			}
		}
		if len(d.Out) > 1 {
			first = d
		}
		if id == f.Entry.ID {
			return first
		}
	}
}

// assumed returns the location after the last assumption that all paths to the error pass, if executions that violate
// the assumption end; nil if there is none.
func assumed(dom *graph.DomTree, l *ir.Loc) *ir.Loc {
	f := l.Func
	for id := l.ID; dom.Reachable(id) && id != f.Entry.ID; {
		id = dom.Idom[id]
		d := f.Locs[id]
		if len(d.In) != 1 || len(d.Out) == 0 {
			continue
		}
		s, ok := d.In[0].Stmt.(*ir.Assume)
		if !ok {
			continue
		}
		ends := s.Guard == ir.UserAssume
		for _, e := range d.In[0].From.Out {
			ends = ends || e != d.In[0] && halts(e.To)
		}
		if ends {
			return d
		}
	}
	return nil
}

// halts reports whether the program ends after l without a branch.
func halts(l *ir.Loc) bool {
	for range 8 {
		if l.Kind == ir.Halt {
			return true
		}
		if len(l.Out) != 1 {
			return false
		}
		l = l.Out[0].To
	}
	return false
}

// visited removes the obligations whose evaluation some runs reach.
func (s *Session) visited(ctx context.Context, asked map[*ir.Obligation]int, at map[*ir.Obligation][]*ir.Loc) {
	if len(asked) == 0 {
		return
	}
	m, err := exec.NewInterp(s.task.Program, exec.Config{Fuel: vacuousFuel, Context: ctx})
	if err != nil {
		return
	}
	defer m.Close()
	seen := map[*ir.Loc]bool{}
	m.Path(func(e *ir.Edge) { seen[e.From] = true })
	for i := range vacuousRuns {
		in := exec.Zeros()
		if i > 0 {
			in = exec.Random(s.task.Program, uint64(i), exec.Mixed)
		}
		if _, err := m.Run(ctx, in); err != nil || ctx.Err() != nil {
			break
		}
		for o := range asked {
			for _, l := range at[o] {
				if seen[l] {
					delete(asked, o)
				}
			}
		}
		if len(asked) == 0 {
			return
		}
	}
}

// unreached runs engines to prove that no execution reaches the evaluation of the asked obligations. From asked it
// removes the obligations for which this is proved, and the obligations that an execution reaches. again reports
// whether an execution reached one, so that another call may prove more.
func (s *Session) unreached(ctx context.Context, out *coop.Outcome, asked map[*ir.Obligation]int,
	at map[*ir.Obligation][]*ir.Loc) (again bool) {
	p, copies := ir.Clone(s.task.Program)
	task := s.task.With(verify.Budget{Work: obs.PerSecond})
	task.Program, task.Reference, task.Map, task.Readers, task.Original, task.Log, task.Parts = p, nil, nil, nil, nil, nil,
		&verify.PartSet{}
	task.Obligations = nil
	of := map[*ir.Obligation]*ir.Obligation{}
	for _, o := range s.task.Program.Obligations {
		if _, ok := asked[o]; ok {
			for _, l := range at[o] {
				reach(p, copies.Locs[l], copies.Obligations[o])
			}
			of[copies.Obligations[o]] = o
			task.Obligations = append(task.Obligations, copies.Obligations[o])
		}
	}
	strategy, err := ReadStrategy("")
	if err != nil || ir.Check(p) != nil {
		return false
	}
	if !s.task.Options.Determ {
		limit := vacuousTime
		if end, ok := ctx.Deadline(); ok {
			limit = min(limit, time.Until(end)/4)
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	r := coop.NewRunner(task, strategy, Engines())
	got := r.Run(ctx)
	for _, f := range got.Findings {
		o := of[f.Obligation]
		i, ok := asked[o]
		if !ok {
			continue
		}
		switch f.Status {
		case verify.Proved, verify.NotReached:
			out.Findings[i].Vacuous = true
			delete(asked, o)
		case verify.Violated:
			delete(asked, o)
			again = true
		case verify.Open:
		}
	}
	return again && ctx.Err() == nil
}

// reach inserts an error of obligation o at the location l. An input chooses whether an execution fails there or
// continues.
func reach(p *ir.Program, l *ir.Loc, o *ir.Obligation) {
	f, pos := l.Func, o.Pos
	chosen, on, bad := f.NewLoc(pos), f.NewLoc(pos), f.NewLoc(pos)
	bad.Kind, bad.Obligation = ir.Error, o
	for _, e := range append([]*ir.Edge(nil), l.Out...) {
		e.SetFrom(on)
	}
	v := f.NewVar(fmt.Sprintf("reached.%d", len(f.Vars)), ir.B)
	site := p.NewSite(ir.Nondet, "reached", ir.B, f, pos)
	site.Key = fmt.Sprintf("reached.%d", site.ID)
	f.NewEdge(l, chosen, &ir.Input{Dst: v, Site: site}, pos)
	f.NewEdge(chosen, bad, &ir.Assume{Cond: ir.NewRef(v)}, pos)
	f.NewEdge(chosen, on, &ir.Assume{Cond: ir.NotExpr(ir.NewRef(v))}, pos)
}
