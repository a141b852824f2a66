package cfront

import "github.com/tandem-verifier/tandem/internal/ir"

// The environment (7.22.4.6). What the program sets is known (models/units/env.c); of what it
// finds, each variable is an input: null, or a text (texts.go). In a program that looks at environ itself, or at the
// third parameter of main, the texts there are the inputs, and getenv searches them (models/units/environ.c).

// environment is the vector of what the process finds; it is made at the start.
func (f *fn) environment() *textVector {
	if f.l.environ == nil {
		st := f.model().Size()
		count := f.input(ir.Library, "environ count", st, 0)
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Lt, count, ir.NewConst(st, maxTexts)), Guard: ir.OtherGuard})
		f.l.environ = f.textVector(ir.Library, "environ", count)
	}
	return f.l.environ
}

// ofProcess is the object of the library that a name of the program means, one of those that the start of the process
// sets; nil if the program does not mention it.
func (l *linker) ofProcess(name string) *symbol {
	s := l.syms[name]
	if s == nil || !l.mentions(name) {
		return nil
	}
	return l.unitObject(s)
}

// namesProgram says that the program reads the name that it was called by other than from argv.
func (l *linker) namesProgram() bool {
	return l.ofProcess("program_invocation_name") != nil || l.ofProcess("program_invocation_short_name") != nil
}

// startProcess sets the objects that a process finds.
func (f *fn) startProcess() {
	l := f.l
	set := func(s *symbol, e ir.Expr) {
		if s != nil {
			f.emit(&ir.Store{Addr: l.globalPlace(s).addr, Val: e})
		}
	}
	if l.ofProcess("environ") != nil || l.ofProcess("__environ") != nil {
		f.environment()
	}
	if l.environ != nil {
		set(l.unitSymbol("environ"), ir.NewRef(l.environ.base))
	}
	if l.namesProgram() {
		name := f.newText(ir.Param, "argv", "argv[0]")
		if l.argv != nil {
			f.emit(&ir.Store{Addr: ir.NewRef(l.argv.base), Val: name})
		}
		set(l.ofProcess("program_invocation_name"), name)
		set(l.ofProcess("program_invocation_short_name"), f.callUnit("__tandem_short_name", name))
	}
}

// changesEnv says whether the program may change its environment.
func (l *linker) changesEnv() bool {
	return l.mentions("setenv") || l.mentions("unsetenv") || l.mentions("putenv") || l.mentions("clearenv")
}

// getenv gives for each name one pointer. Where the program may ask twice, the name has to be
// known: the first answer is kept.
func (f *fn) getenv(c *call) value {
	if len(c.vals) != 1 {
		return f.callMissing(c)
	}
	if f.l.changesEnv() {
		r := f.temp(f.ptr())
		name := f.hold(c.vals[0].e)
		known := ir.NewBinary(ir.Ne, f.callUnit("__tandem_env_known", name), ir.NewConst(ir.I32, 0))
		f.either(known, func() {
			f.emit(&ir.Assign{Dst: r, Src: f.callUnit("__tandem_env_value", name)})
		}, func() {
			if e := f.found(c, 0); e != nil {
				f.emit(&ir.Assign{Dst: r, Src: e})
			}
		})
		return f.asResult(value{e: ir.NewRef(r), t: f.resultPtr(c)}, c)
	}
	if f.l.environ != nil {
		return f.asResult(value{e: f.callUnit("__tandem_getenv", c.vals[0].e), t: f.resultPtr(c)}, c)
	}
	calls := 0
	for _, s := range []string{"getenv", "secure_getenv", "__builtin_getenv"} {
		if sym := f.l.syms[s]; sym != nil {
			calls += sym.reads
			if sym.addrTaken {
				calls = 2
			}
		}
	}
	if calls == 1 && f.cont == nil && !f.gotos && f.sym.name == f.l.cfg.entry() {
		r := f.temp(f.ptr())
		f.variable(r)
		return f.asResult(value{e: ir.NewRef(r), t: f.resultPtr(c)}, c)
	}
	e := f.found(c, 0)
	if e == nil {
		return f.deadResult(c)
	}
	return f.asResult(value{e: e, t: f.resultPtr(c)}, c)
}

// found is the value that a variable has outside, named by a literal argument; nil if none
// names it: then the analysis ends here.
func (f *fn) found(c *call, i int) ir.Expr {
	name, ok := "", false
	if len(c.args) > i {
		name, ok = stringValue(c.args[i])
	}
	if !ok {
		f.refuse(c, "the environment is asked more than once, here for a name that is not a literal")
		return nil
	}
	asked, kept := f.l.keptVars("env "+name, f.ptr())
	f.when(ir.NewBinary(ir.Eq, ir.NewRef(asked), ir.NewConst(ir.U8, 0)), func() {
		f.variable(kept)
		f.emit(&ir.Assign{Dst: asked, Src: ir.NewConst(ir.U8, 1)})
	})
	return f.hold(ir.NewRef(kept))
}

// variable sets a register to what a variable is outside: null or a text.
func (f *fn) variable(r *ir.Var) {
	base := f.textInput(ir.Library, "getenv", "getenv()", textSize)
	f.l.assume(f, ir.Assumed{Text: "variables of the environment that getenv finds have less than 8,192 bytes each"})
	null := ir.NewConst(f.ptr(), 0)
	f.either(ir.NewBinary(ir.Ne, base, null), func() {
		f.emit(&ir.Assign{Dst: r, Src: f.textAt(base, f.textStart(ir.Library, "getenv", "the text of getenv()", textSize), textSize)})
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, ir.NewRef(r), null), Guard: ir.OtherGuard})
	}, func() {
		f.emit(&ir.Assign{Dst: r, Src: null})
	})
}

// setenv: without overwriting it matters what was found outside.
func (f *fn) setenv(c *call) value {
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
			if e := f.found(c, 0); e != nil {
				f.when(ir.NewBinary(ir.Eq, e, ir.NewConst(f.ptr(), 0)), set)
			}
		})
	})
	return f.asResult(value{e: ir.NewRef(r)}, c)
}
