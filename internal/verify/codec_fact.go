package verify

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// wireFact has the fields of all payloads.
type wireFact struct {
	ID       FactID       `json:"id"`
	Kind     FactKind     `json:"kind"`
	Scope    *wireScope   `json:"scope,omitempty"`
	Assuming []Assumption `json:"assuming,omitempty"`
	Producer string       `json:"producer"`
	Deps     []FactID     `json:"deps,omitempty"`
	Status   FactStatus   `json:"status"`
	Why      string       `json:"why,omitempty"`

	Inductive   *wireEvidence   `json:"inductive,omitempty"`
	Invariants  []wireInvariant `json:"invariants,omitempty"`
	Test        *wireTest       `json:"test,omitempty"`
	Ending      Ending          `json:"ending,omitempty"`
	Path        Path            `json:"path,omitempty"`
	Obligation  *int            `json:"obligation,omitempty"`
	Region      *wireRegion     `json:"region,omitempty"`
	Predicates  []wirePredicate `json:"predicates,omitempty"`
	Obligations []int           `json:"obligations"`
}

type wireScope struct {
	Region    *wireRegion    `json:"region,omitempty"`
	Range     *PathRange     `json:"range,omitempty"`
	Condition *wireCondition `json:"condition,omitempty"`
	Depth     int            `json:"depth,omitempty"`
	Edges     *[]wireEdge    `json:"edges,omitempty"` // null: all
}

type wireRegion struct {
	Box  []Range   `json:"box"`
	Cond string    `json:"cond,omitempty"`
	Vars []wireVar `json:"vars,omitempty"`
}

type wireCondition struct {
	Obligations []int           `json:"obligations"`
	Note        string          `json:"note,omitempty"`
	States      []wireCondState `json:"states,omitempty"`
}

type wireCondState struct {
	Verified bool           `json:"verified,omitempty"`
	Steps    []wireCondStep `json:"steps,omitempty"`
}

type wireCondStep struct {
	Edge   wireEdge `json:"edge"`
	Assume string   `json:"assume,omitempty"`
	To     int      `json:"to"`
}

// wirePredicate is a predicate and where it is tracked: everywhere, in a
// function, or at a location.
type wirePredicate struct {
	Func string `json:"func,omitempty"`
	Loc  *int   `json:"loc,omitempty"`
	Expr string `json:"expr"`
}

func (c *Codec) fact(f Fact) (*wireFact, error) {
	w := &wireFact{ID: f.ID, Scope: c.scope(f.Scope), Assuming: f.Assuming, Producer: f.Producer, Deps: f.Deps, Status: f.Status, Why: f.Why}
	if f.Payload == nil {
		return nil, fmt.Errorf("a fact without payload")
	}
	w.Kind = f.Payload.Kind()
	var err error
	switch p := f.Payload.(type) {
	case *Invariants:
		w.Inductive, err = c.evidence(&p.Inductive)
	case *Candidates:
		w.Invariants = c.invariants(p.Invariants)
	case *TestFact:
		w.Test, w.Ending, w.Path = c.test(p.Test), p.Ending, p.Path
		if p.Obligation != nil {
			w.Obligation = &p.Obligation.ID
		}
	case *OpenRegion:
		w.Region, w.Obligations = c.region(p.Region), obligations(p.Obligations)
	case *Predicates:
		w.Predicates = c.predicates(p.Precision)
	case *Holds:
		w.Obligations = obligations(p.Obligations)
	default:
		err = fmt.Errorf("no JSON form for a fact of type %T", p)
	}
	return w, err
}

func (c *Codec) unfact(w *wireFact) (Fact, error) {
	f := Fact{ID: w.ID, Assuming: w.Assuming, Producer: w.Producer, Deps: w.Deps, Status: w.Status, Why: w.Why}
	var err error
	if f.Scope, err = c.unscope(w.Scope); err != nil {
		return f, err
	}
	obls, err := c.unobligations(w.Obligations)
	if err != nil {
		return f, err
	}
	switch w.Kind {
	case KindInvariant:
		if w.Inductive == nil {
			return f, fmt.Errorf("invariants are missing")
		}
		e, err := c.uninductive(w.Inductive)
		if err != nil {
			return f, err
		}
		f.Payload = &Invariants{*e}
	case KindCandidate:
		is, err := c.uninvariants(w.Invariants, nil, nil, nil)
		if err != nil {
			return f, err
		}
		f.Payload = &Candidates{is}
	case KindTest:
		t := &TestFact{Ending: w.Ending, Path: w.Path}
		if t.Test, err = c.untest(w.Test); err != nil {
			return f, err
		}
		if w.Obligation != nil {
			if t.Obligation, err = c.obligation(*w.Obligation); err != nil {
				return f, err
			}
		}
		f.Payload = t
	case KindRegion:
		r, err := c.unregion(w.Region)
		if err != nil {
			return f, err
		}
		f.Payload = &OpenRegion{r, obls}
	case KindPredicate:
		p, err := c.unpredicates(w.Predicates)
		if err != nil {
			return f, err
		}
		f.Payload = &Predicates{p}
	case KindProved:
		f.Payload = &Holds{obls}
	default:
		return f, fmt.Errorf("no fact of kind %q", w.Kind)
	}
	return f, nil
}

func (c *Codec) scope(s Scope) *wireScope {
	if s.Whole() {
		return nil
	}
	return &wireScope{c.region(s.Region), s.Range, c.condition(s.Condition), s.Depth, c.edges(s.Edges)}
}

func (c *Codec) edges(s Edges) *[]wireEdge {
	if s == nil {
		return nil
	}
	out := []wireEdge{}
	for _, f := range c.prog.Funcs { // in a fixed order
		for _, e := range f.Edges {
			if s[e] {
				out = append(out, c.edge(e))
			}
		}
	}
	return &out
}

func (c *Codec) unscope(w *wireScope) (s Scope, err error) {
	if w == nil {
		return s, nil
	}
	s.Range, s.Depth = w.Range, w.Depth
	if w.Region != nil {
		if s.Region, err = c.unregion(w.Region); err != nil {
			return s, err
		}
	}
	if w.Edges != nil {
		s.Edges = Edges{}
		for _, e := range *w.Edges {
			edge, err := c.unedge(e)
			if err != nil {
				return s, err
			}
			s.Edges[edge] = true
		}
	}
	s.Condition, err = c.uncondition(w.Condition)
	return s, err
}

func (c *Codec) region(r *Region) *wireRegion {
	if r == nil {
		return nil
	}
	w := &wireRegion{Box: r.Box, Cond: exprText(r.Cond)}
	for site, v := range r.Vars {
		w.Vars = append(w.Vars, wireVar{Site: site, Name: v.Name, Type: v.Type})
	}
	slices.SortFunc(w.Vars, func(a, b wireVar) int { return a.Site - b.Site })
	return w
}

func (c *Codec) unregion(w *wireRegion) (*Region, error) {
	if w == nil {
		return nil, fmt.Errorf("a region is missing")
	}
	r := &Region{Box: w.Box}
	var extra []*ir.Var
	for _, v := range w.Vars {
		if r.Vars == nil {
			r.Vars = map[int]*ir.Var{}
		}
		r.Vars[v.Site] = &ir.Var{Name: v.Name, Type: v.Type}
		extra = append(extra, r.Vars[v.Site])
	}
	var err error
	r.Cond, err = c.unexpr(w.Cond, nil, extra...)
	return r, err
}

func (c *Codec) condition(k *Condition) *wireCondition {
	if k == nil {
		return nil
	}
	w := &wireCondition{Obligations: obligations(k.Obligations), Note: k.Note}
	for _, s := range k.States {
		ws := wireCondState{Verified: s.Verified}
		for _, st := range s.Steps {
			ws.Steps = append(ws.Steps, wireCondStep{c.edge(st.Edge), exprText(st.Assume), st.To})
		}
		w.States = append(w.States, ws)
	}
	return w
}

func (c *Codec) uncondition(w *wireCondition) (*Condition, error) {
	if w == nil {
		return nil, nil
	}
	k := &Condition{Note: w.Note}
	var err error
	if k.Obligations, err = c.unobligations(w.Obligations); err != nil {
		return nil, err
	}
	for _, ws := range w.States {
		s := ConditionState{Verified: ws.Verified}
		for _, st := range ws.Steps {
			e, err := c.unedge(st.Edge)
			if err != nil {
				return nil, err
			}
			a, err := c.unexpr(st.Assume, e.From.Func)
			if err != nil {
				return nil, err
			}
			if st.To < 0 || st.To >= len(w.States) {
				return nil, fmt.Errorf("no state %d in the condition", st.To)
			}
			s.Steps = append(s.Steps, ConditionStep{Edge: e, Assume: a, To: st.To})
		}
		k.States = append(k.States, s)
	}
	return k, nil
}

func (c *Codec) predicates(p Precision) []wirePredicate {
	var out []wirePredicate
	for _, e := range p.Global {
		out = append(out, wirePredicate{Expr: exprText(e)})
	}
	for _, f := range c.prog.Funcs { // in a fixed order
		for _, e := range p.Func[f] {
			out = append(out, wirePredicate{Func: f.Name, Expr: exprText(e)})
		}
		for _, l := range f.Locs {
			for _, e := range p.Loc[l] {
				out = append(out, wirePredicate{Func: f.Name, Loc: &l.ID, Expr: exprText(e)})
			}
		}
	}
	return out
}

func (c *Codec) unpredicates(ws []wirePredicate) (Precision, error) {
	p := Precision{Func: map[*ir.Func][]ir.Expr{}, Loc: map[*ir.Loc][]ir.Expr{}}
	for _, w := range ws {
		var f *ir.Func
		var err error
		if w.Func != "" {
			if f, err = c.unfunc(w.Func); err != nil {
				return p, err
			}
		}
		e, err := c.unexpr(w.Expr, f)
		if err != nil {
			return p, err
		}
		switch {
		case f == nil:
			p.Global = append(p.Global, e)
		case w.Loc == nil:
			p.Func[f] = append(p.Func[f], e)
		default:
			l, err := c.unloc(wireLoc{w.Func, *w.Loc})
			if err != nil {
				return p, err
			}
			p.Loc[l] = append(p.Loc[l], e)
		}
	}
	return p, nil
}
