package acceptance

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// soon and latest bound the time from cancelling an engine to its return: in 99 of 100 cases, and always.
const (
	soon   = 100 * time.Millisecond
	latest = 500 * time.Millisecond
)

// TestCancel cancels each engine at random times on the largest tasks of the benchmarks, and measures how long it takes
// to return, and the goroutines and processes that it leaves running. It runs with TANDEM_LONG=1 only, and the
// environment selects:
//
//	TANDEM_ENGINE     the only engine
//	TANDEM_BENCH      tasks among the largest, by parts of their paths, as a|b
//	TANDEM_TASKS      number of tasks (20)
//	TANDEM_CANCELS    how often each engine is cancelled on each task (5)
//	TANDEM_VERBOSE    if set, print a row for each run, not only for late ones
//
// A row has the time at which the engine was cancelled, how long it continued, and how much processor time the process
// used meanwhile (on a busy machine, only the latter is informative). For late engines it has the stacks of their
// goroutines.
func TestCancel(t *testing.T) {
	if os.Getenv("TANDEM_LONG") == "" {
		t.Skip("TANDEM_LONG is not set")
	}
	tasks := largest(t, number(t, "TANDEM_TASKS", 20))
	for _, e := range app.Engines() {
		if only := os.Getenv("TANDEM_ENGINE"); only != "" && only != e.Name {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			var wall, cpu []time.Duration
			ended := 0
			for _, task := range tasks {
				for range number(t, "TANDEM_CANCELS", 5) {
					// 1 ms to 4 s, uniform on a logarithmic scale
					after := time.Duration(math.Exp(r.Float64()*math.Log(4000)) * float64(time.Millisecond))
					c := cancelAfter(func(ctx context.Context) {
						w := e.Open(task, verify.NewBoard())
						defer w.Close()
						w.Work(ctx, verify.Budget{})
					}, after)
					if !c.cut {
						ended++
						continue
					}
					wall, cpu = append(wall, c.wall), append(cpu, c.cpu)
					if c.wall > soon || c.left != "" || os.Getenv("TANDEM_VERBOSE") != "" {
						t.Logf("%s after %v: %v (%v of processors)%s%s", task.Name, after.Round(time.Millisecond),
							c.wall.Round(time.Millisecond), c.cpu.Round(time.Millisecond), c.left, c.where)
					}
					if c.left != "" {
						t.Errorf("%s: left behind", task.Name)
					}
				}
			}
			t.Logf("%d times cancelled, %d times it had ended before: 50%% %v, 90%% %v, 99%% %v, all %v; processors: 99%% "+
				"%v, all %v", len(wall), ended,
				quantile(wall, 0.5), quantile(wall, 0.9), quantile(wall, 0.99), quantile(wall, 1), quantile(cpu, 0.99),
				quantile(cpu, 1))
			if quantile(wall, 0.99) > soon || quantile(wall, 1) > latest {
				t.Errorf("more than 1 %% take longer than %v, or one longer than %v", soon, latest)
			}
		})
	}
}

// number returns the number in an environment variable, or preset if the variable is not set.
func number(t *testing.T, name string, preset int) int {
	text := os.Getenv(name)
	if text == "" {
		return preset
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// largest returns the n tasks with the most edges among the 2n tasks with the longest sources, from large to small.
func largest(t *testing.T, n int) []*app.Task {
	files := benchtest.Tasks(t, "")
	size := map[string]int64{}
	for _, f := range files {
		if st, err := os.Stat(f.File); err == nil {
			size[f.ID] = st.Size()
		}
	}
	slices.SortFunc(files, func(a, b benchtest.Task) int {
		return cmp.Or(cmp.Compare(size[b.ID], size[a.ID]), cmp.Compare(a.ID, b.ID))
	})
	files = files[:min(2*n, len(files))]
	var tasks []*app.Task
	edges := map[*app.Task]int{}
	for _, f := range files {
		task, err := app.Load(app.Options{}, strings.TrimSuffix(f.File, filepath.Ext(f.File))+".yml")
		if err != nil {
			t.Logf("%s: %v", f.ID, err)
			continue
		}
		task.Name = f.ID
		for _, fn := range task.Program.Funcs {
			edges[task] += len(fn.Edges)
		}
		tasks = append(tasks, task)
	}
	slices.SortStableFunc(tasks, func(a, b *app.Task) int { return edges[b] - edges[a] })
	tasks = tasks[:min(n, len(tasks))]
	return slices.DeleteFunc(tasks, func(task *app.Task) bool {
		return !slices.ContainsFunc(strings.Split(os.Getenv("TANDEM_BENCH"), "|"),
			func(p string) bool { return strings.Contains(task.Name, p) })
	})
}

// cancelled is the result of a run.
type cancelled struct {
	cut         bool // it was still running when it was cancelled
	wall, cpu   time.Duration
	left, where string // goroutines and processes that it left running; stacks of goroutines that were late
}

// cancelAfter starts run and cancels it after a time.
func cancelAfter(run func(context.Context), after time.Duration) (c cancelled) {
	runtime.GC() // collect the garbage of the last run
	before := goleak.IgnoreCurrent()
	solvers := len(children())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(ctx)
	}()
	select {
	case <-done:
		c.left = leftBehind(before, solvers)
		return c
	case <-time.After(after):
	}
	start, used := time.Now(), processors()
	cancel()
	late := time.AfterFunc(soon, func() {
		buf := make([]byte, 1<<20)
		c.where = atWork(buf[:runtime.Stack(buf, true)])
	})
	<-done
	c.cut, c.wall, c.cpu = true, time.Since(start), processors()-used
	if !late.Stop() {
		time.Sleep(10 * time.Millisecond) // the late function is still writing c.where
	}
	c.left = leftBehind(before, solvers)
	return c
}

// leftBehind describes the goroutines and processes that did not exist before.
func leftBehind(before goleak.Option, solvers int) (left string) {
	if n := len(children()) - solvers; n > 0 {
		left = fmt.Sprintf("; %d processes are left", n)
	}
	if err := goleak.Find(before); err != nil {
		left += "; " + err.Error()
	}
	return left
}

// processors returns the processor time of this process.
func processors() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// children returns the processes that this one has started and that have not ended.
func children() (out []string) {
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range all {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		_, rest, _ := bytes.Cut(text, []byte(") "))
		if f := strings.Fields(string(rest)); len(f) > 1 && f[0] != "Z" && f[1] == strconv.Itoa(os.Getpid()) {
			out = append(out, file)
		}
	}
	return out
}

// called matches the name of a function in a line of a stack dump.
var called = regexp.MustCompile(`^(\.\(|[^(])*`)

// atWork returns the goroutines of a stack dump that run in this module, each in a line with its calls, the innermost
// first.
func atWork(dump []byte) string {
	out := ""
	for g := range strings.SplitSeq(string(dump), "\n\n") {
		lines := strings.Split(g, "\n")
		var calls []string
		for i := 1; i+1 < len(lines); i += 2 {
			at := strings.TrimSpace(lines[i+1])
			if _, name, ok := strings.Cut(lines[i], "tandem/internal/"); ok && !strings.HasPrefix(name, "obs.") {
				if call := called.FindString(name); len(calls) == 0 || !strings.HasPrefix(calls[len(calls)-1], call+" ") {
					at, _, _ = strings.Cut(filepath.Base(at), " ")
					calls = append(calls, call+" "+at)
				}
			}
		}
		if len(calls) > 0 {
			out += "\n      " + strings.Join(calls[:min(len(calls), 14)], " < ")
		}
	}
	return out
}

// quantile returns the q-quantile of durations.
func quantile(d []time.Duration, q float64) time.Duration {
	if len(d) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(d))
	return s[max(int(math.Ceil(q*float64(len(s))))-1, 0)].Round(time.Millisecond)
}
