// Package models has the C source text of library functions. If a program calls such a function without a body, the
// front end lowers this text like the user's code.
//
//	src, deps, ok := models.Source("strdup")
//
// returns one self-contained translation unit: prototypes of the functions in deps (other library functions: malloc,
// strlen, memcpy), static helpers, and the definition. It includes no header and uses only predefined macros
// (__SIZE_TYPE__, __WCHAR_TYPE__), so it fits any data model.
//
// The texts are written for verification: they have plain loops over an index, no tricks on words, and no undefined
// behaviour beyond the undefined behaviour of the function itself. Each text accesses exactly the bytes that the C
// standard requires, so invalid accesses of the program show up in the model. Tests compile the texts with gcc under
// other names and compare them with the C library on random inputs: results, memory, errno.
//
// A model sets errno as glibc does, by __tandem_errno, for which the front end has a handler. Names that begin with
// __tandem_ are not functions of the library. Comparisons return the difference of the first bytes that differ (wide
// comparisons -1 or 1), like glibc's for x86.
//
// Functions that share state, or much of their text, are in one unit (see Unit).
//
// # Format of the sources
//
// A file of src has a section for each function: a line with its name and the names of the functions that it calls,
//
//	//# strdup malloc strlen memcpy
//
// and the C text up to the next such line. Text before the first section is a comment. The names after the first one
// are the deps; the text declares these functions itself. The first deps may be sections of helpers, whose names begin
// with @: their texts are put in front. A line "@include @NAME" is replaced by the text of section @NAME.
//
// The lines right after the first line of a section make further functions from its text:
//
//	//: strtol | @TYPE=long | @SIGNED=1
//
// makes strtol: in the text, strtol replaces @NAME, long replaces @TYPE, and 1 replaces @SIGNED. A section that is only
// such a template has a name with @. A pair may also replace C text: "//: __strdup | strdup(=__strdup(" in the section
// of strdup makes __strdup. NAME*, NAME*d, NAME*f and NAME*l make the functions of a name in several floating types
// (float.go). A line "//: # ..." is a comment.
//
// # Nondeterminism
//
// A model gets a value that it cannot know by a call of __VERIFIER_nondet_int, _uint or _double, and restricts the
// value by __VERIFIER_assume; both are listed in deps. The value is approximate (a run that reads it is no evidence of
// a violation), since the real value depends on earlier actions of the program. drand48 is an exception: its result is
// an input if no call seeds it.
//
// # What is not modelled
//
//   - Locales: all functions work as in the "C" locale. Local time is UTC.
//   - strtod and its variants round to nearest, and NaNs have no payload.
//   - qsort makes glibc's comparisons in their order, but sorts the array in place: a comparison that looks at other
//     elements may find them in other positions.
//   - Functions on memory, streams, time and floating-point numbers for which the IR has statements: they are in
//     package cfront.
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

// section is a section of a file of src; the package comment has the format.
type section struct {
	deps []string // the words after the name
	text string   // the C text
	made []string // the lines that begin with //:, without that mark
}

// sections are all sections, by name; order has the names in the order of the files.
type sections struct {
	byName map[string]section
	order  []string
}

// sources returns the sections of the files in src.
var sources = sync.OnceValue(func() sections {
	all := sections{byName: map[string]section{}}
	dir, err := files.ReadDir("src")
	if err != nil {
		return all // cannot happen: the files are embedded
	}
	for _, f := range dir {
		b, err := files.ReadFile("src/" + f.Name())
		if err != nil {
			continue
		}
		for _, s := range strings.Split("\n"+string(b), "\n//# ")[1:] {
			head, text, _ := strings.Cut(s, "\n")
			words := strings.Fields(head)
			sec := section{deps: words[1:]}
			for strings.HasPrefix(text, "//: ") {
				line, rest, _ := strings.Cut(text, "\n")
				sec.made, text = append(sec.made, strings.TrimPrefix(line, "//: ")), rest
			}
			sec.text = strings.TrimRight(text, "\n") + "\n"
			all.byName[words[0]] = sec
			all.order = append(all.order, words[0])
		}
	}
	return all
})

// template is a function whose text is made from a section by replacements: pairs of old and new text.
type template struct {
	section string
	pairs   []string
}

// made are the functions that "//:" lines of sections make; floats are those with a star in their name.
type made struct {
	functions map[string]template
	floats    *floatTexts
}

// templates returns the functions that are made from templates.
var templates = sync.OnceValue(func() made {
	m := made{map[string]template{}, newFloatTexts()}
	for _, name := range sources().order {
		for _, line := range sources().byName[name].made {
			words := strings.Split(line, "|")
			function := strings.TrimSpace(words[0])
			if strings.HasPrefix(function, "#") {
				continue
			}
			t := template{section: name}
			for _, w := range words[1:] {
				what, by, _ := strings.Cut(strings.TrimSpace(w), "=")
				t.pairs = append(t.pairs, what, by)
			}
			if !m.floats.add(function, t) {
				m.functions[function] = t
			}
		}
	}
	maps.Copy(m.functions, m.floats.functions())
	return m
})

// Source returns the text of a function as a translation unit, and the functions that the text calls. ok is false if
// there is no model.
func Source(name string) (src string, deps []string, ok bool) {
	if strings.HasPrefix(name, "@") {
		return "", nil, false
	}
	in := name
	t, made := templates().functions[name]
	if made {
		in = t.section
	}
	sec, ok := sources().byName[in]
	src, deps = sec.text, slices.Clone(sec.deps)
	// Static helpers are in sections of their own.
	for len(deps) > 0 && strings.HasPrefix(deps[0], "@") {
		helpers := sources().byName[deps[0]]
		src, deps = helpers.text+src, append(slices.Clone(helpers.deps), deps[1:]...)
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

// included returns src with each line "@include section" replaced by the text of that section, which has helpers that
// several functions share.
func included(src string) string {
	lines := strings.SplitAfter(src, "\n")
	for i, l := range lines {
		if name, ok := strings.CutPrefix(strings.TrimSpace(l), "@include "); ok {
			lines[i] = included(sources().byName[name].text)
		}
	}
	return strings.Join(lines, "")
}

// Names returns the functions that have a model.
func Names() (names []string) {
	for _, name := range sources().order {
		if !strings.HasPrefix(name, "@") {
			names = append(names, name)
		}
	}
	return append(names, slices.Sorted(maps.Keys(templates().functions))...)
}
