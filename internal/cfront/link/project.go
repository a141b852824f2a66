package link

import (
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

// Files that are linked into one program are the same program for each entry function. Units therefore keep the program
// as it was after linking. A later Load of the same files begins with a copy of the symbols and shares all facts about
// the text, so that its cost depends only on the functions that it lowers.

// textFacts are facts about the text of all files, which do not depend on the entry. Each is computed on first use, and
// nil before.
type textFacts struct {
	identifiers map[string]int                  // number of occurrences in the program's expressions
	arrays      map[*Symbol]map[*Symbol]bool    // by array: the functions that name it (ArraysNamed)
	nonnull     map[string][]nonnullDeclaration // by name of the function (Nonnull)
	attrs       *declaredAttrs
	attributed  []attributedDeclaration // computed with attrs
	others      map[any]any             // by key (fact)
}

// Fact returns a fact about the text of the files. The first call for a key computes it by find; the key is a value of
// a type of its own.
func Fact[T any](l *Program, key any, find func() T) T {
	if v, ok := l.facts.others[key]; ok {
		return v.(T)
	}
	v := find()
	l.facts.others[key] = v
	return v
}

// mostProjects bounds the projects that Units keep. With a compilation database there may be many projects, since each
// function may be linked with other files.
const mostProjects = 4

// project is a program that an earlier Load has linked.
type project struct {
	key   string
	files *Program
}

// shared reports whether the result of linking depends on the files only, so that Loads can share it.
func (c *Config) shared() bool { return c.Units != nil && len(c.Assume) == 0 && len(c.Sizes) == 0 }

// projectKey returns a key that is the same for Loads whose programs are equal; the Loads have the same Units.
func (c *Config) projectKey() string {
	return c.Model.String() + "\x00" + strings.Join(c.Files, "\x00")
}

// Enter parses and links the files, or copies the linked files of an earlier Load. amend is as in parse.
func (l *Program) Enter(amend func(*csrc.Unit) (*csrc.Unit, error)) error {
	if !l.Cfg.shared() {
		if err := (linking{l}).parse(amend); err != nil {
			return err
		}
		return linking{l}.link()
	}
	p, err := l.Cfg.Units.project(l.Cfg)
	if err != nil {
		return err
	}
	linking{l}.copyLinked(p)
	return nil
}

// project returns the linked files. The caller must hold the lock of u, and must not change the program.
func (u *Units) project(cfg Config) (*Program, error) {
	key := cfg.projectKey()
	i := slices.IndexFunc(u.projects, func(p project) bool { return p.key == key })
	if i >= 0 {
		p := u.projects[i]
		u.projects = append(slices.Delete(u.projects, i, i+1), p)
		return p.files, nil
	}
	l, err := link(cfg)
	if err != nil {
		return nil, err
	}
	if len(u.projects) == mostProjects {
		u.projects = slices.Delete(u.projects, 0, 1)
	}
	u.projects = append(u.projects, project{key, l})
	return l, nil
}

// link parses and links the files, without an entry.
func link(cfg Config) (*Program, error) {
	cfg.Entry, cfg.EntryFile, cfg.Assume, cfg.Sizes = "", "", nil, nil
	l := New(cfg)
	if err := (linking{l}).parse(nil); err != nil {
		return nil, err
	}
	return l, linking{l}.link()
}

// copyLinked makes l equal to p, whose files are linked. Both share the data that does not change: syntax
// trees, types, classes of types and facts of the text.
func (l linking) copyLinked(p *Program) {
	l.Layout, l.addTypes = p.Layout, p.addTypes
	l.IR.Files, l.IR.Warnings = slices.Clone(p.IR.Files), slices.Clone(p.IR.Warnings)
	l.warned, l.annotated = maps.Clone(p.warned), p.annotated
	l.Classes, l.facts, l.declAttrs = p.Classes.Extend(), p.facts, p.declAttrs
	units := map[*Unit]*Unit{}
	for _, u := range p.Units {
		c := *u
		c.program = l.Program
		units[u] = &c
		l.Units = append(l.Units, &c)
	}
	copies := func(table map[string]*Symbol) map[string]*Symbol {
		all, out := make([]Symbol, 0, len(table)), make(map[string]*Symbol, len(table))
		for name, s := range table {
			all = append(all, s.copied(units))
			out[name] = &all[len(all)-1]
		}
		return out
	}
	l.Syms = copies(p.Syms)
	for i, u := range p.Units {
		l.Units[i].Locals = copies(u.Locals)
	}
}

// copied returns a copy of s, a symbol that is linked but not lowered. units maps the units to their copies.
func (s *Symbol) copied(units map[*Unit]*Unit) Symbol {
	c := *s
	c.of, c.Unit = s, units[s.Unit]
	if s.Alloc != nil {
		a := *s.Alloc
		a.Frees = slices.Clip(a.Frees)
		c.Alloc = &a
	}
	return c
}

// AsLinked returns the symbol of which s is a copy, or s itself.
func (s *Symbol) AsLinked() *Symbol {
	if s.of != nil {
		return s.of
	}
	return s
}

// ArraysNamed returns the arrays that the program names, and for each the set of functions that name it. In this set,
// nil represents the text outside of functions. All symbols belong to the linked project; none is a copy.
func (l *Program) ArraysNamed() map[*Symbol]map[*Symbol]bool {
	if l.facts.arrays != nil {
		return l.facts.arrays
	}
	out := map[*Symbol]map[*Symbol]bool{}
	for _, u := range l.Units {
		for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			x := tu.ExternalDeclaration
			var in *Symbol
			if x.Case == cc.ExternalDeclarationFuncDef {
				in = u.Lookup(x.FunctionDefinition.Declarator).AsLinked()
			}
			csrc.Walk(x, func(n cc.Node) bool {
				if s := u.namesArray(n); s != nil {
					if out[s] == nil {
						out[s] = map[*Symbol]bool{}
					}
					out[s][in] = true
				}
				return true
			})
		}
	}
	l.facts.arrays = out
	return out
}

// namesArray returns the array with linkage that n names, as a symbol of the linked project; nil if n names none.
func (u *Unit) namesArray(n cc.Node) *Symbol {
	p, ok := n.(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	d, ok := p.ResolvedTo().(*cc.Declarator)
	if !ok {
		return nil
	}
	s := u.Named(d.Name())
	if s == nil || s.IsFunc {
		return nil
	}
	if _, isArray := s.Type.(*cc.ArrayType); !isArray {
		return nil
	}
	return s.AsLinked()
}

// ParseModel parses the text of library models and returns their symbols by name. It panics with an *csrc.Error if that
// fails.
func (l *Program) ParseModel(file, src string) map[string]*Symbol {
	parsed, err := l.Cfg.parseModel(file, src)
	if err != nil {
		panic(&csrc.Error{Msg: "library model " + file + ": " + err.Error()})
	}
	if err := l.addTypes(parsed); err != nil {
		panic(&csrc.Error{Msg: "library model " + file + ": " + err.Error()})
	}
	u := &Unit{program: l, Src: parsed, AST: parsed.AST, Locals: map[string]*Symbol{}, Model: true}
	ext := map[string]*Symbol{}
	if errs := u.collect(ext); len(errs) > 0 {
		panic(errs[0])
	}
	// Only models see the definitions in a model.
	for k, s := range ext {
		if s.Body != nil || s.Tentative {
			u.Locals[k] = s
		}
	}
	for k, s := range u.Locals {
		if ext[k] == nil {
			ext[k] = s
		}
	}
	return ext
}
