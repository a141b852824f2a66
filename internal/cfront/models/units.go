package models

import (
	"embed"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed units
var unitFiles embed.FS

// Unit returns the translation unit that defines the named function together with others, with which it shares helpers
// and state; ok is false if no unit does. Each file of units lists its functions after "//# provides:" and its objects
// after "//# objects:". The front end lowers the text once for all of them. The units of wide characters are variants
// of others (files *.variant): the texts and characters that conversions read or write have another type, but the
// formats are the same. Functions whose name begins with __tandem_ are used only by models and by package cfront.
func Unit(name string) (file, src string, ok bool) {
	file, ok = units().functions[name]
	return file, units().texts[file], ok
}

// UnitOf returns the unit that defines an object of the library, and its text; ok is false if no unit does.
func UnitOf(object string) (file, src string, ok bool) {
	file, ok = units().objects[object]
	return file, units().texts[file], ok
}

// UnitObjects returns the objects that a file of units defines, sorted.
func UnitObjects(file string) (list []string) {
	for o, f := range units().objects {
		if f == file {
			list = append(list, o)
		}
	}
	slices.Sort(list)
	return list
}

// UnitNames returns the functions of all units, sorted.
func UnitNames() []string { return slices.Sorted(maps.Keys(units().functions)) }

// unitTable has the texts of the units by file, and the file of each function and object.
type unitTable struct {
	texts, functions, objects map[string]string
}

// units returns the table of the files in units.
var units = sync.OnceValue(func() (t unitTable) {
	t = unitTable{map[string]string{}, map[string]string{}, map[string]string{}}
	made := map[string]string{}
	dir, err := unitFiles.ReadDir("units")
	if err != nil {
		return t // cannot happen: the files are embedded
	}
	for _, f := range dir {
		if b, err := unitFiles.ReadFile("units/" + f.Name()); err == nil {
			t.texts[f.Name()] = string(b)
		}
	}
	for file, text := range t.texts {
		if name, ok := strings.CutSuffix(file, ".variant"); ok {
			delete(t.texts, file)
			made[name+".c"] = variant(t.texts, text)
		}
	}
	maps.Copy(t.texts, made)
	for file, text := range t.texts {
		for line := range strings.Lines(text) {
			for mark, names := range map[string]map[string]string{"//# provides:": t.functions, "//# objects:": t.objects} {
				if list, ok := strings.CutPrefix(line, mark); ok {
					for _, n := range strings.Fields(list) {
						names[n] = file
					}
				}
			}
		}
	}
	return t
})

// variant returns the text of a unit that is a variant of another one. text is the content of a file NAME.variant
//
//	of: convert.c
//	-- replace --
//	__tandem_put_
//	-- by --
//	__tandem_wput_
//
// which names the other unit, and the replacements in its text. Each may have several lines.
func variant(units map[string]string, text string) string {
	head, rest, _ := strings.Cut(text, "\n")
	var pairs []string
	for _, pair := range strings.Split("\n"+strings.TrimSuffix(rest, "\n"), "\n-- replace --\n")[1:] {
		what, by, _ := strings.Cut(pair, "\n-- by --\n")
		pairs = append(pairs, what, by)
	}
	return strings.NewReplacer(pairs...).Replace(units[strings.TrimPrefix(head, "of: ")])
}
