package cfront

import (
	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers functions on the surroundings of a program: its end, its locale, and other properties of the process
// (7.11, 7.22.2, 7.22.4).

// processHandler returns the handler of such a function, or nil.
func processHandler(name string) handlerFunc {
	switch name {
	case "abort":
		return (*fn).abort
	case "_exit", "_Exit": // leaks are not checked there
		return (*fn).end
	case "exit":
		return func(f *fn, c *call) value { return systemCalls{f}.exit(c, "atexit") }
	case "quick_exit":
		return func(f *fn, c *call) value { return systemCalls{f}.exit(c, "at_quick_exit") }
	case "error", "error_at_line", "err", "errx", "verr", "verrx", "warn", "warnx", "vwarn", "vwarnx":
		return by(systemCalls.complain)
	case "__tandem_refuse":
		return func(f *fn, c *call) value {
			f.violate(ir.NoModel, f.sym.Name+": it is beyond the limit of the model", c.pos)
			return value{}
		}
	case "__tandem_waits":
		return func(f *fn, c *call) value {
			at := f.violate(ir.NoModel, f.sym.Name+": it waits for ever, as there is no other thread", c.pos)
			at.Resume = nil // the call does not return, so checks after it do not depend on it
			return value{}
		}
	case "setlocale":
		return by(systemCalls.setlocale)
	case "rand", "random":
		return by(systemCalls.random)
	case "arc4random":
		return (*fn).nothing
	case "arc4random_uniform":
		return by(systemCalls.uniform)
	case "arc4random_buf":
		return by(systemCalls.randomBytes)
	case "getrandom":
		return by(systemCalls.getrandom)
	case "getentropy":
		return by(systemCalls.getentropy)
	case "drand48", "lrand48", "mrand48":
		return by(systemCalls.random48)
	case "srand", "srandom":
		return by(systemCalls.seed)
	case "srand48":
		return by(systemCalls.seed48)
	case "signal", "sigaction", "ssignal", "sysv_signal", "__sysv_signal", "sigprocmask", "pthread_sigmask":
		return by(systemCalls.signal)
	case "kill":
		return by(systemCalls.kill)
	case "setenv":
		return by(systemCalls.setenv)
	case "time":
		return by(systemCalls.time)
	case "getpid", "gettid":
		return kept("pid", 1, 1<<31-1)
	case "getppid":
		return kept("ppid", 0, 1<<31-1)
	case "getuid", "geteuid", "getgid", "getegid", "getpgrp":
		return kept(name, 0, -1)
	case "isatty":
		return within(0, 1)
	case "usleep":
		return within(-1, 0)
	case "sleep":
		return by(fileCalls.roughResult)
	case "ftrylockfile":
		return constant(0)
	case "getpagesize":
		return constant(4096)
	case "system":
		return (*fn).nothing
	case "clock":
		return by(systemCalls.clock)
	case "clock_gettime", "gettimeofday", "timespec_get":
		return by(systemCalls.clockTime)
	case "nanosleep":
		return by(systemCalls.nanosleep)
	case "getenv", "secure_getenv":
		return by(systemCalls.getenv)
	}
	return nil
}

// exit calls the registered functions (models/units/exit.c) and destructors, and ends the program. The functions are
// registered by the function registrar, which is atexit or at_quick_exit. If no functions can be registered, exit only
// ends the program.
func (f systemCalls) exit(c *call, registrar string) value {
	f.runRegistered(registrar)
	if registrar == "atexit" {
		f.runStartups(true)
	}
	f.haltNormally()
	return f.calls.deadResult(c)
}

// runRegistered calls the functions that the program registers by atexit or at_quick_exit.
func (f systemCalls) runRegistered(registrar string) {
	if s := f.l.Syms[registrar]; s != nil && s.Body == nil && (s.Reads > 0 || s.AddrTaken) {
		f.callUnit("__tandem_" + registrar)
	}
}

// complain lowers <error.h> and <err.h>: a message, and then the end of the program, unless the status of error is 0.
// warn and related functions do not end the program.
func (f systemCalls) complain(c *call) value {
	textCalls(f).output(c)
	name := library.Base(c.name)
	switch {
	case len(c.vals) == 0 || !isInt(c.vals[0]) && name[0] != 'w' && name != "vwarn" && name != "vwarnx":
		return f.callMissing(c)
	case name == "error" || name == "error_at_line":
		f.when(ir.NewBinary(ir.Ne, c.vals[0].e, ir.NewConst(c.vals[0].e.Type(), 0)), func() {
			f.runRegistered("atexit")
			f.runStartups(true)
			f.haltNormally()
			f.cur = f.newLoc()
		})
	case isInt(c.vals[0]):
		return f.exit(c, "atexit")
	}
	return value{}
}

// setlocale lowers setlocale for a program that stays in the locale "C". Other locales are refused, except for "": it
// is an assumption that the environment selects "C", too.
func (f systemCalls) setlocale(c *call) value {
	if len(c.vals) != 2 || !isPtr(c.vals[1]) || len(c.args) != 2 {
		return f.callMissing(c)
	}
	if k, ok := c.vals[1].e.(*ir.Const); !ok || k.Bits != 0 {
		name, ok := csrc.StringValue(c.args[1])
		switch {
		case ok && name == "":
			f.l.assume(f.fn, ir.Assumed{Pos: c.pos, Text: "the locale of the environment is \"C\"", Runs: true})
		case ok && (name == "C" || name == "POSIX"):
		default:
			return f.refuse(c, "locales other than \"C\" are not modelled")
		}
	}
	if k, ok := c.vals[0].e.(*ir.Const); !ok || k.Bits > 12 {
		return f.refuse(c, "the category is not known")
	}
	return f.asResult(value{e: f.addrOf(f.l.globals.textObject("C")), t: memoryCalls(f).resultPtr(c)}, c)
}

// textObject returns a constant object of the library with the string s.
func (l *globals) textObject(s string) *ir.Object {
	key := "library:" + s
	o := l.globals.strings[key]
	if o == nil {
		o = l.IR.NewObject(l.names.uniq("str"), int64(len(s))+1, 1)
		o.Const, o.Elem, o.CType = true, ir.I8, "char"
		for i := range len(s) {
			o.Init = append(o.Init, ir.InitItem{Off: int64(i), Val: ir.NewConst(ir.I8, int64(int8(s[i])))})
		}
		l.globals.strings[key] = o
	}
	return o
}
