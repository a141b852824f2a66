package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Codec writes and reads what is exchanged as JSON, in terms of one program:
// locations and edges by function and number, expressions in the text form of
// package ir. It serves dumps, goldens and workers.
type Codec struct {
	task   *Task
	prog   *ir.Program
	funcs  map[string]*ir.Func
	inputs []*ir.Var // of the regions that a proof is under
}

// NewCodec makes a codec for a task whose program passes ir.Check. What is said of its parts is read
// in terms of theirs (Task.Part).
func NewCodec(t *Task) *Codec {
	c := &Codec{task: t, prog: t.Program, funcs: map[string]*ir.Func{}}
	for _, f := range t.Program.Funcs {
		c.funcs[f.Name] = f
	}
	return c
}

// part is the codec for what is said of the part in a scope.
func (c *Codec) part(s Scope) (*Codec, error) {
	t, err := c.task.Part(s)
	if err != nil {
		return nil, err
	}
	return NewCodec(t), nil
}

// under is the codec for what is said of the executions in a region.
func (c *Codec) under(s Scope) (*Codec, error) {
	if s.Region == nil {
		return nil, fmt.Errorf("a proof under a region that is missing")
	}
	d := *c
	d.inputs = slices.Clone(c.inputs)
	for _, site := range slices.Sorted(maps.Keys(s.Region.Vars)) {
		d.inputs = append(d.inputs, s.Region.Vars[site])
	}
	return &d, nil
}

// EncodeResult and the functions below write and read one value each.
func (c *Codec) EncodeResult(r Result) ([]byte, error) {
	w, err := c.result(r)
	if err != nil {
		return nil, err
	}
	return json.Marshal(w)
}

// DecodeResult: see EncodeResult.
func (c *Codec) DecodeResult(text []byte) (Result, error) {
	var w wireResult
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, err
	}
	return c.unresult(&w)
}

// EncodeEvidence: see EncodeResult.
func (c *Codec) EncodeEvidence(e Evidence) ([]byte, error) {
	w, err := c.evidence(e)
	if err != nil {
		return nil, err
	}
	return json.Marshal(w)
}

// DecodeEvidence: see EncodeResult.
func (c *Codec) DecodeEvidence(text []byte) (Evidence, error) {
	var w wireEvidence
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, err
	}
	return c.unevidence(&w)
}

// EncodeFact: see EncodeResult.
func (c *Codec) EncodeFact(f Fact) ([]byte, error) {
	w, err := c.fact(f)
	if err != nil {
		return nil, err
	}
	return json.Marshal(w)
}

// DecodeFact: see EncodeResult.
func (c *Codec) DecodeFact(text []byte) (Fact, error) {
	var w wireFact
	if err := json.Unmarshal(text, &w); err != nil {
		return Fact{}, err
	}
	return c.unfact(&w)
}

// EncodeTest: see EncodeResult.
func (c *Codec) EncodeTest(t *Test) ([]byte, error) { return json.Marshal(c.test(t)) }

// DecodeTest: see EncodeResult.
func (c *Codec) DecodeTest(text []byte) (*Test, error) {
	var w wireTest
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, err
	}
	return c.untest(&w)
}

// References.

type wireLoc struct {
	Func string `json:"func"`
	Loc  int    `json:"loc"`
}

type wireEdge struct {
	Func string `json:"func"`
	Edge int    `json:"edge"`
}

func (c *Codec) loc(l *ir.Loc) wireLoc    { return wireLoc{l.Func.Name, l.ID} }
func (c *Codec) edge(e *ir.Edge) wireEdge { return wireEdge{e.From.Func.Name, e.ID} }

func (c *Codec) unfunc(name string) (*ir.Func, error) {
	if f := c.funcs[name]; f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("no function %q in the program", name)
}

func (c *Codec) unloc(w wireLoc) (*ir.Loc, error) {
	f, err := c.unfunc(w.Func)
	if err != nil {
		return nil, err
	}
	if w.Loc < 0 || w.Loc >= len(f.Locs) {
		return nil, fmt.Errorf("no location %d in %s", w.Loc, w.Func)
	}
	return f.Locs[w.Loc], nil
}

func (c *Codec) unedge(w wireEdge) (*ir.Edge, error) {
	f, err := c.unfunc(w.Func)
	if err != nil {
		return nil, err
	}
	if w.Edge < 0 || w.Edge >= len(f.Edges) {
		return nil, fmt.Errorf("no edge %d in %s", w.Edge, w.Func)
	}
	return f.Edges[w.Edge], nil
}

// Obligations: nil (all) is null, an empty list is [].
func obligations(os []*ir.Obligation) []int {
	if os == nil {
		return nil
	}
	out := []int{}
	for _, o := range os {
		out = append(out, o.ID)
	}
	return out
}

func (c *Codec) obligation(id int) (*ir.Obligation, error) {
	if id < 0 || id >= len(c.prog.Obligations) {
		return nil, fmt.Errorf("no obligation %d in the program", id)
	}
	return c.prog.Obligations[id], nil
}

func (c *Codec) unobligations(ids []int) ([]*ir.Obligation, error) {
	if ids == nil {
		return nil, nil
	}
	out := []*ir.Obligation{}
	for _, id := range ids {
		o, err := c.obligation(id)
		if err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	return out, nil
}

// Expressions are conditions; "" is nil.
func exprText(e ir.Expr) string {
	if e == nil {
		return ""
	}
	return ir.ExprString(e)
}

func (c *Codec) unexpr(text string, f *ir.Func, extra ...*ir.Var) (ir.Expr, error) {
	if text == "" {
		return nil, nil
	}
	extra = append(slices.Clone(extra), c.inputs...)
	e, err := ir.ParseExpr(text, c.prog, f, extra...)
	if err != nil {
		return nil, err
	}
	if e.Type() != ir.B {
		return nil, fmt.Errorf("%s is no condition", text)
	}
	return e, ir.CheckExpr(c.prog, f, e, extra...)
}

// wireVar is a pseudo register.
type wireVar struct {
	Func string  `json:"func,omitempty"` // of a result
	Site int     `json:"site,omitempty"` // of an input
	Name string  `json:"name"`
	Type ir.Type `json:"type"`
}

// Tests.

type wireTest struct {
	Records []wireRecord `json:"records"`
	Note    string       `json:"note,omitempty"`
}

// wireRecord names the site by its key too, so that a test outlives small
// changes of the program; the key wins.
type wireRecord struct {
	Key  string  `json:"key"`
	Site int     `json:"site"`
	Occ  int     `json:"occurrence"`
	Off  int64   `json:"offset,omitempty"`
	Type ir.Type `json:"type"`
	Bits uint64  `json:"bits,string"`
	At   string  `json:"at,omitempty"` // ir.PlaceText
}

func (c *Codec) test(t *Test) *wireTest {
	if t == nil {
		return nil
	}
	w := &wireTest{Records: []wireRecord{}, Note: t.Note}
	for _, r := range t.Records {
		key := ""
		if r.Site >= 0 && r.Site < len(c.prog.Sites) {
			key = c.prog.Sites[r.Site].Key
		}
		w.Records = append(w.Records, wireRecord{key, r.Site, r.Occ, r.Off, r.Type, r.Bits, ir.PlaceText(c.prog, r.At)})
	}
	return w
}

func (c *Codec) untest(w *wireTest) (*Test, error) {
	if w == nil {
		return nil, nil
	}
	t := &Test{Note: w.Note}
	for _, r := range w.Records {
		site := slices.IndexFunc(c.prog.Sites, func(s *ir.Site) bool { return s.Key == r.Key })
		if site < 0 {
			return nil, fmt.Errorf("no input site %q in the program", r.Key)
		}
		rec := ir.Record{Key: ir.Key{Site: site, Occ: r.Occ, Off: r.Off}, Type: r.Type, Bits: r.Bits}
		if r.At != "" {
			at, err := ir.ParsePlace(c.prog, r.At)
			if err != nil {
				return nil, err
			}
			rec.At = at
		}
		t.Records = append(t.Records, rec)
	}
	return t, nil
}

// Results.

type wireResult struct {
	Verdict     Verdict        `json:"verdict"`
	Obligations []int          `json:"obligations"`
	Proof       *wireEvidence  `json:"proof,omitempty"`
	Assuming    []Assumption   `json:"assuming,omitempty"`
	Obligation  int            `json:"obligation"`
	Test        *wireTest      `json:"test,omitempty"`
	Reason      string         `json:"reason,omitempty"`
	Left        *wireCondition `json:"left,omitempty"`
}

func (c *Codec) result(r Result) (*wireResult, error) {
	switch r := r.(type) {
	case *Safe:
		proof, err := c.evidence(r.Proof)
		return &wireResult{Verdict: True, Obligations: obligations(r.Obligations), Proof: proof, Assuming: r.Assuming}, err
	case *Unsafe:
		w := &wireResult{Verdict: False, Obligation: -1, Test: c.test(r.Test)}
		if r.Obligation != nil {
			w.Obligation = r.Obligation.ID
		}
		return w, nil
	case *Unknown:
		return &wireResult{Verdict: UnknownVerd, Reason: r.Reason, Left: c.condition(r.Left)}, nil
	}
	return nil, fmt.Errorf("no JSON form for a result of type %T", r)
}

func (c *Codec) unresult(w *wireResult) (Result, error) {
	switch w.Verdict {
	case True:
		os, err := c.unobligations(w.Obligations)
		if err != nil {
			return nil, err
		}
		proof, err := c.unevidence(w.Proof)
		return &Safe{Obligations: os, Proof: proof, Assuming: w.Assuming}, err
	case False:
		u := &Unsafe{}
		var err error
		if w.Obligation >= 0 {
			if u.Obligation, err = c.obligation(w.Obligation); err != nil {
				return nil, err
			}
		}
		u.Test, err = c.untest(w.Test)
		return u, err
	case UnknownVerd:
		left, err := c.uncondition(w.Left)
		return &Unknown{Reason: w.Reason, Left: left}, err
	}
	return nil, fmt.Errorf("no verdict %q", w.Verdict)
}
