package difftest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// This file tests the verdicts of Tandem with all checks on the programs of testdata/real and testdata/checks. A safe
// program must not be false. A faulty program must not be true, nor false with another kind. With TANDEM_LONG=1, or if
// TANDEM_REAL or TANDEM_PAIR selects programs, each has its full time, and the percentages below must be decided.
// TANDEM_TABLE is a file for the table.
const (
	pairsDecided = 90 // percent of the verdicts
	realFound    = 90 // percent of the faults
	realProved   = 70 // percent of the safe programs
)

// unasked are kinds for which Tandem has no obligations yet.
var unasked = []string{"uninit-memory"}

// verdictRow is a row of the table.
type verdictRow struct {
	realProgram
	verdict, kind, line string // kind: of a violation; line: the RESULT line
	place               int    // line of the violation; 0: unknown
	outcome             string // right, place (right, but at another line), unknown, wrong, unasked
	seconds             float64
}

var violatedAt = regexp.MustCompile(`(?m)^violated\s+(\S+?):(\d+):\d+: (\S+?):? `)

// ask runs tandem and returns a row.
func (p realProgram) ask(ctx context.Context, tandem, limit string) verdictRow {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	least, err := time.ParseDuration(limit)
	if err != nil {
		panic(err)
	}
	// Other tests run at the same time: the limit counts CPU time.
	args := []string{"verify", "--first", "--cputime", limit, "--timelimit", (8 * least).String(), "--check", "all"}
	for _, d := range p.defines() {
		args = append(args, "-D", strings.TrimPrefix(d, "-D"))
	}
	start := time.Now()
	out, err := osexec.CommandContext(ctx, tandem, append(append(args, p.options...), p.file)...).CombinedOutput()
	r := verdictRow{realProgram: p, seconds: time.Since(start).Seconds()}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	rest, found := strings.CutPrefix(lines[len(lines)-1], "RESULT: ")
	r.line = lines[len(lines)-1]
	if !found {
		r.verdict = "none"
		var exit *osexec.ExitError
		if errors.As(err, &exit) && (exit.ExitCode() == 2 || exit.ExitCode() == 3) {
			r.verdict = "unknown" // refused
		}
	} else {
		r.verdict, rest, _ = strings.Cut(rest, "(")
		r.verdict = strings.TrimSpace(r.verdict)
		if r.verdict == "false" {
			r.kind, _, _ = strings.Cut(rest, ")")
			if r.kind == "unreach-call" {
				r.kind = "assertion"
			}
		}
	}
	for _, m := range violatedAt.FindAllStringSubmatch(string(out), -1) {
		if filepath.Base(m[1]) == filepath.Base(p.file) && (r.place == 0 || m[3] == r.kind) {
			r.place, _ = strconv.Atoi(m[2])
		}
	}
	if text := asksForReport(string(out)); text != "" {
		r.verdict, r.line = "none", text
	}
	r.outcome = r.judge()
	return r
}

// asksForReport returns the line in which Tandem reports a contradiction between its parts; "" if there is none. No
// program of the tests has such a line.
func asksForReport(out string) string {
	for line := range strings.Lines(out) {
		if strings.Contains(line, "please report") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// judge returns the outcome of a verdict.
func (r verdictRow) judge() string {
	faulty := r.fault > 0 || r.bad
	switch {
	case r.verdict == "unknown":
		return "unknown"
	case !faulty && r.verdict == "true":
		return "right"
	case faulty && r.verdict == "false" && slices.Contains(r.kinds, r.kind):
		if len(r.lines) > 0 && r.place != 0 && !slices.Contains(r.lines, r.place) {
			return "place"
		}
		return "right"
	case faulty && slices.ContainsFunc(r.kinds, func(k string) bool { return slices.Contains(unasked, k) }):
		return "unasked"
	}
	return "wrong"
}

// askAll runs tandem on all programs and returns the rows.
func askAll(t *testing.T, list []realProgram, limit string) []verdictRow {
	t.Helper()
	tandem := os.Getenv("TANDEM_BIN")
	if tandem == "" {
		tandem = built(t)
	}
	rows := make([]verdictRow, len(list))
	var wg sync.WaitGroup
	sem := make(chan bool, 2)
	for i, p := range list {
		wg.Add(1)
		sem <- true
		go func() {
			defer func() { <-sem; wg.Done() }()
			rows[i] = p.ask(t.Context(), tandem, limit)
			switch rows[i].outcome {
			case "wrong":
				t.Errorf("%v: %s", p, rows[i].line)
			case "unknown", "place":
				t.Logf("%v: %s, line %d: %.600s", p, rows[i].outcome, rows[i].place, rows[i].line)
			}
		}()
	}
	wg.Wait()
	return rows
}

// verdictTable logs the outcomes by group, and writes all rows to the file of TANDEM_TABLE.
func verdictTable(t *testing.T, rows []verdictRow, group func(verdictRow) string) {
	t.Helper()
	type sum struct {
		n       map[string]int
		seconds float64
	}
	sums := map[string]*sum{}
	var groups []string
	for _, r := range rows {
		k := group(r)
		if sums[k] == nil {
			sums[k] = &sum{n: map[string]int{}}
			groups = append(groups, k)
		}
		for _, k := range []string{k, "all"} {
			if sums[k] == nil {
				sums[k] = &sum{n: map[string]int{}}
			}
			sums[k].n[r.outcome]++
			sums[k].seconds += r.seconds
		}
	}
	slices.Sort(groups)
	var b strings.Builder
	fmt.Fprintf(&b, "\n%-34s %6s %6s %8s %8s %6s %8s\n", "", "right", "place", "unknown", "unasked", "wrong", "seconds")
	for _, k := range append(groups, "all") {
		s := sums[k]
		if s == nil {
			continue
		}
		fmt.Fprintf(&b, "%-34s %6d %6d %8d %8d %6d %8.1f\n", k, s.n["right"], s.n["place"], s.n["unknown"], s.n["unasked"],
			s.n["wrong"], s.seconds)
	}
	t.Log(b.String())
	file := os.Getenv("TANDEM_TABLE")
	if file == "" {
		return
	}
	b.Reset()
	b.WriteString("program\texpected\toutcome\tseconds\tline\tresult\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "%v\t%s\t%s\t%.1f\t%d\t%s\n", r.realProgram, cmp.Or(strings.Join(r.kinds, "|"), "true"), r.outcome,
			r.seconds, r.place, r.line)
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(b.String()); err != nil {
		t.Fatal(err)
	}
}

// share returns how many of the selected rows are right, and the number of the selected rows.
func share(rows []verdictRow, selected func(verdictRow) bool) (right, all int) {
	for _, r := range rows {
		if selected(r) {
			all++
			if r.outcome == "right" || r.outcome == "place" {
				right++
			}
		}
	}
	return right, all
}

// TestPairs tests the verdicts of the programs of testdata/checks.
func TestPairs(t *testing.T) {
	long, only := os.Getenv("TANDEM_LONG") != "", os.Getenv("TANDEM_PAIR")
	var list []realProgram
	for i, file := range pairFiles(t) {
		if only != "" && !strings.Contains(file, only) || only == "" && !long && (!sampled(file) || i%4 != 0) {
			continue
		}
		two, _, err := readPair(file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, two...)
	}
	limit := sampleLimit
	if long || only != "" {
		limit = cmp.Or(os.Getenv("TANDEM_LIMIT"), "10s")
	}
	rows := askAll(t, list, limit)
	verdictTable(t, rows, func(r verdictRow) string { return filepath.Dir(r.name) })
	if right, all := share(rows, func(r verdictRow) bool { return true }); long && right*100 < all*pairsDecided {
		t.Errorf("%d of %d decided", right, all)
	}
}

// TestReal tests the verdicts of the programs of testdata/real.
func TestReal(t *testing.T) {
	long, only := os.Getenv("TANDEM_LONG") != "", os.Getenv("TANDEM_REAL")
	files, err := filepath.Glob("../../testdata/real/*.c")
	if err != nil || len(files) != 20 {
		t.Fatal(err, len(files))
	}
	var list []realProgram
	for _, file := range files {
		if only != "" && !strings.Contains(file, only) || only == "" && !long && !sampled(file) {
			continue
		}
		variants, err := readReal(file)
		if err != nil {
			t.Fatal(err)
		}
		if only == "" && !long {
			variants = variants[:2] // small, safe and with the first fault
		}
		list = append(list, variants...)
	}
	limit := sampleLimit
	if long || only != "" {
		limit = cmp.Or(os.Getenv("TANDEM_LIMIT"), "30s")
	}
	rows := askAll(t, list, limit)
	verdictTable(t, rows, func(r verdictRow) string {
		size := "large"
		if r.small {
			size = "small"
		}
		return fmt.Sprintf("%s %s", r.name, size)
	})
	right, all := share(rows, func(r verdictRow) bool { return r.fault > 0 })
	proved, safe := share(rows, func(r verdictRow) bool { return r.fault == 0 })
	t.Logf("%d of %d faults found, %d of %d safe ones proved", right, all, proved, safe)
	if long && (right*100 < all*realFound || proved*100 < safe*realProved) {
		t.Error("too few are decided")
	}
}
