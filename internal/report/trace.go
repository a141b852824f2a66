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

// Step is a line of a trace: the effects of one visit of a source line.
type Step struct {
	Skipped int `json:"skipped,omitempty"` // number of steps omitted before this one
	Rounds  int `json:"rounds,omitempty"`  // number of omitted rounds that equal the one shown before the gap

	File   string  `json:"file"`
	Line   int     `json:"line"`
	Func   string  `json:"function"`
	Depth  int     `json:"depth"`            // number of activations, for indentation
	Source string  `json:"source,omitempty"` // the text of the line
	Branch string  `json:"branch,omitempty"` // true or false: the side of the last condition
	Values []Value `json:"values,omitempty"` // user variables assigned, in order
	Inputs []Value `json:"inputs,omitempty"` // inputs read
	event  int32   // the event (see depends) of the branch
}

// Value is the new value of a user variable, or an input.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from,omitempty"`  // the input of the same step that the value comes from
	Means string `json:"means,omitempty"` // for an input: its value as a character, or the meaning of a choice
	event int32  // the event that set it
	from  int32  // the event of the input that it is a copy of; -1 if it is none
	zero  bool   // the value is an input that is 0
}

// Trace is a run as steps in the source. A long trace has a gap in the middle.
type Trace struct {
	First   []Step       `json:"first"`
	Skipped int          `json:"skipped"` // number of steps omitted between First and Last
	Last    []Step       `json:"last"`
	Sliced  int          `json:"sliced,omitempty"` // number of steps omitted since the error does not depend on them
	End     exec.Outcome `json:"-"`
	At      ir.Pos       `json:"-"`               // the last edge in a file of the user
	Fault   string       `json:"fault,omitempty"` // why the trace is not complete

	left []exec.Left // memory that is not freed at the end of the run
}

// TraceMode selects the steps of a trace.
type TraceMode string

// The modes of a trace. TraceSlice and TraceSteps omit equal rounds, and the middle of very long traces.
const (
	TraceSlice TraceMode = "slice" // the steps on which the error depends, and the inputs
	TraceSteps TraceMode = "steps" // all steps
	TraceFull  TraceMode = "full"  // all steps, with equal rounds
	TraceOff   TraceMode = "off"   // no trace
)

// TraceModes has the names of the modes.
var TraceModes = []string{string(TraceSlice), string(TraceSteps), string(TraceFull), string(TraceOff)}

// Limits of a trace, in steps.
const (
	traceFirst = 20
	traceLast  = 40
	traceKept  = 1 << 17 // a longer trace is neither sliced nor folded
)

// NewTrace runs the program in the interpreter and returns the trace and the run. The function source returns the lines
// of a file; nil if they are unknown.
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

// watch are inputs that call a function for each value.
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

// tracer collects the steps of a run.
type tracer struct {
	prog    *ir.Program
	depends *depends
	shown   map[string]bool // the files of the user, whose lines are shown
	source  func(string) []string
	name    func(addr uint64) ir.Place // names the object that contains an address
	locals  map[int]*ir.Object         // objects of functions, by the ID of the input site of their uninitialised bytes
	steps   []Step                     // at most traceKept
	ring    []Step                     // the last steps, after those in steps; ring[n%traceLast] is replaced next
	n       int                        // number of steps that were put into ring
	cur     *Step                      // the current step; nil: none
	at      key                        // key of the current step
	inputs  []Value                    // inputs read since the last edge
	begun   ir.Pos                     // position of the last edge, or of the call that led to it, in a file of the user
	by      string                     // the function at begun
}

// key distinguishes a step from the next one.
type key struct {
	file  string
	line  int
	fn    *ir.Func
	depth int
}

// newTracer returns a tracer for a run that begins.
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

// input records a value that the run reads.
func (t *tracer) input(k ir.Key, s *ir.Site, typ ir.Type, v uint64, at ir.Place) {
	ev := t.depends.input()
	if len(t.inputs) < maxItems {
		rec := ir.Record{Key: k, Type: typ, Bits: v, At: at}
		t.inputs = append(t.inputs, Value{Name: inputName(s, k), Value: inputValue(t.prog, rec), Means: inputMeaning(s, rec),
			event: ev, from: ev, zero: v == 0})
	}
}

// maxItems bounds the number of recorded inputs and values of a step, shownItems the number of shown ones.
const (
	maxItems   = 64
	shownItems = 12
)

// before records, before each edge, the user's source position and function to which an error there would belong.
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

// step ends the current step and begins one at pos, in the function by.
func (t *tracer) step(k key, pos ir.Pos, by string) {
	t.flush(false)
	t.at = k
	t.cur = &Step{File: pos.File, Line: pos.Line, Func: by, Depth: k.depth}
	if lines := t.source(pos.File); pos.Line <= len(lines) {
		t.cur.Source = strings.TrimSpace(lines[pos.Line-1])
	}
}

// observe records the effects of an edge after it ran, and begins a new step if the line, function or depth changed.
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

// sourceFunc returns the name of the C function that has an edge, also if it was inlined.
func sourceFunc(e *ir.Edge) string {
	if e.Inline != nil {
		return e.Inline.Func.Source
	}
	return e.From.Func.Source
}

// effect records how an edge changed user variables.
func (t *tracer) effect(e *ir.Edge, env exec.Env) {
	switch s := e.Stmt.(type) { // sound: of any other statement, the register that it assigns is shown
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

// set records a new value of a variable in the current step.
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

// written returns the value that a store writes. For a store to the bytes of a bit-field, it
// returns the value of the bit-field, or false if some bytes of the bit-field have not been written yet.
func (t *tracer) written(s *ir.Store, w ir.StoredObject, env exec.Env) (string, bool) {
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

// place returns the name of the memory that a store writes: the user object, with an index if it is an array of
// scalars; else the C text of the store's target, or the object with an offset; "" if none of these is known.
func (t *tracer) place(e *ir.Edge, addr ir.Expr, w ir.StoredObject, env exec.Env) string {
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

// object returns the user object that contains an address, among the globals and the objects of f, and the offset; nil
// if there is none.
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

// evalIn evaluates an expression in the current state of a run.
func evalIn(env exec.Env, e ir.Expr) (uint64, bool) {
	return ir.EvalExpr(e, &ir.Env{
		Reg:      func(v *ir.Var) uint64 { return env.Reg(v) },
		Addr:     func(o *ir.Object) uint64 { return env.Addr(o) },
		FuncAddr: exec.FuncAddr,
	})
}

// flush ends the current step. It drops a step without effect, except the last step of a run with an error.
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

// empty reports whether a step has no effect.
func (s *Step) empty() bool { return len(s.Values) == 0 && len(s.Inputs) == 0 && s.Branch == "" }

// finish returns the trace of a run that ended with the outcome end.
func (t *tracer) finish(mode TraceMode, end exec.Outcome) *Trace {
	ended := end.Kind != exec.Finished && end.Kind != exec.Cancelled
	if pos := t.begun; ended && pos.IsValid() && (t.cur == nil || t.at.line != pos.Line || t.at.file != pos.File) {
		t.step(key{file: pos.File, line: pos.Line, depth: t.at.depth}, pos, t.by)
	}
	t.flush(ended)
	out := &Trace{At: t.begun}
	if t.n > 0 { // the trace is too long for slicing
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

// clip limits each step to shownItems inputs and values.
func (t *Trace) clip() {
	for _, part := range [][]Step{t.First, t.Last} {
		for i := range part {
			s := &part[i]
			s.Values, s.Inputs = s.Values[:min(len(s.Values), shownItems)], s.Inputs[:min(len(s.Inputs), shownItems)]
		}
	}
}

// inputName returns the name of an input for people: the called function or the variable.
func inputName(s *ir.Site, k ir.Key) string {
	name := s.ShownName(k.Occ)
	switch {
	case s.Label != "":
	case s.Kind == ir.Nondet, s.Kind == ir.NoBody, s.Kind == ir.Library:
		name += "()"
	case s.Kind == ir.Shift:
		name = "result of a shift by too much"
	}
	if k.Off >= 0 && exec.IsBytes(s, k.Off) { // an offset below 0 means the whole object
		name = fmt.Sprintf("%s, byte %d", name, k.Off)
	}
	return name
}

// ofChars reports whether a C type is char, or a pointer to char.
func ofChars(ctype string) bool {
	switch strings.Join(strings.Fields(strings.NewReplacer("const", "", "*", " * ").Replace(ctype)), " ") {
	case "char", "char *":
		return true
	}
	return false
}

// scalar returns a value as text: a char with its character, a pointer as the object that it points to.
func (t *tracer) scalar(typ ir.Type, chars bool, bits uint64, env exec.Env) string {
	if typ.Kind != ir.Ptr || bits == 0 {
		return meant(formatValue(typ, bits), charText(chars, bits))
	}
	to := t.leadsTo(bits)
	if chars {
		to = strings.TrimSpace(to + " " + textAt(bits, env))
	}
	if to == "" {
		return formatValue(typ, bits)
	}
	return to
}

// leadsTo names the object or function at an address; "" if it has no name.
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
			return "object of " + inputName(s, ir.Key{Occ: at.Occ, Off: -1})
		}
		return fmt.Sprintf("byte %d of the object of %s", at.Off, inputName(s, ir.Key{Occ: at.Occ, Off: -1}))
	case ir.Number: // a number leads to nothing
	}
	return ""
}

// within names a location in an object of the user; "" if the object has no name.
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

// textAt returns the string at an address, up to a byte that is not written, or a maximal length.
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

// charText returns a character in the syntax of C; "" if char is false or the character is not printable.
func charText(char bool, bits uint64) string {
	if text := charOf(byte(bits), '\''); char && (len(text) < 4) {
		return "'" + text + "'"
	}
	return ""
}

// charOf returns a character as C writes it between quotes; mark is the quote character, ' or ".
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

// formatValue returns a value in the syntax of C: numbers in decimal, pointers in hexadecimal.
func formatValue(t ir.Type, bits uint64) string {
	if t.Kind == ir.Ptr {
		if bits == 0 {
			return "NULL"
		}
		return fmt.Sprintf("0x%x", bits)
	}
	return exec.FormatValue(t, bits)
}

// SourceLines returns a function that reads the lines of source files, each file once. A file that cannot be read has
// no lines.
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
