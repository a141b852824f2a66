package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Bytes that the library reads without an effect that the program sees: output, names of files. The models do not read
// them (libio.go). Where invalid reads are obligations, calls of __tandem_reads and its kin (models/units/reads.c) read
// the bytes. With Config.Reads they do so elsewhere, too, as no execution counts, or goes on, after an invalid read;
// package instrument drops these calls (Readers) from the program that engines work on. A null pointer for a stream is
// an argument that the library forbids.

// reads emits, before a call of a library function, the reads that its row in the table lists.
func (f textCalls) reads(c *call, name string) {
	if f.u.model || f.consts {
		return
	}
	facts := library.FactsOf(name)
	for _, at := range facts.Stream {
		if !f.l.cfg.checks(ir.ValidArgument) || at >= len(c.vals) || !isPtr(c.vals[at]) || f.isStream(c, at) {
			continue
		}
		p := f.hold(c.vals[at].e)
		c.vals[at].e = p
		contractChecks(f).must(c, ir.NewBinary(ir.Ne, p, ir.NewConst(p.Type(), 0)), "the stream is null")
		contractChecks(f).must(c, &ir.Valid{What: ir.Readable, Addr: p, N: ir.NewConst(ir.U64, 1)}, "the stream is closed")
	}
	if !f.l.cfg.checks(ir.ValidDeref) && !f.l.cfg.Reads {
		return
	}
	for _, at := range facts.Stream {
		if !f.l.cfg.checks(ir.ValidArgument) && !f.l.cfg.checks(ir.ValidDeref) && at < len(c.vals) &&
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
		if el := elem(c.vals[i].t); el != nil && el.Kind() != cc.Void && !el.IsIncomplete() {
			f.callUnit("__tandem_reads_if", f.heldArg(c, i), ir.NewConst(f.model().Size(), f.l.size(el, c.pos)))
		}
	}
	if base, n, size, ok := (contractChecks(f)).sortedArgs(c, facts); ok { // all of it, whatever is compared
		f.callUnit("__tandem_reads", base, ir.NewBinary(ir.Mul, n, size))
	}
	if i, va, ok := formatArg(c.name); ok && !strings.Contains(name, "sprintf") && !strings.Contains(name, "snprintf") &&
		i < len(c.vals) {
		f.readFormat(c, i, va)
	}
}

// readRange asks for elements of a width at an argument, as many as the product of others says.
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

// readBytesOf asks for n bytes at an argument, unless it is an object that has as many.
func (f textCalls) readBytesOf(c *call, i int, n ir.Expr) {
	if a, ok := c.vals[i].e.(*ir.AddrOf); ok {
		if k, fixed := ir.IsConst(n); fixed && k <= uint64(a.Obj.Size) {
			return
		}
	}
	f.callUnit("__tandem_reads", f.heldArg(c, i), n)
}

// heldArg keeps an argument that is read once more in a register, and returns its value.
func (f textCalls) heldArg(c *call, i int) ir.Expr {
	c.vals[i].e = f.hold(c.vals[i].e)
	return c.vals[i].e
}

// isStream reports whether an argument is one of the three streams that are open at the start.
func (f textCalls) isStream(c *call, i int) bool {
	return isStandard(c, i, "stdin", 0) || isStandard(c, i, "stdout", 1) || isStandard(c, i, "stderr", 2)
}

// readText asks for an argument up to its null byte, or most bytes of it; most < 0 (and nil) is no limit.
func (f textCalls) readText(c *call, i int, most ir.Expr, null bool) {
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
func (f textCalls) readWide(c *call, i int) {
	if i < len(c.vals) && isPtr(c.vals[i]) {
		f.callUnit("__tandem_reads_wide", f.heldArg(c, i))
	}
}

// readArguments asks for the texts of execl and its kin, from one argument up to the first pointer that is known to be
// null. The environment comes after it, if env is set.
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

// nullFormat reports whether a function takes a format that is null.
func nullFormat(name string) bool { return library.FactsOf(libName(name)).FormatOrNull }

// wideFormat takes the wide format of a call apart, if it is a literal of ASCII characters.
func (f textCalls) wideFormat(c *call, i int) (list []directive, ok bool) {
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

// readFormat asks for the texts that the conversions of a format read. glibc prints "(null)" for a null pointer.
func (f textCalls) readFormat(c *call, i int, va bool) {
	list, known := f.literalFormat(c, i)
	unknown := func() {
		checked := f.l.cfg.checks(ir.ValidDeref)
		f.l.assume(f.fn, ir.Assumed{Pos: c.pos, Text: "the texts that " + c.name + " is given can be read", Runs: !checked})
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
