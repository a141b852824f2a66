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

// A check that is proved because nothing reaches it, as after contradictory assumptions, is said to hold vacuously.
// Runs show of most obligations that something reaches them; for the others that is asked like any other property, and
// only a checked proof counts.

// Limits of the question, in addition to the time that is left.
const (
	vacuousTime = time.Second
	vacuousRuns = 8
	vacuousFuel = 1 << 12
	vacuousMost = 64 // obligations that no run reached: more are dead code of a library rather than a mistake
)

// vacuous marks the findings that hold vacuously. A user with a property file asks for no more than a verdict.
func (s *Session) vacuous(ctx context.Context, out *coop.Outcome) {
	if out.Verdict != verify.True || s.task.Property.Text != "" || ctx.Err() != nil {
		return
	}
	s.folded(out)
	asked := map[*ir.Obligation]int{} // findings
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

// places are where it begins to be decided whether obligations are violated; those of which that is not plain have
// none.
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

// folded marks what is not reached once constants are folded, where that is so of its place, too: the passes that every
// program goes through are asked again, with an error at each place.
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
	if err != nil || instrument.Refer(p, passes(s.task)) != nil { // what the guards ask is there then, too
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

// decision is where the evaluation of what is asked begins: the first of the locations before the error that all ways
// there pass and that stand after its place in the text. A condition with && or || has branches of its own, and not
// the last one counts. nil where the error is a call, of which the text does not say what it depends on.
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

// assumed returns the code after the last assumption that all paths to the error pass: a condition on whose other side
// the program ends. nil if there is none.
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

// halts reports whether nothing but the end of the program comes next.
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

// unreached asks whether no execution comes to where the obligations are decided. It goes on until one is reached,
// which is asked no more, or all are proved; again says that there is more to ask.
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

// reach makes an obligation violated wherever the location is reached, in some executions, while others go on.
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
