package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers scanf (7.21.6.2). In general it reads standard input byte by byte (models/units/scan.c). But some
// programs read only numbers, words and single characters, each after white space that is skipped. Such a program
// cannot observe the text between these items, and for every sequence of items there is a text. Hence each item is an
// input of its own:
//
//	scanf("%d", &x)            any int; or no item is read, for one of two reasons
//	scanf("%d,%40s", &x, b)    any int, any word of up to 40 bytes
//	scanf(" %c", &c)           any character but white space
//
// The result is the number of items read. It may be smaller than the number of conversions for two reasons. Either the
// text is not a number; then any item may come next, since scanf may have consumed a part of the text, such as the sign
// of "- 5". Or the input has ended; then no items follow. Words and characters can only be missing at the end of the
// input.

// scanItem is a conversion of a simple format.
type scanItem struct {
	conv  byte    // d for a number, or c or s
	t     ir.Type // the type of the number or character
	width int64   // the width; 0 if there is none
	maybe bool    // the text may fail to match
	piece string  // the part of the format from the end of the conversion before to the end of this one
}

// tokens returns the items of a simple format; ok is false if s is not a simple format.
func (l *libraryUse) tokens(s string) (list []scanItem, ok bool) {
	blank, word, before := false, false, false
	from := 0
	for i := 0; i < len(s); i++ {
		switch {
		case strings.IndexByte(" \t\n\v\f\r", s[i]) >= 0:
			blank = true
			continue
		case s[i] != '%':
			if word || strings.IndexByte(",:;/()[]{}=<>|&!?#@~^_", s[i]) < 0 {
				return nil, false
			}
			blank, before = false, true
			continue
		}
		i++
		d := scanItem{maybe: true}
		for i < len(s) && s[i] >= '0' && s[i] <= '9' && d.width < 1<<30 {
			d.width = 10*d.width + int64(s[i]-'0')
			i++
		}
		k := i
		for i < len(s) && strings.IndexByte("hlLqjzt", s[i]) >= 0 {
			i++
		}
		if i == len(s) || d.width >= 1<<30 {
			return nil, false
		}
		size := s[k:i]
		d.conv = 'd'
		word = false
		switch s[i] {
		case 'd', 'i', 'u', 'x', 'X', 'o':
			d.t = ir.I32
			d.t.Signed = s[i] == 'd' || s[i] == 'i'
			switch size {
			case "hh":
				d.t.Bits = 8
			case "h":
				d.t.Bits = 16
			case "":
			case "l", "z", "t":
				d.t.Bits = uint8(l.Cfg.Model)
			case "ll", "j", "L", "q":
				d.t.Bits = 64
			default:
				return nil, false
			}
			if d.width > 0 && (s[i] != 'd' || d.width > 4 && d.t.Bits < 32 || d.width > 2 && d.t.Bits < 16 || d.width > 9) {
				return nil, false
			}
		case 'f', 'e', 'g', 'a', 'E', 'G', 'F':
			if d.width > 0 || size != "" && size != "l" {
				return nil, false
			}
			d.t = ir.F32
			if size == "l" {
				d.t = ir.F64
			}
		case 'c':
			if !blank || size != "" || d.width > 1 {
				return nil, false
			}
			d.conv, d.t, d.maybe = 'c', ir.I8, before
		case 's':
			if size != "" {
				return nil, false
			}
			d.conv, d.maybe, word = 's', before, true
		default:
			return nil, false
		}
		d.piece, from = strings.TrimSpace(s[from:i+1]), i+1
		list = append(list, d)
		blank, before = false, false
	}
	return list, len(list) > 0
}

// readsTokens reports whether the program reads standard input only by simple formats. It caches the answer of
// onlyTokens.
func (l *libraryUse) readsTokens() bool {
	return link.Fact(l.Program, tokenFact{}, l.onlyTokens)
}

// tokenFact is the key of the fact that readsTokens returns.
type tokenFact struct{}

// onlyTokens computes the answer of readsTokens: no other function reads standard input.
func (l *libraryUse) onlyTokens() bool {
	calls := map[string]int{} // number of calls with simple formats, by the name that refers to standard input
	for _, u := range l.Units {
		csrc.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
			x, ok := n.(*cc.PostfixExpression)
			if !ok || x.Case != cc.PostfixExpressionCall {
				return true
			}
			p, ok := csrc.Strip(x.PostfixExpression).(*cc.PrimaryExpression)
			if !ok || p.Case != cc.PrimaryExpressionIdent {
				return true
			}
			name, args := p.Token.SrcStr(), csrc.ArgNodes(x.ArgumentExpressionList)
			simple := func(i int) bool {
				if len(args) <= i {
					return false
				}
				s, ok := csrc.StringValue(args[i])
				if !ok {
					return false
				}
				list, ok := l.tokens(s)
				return ok && len(args) > i+len(list)
			}
			switch name {
			case "scanf", "__isoc99_scanf", "__isoc23_scanf":
				if simple(0) {
					calls[name]++
				}
			case "fscanf", "__isoc99_fscanf", "__isoc23_fscanf":
				if len(args) > 0 {
					if p, ok := csrc.Strip(args[0]).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent &&
						p.Token.SrcStr() == "stdin" && simple(1) {
						calls["stdin"]++
					}
				}
			}
			return true
		})
	}
	for _, name := range []string{"scanf", "__isoc99_scanf", "__isoc23_scanf", "stdin"} {
		if l.Mentioned()[name] != calls[name] {
			return false
		}
	}
	for _, name := range []string{"getchar", "getchar_unlocked", "gets", "vscanf", "__isoc99_vscanf", "__isoc23_vscanf",
		"read", "pread", "readv",
		"getwchar", "getwchar_unlocked", "wscanf", "vwscanf", "__isoc99_wscanf", "__isoc99_vwscanf", "fdopen", "dup", "dup2",
		"lseek"} {
		if l.Mentions(name) {
			return false
		}
	}
	return true
}

// scanf lowers scanf and fscanf.
func (f textCalls) scanf(c *call) value {
	first := 1
	if strings.Contains(c.name, "fscanf") {
		first = 2
	}
	steps := func() value {
		if v, ok := f.scanLiteral(c, first, ir.NewConst(f.ptr(), 0), f.scanned(c, first)); ok {
			return v
		}
		return f.byModel(c)
	}
	if c.n == nil || len(c.args) < first || !f.l.library.readsTokens() || first == 2 && !isStandard(c, 0, "stdin", 0) {
		return steps()
	}
	s, ok := csrc.StringValue(c.args[first-1])
	list, simple := f.l.library.tokens(s)
	if !ok || !simple || len(c.vals) < first+len(list) {
		return steps()
	}
	ended := f.l.library.stdinEnded()
	r := f.temp(ir.I32)
	f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, -1)})
	f.when(ir.NewBinary(ir.Eq, ir.NewRef(ended), ir.NewConst(ir.I32, 0)), func() {
		got := f.hold(f.input(ir.Library, c.name, ir.I32, 0))
		f.l.library.lib.enter(f.fn, ofStdin)
		f.between(got, -1, int64(len(list)))
		is := func(n int) ir.Expr { return ir.NewBinary(ir.Eq, got, ir.NewConst(ir.I32, int64(n))) }
		if !list[0].maybe {
			f.emit(&ir.Assume{Cond: ir.NotExpr(is(0)), Guard: ir.OtherGuard})
		}
		// Only constants are assigned to the result, so that analyses keep its values apart: with the items that were read.
		set := func(n int) { f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, int64(n))}) }
		f.when(is(0), func() { set(0) })
		end := func() { f.emit(&ir.Assign{Dst: ended, Src: ir.NewConst(ir.I32, 1)}) }
		f.when(is(-1), end)
		for i, d := range list {
			if i > 0 && !d.maybe {
				f.when(is(i), end)
			}
		}
		for i, d := range list {
			f.when(ir.NewBinary(ir.Lt, ir.NewConst(ir.I32, int64(i)), got), func() {
				f.readItem(c, c.vals[first+i], d, ended)
				set(i + 1)
			})
		}
	})
	return f.asResult(value{e: ir.NewRef(r)}, c)
}

// readItem reads one item to the object that dst points to, and sets ended if the input has ended after the item.
func (f textCalls) readItem(c *call, dst value, d scanItem, ended *ir.Var) {
	if !isPtr(dst) {
		return
	}
	if d.conv == 's' {
		last := f.callUnit("__tandem_word", dst.e, ir.NewConst(ir.I32, d.width))
		f.when(ir.NewBinary(ir.Ne, last, ir.NewConst(ir.I32, 0)), func() {
			f.emit(&ir.Assign{Dst: ended, Src: ir.NewConst(ir.I32, 1)})
		})
		return
	}
	conv := d.conv
	if d.t.Kind == ir.Float {
		conv = 'f'
	}
	name := "%" + string(conv)
	if f.l.Cfg.Answers {
		name = d.piece
	}
	e := f.hold(f.input(ir.Library, c.name+" "+name, d.t, 0))
	f.l.library.lib.enter(f.fn, ofStdin)
	switch {
	case d.conv == 'c':
		for _, k := range []int64{' ', '\t', '\n', '\v', '\f', '\r'} {
			f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, e, ir.NewConst(d.t, k)), Guard: ir.OtherGuard})
		}
	case d.width > 0:
		ten := int64(1)
		for range d.width {
			ten *= 10
		}
		f.between(e, -(ten/10 - 1), ten-1)
	}
	f.emit(&ir.Store{Addr: dst.e, Val: e})
}

// stdinEnded returns the global register that is 1 after standard input has ended.
func (l *libraryUse) stdinEnded() *ir.Var {
	if l.stdinEnd == nil {
		l.stdinEnd = l.IR.NewGlobal(l.names.uniq("stdin.ended"), ir.I32)
		l.stdinEnd.Init = ir.NewConst(ir.I32, 0)
	}
	return l.stdinEnd
}
