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
// other names and compare with the C library on random inputs.
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
//   - errno: whoever reads it (by __errno_location, as the embedded errno.h does)
//     finds an arbitrary value, whatever was stored before.
//   - Locales: all functions work as in the "C" locale.
//   - qsort is an insertion sort: which of several orders of equal elements comes
//     out, and which comparisons are made, is one of the possible choices.
//   - Memory, stdio, time and floating point functions that the IR has statements
//     for are not here but in package cfront.
package models

import (
	"embed"
	"maps"
	"slices"
	"strings"
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
func templates() map[string]template {
	strtol := func(t, u, signed string) template {
		return template{"@strtol", []string{"@TYPE", t, "@UTYPE", u, "@SIGNED", signed}}
	}
	long := strtol("long", "unsigned long", "1")
	ulong := strtol("unsigned long", "unsigned long", "0")
	llong := strtol("long long", "unsigned long long", "1")
	ullong := strtol("unsigned long long", "unsigned long long", "0")
	return map[string]template{
		"strtol": long, "__isoc23_strtol": long,
		"strtoul": ulong, "__isoc23_strtoul": ulong,
		"strtoll": llong, "__isoc23_strtoll": llong, "strtoq": llong,
		"strtoull": ullong, "__isoc23_strtoull": ullong, "strtouq": ullong,
		"strtoimax": strtol("__INTMAX_TYPE__", "__UINTMAX_TYPE__", "1"),
		"strtoumax": strtol("__UINTMAX_TYPE__", "__UINTMAX_TYPE__", "0"),
		"atoi":      {"@atoi", []string{"@TYPE", "int"}},
		"atol":      {"@atoi", []string{"@TYPE", "long"}},
		"atoll":     {"@atoll", nil},
		"atoq":      {"@atoll", nil},
		"ldexp":     {"@ldexp", []string{"@TYPE", "int"}},
		"scalbn":    {"@ldexp", []string{"@TYPE", "int"}},
		"scalbln":   {"@ldexp", []string{"@TYPE", "long"}},
		"ldexpf":    {"@ldexpf", []string{"@TYPE", "int"}},
		"scalbnf":   {"@ldexpf", []string{"@TYPE", "int"}},
		"scalblnf":  {"@ldexpf", []string{"@TYPE", "long"}},
	}
}

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
	if made {
		src = strings.NewReplacer(append(t.pairs, "@NAME", name)...).Replace(src)
	}
	return src, deps, ok
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
