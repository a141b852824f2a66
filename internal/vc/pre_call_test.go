package vc_test

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// next is called with x. It assigns its parameter, and k has the value of the argument.
const next = `
program ILP32
global k i32 = 0:i32
site nondet "n@a.c:1:1" name "n" type i32 in main
entry main
func main() void {
  reg x i32
  reg y i32
  locs 4
  L0 -> L2: x = input #0
  L2 -> L3: y = call next(x)
  L3 -> L1: return
}
func next(n) i32 {
  reg n i32
  locs 6
  L0 -> L2: assume n < 3:i32
  L0 -> L3: assume 3:i32 <= n
  L2 -> L4: n = n + 1:i32
  L3 -> L4: skip
  L4 -> L5: @k = n
  L5 -> L1: return n
}
`

// TestPreOfCalls compares preimages of a call and of the return from it with the states that lead to the predicate, for
// small numbers. It checks that no state is missing, and that an exact preimage has no other state.
func TestPreOfCalls(t *testing.T) {
	ctx, open := context.Background(), provers(t)
	for _, enc := range []vc.Encoding{vc.Ints, vc.Bits} {
		prog := irtest.Program(t, next)
		main, k := prog.Entry, prog.Globals[0]
		f := prog.Funcs[1]
		if f == main {
			f = prog.Funcs[0]
		}
		x, y, n := main.Vars[0], main.Vars[1], f.Vars[0]
		in, was, result := &ir.Var{Name: "n.in", Type: ir.I32}, &ir.Var{Name: "k.before", Type: ir.I32},
			&ir.Var{Name: "next.result", Type: ir.I32}
		p := open(prog, enc)
		p.Frame(vc.Frames{Results: map[*ir.Func]*ir.Var{f: result},
			Entered: map[*ir.Func]map[*ir.Var]*ir.Var{f: {n: in, k: was}}})
		call := main.Edges[1]
		num := func(i int64) ir.Expr { return ir.NewConst(ir.I32, i) }
		bin := func(op ir.BinOp, a, b ir.Expr) ir.Expr { return ir.NewBinary(op, a, b) }
		ref := func(v *ir.Var) ir.Expr { return ir.NewRef(v) }
		type values = map[*ir.Var]int64
		holds := func(vs values, e ir.Expr) bool {
			bit, ok := ir.EvalExpr(e, &ir.Env{Reg: func(v *ir.Var) uint64 {
				i, is := vs[v]
				if !is {
					t.Fatalf("%s is spoken of in %s", v.Name, ir.ExprString(e))
				}
				return uint64(i)
			}})
			if !ok {
				t.Fatalf("%s has no value", ir.ExprString(e))
			}
			return bit != 0
		}
		small := func(f func(i int64)) {
			for i := int64(0); i < 8; i++ {
				f(i)
			}
		}
		yes := ir.Expr(ir.NewBool(true))
		exits := []ir.Expr{yes, bin(ir.Eq, ref(result), bin(ir.Add, ref(in), num(1))),
			ir.NewAnd(bin(ir.Lt, ref(in), num(4)), bin(ir.Eq, ref(k), ref(result)), bin(ir.Ne, ref(was), num(2)))}
		posts := []ir.Expr{bin(ir.Eq, ref(y), num(5)), bin(ir.Ne, ref(y), bin(ir.Add, ref(x), num(1))),
			bin(ir.Lt, ref(k), ref(x)), ir.NewAnd(bin(ir.Lt, ref(y), num(3)), bin(ir.Lt, num(0), ref(k)))}
		befores := []ir.Expr{yes, bin(ir.Lt, ref(x), num(5)), bin(ir.Eq, ref(k), ref(x))}
		// All numbers from 0 to 7. The predicates here need no others.
		for i, exit := range exits {
			for j, post := range posts {
				of := p.PreimageOfReturn(ctx, call, yes, exit, post)
				small(func(vx int64) {
					small(func(vk int64) {
						some := false
						small(func(r int64) {
							small(func(k2 int64) {
								some = some || holds(values{in: vx, was: vk, result: r, k: k2}, exit) && holds(values{x: vx, y: r, k: k2}, post)
							})
						})
						if got := holds(values{x: vx, y: 0, k: vk}, of.Expr()); some && !got {
							t.Errorf("%v, exit %d, post %d: %s leaves out x = %d, k = %d", enc, i, j, ir.ExprString(of.Expr()), vx, vk)
						}
					})
				})
				for b, before := range befores {
					from := p.ExitsBefore(ctx, call, before, exit, post)
					small(func(vin int64) {
						small(func(vk int64) {
							small(func(r int64) {
								small(func(k2 int64) {
									at := values{in: vin, was: vk, result: r, k: k2, n: 0}
									leads := holds(values{x: vin, y: 0, k: vk}, before) && holds(at, exit) &&
										holds(values{x: vin, y: r, k: k2}, post)
									got := holds(at, exit) && holds(at, from.Expr())
									if leads && !got || from.Exact && got && !leads {
										t.Fatalf("%v, exit %d, post %d, before %d: %s at in = %d, before = %d, result = %d, k = %d: %v", enc, i, j, b,
											ir.ExprString(from.Expr()), vin, vk, r, k2, got)
									}
								})
							})
						})
					})
				}
			}
		}
		entry := bin(ir.Lt, ref(n), ref(k))
		of := p.PreimageOfCall(ctx, call, yes, entry)
		small(func(vx int64) {
			small(func(vk int64) {
				if want, got := vx < vk, holds(values{x: vx, k: vk, y: 0}, of.Expr()); want != got {
					t.Errorf("%v: %s of x = %d, k = %d", enc, ir.ExprString(of.Expr()), vx, vk)
				}
			})
		})
		var way []*ir.Edge
		for _, i := range []int{0, 2, 4, 5} {
			way = append(way, f.Edges[i])
		}
		by := p.PathThroughCall(ctx, call, way, bin(ir.Eq, ref(y), ref(k)))
		small(func(vin int64) {
			small(func(r int64) {
				want := vin < 3 && r == vin+1
				if got := holds(values{in: vin, was: 0, result: r, k: r}, by.Expr()); want != got {
					t.Errorf("%v: the way is %s: %d to %d", enc, ir.ExprString(by.Expr()), vin, r)
				}
			})
		})
	}
}
