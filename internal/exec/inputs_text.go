package exec

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// number is an input in the text form, an integer or a float. The type of the read decides on its bits.
type number struct {
	i *big.Int // nil for a float
	f float64  // the value, for an integer rounded
}

// parseNumber parses an integer, a float or a character constant of C.
func parseNumber(s string) (number, error) {
	bad := func(why string) (number, error) { return number{}, fmt.Errorf("bad value %q: %s", s, why) }
	if c, is := character(s); is {
		return number{i: big.NewInt(c), f: float64(c)}, nil
	}
	text := s
	if strings.ContainsRune(s, '_') { // Go allows it in numbers, C does not
		return bad("a number is expected")
	}
	if trimmed := strings.TrimRight(s, "uUlL"); trimmed != "" && '0' <= trimmed[len(trimmed)-1] &&
		trimmed[len(trimmed)-1] <= '9' || strings.HasPrefix(strings.TrimLeft(s, "+-"), "0x") {
		text = trimmed
	}
	if i, ok := new(big.Int).SetString(text, 0); ok {
		if !i.IsInt64() && !i.IsUint64() {
			return bad("it does not fit in 64 bits")
		}
		f, _ := new(big.Float).SetInt(i).Float64()
		return number{i: i, f: f}, nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		f, err = strconv.ParseFloat(strings.TrimRight(s, "fFlL"), 64)
	}
	if err != nil {
		return bad("a number is expected")
	}
	return number{f: f}, nil
}

// character returns the value of a character constant of C, such as 'a', '\n', '\0' or '\x41'. The result is false if s
// is not a character constant.
func character(s string) (int64, bool) {
	if len(s) < 3 || s[0] != '\'' || s[len(s)-1] != '\'' {
		return 0, false
	}
	text := s[1 : len(s)-1]
	if text[0] != '\\' {
		return int64(int8(text[0])), len(text) == 1
	}
	if i := strings.IndexByte("abtnvfr", text[len(text)-1]); len(text) == 2 && i >= 0 {
		return int64(7 + i), true
	}
	if len(text) == 2 && strings.ContainsRune(`\'"?`, rune(text[1])) {
		return int64(text[1]), true
	}
	digits, base := text[1:], 8
	if strings.HasPrefix(digits, "x") {
		digits, base = digits[1:], 16
	}
	c, err := strconv.ParseUint(digits, base, 8)
	return int64(int8(c)), err == nil
}

// InOrder returns inputs that give the values of literals of C in the order of reading, for one run.
func InOrder(literals []string) (*Given, error) {
	in := &Given{items: literals, read: make([]bool, len(literals))}
	for _, s := range literals {
		v, err := parseNumber(s)
		if err != nil {
			return nil, err
		}
		in.flat = append(in.flat, v)
	}
	return in, nil
}

// bits returns n converted to type t as C does it, integers modulo their width.
func (n number) bits(t ir.Type) uint64 {
	switch t.Kind {
	case ir.Float:
		if n.i != nil && n.i.IsInt64() { // one rounding only
			return ir.EvalCast(t, ir.I64, uint64(n.i.Int64()))
		}
		return ir.FloatBits(t, n.f)
	case ir.Ptr, ir.Bool:
		if n.i != nil && n.i.Sign() != 0 || n.i == nil && n.f != 0 {
			return 1
		}
		return 0
	case ir.Int, ir.None: // after the switch
	}
	if n.i == nil {
		return ir.EvalCast(t, ir.F64, math.Float64bits(n.f))
	}
	low := new(big.Int).And(n.i, new(big.Int).SetUint64(math.MaxUint64))
	return num.Trunc(low.Uint64(), t.Bits)
}

// misfit returns the reason why n is not a value of the integer type t, or "" if it is. The same bits with another sign
// are accepted.
func (n number) misfit(t ir.Type) string {
	if t.Kind != ir.Int {
		return ""
	}
	if n.i == nil {
		if n.f != math.Trunc(n.f) { // also NaN
			return "an integer is read"
		}
		i, acc := new(big.Float).SetFloat64(n.f).Int(nil)
		if i == nil || acc != big.Exact {
			return "an integer is read"
		}
		n.i = i
	}
	least := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(t.Bits)-1))
	if n.i.Cmp(least) < 0 || n.i.Sign() > 0 && n.i.BitLen() > int(t.Bits) {
		return fmt.Sprintf("it does not fit in %d bits", t.Bits)
	}
	return ""
}

// Flat returns inputs that give integers in the order of reading, each converted to the type
// of the read, for one run.
func Flat(vals ...int64) Inputs {
	return InputFunc(func(_ ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
		if len(vals) == 0 {
			return 0, false
		}
		n := number{i: big.NewInt(vals[0]), f: float64(vals[0])}
		vals = vals[1:]
		return n.bits(t), true
	})
}

// ParseInputs parses inputs in the text form of the command line, separated by commas:
//
//	1,-5,0x10u,1.5,'a'       values in the order of reading (for one run)
//	key=1                    the first read of the site with this Site.Key
//	key#2=1, key#*=1         the third read; every read that no other item gives
//	key+4=1, key#2+4=1       uninitialised bytes from offset 4 of its object
//	key+4:u32=1              4 uninitialised bytes, in reads of any size
//	key="abc"                bytes: the characters and a final 0
//	key=&g+4                 the address of an object as FormatInputs writes it (the interpreter only)
//
// The part of a key from its '@' on may be left out if the rest is unique. A pointer input is 0 (null)
// or 1 (a fresh object, whose bytes have the keys key+0, key+1, ...).
func ParseInputs(text string, p *ir.Program) (*Given, error) {
	items, err := splitItems(text)
	if err != nil {
		return nil, err
	}
	in := &Given{items: items, read: make([]bool, len(items)), exact: map[ir.Key]keyedNumber{},
		any: map[ir.Key]keyedNumber{}, of: map[ir.Key]int{}}
	for n, it := range items {
		key, val, keyed := cutValue(it)
		if !keyed {
			v, err := parseNumber(it)
			if err != nil {
				return nil, err
			}
			in.flat = append(in.flat, v)
			continue
		}
		k, t, every, err := parseKey(key, p)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(val, `"`) {
			s, err := strconv.Unquote(val)
			if err != nil {
				return nil, fmt.Errorf("bad string %s", val)
			}
			for i, c := range []byte(s + "\x00") {
				bk := k
				bk.Off = max(bk.Off, 0) + int64(i)
				in.add(n, ir.Record{Key: bk, Type: ir.U8, Bits: uint64(c)})
			}
			continue
		}
		if strings.HasPrefix(val, "&") {
			at, err := ir.ParsePlace(p, val)
			if err != nil {
				return nil, err
			}
			if t == ir.Void {
				t = ir.Type{Kind: ir.Int, Bits: uint8(p.Model)}
				if s := p.Sites[k.Site]; !IsBytes(s, k.Off) {
					t = s.Type
				}
			}
			in.add(n, ir.Record{Key: k, Type: t, At: at})
			in.Placed = true
			continue
		}
		v, err := parseNumber(val)
		switch {
		case err != nil:
			return nil, err
		case t != ir.Void:
			if why := v.misfit(t); why != "" {
				return nil, fmt.Errorf("bad value %q: %s", it, why)
			}
			in.add(n, ir.Record{Key: k, Type: t, Bits: v.bits(t)})
		case every:
			k.Occ = 0
			in.any[k] = keyedNumber{v, n}
		default:
			in.exact[k] = keyedNumber{v, n}
		}
	}
	if len(in.flat) > 0 && len(in.flat) < len(items) {
		return nil, fmt.Errorf("values with and without key= cannot be mixed")
	}
	in.bytes = FromRecords(p, in.records)
	return in, nil
}

// Given is the result of ParseInputs. It records which items a run reads, so it can be used by one run at a time.
type Given struct {
	items      []string               // as written
	read       []bool                 // by item: whether a run has read it
	flat       []number               // items without a key
	next       int                    // index in flat of the next value
	exact, any map[ir.Key]keyedNumber // items whose type is not known; any: for every occurrence
	records    []ir.Record            // the other items with a key
	bytes      Inputs                 // FromRecords of records
	of         map[ir.Key]int         // the item of each byte of records
	fault      error                  // see Fault
	Placed     bool                   // some values are addresses
}

// Place implements Placed.
func (in *Given) Place(k ir.Key, t ir.Type) ir.Place {
	if p, ok := in.bytes.(Placed); ok {
		return p.Place(k, t)
	}
	return ir.Place{}
}

// keyedNumber is the value of an item with a key.
type keyedNumber struct {
	number
	item int
}

// add adds a record for an item.
func (in *Given) add(item int, r ir.Record) {
	in.records = append(in.records, r)
	for i := range r.Type.Size() {
		b := r.Key
		b.Off += int64(i)
		in.of[b] = item
	}
}

// Next implements Inputs: it returns the next value in the order of reading, or looks the key up.
func (in *Given) Next(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
	if len(in.flat) > 0 || len(in.items) == 0 {
		if in.next >= len(in.flat) {
			return 0, false
		}
		in.next++
		return in.give(in.flat[in.next-1], in.next-1, t), true
	}
	if bits, ok := in.bytes.Next(k, s, t); ok {
		for i := range t.Size() {
			b := k
			b.Off += int64(i)
			if n, ok := in.of[b]; ok {
				in.read[n] = true
			}
		}
		return bits, true
	}
	n, ok := in.exact[k]
	if !ok {
		k.Occ = 0
		n, ok = in.any[k]
	}
	if !ok {
		return 0, false
	}
	return in.give(n.number, n.item, t), true
}

// give converts the value of an item to type t. It marks the item as read, and records a fault if the conversion loses
// something.
func (in *Given) give(n number, item int, t ir.Type) uint64 {
	in.read[item] = true
	if why := n.misfit(t); why != "" && in.fault == nil {
		in.fault = fmt.Errorf("bad value %q: %s", in.items[item], why)
	}
	return n.bits(t)
}

// Fault returns an error for the first value that changed when it was converted to the type of the read, or nil.
func (in *Given) Fault() error { return in.fault }

// Unread returns the items that no run has read, as they were written.
func (in *Given) Unread() (out []string) {
	for i, it := range in.items {
		if !in.read[i] {
			out = append(out, it)
		}
	}
	return out
}

// splitItems splits text at commas outside of quotes and trims each item.
func splitItems(text string) ([]string, error) {
	var items []string
	start, quote := 0, byte(0)
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || text[i] == ',' && quote == 0:
			if it := strings.TrimSpace(text[start:i]); it != "" {
				items = append(items, it)
			} else if i < len(text) || len(items) > 0 {
				return nil, fmt.Errorf("empty input in %q", text)
			}
			start = i + 1
		case quote != 0 && text[i] == '\\':
			i++
		case quote != 0 && text[i] == quote:
			quote = 0
		case quote == 0 && (text[i] == '"' || text[i] == '\''):
			quote = text[i]
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("missing %c in %q", quote, text)
	}
	return items, nil
}

// cutValue splits key=value at the last '=' outside of a quoted value; ok is false if there is no '='.
func cutValue(it string) (key, val string, ok bool) {
	if i := strings.Index(it, `="`); i >= 0 {
		return it[:i], it[i+1:], true
	}
	i := strings.LastIndexByte(it, '=')
	if i < 0 {
		return "", "", false
	}
	return it[:i], it[i+1:], true
}

// parseKey parses key[#occ][+off][:type]. The type is ir.Void if none is given; every is true for the occurrence *.
func parseKey(s string, p *ir.Program) (k ir.Key, t ir.Type, every bool, err error) {
	text := s
	off := int64(-1)
	if site := findSite(text, p); site == nil {
		if i := strings.LastIndexByte(text, ':'); i >= 0 && i+1 < len(text) && (text[i+1] == 'u' || text[i+1] == 'i') {
			w, err := strconv.ParseUint(text[i+2:], 10, 8)
			if err != nil || w != 8 && w != 16 && w != 32 && w != 64 {
				return k, t, false, fmt.Errorf("bad type in %q", s)
			}
			t = ir.Type{Kind: ir.Int, Bits: uint8(w)}
			text = text[:i]
		}
		if i := strings.LastIndexByte(text, '+'); i >= 0 {
			if n, err := strconv.ParseUint(text[i+1:], 0, 62); err == nil {
				off = int64(n)
				text = text[:i]
			}
		}
		if i := strings.LastIndexByte(text, '#'); i >= 0 {
			if text[i+1:] == "*" {
				every = true
				text = text[:i]
			} else if n, err := strconv.ParseUint(text[i+1:], 10, 31); err == nil {
				k.Occ = int(n)
				text = text[:i]
			}
		}
	}
	site := findSite(text, p)
	if site == nil {
		return k, t, false, fmt.Errorf("no input %q%s", text, someKeys(p))
	}
	k.Site = site.ID
	switch {
	case off >= 0:
		k.Off = off
	case site.Type.Kind == ir.Ptr:
		k.Off = -1
	}
	return k, t, every, nil
}

// findSite returns the site with the key text, or the only site whose key begins with text + "@". It returns nil if
// there is none.
func findSite(text string, p *ir.Program) *ir.Site {
	var found *ir.Site
	for _, s := range p.Sites {
		if s.Key == text {
			return s
		}
		if strings.HasPrefix(s.Key, text+"@") {
			if found != nil {
				return nil
			}
			found = s
		}
	}
	return found
}

// someKeys returns the end of an error message, which lists the first keys of the program.
func someKeys(p *ir.Program) string {
	var keys []string
	for _, s := range p.Sites {
		if len(keys) == 10 {
			keys = append(keys, "...")
			break
		}
		keys = append(keys, s.Key)
	}
	if len(keys) == 0 {
		return ": the program reads no inputs"
	}
	return "; there are: " + strings.Join(keys, ", ")
}

// FormatInputs returns records in the text form of ParseInputs. The text is exact, except that a
// NaN loses its payload.
func FormatInputs(rs []ir.Record, p *ir.Program) string {
	var items []string
	for _, r := range rs {
		var b strings.Builder
		s := p.Sites[r.Site]
		b.WriteString(s.Key)
		if r.Occ > 0 {
			fmt.Fprintf(&b, "#%d", r.Occ)
		}
		if IsBytes(s, r.Off) {
			fmt.Fprintf(&b, "+%d:u%d", r.Off, r.Type.Bits)
		}
		if r.At.Kind != ir.Number {
			fmt.Fprintf(&b, "=%s", ir.PlaceText(p, r.At))
		} else {
			fmt.Fprintf(&b, "=%s", FormatValue(r.Type, r.Bits))
		}
		items = append(items, b.String())
	}
	return strings.Join(items, ",")
}

// FormatValue returns the text of a value of type t: numbers in decimal, floats with the fewest digits that are exact.
func FormatValue(t ir.Type, bits uint64) string {
	switch {
	case t.Kind == ir.Float:
		s := strconv.FormatFloat(ir.FloatOf(t, bits), 'g', -1, int(t.Bits))
		if !strings.ContainsAny(s, ".eEnNiI") {
			s += ".0"
		}
		return s
	case t.Kind == ir.Int && t.Signed:
		return strconv.FormatInt(num.Signed(bits, t.Bits), 10)
	}
	return strconv.FormatUint(bits, 10)
}
