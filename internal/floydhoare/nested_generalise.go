package floydhoare

import (
	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// NestedStates takes predicates from a fixpoint on the path program of a nested word: one for each distinct state of a
// location (3.1).
func NestedStates(p *NestedProgram, ps *Predicates, m *absint.Meaning,
	states map[*ir.Loc][]absint.State) (preds []int) {
	for _, l := range p.Loc {
		for _, x := range states[l] {
			preds = append(preds, ps.OfState(l.Func, m, x))
		}
	}
	return sorted(preds)
}

// NestedSequence takes predicates from a sequence along a nested word, each taken apart into its conjuncts.
func NestedSequence(p *NestedProgram, ps *Predicates, word []int, seq *vc.Nested) (preds []int) {
	add := func(f *ir.Func, x ir.Expr) {
		if x != nil {
			preds = append(preds, ps.Each(f, x)...)
		}
	}
	at := 0
	l := p.Prog.Entry.Entry
	add(l.Func, seq.Exprs[0])
	for _, x := range word {
		b := p.blocks[leaving{l, x}]
		switch p.Alphabet.Kind(x) {
		case automata.Internal:
			at, l = at+b.steps(), b.To()
			if l == l.Func.Exit { // the path is behind the call already
				add(l.Func, seq.Exits[at-1])
				continue
			}
		case automata.Call:
			at, l = at+1, b.Callee().Entry
		case automata.Return:
			l = b.To()
		}
		add(l.Func, seq.Exprs[at])
	}
	return sorted(preds)
}

// Frames are names for what predicates say of returned values, and of those that parameters and global registers had
// where a function was entered.
func Frames(p *ir.Program, writes func(*ir.Func) []*ir.Var) vc.Frames {
	out := vc.Frames{Results: map[*ir.Func]*ir.Var{}, Entered: map[*ir.Func]map[*ir.Var]*ir.Var{}}
	number := func(t ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Bool }
	for _, f := range called(p)[1:] {
		if number(f.Result) {
			out.Results[f] = &ir.Var{Name: f.Name + ".result", Type: f.Result}
		}
		out.Entered[f] = map[*ir.Var]*ir.Var{}
		for _, v := range f.Params {
			if number(v.Type) && len(out.Entered[f]) < mostEntered {
				out.Entered[f][v] = &ir.Var{Name: v.Name + ".in", Type: v.Type}
			}
		}
		for _, v := range writes(f) {
			if number(v.Type) && len(out.Entered[f]) < mostEntered {
				out.Entered[f][v] = &ir.Var{Name: v.Name + ".before", Type: v.Type}
			}
		}
	}
	return out
}

// mostEntered bounds the values at an entry that have names.
const mostEntered = 12
