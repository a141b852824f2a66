package link

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/typeclass"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Program is the linked files: translation units, their symbols, and the warnings about them.
type Program struct {
	ctype.Table
	Cfg       Config
	IR        *ir.Program         // the program to make; linking adds its files and warnings
	warned    map[ir.Warning]bool // the warnings of IR
	annotated bool                // a warning about annotations was given (warnAnnotations)

	addTypes  func(*csrc.Unit) error // adds a unit to Layout, unless it is there already
	Units     []*Unit
	Syms      map[string]*Symbol // external linkage, by name
	facts     *textFacts         // facts about the text of the files
	declAttrs *declaredAttrs     // facts.attrs, after they were recorded for the symbols (attributes.go)
}

// New returns a program without files for a configuration.
func New(cfg Config) *Program {
	l := &Program{Cfg: cfg, IR: &ir.Program{Model: cfg.Model}, warned: map[ir.Warning]bool{},
		Syms: map[string]*Symbol{}, facts: &textFacts{others: map[any]any{}}}
	l.Layout, l.addTypes = cfg.layoutFor()
	l.Model, l.Classes = cfg.Model, typeclass.New()
	return l
}

// Unit is one translation unit.
type Unit struct {
	program *Program
	Src     *csrc.Unit
	AST     *cc.AST
	Locals  map[string]*Symbol // internal linkage, by name

	weak     map[string]bool   // names with a weak declaration (weak.go)
	asmNames map[string]string // names for the linker that differ from the names in C (asmname.go)
	Model    bool              // a library model, not the user's code
}

// Warn adds a warning, unless it is there already.
func (l *Program) Warn(pos ir.Pos, format string, args ...any) {
	w := ir.Warning{Pos: pos, Text: fmt.Sprintf(format, args...)}
	if !l.warned[w] {
		l.warned[w] = true
		l.IR.Warnings = append(l.IR.Warnings, w)
	}
}
