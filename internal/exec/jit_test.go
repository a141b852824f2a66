package exec

import (
	"testing"

	"github.com/tetratelabs/wazero"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

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

// The bug of wazero that jit_order.go works around: 0 < (x & 255), as a branch.
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

// reuseCases need much memory unless places are used again, and see it if that
// is done wrongly.
var reuseCases = []machineCase{
	{name: "declared in a loop", cfg: Config{MaxMemory: 1000},
		body: "reg i i32\nobject a size 100 align 4\nobject b size 7 align 1\n0 1: i = 0:i32\n1 2: assume i < 500:i32\n1 X: assume 500:i32 <= i\n" +
			"2 3: decl a\n3 4: decl b\n4 5: store &a, i\n5 1: i = i + 1:i32",
		want: "finished fuel 500"},
	{name: "called in a loop", cfg: Config{MaxMemory: 1000},
		funcs: fnText("f(n)", "void", "reg n i32\nobject a size 100 align 32\nobject b size 200 align 4\n0 1: decl a\n1 2: decl b\n2 3: store &b, n\n3 4: call g(&a)\n4 5: call g(&b)\n5 X: return") +
			fnText("g(p)", "void", "reg p ptr32\n0 1: store p, 1:i32\n1 X: return"),
		body: "reg i i32\n0 1: i = 0:i32\n1 2: assume i < 500:i32\n1 3: assume 500:i32 <= i\n2 4: call f(i)\n4 1: i = i + 1:i32\n3 X: return",
		want: "finished fuel 2000"},
	{name: "uninitialised again",
		decls: "site bytes \"a\" name \"a\"",
		body: "reg i i32\nreg x i32\nobject a size 4 align 4 #0\n0 1: i = 0:i32\n1 2: assume i < 3:i32\n1 5: assume 3:i32 <= i\n" +
			"2 3: decl a\n3 4: x = load &a\n4 6: store &a, i\n6 1: i = i + 1:i32\n5 X: return",
		inputs: "1,2,3", want: "finished reads a+0:u32=1,a#1+0:u32=2,a#2+0:u32=3 fuel 3"},
	{name: "remembered", cfg: Config{MaxMemory: 1000}, decls: "global g ptr32",
		body: "reg i i32\nobject a size 100 align 4\n0 1: i = 0:i32\n1 2: assume i < 500:i32\n1 X: assume 500:i32 <= i\n" +
			"2 3: decl a\n3 4: @g = &a\n4 1: i = i + 1:i32",
		want: "out of memory :4 fuel 9"},
	{name: "zeroed after", cfg: Config{MaxMemory: 1000}, decls: "site bytes \"m\" name \"m\"",
		funcs: fnText("f()", "void", "object a size 16 align 4\n0 1: decl a\n1 2: store &a, 77:i32\n2 X: return"),
		body:  "reg p ptr32\nreg x i32\n0 1: call f()\n1 2: p = alloc heap 16:u32 zeroed #0\n2 3: x = load p\n3 4: assume x == 0:i32\n4 X: return",
		want:  "finished fuel 1"},
	{name: "old identities", decls: "site bytes \"a\" name \"a\"\nsite bytes \"h\" name \"h\"\nsite bytes \"b\" name \"b\"",
		funcs: fnText("f()", "void", "object a size 16 align 4 #0\n0 1: decl a\n1 2: memhavoc &a, 16:u32 #1\n2 X: return") +
			fnText("k()", "void", "object b size 16 align 4 #2\nreg x i32\n0 1: decl b\n1 2: x = load &b\n2 X: return"),
		body:   "0 1: call f()\n1 2: call k()\n2 X: return",
		inputs: "5", want: "finished reads b+0:u32=5 fuel 3"},
}

func TestReuse(t *testing.T) {
	testMachine(t, reuseCases, func(p *ir.Program, cfg Config) (Machine, error) { return NewInterp(p, cfg) })
	testMachine(t, reuseCases, NewJIT)
}
