package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// <stdio.h> (7.21): output is ignored, input is arbitrary (libstate.go says where it
// only stands for something that is not modelled).

func stdioHandler(name string) handlerFunc {
	switch name {
	case "printf", "fprintf", "vprintf", "vfprintf", "dprintf", "vdprintf", "printk", "syslog", "vsyslog":
		return (*fn).output
	case "puts", "fputs", "putchar", "fputc", "putc", "putchar_unlocked", "putc_unlocked", "fputs_unlocked", "puts_unlocked", "fwrite",
		"write", "feof", "ferror", "ungetc", "fileno", "ftell", "ftello", "fputwc", "putwchar":
		return (*fn).roughResult
	case "fflush", "fclose", "fseek", "fseeko", "remove", "rename", "close": // they may fail
		return within(-1, 0)
	case "open":
		return within(-1, 1<<31-1)
	case "perror", "rewind", "setbuf", "setvbuf", "clearerr", "fopen", "fdopen", "tmpfile", "popen", "pclose":
		return (*fn).nothing
	case "sprintf", "vsprintf", "snprintf", "vsnprintf":
		return (*fn).sprintf
	case "getchar", "getc", "fgetc", "getchar_unlocked", "_IO_getc":
		return (*fn).getchar
	case "fgets":
		return (*fn).fgets
	case "fread":
		return (*fn).fread
	case "read", "recv", "pread":
		return (*fn).read
	case "scanf", "fscanf", "sscanf", "__isoc99_scanf", "__isoc99_fscanf", "__isoc99_sscanf":
		return (*fn).scanf
	}
	return nil
}

// roughResult is the result of a function without effect whose value is not
// modelled.
func (f *fn) roughResult(c *call) value {
	if c.ft == nil || !c.want {
		return value{}
	}
	return f.inputOf(ir.Approx, c.name, c.ft.Result(), c)
}

// remembers says whether the program may open a stream whose text it can look at.
func (l *linker) remembers() bool { return false }

// getchar is EOF or a byte.
func (f *fn) getchar(c *call) value {
	v := f.inputOf(ir.Library, c.name, f.u.ast.Int, c)
	f.emit(&ir.Assume{Cond: ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(ir.I32, -1), v.e),
		ir.NewBinary(ir.Le, v.e, ir.NewConst(ir.I32, 255))), Guard: ir.OtherGuard})
	return f.asResult(v, c)
}

// fgets(buf, n, stream) is null, or buf with a string of less than n bytes.
func (f *fn) fgets(c *call) value {
	if len(c.vals) < 2 || !isPtr(c.vals[0]) || !isInt(c.vals[1]) {
		return f.callMissing(c)
	}
	buf, n := f.hold(c.vals[0].e), ir.NewCast(ir.I32, c.vals[1].e)
	n = f.hold(n)
	r := f.temp(f.ptr())
	got := f.input(ir.Library, c.name, ir.I32, 0) // length of the string; outside of [1, n): null
	f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(f.ptr(), 0)})
	f.when(ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(ir.I32, 1), got), ir.NewBinary(ir.Lt, got, n)), func() {
		f.havocMemory(buf, ir.NewCast(f.model().Size(), got), c.name, ir.ObjectBytes)
		f.emit(&ir.Store{Addr: ir.NewPtrAdd(buf, got, 1), Val: ir.NewConst(ir.I8, 0)})
		f.emit(&ir.Assign{Dst: r, Src: buf})
	})
	return f.asResult(value{e: ir.NewRef(r), t: c.vals[0].t}, c)
}

// fread(p, size, n, stream) reads at most n items.
func (f *fn) fread(c *call) value {
	if len(c.vals) < 3 || !isPtr(c.vals[0]) {
		return f.callMissing(c)
	}
	st := f.model().Size()
	size, n := f.hold(f.sizeOf(c.vals[1], c)), f.hold(f.sizeOf(c.vals[2], c))
	got := f.input(ir.Library, c.name, st, 0)
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Le, got, n), Guard: ir.OtherGuard})
	f.havocMemory(c.vals[0].e, ir.NewBinary(ir.Mul, size, got), c.name, ir.ObjectBytes)
	return f.asResult(value{e: got}, c)
}

// read(fd, p, n) is -1 or the number of bytes read.
func (f *fn) read(c *call) value {
	if len(c.vals) < 3 || !isPtr(c.vals[1]) || !isInt(c.vals[2]) {
		return f.callMissing(c)
	}
	d := f.model().Diff()
	got := f.input(ir.Library, c.name, d, 0)
	n := f.sizeOf(c.vals[2], c)
	f.emit(&ir.Assume{Cond: ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(d, -1), got),
		ir.NewBinary(ir.LOr, ir.NewBinary(ir.Lt, got, ir.NewConst(d, 1)), ir.NewBinary(ir.Le, ir.NewCast(f.model().Size(), got), n))),
		Guard: ir.OtherGuard})
	f.when(ir.NewBinary(ir.Lt, ir.NewConst(d, 0), got), func() {
		f.havocMemory(c.vals[1].e, ir.NewCast(f.model().Size(), got), c.name, ir.ObjectBytes)
	})
	return f.asResult(value{e: got}, c)
}

// scanf stores arbitrary values through its pointers, as many as its result
// says.
func (f *fn) scanf(c *call) value {
	first := 1
	if !strings.HasSuffix(c.name, "_scanf") && c.name != "scanf" {
		first = 2
	}
	if len(c.vals) < first {
		return f.callMissing(c)
	}
	if c.n == nil { // a stub: the pointers lie in its caller's block
		f.l.warn(c.pos, "%s is called through a pointer: all memory becomes arbitrary", c.name)
		f.emit(&ir.HavocAll{Why: c.name})
		return f.roughResult(c)
	}
	format := ""
	known := false
	if len(c.args) >= first {
		format, known = stringValue(c.args[first-1])
	}
	convs := scanfConversions(format)
	before := len(f.l.prog.Sites)
	if first == 2 && strings.Contains(c.name, "sscanf") { // what it reads is known, but not computed
		defer func() {
			for _, s := range f.l.prog.Sites[before:] {
				s.Kind = ir.Approx
			}
		}()
	}
	got := f.input(ir.Library, c.name, ir.I32, 0)
	f.emit(&ir.Assume{Cond: ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(ir.I32, -1), got),
		ir.NewBinary(ir.Le, got, ir.NewConst(ir.I32, int64(len(c.vals)-first)))), Guard: ir.OtherGuard})
	for i, v := range c.vals[first:] {
		if !isPtr(v) {
			continue
		}
		conv := ""
		if i < len(convs) {
			conv = convs[i]
		}
		f.when(ir.NewBinary(ir.Lt, ir.NewConst(ir.I32, int64(i)), got), func() { f.scanItem(c, v, conv, known) })
	}
	return f.asResult(value{e: got}, c)
}

// scanItem stores what one conversion reads.
func (f *fn) scanItem(c *call, v value, conv string, known bool) {
	t := f.scanType(conv)
	if known && t != ir.Void {
		e := f.input(ir.Library, c.name+" %"+conv, t, 0)
		f.emit(&ir.Store{Addr: v.e, Val: e})
		return
	}
	if el := elem(v.t); el != nil && el.Kind() != cc.Void && !strings.HasSuffix(conv, "s") && !strings.HasSuffix(conv, "]") &&
		!el.IsIncomplete() && el.Kind() != cc.Function {
		f.havocMemory(v.e, ir.NewConst(f.model().Size(), f.l.size(el, c.pos)), c.name, ir.ObjectBytes)
		return
	}
	// A string of any length, or at most the width given.
	st := f.model().Size()
	n := f.input(ir.Library, c.name+" length", st, 0)
	if w := width(conv); w > 0 {
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Le, n, ir.NewConst(st, w)), Guard: ir.OtherGuard})
	}
	f.havocMemory(v.e, n, c.name, ir.ObjectBytes)
	f.emit(&ir.Store{Addr: ir.NewPtrAdd(v.e, n, 1), Val: ir.NewConst(ir.I8, 0)})
}

func width(conv string) (w int64) {
	for _, r := range conv {
		if r < '0' || r > '9' || w > 1<<40 {
			break
		}
		w = 10*w + int64(r-'0')
	}
	return w
}

// scanType is the type that a conversion stores; zero if it is no number.
func (f *fn) scanType(conv string) ir.Type {
	conv = strings.TrimLeft(conv, "0123456789")
	if conv == "" {
		return ir.Void
	}
	size, letter := conv[:len(conv)-1], conv[len(conv)-1]
	long := ir.Type{Kind: ir.Int, Bits: uint8(f.model()), Signed: true}
	var t ir.Type
	switch letter {
	case 'd', 'i':
		t = ir.I32
	case 'u', 'x', 'X', 'o':
		t = ir.U32
	case 'f', 'e', 'g', 'a', 'E', 'G', 'F':
		switch size {
		case "l":
			return ir.F64
		case "L":
			return ir.Void
		}
		return ir.F32
	case 'c':
		if size == "" && len(conv) == 1 {
			return ir.I8
		}
		return ir.Void
	default:
		return ir.Void
	}
	switch size {
	case "hh":
		t.Bits = 8
	case "h":
		t.Bits = 16
	case "l", "z", "t":
		t.Bits = long.Bits
	case "ll", "j", "L", "q":
		t.Bits = 64
	}
	return t
}

// scanfConversions lists the conversions of a format that store something:
// what stands behind the %.
func scanfConversions(s string) (list []string) {
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			continue
		}
		j := i + 1
		for j < len(s) && strings.IndexByte("0123456789*hlLqjzt", s[j]) >= 0 {
			j++
		}
		if j >= len(s) {
			break
		}
		if s[j] == '[' {
			j++
			if j < len(s) && s[j] == '^' {
				j++
			}
			if j < len(s) && s[j] == ']' {
				j++
			}
			for j < len(s) && s[j] != ']' {
				j++
			}
		}
		if j >= len(s) {
			break
		}
		conv := s[i+1 : j+1]
		if s[j] != '%' && !strings.Contains(conv, "*") {
			if k := strings.IndexByte(conv, '['); k >= 0 {
				conv = conv[:k] + "]"
			}
			list = append(list, conv)
		}
		i = j
	}
	return list
}
