package witness

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// plain names every register by its own name, except "hidden".
type plain struct{}

func (plain) Var(v *ir.Var) (string, bool)       { return v.Name, v.Name != "hidden" }
func (plain) Object(o *ir.Object) (string, bool) { return o.Name, true }

// genExpr returns a random expression of type t over vars.
func genExpr(r *rand.Rand, vars []*ir.Var, t ir.Type, depth int) ir.Expr {
	sub := func(t ir.Type) ir.Expr { return genExpr(r, vars, t, depth-1) }
	small := func() ir.Expr {
		bits := []uint64{0, 1, 3, num.MinOf(t.Bits, true), num.MaxOf(t.Bits, t.Signed), num.Mask(t.Bits), r.Uint64()}
		return ir.NewBits(t, num.Trunc(bits[r.IntN(len(bits))], t.Bits))
	}
	anyInt := func() ir.Type { return vars[r.IntN(len(vars))].Type }
	if t == ir.B {
		switch k := r.IntN(8); {
		case depth > 0 && k < 2:
			return &ir.Binary{Op: []ir.BinOp{ir.LAnd, ir.LOr, ir.Eq, ir.Ne}[r.IntN(4)], X: sub(ir.B), Y: sub(ir.B)}
		case depth > 0 && k == 2:
			return &ir.Unary{Op: ir.LNot, X: sub(ir.B)}
		default:
			u := anyInt()
			return &ir.Binary{Op: []ir.BinOp{ir.Eq, ir.Ne, ir.Lt, ir.Le}[r.IntN(4)], X: sub(u), Y: sub(u)}
		}
	}
	k := r.IntN(12)
	switch {
	case depth <= 0 || k < 2:
		if r.IntN(3) > 0 {
			for _, i := range r.Perm(len(vars)) {
				if vars[i].Type == t {
					return ir.NewRef(vars[i])
				}
			}
		}
		return small()
	case k < 6:
		return &ir.Binary{Op: []ir.BinOp{ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor}[r.IntN(6)], X: sub(t), Y: sub(t)}
	case k < 8:
		c := ir.NewBits(t, num.Trunc(uint64(2+r.IntN(9)), t.Bits))
		return &ir.Binary{Op: []ir.BinOp{ir.Div, ir.Rem}[r.IntN(2)], X: sub(t), Y: c}
	case k == 8:
		return &ir.Binary{Op: []ir.BinOp{ir.Shl, ir.Shr}[r.IntN(2)], X: sub(t),
			Y: ir.NewConst(ir.I32, int64(r.IntN(int(t.Bits))))}
	case k == 9:
		return &ir.Unary{Op: []ir.UnOp{ir.Neg, ir.Not}[r.IntN(2)], X: sub(t)}
	case k == 10:
		return &ir.Cast{T: t, X: sub(ir.B)}
	}
	return &ir.Cast{T: t, X: sub(anyInt())}
}

// TestCExprAgreesWithGCC checks that random expressions have the same values in compiled C as in ir. The compiled
// program stops at any undefined behaviour.
func TestCExprAgreesWithGCC(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		benchtest.Missing(t, "no gcc")
	}
	for _, model := range []string{"-m64", "-m32"} {
		dir := t.TempDir()
		if out, err := compileC(gcc, dir, model, "int main(void) { return 0; }\n"); err != nil {
			benchtest.Missing(t, fmt.Sprintf("gcc %s: %v\n%s", model, err, out))
		}
		src, texts := exprProgram(rand.New(rand.NewPCG(1, uint64(len(model)))), 250)
		if out, err := compileC(gcc, dir, model, src); err != nil {
			t.Fatalf("gcc %s: %v\n%s", model, err, out)
		}
		out, err := exec.Command(filepath.Join(dir, "a.out")).CombinedOutput()
		if err != nil || string(out) != "end\n" {
			var i int
			fmt.Sscanf(string(out), "%d", &i)
			t.Fatalf("%s: %v: expression %s\n%s", model, err, texts[min(i, len(texts)-1)], out)
		}
	}
}

// compileC compiles src to a.out in dir.
func compileC(gcc, dir, model, src string) ([]byte, error) {
	file := filepath.Join(dir, "e.c")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		return nil, err
	}
	return exec.Command(gcc, model, "-w", "-O0", "-std=gnu17", "-fsanitize=undefined",
		"-fsanitize-undefined-trap-on-error", "-o", filepath.Join(dir, "a.out"), file).CombinedOutput()
}

// exprProgram returns a C program that checks n expressions at eight points each. The program prints the number of an
// expression whose value differs, or "end". texts has the expressions for messages.
func exprProgram(r *rand.Rand, n int) (src string, texts []string) {
	types := []ir.Type{ir.I8, ir.U8, ir.I16, ir.U16, ir.I32, ir.U32, ir.I64, ir.U64}
	var vars []*ir.Var
	for i, ty := range types {
		vars = append(vars, &ir.Var{Name: fmt.Sprintf("v%d", i), Type: ty}, &ir.Var{Name: fmt.Sprintf("w%d", i), Type: ty})
	}
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n")
	for _, v := range vars {
		ct, _ := cType(v.Type)
		fmt.Fprintf(&b, "static volatile %s %s;\n", ct, v.Name)
	}
	b.WriteString("static void differs(int i) { printf(\"%d differs\\n\", i); fflush(stdout); }\n")
	for i := range n {
		e := genExpr(r, vars, append(types, ir.B, ir.B, ir.B)[r.IntN(len(types)+3)], 4)
		text, ok := cExpr(e, plain{})
		if !ok {
			text = "0"
		}
		texts = append(texts, ir.ExprString(e)+"  as  "+text)
		fmt.Fprintf(&b, "static void f%d(void) {\n", i)
		for range 8 {
			vals := map[*ir.Var]uint64{}
			for _, v := range vars {
				x := num.Trunc(r.Uint64()>>r.IntN(64), v.Type.Bits)
				if r.IntN(4) == 0 {
					x = num.MinOf(v.Type.Bits, true)
				}
				vals[v] = x
				fmt.Fprintf(&b, "  %s = %dULL;\n", v.Name, x)
			}
			want, _ := ir.EvalExpr(e, &ir.Env{Reg: func(v *ir.Var) uint64 { return vals[v] }})
			if !ok {
				continue
			}
			if e.Type() == ir.B {
				fmt.Fprintf(&b, "  if (!(%s) != %d) differs(%d);\n", text, 1-want, i)
			} else { // the value itself, not only its low bits
				lit := intText(ir.U64, want)
				if e.Type().Signed {
					lit = intText(ir.I64, uint64(num.Signed(want, e.Type().Bits)))
				}
				fmt.Fprintf(&b, "  if ((%s) != %s) differs(%d);\n", text, lit, i)
			}
		}
		b.WriteString("}\n")
	}
	b.WriteString("int main(void) {\n")
	for i := range n {
		fmt.Fprintf(&b, "  f%d();\n", i)
	}
	b.WriteString("  puts(\"end\");\n  return 0;\n}\n")
	return b.String(), texts
}

// TestCExprText checks the C text of expressions, and that cExpr reports expressions that C cannot express.
func TestCExprText(t *testing.T) {
	x := ir.NewRef(&ir.Var{Name: "x", Type: ir.I32})
	u := ir.NewRef(&ir.Var{Name: "u", Type: ir.U32})
	l := ir.NewRef(&ir.Var{Name: "l", Type: ir.I64})
	f := ir.NewRef(&ir.Var{Name: "f", Type: ir.F32})
	d := ir.NewRef(&ir.Var{Name: "d", Type: ir.F64})
	p := ir.NewRef(&ir.Var{Name: "p", Type: ir.P32})
	hidden := ir.NewRef(&ir.Var{Name: "hidden", Type: ir.I32})
	o := &ir.Object{Name: "o", Size: 4, Elem: ir.I32, CType: "int"}
	arr := &ir.Object{Name: "a", Size: 4, Elem: ir.I32, CType: "int [1]"}
	at := func(o *ir.Object) ir.Expr { return &ir.Load{T: ir.I32, Addr: &ir.AddrOf{Obj: o, T: ir.P32}} }
	bin := func(op ir.BinOp, x, y ir.Expr) ir.Expr { return &ir.Binary{Op: op, X: x, Y: y} }
	c := ir.NewConst
	for _, k := range []struct {
		e    ir.Expr
		want string // "" if it cannot be said
	}{
		{bin(ir.Le, c(ir.I32, -5), x), "-5 <= x"},
		{bin(ir.Le, c(ir.I32, math.MinInt32), x), "(-2147483647 - 1) <= x"},
		{bin(ir.Lt, u, c(ir.U32, -1)), "u < 4294967295U"},
		{bin(ir.Lt, l, c(ir.I64, 1<<40)), "l < 1099511627776LL"},
		{bin(ir.Le, bin(ir.Add, x, x), c(ir.I32, 10)), "((int)((long long)x + (long long)x)) <= 10"},
		{bin(ir.LAnd, bin(ir.Eq, x, c(ir.I32, 0)), bin(ir.LOr, bin(ir.Ne, u, c(ir.U32, 0)), bin(ir.Eq, l, c(ir.I64, 0)))),
			"x == 0 && (u != 0U || l == 0LL)"},
		{&ir.Unary{Op: ir.LNot, X: bin(ir.Lt, f, ir.NewFloat(ir.F32, 0.1))}, "!(f < 0.1F)"},
		{bin(ir.Le, d, ir.NewFloat(ir.F64, 1e300)), "d <= 1e+300"},
		{bin(ir.Eq, p, c(ir.P32, 0)), "p == 0"},
		{bin(ir.Eq, at(o), c(ir.I32, 3)), "o == 3"},
		{bin(ir.Eq, at(arr), c(ir.I32, 3)), ""},
		{bin(ir.Lt, p, p), ""},
		{bin(ir.Eq, p, c(ir.P32, 4)), ""},
		{bin(ir.Eq, hidden, x), ""},
		{bin(ir.Eq, bin(ir.Div, x, x), x), ""},
		{bin(ir.Eq, bin(ir.Div, x, c(ir.I32, -1)), x), ""},
		{bin(ir.Eq, bin(ir.Shl, x, c(ir.I32, 32)), x), ""},
		{bin(ir.Eq, bin(ir.Add, f, f), f), ""},
		{bin(ir.Le, d, ir.NewFloat(ir.F64, math.Inf(1))), ""},
		{bin(ir.Eq, &ir.Cast{T: ir.I32, X: f}, x), ""},
		{&ir.Overflows{Op: ir.Add, X: x, Y: x}, ""},
	} {
		got, ok := cExpr(k.e, plain{})
		if !ok {
			got = ""
		}
		if got != k.want {
			t.Errorf("%s: %q, want %q", ir.ExprString(k.e), got, k.want)
		}
	}
}
