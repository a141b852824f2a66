package cfront

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Literals of long double and _Float128, and imaginary literals. Their values are computed from the text, since a
// conversion by way of double would lose digits.

var (
	floatText = regexp.MustCompile(
		`^(0x[0-9a-f]*\.?[0-9a-f]*p[+-]?[0-9]+|[0-9]*\.?[0-9]*(?:e[+-]?[0-9]+)?)([a-z][a-z0-9]*)?$`)
	intText = regexp.MustCompile(`^(0x[0-9a-f]+|0b[01]+|[0-9]+)([ijlu]*)$`)
)

// wideLiteral returns the value of a literal whose type is wide; the result is false for other expressions.
func (f wides) wideLiteral(x *cc.PrimaryExpression) (value, bool) {
	if x.Case != cc.PrimaryExpressionFloat && x.Case != cc.PrimaryExpressionInt {
		return value{}, false
	}
	s := strings.ReplaceAll(strings.ToLower(x.Token.SrcStr()), "'", "")
	if m := intText.FindStringSubmatch(s); m != nil {
		if !strings.ContainsAny(m[2], "ij") {
			return value{}, false
		}
		return f.imaginaryInt(m[1], m[2], x)
	}
	m := floatText.FindStringSubmatch(s)
	if m == nil {
		return value{}, false
	}
	imaginary := strings.ContainsAny(m[2], "ij")
	var part value
	switch suffix := strings.Map(dropImaginary, m[2]); {
	case suffix == "l":
		r, ok := new(big.Rat).SetString(m[1])
		if !ok {
			f.fail(x, "cannot read the constant %s", x.Token.SrcStr())
		}
		part = x87Literal(x87Round(nearRat(r)))
	case suffix == "f128":
		r, ok := new(big.Rat).SetString(m[1])
		if !ok {
			f.fail(x, "cannot read the constant %s", x.Token.SrcStr())
		}
		part = quadRound(nearRat(r))
	case !imaginary:
		return value{}, false
	case suffix == "" || suffix == "f":
		size, t := 64, ir.F64
		if suffix == "f" {
			size, t = 32, ir.F32
		}
		d, err := strconv.ParseFloat(m[1], size)
		if err != nil && !strings.Contains(err.Error(), "range") {
			f.fail(x, "cannot read the constant %s", x.Token.SrcStr())
		}
		part = value{e: ir.NewFloat(t, d)}
	default:
		f.fail(x, "the constant %s is not supported", x.Token.SrcStr())
	}
	if imaginary {
		return complexOf(f.toReal(value{e: ir.NewConst(ir.I32, 0)}, formOf(part), x), part), true
	}
	return part, true
}

// dropImaginary maps the suffixes i and j to -1, which strings.Map drops.
func dropImaginary(r rune) rune {
	if r == 'i' || r == 'j' {
		return -1
	}
	return r
}

// nearRat returns r as a float that rounds to the same number in each format here: it has more bits than any of them
// and, if r has further bits, an additional bit that is set.
func nearRat(r *big.Rat) *big.Float {
	b := new(big.Float).SetPrec(exactly).SetMode(big.ToZero).SetRat(r)
	if b.Acc() == big.Exact || b.Sign() == 0 {
		return b
	}
	last := new(big.Float).SetMantExp(big.NewFloat(1), b.MantExp(nil)-exactly-1)
	if b.Signbit() {
		last.Neg(last)
	}
	return new(big.Float).SetPrec(exactly+8).Add(b, last)
}

// imaginaryInt returns the value of an imaginary integer literal of GNU C, such as 2i.
func (f wides) imaginaryInt(digits, suffix string, x *cc.PrimaryExpression) (value, bool) {
	n, ok := new(big.Int).SetString(digits, 0)
	if !ok || n.BitLen() > 64 {
		f.fail(x, "cannot read the constant %s", x.Token.SrcStr())
	}
	t := ir.I32
	if strings.Contains(suffix, "l") {
		t = f.model().Diff()
	}
	if strings.Contains(suffix, "ll") || !fitsInt(n, t) {
		t = ir.I64
	}
	if strings.Contains(suffix, "u") || !fitsInt(n, t) {
		t = ctype.Unsigned(t)
	}
	return complexOf(value{e: ir.NewConst(t, 0)}, value{e: ir.NewBits(t, n.Uint64())}), true
}
