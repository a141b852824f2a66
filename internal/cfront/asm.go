package cfront

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// GNU asm statements. Their instructions are not read: outputs become arbitrary,
// and all memory if it is clobbered. With an empty template nothing happens
// but the copies that the constraints ask for: the usual optimisation barriers.

// asmOperand is "constraint"(expression). cc parses it as a call of a string.
type asmOperand struct {
	constraint string
	expr       cc.ExpressionNode
}

func (f *fn) asm(n *cc.Asm) {
	text := strings.Trim(n.Token3.SrcStr(), "\"")
	var outs, ins []asmOperand
	clobbersMemory := false
	section := 0
	for l := n.AsmArgList; l != nil; l = l.AsmArgList {
		for e := l.AsmExpressionList; e != nil; e = e.AsmExpressionList {
			if e.AssignmentExpression == nil {
				continue
			}
			switch section {
			case 0:
				outs = append(outs, f.asmOperand(e.AssignmentExpression))
			case 1:
				ins = append(ins, f.asmOperand(e.AssignmentExpression))
			default:
				clobbersMemory = clobbersMemory || strings.Contains(cc.NodeSource(e.AssignmentExpression), "memory")
			}
		}
		section++
	}
	if strings.TrimSpace(text) == "" {
		f.asmCopies(outs, ins)
		return
	}
	if len(outs) == 0 && !clobbersMemory {
		f.l.warn(f.at(n), "asm statement without outputs is ignored")
		return
	}
	f.l.warn(f.at(n), "asm statement is over-approximated")
	if clobbersMemory {
		f.emit(&ir.HavocAll{Why: "asm"})
	}
	for _, o := range outs {
		f.asmOutput(o.expr)
	}
}

func (f *fn) asmOperand(n cc.ExpressionNode) asmOperand {
	c, ok := strip(n).(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall || c.ArgumentExpressionList == nil {
		f.fail(n, "asm operand is not supported")
	}
	s, _ := stringValue(c.PostfixExpression)
	return asmOperand{s, c.ArgumentExpressionList.AssignmentExpression}
}

// asmCopies gives an output the value of the input with the matching
// constraint; one that is read and written stays.
func (f *fn) asmCopies(outs, ins []asmOperand) {
	for i, o := range outs {
		if strings.HasPrefix(o.constraint, "+") {
			continue
		}
		matched := false
		for _, in := range ins {
			if in.constraint == strconv.Itoa(i) {
				p := f.lvalue(o.expr)
				f.store(p, f.convert(f.rvalue(in.expr), p.t, in.expr), in.expr)
				matched = true
			}
		}
		if !matched {
			f.asmOutput(o.expr)
		}
	}
}

// asmOutput makes an operand arbitrary.
func (f *fn) asmOutput(e cc.ExpressionNode) {
	p := f.lvalue(e)
	if p.opaque || isAggregate(p.t) {
		if p.addr != nil {
			f.havocBytes(p.addr, f.l.size(p.t, f.at(e)), "asm")
		}
		return
	}
	f.store(p, value{e: f.approx("asm", f.scalar(p.t, e)), t: p.t}, e)
}
