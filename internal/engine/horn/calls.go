package horn

// This file handles calls. They are not entered: each function has a predicate for the states at its entry and a
// summary, as in S. Grebenshchikov, N. Lopes, C. Popeea, A. Rybalchenko: Synthesizing software verifiers from proof
// rules. PLDI 2012.

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// function is a function that is called.
type function struct {
	f       *ir.Func
	ctx     *vc.Context // the context of its states
	ins     []vc.Slot   // parameters, and global registers that it may read or write
	outs    []vc.Slot   // global registers that it may write
	summary *pred
}

// call is a call in the present block.
type call struct {
	fn    *function
	entry *vc.State // the state at the callee's entry
}

// function returns the description of f, and makes it on first use.
func (s *system) function(f *ir.Func) *function {
	if fn := s.funcs[f]; fn != nil {
		return fn
	}
	fn := &function{f: f, ctx: s.e.RootOf(f)}
	for _, v := range f.Params {
		if scalar(v.Type) {
			fn.ins = append(fn.ins, vc.Slot{Ctx: fn.ctx, Var: v, Type: v.Type})
		}
	}
	eff := s.e.Points().Of(f)
	for _, v := range s.e.Prog.Globals {
		if !scalar(v.Type) {
			continue
		}
		written := eff.Havoc || slices.Contains(eff.GlobalWrites, v)
		if written {
			fn.outs = append(fn.outs, vc.Slot{Var: v, Type: v.Type})
		}
		if written || slices.Contains(eff.GlobalReads, v) {
			fn.ins = append(fn.ins, vc.Slot{Var: v, Type: v.Type})
		}
	}
	sum := &pred{name: "S." + f.Name, fn: fn, point: vc.Point{Ctx: fn.ctx, Loc: f.Exit}}
	for _, sl := range fn.ins {
		sum.params = append(sum.params, param{slot: sl, entered: true})
	}
	for _, sl := range fn.outs {
		sum.params = append(sum.params, param{slot: sl})
	}
	if scalar(f.Result) {
		sum.params = append(sum.params, param{})
	}
	fn.summary = sum
	s.funcs[f] = fn
	return fn
}

// call tells the encoder what holds after a call. It returns a new condition for the call, which system.assumed maps to
// the summary. So conditions that joins negate never contain the summary itself.
func (s *system) call(ed *ir.Edge, entry, after *vc.State) (*term.Term, bool) {
	st := ed.Stmt.(*ir.Call)
	fn := s.function(st.Func)
	s.calls = append(s.calls, call{fn, entry})
	var args []*term.Term
	for _, x := range fn.summary.params {
		switch {
		case x.entered:
			args = append(args, s.e.Reg(entry, x.slot.Var).T)
		case x.slot.Var != nil:
			args = append(args, s.e.Reg(after, x.slot.Var).T)
		case st.Dst != nil:
			args = append(args, s.e.Reg(after, st.Dst).T)
		default:
			args = append(args, s.e.Fresh("result", st.Func.Result).T)
		}
	}
	b := s.e.C.Fresh("called", term.BoolSort)
	s.assumed[b] = fn.summary.app(s.e.C, args)
	return b, true
}

// callees adds the clauses that lead from a predicate to the entries of the functions that the block calls.
func (s *system) callees(from *pred) {
	for _, c := range s.calls {
		to := s.pred(vc.Point{Ctx: c.fn.ctx, Loc: c.fn.f.Entry})
		var args []*term.Term
		for _, x := range to.params {
			sl := x.slot
			if sl.Ctx != nil {
				sl.Ctx = c.entry.Ctx
			}
			args = append(args, s.e.Slot(c.entry, sl).T)
		}
		s.add(from, to, c.entry.Conds(), args)
	}
}

// exit adds the clause for a return in the state st, from a predicate to the summary of its function.
func (s *system) exit(from *pred, st *vc.State) {
	sum := from.fn.summary
	var args []*term.Term
	for _, x := range sum.params {
		switch {
		case x.entered:
			args = append(args, from.entered(x.slot))
		case x.slot.Var != nil:
			args = append(args, s.e.Reg(st, x.slot.Var).T)
		default:
			args = append(args, s.e.Result(st).T)
		}
	}
	s.add(from, sum, st.Conds(), args)
}

// entered returns the value that a slot had when the function was entered.
func (p *pred) entered(sl vc.Slot) *term.Term {
	first := p.point.Loc == p.fn.f.Entry
	for i, x := range p.params {
		if x.slot == sl && (x.entered || first) {
			return p.args[i]
		}
	}
	panic("horn: a point without the values at the entry")
}

// summaries returns the summaries of the calls whose conditions occur in ts, and of the calls whose conditions occur in
// the arguments of these summaries.
func (s *system) summaries(ts []*term.Term) []*term.Term {
	var out []*term.Term
	if len(s.assumed) == 0 {
		return nil
	}
	seen := map[*term.Term]bool{}
	for len(ts) > 0 {
		var more []*term.Term
		for _, v := range term.FreeVars(s.e.C.And(append([]*term.Term{s.e.C.True()}, bools(s.e.C, ts)...)...)) {
			app := s.assumed[v]
			if app == nil || seen[v] {
				continue
			}
			seen[v] = true
			out = append(out, s.e.C.Implies(v, app))
			out = append(out, s.e.Axioms(app)...)
			more = append(more, app)
		}
		ts = more
	}
	return out
}

// bools returns formulas in which all variables of ts occur.
func bools(c *term.Ctx, ts []*term.Term) []*term.Term {
	out := make([]*term.Term, len(ts))
	for i, t := range ts {
		if out[i] = t; t.Sort() != term.BoolSort {
			out[i] = c.App("vars", term.BoolSort, t)
		}
	}
	return out
}
