// Package testgen makes inputs, replays tests and shrinks them.
//
// A run asks for its inputs one by one (exec.Inputs). This package answers in
// three ways:
//
//	Pool      values worth trying for a type: small ones, boundaries, the
//	          program's own constants, few random bits (random.go of the engine uses it)
//	Replay    the values of a test, zero where it has none
//	Minimise  fewer and smaller values that still reach the goal, for people
//
// Everything is deterministic given a seed.
package testgen
