package cfront

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/typeclass"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Load parses the files, links them, and lowers the functions and objects that can be reached from the entry function.
// The error is a *Error or an ErrorList; Load never panics.
func Load(cfg Config) (prog *ir.Program, err error) {
	l, err := lowered(cfg)
	if err != nil {
		return nil, err
	}
	return l.prog, nil
}

// lowered returns the linker after all steps of a Load. It repeats the lowering if the program turns out to need a
// larger floating-point environment.
func lowered(cfg Config) (*linker, error) {
	defer cfg.Units.hold()()
	env := floatEnv{}
	for {
		l, again, err := load(cfg, env)
		if err != nil || again != nil {
			cfg.Units.failed()
		}
		if again == nil {
			return l, err
		}
		env = floatEnv{modes: again.modes, flags: again.flags}
	}
}

// load lowers the program with a floating-point environment. If the program needs a larger one, it returns that need as
// again, and no linker.
func load(cfg Config, env floatEnv) (done *linker, again *lowerAgain, err error) {
	if cfg.ArraySize <= 0 {
		cfg.ArraySize = DefaultArraySize
	}
	if cfg.Model == 0 {
		cfg.Model = ir.ILP32
	}
	l := newLinker(cfg)
	l.prog.Said = ir.NewSaid()
	l.library.env = env
	l.library.makeEnv()
	defer func() {
		// A failed lowering panics with a *Error, since the recursion over expressions is deep, and none of the callers could
		// handle the error better.
		switch x := recover().(type) {
		case nil:
		case lowerAgain:
			done, again = nil, &x
		case *Error:
			done, err = nil, x
		default:
			done, err = nil, &Error{Pos: l.Pos, Msg: fmt.Sprintf("internal error while lowering: %v", x)}
		}
	}()
	if err := (linking{l}).enter(); err != nil {
		return nil, nil, err
	}
	l.step("link")
	linking{l}.removeBodies()
	linking{l}.propertyNames()
	l.lowerAll()
	l.step("lower")
	l.outer.settleJumps()
	l.outer.settleNests()
	l.inputs.finishEntry()
	l.step("entry")
	l.missingReturns()
	l.dropEnds()
	l.texts.settleTexts()
	l.args.assumeArgs()
	l.inputs.aliases()
	l.consts.guardConst()
	l.library.guardPools()
	l.step("aliases")
	l.finishing.finish()
	l.step("finish")
	l.prog.Unused = l.unusedFiles()
	return l, nil, nil
}

// symbolTable is the linked files: translation units, their symbols, and the warnings about them.
type symbolTable struct {
	ctype.Table
	cfg       Config
	prog      *ir.Program         // the program to make; linking adds its files and warnings
	warned    map[ir.Warning]bool // the warnings of prog
	annotated bool                // a warning about annotations was given (warnAnnotations)

	addTypes func(*csrc.Unit) error // adds a unit to lay, unless it is there already
	units    []*unit
	syms     map[string]*symbol // external linkage, by name
	facts    *textFacts         // facts about the text of the files
}

// linker is the state of one Load: the symbols, and the functions that are lowered. Tasks on the whole program are
// methods of separate types, which embed *linker. The types with state of their own are fields of linker.
type linker struct {
	symbolTable
	names   names              // the names of functions, global registers and objects so far
	assumed []assumption       // the assumptions of a proof
	stubs   map[string]*symbol // functions without body whose address is taken

	queue   []*symbol            // functions to lower
	window  window               // limits the functions that are lowered
	fns     []*fn                // lowered functions
	symbols map[*ir.Func]*symbol // the symbols of fns

	fallOffs []*ir.Edge // returns without a value in functions that return one
	used     []*ir.Edge // calls whose result is used

	inputs    entryInputs
	globals   globals
	consts    constObjects
	flow      pointerFlow
	args      passedArgs
	outer     outerTargets
	library   libraryUse
	texts     textInputs
	finishing finishing
}

// newLinker returns a linker without units for a configuration.
func newLinker(cfg Config) *linker {
	l := &linker{}
	l.cfg, l.prog, l.names, l.warned = cfg, &ir.Program{Model: cfg.Model}, names{}, map[ir.Warning]bool{}
	l.Layout, l.addTypes = cfg.layoutFor()
	l.Model, l.Classes = cfg.Model, typeclass.New()
	l.syms, l.stubs, l.facts = map[string]*symbol{}, map[string]*symbol{}, &textFacts{}
	l.symbols = map[*ir.Func]*symbol{}

	l.inputs = entryInputs{linker: l, apart: map[*ir.Site]apart{}, readers: map[*ir.Site]bool{}}
	l.globals = globals{linker: l, strings: map[string]*ir.Object{}}
	l.consts = constObjects{linker: l, inits: map[ir.Stmt]bool{}, bitStores: map[ir.Stmt]bitRange{}}
	l.flow = pointerFlow{linker: l, isTaken: map[*symbol]bool{}, noted: map[castKey]bool{}, casts: map[funcCast]bool{},
		reachedBy: map[reachedKey][]*cc.FunctionType{}, unions: map[cc.Type]bool{}, holds: map[int][]*cc.FunctionType{}}
	l.args = passedArgs{linker: l, argRead: map[string]*argRead{}, argPassed: map[string]bool{}}
	l.outer = outerTargets{linker: l, bound: map[*ir.Var]bool{}}
	l.library = libraryUse{linker: l, lib: libCalls{calls: map[string]int{}, sites: map[string][]*ir.Site{}},
		asked: map[string][2]*ir.Var{}, seeds: map[string]bool{}, modelSyms: map[string]*symbol{},
		unitSyms: map[string]*symbol{}, results: map[resultPart]*ir.Var{}, pools: map[*ir.Edge]poolEdge{}}
	l.texts = textInputs{linker: l, texts: map[*ir.Edge]bool{}, placed: map[*ir.Edge]bool{}}
	l.finishing = finishing{linker: l}
	return l
}

// unit is one translation unit.
type unit struct {
	l      *linker
	src    *csrc.Unit
	ast    *cc.AST
	locals map[string]*symbol // internal linkage, by name

	weak     map[string]bool   // names with a weak declaration (weak.go)
	asmNames map[string]string // names for the linker that differ from the names in C (asmname.go)
	model    bool              // a library model, not the user's code
}

// parse parses the files of the program.
func (l linking) parse() error {
	if len(l.cfg.Files) == 0 {
		return &Error{Msg: "no input file"}
	}
	var list ErrorList
	var hosts []string
	for _, file := range l.cfg.Files {
		if own, is := l.cfg.PerFile[file]; (is && own.UnsignedChar) != l.Layout.UnsignedChar {
			return &Error{Msg: file + ": plain char is signed in one file of the program and unsigned in another one " +
				"(-funsigned-char), which is not supported"}
		}
	}
	parsed := l.cfg.parse()
	l.step("parse")
	for i, file := range l.cfg.Files {
		src, err := parsed[i].unit, parsed[i].err
		if err == nil {
			src, err = l.inputs.withEntryText(src)
		}
		if err != nil {
			list = append(list, asErrors(err)...)
			continue
		}
		if err := l.addTypes(src); err != nil {
			list = append(list, asErrors(err)...)
			continue
		}
		l.units = append(l.units, &unit{l: l.linker, src: src, ast: src.AST, locals: map[string]*symbol{}})
		for _, f := range src.Files {
			l.addFile(f)
		}
		hosts = append(hosts, src.Host...)
		l.warnAnnotations(file)
	}
	switch len(list) {
	case 0:
		l.sayHosts(hosts)
		l.sayInt128()
		return nil
	case 1:
		return list[0]
	}
	return list
}

// sayHosts warns, once for all files, of the headers that were read from this machine.
func (l linking) sayHosts(names []string) {
	slices.Sort(names)
	names = slices.Compact(names)
	n := len(names)
	switch {
	case n == 0:
		return
	case n > 6:
		names = append(names[:6], fmt.Sprintf("%d more", n-6))
	}
	l.warn(ir.Pos{}, "headers of this machine are read, as none of these names is embedded: %s (-nostdinc: none)",
		strings.Join(names, ", "))
}

// addFile adds a file to the program, unless it is there already.
func (l linking) addFile(f ir.File) {
	for _, g := range l.prog.Files {
		if g.Name == f.Name {
			return
		}
	}
	l.prog.Files = append(l.prog.Files, f)
}

// asErrors returns err as a list.
func asErrors(err error) ErrorList {
	var list ErrorList
	if errors.As(err, &list) {
		return list
	}
	var e *Error
	if errors.As(err, &e) {
		return ErrorList{e}
	}
	return ErrorList{{Msg: err.Error()}}
}

// lowerAll lowers the entry, and then the functions that the lowered functions reach, until there are no new ones.
func (l *linker) lowerAll() {
	l.inputs.lowerEntry()
	for {
		for len(l.queue) > 0 {
			s := l.queue[0]
			l.queue = l.queue[1:]
			if l.window.admit(s, l.cfg.Window) {
				l.lowerFunc(s)
			} else {
				l.lowerCut(s)
			}
		}
		if !l.flow.resolvePtrCalls() {
			return
		}
	}
}

// sayInt128 warns, once for all files, of the use of __int128 in a data model in which gcc does not have it.
func (l linking) sayInt128() {
	for _, u := range l.units {
		if at := u.src.Int128; at.IsValid() {
			l.warn(at, "gcc has no __int128 under ILP32: it is taken as under LP64, with 16 bytes and their alignment")
			return
		}
	}
}

// warn adds a warning, unless it is there already.
func (l *symbolTable) warn(pos ir.Pos, format string, args ...any) {
	w := ir.Warning{Pos: pos, Text: fmt.Sprintf(format, args...)}
	if !l.warned[w] {
		l.warned[w] = true
		l.prog.Warnings = append(l.prog.Warnings, w)
	}
}

// assumption is an assumption about the executions of a function.
type assumption struct {
	ir.Assumed
	f *fn
}

// assume adds an assumption about executions of f. The assumption is listed if f can run.
func (l *linker) assume(f *fn, a ir.Assumed) { l.assumed = append(l.assumed, assumption{a, f}) }

// names makes names unique: x, x.1, x.2, ...
type names map[string]int

// uniq returns a new name that is base, perhaps with a number appended.
func (n names) uniq(base string) string {
	if _, taken := n[base]; !taken {
		n[base] = 0
		return base
	}
	for {
		n[base]++
		s := fmt.Sprintf("%s.%d", base, n[base])
		if _, taken := n[s]; !taken {
			n[s] = 0
			return s
		}
	}
}

// sortedKeys returns the keys of m, sorted.
func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// step reports the end of a step to Config.Step.
func (l *linker) step(name string) {
	if l.cfg.Step == nil {
		return
	}
	size := 0
	for _, f := range l.fns {
		size += len(f.f.Locs) + len(f.f.Edges)
	}
	l.cfg.Step(name, size)
}
