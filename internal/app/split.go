package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/testgen"
)

// Split is a program split into ranges of its paths.
type Split struct {
	Version int          `json:"version"`        // 1
	By      string       `json:"by"`             // the splitter
	Seed    *uint64      `json:"seed,omitempty"` // seed of the splitter, if it has one
	Form    string       `json:"form"`           // hash of the program that has the paths
	Seconds float64      `json:"seconds,omitempty"`
	Ranges  []string     `json:"ranges"` // in order, as --range takes them
	Bounds  []SplitBound `json:"bounds"` // the paths between two ranges

	task   *Task
	bounds []ranges.Bound
}

// SplitBound is a path between two ranges, with a test whose run takes the path.
type SplitBound struct {
	Path      string `json:"path"`
	Decisions int    `json:"decisions"`
	Prefix    string `json:"prefix,omitempty"` // why Path is only a prefix of the test's path
	Inputs    string `json:"inputs"`           // the test, in the form of run --inputs
	Test      string `json:"test,omitempty"`   // the file of the test, set by Write
}

// Splitters returns the names of splitters, and what they do. Names that begin with lb, fit and rdm may have other
// numbers.
func Splitters() (names, docs []string) {
	for _, s := range ranges.Splitters() {
		names, docs = append(names, s.Name), append(docs, s.Doc)
	}
	return names, docs
}

// MaxParts is the maximal number of ranges that a program is split into.
const MaxParts = ranges.MaxParts

// CheckSplit checks the name of a splitter and the number of parts. Its error is a *UsageError.
func CheckSplit(by string, parts int) error {
	if _, err := ranges.ParseSplit(by); err != nil {
		return &UsageError{"--by: " + err.Error()}
	}
	if parts < 2 || parts > MaxParts {
		return &UsageError{"--parts: " + ranges.PartsFault(parts)}
	}
	return nil
}

// MakeSplit splits a program into at most n ranges of paths. If there are no paths to split by, the error is an
// *UnsupportedError.
func MakeSplit(ctx context.Context, t *Task, by string, n int) (*Split, error) {
	how, err := ranges.ParseSplit(by)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	bs, err := ranges.Split(ctx, t, how, n)
	if none := (*ranges.NoSplit)(nil); errors.As(err, &none) {
		return nil, &UnsupportedError{"the program is not split: " + none.Reason}
	}
	if err != nil {
		return nil, err
	}
	parts, err := ranges.Between(bs)
	if err != nil {
		return nil, err
	}
	s := &Split{Version: 1, By: how.Name, Form: parts[0].Form, task: t, bounds: bs}
	if how.Seeded {
		s.Seed = &t.Options.Seed
	}
	if !t.Options.Determ {
		s.Seconds = time.Since(began).Seconds()
	}
	for i := range parts {
		s.Ranges = append(s.Ranges, parts[i].String())
	}
	for _, b := range bs {
		s.Bounds = append(s.Bounds, SplitBound{Path: b.Path.String(), Decisions: len(b.Path), Prefix: b.Cut,
			Inputs: exec.FormatInputs(b.Test.Records, t.Program)})
	}
	return s, nil
}

// SplitFiles returns the names of the files that Write makes for a split into at most n ranges.
func SplitFiles(n int) []string { return append(testgen.SuiteFiles(n-1), rangesFile) }

const rangesFile = "ranges.txt"

// Write writes the tests of the bounds in Test-Comp's format, and a file with the ranges, one per line. The tests are
// for the reference program, which has the calls of the source.
func (s *Split) Write(ctx context.Context, dir string) error {
	var cases []*testgen.Case
	for _, b := range s.bounds {
		down, err := ranges.Down(ctx, s.task, b, 0)
		if err != nil {
			return err
		}
		cases = append(cases, &testgen.Case{Test: down.Test})
	}
	if err := testgen.WriteSuite(dir, suiteMeta(s.task), ranges.Reference(s.task).Program, cases); err != nil {
		return err
	}
	for i := range s.Bounds {
		s.Bounds[i].Test = testgen.CaseFile(i + 1)
	}
	return os.WriteFile(filepath.Join(dir, rangesFile), []byte(strings.Join(s.Ranges, "\n")+"\n"), 0o644)
}
