package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Bytes that the library reads without an effect that the program can observe: output, names of files. The models do
// not read these bytes (libio.go). If invalid reads are obligations, calls of __tandem_reads and its variants
// (models/units/reads.c) read them. With Config.Reads the calls are also emitted for other properties, since no
// execution with an invalid read counts or continues; package instrument removes these calls (Readers) from the program
// that engines work on. A null pointer as a stream is an argument that the library forbids.

// reads emits, before the call c of a library function, the reads that the function's row in the table lists.
func (f textCalls) reads(c *call, name string) {
	if f.u.Model || f.consts {
		return
	}
	facts := library.FactsOf(name)
	for _, at := range facts.Stream {
		if !f.l.Cfg.HasCheck(ir.ValidArgument) || at >= len(c.vals) || !isPtr(c.vals[at]) || f.isStream(c, at) {
			continue
		}
		p := f.hold(c.vals[at].e)
		c.vals[at].e = p
		contractChecks(f).must(c, ir.NewBinary(ir.Ne, p, ir.NewConst(p.Type(), 0)), "the stream is null")
		contractChecks(f).must(c, &ir.Valid{What: ir.Readable, Addr: p, N: ir.NewConst(ir.U64, 1)}, "the stream is closed")
	}
	if !f.l.Cfg.HasCheck(ir.ValidDeref) && !f.l.Cfg.Reads {
		return
	}
	for _, at := range facts.Stream {
		if !f.l.Cfg.HasCheck(ir.ValidArgument) && !f.l.Cfg.HasCheck(ir.ValidDeref) && at < len(c.vals) &&
			isPtr(c.vals[at]) && !f.isStream(c, at) {
			f.callUnit("__tandem_reads", f.heldArg(c, at), ir.NewConst(f.model().Size(), 1))
		}
	}
	for _, i := range facts.Text {
		f.readText(c, i, nil, facts.TextOrNull)
	}
	for _, i := range facts.Vector {
		if i < len(c.vals) && isPtr(c.vals[i]) {
			f.callUnit("__tandem_reads_vector", f.heldArg(c, i))
		}
	}
	for _, i := range facts.List {
		f.readArguments(c, i, facts.Environment)
	}
	for _, i := range facts.Wide {
		f.readWide(c, i)
	}
	for _, r := range facts.Bytes {
		f.readRange(c, r, 1)
	}
	for _, r := range facts.WideBytes {
		f.readRange(c, r, 4)
	}
	for _, i := range facts.Object {
		if i >= len(c.vals) || !isPtr(c.vals[i]) {
			continue
		}
		if el := ctype.Elem(c.vals[i].t); el != nil && el.Kind() != cc.Void && !el.IsIncomplete() {
			f.callUnit("__tandem_reads_if", f.heldArg(c, i), ir.NewConst(f.model().Size(), f.l.Size(el, c.pos)))
		}
	}
	if base, n, size, ok := (contractChecks(f)).sortedArgs(c, facts); ok { // the whole array, whatever is compared
		f.callUnit("__tandem_reads", base, ir.NewBinary(ir.Mul, n, size))
	}
	if i, va, ok := formatArg(c.name); ok && !strings.Contains(name, "sprintf") && !strings.Contains(name, "snprintf") &&
		i < len(c.vals) {
		f.readFormat(c, i, va)
	}
}

// readRange emits the read of the array that an argument points to. The number of elements is the product of other
// arguments, and each has width bytes.
func (f textCalls) readRange(c *call, r library.Range, width int64) {
	for _, i := range append([]int{r.At}, r.Factors...) {
		if i >= len(c.vals) {
			return
		}
	}
	if !isPtr(c.vals[r.At]) {
		return
	}
	n := f.sizeOf(c.vals[r.Factors[0]], c)
	for _, i := range r.Factors[1:] {
		n = ir.NewBinary(ir.Mul, n, f.sizeOf(c.vals[i], c))
	}
	if width > 1 {
		n = ir.NewBinary(ir.Mul, n, ir.NewConst(f.model().Size(), width))
	}
	f.readBytesOf(c, r.At, n)
}

// readBytesOf emits the read of the n bytes that the i-th argument points to. It emits nothing if the argument is the
// address of an object of at least n bytes.
func (f textCalls) readBytesOf(c *call, i int, n ir.Expr) {
	if a, ok := c.vals[i].e.(*ir.AddrOf); ok {
		if k, fixed := ir.IsConst(n); fixed && k <= uint64(a.Obj.Size) {
			return
		}
	}
	f.callUnit("__tandem_reads", f.heldArg(c, i), n)
}

// heldArg copies the i-th argument to a register if a later assignment may change it, since the call reads it again,
// and returns its value.
func (f textCalls) heldArg(c *call, i int) ir.Expr {
	c.vals[i].e = f.hold(c.vals[i].e)
	return c.vals[i].e
}

// isStream reports whether the i-th argument is one of the three standard streams, which are open at the start.
func (f textCalls) isStream(c *call, i int) bool {
	return isStandard(c, i, "stdin", 0) || isStandard(c, i, "stdout", 1) || isStandard(c, i, "stderr", 2)
}

// readText emits the read of the text that the i-th argument points to, up to its null byte, but not more than limit
// bytes. If limit is nil or negative, there is no limit. If null is set, the argument may be a null pointer.
func (f textCalls) readText(c *call, i int, limit ir.Expr, null bool) {
	if i >= len(c.vals) || !isPtr(c.vals[i]) {
		return
	}
	if i < len(c.args) {
		if _, ok := csrc.StringValue(c.args[i]); ok {
			return
		}
	}
	if limit == nil {
		limit = ir.NewConst(ir.I32, -1)
	}
	read := "__tandem_reads_text"
	if null {
		read = "__tandem_reads_text_if"
	}
	f.callUnit(read, f.heldArg(c, i), limit)
}

// readWide emits the read of the wide text that the i-th argument points to, up to its null character. The argument may
// be a null pointer.
func (f textCalls) readWide(c *call, i int) {
	if i < len(c.vals) && isPtr(c.vals[i]) {
		f.callUnit("__tandem_reads_wide", f.heldArg(c, i))
	}
}

// readArguments emits the reads of the texts that execl and its variants get: they begin at the argument with the index
// in from, and end before the first null pointer constant. If env is set, the argument after the constant is the
// environment, which is read, too.
func (f textCalls) readArguments(c *call, from int, env bool) {
	for i := from; i < len(c.vals); i++ {
		if isNull(c.vals[i].e) {
			if env && i+1 < len(c.vals) && isPtr(c.vals[i+1]) {
				f.callUnit("__tandem_reads_vector", f.heldArg(c, i+1))
			}
			return
		}
		f.readText(c, i, nil, true)
	}
}

// nullFormat reports whether a function accepts a null pointer as its format.
func nullFormat(name string) bool { return library.FactsOf(library.Base(name)).FormatOrNull }

// wideFormat parses the wide format in the i-th argument; ok is false unless it is a literal of ASCII characters.
func (f textCalls) wideFormat(c *call, i int) (list []directive, ok bool) {
	if i >= len(c.args) {
		return nil, false
	}
	p, ok := csrc.Strip(c.args[i]).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionLString {
		return nil, false
	}
	var runes []rune
	switch v := p.Value().(type) { // sound: other formats are not parsed
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

// readFormat emits the reads of the format in the i-th argument and of the texts that its conversions print; va is set
// if the values come from a va_list. glibc prints "(null)" for a null pointer.
func (f textCalls) readFormat(c *call, i int, va bool) {
	list, known := f.literalFormat(c, i)
	unknown := func() {
		checked := f.l.Cfg.HasCheck(ir.ValidDeref)
		f.l.assume(f.fn, ir.Assumed{Pos: c.pos, Text: "the texts that " + c.name + " is given can be read", Runs: !checked})
	}
	if va && !f.l.Cfg.HasCheck(ir.ValidDeref) && !strings.Contains(c.name, "wprintf") && i+1 < len(c.vals) &&
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
		// A precision limits the bytes that are written, not the characters that are read.
		if (d.conv == 'S' || d.conv == 's' && d.size == "l") && d.prec == -1 {
			f.readWide(c, next)
		}
		next++
	}
}
