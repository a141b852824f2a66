package cfront

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// The window of an entry function (Config.Window). Functions are lowered breadth first, so functions near the entry
// come first. A function whose body would exceed the lines of the window gets a body that ends the analysis, like a
// call of a function without a body. Executions up to that point agree with the whole program, and no claim is made
// about executions that continue. This is the first step of stratified inlining (A. Lal, S. Qadeer and S. Lahiri, A
// solver for reachability modulo theories, CAV 2012); here the window does not grow.

// window counts the lines of the functions that were lowered.
type window struct {
	lines int
	cut   map[*symbol]bool // functions outside of the window
}

// admit reports whether the body of s is to be lowered, since it fits into a window of size lines (0 means no limit).
// The first function is always admitted.
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

// lines returns the number of lines of the body of a function.
func (s *symbol) lines() int {
	body := s.fn.CompoundStatement
	return max(1, body.Token2.Position().Line-body.Token.Position().Line+1)
}

// lowerCut gives a function outside of the window a body that ends the analysis.
func (l *linker) lowerCut(s *symbol) {
	f := s.place.fn
	f.pos = s.pos
	f.violate(ir.NoBodyOf, fmt.Sprintf("%s beyond --window %d", s.name, l.cfg.Window), s.pos)
	f.edge(f.cur, f.f.Exit, &ir.Return{Val: outerJumps{f}.nothingToReturn()}, s.pos)
	f.cur = f.newLoc()
	f.finish()
}

// unusedFiles returns the files that contribute neither a function nor an object to the lowered program.
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
