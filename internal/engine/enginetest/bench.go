package enginetest

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Bench runs engines on the development benchmarks. A test with it fails if a verdict is not the expected one, the
// check refutes a proof, or a test does not show its violation. Environment variables choose tasks and limits:
//
//	TANDEM_BENCH      tasks, by parts of their paths (| between them)
//	TANDEM_BENCH_DIR  the folder, if not ../shared/bench next to the repository
//	TANDEM_ENGINE     the only engine
//	TANDEM_LIMIT      the time for a task (10s), and for the check of its proof
//	TANDEM_FALSE      if set, only tasks whose expected verdict is false
//	TANDEM_INLINE     the limits of inlining, in edges
//	TANDEM_NOCHECK    if set, proofs are not checked
//	TANDEM_VERBOSE    if set, the events of each run
type Bench struct {
	// Slice selects the tasks if TANDEM_BENCH is not set; Limit is the time for each of them. The test is skipped if
	// TANDEM_BENCH is not set and Slice is "" or -short is given.
	Slice string
	Limit time.Duration
	Stats []string // prefixes of the counters that are printed after a row
}

// Run runs the engines one after the other. It prints a row for each task, and at the end the number of tasks of each
// folder with each verdict.
func (b Bench) Run(t *testing.T, engines ...verify.Engine) {
	t.Helper()
	pattern, limit := os.Getenv("TANDEM_BENCH"), 10*time.Second
	if pattern == "" {
		if b.Slice == "" {
			t.Skip("TANDEM_BENCH is not set")
		}
		if testing.Short() {
			t.Skip("short")
		}
		pattern, limit = b.Slice, b.Limit
	}
	if s := os.Getenv("TANDEM_LIMIT"); s != "" {
		var err error
		if limit, err = time.ParseDuration(s); err != nil {
			t.Fatal("TANDEM_LIMIT:", err)
		}
	}
	tasks := benchtest.Tasks(t, pattern)
	for _, e := range engines {
		if only := os.Getenv("TANDEM_ENGINE"); only != "" && only != e.Name {
			continue
		}
		count := map[string]int{}
		for _, bt := range tasks {
			task, expected, err := Load(bt)
			if err != nil {
				t.Logf("%s: %v", bt.ID, err)
				continue
			}
			if expected == "true" && os.Getenv("TANDEM_FALSE") != "" {
				continue
			}
			v, took := Decide(e, task, limit)
			count[path.Dir(bt.ID)+" "+expected+" "+v.Kind]++
			fmt.Printf("%-9s %-60s %-5s %6.2fs %s: %s%s\n", e.Name, bt.ID, expected, took.Seconds(), v.Kind, v.Note,
				b.stats(task.Log))
			if v.wrong(expected) {
				t.Errorf("%s: %s (%s): %s: %s", e.Name, bt.ID, expected, v.Kind, v.Note)
			}
		}
		for _, k := range slices.Sorted(maps.Keys(count)) {
			fmt.Printf("%-9s %-60s %d\n", e.Name, k, count[k])
		}
	}
}

// stats returns the counters of log that b.Stats selects, as text.
func (b Bench) stats(log *obs.Log) string {
	s := ""
	for _, st := range log.Stats() {
		for _, prefix := range b.Stats {
			if strings.HasPrefix(st.Name, prefix) {
				s += fmt.Sprintf(" %s=%d", st.Name, st.Count)
			}
		}
	}
	return s
}

// Load reads a task of the benchmarks and prepares it as its definition and TANDEM_INLINE demand. expected is the
// expected verdict: true or false.
func Load(bt benchtest.Task) (task *verify.Task, expected string, err error) {
	overflow, expected, err := bt.Definition()
	if err != nil {
		return nil, "", err
	}
	task, err = C{File: bt.File, Passes: func(o *instrument.Options) {
		o.Overflow = overflow
		if n, err := strconv.Atoi(os.Getenv("TANDEM_INLINE")); err == nil {
			o.Limits = instrument.Limits{Program: n, Func: n}
		}
	}}.Load()
	return task, expected, err
}

// Verdict is the result of an engine for a task, after its check. Kind is true, false, part (some obligations hold),
// unknown, undecided (claimed to be true, but the checker could not decide the claim), or error.
type Verdict struct{ Kind, Note string }

// wrong reports whether v contradicts the expected verdict.
func (v Verdict) wrong(expected string) bool {
	switch v.Kind {
	case "true", "undecided":
		return expected != "true"
	case "false":
		return expected != "false"
	}
	return v.Kind == "error"
}

// Decide runs an engine and checks its result: it replays a test or checks a proof. The engine may take the time limit,
// and the check the same time again. It also returns the time that the engine took.
func Decide(e verify.Engine, task *verify.Task, limit time.Duration) (Verdict, time.Duration) {
	start := time.Now()
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	task.Log = &obs.Log{}
	if os.Getenv("TANDEM_VERBOSE") != "" {
		task.Log.Watch = func(e obs.Event) { fmt.Printf("  %6.2fs %s\n", time.Since(start).Seconds(), e.Text) }
	}
	r := Run(ctx, e, task, verify.NewBoard())
	took := time.Since(start)
	switch r := r.(type) {
	case *verify.Unsafe:
		if err := Replay(context.Background(), task, r); err != nil {
			return Verdict{"error", "the test does not show it: " + err.Error()}, took
		}
		return Verdict{"false", r.Test.Note}, took
	case *verify.Safe:
		return proved(task, r, limit), took
	case *verify.Unknown:
		return Verdict{"unknown", r.Reason}, took
	}
	return Verdict{"error", fmt.Sprintf("a result of type %T", r)}, took
}

// proved checks a proof and returns the verdict.
func proved(task *verify.Task, r *verify.Safe, limit time.Duration) Verdict {
	how := fmt.Sprintf("%T", r.Proof)
	if k, ok := r.Proof.(*verify.KInductive); ok {
		how += fmt.Sprintf(", k %d", k.K)
	}
	part := r.Obligations != nil && len(r.Obligations) < len(task.Asked())
	if part {
		how = fmt.Sprintf("%d of %d, %s", len(r.Obligations), len(task.Asked()), how)
	}
	var out check.Outcome
	if os.Getenv("TANDEM_NOCHECK") != "" {
		how += ", not checked"
	} else {
		ctx, stop := context.WithTimeout(context.Background(), limit)
		defer stop()
		start := time.Now()
		out = check.Proof(ctx, task, r)
		how += fmt.Sprintf(", %s in %.2fs", out.Verdict, time.Since(start).Seconds())
	}
	switch {
	case out.Verdict == check.Refuted:
		return Verdict{"error", how + ": " + out.Reason}
	case part: // even if the check is undecided
		return Verdict{"part", how}
	case out.Verdict == check.Undecided:
		return Verdict{"undecided", how + ": " + out.Reason}
	}
	return Verdict{"true", how}
}
