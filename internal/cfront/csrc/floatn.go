package csrc

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// gcc's floating types of a given format (rule 27). cc has these types, but fails on operations that mix them with
// other types. So they become names of the prologue for float, double and long double with an attribute, by which the
// front end distinguishes them:
//
//	_Float16 x = 1.5f16;     __tandem_float16 x = ((__tandem_excess16)1.5f);
//	_Float64x y = 1.5f64x;   __tandem_float64x y = ((__tandem_float64x)1.5L);
//
// gcc computes with _Float16 in float, also for constants: a cast to __tandem_excess16 does not round. _Float128 is
// left to cc.

// floatNames has the replacement of each type name.
var floatNames = map[string]string{
	"_Float16":   "__tandem_float16",
	"_Float32":   "__tandem_float32",
	"_Float64":   "__tandem_float64",
	"_Float32x":  "__tandem_float32x",
	"_Float64x":  "__tandem_float64x",
	"__float128": "_Float128",
	"__float80":  "long double",
}

// floatName replaces the type name at token i.
func (r *rewriter) floatName(i int) {
	name := r.text(i)
	to, ok := floatNames[name]
	for _, k := range []int{i - 1, i + 1} {
		if r.is(k, "_Complex") || r.is(k, "__complex__") {
			return // rule 19
		}
	}
	if !ok && name != "_Float128" || r.toks[i].inDir && !r.inDefine(i) {
		return
	}
	if r.is(i+1, ";") { // headers for other compilers declare the names
		j := i - 1
		for r.is(j, "float") || r.is(j, "double") || r.is(j, "long") || r.is(j, "__float128") || r.is(j, "__float80") {
			j--
		}
		if j < i-1 && r.is(j, "typedef") {
			r.replace(i, "__tandem_own"+name)
			return
		}
	}
	if ok {
		r.replace(i, to)
	}
}

// complexFloat is rule 19. Token i is _Complex.
func (r *rewriter) complexFloat(i int) {
	for _, k := range []int{i - 1, i + 1} {
		switch r.text(k) {
		case "_Float32":
			r.replace(k, "float")
		case "_Float64", "_Float32x":
			r.replace(k, "double")
		case "_Float64x", "__float80":
			r.replace(k, "long double")
		case "_Float16":
			r.replace(k, "__tandem_complex16")
			r.blank(i)
		case "_Float128", "__float128":
			r.replace(k, "__tandem_complex128")
			r.blank(i)
		}
	}
}

var floatConstant = regexp.MustCompile(
	`^(?i)(0x[0-9a-f']*\.?[0-9a-f']*p[+-]?[0-9']+|[0-9']*\.[0-9']*(?:e[+-]?[0-9']+)?|[0-9']+e[+-]?[0-9']+)([ij]?)(f16|f32x?|f64x?|f128|q|w)([ij]?)$`)

// hugeFloat replaces the double constant at token i if it is infinite, as cc does not accept such constants.
func (r *rewriter) hugeFloat(i int) {
	text := r.text(i)
	if f, err := strconv.ParseFloat(text, 64); err != nil && math.IsInf(f, 1) && (!r.toks[i].inDir || r.inDefine(i)) {
		r.replace(i, "(1e308*1e308)")
	}
}

// floatNumber replaces the constant at token i if it has one of gcc's suffixes.
func (r *rewriter) floatNumber(i int) {
	t := r.toks[i]
	switch r.src[t.end-1] | 0x20 {
	case 'x', 'q', 'w', 'i', 'j', '2', '4', '6', '8':
	default:
		return
	}
	m := floatConstant.FindStringSubmatch(r.text(i))
	if m == nil || t.inDir && !r.inDefine(i) {
		return
	}
	if s := floatText(m[1], strings.ToLower(m[3]), m[2]+m[4]); s != "" {
		r.replace(i, s)
	} else {
		r.errorf(i, "imaginary constants of _Float16 and _Float128 are not supported")
	}
}

// floatText returns the replacement of a constant; imaginary is its i or j. It returns "" if the constant is not
// supported.
func floatText(digits, suffix, imaginary string) string {
	name, standard := "", ""
	switch suffix {
	case "f16":
		name, standard = "__tandem_excess16", "f"
	case "f32":
		name, standard = "__tandem_float32", "f"
	case "f64", "f32x":
		name, standard = "__tandem_float"+suffix[1:], ""
	case "f64x":
		name, standard = "__tandem_float64x", "L"
	case "w":
		return digits + imaginary + "L"
	}
	switch {
	case imaginary == "" && name == "":
		return digits + "f128"
	case imaginary == "":
		return "((" + name + ")" + digits + standard + ")"
	case name == "" || suffix == "f16":
		return ""
	}
	return digits + imaginary + standard
}
