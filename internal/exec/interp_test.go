package exec

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// prog is a program under construction: one function "_start" to begin with.
type prog struct {
	p *ir.Program
	f *ir.Func
	l *ir.Loc // where the next edge begins
}

func newProg() *prog {
	p := &ir.Program{Model: ir.ILP32}
	f := p.NewFunc("_start", ir.Void, ir.Pos{})
	p.Entry = f
	return &prog{p, f, f.Entry}
}

// then adds an edge and goes on behind it.
func (b *prog) then(ss ...ir.Stmt) *prog {
	for _, s := range ss {
		l := b.f.NewLoc(ir.Pos{})
		b.f.NewEdge(b.l, l, s, ir.Pos{File: "t.c", Line: len(b.f.Edges) + 1})
		b.l = l
	}
	return b
}

// ret ends the function.
func (b *prog) ret() *prog {
	b.f.NewEdge(b.l, b.f.Exit, &ir.Return{}, ir.Pos{})
	return b
}

func (b *prog) reg(name string, t ir.Type) *ir.Var { return b.f.NewVar(name, t) }

func ref(v *ir.Var) ir.Expr             { return &ir.Ref{Var: v} }
func num32(v int64) ir.Expr             { return ir.NewConst(ir.I32, v) }
func add(x, y ir.Expr) ir.Expr          { return &ir.Binary{Op: ir.Add, X: x, Y: y} }
func lt(x, y ir.Expr) ir.Expr           { return &ir.Binary{Op: ir.Lt, X: x, Y: y} }
func set(d *ir.Var, e ir.Expr) ir.Stmt  { return &ir.Assign{Dst: d, Src: e} }
func at(o *ir.Object) ir.Expr           { return &ir.AddrOf{Obj: o, T: ir.P32} }
func off(p ir.Expr, n int64) ir.Expr    { return &ir.PtrAdd{P: p, Index: num32(n), Scale: 1} }
func load(d *ir.Var, a ir.Expr) ir.Stmt { return &ir.LoadStmt{Dst: d, Addr: a} }
func store(a, v ir.Expr) ir.Stmt        { return &ir.Store{Addr: a, Val: v} }

// loopProg counts i from 0 to n: the loop of many tests.
func loopProg(n int64) (*prog, *ir.Var) {
	b := newProg()
	i, s := b.reg("i", ir.I32), b.reg("s", ir.I32)
	b.then(set(i, num32(0)), set(s, num32(0)))
	head := b.l
	body, out := b.f.NewLoc(ir.Pos{}), b.f.NewLoc(ir.Pos{})
	b.f.NewEdge(head, body, &ir.Assume{Cond: lt(ref(i), num32(n)), Mark: ir.True}, ir.Pos{})
	b.f.NewEdge(head, out, &ir.Assume{Cond: &ir.Binary{Op: ir.Le, X: num32(n), Y: ref(i)}, Mark: ir.False}, ir.Pos{})
	b.l = body
	b.then(set(s, add(ref(s), ref(i))))
	b.f.NewEdge(b.l, head, set(i, add(ref(i), num32(1))), ir.Pos{})
	b.l = out
	return b, s
}

func runInterp(t *testing.T, p *ir.Program, cfg Config, in Inputs) *Run {
	t.Helper()
	m, err := NewInterp(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if in == nil {
		in = FromRecords(p, nil)
	}
	var r *Run
	for i := 0; i < 2; i++ { // a second run must start from the same state
		q, err := m.Run(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		if r != nil && (r.Outcome != q.Outcome || r.Fuel != q.Fuel || len(r.Reads) != len(q.Reads)) {
			t.Fatalf("second run differs: %+v, %+v", r, q)
		}
		r = q
	}
	return r
}

func BenchmarkInterpLoop(b *testing.B) {
	bp, _ := loopProg(1 << 30)
	bp.ret()
	const iters = 1000000
	m, err := NewInterp(bp.p, Config{Fuel: iters})
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; i < b.N; i++ {
		r, _ := m.Run(context.Background(), FromRecords(bp.p, nil))
		if r.Outcome.Kind != OutOfFuel {
			b.Fatal(r.Outcome)
		}
	}
	b.ReportMetric(float64(3*iters*b.N)/b.Elapsed().Seconds()/1e6, "Mstmt/s")
}
