package report

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Step is one line of a trace: what one visit of a source line did.
type Step struct {
	Skipped int `json:"skipped,omitempty"` // steps left out before this one
	Rounds  int `json:"rounds,omitempty"`  // the last ones of them are so many rounds like the one before them

	File   string  `json:"file"`
	Line   int     `json:"line"`
	Func   string  `json:"function"`
	Depth  int     `json:"depth"`            // activations, for indentation
	Source string  `json:"source,omitempty"` // the text of the line
	Branch string  `json:"branch,omitempty"` // true or false: the side of the last condition
	Values []Value `json:"values,omitempty"` // user variables assigned, in order
	Inputs []Value `json:"inputs,omitempty"` // inputs read
	event  int32   // of the branch
}

// Value is a user variable and what it was set to.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from,omitempty"`  // the input of the same step that it is
	Means string `json:"means,omitempty"` // of an input: its value as a character, or what a choice takes
	event int32  // that set it
	from  int32  // of the input that it is a copy of, -1 if it is none
	zero  bool   // of an input: it is 0 where it is not given
}

// Trace is a run as source steps; a long one has a gap in the middle.
type Trace struct {
	First   []Step       `json:"first"`
	Skipped int          `json:"skipped"` // steps between First and Last
	Last    []Step       `json:"last"`
	Sliced  int          `json:"sliced,omitempty"` // steps left out as the error does not depend on them
	End     exec.Outcome `json:"-"`
	At      ir.Pos       `json:"-"`               // the last edge in a file of the user
	Fault   string       `json:"fault,omitempty"` // why the trace is not complete

	left []exec.Left // where the run ends
}

// TraceMode says which steps a trace has.
type TraceMode string

// Modes of a trace. Slice and Steps show one round of many alike, and of very long traces the beginning and the end.
const (
	TraceSlice TraceMode = "slice" // those on which the error depends, and the inputs
	TraceSteps TraceMode = "steps" // all
	TraceFull  TraceMode = "full"  // all, each round
	TraceOff   TraceMode = "off"   // none
)

// TraceModes are the modes by name.
var TraceModes = []string{string(TraceSlice), string(TraceSteps), string(TraceFull), string(TraceOff)}

// Limits of a trace, in steps.
const (
	traceFirst = 20
	traceLast  = 40
	traceKept  = 1 << 17 // more are neither sliced nor folded
)

// NewTrace runs the program in the interpreter and notes what happens to user
// variables; headers and library models are not shown. source gives the lines
// of a file, nil if unknown.
func NewTrace(ctx context.Context, p *ir.Program, in exec.Inputs, cfg exec.Config, mode TraceMode,
	source func(file string) []string) (*Trace, *exec.Run, error) {
	m, err := exec.NewInterp(p, cfg)
	if err != nil {
		return nil, nil, err
	}
	defer m.Close()
	tr := newTracer(p, m, source)
	tr.name = m.Name
	m.Path(tr.before)
	m.Observe(tr.observe)
	run, err := m.Run(ctx, watch{in, tr.input})
	if err != nil {
		return nil, nil, err
	}
	t := tr.finish(mode, run.Outcome)
	t.End, t.left = run.Outcome, m.Left()
	return t, run, nil
}

// watch are inputs of which a function is told.
type watch struct {
	exec.Inputs
	told func(ir.Key, *ir.Site, ir.Type, uint64, ir.Place)
}

func (w watch) Next(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
	v, ok := w.Inputs.Next(k, s, t)
	if ok {
		w.told(k, s, t, v, w.Place(k, t))
	}
	return v, ok
}

// Place implements exec.Placed.
func (w watch) Place(k ir.Key, t ir.Type) ir.Place {
	if p, ok := w.Inputs.(exec.Placed); ok {
		return p.Place(k, t)
	}
	return ir.Place{}
}

// tracer collects steps.
type tracer struct {
	prog    *ir.Program
	depends *depends
	shown   map[string]bool // user files
	source  func(string) []string
	name    func(addr uint64) ir.Place // what an address is in
	locals  map[int]*ir.Object         // by the sites of their bytes
	steps   []Step                     // at most traceKept
	ring    []Step                     // the last ones after those; ring[n%traceLast] is the next to be replaced
	n       int                        // steps that went into ring
	cur     *Step
	at      key
	inputs  []Value // read since the last edge
	begun   ir.Pos  // in a file of the user: the last edge, or the call that led to it
	by      string  // the function there
}

// key tells one step from the next.
type key struct {
	file  string
	line  int
	fn    *ir.Func
	depth int
}

func newTracer(p *ir.Program, env exec.Env, source func(string) []string) *tracer {
	t := &tracer{prog: p, depends: newDepends(p, env), shown: map[string]bool{}, locals: map[int]*ir.Object{},
		source: source}
	for _, f := range p.Funcs {
		for _, o := range f.Objects {
			if o.Site != nil {
				t.locals[o.Site.ID] = o
			}
		}
	}
	for _, f := range p.Files {
		if f.SHA256 != "" {
			t.shown[f.Name] = true
		}
	}
	return t
}

func (t *tracer) input(k ir.Key, s *ir.Site, typ ir.Type, v uint64, at ir.Place) {
	ev := t.depends.input()
	if len(t.inputs) < maxItems {
		rec := ir.Record{Key: k, Type: typ, Bits: v, At: at}
		t.inputs = append(t.inputs, Value{Name: InputName(s, k), Value: inputValue(t.prog, rec), Means: inputMeaning(s, rec),
			event: ev, from: ev, zero: v == 0})
	}
}

// maxItems bounds the inputs and values of a step, shownItems what is shown of the values.
const (
	maxItems   = 64
	shownItems = 12
)

// before is called before each edge.
func (t *tracer) before(e *ir.Edge) {
	t.depends.before(e)
	pos, in := e.Pos, e.Inline
	for ; in != nil && ofModel(pos); in = in.Parent {
		pos = in.Call
	}
	if !pos.IsValid() || !t.shown[pos.File] {
		return
	}
	t.begun, t.by = pos, e.From.Func.Source
	if in != nil {
		t.by = in.Func.Source
	}
}

// step begins one.
func (t *tracer) step(k key, pos ir.Pos, by string) {
	t.flush(false)
	t.at = k
	t.cur = &Step{File: pos.File, Line: pos.Line, Func: by, Depth: k.depth}
	if lines := t.source(pos.File); pos.Line <= len(lines) {
		t.cur.Source = strings.TrimSpace(lines[pos.Line-1])
	}
}

// observe is called after each edge.
func (t *tracer) observe(e *ir.Edge, env exec.Env) {
	if c, ok := e.Stmt.(*ir.Call); ok {
		t.depends.returned(c)
	}
	if !e.Pos.IsValid() || !t.shown[e.Pos.File] {
		return
	}
	k := key{e.Pos.File, e.Pos.Line, e.From.Func, env.Depth()}
	if t.cur == nil || k != t.at || e.From.Loop != nil && t.cur.Branch != "" {
		t.step(k, e.Pos, sourceFunc(e))
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
			t.cur.Branch, t.cur.event = "true", t.depends.cur
		case ir.False:
			t.cur.Branch, t.cur.event = "false", t.depends.cur
		case ir.NoMark:
		}
		return
	case *ir.Store:
		w := t.prog.Written(e)
		if name := t.place(e, s.Addr, w, env); name != "" {
			if value, ok := t.written(s, w, env); ok {
				t.set(name, value, t.depends.from(s.Val))
			}
		}
		return
	}
	if v := ir.Def(e.Stmt); v != nil && v.Source != "" {
		t.set(v.Source, t.scalar(v.Type, ofChars(v.CType), env.Reg(v), env), t.depends.reg(v).from)
	}
}

func (t *tracer) set(name, value string, from int32) {
	v := Value{Name: name, Value: value, event: t.depends.cur, from: from}
	for _, in := range t.cur.Inputs {
		if in.event == from && (value == in.Value || strings.HasPrefix(value, in.Value+" ")) {
			v.From = in.Name
		}
	}
	if n := len(t.cur.Values); n > 0 && t.cur.Values[n-1].Name == name {
		t.cur.Values[n-1] = v
	} else if n < maxItems {
		t.cur.Values = append(t.cur.Values, v)
	}
}

// written is the value of what a store writes, of a bit-field for that of its unit. It is not known while parts of the
// field are not written.
func (t *tracer) written(s *ir.Store, w ir.Wrote, env exec.Env) (string, bool) {
	bits, ok := evalIn(env, s.Val)
	if !ok || w.Bits == nil {
		return t.scalar(s.Val.Type(), w.Char, bits, env), ok
	}
	at, ok := evalIn(env, s.Addr)
	if !ok {
		return "", false
	}
	field := uint64(0)
	for i := range w.Bits.Width {
		bit := w.Bits.Off + i
		b, ok := env.Mem(at+uint64(bit>>3), 1)
		if !ok {
			return "", false
		}
		field |= b >> (bit & 7) & 1 << i
	}
	if w.Bits.Signed {
		return fmt.Sprint(num.Signed(field, uint8(w.Bits.Width))), true
	}
	return fmt.Sprint(field), true
}

// place names what a store writes: a user object, with an index where it is an
// array of scalars; else by its text in the source; "" if neither is known.
func (t *tracer) place(e *ir.Edge, addr ir.Expr, w ir.Wrote, env exec.Env) string {
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
	if w.Text != "" || o == nil {
		return w.Text
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

// evalIn evaluates an expression of an edge in the state of a run.
func evalIn(env exec.Env, e ir.Expr) (uint64, bool) {
	return ir.EvalExpr(e, &ir.Env{
		Reg:      func(v *ir.Var) uint64 { return env.Reg(v) },
		Addr:     func(o *ir.Object) uint64 { return env.Addr(o) },
		FuncAddr: exec.FuncAddr,
	})
}

// flush ends the current step. A step that neither did nor decided anything is not kept; the place of an error is.
func (t *tracer) flush(last bool) {
	if t.cur == nil {
		return
	}
	s := *t.cur
	t.cur = nil
	if s.empty() && !last {
		return
	}
	if len(t.steps) < traceKept {
		t.steps = append(t.steps, s)
		return
	}
	if len(t.ring) < traceLast {
		t.ring = append(t.ring, s)
	} else {
		t.ring[t.n%traceLast] = s
	}
	t.n++
}

func (s *Step) empty() bool { return len(s.Values) == 0 && len(s.Inputs) == 0 && s.Branch == "" }

func (t *tracer) finish(mode TraceMode, end exec.Outcome) *Trace {
	ended := end.Kind != exec.Finished && end.Kind != exec.Cancelled
	if pos := t.begun; ended && pos.IsValid() && (t.cur == nil || t.at.line != pos.Line || t.at.file != pos.File) {
		t.step(key{file: pos.File, line: pos.Line, depth: t.at.depth}, pos, t.by)
	}
	t.flush(ended)
	out := &Trace{At: t.begun}
	if t.n > 0 { // too long
		out.First, out.Last = t.steps[:traceFirst], t.ring
		out.Skipped = len(t.steps) - traceFirst
		if at := t.n % traceLast; t.n > traceLast {
			out.Skipped += t.n - traceLast
			out.Last = append(append([]Step(nil), t.ring[at:]...), t.ring[:at]...)
		}
		out.clip()
		return out
	}
	steps := t.steps
	if mode == TraceSlice && ended {
		steps, out.Sliced = sliced(steps, t.depends)
	}
	most := len(steps)
	if mode != TraceFull {
		steps = folded(steps)
		most = traceFirst + traceLast
	}
	out.First = steps
	if len(steps) > most {
		out.First, out.Last = steps[:traceFirst], steps[len(steps)-traceLast:]
		out.Skipped = len(steps) - traceFirst - traceLast
		for _, s := range steps[traceFirst : len(steps)-traceLast] {
			out.Skipped += s.Skipped
		}
	}
	out.clip()
	return out
}

// clip shortens steps that did very much.
func (t *Trace) clip() {
	for _, part := range [][]Step{t.First, t.Last} {
		for i := range part {
			s := &part[i]
			s.Values, s.Inputs = s.Values[:min(len(s.Values), shownItems)], s.Inputs[:min(len(s.Inputs), shownItems)]
		}
	}
}

// InputName names an input for people: the called function or the variable.
func InputName(s *ir.Site, k ir.Key) string {
	name := s.ShownName(k.Occ)
	switch {
	case s.Label != "":
	case s.Kind == ir.Nondet, s.Kind == ir.NoBody, s.Kind == ir.Library:
		name += "()"
	case s.Kind == ir.Shift:
		name = "shift by too much"
	}
	if k.Off >= 0 && exec.IsBytes(s, k.Off) { // less than 0: all of the object
		name = fmt.Sprintf("%s, byte %d", name, k.Off)
	}
	return name
}

// ofChars says of a C type that it is char, or a pointer to that.
func ofChars(ctype string) bool {
	switch strings.Join(strings.Fields(strings.NewReplacer("const", "", "*", " * ").Replace(ctype)), " ") {
	case "char", "char *":
		return true
	}
	return false
}

// scalar is a value, a char with its character, a pointer as what it leads to.
func (t *tracer) scalar(typ ir.Type, chars bool, bits uint64, env exec.Env) string {
	if typ.Kind != ir.Ptr || bits == 0 {
		return meant(FormatValue(typ, bits), charText(chars, bits))
	}
	to := t.leadsTo(bits)
	if chars {
		to = strings.TrimSpace(to + " " + textAt(bits, env))
	}
	if to == "" {
		return FormatValue(typ, bits)
	}
	return to
}

// leadsTo names the object or function of an address, "" if it has no name.
func (t *tracer) leadsTo(addr uint64) string {
	at := t.name(addr)
	switch at.Kind {
	case ir.OfFunc:
		return t.prog.Funcs[at.ID].Source
	case ir.OfGlobal:
		return within(t.prog.Objects[at.ID], at.Off)
	case ir.OfSite:
		if o := t.locals[at.ID]; o != nil {
			return within(o, at.Off)
		}
		s := t.prog.Sites[at.ID]
		switch {
		case s.IsText():
			return "place in " + s.ShownName(at.Occ)
		case at.Off == 0:
			return "object of " + InputName(s, ir.Key{Occ: at.Occ, Off: -1})
		}
		return fmt.Sprintf("byte %d of the object of %s", at.Off, InputName(s, ir.Key{Occ: at.Occ, Off: -1}))
	case ir.Number: // it has none
	}
	return ""
}

// within names a place in an object of the user.
func within(o *ir.Object, off int64) string {
	size := int64(o.Elem.Size())
	switch {
	case o.Source == "":
		return ""
	case size > 0 && size < o.Size && off%size == 0:
		return fmt.Sprintf("&%s[%d]", o.Source, off/size)
	case off == 0:
		return "&" + o.Source
	}
	return fmt.Sprintf("byte %d of %s", off, o.Source)
}

// textAt is the text at an address, as far as it is written and not long.
func textAt(at uint64, env exec.Env) string {
	const most = 24
	var b strings.Builder
	for i := range uint64(most) {
		c, ok := env.Mem(at+i, 1)
		switch {
		case !ok && i == 0:
			return ""
		case !ok:
			return `"` + b.String() + `"...`
		case c == 0:
			return `"` + b.String() + `"`
		}
		b.WriteString(charOf(byte(c), '"'))
	}
	return `"` + b.String() + `"...`
}

// charText is a character as C has it, "" for what is none or is nothing to see.
func charText(char bool, bits uint64) string {
	if text := charOf(byte(bits), '\''); char && (len(text) < 4) {
		return "'" + text + "'"
	}
	return ""
}

// charOf is a character between two marks.
func charOf(c, mark byte) string {
	const named, as = "\a\b\t\n\v\f\r\\", `abtnvfr\`
	switch i := strings.IndexByte(named, c); {
	case i >= 0:
		return `\` + as[i:i+1]
	case c == mark:
		return `\` + string(rune(mark))
	case c >= ' ' && c < 127:
		return string(rune(c))
	}
	return fmt.Sprintf(`\%03o`, c)
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
