package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// This file prints the table of verify --all-functions: a row as soon as its function is decided, then the counts of
// verdicts and reasons.

// funcTable prints the rows in columns. Their widths are computed from the names and positions of all functions before
// the first row is printed. Its methods may be called from several goroutines.
type funcTable struct {
	mu          sync.Mutex
	w           io.Writer // nil: no row is printed
	quiet       bool      // functions that are proved have no row
	name, place int       // widths of the columns
	progress    *progress
}

// newFuncTable returns a table for the functions in todo.
func newFuncTable(w io.Writer, quiet bool, todo []funcRow, p *progress) *funcTable {
	t := &funcTable{w: w, quiet: quiet, progress: p}
	for _, r := range todo {
		t.name, t.place = max(t.name, len(r.Function)), max(t.place, len(r.place()))
	}
	return t
}

// place returns the position of the function.
func (r *funcRow) place() string { return fmt.Sprintf("%s:%d", r.File, r.Line) }

// print writes the row of a function. It also updates the progress line, which shows that done of all functions are
// decided.
func (t *funcTable) print(r *funcRow, done, all int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.w != nil && !(t.quiet && r.Verdict == "true") {
		what := r.Reason
		if r.Verdict == "false" {
			what = r.Kind + " at " + r.At
			if len(r.Null) > 0 {
				what += ": " + strings.Join(r.Null, ", ") + " NULL"
			}
		}
		row := fmt.Sprintf("%-*s  %-*s  %-7s  %5.1f s  %s", t.name, r.Function, t.place, r.place(), r.Verdict, r.Seconds,
			short(what, 120))
		t.progress.clear()
		fmt.Fprintln(t.w, strings.TrimRight(row, " "))
	}
	t.progress.line(fmt.Sprintf("%d/%d  %s: %s", done, all, r.Function, r.Verdict))
}

// funcCount is the number of functions that have a verdict for the same reason.
type funcCount struct {
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"` // for the verdict false, the kind of the violation
	Count   int    `json:"count"`
}

// verdictOrder is the order of verdicts in summaries.
var verdictOrder = []string{"true", "false", "unknown", "refused", "error"}

// countFunctions counts the rows by verdict and reason. The verdicts are in the order of verdictOrder, the reasons of
// each verdict by falling counts.
func countFunctions(rows []funcRow) []funcCount {
	n := map[funcCount]int{}
	for _, r := range rows {
		n[funcCount{Verdict: r.Verdict, Reason: r.cause()}]++
	}
	out := slices.Collect(maps.Keys(n))
	slices.SortFunc(out, func(a, b funcCount) int {
		return cmp.Or(slices.Index(verdictOrder, a.Verdict)-slices.Index(verdictOrder, b.Verdict), n[b]-n[a],
			strings.Compare(a.Reason, b.Reason))
	})
	for i := range out {
		out[i].Count = n[out[i]]
	}
	return out
}

// inReason matches the positions in reasons and in messages, which differ from function to function.
var inReason = regexp.MustCompile(`^[^\s:]+:\d+(:\d+)?: |, line \d+|,? (at )?[^\s:,;()]+:\d+(:\d+)?`)

// nullCause is added to the kind of a violation that has null pointers among its inputs.
const nullCause = ", with NULL among the inputs (see --null)"

// cause returns the reason of a row without the parts that are particular to the function: positions, and the text
// after a semicolon.
func (r *funcRow) cause() string {
	switch r.Verdict {
	case "true":
		return ""
	case "false":
		if len(r.Null) > 0 {
			return r.Kind + nullCause
		}
		return r.Kind
	}
	text, _, _ := strings.Cut(r.Reason, ";")
	return short(inReason.ReplaceAllString(text, ""), 100)
}

// printReasons prints the counts, except for functions that are proved, whose number is in the last line of the output.
func printReasons(w io.Writer, counts []funcCount) {
	const most = 20 // lines for each verdict
	lines, rest := map[string]int{}, 0
	for i, c := range counts {
		if c.Verdict == "true" {
			continue
		}
		if lines[c.Verdict]++; lines[c.Verdict] <= most {
			fmt.Fprintf(w, "%6d %s: %s\n", c.Count, c.Verdict, cmp.Or(c.Reason, "no reason is given"))
		} else {
			rest += c.Count
		}
		if last := i+1 == len(counts) || counts[i+1].Verdict != c.Verdict; last && rest > 0 {
			fmt.Fprintf(w, "%6d %s: other reasons\n", rest, c.Verdict)
			rest = 0
		}
	}
}
