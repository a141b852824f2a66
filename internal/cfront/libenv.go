package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers accesses to the environment (7.22.4.6). The values of variables that the program sets are known
// (models/units/env.c). Each variable that the process finds at its start is an input: null, or a text (texts.go). If
// the program reads environ or the third parameter of main, the texts there are the inputs, and getenv searches them
// (models/units/environ.c). If it looks up a name that is not a literal, the names looked up are kept with the results
// (models/units/asked.c).

// systemCalls lowers calls that read or change the process, its environment, signals, time and random numbers.
type systemCalls struct{ *fn }

// environment returns the vector of variables that the process finds at its start.
func (f systemCalls) environment() *textVector {
	if f.l.texts.environ == nil {
		st := f.model().Size()
		count := f.input(ir.Library, "environ count", st, 0)
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Lt, count, ir.NewConst(st, maxTexts)), Guard: ir.OtherGuard})
		f.l.texts.environ = startTexts(f).textVector(ir.Library, "environ", count)
	}
	return f.l.texts.environ
}

// ofProcess returns the library object called name, one of the objects that are set when the process starts. It returns
// nil if the program does not mention the name.
func (l *libraryUse) ofProcess(name string) *link.Symbol {
	s := l.Syms[name]
	if s == nil || !l.Mentions(name) {
		return nil
	}
	return l.unitObject(s)
}

// namesProgram reports whether the program reads its own name from other objects than argv.
func (l *libraryUse) namesProgram() bool {
	return l.ofProcess("program_invocation_name") != nil || l.ofProcess("program_invocation_short_name") != nil
}

// startProcess sets the objects of the library that a process finds at its start.
func (f systemCalls) startProcess() {
	l := f.l
	set := func(s *link.Symbol, e ir.Expr) {
		if s != nil {
			f.emit(&ir.Store{Addr: l.globals.globalPlace(s).addr, Val: e})
		}
	}
	if l.library.ofProcess("environ") != nil || l.library.ofProcess("__environ") != nil {
		f.environment()
	}
	if l.texts.environ != nil {
		set(l.library.unitSymbol("environ"), ir.NewRef(l.texts.environ.base))
	}
	if l.library.namesProgram() {
		name := startTexts(f).newText(ir.Param, "argv", "argv[0]")
		if l.texts.argv != nil {
			f.emit(&ir.Store{Addr: ir.NewRef(l.texts.argv.base), Val: name})
		}
		set(l.library.ofProcess("program_invocation_name"), name)
		set(l.library.ofProcess("program_invocation_short_name"), f.callUnit("__tandem_short_name", name))
	}
}

// changesEnv reports whether the program may change its environment.
func (l *libraryUse) changesEnv() bool {
	return l.Mentions("setenv") || l.Mentions("unsetenv") || l.Mentions("putenv") || l.Mentions("clearenv")
}

// getenv lowers getenv. It returns the same pointer for each lookup of a name, so if the program may look up a name
// twice, the first result is kept.
func (f systemCalls) getenv(c *call) value {
	if len(c.vals) != 1 {
		return f.callMissing(c)
	}
	if f.l.library.changesEnv() {
		r := f.temp(f.ptr())
		name := f.hold(c.vals[0].e)
		known := ir.NewBinary(ir.Ne, f.callUnit("__tandem_env_known", name), ir.NewConst(ir.I32, 0))
		f.either(known, func() {
			f.emit(&ir.Assign{Dst: r, Src: f.callUnit("__tandem_env_value", name)})
		}, func() {
			f.emit(&ir.Assign{Dst: r, Src: f.found(c, 0)})
		})
		return f.asResult(value{e: ir.NewRef(r), t: memoryCalls(f).resultPtr(c)}, c)
	}
	if f.l.texts.environ != nil {
		return f.asResult(value{e: f.callUnit("__tandem_getenv", c.vals[0].e), t: memoryCalls(f).resultPtr(c)}, c)
	}
	calls := 0
	for _, s := range []string{"getenv", "secure_getenv", "__builtin_getenv"} {
		if sym := f.l.Syms[s]; sym != nil {
			calls += sym.Reads
			if sym.AddrTaken {
				calls = 2
			}
		}
	}
	if calls == 1 && f.stmts.cont == nil && !f.gotos && f.sym.Name == f.l.Cfg.EntryName() {
		r := f.temp(f.ptr())
		f.variable(r)
		return f.asResult(value{e: ir.NewRef(r), t: memoryCalls(f).resultPtr(c)}, c)
	}
	return f.asResult(value{e: f.found(c, 0), t: memoryCalls(f).resultPtr(c)}, c)
}

// looksUpByName reports whether the program may look up a variable whose name is not a literal: by a call with such a
// name, or by a pointer to getenv.
func (l *libraryUse) looksUpByName() bool {
	n := 0
	for _, s := range lookupFunctions {
		n += l.Mentioned()[s]
	}
	return n > 0 && n != l.literalNames()
}

// literalNames returns the number of calls that look up a variable by a literal.
func (l *linker) literalNames() int {
	return link.Fact(l.Program, literalFact{}, func() int {
		n := 0
		for _, u := range l.Units {
			csrc.Walk(u.AST.TranslationUnit, func(x cc.Node) bool {
				if p, ok := x.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionCall && asksLiteral(p) {
					n++
				}
				return true
			})
		}
		return n
	})
}

// literalFact is the key of the fact that literalNames returns.
type literalFact struct{}

// lookupFunctions are the functions that look up the variable named by their first argument.
var lookupFunctions = []string{"getenv", "secure_getenv", "__builtin_getenv", "setenv"}

// asksLiteral reports whether a call looks up a variable by a literal.
func asksLiteral(n *cc.PostfixExpression) bool {
	p, ok := csrc.Strip(n.PostfixExpression).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent || !slices.Contains(lookupFunctions, p.Token.SrcStr()) ||
		n.ArgumentExpressionList == nil {
		return false
	}
	_, ok = csrc.StringValue(n.ArgumentExpressionList.AssignmentExpression)
	return ok
}

// found returns the value that the process found for the variable named by argument i, as at the first lookup.
func (f systemCalls) found(c *call, i int) ir.Expr {
	if f.l.library.looksUpByName() {
		return f.foundByName(c.vals[i].e)
	}
	name, _ := csrc.StringValue(c.args[i])
	asked, kept := f.l.library.keptVars("env "+name, f.ptr())
	f.when(ir.NewBinary(ir.Eq, ir.NewRef(asked), ir.NewConst(ir.U8, 0)), func() {
		f.variable(kept)
		f.emit(&ir.Assign{Dst: asked, Src: ir.NewConst(ir.U8, 1)})
	})
	return f.hold(ir.NewRef(kept))
}

// foundByName is like found, for a name that is not a literal. It searches the names looked up before.
func (f systemCalls) foundByName(name ir.Expr) ir.Expr {
	r := f.temp(f.ptr())
	name = f.hold(name)
	i := f.callUnit("__tandem_asked", name)
	f.either(ir.NewBinary(ir.Le, ir.NewConst(ir.I32, 0), i), func() {
		f.emit(&ir.Assign{Dst: r, Src: f.callUnit("__tandem_answer", i)})
		// The result is still a text. The assumption helps analyses that do not track elements of arrays.
		f.when(ir.NewBinary(ir.Ne, ir.NewRef(r), ir.NewConst(f.ptr(), 0)), func() {
			f.emit(&ir.Assume{Cond: startTexts(f).readable(ir.NewRef(r), 1), Guard: ir.OtherGuard})
		})
	}, func() {
		f.variable(r)
		kept := f.callUnit("__tandem_ask", name, ir.NewRef(r))
		f.when(ir.NewBinary(ir.Eq, kept, ir.NewConst(ir.I32, 0)), func() { f.otherVariable(r) })
	})
	return ir.NewRef(r)
}

// environmentSize bounds the size in bytes of the texts of all variables. Linux accepts no more (a quarter of the
// stack's limit, and at most 6 MB).
const environmentSize = 6 << 20

// otherVariable sets r to the value of a variable whose name is not kept: null, or an address in the one object that
// has the texts of all such variables. So two of them may be the same or differ.
func (f systemCalls) otherVariable(r *ir.Var) {
	asked, block := f.l.library.keptVars("env block", f.ptr())
	f.when(ir.NewBinary(ir.Eq, ir.NewRef(asked), ir.NewConst(ir.U8, 0)), func() {
		base := startTexts(f).textInput(ir.Library, "getenv block", "texts of getenv()", environmentSize)
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, base, ir.NewConst(f.ptr(), 0)), Guard: ir.OtherGuard})
		startTexts(f).place(f.offset(base, environmentSize-1), ir.NewConst(ir.I8, 0))
		f.emit(&ir.Assign{Dst: block, Src: base})
		f.emit(&ir.Assign{Dst: asked, Src: ir.NewConst(ir.U8, 1)})
	})
	start := f.hold(f.input(ir.Approx, "getenv", ir.I32, 0))
	f.either(ir.NewBinary(ir.Lt, start, ir.NewConst(ir.I32, 0)), func() {
		f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(f.ptr(), 0)})
	}, func() {
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Lt, start, ir.NewConst(ir.I32, environmentSize)), Guard: ir.OtherGuard})
		f.emit(&ir.Assign{Dst: r, Src: ir.NewPtrAdd(ir.NewRef(block), start, 1)})
	})
}

// variable sets r to the value of a variable that the process found: null or a text.
func (f systemCalls) variable(r *ir.Var) {
	base := startTexts(f).textInput(ir.Library, "getenv", "getenv()", textSize)
	f.l.assume(f.fn, ir.Assumed{Text: "variables of the environment that getenv finds have less than 8,192 bytes each"})
	null := ir.NewConst(f.ptr(), 0)
	f.either(ir.NewBinary(ir.Ne, base, null), func() {
		f.emit(&ir.Assign{Dst: r, Src: startTexts(f).textAt(base, startTexts(f).textStart(ir.Library, "getenv",
			"the text of getenv()", textSize),
			textSize)})
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, ir.NewRef(r), null), Guard: ir.OtherGuard})
	}, func() {
		f.emit(&ir.Assign{Dst: r, Src: null})
	})
}

// setenv lowers setenv. If it must not overwrite, its effect depends on the value that the process found.
func (f systemCalls) setenv(c *call) value {
	if len(c.vals) != 3 || !isPtr(c.vals[0]) || !isPtr(c.vals[1]) || !isInt(c.vals[2]) {
		return f.callMissing(c)
	}
	name, text, over := f.hold(c.vals[0].e), f.hold(c.vals[1].e), f.hold(ir.NewCast(ir.I32, c.vals[2].e))
	r := f.temp(ir.I32)
	f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, 0)})
	set := func() { f.emit(&ir.Assign{Dst: r, Src: f.callUnit("setenv", name, text, over)}) }
	f.either(ir.NewBinary(ir.Ne, over, ir.NewConst(ir.I32, 0)), set, func() {
		known := ir.NewBinary(ir.Ne, f.callUnit("__tandem_env_known", name), ir.NewConst(ir.I32, 0))
		f.either(known, set, func() {
			f.when(ir.NewBinary(ir.Eq, f.found(c, 0), ir.NewConst(f.ptr(), 0)), set)
		})
	})
	return f.asResult(value{e: ir.NewRef(r)}, c)
}
