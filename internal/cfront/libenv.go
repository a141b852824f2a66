package cfront

import "github.com/tandem-verifier/tandem/internal/ir"

// The environment (7.22.4.6). What the program sets is known (models/units/env.c); of what it
// finds, each variable is an input.

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
		return f.nothing(c)
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
		f.emit(&ir.Input{Dst: kept, Site: f.l.prog.NewSite(ir.Library, "getenv", f.ptr(), f.f, f.pos), FreshSize: f.l.cfg.ArraySize})
		f.emit(&ir.Assign{Dst: asked, Src: ir.NewConst(ir.U8, 1)})
	})
	return f.hold(ir.NewRef(kept))
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
