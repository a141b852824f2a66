package cfront

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/cfront/link"
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
	cut   map[*link.Symbol]bool // functions outside of the window
}

// admit reports whether the body of s is to be lowered, since it fits into a window of size lines (0 means no limit).
// The first function is always admitted.
func (w *window) admit(s *link.Symbol, size int) bool {
	if size == 0 || s.Body == nil || s.Unit == nil || s.Unit.Model {
		return true
	}
	n := linesOf(s)
	if w.lines > 0 && w.lines+n > size {
		if w.cut == nil {
			w.cut = map[*link.Symbol]bool{}
		}
		w.cut[s] = true
		return false
	}
	w.lines += n
	return true
}

// linesOf returns the number of lines of the body of a function.
func linesOf(s *link.Symbol) int {
	body := s.Body.CompoundStatement
	return max(1, body.Token2.Position().Line-body.Token.Position().Line+1)
}

// lowerCut gives a function outside of the window a body that ends the analysis.
func (l *linker) lowerCut(s *link.Symbol) {
	f := l.of(s).place.fn
	f.pos = s.Pos
	f.violate(ir.NoBodyOf, fmt.Sprintf("%s beyond --window %d", s.Name, l.Cfg.Window), s.Pos)
	f.edge(f.cur, f.f.Exit, &ir.Return{Val: outerJumps{f}.nothingToReturn()}, s.Pos)
	f.cur = f.newLoc()
	f.finish()
}

// unusedFiles returns the files that contribute neither a function nor an object to the lowered program.
func (l *linker) unusedFiles() []string {
	used := map[*link.Unit]bool{}
	note := func(s *link.Symbol) {
		p := &l.of(s).place
		if s.Unit != nil && (l.of(s).fun != nil && !l.window.cut[s] || p.addr != nil || p.reg != nil || len(p.parts) > 0) {
			used[s.Unit] = true
		}
	}
	for _, s := range l.Syms {
		note(s)
	}
	for _, u := range l.Units {
		for _, s := range u.Locals {
			note(s)
		}
	}
	var out []string
	for _, u := range l.Units {
		if !u.Model && !used[u] {
			out = append(out, u.Src.File)
		}
	}
	return out
}
