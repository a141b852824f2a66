package floydhoare

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file decides triples by the registers that letters and predicates read and write. A letter does not change
// registers that it does not write. A predicate of pre does not matter if it shares no register with the post or the
// letter, directly or through other predicates.
//
//	{x = 0, y > 5} z := y {x = 0}      holds without a query, since the letter does not write x
//	{x = 0, y > 5} x := x + 1 {x = 1}  is decided without y > 5, so the answer serves for all sets with x = 0
//
// Memory is represented by one register. A statement writes it if it may change the value of a Load, of a Forall or of
// a condition about memory, or the object that a name denotes. Registers that the program does not have, such as
// results and other names in abstract states, are represented by this register too.

// bits is a set of registers, by their number in Predicates.
type bits []uint64

// set adds register n.
func (b *bits) set(n int) {
	for len(*b) <= n/64 {
		*b = append(*b, 0)
	}
	(*b)[n/64] |= 1 << (n % 64)
}

// add adds the registers of c.
func (b *bits) add(c bits) {
	for len(*b) < len(c) {
		*b = append(*b, 0)
	}
	for i, w := range c {
		(*b)[i] |= w
	}
}

// meets reports whether the sets have a common register.
func (b bits) meets(c bits) bool {
	for i := range min(len(b), len(c)) {
		if b[i]&c[i] != 0 {
			return true
		}
	}
	return false
}

// number returns the number of a register; the register nil represents memory.
func (ps *Predicates) number(v *ir.Var) int {
	n, ok := ps.vars[v]
	if !ok {
		n = len(ps.vars)
		ps.vars[v] = n
	}
	return n
}

// reads adds to b the registers that an expression of f reads.
func (ps *Predicates) reads(b *bits, f *ir.Func, x ir.Expr) {
	ir.Walk(x, func(y ir.Expr) bool {
		switch y := y.(type) { // sound: other expressions read memory
		case *ir.Ref:
			if v := y.Var; v.Global || v.ID < len(f.Vars) && f.Vars[v.ID] == v {
				b.set(ps.number(v))
			} else { // a name in an abstract state, or a bound register
				b.set(ps.number(nil))
			}
		case *ir.Const, *ir.Unary, *ir.Binary, *ir.Cast, *ir.PtrAdd, *ir.PtrDiff, *ir.Overflows:
		default: // sound: it reads memory
			b.set(ps.number(nil))
		}
		return true
	})
}

// readsOf returns the registers that a predicate reads.
func (ps *Predicates) readsOf(n int) bits {
	p := ps.all[n]
	if !p.read {
		ps.reads(&p.reads, p.f, p.expression())
		p.read = true
	}
	return p.reads
}

// touch has the registers that a letter reads and writes.
type touch struct {
	writes bits
	reads  bits
	conds  bits // the registers that decide whether an execution takes the letter
	asks   bool // an execution may not be able to take the letter
}

// touches returns the registers that a letter reads and writes.
func (ps *Predicates) touches(l *Letter) *touch {
	if t := ps.touched[l.Key]; t != nil {
		return t
	}
	t := &touch{}
	for _, s := range l.Block.Graph.Steps {
		st := s.Edge.Stmt
		var reads bits
		for _, x := range ir.StmtExprs(st) {
			ps.reads(&reads, l.Func, x)
		}
		if d := ir.Def(st); d != nil {
			t.writes.set(ps.number(d))
		}
		called, all := ir.Elsewhere(st)
		globals, memory := ps.prog.Globals, true // the global registers that a call writes, and whether it writes memory
		if called != nil && ps.prover != nil {
			if eff := ps.prover.E.Points().Of(called); !eff.Havoc {
				globals, memory = eff.GlobalWrites, len(eff.Writes) > 0
			}
		}
		if called != nil || all {
			for _, v := range globals {
				t.writes.set(ps.number(v))
			}
		}
		switch st.(type) { // sound: other statements read and write memory, and may block
		case *ir.Skip, *ir.Assign, *ir.Math:
		case *ir.Input:
			if d := ir.Def(st); d.Type.Kind == ir.Ptr {
				t.writes.set(ps.number(nil))
			}
		case *ir.LoadStmt:
			reads.set(ps.number(nil))
		case *ir.Store, *ir.Decl, *ir.End, *ir.Alloc, *ir.Free, *ir.MemCopy, *ir.MemSet, *ir.MemHavoc, *ir.HavocAll, *ir.Call:
			reads.set(ps.number(nil))
			if memory {
				t.writes.set(ps.number(nil))
			}
		case *ir.Assume:
			t.asks = true
			t.conds.add(reads)
		default: // sound: any effect is assumed
			reads.set(ps.number(nil))
			t.writes.set(ps.number(nil))
			t.asks = true
			t.conds.add(reads)
		}
		t.reads.add(reads)
	}
	if t.conds.meets(t.writes) {
		t.conds.add(t.reads)
	}
	ps.touched[l.Key] = t
	return t
}

// relevant returns the predicates of a set on which the validity of {set} letter {post} may depend, and whether it may
// depend on the letter. If it depends on neither, the triple cannot be proved.
func (ps *Predicates) relevant(set []int, l *Letter, post int) (part []int, letter bool) {
	t := ps.touches(l)
	var v bits
	if post == False {
		if !t.asks {
			return nil, false
		}
		v.add(t.conds)
		letter = true
	} else {
		v.add(ps.readsOf(post))
		if v.meets(t.writes) {
			v.add(t.reads)
			letter = true
		}
	}
	asks := t.asks && post != False
	in := make([]bool, len(set))
	for changed := true; changed; {
		changed = false
		if asks && v.meets(t.conds) {
			v.add(t.conds)
			asks, changed, letter = false, true, true
		}
		for i, n := range set {
			if n != True && !in[i] && v.meets(ps.readsOf(n)) {
				v.add(ps.readsOf(n))
				in[i], changed = true, true
			}
		}
	}
	for i, n := range set {
		if in[i] {
			part = append(part, n)
		}
	}
	return part, letter
}

// kept reports whether a letter writes no register of a predicate.
func (ps *Predicates) kept(l *Letter, n int) bool { return !ps.touches(l).writes.meets(ps.readsOf(n)) }
