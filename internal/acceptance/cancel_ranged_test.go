package acceptance

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/coop"
)

// teamTask returns the task of a program in teamPrograms, safe or unsafe.
func teamTask(t testing.TB, name string, safe bool) *app.Task {
	for _, p := range teamPrograms {
		if p.name != name {
			continue
		}
		cond := p.bad
		if safe {
			cond = p.good
		}
		file := filepath.Join(t.TempDir(), name+".c")
		if err := os.WriteFile(file, []byte(teamHead+strings.Replace(p.text, "BAD", cond, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		task, err := app.Load(app.Options{Check: "none", NoConfirm: true}, file)
		if err != nil {
			t.Fatal(err)
		}
		return task
	}
	t.Fatalf("no program %s", name)
	return nil
}

// wholeRun returns a function that runs a strategy until all engines have ended.
func wholeRun(t testing.TB, task *app.Task, text string) func(context.Context) {
	s, err := app.ReadStrategy(text)
	if err != nil {
		t.Fatal(err)
	}
	return func(ctx context.Context) {
		r := coop.NewRunner(task, s, app.Engines())
		r.Run(ctx)
		r.Wait()
	}
}

// rangedJobs are the jobs that the tests cancel.
var rangedJobs = []string{
	"ranged(bmc, predicate)",
	"ranged(symbolic, symbolic; split=balanced, steal=split, fallback=first)",
	"ranged(value, kind, concolic; split=rdm, workers=3, fallback=first)",
	"ranged(bmc, kind; violations=all, exchange=off)",
}

// TestRangedLeavesNothing tests that a ranged job which is cancelled, or decided while engines are at work, leaves no
// goroutine and no solver running. TANDEM_LONG=1 takes more jobs.
func TestRangedLeavesNothing(t *testing.T) {
	cut := 0
	jobs := rangedJobs[:2]
	if os.Getenv("TANDEM_LONG") != "" {
		jobs = rangedJobs
	}
	for i, job := range jobs {
		for k, after := range []time.Duration{time.Millisecond, 20 * time.Millisecond, 150 * time.Millisecond,
			20 * time.Second} {
			// the last run is of an unsafe program, and ends before it is cancelled
			task := teamTask(t, []string{"nested", "two"}[(i+k)%2], after < time.Second)
			c := cancelAfter(wholeRun(t, task, job), after)
			if c.cut {
				cut++
			}
			if c.left != "" {
				t.Errorf("%s after %v%s", job, after, c.left)
			}
		}
	}
	if cut < len(jobs) {
		t.Errorf("only %d runs were cancelled", cut)
	}
}

// BenchmarkRangedCancel measures the time from the cancellation of a ranged job until all engines have ended, in
// milliseconds: the median, the 99th percentile (wanted: 100), and the maximum (wanted: 500). Run it with -benchtime
// 200x. TANDEM_RANGED is the job; without it, all jobs take turns.
func BenchmarkRangedCancel(b *testing.B) {
	jobs := rangedJobs
	if only := os.Getenv("TANDEM_RANGED"); only != "" {
		jobs = []string{only}
	}
	task := teamTask(b, "nested", true)
	random := rand.New(rand.NewPCG(1, 2))
	var wall, cpu []time.Duration
	for i := 0; b.Loop(); i++ {
		// 1 to 500 ms, uniform on a logarithmic scale
		after := time.Duration(math.Exp(random.Float64()*math.Log(500)) * float64(time.Millisecond))
		c := cancelAfter(wholeRun(b, task, jobs[i%len(jobs)]), after)
		if c.left != "" {
			b.Errorf("%s after %v%s", jobs[i%len(jobs)], after, c.left)
		}
		if c.cut {
			wall, cpu = append(wall, c.wall), append(cpu, c.cpu)
		}
		if c.cut && c.wall > soon {
			b.Logf("%s after %v: %v (%v of processors)%s", jobs[i%len(jobs)], after.Round(time.Millisecond),
				c.wall.Round(time.Millisecond), c.cpu.Round(time.Millisecond), c.where)
		}
	}
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	b.ReportMetric(float64(len(wall)), "cancelled")
	b.ReportMetric(ms(quantile(wall, 0.5)), "p50-ms")
	b.ReportMetric(ms(quantile(wall, 0.99)), "p99-ms")
	b.ReportMetric(ms(quantile(wall, 1)), "max-ms")
	b.ReportMetric(ms(quantile(cpu, 0.99)), "p99-cpu-ms")
}
