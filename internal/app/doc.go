// Package app has the commands of tandem as functions: load a program, verify it, generate tests for it, run it, split
// its paths, reduce it to a residual program, check a witness.
//
//	task, err := app.Load(app.Options{Entry: "parse"}, "parse.c")
//	if err != nil { ... }
//	s, err := app.NewSession(task, app.VerifyOptions{TimeLimit: time.Minute})
//	if err != nil { ... }
//	report := s.Run(ctx)
//	fmt.Println(report.Verdict, report.Reason)
//
// Load reads and lowers the program; its errors describe faults of the input, with file, line and column. A Session
// runs a strategy of engines; every verdict that it returns has been checked (packages internal/check and
// internal/coop). The command in cmd/tandem and the public package at the root are thin layers over this package.
//
//	load.go      Options, Load: files, property, task definition -> Task
//	build.go     flags for reading files: of options, of a compiler, of a compilation database
//	verify.go    VerifyOptions, Session: Task -> Report
//	again.go     executions that end at invalid accesses; vacuous.go: proofs of obligations that no execution reaches
//	artefacts.go harnesses and witnesses of a verdict
//	suite.go     LoadSuite, GenerateSuite: files -> test suite
//	run.go       Run: Task, inputs -> RunResult
//	split.go     MakeSplit; range_program.go: MakeRange: Task -> ranges of its paths
//	residual.go  conditions with the remaining executions; residual_program.go: MakeResidual: Task -> residual program
//	witness.go   CheckWitness; witness_join.go: JoinWitnesses: witness, files -> WitnessReport
//	engines.go   the list of engines and strategies
package app
