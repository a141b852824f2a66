package difftest

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The programs of testdata/real at the root are like programs of real projects: a library, and a harness with inputs.
// Each has three planted faults (-DFAULT_1 to -DFAULT_3) and two sizes (-DSMALL). The head of a program has
//
//	// fault 1: KIND|KIND            the obligations that the fault may violate
//	// witness 1: VALUES             inputs that show the fault, in order
//	// witness small 1: VALUES       the same for the small size, if they are different
//	// prefer: VALUES                values from which random inputs are often taken
//	// options: OPTIONS              options of tandem
//
// A line at which the fault may be reported has // FAULT 1. A leak has no such line.

// realProgram is a variant of a program.
type realProgram struct {
	file, name string
	fault      int // 0: none
	small      bool
	bad        bool     // the faulty program of a pair (checks_test.go)
	kinds      []string // kinds of obligations that the fault may violate
	lines      []int    // lines at which the fault may be reported
	anywhere   bool     // the lines are not given
	witness    []string
	prefer     []string
	options    []string
}

// defines returns the flags that select the variant.
func (p realProgram) defines() (list []string) {
	if p.fault > 0 {
		list = append(list, fmt.Sprintf("-DFAULT_%d", p.fault))
	}
	if p.small {
		list = append(list, "-DSMALL")
	}
	if p.bad {
		list = append(list, "-DBAD")
	}
	return list
}

func (p realProgram) String() string {
	return strings.TrimSpace(p.name + " " + strings.Join(p.defines(), " "))
}

var realHead = regexp.MustCompile(`^// ([a-z ]+?)( small)?( [123])?: (.*)$`)

// readReal reads the variants of a program: safe and with each fault, each in both sizes.
func readReal(file string) (list []realProgram, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	said := map[string]string{}
	lines := map[string][]int{}
	head := true
	s := bufio.NewScanner(f)
	for n := 1; s.Scan(); n++ {
		head = head && strings.HasPrefix(s.Text(), "//")
		if m := realHead.FindStringSubmatch(s.Text()); head && m != nil {
			said[m[1]+m[2]+m[3]] = m[4]
		}
		for _, c := range strings.Split(s.Text(), "// ")[1:] {
			if k, found := strings.CutPrefix(strings.TrimSpace(c), "FAULT "); found {
				lines[k] = append(lines[k], n)
			}
		}
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	for _, small := range []bool{true, false} {
		for fault := range 4 {
			p := realProgram{file: file, name: strings.TrimSuffix(filepath.Base(file), ".c"), fault: fault, small: small}
			p.options = strings.Fields(said["options"])
			if p.prefer, err = inputValues(said["prefer"]); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			if fault > 0 {
				k := fmt.Sprint(fault)
				w := said["witness "+k]
				if v, given := said["witness small "+k]; given && small {
					w = v
				}
				if p.witness, err = inputValues(w); err != nil {
					return nil, fmt.Errorf("%s: %w", file, err)
				}
				if said["fault "+k] == "" {
					return nil, fmt.Errorf("%s: fault %s is of no kind", file, k)
				}
				p.kinds = strings.Split(said["fault "+k], "|")
				p.lines = lines[k]
			}
			list = append(list, p)
		}
	}
	return list, nil
}

// truth runs a variant under sanitizers. The witness of a fault has to show the fault at one of its lines. A safe
// variant must not fail for many random inputs.
func (p realProgram) truth(ctx context.Context, dir string, runs int) error {
	bin, err := sanitize(ctx, dir, p.file, p.defines()...)
	if err != nil {
		return err
	}
	if p.fault > 0 {
		return p.fails(ctx, bin)
	}
	args := append([]string{"random", "1", fmt.Sprint(runs)}, p.prefer...)
	list, _, _, err := sanitized(ctx, bin, filepath.Base(p.file), args...)
	if err != nil {
		return err
	}
	if len(list) > 0 {
		return fmt.Errorf("the safe one fails with %v: %.1500s", list[0].inputs, list[0].text)
	}
	return nil
}

// fails runs the witness, and returns an error unless it shows the fault.
func (p realProgram) fails(ctx context.Context, bin string) error {
	list, _, _, err := sanitized(ctx, bin, filepath.Base(p.file), append([]string{"values"}, p.witness...)...)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("the witness %v shows nothing", p.witness)
	}
	e := list[0]
	if !slices.Contains(p.kinds, e.kind) {
		return fmt.Errorf("the witness shows %q, not %v: %.1500s", e.kind, p.kinds, e.text)
	}
	// A leak is reported at the end of the program; a call of a null pointer has no line.
	placed := !p.anywhere && e.kind != "valid-memtrack" && e.kind != "valid-memcleanup" && e.kind != "valid-call"
	if placed && !slices.Contains(p.lines, e.line) {
		return fmt.Errorf("the witness shows %s in line %d, not %v: %.1500s", e.kind, e.line, p.lines, e.text)
	}
	return nil
}

// TestRealTruth runs the variants under sanitizers.
func TestRealTruth(t *testing.T) {
	needGCC(t)
	files, err := filepath.Glob("../../testdata/real/*.c")
	if err != nil || len(files) != 20 {
		t.Fatal(err, len(files))
	}
	long, only := os.Getenv("TANDEM_LONG") != "", os.Getenv("TANDEM_REAL")
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		if only != "" && name != only || only == "" && !long && !sampled(file) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			list, err := readReal(file)
			if err != nil {
				t.Fatal(err)
			}
			runs := 50
			if long {
				runs = 300
			}
			for _, p := range list {
				if err := p.truth(t.Context(), t.TempDir(), runs); err != nil {
					t.Errorf("%v: %v", p, err)
				}
			}
		})
	}
}
