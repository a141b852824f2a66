package cfront

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Load parses the files, links them, and lowers what the entry function can
// reach. The error is a *Error or an ErrorList; Load never panics.
func Load(cfg Config) (prog *ir.Program, err error) {
	l, err := lowered(cfg)
	if err != nil {
		return nil, err
	}
	return l.prog, nil
}

// lowered is the linker when all is done.
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

// load lowers with a floating-point environment; again is what else the program
// needs of it.
func load(cfg Config, env floatEnv) (done *linker, again *lowerAgain, err error) {
	if cfg.ArraySize <= 0 {
		cfg.ArraySize = DefaultArraySize
	}
	if cfg.Model == 0 {
		cfg.Model = ir.ILP32
	}
	l := &linker{
		cfg:       cfg,
		prog:      &ir.Program{Model: cfg.Model, Said: ir.NewSaid()},
		syms:      map[string]*symbol{},
		names:     names{},
		strings:   map[string]*ir.Object{},
		modelSyms: map[string]*symbol{},
		unitSyms:  map[string]*symbol{},
		results:   map[resultPart]*ir.Var{},
		stubs:     map[string]*symbol{},
		lib:       libCalls{calls: map[string]int{}, sites: map[string][]*ir.Site{}},
		asked:     map[string][2]*ir.Var{},
		seeds:     map[string]bool{},
		apart:     map[*ir.Site]apart{},
		readers:   map[*ir.Site]bool{},
		types:     newTypeClasses(),
		facts:     &textFacts{},
		noted:     map[castKey]bool{},
		casts:     map[funcCast]bool{},
		symbols:   map[*ir.Func]*symbol{},
		warned:    map[ir.Warning]bool{},
		isTaken:   map[*symbol]bool{},
		ways:      map[reachedKey][]*cc.FunctionType{},
		unions:    map[cc.Type]bool{},
		holds:     map[int][]*cc.FunctionType{},
		bound:     map[*ir.Var]bool{},
		inits:     map[ir.Stmt]bool{},
		bitStores: map[ir.Stmt]bitRange{},
		env:       env,
		texts:     map[*ir.Edge]bool{},
		argRead:   map[string]*argRead{},
		argPassed: map[string]bool{},
		placed:    map[*ir.Edge]bool{},
		pools:     map[*ir.Edge]poolEdge{},
	}
	l.lay, l.addTypes = cfg.layoutFor()
	l.makeEnv()
	defer func() {
		// A failed lowering travels as a panic with a *Error: an expression tree
		// is deep, and nothing on the way could do better with the error.
		switch x := recover().(type) {
		case nil:
		case lowerAgain:
			done, again = nil, &x
		case *Error:
			done, err = nil, x
		default:
			done, err = nil, &Error{Pos: l.pos, Msg: fmt.Sprintf("internal error while lowering: %v", x)}
		}
	}()
	if err := l.enter(); err != nil {
		return nil, nil, err
	}
	l.step("link")
	l.removeBodies()
	l.propertyNames()
	l.lowerAll()
	l.step("lower")
	l.settleJumps()
	l.settleNests()
	l.finishEntry()
	l.step("entry")
	l.missingReturns()
	l.dropEnds()
	l.settleTexts()
	l.assumeArgs()
	l.aliases()
	l.guardConst()
	l.guardPools()
	l.step("aliases")
	l.finish()
	l.step("finish")
	l.prog.Unused = l.unusedFiles()
	return l, nil, nil
}

// linker is the state of one Load: the translation units, the symbols with
// linkage, and the program that grows.
type linker struct {
	annotated bool // see sayAnnotations
	cfg       Config
	prog      *ir.Program
	lay       *layout.Layout
	addTypes  func(*csrc.Unit) error // adds a unit to lay, unless it is there already
	units     []*unit
	syms      map[string]*symbol // external linkage, by name
	stubs     map[string]*symbol // functions without body whose address is taken
	pos       ir.Pos             // what is being lowered, for internal errors

	fallOffs []*ir.Edge // returns without the value that the function has
	used     []*ir.Edge // calls whose value is used

	names    names                 // of functions, global registers and objects
	strings  map[string]*ir.Object // string literals
	queue    []*symbol             // functions to lower
	window   window
	fns      []*fn                // lowered functions
	ptrCalls []*ptrCall           // calls through pointers, to be made direct
	taken    []*symbol            // functions whose address is taken, and
	isTaken  map[*symbol]bool     // the set of them
	symbols  map[*ir.Func]*symbol // of fns
	warned   map[ir.Warning]bool  // the warnings of prog
	missed   *ir.Var              // what a dispatcher says (ptrdispatch.go); nil: there is none

	types     *typeClasses
	facts     *textFacts
	noted     map[castKey]bool
	casts     map[funcCast]bool // conversions between pointers to functions (ptrflow.go)
	castCount int
	ways      map[reachedKey][]*cc.FunctionType
	unions    map[cc.Type]bool // those entered in casts

	labelsTaken    int64                // the number that stands for the address of the last label whose address is taken
	pointersInside bool                 // memory that comes from outside may hold pointers
	pointed        map[*ir.Site]pointed // by pointer inputs
	apart          map[*ir.Site]apart   // pointer inputs that are restrict
	readers        map[*ir.Site]bool    // parameters of the entry that lead to what is const
	unread         unreadState

	readOnly  []*readOnly // what is const, but for its initialisation (readonly.go)
	inits     map[ir.Stmt]bool
	bitStores map[ir.Stmt]bitRange // stores of bit-fields

	holds map[int][]*cc.FunctionType // by class: functions whose pointers lie in a type

	assumed []assumption // what a proof takes for granted

	lib   libCalls // what the library remembers
	errno errnoState
	env   floatEnv              // rounding mode and exception flags
	asked map[string][2]*ir.Var // environment variables that were asked for
	seeds map[string]bool       // by the first of some functions: whether they seed a generator (librandom.go)

	modelSyms map[string]*symbol     // library models that were asked for; nil: there is none
	unitSyms  map[string]*symbol     // the same of units
	results   map[resultPart]*ir.Var // registers for parts of results (wide.go)

	stdinEnd *ir.Var

	vectors []*textVector // the arguments of main, and the environment
	argv    *textVector
	environ *textVector
	texts   map[*ir.Edge]bool // inputs of texts
	placed  map[*ir.Edge]bool // stores that make vectors and texts

	argRead   map[string]*argRead // va_arg of each class (argClass)
	argPassed map[string]bool     // classes of variable arguments

	descriptors *descriptors // nil: not made yet

	declAttrs *declaredAttrs   // nil: not looked for yet
	attrFrees *attributedFrees // nil: not collected yet

	pools map[*ir.Edge]poolEdge // allocations and frees by other names than the C library's

	bound map[*ir.Var]bool // registers that nested functions share with those around them (nested.go)

	jumps jumps // out of functions (longjmp.go)

	liveObjs map[*ir.Object]bool
	liveVars map[*ir.Var]bool
	start    *fn // the synthetic entry

	startBody   *ir.Loc
	startInputs []ir.Stmt // globals that are inputs, read before the entry function is called
}

// unit is one translation unit.
type unit struct {
	l      *linker
	src    *csrc.Unit
	ast    *cc.AST
	locals map[string]*symbol // internal linkage, by name

	weak     map[string]bool   // names with a weak declaration (weak.go)
	asmNames map[string]string // names for the linker that are not those of C (asmname.go)
	model    bool              // a library model, not the user's code
}

func (l *linker) parse() error {
	if len(l.cfg.Files) == 0 {
		return &Error{Msg: "no input file"}
	}
	var list ErrorList
	var hosts []string
	for _, file := range l.cfg.Files {
		if own, is := l.cfg.PerFile[file]; (is && own.UnsignedChar) != l.lay.UnsignedChar {
			return &Error{Msg: file + ": plain char is signed in one file of the program and unsigned in another one " +
				"(-funsigned-char), which is not supported"}
		}
	}
	parsed := l.cfg.parse()
	l.step("parse")
	for i, file := range l.cfg.Files {
		src, err := parsed[i].unit, parsed[i].err
		if err == nil {
			src, err = l.withEntryText(src)
		}
		if err != nil {
			list = append(list, asErrors(err)...)
			continue
		}
		if err := l.addTypes(src); err != nil {
			list = append(list, asErrors(err)...)
			continue
		}
		l.units = append(l.units, &unit{l: l, src: src, ast: src.AST, locals: map[string]*symbol{}})
		for _, f := range src.Files {
			l.addFile(f)
		}
		hosts = append(hosts, src.Host...)
		l.sayAnnotations(file)
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

// sayHosts names the headers that are this machine's, once for all files.
func (l *linker) sayHosts(names []string) {
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

func (l *linker) addFile(f ir.File) {
	for _, g := range l.prog.Files {
		if g.Name == f.Name {
			return
		}
	}
	l.prog.Files = append(l.prog.Files, f)
}

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

// lowerAll lowers the entry and, until nothing new appears, what it reaches.
func (l *linker) lowerAll() {
	l.lowerEntry()
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
		if !l.resolvePtrCalls() {
			return
		}
	}
}

// sayInt128 warns once of a type that gcc does not have.
func (l *linker) sayInt128() {
	for _, u := range l.units {
		if at := u.src.Int128; at.IsValid() {
			l.warn(at, "gcc has no __int128 under ILP32: it is taken as under LP64, with 16 bytes and their alignment")
			return
		}
	}
}

func (l *linker) warn(pos ir.Pos, format string, args ...any) {
	w := ir.Warning{Pos: pos, Text: fmt.Sprintf(format, args...)}
	if !l.warned[w] {
		l.warned[w] = true
		l.prog.Warnings = append(l.prog.Warnings, w)
	}
}

// assumption is something that is taken for granted of the executions of a function.
type assumption struct {
	ir.Assumed
	f *fn
}

// assume lists an assumption, if the function can run.
func (l *linker) assume(f *fn, a ir.Assumed) { l.assumed = append(l.assumed, assumption{a, f}) }

// fail ends the lowering with a message about the user's program.
func (l *linker) fail(pos ir.Pos, format string, args ...any) {
	panic(&Error{Pos: pos, Msg: fmt.Sprintf(format, args...)})
}

// names makes names unique: x, x.1, x.2, ...
type names map[string]int

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

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// step says that a step has ended.
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
