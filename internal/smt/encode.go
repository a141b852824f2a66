package smt

import (
	"bytes"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/term"
)

// encoder writes terms as the commands of one session.
type encoder struct {
	keep  bool // declarations and definitions stay over pop; else they end with their level
	pr    *term.Printer
	lines int                   // number of declarations and definitions written
	lits  map[*term.Term]string // results of literal
	made  [][]*term.Term        // per level above the base: the terms whose literals are declared in it
	next  int                   // number of literals made
}

// newEncoder returns the encoder of a new session.
func newEncoder(keep bool) *encoder {
	return &encoder{keep: keep, pr: term.NewPrinter(), lits: map[*term.Term]string{}}
}

// push begins a level.
func (e *encoder) push() {
	if !e.keep {
		e.pr.Push()
	}
	e.made = append(e.made, nil)
}

// pop ends the last n levels.
func (e *encoder) pop(n int) {
	for ; n > 0; n-- {
		if !e.keep {
			e.pr.Pop()
		}
		top := len(e.made) - 1
		for _, t := range e.made[top] {
			delete(e.lits, t)
		}
		e.made = e.made[:top]
	}
}

// expr returns the text of t, and writes the declarations and definitions that it needs.
func (e *encoder) expr(w *bytes.Buffer, t *term.Term) string {
	commands, text := e.pr.Expr(t)
	for _, c := range commands {
		w.WriteString(c)
		w.WriteByte('\n')
	}
	e.lines += len(commands)
	return text
}

// assert writes the assertion of t.
func (e *encoder) assert(w *bytes.Buffer, t *term.Term) {
	text := e.expr(w, t)
	w.WriteString("(assert ")
	w.WriteString(text)
	w.WriteString(")\n")
}

// literal returns the name of a constant that implies t. It serves as operand of check-sat-assuming, and as name of t
// in cores. The implication is asserted in the last level and ends with it. Names begin with a question mark, as no
// variable's name does.
func (e *encoder) literal(w *bytes.Buffer, t *term.Term) string {
	if name, ok := e.lits[t]; ok {
		return name
	}
	text := e.expr(w, t)
	e.next++
	e.lines++
	name := fmt.Sprintf("?a%d", e.next)
	fmt.Fprintf(w, "(declare-fun %s () Bool)\n(assert (=> %s %s))\n", name, name, text)
	e.lits[t] = name
	if top := len(e.made) - 1; top >= 0 {
		e.made[top] = append(e.made[top], t)
	}
	return name
}
