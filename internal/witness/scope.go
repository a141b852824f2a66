package witness

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// instance is a copy of a C function inside an automaton: the function, and
// the inlining that brought it there (nil: the automaton is its own).
type instance struct {
	fn *ir.Func // nil: no function, a global
	in *ir.Inlined
}

// scopes answers which C names are visible where.
type scopes struct {
	p     *ir.Program
	src   Sources
	funcs []*ir.Func          // C functions that have positions
	vars  map[*ir.Func][]decl // by automaton
	glob  []decl
	outer map[string]map[string]int // by file: fileNames
}

// decl is a C name with what it stands for.
type decl struct {
	name  string
	what  any // *ir.Var or *ir.Object
	scope ir.Scope
	inst  instance
}

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

// function is the C function that a position lies in: the last one of the
// file that begins before it.
func (s *scopes) function(pos ir.Pos) *ir.Func {
	var best *ir.Func
	for _, f := range s.funcs {
		if f.Pos.File == pos.File && !before(pos, f.Pos) && (best == nil || before(best.Pos, f.Pos)) {
			best = f
		}
	}
	return best
}

func before(a, b ir.Pos) bool { return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col }

// instanceAt is the copy of the C function around pos that location l of
// automaton belongs to; ok false if that cannot be told.
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

// decls lists the C names of an automaton's registers and objects with their
// owners. The owner is told by the edges that assign it: those of callees lie
// deeper, so the shallowest one is the owner's, or a call in it.
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

// view is what can be named at a loop: it implements Names.
type view struct {
	names map[any]string
}

// at gives the names that are visible at the loop of l. An inner declaration
// hides outer ones of the same name.
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
			case d.scope.From == old.scope.From: // two things of one name: neither is sure
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

// declared reports whether a global of that name is declared in the file before
// pos, or in a header that it includes. The program does not keep where; the text tells. Without the text: no.
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

// covers reports whether a declaration with this scope is visible at a loop; the
// variables of a for statement's own declaration are.
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

// inHeader reports whether a position lies in the brackets after the for at loop.
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

// Var is the C name of a register.
func (v *view) Var(x *ir.Var) (string, bool) {
	name, ok := v.names[x]
	if x.Type.Kind == ir.Ptr && !strings.Contains(x.CType, "*") {
		return "", false // the address of an aggregate parameter
	}
	return name, ok
}

// Object is the C name of an object.
func (v *view) Object(o *ir.Object) (string, bool) {
	name, ok := v.names[o]
	return name, ok
}

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
