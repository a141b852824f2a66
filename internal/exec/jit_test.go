package exec

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"
	"go.uber.org/goleak"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestJITMachine runs the tables of cases in the JIT, with both forms of control flow.
func TestJITMachine(t *testing.T) {
	for _, opt := range []JITOptions{{}, {Dispatch: true}} {
		name := "structured"
		if opt.Dispatch {
			name = "dispatch"
		}
		t.Run(name, func(t *testing.T) {
			jit := func(p *ir.Program, cfg Config) (Machine, error) { return CompileJIT(p, cfg, opt) }
			testMachine(t, machineCases, jit)
			testMachine(t, exactCases, jit)
		})
	}
}

// TestComparisonWithZero tests that wazero still has the bug that jit_order.go works around, in a branch on 0 < (x &
// 255).
func TestComparisonWithZero(t *testing.T) {
	m := wasm.New()
	f := m.Func(wasm.Sig{Params: []wasm.Type{wasm.I32}, Results: []wasm.Type{wasm.I32}})
	f.I32(0)
	f.Get(0)
	f.I32(255)
	f.Op(wasm.I32And)
	f.Op(wasm.I32LtS)
	f.IfValue(wasm.I32)
	f.I32(1)
	f.Else()
	f.I32(0)
	f.End()
	m.Export("f", f.Index)
	ctx := t.Context()
	rt := wazero.NewRuntime(ctx)
	defer rt.Close(ctx)
	mod, err := rt.Instantiate(ctx, m.Encode())
	if err != nil {
		t.Fatal(err)
	}
	r, err := mod.ExportedFunction("f").Call(ctx, 5)
	if err != nil {
		t.Fatal(err)
	}
	if r[0] == 1 {
		t.Error("wazero compares 0 < (x & y) correctly now: jit_order.go can go")
	}
}

// reuseCases are cases for the reuse of memory (rules 16 and 17 of layout.go). They run out of memory without
// it, or detect memory that was reused wrongly.
var reuseCases = []machineCase{
	{name: "declared in a loop", cfg: Config{MaxMemory: 1000},
		body: "reg i i32\nobject a size 100 align 4\nobject b size 7 align 1\n0 1: i = 0:i32\n1 2: assume i < 500:i32\n1 " +
			"X: assume 500:i32 <= i\n" +
			"2 3: decl a\n3 4: decl b\n4 5: store &a, i\n5 1: i = i + 1:i32",
		want: "finished fuel 500"},
	{name: "called in a loop", cfg: Config{MaxMemory: 1000},
		funcs: fnText("f(n)", "void", "reg n i32\nobject a size 100 align 32\nobject b size 200 align 4\n0 1: decl a\n1 "+
			"2: decl b\n2 3: store &b, n\n3 4: call g(&a)\n4 5: call g(&b)\n5 X: return") +
			fnText("g(p)", "void", "reg p ptr32\n0 1: store p, 1:i32\n1 X: return"),
		body: "reg i i32\n0 1: i = 0:i32\n1 2: assume i < 500:i32\n1 3: assume 500:i32 <= i\n2 4: call f(i)\n4 1: i = i + " +
			"1:i32\n3 X: return",
		want: "finished fuel 2000"},
	{name: "uninitialised again",
		decls: "site bytes \"a\" name \"a\"",
		body: "reg i i32\nreg x i32\nobject a size 4 align 4 #0\n0 1: i = 0:i32\n1 2: assume i < 3:i32\n1 5: assume 3:i32 " +
			"<= i\n" +
			"2 3: decl a\n3 4: x = load &a\n4 6: store &a, i\n6 1: i = i + 1:i32\n5 X: return",
		inputs: "1,2,3", want: "finished reads a+0:u32=1,a#1+0:u32=2,a#2+0:u32=3 fuel 3"},
	{name: "remembered", cfg: Config{MaxMemory: 1000}, decls: "global g ptr32",
		body: "reg i i32\nobject a size 100 align 4\n0 1: i = 0:i32\n1 2: assume i < 500:i32\n1 X: assume 500:i32 <= i\n" +
			"2 3: decl a\n3 4: @g = &a\n4 1: i = i + 1:i32",
		want: "out of memory :4 fuel 9"},
	{name: "zeroed after", cfg: Config{MaxMemory: 1000}, decls: "site bytes \"m\" name \"m\"",
		funcs: fnText("f()", "void", "object a size 16 align 4\n0 1: decl a\n1 2: store &a, 77:i32\n2 X: return"),
		body: "reg p ptr32\nreg x i32\n0 1: call f()\n1 2: p = alloc heap 16:u32 zeroed #0\n2 3: x = load p\n3 4: assume " +
			"x == 0:i32\n4 X: return",
		want: "finished fuel 1"},
	{name: "old identities",
		decls: "site bytes \"a\" name \"a\"\nsite bytes \"h\" name \"h\"\nsite bytes \"b\" name \"b\"",
		funcs: fnText("f()", "void", "object a size 16 align 4 #0\n0 1: decl a\n1 2: memhavoc &a, 16:u32 #1\n2 X: return") +
			fnText("k()", "void", "object b size 16 align 4 #2\nreg x i32\n0 1: decl b\n1 2: x = load &b\n2 X: return"),
		body:   "0 1: call f()\n1 2: call k()\n2 X: return",
		inputs: "5", want: "finished reads b+0:u32=5 fuel 3"},
}

// TestReuse runs reuseCases in both machines.
func TestReuse(t *testing.T) {
	testMachine(t, reuseCases, func(p *ir.Program, cfg Config) (Machine, error) { return NewInterp(p, cfg) })
	testMachine(t, reuseCases, NewJIT)
}

// TestStackOverflow tests that a run that overflows wazero's stack is OutOfStack, and that later runs are not affected.
func TestStackOverflow(t *testing.T) {
	p := parseCase(t, machineCase{
		decls: "site nondet \"n\" name \"n\" type i32",
		funcs: fnText("f(n)", "i32", "reg n i32\nreg r i32\n0 1: assume n == 0:i32 [T]\n0 2: assume n != 0:i32 [F]\n1 X: "+
			"return n\n2 3: r = call f(n - 1:i32)\n3 X: return r + n"),
		body: "reg n i32\nreg r i32\n0 1: n = input #0\n1 2: r = call f(n)\n2 X: return",
	})
	j, err := CompileJIT(p, Config{MaxDepth: 1 << 30}, JITOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for _, n := range []uint64{10, 1 << 28, 10, 1 << 28, 100000} {
		in := InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) { return n, true })
		want := Finished
		if n == 1<<28 {
			want = OutOfStack
		}
		r, err := j.Run(t.Context(), in)
		if err != nil || r.Outcome.Kind != want {
			t.Errorf("%d: got %+v, %v", n, r, err)
		}
	}
}

// TestJITCancel tests that a long run ends soon after its context: in a compiled loop, in the
// host's bulk operations, and while it reads inputs.
func TestJITCancel(t *testing.T) {
	for _, body := range []string{
		"reg i i32\n0 1: i = 0:i32\n1 0: i = i + 1:i32",
		"object a size 1000000 align 1\n0 1: decl a\n1 2: memset &a, 0:i32, 1000000:u32\n2 1: skip",
		"reg i i32\n0 1: i = input #0\n1 0: skip",
	} {
		p := parseCase(t, machineCase{decls: "site nondet \"n\" name \"n\" type i32", body: body})
		m, err := NewJIT(p, Config{})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		begin := time.Now()
		r, err := m.Run(ctx, Zeros())
		if err != nil || r.Outcome.Kind != Cancelled {
			t.Errorf("%s: got %+v, %v", body, r.Outcome, err)
		}
		if d := time.Since(begin); d > 5*time.Second { // generous: the machine may be busy
			t.Errorf("%s: took %v", body, d)
		}
		cancel()
		if r, err := m.Run(ctx, Zeros()); err != nil || r.Outcome.Kind != Cancelled {
			t.Errorf("got %+v, %v", r, err)
		}
	}
}

// TestQueuedInputs tests that a run is the same whether its inputs come from queues or from calls of the host.
func TestQueuedInputs(t *testing.T) {
	p := parseCase(t, machineCase{
		decls: "site nondet \"n\" name \"n\" type i32\nsite nondet \"b\" name \"b\" type u8\nsite bytes \"a\" name " +
			"\"a\"\nsite nondet \"p\" name \"p\" type ptr32",
		body: "reg n i32\nreg b u8\nreg i i32\nreg p ptr32\nobject a size 8 align 4 #2\n0 1: decl a\n1 2: p = input #3 " +
			"fresh 4\n2 3: i = load &a\n3 4: i = 0:i32\n" +
			"4 5: n = input #0\n5 6: b = input #1\n6 7: i = i + 1:i32\n7 4: assume i < 20:i32 [T]\n7 8: assume 20:i32 <= i " +
			"[F]\n8 X: return",
	})
	j, err := CompileJIT(p, Config{Trace: true}, JITOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	want, err := j.Run(t.Context(), Random(p, 5, Mixed))
	if err != nil {
		t.Fatal(err)
	}
	if len(want.Reads) != 42 {
		t.Fatalf("%d reads", len(want.Reads))
	}
	for drop := -1; drop < len(want.Reads); drop++ { // after a gap, the host supplies the values
		recs := slices.Clone(want.Reads)
		expect := want
		if drop >= 0 {
			recs = slices.Delete(recs, drop, drop+1)
			if expect, err = j.Run(t.Context(), callbacks{FromRecords(p, recs)}); err != nil {
				t.Fatal(err)
			}
		}
		got, err := j.Run(t.Context(), FromRecords(p, recs))
		if err != nil {
			t.Fatal(err)
		}
		if d := sameRun(expect, got); d != "" {
			t.Errorf("without %d: %s", drop, d)
		}
	}
}

// callbacks hides the type of Inputs from the JIT, so that it makes no queues.
type callbacks struct{ Inputs }

// TestJITLeaks tests that closed machines leave no goroutines.
func TestJITLeaks(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	p := loopProgram(t, "10")
	for range 20 {
		m, err := NewJIT(p, Config{})
		if err != nil {
			t.Fatal(err)
		}
		if r, err := m.Run(t.Context(), Zeros()); err != nil || r.Outcome.Kind != Finished {
			t.Fatal(r, err)
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReset tests that a run does not depend on earlier runs, for large objects, whose pages the
// reset returns to the system, and for constant objects, which it does not restore.
func TestReset(t *testing.T) {
	p := parseCase(t, machineCase{
		decls: "site bytes \"h\" name \"h\"\nobject big size 3000000 align 4 = { 2999996: 7:i32 }\nobject k size 8 align " +
			"4 const = { 0: 5:i32 }",
		body: "reg p ptr32\nreg q ptr32\nreg x i32\nreg y i32\n0 1: p = alloc heap 9000000:u32 #0\n1 2: q = ptradd(p, " +
			"2000001:i32, 4)\n2 3: x = load q\n" +
			"3 4: store q, 77:i32\n4 5: memset p, 1:i32, 5000000:u32\n5 6: y = load ptradd(&@big, 749999:i32, 4)\n6 7: " +
			"assume y == 7:i32\n" +
			"7 8: store ptradd(&@big, 749999:i32, 4), 8:i32\n8 9: y = load &@k\n9 10: assume y == 5:i32\n10 11: assume x == " +
			"3:i32\n11 X: return",
	})
	for _, opt := range []JITOptions{{}, {Dispatch: true}} {
		j, err := CompileJIT(p, Config{}, opt)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		for range 3 {
			in, err := ParseInputs("h+8000004=3", p)
			if err != nil {
				t.Fatal(err)
			}
			r, err := j.Run(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := describe(p, r), "finished reads h+8000004:u32=3 fuel 78125"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
	}
}
