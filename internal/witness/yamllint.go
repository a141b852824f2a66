package witness

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// The syntax of values, as regular expressions.
var (
	reUUID = regexp.MustCompile(
		`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$`)
	reTime = regexp.MustCompile(
		`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$`)
	reHash   = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)
	reSpec   = regexp.MustCompile(`^(CHECK|COVER)\s*\(`)
	reCall   = regexp.MustCompile(`!\s*call\(\s*(\w+)\s*\(\s*\)\s*\)`)
	reReturn = regexp.MustCompile(`^\\result\s*(==|!=|<=|>=|<|>)\s*\(?\s*[-+0-9.(]`)
	reBranch = regexp.MustCompile(`^(true|false|default|-?\d+)$`)
	reWord   = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// lintYAML checks a YAML witness, compressed by gzip or not, against the schema and the rules of consistency. src has
// the texts of source files by the names that the witness uses; positions and hashes are checked only for these files.
// The witness is well-formed if there are no problems.
//
// Rules: yaml, schema, entry_type, format_version, uuid, creation_time, producer, input_files, hash, specification,
// data_model, language, location, column, function, invariant, expression, syntax (C that other tools may not read),
// segment, action, waypoint, constraint, target.
func lintYAML(data []byte, src Sources) []Problem {
	f, lines, ps := decode(data)
	if f == nil {
		return ps
	}
	l := &yamlLint{ps: ps, src: src}
	for i := range f.Entries {
		l.entry(&f.Entries[i], lines.entries[i])
		if len(l.ps) > 200 {
			break
		}
		for k, inv := range f.Entries[i].Invariants {
			l.invariant(&inv, lines.invariants[i][k])
		}
		l.segments(f.Entries[i].Segments, lines.entries[i], lines.waypoints[i])
	}
	return l.ps
}

// yamlLint is the state of lintYAML.
type yamlLint struct {
	has known
	ps  problems
	src Sources
	e   *Entry // the present entry
	err string // the error function in its specification; "" if there is none
}

// entry checks the metadata of an entry. Here and below, line is the line in the witness for problems.
func (l *yamlLint) entry(e *Entry, line int) {
	l.e = e
	m := &e.Metadata
	if m.FormatVersion != "2.0" && m.FormatVersion != "2.1" && m.FormatVersion != "2.2" {
		l.ps.add("format_version", line, "unknown format version %q", m.FormatVersion)
	}
	if !reUUID.MatchString(m.UUID) {
		l.ps.add("uuid", line, "%q is no UUID", m.UUID)
	}
	if !reTime.MatchString(m.CreationTime) {
		l.ps.add("creation_time", line, "%q is no time with zone", m.CreationTime)
	}
	if m.Producer.Name == "" || m.Producer.Version == "" {
		l.ps.add("producer", line, "producer without name or version")
	}
	l.task(&m.Task, line)
}

// task checks the description of the task.
func (l *yamlLint) task(t *TaskInfo, line int) {
	if len(t.InputFiles) == 0 {
		l.ps.add("input_files", line, "no input file")
	}
	for _, f := range t.InputFiles {
		h, ok := t.Hashes[f]
		if !ok {
			l.ps.add("hash", line, "input file %s has no hash", f)
			continue
		}
		if !reHash.MatchString(h) {
			l.ps.add("hash", line, "%q is no SHA-256", h)
		} else if text, ok := l.src.get(f); ok && !strings.EqualFold(Hash(text), h) {
			l.ps.add("hash", line, "it is a witness of a file %s with the hash %s; the one that was given has %s", f, h,
				Hash(text))
		}
	}
	for f := range t.Hashes {
		if !slices.Contains(t.InputFiles, f) {
			l.ps.add("hash", line, "hash of %s, which is no input file", f)
		}
	}
	if !reSpec.MatchString(t.Specification) {
		l.ps.add("specification", line, "%q is no specification", t.Specification)
	}
	l.err = ""
	if m := reCall.FindStringSubmatch(t.Specification); m != nil {
		l.err = m[1]
	}
	if t.DataModel != "ILP32" && t.DataModel != "LP64" {
		l.ps.add("data_model", line, "unknown data model %q", t.DataModel)
	}
	if t.Language != "C" {
		l.ps.add("language", line, "unknown language %q", t.Language)
	}
}

// location checks a place. It returns the text of the source file and the offset of the place in it. text is nil if the
// file or the place is unknown; off is -1 if the place has no column.
func (l *yamlLint) location(loc *Location, line int) (text []byte, off int) {
	if !slices.Contains(l.e.Metadata.Task.InputFiles, loc.FileName) {
		l.ps.add("location", line, "%q is no input file", loc.FileName)
		return nil, -1
	}
	text, ok := l.src.get(loc.FileName)
	if !ok || loc.Line < 1 {
		return nil, -1
	}
	if _, ok := lineAt(text, loc.Line); !ok {
		l.ps.add("location", line, "%s has no line %d", loc.FileName, loc.Line)
		return nil, -1
	}
	if f := loc.Function; f != "" && !l.has.function(l.src, f) {
		l.ps.add("function", line, "the program has no function %s", f)
	}
	if loc.Column < 1 {
		return text, -1
	}
	off, ok = offset(text, loc.Line, loc.Column)
	if !ok {
		l.ps.add("column", line, "line %d of %s has no column %d", loc.Line, loc.FileName, loc.Column)
		return nil, -1
	}
	return text, off
}

// starts checks that one of the words begins at a place. what describes them in the message.
func (l *yamlLint) starts(loc *Location, line int, what string, words ...string) {
	text, off := l.location(loc, line)
	if text == nil || off < 0 {
		return
	}
	for _, w := range words {
		if isIdent(w[0]) && startsWord(text, off, w) || !isIdent(w[0]) &&
			strings.HasPrefix(string(text[off:min(len(text), off+len(w))]), w) {
			return
		}
	}
	l.ps.add("column", line, "%s expected at %s:%d:%d", what, loc.FileName, loc.Line, loc.Column)
}

// invariant checks an invariant.
func (l *yamlLint) invariant(i *Invariant, line int) {
	switch i.Type {
	case "loop_invariant":
		l.starts(&i.Location, line, "for, while or do", "for", "while", "do")
	case "location_invariant":
		l.location(&i.Location, line)
	case "loop_transition_invariant", "location_transition_invariant", "function_contract":
		if l.e.Metadata.FormatVersion == "2.0" {
			l.ps.add("invariant", line, "%s needs format version 2.1", i.Type)
		}
		l.location(&i.Location, line)
		return
	default:
		l.ps.add("invariant", line, "unknown type of invariant %q", i.Type)
		return
	}
	if i.Format != "c_expression" {
		l.ps.add("invariant", line, "unknown format %q", i.Format)
		return
	}
	l.expression(i.Value, line)
}

// expression checks the tokens of a C expression: it must have no side effects, and no syntax that other tools cannot
// read.
func (l *yamlLint) expression(s string, line int) {
	switch {
	case strings.TrimSpace(s) == "":
		l.ps.add("expression", line, "empty expression")
	case strings.ContainsAny(s, "{};\n\\@#`$\"") || strings.Contains(s, "//") || strings.Contains(s, "/*"):
		l.ps.add("syntax", line, "%q is not a plain expression", s)
	}
	toks, err := ctokens(s)
	if err != nil {
		l.ps.add("expression", line, "%v", err)
	}
	if !balanced(s) {
		l.ps.add("expression", line, "%q has unbalanced brackets", s)
	}
	unevaluated := slices.ContainsFunc(toks, func(t ctoken) bool { // "{": a list of a literal, where = assigns nothing
		return sizeWords[t.text] || strings.Contains(t.text, "typeof") || t.text == "{"
	})
	for _, t := range toks {
		if t.kind == 'p' && !unevaluated && (t.text == "++" || t.text == "--" || cassign[t.text]) {
			l.ps.add("expression", line, "%q has a side effect: %s", s, t.text)
			break
		}
	}
	for _, m := range reWord.FindAllStringIndex(s, -1) {
		if m[0] > 0 && isIdent(s[m[0]-1]) { // a suffix: 5ULL
			continue
		}
		rest := strings.TrimLeft(s[m[1]:], " ")
		if strings.HasPrefix(rest, "(") && s[m[0]:m[1]] != "sizeof" {
			l.ps.add("syntax", line, "%q calls %s", s, s[m[0]:m[1]])
		}
	}
}

// balanced reports whether the brackets of a C text match.
func balanced(s string) bool {
	toks, err := ctokens(s)
	depth := 0
	for _, t := range toks {
		switch {
		case t.kind == 'p' && (t.text == "(" || t.text == "["):
			depth++
		case t.kind == 'p' && (t.text == ")" || t.text == "]"):
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return err == nil && depth == 0
}

// segments checks the segments of a violation witness. lines has the lines of the waypoints by segment.
func (l *yamlLint) segments(ss []Segment, line int, lines [][]int) {
	if l.e.Type == ViolationSequence && len(ss) == 0 {
		l.ps.add("segment", line, "no segment")
	}
	targets := 0
	for i, s := range ss {
		if len(s.Waypoints) == 0 {
			l.ps.add("segment", line, "segment %d is empty", i+1)
		}
		for k := range s.Waypoints {
			w, at := &s.Waypoints[k], lines[i][k]
			last := k == len(s.Waypoints)-1
			switch {
			case w.Action != "follow" && w.Action != "avoid":
				l.ps.add("action", at, "unknown action %q", w.Action)
			case (w.Action == "follow") != last:
				l.ps.add("segment", at, "a segment has exactly one waypoint to follow, its last")
			}
			if w.Type == "target" {
				targets++
				if i != len(ss)-1 || !last || w.Action != "follow" {
					l.ps.add("target", at, "the target is the last waypoint, and followed")
				}
			}
			l.waypoint(w, at)
		}
	}
	if len(ss) > 0 && targets == 0 && !strings.Contains(l.e.Metadata.Task.Specification, "F end") {
		l.ps.add("target", line, "no target")
	}
}

// waypoint checks a waypoint.
func (l *yamlLint) waypoint(w *Waypoint, line int) {
	none := w.Value == "" && w.Format == ""
	switch w.Type {
	case "target":
		if !none {
			l.ps.add("constraint", line, "a target has no constraint")
		}
		l.target(&w.Location, line)
	case "function_enter":
		if !none {
			l.ps.add("constraint", line, "function_enter has no constraint")
		}
		l.starts(&w.Location, line, "closing bracket of a call", ")")
	case "function_return":
		_, err := parseC(w.Value, ir.LP64, nil)
		var un *unsupported
		switch {
		case reReturn.MatchString(w.Value) && balanced(w.Value):
		case strings.Contains(w.Value, `\result`) && (err == nil || errors.As(err, &un)):
			l.ps.add("syntax", line, "%q does not compare \\result with a constant", w.Value)
		default:
			l.ps.add("constraint", line, "%q is no constraint of \\result", w.Value)
		}
		if w.Format != "ext_c_expression" && w.Format != "acsl_expression" {
			l.ps.add("constraint", line, "unknown format %q", w.Format)
		}
		l.starts(&w.Location, line, "closing bracket of a call", ")")
	case "branching":
		if !reBranch.MatchString(w.Value) || w.Format != "" {
			l.ps.add("constraint", line, "%q (%s) is no constraint of a branch", w.Value, w.Format)
		}
		l.starts(&w.Location, line, "if, while, for, do, switch or ?", "if", "while", "for", "do", "switch", "?")
	case "assumption":
		if w.Format != "c_expression" {
			l.ps.add("constraint", line, "unknown format %q", w.Format)
		}
		l.expression(w.Value, line)
		l.location(&w.Location, line)
	default:
		l.ps.add("waypoint", line, "unknown type of waypoint %q", w.Type)
	}
}

// target checks the place of a target: it must be a call of the error function, or a macro whose line does not contain
// the name of that function.
func (l *yamlLint) target(loc *Location, line int) {
	text, off := l.location(loc, line)
	if text == nil || off < 0 || l.err == "" || startsWord(text, off, l.err) {
		return
	}
	row, _ := lineAt(text, loc.Line)
	word := isIdent(text[off]) && (off == 0 || !isIdent(text[off-1]))
	if !word || strings.Contains(string(row), l.err) {
		l.ps.add("column", line, "call of %s expected at %s:%d:%d", l.err, loc.FileName, loc.Line, loc.Column)
	}
}
