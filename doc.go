// Package tandem proves assertions in C programs or breaks them with an input
// that anyone can run.
//
//	task, err := tandem.Load(tandem.Options{Entry: "parse"}, "parse.c")
//	if err != nil { ... }
//	report, err := tandem.Verify(ctx, task, tandem.VerifyOptions{TimeLimit: time.Minute})
//	fmt.Println(report.Verdict, report.Reason)
//
// Load reads and lowers the program: its errors say what is wrong with the
// input, with file, line and column. Verify runs a strategy of engines; every verdict it
// gives has been checked (package internal/check, internal/coop). The command
// in cmd/tandem is a thin layer over this package.
//
//	load.go      Options, Load: files, property, task definition -> Task
//	verify.go    VerifyOptions, Verify, Session: Task -> Report
//	artefacts.go harnesses and witnesses of a verdict
//	suite.go     LoadSuite, GenerateSuite: files -> test suite
//	witness.go   CheckWitness: witness, files -> WitnessReport
//	engines.go   the list of engines and of strategies; it stands here only
//
// The API may still change.
package tandem
