package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/near"
)

// Check is a value of --check: a name for a group of kinds of undefined behaviour.
type Check struct {
	Name, Doc string
	Kinds     []string // kinds of obligations, constants of package ir
	Default   bool     // checked unless a property file or --check is given
}

// checks returns all groups.
func checks() []Check {
	return []Check{
		{"memory", "reads, writes and frees outside of live objects", []string{ir.ValidDeref, ir.ValidFree}, true},
		{"overflow", "signed overflow", []string{ir.NoOverflow}, true},
		{"division", "division by zero", []string{ir.ValidDivision}, true},
		{"shift", "shift amounts out of range", []string{ir.ValidShift}, true},
		{"call", "calls through pointers that lead to no fitting function, longjmp to functions that have returned",
			[]string{ir.ValidCall}, true},
		{"unreachable", "__builtin_unreachable and traps", []string{ir.Unreachable, ir.NoTrap}, true},
		{"argument", "arguments that functions of the library forbid: memory that overlaps, values that are no characters, " +
			"wrong formats of printf", []string{ir.ValidArgument}, true},
		{"size", "lengths of variable length arrays that are not positive, or too large", []string{ir.ValidSize}, true},
		{"index", "indices that leave an array inside of a structure, or a row of a matrix", []string{ir.ValidIndex}, true},
		{"return", "the value of a call that returned none", []string{ir.MissingReturn}, true},
		{"uninit", "branches decided by variables without a value", []string{ir.UninitBranch}, false},
		{"leak", "memory to which no pointer leads when the program ends", []string{ir.ValidMemtrack}, false},
		{"cleanup", "memory that is not freed at the end", []string{ir.ValidMemcleanup}, false},
	}
}

// ReadChecks parses the value of --check: names separated by commas, default, all or none. It returns the kinds of
// obligations, sorted.
func ReadChecks(text string) ([]string, error) {
	var kinds []string
	for _, name := range strings.Split(text, ",") {
		name = strings.TrimSpace(name)
		found := name == "none" || name == "default" || name == "all"
		for _, c := range checks() {
			if c.Name == name || name == "all" || name == "default" && c.Default {
				kinds, found = append(kinds, c.Kinds...), true
			}
		}
		if !found {
			return nil, fmt.Errorf("--check: there is no check %q; there are %s, default, all and none%s", name,
				strings.Join(CheckNames(), ", "), near.Mean(name, append(CheckNames(), "default", "none", "all")))
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds), nil
}

// ChecksText returns a value of --check that selects the given kinds: default, all, or the names of groups; "" if there
// are no kinds. Kinds that do not make up a complete group keep their own names; property files may ask for such kinds.
func ChecksText(kinds []string) string {
	for _, name := range []string{"default", "all"} {
		if all, err := ReadChecks(name); err == nil && slices.Equal(all, slices.Sorted(slices.Values(kinds))) {
			return name
		}
	}
	var names []string
	rest := slices.Clone(kinds)
	for _, c := range checks() {
		if !slices.ContainsFunc(c.Kinds, func(k string) bool { return !slices.Contains(kinds, k) }) {
			names = append(names, c.Name)
			rest = slices.DeleteFunc(rest, func(k string) bool { return slices.Contains(c.Kinds, k) })
		}
	}
	return strings.Join(append(names, rest...), ",")
}

// CheckNames returns the names of the groups.
func CheckNames() (names []string) {
	for _, c := range checks() {
		names = append(names, c.Name)
	}
	return names
}

// Undefined returns the kinds of undefined behaviour that a property forbids. It returns nil if the property is about
// something else, and ok is false if Tandem does not know the property.
func (p Property) Undefined() (kinds []string, ok bool) {
	switch p.Kind {
	case "unreach-call", "unreach-label", "assertion":
		return nil, !p.Cover
	case "def-behavior":
		all, err := ReadChecks("default")
		return all, err == nil
	}
	if all, err := ReadChecks("all"); err == nil && slices.Contains(all, p.Kind) {
		return []string{p.Kind}, true
	}
	return nil, false
}

// Specification returns the properties that are checked without a property file, in the syntax of such a file: no
// assertion fails, and the program has no undefined behaviour of the given kinds.
func Specification(entry string, kinds []string) string {
	formula := map[string]string{"def-behavior": "G def-behavior"}
	for text, kind := range ltlKinds {
		formula[kind] = text
	}
	said := []string{"assertion"}
	if all, _ := ReadChecks("default"); !slices.ContainsFunc(all,
		func(k string) bool { return !slices.Contains(kinds, k) }) {
		said = append(said, "def-behavior")
		kinds = slices.DeleteFunc(slices.Clone(kinds), func(k string) bool { return slices.Contains(all, k) })
	}
	var out []string
	for _, k := range append(said, kinds...) {
		out = append(out, fmt.Sprintf("CHECK( init(%s()), LTL(%s) )", entry, formula[k]))
	}
	return strings.Join(out, " ")
}
