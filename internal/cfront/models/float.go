package models

import (
	"maps"
	"strings"
)

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

// floatSuffixes are the suffixes of functions' names, each with its format.
var floatSuffixes = []struct{ suffix, format string }{
	{"", ""}, {"f", "f"}, {"f32", "f"}, {"f64", ""}, {"f32x", ""},
}

// floatTexts are the functions of several floating types, named without suffix.
type floatTexts struct {
	all    map[string]template            // NAME*: a text for float and double, and for long double unless long has one
	long   map[string]template            // NAME*l: that of long double
	format map[string]map[string]template // NAME*d, NAME*f: the text of one format, "" or "f"
}

func newFloatTexts() *floatTexts {
	return &floatTexts{all: map[string]template{}, long: map[string]template{},
		format: map[string]map[string]template{"": {}, "f": {}}}
}

// add enters a line of a section, if its name has a star.
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

// functions gives the functions their suffixes and the replacements of their formats.
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

// suffixed reports whether there is a function with this suffix.
func suffixed(base, suffix string) bool {
	return suffix == "" || suffix == "f" || !strings.HasPrefix(base, "__") && !olderThanTypes[base]
}

// Long reports whether there is a text for long double of a function, named without suffix.
func Long(base string) bool {
	_, own := templates().floats.long[base]
	_, shared := templates().floats.all[base]
	return (own || shared) && !strings.HasPrefix(base, "__tandem_")
}

// olderThanTypes has functions that exist for float, double and long double
// only.
var olderThanTypes = map[string]bool{"nexttoward": true, "drem": true, "significand": true}

// format returns the replacements of a text in a format. Replacements in pairs may hold
// the names of the format; no name is the beginning of an earlier one.
func format(pairs []string, f string) []string {
	own := strings.NewReplacer(formats[f]...)
	var all []string
	for _, p := range pairs {
		all = append(all, own.Replace(p))
	}
	all = append(all, formats[f]...)
	return append(all, "@S", f)
}
