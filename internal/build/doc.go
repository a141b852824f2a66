// Package build reads what compilers of C were told: flags of gcc and clang, and databases of compilation
// (compile_commands.json, https://clang.llvm.org/docs/JSONCompilationDatabase.html).
//
//	db, err := build.Open("compile_commands.json", nil)
//	u, err := db.Find("src/main.c")
//	u.Config // how csrc reads the file, as the compiler did
//
// A flag is taken (flags.go), ignored by its name because it changes no meaning, ignored with a note, or refused
// because the program would mean something else than what is read (flags.txt). An unknown one is refused. So nothing
// that changes the meaning of a program is passed over in silence.
//
// select.go says which translation units make a program: databases do not say what is linked with what.
package build
