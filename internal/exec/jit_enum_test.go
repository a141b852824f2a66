package exec

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// counts reports whether a run of any machine counts, by the rules in jit_enum.go.
func counts(r *Run, ignore ...*ir.Obligation) bool {
	ok := r.Outcome.Kind == Finished || r.Outcome.Kind == Blocked
	for _, o := range ignore {
		ok = ok || r.Outcome.Kind == Violated && r.Outcome.Obligation == o
	}
	return ok && !r.Approx && !r.Wild && !r.Addr
}

// pointInputs returns inputs that give the values of a point to the first reads of the sites of a box, and no others.
func pointInputs(box Box, point []uint64) Inputs {
	return InputFunc(func(k ir.Key, s *ir.Site, t ir.Type) (uint64, bool) {
		for i, d := range box {
			if d.Site == k.Site && k.Occ == 0 && k.Off == 0 && t == s.Type {
				return point[i], true
			}
		}
		return 0, false
	})
}

// pointOf returns the n-th point of a box.
func pointOf(p *ir.Program, box Box, n uint64, opt EnumOptions) []uint64 {
	out := make([]uint64, len(box))
	for i, d := range box {
		bits := p.Sites[d.Site].Type.Bits
		size := num.Trunc(d.Hi-d.Lo, bits) + 1
		out[i] = num.Trunc(d.Lo+n%size, bits)
		if opt.Backward {
			out[i] = num.Trunc(d.Hi-n%size, bits)
		}
		n /= size
	}
	return out
}

// sizeOf returns the number of points of a box.
func sizeOf(p *ir.Program, box Box) uint64 {
	n := uint64(1)
	for _, d := range box {
		n *= num.Trunc(d.Hi-d.Lo, p.Sites[d.Site].Type.Bits) + 1
	}
	return n
}

// compileEnum compiles p to a machine that is closed at the end of the test.
func compileEnum(t testing.TB, p *ir.Program, cfg Config, opt JITOptions) *JIT {
	t.Helper()
	j, err := CompileJIT(p, cfg, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

// enumerate calls j.Enumerate.
func enumerate(t testing.TB, j *JIT, box Box, from, n uint64, opt EnumOptions) *Enum {
	t.Helper()
	e, err := j.Enumerate(t.Context(), box, from, n, opt)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// compileOptions are options that generate different code; enumerations must not depend on them.
var compileOptions = []JITOptions{{}, {Dispatch: true}, {inMemory: true, far: true}, {split: 3}}

const twoSites = "site nondet \"n\" name \"n\" type i8\nsite nondet \"m\" name \"m\" type u16\nsite nondet \"b\" " +
	"name \"b\" type bool"

// TestEnumerateOrder tests the order of the points, with a program none of whose runs counts.
func TestEnumerateOrder(t *testing.T) {
	p := parseCase(t, machineCase{decls: twoSites,
		body: "reg n i8\nreg m u16\nreg b bool\n0 1: n = input #0\n1 2: m = input #1\n2 3: b = input #2\n3 E: skip"})
	j := compileEnum(t, p, Config{}, JITOptions{})
	box := Box{{Site: 2, Lo: 0, Hi: 1}, {Site: 0, Lo: 254, Hi: 1}, {Site: 1, Lo: 65530, Hi: 65535}}
	size := sizeOf(p, box)
	for _, opt := range []EnumOptions{{}, {Backward: true}, {Step: 1}, {Step: 7}, {Step: 7, Backward: true}, {Step: 47},
		{Step: 35}} {
		seen := map[string]bool{}
		for r := range size {
			rank := r
			if opt.Step > 0 {
				rank = (r * opt.Step) % size
			}
			want := pointOf(p, box, rank, opt)
			e := enumerate(t, j, box, rank, size-r, opt)
			if e.Done != 0 || e.Stop == nil || e.Stop.Outcome.Kind != Violated || fmt.Sprint(e.Point) != fmt.Sprint(want) {
				t.Fatalf("%+v, point %d: %+v, want %v", opt, rank, e, want)
			}
			if r := e.Stop.Reads; len(r) != 3 || r[0].Bits != want[1] || r[1].Bits != want[2] || r[2].Bits != want[0] {
				t.Errorf("reads %v at %v", r, want)
			}
			seen[fmt.Sprint(e.Point)] = true
		}
		if len(seen) != int(size) {
			t.Errorf("%+v: %d points", opt, len(seen))
		}
	}
}

// TestEnumerateSteps tests that an enumeration finds the only violating point, from several first points and with
// several steps.
func TestEnumerateSteps(t *testing.T) {
	p := parseCase(t, machineCase{decls: twoSites,
		body: "reg n i8\nreg m u16\nreg b bool\n0 1: n = input #0\n1 2: m = input #1\n2 3: b = input #2\n3 E: assume n == " +
			"-3:i8 && m == 9:u16 && b [T]\n3 X: assume !(n == -3:i8 && m == 9:u16 && b) [F]"})
	box := Box{{Site: 0, Lo: 0x80, Hi: 0x7f}, {Site: 1, Lo: 5, Hi: 11}, {Site: 2, Lo: 0, Hi: 1}}
	size := sizeOf(p, box) // 256 * 7 * 2
	bad := uint64(125 + 256*4 + 256*7*1)
	for _, opt := range compileOptions {
		j := compileEnum(t, p, Config{}, opt)
		for _, step := range []uint64{1, 3, 5, size - 1, 2*size + 9} {
			for from := uint64(0); from < size; from += 191 {
				rank, at := from, uint64(0)
				for rank != bad {
					rank, at = (rank+step)%size, at+1
				}
				e := enumerate(t, j, box, from, size, EnumOptions{Step: step})
				if e.Done != at || e.Stop == nil || fmt.Sprint(e.Point) != "[253 9 1]" {
					t.Fatalf("step %d from %d: %+v, want %d", step, from, e, at)
				}
				if e = enumerate(t, j, box, from, at, EnumOptions{Step: step}); e.Done != at || e.Stop != nil {
					t.Fatalf("before: %+v", e)
				}
			}
		}
	}
}

// TestEnumerateEdges tests boxes with a full 64-bit type, without dimensions, and with invalid dimensions.
func TestEnumerateEdges(t *testing.T) {
	p := parseCase(t, machineCase{decls: "site nondet \"n\" name \"n\" type u64\nsite nondet \"f\" name \"f\" type " +
		"f64\nsite approx \"a\" name \"a\" type i32\nsite bytes \"h\" name \"h\"",
		body: "reg n u64\n0 1: n = input #0\n1 E: assume n == 18446744073709551613:u64\n1 X: assume n != " +
			"18446744073709551613:u64"})
	j := compileEnum(t, p, Config{}, JITOptions{})
	full := Box{{Site: 0, Lo: 0, Hi: 1<<64 - 1}}
	if e := enumerate(t, j, full, 1<<64-1000, 999, EnumOptions{}); e.Done != 997 || e.Point[0] != 1<<64-3 {
		t.Errorf("%+v", e)
	}
	if e := enumerate(t, j, full, 0, 1000, EnumOptions{Backward: true}); e.Done != 2 || e.Point[0] != 1<<64-3 {
		t.Errorf("%+v", e)
	}
	if e := enumerate(t, j, nil, 0, 1, EnumOptions{}); e.Done != 0 || e.Stop == nil || e.Stop.Outcome.Kind != NoInput {
		t.Errorf("%+v", e)
	}
	for _, bad := range []Box{
		{{Site: 0, Lo: 2, Hi: 1}}, {{Site: 4}}, {{Site: -1}}, {{Site: 0}, {Site: 0}}, {{Site: 1}}, {{Site: 2}}, {{Site: 3}},
	} {
		if e, err := j.Enumerate(t.Context(), bad, 0, 1, EnumOptions{}); err == nil {
			t.Errorf("%v: %+v", bad, e)
		}
	}
	closed := compileEnum(t, parseCase(t, machineCase{decls: "global g i32", body: "0 1: assume @g == 0:i32\n1 2: @g = " +
		"1:i32\n2 X: return"}), Config{}, JITOptions{})
	if e := enumerate(t, closed, nil, 0, 5, EnumOptions{}); e.Done != 5 || e.Stop != nil {
		t.Errorf("%+v", e)
	}
}

// TestEnumerateDoesNotCount tests each reason for which a run does not count, with programs in which only the run with
// n = 77 does not count.
func TestEnumerateDoesNotCount(t *testing.T) {
	const only = "0 1: n = input #0\n1 X: assume n != 77:u8\n1 2: assume n == 77:u8\n"
	for _, c := range []struct {
		name, decls, funcs, body string
		cfg                      Config
		want                     string // outcome of the run that does not count
	}{
		{"violated", "", "", "2 E: skip", Config{}, "violated O0 :9 reads n=77"},
		{"fuel", "", "", "2 3: skip\n3 2: skip", Config{Fuel: 100}, "out of fuel :5 reads n=77 fuel 100"},
		{"fuel of several slices", "", "", "2 3: skip\n3 2: skip", Config{Fuel: 100_000},
			"out of fuel :5 reads n=77 fuel 100000"},
		{"unlisted input", "site nondet \"m\" name \"m\" type u8\n", "", "reg m u8\n2 3: m = input #1\n3 X: return", Config{},
			"no input (m) :4 reads n=77"},
		{"second read", "", "", "2 3: n = input #0\n3 X: return", Config{}, "no input (n) :4 reads n=77"},
		{"second read in a loop", "", "", "2 0: skip", Config{}, "no input (n) :1 reads n=77 fuel 1"},
		{"not modelled", "site approx \"a\" name \"a\" type u8\n", "", "reg m u8\n2 3: m = input #1\n3 X: return", Config{},
			"no input (a) :4 reads n=77"},
		{"pointer as a number", "object o size 4 align 4\n", "", "reg m u32\n2 3: m = u32(&@o)\n3 X: return", Config{},
			"finished reads n=77 addr"},
		{"pointer as a number, behind an assumption", "object o size 4 align 4\n", "",
			"2 3: assume u32(&@o) == 5:u32\n3 X: return", Config{}, "blocked branch :4 reads n=77 addr"},
		{"order of two objects", "object o size 4 align 4\nobject q size 4 align 4\n", "",
			"reg p ptr32\n2 3: p = &@o\n3 4: assume p < &@q\n4 X: return", Config{}, "finished reads n=77 addr"},
		{"distance of two objects", "object o size 4 align 4\nobject q size 4 align 4\n", "",
			"reg d i32\n2 3: d = ptrdiff(&@o, &@q)\n3 X: return", Config{}, "finished reads n=77 addr"},
		{"bytes of a pointer", "object o size 4 align 4\nobject q size 4 align 4\n", "",
			"reg d u32\n2 3: store &@q, &@o\n3 4: d = load &@q\n4 X: return", Config{}, "finished reads n=77 addr"},
		{"number as a pointer", "object o size 4 align 4\n", "", "reg p ptr32\n2 3: p = ptr32(65536:u32)\n3 X: return",
			Config{}, "finished reads n=77 addr"},
		{"pointer outside its object", "object o size 4 align 4\nobject q size 4 align 4\n", "",
			"2 3: store &@q, ptradd(&@o, 100:i32, 1)\n3 X: return", Config{}, "finished reads n=77 wild"},
		{"uninitialised heap", "site bytes \"h\" name \"h\"\n", "",
			"reg p ptr32\nreg x u32\n2 3: p = alloc heap 8:u32 #1\n3 4: x = load p\n4 X: return", Config{},
			"no input (h) :5 reads n=77"},
		{"uninitialised local", "site bytes \"h\" name \"h\"\n", "",
			"object l size 4 align 4 #1\nreg x u32\n2 3: decl l\n3 4: x = load &l\n4 X: return", Config{},
			"no input (h) :5 reads n=77"},
		{"uninitialised static", "site bytes \"h\" name \"h\"\nobject o size 4 align 4 uninit #1\n", "",
			"reg x u32\n2 3: x = load &@o\n3 X: return", Config{}, "no input (h) :4 reads n=77"},
		{"uninitialised, without a site", "", "",
			"object l size 4 align 4\nreg x u32\n2 3: decl l\n3 4: x = load &l\n4 X: return", Config{},
			"finished reads n=77 approx"},
		{"no value returned", "", fnText("f()", "u8", "0 X: return"), "2 3: n = call f()\n3 X: return", Config{},
			"finished reads n=77 approx fuel 1"},
		{"stack", "", fnText("f()", "void", "0 1: call f()\n1 X: return"), "2 3: call f()\n3 X: return", Config{MaxDepth: 50},
			"out of stack :1 reads n=77 fuel 50"},
		{"stack of the machine", "", fnText("f()", "void", "0 1: call f()\n1 X: return"), "2 3: call f()\n3 X: return",
			Config{MaxDepth: 1 << 30}, "out of stack reads n=77"},
		{"memory", "site bytes \"h\" name \"h\"\n", "", "reg p ptr32\n2 3: p = alloc heap 5000:u32 #1\n3 X: return",
			Config{MaxMemory: 4096}, "out of memory :4 reads n=77"},
		{"invalid read", "", "", "reg x u32\n2 3: x = load 0:ptr32\n3 X: return", Config{},
			"undefined (invalid read) :4 reads n=77"},
		{"invalid write", "object o size 4 align 4\n", "", "2 3: store ptradd(&@o, 1:i32, 4), 1:u8\n3 X: return", Config{},
			"undefined (invalid write) :4 reads n=77"},
		{"invalid free", "object o size 4 align 4\n", "", "2 3: free &@o\n3 X: return", Config{},
			"undefined (invalid free) :4 reads n=77"},
		{"not executable", "", "", "2 3: havocall \"why\"\n3 X: return", Config{},
			"unsupported (all memory made arbitrary: why) :4 reads n=77"},
	} {
		t.Run(c.name, func(t *testing.T) {
			regs, edges := "reg n u8\n", ""
			for _, l := range strings.Split(c.body, "\n") {
				if strings.HasPrefix(l, "reg ") || strings.HasPrefix(l, "object ") {
					regs += l + "\n"
				} else {
					edges += l + "\n"
				}
			}
			p := parseCase(t, machineCase{decls: "site nondet \"n\" name \"n\" type u8\n" + c.decls, funcs: c.funcs,
				body: regs + only + edges})
			options := compileOptions
			if c.cfg.MaxDepth > 1<<20 { // slow
				options = options[:2]
			}
			for i, opt := range options {
				j := compileEnum(t, p, c.cfg, opt)
				box := Box{{Site: 0, Lo: 0, Hi: 255}}
				for round := range 2 {
					for _, o := range []EnumOptions{{}, {Backward: true}, {Step: 101}} {
						e := enumerate(t, j, box, 0, 256, o)
						if e.Stop == nil || len(e.Point) != 1 || e.Point[0] != 77 {
							t.Fatalf("code %d, %+v: counted: %+v", i, o, e)
						}
						got := describe(p, e.Stop)
						if c.name == "stack of the machine" { // the fuel depends on the size of the stack
							got, _, _ = strings.Cut(got, " fuel")
						}
						if got != c.want {
							t.Fatalf("code %d, round %d, %+v: got %s, want %s", i, round, o, got, c.want)
						}
						if o == (EnumOptions{}) && e.Done != 77 || o.Backward && e.Done != 178 {
							t.Errorf("code %d, %+v: %d runs", i, o, e.Done)
						}
						// All later points count.
						if rest := enumerate(t, j, box, 78, 178, EnumOptions{}); rest.Done != 178 || rest.Stop != nil {
							t.Errorf("code %d: the rest: %+v", i, rest)
						}
					}
				}
			}
		})
	}
}

// TestEnumerateIgnore tests that a run that violates an ignored obligation counts, unless one of
// its flags is set.
func TestEnumerateIgnore(t *testing.T) {
	p := parseCase(t, machineCase{decls: "site nondet \"n\" name \"n\" type u8\nobject o size 4 align 4\n",
		body: "reg n u8\nreg a u32\n0 1: n = input #0\n1 E: assume n < 100:u8\n1 2: assume 100:u8 <= n\n2 X: assume n != " +
			"200:u8\n2 3: assume n == 200:u8\n3 4: a = u32(&@o)\n4 E: skip"})
	for _, opt := range compileOptions {
		opt.Ignore = p.Obligations
		e := enumerate(t, compileEnum(t, p, Config{}, opt), Box{{Site: 0, Lo: 0, Hi: 255}}, 0, 256, EnumOptions{})
		if e.Done != 200 || e.Stop == nil || e.Stop.Outcome.Kind != Violated || !e.Stop.Addr {
			t.Errorf("%+v", e)
		}
	}
}

// TestEnumerateFilter tests that an enumeration skips the points outside of filters, and that invalid filters are
// errors.
func TestEnumerateFilter(t *testing.T) {
	p := parseCase(t, machineCase{decls: twoSites,
		body: "reg n i8\nreg m u16\n0 1: n = input #0\n1 2: m = input #1\n2 E: assume !(n < 0:i8 && i32(n) + i32(m) < " +
			"5:i32)\n2 X: assume n < 0:i8 && i32(n) + i32(m) < 5:i32"})
	f := p.NewFunc("filter", ir.Void, ir.Pos{})
	n, m := f.NewVar("n", ir.I8), f.NewVar("m", ir.U16)
	p.Funcs = p.Funcs[:len(p.Funcs)-1]
	i32 := func(v *ir.Var) ir.Expr { return &ir.Cast{T: ir.I32, X: ir.NewRef(v)} }
	sum := &ir.Binary{Op: ir.Lt, X: &ir.Binary{Op: ir.Add, X: i32(n), Y: i32(m)}, Y: &ir.Const{T: ir.I32, Bits: 5}}
	neg := &ir.Binary{Op: ir.Lt, X: ir.NewRef(n), Y: &ir.Const{T: ir.I8}}
	where := []Filter{
		{Cond: sum, Vars: map[int]*ir.Var{0: n, 1: m}},
		{Cond: neg, Vars: map[int]*ir.Var{0: n}},
	}
	box := Box{{Site: 0, Lo: 0x80, Hi: 0x7f}, {Site: 1, Lo: 0, Hi: 99}}
	inside := uint64(0)
	for x := -128; x < 0; x++ {
		for y := range 100 {
			if x+y < 5 {
				inside++
			}
		}
	}
	for _, opt := range compileOptions {
		opt.Where = where
		j := compileEnum(t, p, Config{}, opt)
		e := enumerate(t, j, box, 0, 25600, EnumOptions{})
		if e.Done != 25600 || e.Stop != nil || e.Skipped != 25600-inside {
			t.Errorf("%+v, want %d inside", e, inside)
		}
		if _, err := j.Enumerate(t.Context(), box[:1], 0, 1, EnumOptions{}); err == nil {
			t.Error("an input of the filter is not in the box")
		}
		opt.Where = where[:1]
		e = enumerate(t, compileEnum(t, p, Config{}, opt), box, 0, 25600, EnumOptions{})
		if e.Stop == nil || e.Stop.Outcome.Kind != Violated || fmt.Sprint(e.Point) != "[0 0]" || e.Done != 128 {
			t.Errorf("%+v", e)
		}
	}
	load := &ir.Binary{Op: ir.Eq, X: &ir.AddrOf{Obj: &ir.Object{}, T: ir.P32}, Y: &ir.Const{T: ir.P32}}
	for _, bad := range []Filter{{Cond: sum, Vars: map[int]*ir.Var{0: n}}, {Cond: load},
		{Cond: neg, Vars: map[int]*ir.Var{1: n}}, {Cond: ir.NewRef(n), Vars: map[int]*ir.Var{0: n}}} {
		if _, err := CompileJIT(p, Config{}, JITOptions{Where: []Filter{bad}}); err == nil {
			t.Errorf("%v was compiled", bad)
		}
	}
}

// TestEnumerateFuel tests that Config.Fuel limits each run exactly, also if a run needs several slices of fuel.
func TestEnumerateFuel(t *testing.T) {
	p := parseCase(t, machineCase{decls: "site nondet \"n\" name \"n\" type u32",
		body: "reg n u32\nreg i u32\n0 1: n = input #0\n1 2: i = 0:u32\n2 3: assume i < n\n3 2: i = i + 1:u32\n2 4: " +
			"assume n <= i\n4 X: return"})
	j := compileEnum(t, p, Config{Fuel: 50000}, JITOptions{})
	box := Box{{Site: 0, Lo: 49000, Hi: 50999}}
	e := enumerate(t, j, box, 0, 2000, EnumOptions{})
	if e.Done != 1001 || e.Stop == nil || e.Stop.Outcome.Kind != OutOfFuel || e.Stop.Fuel != 50000 {
		t.Errorf("%+v", e)
	}
	if e = enumerate(t, j, box, 0, 1000, EnumOptions{}); e.Stop != nil || e.Fuel != 49999 {
		t.Errorf("%+v", e)
	}
	for limit, done := range map[uint64]uint64{49999: 1000, 49998: 999} {
		if e = enumerate(t, compileEnum(t, p, Config{Fuel: limit}, JITOptions{}), box, 0, 1000,
			EnumOptions{}); e.Done != done || (e.Stop == nil) != (done == 1000) {
			t.Errorf("limit %d: %+v", limit, e)
		}
	}
	if e = enumerate(t, j, Box{{Site: 0, Lo: 3, Hi: 90}}, 0, 88, EnumOptions{Backward: true}); e.Fuel != 90 {
		t.Errorf("%+v", e)
	}
}

// TestEnumerateCancel tests that a context ends an enumeration between runs and during a run, and that a later
// enumeration can continue from there.
func TestEnumerateCancel(t *testing.T) {
	p := parseCase(t, machineCase{decls: "site nondet \"n\" name \"n\" type u32",
		body: "reg n u32\n0 1: n = input #0\n1 X: assume n != 4000000000:u32\n1 1: assume n == 4000000000:u32"})
	j := compileEnum(t, p, Config{}, JITOptions{})
	all := Box{{Site: 0, Lo: 0, Hi: 1<<32 - 1}}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	e, err := j.Enumerate(ctx, all, 0, 1<<32, EnumOptions{})
	if err != nil || e.Done == 0 || e.Done == 1<<32 || e.Stop == nil || e.Stop.Outcome.Kind != Cancelled ||
		e.Point[0] != e.Done {
		t.Errorf("%+v, %v", e, err)
	}
	if e = enumerate(t, j, all, e.Done, 1000, EnumOptions{}); e.Done != 1000 || e.Stop != nil {
		t.Errorf("%+v", e)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	e, err = j.Enumerate(ctx, all, 3999999990, 100, EnumOptions{})
	if err != nil || e.Done != 10 || e.Stop == nil || e.Stop.Outcome.Kind != Cancelled || e.Point[0] != 4000000000 {
		t.Errorf("%+v, %v", e, err)
	}
	if e, err = j.Enumerate(ctx, all, 0, 1, EnumOptions{}); err != nil || e.Done != 0 || e.Stop == nil ||
		e.Stop.Outcome.Kind != Cancelled {
		t.Errorf("%+v, %v", e, err)
	}
}

// TestEnumerateLeavesNoTrace tests that a run does not depend on earlier runs. Each program checks the contents of
// memory and registers before it changes them, and violates the obligation if an earlier run has changed them.
func TestEnumerateLeavesNoTrace(t *testing.T) {
	const n = "site nondet \"n\" name \"n\" type u8\nsite bytes \"h\" name \"h\"\n"
	static := func(size, last int) (string, string) {
		decls := fmt.Sprintf("%sobject o size %d align 4 = { %d: 7:i32 }\nobject k size 4 align 4 const = { 0: 1:i32 }", n,
			size, 4*last)
		at := func(i string) string { return "ptradd(&@o, " + i + ", 4)" }
		return decls, "reg n u8\nreg x i32\n0 1: n = input #0\n1 2: x = load " + at(fmt.Sprint(last, ":i32")) +
			"\n2 E: assume x != 7:i32\n2 3: assume x == 7:i32\n" +
			"3 4: x = load " + at("i32(n)") + "\n4 E: assume x != 0:i32\n4 5: assume x == 0:i32\n5 6: store " + at("i32(n)") +
			", 5:i32\n6 7: store " + at(fmt.Sprint(last, ":i32")) + ", i32(n)\n7 X: return"
	}
	heap := func(size int) (string, string) {
		return n, fmt.Sprintf("reg n u8\nreg p ptr32\nreg q ptr32\nreg x i32\n0 1: n = input #0\n1 2: p = alloc heap "+
			"%d:u32 zeroed #1\n2 3: q = ptradd(p, i32(n), 4)\n3 4: x = load q\n"+
			"4 E: assume x != 0:i32\n4 5: assume x == 0:i32\n5 6: store q, 9:i32\n6 7: memset p, 1:i32, u32(n)\n7 8: assume "+
			"n < 50:u8\n8 9: free p\n7 X: assume 50:u8 <= n\n9 X: return", size)
	}
	image, imageBody := static(1028, 256)
	host, hostBody := static(700_000, 174_999)
	heapSmall, heapSmallBody := heap(1024)
	heapBig, heapBigBody := heap(100_000)
	heapHuge, heapHugeBody := heap(1_100_000)
	for _, c := range []struct{ name, decls, funcs, body string }{
		{"image", image, "", imageBody},
		{"host", host, "", hostBody},
		{"small heap", heapSmall, "", heapSmallBody},
		{"big heap", heapBig, "", heapBigBody},
		{"huge heap", heapHuge, "", heapHugeBody},
		{"words", n + "object o size 12 align 4 = { 0: 7:i32, 8: 70000:i32 }\nobject c size 4 align 4\nobject p size 4 " +
			"align 4 = { 0: &@o }", "",
			"reg n u8\nreg x i32\nreg q ptr32\n0 1: n = input #0\n1 2: q = load &@p\n2 E: assume q == 0:ptr32\n2 3: assume q " +
				"!= 0:ptr32\n3 4: x = load ptradd(q, 8:i32, 1)\n" +
				"4 E: assume x != 70000:i32\n4 5: assume x == 70000:i32\n5 6: store ptradd(q, 8:i32, 1), i32(n)\n6 7: x = load " +
				"q\n7 E: assume x != 7:i32\n7 8: assume x == 7:i32\n" +
				"8 9: store q, i32(n)\n9 10: store &@p, 0:ptr32\n10 X: return"},
		{"globals", n + "global g i32 = 3:i32\nglobal p ptr32\nglobal f f64 = 1.5:f64\nobject o size 4 align 4",
			fnText("f()", "void", "0 1: @g = @g + 1:i32\n1 X: return"),
			"reg n u8\n0 1: n = input #0\n1 E: assume @g != 3:i32 || @p != 0:ptr32 || @f != 1.5:f64\n1 2: assume @g == 3:i32 " +
				"&& @p == 0:ptr32 && @f == 1.5:f64\n2 3: call f()\n3 4: @p = &@o\n4 5: @f = f64(n)\n5 X: return"},
		{"ends within calls", n + "global g i32",
			fnText("f(k)", "void", "reg k u8\nobject l size 8 align 4 #1\n0 1: decl l\n1 2: store &l, k\n2 3: assume k != "+
				"9:u8\n3 4: assume k != 0:u8\n3 H: assume k == 0:u8\n4 5: call f(k - 1:u8)\n5 X: return"),
			"reg n u8\n0 1: n = input #0\n1 E: assume @g != 0:i32\n1 2: assume @g == 0:i32\n2 3: @g = 1:i32\n3 4: call " +
				"f(n)\n4 X: return"},
		{"place given back", n, fnText("f(k)", "void", "reg k u8\nobject l size 8 align 4 #1\n0 1: decl l\n1 2: store &l, "+
			"k\n2 4: assume k == 0:u8\n2 3: assume k != 0:u8\n3 4: call f(k / 2:u8)\n4 X: return"),
			"reg n u8\n0 1: n = input #0\n1 2: call f(n)\n2 X: return"},
		{"lost heap", n, "", "reg n u8\nreg p ptr32\nreg x u8\n0 1: n = input #0\n1 2: p = alloc heap u32(n) + 1:u32 " +
			"#1\n2 3: store ptradd(p, n, 1), n\n3 4: x = load ptradd(p, n, 1)\n" +
			"4 E: assume x != n\n4 5: assume x == n\n5 6: p = alloc heap 64:u32 zeroed #1\n6 7: x = load ptradd(p, n % " +
			"64:u8, 1)\n7 E: assume x != 0:u8\n7 X: assume x == 0:u8"},
		{"copied uninitialised bytes", n, "", "reg n u8\nreg p ptr32\nreg q ptr32\nreg x u8\n0 1: n = input #0\n1 2: p = " +
			"alloc heap 16:u32 #1\n2 3: q = alloc heap 16:u32 #1\n" +
			"3 4: store p, n\n4 5: memcopy q, p, 16:u32\n5 6: x = load q\n6 E: assume x != n\n6 X: assume x == n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parseCase(t, machineCase{decls: c.decls, funcs: c.funcs, body: c.body})
			n := uint64(256)
			if strings.HasPrefix(c.name, "h") { // each reset clears megabytes
				n = 16
			}
			for i, opt := range compileOptions {
				j := compileEnum(t, p, Config{MaxMemory: 8 << 20}, opt)
				fresh := compileEnum(t, p, j.cfg, JITOptions{})
				fresh.reset()
				most := uint64(0)
				for round, o := range []EnumOptions{{}, {Backward: true}, {Step: 77}, {Step: 129}} {
					e := enumerate(t, j, Box{{Site: 0, Lo: 256 - n, Hi: 255}}, uint64(round/2), n, o)
					if e.Done != n || e.Stop != nil {
						t.Fatalf("code %d, %+v: %d, %v: %s", i, o, e.Done, e.Point, describe(p, e.Stop))
					}
					if round == 0 {
						most = e.Fuel
					} else if e.Fuel != most {
						t.Errorf("code %d, %+v: fuel %d, first %d", i, o, e.Fuel, most)
					}
					// All of memory is as at the beginning after one more reset.
					if d := afterReset(j, fresh); d != "" {
						t.Errorf("code %d, %+v: %s", i, o, d)
					}
				}
			}
		})
	}
}

// afterReset resets j by compiled code and compares its memory with the memory of a machine that has never run. It
// returns the difference, "" if there is none.
func afterReset(j, fresh *JIT) string {
	if j.at.data == 0 {
		return ""
	}
	if _, err := j.module.ExportedFunction("reset").Call(background); err != nil {
		return err.Error()
	}
	for _, s := range [][2]uint32{{FirstObject, j.at.owner}, {j.at.owner, j.at.occ}, {atBump, atFlags}, {atDying, atNext},
		{atHigh, atEnd}} {
		if !bytes.Equal(j.mem[s[0]:s[1]], fresh.mem[s[0]:s[1]]) {
			return fmt.Sprintf("linear memory from %d to %d is not as at the beginning", s[0], s[1])
		}
	}
	return ""
}
