package csrc

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Error is one complaint about the user's input. Pos is zero where there is no
// position (a file that cannot be read).
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

// ErrorList is more than one complaint, in order of their appearance.
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

// Unwrap gives the single errors to errors.As.
func (l ErrorList) Unwrap() []error {
	r := make([]error, len(l))
	for i, e := range l {
		r[i] = e
	}
	return r
}

func errorf(pos ir.Pos, format string, args ...any) *Error {
	return &Error{Pos: pos, Msg: fmt.Sprintf(format, args...)}
}

// origin is where in cc an error arose.
var origin = regexp.MustCompile(` \([a-z0-9_]+\.go:\d+:[A-Za-z0-9_]*:?\)`)

// location is the position that begins or is quoted in an error of cc.
var location = regexp.MustCompile(`^(.*?):(\d+):(\d+): (.*)$`)

// fromCC turns cc's error text into ours: positions of the original, no traces
// of cc's internals, at most ten complaints.
func (f *files) fromCC(file string, err error) error {
	var list, internal ErrorList
	seen := map[string]bool{}
	for _, line := range strings.Split(err.Error(), "\n") {
		line = strings.TrimSpace(origin.ReplaceAllString(line, ""))
		e := &Error{Msg: line}
		if m := location.FindStringSubmatch(line); m != nil {
			e.Pos.File, e.Msg = m[1], m[4]
			e.Pos.Line, _ = strconv.Atoi(m[2])
			e.Pos.Col, _ = strconv.Atoi(m[3])
			e.Pos = f.original(e.Pos)
		}
		if name, ok := strings.CutPrefix(e.Msg, "include file not found: "); ok {
			e.Msg = "no such header: " + name + "; give its directory with -I"
			return e // what follows is the consequence
		}
		switch {
		case line == "" || seen[e.Error()]:
			continue
		case strings.HasPrefix(e.Msg, "TODO"), strings.HasPrefix(e.Msg, "internal error"):
			internal = append(internal, e)
			continue
		}
		seen[e.Error()] = true
		if strings.HasPrefix(e.Msg, "macro expansion limit exceeded") {
			e.Msg = "macros expand to too much text"
			return e
		}
		if i := strings.Index(e.Msg, "conflicting attributes: "); i >= 0 {
			e.Msg = file + ": two different aligned (or other) attributes on one type are not supported"
		}
		e.Msg = strings.TrimPrefix(e.Msg, "strconv.ParseUint: parsing ")
		list = append(list, e)
	}
	switch {
	case len(list) == 0 && len(internal) == 0:
		return &Error{Msg: file + ": not understood"}
	case len(list) == 0 && strings.HasPrefix(internal[0].Msg, "TODO *cc.LabeledStatement"):
		return &Error{Msg: file + ": a label is defined twice in one function (also by a macro with __label__, which is not supported)"}
	case len(list) == 0:
		return &Error{Pos: internal[0].Pos, Msg: file + ": a construct that the C front end does not support: " + internal[0].Msg}
	case len(list) == 1:
		return list[0]
	case len(list) > 10:
		list = list[:10]
	}
	return list
}
