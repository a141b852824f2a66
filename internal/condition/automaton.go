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
// The automaton identifies statements by their text; a condition is in brackets, with ! before it on the branch where
// it does not hold. Tandem uses the text of the source where an edge begins (statements.go). If a text matches no edge
// or several, all executions after it are open. So a condition that is written and read again excludes no more
// executions than before, and sometimes none.
//
// TRUE matches the edges that no earlier line matches. In CPAchecker's automata, TRUE leads to __TRUE, since its
// programs have no other edges than those that the automaton names. Tandem's programs have other edges. So when Tandem
// reads such an automaton, only the other named edges at the location of a matched edge lead to a verified state; when
// it writes one, TRUE keeps the state.

// readAutomaton reads such an automaton as a condition of the reference program p. name is the file name for errors.
func readAutomaton(p *ir.Program, name, text string) (*restrict.Condition, error) {
	r := &reader{name: name, texts: statements(p).edges, states: map[string]*state{}}
	if err := r.read(text); err != nil {
		return nil, err
	}
	return r.condition()
}

var automatonLine = regexp.MustCompile(`^(OBSERVER|CONTROL)\s+AUTOMATON\s`)

// isAutomaton reports whether a text begins like such an automaton.
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
	first bool // USEFIRST: the first line that matches is used
	steps []step
}

// step is a line of a state.
type step struct {
	line    int
	match   string // the text of the statement
	always  bool   // TRUE
	unknown bool   // the trigger or action is of an unsupported kind
	assume  string // the condition of ASSUME, "" if there is none
	to      string // the target; "" for an error or stop
}

// reader reads one automaton.
type reader struct {
	name    string
	texts   map[string]*ir.Edge // by text: the edge, nil if several edges have the text
	initial string
	states  map[string]*state
	order   []*state // the states in the order of the file
}

var (
	initialLine = regexp.MustCompile(`^INITIAL\s+STATE\s+(\w+)\s*;$`)
	stateLine   = regexp.MustCompile(`^STATE\s+(?:(USEFIRST|USEALL|NONDET)\s+)?(\w+)\s*:$`)
	stepLine    = regexp.MustCompile(
		`^(MATCH\s+"((?:[^"\\]|\\.)*)"|TRUE|.+?)\s*->\s*(?:ASSUME\s*\{([^}]*)\}\s*)?(.*?)\s*(?:GOTO\s+(\w+)|STOP|BREAK|ERROR.*)\s*;$`)
	variable = regexp.MustCompile(`^DO\s+\w+\s*=\s*[\w+\- ]+$`)
)

// fail returns an error at a line.
func (r *reader) fail(line int, format string, args ...any) error {
	return &verify.InputError{File: r.name, Line: line, Col: 1, Msg: fmt.Sprintf(format, args...)}
}

// read parses the text of the automaton.
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
			began = true // isAutomaton has checked this line
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

// verified and open are the names of the states in which, in CPAchecker's automata, all executions are verified, or all
// are open.
const verified, open = "__TRUE", "__FALSE"

// condition returns the automaton as a condition.
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

// state translates a state. If one of its lines cannot be translated to an edge of the program, the state is open. The
// callback returns the number of a state of the condition by its name.
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
		case assumed || st.to == "": // verified only under an assumption, or unknown
			out.Steps = append(out.Steps, restrict.ConditionStep{Edge: e, To: at(open)})
		default:
			out.Steps = append(out.Steps, restrict.ConditionStep{Edge: e, To: at(st.to)})
		}
	}
	return out
}

// siblings returns steps to a state for the named edges that begin at the same locations as the edges of the given
// steps and have no step yet.
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

// WriteAutomaton returns the text of the automaton for a condition of the reference program.
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

// writeState writes a state. If one of its steps cannot be written, it writes an open state.
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

// normal returns a text without white space and without a final semicolon.
func normal(text string) string {
	return strings.TrimSuffix(strings.Join(strings.Fields(text), ""), ";")
}
