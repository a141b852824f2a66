package link

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// DefaultArraySize is the number of bytes of an object that a pointer input points to, unless Config has another size.
const DefaultArraySize = 64

// Config describes the program to load, and which of its events are obligations.
type Config struct {
	Model       ir.DataModel
	Files       []string               // C files; each is one translation unit
	IncludeDirs []string               // -I
	Includes    []string               // -include
	Defines     []string               // -D
	Undefs      []string               // -U
	Sources     map[string][]byte      // files in memory by name; they take precedence over files on disk
	PerFile     map[string]csrc.Config // options for single files, by name; they replace the options above
	HostDirs    []string               // directories of this machine for headers that are not embedded
	Units       *Units                 // cache of parsed files that several Loads share; nil if there is none

	Step func(name string, size int) // if not nil, called after each step with the number of locations and edges

	// SharedAbove is for tests: calls through pointers share a dispatcher if the number of calls times the number of
	// functions is larger (ptrdispatch.go). 0 means fewTests.
	SharedAbove int

	// PropertyKind is the name of the property file ("unreach-call", "unreach-label", "no-overflow", ...). If it is "",
	// there is none, and the assertions of every dialect are obligations.
	PropertyKind string
	ErrorFunc    string // unreach-call: the function that must not be called
	Label        string // unreach-label: the label that must not be reached

	Checks       []string // kinds of undefined behaviour that are obligations
	ErrorFuncs   []string // further functions that must not be called if there is no property file
	RemoveBodies []string // functions whose bodies are ignored
	Window       int      // approximate number of lines of the functions to lower (window.go); 0 means all
	// Allocators lists functions without a body that allocate or free: NAME (as malloc), or NAME=LIKE
	// (library/table.tsv).
	Allocators []string

	Entry        string      // the C function where the program starts; "" is main
	EntryFile    string      // the file of Entry, if several files have a static function of that name; else ""
	Assume       []string    // C expressions over the entry's parameters, assumed not to be 0 when it is called
	Sizes        []ParamSize // sizes of the objects that pointer parameters point to
	HavocGlobals bool        // globals start with arbitrary contents
	// Fronts lets pointer parameters point past the beginning of their objects if the entry accesses memory before them.
	Fronts        bool
	AliasNone     bool    // the entry's pointer parameters, and pointers in their objects, point to distinct objects
	Null          string  // inside or none: the pointers to objects that are not null (NullInside, NullNone); "" is may
	ArraySize     int64   // bytes that a pointer input points to, at least the size of its type; 0 means DefaultArraySize
	MallocMayFail bool    // allocations may return null
	MMIO          []Range // addresses of devices' registers (device.go)
	VolatileInput bool    // each read of a volatile object is an input
	SeeOverflow   bool    // signed overflow of __int128 and _BitInt is made visible to the pass that checks it
	// Answers keeps the results of functions of other verifiers in registers of their own (ir.AnswerTo), for harnesses.
	Answers       bool
	Reads         bool   // emit the reads of library functions even if no check needs them (instrument.Readers)
	MissingBodies string // effect of calls of functions without a body: input, havoc or unknown; "" is input
}

// Values of Config.Null. NullInside: parameters of the entry function are not null. NullNone: neither are the pointers
// in memory that is an input, from their first read on.
const (
	NullInside = "inside"
	NullNone   = "none"
)

// EntryName returns the name of the entry function.
func (c *Config) EntryName() string {
	if c.Entry == "" {
		return "main"
	}
	return c.Entry
}

// ParamSize is the size in bytes of the object that a pointer parameter of the entry points to: a number, any number
// from Lo to Hi, or a C expression over the other parameters. No other pointer input points to the object.
type ParamSize struct {
	Param  string
	Lo, Hi int64
	Expr   string // "" if it is Lo to Hi
}

// NoProperty reports whether there is no property file.
func (c *Config) NoProperty() bool {
	return c.PropertyKind == "" && c.ErrorFunc == "" && c.Label == ""
}

// IsErrorFunc reports whether a call of name is a violation. The body of such a function is never entered.
func (c *Config) IsErrorFunc(name string) bool {
	switch {
	case c.ErrorFunc != "" && name == c.ErrorFunc, c.NoProperty() && slices.Contains(c.ErrorFuncs, name):
		return true
	case Conventional(name):
		return c.NoProperty() || Conventional(c.ErrorFunc)
	}
	return false
}

// Conventional reports whether name is one of the two names that the competitions have used for their error function. A
// property that names one of them also means the other.
func Conventional(name string) bool { return name == "reach_error" || name == "__VERIFIER_error" }

// Flags returns the options for the preprocessor as C compilers take them.
func (c *Config) Flags() (flags []string) {
	for _, d := range c.IncludeDirs {
		flags = append(flags, "-I", d)
	}
	for _, f := range c.Includes {
		flags = append(flags, "-include", f)
	}
	for _, d := range c.Defines {
		flags = append(flags, "-D", d)
	}
	for _, u := range c.Undefs {
		flags = append(flags, "-U", u)
	}
	return flags
}

// unsignedChar reports whether plain char is unsigned. Load rejects files that differ in this.
func (c *Config) unsignedChar() bool {
	for _, f := range c.Files {
		if c.PerFile[f].UnsignedChar {
			return true
		}
	}
	return false
}

// Source returns the part of the configuration that csrc needs for a file.
func (c *Config) Source(file string) csrc.Config {
	if own, is := c.PerFile[file]; is {
		own.Model, own.Sources = c.Model, c.Sources
		return own
	}
	return csrc.Config{
		HostDirs:    c.HostDirs,
		Model:       c.Model,
		IncludeDirs: c.IncludeDirs,
		Includes:    c.Includes,
		Defines:     c.Defines,
		Undefs:      c.Undefs,
		Sources:     c.Sources,
	}
}

// HasCheck reports whether the given kind of check is selected.
func (c *Config) HasCheck(kind string) bool { return slices.Contains(c.Checks, kind) }

// Range is a range of addresses, from Lo to Hi inclusive.
type Range struct{ Lo, Hi uint64 }
