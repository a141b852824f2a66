package models

import "strings"

// The functions of <math.h> that IEEE 754 determines, in each type that has
// the format of float or double: fmod, fmodf, fmodf32, fmodf64, fmodf32x. One
// text serves all: what depends on the format is replaced in it,
//
//	@FLT @UINT     the type, and the unsigned type of its bits
//	@S             the suffix of gcc's builtins
//	@BITS @TOP     bits of the format, number of the sign bit
//	@MB            bits of the significand, without the hidden one
//	@EM @BIAS      exponent of infinity, exponent of 1
//	@STEP          bits by which a significand can be shifted up in @UINT
//
// A text computes to nearest: what depends on the rounding mode or has to do it
// in that mode calls __tandem_add and its kin (round.c), which take the mode
// from __tandem_rounding and enter what they raise by __tandem_raise.

var formats = map[string][]string{
	"": {"@FLT", "double", "@UINT", "unsigned long long", "@BITS", "64", "@TOP", "63", "@MB", "52", "@EM", "2047",
		"@BIAS", "1023", "@STEP", "11"},
	"l": {"@FLT", "long double"},
	"f": {"@FLT", "float", "@UINT", "unsigned", "@BITS", "32", "@TOP", "31", "@MB", "23", "@EM", "255", "@BIAS", "127",
		"@STEP", "8"},
}

// floatSuffixes are those of the functions' names, by format.
var floatSuffixes = []struct{ suffix, format string }{
	{"", ""}, {"f", "f"}, {"f32", "f"}, {"f64", ""}, {"f32x", ""},
}

// floatTexts are the functions without their suffix: the section, and what else
// is replaced.
func floatTexts() map[string]template {
	order := func(mag, max, num string) template {
		return template{"@fminmax", []string{"@MAG", mag, "@MAX", max, "@NUM", num}}
	}
	return map[string]template{
		"modf":        {"@modf", nil},
		"frexp":       {"@frexp", nil},
		"ldexp":       {"@ldexp", []string{"@TYPE", "int"}},
		"scalbn":      {"@ldexp", []string{"@TYPE", "int"}},
		"scalbln":     {"@ldexp", []string{"@TYPE", "long"}},
		"ilogb":       {"@ilogb", []string{"@TYPE", "int", "@SMALLEST", "(-2147483647 - 1)"}},
		"llogb":       {"@ilogb", []string{"@TYPE", "long", "@SMALLEST", "(-__LONG_MAX__ - 1)"}},
		"logb":        {"@logb", nil},
		"significand": {"@significand", nil},
		"fdim":        {"@fdim", nil},
		"round":       {"@halfway", nil},
		"lround":      {"@lround", []string{"@TYPE", "long"}},
		"llround":     {"@lround", []string{"@TYPE", "long long"}},
		"lrint":       {"@lrint", []string{"@TYPE", "long"}},
		"llrint":      {"@lrint", []string{"@TYPE", "long long"}},
		"fmod":        {"@fmod", nil},
		"remainder":   {"@remainder", nil},
		"drem":        {"@remainder", nil},
		"remquo":      {"@remquo", []string{"@LOW", "0"}},
		"nextafter":   {"@nextafter", []string{"@OTHER", "@FLT"}},
		"nexttoward":  {"@nextafter", []string{"@OTHER", "long double"}},
		"nextup":      {"@nextup", nil},
		"nextdown":    {"@nextdown", nil},

		"fminimum":         order("0", "0", "0"),
		"fmaximum":         order("0", "1", "0"),
		"fminimum_num":     order("0", "0", "1"),
		"fmaximum_num":     order("0", "1", "1"),
		"fminimum_mag":     order("1", "0", "0"),
		"fmaximum_mag":     order("1", "1", "0"),
		"fminimum_mag_num": order("1", "0", "1"),
		"fmaximum_mag_num": order("1", "1", "1"),
		"fminmag":          {"@fminmaxmag", []string{"@MAX", "0"}},
		"fmaxmag":          {"@fminmaxmag", []string{"@MAX", "1"}},
		"totalorder":       {"@totalorder", []string{"@MAG", "0"}},
		"totalordermag":    {"@totalorder", []string{"@MAG", "1"}},
		"canonicalize":     {"@canonicalize", nil},
		"__issignaling":    {"@issignaling", nil},

		"__tandem_add":    {"@tandem_add", nil},
		"__tandem_sub":    {"@tandem_sub", nil},
		"__tandem_mul":    {"@tandem_mul", nil},
		"__tandem_div":    {"@tandem_div", nil},
		"__tandem_sqrt":   {"@tandem_sqrt", nil},
		"__tandem_rint":   {"@tandem_rint", nil},
		"__tandem_int":    {"@tandem_integer", []string{"@TYPE", "long long"}},
		"__tandem_uint":   {"@tandem_integer", []string{"@TYPE", "unsigned long long"}},
		"__tandem_remquo": {"@remquo", []string{"@LOW", "@BITS"}}, // the last three bits of the quotient only
	}
}

// floatModels are all of them and their suffixes.
func floatModels() map[string]string {
	all := map[string]string{"__tandem_narrow": ""}
	for _, x := range floatSuffixes {
		all["fma"+x.suffix] = x.suffix
		for base := range floatTexts() {
			if suffixed(base, x.suffix) {
				all[base+x.suffix] = x.suffix
			}
		}
	}
	return all
}

// Float reports whether a function, named without suffix, is one of them.
func Float(base string) bool {
	_, ok := floatTexts()[base]
	return ok || base == "fma"
}

// suffixed reports whether there is a function of this suffix.
func suffixed(base, suffix string) bool {
	return suffix == "" || suffix == "f" || !strings.HasPrefix(base, "__") && !olderThanTypes[base]
}

// longTexts are those of long double: the functions of their own text, without suffix. Others
// have that of all types.
func longTexts() map[string]template {
	integral := func(how string) template { return template{"@roundl", []string{"@HOW", how}} }
	smallest := "(-2147483647 - 1)"
	return map[string]template{
		"floor":         integral("2"),
		"ceil":          integral("3"),
		"trunc":         integral("4"),
		"round":         integral("1"),
		"roundeven":     integral("0"),
		"rint":          {"@rintl", nil},
		"nearbyint":     {"@rintl", nil},
		"lrint":         {"@lrintl", []string{"@TYPE", "long"}},
		"llrint":        {"@lrintl", []string{"@TYPE", "long long"}},
		"frexp":         {"@frexpl", nil},
		"ldexp":         {"@ldexpl", []string{"@TYPE", "int"}},
		"scalbn":        {"@ldexpl", []string{"@TYPE", "int"}},
		"scalbln":       {"@ldexpl", []string{"@TYPE", "long"}},
		"ilogb":         {"@ilogbl", []string{"@TYPE", "int", "@SMALLEST", smallest}},
		"llogb":         {"@ilogbl", []string{"@TYPE", "long", "@SMALLEST", "(-__LONG_MAX__ - 1)"}},
		"logb":          {"@logbl", nil},
		"significand":   {"@significandl", nil},
		"fdim":          {"@fdiml", nil},
		"fmod":          {"@fmodl", nil},
		"remainder":     {"@remainderl", nil},
		"drem":          {"@remainderl", nil},
		"remquo":        {"@remquol", []string{"@LOW", "0"}},
		"nextafter":     {"@nextafterl", nil},
		"nexttoward":    {"@nextafterl", nil},
		"nextup":        {"@nextupl", []string{"@DOWN", "0"}},
		"nextdown":      {"@nextupl", []string{"@DOWN", "1"}},
		"totalorder":    {"@totalorderl", []string{"@MAG", "0"}},
		"totalordermag": {"@totalorderl", []string{"@MAG", "1"}},
		"canonicalize":  {"@canonicalizel", nil},
		"__issignaling": {"@issignalingl", nil},
		"fma":           {"@fmal", nil},

		"__tandem_remquo": {"@remquol", []string{"@LOW", "64"}},
	}
}

// Long reports whether there is a text of a function, named without suffix, for long double.
func Long(base string) bool {
	_, own := longTexts()[base]
	_, shared := floatTexts()[base]
	return (own || shared) && !strings.HasPrefix(base, "__tandem_")
}

// addLong enters the functions of long double, also as those of _Float64x.
func addLong(all map[string]template) {
	texts := longTexts()
	for base, t := range floatTexts() {
		if _, own := texts[base]; !own && !strings.HasPrefix(base, "__tandem_") {
			texts[base] = template{t.text, format(t.pairs, "l")}
		}
	}
	for base, t := range texts {
		for _, suffix := range []string{"l", "f64x"} {
			if suffix == "l" || suffixed(base, suffix) {
				all[base+suffix] = t
			}
		}
	}
}

// addFloats enters all functions of this file.
func addFloats(all map[string]template) {
	for base, t := range floatTexts() {
		for _, x := range floatSuffixes {
			if suffixed(base, x.suffix) {
				all[base+x.suffix] = template{t.text, format(t.pairs, x.format)}
			}
		}
	}
	for _, x := range floatSuffixes {
		section := "@fma" + x.format
		all["fma"+x.suffix] = template{section, format(nil, x.format)}
	}
	addLong(all)
	all["__tandem_narrow"] = template{"@narrow", format(nil, "f")}
}

// olderThanTypes has functions that exist for float, double and long double
// only.
var olderThanTypes = map[string]bool{"nexttoward": true, "drem": true, "significand": true}

// format is the replacements of a text in a format. What is put in may hold
// those of the format, and no name is the beginning of one before it.
func format(pairs []string, f string) []string {
	own := strings.NewReplacer(formats[f]...)
	var all []string
	for _, p := range pairs {
		all = append(all, own.Replace(p))
	}
	all = append(all, formats[f]...)
	return append(all, "@S", f)
}
