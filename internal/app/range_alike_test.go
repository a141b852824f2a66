package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cprint"
	"github.com/tandem-verifier/tandem/internal/cprint/cprinttest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestRangesAlike tests that range programs of benchmark tasks have exactly the paths of their ranges. For each task it
// takes five ranges, whose bounds are paths of runs, shortened or changed, and the ranges of lb3. It runs the reference
// program on random inputs and on inputs near the bounds, and decides by restrict.PathRange.Contains whether the path
// lies in a range. If it does, the run of the range program must be the same, otherwise it must end early. The printed
// C program, compiled by gcc, must end like the range program.
//
// The test takes two tasks and few inputs. With TANDEM_LONG=1 it takes TANDEM_TASKS (200), drawn by TANDEM_SEED (1),
// with TANDEM_INPUTS (1,000) each, for at most 20 s. TANDEM_SHARD=i/n selects a part of them. TANDEM_TABLE is a file of
// rows; tasks with a row in it are skipped.
func TestRangesAlike(t *testing.T) {
	h := &rangesAlike{t: t, tasks: 2, seed: 7, inputs: 40, most: time.Second}
	shard, shards := 0, 1
	if os.Getenv("TANDEM_LONG") != "" {
		h.tasks, h.seed, h.inputs, h.most = environment(t, "TANDEM_TASKS", 200), environment(t, "TANDEM_SEED", 1),
			environment(t, "TANDEM_INPUTS", 1000), 20*time.Second
		if text := os.Getenv("TANDEM_SHARD"); text != "" {
			if _, err := fmt.Sscanf(text, "%d/%d", &shard, &shards); err != nil || shard < 0 || shard >= shards {
				t.Fatal("TANDEM_SHARD is i/n")
			}
		}
	}
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	tasks := benchtest.Tasks(t, os.Getenv("TANDEM_BENCH"))
	rand.New(rand.NewPCG(uint64(h.seed), 15)).Shuffle(len(tasks), func(i, j int) {
		tasks[i], tasks[j] = tasks[j],
			tasks[i]
	})
	done := h.open(os.Getenv("TANDEM_TABLE"))
	n := 0
	for i, bt := range tasks {
		if n == h.tasks {
			break
		}
		if i%shards != shard {
			continue
		}
		if done[bt.ID] != "" {
			n++
			continue
		}
		if ctx.Err() != nil || !inTime(t, 3*time.Minute) {
			t.Logf("interrupted: %d tasks of %d are looked at", n, h.tasks)
			break
		}
		row, ok := h.task(ctx, bt, rand.New(rand.NewPCG(uint64(h.seed), uint64(i))))
		if ctx.Err() != nil || !ok {
			continue
		}
		n++
		h.add(row)
	}
	var all rangesRow
	tasksOf, broken := 0, 0
	for _, r := range h.rows {
		tasksOf++
		all.ranges, all.runs, all.in, all.native, all.partly = all.ranges+r.ranges, all.runs+r.runs, all.in+r.in,
			all.native+r.native, all.partly+r.partly
		if r.fault != "" {
			broken++
			t.Errorf("%s: %s", r.task, r.fault)
		}
	}
	t.Logf("%d tasks, %d ranges (%d with runs inside and outside), %d runs held against the definition, %d of them in "+
		"the range; %d runs of printed C; %d tasks with a difference",
		tasksOf, all.ranges, all.partly, all.runs, all.in, all.native, broken)
	if tasksOf > 0 && (all.partly*4 < all.ranges || all.in*20 < all.runs) {
		t.Error("the random ranges are useless")
	}
}

// rangesAlike has the settings and the results of TestRangesAlike.
type rangesAlike struct {
	t                   *testing.T
	tasks, seed, inputs int
	most                time.Duration // bounds the time of the runs of a task
	file                string
	rows                []rangesRow
}

// rangesRow is the result for a task.
type rangesRow struct {
	task                             string
	ranges, partly, runs, in, native int
	fault                            string
}

func (r rangesRow) String() string {
	return fmt.Sprintf("%s\t%d\t%d\t%d\t%d\t%d\t%s", r.task, r.ranges, r.partly, r.runs, r.in, r.native,
		strings.Join(strings.Fields(r.fault), " "))
}

const rangesHead = "task\tranges\tpartly\truns\tin\tnative\tfault"

// open reads the rows of a file, or begins the file. It returns the lines by task.
func (h *rangesAlike) open(file string) map[string]string {
	h.file = file
	done := map[string]string{}
	text, err := os.ReadFile(file)
	if err != nil {
		if file != "" {
			if err := os.WriteFile(file, []byte(rangesHead+"\n"), 0o666); err != nil {
				h.t.Fatal(err)
			}
		}
		return done
	}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		c := strings.Split(line, "\t")
		if i == 0 && line != rangesHead || i > 0 && len(c) != 7 {
			h.t.Fatalf("%s: line %d is no row", file, i+1)
		}
		if i == 0 {
			continue
		}
		r := rangesRow{task: c[0], fault: c[6]}
		for k, n := range []*int{&r.ranges, &r.partly, &r.runs, &r.in, &r.native} {
			if _, err := fmt.Sscan(c[k+1], n); err != nil {
				h.t.Fatalf("%s: line %d: %v", file, i+1, err)
			}
		}
		h.rows = append(h.rows, r)
		done[r.task] = line
	}
	return done
}

// add records a row, and appends it to the file.
func (h *rangesAlike) add(r rangesRow) {
	h.rows = append(h.rows, r)
	h.t.Log(r)
	if h.file == "" {
		return
	}
	f, err := os.OpenFile(h.file, os.O_APPEND|os.O_WRONLY, 0o666)
	if err == nil {
		_, err = fmt.Fprintln(f, r)
		f.Close()
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// ranged is a range with its program, and the runs that the printed program has to repeat.
type ranged struct {
	r      *verify.PathRange
	q      *ir.Program
	run    *restricttest.Runner
	in     int
	out    int
	values [][]uint64
	want   []int
	which  []string
}

// task tests one task. ok is false if the task cannot be used.
func (h *rangesAlike) task(ctx context.Context, bt benchtest.Task, r *rand.Rand) (row rangesRow, ok bool) {
	t := h.t
	row.task = bt.ID
	task, err := Load(Options{NoConfirm: true}, strings.TrimSuffix(bt.File, filepath.Ext(bt.File))+".yml")
	if err != nil {
		return row, false
	}
	ref := ranges.Reference(task)
	p := ref.Program
	edges := 0
	for _, f := range p.Funcs {
		edges += len(f.Edges)
	}
	if len(p.Sites) == 0 || edges > 20_000 {
		return row, false
	}
	constants := exec.Constants(p)
	whole := restricttest.NewRunner(t, p)
	var samples []*restricttest.Trace
	for k := range uint64(12) {
		if tr := whole.Run(t, restricttest.Inputs(p, constants, 1e6+k)); tr.Comparable() && tr.NumTrace > 0 {
			samples = append(samples, tr)
		}
	}
	if len(samples) == 0 {
		return row, false
	}
	var list []*ranged
	for _, pr := range h.ranges(ctx, ref, samples, r) {
		q, _, err := restrict.Apply(p, restrict.Scope{Range: pr})
		if err != nil {
			row.fault = err.Error()
			return row, true
		}
		list = append(list, &ranged{r: pr, q: q, run: restricttest.NewRunner(t, q)})
	}
	until := time.Now().Add(h.most)
	for k := 0; k < h.inputs && time.Now().Before(until) && ctx.Err() == nil; k++ {
		in := restricttest.Inputs(p, constants, uint64(k))
		if k%3 == 1 { // near a bound: begin like a run whose path was a bound
			reads := samples[r.IntN(len(samples))].Reads
			in = exec.Chain(exec.FromRecords(p, reads[:r.IntN(len(reads)+1)]), in)
		}
		tr := whole.Run(t, in)
		if !tr.Comparable() {
			continue
		}
		for _, x := range list {
			keep := restricttest.Kept(restrict.Scope{Range: x.r}, 0, tr)
			pt := x.run.Run(t, exec.FromRecords(p, tr.Reads))
			row.runs++
			if keep {
				row.in++
				x.in++
			} else {
				x.out++
			}
			if why := restricttest.Wrong(keep, tr, pt); why != "" {
				row.fault = fmt.Sprintf("inputs %d, %s: %s", k, x.r, why)
				return row, true
			}
			if want, ok := cprint.Status(pt.Outcome); ok && want != cprint.ExitUnsupported && !pt.Approx &&
				cprinttest.Fed(x.q, pt.Reads, true) {
				var vs []uint64
				for _, rec := range pt.Reads {
					vs = append(vs, rec.Bits)
				}
				x.values, x.want, x.which = append(x.values, vs), append(x.want, want), append(x.which, fmt.Sprint("inputs ", k))
			}
		}
	}
	for _, x := range list {
		row.ranges++
		if x.in > 0 && x.out > 0 {
			row.partly++
		}
		n, err := h.native(ctx, x)
		row.native += n
		if err != nil {
			row.fault = fmt.Sprintf("%s: %v", x.r, err)
			return row, true
		}
	}
	return row, true
}

// ranges returns five ranges with random bounds, and the ranges of lb3 if it splits the program.
func (h *rangesAlike) ranges(ctx context.Context, ref *Task, samples []*restricttest.Trace,
	r *rand.Rand) (list []*verify.PathRange) {
	bound := func() verify.Path {
		b := []byte(samples[r.IntN(len(samples))].Path())
		switch r.IntN(4) {
		case 0:
			b = b[:r.IntN(len(b)+1)]
		case 1:
			if len(b) > 0 {
				b[r.IntN(len(b))] ^= 'T' ^ 'F'
			}
		}
		return verify.Path(b)
	}
	for k := range 5 {
		pr := &verify.PathRange{Lo: bound(), Hi: bound(), Before: r.IntN(2) == 0, Form: restrict.Form(ref.Program)}
		if restrict.ComparePaths(pr.Hi, pr.Lo) < 0 {
			pr.Lo, pr.Hi = pr.Hi, pr.Lo
		}
		switch k {
		case 0:
			pr.Lo = ""
		case 1:
			pr.Hi, pr.Before, pr.NoUpper = "", false, true
		}
		list = append(list, pr)
	}
	lb3, err := ranges.ParseSplit("lb3")
	if err != nil {
		h.t.Fatal(err)
	}
	bounds, err := ranges.Split(ctx, ref, lb3, 2)
	if none := (*ranges.NoSplit)(nil); err != nil && !errors.As(err, &none) {
		h.t.Logf("lb3: %v", err)
	}
	if len(bounds) == 0 {
		return list
	}
	parts, err := ranges.Between(bounds)
	if err != nil {
		h.t.Fatal(err)
	}
	for i := range parts {
		list = append(list, &parts[i])
	}
	return list
}

// native compiles the printed program with gcc and repeats the runs. It returns how many it has repeated.
func (h *rangesAlike) native(ctx context.Context, x *ranged) (n int, err error) {
	var text bytes.Buffer
	if err := cprint.Readable(&text, x.q, cprint.ReadableOptions{}); err != nil {
		return 0, err
	}
	c, err := cprinttest.Compile(ctx, h.t.TempDir(), x.q.Model, cprinttest.Given(text.String()))
	if err != nil || !c.Runs() {
		return 0, err
	}
	status, err := c.Run(ctx, x.values)
	if err != nil {
		return 0, err
	}
	for i, want := range x.want {
		got := status[i]
		finished := want == cprint.ExitFinished && got != cprint.ExitViolated && got != cprint.ExitBlocked &&
			got < cprinttest.Late
		switch {
		case got == cprinttest.Late:
		case got != want && !finished:
			return n, fmt.Errorf("gcc: %s: status %d, want %d: %v", x.which[i], got, want, x.values[i])
		default:
			n++
		}
	}
	return n, nil
}
