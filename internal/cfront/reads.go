package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// What the library reads and nobody sees: output, names of files. Nothing is done there (libio.go). Where invalid reads
// are obligations, calls of __tandem_reads and its kin (models/units/reads.c) read the bytes. With Config.Reads they do
// so elsewhere too, as no execution counts, or goes on, after an invalid read; package instrument drops these calls
// (Readers) from the program that engines work on. Streams that are null are arguments that the library forbids.

// readTexts are functions with arguments that end with a null byte.
var readTexts = map[string][]int{
	"puts": {0}, "puts_unlocked": {0}, "fputs": {0}, "fputs_unlocked": {0}, "perror": {0}, "psignal": {1}, "system": {0},
	"strstr": {1}, "strcasestr": {1},
	"remove": {0}, "rename": {0, 1}, "renameat": {1, 3}, "unlink": {0}, "unlinkat": {1}, "rmdir": {0}, "mkdir": {0},
	"mkdirat": {1}, "mkfifo": {0},
	"chmod": {0}, "chown": {0}, "lchown": {0}, "chdir": {0}, "access": {0}, "eaccess": {0}, "euidaccess": {0},
	"faccessat": {1},
	"link":      {0, 1}, "symlink": {0, 1}, "linkat": {1, 3}, "symlinkat": {0, 2}, "pathconf": {0},
	"open": {0}, "open64": {0}, "openat": {1}, "openat64": {1}, "creat": {0}, "creat64": {0}, "truncate": {0},
	"truncate64": {0},
	"stat":       {0}, "stat64": {0}, "lstat": {0}, "lstat64": {0}, "fstatat": {1}, "fstatat64": {1},
	"fopen": {0, 1}, "fopen64": {0, 1}, "freopen": {0, 1}, "freopen64": {0, 1}, "popen": {0, 1}, "fdopen": {1},
	"fmemopen": {2},
	"realpath": {0}, "readlink": {0}, "opendir": {0}, "utime": {0}, "utimes": {0}, "utimensat": {1}, "statfs": {0},
	"statvfs": {0}, "chroot": {0},
	"execv": {0}, "execve": {0}, "execvp": {0}, "execvpe": {0}, "execl": {0, 1}, "execlp": {0, 1}, "execle": {0, 1},
	"getaddrinfo": {0, 1}, "getenv": {0}, "secure_getenv": {0}, "setenv": {0, 1}, "unsetenv": {0}, "putenv": {0},
	"error_at_line": {2},
}

// textOrNull are those of them that take null.
var textOrNull = map[string]bool{"perror": true, "psignal": true, "system": true, "freopen": true, "freopen64": true,
	"error_at_line": true, "realpath": true, "utimensat": true, "getaddrinfo": true,
	"execl": true, "execlp": true, "execle": true}

// ranges are functions that read bytes: the argument that leads to them, and those whose product is their number.
// Functions that compare memory may read all of it (7.24.1p2), whatever the first byte that differs.
var ranges = map[string][][]int{"fwrite": {{0, 1, 2}}, "fwrite_unlocked": {{0, 1, 2}}, "write": {{1, 2}},
	"pwrite": {{1, 2}}, "pwrite64": {{1, 2}},
	"send": {{1, 2}}, "sendto": {{1, 2}, {4, 5}}, "bind": {{1, 2}}, "connect": {{1, 2}}, "setsockopt": {{3, 4}},
	"memcmp": {{0, 2}, {1, 2}}, "bcmp": {{0, 2}, {1, 2}}}

// pointees are functions that read the object that an argument points to, unless it is null.
var pointees = map[string]int{"setitimer": 1, "timer_settime": 2, "timerfd_settime": 2, "epoll_ctl": 3,
	"tcsetattr": 2, "utime": 1, "sigaction": 1, "sigprocmask": 1, "pthread_sigmask": 1}

// textVectors are functions that read vectors of texts, which a null pointer ends. Linux takes null for an empty one.
var textVectors = map[string][]int{"execv": {1}, "execvp": {1}, "execve": {1, 2}, "execvpe": {1, 2}}

// streams are functions with a stream that may not be null.
var streams = map[string]int{
	"fputc": 1, "putc": 1, "_IO_putc": 1, "fputc_unlocked": 1, "putc_unlocked": 1, "fputs": 1, "fputs_unlocked": 1,
	"fwrite": 3, "fwrite_unlocked": 3,
	"fprintf": 0, "vfprintf": 0, "fscanf": 0, "vfscanf": 0, "__isoc99_fscanf": 0, "__isoc23_fscanf": 0, "fgetc": 0,
	"getc": 0, "_IO_getc": 0,
	"fgetc_unlocked": 0, "getc_unlocked": 0, "fgets": 2, "fgets_unlocked": 2, "fread": 3, "fread_unlocked": 3,
	"getline": 2, "getdelim": 3, "ungetc": 1,
	"fclose": 0, "pclose": 0, "feof": 0, "ferror": 0, "clearerr": 0, "feof_unlocked": 0, "ferror_unlocked": 0,
	"clearerr_unlocked": 0, "fseek": 0, "fseeko": 0,
	"ftell": 0, "ftello": 0, "rewind": 0, "fileno": 0, "setbuf": 0, "setvbuf": 0, "setbuffer": 0, "setlinebuf": 0,
	"fputwc": 1, "putwc": 1, "fputws": 1,
	"fgetwc": 0, "getwc": 0, "fgetws": 2, "fwprintf": 0, "fwscanf": 0, "ungetwc": 1, "fwide": 0,
}

// reads puts before a call of a library function what it reads.
func (f *fn) reads(c *call, name string) {
	if f.u.model || f.consts {
		return
	}
	if at, ok := streams[name]; ok && f.l.cfg.checks(ir.ValidArgument) && at < len(c.vals) && isPtr(c.vals[at]) &&
		!f.isStream(c, at) {
		p := f.hold(c.vals[at].e)
		c.vals[at].e = p
		f.must(c, ir.NewBinary(ir.Ne, p, ir.NewConst(p.Type(), 0)), "the stream is null")
		f.must(c, &ir.Valid{What: ir.Readable, Addr: p, N: ir.NewConst(ir.U64, 1)}, "the stream is closed")
	}
	if !f.l.cfg.checks(ir.ValidDeref) && !f.l.cfg.Reads {
		return
	}
	if at, ok := streams[name]; ok && !f.l.cfg.checks(ir.ValidArgument) && !f.l.cfg.checks(ir.ValidDeref) &&
		at < len(c.vals) &&
		isPtr(c.vals[at]) && !f.isStream(c, at) {
		f.callUnit("__tandem_reads", f.heldArg(c, at), ir.NewConst(f.model().Size(), 1))
	}
	for _, i := range readTexts[name] {
		f.readText(c, i, nil, textOrNull[name])
	}
	for _, i := range textVectors[name] {
		if i < len(c.vals) && isPtr(c.vals[i]) {
			f.callUnit("__tandem_reads_vector", f.heldArg(c, i))
		}
	}
	if strings.HasPrefix(name, "execl") {
		f.readArguments(c, name == "execle")
	}
	if strings.HasPrefix(name, "fputws") {
		f.readWide(c, 0)
	}
	for _, at := range ranges[name] {
		if at[len(at)-1] >= len(c.vals) || !isPtr(c.vals[at[0]]) {
			continue
		}
		n := f.sizeOf(c.vals[at[1]], c)
		for _, i := range at[2:] {
			n = ir.NewBinary(ir.Mul, n, f.sizeOf(c.vals[i], c))
		}
		f.readBytesOf(c, at[0], n)
	}
	if name == "wmemcmp" && len(c.vals) == 3 && isPtr(c.vals[0]) && isPtr(c.vals[1]) {
		n := ir.NewBinary(ir.Mul, f.sizeOf(c.vals[2], c), ir.NewConst(f.model().Size(), 4))
		f.readBytesOf(c, 0, n)
		f.readBytesOf(c, 1, n)
	}
	if i, ok := pointees[name]; ok && i < len(c.vals) && isPtr(c.vals[i]) {
		if el := elem(c.vals[i].t); el != nil && el.Kind() != cc.Void && !el.IsIncomplete() {
			f.callUnit("__tandem_reads_if", f.heldArg(c, i), ir.NewConst(f.model().Size(), f.l.size(el, c.pos)))
		}
	}
	if base, n, size, ok := f.sortedArgs(c, name); ok { // all of it, whatever is compared
		f.callUnit("__tandem_reads", base, ir.NewBinary(ir.Mul, n, size))
	}
	if i, va, ok := formatArg(c.name); ok && !strings.Contains(name, "sprintf") && !strings.Contains(name, "snprintf") &&
		i < len(c.vals) {
		f.readFormat(c, i, va)
	}
}

// readBytesOf asks for n bytes behind an argument.
func (f *fn) readBytesOf(c *call, i int, n ir.Expr) {
	if a, ok := c.vals[i].e.(*ir.AddrOf); ok {
		if k, fixed := ir.IsConst(n); fixed && k <= uint64(a.Obj.Size) {
			return
		}
	}
	f.callUnit("__tandem_reads", f.heldArg(c, i), n)
}

// heldArg keeps an argument that is read once more in a register, and returns its value.
func (f *fn) heldArg(c *call, i int) ir.Expr {
	c.vals[i].e = f.hold(c.vals[i].e)
	return c.vals[i].e
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
	read := "__tandem_reads_text"
	if null {
		read = "__tandem_reads_text_if"
	}
	f.callUnit(read, f.heldArg(c, i), most)
}

// readWide asks for an argument up to its null character, if it is not null.
func (f *fn) readWide(c *call, i int) {
	if i < len(c.vals) && isPtr(c.vals[i]) {
		f.callUnit("__tandem_reads_wide", f.heldArg(c, i))
	}
}

// readArguments asks for the texts of execl and its kin up to the first pointer that is known to be null; after it
// comes the environment where env says so.
func (f *fn) readArguments(c *call, env bool) {
	for i := 2; i < len(c.vals); i++ {
		if isNull(c.vals[i].e) {
			if env && i+1 < len(c.vals) && isPtr(c.vals[i+1]) {
				f.callUnit("__tandem_reads_vector", f.heldArg(c, i+1))
			}
			return
		}
		f.readText(c, i, nil, true)
	}
}

// nullFormat reports whether a function takes a format that is null.
func nullFormat(name string) bool {
	switch strings.TrimPrefix(libName(name), "v") {
	case "err", "errx", "warn", "warnx":
		return true
	}
	return false
}

// wideFormat takes the wide format of a call apart, if it is a literal of ASCII characters.
func (f *fn) wideFormat(c *call, i int) (list []directive, ok bool) {
	if i >= len(c.args) {
		return nil, false
	}
	p, ok := strip(c.args[i]).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionLString {
		return nil, false
	}
	var runes []rune
	switch v := p.Value().(type) { // sound: nothing is known of others
	case cc.UTF32StringValue:
		runes = v
	default:
		return nil, false
	}
	text, _, _ := strings.Cut(string(runes), "\x00")
	if strings.ContainsFunc(text, func(r rune) bool { return r > 127 }) {
		return nil, false
	}
	return parseFormat(text)
}

// readFormat asks for what the conversions of a format read. What a null pointer gives is glibc's "(null)".
func (f *fn) readFormat(c *call, i int, va bool) {
	list, known := f.literalFormat(c, i)
	unknown := func() {
		checked := f.l.cfg.checks(ir.ValidDeref)
		f.l.assume(f, ir.Assumed{Pos: c.pos, Text: "the texts that " + c.name + " is given can be read", Runs: !checked})
	}
	if va && !f.l.cfg.checks(ir.ValidDeref) && !strings.Contains(c.name, "wprintf") && i+1 < len(c.vals) &&
		isPtr(c.vals[i+1]) {
		f.readText(c, i, nil, nullFormat(c.name))
		f.callUnit("__tandem_reads_list", f.heldArg(c, i), f.heldArg(c, i+1))
		return
	}
	if strings.Contains(c.name, "wprintf") {
		if list, known = f.wideFormat(c, i); !known {
			f.readWide(c, i)
		}
	} else if !known {
		f.readText(c, i, nil, nullFormat(c.name))
	}
	if !known || va {
		if !known || slices.ContainsFunc(list, func(d directive) bool {
			return d.conv == 's' || d.conv == 'S' ||
				d.positions
		}) {
			unknown()
		}
		return
	}
	next := i + 1
	for _, d := range list {
		if d.conv == 0 || d.conv == '%' || d.conv == 'm' {
			continue
		}
		if d.positions {
			unknown()
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
		// a precision counts the bytes that are written
		if (d.conv == 'S' || d.conv == 's' && d.size == "l") && d.prec == -1 {
			f.readWide(c, next)
		}
		next++
	}
}
