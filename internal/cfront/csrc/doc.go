// Package csrc reads C: it preprocesses, parses and types one translation unit with modernc.org/cc/v4, without a host
// compiler and without the host's headers.
//
//	u, err := csrc.Parse(csrc.Config{Model: ir.LP64, IncludeDirs: []string{"include"}}, "main.c")
//	if err != nil {
//		return err // *csrc.Error or csrc.ErrorList: file, line, column, what is wrong
//	}
//	csrc.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
//		fmt.Println(u.Pos(n)) // its position in the user's file
//		return true
//	})
//
// # How a file is read
//
// The preprocessor reads files in memory, files on disk, and embedded headers. A file of the user is prepared first. It
// is split into raw tokens (lex.go), and rejected if it exceeds limits that protect cc (limits.go). Constructs that gcc
// accepts and cc does not are edited by rules (rewrite.go, abstract.go, arrays.go, enums.go, gnu.go, pack.go). The
// rules are numbered in rewrite.go, and rules_test.go shows each. Edits preserve lines and record columns, so Unit.Pos
// returns positions in the original file. Then cc parses predefined macros, builtins and program (prologue.go,
// translate.go). The package rephrases cc's errors (errors.go, locate.go), and reports errors that gcc finds and cc
// does not (check.go).
//
// # Headers
//
// `#include "f"` searches in the folder of the including file, then in IncludeDirs, then among the embedded headers;
// `#include <f>` leaves out the first. The embedded headers (include/) declare C17's library and some of POSIX;
// HostDirs have others; -I /usr/include works too, for the machine's own headers. tandem.h is for programs that are
// both verified and built by a compiler: see the comment at its head.
//
// # Positions
//
// A position is a line and column of the file given, as editors count (bytes, from 1). `#line` and `# 12 "f.c"` affect
// only __LINE__ and __FILE__: witnesses and messages refer to the file that is verified. The expansion of a macro has
// the position of the macro's use.
//
// # What is not supported
//
// The package reports an error for each of these: arrays that are initialised by strings of char16_t and char32_t
// inside of other initialisers, #line together with macros that make strings of lines, __TIMESTAMP__, __label__ in
// macros that are used twice in a function, #pragma pack by _Pragma or inside of a declaration, attribute mode on
// anything but an integer or float type that is written out, attribute cleanup on anything but variables, decimal
// floating point, C23 beyond the part that gcc 12 accepts in -std=gnu17.
//
// The types in the tree are those that cc computed, until package layout corrects them (Layout.Add). The sizes,
// alignments, offsets and folded values in the tree must not be used at all: package layout computes its own.
package csrc
