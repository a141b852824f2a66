package cfront

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers GNU asm statements. It does not interpret their instructions: outputs become arbitrary, and
// asmtext.go derives from the template which other effects are possible. A statement with an empty template, the usual
// optimisation barrier, only makes the copies that its constraints demand.

// asmOperand is an operand [name] "constraint"(expression). cc parses it as a call of a string.
type asmOperand struct {
	name       string
	constraint string
	expr       cc.ExpressionNode
	place      place // the place of an output, or of an input that the constraint wants in memory
	val        value // the value of any other input, read before any output is written
}

// asmParts holds the parts of an asm statement.
type asmParts struct {
	text      string
	basic     bool // without operands, so that nothing restricts its effects
	outs, ins []*asmOperand
	memory    bool     // it has the clobber "memory"
	labels    []*label // the labels of an asm goto
}

// inlineAsm lowers asm statements.
type inlineAsm struct{ *fn }

// asm lowers an asm statement.
func (f inlineAsm) asm(n *cc.Asm) {
	a := f.asmParts(n)
	// As in gcc: the places of the outputs, then the inputs.
	for _, o := range a.outs {
		o.place = f.lvalue(o.expr)
		o.place.addr = f.hold(o.place.addr)
	}
	for _, i := range a.ins {
		if i.inMemory() && csrc.IsLvalue(i.expr) {
			i.place = f.lvalue(i.expr)
			i.place.addr = f.hold(i.place.addr)
			continue
		}
		i.val = f.rvalue(i.expr)
		if a.impure() {
			i.val = f.holdValue(i.val)
		}
	}
	for _, i := range a.ins {
		f.dropped.notePassed(i.val)
	}
	if csrc.IsBlankAsm(a.text) {
		f.asmCopies(a)
		return
	}
	if f.asmKnown(a, n) {
		return
	}
	f.l.Warn(f.at(n), "asm statement is over-approximated")
	f.asmEffects(a, n)
	for _, o := range a.outs {
		f.asmArbitrary(o.place, o.expr)
	}
	for _, l := range a.labels {
		// The asm goto may jump to each of its labels.
		next := f.newLoc()
		f.split(ir.NewBinary(ir.Ne, f.approx("asm", ir.U8), ir.NewConst(ir.U8, 0)), f.asmLabel(l, n), next, f.pos)
		f.cur = next
	}
}

// asmKnown lowers a template of one instruction that only changes the flow of control: a trap, a jump to a label, or a
// call of a function without parameters. It returns false if the template has another form.
func (f inlineAsm) asmKnown(a *asmParts, n *cc.Asm) bool {
	list := csrc.AsmInstructions(a.text)
	if len(list) != 1 || len(a.outs) > 0 {
		return false
	}
	op, rest, _ := strings.Cut(strings.Join(strings.Fields(list[0]), " "), " ")
	switch {
	case rest == "" && (op == "ud2" || op == "int3" || op == "hlt"):
		f.halt() // a signal without a handler ends the program
		return true
	case op == "jmp" && csrc.AsmLabelText.MatchString(rest) && len(a.labels) == 1:
		f.goTo(f.asmLabel(a.labels[0], n))
		return true
	case op == "call" && a.basic:
		s := f.u.Locals[rest]
		if s == nil {
			s = f.l.Syms[rest]
		}
		if s == nil || s.Body == nil || f.l.Cfg.IsErrorFunc(s.Name) {
			return false
		}
		if len(f.l.Signature(s.Type.(*cc.FunctionType), s.Body, s.Pos).Params) > 0 {
			return false
		}
		f.calls.callDirect(&call{f: f.fn, pos: f.pos, name: s.Name, ft: s.Type.(*cc.FunctionType)}, s)
		return true
	}
	return false
}

// asmEffects emits the effects that a template may have in addition to setting its outputs.
func (f inlineAsm) asmEffects(a *asmParts, n *cc.Asm) {
	writes, plain := csrc.AsmWrites(a.text)
	for i, in := range a.ins {
		// The template can write the object of an input in memory.
		if in.place.t != nil && (!plain || slices.Contains(writes, strconv.Itoa(len(a.outs)+i)) ||
			in.name != "" && slices.Contains(writes, "["+in.name+"]")) {
			f.asmArbitrary(in.place, in.expr)
		}
	}
	if plain {
		return
	}
	if s := f.l.namedFunction(f.u, a.text); s != "" {
		f.fail(n, "asm statement that names the function %s is not supported: call it in C", s)
	}
	if csrc.AsmCallsElsewhere(a.text) {
		f.violate(ir.NoModel, "asm that calls or jumps to an address: call it in C", f.at(n))
	}
	if a.basic || a.memory || len(a.outs) == 0 || csrc.AsmTouchesMemory(a.text) {
		f.emit(&ir.HavocAll{Why: "asm"})
	}
	// The statement may also end the execution (a trap, a system call).
	next := f.newLoc()
	end := f.newLoc()
	end.Kind, end.Pos = ir.Halt, f.pos
	f.split(ir.NewBinary(ir.Ne, f.approx("asm", ir.U8), ir.NewConst(ir.U8, 0)), next, end, f.pos)
	f.cur = next
}

// asmLabel returns the location of a label that an asm goto names.
func (f inlineAsm) asmLabel(l *label, n cc.Node) *ir.Loc {
	if l.placed && l.loc.Loop == nil {
		l.loc.Loop = &ir.Loop{Pos: l.pos, Keyword: "goto"}
	}
	if !l.placed && !l.pos.IsValid() {
		l.used = f.at(n) // for the error message if it is never defined
	}
	return l.loc
}

// asmParts splits an asm statement into its parts. It evaluates no operand.
func (f inlineAsm) asmParts(n *cc.Asm) *asmParts {
	a := &asmParts{basic: n.AsmArgList == nil}
	a.text = csrc.AsmText(n)
	section := 0
	for l := n.AsmArgList; l != nil; l = l.AsmArgList {
		for e := l.AsmExpressionList; e != nil; e = e.AsmExpressionList {
			if e.AssignmentExpression == nil {
				continue
			}
			switch section {
			case 0:
				a.outs = append(a.outs, f.asmOperand(e))
			case 1:
				a.ins = append(a.ins, f.asmOperand(e))
			case 2:
				a.memory = a.memory || strings.Contains(cc.NodeSource(e.AssignmentExpression), "memory")
			default:
				name := cc.NodeSource(e.AssignmentExpression)
				if !isName(name) {
					f.fail(e.AssignmentExpression, "a label is needed here")
				}
				a.labels = append(a.labels, f.stmts.label(name))
			}
		}
		section++
	}
	return a
}

// isName reports whether s is an identifier of C.
func isName(s string) bool {
	for i, c := range s {
		if c != '_' && c != '$' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}

// asmOperand returns the operand that l begins with. It does not evaluate the operand.
func (f inlineAsm) asmOperand(l *cc.AsmExpressionList) *asmOperand {
	n := l.AssignmentExpression
	c, ok := csrc.Strip(n).(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall || c.ArgumentExpressionList == nil {
		f.fail(n, "asm operand is not supported")
	}
	s, ok := csrc.StringValue(c.PostfixExpression)
	if !ok {
		f.fail(n, "asm operand without a constraint")
	}
	o := &asmOperand{constraint: s, expr: c.ArgumentExpressionList.AssignmentExpression}
	if l.AsmIndex != nil {
		o.name = cc.NodeSource(l.AsmIndex.ExpressionList)
	}
	return o
}

// impure reports whether an input has side effects.
func (a *asmParts) impure() bool {
	return slices.ContainsFunc(a.ins, func(o *asmOperand) bool { return !o.expr.Pure() })
}

// inMemory reports whether the constraint refers to the object of the operand, and not to its value.
func (o *asmOperand) inMemory() bool {
	return strings.ContainsAny(o.constraint, "moV<>g") && !strings.ContainsAny(o.constraint, "0123456789[")
}

// tiedTo returns the output that shares its register with the given input, by the constraint of the input. It returns
// nil if there is no such output, or if the constraint has several alternatives.
func (a *asmParts) tiedTo(in *asmOperand) *asmOperand {
	c := strings.TrimLeft(in.constraint, "%&= ")
	if i, err := strconv.Atoi(c); err == nil && i < len(a.outs) {
		return a.outs[i]
	}
	for _, o := range a.outs {
		if o.name != "" && c == "["+o.name+"]" {
			return o
		}
	}
	return nil
}

// asmCopies lowers an empty template. Each output gets the value of the input that is tied to it, or an arbitrary
// value; an output that is also an input ("+") keeps its value.
func (f inlineAsm) asmCopies(a *asmParts) {
	vals := map[*asmOperand]*asmOperand{}
	for _, in := range a.ins {
		if o := a.tiedTo(in); o != nil {
			vals[o] = in
		}
	}
	if len(a.outs) > 1 {
		for _, o := range a.outs {
			if in := vals[o]; in != nil {
				in.val = f.holdValue(in.val)
			}
		}
	}
	for _, o := range a.outs {
		if strings.Contains(o.constraint, "+") {
			continue
		}
		in := vals[o]
		if in == nil || in.val.e == nil || ctype.IsAggregate(o.place.t) ||
			f.asmWidth(in.val) != f.asmWidth(value{t: o.place.t}) {
			f.asmArbitrary(o.place, o.expr)
			continue
		}
		f.store(o.place, f.convert(in.val, o.place.t, in.expr), in.expr)
	}
}

// asmWidth returns the machine type of a value. For a pointer or an integer, it returns the unsigned integer type of
// the same width. A shared register acts as a copy only if the types on both sides are equal.
func (f inlineAsm) asmWidth(v value) ir.Type {
	it := ir.Type{}
	switch {
	case v.e != nil:
		it = v.e.Type()
	case v.t != nil:
		it, _ = f.l.IRType(v.t)
	}
	if it.Kind == ir.Ptr || it.Kind == ir.Int {
		return ir.Type{Kind: ir.Int, Bits: uint8(8 * it.Size())}
	}
	return it
}

// asmArbitrary assigns an arbitrary value to p, the place of the operand e.
func (f inlineAsm) asmArbitrary(p place, e cc.ExpressionNode) {
	for _, r := range p.parts {
		f.assign(r, f.approx("asm", r.Type))
	}
	if p.opaque || ctype.IsAggregate(p.t) {
		if p.addr != nil {
			f.havocBytes(p.addr, f.l.Size(p.t, f.at(e)), "asm")
		}
		return
	}
	f.store(p, value{e: f.approx("asm", f.scalar(p.t, e)), t: p.t}, e)
}
