// Package models is C source text of library functions. The front end lowers it
// like the user's code where a program calls such a function without a body.
//
//	src, deps, ok := models.Source("strdup")
//
// gives one self-contained translation unit: prototypes of the functions in deps
// (other library functions: malloc, strlen, memcpy), static helpers, and the
// definition. It includes no header and relies on predefined macros only
// (__SIZE_TYPE__, __WCHAR_TYPE__), so it fits any data model.
//
// The texts are written for verification: plain loops over an index, no tricks
// on words, no undefined behaviour beyond that of the function itself. Each
// reads and writes exactly the bytes that the C standard says, so invalid
// accesses of the program show in the model. Tests compile them with gcc under
// other names and compare with the C library on random inputs: results, memory, errno.
//
// A model sets errno as glibc does, by __tandem_errno, for which the front end has a
// handler; names that begin with __tandem_ are no functions of the library. Comparisons
// give the difference of the first bytes that differ (wide ones -1 or 1), as glibc's for
// x86 do.
//
// Functions that share state or much of their text stand together in one unit
// (Unit, the files of units).
//
// # Nondeterminism
//
// A model takes what it cannot know by calling __VERIFIER_nondet_int, _uint or
// _double and restricts it by __VERIFIER_assume; these are named in deps. What it gets is
// approximate (a run that reads it shows no violation), as it depends on what the program
// did; but for drand48, which is an input where nothing seeds it.
//
// # What is not modelled
//
//   - Locales: all functions work as in the "C" locale. Local time is UTC.
//   - strtod and its kin round to the nearest, and NaNs have no payload.
//   - qsort makes glibc's comparisons in their order, but the array is sorted in place
//     meanwhile: a comparison that looks at other elements may see them elsewhere.
//   - Memory, stdio, time and floating point functions that the IR has statements
//     for are not here but in package cfront.
package models

import (
	"embed"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed src
var files embed.FS

// template is a function whose text is made from a common one: the placeholders
// @NAME, @TYPE, ... are replaced.
type template struct {
	text  string // section, with @
	pairs []string
}

// templates are the functions of one text.
var templates = sync.OnceValue(makeTemplates)

func makeTemplates() map[string]template {
	strtol := func(t, u, signed, char, binary string) template {
		return template{"@strtol", []string{"@TYPE", t, "@UTYPE", u, "@SIGNED", signed, "@CHAR", char, "@BINARY", binary}}
	}
	// The middle between two neighbours has at most 768 digits for double, 11,515 for long double.
	short := []string{"@LONG", "0", "@WORDS", "700", "@DIGITS", "800"}
	long := []string{"@LONG", "1", "@WORDS", "1400", "@DIGITS", "12000"}
	ts := map[string]template{
		"atoi":  {"@atoi", []string{"@TYPE", "int"}},
		"atol":  {"@atoi", []string{"@TYPE", "long"}},
		"atoll": {"@atoll", nil},
		"atoq":  {"@atoll", nil},

		"__tandem_scanfloat":  {"@scanfloat", append([]string{"@CHAR", "char"}, short...)},
		"__tandem_wscanfloat": {"@scanfloat", append([]string{"@CHAR", wide}, short...)},
		"__tandem_scanlong":   {"@scanfloat", append([]string{"@CHAR", "char"}, long...)},
		"__tandem_wscanlong":  {"@scanfloat", append([]string{"@CHAR", wide}, long...)},

		"strtod":  {"@strtod", []string{"@CHAR", "char", "@SCAN", "__tandem_scanfloat"}},
		"strtof":  {"@strtof", []string{"@CHAR", "char", "@SCAN", "__tandem_scanfloat"}},
		"wcstod":  {"@strtod", []string{"@CHAR", wide, "@SCAN", "__tandem_wscanfloat"}},
		"strtold": {"@strtold", []string{"@CHAR", "char", "@SCAN", "__tandem_scanlong"}},
		"wcstold": {"@strtold", []string{"@CHAR", wide, "@SCAN", "__tandem_wscanlong"}},
		"wcstof":  {"@strtof", []string{"@CHAR", wide, "@SCAN", "__tandem_wscanfloat"}},

		"__tandem_strftime": {"@strftime", []string{"@DEP", "__tandem_strftime0", "@WHOLE",
			"__tandem_strftime0(whole, 128, sub, p)"}},
		// for what stands for several conversions
		"__tandem_strftime0": {"@strftime", []string{"@DEP", "__tandem_civil", "@WHOLE", "0"}},

		"gmtime_r":    {"@timer", []string{"@ZONE", "GMT"}},
		"localtime_r": {"@timer", []string{"@ZONE", "UTC"}},
		"gmtime":      {"@time", nil},
		"localtime":   {"@time", nil},
		"timegm":      {"@mktime", []string{"@ZONE", "GMT", "@LESS", "0"}},
		"mktime":      {"@mktime", []string{"@ZONE", "UTC", "@LESS", "p->tm_isdst > 0 ? 3600 : 0"}},
		"timelocal":   {"@mktime", []string{"@ZONE", "UTC", "@LESS", "p->tm_isdst > 0 ? 3600 : 0"}},

		"mbrtowc":  {"@mbrto", []string{"@CHAR", wide}},
		"mbrtoc16": {"@mbrto", []string{"@CHAR", "unsigned short"}},
		"mbrtoc32": {"@mbrto", []string{"@CHAR", "unsigned"}},
		"mbrlen":   {"@mbrlen", nil},
		"__mbrlen": {"@mbrlen", nil},
		"wcrtomb":  {"@rtomb", []string{"@CHAR", wide}},
		"c32rtomb": {"@rtomb", []string{"@CHAR", "unsigned"}},

		"mbstowcs":   {"@mbsto", []string{"@FROM", "char", "@TO", wide}},
		"wcstombs":   {"@mbsto", []string{"@FROM", wide, "@TO", "char"}},
		"mbsrtowcs":  {"@mbsrto", []string{"@FROM", "char", "@TO", wide}},
		"wcsrtombs":  {"@mbsrto", []string{"@FROM", wide, "@TO", "char"}},
		"mbsnrtowcs": {"@mbsnrto", []string{"@FROM", "char", "@TO", wide}},
		"wcsnrtombs": {"@mbsnrto", []string{"@FROM", wide, "@TO", "char"}},
	}
	for _, k := range []struct{ name, t, u, signed string }{
		{"l", "long", "unsigned long", "1"}, {"ul", "unsigned long", "unsigned long", "0"},
		{"ll", "long long", "unsigned long long", "1"}, {"ull", "unsigned long long", "unsigned long long", "0"},
		{"q", "long long", "unsigned long long", "1"}, {"uq", "unsigned long long", "unsigned long long", "0"},
		{"imax", "__INTMAX_TYPE__", "__UINTMAX_TYPE__", "1"}, {"umax", "__UINTMAX_TYPE__", "__UINTMAX_TYPE__", "0"},
	} {
		for prefix, char := range map[string]string{"strto": "char", "wcsto": wide} {
			ts[prefix+k.name] = strtol(k.t, k.u, k.signed, char, "0")
			ts["__isoc23_"+prefix+k.name] = strtol(k.t, k.u, k.signed, char, "1") // C23 has 0b
		}
	}
	for alias, name := range map[string]string{
		"__strdup": "strdup", "__strndup": "strndup", "__stpcpy": "stpcpy", "__stpncpy": "stpncpy",
		"__rawmemchr":  "rawmemchr",
		"__strcasecmp": "strcasecmp", "__memcmpeq": "bcmp", "__strtok_r": "strtok_r", "__strcasestr": "strcasestr",
		"__argz_create": "argz_create", "__argz_count": "argz_count", "__argz_extract": "argz_extract",
		"__argz_stringify": "argz_stringify", "__argz_next": "argz_next",
	} {
		ts[alias] = template{name, []string{name + "(", alias + "("}}
	}
	addFloats(ts)
	maps.Copy(ts, wideTemplates())
	maps.Copy(ts, localeTemplates())
	for name, bits := range map[string]string{"htonl": "32", "ntohl": "32", "htons": "16", "ntohs": "16"} {
		ts[name] = template{"@swap" + bits, nil}
	}
	return ts
}

const wide = "__WCHAR_TYPE__"

// Source returns the text of one function as a translation unit, and the
// functions that it calls. ok is false if there is no model.
func Source(name string) (src string, deps []string, ok bool) {
	if strings.HasPrefix(name, "@") {
		return "", nil, false
	}
	section := name
	t, made := templates()[name]
	if made {
		section = t.text
	}
	src, deps, ok = find(section)
	// Static helpers stand in a section of their own.
	for len(deps) > 0 && strings.HasPrefix(deps[0], "@") {
		helpers, more, _ := find(deps[0])
		src, deps = helpers+src, append(slices.Clone(more), deps[1:]...)
	}
	if made {
		r := strings.NewReplacer(append([]string{"@NAME", name}, t.pairs...)...)
		src = r.Replace(included(src))
		for i, d := range deps {
			deps[i] = r.Replace(d)
		}
	}
	return included(src), deps, ok
}

// included replaces the lines "@include section" by the text of helpers that
// several functions share.
func included(src string) string {
	lines := strings.SplitAfter(src, "\n")
	for i, l := range lines {
		if name, ok := strings.CutPrefix(strings.TrimSpace(l), "@include "); ok {
			text, _, _ := find(name)
			lines[i] = included(text)
		}
	}
	return strings.Join(lines, "")
}

// Names lists all functions that have a model.
func Names() (names []string) {
	each(func(name string, _ []string, _ string) bool {
		if !strings.HasPrefix(name, "@") {
			names = append(names, name)
		}
		return true
	})
	return append(names, slices.Sorted(maps.Keys(templates()))...)
}

func find(section string) (src string, deps []string, ok bool) {
	each(func(name string, d []string, text string) bool {
		if name == section {
			src, deps, ok = text, d, true
		}
		return !ok
	})
	return src, deps, ok
}

// each visits the sections: a line "//# name dep..." and the text up to the
// next such line.
func each(visit func(name string, deps []string, text string) bool) {
	dir, err := files.ReadDir("src")
	if err != nil {
		return // embedded: cannot be
	}
	for _, f := range dir {
		b, err := files.ReadFile("src/" + f.Name())
		if err != nil {
			return
		}
		for _, s := range strings.Split("\n"+string(b), "\n//# ")[1:] {
			head, text, _ := strings.Cut(s, "\n")
			words := strings.Fields(head)
			if !visit(words[0], words[1:], strings.TrimRight(text, "\n")+"\n") {
				return
			}
		}
	}
}
