// Package library is the table of the names that ISO C, POSIX and GNU C declare, taken from the public headers of the
// GNU C library. It records how each name is modelled, and facts that the verifier needs.
//
//	e, ok := library.Find("strptime")  // {Name: "strptime", Header: "time.h", Class: Exact, ...}
//	library.FactsOf("strlen").Pure     // true
//
// table.tsv has a section for each header ("# -" for names that no header declares), and in it a row for each name: the
// name, its class, its signature, facts, and a reason.
//
//	strlen	exact	ip	toend pure native asan reserved
//	rand	over	i	errno replayed args=-	any number of its range; an input as long as nothing seeds it
//	wordexp	refused	ippi	-	patterns are not modelled
//
// The class exact means that the model has the same results and effects as the C library; a result that depends on the
// environment is an input. The class over means that the model has all behaviours of the C library (results, errno,
// memory) and more, which the reason describes. The class refused means that no verdict may depend on a call (see
// cfront.fn.refuse). A name that is not in the table and matches no rule of Find belongs to the program.
//
// A signature has a letter for the class of the result and of each parameter: v nothing, i integer, f floating, c
// complex, p pointer, s struct or union; a dot means variable arguments. Signatures distinguish a function of the
// library from a function of the program that only has its name.
//
// The facts, separated by spaces, are explained at type Facts; "-" means none if a reason follows.
//
// A modelled function needs its row in this table, and a C text (package models) or a handler (the files lib*.go of
// package cfront). The tests of package cfront compare the table with the headers and with the models.
package library

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed table.tsv
var text string

// Class is the degree to which a name is modelled.
type Class uint8

// The classes.
const (
	Refused Class = iota // a call ends the analysis: unknown (no model of f)
	Over                 // the model has more behaviours than the library
	Exact                // the model behaves like the library
	Other                // not a name of the C library
)

func (c Class) String() string { return [...]string{"refused", "over", "exact", "other"}[c] }

// object is the signature of a name that is not a function.
const object = "object"

// Entry is a row of the table, or the result of a rule for a name without a row.
type Entry struct {
	Name   string
	Header string // "-": no header declares it
	Class  Class
	Sig    string
	Facts  string // see type Facts
	Reason string // why it is not exact
}

// Object reports whether the name is an object, not a function.
func (e Entry) Object() bool { return e.Sig == object }

// Fits reports whether a declaration with signature sig may declare the library's name. A signature that ends in ? has
// no prototype.
func (e Entry) Fits(sig string) bool {
	if e.Object() || sig == object {
		return e.Object() && sig == object
	}
	if e.Sig == "" {
		return true
	}
	if sig[0] != e.Sig[0] && sig[0] != 'v' {
		return false
	}
	if strings.HasSuffix(sig, "?") {
		return true
	}
	have, haveDots := strings.CutSuffix(sig[1:], ".")
	want, wantDots := strings.CutSuffix(e.Sig[1:], ".")
	switch {
	case haveDots:
		return strings.HasPrefix(want, have)
	case wantDots:
		return strings.HasPrefix(have, want)
	}
	return have == want
}

// OtherResult reports whether a declaration with signature sig differs from the library's only in the type of the
// result.
func (e Entry) OtherResult(sig string) bool {
	return !e.Object() && sig != object && e.Sig != "" && !e.Fits(sig) && e.Fits(e.Sig[:1]+sig[1:])
}

// table returns the rows of All by name.
var table = sync.OnceValue(func() map[string]Entry {
	m := map[string]Entry{}
	for _, e := range All() {
		m[e.Name] = e
	}
	return m
})

// All returns the rows of the C library's names.
func All() []Entry {
	return slices.DeleteFunc(slices.Clone(rows()), func(e Entry) bool { return e.Class == Other })
}

// rows returns the rows of the table.
var rows = sync.OnceValue(func() (list []Entry) {
	header := "-"
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if h, ok := strings.CutPrefix(line, "# "); ok {
			header = h
			continue
		}
		w := strings.SplitN(line, "\t", 5)
		if len(w) < 3 {
			continue
		}
		e := Entry{Name: w[0], Header: header, Sig: w[2]}
		switch w[1] {
		case "exact":
			e.Class = Exact
		case "over":
			e.Class = Over
		case "other":
			e.Class = Other
		}
		if len(w) > 3 && w[3] != "-" {
			e.Facts = w[3]
		}
		if len(w) > 4 {
			e.Reason = w[4]
		}
		list = append(list, e)
	}
	return list
})

// Find returns the entry of a name: its row, or the result of a rule
//
//	__builtin_f, __f_chk       as f, but refused if f is not known: the compiler's own
//	__sync_f, __atomic_f       refused
//	__CPROVER_f, __ESBMC_f     refused, as are klee_f, Frama_C_f and __SMACK_f: functions of other verifiers
//	ff32, ff64, ff32x, ff64x   as f for float, double and long double, in <math.h>
//	fabsf128, ...              exact, for functions that are a single operation
//	ff128                      refused
//	__f                        refused, for f of <math.h> or <complex.h>
//	la_f                       refused: the linker calls them
//
// The result is false if the name has no row and matches no rule.
func Find(name string) (Entry, bool) {
	if e, ok := table()[name]; ok {
		return e, true
	}
	refused := func(header, reason string) (Entry, bool) {
		return Entry{Name: name, Header: header, Reason: reason}, true
	}
	if base := Base(name); base != name {
		if e, ok := Find(base); ok && !e.Object() {
			if strings.HasSuffix(name, "_chk") {
				e.Sig = "" // the function has more arguments than f
			}
			e.Name = name
			return e, true
		}
	}
	switch {
	case strings.HasPrefix(name, "__builtin_"), strings.HasPrefix(name, "__sync_"), strings.HasPrefix(name, "__atomic_"):
		return refused("-", "the builtin is not modelled")
	case strings.HasPrefix(name, "__CPROVER_"), strings.HasPrefix(name, "__ESBMC_"), strings.HasPrefix(name, "__SMACK_"),
		strings.HasPrefix(name, "klee_"), strings.HasPrefix(name, "Frama_C_"):
		return refused("-", "this function of another verifier is not modelled")
	case strings.HasPrefix(name, "la_"):
		if strings.HasSuffix(name, "_gnu_pltenter") || strings.HasSuffix(name, "_gnu_pltexit") {
			return refused("link.h", "dynamic linking is not modelled")
		}
	}
	if base, ok := floatN(name); ok {
		if e, ok := table()[base]; ok && !e.Object() && (e.Header == "math.h" || e.Header == "complex.h" ||
			e.Header == "stdlib.h" || e.Header == "wchar.h") {
			suffix, plain := strings.CutPrefix(name, base)
			if long, ok := table()[base+"l"]; ok && suffix == "f64x" {
				e = long
			}
			switch {
			case e.Header != "math.h" || !plain:
			case suffix == "f32", suffix == "f64", suffix == "f32x", suffix == "f64x", suffix == "f128" && FactsOf(base).Quad:
				e.Name = name
				return e, true
			}
			return refused(e.Header, "this function of the types _FloatN is not modelled")
		}
		if e, ok := table()[strings.TrimPrefix(base, "__")]; ok && strings.HasPrefix(base, "__") &&
			(e.Header == "math.h" || e.Header == "complex.h") {
			return refused(e.Header, "the types _FloatN are not modelled")
		}
	}
	if base, ok := strings.CutPrefix(name, "__"); ok {
		if e, ok := table()[base]; ok && (e.Header == "math.h" || e.Header == "complex.h") {
			return refused(e.Header, "an internal name of the library")
		}
	}
	return Entry{}, false
}

// Base returns the library's name of a builtin: strlen for __builtin_strlen and __builtin___strlen_chk.
func Base(name string) string {
	if n, ok := strings.CutPrefix(name, "__builtin_"); ok {
		name = n
	}
	if n, ok := strings.CutPrefix(name, "__"); ok {
		if n, ok := strings.CutSuffix(n, "_chk"); ok {
			return n
		}
	}
	return name
}

// floatN removes the suffix of a type _FloatN or _FloatNx from a function's name: it returns sin for sinf32, lgamma_r
// for lgammaf64x_r. The result is false if the name has no such suffix.
func floatN(name string) (string, bool) {
	stem, tail := name, ""
	if s, ok := strings.CutSuffix(name, "_r"); ok {
		stem, tail = s, "_r"
	}
	stem = strings.TrimSuffix(stem, "x")
	for _, n := range []string{"f16", "f32", "f64", "f128"} {
		if s, ok := strings.CutSuffix(stem, n); ok {
			return s + tail, true
		}
	}
	return name, false
}

// Reads0b reports whether name is glibc's version for C23 of strtol, scanf or a related function. It reads numbers with
// the prefix 0b, unlike the version for older C.
func Reads0b(name string) bool { return strings.HasPrefix(name, "__isoc23_") }
