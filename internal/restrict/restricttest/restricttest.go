// Package restricttest has programs with parts that are safe and parts that are not, for tests of engines and
// checkers: for each kind of scope 30 programs and more, each with a safe part and an unsafe twin, by runs with all inputs
// (the test of package restrict makes them). The programs are small, as prepared for engines; what violates an obligation in the
// whole program lies outside of the safe part.
//
//	for _, c := range restricttest.Cases(t) {
//		part, m, err := restrict.Apply(c.Program, c.Scope)
//		...
//	}
package restricttest

import (
	_ "embed"
	"strconv"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

//go:embed parts.txt
var parts string

// Case is one part of a program.
type Case struct {
	Name    string // of the program; the safe part and its twin have the same
	Kind    string // region, range, condition, depth, edges
	Safe    bool
	Program *ir.Program // shared by all cases of one name: not to be changed
	Scope   restrict.Scope
}

// Cases lists them all, by program.
func Cases(t testing.TB) (out []Case) {
	t.Helper()
	for _, text := range strings.Split(parts, "-- ")[1:] {
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
			c := Case{Name: name, Program: p}
			c.Kind, line, _ = strings.Cut(line, " ")
			verdict, scope, _ := strings.Cut(line, " ")
			c.Safe = verdict == "safe"
			if c.Scope, err = parse(p, c.Kind, scope); err != nil {
				t.Fatalf("%s: %s: %v", name, line, err)
			}
			out = append(out, c)
		}
	}
	return out
}

func parse(p *ir.Program, kind, text string) (s restrict.Scope, err error) {
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
