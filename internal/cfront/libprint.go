package cfront

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers the printf family (7.21.6). Text in memory is exact. Writes to standard output and standard error
// never fail. They have no effect except by %n, and their result is the length.

// textCalls lowers calls that read and write formatted text.
type textCalls struct{ *fn }

// output lowers a function of the printf family that writes to a stream.
func (f textCalls) output(c *call) value {
	i, va, ok := formatArg(c.name)
	if !ok || len(c.vals) <= i {
		return fileCalls(f).roughResult(c)
	}
	standard := f.toStandard(c)
	if !standard && f.l.remembers() {
		return f.byModel(c)
	}
	list, known := f.literalFormat(c, i)
	stores := !known
	for _, d := range list {
		stores = stores || d.conv == 'n'
	}
	if !known && !f.l.library.lengthFormats() {
		// A counterexample may rely on this assumption (Runs): its run stores nothing if the format has no %n.
		f.l.assume(f.fn, ir.Assumed{Pos: c.pos, Text: "the format of " + c.name + " has no %n", Runs: true})
		stores = false
	}
	exact := standard && c.want && c.ft != nil && strings.Contains(c.name, "printf")
	if !stores && !exact {
		return fileCalls(f).roughResult(c)
	}
	null, none := ir.NewConst(f.ptr(), 0), ir.NewConst(f.model().Size(), 0)
	n, ok := ir.Expr(nil), false
	if known && !va {
		n, ok = f.format(c, i, list, null, none)
	}
	if !ok {
		block := ir.Expr(nil)
		if va {
			if len(c.vals) <= i+1 || !isPtr(c.vals[i+1]) {
				return fileCalls(f).roughResult(c)
			}
			block = c.vals[i+1].e
		} else {
			block = varArgs(f).vaValue(varArgs(f).variadicBlock(c.vals[i+1:], c), c)
		}
		n = f.callUnit("__tandem_print", c.vals[i].e, block)
	}
	if !exact {
		return fileCalls(f).roughResult(c)
	}
	f.l.assume(f.fn, ir.Assumed{Pos: c.pos, Text: "standard output takes what is written to it", Runs: true})
	return f.asResult(value{e: ir.NewCast(ir.I32, n)}, c)
}

// toStandard reports whether a function of the printf family writes to standard output or standard error.
func (f textCalls) toStandard(c *call) bool {
	switch strings.TrimPrefix(strings.TrimPrefix(library.Base(c.name), "v"), "w") {
	case "printf", "printk", "error", "error_at_line", "err", "errx", "arn", "arnx": // warn after the prefix w is trimmed
		return true
	case "fprintf":
		return isStandard(c, 0, "stdout", 1) || isStandard(c, 0, "stderr", 2)
	case "dprintf":
		return isStandard(c, 0, "", 1) || isStandard(c, 0, "", 2)
	}
	return false
}

// literalFormat returns the directives of the format of a call; ok is false if it is not a literal, or cannot be
// parsed.
func (f textCalls) literalFormat(c *call, i int) (list []directive, ok bool) {
	if i >= len(c.args) {
		return nil, false
	}
	s, ok := csrc.StringValue(c.args[i])
	if !ok {
		return nil, false
	}
	s, _, _ = strings.Cut(s, "\x00")
	return parseFormat(s)
}

// sprintf lowers sprintf and snprintf, whose text is exact. A literal format becomes calls of its conversions.
func (f textCalls) sprintf(c *call) value {
	i, va, ok := formatArg(c.name)
	if !ok || len(c.vals) <= i || !isPtr(c.vals[0]) {
		return f.callMissing(c)
	}
	list, known := f.literalFormat(c, i)
	if !known || va || strings.HasSuffix(c.name, "_chk") || !f.fitting(c, i, list) {
		return f.byModel(c)
	}
	st := f.model().Size()
	all := ir.NewBits(st, ^uint64(0)>>(64-st.Bits))
	buf := f.hold(c.vals[0].e)
	if i == 1 {
		n, _ := f.format(c, i, list, buf, all)
		f.emit(&ir.Store{Addr: ir.NewPtrAdd(buf, n, 1), Val: ir.NewConst(ir.I8, 0)})
		return f.asResult(value{e: ir.NewCast(ir.I32, n)}, c)
	}
	max := f.hold(f.sizeOf(c.vals[1], c))
	room := f.temp(st)
	f.emit(&ir.Assign{Dst: room, Src: ir.NewConst(st, 0)})
	one := ir.NewConst(st, 1)
	some := ir.NewBinary(ir.Lt, ir.NewConst(st, 0), max)
	f.when(some, func() { f.emit(&ir.Assign{Dst: room, Src: ir.NewBinary(ir.Sub, max, one)}) })
	n, _ := f.format(c, i, list, buf, ir.NewRef(room))
	n = f.hold(n)
	f.when(some, func() {
		end := f.temp(st)
		f.emit(&ir.Assign{Dst: end, Src: ir.NewRef(room)})
		f.when(ir.NewBinary(ir.Lt, n, max), func() { f.emit(&ir.Assign{Dst: end, Src: n}) })
		f.emit(&ir.Store{Addr: ir.NewPtrAdd(buf, ir.NewRef(end), 1), Val: ir.NewConst(ir.I8, 0)})
	})
	return f.asResult(value{e: ir.NewCast(ir.I32, n)}, c)
}

// fitting reports whether the conversions of a literal format can be lowered one by one: the arguments of the call have
// the types that they expect.
func (f textCalls) fitting(c *call, i int, list []directive) bool {
	rest := c.vals[i+1:]
	next := func() (v value, ok bool) {
		if len(rest) == 0 {
			return v, false
		}
		v, rest = rest[0], rest[1:]
		return v, v.e != nil && !v.aggregate() && !v.opaque
	}
	for _, d := range list {
		if d.conv == 0 {
			continue
		}
		if d.positions || d.width > 1<<20 || d.prec > 1<<20 || strings.IndexByte("mCS%", d.conv) >= 0 {
			return false
		}
		for _, k := range []int{d.width, d.prec} {
			if k == -2 {
				return false // the width may be too large; the interpreter checks it
			}
		}
		v, ok := next()
		if !ok {
			return false
		}
		t := v.e.Type()
		switch d.conv {
		case 'd', 'i', 'u', 'o', 'x', 'X', 'b', 'B':
			want := f.intSize(d.size)
			ok = (t.Kind == ir.Int || t.Kind == ir.Ptr) && (t.Size() == want || want < 4 && t.Size() == 4)
		case 'c':
			ok = d.size == "" && t.Kind == ir.Int && t.Size() == 4
		case 's':
			ok = d.size == "" && t.Kind == ir.Ptr
		case 'p':
			ok = t.Kind == ir.Ptr
		case 'n':
			ok = t.Kind == ir.Ptr
		default:
			ok = d.size != "L" && d.size != "ll" && t == ir.F64
		}
		if !ok {
			return false
		}
	}
	return true
}

// intSize returns the size in bytes of the argument of an integer conversion with the length modifier size.
func (f textCalls) intSize(size string) int {
	switch size {
	case "hh":
		return 1
	case "h":
		return 2
	case "":
		return 4
	case "l", "z", "Z", "t":
		return int(f.model()) / 8
	}
	return 8
}

// format writes the text of a literal format to s, at most room bytes, and no null byte; n is the length of the whole
// text. It returns false if it lowered nothing.
func (f textCalls) format(c *call, i int, list []directive, s, room ir.Expr) (n ir.Expr, ok bool) {
	if !f.fitting(c, i, list) {
		return nil, false
	}
	st := f.model().Size()
	num := func(k int) ir.Expr { return ir.NewConst(ir.I32, int64(k)) }
	limit, fixed := ir.IsConst(room)
	unlimited, counting := fixed && limit != 0, fixed && limit == 0
	n = ir.NewConst(st, 0)
	rest := c.vals[i+1:]
	for _, d := range list {
		if d.conv == 0 {
			len := ir.NewConst(st, int64(d.to-d.from))
			from := f.offset(c.vals[i].e, int64(d.from))
			switch {
			case unlimited:
				f.emit(&ir.MemCopy{Dst: ir.NewPtrAdd(s, n, 1), Src: from, N: len})
				fallthrough
			case counting:
				n = f.hold(ir.NewBinary(ir.Add, n, len))
			default:
				n = f.callUnit("__tandem_put_text", s, room, n, from, len)
			}
			continue
		}
		v := rest[0].e
		rest = rest[1:]
		plain := d.flags == 0 && d.width < 0 && d.prec < 0
		flags, width, prec := num(d.flags), num(d.width), num(d.prec)
		switch d.conv {
		case 'd', 'i', 'u', 'o', 'x', 'X', 'b', 'B':
			t := ir.Type{Kind: ir.Int, Bits: uint8(8 * f.intSize(d.size)), Signed: d.conv == 'd' || d.conv == 'i'}
			v = ir.NewCast(t, v)
			switch {
			case plain && t.Bits <= 32 && t.Signed:
				n = f.callUnit("__tandem_put_i32", s, room, n, ir.NewCast(ir.I32, v))
			case plain && t.Bits <= 32 && d.conv == 'u':
				n = f.callUnit("__tandem_put_u32", s, room, n, ir.NewCast(ir.U32, v))
			case t.Signed:
				wide := ir.NewCast(ir.U64, v)
				neg := ir.NewBinary(ir.Lt, v, ir.NewConst(t, 0))
				m := f.temp(ir.U64)
				f.emit(&ir.Assign{Dst: m, Src: wide})
				f.when(neg, func() { f.emit(&ir.Assign{Dst: m, Src: ir.NewBinary(ir.Sub, ir.NewConst(ir.U64, 0), wide)}) })
				n = f.callUnit("__tandem_put_int", s, room, n, ir.NewRef(m), ir.NewCast(ir.I32, neg), flags, width, prec, num('d'))
			default:
				n = f.callUnit("__tandem_put_int", s, room, n, ir.NewCast(ir.U64, v), num(0), flags, width, prec, num(int(d.conv)))
			}
		case 'c':
			v = ir.NewCast(ir.I32, ir.NewCast(ir.U8, v))
			if unlimited && d.width < 2 {
				f.emit(&ir.Store{Addr: ir.NewPtrAdd(s, n, 1), Val: ir.NewCast(ir.I8, v)})
			}
			if (unlimited || counting) && d.width < 2 {
				n = f.hold(ir.NewBinary(ir.Add, n, ir.NewConst(st, 1)))
			} else {
				n = f.callUnit("__tandem_put_char", s, room, n, v, flags, width)
			}
		case 's':
			if plain {
				n = f.callUnit("__tandem_put_string", s, room, n, v)
			} else {
				n = f.callUnit("__tandem_put_str", s, room, n, v, flags, width, prec)
			}
		case 'p':
			n = f.callUnit("__tandem_put_ptr", s, room, n, v, flags, width)
		case 'n':
			t := ir.Type{Kind: ir.Int, Bits: uint8(8 * f.intSize(d.size)), Signed: true}
			f.emit(&ir.Store{Addr: v, Val: ir.NewCast(t, n)})
		default:
			n = f.callUnit("__tandem_put_double", s, room, n, v, flags, width, prec, num(int(d.conv)))
		}
	}
	return n, true
}
