package witness

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// instance is a copy of a C function inside of an automaton.
type instance struct {
	fn *ir.Func    // the C function; nil for globals
	in *ir.Inlined // the inlining that made the copy; nil: the automaton is the function's own
}

// scopes finds the C names that are visible at locations.
type scopes struct {
	p     *ir.Program
	src   Sources
	funcs []*ir.Func                // C functions that have positions
	vars  map[*ir.Func][]decl       // by automaton
	glob  []decl                    // globals
	outer map[string]map[string]int // by file: see Sources.names
}

// decl is a declaration of a C name.
type decl struct {
	name  string
	what  any      // *ir.Var or *ir.Object
	scope ir.Scope // where the name is visible
	inst  instance // the copy of the C function to which the declaration belongs
}

// newScopes returns the scopes of p.
func newScopes(p *ir.Program, src Sources) *scopes {
	s := &scopes{p: p, src: src, vars: map[*ir.Func][]decl{}, outer: map[string]map[string]int{}}
	seen := map[*ir.Func]bool{}
	add := func(f *ir.Func) {
		if f != nil && !seen[f] && f != p.Entry && f.Pos.IsValid() {
			s.funcs = append(s.funcs, f)
		}
		seen[f] = true
	}
	for _, f := range p.Funcs {
		add(f)
		for _, e := range f.Edges {
			for in := e.Inline; in != nil; in = in.Parent {
				add(in.Func)
			}
		}
	}
	for _, v := range p.Globals {
		s.glob = append(s.glob, decl{v.Source, v, v.Scope, instance{}})
	}
	for _, o := range p.Objects {
		s.glob = append(s.glob, decl{o.Source, o, o.Scope, instance{}})
	}
	return s
}

// function returns the C function that contains a position: the last one of the file that begins before it.
func (s *scopes) function(pos ir.Pos) *ir.Func {
	var best *ir.Func
	for _, f := range s.funcs {
		if f.Pos.File == pos.File && !before(pos, f.Pos) && (best == nil || before(best.Pos, f.Pos)) {
			best = f
		}
	}
	return best
}

// before reports whether a precedes b in the same file.
func before(a, b ir.Pos) bool { return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col }

// instanceAt returns the copy to which l belongs, out of the copies of the C function around pos. The result is false
// if the copy cannot be determined.
func (s *scopes) instanceAt(l *ir.Loc, pos ir.Pos) (instance, bool) {
	f := s.function(pos)
	if f == nil {
		return instance{}, false
	}
	if l.Func == f {
		return instance{fn: f}, true
	}
	for _, es := range [][]*ir.Edge{l.Out, l.In} {
		for _, e := range es {
			for in := e.Inline; in != nil; in = in.Parent {
				if in.Func == f {
					return instance{f, in}, true
				}
			}
		}
	}
	return instance{}, false
}

// decls returns the C names of an automaton's registers and objects, each with the copy to which it belongs. The edges
// that assign a register determine this copy: callees are inlined deeper, so the assignment with the least depth is in
// the copy itself, or is a call in it.
func (s *scopes) decls(f *ir.Func) []decl {
	if ds, ok := s.vars[f]; ok {
		return ds
	}
	shallowest := map[any]*ir.Inlined{}
	depthOf := map[any]int{}
	note := func(what any, in *ir.Inlined) {
		d := 0
		for x := in; x != nil; x = x.Parent {
			d++
		}
		if old, ok := depthOf[what]; !ok || d < old {
			depthOf[what], shallowest[what] = d, in
		}
	}
	for _, e := range f.Edges {
		if v := ir.Def(e.Stmt); v != nil && !v.Global {
			note(v, e.Inline)
		}
		if d, ok := e.Stmt.(*ir.Decl); ok {
			note(d.Obj, e.Inline)
		}
	}
	ds := []decl{}
	owner := func(what any, scope ir.Scope) (instance, bool) {
		in, ok := shallowest[what]
		if !scope.From.IsValid() {
			if !ok || in == nil {
				return instance{fn: f}, in == nil
			}
			return instance{in.Func, in}, true
		}
		fn := s.function(scope.From)
		if fn == nil {
			return instance{}, false
		}
		if fn == f {
			return instance{fn: f}, true
		}
		for ; in != nil; in = in.Parent {
			if in.Func == fn {
				return instance{fn, in}, true
			}
		}
		return instance{}, false
	}
	for _, v := range f.Vars {
		if inst, ok := owner(v, v.Scope); ok && v.Source != "" {
			ds = append(ds, decl{v.Source, v, v.Scope, inst})
		}
	}
	for _, o := range f.Objects {
		if inst, ok := owner(o, o.Scope); ok && o.Source != "" {
			ds = append(ds, decl{o.Source, o, o.Scope, inst})
		}
	}
	s.vars[f] = ds
	return ds
}

// view has the names that are visible at a loop. It implements Names.
type view struct {
	names map[any]string
}

// at returns the names that are visible at a loop with head l. An inner declaration hides outer ones of the same name.
func (s *scopes) at(l *ir.Loc, loop *ir.Loop) (*view, bool) {
	inst, ok := s.instanceAt(l, loop.Pos)
	if !ok {
		return nil, false
	}
	best := map[string]decl{}
	consider := func(d decl) {
		if !isCName(d.name) || !s.covers(d.scope, loop) {
			return
		}
		if old, ok := best[d.name]; ok {
			switch local, wasLocal := d.inst.fn != nil, old.inst.fn != nil; {
			case local != wasLocal:
				if wasLocal {
					return // a local hides a global
				}
			case before(d.scope.From, old.scope.From):
				return
			case d.scope.From == old.scope.From: // two declarations of one name: leave out both
				d.what = nil
			}
		}
		best[d.name] = d
	}
	for _, d := range s.glob {
		if d.scope.From.IsValid() || s.declared(d.name, loop.Pos) {
			consider(d)
		}
	}
	for _, d := range s.decls(l.Func) {
		if d.inst == inst {
			consider(d)
		}
	}
	v := &view{names: map[any]string{}}
	for name, d := range best {
		if d.what != nil {
			v.names[d.what] = name
		}
	}
	return v, true
}

// declared reports whether a global of that name is declared before pos in the file, or in a header that the file
// includes. The program has no position for it, so declared searches the text; it reports false if the text is missing.
func (s *scopes) declared(name string, pos ir.Pos) bool {
	text, ok := s.src.get(pos.File)
	if !ok {
		return false
	}
	at, ok := byteOffset(text, pos)
	if !ok {
		return false
	}
	if s.outer[pos.File] == nil {
		s.outer[pos.File] = s.src.names(pos.File, text, 0)
	}
	first, ok := s.outer[pos.File][name]
	return ok && first < at
}

// covers reports whether a declaration with this scope is visible at a loop. The variables that a for statement
// declares are visible at the statement.
func (s *scopes) covers(scope ir.Scope, loop *ir.Loop) bool {
	if !scope.From.IsValid() {
		return true
	}
	pos := loop.Pos
	if scope.From.File != pos.File {
		return false
	}
	if !before(pos, scope.From) && (!scope.To.IsValid() || !before(scope.To, pos)) {
		return true
	}
	return loop.Keyword == "for" && s.inHeader(scope.From, pos)
}

// inHeader reports whether the position decl is in the brackets after the for at loop.
func (s *scopes) inHeader(decl, loop ir.Pos) bool {
	text, ok := s.src.get(loop.File)
	if !ok {
		return false
	}
	at, ok1 := byteOffset(text, loop)
	d, ok2 := byteOffset(text, decl)
	if !ok1 || !ok2 || !startsWord(text, at, "for") {
		return false
	}
	open := skipBlank(text, at+3)
	end, ok := closing(text, open)
	return ok && open < d && d < end
}

// Var returns the C name of a register.
func (v *view) Var(x *ir.Var) (string, bool) {
	name, ok := v.names[x]
	if x.Type.Kind == ir.Ptr && !strings.Contains(x.CType, "*") {
		return "", false // the address of an aggregate parameter
	}
	return name, ok
}

// Object returns the C name of an object.
func (v *view) Object(o *ir.Object) (string, bool) {
	name, ok := v.names[o]
	return name, ok
}

// isCName reports whether s is an identifier of C.
func isCName(s string) bool {
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for i := range len(s) {
		if !isIdent(s[i]) {
			return false
		}
	}
	return true
}
