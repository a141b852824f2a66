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
