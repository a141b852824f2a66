package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// wireEvidence has the fields of all kinds.
type wireEvidence struct {
	Kind       string                   `json:"kind"`
	Invariants []wireInvariant          `json:"invariants,omitempty"`
	Results    []wireVar                `json:"results,omitempty"`
	Entered    []wireEntered            `json:"entered,omitempty"`
	Made       []wireMade               `json:"made,omitempty"`
	Nodes      []wireInvariant          `json:"nodes,omitempty"`
	Edges      []wireTriple             `json:"edges,omitempty"`
	K          int                      `json:"k,omitempty"`
	Cut        []wireLoc                `json:"cut,omitempty"`
	Support    *wireEvidence            `json:"support,omitempty"`
	Leaves     []wireLeaf               `json:"leaves,omitempty"`
	Box        []Range                  `json:"box,omitempty"`
	Runs       uint64                   `json:"runs,omitempty,string"`
	Fuel       uint64                   `json:"fuel,omitempty,string"`
	Head       *wireLoc                 `json:"head,omitempty"`
	N          uint64                   `json:"n,omitempty,string"`
	M          uint64                   `json:"m,omitempty,string"`
	Depth      []wireDepth              `json:"depth,omitempty"`
	Search     bool                     `json:"search,omitempty"`
	Of         map[string]*wireEvidence `json:"of,omitempty"`
}

type wireInvariant struct {
	wireLoc
	Expr string `json:"expr"`
}

// wireEntered is a pseudo register for the value at the entry of the parameter or global
// register with the number.
type wireEntered struct {
	Func   string `json:"func"`
	Global bool   `json:"global,omitempty"`
	Var    int    `json:"var"`
	Name   string `json:"name"`
}

// wireMade is a pseudo object.
type wireMade struct {
	wireEdge
	Name string `json:"name"`
	Size int64  `json:"size"`
}

type wireTriple struct {
	From int       `json:"from"`
	To   int       `json:"to"`
	Edge *wireEdge `json:"edge,omitempty"`
}

type wireLeaf struct {
	Scope *wireScope    `json:"scope,omitempty"`
	Under bool          `json:"under,omitempty"`
	Proof *wireEvidence `json:"proof"`
}

type wireDepth struct {
	wireLoc
	Depth int `json:"depth"`
}

// Names of the kinds of evidence.
const (
	evInductive  = "inductive"
	evAnnotated  = "annotated"
	evKInductive = "k-inductive"
	evCover      = "cover"
	evEnumerated = "enumerated"
	evCycle      = "cycle"
	evUnwinding  = "unwinding"
	evUnreached  = "unreached"
	evParts      = "parts"
)

func (c *Codec) evidence(e Evidence) (*wireEvidence, error) {
	switch e := e.(type) { // sound: refused
	case nil:
		return nil, nil
	case *Inductive:
		if e == nil {
			return nil, nil
		}
		w := &wireEvidence{Kind: evInductive, Invariants: c.invariants(e.Invariants)}
		for f, v := range e.Results {
			w.Results = append(w.Results, wireVar{Func: f.Name, Name: v.Name, Type: v.Type})
		}
		slices.SortFunc(w.Results, func(a, b wireVar) int { return c.funcs[a.Func].ID - c.funcs[b.Func].ID })
		for f, of := range e.Entered {
			for v, was := range of {
				w.Entered = append(w.Entered, wireEntered{f.Name, v.Global, v.ID, was.Name})
			}
		}
		slices.SortFunc(w.Entered, func(a, b wireEntered) int {
			global := func(x wireEntered) int {
				if x.Global {
					return 1
				}
				return 0
			}
			return cmp.Or(c.funcs[a.Func].ID-c.funcs[b.Func].ID, global(a)-global(b), a.Var-b.Var)
		})
		for e, o := range e.Made {
			w.Made = append(w.Made, wireMade{c.edge(e), o.Name, o.Size})
		}
		slices.SortFunc(w.Made, func(a, b wireMade) int {
			if f := c.funcs[a.Func].ID - c.funcs[b.Func].ID; f != 0 {
				return f
			}
			return a.Edge - b.Edge
		})
		return w, nil
	case *Annotated:
		w := &wireEvidence{Kind: evAnnotated}
		for _, n := range e.Nodes {
			w.Nodes = append(w.Nodes, wireInvariant{c.loc(n.Loc), exprText(n.Formula)})
		}
		for _, t := range e.Edges {
			x := wireTriple{From: t.From, To: t.To}
			if t.Edge != nil {
				ref := c.edge(t.Edge)
				x.Edge = &ref
			}
			w.Edges = append(w.Edges, x)
		}
		return w, nil
	case *KInductive:
		w := &wireEvidence{Kind: evKInductive, K: e.K, Invariants: c.invariants(e.Invariants)}
		for _, l := range e.Cut {
			w.Cut = append(w.Cut, c.loc(l))
		}
		if e.Support == nil {
			return w, nil
		}
		var err error
		w.Support, err = c.evidence(e.Support)
		return w, err
	case *Cover:
		w := &wireEvidence{Kind: evCover}
		for _, l := range e.Leaves {
			proof, under, in, err := l.Proof, false, c, error(nil)
			if u, is := proof.(*Under); is {
				proof, under = u.Proof, true
			} else if in, err = c.part(l.Scope); err != nil {
				return nil, err
			}
			x, err := in.evidence(proof)
			if err != nil {
				return nil, err
			}
			w.Leaves = append(w.Leaves, wireLeaf{c.scope(l.Scope), under, x})
		}
		return w, nil
	case *Under:
		return nil, fmt.Errorf("a proof under a region is one of a leaf")
	case *Enumerated:
		return &wireEvidence{Kind: evEnumerated, Box: e.Box, Runs: e.Runs, Fuel: e.Fuel}, nil
	case *Cycle:
		head := c.loc(e.Head)
		return &wireEvidence{Kind: evCycle, Head: &head, N: e.N, M: e.M}, nil
	case *Unwinding:
		w := &wireEvidence{Kind: evUnwinding, Search: e.Search}
		for l, d := range e.Depth {
			w.Depth = append(w.Depth, wireDepth{c.loc(l), d})
		}
		slices.SortFunc(w.Depth, func(a, b wireDepth) int {
			if f := c.funcs[a.Func].ID - c.funcs[b.Func].ID; f != 0 {
				return f
			}
			return a.Loc - b.Loc
		})
		return w, nil
	case *Unreached:
		return &wireEvidence{Kind: evUnreached}, nil
	case *Parts:
		w := &wireEvidence{Kind: evParts, Of: map[string]*wireEvidence{}}
		for id, part := range e.Of {
			p, err := c.evidence(part)
			if err != nil {
				return nil, err
			}
			w.Of[strconv.Itoa(id)] = p
		}
		return w, nil
	}
	return nil, fmt.Errorf("no JSON form for evidence of type %T", e)
}

func (c *Codec) unevidence(w *wireEvidence) (Evidence, error) {
	if w == nil {
		return nil, nil
	}
	switch w.Kind {
	case evInductive:
		return c.uninductive(w)
	case evAnnotated:
		return c.unannotated(w)
	case evKInductive:
		e := &KInductive{K: w.K}
		for _, r := range w.Cut {
			l, err := c.unloc(r)
			if err != nil {
				return nil, err
			}
			e.Cut = append(e.Cut, l)
		}
		var err error
		if e.Invariants, err = c.uninvariants(w.Invariants, nil, nil, nil); err != nil {
			return nil, err
		}
		if w.Support != nil {
			e.Support, err = c.uninductive(w.Support)
		}
		return e, err
	case evCover:
		e := &Cover{}
		for _, l := range w.Leaves {
			scope, err := c.unscope(l.Scope)
			if err != nil {
				return nil, err
			}
			in := c
			if !l.Under {
				if in, err = c.part(scope); err != nil {
					return nil, err
				}
			} else if in, err = c.under(scope); err != nil {
				return nil, err
			}
			proof, err := in.unevidence(l.Proof)
			if err != nil {
				return nil, err
			}
			if l.Under {
				proof = &Under{proof}
			}
			e.Leaves = append(e.Leaves, Leaf{scope, proof})
		}
		return e, nil
	case evEnumerated:
		return &Enumerated{Box: w.Box, Runs: w.Runs, Fuel: w.Fuel}, nil
	case evCycle:
		if w.Head == nil {
			return nil, fmt.Errorf("a cycle without head")
		}
		l, err := c.unloc(*w.Head)
		return &Cycle{Head: l, N: w.N, M: w.M}, err
	case evUnwinding:
		e := &Unwinding{Depth: map[*ir.Loc]int{}, Search: w.Search}
		for _, d := range w.Depth {
			l, err := c.unloc(d.wireLoc)
			if err != nil {
				return nil, err
			}
			e.Depth[l] = d.Depth
		}
		return e, nil
	case evUnreached:
		return &Unreached{}, nil
	case evParts:
		e := &Parts{Of: map[int]Evidence{}}
		for id, part := range w.Of {
			n, err := strconv.Atoi(id)
			if err != nil {
				return nil, err
			}
			if e.Of[n], err = c.unevidence(part); err != nil {
				return nil, err
			}
		}
		return e, nil
	}
	return nil, fmt.Errorf("no evidence of kind %q", w.Kind)
}

func (c *Codec) invariants(is []Invariant) []wireInvariant {
	var out []wireInvariant
	for _, i := range is {
		out = append(out, wireInvariant{c.loc(i.Loc), exprText(i.Expr)})
	}
	return out
}

// uninvariants reads invariants; those at a function's exit may speak of its
// result, all of values at the entry and of the objects that edges of the function made.
func (c *Codec) uninvariants(ws []wireInvariant, results map[*ir.Func]*ir.Var, entered map[*ir.Func][]*ir.Var, made map[*ir.Func][]*ir.Object) ([]Invariant, error) {
	var out []Invariant
	for _, w := range ws {
		l, err := c.unloc(w.wireLoc)
		if err != nil {
			return nil, err
		}
		extra := append(slices.Clone(entered[l.Func]), c.inputs...)
		if v := results[l.Func]; v != nil && l == l.Func.Exit {
			extra = append(extra, v)
		}
		var e ir.Expr
		if objs := made[l.Func]; len(objs) > 0 {
			with := *l.Func // the function with its pseudo objects, for the names
			with.Objects = append(slices.Clone(with.Objects), objs...)
			e, err = ir.ParseExpr(w.Expr, c.prog, &with, extra...)
		} else {
			e, err = c.unexpr(w.Expr, l.Func, extra...)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, Invariant{l, e})
	}
	return out, nil
}

func (c *Codec) uninductive(w *wireEvidence) (*Inductive, error) {
	e := &Inductive{}
	for _, r := range w.Results {
		f, err := c.unfunc(r.Func)
		if err != nil {
			return nil, err
		}
		if e.Results == nil {
			e.Results = map[*ir.Func]*ir.Var{}
		}
		e.Results[f] = &ir.Var{Name: r.Name, Type: r.Type}
	}
	entered := map[*ir.Func][]*ir.Var{}
	for _, x := range w.Entered {
		f, err := c.unfunc(x.Func)
		if err != nil {
			return nil, err
		}
		vars := f.Params
		if x.Global {
			vars = c.prog.Globals
		}
		if x.Var < 0 || x.Var >= len(vars) {
			return nil, fmt.Errorf("no register %d at the entry of %s", x.Var, x.Func)
		}
		if e.Entered == nil {
			e.Entered = map[*ir.Func]map[*ir.Var]*ir.Var{}
		}
		if e.Entered[f] == nil {
			e.Entered[f] = map[*ir.Var]*ir.Var{}
		}
		was := &ir.Var{Name: x.Name, Type: vars[x.Var].Type}
		e.Entered[f][vars[x.Var]] = was
		entered[f] = append(entered[f], was)
	}
	made := map[*ir.Func][]*ir.Object{}
	for _, m := range w.Made {
		edge, err := c.unedge(m.wireEdge)
		if err != nil {
			return nil, err
		}
		if e.Made == nil {
			e.Made = map[*ir.Edge]*ir.Object{}
		}
		f := edge.From.Func
		o := &ir.Object{Name: m.Name, Size: m.Size, Func: f, Pos: edge.Pos}
		e.Made[edge] = o
		made[f] = append(made[f], o)
	}
	var err error
	e.Invariants, err = c.uninvariants(w.Invariants, e.Results, entered, made)
	return e, err
}

func (c *Codec) unannotated(w *wireEvidence) (*Annotated, error) {
	e := &Annotated{}
	for _, n := range w.Nodes {
		l, err := c.unloc(n.wireLoc)
		if err != nil {
			return nil, err
		}
		x, err := c.unexpr(n.Expr, l.Func)
		if err != nil {
			return nil, err
		}
		e.Nodes = append(e.Nodes, AnnotatedNode{l, x})
	}
	for _, t := range w.Edges {
		if t.From < 0 || t.From >= len(e.Nodes) || t.To < 0 || t.To >= len(e.Nodes) {
			return nil, fmt.Errorf("edge between nodes %d and %d, which are not there", t.From, t.To)
		}
		x := AnnotatedEdge{From: t.From, To: t.To}
		if t.Edge != nil {
			edge, err := c.unedge(*t.Edge)
			if err != nil {
				return nil, err
			}
			x.Edge = edge
		}
		e.Edges = append(e.Edges, x)
	}
	return e, nil
}
