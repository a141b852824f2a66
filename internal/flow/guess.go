package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file has the guesses. A pointer that is read from bytes that are inputs (uninitialised, havocked), or from a
// number, may be the address of any object whose type fits (ir.Fits) and whose address the environment can know. There
// is one node for the addresses of such pointers of each kind, with edges to the registers into which they are loaded.
// The environment can know the address of
//
//	heap objects, objects of pointer inputs, functions     always
//	a global or local object                               if its address occurs anywhere but in a direct access
//	                                                       (Held), or if the front end marks it (Known)

// guess returns the node of the guessed pointers of a kind. It makes the node at the first call.
func (s *solver) guess(kind string) int32 {
	if n, ok := s.guesses[kind]; ok {
		return n
	}
	if s.guesses == nil {
		s.guesses = map[string]int32{}
	}
	n := s.newNode()
	s.guesses[kind] = n
	for _, t := range s.a.Targets {
		if !s.guessable(t) {
			continue
		}
		for _, p := range ir.Fits(t.parts(), kind) {
			s.add(n, s.pair(normal(t, p.Off, p.Stride)))
		}
	}
	return n
}

// lookedAt records that bytes of t may be read as pointers of the kind with the node guess. The same holds for all
// objects from which bytes are copied to t.
func (s *solver) lookedAt(t *Target, guess int32) {
	m := &s.mem[t.ID]
	if slices.Contains(m.kinds, guess) {
		return
	}
	m.kinds = append(m.kinds, guess)
	for _, from := range m.sources {
		s.lookedAt(from, guess)
	}
}

// copied records that bytes of from are copied to another object, where they may be read as pointers.
func (s *solver) copied(from, to *Target) {
	m := &s.mem[to.ID]
	if slices.Contains(m.sources, from) {
		return
	}
	m.sources = append(m.sources, from)
	for _, k := range slices.Clone(m.kinds) {
		s.lookedAt(from, k)
	}
}

// addGuess lets the result of a load be a guess.
func (s *solver) addGuess(r reader) {
	s.add(r.dst, unknownPair)
	if r.guess >= 0 {
		s.link(r.guess, r.dst, same)
	}
}

// guessable reports whether the environment can know the address of t.
func (s *solver) guessable(t *Target) bool {
	return t.Obj == nil || s.heldObjects()[t.Obj]
}

// heldObjects returns the objects whose address occurs other than in a direct access, computed at the first call.
func (s *solver) heldObjects() map[*ir.Object]bool {
	if s.held == nil {
		s.held = Held(s.a.Prog)
	}
	return s.held
}

// codeParts is the typed part of a function.
var codeParts = []ir.Part{{Kind: "code"}}

// parts returns the typed parts of a target.
func (t *Target) parts() []ir.Part {
	switch {
	case t.Kind == FuncCode:
		return codeParts
	case t.Obj != nil:
		return t.Obj.Parts
	}
	if s := ir.SiteOf(t.Edge.Stmt); s != nil {
		return s.Parts
	}
	return nil
}

// own reports whether pointers in the bytes of a site cannot lead to objects of the program.
func own(s *ir.Site) bool { return s != nil && s.Own }
