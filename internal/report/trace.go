package report

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Step is one line of a trace: what one visit of a source line did.
type Step struct {
	File   string  `json:"file"`
	Line   int     `json:"line"`
	Func   string  `json:"function"`
	Depth  int     `json:"depth"`            // activations, for indentation
	Source string  `json:"source,omitempty"` // the text of the line
	Branch string  `json:"branch,omitempty"` // true or false: the side of the last condition
	Values []Value `json:"values,omitempty"` // user variables assigned, in order
	Inputs []Value `json:"inputs,omitempty"` // inputs read
}

// Value is a user variable and what it was set to.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Trace is a run as source steps; a long one has a gap in the middle.
type Trace struct {
	First   []Step       `json:"first"`
	Skipped int          `json:"skipped"` // steps between First and Last
	Last    []Step       `json:"last"`
	End     exec.Outcome `json:"-"`
	Fault   string       `json:"fault,omitempty"` // why the trace is not complete
}

// Limits of a trace, in steps.
const (
	traceFirst = 20
	traceLast  = 40
)

// NewTrace runs the program in the interpreter and notes what happens to user
// variables; headers and library models are not shown. source gives the lines
// of a file, nil if unknown.
func NewTrace(ctx context.Context, p *ir.Program, in exec.Inputs, cfg exec.Config, source func(file string) []string) (*Trace, *exec.Run, error) {
	m, err := exec.NewInterp(p, cfg)
	if err != nil {
		return nil, nil, err
	}
	defer m.Close()
	tr := newTracer(p, source)
	m.Observe(tr.observe)
	run, err := m.Run(ctx, exec.InputFunc(func(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
		v, ok := in.Next(k, s, t)
		if ok {
			tr.input(k, s, t, v)
		}
		return v, ok
	}))
	if err != nil {
		return nil, nil, err
	}
	t := tr.finish()
	t.End = run.Outcome
	return t, run, nil
}

// tracer collects steps. At most traceFirst+traceLast are kept.
type tracer struct {
	prog   *ir.Program
	shown  map[string]bool // user files
	source func(string) []string
	first  []Step
	ring   []Step // the last ones; ring[n%traceLast] is the next to be replaced
	n      int    // steps that went into ring
	cur    *Step
	at     key
	inputs []Value // read since the last edge
}

// key tells one step from the next.
type key struct {
	file  string
	line  int
	fn    *ir.Func
	depth int
}

func newTracer(p *ir.Program, source func(string) []string) *tracer {
	t := &tracer{prog: p, shown: map[string]bool{}, source: source}
	for _, f := range p.Files {
		if f.SHA256 != "" {
			t.shown[f.Name] = true
		}
	}
	return t
}

func (t *tracer) input(k ir.Key, s *ir.Site, typ ir.Type, v uint64) {
	if len(t.inputs) < 8 {
		t.inputs = append(t.inputs, Value{InputName(s, k), FormatValue(typ, v)})
	}
}

// observe is called after each edge.
func (t *tracer) observe(e *ir.Edge, env exec.Env) {
	if !e.Pos.IsValid() || !t.shown[e.Pos.File] {
		return
	}
	k := key{e.Pos.File, e.Pos.Line, e.From.Func, env.Depth()}
	if t.cur == nil || k != t.at || e.From.Loop != nil && t.cur.Branch != "" {
		t.flush(false)
		t.at = k
		t.cur = &Step{File: e.Pos.File, Line: e.Pos.Line, Func: sourceFunc(e), Depth: k.depth}
		if lines := t.source(e.Pos.File); e.Pos.Line <= len(lines) {
			t.cur.Source = strings.TrimSpace(lines[e.Pos.Line-1])
		}
	}
	t.cur.Inputs = append(t.cur.Inputs, t.inputs...)
	t.inputs = nil
	t.effect(e, env)
}

// sourceFunc is the C function an edge stands in, inlined ones included.
func sourceFunc(e *ir.Edge) string {
	if e.Inline != nil {
		return e.Inline.Func.Source
	}
	return e.From.Func.Source
}

// effect notes what the edge did to user variables.
func (t *tracer) effect(e *ir.Edge, env exec.Env) {
	switch s := e.Stmt.(type) { // sound: the register that it assigns is shown
	case *ir.Assume:
		switch s.Mark {
		case ir.True:
			t.cur.Branch = "true"
		case ir.False:
			t.cur.Branch = "false"
		case ir.NoMark:
		}
		return
	case *ir.Store:
		if name := t.place(e, s.Addr, env); name != "" {
			if bits, ok := evalIn(env, s.Val); ok {
				t.set(name, FormatValue(s.Val.Type(), bits))
			}
		}
		return
	}
	if v := ir.Def(e.Stmt); v != nil && v.Source != "" {
		t.set(v.Source, cValue(v, env.Reg(v)))
	}
}

func (t *tracer) set(name, value string) {
	if n := len(t.cur.Values); n > 0 && t.cur.Values[n-1].Name == name {
		t.cur.Values[n-1].Value = value
	} else if n < 12 {
		t.cur.Values = append(t.cur.Values, Value{name, value})
	}
}

// place names what a store writes: a user object, with an index where it is an
// array of scalars; else the text of the assignment's left side; "" if neither is known.
func (t *tracer) place(e *ir.Edge, addr ir.Expr, env exec.Env) string {
	at, ok := evalIn(env, addr)
	if !ok {
		return ""
	}
	o, off := t.object(e.From.Func, at, env)
	if o != nil {
		size := int64(o.Elem.Size())
		switch {
		case size == o.Size && size > 0:
			return o.Source
		case size > 0:
			return fmt.Sprintf("%s[%d]", o.Source, off/size)
		}
	}
	if lhs := t.leftSide(e.Pos); lhs != "" || o == nil {
		return lhs
	}
	return fmt.Sprintf("%s+%d", o.Source, off)
}

// object finds the user object, among the globals and those of f, that holds
// an address.
func (t *tracer) object(f *ir.Func, at uint64, env exec.Env) (*ir.Object, int64) {
	for _, objs := range [][]*ir.Object{f.Objects, t.prog.Objects} {
		for _, o := range objs {
			base := env.Addr(o)
			if base != 0 && base <= at && at < base+uint64(o.Size) {
				if o.Source == "" {
					return nil, 0
				}
				return o, int64(at - base)
			}
		}
	}
	return nil, 0
}

// leftSide is the text between a position and an = sign, if it looks like an
// lvalue: p->next, s.x, *q, a[i].n.
func (t *tracer) leftSide(pos ir.Pos) string {
	lines := t.source(pos.File)
	if pos.Line > len(lines) || pos.Col < 1 || pos.Col > len(lines[pos.Line-1]) {
		return ""
	}
	text, _, ok := strings.Cut(lines[pos.Line-1][pos.Col-1:], "=")
	text = strings.TrimRight(text, " +-*/%&|^<>\t")
	if !ok || text == "" || len(text) > 40 || strings.Trim(text, "*()_.->[]$"+letters) != "" {
		return ""
	}
	return text
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// evalIn evaluates an expression of an edge in the state of a run.
func evalIn(env exec.Env, e ir.Expr) (uint64, bool) {
	return ir.EvalExpr(e, &ir.Env{
		Reg:      func(v *ir.Var) uint64 { return env.Reg(v) },
		Addr:     func(o *ir.Object) uint64 { return env.Addr(o) },
		FuncAddr: exec.FuncAddr,
	})
}

// flush ends the current step. What neither did nor decided anything is not kept. The last step stays.
func (t *tracer) flush(last bool) {
	if t.cur == nil {
		return
	}
	s := *t.cur
	t.cur = nil
	if len(s.Values) == 0 && len(s.Inputs) == 0 && s.Branch == "" && !last {
		return
	}
	if len(t.first) < traceFirst {
		t.first = append(t.first, s)
		return
	}
	if len(t.ring) < traceLast {
		t.ring = append(t.ring, s)
	} else {
		t.ring[t.n%traceLast] = s
	}
	t.n++
}

func (t *tracer) finish() *Trace {
	t.flush(true)
	out := &Trace{First: t.first}
	if t.n <= traceLast {
		out.Last = t.ring
		return out
	}
	out.Skipped = t.n - traceLast
	at := t.n % traceLast
	out.Last = append(append([]Step(nil), t.ring[at:]...), t.ring[:at]...)
	return out
}

// InputName names an input for people: the called function or the variable.
func InputName(s *ir.Site, k ir.Key) string {
	name := s.Name
	switch s.Kind {
	case ir.Nondet, ir.NoBody, ir.Library:
		name += "()"
	case ir.Shift:
		name = "shift by too much"
	case ir.Approx, ir.Choice, ir.ObjectBytes, ir.Param, ir.Uninit: // have their own names
	}
	if exec.IsBytes(s, k.Off) {
		name = fmt.Sprintf("%s, byte %d", name, k.Off)
	}
	return name
}

// cValue is the value of a register, a char with its character.
func cValue(v *ir.Var, bits uint64) string {
	s := FormatValue(v.Type, bits)
	if v.CType == "char" && bits >= ' ' && bits < 127 {
		s += fmt.Sprintf(" '%c'", bits)
	}
	return s
}

// FormatValue writes a value as C would: numbers in decimal, pointers in hexadecimal.
func FormatValue(t ir.Type, bits uint64) string {
	if t.Kind == ir.Ptr {
		if bits == 0 {
			return "NULL"
		}
		return fmt.Sprintf("0x%x", bits)
	}
	return exec.FormatValue(t, bits)
}

// SourceLines reads source files, each once; one that cannot be read has no lines.
func SourceLines() func(string) []string {
	cache := map[string][]string{}
	return func(file string) []string {
		lines, ok := cache[file]
		if !ok {
			if text, err := os.ReadFile(file); err == nil {
				lines = strings.Split(string(text), "\n")
			}
			cache[file] = lines
		}
		return lines
	}
}
