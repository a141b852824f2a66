// Package csrc reads C: it preprocesses, parses and types one translation unit
// with modernc.org/cc/v4, without a host compiler and without the host's
// headers.
//
//	u, err := csrc.Parse(csrc.Config{Model: ir.LP64, IncludeDirs: []string{"include"}}, "main.c")
//	if err != nil {
//		return err // *csrc.Error or csrc.ErrorList: file, line, column, what is wrong
//	}
//	csrc.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
//		fmt.Println(u.Pos(n)) // where it stands in the user's file
//		return true
//	})
//
// # How a file is read
//
// Everything that the preprocessor opens comes from files (in memory, on disk,
// or embedded headers). A file of the user's is prepared first: split into
// raw tokens (lex.go), checked for what could overwhelm cc (limits.go), and edited
// where cc does not take what gcc takes (rewrite.go, abstract.go, arrays.go, enums.go, gnu.go, pack.go;
// the rules are numbered in rewrite.go, rules_test.go shows each). Edits keep lines
// and remember columns, so Unit.Pos gives places of the original. Then cc runs over
// predefined macros, builtins and program (prologue.go, translate.go), its errors
// are put into words (errors.go, locate.go), and what gcc refuses and cc does
// not is looked for (check.go).
//
// # Headers
//
// `#include "f"` looks in the folder of the including file, then in IncludeDirs, then among
// the embedded headers; `#include <f>` leaves out the first. The embedded ones
// (include/) declare C17's library and some of POSIX; HostDirs have others; -I /usr/include works too, if
// the machine's headers are wanted. tandem.h is for programs that are both verified
// and built by a compiler: see the comment at its head.
//
// # Positions
//
// A position is a line and column of the file given, as editors count (bytes,
// from 1). `#line` and `# 12 "f.c"` have no influence but on __LINE__ and __FILE__: witnesses
// and messages speak of the file that is verified. The expansion of a macro is at
// the macro's use.
//
// # What is not supported
//
// Arrays that are initialised by strings of char16_t and char32_t inside of other initialisers, #line
// next to macros that make strings of lines, __TIMESTAMP__, __label__ in macros that are used twice in a
// function, #pragma pack by _Pragma or inside of a declaration,
// attribute mode on anything but an integer or float type that is
// written out, attribute cleanup but on variables, decimal floating point, C23 beyond what gcc 12
// takes in -std=gnu17. Each is an error that says so.
//
// Types in the tree are cc's until package layout has corrected them (Layout.Add); sizes, alignments,
// offsets and folded values are not to be used at all (package layout again).
package csrc
