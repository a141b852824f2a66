package ir

import "strings"

// Some functions that C does not have (CBMC's r_ok, OBJECT_SIZE, ...) return values that a compiled program cannot
// compute. So a register records the value that such a call returns in an execution; the CType of the register names
// the function.

// answerTo begins the CType of a register that records the value of such a call.
const answerTo = "answer of "

// AnswerTo returns the CType of a register that records the value which the named function returns.
func AnswerTo(name string) string { return answerTo + name }

// Answers returns the name of the function whose returned value v records, "" if v is not such a register.
func (v *Var) Answers() string {
	name, ok := strings.CutPrefix(v.CType, answerTo)
	if !ok {
		return ""
	}
	return name
}

// ErrnoOf is the suffix of the names of inputs that select the error with which a library function fails.
const ErrnoOf = " errno"
