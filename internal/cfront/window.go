package cfront

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// The window of an entry function (Config.Window): functions are lowered breadth first, so those near the entry come
// first. Those that would make more lines than the window has get a body at which the analysis ends, as it does at a
// call of a function that has none: what comes before is as in the whole program, and nothing is said of what comes
// after. The first step of A. Lal, S. Qadeer and S. Lahiri, A solver for reachability modulo theories, CAV 2012
// (stratified inlining), where the window does not grow.

// window counts the lines that were lowered.
type window struct {
	lines int
	cut   map[*symbol]bool // functions beyond it
}

// admit reports whether the body of a function is lowered. The first one always is.
func (w *window) admit(s *symbol, size int) bool {
	if size == 0 || s.fn == nil || s.stub != nil || s.unit == nil || s.unit.model {
		return true
	}
	n := s.lines()
	if w.lines > 0 && w.lines+n > size {
		if w.cut == nil {
			w.cut = map[*symbol]bool{}
		}
		w.cut[s] = true
		return false
	}
	w.lines += n
	return true
}

// lines returns how many lines the body of a function has.
func (s *symbol) lines() int {
	body := s.fn.CompoundStatement
	return max(1, body.Token2.Position().Line-body.Token.Position().Line+1)
}

// lowerCut gives a function beyond the window its body.
func (l *linker) lowerCut(s *symbol) {
	f := s.place.fn
	f.pos = s.pos
	f.violate(ir.NoBodyOf, fmt.Sprintf("%s beyond --window %d", s.name, l.cfg.Window), s.pos)
	f.edge(f.cur, f.f.Exit, &ir.Return{Val: outerJumps{f}.nothingToReturn()}, s.pos)
	f.cur = f.newLoc()
	f.finish()
}

// unusedFiles lists the files of which the program has neither functions nor objects.
func (l *linker) unusedFiles() []string {
	used := map[*unit]bool{}
	note := func(s *symbol) {
		p := &s.place
		if s.unit != nil && (s.fun != nil && !l.window.cut[s] || p.addr != nil || p.reg != nil || len(p.parts) > 0) {
			used[s.unit] = true
		}
	}
	for _, s := range l.syms {
		note(s)
	}
	for _, u := range l.units {
		for _, s := range u.locals {
			note(s)
		}
	}
	var out []string
	for _, u := range l.units {
		if !u.model && !used[u] {
			out = append(out, u.src.File)
		}
	}
	return out
}
