package derive

import (
	"fmt"
	"sync"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Map translates between the program From and the program To from which it was derived. It is safe for concurrent use.
type Map struct {
	From, To *ir.Program

	steps []*ir.Program // From, the program from which it was derived, and so on to To

	once sync.Once
	up   *images

	mu   sync.Mutex
	live map[*ir.Func]*flow.Live
	lost map[*ir.Program]map[*ir.Var]bool // by program of a step: the registers that have lost an assignment
}

// Of returns the map of one step. For a program that was not derived it is the identity.
func Of(p *ir.Program) *Map {
	if p.Origin == nil {
		return &Map{From: p, To: p, steps: []*ir.Program{p}}
	}
	return &Map{From: p, To: p.Origin, steps: []*ir.Program{p, p.Origin}}
}

// Between returns the map from a program to a program from which it was derived in any number of steps. It returns an
// error if the first program was not derived from the second.
func Between(from, to *ir.Program) (*Map, error) {
	m := &Map{From: from, To: to, steps: []*ir.Program{from}}
	for p := from; p != to; {
		if p = p.Origin; p == nil {
			return nil, fmt.Errorf("derive: the program was not derived from the other")
		}
		m.steps = append(m.steps, p)
	}
	return m, nil
}

// Then returns the map from m.From to n.To. It panics if m.To is not n.From.
func (m *Map) Then(n *Map) *Map {
	if m.To != n.From {
		panic("derive: the second map does not begin where the first one ends")
	}
	steps := append([]*ir.Program(nil), m.steps...)
	return &Map{From: m.From, To: n.To, steps: append(steps, n.steps[1:]...)}
}

// hops returns the number of steps.
func (m *Map) hops() int { return len(m.steps) - 1 }

// down follows origins.
func down[T any](x *T, hops int, origin func(*T) *T) *T {
	for ; hops > 0 && x != nil; hops-- {
		x = origin(x)
	}
	return x
}

// The origins of parts, as functions.
func originOfLoc(x *ir.Loc) *ir.Loc                      { return x.Origin }
func originOfVar(x *ir.Var) *ir.Var                      { return x.Origin }
func originOfObject(x *ir.Object) *ir.Object             { return x.Origin }
func originOfFunc(x *ir.Func) *ir.Func                   { return x.Origin }
func originOfSite(x *ir.Site) *ir.Site                   { return x.Origin }
func originOfObligation(x *ir.Obligation) *ir.Obligation { return x.Origin }

// Loc returns the location of To when From is at l.
func (m *Map) Loc(l *ir.Loc) *ir.Loc { return down(l, m.hops(), originOfLoc) }

// Var returns the register that v is, or is a copy of.
func (m *Map) Var(v *ir.Var) *ir.Var { return down(v, m.hops(), originOfVar) }

// Object returns the object that o is, or is a copy of.
func (m *Map) Object(o *ir.Object) *ir.Object { return down(o, m.hops(), originOfObject) }

// Func returns the function that f is.
func (m *Map) Func(f *ir.Func) *ir.Func { return down(f, m.hops(), originOfFunc) }

// Site returns the input that s is, or is a copy of.
func (m *Map) Site(s *ir.Site) *ir.Site { return down(s, m.hops(), originOfSite) }

// Obligation returns the obligation that o is, or is a copy of.
func (m *Map) Obligation(o *ir.Obligation) *ir.Obligation {
	return down(o, m.hops(), originOfObligation)
}

// Edges returns the edges of To that correspond to e. For a call, these are the edges before the call and then the
// edges after its return.
func (m *Map) Edges(e *ir.Edge) []*ir.Edge {
	es := []*ir.Edge{e}
	for range m.hops() {
		var next []*ir.Edge
		for _, e := range es {
			next = append(append(next, e.Origin...), e.After...)
		}
		es = next
	}
	return es
}

// images are the maps from parts of To to parts of From.
type images struct {
	locs        map[*ir.Loc][]*ir.Loc
	inside      map[*ir.Loc]bool // locations of To at which From may be in the middle of an edge
	edges       map[*ir.Edge][]*ir.Edge
	vars        map[*ir.Var][]*ir.Var
	objects     map[*ir.Object][]*ir.Object
	funcs       map[*ir.Func]*ir.Func
	sites       map[*ir.Site][]*ir.Site
	obligations map[*ir.Obligation][]*ir.Obligation
}

// add adds each part in xs to the map, under the image of the part.
func add[T any](to map[*T][]*T, image func(*T) *T, xs []*T) {
	for _, x := range xs {
		if o := image(x); o != nil {
			to[o] = append(to[o], x)
		}
	}
}

// images returns the maps up. It computes them on first use.
func (m *Map) images() *images {
	m.once.Do(func() {
		u := &images{
			locs: map[*ir.Loc][]*ir.Loc{}, inside: map[*ir.Loc]bool{}, edges: map[*ir.Edge][]*ir.Edge{},
			vars: map[*ir.Var][]*ir.Var{}, objects: map[*ir.Object][]*ir.Object{},
			funcs: map[*ir.Func]*ir.Func{}, sites: map[*ir.Site][]*ir.Site{}, obligations: map[*ir.Obligation][]*ir.Obligation{},
		}
		add(u.vars, m.Var, m.From.Globals)
		add(u.objects, m.Object, m.From.Objects)
		add(u.sites, m.Site, m.From.Sites)
		add(u.obligations, m.Obligation, m.From.Obligations)
		for _, f := range m.From.Funcs {
			if o := m.Func(f); o != nil && u.funcs[o] == nil {
				u.funcs[o] = f
			}
			add(u.vars, m.Var, f.Vars)
			add(u.objects, m.Object, f.Objects)
			add(u.locs, m.Loc, f.Locs)
			for _, e := range f.Edges {
				for i, o := range m.Edges(e) {
					if i > 0 || m.Loc(e.From) != o.From {
						u.inside[o.From] = true
					}
					if es := u.edges[o]; len(es) == 0 || es[len(es)-1] != e {
						u.edges[o] = append(es, e)
					}
				}
			}
		}
		m.up = u
	})
	return m.up
}

// Locs lists the locations of From at which To is at l.
func (m *Map) Locs(l *ir.Loc) []*ir.Loc { return m.images().locs[l] }

// Everywhere reports whether whenever To is at l, From is at one of Locs(l).
func (m *Map) Everywhere(l *ir.Loc) bool { return !m.images().inside[l] }

// Vars lists the images of a register.
func (m *Map) Vars(v *ir.Var) []*ir.Var { return m.images().vars[v] }

// Objects lists the images of an object.
func (m *Map) Objects(o *ir.Object) []*ir.Object { return m.images().objects[o] }

// FuncOf returns the image of a function, or nil if From does not have it. If there are several copies, it returns the
// first one, which is the one whose address is taken.
func (m *Map) FuncOf(f *ir.Func) *ir.Func { return m.images().funcs[f] }

// Sites lists the images of an input, in the order of From.
func (m *Map) Sites(s *ir.Site) []*ir.Site { return m.images().sites[s] }

// Obligations lists the images of an obligation, in the order of From.
func (m *Map) Obligations(o *ir.Obligation) []*ir.Obligation { return m.images().obligations[o] }
