package link

import (
	"bytes"
	"os"
	"regexp"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// acsl matches an annotation of ACSL, such as //@ assert or /*@ requires, at the beginning of a line or after code.
var acsl = regexp.MustCompile(
	`(?m)(?:^|[;{})])[ \t]*(?://|/\*)@[ \t\r\n]*(?:assert|check|requires|ensures|assigns|loop|invariant|ghost|predicate|logic|lemma|axiomatic|behavior|terminates|decreases|admit)\b`)

// warnAnnotations warns once per program that annotations have no effect, as their author may expect one.
func (l linking) warnAnnotations(file string) {
	text, ok := l.Cfg.Source(file).Sources[file]
	if !ok {
		if st, err := os.Stat(file); err != nil || !st.Mode().IsRegular() { // pipes can be read only once
			return
		}
		text, _ = os.ReadFile(file)
	}
	at := acsl.FindIndex(text)
	if at == nil || l.annotated {
		return
	}
	l.annotated = true
	begin := at[0] + bytes.IndexByte(text[at[0]:], '@') - 2
	line := bytes.Count(text[:begin], []byte("\n")) + 1
	col := begin - bytes.LastIndexByte(text[:begin], '\n')
	l.Warn(ir.Pos{File: file, Line: line, Col: col},
		"annotations of ACSL are comments: what they say is neither assumed nor proved (assert(E); is)")
}
