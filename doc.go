// Package tandem proves assertions in C programs, and the absence of undefined behaviour, or breaks them with an input
// that anyone can run.
//
//	p, err := tandem.Load(tandem.Options{Entry: "parse"}, "parse.c")
//	if err != nil { ... } // *tandem.InputError: file, line, column and what is wrong
//	r, err := p.Verify(ctx, tandem.VerifyOptions{TimeLimit: time.Minute})
//	if err != nil { ... }
//	fmt.Println(r.Verdict, r.Reason)
//
// A Program is verified (Verify), run on inputs (Run), tested (Test) or split into ranges of its paths (Split). Every
// verdict that Verify returns has been checked: a proof again by a checker of its own, a violation by running it.
// docs/architecture.md says how, docs/semantics.md what a program means.
//
// The command in cmd/tandem has more options than this package. The version is before 1: the API may still change.
package tandem
