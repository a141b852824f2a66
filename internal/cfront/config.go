package cfront

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Error is a complaint about the user's program with its position. Load returns
// one of these, or a csrc.ErrorList of several.
type Error = csrc.Error

// ErrorList is more than one complaint, in order.
type ErrorList = csrc.ErrorList

// DefaultArraySize is the number of bytes that a pointer input leads to where Config
// says nothing.
const DefaultArraySize = 64

// Config says what is loaded and which of its events are obligations.
type Config struct {
	Model       ir.DataModel
	Files       []string               // C files; each is one translation unit
	IncludeDirs []string               // -I
	Includes    []string               // -include
	Defines     []string               // -D
	Undefs      []string               // -U
	Sources     map[string][]byte      // files in memory, they win over those on disk
	PerFile     map[string]csrc.Config // how these files are read, for all that the fields above say of other files
	HostDirs    []string               // headers of this machine, for those that are not embedded
	Units       *Units                 // files that were parsed, kept for other Loads; nil: none

	Step func(name string, size int) // called after each step, with the number of locations and edges; nil: not called

	// Tests set it: calls through pointers share a dispatcher where calls times functions are more than this
	// (ptrdispatch.go). 0: fewTests.
	sharedAbove int

	// PropertyKind is the name of the property file ("unreach-call",
	// "unreach-label", "no-overflow", ...); "" if there is none: then the
	// assertions of every dialect are obligations.
	PropertyKind string
	ErrorFunc    string // unreach-call: the function that must not be called
	Label        string // unreach-label: the label that must not be reached

	Checks       []string // kinds of undefined behaviour that are obligations
	ErrorFuncs   []string // more functions that must not be called, where there is no property file
	RemoveBodies []string // functions that are taken as only declared
	Window       int      // lines of functions that are lowered, about (window.go); 0: all
	// functions without a body that allocate or free: NAME (as malloc), NAME=LIKE (library/allocators.tsv)
	Allocators []string

	Entry        string      // the C function where the program starts; "" is main
	EntryFile    string      // which file's, where several have a static function of that name; "": there is one
	Assume       []string    // C expressions over the entry's parameters that are not 0 when it is called
	Sizes        []ParamSize // the objects that pointer parameters lead to
	HavocGlobals bool        // globals start with arbitrary contents
	// parameters of the entry that it looks before may lead past the beginning of their objects
	Fronts        bool
	AliasNone     bool  // the entry's pointer parameters, and pointers in their objects, lead to objects of their own
	ArraySize     int64 // bytes that a pointer input leads to, at least the size of its type; 0: DefaultArraySize
	MallocMayFail bool
	MMIO          []Range // addresses of devices' registers (device.go)
	VolatileInput bool    // each read of a volatile object is an input
	SeeOverflow   bool    // signed overflow of __int128 is made visible to the pass that looks for it
	// what functions of other verifiers answer is kept in registers of their own (ir.AnswerTo), for harnesses
	Answers       bool
	Reads         bool   // what library functions only read is read where no check asks for it: see instrument.Readers
	MissingBodies string // input, havoc or unknown; "" is input
}

func (c *Config) entry() string {
	if c.Entry == "" {
		return "main"
	}
	return c.Entry
}

// ParamSize is the number of bytes that a pointer parameter of the entry leads to: one number, any from Lo to Hi,
// or a C expression over the other parameters. The object is the parameter's own.
type ParamSize struct {
	Param  string
	Lo, Hi int64
	Expr   string // "" if it is Lo to Hi
}

// noProperty reports whether there is no property file.
func (c *Config) noProperty() bool {
	return c.PropertyKind == "" && c.ErrorFunc == "" && c.Label == ""
}

// isErrorFunc reports whether a call of name is a violation; the body of such a
// function is never entered.
func (c *Config) isErrorFunc(name string) bool {
	switch {
	case c.ErrorFunc != "" && name == c.ErrorFunc, c.noProperty() && slices.Contains(c.ErrorFuncs, name):
		return true
	case conventional(name):
		return c.noProperty() || conventional(c.ErrorFunc)
	}
	return false
}

// conventional are the two names that the competitions gave their error function, one after the other: a property that
// names one of them means the other, too.
func conventional(name string) bool { return name == "reach_error" || name == "__VERIFIER_error" }

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

// unsignedChar reports whether plain char is unsigned; the files have to agree (Load).
func (c *Config) unsignedChar() bool {
	for _, f := range c.Files {
		if c.PerFile[f].UnsignedChar {
			return true
		}
	}
	return false
}

// source returns the part of the configuration that csrc needs for a file.
func (c *Config) source(file string) csrc.Config {
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
