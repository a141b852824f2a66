// Package mutationtest puts faults (mutants) into source files, one at a time, and fails if no test finds one of them.
//
//	mutationtest.Test(t, mutationtest.Run{Tests: "TestRuns", All: *runMutants}, mutationtest.List{
//		{"a state is covered by those below it", "solver.go", []string{"Leq(s, p.s)", "Leq(p.s, s)"}},
//	})
//
// Each text that a mutant replaces must occur exactly once in its file, so that a mutant cannot become ineffective when
// the source changes. Unless all mutants are asked for, only a sample of them is run, which changes with the sources.
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

// List has mutants: packages with one fault each, by name.
type List []struct {
	Name, Files string
	Edits       []string // from each pair, the first text, which one of the files has, is replaced by the second
}

// Run says how mutants are tried: by tests of the package of the test that runs, with arguments.
type Run struct {
	Tests string
	Args  []string
	All   bool // each of them; otherwise so many
	Some  int
	Draw  uint // which sample; 0: by the sources
}

// Test tries the mutants.
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

// pattern matches a text of the sources however its lines are broken.
func pattern(text string) *regexp.Regexp {
	words := strings.Fields(text)
	for i, w := range words {
		words[i] = strings.ReplaceAll(regexp.QuoteMeta(w), `\(`, `\(\s*`)
	}
	return regexp.MustCompile(strings.Join(words, `\s+`))
}

// chosen takes mutants from all over the list.
func chosen(first uint, i, n, some int) bool {
	for k := range some {
		if (first+uint(k*n/some))%uint(n) == uint(i) {
			return true
		}
	}
	return false
}

// found runs the tests with other texts of files.
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
