package csrc

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// Rule 51: _BitInt(N) becomes a name of the prologue for the smallest integer type that holds it, with an attribute by
// which package layout recognises it. The attribute is visibility, since cc forgets attributes that it does not know if
// there are pointers to the type. A constant with the suffix wb becomes a cast to its type.
//
//	unsigned _BitInt(5) x = 7uwb;    __tandem_ubitint_5 x = ((__tandem_ubitint_3)7);

// maxBitInt is the widest _BitInt that is supported.
const maxBitInt = 64

// bitInts returns the declarations of the names for all widths.
func bitInts() string {
	var b strings.Builder
	for n := 1; n <= maxBitInt; n++ {
		carrier := "long long"
		switch {
		case n <= 8:
			carrier = "char"
		case n <= 16:
			carrier = "short"
		case n <= 32:
			carrier = "int"
		}
		if n > 1 {
			fmt.Fprintf(&b, "typedef signed %s __tandem_bitint_%d __attribute__((visibility(\"__tandem_bits_%d\")));\n", carrier,
				n, n)
		}
		fmt.Fprintf(&b, "typedef unsigned %s __tandem_ubitint_%d __attribute__((visibility(\"__tandem_bits_%d\")));\n",
			carrier, n, n)
	}
	return b.String()
}

// bitInt returns the name for the _BitInt at token i and the last token of the type, whose sign may come before or
// after; why is the reason if the type is invalid or not supported.
func (r *rewriter) bitInt(i int) (name string, last int, why string) {
	last = r.match(i + 1)
	if !r.is(i+1, "(") || last < 0 {
		return "", i, "_BitInt needs a number of bits"
	}
	name, least := "__tandem_bitint_", 2
	if r.is(last+1, "unsigned") || r.is(last+1, "signed") {
		last++
	}
	if r.is(i-1, "unsigned") || r.is(last, "unsigned") {
		name, least = "__tandem_ubitint_", 1
	}
	n, err := strconv.ParseInt(r.text(i+2), 0, 32)
	switch {
	case !r.is(i+3, ")") || err != nil:
		return "", last, "the number of bits of a _BitInt is supported only where it is written as a number"
	case n > maxBitInt:
		return "", last, fmt.Sprintf("_BitInt(%d): more than %d bits are not supported", n, maxBitInt)
	case int(n) < least:
		return "", last, fmt.Sprintf("_BitInt(%d) has too few bits", n)
	}
	return name + strconv.Itoa(int(n)), last, ""
}

// replaceBitInt is rule 51 for token i. It returns the last token to which no other rule applies.
func (r *rewriter) replaceBitInt(i int) int {
	name, last, why := r.bitInt(i)
	if why != "" {
		r.errorf(i, "%s", why)
		return i
	}
	r.replace(i, name)
	if r.signed(i - 1) {
		r.blank(i - 1)
	}
	for k := i + 1; k <= last; k++ {
		r.blank(k)
	}
	return last
}

// signed reports whether token i is the sign of a type.
func (r *editor) signed(i int) bool { return r.is(i, "unsigned") || r.is(i, "signed") }

var bitConstant = regexp.MustCompile(`^(?i)(0x[0-9a-f]+|0b[01]+|[0-9]+)(wb|uwb|wbu)$`)

// bitNumber is rule 51 for the constant at token i.
func (r *rewriter) bitNumber(i int) {
	m := bitConstant.FindStringSubmatch(r.text(i))
	if m == nil {
		return
	}
	v, ok := new(big.Int).SetString(m[1], 0)
	if r.toks[i].inDir && !r.inDefine(i) || !ok {
		r.replace(i, m[1])
		return
	}
	name, n := "__tandem_bitint_", max(v.BitLen()+1, 2)
	if len(m[2]) == 3 {
		name, n = "__tandem_ubitint_", max(v.BitLen(), 1)
	}
	if n > maxBitInt {
		r.errorf(i, "%s: a _BitInt of more than %d bits is not supported", r.text(i), maxBitInt)
		return
	}
	r.replace(i, fmt.Sprintf("((%s%d)%su%s)", name, n, m[1], "ll"))
}
