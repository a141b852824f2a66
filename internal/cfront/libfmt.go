package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
)

// This file parses formats of the printf family (7.21.6.1). Conversions are C text (models/units/format.c). A literal
// format is parsed here, so that a call of sprintf becomes calls of its conversions. Other formats are interpreted by
// the model when the program runs.

// formatArg returns the index of the format among the arguments of a function of the printf family; va is true if a
// va_list follows the format. The result ok is false for other functions.
func formatArg(name string) (i int, va, ok bool) {
	lib := strings.TrimSuffix(library.Base(name), "_unlocked")
	plain, va := strings.CutPrefix(lib, "v")
	at := library.FactsOf(lib).Format
	if plain == "printk" { // a function of the kernel
		at = []int{0}
	}
	if len(at) > 0 {
		i = at[0]
	}
	if strings.HasSuffix(name, "_chk") {
		i++ // the flag
		if plain == "sprintf" || plain == "snprintf" {
			i++ // the size of the buffer
		}
	}
	return i, va, len(at) > 0
}

// lengthFormats reports whether a format of the program may have a %n: a literal contains %n or ends within a
// conversion, or the program has the character constant '%'. Without these, the program could only compute or read such
// a format; it is an assumption that it does not.
func (l *linker) lengthFormats() bool {
	return link.Fact(l.Program, lengthFact{}, func() bool {
		found := false
		for _, u := range l.Units {
			csrc.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
				if p, ok := n.(*cc.PrimaryExpression); ok && mayHoldLength(p) {
					found = true
				}
				return !found
			})
		}
		return found
	})
}

// lengthFact is the key of the fact that lengthFormats returns.
type lengthFact struct{}

// mayHoldLength reports whether a literal may be part of a format with %n.
func mayHoldLength(p *cc.PrimaryExpression) bool {
	switch p.Case {
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		s, ok := csrc.StringValue(p)
		if !ok {
			return strings.Contains(p.Token.SrcStr(), "%")
		}
		for _, part := range strings.Split(s, "\x00") {
			list, ok := parseFormat(part)
			if !ok {
				return true
			}
			for _, d := range list {
				if d.conv == 'n' {
					return true
				}
			}
		}
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return charIs(p, '%')
	}
	return false
}

// charIs reports whether the character constant p is c, or is not known.
func charIs(p *cc.PrimaryExpression, c int64) bool {
	switch v := p.Value().(type) {
	case cc.Int64Value:
		return int64(v) == c
	case cc.UInt64Value:
		return int64(v) == c
	}
	return true
}

// directive is plain text of a format, or a conversion.
type directive struct {
	from, to int // offsets of the plain text in the format

	conv        byte   // the conversion, or 0 for plain text
	flags       int    // encoded as in format.c
	width, prec int    // -1 means none, -2 that an argument gives it
	size        string // the length modifier
	positions   bool   // the conversion names its argument by a number, as %1$d does
}

// parseFormat returns the directives of a format; ok is false if it cannot be parsed to its end.
func parseFormat(s string) (list []directive, ok bool) {
	for i := 0; i < len(s); {
		if s[i] != '%' {
			j := i
			for i < len(s) && s[i] != '%' {
				i++
			}
			list = append(list, directive{from: j, to: i})
			continue
		}
		i++
		if i < len(s) && s[i] == '%' {
			list = append(list, directive{from: i, to: i + 1})
			i++
			continue
		}
		d := directive{width: -1, prec: -1}
		number := func() int {
			n := 0
			for i < len(s) && s[i] >= '0' && s[i] <= '9' {
				n = min(10*n+int(s[i]-'0'), 1<<40)
				i++
			}
			return n
		}
		place := func() { // n$
			if k := i; number() == 0 || i >= len(s) || s[i] != '$' {
				i = k
			} else {
				i++
				d.positions = true
			}
		}
		place()
		for ; i < len(s) && strings.IndexByte("-+ #0'I", s[i]) >= 0; i++ {
			if k := strings.IndexByte("-+ #0", s[i]); k >= 0 {
				d.flags |= 1 << k
			}
		}
		if i < len(s) && s[i] == '*' {
			i++
			d.width = -2
			place()
		} else if i < len(s) && s[i] >= '1' && s[i] <= '9' {
			d.width = number()
		}
		if i < len(s) && s[i] == '.' {
			i++
			if i < len(s) && s[i] == '*' {
				i++
				d.prec = -2
				place()
			} else {
				d.prec = number()
			}
		}
		k := i
		for i < len(s) && strings.IndexByte("hlLqjzZt", s[i]) >= 0 {
			i++
		}
		d.size = s[k:i]
		if i >= len(s) || strings.IndexByte("diouxXbBaAeEfFgGcCsSpnm%", s[i]) < 0 || len(d.size) > 2 {
			return list, false
		}
		d.conv = s[i]
		i++
		list = append(list, d)
	}
	return list, true
}
