// Package link reads the files of a program and matches their symbols (C17 6.2.2, 6.9).
//
//	p := link.New(cfg)
//	err := p.Enter(nil)     parse and link the files, or copy what an earlier Load of the same files has linked
//	p.RemoveBodies()        apply the options that name functions
//	p.PropertyNames()
//
// A Program owns the translation units (Unit) and the symbols (Symbol): the functions and objects with linkage, each
// with its type, its definition and its attributes after all files were read. It knows nothing of the lowered form of a
// symbol. Other packages ask it
//
//	Unit.Lookup, Unit.Named, Program.Syms   which symbol a name denotes
//	Program.Named, Near                     functions of a name, or of a similar one
//	Program.Absent, Startups, Nonnull       what the declarations of a symbol entail
//	Program.CalleeAttr, TypedefAttrs        attributes of function pointers and typedefs
//	Program.Mentioned, ArraysNamed, Fact    facts about the text, computed once for all Loads of the same files
//	Program.ParseModel                      the symbols of library models, which the program's own text does not see
//
// They may set the fields of a Symbol that lowering finds out later (AddrTaken), and make symbols of their own for
// static locals and nested functions.
//
// Config is the configuration of a Load, and Units the cache that several Loads share.
//
// # Files
//
//	config.go      Config
//	units.go       Units: parsed files, layouts, lists of functions; project.go: linked programs
//	parse.go       parsing, warnings about the files; annotations.go: ACSL
//	program.go     Program, Unit
//	link.go        Symbol; declarations and definitions, tentative ones
//	asmname.go     names for the linker, by asm and alias
//	weak.go        weak symbols
//	startup.go     constructors and destructors
//	attributes.go  the attributes of functions that return pointers, and nonnull
//	facts.go       the identifiers in the text; names.go: names that messages propose
//	removed.go     bodies that are ignored, names in options and properties
package link
