package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// tally counts the rows of a folder by status.
type tally struct {
	name                                      string
	tasks, correctT, correctF, wrong, unknown int
	errors                                    int
	seconds, cpu                              float64
}

// add counts a row.
func (t *tally) add(r row) {
	t.tasks++
	t.seconds += r.seconds
	t.cpu += r.cpu
	switch r.status {
	case statusCorrect, statusNew:
		if r.verdict == string(verify.True) {
			t.correctT++
		} else {
			t.correctF++
		}
	case statusWrong:
		t.wrong++
	case statusError:
		t.errors++
	default:
		t.unknown++
	}
}

// summarise writes a table with a line for each folder, the number of verdicts of each engine, errors, and at the end
// wrong verdicts.
func summarise(w io.Writer, rows []row) {
	var order []*tally
	by := map[string]*tally{}
	total := &tally{name: "total"}
	engines := map[string][2]int{}
	width := len(total.name)
	for _, r := range rows {
		t := by[r.folder]
		if t == nil {
			t = &tally{name: r.folder}
			by[r.folder] = t
			order = append(order, t)
			width = max(width, len(t.name))
		}
		t.add(r)
		total.add(r)
		if r.status == statusCorrect && r.engine != "" && r.engine != "-" {
			c := engines[r.engine]
			if r.verdict == string(verify.True) {
				c[0]++
			} else {
				c[1]++
			}
			engines[r.engine] = c
		}
	}
	fmt.Fprintf(w, "%-*s  %6s %6s %6s %6s %6s %7s %6s %9s %9s\n", width, "folder", "tasks", "solved", "true", "false",
		"wrong", "unknown", "error", "seconds", "cpu")
	for _, t := range append(order, total) {
		fmt.Fprintf(w, "%-*s  %6d %6d %6d %6d %6d %7d %6d %9.1f %9.1f\n", width, t.name, t.tasks, t.correctT+t.correctF,
			t.correctT, t.correctF, t.wrong, t.unknown, t.errors, t.seconds, t.cpu)
	}
	names := make([]string, 0, len(engines))
	for n := range engines {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		fmt.Fprintf(w, "by %s: %d true, %d false\n", n, engines[n][0], engines[n][1])
	}
	for _, r := range rows {
		if r.status == statusError {
			fmt.Fprintf(w, "error: %s: %s\n", r.name, r.reason)
		}
	}
	for _, r := range rows {
		if strings.HasPrefix(r.reason, "BUG") {
			fmt.Fprintf(w, "%s: %s\n", r.name, r.reason)
		}
		if r.status == statusWrong {
			fmt.Fprintf(w, "WRONG: %s: expected %s, got %s by %s\n", r.name, r.expected, r.verdict, r.engine)
		}
	}
}

// benchDiffCmd returns the command tandem bench diff.
func (a *cli) benchDiffCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "diff OLD.tsv NEW.tsv",
		Short: "compare two results of bench",
		Long: "Diff lists tasks whose verdict changed and compares totals. Exit code 10 if a solved task was lost or a " +
			"wrong verdict is new.",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usage("bench diff needs two files")
			}
			return a.benchDiff(args[0], args[1])
		},
	}
}

// benchDiff runs tandem bench diff.
func (a *cli) benchDiff(oldFile, newFile string) error {
	before, err := readRows(oldFile)
	if err != nil {
		return err
	}
	after, err := readRows(newFile)
	if err != nil {
		return err
	}
	old := map[string]row{}
	var t0, t1 tally
	for _, r := range before {
		old[r.name] = r
		t0.add(r)
	}
	var lines []string
	gained, lost, same, sameOld, sameNew := 0, 0, 0, 0.0, 0.0
	for _, r := range after {
		t1.add(r)
		o, ok := old[r.name]
		if !ok {
			lines = append(lines, fmt.Sprintf("new     %s: %s (%s)", r.name, r.verdict, r.status))
			continue
		}
		delete(old, r.name)
		solvedOld, solvedNew := o.status == statusCorrect, r.status == statusCorrect
		switch {
		case solvedNew && solvedOld:
			same++
			sameOld += o.seconds
			sameNew += r.seconds
			continue
		case o.status == r.status && o.verdict == r.verdict:
			continue
		case solvedNew:
			gained++
			lines = append(lines, fmt.Sprintf("gained  %s: %s in %.2f s by %s (was %s)", r.name, r.verdict, r.seconds, r.engine,
				o.status))
		case solvedOld:
			lost++
			lines = append(lines, fmt.Sprintf("LOST    %s: was %s in %.2f s by %s, now %s: %s", r.name, o.verdict, o.seconds,
				o.engine, r.status, r.reason))
		default:
			lines = append(lines, fmt.Sprintf("changed %s: %s -> %s: %s", r.name, o.status, r.status, r.reason))
		}
		if r.status == statusWrong && o.status != statusWrong {
			lost++
		}
	}
	for name := range old {
		lines = append(lines, "gone    "+name)
	}
	slices.SortFunc(lines, cmp.Compare[string])
	for _, l := range lines {
		fmt.Fprintln(a.stdout, l)
	}
	fmt.Fprintf(a.stdout, "solved %d -> %d (gained %d, lost %d), wrong %d -> %d\n", t0.correctT+t0.correctF,
		t1.correctT+t1.correctF, gained, lost, t0.wrong, t1.wrong)
	if sameOld > 0 {
		fmt.Fprintf(a.stdout, "time on the %d tasks solved in both: %.1f s -> %.1f s (%.2f times)\n", same, sameOld, sameNew,
			sameNew/sameOld)
	}
	if lost > 0 {
		a.code = exitViolated
	}
	return nil
}

// readRows reads the rows of a file that tandem bench has written. Its errors are *app.InputError.
func readRows(file string) ([]row, error) {
	text, err := verify.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var out []row
	for n, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		if n == 0 && (line == tsvHead || line == oldHead) {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 8 && len(f) != 9 {
			return nil, &app.InputError{File: file, Line: n + 1, Msg: "not a row of tandem bench"}
		}
		sec, err1 := strconv.ParseFloat(f[4], 64)
		mem, err2 := strconv.ParseUint(f[5], 10, 64)
		cpu, err3 := 0.0, error(nil)
		if len(f) == 9 {
			cpu, err3 = strconv.ParseFloat(f[8], 64)
		}
		if err1 != nil || err2 != nil || err3 != nil {
			return nil, &app.InputError{File: file, Line: n + 1, Msg: "not a row of tandem bench"}
		}
		out = append(out, row{job: job{name: f[0], expected: f[1]}, verdict: f[2], status: f[3], seconds: sec, memory: mem,
			engine: f[6], reason: f[7], cpu: cpu})
	}
	return out, nil
}
