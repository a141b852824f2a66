package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fault is a block of testdata/programs/faults: a fault to be planted in a program.
type fault struct {
	program, name string
	file          string       // relative to the folder of the sources
	find, put     string       // the text to be replaced, and the text with the fault
	kinds         []string     // kinds of the checks that show the fault
	at            []faultPlace // lines of these checks; none: the line of the change
	calls         bool         // the fault is shown only through calls
}

// faultPlace is all lines of a file that contain a text; if the text is empty, the line of the change.
type faultPlace struct{ file, text string }

// readFaults reads the list of faults.
func readFaults(t *testing.T) (out []*fault) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "programs", "faults"))
	if err != nil {
		t.Fatal(err)
	}
	var f *fault
	for i, line := range strings.Split(string(text), "\n") {
		word, value, ok := strings.Cut(line, ": ")
		switch {
		case strings.HasPrefix(line, "#") || line == "":
			continue
		case !ok || f == nil && word != "fault":
			t.Fatalf("testdata/programs/faults:%d: no word, colon and value", i+1)
		}
		lines := strings.ReplaceAll(value, `\n`, "\n")
		switch word {
		case "fault":
			f = &fault{}
			f.program, f.name, _ = strings.Cut(value, "/")
			out = append(out, f)
		case "file":
			f.file = value
		case "find":
			f.find = lines
		case "put":
			f.put = lines
		case "kind":
			f.kinds = strings.Fields(value)
		case "at":
			p := faultPlace{f.file, value}
			if file, text, other := strings.Cut(value, " | "); other {
				p = faultPlace{file, text}
			}
			f.at = append(f.at, p)
		case "input":
			if _, err := strconv.Unquote(value); err != nil {
				t.Errorf("testdata/programs/faults:%d: %v", i+1, err)
			}
		case "calls":
			f.calls = value == "yes"
		default:
			t.Errorf("testdata/programs/faults:%d: what is %s?", i+1, word)
		}
	}
	return out
}

// TestFaultList tests that the list has all data that make faults needs.
func TestFaultList(t *testing.T) {
	all := readFaults(t)
	calls := 0
	seen := map[string]bool{}
	for _, f := range all {
		name := f.program + "/" + f.name
		if seen[name] || f.name == "" || f.file == "" || f.find == "" || f.put == f.find || len(f.kinds) == 0 {
			t.Errorf("%s: there is one already, or a line is missing", name)
		}
		seen[name] = true
		if f.calls {
			calls++
		}
		for _, ext := range []string{".c", ".args"} {
			if _, err := os.Stat(filepath.Join("testdata", "programs", f.program+ext)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if len(all) < 40 || calls < 10 {
		t.Errorf("%d faults, %d of them through calls; wanted 40 and 10", len(all), calls)
	}
}

// TestFaults plants each fault of the list in a copy of the sources in TANDEM_SOURCES, a folder that scripts/sources.sh
// has filled. It runs bin/tandem (TANDEM_BIN) with TANDEM_CPU of processor time each (60s). A check that shows a fault
// must not be proved. TANDEM_FAULTS selects programs or faults by name. make faults runs the test.
func TestFaults(t *testing.T) {
	bin, sources := os.Getenv("TANDEM_BIN"), os.Getenv("TANDEM_SOURCES")
	if bin == "" || sources == "" {
		t.Skip("make faults SOURCES=DIR: TANDEM_BIN and TANDEM_SOURCES are not set")
	}
	limit := os.Getenv("TANDEM_CPU")
	if limit == "" {
		limit = "60s"
	}
	only := strings.Fields(os.Getenv("TANDEM_FAULTS"))
	count := map[string]int{}
	for _, f := range readFaults(t) {
		name := f.program + "/" + f.name
		if len(only) > 0 && !slices.Contains(only, f.program) && !slices.Contains(only, name) {
			continue
		}
		r := f.run(t, bin, sources, limit)
		count[r.result]++
		through := ""
		if f.calls {
			through = "through calls"
		}
		fmt.Printf("%-22s %-8s %5.0f s %6.0f MB  %-8s %s %s %s\n", name, r.result, r.seconds, r.mb, r.verdict, r.rows,
			through, r.note)
		if r.result == "proved" {
			t.Errorf("%s: the check that shows the fault is proved", name)
		}
	}
	fmt.Printf("found %d, open %d, proved %d, failed %d, skipped %d\n", count["found"], count["open"], count["proved"],
		count["failed"], count["skipped"])
	if count["failed"] > 0 {
		t.Errorf("%d runs failed", count["failed"])
	}
}

// faultResult is the result of a run: found, open, proved, failed or skipped.
type faultResult struct {
	result, verdict, rows, note string
	seconds, mb                 float64
}

// faultLimit bounds the wall time of a run.
const faultLimit = 15 * time.Minute

// run verifies the program until the first violation. If this is not the planted fault, it verifies it again until the
// end.
func (f *fault) run(t *testing.T, bin, sources, limit string) faultResult {
	t.Helper()
	r := f.runOnce(t, bin, sources, limit, "--first")
	if r.result == "open" && r.verdict == "false" {
		other := r.seconds
		r = f.runOnce(t, bin, sources, limit)
		r.note += fmt.Sprintf(" after another violation in %.0f s", other)
	}
	return r
}

// runOnce verifies the program with the fault once.
func (f *fault) runOnce(t *testing.T, bin, sources, limit string, flags ...string) faultResult {
	t.Helper()
	args, err := os.ReadFile(filepath.Join(sources, f.program+".args"))
	if err == nil {
		_, err = os.Stat(filepath.Join(sources, f.file))
	}
	if err != nil {
		return faultResult{result: "skipped", note: err.Error()}
	}
	dir := t.TempDir()
	lines, err := f.plant(sources, dir)
	if err != nil {
		return faultResult{result: "failed", note: err.Error()}
	}
	ctx, cancel := context.WithTimeout(context.Background(), faultLimit)
	defer cancel()
	var out, errs bytes.Buffer
	c := exec.CommandContext(ctx, bin,
		append(append([]string{"verify", "--json", "--cputime", limit, "-t", "10m"}, flags...),
			strings.Fields(string(args))...)...)
	c.Dir, c.Stdout, c.Stderr = dir, &out, &errs
	err = c.Run()
	type place struct {
		File string
		Line int
	}
	var doc struct {
		Verdict     string
		Obligations []struct {
			Kind, Status, Text, Function string
			Pos                          place
			Via                          []place
		}
	}
	there := func(p place) bool { return lines[fmt.Sprintf("%s:%d", filepath.Clean(p.File), p.Line)] }
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return faultResult{result: "failed", note: err.Error()}
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		first, _, _ := strings.Cut(errs.String(), "\n")
		return faultResult{result: "failed", note: first}
	}
	r := faultResult{verdict: doc.Verdict, seconds: (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()}
	if u, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.mb = float64(u.Maxrss) / 1024
	}
	n := map[string]int{}
	for _, o := range doc.Obligations {
		// free of a pointer: the check is in the model of free
		inside := strings.HasPrefix(o.Pos.File, "<") && slices.ContainsFunc(o.Via, there)
		if slices.Contains(f.kinds, o.Kind) && (there(o.Pos) || inside) {
			n[o.Status]++
			if o.Status == "proved" { // someone has to look whether it is another check of the line
				shown := fmt.Sprintf("[%s in %s]", o.Text, o.Function)
				if !strings.Contains(r.note, shown) {
					r.note += shown
				}
			}
		}
	}
	r.rows = fmt.Sprintf("%d violated, %d open, %d proved, %d not reached", n["violated"], n["unknown"], n["proved"],
		n["not reached"])
	switch {
	case n["violated"] > 0:
		r.result = "found"
	case doc.Verdict == "true" || n["unknown"] == 0 && n["proved"]+n["not reached"] > 0:
		r.result = "proved"
	case n["unknown"] == 0:
		r.result, r.note = "failed", "no such check there"
	default:
		r.result = "open"
	}
	return r
}

// plant makes a copy of the program with the fault. All files but the changed one are links. It returns the lines of
// the checks that show the fault, as file:line.
func (f *fault) plant(sources, dir string) (map[string]bool, error) {
	texts := map[string]string{}
	for _, p := range append([]faultPlace{{file: f.file}}, f.at...) {
		text, err := os.ReadFile(filepath.Join(sources, p.file))
		if err != nil {
			return nil, err
		}
		texts[p.file] = strings.ReplaceAll(string(text), "\r\n", "\n")
	}
	before, after, _ := strings.Cut(texts[f.file], f.find)
	if strings.Count(texts[f.file], f.find) != 1 {
		return nil, fmt.Errorf("%s has the text %d times, not once", f.file, strings.Count(texts[f.file], f.find))
	}
	texts[f.file] = before + f.put + after
	lines := map[string]bool{}
	if len(f.at) == 0 {
		lines[fmt.Sprintf("%s:%d", f.file, 1+strings.Count(before, "\n"))] = true
	}
	for _, p := range f.at {
		some := false
		for i, line := range strings.Split(texts[p.file], "\n") {
			if strings.Contains(line, p.text) {
				lines[fmt.Sprintf("%s:%d", p.file, i+1)] = true
				some = true
			}
		}
		if !some {
			return nil, fmt.Errorf("%s has no line with %s", p.file, p.text)
		}
	}
	top, err := os.ReadDir(sources)
	if err != nil {
		return nil, err
	}
	for _, e := range top {
		name := e.Name()
		from := filepath.Join(sources, name)
		switch {
		case strings.HasPrefix(name, "."):
		case name != f.program:
			err = os.Symlink(from, filepath.Join(dir, name))
		default:
			err = filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
				rel, relErr := filepath.Rel(sources, path)
				switch to := filepath.Join(dir, rel); {
				case err != nil || relErr != nil:
					return errors.Join(err, relErr)
				case e.IsDir():
					return os.Mkdir(to, 0o700)
				case rel == f.file:
					return os.WriteFile(to, []byte(texts[f.file]), 0o600)
				default:
					return os.Symlink(path, to)
				}
			})
		}
		if err != nil {
			return nil, err
		}
	}
	return lines, nil
}
