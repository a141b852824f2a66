package reduce_test

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/reduce"
)

// prepared returns the program of a benchmark in the form in which engines get it.
func prepared(t testing.TB, task benchtest.Task) *ir.Program {
	t.Helper()
	overflow, _, err := task.Definition()
	if err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Load(cfront.Config{
		Model: ir.ILP32, Files: []string{task.File}, IncludeDirs: []string{filepath.Dir(task.File)},
		PropertyKind: "unreach-call", ErrorFunc: "reach_error",
	})
	if err != nil {
		t.Skip(err) // a test of the front end reports it
	}
	o := instrument.Default()
	o.Overflow = overflow
	q, err := instrument.Prepare(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestBenchmarks slices tasks by all of their obligations. It reports the average size of the slices, and checks that
// their runs agree with the programs. With TANDEM_LONG=1 it uses all of verisec and controlflow, otherwise one of 25.
func TestBenchmarks(t *testing.T) {
	long := os.Getenv("TANDEM_LONG") != ""
	type sums struct {
		n                    int
		ratio, loose, strict float64
		took, slowest        time.Duration
	}
	suites := map[string]*sums{}
	fig := &figures{}
	var proved, alone [3]int // by care
	for i, task := range benchtest.Tasks(t, "verisec/|controlflow/") {
		if !long && i%25 != 3 {
			continue
		}
		t.Run(task.ID, func(t *testing.T) {
			p := prepared(t, task)
			_, expected, _ := task.Definition()
			safe := expected == "true"
			suite := task.ID[:len(path.Dir(task.ID))]
			if suites[suite] == nil {
				suites[suite] = &sums{}
			}
			s := suites[suite]
			points := flow.NewPoints(p)
			for _, care := range []reduce.Care{reduce.Usual, reduce.Loose, reduce.Strict} {
				start := time.Now()
				_, m, err := reduce.Slice(context.Background(), p, p.Obligations, reduce.SliceOptions{Care: care, Points: points})
				took := time.Since(start)
				if err != nil {
					t.Fatal(err)
				}
				ratio := float64(size(m.From)) / float64(max(size(p), 1))
				switch care {
				case reduce.Loose:
					s.loose += ratio
				case reduce.Strict:
					s.strict += ratio
				case reduce.Usual:
					s.n++
					s.ratio += ratio
					s.took += took
					s.slowest = max(s.slowest, took)
				}
				if long && care == reduce.Usual {
					t.Logf("%d of %d edges, %.0f %%, %v", size(m.From), size(p), 100*ratio, took)
				}
				if size(p) > 1500 {
					continue
				}
				before := fig.spurious + fig.perhaps
				x := newRunner(t, m, fig)
				for _, o := range p.Obligations {
					x.criterion[o] = true
				}
				constants := exec.Constants(p)
				for k := range uint64(4) {
					x.one(t, exec.RandomOf(constants, k, exec.Style(k%3)))
				}
				if safe {
					proved[care]++
					if fig.spurious+fig.perhaps > before {
						alone[care]++
						t.Logf("care %v: the slice fails, the program is safe", care)
					}
				}
			}
		})
	}
	for suite, s := range suites {
		t.Logf("%s: %d tasks, slices have %.1f %% of the edges, loose ones %.1f %%, strict ones %.1f %%; %v, at most %v",
			suite, s.n, 100*s.ratio/float64(s.n), 100*s.loose/float64(s.n), 100*s.strict/float64(s.n), s.took, s.slowest)
	}
	t.Logf("by care, %v safe programs; of %v the slice fails on random inputs", proved, alone)
	t.Log(fig)
}

// BenchmarkFloppy slices the largest driver. The time of the points-to analysis, which every engine needs, does not
// count.
func BenchmarkFloppy(b *testing.B) {
	for _, task := range benchtest.Tasks(b, "ntdrivers/floppy2_true") {
		p := prepared(b, task)
		points := flow.NewPoints(p)
		for b.Loop() {
			if _, _, err := reduce.Slice(context.Background(), p, p.Obligations,
				reduce.SliceOptions{Points: points}); err != nil {
				b.Fatal(err)
			}
		}
	}
}
