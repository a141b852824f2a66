package tandem

import (
	"context"
	"fmt"
	"time"

	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// What is proved because nothing reaches it, as behind contradictory assumptions, is said to hold vacuously. Runs show of most obligations that
// something reaches them; for the others that is asked like any other property, and only a checked proof counts.

// Limits of the question, beside what is left of the time.
const (
	vacuousTime = time.Second
	vacuousRuns = 8
	vacuousFuel = 1 << 12
	vacuousMost = 64 // obligations that no run reached: more are dead code of a library rather than a mistake
)

// vacuous marks the findings that hold vacuously. A property file is somebody's who asks for no more than a verdict.
func (s *Session) vacuous(ctx context.Context, out *coop.Outcome) {
	if out.Verdict != verify.True || s.task.Property.Text != "" || ctx.Err() != nil {
		return
	}
	asked := map[*ir.Obligation]int{} // findings
	at := map[*ir.Obligation][]*ir.Loc{}
	for i, f := range out.Findings {
		if f.Status == verify.Proved && !f.Obligation.Unmodelled() {
			asked[f.Obligation] = i
		}
	}
	for _, f := range s.task.Program.Funcs {
		var dom *graph.DomTree
		for _, l := range f.Locs {
			if _, ok := asked[l.Obligation]; !ok || l.Kind != ir.Error {
				continue
			}
			if dom == nil {
				dom = graph.Dominators(f.Graph(), f.Entry.ID)
			}
			if d := decision(dom, l); d != nil {
				at[l.Obligation] = append(at[l.Obligation], d)
			} else {
				delete(asked, l.Obligation)
			}
		}
	}
	s.visited(ctx, asked, at)
	for len(asked) > 0 && len(asked) <= vacuousMost {
		if !s.unreached(ctx, out, asked, at) {
			return
		}
	}
}

// decision is where the evaluation of what is asked begins: the first of the locations before the error that all ways there
// pass and that stand behind its place in the text. A condition with && or || has branches of its own, and not the last one
// counts. nil where the error is a call, of which the text does not say what it depends on.
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

// visited leaves out what some runs reach.
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

// unreached asks whether no execution comes to where the obligations are decided. It goes on until one is reached, which is asked no
// more, or all are proved; again says that there is more to ask.
func (s *Session) unreached(ctx context.Context, out *coop.Outcome, asked map[*ir.Obligation]int, at map[*ir.Obligation][]*ir.Loc) (again bool) {
	p, copies := ir.Clone(s.task.Program)
	task := s.task.With(verify.Budget{Work: obs.PerSecond})
	task.Program, task.Reference, task.Map, task.Original, task.Log, task.Parts = p, nil, nil, nil, nil, &verify.PartSet{}
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
	if err != nil {
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

// reach makes an obligation violated wherever the location is reached, in some executions, while others go on.
func reach(p *ir.Program, l *ir.Loc, o *ir.Obligation) {
	f, pos := l.Func, o.Pos
	chosen, on, bad := f.NewLoc(pos), f.NewLoc(pos), f.NewLoc(pos)
	bad.Kind, bad.Obligation = ir.Error, o
	for _, e := range append([]*ir.Edge(nil), l.Out...) {
		e.SetFrom(on)
	}
	v := f.NewVar(fmt.Sprintf("reached.%d", len(f.Vars)), ir.B)
	f.NewEdge(l, chosen, &ir.Input{Dst: v, Site: p.NewSite(ir.Nondet, "reached", ir.B, f, pos)}, pos)
	f.NewEdge(chosen, bad, &ir.Assume{Cond: ir.NewRef(v)}, pos)
	f.NewEdge(chosen, on, &ir.Assume{Cond: ir.NotExpr(ir.NewRef(v))}, pos)
}
