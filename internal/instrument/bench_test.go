package instrument

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

func load(file string) (*ir.Program, error) {
	return cfront.Load(cfront.Config{
		Model: ir.ILP32, Files: []string{file}, IncludeDirs: []string{filepath.Dir(file)},
		PropertyKind: "unreach-call", ErrorFunc: "reach_error",
	})
}

// edgeCount returns the number of edges and calls of p, and the number of edges of its longest function.
func edgeCount(p *ir.Program) (edges, calls, longest int) {
	for _, f := range p.Funcs {
		edges += len(f.Edges)
		longest = max(longest, len(f.Edges))
		for _, e := range f.Edges {
			if _, ok := e.Stmt.(*ir.Call); ok {
				calls++
			}
		}
	}
	return edges, calls, longest
}

// TestBenchmarks prepares benchmark tasks with all checks and compares runs before and after each pass. It takes every
// 30th task, or all tasks with TANDEM_BENCH=all.
func TestBenchmarks(t *testing.T) {
	all := os.Getenv("TANDEM_BENCH") == "all"
	var times []time.Duration
	var report []string
	compared, tasks := 0, 0
	for i, task := range benchtest.Tasks(t, "") {
		if !all && i%30 != 5 {
			continue
		}
		file := task.File
		p, err := load(file)
		if err != nil {
			continue // the front end has its own test for this
		}
		tasks++
		before, _ := ir.Clone(p)
		o := Default()
		if i%2 == 0 {
			o.Overflow = "undefined"
		}
		start := time.Now()
		if p, err = Prepare(p, o); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		took := time.Since(start)
		times = append(times, took)
		e0, c0, _ := edgeCount(before)
		e1, c1, l1 := edgeCount(p)
		report = append(report, fmt.Sprintf("%8.2f ms %6d edges %5d calls -> %6d edges (longest %d) %4d calls, %d "+
			"functions %s", float64(took.Microseconds())/1000, e0, c0, e1, l1, c1, len(p.Funcs), filepath.Base(file)))

		o.Check = true
		prev := before
		o.Dump = func(pass string, q *ir.Program) {
			if pass != "guards" {
				if n, why := compareRuns(t, prev, q, 3, pass != "inline"); why != "" {
					t.Errorf("%s, pass %s: %s", file, pass, why)
				} else {
					compared += n
				}
			}
			prev, _ = ir.Clone(q)
		}
		q, _ := ir.Clone(before)
		if _, err := Prepare(q, o); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	slices.Sort(times)
	if tasks == 0 || compared == 0 {
		t.Fatalf("%d tasks were loaded, %d runs compared", tasks, compared)
	}
	t.Logf("%d tasks, %d runs compared, Prepare median %v, 90%% %v, max %v", tasks, compared, times[len(times)/2],
		times[len(times)*9/10], times[len(times)-1])
	if all {
		slices.Sort(report)
		t.Log("\n" + strings.Join(report, "\n"))
	}
}

// BenchmarkPrepare prepares a small program, a program with a very large function, and a very large program.
func BenchmarkPrepare(b *testing.B) {
	for _, name := range []string{"HOLA/01.c", "Problem03_10_true.c", "floppy2_true.i.cil.c"} {
		for _, task := range benchtest.Tasks(b, name) {
			b.Run(strings.TrimSuffix(path.Base(task.ID), ".c"), func(b *testing.B) {
				p, err := load(task.File)
				if err != nil {
					b.Fatal(err)
				}
				for range b.N {
					b.StopTimer()
					q, _ := ir.Clone(p)
					b.StartTimer()
					if _, err := Prepare(q, Default()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
