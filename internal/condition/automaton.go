package condition

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file reads and writes the AssumptionAutomaton of CPAchecker (as its AssumptionCollectorAlgorithm writes it):
//
//	OBSERVER AUTOMATON AssumptionAutomaton
//
//	INITIAL STATE ARG1;
//
//	STATE __TRUE :
//	    TRUE -> GOTO __TRUE;                       verified
//
//	STATE __FALSE :
//	    TRUE -> ASSUME {false} GOTO __FALSE;       not explored
//
//	STATE USEFIRST ARG1 :
//	    MATCH "int x = f();" -> GOTO ARG2;
//	    MATCH "[x < 5]" -> GOTO __FALSE;
//	    TRUE -> GOTO __TRUE;
//
//	END AUTOMATON
//
// Statements are named by their text, with brackets around a condition, and ! before it where it does not hold. Ours
// are named by the text of the source where they begin (statements.go), and a text that names no edge, or several,
// makes all that comes after it open. So a condition that is written and read again leaves out no more than before,
// and sometimes nothing.
//
// TRUE matches what no line before it does. CPAchecker's automata go to __TRUE then, as its program has no edges but
// those that they name; ours has, so that only the other branches at the place of a named edge are taken for verified,
// and what is written for CPAchecker keeps the state there.

// ReadAutomaton reads one for the reference program.
func ReadAutomaton(p *ir.Program, name, text string) (*restrict.Condition, error) {
	r := &reader{name: name, texts: statements(p).edges, states: map[string]*state{}}
	if err := r.read(text); err != nil {
		return nil, err
	}
	return r.condition()
}

var automatonLine = regexp.MustCompile(`^(OBSERVER|CONTROL)\s+AUTOMATON\s`)

// isAutomaton reports whether a text is such an automaton.
func isAutomaton(text string) bool {
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "#") {
			return automatonLine.MatchString(line + " ")
		}
	}
	return false
}

// state is a state of the automaton.
type state struct {
	name  string
	line  int
	first bool // USEFIRST: the first line that matches counts
	steps []step
}

// step is one of its lines.
type step struct {
	line    int
	match   string // the text of the statement
	always  bool   // TRUE
	unknown bool   // another kind of trigger, or action
	assume  string
	to      string // "": an error, or stop
}

type reader struct {
	name    string
	texts   map[string]*ir.Edge // statements that name one edge
	initial string
	states  map[string]*state
	order   []*state
}

var (
	initialLine = regexp.MustCompile(`^INITIAL\s+STATE\s+(\w+)\s*;$`)
	stateLine   = regexp.MustCompile(`^STATE\s+(?:(USEFIRST|USEALL|NONDET)\s+)?(\w+)\s*:$`)
	stepLine    = regexp.MustCompile(
		`^(MATCH\s+"((?:[^"\\]|\\.)*)"|TRUE|.+?)\s*->\s*(?:ASSUME\s*\{([^}]*)\}\s*)?(.*?)\s*(?:GOTO\s+(\w+)|STOP|BREAK|ERROR.*)\s*;$`)
	variable = regexp.MustCompile(`^DO\s+\w+\s*=\s*[\w+\- ]+$`)
)

func (r *reader) fail(line int, format string, args ...any) error {
	return &verify.InputError{File: r.name, Line: line, Col: 1, Msg: fmt.Sprintf(format, args...)}
}

func (r *reader) read(text string) error {
	began, ended := false, false
	for n, line := range strings.Split(text, "\n") {
		n++
		line = strings.TrimSpace(line)
		switch m := []string(nil); {
		case line == "" || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "LOCAL "):
		case ended:
			return r.fail(n, "text after END AUTOMATON")
		case !began:
			began = true // isAutomaton has looked at it
		case line == "END AUTOMATON":
			ended = true
		case initialLine.MatchString(line):
			r.initial = initialLine.FindStringSubmatch(line)[1]
		case stateLine.MatchString(line):
			m = stateLine.FindStringSubmatch(line)
			if r.states[m[2]] != nil {
				return r.fail(n, "a second state %s", m[2])
			}
			s := &state{name: m[2], line: n, first: m[1] == "USEFIRST" || m[1] == ""}
			r.states[s.name], r.order = s, append(r.order, s)
		case stepLine.MatchString(line):
			m = stepLine.FindStringSubmatch(line)
			if len(r.order) == 0 {
				return r.fail(n, "a transition before the first state")
			}
			s := r.order[len(r.order)-1]
			isMatch := strings.HasPrefix(m[1], "MATCH") && strings.Contains(m[1], `"`)
			st := step{line: n, always: m[1] == "TRUE", assume: strings.TrimSpace(m[3]), to: m[5]}
			st.match = unescape.Replace(m[2])
			st.unknown = !st.always && !isMatch || m[4] != "" && !variable.MatchString(m[4])
			s.steps = append(s.steps, st)
		default:
			return r.fail(n, "not understood: INITIAL STATE NAME; or STATE [USEFIRST] NAME : or TRIGGER -> [ASSUME {...}] "+
				"GOTO NAME; is expected")
		}
	}
	switch {
	case !ended:
		return r.fail(strings.Count(text, "\n")+1, "END AUTOMATON is missing: the file is cut off")
	case r.initial == "":
		return r.fail(1, "INITIAL STATE is missing")
	case r.states[r.initial] == nil:
		return r.fail(1, "there is no state %s, the initial one", r.initial)
	}
	for _, s := range r.order {
		for _, st := range s.steps {
			if st.to != "" && r.states[st.to] == nil {
				return r.fail(st.line, "there is no state %s", st.to)
			}
		}
	}
	return nil
}

var (
	unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n", `\r`, "\r")
	escape   = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "`", "")
)

// verified and open are the states in which CPAchecker says that all is verified, or nothing.
const verified, open = "__TRUE", "__FALSE"

// condition is what the automaton says of the edges that its texts name.
func (r *reader) condition() (*restrict.Condition, error) {
	c := &restrict.Condition{Note: "read from " + r.name}
	number := map[string]int{}
	var list []string
	at := func(name string) int {
		n, known := number[name]
		if !known {
			n = len(list)
			number[name], list = n, append(list, name)
		}
		return n
	}
	at(r.initial)
	for k := 0; k < len(list); k++ {
		var s restrict.ConditionState
		switch name := list[k]; name {
		case verified:
			s.Verified = true
		case open:
			s.Stays = true
		default:
			s = r.state(r.states[name], at)
		}
		c.States = append(c.States, s)
	}
	return c.Minimise(), nil
}

// state is a state of which every line is an edge of the program; or one that is open.
func (r *reader) state(s *state, at func(string) int) restrict.ConditionState {
	out := restrict.ConditionState{Stays: true} // without TRUE a state stays
	if !s.first {
		return out
	}
	for _, st := range s.steps {
		assumed := st.assume != "" && st.assume != "true"
		switch e := r.texts[normal(st.match)]; {
		case st.always && st.to == verified && !st.unknown && !assumed:
			out.Steps = append(out.Steps, r.siblings(out.Steps, at(verified))...)
			return out
		case st.always && st.to == s.name && !assumed:
			return out
		case st.always, st.unknown, e == nil:
			return restrict.ConditionState{Stays: true}
		case assumed || st.to == "": // verified under what is assumed only, or not known
			out.Steps = append(out.Steps, restrict.ConditionStep{Edge: e, To: at(open)})
		default:
			out.Steps = append(out.Steps, restrict.ConditionStep{Edge: e, To: at(st.to)})
		}
	}
	return out
}

// siblings lead to a state at the edges with names that leave where the edges of the steps do.
func (r *reader) siblings(steps []restrict.ConditionStep, to int) (out []restrict.ConditionStep) {
	named := map[*ir.Edge]bool{}
	for _, e := range r.texts {
		named[e] = e != nil
	}
	for _, st := range steps {
		delete(named, st.Edge)
	}
	for _, st := range steps {
		for _, e := range st.Edge.From.Out {
			if named[e] {
				delete(named, e)
				out = append(out, restrict.ConditionStep{Edge: e, To: to})
			}
		}
	}
	return out
}

// WriteAutomaton is the automaton for a condition of the reference program.
func WriteAutomaton(p *ir.Program, c *restrict.Condition) string {
	names := statements(p).names
	var b strings.Builder
	name := func(i int) string {
		switch s := c.States[i]; {
		case s.Verified:
			return verified
		case s.Stays && len(s.Steps) == 0:
			return open
		}
		return fmt.Sprint("ARG", i)
	}
	initial := open
	if len(c.States) > 0 {
		initial = name(0)
	}
	fmt.Fprintf(&b, "OBSERVER AUTOMATON AssumptionAutomaton\n\nINITIAL STATE %s;\n\n", initial)
	fmt.Fprintf(&b, "STATE %s :\n    TRUE -> GOTO %s;\n\nSTATE %s :\n    TRUE -> ASSUME {false} GOTO %s;\n\n", verified,
		verified, open, open)
	for i, s := range c.States {
		if n := name(i); n != verified && n != open {
			writeState(&b, n, s, names, name)
		}
	}
	b.WriteString("END AUTOMATON\n")
	return b.String()
}

// writeState writes a state; one with a step that cannot be written is open.
func writeState(b *strings.Builder, self string, s restrict.ConditionState, names map[*ir.Edge]string,
	name func(int) string) {
	fmt.Fprintf(b, "STATE USEFIRST %s :\n", self)
	has := map[*ir.Edge]bool{}
	for _, st := range s.Steps {
		has[st.Edge] = true
		if names[st.Edge] == "" || st.Assume != nil {
			fmt.Fprintf(b, "    TRUE -> GOTO %s;\n\n", open)
			return
		}
	}
	done := map[*ir.Edge]bool{}
	match := func(e *ir.Edge, to string) {
		if !done[e] {
			done[e] = true
			fmt.Fprintf(b, "    MATCH \"%s\" -> GOTO %s;\n", escape.Replace(names[e]), to)
		}
	}
	for _, st := range s.Steps {
		match(st.Edge, name(st.To))
	}
	for _, st := range s.Steps {
		for _, e := range st.Edge.From.Out { // no step: no execution takes it
			if !s.Stays && !has[e] && names[e] != "" {
				match(e, verified)
			}
		}
	}
	fmt.Fprintf(b, "    TRUE -> GOTO %s;\n\n", self)
}

// normal is a text without blanks and the end of the statement.
func normal(text string) string {
	return strings.TrimSuffix(strings.Join(strings.Fields(text), ""), ";")
}
