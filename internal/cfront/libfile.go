package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers functions on file descriptors (POSIX), on the state of streams (<stdio_ext.h>), and on timers. The
// file system is not modelled: each call may fail, and each result is any number of its range. The results are
// approximate, as they depend on earlier calls, so no counterexample relies on them. After lseek, the bytes that read
// returns are approximate, too (libstate.go).

// fileHandler returns the handler of a function of this file, or nil.
func fileHandler(name string) handlerFunc {
	switch name {
	case "lseek", "lseek64":
		return by(fileCalls.lseek)
	case "open64", "openat", "openat64", "creat", "creat64", "timerfd_create":
		return roughWithin(-1, descriptorsEnd-1)
	case "write", "pwrite", "pwrite64":
		return by(fileCalls.write)
	case "pread64":
		return by(fileCalls.read)
	case "ftruncate", "ftruncate64", "truncate", "truncate64", "flock", "timer_delete":
		return roughWithin(-1, 0)
	case "posix_fadvise", "posix_fadvise64", "posix_fallocate", "posix_fallocate64": // a number of errno
		return roughWithin(0, 133)
	case "fstat", "fstat64", "stat", "stat64", "lstat", "lstat64":
		return fills(1)
	case "fstatat", "fstatat64":
		return fills(2)
	case "__freading", "__freadable", "__fwritable":
		return roughWithin(0, 1)
	case "__fwriting": // glibc returns its flags unchanged
		return roughWithin(0, 0x804)
	case "__flbf":
		return roughWithin(0, 0x200)
	case "__fsetlocking":
		return roughWithin(1, 2) // FSETLOCKING_INTERNAL, FSETLOCKING_BYCALLER
	case "__fbufsize", "__fpending":
		return roughWithin(0, 1<<31-1)
	case "_flushlbf":
		return func(f *fn, c *call) value {
			if f.l.remembers() {
				return f.refuse(c, "buffers of streams on memory are not modelled")
			}
			return value{}
		}
	case "alarm":
		return timer(by(fileCalls.alarm))
	case "ualarm":
		return timer(roughWithin(0, 1<<31-1))
	case "setitimer":
		return timer(fills(2))
	case "timer_create":
		return func(f *fn, c *call) value {
			if len(c.vals) < 3 || !isNull(c.vals[1].e) {
				return f.refuse(c, "what it does at the end of the time is not modelled")
			}
			return timer(fills(2))(f, c)
		}
	case "timer_settime", "timerfd_settime":
		return timer(fills(3))
	case "getitimer", "timer_gettime", "timerfd_gettime":
		return fills(1)
	case "timer_getoverrun":
		return roughWithin(-1, 1<<31-1)
	}
	return nil
}

// roughWithin returns a handler whose result is approximate and between low and high.
func roughWithin(low, high int64) handlerFunc {
	return func(f *fn, c *call) value {
		v := fileCalls{f}.roughResult(c)
		if isInt(v) {
			f.between(v.e, low, high)
		}
		return v
	}
}

// fills returns a handler for a function that fails with -1, or returns 0 and writes to the object that argument arg
// points to, unless the argument is null.
func fills(arg int) handlerFunc {
	return func(f *fn, c *call) value {
		if arg >= len(c.vals) || !isPtr(c.vals[arg]) || ctype.Elem(c.vals[arg].t) == nil ||
			ctype.Elem(c.vals[arg].t).IsIncomplete() {
			return f.callMissing(c)
		}
		el := ctype.Elem(c.vals[arg].t)
		if el.Kind() == cc.Void {
			return f.callMissing(c)
		}
		p, done := f.hold(c.vals[arg].e), f.approx(c.name, ir.I32)
		f.between(done, -1, 0)
		wrote := ir.NewAnd(ir.NewBinary(ir.Eq, done, ir.NewConst(ir.I32, 0)), ir.NewBinary(ir.Ne, p, ir.NewConst(f.ptr(), 0)))
		f.when(wrote, func() { f.havocBytes(p, f.l.Size(el, c.pos), c.name) })
		return f.asResult(value{e: done}, c)
	}
}

// alarm lowers alarm, which returns the seconds left of the last alarm, or 0 if there was none. An alarm that is over
// has ended the program. So at least one second is left of any other alarm, unless its signal is blocked. ualarm and
// setitimer set the same timer.
func (f fileCalls) alarm(c *call) value {
	others := slices.ContainsFunc([]string{"ualarm", "setitimer", "sigprocmask", "pthread_sigmask", "sigblock",
		"sigsetmask", "sighold"}, f.l.Mentions)
	if others || len(c.vals) != 1 || !isInt(c.vals[0]) {
		return roughWithin(0, 1<<31-1)(f.fn, c)
	}
	next := f.hold(ir.NewCast(ir.U32, c.vals[0].e))
	_, again := f.l.library.asked["alarm"]
	_, last := f.l.library.keptVars("alarm", ir.U32)
	left, zero := f.input(ir.Library, c.name, ir.U32, 0), ir.NewConst(ir.U32, 0)
	none := ir.NewAnd(ir.NewBinary(ir.Eq, ir.NewRef(last), zero), ir.NewBinary(ir.Eq, left, zero))
	some := ir.NewAnd(ir.NewBinary(ir.Lt, zero, left), ir.NewBinary(ir.Le, left, ir.NewRef(last)))
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, none, some), Guard: ir.OtherGuard})
	f.emit(&ir.Assign{Dst: last, Src: next})
	if !again {
		f.l.assume(f.fn, ir.Assumed{Pos: c.pos, Text: "no alarm is set when the program begins", Runs: true})
	}
	return f.asResult(value{e: left}, c)
}

// timer returns a handler for a call after which a signal may come. If the program cannot handle or await the signal,
// the signal ends the program, so every behaviour before it is also possible without it. Otherwise the call is refused.
func timer(h handlerFunc) handlerFunc {
	return func(f *fn, c *call) value {
		for _, name := range []string{"signal", "sigaction", "bsd_signal", "sysv_signal", "sigset", "sigwait", "sigwaitinfo",
			"sigtimedwait",
			"pause", "sigsuspend", "sigpending", "signalfd"} {
			if f.l.Mentions(name) {
				return f.refuse(c, "when signals come is not modelled")
			}
		}
		return h(f, c)
	}
}

// lseek lowers lseek, which returns -1 or the new offset. With SEEK_SET, the new offset is the given one.
func (f fileCalls) lseek(c *call) value {
	if len(c.vals) < 3 || !isInt(c.vals[1]) || !isInt(c.vals[2]) || c.ft == nil {
		return f.callMissing(c)
	}
	t, ok := f.l.IRType(c.ft.Result())
	if !ok || t.Kind != ir.Int || !t.Signed {
		return f.callMissing(c)
	}
	to, at := f.hold(ir.NewCast(t, c.vals[1].e)), f.approx(c.name, t)
	f.between(at, -1, largest(t))
	whence := ir.NewCast(ir.I32, c.vals[2].e)
	failed := ir.NewBinary(ir.Eq, at, ir.NewConst(t, -1))
	there := ir.NewBinary(ir.LOr, failed, ir.NewBinary(ir.Eq, at, to))
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, ir.NewBinary(ir.Ne, whence, ir.NewConst(ir.I32, 0)), there),
		Guard: ir.OtherGuard})
	return f.asResult(value{e: at}, c)
}

// write lowers a function that returns -1 or the number of bytes written, at most argument 2.
func (f fileCalls) write(c *call) value {
	v := f.roughResult(c)
	if len(c.vals) < 3 || c.vals[2].opaque || !isInt(v) {
		return v
	}
	t, n := v.e.Type(), f.sizeOf(c.vals[2], c)
	some := ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(t, 0), v.e), ir.NewBinary(ir.Le, ir.NewCast(f.model().Size(), v.e),
		n))
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, ir.NewBinary(ir.Eq, v.e, ir.NewConst(t, -1)), some),
		Guard: ir.OtherGuard})
	return v
}
