// Package build reads how a C program is compiled: flags of gcc and clang, and compilation databases
// (compile_commands.json, https://clang.llvm.org/docs/JSONCompilationDatabase.html).
//
//	db, err := build.Open("compile_commands.json", nil)
//	u, err := db.Find("src/main.c")
//	u.Config // the settings with which csrc reads the file like the compiler
//
// The package accepts a flag and applies it (flags.go), ignores a flag that does not change the meaning of programs,
// with or without a note, or refuses a flag under which Tandem would read a program with another meaning (flags.txt).
// It refuses unknown flags. Hence no flag that changes the meaning of a program is ignored silently.
//
// A database does not say which units are linked together: package app chooses the translation units of a program.
package build
