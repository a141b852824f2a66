package cfront

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// What the library reads and nobody sees: output, names of files. Nothing is done there (libio.go), so that the bytes
// are asked for where invalid reads are obligations. Streams that are null are arguments that the library forbids.

// readTexts are functions with arguments that end with a null byte.
var readTexts = map[string][]int{
	"puts": {0}, "puts_unlocked": {0}, "fputs": {0}, "fputs_unlocked": {0}, "perror": {0}, "system": {0}, "strstr": {1}, "strcasestr": {1},
	"remove": {0}, "rename": {0, 1}, "renameat": {1, 3}, "unlink": {0}, "unlinkat": {1}, "rmdir": {0}, "mkdir": {0}, "mkdirat": {1}, "mkfifo": {0},
	"chmod": {0}, "chown": {0}, "lchown": {0}, "chdir": {0}, "access": {0}, "eaccess": {0}, "euidaccess": {0}, "faccessat": {1},
	"link": {0, 1}, "symlink": {0, 1}, "linkat": {1, 3}, "symlinkat": {0, 2}, "pathconf": {0},
	"open": {0}, "fopen": {0, 1}, "fopen64": {0, 1}, "popen": {0, 1}, "fdopen": {1},
	"getenv": {0}, "secure_getenv": {0}, "unsetenv": {0}, "putenv": {0},
}

// textOrNull are those of them that take null.
var textOrNull = map[string]bool{"perror": true, "system": true}

// ranges are functions that read bytes: the argument that leads to them, and those whose product is their number.
var ranges = map[string][]int{"fwrite": {0, 1, 2}, "fwrite_unlocked": {0, 1, 2}, "write": {1, 2},
	"send": {1, 2}, "sendto": {1, 2}, "bind": {1, 2}, "connect": {1, 2}}

// streams are functions with a stream that may not be null.
var streams = map[string]int{
	"fputc": 1, "putc": 1, "_IO_putc": 1, "fputc_unlocked": 1, "putc_unlocked": 1, "fputs": 1, "fputs_unlocked": 1, "fwrite": 3, "fwrite_unlocked": 3,
	"fprintf": 0, "vfprintf": 0, "fscanf": 0, "vfscanf": 0, "__isoc99_fscanf": 0, "__isoc23_fscanf": 0, "fgetc": 0, "getc": 0, "_IO_getc": 0,
	"fgetc_unlocked": 0, "getc_unlocked": 0, "fgets": 2, "fgets_unlocked": 2, "fread": 3, "fread_unlocked": 3, "getline": 2, "getdelim": 3, "ungetc": 1,
	"fclose": 0, "pclose": 0, "feof": 0, "ferror": 0, "clearerr": 0, "feof_unlocked": 0, "ferror_unlocked": 0, "clearerr_unlocked": 0, "fseek": 0, "fseeko": 0,
	"ftell": 0, "ftello": 0, "rewind": 0, "fileno": 0, "setbuf": 0, "setvbuf": 0, "setbuffer": 0, "setlinebuf": 0, "fputwc": 1, "putwc": 1, "fputws": 1,
	"fgetwc": 0, "getwc": 0, "fgetws": 2, "fwprintf": 0, "fwscanf": 0, "ungetwc": 1, "fwide": 0,
}

// reads puts before a call of a library function what it reads.
func (f *fn) reads(c *call, name string) {
	if f.u.model || f.consts {
		return
	}
	if at, ok := streams[name]; ok && f.l.cfg.checks(ir.ValidArgument) && at < len(c.vals) && isPtr(c.vals[at]) && !f.isStream(c, at) {
		p := f.hold(c.vals[at].e)
		c.vals[at].e = p
		f.must(c, ir.NewBinary(ir.Ne, p, ir.NewConst(p.Type(), 0)), "the stream is null")
		f.must(c, &ir.Valid{What: ir.Readable, Addr: p, N: ir.NewConst(ir.U64, 1)}, "the stream is closed")
	}
	if !f.l.cfg.checks(ir.ValidDeref) {
		return
	}
	for _, i := range readTexts[name] {
		f.readText(c, i, nil, textOrNull[name])
	}
	if strings.HasPrefix(name, "fputws") {
		f.readWide(c, 0)
	}
	if at, ok := ranges[name]; ok && at[len(at)-1] < len(c.vals) && isPtr(c.vals[at[0]]) {
		n := f.sizeOf(c.vals[at[1]], c)
		for _, i := range at[2:] {
			n = ir.NewBinary(ir.Mul, n, f.sizeOf(c.vals[i], c))
		}
		f.callUnit("__tandem_reads", c.vals[at[0]].e, n)
	}
	if base, n, size, ok := f.sortedArgs(c, name); ok { // all of it, whatever is compared
		f.callUnit("__tandem_reads", base, ir.NewBinary(ir.Mul, n, size))
	}
	if i, va, ok := formatArg(c.name); ok && !strings.Contains(name, "wprintf") && !strings.Contains(name, "sprintf") && !strings.Contains(name, "snprintf") && i < len(c.vals) {
		f.readFormat(c, i, va)
	}
}

// isStream: one of the three that are open.
func (f *fn) isStream(c *call, i int) bool {
	return isStandard(c, i, "stdin", 0) || isStandard(c, i, "stdout", 1) || isStandard(c, i, "stderr", 2)
}

// readText asks for an argument up to its null byte, or most bytes of it; most < 0 (and nil) is no limit.
func (f *fn) readText(c *call, i int, most ir.Expr, null bool) {
	if i >= len(c.vals) || !isPtr(c.vals[i]) {
		return
	}
	if i < len(c.args) {
		if _, ok := stringValue(c.args[i]); ok {
			return
		}
	}
	if most == nil {
		most = ir.NewConst(ir.I32, -1)
	}
	p := f.hold(c.vals[i].e)
	c.vals[i].e = p
	read := func() { f.callUnit("__tandem_reads_text", p, most) }
	if !null {
		read()
		return
	}
	f.when(ir.NewBinary(ir.Ne, p, ir.NewConst(p.Type(), 0)), read)
}

// readWide asks for an argument up to its null character, if it is not null.
func (f *fn) readWide(c *call, i int) {
	if i >= len(c.vals) || !isPtr(c.vals[i]) {
		return
	}
	p := f.hold(c.vals[i].e)
	c.vals[i].e = p
	f.when(ir.NewBinary(ir.Ne, p, ir.NewConst(p.Type(), 0)), func() { f.callUnit("__tandem_reads_wide", p) })
}

// readFormat asks for what the conversions of a format read. What a null pointer gives is glibc's "(null)".
func (f *fn) readFormat(c *call, i int, va bool) {
	list, known := f.literalFormat(c, i)
	if !known {
		f.readText(c, i, nil, false)
	}
	if !known || va {
		f.l.assume(f, ir.Assumed{Pos: c.pos, Text: "the texts that " + c.name + " is given can be read"})
		return
	}
	next := i + 1
	for _, d := range list {
		if d.conv == 0 || d.conv == '%' || d.conv == 'm' {
			continue
		}
		if d.positions {
			f.l.assume(f, ir.Assumed{Pos: c.pos, Text: "the texts that " + c.name + " is given can be read"})
			return
		}
		if d.width == -2 {
			next++
		}
		most := ir.Expr(ir.NewConst(ir.I32, int64(min(d.prec, 1<<31-1))))
		if d.prec == -2 {
			if next >= len(c.vals) || !isInt(c.vals[next]) {
				return
			}
			most = ir.NewCast(ir.I32, c.vals[next].e)
			next++
		}
		if d.conv == 's' && d.size == "" {
			f.readText(c, next, most, true)
		}
		if (d.conv == 'S' || d.conv == 's' && d.size == "l") && d.prec == -1 { // a precision counts the bytes that are written
			f.readWide(c, next)
		}
		next++
	}
}
