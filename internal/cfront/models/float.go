package models

import (
	"maps"
	"strings"
)

// The functions of <math.h> that IEEE 754 determines, in each type that has the format of float or double: fmod, fmodf,
// fmodf32, fmodf64, fmodf32x. They are made from one text, in which the properties of the format are replaced:
//
//	@FLT @UINT     the type, and the unsigned type of its bits
//	@S             the suffix of gcc's builtins
//	@BITS @TOP     bits of the format, number of the sign bit
//	@MB            bits of the significand, without the hidden one
//	@EM @BIAS      exponent of infinity, exponent of 1
//	@STEP          bits by which a significand can be shifted up in @UINT
//
// A text computes in rounding mode "to nearest". If a step depends on the current rounding mode, the text calls
// __tandem_add and its variants (round.c), which get the mode from __tandem_rounding and raise exceptions by
// __tandem_raise.

// formats are the replacements for each format, by suffix of the C function of that type.
var formats = map[string][]string{
	"": {"@FLT", "double", "@UINT", "unsigned long long", "@BITS", "64", "@TOP", "63", "@MB", "52", "@EM", "2047",
		"@BIAS", "1023", "@STEP", "11"},
	"l": {"@FLT", "long double"},
	"f": {"@FLT", "float", "@UINT", "unsigned", "@BITS", "32", "@TOP", "31", "@MB", "23", "@EM", "255", "@BIAS", "127",
		"@STEP", "8"},
}

// floatSuffixes are the suffixes of the functions' names, each with its format.
var floatSuffixes = []struct{ suffix, format string }{
	{"", ""}, {"f", "f"}, {"f32", "f"}, {"f64", ""}, {"f32x", ""},
}

// floatTexts are the functions of several floating types, by name without suffix.
type floatTexts struct {
	all    map[string]template            // NAME*: a text for float and double, and for long double if long has none
	long   map[string]template            // NAME*l: the text for long double
	format map[string]map[string]template // NAME*d, NAME*f: the text of one format, "" or "f"
}

// newFloatTexts returns floatTexts without a function.
func newFloatTexts() *floatTexts {
	return &floatTexts{all: map[string]template{}, long: map[string]template{},
		format: map[string]map[string]template{"": {}, "f": {}}}
}

// add enters the function of a line of a section, and reports whether its name has a star.
func (fs *floatTexts) add(made string, t template) bool {
	base, kind, ok := strings.Cut(made, "*")
	switch {
	case !ok:
		return false
	case kind == "":
		fs.all[base] = t
	case kind == "l":
		fs.long[base] = t
	default:
		fs.format[strings.TrimSuffix(kind, "d")][base] = t
	}
	return true
}

// functions returns all functions with their suffixes and the replacements of their formats.
func (fs *floatTexts) functions() map[string]template {
	all := map[string]template{}
	for _, x := range floatSuffixes {
		for base, t := range fs.all {
			if suffixed(base, x.suffix) {
				all[base+x.suffix] = template{t.section, format(t.pairs, x.format)}
			}
		}
		for base, t := range fs.format[x.format] {
			all[base+x.suffix] = template{t.section, format(t.pairs, x.format)}
		}
	}
	long := maps.Clone(fs.long)
	for base, t := range fs.all {
		if _, own := long[base]; !own && !strings.HasPrefix(base, "__tandem_") {
			long[base] = template{t.section, format(t.pairs, "l")}
		}
	}
	for base, t := range long {
		for _, suffix := range []string{"l", "f64x"} { // _Float64x is long double
			if suffix == "l" || suffixed(base, suffix) {
				all[base+suffix] = t
			}
		}
	}
	return all
}

// suffixed reports whether the library has the function base with this suffix.
func suffixed(base, suffix string) bool {
	return suffix == "" || suffix == "f" || !strings.HasPrefix(base, "__") && !olderThanTypes[base]
}

// Long reports whether there is a text for long double of the function base, named without suffix.
func Long(base string) bool {
	_, own := templates().floats.long[base]
	_, shared := templates().floats.all[base]
	return (own || shared) && !strings.HasPrefix(base, "__tandem_")
}

// olderThanTypes has the functions that exist only for float, double and long double.
var olderThanTypes = map[string]bool{"nexttoward": true, "drem": true, "significand": true}

// format returns the replacements for a text in format f: first pairs, with the names of the format replaced in them,
// then the replacements of the format itself. No name is a prefix of a later one.
func format(pairs []string, f string) []string {
	own := strings.NewReplacer(formats[f]...)
	var all []string
	for _, p := range pairs {
		all = append(all, own.Replace(p))
	}
	all = append(all, formats[f]...)
	return append(all, "@S", f)
}
