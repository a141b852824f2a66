package restrict_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

// TestBench does the same as TestExact for programs of the benchmarks that read inputs. It runs only with
// TANDEM_LONG=1.
func TestBench(t *testing.T) {
	if os.Getenv("TANDEM_LONG") == "" {
		t.Skip("TANDEM_LONG is not set")
	}
	count := make([]tally, len(restricttest.Kinds))
	n := 0
	for i, bt := range benchtest.Tasks(t, "") {
		if i%19 != 3 {
			continue
		}
		task, _, err := enginetest.Load(bt)
		if err != nil {
			continue
		}
		edges := 0
		for _, f := range task.Program.Funcs {
			edges += len(f.Edges)
		}
		if edges > 600 || len(task.Program.Sites) == 0 {
			continue
		}
		n++
		exactOf(t, task.Program, uint64(i), 40, count)
		if t.Failed() {
			t.Fatal(bt.ID)
		}
	}
	for i, c := range count {
		t.Logf("%-9s %d programs, of %d with runs inside and outside; %d runs kept, %d not", restricttest.Kinds[i], n,
			c.partly, c.in, c.out)
	}
}

// BenchmarkConditions prints, parses and minimises a condition of 100,000 states over ten functions, and computes its
// product with itself.
func BenchmarkConditions(b *testing.B) {
	p := &ir.Program{}
	var edges []*ir.Edge
	for i := range 10 {
		f := &ir.Func{Name: fmt.Sprint("f", i), ID: i}
		p.Funcs = append(p.Funcs, f)
		for range 101 {
			f.NewLoc(ir.Pos{})
		}
		for n := range 100 {
			edges = append(edges, f.NewEdge(f.Locs[n], f.Locs[n+1], &ir.Skip{}, ir.Pos{}))
		}
	}
	const n = 100_000
	c := &restrict.Condition{States: make([]restrict.ConditionState, n)}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range c.States {
		to := min(i+1, n-2)
		c.States[i].Steps = []restrict.ConditionStep{{Edge: edges[i*7%len(edges)], To: to},
			{Edge: edges[(i*7+1)%len(edges)], To: min(to+r.IntN(3), n-1)}}
	}
	c.States[n-1] = restrict.ConditionState{Verified: true}
	b.Run("print", func(b *testing.B) {
		for range b.N {
			restrict.ConditionText(c)
		}
	})
	text := restrict.ConditionText(c)
	b.Run("read", func(b *testing.B) {
		for range b.N {
			if _, err := restrict.ParseCondition(p, text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("minimise", func(b *testing.B) {
		for range b.N {
			c.Minimise()
		}
	})
	b.Run("minimise a chain that stays", func(b *testing.B) {
		d := &restrict.Condition{States: make([]restrict.ConditionState, n)}
		for i := range d.States {
			d.States[i] = restrict.ConditionState{Stays: true,
				Steps: []restrict.ConditionStep{{Edge: edges[i*7%len(edges)], To: min(i+1, n-1)}}}
		}
		d.States[n-1] = restrict.ConditionState{Verified: true}
		for range b.N {
			d.Minimise()
		}
	})
	b.Run("multiply", func(b *testing.B) {
		for range b.N {
			c.And(c)
		}
	})
}

// BenchmarkWritten measures the work between the stop of a verifier and the written condition, without the check of the
// verifier's results: a tree of 32,000 states of the executions of the largest driver, every third leaf of which is
// verified, is translated to the reference program, contracted, minimised, and printed.
func BenchmarkWritten(b *testing.B) {
	for _, bt := range benchtest.Tasks(b, "ntdrivers/floppy2_true") {
		task, _, err := enginetest.Load(bt)
		if err != nil {
			b.Fatal(err)
		}
		c := tree(task.Program, 32_000)
		for b.Loop() {
			d, err := restrict.Down(b.Context(), task.Program, task.Reference, c)
			if err != nil {
				b.Fatal(err)
			}
			d = d.Contract(task.Reference).Minimise()
			d.Obligations = d.Unproved(task.Reference)
			b.ReportMetric(float64(len(restrict.ConditionText(d))), "bytes")
		}
	}
}

// tree returns a condition with a tree of states along the edges of a program, breadth first. It enters calls, and ends
// at returns.
func tree(p *ir.Program, most int) *restrict.Condition {
	c := &restrict.Condition{States: []restrict.ConditionState{{}}}
	at := []*ir.Loc{p.Entry.Entry}
	for k := 0; k < len(at); k++ {
		if len(at) >= most || len(at[k].Out) == 0 || at[k] == at[k].Func.Exit {
			c.States[k] = restrict.ConditionState{Stays: k%3 > 0, Verified: k%3 == 0}
			continue
		}
		for _, e := range at[k].Out {
			to := e.To
			if call, is := e.Stmt.(*ir.Call); is {
				to = call.Func.Entry
			}
			c.States[k].Steps = append(c.States[k].Steps, restrict.ConditionStep{Edge: e, To: len(at)})
			at, c.States = append(at, to), append(c.States, restrict.ConditionState{})
		}
	}
	return c
}

// BenchmarkRange makes range programs with bounds of a million decisions, for a program of 10,000 lines, 2,000 of which
// are decisions.
func BenchmarkRange(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 3))
	bound := func(n int) restrict.Path {
		p := make([]byte, n)
		for i := range p {
			p[i] = "TF"[r.IntN(2)]
		}
		return restrict.Path(p)
	}
	small, err := ir.Parse(asks)
	if err != nil {
		b.Fatal(err)
	}
	large := lines(b, 10_000)
	for _, c := range []struct {
		name string
		p    *ir.Program
		r    restrict.PathRange
	}{
		{"bounds of a million decisions", small, restrict.PathRange{Lo: "T" + bound(1_000_000), Hi: "F" + bound(1_000_000),
			Before: true}},
		{"one bound of a million decisions", small, restrict.PathRange{Hi: bound(1_000_000), Before: true}},
		{"10,000 lines", large, restrict.PathRange{Lo: "T" + bound(1000), Hi: "F" + bound(1000), Form: restrict.Form(large)}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := restrict.Apply(c.p, restrict.Scope{Range: &c.r}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("text of a million decisions", func(b *testing.B) {
		b.ReportAllocs()
		p := restrict.PathRange{Lo: bound(1_000_000), NoUpper: true}
		for b.Loop() {
			if _, err := restrict.ParsePaths(p.String()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// lines returns a C program with n lines, in functions of a hundred lines.
func lines(b *testing.B, n int) *ir.Program {
	var text strings.Builder
	text.WriteString("int nondet_int(void);\nvoid reach_error(void);\nint g;\n")
	k := 4
	for f := 0; k < n; f++ {
		fmt.Fprintf(&text, "static int f%d(int x) {\n  int y = x;\n", f)
		for k += 3; k%100 != 0 && k < n; k += 5 {
			fmt.Fprintf(&text, "  if (x > %d) {\n    y = y + %d;\n    x = x - 1;\n    g = g + y;\n  }\n", k%17, k%5)
		}
		fmt.Fprintf(&text, "  return y;\n}\n")
		k += 2
	}
	text.WriteString("int main(void) {\n  int x = nondet_int();\n")
	for f := 0; strings.Contains(text.String(), fmt.Sprintf("f%d(", f)); f++ {
		fmt.Fprintf(&text, "  x = f%d(x);\n", f)
	}
	text.WriteString("  if (g == 7) reach_error();\n  return 0;\n}\n")
	t, err := enginetest.C{File: "lines.c", Text: text.String()}.Load()
	if err != nil {
		b.Fatal(err)
	}
	return t.Reference
}
