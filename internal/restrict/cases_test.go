package restrict_test

import (
	_ "embed"
	"strconv"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// partsText has programs with safe and unsafe parts: for each kind of scope at least 30 programs, each with a safe part
// and an unsafe twin. The programs are small, and in the form in which engines get them. Executions of the whole
// program that violate an obligation are outside of the safe part.
//
//go:embed testdata/parts.txt
var partsText string

// truthCase is one part of a program.
type truthCase struct {
	Name    string // of the program; equal for the safe part and its twin
	Kind    string // region, range, condition, depth, edges
	Safe    bool
	Program *ir.Program // shared by all cases with the same name; must not be changed
	Scope   restrict.Scope
}

// truthCases returns all cases, by program.
func truthCases(t testing.TB) (out []truthCase) {
	t.Helper()
	for _, text := range strings.Split(partsText, "-- ")[1:] {
		name, text, _ := strings.Cut(text, " --\n")
		p, err := ir.Parse(text)
		if err == nil {
			err = ir.Check(p)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for line := range strings.Lines(text) {
			line, is := strings.CutPrefix(strings.TrimSpace(line), "// ")
			if !is {
				continue
			}
			c := truthCase{Name: name, Program: p}
			c.Kind, line, _ = strings.Cut(line, " ")
			verdict, scope, _ := strings.Cut(line, " ")
			c.Safe = verdict == "safe"
			if c.Scope, err = parseScope(p, c.Kind, scope); err != nil {
				t.Fatalf("%s: %s: %v", name, line, err)
			}
			out = append(out, c)
		}
	}
	return out
}

// parseScope parses the scope of a case.
func parseScope(p *ir.Program, kind, text string) (s restrict.Scope, err error) {
	switch kind {
	case "region":
		s.Region, err = restrict.ParseRegion(p, text)
	case "range":
		s.Range, err = restrict.ParsePaths(text)
	case "condition":
		s.Condition, err = restrict.ParseCondition(p, strings.ReplaceAll(text, ";", "\n"))
	case "depth":
		s.Depth, err = strconv.Atoi(text)
	case "edges":
		s.Edges, err = restrict.ParseEdges(p, text)
	}
	return s, err
}
