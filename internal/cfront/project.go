package cfront

import (
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

// Files that are linked into one program are the same program for each entry function. Units therefore keep the linker
// as it was after linking. A later Load of the same files begins with a copy of the symbols and shares all facts about
// the text, so that its cost depends only on the functions that it lowers.

// textFacts are facts about the text of all files, which do not depend on the entry. Each is computed on first use.
type textFacts struct {
	identifiers map[string]int // number of occurrences in the program's expressions; nil: not computed yet
	// literalNames counts the calls that look up an environment variable by a literal name (libenv.go). It is computed
	// with identifiers.
	literalNames int
	lengths      int // 2: a format of the program may have %n, 1: none has, 0: not computed yet
	// 2: the program reads standard input only by simple formats (libscan.go), 1: also in other ways, 0: not computed yet
	stdinTokens int
	arrays      map[*symbol]map[*symbol]bool    // by array: the functions that name it (known.go); nil: not computed yet
	nonnull     map[string][]nonnullDeclaration // by name of the function (entrypromise.go); nil: not computed yet
	attrs       *declaredAttrs                  // nil: not computed yet
	attributed  []attributedDeclaration         // computed with attrs
}

// mostProjects bounds the projects that Units keep. With a compilation database there may be many projects, since each
// function may be linked with other files.
const mostProjects = 4

// project is the linker of files that an earlier Load has linked.
type project struct {
	key    string
	linker *linker
}

// shared reports whether the result of linking depends on the files only, so that Loads can share it.
func (c *Config) shared() bool { return c.Units != nil && len(c.Assume) == 0 && len(c.Sizes) == 0 }

// projectKey returns a key that is the same for Loads whose linkers are equal; the Loads have the same Units.
func (c *Config) projectKey() string {
	return c.Model.String() + "\x00" + strings.Join(c.Files, "\x00")
}

// enter parses and links the files, or copies the linker of an earlier Load of the same files.
func (l linking) enter() error {
	if !l.cfg.shared() {
		if err := l.parse(); err != nil {
			return err
		}
		return l.link()
	}
	p, err := l.cfg.Units.project(l.cfg)
	if err != nil {
		return err
	}
	l.copyLinked(p)
	return nil
}

// project returns the linker of the files. The caller must hold the lock of u, and must not change the linker.
func (u *Units) project(cfg Config) (*linker, error) {
	key := cfg.projectKey()
	i := slices.IndexFunc(u.projects, func(p project) bool { return p.key == key })
	if i >= 0 {
		p := u.projects[i]
		u.projects = append(slices.Delete(u.projects, i, i+1), p)
		return p.linker, nil
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
func link(cfg Config) (*linker, error) {
	cfg.Entry, cfg.EntryFile, cfg.Assume, cfg.Sizes = "", "", nil, nil
	l := newLinker(cfg)
	if err := (linking{l}).parse(); err != nil {
		return nil, err
	}
	return l, linking{l}.link()
}

// copyLinked makes l equal to p, a linker whose files are linked. Both share the data that does not change: syntax
// trees, types, classes of types and facts of the text.
func (l linking) copyLinked(p *linker) {
	l.Layout, l.addTypes = p.Layout, p.addTypes
	l.prog.Files, l.prog.Warnings = slices.Clone(p.prog.Files), slices.Clone(p.prog.Warnings)
	l.warned, l.annotated = maps.Clone(p.warned), p.annotated
	l.Classes, l.facts, l.library.declAttrs = p.Classes.Extend(), p.facts, p.library.declAttrs
	units := map[*unit]*unit{}
	for _, u := range p.units {
		c := *u
		c.l = l.linker
		units[u] = &c
		l.units = append(l.units, &c)
	}
	copies := func(table map[string]*symbol) map[string]*symbol {
		all, out := make([]symbol, 0, len(table)), make(map[string]*symbol, len(table))
		for name, s := range table {
			all = append(all, s.copied(units))
			out[name] = &all[len(all)-1]
		}
		return out
	}
	l.syms = copies(p.syms)
	for i, u := range p.units {
		l.units[i].locals = copies(u.locals)
	}
}

// copied returns a copy of s, a symbol that is linked but not lowered. units maps the units to their copies.
func (s *symbol) copied(units map[*unit]*unit) symbol {
	c := *s
	c.of, c.unit = s, units[s.unit]
	if s.allocAttr != nil {
		a := *s.allocAttr
		a.frees = slices.Clip(a.frees)
		c.allocAttr = &a
	}
	return c
}

// asLinked returns the symbol of which s is a copy, or s itself.
func (s *symbol) asLinked() *symbol {
	if s.of != nil {
		return s.of
	}
	return s
}

// arraysNamed returns the arrays that the program names, and for each the set of functions that name it. In this set,
// nil represents the text outside of functions. All symbols belong to the linked project; none is a copy.
func (l *symbolTable) arraysNamed() map[*symbol]map[*symbol]bool {
	if l.facts.arrays != nil {
		return l.facts.arrays
	}
	out := map[*symbol]map[*symbol]bool{}
	for _, u := range l.units {
		for tu := u.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			x := tu.ExternalDeclaration
			var in *symbol
			if x.Case == cc.ExternalDeclarationFuncDef {
				in = u.lookup(x.FunctionDefinition.Declarator).asLinked()
			}
			csrc.Walk(x, func(n cc.Node) bool {
				if s := u.namesArray(n); s != nil {
					if out[s] == nil {
						out[s] = map[*symbol]bool{}
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
func (u *unit) namesArray(n cc.Node) *symbol {
	p, ok := n.(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	d, ok := p.ResolvedTo().(*cc.Declarator)
	if !ok {
		return nil
	}
	s := u.named(d.Name())
	if s == nil || s.isFunc {
		return nil
	}
	if _, isArray := s.typ.(*cc.ArrayType); !isArray {
		return nil
	}
	return s.asLinked()
}
