package difftest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
)

var (
	differential = flag.Bool("differential", false, "run TestDifferential: the whole bench and csmith programs (hours)")
	fresh        = flag.Bool("fresh", false, "forget earlier rows")
	whole        = driver{done: map[string]bool{}}
)

func init() {
	flag.StringVar(&whole.bench, "bench", "../../../shared/bench", "folder with tasks.tsv; \"\" for none")
	flag.StringVar(&whole.filter, "filter", "", "only tasks whose name contains this")
	flag.IntVar(&whole.inputs, "inputs", 20, "random inputs for each task")
	flag.Uint64Var(&whole.seed, "seed", 1, "seed of the inputs")
	flag.IntVar(&whole.csmith, "csmith", 1000, "csmith programs that count; odd seeds ILP32, even ones LP64")
	flag.IntVar(&whole.first, "first", 1, "first csmith seed")
	flag.IntVar(&whole.interp, "interp", 200, "of these also in the interpreter")
	flag.IntVar(&whole.printed, "printed", 200, "of these also printed as C again")
	flag.IntVar(&whole.jobs, "j", 2, "at the same time")
	flag.StringVar(&whole.out, "out", "../../tandem-out/differential.tsv", "rows; a second run goes on after them")
}

// TestDifferential compares executions with gcc on the benchmarks and on csmith programs (make differential). It shows
// its progress and prints a table. A run that was interrupted continues where it stopped.
func TestDifferential(t *testing.T) {
	if !*differential {
		t.Skip("without -differential")
	}
	d := &whole
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt)
	defer stop()
	d.ctx = ctx
	bad, err := d.run(*fresh)
	if err != nil {
		t.Fatal(err)
	}
	if bad {
		t.Error("there is something to be looked at")
	}
}

// driver has the settings and the state of TestDifferential.
type driver struct {
	ctx                            context.Context
	bench, filter, out             string
	inputs, jobs                   int
	seed                           uint64
	csmith, first, interp, printed int

	mu    sync.Mutex
	rows  *os.File
	sums  map[string]*sum
	done  map[string]bool
	count int
	total int
}

// sum is the result for a folder, or for csmith.
type sum struct {
	c           Count
	tasks, gaps int // gaps: number of tasks that could not be compared
	bad         []string
}

// run runs the comparison. bad reports whether there is a mismatch, or a task that could not be compared.
func (d *driver) run(fresh bool) (bad bool, err error) {
	for _, m := range []ir.DataModel{ir.ILP32, ir.LP64} {
		if err := HaveGCC(m); err != nil {
			return false, fmt.Errorf("gcc cannot build for %s: %w", m, err)
		}
	}
	d.sums = map[string]*sum{}
	if err := d.open(fresh); err != nil {
		return false, err
	}
	defer d.rows.Close()
	if err := d.runBench(); err != nil {
		return false, err
	}
	if d.csmith > 0 {
		if err := HaveCsmith(); err != nil {
			return false, err
		}
		d.runCsmith()
	}
	fmt.Fprint(os.Stderr, "\r\x1b[K")
	return d.table(), nil
}

// open reads the rows of an earlier run and opens the file for new rows.
func (d *driver) open(fresh bool) error {
	if err := os.MkdirAll(filepath.Dir(d.out), 0o777); err != nil {
		return err
	}
	mode := os.O_CREATE | os.O_RDWR | os.O_APPEND
	if fresh {
		mode |= os.O_TRUNC
	} else if old, err := os.ReadFile(d.out); err == nil {
		for _, line := range strings.Split(string(old), "\n") {
			if r, ok := parseRow(line); ok && !d.done[r.Name] {
				d.done[r.Name] = true
				d.add(r)
			}
		}
	}
	f, err := os.OpenFile(d.out, mode, 0o666)
	d.rows = f
	return err
}

// runBench compares the tasks of the benchmarks.
func (d *driver) runBench() error {
	if d.bench == "" {
		return nil
	}
	tasks, err := BenchTasks(d.bench)
	if errors.Is(err, ErrNoTasks) {
		fmt.Fprintf(os.Stderr, "%v: the bench is left out\n", err)
		return nil
	}
	if err != nil {
		return err
	}
	var todo []*Task
	for _, t := range tasks {
		if strings.Contains(t.Name, d.filter) && !d.done[t.Name] {
			todo = append(todo, t)
		}
	}
	d.total, d.count = len(todo), 0
	d.parallel(len(todo), func(i int) bool {
		r := RunTask(d.ctx, todo[i], d.inputs, d.seed, DefaultLimits())
		if d.ctx.Err() == nil {
			d.finish(r)
		}
		return true
	})
	return nil
}

// runCsmith compares programs of csmith.
func (d *driver) runCsmith() {
	have := 0
	for name := range d.done {
		if strings.HasPrefix(name, "csmith-") {
			have++
		}
	}
	d.total, d.count = d.csmith, have
	next := d.first
	d.parallel(1<<30, func(int) bool {
		d.mu.Lock()
		for d.done[fmt.Sprintf("csmith-%d", next)] {
			next++
		}
		seed, nth := next, d.count
		next++
		d.mu.Unlock()
		if nth >= d.csmith {
			return false
		}
		model := ir.ILP32
		if seed%2 == 0 {
			model = ir.LP64
		}
		r, skipped := RunCsmith(d.ctx, seed, CsmithOptions{Model: model, Interp: nth < d.interp, Printed: nth < d.printed,
			GCC: 5 * time.Second, Exec: 10 * time.Minute})
		if !skipped && d.ctx.Err() == nil {
			d.finish(r)
		}
		return true
	})
}

// parallel calls f with each number from 0 to n-1, until a call returns false or the context ends.
func (d *driver) parallel(n int, f func(i int) bool) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	next := 0
	for range max(d.jobs, 1) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for d.ctx.Err() == nil {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= n || !f(i) {
					return
				}
			}
		}()
	}
	wg.Wait()
}

// finish records a result: it writes a row and the progress, and prints mismatches.
func (d *driver) finish(r *Result) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count++
	d.done[r.Name] = true
	d.add(r)
	fmt.Fprintln(d.rows, row(r))
	if r.Count.Mismatch > 0 || r.Note != "" {
		fmt.Fprintf(os.Stderr, "\r\x1b[K%s: %d mismatches %s\n", r.Name, r.Count.Mismatch, r.Note)
		for _, x := range r.Details {
			fmt.Fprintf(os.Stderr, "    %s\n", x)
		}
	}
	mis := 0
	for _, s := range d.sums {
		mis += s.c.Mismatch
	}
	fmt.Fprintf(os.Stderr, "\r\x1b[K[%d/%d] %d mismatches, last %s (%.1f s)", d.count, d.total, mis, r.Name, r.Seconds)
}

// add adds a result to the sums.
func (d *driver) add(r *Result) {
	group := filepath.ToSlash(filepath.Dir(r.Name))
	if strings.HasPrefix(r.Name, "csmith-") {
		group = "csmith"
	}
	s := d.sums[group]
	if s == nil {
		s = &sum{}
		d.sums[group] = s
	}
	s.c.Add(r.Count)
	s.tasks++
	if r.Note != "" {
		s.gaps++
	}
	if r.Note != "" || r.Count.Mismatch > 0 {
		s.bad = append(s.bad, r.Name)
	}
}

// row returns the text of a result: name, counts, seconds, note, info.
func row(r *Result) string {
	c := r.Count
	flat := strings.NewReplacer("\t", " ", "\n", " ")
	return fmt.Sprintf("%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f\t%s\t%s", r.Name, c.Runs, c.Agreed, c.Cut, c.Source, c.Open,
		c.Resource, c.Mismatch,
		r.Seconds, flat.Replace(r.Note), flat.Replace(r.Info))
}

// parseRow parses the text of a result.
func parseRow(line string) (*Result, bool) {
	cols := strings.SplitN(line, "\t", 11)
	if len(cols) != 11 {
		return nil, false
	}
	r := &Result{Name: cols[0], Note: cols[9], Info: cols[10]}
	c := &r.Count
	_, err := fmt.Sscan(strings.Join(cols[1:9], " "), &c.Runs, &c.Agreed, &c.Cut, &c.Source, &c.Open, &c.Resource,
		&c.Mismatch, &r.Seconds)
	return r, err == nil
}

// table prints the sums, and returns whether a task has mismatches or could not be compared.
func (d *driver) table() (bad bool) {
	var names []string
	for n := range d.sums {
		names = append(names, n)
	}
	sort.Strings(names)
	fmt.Printf("%-36s %6s %7s %7s %6s %7s %6s %9s %10s %14s\n", "folder", "tasks", "runs", "agree", "(cut", "source)",
		"open", "resource", "mismatches", "not compared")
	var all sum
	print := func(n string, s *sum) {
		c := s.c
		fmt.Printf("%-36s %6d %7d %7d %6d %7d %6d %9d %10d %14d\n", n, s.tasks, c.Runs, c.Agreed, c.Cut, c.Source, c.Open,
			c.Resource, c.Mismatch, s.gaps)
	}
	for _, n := range names {
		s := d.sums[n]
		print(n, s)
		all.c.Add(s.c)
		all.tasks += s.tasks
		all.gaps += s.gaps
		all.bad = append(all.bad, s.bad...)
	}
	print("all", &all)
	if len(all.bad) > 0 {
		fmt.Printf("to be looked at: %s\n", strings.Join(all.bad, " "))
	}
	return len(all.bad) > 0
}
