// Package tandem verifies C programs: it proves assertions and the absence of undefined behaviour, or finds inputs that
// violate them. Anyone can run the program on these inputs and see the violation.
//
//	p, err := tandem.Load(tandem.Options{Entry: "parse"}, "parse.c")
//	if err != nil { ... } // *tandem.InputError: file, line, column and what is wrong
//	r, err := p.Verify(ctx, tandem.VerifyOptions{TimeLimit: time.Minute})
//	if err != nil { ... }
//	fmt.Println(r.Verdict, r.Reason)
//
// A Program is verified (Verify), run on inputs (Run), tested (Test) or split into ranges of its paths (Split). Every
// verdict that Verify returns has been checked: a separate checker has confirmed the proof, or a run has shown the
// violation. docs/architecture.md describes this, and docs/semantics.md the meaning of a program.
//
// The command in cmd/tandem has more options than this package. The version is before 1: the API may still change.
package tandem
