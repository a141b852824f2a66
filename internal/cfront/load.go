package cfront

import (
	"fmt"
	"maps"
	"slices"
	"sort"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Load parses the files, links them, and lowers the functions and objects that can be reached from the entry function.
// The error is a *Error or an ErrorList; Load never panics.
func Load(cfg link.Config) (prog *ir.Program, err error) {
	l, err := lowered(cfg)
	if err != nil {
		return nil, err
	}
	return l.IR, nil
}

// lowered returns the linker after all steps of a Load. It repeats the lowering if the program turns out to need a
// larger floating-point environment.
func lowered(cfg link.Config) (*linker, error) {
	defer cfg.Units.Hold()()
	env := floatEnv{}
	for {
		l, again, err := load(cfg, env)
		if err != nil || again != nil {
			cfg.Units.Failed()
		}
		if again == nil {
			return l, err
		}
		env = floatEnv{modes: again.modes, flags: again.flags}
	}
}

// load lowers the program with a floating-point environment. If the program needs a larger one, it returns that need as
// again, and no linker.
func load(cfg link.Config, env floatEnv) (done *linker, again *lowerAgain, err error) {
	if cfg.ArraySize <= 0 {
		cfg.ArraySize = DefaultArraySize
	}
	if cfg.Model == 0 {
		cfg.Model = ir.ILP32
	}
	l := newLinker(cfg)
	l.IR.Said = ir.NewSaid()
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
	if err := l.Enter(l.inputs.withEntryText); err != nil {
		return nil, nil, err
	}
	l.step("link")
	l.RemoveBodies()
	l.library.checkAllocators()
	l.PropertyNames()
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
	l.IR.Unused = l.unusedFiles()
	return l, nil, nil
}

// linker is the state of one Load: the symbols, and the functions that are lowered. Tasks on the whole program are
// methods of separate types, which embed *linker. The types with state of their own are fields of linker.
type linker struct {
	*link.Program
	names   names                   // the names of functions, global registers and objects so far
	assumed []assumption            // the assumptions of a proof
	stubs   map[string]*link.Symbol // functions without body whose address is taken

	queue   []*link.Symbol            // functions to lower
	window  window                    // limits the functions that are lowered
	fns     []*fn                     // lowered functions
	symbols map[*ir.Func]*link.Symbol // the symbols of fns
	lowered map[*link.Symbol]*loweredSymbol

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
func newLinker(cfg link.Config) *linker {
	l := &linker{Program: link.New(cfg), names: names{}, stubs: map[string]*link.Symbol{}}
	l.symbols, l.lowered = map[*ir.Func]*link.Symbol{}, map[*link.Symbol]*loweredSymbol{}

	l.inputs = entryInputs{linker: l, apart: map[*ir.Site]apart{}, readers: map[*ir.Site]bool{}}
	l.globals = globals{linker: l, strings: map[string]*ir.Object{}}
	l.consts = constObjects{linker: l, inits: map[ir.Stmt]bool{}, bitStores: map[ir.Stmt]bitRange{}}
	l.flow = pointerFlow{linker: l, isTaken: map[*link.Symbol]bool{}, noted: map[castKey]bool{},
		casts:     map[funcCast]bool{},
		reachedBy: map[reachedKey][]*cc.FunctionType{}, unions: map[cc.Type]bool{}, holds: map[int][]*cc.FunctionType{}}
	l.args = passedArgs{linker: l, argRead: map[string]*argRead{}, argPassed: map[string]bool{}}
	l.outer = outerTargets{linker: l, bound: map[*ir.Var]bool{}}
	l.library = libraryUse{linker: l, lib: libCalls{calls: map[string]int{}, sites: map[string][]*ir.Site{}},
		asked: map[string][2]*ir.Var{}, seeds: map[string]bool{}, modelSyms: map[string]*link.Symbol{},
		unitSyms: map[string]*link.Symbol{}, results: map[resultPart]*ir.Var{}, pools: map[*ir.Edge]poolEdge{}}
	l.texts = textInputs{linker: l, texts: map[*ir.Edge]bool{}, placed: map[*ir.Edge]bool{}}
	l.finishing = finishing{linker: l}
	return l
}

// lowerAll lowers the entry, and then the functions that the lowered functions reach, until there are no new ones.
func (l *linker) lowerAll() {
	l.inputs.lowerEntry()
	for {
		for len(l.queue) > 0 {
			s := l.queue[0]
			l.queue = l.queue[1:]
			if l.of(s).stub != nil || l.window.admit(s, l.Cfg.Window) {
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
	if l.Cfg.Step == nil {
		return
	}
	size := 0
	for _, f := range l.fns {
		size += len(f.f.Locs) + len(f.f.Edges)
	}
	l.Cfg.Step(name, size)
}

// Needed returns the names with external linkage that the code reachable from the entry uses, but the files do not
// define: functions that are called or whose address is taken, and objects.
func Needed(cfg link.Config) (names []string, err error) {
	l, err := lowered(cfg)
	if err != nil {
		return nil, err
	}
	for _, m := range l.IR.Missing {
		names = append(names, m.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(l.Syms)) {
		s := l.Syms[name]
		if p := l.of(s).place; !s.Defined() && !s.Tentative && s.Alias == "" && (l.stubs[name] != nil || p.addr != nil ||
			p.reg != nil || p.parts != nil) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
