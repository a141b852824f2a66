package smt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/term"
)

// transcript is a Solver that also writes all calls as an SMT-LIB 2 script, with the answers as comments. Any solver
// can run the script. Close returns the first error of the writer.
type transcript struct {
	Solver
	w    io.Writer
	enc  *encoder
	text bytes.Buffer
	err  error
}

// newTranscript returns s with a transcript to w. logic may be empty.
func newTranscript(s Solver, w io.Writer, logic string) *transcript {
	l := &transcript{Solver: s, w: w, enc: newEncoder(false)}
	l.text.WriteString("(set-option :produce-models true)\n(set-option :produce-unsat-assumptions true)\n")
	if logic != "" {
		fmt.Fprintf(&l.text, "(set-logic %s)\n", logic)
	}
	l.flush()
	return l
}

// Close implements Solver.
func (l *transcript) Close() error {
	if f, ok := l.w.(io.Closer); ok && l.err == nil {
		l.err = f.Close()
	}
	return errors.Join(l.Solver.Close(), l.err)
}

// flush writes the text so far.
func (l *transcript) flush() {
	if l.err == nil {
		_, l.err = l.w.Write(l.text.Bytes())
	}
	l.text.Reset()
}

// Push implements Solver.
func (l *transcript) Push() {
	l.text.WriteString("(push 1)\n")
	l.enc.push()
	l.flush()
	l.Solver.Push()
}

// Pop implements Solver.
func (l *transcript) Pop() {
	l.Solver.Pop()
	l.text.WriteString("(pop 1)\n")
	l.enc.pop(1)
	l.flush()
}

// Assert implements Solver.
func (l *transcript) Assert(ts ...*term.Term) {
	for _, t := range ts {
		mustBool(t)
		l.enc.assert(&l.text, t)
	}
	l.flush()
	l.Solver.Assert(ts...)
}

// Check implements Solver. It writes the query before the solver gets it, so that the transcript ends with the query at
// which a run was stopped.
func (l *transcript) Check(ctx context.Context, b Budget, assume ...*term.Term) Answer {
	var lits []string
	for _, t := range assume {
		mustBool(t)
		lits = append(lits, l.enc.literal(&l.text, t))
	}
	if len(assume) == 0 {
		l.text.WriteString("(check-sat)\n")
	} else {
		fmt.Fprintf(&l.text, "(check-sat-assuming (%s))\n", strings.Join(lits, " "))
	}
	l.flush()
	begin := time.Now()
	a := l.Solver.Check(ctx, b, assume...)
	fmt.Fprintf(&l.text, "; %s after %v\n", strings.ReplaceAll(a.String(), "\n", " "),
		time.Since(begin).Round(10*time.Microsecond))
	l.flush()
	return a
}

// Model implements Solver.
func (l *transcript) Model() (*term.Model, error) {
	l.text.WriteString("(get-model)\n")
	l.flush()
	return l.Solver.Model()
}

// logged returns s. If dumps are enabled, it returns s with a transcript to a numbered file.
func (c Config) logged(s Solver) (Solver, error) {
	w, err := c.Log.Create("smt.smt2")
	if w == nil || err != nil {
		return s, err
	}
	return newTranscript(s, w, c.Logic), nil
}
