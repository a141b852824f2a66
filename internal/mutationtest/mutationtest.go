// Package mutationtest puts faults (mutants) into source files, one at a time, and fails if the tests do not find one
// of them.
//
//	mutationtest.Test(t, mutationtest.Run{Tests: "TestRuns", All: *runMutants}, mutationtest.List{
//		{"a state is covered by those below it", "solver.go", []string{"Leq(s, p.s)", "Leq(p.s, s)"}},
//	})
//
// Each text that a mutant replaces must occur exactly once in its files, so that a mutant cannot become ineffective
// when the source changes. Unless Run.All is set, only a sample of the mutants is run, which changes with the sources.
//
// Not modelled: faults in several packages at once with different tests.
package mutationtest

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// List has mutants with their names. Files are names of files, separated by blanks.
type List []struct {
	Name, Files string
	Edits       []string // pairs of texts: the first one, which occurs in one of the files, is replaced by the second
}

// Run determines how mutants are tested. The tests are in the package of the running test.
type Run struct {
	Tests string   // pattern of the tests' names, for go test -run
	Args  []string // further arguments of go test
	All   bool     // run all mutants, otherwise a sample of Some
	Some  int
	Draw  uint // determines the sample; 0: the sources do
}

// Test runs the tests on the mutants.
func Test(t *testing.T, run Run, mutants List) {
	mutated := make([]map[string]string, len(mutants))
	sum := fnv.New32a()
	for i, m := range mutants {
		texts := map[string]string{}
		for _, file := range strings.Fields(m.Files) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sum.Write(src)
			texts[file] = string(src)
		}
		for i := 0; i < len(m.Edits); i += 2 {
			n := 0
			for file, text := range texts {
				at := pattern(m.Edits[i]).FindAllStringIndex(text, -1)
				if len(at) > 0 {
					texts[file] = text[:at[0][0]] + m.Edits[i+1] + text[at[0][1]:]
				}
				n += len(at)
			}
			if n != 1 {
				t.Errorf("%s: a text occurs %d times in %s", m.Name, n, m.Files)
			}
		}
		mutated[i] = texts
	}
	if t.Failed() {
		return
	}
	first := run.Draw
	if first == 0 {
		first = uint(sum.Sum32())
	}
	for i, m := range mutants {
		if run.All || !testing.Short() && chosen(first, i, len(mutants), run.Some) {
			t.Run(m.Name, func(t *testing.T) { found(t, run, mutated[i]) })
		}
	}
}

// comment matches a comment that ends its line.
var comment = regexp.MustCompile(`//[^\n]*`)

// pattern matches a text in sources, however its lines are broken and whatever its comments say.
func pattern(text string) *regexp.Regexp {
	words := strings.Fields(comment.ReplaceAllString(text, ""))
	for i, w := range words {
		words[i] = strings.ReplaceAll(regexp.QuoteMeta(w), `\(`, `\(\s*`)
	}
	return regexp.MustCompile(strings.Join(words, `\s+(?://[^\n]*\n\s*)*`))
}

// chosen reports whether mutant i of n is in the sample of size some, which is spread evenly over the list.
func chosen(first uint, i, n, some int) bool {
	for k := range some {
		if (first+uint(k*n/some))%uint(n) == uint(i) {
			return true
		}
	}
	return false
}

// found runs the tests with the given texts of files, and fails unless a test fails.
func found(t *testing.T, run Run, texts map[string]string) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	replace := map[string]string{}
	for file, text := range texts {
		path, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		replace[path] = write(file, []byte(text))
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"test", "-vet=off", "-gcflags=-l", "-ldflags=-s -w", "-count=1", "-overlay",
		write("overlay.json", list), "-run", run.Tests, "."}
	out, err := exec.Command("go", append(args, run.Args...)...).CombinedOutput()
	switch {
	case err == nil:
		t.Error("not found")
	case !strings.Contains(string(out), "--- FAIL: "):
		t.Errorf("no program of Go any more?\n%.2000s", out)
	default:
		_, why, _ := strings.Cut(string(out), "program ")
		why, _, _ = strings.Cut(why, ":")
		t.Log(fmt.Sprint("found by program ", why))
	}
}
