package cfront

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Formatted output (7.21.6): the text goes nowhere, but %n stores how long it
// is. What is stored is approximate: the length is not computed.

// formatArg is the index of the format among the arguments of a function of
// the printf family; va says that a va_list stands behind it.
func formatArg(name string) (i int, va, ok bool) {
	lib := libName(name)
	plain, va := strings.CutPrefix(strings.TrimSuffix(lib, "_unlocked"), "v")
	i, ok = map[string]int{"printf": 0, "fprintf": 1, "dprintf": 1, "sprintf": 1, "snprintf": 2, "syslog": 1, "printk": 0, "wprintf": 0}[plain]
	if strings.HasSuffix(name, "_chk") {
		i++ // the flag
		if plain == "sprintf" || plain == "snprintf" {
			i++ // the size of the buffer
		}
	}
	return i, va, ok
}

// output is a function of the printf family that writes to a stream. Its result
// is the length of the text, or negative.
func (f *fn) output(c *call) value {
	f.storeLengths(c)
	return f.roughResult(c)
}

// roughResult is the result of a function without effect whose value is not
// modelled.
func (f *fn) roughResult(c *call) value {
	if c.ft == nil || !c.want {
		return value{}
	}
	return f.inputOf(ir.Approx, c.name, c.ft.Result(), c)
}

// storeLengths does what %n in the format of a call does.
func (f *fn) storeLengths(c *call) {
	i, va, ok := formatArg(c.name)
	if !ok || len(c.vals) <= i {
		return
	}
	var format string
	known := false
	if len(c.args) > i {
		format, known = stringValue(c.args[i])
		format, _, _ = strings.Cut(format, "\x00")
	}
	rest := c.vals[i+1:]
	va = va || c.n == nil && c.ft.IsVariadic() // a stub: the arguments lie in its caller's block
	switch {
	case known && !va:
		targets, ok := lengthTargets(format)
		for _, t := range targets {
			if t.arg < len(rest) && isPtr(rest[t.arg]) {
				f.storeLength(c, rest[t.arg], t.size)
			}
		}
		if ok {
			return
		}
	case known:
		if targets, ok := lengthTargets(format); ok && len(targets) == 0 {
			return
		}
	}
	if va {
		f.listLengths(c)
		return
	}
	for _, v := range rest {
		if isPtr(v) {
			f.mayStoreLength(c, v)
		}
	}
}

// storeLength stores an arbitrary number of a size in bytes; 0 is a long.
func (f *fn) storeLength(c *call, p value, size int) {
	if size == 0 {
		size = int(f.model()) / 8
	}
	t := ir.Type{Kind: ir.Int, Bits: uint8(8 * size), Signed: true}
	f.emit(&ir.Store{Addr: p.e, Val: f.approx(c.name+" %n", t)})
}

// mayStoreLength stores a number of any size where p points to, or nothing: the
// format is not known.
func (f *fn) mayStoreLength(c *call, p value) {
	kind := ir.Library
	if f.l.lengthFormats() {
		kind = ir.Approx
	} else {
		// That the run of a counterexample stores nothing is as good as the format.
		f.l.assume(f, ir.Assumed{Pos: c.pos, Text: "the format of " + c.name + " has no %n", Runs: true})
	}
	p.e = f.hold(p.e)
	size := f.hold(f.input(kind, c.name+" %n", ir.U8, 0))
	for _, n := range []int64{1, 2, 4, 8} {
		f.when(ir.NewBinary(ir.Eq, size, ir.NewConst(ir.U8, n)), func() { f.storeLength(c, p, int(n)) })
	}
}

// listLengths is %n with a va_list: what it points to cannot be found here.
func (f *fn) listLengths(c *call) {
	if !f.l.lengthFormats() {
		f.l.assume(f, ir.Assumed{Pos: c.pos, Text: "the format of " + c.name + " has no %n", Runs: true})
		return
	}
	f.l.warn(c.pos, "%s may have %%n in its format: all memory becomes arbitrary", c.name)
	any := f.approx(c.name+" %n", ir.U8)
	f.when(ir.NewBinary(ir.Ne, any, ir.NewConst(ir.U8, 0)), func() { f.emit(&ir.HavocAll{Why: "%n in " + c.name}) })
}

// lengthFormats says whether a format of the program may have a %n: a literal has
// one or ends within a conversion, or the character % stands alone. A program
// that has none could only compute or read such a format: that it does not is
// an assumption.
func (l *linker) lengthFormats() bool {
	if l.lengths == 0 {
		l.lengths = 1
		for _, u := range l.units {
			csrc.Walk(u.ast.TranslationUnit, func(n cc.Node) bool {
				if p, ok := n.(*cc.PrimaryExpression); ok && mayHoldLength(p) {
					l.lengths = 2
				}
				return l.lengths == 1
			})
		}
	}
	return l.lengths == 2
}

func mayHoldLength(p *cc.PrimaryExpression) bool {
	switch p.Case {
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		s, ok := stringValue(p)
		if !ok {
			return strings.Contains(p.Token.SrcStr(), "%")
		}
		for _, part := range strings.Split(s, "\x00") {
			if targets, ok := lengthTargets(part); !ok || len(targets) > 0 {
				return true
			}
		}
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return charIs(p, '%')
	}
	return false
}

func charIs(p *cc.PrimaryExpression, c int64) bool {
	switch v := p.Value().(type) {
	case cc.Int64Value:
		return int64(v) == c
	case cc.UInt64Value:
		return int64(v) == c
	}
	return true
}

// lengthTarget is one %n: the argument behind the format that it takes, and how many
// bytes it stores, 0 for those of a long.
type lengthTarget struct{ arg, size int }

// lengthTargets finds the %n of a format; ok is false if the format is not understood to
// its end.
func lengthTargets(s string) (list []lengthTarget, ok bool) {
	arg := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			continue
		}
		j := i + 1
		number := func() int {
			k := j
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			n, err := strconv.Atoi(s[k:j])
			if err != nil {
				return 0
			}
			return n
		}
		place := 0
		if k := j; true { // %2$n
			if place = number(); place == 0 || j >= len(s) || s[j] != '$' {
				place, j = 0, k
			} else {
				j++
			}
		}
		for j < len(s) && strings.IndexByte("-+ #0'I123456789.*", s[j]) >= 0 {
			if s[j] == '*' {
				j++
				if k := j; number() == 0 || j >= len(s) || s[j] != '$' {
					j = k
					arg++
				}
				continue
			}
			j++
		}
		k := j
		for j < len(s) && strings.IndexByte("hlLqjzZt", s[j]) >= 0 {
			j++
		}
		if j >= len(s) {
			return list, false
		}
		if s[j] == '%' || s[j] == 'm' {
			i = j
			continue
		}
		at := arg
		if place > 0 {
			at = place - 1
		} else {
			arg++
		}
		if s[j] == 'n' {
			size, known := map[string]int{"": 4, "hh": 1, "h": 2, "l": 0, "ll": 8, "q": 8, "L": 8, "j": 8, "z": 0, "Z": 0, "t": 0}[s[k:j]]
			if !known {
				return list, false
			}
			list = append(list, lengthTarget{at, size})
		}
		i = j
	}
	return list, true
}

// sprintf writes a literal format without conversions exactly; other text is
// approximate: any bytes of any length that snprintf's bound allows.
func (f *fn) sprintf(c *call) value {
	lib := libName(c.name)
	bounded := strings.Contains(lib, "snprintf")
	if strings.HasSuffix(c.name, "_chk") {
		defer f.storeLengths(c)
		return f.roughText(c, nil)
	}
	fmtArg := 1
	if bounded {
		fmtArg = 2
	}
	if len(c.vals) <= fmtArg || !isPtr(c.vals[0]) {
		return f.callMissing(c)
	}
	defer f.storeLengths(c)
	if bounded {
		return f.roughText(c, f.sizeOf(c.vals[1], c))
	}
	if len(c.args) > fmtArg {
		s, ok := stringValue(c.args[fmtArg])
		s, _, _ = strings.Cut(s, "\x00")
		if ok && !strings.Contains(s, "%") {
			f.emit(&ir.MemCopy{Dst: c.vals[0].e, Src: c.vals[fmtArg].e, N: ir.NewConst(f.model().Size(), int64(len(s))+1)})
			return f.asResult(value{e: ir.NewConst(ir.I32, int64(len(s)))}, c)
		}
	}
	return f.roughText(c, nil)
}

// roughText writes an arbitrary string to the first argument.
func (f *fn) roughText(c *call, bound ir.Expr) value {
	if len(c.vals) == 0 || !isPtr(c.vals[0]) {
		return f.callMissing(c)
	}
	f.l.warn(c.pos, "the text that %s writes is taken as arbitrary", c.name)
	st := f.model().Size()
	buf := f.hold(c.vals[0].e)
	n := f.approx(c.name+" length", ir.I32)
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Le, ir.NewConst(ir.I32, 0), n), Guard: ir.OtherGuard})
	write := func(length ir.Expr) {
		f.havocMemory(buf, length, c.name, ir.Approx)
		f.emit(&ir.Store{Addr: ir.NewPtrAdd(buf, length, 1), Val: ir.NewConst(ir.I8, 0)})
	}
	if bound == nil {
		write(ir.NewCast(st, n))
	} else {
		bound = f.hold(bound)
		f.when(ir.NewBinary(ir.Lt, ir.NewConst(st, 0), bound), func() {
			length := f.temp(st)
			f.emit(&ir.Assign{Dst: length, Src: ir.NewCast(st, n)})
			f.when(ir.NewBinary(ir.Le, bound, ir.NewRef(length)), func() {
				f.emit(&ir.Assign{Dst: length, Src: ir.NewBinary(ir.Sub, bound, ir.NewConst(st, 1))})
			})
			write(ir.NewRef(length))
		})
	}
	return f.asResult(value{e: n}, c)
}
