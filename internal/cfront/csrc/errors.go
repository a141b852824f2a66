package csrc

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Error is one error in the user's input. Pos is zero if there is no position (a file that cannot be read).
type Error struct {
	Pos ir.Pos
	Msg string
}

func (e *Error) Error() string {
	if e.Pos.IsValid() {
		return e.Pos.String() + ": " + e.Msg
	}
	return e.Msg
}

// ErrorList is a list of several errors, in order of their appearance.
type ErrorList []*Error

func (l ErrorList) Error() string {
	var b strings.Builder
	for i, e := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Error())
	}
	return b.String()
}

// Unwrap returns the single errors, for errors.As.
func (l ErrorList) Unwrap() []error {
	r := make([]error, len(l))
	for i, e := range l {
		r[i] = e
	}
	return r
}

// listOf returns the single errors in an error of this package.
func listOf(err error) ErrorList {
	switch e := err.(type) {
	case *Error:
		return ErrorList{e}
	case ErrorList:
		return e
	}
	return nil
}

// errorf returns an error at a position.
func errorf(pos ir.Pos, format string, args ...any) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// origin matches the position in cc's own source in an error of cc.
var origin = regexp.MustCompile(` \([a-z0-9_]+\.go:\d+:[A-Za-z0-9_]*:?\)`)

// location matches the position at the beginning of an error of cc.
var location = regexp.MustCompile(`^(.*?):(\d+):(\d+): (.*)$`)

// inner matches a position within the text of an error.
var inner = regexp.MustCompile(`([^\s:]+):(\d+):(\d+):?`)

// phrases replaces texts of cc's errors by clearer ones.
var phrases = []struct {
	re *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`^undefined: (.*)$`), "$1 is not declared"},
	{regexp.MustCompile(`^include file not found: (<(?:\w*intrin|arm_\w+)\.h>)$`),
		"no such header: $1, intrinsics of a processor; " +
			"without the macro that asks for it (-U __SSE2__, for one) most programs select portable code"},
	{regexp.MustCompile(`^include file not found: (<.*>)$`),
		"no such header: $1 is neither embedded nor in a folder for headers; give its directory with -I"},
	{regexp.MustCompile(`^include file not found: (.*)$`), "no such header: $1; give its directory with -I"},
	{regexp.MustCompile(`^invalid argument$`), `#include needs "FILE" or <FILE>`},
	{regexp.MustCompile(`^too many macro arguments$`),
		"too many macro arguments: one with commas, as (T){1, 2}, needs brackets around it (intrinsics of x86 are macros " +
			"here)"},
	{regexp.MustCompile(`^macro expansion limit exceeded.*$`), "macros expand to too much text"},
	{regexp.MustCompile(`^strconv\.Parse\w+: parsing "(.*)": .*$`), "invalid number $1"},
	{regexp.MustCompile(`^label undefined: (.*)$`), "label $1 is not defined"},
	{regexp.MustCompile(`^(type .*) has no member named (.*)$`), "$1 has no member $2"},
	{regexp.MustCompile(`^unexpected rune: .*$`), "invalid preprocessing directive"},
	{regexp.MustCompile(`^one of the expressions shall be a pointer.*__tandem_subscript$`),
		"a subscript of this is not supported; if it is a vector, give it a name"},
	{regexp.MustCompile(`.*conflicting attributes: .*`),
		"two different aligned (or other) attributes on one type are not supported"},
}

// fromCC converts cc's errors: it uses positions of the original files, removes traces of cc's internals, and keeps at
// most ten errors.
func (f *files) fromCC(err error) error {
	var list, own ErrorList
	seen := map[string]bool{}
	for _, line := range strings.Split(err.Error(), "\n") {
		e := f.oneFromCC(line)
		switch {
		case e.Msg == "" || seen[e.Error()]:
			continue
		case e.Pos.File == endName:
			e = &Error{Pos: f.end(), Msg: "unexpected end of file"}
			if len(list) > 0 || seen[e.Error()] {
				continue // a consequence of another error
			}
		case internal(e.Msg):
			own = append(own, e)
			continue
		}
		seen[e.Error()] = true
		list = append(list, e)
		if strings.HasPrefix(e.Msg, "no such header") || strings.HasPrefix(e.Msg, "macros expand") {
			return e // the other errors are consequences
		}
	}
	switch {
	case len(list) == 0 && len(own) == 0:
		return &Error{Msg: f.file + ": not understood"}
	case len(list) == 0:
		if f.cause = own[0].Msg; own[0].Pos.IsValid() {
			return f.unsupportedAt(own[0].Pos)
		}
		return &Error{Msg: f.file + ": " + unsupported}
	case len(list) == 1:
		return list[0]
	case len(list) > 10:
		list = list[:10]
	}
	return list
}

// end returns the position after the last character of the program.
func (f *files) end() ir.Pos {
	src, err := f.read(f.file)
	if err != nil {
		return ir.Pos{}
	}
	return posAt(f.file, src, len(strings.TrimRight(string(src), " \t\r\n")))
}

// oneFromCC converts one line of cc's text, which has one error.
func (f *files) oneFromCC(line string) *Error {
	e := &Error{Msg: strings.TrimSpace(origin.ReplaceAllString(line, ""))}
	e.Msg = strings.TrimPrefix(e.Msg, "-: ")
	if m := location.FindStringSubmatch(e.Msg); m != nil {
		e.Pos, e.Msg = f.parsePos(m), m[4]
	}
	e.Msg = inner.ReplaceAllStringFunc(e.Msg, func(s string) string {
		return f.parsePos(inner.FindStringSubmatch(s)).String()
	})
	e.Msg = strings.TrimSuffix(e.Msg, ":")
	f.redeclared(e)
	for _, p := range phrases {
		e.Msg = p.re.ReplaceAllString(e.Msg, p.to)
	}
	return e
}

// redeclaration matches cc's error about a second declaration in one scope.
var redeclaration = regexp.MustCompile(`^((?:incompatible )?redeclaration of .*') at ([^\s:]+):(\d+):(\d+)$`)

// redeclared moves such an error to the later declaration: for objects, cc reports the earlier one.
func (f *files) redeclared(e *Error) {
	m := redeclaration.FindStringSubmatch(e.Msg)
	if m == nil {
		return
	}
	other := ir.Pos{File: m[2]}
	other.Line, _ = strconv.Atoi(m[3])
	other.Col, _ = strconv.Atoi(m[4])
	if strings.HasPrefix(m[1], "redeclaration") { // cc names the second one last
		e.Pos, other = other, e.Pos
	}
	e.Msg = m[1] + ", previous declaration at " + other.String()
}

// parsePos returns the original position for the submatches of location or inner.
func (f *files) parsePos(m []string) ir.Pos {
	p := ir.Pos{File: m[1]}
	p.Line, _ = strconv.Atoi(m[2])
	p.Col, _ = strconv.Atoi(m[3])
	return f.original(p)
}
