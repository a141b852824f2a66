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

// number is an input as people write it: an integer or a float. It becomes bits when the type of the read is known.
type number struct {
	i *big.Int // nil for a float
	f float64
}

func parseNumber(s string) (number, error) {
	if i, ok := new(big.Int).SetString(s, 0); ok {
		if !i.IsInt64() && !i.IsUint64() {
			return number{}, fmt.Errorf("bad value %q: it does not fit in 64 bits", s)
		}
		f, _ := new(big.Float).SetInt(i).Float64()
		return number{i: i, f: f}, nil
	}
	if len(s) == 3 && s[0] == '\'' && s[2] == '\'' {
		return number{i: big.NewInt(int64(s[1])), f: float64(s[1])}, nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return number{}, fmt.Errorf("bad value %q: a number is expected", s)
	}
	return number{f: f}, nil
}

// bits converts to a type as C does, integers modulo their width.
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
	}
	if n.i == nil {
		return ir.EvalCast(t, ir.F64, math.Float64bits(n.f))
	}
	low := new(big.Int).And(n.i, new(big.Int).SetUint64(math.MaxUint64))
	return num.Trunc(low.Uint64(), t.Bits)
}

// flat gives values in the order of reading.
type flat struct {
	vals []number
	next int
}

// Next takes the next value.
func (in *flat) Next(_ ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
	if in.next >= len(in.vals) {
		return 0, false
	}
	in.next++
	return in.vals[in.next-1].bits(t), true
}

// Flat gives integers in the order of reading, each converted to the type
// read. It serves one run.
func Flat(vals ...int64) Inputs {
	in := &flat{}
	for _, v := range vals {
		in.vals = append(in.vals, number{i: big.NewInt(v), f: float64(v)})
	}
	return in
}

// ParseInputs reads inputs as the command line gives them, separated by commas:
//
//	1,-5,0x10,1.5,'a'        in the order of reading (serves one run)
//	key=1                    the first read of the site with this Site.Key
//	key#2=1, key#*=1         the third read; every read that is not given
//	key+4=1, key#2+4=1       uninitialised bytes from offset 4 of its object
//	key+4:u32=1              the same, of 4 bytes whatever the size of the read
//	key="abc"                characters and a 0
//
// A key may be cut at its '@' if that is unique. A pointer input is 0 (null)
// or 1 (a fresh object, whose bytes are key+0 and so on).
func ParseInputs(text string, p *ir.Program) (Inputs, error) {
	items, err := splitItems(text)
	if err != nil {
		return nil, err
	}
	fl := &flat{}
	kd := &named{exact: map[ir.Key]number{}, any: map[ir.Key]number{}}
	var bytes []ir.Record
	for _, it := range items {
		key, val, keyed := cutValue(it)
		if !keyed {
			n, err := parseNumber(it)
			if err != nil {
				return nil, err
			}
			fl.vals = append(fl.vals, n)
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
				bytes = append(bytes, ir.Record{Key: bk, Type: ir.U8, Bits: uint64(c)})
			}
			continue
		}
		n, err := parseNumber(val)
		switch {
		case err != nil:
			return nil, err
		case t != ir.Void:
			bytes = append(bytes, ir.Record{Key: k, Type: t, Bits: n.bits(t)})
		case every:
			k.Occ = 0
			kd.any[k] = n
		default:
			kd.exact[k] = n
		}
	}
	if len(fl.vals) > 0 {
		if len(fl.vals) < len(items) {
			return nil, fmt.Errorf("values with and without key= cannot be mixed")
		}
		return fl, nil
	}
	return Chain(FromRecords(p, bytes), kd), nil
}

// named gives keyed values; any holds those for every occurrence.
type named struct{ exact, any map[ir.Key]number }

// Next looks the key up.
func (in *named) Next(k ir.Key, _ *ir.Site, t ir.Type) (uint64, bool) {
	n, ok := in.exact[k]
	if !ok {
		k.Occ = 0
		n, ok = in.any[k]
	}
	if !ok {
		return 0, false
	}
	return n.bits(t), true
}

// splitItems cuts at commas outside of quotes; blanks around items go.
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

// cutValue splits key=value at the last '=' outside of the value's quotes.
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

// parseKey reads key[#occ][+off][:type].
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

// findSite looks for a whole key, or for the only one that begins with text + "@".
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

// someKeys lists the first keys for a message.
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

// FormatInputs writes records as ParseInputs reads them; exact except that a
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
		fmt.Fprintf(&b, "=%s", FormatValue(r.Type, r.Bits))
		items = append(items, b.String())
	}
	return strings.Join(items, ",")
}

// FormatValue writes a value of a type: numbers in decimal, floats as short as is exact.
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
