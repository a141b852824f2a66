package cfront

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ctext"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers scanf with a literal format that is not simple (libscan.go), and sscanf. Since the format is parsed
// here, the number of items read is a constant on each path. The conversions are C text (models/units/scan.c).

// scanStep is a part of a format of scanf.
type scanStep struct {
	conv     byte   // the conversion, or 0 for the character c, or ' ' for white space
	c        byte   // a character that the text must have
	suppress bool   // the conversion has the flag *
	width    int64  // 0 if there is none
	size     string // the length modifier: h, ll, ...
	set      string // the text between [ and ]
	not      bool   // the set is negated: [^
}

// scanSteps returns the parts of a format of C23, or of C before if c23 is not set; ok is false if the interpreter must
// handle a part.
func scanSteps(s string, c23 bool) (list []scanStep, ok bool) {
	for i := 0; i < len(s); i++ {
		switch {
		case strings.IndexByte(" \t\n\v\f\r", s[i]) >= 0:
			list = append(list, scanStep{conv: ' '})
			continue
		case s[i] != '%':
			list = append(list, scanStep{c: s[i]})
			continue
		}
		i++
		d := scanStep{}
		if i < len(s) && s[i] == '*' {
			d.suppress = true
			i++
		}
		digits := i
		for ; i < len(s) && s[i] >= '0' && s[i] <= '9' && d.width < 1<<20; i++ {
			d.width = 10*d.width + int64(s[i]-'0')
		}
		if i > digits && d.width == 0 || d.width >= 1<<20 {
			return nil, false
		}
		k := i
		for i < len(s) && strings.IndexByte("hlLqjzt", s[i]) >= 0 {
			i++
		}
		if i == len(s) {
			return nil, false
		}
		d.size, d.conv = s[k:i], s[i]
		if d.conv == 'b' && !c23 {
			return nil, false
		}
		switch d.conv {
		case 'b', 'd', 'i', 'u', 'o', 'x', 'X', 'n':
			if !slices.Contains([]string{"", "h", "hh", "l", "ll", "q", "j", "z", "t"}, d.size) || d.conv == 'n' && d.suppress {
				return nil, false
			}
		case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G':
			if d.size != "" && d.size != "l" {
				return nil, false
			}
		case 'c', 's':
			if d.size != "" {
				return nil, false
			}
		case '%':
			if i != digits || d.suppress {
				return nil, false
			}
		case '[':
			if d.size != "" {
				return nil, false
			}
			i++
			if i < len(s) && s[i] == '^' {
				d.not = true
				i++
			}
			from := i
			for i < len(s) && (s[i] != ']' || i == from) {
				i++
			}
			if i == len(s) {
				return nil, false
			}
			d.set = s[from:i]
		default:
			return nil, false
		}
		list = append(list, d)
	}
	return list, true
}

// members reports for each byte whether the set has it.
func (d *scanStep) members() (in [256]bool) {
	s := d.set
	for i := 0; i < len(s); i++ {
		if s[i] == '-' && i > 0 && i+1 < len(s) && s[i-1] <= s[i+1] {
			for c := int(s[i-1]); c < int(s[i+1]); c++ {
				in[c] = true
			}
		} else {
			in[s[i]] = true
		}
	}
	if d.not {
		for c := range in {
			in[c] = !in[c]
		}
	}
	return in
}

// setCond returns a condition in C that the byte c is a member of a set.
func setCond(in [256]bool) string {
	var parts []string
	for c := 0; c < 256; c++ {
		if !in[c] {
			continue
		}
		end := c
		for end < 255 && in[end+1] {
			end++
		}
		switch {
		case c == 0 && end == 255:
			return "1"
		case c == end:
			parts = append(parts, fmt.Sprintf("c == %d", c))
		case c == 0:
			parts = append(parts, fmt.Sprintf("c <= %d", end))
		case end == 255:
			parts = append(parts, fmt.Sprintf("c >= %d", c))
		default:
			parts = append(parts, fmt.Sprintf("c >= %d && c <= %d", c, end))
		}
		c = end
	}
	if parts == nil {
		return "0"
	}
	return strings.Join(parts, " || ")
}

// These are the results of a conversion, as in scan.c.
const scanMismatch, scanEnd = 1, 2

//go:embed c/*.c
var cFiles embed.FS

// cText has the C text of functions that are made for one call.
var cText = ctext.New(cFiles, "c")

// scanChars returns the function that reads the characters of the conversion d.
func (l *libraryUse) scanChars(d *scanStep) *link.Symbol {
	in := [256]bool{}
	switch d.conv {
	case 'c':
		in = (&scanStep{not: true}).members()
	case 's':
		in = (&scanStep{not: true, set: " \t\n\v\f\r"}).members()
	default:
		in = d.members()
	}
	width := d.width
	if d.conv == 'c' {
		width = max(width, 1)
	}
	cond := setCond(in)
	key := fmt.Sprintf("scanf %c%v %d %s", d.conv, d.suppress, width, cond)
	if s := l.modelSyms[key]; s != nil {
		return s
	}
	put, end, text, limit := "p[n] = (char)c;", "p[n] = 0;", "if (__tandem_scan_stream())\n\t\t\t__tandem_text(c);",
		fmt.Sprint(width)
	if d.suppress {
		put, end = "", ""
	}
	if d.conv == 'c' {
		end, text = "", ""
	}
	if width == 0 {
		limit = "(__SIZE_TYPE__)-1"
	}
	name := fmt.Sprintf("__tandem_scan_chars_%d", len(l.modelSyms))
	src := cText.Text("scan_chars", map[string]string{"Name": name, "Is": cond, "Put": put, "End": end, "Text": text,
		"Width": limit})
	s := l.ParseModel("<scanf "+name+">", src)[name]
	l.modelSyms[key] = s
	return s
}

// scanLiteral lowers a call whose format is a literal; first is the index of the first argument after the format. The
// call reads from the string at text, or from stream if text is null. scanLiteral returns false if it lowered nothing.
func (f textCalls) scanLiteral(c *call, first int, text, stream ir.Expr) (v value, ok bool) {
	if c.n == nil || len(c.args) < first || stream == nil {
		return v, false
	}
	s, ok := csrc.StringValue(c.args[first-1])
	s, _, _ = strings.Cut(s, "\x00")
	c23 := library.Reads0b(c.name)
	list, simple := scanSteps(s, c23)
	if !ok || !simple {
		return v, false
	}
	if !c.scansTo(list, first) {
		return v, false
	}
	r, out := f.temp(ir.I32), f.newLoc()
	num := func(k int64) ir.Expr { return ir.NewConst(ir.I32, k) }
	is := func(e ir.Expr, k int64) ir.Expr { return ir.NewBinary(ir.Eq, e, num(k)) }
	leave := func(cond ir.Expr, result int64) {
		yes, no := f.newLoc(), f.newLoc()
		f.edge(f.cur, yes, &ir.Assume{Cond: cond, Guard: ir.OtherGuard}, f.pos)
		f.edge(f.cur, no, &ir.Assume{Cond: ir.NotExpr(cond), Guard: ir.OtherGuard}, f.pos)
		f.cur = yes
		f.emit(&ir.Assign{Dst: r, Src: num(result)})
		f.goTo(out)
		f.cur = no
	}
	f.callUnit("__tandem_scan_from", text, stream)
	done, blank, arg := int64(0), false, first
	skip := func() {
		if blank {
			f.callUnit("__tandem_scan_skip")
		}
		blank = false
	}
	ended := func() int64 {
		if done > 0 {
			return done
		}
		return -1
	}
	for _, d := range list {
		var got ir.Expr
		switch d.conv {
		case ' ':
			blank = true
			continue
		case 0, '%':
			if d.conv == '%' {
				blank, d.c = true, '%'
			}
			skip()
			got = f.callUnit("__tandem_scan_char", num(int64(d.c)))
			leave(is(got, scanEnd), ended())
			leave(is(got, scanMismatch), done)
			continue
		case 'n':
			skip()
			t := ir.Type{Kind: ir.Int, Bits: uint8(8 * f.intSize(d.size)), Signed: true}
			f.emit(&ir.Store{Addr: c.vals[arg].e, Val: ir.NewCast(t, f.callUnit("__tandem_scan_count"))})
			arg++
			continue
		}
		to := ir.Expr(ir.NewConst(f.ptr(), 0))
		if !d.suppress {
			to = c.vals[arg].e
			arg++
		}
		if d.conv != 'c' && d.conv != '[' {
			blank = true
		}
		skip()
		got = f.scanItem(&d, to, c23)
		leave(is(got, scanEnd), ended())
		leave(is(got, scanMismatch), done)
		if d.suppress {
			continue
		}
		done++
		if d.base() >= 0 {
			t := ir.Type{Kind: ir.Int, Bits: uint8(8 * f.intSize(d.size)), Signed: true}
			f.emit(&ir.Store{Addr: to, Val: ir.NewCast(t, f.callUnit("__tandem_scan_value"))})
		}
	}
	skip()
	f.emit(&ir.Assign{Dst: r, Src: num(done)})
	f.goTo(out)
	f.cur = out
	return f.asResult(value{e: ir.NewRef(r)}, c), true
}

// scansTo reports whether the arguments of a call from index first on are pointers for the items of a format.
func (c *call) scansTo(list []scanStep, first int) bool {
	for _, d := range list {
		if d.conv > ' ' && d.conv != '%' && !d.suppress {
			if first >= len(c.vals) || !isPtr(c.vals[first]) {
				return false
			}
			first++
		}
	}
	return true
}

// base returns the base in which d reads an integer, 0 if the text determines it, and -1 if d reads no integer.
func (d *scanStep) base() int64 {
	switch d.conv {
	case 'b':
		return 2
	case 'i':
		return 0
	case 'd', 'u':
		return 10
	case 'o':
		return 8
	case 'x', 'X':
		return 16
	}
	return -1
}

// scanItem lowers the conversion d, which stores its item at the address to, and returns the result of the conversion.
// The caller stores an integer. c23 is set if %i reads 0b.
func (f textCalls) scanItem(d *scanStep, to ir.Expr, c23 bool) ir.Expr {
	num := func(k int64) ir.Expr { return ir.NewConst(ir.I32, k) }
	width, suppress := num(d.width), num(0)
	if d.suppress {
		suppress = num(1)
	}
	if d.width == 0 {
		width = num(-1)
	}
	if base := d.base(); base >= 0 {
		signed := num(0)
		if d.conv == 'd' || d.conv == 'i' {
			signed = num(1)
		}
		if d.conv == 'i' && c23 {
			base = 1 // 0b, too
		}
		return f.callUnit("__tandem_scan_int", width, num(int64(f.intSize(d.size))), num(base), signed)
	}
	switch d.conv {
	case 'c', 's', '[':
		g := f.l.funcOf(f.l.library.scanChars(d))
		v := f.temp(ir.I32)
		f.emit(&ir.Call{Dst: v, Func: g, Args: []ir.Expr{to}})
		return ir.NewRef(v)
	}
	size := int64(4)
	if d.size == "l" {
		size = 8
	}
	return f.callUnit("__tandem_scan_float", to, suppress, width, num(size))
}

// scanned returns the stream that scanf or fscanf reads.
func (f textCalls) scanned(c *call, first int) ir.Expr {
	if first == 2 {
		return c.vals[0].e
	}
	return f.callUnit("__tandem_stdin")
}

// sscanf lowers sscanf, which reads from a string.
func (f textCalls) sscanf(c *call) value {
	if len(c.vals) > 1 && isPtr(c.vals[0]) {
		if v, ok := f.scanLiteral(c, 2, c.vals[0].e, ir.NewConst(f.ptr(), 0)); ok {
			return v
		}
	}
	return f.byModel(c)
}
