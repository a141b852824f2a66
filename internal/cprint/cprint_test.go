package cprint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// compilers returns the compilers of this machine: gcc, clang or both. The test is skipped if there is none.
func compilers(t *testing.T) []string {
	t.Helper()
	var cs []string
	for _, c := range []string{"gcc", "clang"} {
		if _, err := exec.LookPath(c); err == nil {
			cs = append(cs, c)
		}
	}
	if len(cs) == 0 {
		benchtest.Missing(t, "neither gcc nor clang here")
	}
	return cs
}

// compile prints p, compiles it with all warnings as errors, and returns the program.
func compile(t *testing.T, cc string, p *ir.Program, o Options, flags ...string) (bin string) {
	t.Helper()
	var b bytes.Buffer
	if err := Program(&b, p, o); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	src := filepath.Join(dir, "t.c")
	if err := os.WriteFile(src, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	bin = filepath.Join(dir, "t")
	args := []string{"-std=gnu11", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off"}
	if p.Model == ir.ILP32 {
		args = append(args, "-m32", "-msse2", "-mfpmath=sse")
	}
	args = append(append(args, flags...), src, "-o", bin, "-lm")
	if out, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s\n%s", cc, strings.Join(args, " "), err, out, numbered(b.String()))
	}
	return bin
}

// numbered returns s with line numbers.
func numbered(s string) string {
	var b strings.Builder
	for i, l := range strings.Split(s, "\n") {
		fmt.Fprintf(&b, "%3d %s\n", i+1, l)
	}
	return b.String()
}

// execute runs a program and returns its exit status and output.
func execute(t *testing.T, bin, stdin string) (int, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// TestOperators computes every operator on every type and many values in C, and compares each result with the result of
// ir.EvalExpr.
func TestOperators(t *testing.T) {
	cc := compilers(t)[0]
	p := operatorsProgram()
	if err := ir.Check(p); err != nil {
		t.Fatal(err)
	}
	for _, opt := range []string{"-O0", "-O2"} {
		bin := compile(t, cc, p, Options{NoLines: true}, opt)
		if status, out := execute(t, bin, ""); status != 0 {
			t.Errorf("%s: status %d: %s", opt, status, out)
		}
	}
}

// operatorsProgram returns a program for all operators, types and interesting values, which compares each result with
// the result of ir.EvalExpr.
func operatorsProgram() *ir.Program {
	p := &ir.Program{Model: ir.ILP32}
	start := p.NewFunc("_start", ir.Void, ir.Pos{})
	p.Entry = start
	l := start.Entry
	// checkAll adds a function that compares one expression with its expected values.
	checkAll := func(name string, x, y *ir.Type, mk func(x, y ir.Expr) ir.Expr) {
		f := p.NewFunc(name, ir.Void, ir.Pos{})
		at := f.Entry
		next := func(s ir.Stmt) {
			n := f.NewLoc(ir.Pos{})
			f.NewEdge(at, n, s, ir.Pos{})
			at = n
		}
		vx := f.NewVar("x", *x)
		vy := vx
		ys := []uint64{0}
		if y != nil {
			vy = f.NewVar("y", *y)
			ys = values(*y)
		}
		e := mk(&ir.Ref{Var: vx}, &ir.Ref{Var: vy})
		r := f.NewVar("r", e.Type())
		for _, a := range values(*x) {
			for _, b := range ys {
				next(&ir.Assign{Dst: vx, Src: ir.NewBits(*x, a)})
				if y != nil {
					next(&ir.Assign{Dst: vy, Src: ir.NewBits(*y, b)})
				}
				next(&ir.Assign{Dst: r, Src: e})
				want, _ := ir.EvalExpr(e, &ir.Env{Reg: func(v *ir.Var) uint64 {
					if v == vx {
						return a
					}
					return b
				}})
				c := same(r, want)
				bad := f.NewLoc(ir.Pos{})
				bad.Kind = ir.Error
				bad.Obligation = p.NewObligation("assertion", fmt.Sprintf("%s: %#x, %#x: want %#x", name, a, b, want), "", ir.Pos{})
				good := f.NewLoc(ir.Pos{})
				f.NewEdge(at, bad, &ir.Assume{Cond: ir.NotExpr(c)}, ir.Pos{})
				f.NewEdge(at, good, &ir.Assume{Cond: c}, ir.Pos{})
				at = good
			}
		}
		f.NewEdge(at, f.Exit, &ir.Return{}, ir.Pos{})
		n := start.NewLoc(ir.Pos{})
		start.NewEdge(l, n, &ir.Call{Func: f}, ir.Pos{})
		l = n
	}
	i5, u11, i37 := ir.Type{Kind: ir.Int, Bits: 5, Signed: true}, ir.Type{Kind: ir.Int, Bits: 11},
		ir.Type{Kind: ir.Int, Bits: 37, Signed: true}
	ints := []ir.Type{ir.I8, ir.U8, ir.I16, ir.U16, ir.I32, ir.U32, ir.I64, ir.U64, i5, u11, i37}
	for _, t := range ints {
		for op := ir.Add; op <= ir.Le; op++ {
			yt := t
			if op == ir.Shl || op == ir.Shr {
				yt = ir.I32
			}
			checkAll(fmt.Sprintf("%s_%d", t, op), &t, &yt, func(x, y ir.Expr) ir.Expr { return &ir.Binary{Op: op, X: x, Y: y} })
		}
		for _, op := range []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Div} {
			checkAll(fmt.Sprintf("ovf_%s_%d", t, op), &t, &t,
				func(x, y ir.Expr) ir.Expr { return &ir.Overflows{Op: op, X: x, Y: y} })
		}
		for _, c := range []uint64{1, 3, num.Mask(t.Bits)} {
			k := ir.NewBits(t, c)
			checkAll(fmt.Sprintf("div_%s_%d", t, c), &t, nil,
				func(x, _ ir.Expr) ir.Expr { return &ir.Binary{Op: ir.Div, X: x, Y: k} })
			checkAll(fmt.Sprintf("shift_%s_%d", t, c), &t, nil,
				func(x, _ ir.Expr) ir.Expr { return &ir.Binary{Op: ir.Shr, X: x, Y: k} })
			checkAll(fmt.Sprintf("left_%s_%d", t, c), &t, nil,
				func(x, _ ir.Expr) ir.Expr { return &ir.Binary{Op: ir.Shl, X: x, Y: k} })
		}
		checkAll("neg_"+t.String(), &t, nil, func(x, _ ir.Expr) ir.Expr { return &ir.Unary{Op: ir.Neg, X: x} })
		checkAll("not_"+t.String(), &t, nil, func(x, _ ir.Expr) ir.Expr { return &ir.Unary{Op: ir.Not, X: x} })
		for _, to := range append(ints, ir.F32, ir.F64, ir.P32) {
			checkAll(fmt.Sprintf("cast_%s_%s", t, to), &t, nil, func(x, _ ir.Expr) ir.Expr { return &ir.Cast{T: to, X: x} })
		}
		checkAll("ptradd_"+t.String(), &ir.P32, &t,
			func(x, y ir.Expr) ir.Expr { return &ir.PtrAdd{P: x, Index: y, Scale: 12} })
	}
	for _, t := range []ir.Type{ir.F32, ir.F64} {
		for _, op := range []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.Div, ir.Eq, ir.Ne, ir.Lt, ir.Le} {
			checkAll(fmt.Sprintf("%s_%d", t, op), &t, &t, func(x, y ir.Expr) ir.Expr { return &ir.Binary{Op: op, X: x, Y: y} })
		}
		for _, op := range []ir.UnOp{ir.Neg, ir.FAbs, ir.FSqrt, ir.FFloor, ir.FCeil, ir.FTrunc, ir.FNearest} {
			checkAll(fmt.Sprintf("%s_u%d", t, op), &t, nil, func(x, _ ir.Expr) ir.Expr { return &ir.Unary{Op: op, X: x} })
		}
		for _, to := range append(ints, ir.F32, ir.F64) {
			checkAll(fmt.Sprintf("cast_%s_%s", t, to), &t, nil, func(x, _ ir.Expr) ir.Expr { return &ir.Cast{T: to, X: x} })
		}
	}
	checkAll("ptrdiff", &ir.P32, &ir.P32, func(x, y ir.Expr) ir.Expr { return &ir.PtrDiff{P: x, Q: y} })
	start.NewEdge(l, start.Exit, &ir.Return{}, ir.Pos{})
	return p
}

// same returns the condition that r has the bits want. All NaNs count as equal.
func same(r *ir.Var, want uint64) ir.Expr {
	x := &ir.Ref{Var: r}
	if r.Type.Kind != ir.Float {
		return &ir.Binary{Op: ir.Eq, X: x, Y: ir.NewBits(r.Type, want)}
	}
	if math.IsNaN(ir.FloatOf(r.Type, want)) {
		return &ir.Binary{Op: ir.Ne, X: x, Y: x}
	}
	if want == 0 || want == uint64(1)<<(r.Type.Bits-1) { // distinguish 0 and -0 by the sign of 1/x
		one := ir.NewConst(r.Type, 1)
		return &ir.Binary{Op: ir.Eq, X: &ir.Binary{Op: ir.Div, X: one, Y: x},
			Y: ir.NewBits(r.Type, ir.EvalBinary(ir.Div, r.Type, one.Bits, want, r.Type))}
	}
	return &ir.Binary{Op: ir.Eq, X: x, Y: ir.NewBits(r.Type, want)}
}

// values returns the values of a type that tests use.
func values(t ir.Type) []uint64 {
	switch t.Kind {
	case ir.Float:
		var vs []uint64
		for _, f := range []float64{0, math.Copysign(0, -1), -1.5, 2.5, 127.9, -128.9, 1e10, -9.3e18, 1.8e19, 1e300,
			math.Inf(-1), math.NaN(), 4294967295.5, -0.99} {
			vs = append(vs, ir.FloatBits(t, f))
		}
		return vs
	case ir.Ptr:
		return []uint64{0, 65536, 1 << 31, num.Mask(t.Bits)}
	}
	lo, hi := num.MinOf(t.Bits, t.Signed), num.MaxOf(t.Bits, t.Signed)
	vs := []uint64{0, 1, 5, num.Mask(t.Bits), lo, hi, hi / 3}
	seen := map[uint64]bool{}
	var out []uint64
	for _, v := range vs {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}
