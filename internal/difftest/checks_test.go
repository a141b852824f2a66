package difftest

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// The programs of testdata/checks/KIND at the root are pairs: safe, and with -DBAD violating the obligations that the
// head of the program names. The head has
//
//	// CWE-122
//	// fault: KIND|KIND
//	// witness: VALUES
//	// sanitizers: do not see this     (no run shows the fault: a reader has to judge)
//	// models: LP64 ILP32              (without this line, only LP64)
//	// options: OPTIONS                (of tandem)
//
// A line at which the fault may be reported ends with // FAULT. A leak has no such line.

// readPair reads a pair: the safe and the bad program, and both again for ILP32 if the head has it. blind reports that
// sanitizers do not see the fault.
func readPair(file string) (list []realProgram, blind bool, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	safe := realProgram{file: file, name: filepath.Base(filepath.Dir(file)) + "/" + strings.TrimSuffix(filepath.Base(file),
		".c")}
	bad := safe
	bad.bad = true
	s := bufio.NewScanner(f)
	narrow := false
	for n := 1; s.Scan(); n++ {
		if v, found := strings.CutPrefix(s.Text(), "// models: "); found {
			narrow = strings.Contains(v, "ILP32")
		} else if v, found := strings.CutPrefix(s.Text(), "// options: "); found {
			safe.options = strings.Fields(v)
			bad.options = safe.options
		} else if v, found := strings.CutPrefix(s.Text(), "// fault: "); found {
			bad.kinds = strings.Split(v, "|")
		} else if v, found := strings.CutPrefix(s.Text(), "// witness:"); found {
			if bad.witness, err = inputValues(v); err != nil {
				return nil, false, fmt.Errorf("%s: %w", file, err)
			}
		} else if strings.HasPrefix(s.Text(), "// sanitizers: do not see") {
			blind = true
		}
		if strings.HasSuffix(s.Text(), "// FAULT") {
			bad.lines = append(bad.lines, n)
		}
	}
	if bad.kinds == nil {
		return nil, false, fmt.Errorf("%s: the fault is of no kind", file)
	}
	list = []realProgram{safe, bad}
	if narrow {
		for _, p := range list[:2] {
			p.name, p.options = p.name+" ILP32", append(slices.Clip(p.options), "--32")
			list = append(list, p)
		}
	}
	return list, blind, s.Err()
}

// pairTruth runs a program under sanitizers. A bad program has to fail for its witness. A safe one must not fail in at
// most runs runs with the preferred values as inputs, nor with random inputs.
func (p realProgram) pairTruth(ctx context.Context, dir string, runs int) error {
	flags := p.defines()
	// for other kinds this sanitizer would report before the invalid access
	if filepath.Base(filepath.Dir(p.file)) == "index" {
		flags = append(flags, "-fsanitize=bounds")
	}
	bin, err := sanitize(ctx, dir, p.file, flags...)
	if err != nil {
		return err
	}
	if p.bad {
		return p.fails(ctx, bin)
	}
	for _, args := range [][]string{{"each", fmt.Sprint(runs)}, {"random", "1", fmt.Sprint(runs / 3)}} {
		list, _, complete, err := sanitized(ctx, bin, filepath.Base(p.file), args...)
		if err != nil {
			return err
		}
		if len(list) > 0 {
			return fmt.Errorf("the safe one fails with %v: %.1500s", list[0].inputs, list[0].text)
		}
		if complete && len(p.witness) == 0 {
			break
		}
	}
	return nil
}

// pairFiles returns the files of the pairs.
func pairFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../testdata/checks/*/*.c")
	if err != nil || len(files) < 200 {
		t.Fatal(err, len(files))
	}
	return files
}

// TestPairsTruth runs the pairs under sanitizers.
func TestPairsTruth(t *testing.T) {
	needGCC(t)
	long, only := os.Getenv("TANDEM_LONG") != "", os.Getenv("TANDEM_PAIR")
	var wg sync.WaitGroup
	sem := make(chan bool, 2)
	kinds := map[string]int{}
	for i, file := range pairFiles(t) {
		if only != "" && !strings.Contains(file, only) || only == "" && !long && (!sampled(file) || i%4 != 0) {
			continue
		}
		list, blind, err := readPair(file)
		if err != nil {
			t.Error(err)
			continue
		}
		kinds[list[1].kinds[0]]++
		if blind {
			continue
		}
		wg.Add(1)
		sem <- true
		go func() {
			defer func() { <-sem; wg.Done() }()
			runs := 20
			if long {
				runs = 150
			}
			for _, p := range list[:2] {
				if err := p.pairTruth(t.Context(), t.TempDir(), runs); err != nil {
					t.Errorf("%v: %v", p, err)
				}
			}
		}()
	}
	wg.Wait()
	var text []string
	for k, n := range kinds {
		text = append(text, fmt.Sprintf("%s %d", k, n))
	}
	slices.Sort(text)
	t.Log(strings.Join(text, ", "))
}
