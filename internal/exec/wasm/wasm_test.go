package wasm_test

import (
	"bytes"
	"context"
	"math"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
)

// load instantiates a module, which may import the function triple.
func load(t *testing.T, m *wasm.Module) api.Module {
	t.Helper()
	ctx := context.Background()
	rt := wazero.NewRuntime(ctx)
	t.Cleanup(func() { rt.Close(ctx) })
	host := rt.NewHostModuleBuilder("env")
	host.NewFunctionBuilder().WithFunc(func(x uint32) uint32 { return x * 3 }).Export("triple")
	if _, err := host.Instantiate(ctx); err != nil {
		t.Fatal(err)
	}
	mod, err := rt.Instantiate(ctx, m.Encode())
	if err != nil {
		t.Fatal(err)
	}
	return mod
}

// call calls an exported function and returns its results.
func call(t *testing.T, mod api.Module, name string, args ...uint64) []uint64 {
	t.Helper()
	r, err := mod.ExportedFunction(name).Call(context.Background(), args...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestExample tests a function that calls an imported function.
func TestExample(t *testing.T) {
	m := wasm.New()
	triple := m.Import("env", "triple", wasm.Sig{Params: []wasm.Type{wasm.I32}, Results: []wasm.Type{wasm.I32}})
	f := m.Func(wasm.Sig{Params: []wasm.Type{wasm.I32}, Results: []wasm.Type{wasm.I32}})
	f.Get(0)
	f.Call(triple)
	f.I32(1)
	f.Op(wasm.I32Add)
	m.Export("f", f.Index)
	if got := call(t, load(t, m), "f", 13)[0]; got != 40 {
		t.Errorf("got %d", got)
	}
}

// TestEncode compares the encoding of a module with the expected bytes.
func TestEncode(t *testing.T) {
	m := wasm.New()
	f := m.Func(wasm.Sig{Results: []wasm.Type{wasm.I64}})
	f.Local(wasm.I32)
	f.Local(wasm.I32)
	f.Local(wasm.F64)
	f.I64(-65)
	m.Export("f", f.Index)
	want := []byte{0, 'a', 's', 'm', 1, 0, 0, 0,
		1, 5, 1, 0x60, 0, 1, 0x7e, // type () -> i64
		3, 2, 1, 0, // function 0 of type 0
		7, 5, 1, 1, 'f', 0, 0, // export
		10, 11, 1, 9, 2, 2, 0x7f, 1, 0x7c, 0x42, 0xbf, 0x7f, 0x0b,
	}
	if got := m.Encode(); !bytes.Equal(got, want) {
		t.Errorf("got % x\nwant % x", got, want)
	}
}

// TestConstants tests constants at the boundaries of their encodings, in functions and as initial values of globals.
func TestConstants(t *testing.T) {
	for _, v := range []uint64{0, 1, 63, 64, 127, 128, 1 << 31, math.MaxUint32, 1 << 62, 1 << 63, math.MaxUint64,
		^uint64(63), ^uint64(64)} {
		m := wasm.New()
		for _, typ := range []wasm.Type{wasm.I32, wasm.I64, wasm.F32, wasm.F64} {
			f := m.Func(wasm.Sig{Results: []wasm.Type{typ}})
			f.Const(typ, v)
			m.Export(string(rune(typ)), f.Index)
			g := m.Global(typ, v)
			h := m.Func(wasm.Sig{Results: []wasm.Type{typ}})
			h.GetGlobal(g)
			m.Export("g"+string(rune(typ)), h.Index)
		}
		mod := load(t, m)
		for _, typ := range []wasm.Type{wasm.I32, wasm.I64, wasm.F32, wasm.F64} {
			want := v
			if typ == wasm.I32 || typ == wasm.F32 {
				want = uint64(uint32(v))
			}
			for _, pre := range []string{"", "g"} {
				if got := call(t, mod, pre+string(rune(typ)))[0]; got != want {
					t.Errorf("%s%#x of %x: got %#x", pre, byte(typ), v, got)
				}
			}
		}
	}
}

// TestOps tests instructions without immediates. Each has an example whose result differs from the
// results of the adjacent opcodes, so that a wrong number in the table is found.
func TestOps(t *testing.T) {
	const i, l, f, d = wasm.I32, wasm.I64, wasm.F32, wasm.F64
	f32 := func(x float32) uint64 { return uint64(math.Float32bits(x)) }
	f64 := math.Float64bits
	neg := func(x int32) uint64 { return uint64(uint32(x)) }
	negl := func(x int64) uint64 { return uint64(x) }
	tests := []struct {
		name   string
		op     wasm.Op
		params []wasm.Type
		result wasm.Type
		args   []uint64
		want   uint64
	}{
		{"i32.eqz", wasm.I32Eqz, []wasm.Type{i}, i, []uint64{0}, 1},
		{"i32.lt_s", wasm.I32LtS, []wasm.Type{i, i}, i, []uint64{neg(-1), 0}, 1},
		{"i32.lt_u", wasm.I32LtU, []wasm.Type{i, i}, i, []uint64{neg(-1), 0}, 0},
		{"i32.ge_u", wasm.I32GeU, []wasm.Type{i, i}, i, []uint64{neg(-1), 0}, 1},
		{"i64.eqz", wasm.I64Eqz, []wasm.Type{l}, i, []uint64{0}, 1},
		{"i64.gt_s", wasm.I64GtS, []wasm.Type{l, l}, i, []uint64{negl(-1), 0}, 0},
		{"i64.ge_u", wasm.I64GeU, []wasm.Type{l, l}, i, []uint64{5, 5}, 1},
		{"f32.lt", wasm.F32Lt, []wasm.Type{f, f}, i, []uint64{f32(1), f32(2)}, 1},
		{"f64.ge", wasm.F64Ge, []wasm.Type{d, d}, i, []uint64{f64(2), f64(2)}, 1},
		{"i32.clz", wasm.I32Clz, []wasm.Type{i}, i, []uint64{1}, 31},
		{"i32.popcnt", wasm.I32Popcnt, []wasm.Type{i}, i, []uint64{0x70}, 3},
		{"i32.sub", wasm.I32Sub, []wasm.Type{i, i}, i, []uint64{3, 5}, neg(-2)},
		{"i32.div_s", wasm.I32DivS, []wasm.Type{i, i}, i, []uint64{neg(-7), 2}, neg(-3)},
		{"i32.rem_u", wasm.I32RemU, []wasm.Type{i, i}, i, []uint64{17, 5}, 2},
		{"i32.shr_s", wasm.I32ShrS, []wasm.Type{i, i}, i, []uint64{neg(-8), 1}, neg(-4)},
		{"i32.rotr", wasm.I32Rotr, []wasm.Type{i, i}, i, []uint64{1, 1}, 1 << 31},
		{"i64.ctz", wasm.I64Ctz, []wasm.Type{l}, l, []uint64{1 << 40}, 40},
		{"i64.mul", wasm.I64Mul, []wasm.Type{l, l}, l, []uint64{1 << 33, 3}, 3 << 33},
		{"i64.xor", wasm.I64Xor, []wasm.Type{l, l}, l, []uint64{5, 6}, 3},
		{"i64.shr_u", wasm.I64ShrU, []wasm.Type{l, l}, l, []uint64{negl(-1), 63}, 1},
		{"i64.rotr", wasm.I64Rotr, []wasm.Type{l, l}, l, []uint64{1, 1}, 1 << 63},
		{"f32.sqrt", wasm.F32Sqrt, []wasm.Type{f}, f, []uint64{f32(9)}, f32(3)},
		{"f32.copysign", wasm.F32Copysign, []wasm.Type{f, f}, f, []uint64{f32(9), f32(-1)}, f32(-9)},
		{"f64.nearest", wasm.F64Nearest, []wasm.Type{d}, d, []uint64{f64(2.5)}, f64(2)},
		{"f64.trunc", wasm.F64Trunc, []wasm.Type{d}, d, []uint64{f64(-2.5)}, f64(-2)},
		{"f64.div", wasm.F64Div, []wasm.Type{d, d}, d, []uint64{f64(1), f64(4)}, f64(.25)},
		{"i32.wrap_i64", wasm.I32WrapI64, []wasm.Type{l}, i, []uint64{1<<40 | 7}, 7},
		{"i64.extend_i32_s", wasm.I64ExtendI32S, []wasm.Type{i}, l, []uint64{neg(-5)}, negl(-5)},
		{"i64.extend_i32_u", wasm.I64ExtendI32U, []wasm.Type{i}, l, []uint64{neg(-5)}, neg(-5)},
		{"f32.convert_i64_u", wasm.F32ConvertI64U, []wasm.Type{l}, f, []uint64{1 << 40}, f32(1 << 40)},
		{"f32.demote_f64", wasm.F32DemoteF64, []wasm.Type{d}, f, []uint64{f64(1.5)}, f32(1.5)},
		{"f64.convert_i32_s", wasm.F64ConvertI32S, []wasm.Type{i}, d, []uint64{neg(-5)}, f64(-5)},
		{"f64.promote_f32", wasm.F64PromoteF32, []wasm.Type{f}, d, []uint64{f32(1.5)}, f64(1.5)},
		{"i32.reinterpret_f32", wasm.I32ReinterpretF32, []wasm.Type{f}, i, []uint64{f32(1.5)}, f32(1.5)},
		{"f64.reinterpret_i64", wasm.F64ReinterpretI64, []wasm.Type{l}, d, []uint64{77}, 77},
		{"i32.extend8_s", wasm.I32Extend8S, []wasm.Type{i}, i, []uint64{0x1ff}, neg(-1)},
		{"i64.extend32_s", wasm.I64Extend32S, []wasm.Type{l}, l, []uint64{math.MaxUint32}, negl(-1)},
		{"i32.trunc_sat_f32_u", wasm.I32TruncSatF32U, []wasm.Type{f}, i, []uint64{f32(-3)}, 0},
		{"i32.trunc_sat_f64_s", wasm.I32TruncSatF64S, []wasm.Type{d}, i, []uint64{f64(1e20)}, math.MaxInt32},
		{"i64.trunc_sat_f32_s", wasm.I64TruncSatF32S, []wasm.Type{f}, l, []uint64{f32(-3)}, negl(-3)},
		{"i64.trunc_sat_f64_u", wasm.I64TruncSatF64U, []wasm.Type{d}, l, []uint64{f64(1e30)}, math.MaxUint64},
	}
	m := wasm.New()
	for _, c := range tests {
		fn := m.Func(wasm.Sig{Params: c.params, Results: []wasm.Type{c.result}})
		for k := range c.params {
			fn.Get(uint32(k))
		}
		fn.Op(c.op)
		m.Export(c.name, fn.Index)
	}
	mod := load(t, m)
	for _, c := range tests {
		got := call(t, mod, c.name, c.args...)[0]
		if c.result == i || c.result == f { // the upper half is not defined
			got = uint64(uint32(got))
		}
		if got != c.want {
			t.Errorf("%s: got %#x, want %#x", c.name, got, c.want)
		}
	}
}

// TestMemory tests loads and stores of several widths, MemoryFill and MemoryCopy.
func TestMemory(t *testing.T) {
	m := wasm.New()
	m.Memory(1, 1)
	m.ExportMemory("memory")
	f := m.Func(wasm.Sig{Params: []wasm.Type{wasm.I64}, Results: []wasm.Type{wasm.I64, wasm.I64, wasm.I32, wasm.I32}})
	f.I32(8)
	f.Get(0)
	f.Mem(wasm.I64Store, 16) // at 24
	f.I32(100)
	f.I32(24)
	f.I32(3)
	f.MemoryCopy() // three bytes to 100
	f.I32(103)
	f.I32(0xff)
	f.I32(1)
	f.MemoryFill() // and one of ff
	f.I32(24)
	f.Mem(wasm.I64Load, 0)
	f.I32(0)
	f.Mem(wasm.I64Load32S, 100)
	f.I32(0)
	f.Mem(wasm.I32Load16U, 102)
	f.I32(0)
	f.Mem(wasm.I32Load8S, 103)
	m.Export("f", f.Index)
	got := call(t, load(t, m), "f", 0x1122334455667788)
	want := []uint64{0x1122334455667788, 0xffffffffff667788, 0xff66, 0xffffffff}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%d: got %#x, want %#x", i, got[i], want[i])
		}
	}
}

// TestControl tests blocks, loops, tables of branches, several results and locals of mixed types.
func TestControl(t *testing.T) {
	m := wasm.New()
	f := m.Func(wasm.Sig{Params: []wasm.Type{wasm.I32}, Results: []wasm.Type{wasm.I32}})
	sum, wide := f.Local(wasm.I32), f.Local(wasm.I64)
	done := f.Block()
	again := f.Loop()
	f.Get(0)
	f.Op(wasm.I32Eqz)
	f.BrIf(done)
	three := f.Block()
	two := f.Block()
	one := f.Block()
	f.Get(0)
	f.I32(3)
	f.Op(wasm.I32RemU)
	f.BrTable([]wasm.Label{three, one}, two)
	f.End() // i mod 3 = 1: + 1
	f.Get(sum)
	f.I32(1)
	f.Op(wasm.I32Add)
	f.Set(sum)
	f.Br(three)
	f.End() // 2: + 10
	f.Get(sum)
	f.I32(10)
	f.Op(wasm.I32Add)
	f.Set(sum)
	f.End() // 0: nothing
	f.I64(1)
	f.Get(wide)
	f.Op(wasm.I64Add)
	f.Set(wide)
	f.Get(0)
	f.I32(-1)
	f.Op(wasm.I32Add)
	f.Set(0)
	f.Br(again)
	f.End()
	f.End()
	f.Get(sum)
	f.Get(wide)
	f.Op(wasm.I32WrapI64)
	f.I32(100)
	f.Op(wasm.I32Mul)
	f.Op(wasm.I32Add)
	m.Export("f", f.Index)

	g := m.Func(wasm.Sig{Params: []wasm.Type{wasm.I32}, Results: []wasm.Type{wasm.I32, wasm.F64}})
	x := m.Global(wasm.F64, 0)
	g.Get(0)
	g.IfValue(wasm.F64)
	g.Const(wasm.F64, math.Float64bits(1.5))
	g.Else()
	g.Const(wasm.F64, math.Float64bits(2.5))
	g.End()
	g.SetGlobal(x)
	g.I32(7)
	g.I32(8)
	g.Get(0)
	g.Select()
	g.GetGlobal(x)
	m.Export("g", g.Index)
	m.ExportGlobal("x", x)

	mod := load(t, m)
	if got := call(t, mod, "f", 7)[0]; got != 700+3*1+2*10 {
		t.Errorf("f: got %d", got)
	}
	for arg, want := range []float64{2.5, 1.5} {
		r := call(t, mod, "g", uint64(arg))
		if r[0] != uint64(8-arg) || math.Float64frombits(r[1]) != want {
			t.Errorf("g(%d): got %d, %v", arg, r[0], math.Float64frombits(r[1]))
		}
		if got := mod.ExportedGlobal("x").Get(); math.Float64frombits(got) != want {
			t.Errorf("x: got %v", math.Float64frombits(got))
		}
	}
}
