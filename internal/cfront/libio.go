package cfront

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers <stdio.h> (7.21). Streams are C text (models/units/stream.c). This file keeps simple programs
// simple: output that the program never reads has no effect, and numbers and words of standard input are inputs
// (libscan.go).

// stdioHandler returns the handler of a function of <stdio.h> or on file descriptors, or nil.
func stdioHandler(name string) handlerFunc {
	switch name {
	case "printf", "fprintf", "vprintf", "vfprintf", "dprintf", "vdprintf", "printk", "syslog", "vsyslog":
		return by(textCalls.output)
	case "puts", "fputs", "putchar", "fputc", "putc", "putchar_unlocked", "putc_unlocked", "fputc_unlocked",
		"fputs_unlocked", "_IO_putc",
		"fwrite", "fwrite_unlocked":
		return by(fileCalls.put)
	case "fclose":
		return by(fileCalls.fclose)
	case "puts_unlocked":
		return by(fileCalls.roughResult)
	case "remove", "rename": // they may fail
		return within(-1, 0)
	case "close":
		return by(fileCalls.closeFile)
	case "access", "eaccess", "euidaccess", "faccessat", "unlink", "rmdir", "link", "symlink", "chmod", "fchmod", "chown",
		"lchown", "fchown", "fsync", "fdatasync", "mkdir", "mkdirat", "mkfifo", "unlinkat", "symlinkat", "linkat", "renameat",
		"chdir", "fchdir":
		return by(fileCalls.mayFail)
	case "sysconf", "pathconf", "fpathconf", "__sysconf":
		return by(fileCalls.roughResult)
	case "flockfile", "funlockfile", "psignal": // there is one thread
		return func(f *fn, c *call) value { return value{} }
	case "open":
		return by(fileCalls.open)
	case "perror":
		return (*fn).nothing
	case "setbuf", "setvbuf", "setbuffer", "setlinebuf":
		return by(fileCalls.setBuffer)
	case "sprintf", "vsprintf", "snprintf", "vsnprintf":
		return by(textCalls.sprintf)
	case "read", "recv", "pread":
		return by(fileCalls.read)
	case "scanf", "fscanf", "__isoc99_scanf", "__isoc99_fscanf", "__isoc23_scanf", "__isoc23_fscanf":
		return by(textCalls.scanf)
	case "sscanf", "__isoc99_sscanf", "__isoc23_sscanf":
		return by(textCalls.sscanf)
	}
	return nil
}

// inputHandler returns the handler of a function by which the models of streams read inputs, or nil. These inputs may
// be approximate (libstate.go).
func inputHandler(name string) handlerFunc {
	byteOf := func(group, what, said string) handlerFunc {
		return func(f *fn, c *call) value {
			e := f.input(ir.Library, what, ir.I32, 0)
			f.l.library.lib.enter(f, group)
			f.between(e, -1, 255)
			f.l.assume(f, ir.Assumed{Text: "reading " + said + " does not fail"})
			return f.asResult(value{e: e}, c)
		}
	}
	switch name {
	case "__tandem_stdin_input":
		return byteOf(ofStdin, "stdin", "stdin")
	case "__tandem_file_input":
		return byteOf(ofStream, "file", "files")
	case "__tandem_text":
		return func(f *fn, c *call) value {
			f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, c.vals[0].e, ir.NewConst(ir.I32, 0)), Guard: ir.OtherGuard})
			f.l.assume(f, ir.Assumed{Text: "the words that scanf reads have no null bytes"})
			return value{}
		}
	case "__tandem_plain_getopt":
		return func(f *fn, c *call) value {
			f.l.assume(f, ir.Assumed{Text: "the environment has no POSIXLY_CORRECT", Runs: true})
			return value{}
		}
	case "__tandem_open_input":
		return func(f *fn, c *call) value {
			e := f.input(ir.Library, "fopen", ir.I32, 0)
			f.l.library.lib.enter(f, ofOpen)
			return f.asResult(value{e: e}, c)
		}
	}
	return nil
}

// fileCalls lowers calls on streams, file descriptors and sockets.
type fileCalls struct{ *fn }

// mayFail lowers a function that returns 0 or -1 and whose effect on files is not modelled.
func (f fileCalls) mayFail(c *call) value {
	v := f.roughResult(c)
	if isInt(v) {
		f.between(v.e, -1, 0)
	}
	return v
}

// put lowers output that is not formatted.
func (f fileCalls) put(c *call) value {
	if !c.want && !f.l.remembers() && c.n != nil {
		return value{}
	}
	return f.byModel(c)
}

// fclose lowers fclose. A program that reads neither the result nor errno cannot observe that fclose fails, so the
// call then uses a model that never fails.
func (f fileCalls) fclose(c *call) value {
	if c.want || c.n == nil || f.l.library.errnoRead() || len(c.vals) != 1 || !isPtr(c.vals[0]) {
		return f.byModel(c)
	}
	f.callUnit("__tandem_close", c.vals[0].e)
	return value{}
}

// setBuffer lowers setbuf and setvbuf. The program cannot observe buffers, except by the time at which text arrives in
// a stream on memory.
func (f fileCalls) setBuffer(c *call) value {
	if f.l.remembers() {
		return f.refuse(c, "buffers of streams on memory are not modelled")
	}
	return f.roughResult(c)
}

// roughResult lowers a function without effect whose result is not modelled.
func (f fileCalls) roughResult(c *call) value {
	if c.ft == nil || !c.want {
		return value{}
	}
	return f.calls.inputOf(ir.Approx, c.name, c.ft.Result(), c)
}

// remembers reports whether the program may open a stream whose text it can read.
func (l *linker) remembers() bool {
	return l.Mentions("fmemopen") || l.Mentions("open_memstream") || l.Mentions("tmpfile") || l.Mentions("tmpfile64")
}

// read lowers read(fd, p, n), which returns -1 or the number of bytes read.
func (f fileCalls) read(c *call) value {
	if len(c.vals) < 3 || !isPtr(c.vals[1]) || !isInt(c.vals[2]) {
		return f.callMissing(c)
	}
	d := f.model().Diff()
	got := f.input(ir.Library, c.name, d, 0)
	n := f.sizeOf(c.vals[2], c)
	f.emit(&ir.Assume{Cond: ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(d, -1), got),
		ir.NewBinary(ir.LOr, ir.NewBinary(ir.Lt, got, ir.NewConst(d, 1)),
			ir.NewBinary(ir.Le, ir.NewCast(f.model().Size(), got), n))),
		Guard: ir.OtherGuard})
	f.when(ir.NewBinary(ir.Lt, ir.NewConst(d, 0), got), func() {
		f.havocMemory(c.vals[1].e, ir.NewCast(f.model().Size(), got), c.name, ir.ObjectBytes)
	})
	return f.asResult(value{e: got}, c)
}
