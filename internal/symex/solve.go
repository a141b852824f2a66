package symex

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Solution is the answer to a query for inputs with which a run takes a path.
type Solution struct {
	Result smt.Result
	Reason string       // why the result is Unknown
	Test   *verify.Test // the inputs, if the result is Sat
	// Exact reports that Unsat means that no execution takes the path.
	Exact bool
	// Concretised reports that the test was found only after operands were fixed to their values in the run.
	Concretised bool
	Work        uint64 // the work of the solver, see smt.Answer
}

// Solve looks for inputs with which a run reaches the node and continues along the arc. Other inputs keep the values of
// a run that reached the node. If the answer is Unsat and exact, Solve marks the arc as infeasible.
func (x *Explorer) Solve(ctx context.Context, n *Node, a *Arc, b smt.Budget) Solution {
	if a.cond == nil {
		return Solution{Reason: "the condition is not known in terms of inputs"}
	}
	if a.Infeasible {
		return Solution{Result: smt.Unsat, Exact: n.General}
	}
	s := x.solve(ctx, n, n.Constraints(), []*term.Term{a.cond}, b)
	s.Exact = n.General && !s.Concretised
	if s.Result == smt.Unsat && s.Exact {
		a.Infeasible = true
	}
	return s
}

// solve looks for inputs that satisfy the goal and the constraints of the path, which the run of the node satisfies.
func (x *Explorer) solve(ctx context.Context, n *Node, path, goal []*term.Term, b smt.Budget) Solution {
	return x.solveUpTo(ctx, math.MaxInt, n, path, goal, b)
}

// solveUpTo is solve with a limit on the constraints of a query. It makes no query that exceeds the limit.
func (x *Explorer) solveUpTo(ctx context.Context, most int, n *Node, path, goal []*term.Term, b smt.Budget) Solution {
	for _, g := range goal {
		if g.IsFalse() {
			return Solution{Result: smt.Unsat}
		}
	}
	cs, vars := x.slices.Slice(path, goal)
	if len(cs) > most {
		return Solution{Result: smt.Unknown, Reason: fmt.Sprintf("it depends on %d conditions of the way there", len(cs))}
	}
	m, ans := x.ask(ctx, cs, b)
	sol := Solution{Result: ans.Result, Reason: ans.Reason, Work: ans.Work}
	if ans.Result == smt.Unknown && ctx.Err() == nil {
		if fixed := x.concretise(n, cs, vars); fixed != nil {
			if m, ans = x.ask(ctx, fixed, b); ans.Result == smt.Sat {
				sol = Solution{Result: smt.Sat, Concretised: true, Work: sol.Work}
			}
			sol.Work += ans.Work
		}
	}
	if sol.Result == smt.Sat {
		recs := x.records(m, cs, vars)
		sol.Test = &verify.Test{Records: Merge(x.Prog, *n.test, recs), Note: "directed"}
	}
	return sol
}

// ask decides a conjunction by the solver. It returns a model if the answer is Sat.
func (x *Explorer) ask(ctx context.Context, cs []*term.Term, b smt.Budget) (*term.Model, smt.Answer) {
	x.solver.Push()
	defer x.solver.Pop()
	x.solver.Assert(cs...)
	ans := x.solver.Check(ctx, b)
	if ans.Result != smt.Sat {
		return nil, ans
	}
	m, err := x.solver.Model()
	if err != nil {
		return nil, smt.Answer{Reason: err.Error(), Work: ans.Work}
	}
	return m, ans
}

// records returns the inputs of a model, for the constants in vars and for the array elements that occur in cs.
func (x *Explorer) records(m *term.Model, cs, vars []*term.Term) []ir.Record {
	var out []ir.Record
	arrays := false
	for _, v := range vars {
		o, ok := x.origin[v]
		if !ok {
			continue
		}
		if o.array {
			arrays = true
			continue
		}
		val, err := x.c.Eval(m, v)
		if err != nil {
			continue
		}
		bits, ok := vc.BitsOf(o.typ, val)
		if !ok {
			continue
		}
		if o.typ.Kind == ir.Ptr {
			bits ^= 1 // the constant is true for null
		}
		out = append(out, x.record(o, 0, bits))
	}
	if !arrays {
		return out
	}
	// The elements of arrays that the query reads.
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		for _, a := range t.Args() {
			visit(a)
		}
		if t.Op() != term.Select {
			return
		}
		i, err := x.c.Eval(m, t.Arg(1))
		if err != nil {
			return
		}
		n, ok := i.Big()
		if !ok {
			return
		}
		if w := uint(i.Sort().Bits); w > 0 && n.Bit(int(w)-1) == 1 {
			n = new(big.Int).Sub(n, new(big.Int).Lsh(big.NewInt(1), w))
		}
		if !n.IsInt64() || n.Sign() < 0 {
			return
		}
		for _, base := range bases(t.Arg(0), nil) {
			o, ok := x.origin[base]
			if !ok {
				continue
			}
			if val, err := x.c.Eval(m, x.c.Select(base, i)); err == nil {
				if bits, ok := vc.BitsOf(o.typ, val); ok {
					out = append(out, x.record(o, n.Int64(), bits))
				}
			}
		}
	}
	for _, c := range cs {
		visit(c)
	}
	return out
}

// bases appends to out the array constants at the bottom of stores and if-then-elses.
func bases(t *term.Term, out []*term.Term) []*term.Term {
	switch t.Op() {
	case term.Store:
		return bases(t.Arg(0), out)
	case term.Ite:
		return bases(t.Arg(2), bases(t.Arg(1), out))
	case term.Var:
		return append(out, t)
	}
	return out
}

// record returns the record that gives the input o, at the byte offset off of an array, the given value.
func (x *Explorer) record(o origin, off int64, bits uint64) ir.Record {
	r := ir.Record{Key: o.key, Type: o.typ, Bits: bits}
	if o.bytes {
		r.Off += off
		r.Type = ir.Type{Kind: ir.Int, Bits: uint8(8 * o.typ.Size())}
		r.Bits = num.Trunc(bits, r.Type.Bits)
	}
	return r
}

// model returns the inputs of the run of a node as a model of the constants in vars.
func (x *Explorer) model(n *Node, vars []*term.Term) *term.Model {
	m := term.NewModel()
	in := exec.Chain(exec.FromRecords(x.Prog, *n.test), exec.Zeros())
	for _, v := range vars {
		o, ok := x.origin[v]
		if !ok {
			continue
		}
		read := func(k ir.Key, t ir.Type) *term.Term {
			if o.bytes && t.Kind != ir.Ptr {
				t = ir.Type{Kind: ir.Int, Bits: uint8(8 * t.Size())}
			}
			bits, _ := in.Next(k, x.Prog.Sites[k.Site], t)
			return x.enc.Literal(o.typ, bits).T
		}
		switch {
		case o.typ.Kind == ir.Ptr:
			bits, _ := in.Next(o.key, x.Prog.Sites[o.key.Site], o.typ)
			m.Vars[v.Name()] = x.c.Bool(bits == 0)
		case !o.array:
			m.Vars[v.Name()] = read(o.key, o.typ)
		default:
			idx := v.Sort().Index.Sort()
			a := x.c.ConstArray(idx, x.c.Zero(v.Sort().Elem.Sort()))
			size := int64(o.typ.Size())
			for _, r := range *n.test {
				if r.Site != o.key.Site || r.Occ != o.key.Occ || r.Off < 0 {
					continue
				}
				for off := r.Off; off < r.Off+int64(r.Type.Size()); off += size {
					k := o.key
					k.Off = off
					a = x.c.Store(a, x.c.BV(uint64(off), int(idx.Bits)), read(k, o.typ))
				}
			}
			m.Vars[v.Name()] = a
		}
	}
	return m
}

// hard reports whether an operation is hard for solvers if two operands are unknown.
func hard(op term.Op) bool {
	switch op {
	case term.BVMul, term.BVUDiv, term.BVURem, term.BVSDiv, term.BVSRem,
		term.FPAdd, term.FPSub, term.FPMul, term.FPDiv, term.FPSqrt, term.FPRound, term.FPOfFP:
		return true
	}
	return false
}

// concretise returns the constraints cs with operands of hard operations fixed to their values in the run of the node.
// It fixes all operands of a float operation, and of an integer operation all except the first operand that is not a
// literal. It returns nil if there is no hard operation.
func (x *Explorer) concretise(n *Node, cs, vars []*term.Term) []*term.Term {
	m := x.model(n, vars)
	by := map[*term.Term]*term.Term{}
	var fixed []*term.Term
	seen := map[*term.Term]bool{}
	fix := func(t *term.Term) {
		if by[t] != nil {
			return
		}
		if v, err := x.c.Eval(m, t); err == nil {
			by[t] = v
			fixed = append(fixed, x.c.Eq(t, v))
		}
	}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		for _, a := range t.Args() {
			visit(a)
		}
		if !hard(t.Op()) {
			return
		}
		var open []*term.Term
		for _, a := range t.Args() {
			if !a.IsConst() {
				open = append(open, a)
			}
		}
		if t.Sort().Kind != term.FP && len(open) > 0 {
			open = open[1:]
		}
		for _, a := range open {
			fix(a)
		}
	}
	for _, c := range cs {
		visit(c)
	}
	if len(fixed) == 0 {
		return nil
	}
	out := fixed
	for _, c := range cs {
		out = append(out, x.c.Subst(c, by))
	}
	return x.enc.WithAxioms(out...)
}

// Merge returns the inputs of the test new, and the inputs of the test old that new does not have. Records of bytes in
// memory may have different sizes in both tests.
func Merge(p *ir.Program, old, new []ir.Record) []ir.Record {
	values := map[ir.Key]ir.Record{}
	bytes := map[ir.Key]byte{}
	isBytes := func(r ir.Record) bool { return exec.IsBytes(p.Sites[r.Site], r.Off) }
	for _, r := range new {
		if !isBytes(r) {
			values[r.Key] = r
			continue
		}
		for i := range r.Type.Size() {
			k := r.Key
			k.Off += int64(i)
			bytes[k] = byte(r.Bits >> (8 * i))
		}
	}
	var out []ir.Record
	for _, r := range old {
		if !isBytes(r) {
			if v, ok := values[r.Key]; ok {
				r = v
				delete(values, r.Key)
			}
			out = append(out, r)
			continue
		}
		for i := range r.Type.Size() {
			k := r.Key
			k.Off += int64(i)
			if b, ok := bytes[k]; ok {
				r.Bits = r.Bits&^(0xff<<(8*i)) | uint64(b)<<(8*i)
				delete(bytes, k)
			}
		}
		out = append(out, r)
	}
	for _, r := range new {
		if !isBytes(r) {
			if v, ok := values[r.Key]; ok {
				out = append(out, v)
				delete(values, r.Key)
			}
			continue
		}
		for i := range r.Type.Size() {
			k := r.Key
			k.Off += int64(i)
			if b, ok := bytes[k]; ok {
				out = append(out, ir.Record{Key: k, Type: ir.U8, Bits: uint64(b)})
				delete(bytes, k)
			}
		}
	}
	return out
}
