package vc

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

const nondets = `
void reach_error(void);
int nondet_int(void);
unsigned char nondet_uchar(void);
`

// distractions has programs whose error traces have a core of two edges among many irrelevant edges; %d is the number
// of iterations.
var distractions = []struct{ name, text string }{
	{"a sum in a loop", `
int main(void) {
  int lock = 0, s = 0, n = nondet_int();
  for (int i = 0; i < %d; i++) { s += n; if (s > 100) s = i; }
  if (lock != 0) reach_error();
}`},
	{"a machine with states", `
int main(void) {
  int s = 1, lock = 0, blocked = 0;
  for (int i = 0; i < %d; i++) {
    int c = nondet_int();
    if (s == 1) { if (c) s = 2; }
    else if (s == 2) { if (lock == 1) lock = 0; s = c > 4 ? 3 : 1; }
    else { s = 1; lock = 1; }
  }
  if (blocked == 1) reach_error();
}`},
	{"narrow numbers", `
int main(void) {
  unsigned char c = nondet_uchar(), d = 1;
  int x = nondet_int();
  if (x > 10) {
    for (int i = 0; i < %d; i++) { c = c * 3 + d; d = d + c; if (c & 1) d = c >> 1; }
    if (x < 5) reach_error();
  }
}`},
	{"calls", `
int held, count;
void take(int i) { count += i; if (count > 7) count -= 9; }
int next(int i) { int r = nondet_int(); if (r < i) return i; return r; }
int main(void) {
  held = 0;
  for (int i = 0; i < %d; i++) take(next(i));
  if (held) reach_error();
}`},
	{"an array", `
int a[8];
int main(void) {
  int mode = nondet_int();
  if (mode != 2) return 0;
  for (int i = 0; i < %d; i++) { a[i %% 8] = a[(i + 1) %% 8] + i; }
  if (mode == 3) reach_error();
}`},
	{"a bound that is read in the loop", `
int main(void) {
  int n = nondet_int(), x = 0;
  if (n > 3) {
    for (int i = 0; i < %d; i++) { x = x + n; if (x < n) x = n; }
    if (n < 2) reach_error();
  }
}`},
}

// errorTrace returns a path that follows a run up to the last branch from which an error is near, and then leads to the
// error.
func errorTrace(t testing.TB, p *ir.Program) []*ir.Edge {
	t.Helper()
	for seed := range uint64(30) {
		if path := errorTraceOf(t, p, seed); path != nil {
			return path
		}
	}
	t.Fatal("no run comes near the error")
	return nil
}

// errorTraceOf is errorTrace for a run on random inputs.
func errorTraceOf(t testing.TB, p *ir.Program, seed uint64) []*ir.Edge {
	t.Helper()
	edges := runOf(t, p, seed)
	for i := len(edges) - 1; i >= 0; i-- {
		for _, ed := range edges[i].From.Out {
			path := append([]*ir.Edge{}, edges[:i]...)
			for range 4 {
				path = append(path, ed)
				if ed.To.Kind == ir.Error {
					return path
				}
				if len(ed.To.Out) != 1 {
					break
				}
				ed = ed.To.Out[0]
			}
		}
	}
	return nil
}

// runOf returns the edges of a run, including calls.
func runOf(t testing.TB, p *ir.Program, seed uint64) []*ir.Edge {
	t.Helper()
	m, err := exec.NewInterp(p, exec.Config{Fuel: 50000})
	if err != nil {
		t.Fatal(err)
	}
	var edges []*ir.Edge
	loc, calls := p.Entry.Entry, []*ir.Edge(nil)
	follow := func(ed *ir.Edge) {
		edges = append(edges, ed)
		loc = ed.To
		switch st := ed.Stmt.(type) { // sound: other statements continue at the end of their edge
		case *ir.Call:
			calls, loc = append(calls, ed), st.Func.Entry
		case *ir.Return:
			if n := len(calls); n > 0 {
				loc, calls = calls[n-1].To, calls[:n-1]
			}
		}
	}
	m.Observe(func(ed *ir.Edge, _ exec.Env) {
		if _, is := ed.Stmt.(*ir.Call); is { // a call is observed when it has returned
			return
		}
		for loc != ed.From {
			if len(loc.Out) != 1 {
				t.Fatalf("a run jumps from L%d of %s to L%d of %s", loc.ID, loc.Func.Name, ed.From.ID, ed.From.Func.Name)
			}
			follow(loc.Out[0])
		}
		follow(ed)
	})
	if _, err := m.Run(context.Background(), exec.Random(p, seed, exec.Style(0))); err != nil {
		t.Fatal(err)
	}
	return edges
}

// counted returns a prover, and a function that counts the queries to its solver.
func counted(t testing.TB, p *ir.Program, enc Encoding) (pr *Prover, asked func() int64) {
	c := term.New()
	log := &obs.Log{}
	s, err := smt.Open(c, smt.Config{Log: log})
	if err != nil {
		benchtest.Missing(t, err)
	}
	t.Cleanup(func() { s.Close() })
	asked = func() int64 {
		for _, st := range log.Stats() {
			if st.Name == "smt.asked" {
				return st.Count
			}
		}
		return 0
	}
	return NewProver(New(c, p, Options{Enc: enc}), s, smt.Budget{Time: time.Minute, Work: 5_000_000}), asked
}

// wide returns a program with the given number of registers, of which each iteration of its loop changes a few.
func wide(registers int) string {
	var b strings.Builder
	b.WriteString("int main(void) {\n  int lock = 0;\n")
	for i := range registers {
		fmt.Fprintf(&b, "  int v%d = nondet_int();\n", i)
	}
	b.WriteString("  for (int i = 0; i < %d; i++) {\n    if (v0 > i) v1 = v2 + i; else v2 = v1;\n    v3 = v4;\n  }\n  " +
		"int s = 0;\n")
	for i := range registers {
		fmt.Fprintf(&b, "  s = s ^ v%d;\n", i)
	}
	b.WriteString("  if (lock + (s & 0) != 0) reach_error();\n}\n")
	return b.String()
}

// BenchmarkInterpolate decides and explains infeasible paths of about 100 and about 2,000 edges.
func BenchmarkInterpolate(b *testing.B) {
	type trace struct {
		name, text string
		turns      []int
	}
	traces := []trace{{"200 registers", wide(200), []int{0, 300}}}
	for _, d := range distractions {
		turns := []int{14, 300}
		if d.name == "an array" { // a long chain of stores, which the solver does not decide
			turns = turns[:1]
		}
		traces = append(traces, trace{d.name, d.text, turns})
	}
	for _, d := range traces {
		for _, turns := range d.turns {
			p := loadC(b, nondets+fmt.Sprintf(d.text, turns), false, "wrap")
			path := Path{Edges: errorTrace(b, p)}
			b.Run(fmt.Sprintf("%s/%d edges", d.name, len(path.Edges)), func(b *testing.B) {
				var n int64
				for b.Loop() {
					pr, asked := counted(b, p, Ints)
					if f, err := pr.Check(context.Background(), path); err != nil || f.Result != smt.Unsat {
						b.Fatal(err)
					}
					if _, err := pr.Interpolate(context.Background(), path); err != nil {
						b.Fatal(err)
					}
					n += asked()
				}
				b.ReportMetric(float64(n)/float64(b.N), "questions")
			})
		}
	}
}

// TestFewQuestions checks that the explanation of a long trace by a core of two edges takes few queries.
func TestFewQuestions(t *testing.T) {
	for _, d := range distractions {
		for _, turns := range []int{9, 14} {
			p := loadC(t, nondets+fmt.Sprintf(d.text, turns), false, "wrap")
			path := Path{Edges: errorTrace(t, p)}
			pr, asked := counted(t, p, Ints)
			f, err := pr.Check(context.Background(), path)
			if err != nil || f.Result != smt.Unsat {
				t.Errorf("%s: the trace is not excluded: %v", d.name, err)
				continue
			}
			check := asked()
			ip, err := pr.Interpolate(context.Background(), path)
			if err != nil {
				t.Errorf("%s: %v", d.name, err)
				continue
			}
			n := asked()
			t.Logf("%-40s %4d edges, core %v, %s: %d questions, %d of them for the core, %d to the chain", d.name,
				len(path.Edges), f.Core, ip.How, n, check, pr.Queries)
			if pr.Queries >= 40 {
				t.Errorf("%s: %d questions for a trace of %d edges", d.name, pr.Queries, len(path.Edges))
			}
		}
	}
}
