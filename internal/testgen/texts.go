package testgen

import (
	"context"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// textsWalk is the maximum fuel of a run that textFault checks.
const textsWalk = 1 << 23

// textFault checks a run for accesses outside of the texts that the process is started with (ir.Texts). The object of
// such a text may be larger than the text, so an access can be inside of the object but undefined in C. It returns the
// reason why the run shows nothing, or "" if it has no such access.
func textFault(p *ir.Program, reads []ir.Record, fuel uint64) (why string) {
	texts := ir.NewTexts(p, reads)
	if texts == nil {
		return ""
	}
	if fuel > textsWalk {
		return "the run is too long to see whether it stays in the texts that the process is started with"
	}
	i, err := exec.NewInterp(p, exec.Config{Fuel: 2*fuel + readersSlack})
	if err != nil {
		return "the run cannot be repeated: " + err.Error()
	}
	defer i.Close()
	env := &ir.Env{Reg: i.Reg, Addr: i.Addr, FuncAddr: exec.FuncAddr}
	made := map[[2]int]bool{}
	i.Path(func(e *ir.Edge) {
		if why != "" {
			return
		}
		for _, q := range ir.Asked(e.Stmt) {
			addr, ok := ir.EvalExpr(q.Addr, env)
			n, known := ir.EvalExpr(numberOf(q), env)
			if !ok || !known {
				continue
			}
			at := i.Name(addr)
			if k := [2]int{at.ID, at.Occ}; at.Kind == ir.OfSite && !made[k] {
				made[k] = true
				if endsText(e.Stmt) {
					continue
				}
			}
			if texts.Outside(at, n) {
				why = fmt.Sprintf("undefined behaviour (an access outside of a text that the process is started with) before "+
					"it, at %s", e.Pos)
			}
		}
	})
	run, err := i.Run(context.Background(), exec.Chain(exec.FromRecords(p, reads), exec.Zeros()))
	if err != nil || run.Outcome.Kind != exec.Violated {
		return "the run cannot be repeated to see whether it stays in the texts that the process is started with"
	}
	return why
}

// endsText reports whether a statement may be the store that makes a text: it stores the null byte at the end of its
// object, before any other access to the object.
func endsText(s ir.Stmt) bool {
	st, ok := s.(*ir.Store)
	if !ok || st.Val.Type().Size() != 1 {
		return false
	}
	c, ok := ir.IsConst(st.Val)
	return ok && c == 0
}

// numberOf returns the number of bytes that a validity expression is about: 1 if it has no number.
func numberOf(q *ir.Valid) ir.Expr {
	if q.N == nil {
		return ir.NewConst(ir.U64, 1)
	}
	return q.N
}
