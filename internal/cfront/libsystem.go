package cfront

import (
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Calls of the operating system, except those for files and sockets (libfile.go, libsocket.go). They return numbers and
// structures whose values are not known. Functions that return texts or lists, or read directories, are modelled in C
// (models/units/system.c).

// systemHandler returns the handler of a function of the operating system. It returns nil for the names of other
// functions. The functions __tandem_... are called by models in C only.
func systemHandler(name string) handlerFunc {
	switch name {
	case "__tandem_answer": // __tandem_answer(low, high): the result of the model that calls it, which may be a failure
		return func(f *fn, c *call) value {
			low, ok1 := c.vals[0].e.(*ir.Const)
			high, ok2 := c.vals[1].e.(*ir.Const)
			if !ok1 || !ok2 {
				return f.callMissing(c)
			}
			e := f.input(ir.Library, f.sym.Name, ir.I32, 0)
			f.between(e, int64(int32(low.Bits)), int64(int32(high.Bits)))
			return f.asResult(value{e: e}, c)
		}
	case "__tandem_unknown":
		return func(f *fn, c *call) value {
			n := f.hold(f.sizeOf(c.vals[1], c))
			f.when(ir.NewBinary(ir.Ne, n, ir.NewConst(n.Type(), 0)),
				func() { f.havocMemory(c.vals[0].e, n, f.sym.Name, ir.Approx) })
			return value{}
		}
	case "__tandem_any_errno":
		return func(f *fn, c *call) value {
			systemCalls{f}.spoilErrno()
			return value{}
		}
	case "sysinfo":
		return fills(0)
	case "getrlimit", "getrusage", "statfs", "fstatfs", "statvfs", "fstatvfs", "tcgetattr":
		return fills(1)
	case "tcsetattr", "tcflush", "utime", "utimes", "futimes", "futimens", "utimensat", "chroot":
		return by(fileCalls.mayFail)
	case "umask":
		return roughWithin(0, 0o777)
	case "dup":
		return roughWithin(-1, descriptorsEnd-1)
	case "dup2", "dup3":
		return by(systemCalls.dup2)
	case "fcntl":
		return by(systemCalls.fcntl)
	case "ioctl":
		return by(systemCalls.ioctl)
	case "sync", "openlog", "closelog":
		return func(f *fn, c *call) value { return value{} }
	case "setlogmask":
		return roughWithin(0, 0xff)
	case "getsockname", "getpeername":
		return by(systemCalls.socketName)
	case "getsockopt":
		return by(systemCalls.getsockopt)
	case "execv", "execve", "execvp", "execvpe", "execl", "execlp", "execle":
		return by(systemCalls.execute)
	}
	return nil
}

// dup2 lowers dup2 and dup3: the result is the second argument, or -1.
func (f systemCalls) dup2(c *call) value {
	if len(c.vals) < 2 || !isInt(c.vals[1]) {
		return f.callMissing(c)
	}
	to := f.hold(ir.NewCast(ir.I32, c.vals[1].e))
	got, num := f.approx(c.name, ir.I32), func(k int64) ir.Expr { return ir.NewConst(ir.I32, k) }
	same := ir.NewAnd(ir.NewBinary(ir.Eq, got, to), ir.NewAnd(ir.NewBinary(ir.Le, num(0), to),
		ir.NewBinary(ir.Lt, to, num(descriptorsEnd))))
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, ir.NewBinary(ir.Eq, got, num(-1)), same), Guard: ir.OtherGuard})
	return f.asResult(value{e: got}, c)
}

// fcntl lowers fcntl(fd, command, ...) with a constant command that reads or sets flags or locks a file. The program
// cannot observe the effect of such a command. The result is an unknown number in the range of the command. Other
// commands, which may make descriptors, are refused.
func (f systemCalls) fcntl(c *call) value {
	const getFD, setFD, getFL, setFL, setLK, setLKW, setLK64, setLKW64 = 1, 2, 3, 4, 6, 7, 13, 14
	if len(c.vals) < 2 {
		return f.callMissing(c)
	}
	command, ok := c.vals[1].e.(*ir.Const)
	if !ok {
		return f.refuse(c, "its command is not known")
	}
	switch command.Bits {
	case getFD:
		return roughWithin(-1, 1)(f.fn, c)
	case getFL:
		return roughWithin(-1, 1<<31-1)(f.fn, c)
	case setFD, setFL, setLK, setLKW, setLK64, setLKW64:
		return fileCalls(f).mayFail(c)
	}
	return f.refuse(c, "this command is not modelled")
}

// ioctl lowers ioctl(fd, request, ...) for five constant requests: the number of bytes available (FIONREAD), the size
// of the terminal (TIOCGWINSZ), and FIONBIO, FIONCLEX and FIOCLEX, which set flags. Others are refused.
func (f systemCalls) ioctl(c *call) value {
	const winSize, bytes, noWait, keep, closes = 0x5413, 0x541b, 0x5421, 0x5450, 0x5451
	if len(c.vals) < 2 {
		return f.callMissing(c)
	}
	request, ok := c.vals[1].e.(*ir.Const)
	if !ok {
		return f.refuse(c, "its request is not known")
	}
	size := int64(0)
	switch request.Bits & 0xffffffff {
	case keep, closes, noWait:
		return fileCalls(f).mayFail(c)
	case winSize:
		size = 8
	case bytes:
		size = 4
	default:
		return f.refuse(c, "this request is not modelled")
	}
	if len(c.vals) < 3 || !isPtr(c.vals[2]) {
		return f.callMissing(c)
	}
	p, done := f.hold(c.vals[2].e), f.approx(c.name, ir.I32)
	f.between(done, -1, 0)
	f.when(ir.NewBinary(ir.Eq, done, ir.NewConst(ir.I32, 0)), func() { f.havocBytes(p, size, c.name) })
	return f.asResult(value{e: done}, c)
}

// socketName lowers getsockname and getpeername(fd, address, length). On success it writes an address of at most
// *length bytes, and sets *length to the size of the address.
func (f systemCalls) socketName(c *call) value {
	if len(c.vals) < 3 || !isPtr(c.vals[1]) || !isPtr(c.vals[2]) {
		return f.callMissing(c)
	}
	done := f.approx(c.name, ir.I32)
	f.between(done, -1, 0)
	fileCalls(f).peerAddress(c, done, c.vals[1].e, c.vals[2].e)
	return f.asResult(value{e: done}, c)
}

// getsockopt lowers getsockopt(fd, level, name, value, length). On success it writes at most *length unknown bytes to
// value, and sets *length to their number.
func (f systemCalls) getsockopt(c *call) value {
	if len(c.vals) < 5 || !isPtr(c.vals[3]) || !isPtr(c.vals[4]) {
		return f.callMissing(c)
	}
	to, length, done := f.hold(c.vals[3].e), f.hold(c.vals[4].e), f.approx(c.name, ir.I32)
	f.between(done, -1, 0)
	f.when(ir.NewBinary(ir.Eq, done, ir.NewConst(ir.I32, 0)), func() {
		room, size := f.def(ir.U32, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: length} }),
			f.approx(c.name+".size", ir.U32)
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Le, size, room), Guard: ir.OtherGuard})
		f.when(ir.NewBinary(ir.Ne, size, ir.NewConst(ir.U32, 0)), func() {
			f.havocMemory(to, ir.NewCast(f.model().Size(), size), c.name, ir.Approx)
		})
		f.emit(&ir.Store{Addr: length, Val: size})
	})
	return f.asResult(value{e: done}, c)
}

// execute lowers execve and its variants: either another program replaces this one, which ends the run, or the result
// is -1. A call of execl without a null pointer among its arguments is refused.
func (f systemCalls) execute(c *call) value {
	if strings.HasPrefix(library.Base(c.name), "execl") && !slices.ContainsFunc(c.vals[min(1, len(c.vals)):],
		func(v value) bool { return isNull(v.e) }) {
		return f.refuse(c, "no null pointer ends its arguments")
	}
	failed := f.input(ir.Library, c.name, ir.I32, 0)
	f.between(failed, -1, 0)
	f.when(ir.NewBinary(ir.Eq, failed, ir.NewConst(ir.I32, 0)), func() {
		f.halt()
		f.cur = f.newLoc()
	})
	return f.asResult(value{e: ir.NewConst(ir.I32, -1)}, c)
}
