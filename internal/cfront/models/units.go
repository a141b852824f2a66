package models

import (
	"embed"
	"maps"
	"slices"
	"strings"
)

//go:embed units
var unitFiles embed.FS

// Unit is the translation unit that defines a function together with others, with
// which it shares helpers and state: the files of units, each of which lists its
// functions behind "//# provides:". A text is lowered once for all of them.
// Functions that begin with __tandem_ are known to models and to package cfront only.
func Unit(name string) (file, src string, ok bool) {
	file, ok = units()[name]
	if !ok {
		return "", "", false
	}
	b, err := unitFiles.ReadFile("units/" + file)
	return file, string(b), err == nil
}

// UnitNames lists all functions of units.
func UnitNames() []string { return slices.Sorted(maps.Keys(units())) }

// units maps functions to their files.
func units() map[string]string {
	m := map[string]string{}
	dir, err := unitFiles.ReadDir("units")
	if err != nil {
		return m // embedded: cannot be
	}
	for _, f := range dir {
		b, err := unitFiles.ReadFile("units/" + f.Name())
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(b)) {
			if list, ok := strings.CutPrefix(line, "//# provides:"); ok {
				for _, n := range strings.Fields(list) {
					m[n] = f.Name()
				}
			}
		}
	}
	return m
}
