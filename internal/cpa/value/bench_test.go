package value_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// explore analyses a program with all values tracked. It makes at most the given number of transfers (0 for no limit).
func explore(p *ir.Program, edges uint64) *cpa.Run {
	m := value.Domain().Meaning(absint.Prepare(p), absint.Config{})
	a := cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), value.New(p, m, value.All))
	r := cpa.NewRun(p, a, cpa.Orders()[0], nil)
	for edges == 0 || r.Steps < edges {
		if r.Explore(context.Background(), edges) {
			break
		}
		if r.Target() != nil {
			r.Pass()
		}
	}
	return r
}

// benchmark reports the transfers per second, and the bytes per node, of an analysis.
func benchmark(b *testing.B, p *ir.Program, edges uint64) {
	b.ReportAllocs()
	var r *cpa.Run
	var steps uint64
	for b.Loop() {
		r = explore(p, edges)
		steps += r.Steps
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "edges/s")
	n := len(r.ARG.Nodes)
	r = nil
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	r = explore(p, edges)
	b.ReportMetric(float64(heap()-before)/float64(n), "B/node")
	b.ReportMetric(float64(n), "nodes")
	runtime.KeepAlive(r)
}

// BenchmarkFloppy analyses a driver with 10,234 locations.
func BenchmarkFloppy(b *testing.B) {
	task, _, err := enginetest.Load(benchtest.Tasks(b, "controlflow/ntdrivers/floppy2_true")[0])
	if err != nil {
		b.Fatal(err)
	}
	benchmark(b, task.Program, 300000)
}

// BenchmarkGenerated analyses a program with 100,000 locations: branches that join again, and counters.
func BenchmarkGenerated(b *testing.B) {
	benchmark(b, generated(25000, 40), 0)
}

// generated returns a program of blocks with four locations each.
func generated(blocks, regs int) *ir.Program {
	var t strings.Builder
	t.WriteString("program ILP32\nsite nondet \"n@a.c:2:16\" name \"__VERIFIER_nondet_int\" type i32 in main\n")
	t.WriteString("obligation \"unreach-call\" text \"reach_error()\" in \"main\"\nentry main\n\nfunc main() i32 " +
		"source \"main\" {\n")
	for i := range regs {
		fmt.Fprintf(&t, "  reg x%d i32 source \"x%d\" ctype \"int\"\n", i, i)
	}
	n := 2
	loc := func() int { n++; return n - 1 }
	var edges strings.Builder
	at := 0
	edge := func(to int, stmt string) {
		fmt.Fprintf(&edges, "  L%d -> L%d: %s\n", at, to, stmt)
		at = to
	}
	for i := range regs {
		edge(loc(), fmt.Sprintf("x%d = %d:i32", i, i))
	}
	for i := range blocks {
		x, y, z := i%regs, (i*7+3)%regs, (i*11+5)%regs
		edge(loc(), fmt.Sprintf("x%d = x%d + %d:i32", x, y, i%17))
		from := at
		join := loc()
		edge(loc(), fmt.Sprintf("assume x%d < x%d [T]", y, z))
		fmt.Fprintf(&edges, "  L%d -> L%d: x%d = x%d & 255:i32\n", at, join, z, z)
		at = from
		edge(loc(), fmt.Sprintf("assume x%d <= x%d [F]", z, y))
		edge(join, "skip")
	}
	t.WriteString("  loc L0 entry\n  loc L1 exit\n")
	for l := 2; l < n; l++ {
		fmt.Fprintf(&t, "  loc L%d\n", l)
	}
	var uses []string
	for i := range regs {
		uses = append(uses, fmt.Sprintf("x%d", i))
	}
	fmt.Fprintf(&edges, "  L%d -> L1: return %s\n}\n", at, strings.Join(uses, " + "))
	p, err := ir.Parse(t.String() + edges.String())
	if err != nil {
		panic(err)
	}
	return p
}
