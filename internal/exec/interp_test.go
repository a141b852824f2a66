package exec

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// loopBody is a loop that sums up the numbers below %d.
const loopBody = `reg i i32
	reg s i32
	0 1: i = 0:i32
	1 2: assume i < %d:i32 [T]
	2 3: s = s + i
	3 1: i = i + 1:i32
	1 4: assume %d:i32 <= i [F]
	4 X: return`

// loopProgram returns the program of loopBody with n iterations.
func loopProgram(tb testing.TB, n string) *ir.Program {
	return parseCase(tb, machineCase{body: strings.ReplaceAll(loopBody, "%d", n)})
}

// TestInterpObserve tests the calls of an observer and its Env.
func TestInterpObserve(t *testing.T) {
	c := machineCase{decls: "object a size 4 align 4 = { 0: 3:i32 }\nglobal g i32 = 1:i32",
		funcs: fnText("f(n)", "i32", "reg n i32\n0 X: return n + 1:i32"),
		body: "object o size 4 align 4\nreg x i32\n0 1: x = call f(4:i32)\n1 2: decl o\n2 3: store &o, x\n3 4: assume x " +
			"== 5:i32\n4 5: @g = x\n5 X: return"}
	p := parseCase(t, c)
	m, err := NewInterp(p, Config{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	m.Observe(func(e *ir.Edge, env Env) {
		s := e.From.Func.Name + " " + ir.StmtString(e.Stmt)
		if d := ir.Def(e.Stmt); d != nil {
			s += " -> " + FormatValue(d.Type, env.Reg(d))
		}
		if st, ok := e.Stmt.(*ir.Store); ok {
			bits, valid := env.Mem(env.Addr(st.Addr.(*ir.AddrOf).Obj), 4)
			s += " -> " + FormatValue(ir.I32, bits)
			if !valid {
				s += " invalid"
			}
		}
		if d, ok := e.Stmt.(*ir.Decl); ok {
			if _, valid := env.Mem(env.Addr(d.Obj), 4); valid {
				s += " has contents"
			}
		}
		if env.Depth() > 1 {
			s += " deep"
		}
		got = append(got, s)
	})
	if _, err := m.Run(context.Background(), Zeros()); err != nil {
		t.Fatal(err)
	}
	want := []string{"f return n + 1:i32 deep", "_start x = call f(4:i32) -> 5", "_start decl o",
		"_start store &o, x -> 5",
		"_start assume x == 5:i32", "_start @g = x -> 5", "_start return"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestInterpCancel tests that a run ends when its context ends, and does not begin if it has ended.
func TestInterpCancel(t *testing.T) {
	m, err := NewInterp(loopProgram(t, "2147483647"), Config{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	r, err := m.Run(ctx, Zeros())
	if err != nil || r.Outcome.Kind != Cancelled {
		t.Errorf("got %+v, %v", r, err)
	}
	r, err = m.Run(ctx, Zeros())
	if err != nil || r.Outcome.Kind != Cancelled || r.Fuel != 0 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestBackEdges tests an irreducible automaton, whose back edges depend on the order of the depth-first search.
func TestBackEdges(t *testing.T) {
	p := parseCase(t, machineCase{body: "0 1: assume true\n0 2: assume false\n1 2: skip\n2 1: skip"})
	var got []int
	for id, b := range BackEdges(p.Entry) {
		if b {
			got = append(got, id)
		}
	}
	if len(got) != 1 || got[0] != 3 {
		t.Errorf("got %v, want [3]", got)
	}
}

// memoryBody is a loop that stores to an array and loads from it.
const memoryBody = `reg i i32
	reg s i32
	object a size 400 align 4
	0 1: i = 0:i32
	1 2: decl a
	2 3: assume 0:i32 <= i [T]
	3 4: store ptradd(&a, i & 63:i32, 4), i
	4 5: s = load ptradd(&a, i & 63:i32, 4)
	5 2: i = i + 1:i32 & 65535:i32
	2 X: assume i < 0:i32 [F]`

// BenchmarkInterpLoop measures statements on registers; BenchmarkInterpMemory also has a load and a store.
func BenchmarkInterpLoop(b *testing.B) {
	benchInterp(b, loopProgram(b, "2147483647"), 4)
}

func BenchmarkInterpMemory(b *testing.B) {
	benchInterp(b, parseCase(b, machineCase{body: memoryBody}), 4)
}

// benchInterp runs a program whose loop has n statements, and reports the statements per second.
func benchInterp(b *testing.B, p *ir.Program, n int) {
	const iters = 1000000
	m, err := NewInterp(p, Config{Fuel: iters})
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; i < b.N; i++ {
		r, _ := m.Run(context.Background(), Zeros())
		if r.Outcome.Kind != OutOfFuel {
			b.Fatal(r.Outcome)
		}
	}
	b.ReportMetric(float64(n*iters*b.N)/b.Elapsed().Seconds()/1e6, "Mstmt/s")
}
