package ir

import "strings"

// A register may keep what a function that C does not have answers in an execution (CBMC's r_ok, OBJECT_SIZE, ...): a
// compiled program has no other way to know. Its CType names the function.

const answerTo = "answer of "

// AnswerTo is the CType of a register that keeps what the named function answers.
func AnswerTo(name string) string { return answerTo + name }

// Answers is the function whose answer a register keeps, "" if it keeps none.
func (v *Var) Answers() string {
	name, ok := strings.CutPrefix(v.CType, answerTo)
	if !ok {
		return ""
	}
	return name
}

// ErrnoOf is how the name of the input ends that says which error a function of the library fails with.
const ErrnoOf = " errno"
