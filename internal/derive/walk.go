package derive

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Walk translates a run of From, edge by edge, into the corresponding run of To.
type Walk struct {
	m       *Map
	to      func(*ir.Edge)
	calls   [][][]*ir.Edge // by step: the edges after the returns of the open calls
	pending []pending      // the edges after the last edge, unless its statement ends the run
	done    []int          // by Site.ID of From: how often the site was executed
	doneTo  []int          // by Site.ID of To: how often the site was executed
	shifts  [][]shift      // by Site.ID of From
	site    *ir.Site       // the site of the last edge; nil if there is none
}

// pending are edges of program steps[step].
type pending struct {
	step  int
	edges []*ir.Edge
}

// shift is an offset of execution numbers: from execution occ of a site on, the number in To is the number in From plus
// by.
type shift struct{ occ, by int }

// Walk begins a run of From. It calls the callback, if it is not nil, with each edge of the run of To.
func (m *Map) Walk(to func(*ir.Edge)) *Walk {
	w := &Walk{m: m, to: to, calls: make([][][]*ir.Edge, len(m.steps)), done: begun(m.From), doneTo: begun(m.To),
		shifts: make([][]shift, len(m.From.Sites))}
	return w
}

// begun counts the executions before the first edge: of objects with arbitrary initial contents.
func begun(p *ir.Program) []int {
	n := make([]int, len(p.Sites))
	for _, o := range p.Objects {
		if o.Uninit && o.Site != nil {
			n[o.Site.ID] = 1
		}
	}
	return n
}

// siteOf returns the site that a statement executes.
func siteOf(s ir.Stmt) *ir.Site {
	if d, ok := s.(*ir.Decl); ok {
		return d.Obj.Site
	}
	return ir.SiteOf(s)
}

// Edge processes the next edge of the run. It must be called before the statement of the edge is executed; for an
// Assume, when it is known that the condition holds.
func (w *Walk) Edge(e *ir.Edge) {
	w.flush()
	w.site = siteOf(e.Stmt)
	w.edge(e, 0, true)
	if w.site != nil {
		w.done[w.site.ID]++
	}
}

// Finish ends the run. It is not called if the last statement was not executed to its end.
func (w *Walk) Finish() { w.flush() }

// edge translates an edge of program steps[step] to the next program. own is set if the run executes its statement.
func (w *Walk) edge(e *ir.Edge, step int, own bool) {
	if step == w.m.hops() {
		w.take(e, own)
		return
	}
	last := len(e.Origin) - 1
	for i, o := range e.Origin {
		w.edge(o, step+1, own && i == last)
	}
	switch e.Stmt.(type) {
	case *ir.Call:
		w.calls[step] = append(w.calls[step], e.After)
	case *ir.Return:
		w.after(step, e.After, own)
		if n := len(w.calls[step]); n > 0 {
			after := w.calls[step][n-1]
			w.calls[step] = w.calls[step][:n-1]
			w.after(step, after, own)
		}
	default: // sound: control continues at the end of the edge
		w.after(step, e.After, own)
	}
}

// after translates the edges after an edge. It defers the edges after the edge that is being executed.
func (w *Walk) after(step int, es []*ir.Edge, own bool) {
	if own && len(es) > 0 {
		w.pending = append(w.pending, pending{step + 1, es})
		return
	}
	for _, e := range es {
		w.edge(e, step+1, false)
	}
}

// flush translates the deferred edges.
func (w *Walk) flush() {
	for i := 0; i < len(w.pending); i++ { // edges that are not executed now add nothing
		for _, e := range w.pending[i].edges {
			w.edge(e, w.pending[i].step, false)
		}
	}
	w.pending = w.pending[:0]
}

// take adds an edge of To.
func (w *Walk) take(e *ir.Edge, own bool) {
	if s := siteOf(e.Stmt); s != nil {
		n := w.doneTo[s.ID]
		w.doneTo[s.ID]++
		if own && w.site != nil {
			w.shift(w.site.ID, n-w.done[w.site.ID])
		}
	}
	if w.to != nil {
		w.to(e)
	}
}

// shift records the number in To of the execution of a site that begins.
func (w *Walk) shift(site, by int) {
	old := 0
	if s := w.shifts[site]; len(s) > 0 {
		old = s[len(s)-1].by
	}
	if by != old {
		w.shifts[site] = append(w.shifts[site], shift{w.done[site], by})
	}
}

// Key returns the name in To of an input of the run, for an execution that has begun.
func (w *Walk) Key(k ir.Key) (ir.Key, error) {
	s := w.m.From.Sites[k.Site]
	o := w.m.Site(s)
	if o == nil {
		return ir.Key{}, fmt.Errorf("derive: input %s has no image", s.Key)
	}
	return ir.Key{Site: o.ID, Occ: k.Occ + w.shiftOf(k.Site, k.Occ), Off: k.Off}, nil
}

// shiftOf returns the difference between the numbers in To and in From of an execution of a site.
func (w *Walk) shiftOf(site, occ int) int {
	s := w.shifts[site]
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].occ <= occ {
			return s[i].by
		}
	}
	return 0
}

// Record returns an input of the run as an input of To.
func (w *Walk) Record(r ir.Record) (ir.Record, error) {
	k, err := w.Key(r.Key)
	if err != nil {
		return r, err
	}
	r.Key = k
	r.At, err = w.place(r.At)
	return r, err
}

// place returns an address of the run in To.
func (w *Walk) place(at ir.Place) (ir.Place, error) {
	m := w.m
	switch at.Kind {
	case ir.OfGlobal:
		o := m.Object(m.From.Objects[at.ID])
		if o == nil || o.Func != nil {
			return at, fmt.Errorf("derive: object %s has no image", m.From.Objects[at.ID].Name)
		}
		at.ID = o.ID
	case ir.OfFunc:
		f := m.Func(m.From.Funcs[at.ID])
		if f == nil {
			return at, fmt.Errorf("derive: function %s has no image", m.From.Funcs[at.ID].Name)
		}
		at.ID = f.ID
	case ir.OfSite:
		k, err := w.Key(ir.Key{Site: at.ID, Occ: at.Occ})
		if err != nil {
			return at, err
		}
		at.ID, at.Occ = k.Site, k.Occ
	case ir.Number:
	}
	return at, nil
}

// Path returns the execution of To for an execution of From that finishes or is blocked.
func (m *Map) Path(path []*ir.Edge) (out []*ir.Edge) {
	w := m.Walk(func(e *ir.Edge) { out = append(out, e) })
	for _, e := range path {
		w.Edge(e)
	}
	w.Finish()
	return out
}

// Up returns an address of the run of To in the run of From, for an object that was made already.
func (w *Walk) Up(at ir.Place) (ir.Place, error) {
	m := w.m
	switch at.Kind { // sound: a number is the same in both runs
	case ir.OfGlobal:
		for _, o := range m.Objects(m.To.Objects[at.ID]) {
			if o.Func == nil {
				at.ID = o.ID
				return at, nil
			}
		}
		return at, fmt.Errorf("derive: object %s has no image", m.To.Objects[at.ID].Name)
	case ir.OfFunc:
		f := m.FuncOf(m.To.Funcs[at.ID])
		if f == nil {
			return at, fmt.Errorf("derive: function %s has no image", m.To.Funcs[at.ID].Name)
		}
		at.ID = f.ID
	case ir.OfSite:
		for _, s := range m.Sites(m.To.Sites[at.ID]) {
			for occ := range w.done[s.ID] {
				if occ+w.shiftOf(s.ID, occ) == at.Occ {
					at.ID, at.Occ = s.ID, occ
					return at, nil
				}
			}
		}
		return at, fmt.Errorf("derive: what %s made has no image", m.To.Sites[at.ID].Key)
	}
	return at, nil
}
