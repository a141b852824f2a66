package instrument

import (
	"context"
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// oracle evaluates an expression as C does: operands first, left to right. It records the first event that ends the
// execution; a shift by too large an amount yields 1.
type oracle struct {
	val    func(*ir.Var) uint64
	checks Checks
	event  string
}

// overflow records the event of x op y if it overflows and the checks demand an event.
func (o *oracle) overflow(op ir.BinOp, t ir.Type, x, y uint64) {
	if o.event != "" || !t.Signed || !ir.EvalOverflows(op, t, x, y) {
		return
	}
	switch {
	case o.checks.Report[ir.NoOverflow]:
		o.event = "violated"
	case o.checks.StopAtOverflow:
		o.event = "ovf"
	}
}

// eval returns the value of e and records the first event.
func (o *oracle) eval(e ir.Expr) uint64 {
	switch n := e.(type) {
	case *ir.Const:
		return n.Bits
	case *ir.Ref:
		return o.val(n.Var)
	case *ir.Cast:
		return ir.EvalCast(n.T, n.X.Type(), o.eval(n.X))
	case *ir.Unary:
		x := o.eval(n.X)
		if n.Op == ir.Neg {
			o.overflow(ir.Sub, n.Type(), 0, x)
		}
		return ir.EvalUnary(n.Op, n.X.Type(), x)
	case *ir.Overflows:
		x := o.eval(n.X)
		y := o.eval(n.Y)
		if ir.EvalOverflows(n.Op, n.X.Type(), x, y) {
			return 1
		}
		return 0
	case *ir.Binary:
		x := o.eval(n.X)
		y := o.eval(n.Y)
		t := n.X.Type()
		switch n.Op {
		case ir.Add, ir.Sub, ir.Mul:
			o.overflow(n.Op, t, x, y)
		case ir.Div, ir.Rem:
			if y == 0 && o.event == "" {
				o.event = "div"
			}
			o.overflow(ir.Div, t, x, y)
		case ir.Shl, ir.Shr:
			amount := int64(y)
			if n.Y.Type().Signed {
				amount = num.Signed(y, n.Y.Type().Bits)
			}
			if amount < 0 || amount >= int64(t.Bits) {
				return 1
			}
		}
		return ir.EvalBinary(n.Op, t, x, y, n.Y.Type())
	}
	panic("expression of another kind")
}

// TestGuardsAgainstOracle runs programs of one assignment or one branch with guards, and compares the outcome with the
// oracle.
func TestGuardsAgainstOracle(t *testing.T) {
	s := newSmall(3)
	events := map[string]int{}
	for i := range 1500 {
		checks := []Checks{{}, {StopAtOverflow: true}, {Report: map[string]bool{ir.NoOverflow: true}}}[i%3]
		branch := i%2 == 0
		var e ir.Expr
		if branch {
			e = s.truth(3)
		} else {
			e = s.of(s.vars[i%5].Type, 3)
		}
		p, vars := oneExpression(s, e, branch)
		Guards(p, checks)
		RemoveUnreachable(p, nil)
		if err := ir.Check(p); err != nil {
			t.Fatal(err)
		}
		m, err := exec.NewInterp(p, exec.Config{})
		if err != nil {
			t.Fatal(err)
		}
		s.values(e, func(env *ir.Env) {
			in := exec.InputFunc(func(k ir.Key, site *ir.Site, _ ir.Type) (uint64, bool) {
				if site.Kind == ir.Shift {
					return 1, true
				}
				return env.Reg(vars[site.Key]), true
			})
			r, err := m.Run(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			o := &oracle{val: env.Reg, checks: checks}
			want := fmt.Sprintf("value %d", o.eval(e))
			if o.event != "" {
				want = o.event
			}
			got := fmt.Sprintf("value %d", m.Reg(p.Globals[0]))
			switch {
			case r.Outcome.Kind == exec.Violated:
				got = "violated"
			case r.Outcome.Kind == exec.Blocked:
				got = r.Outcome.Guard.String()
			}
			if got != want {
				t.Fatalf("%s: %s, want %s\n%s", ir.ExprString(e), got, want, ir.Print(p))
			}
			if o.event == "" {
				events["value"]++
			}
			events[o.event]++
		})
		m.Close()
	}
	t.Log(events)
	for _, k := range []string{"value", "div", "ovf", "violated"} {
		if events[k] < 500 {
			t.Errorf("only %d runs end with %s", events[k], k)
		}
	}
}

// oneExpression returns a program that reads the registers of s as inputs, and assigns e, or the side that a branch on
// e takes, to a global register. It also returns the registers by name.
func oneExpression(s *smallExprs, e ir.Expr, branch bool) (*ir.Program, map[string]*ir.Var) {
	p := &ir.Program{Model: ir.ILP32}
	res := p.NewGlobal("res", e.Type())
	f := p.NewFunc("_start", ir.Void, ir.Pos{})
	p.Entry = f
	vars := map[string]*ir.Var{}
	cur := f.Entry
	step := func(st ir.Stmt) {
		next := f.NewLoc(ir.Pos{})
		f.NewEdge(cur, next, st, ir.Pos{})
		cur = next
	}
	sub := map[*ir.Var]ir.Expr{}
	for _, v := range s.vars {
		w := f.NewVar(v.Name, v.Type)
		site := p.NewSite(ir.Nondet, v.Name, v.Type, f, ir.Pos{})
		site.Key = v.Name
		step(&ir.Input{Dst: w, Site: site})
		vars[v.Name] = v
		sub[v] = ir.NewRef(w)
	}
	e = ir.Replace(e, func(v *ir.Var) ir.Expr { return sub[v] })
	if branch {
		yes, no, end := f.NewLoc(ir.Pos{}), f.NewLoc(ir.Pos{}), f.NewLoc(ir.Pos{})
		f.NewEdge(cur, yes, &ir.Assume{Cond: e, Mark: ir.True}, ir.Pos{})
		f.NewEdge(cur, no, &ir.Assume{Cond: &ir.Unary{Op: ir.LNot, X: e}, Mark: ir.False}, ir.Pos{})
		f.NewEdge(yes, end, &ir.Assign{Dst: res, Src: ir.NewBool(true)}, ir.Pos{})
		f.NewEdge(no, end, &ir.Assign{Dst: res, Src: ir.NewBool(false)}, ir.Pos{})
		cur = end
	} else {
		step(&ir.Assign{Dst: res, Src: e})
	}
	f.NewEdge(cur, f.Exit, &ir.Return{}, ir.Pos{})
	return p, vars
}
