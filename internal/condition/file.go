package condition

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// The first and the last line of a file. Without the last line, a file that is cut would go unnoticed, and the
// executions whose steps are missing would be excluded.
const first, last = "tandem condition 1", "end"

// entry is a line of the head.
type entry struct {
	key   string // model, property or program; or with a name: file "prog.c", option overflow
	value string
	line  int // in the file
}

// head returns the description of the program and options of a task.
func head(t *verify.Task) (out []entry) {
	for _, f := range t.Reference.Files {
		out = append(out, entry{key: "file " + strconv.Quote(f.Name), value: f.SHA256})
	}
	property := t.Property.Text
	if property == "" {
		property = "assertions"
	}
	o := t.Options
	out = append(out, entry{key: "model", value: t.Reference.Model.String()}, entry{key: "property", value: property})
	for _, x := range []struct{ name, value string }{
		{"check", verify.ChecksText(o.Checks)}, {"entry", o.Entry}, {"overflow", string(o.Overflow)},
		{"missing-bodies", string(o.Missing)}, {"after-undefined", after(t)},
		{"malloc-may-fail", yes(o.MallocFail)}, {"havoc-globals", yes(o.HavocGlobal)}, {"alias", alias(o.AliasNone)},
		{"null", o.Null},
		{"array-size", several(sizes(o))},
		{"error-function", several(o.ErrorFuncs)}, {"remove-body", several(o.RemoveBody)},
		{"allocator", several(o.Allocators)}, {"assume", several(o.Assume)}, {"window", window(o.Window)},
	} {
		if x.value != "" {
			out = append(out, entry{key: "option " + x.name, value: x.value})
		}
	}
	return append(out, entry{key: "program", value: hash(t.Reference)})
}

// after returns the value of --after-undefined, "" if it is the default.
func after(t *verify.Task) string {
	if usual := t.Property.Given() == (t.Options.After == verify.Stop); usual {
		return ""
	}
	return string(t.Options.After)
}

// window returns the value of --window, "" for the default.
func window(lines int) string {
	if lines == 0 {
		return ""
	}
	return strconv.Itoa(lines)
}

// sizes returns the values of --array-size.
func sizes(o verify.Options) (out []string) {
	if all := fmt.Sprint(o.ArraySize); o.ArraySize != 0 && !slices.Contains(o.ArraySizes, all) {
		out = append(out, all)
	}
	return append(out, o.ArraySizes...)
}

// several returns the values of an option that may be given several times as one value. No value contains a newline.
// Several is the inverse.
func several(values []string) string { return strings.Join(values, "\n") }

// Several returns the values of an option that may be given several times.
func Several(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, "\n")
}

// yes returns the value of an option that is on or off, "" if it is off.
func yes(b bool) string {
	if b {
		return "on"
	}
	return ""
}

// alias returns the value of --alias, "" for the default.
func alias(none bool) string {
	if none {
		return "none"
	}
	return ""
}

// hash returns the hash of the program as Tandem reads it, to whose edges conditions refer.
func hash(p *ir.Program) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(ir.Print(p))))
}

// Write returns the text of a file with a condition of the task's reference program, and the assumptions under which it
// was computed.
func Write(t *verify.Task, c *restrict.Condition, assuming []verify.Assumption) string {
	var b strings.Builder
	fmt.Fprintln(&b, first)
	for _, e := range head(t) {
		sha := ""
		if e.key == "program" || strings.HasPrefix(e.key, "file ") {
			sha = " sha256"
		}
		fmt.Fprintf(&b, "%s%s %s\n", e.key, sha, quoted(e))
	}
	for _, a := range assuming {
		fmt.Fprintf(&b, "assuming %q\n", a.String())
	}
	fmt.Fprintln(&b)
	for _, o := range c.Obligations {
		fmt.Fprintf(&b, "// %d: %s at %s: %s\n", o.ID, o.Kind, o.Pos, strings.Join(strings.Fields(o.Text), " "))
	}
	b.WriteString(restrict.ConditionText(c))
	fmt.Fprintln(&b, last)
	return b.String()
}

// quoted returns the value of an entry as it is written.
func quoted(e entry) string {
	if e.key == "model" {
		return e.value
	}
	return strconv.Quote(e.value)
}

// Is reports whether a text begins like such a file of any version.
func Is(text string) bool { return strings.HasPrefix(text, "tandem condition") }

// Read reads a condition for the task: a file that Write wrote, or a CPAchecker automaton, which has no description of
// the program. An error is a *verify.InputError.
func Read(t *verify.Task, name, text string) (*restrict.Condition, error) {
	if isAutomaton(text) {
		return readAutomaton(t.Reference, name, text)
	}
	lines := strings.Split(text, "\n")
	fail := func(line, col int, format string, args ...any) error {
		return &verify.InputError{File: name, Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
	}
	said, body, err := readHead(name, lines)
	if err != nil {
		return nil, err
	}
	if why, line := differs(said, head(t)); why != "" {
		return nil, fail(max(line, 1), 1, "%s", why)
	}
	end := len(lines)
	for end > body && strings.TrimSpace(lines[end-1]) == "" {
		end--
	}
	if end <= body || strings.TrimSpace(lines[end-1]) != last {
		return nil, fail(max(end, 1), 1,
			"the file is cut: its last line is %q; make the condition again with --condition-out", last)
	}
	lines = lines[:end-1]
	c, err := restrict.ParseCondition(t.Reference, strings.Repeat("\n", min(body, len(lines)))+
		strings.Join(lines[min(body, len(lines)):], "\n"))
	var at *restrict.TextError
	if errors.As(err, &at) {
		return nil, fail(at.Line, at.Col, "%s", at.Msg)
	}
	if err != nil {
		return nil, fail(0, 0, "%v", err)
	}
	return c, nil
}

// readHead parses the head, and returns the number of lines before the body.
func readHead(name string, lines []string) (said []entry, body int, err error) {
	fail := func(line, col int, format string, args ...any) error {
		return &verify.InputError{File: name, Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
	}
	if strings.TrimSpace(lines[0]) != first {
		if Is(lines[0]) {
			return nil, 0, fail(1, 1, "another version of the format: this Tandem reads %q; make the condition again", first)
		}
		return nil, 0, fail(1, 1, "no condition: the first line is %q (tandem verify --condition-out writes such files), "+
			"or the file is an AssumptionAutomaton of CPAchecker", first)
	}
	body = len(lines)
	for n, line := range lines[1:] {
		key, value, err := readEntry(line)
		if err != nil {
			return nil, 0, fail(n+2, len(line)-len(strings.TrimLeft(line, " \t"))+1, "%v", err)
		}
		if key == "" && strings.TrimSpace(line) == "" {
			body = n + 2
			break
		}
		if key == "" {
			return nil, 0, fail(n+2, 1, "the head has lines with file, model, property, option, program and assuming, and "+
				"ends with an empty line")
		}
		if key != "assuming" {
			said = append(said, entry{key, value, n + 2})
		}
	}
	return said, body, nil
}

// Options returns the description of the task in the head of a file, by the names of its lines: property, option
// overflow.
func Options(name, text string) (map[string]string, error) {
	if isAutomaton(text) {
		return map[string]string{"property": "assertions"}, nil
	}
	said, _, err := readHead(name, strings.Split(text, "\n"))
	out := map[string]string{}
	for _, e := range said {
		out[e.key] = e.value
	}
	return out, err
}

// readEntry parses a line of the head. The key is "" if the line is not an entry.
func readEntry(line string) (key, value string, err error) {
	line = strings.TrimSpace(line)
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	text := func(s string) (string, error) {
		v, err := strconv.Unquote(strings.TrimSpace(s))
		if err != nil {
			err = fmt.Errorf("%s is followed by a quoted text", word)
		}
		return v, err
	}
	switch word {
	case "model":
		return word, rest, nil
	case "property", "assuming":
		value, err = text(rest)
		return word, value, err
	case "program":
		value, err = text(strings.TrimPrefix(rest, "sha256"))
		return word, value, err
	case "file":
		name, perr := strconv.QuotedPrefix(rest)
		sha, is := strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(rest, name)), "sha256")
		if perr != nil || !is {
			return "", "", errors.New(`a file is file "NAME" sha256 "HASH"`)
		}
		value, err = text(sha)
		return "file " + name, value, err
	case "option":
		name, val, _ := strings.Cut(rest, " ")
		value, err = text(val)
		return "option " + name, value, err
	}
	return "", "", nil
}

// differs compares the description in a file with the description of the task. It returns the first difference with
// advice, and the line of the file (0 if there is none); "" if both agree.
func differs(said, is []entry) (why string, line int) {
	of := func(list []entry, key string) entry {
		if i := slices.IndexFunc(list, func(e entry) bool { return e.key == key }); i >= 0 {
			return list[i]
		}
		return entry{}
	}
	for _, e := range is {
		if name, file := strings.CutPrefix(e.key, "file "); file {
			switch was := of(said, e.key); {
			case was.key == "":
				return "a condition of another program: " + name +
					" is not among its files; make one of this program with --condition-out", 0
			case was.value != e.value:
				return name + " has changed since the condition was made; make it again with --condition-out", was.line
			}
		}
	}
	for _, e := range said {
		if name, file := strings.CutPrefix(e.key, "file "); file && of(is, e.key).key == "" {
			return "a condition of another program: " + name +
				" is not among the files; give the same files, or make the condition again", e.line
		}
	}
	for _, e := range slices.Concat(is, said) {
		was, now := of(said, e.key), of(is, e.key)
		if strings.HasPrefix(e.key, "file ") || e.key == "program" || was.value == now.value {
			continue
		}
		name := e.key
		if o, option := strings.CutPrefix(e.key, "option "); option {
			name = "--" + o
		}
		return fmt.Sprintf("the condition was made with %s, this is %s: give the same options, or make it again with "+
			"--condition-out", named(name, was.value), named(name, now.value)), was.line
	}
	if was := of(said, "program"); was.value != of(is, "program").value {
		return "the sources and options agree with the condition, and the program is another: it was made by another " +
			"version of Tandem, or with other -D, -I, --mmio or --volatile; make it again with --condition-out", was.line
	}
	return "", 0
}

// named returns an option with its value for a message.
func named(name, value string) string {
	if value == "" {
		return "no " + name
	}
	value = strings.ReplaceAll(value, "\n", " "+name+" ")
	if len(value) > 60 {
		value = value[:60] + "..."
	}
	return name + " " + value
}
