package floydhoare_test

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// TestFlat checks that a call leads to the entry of the callee, that a return leads from the location before its call
// to the location after it, and that blocks begin and end where their moves do.
func TestFlat(t *testing.T) {
	prog := irtest.Program(t, recursive)
	n := floydhoare.NewProgram(prog, floydhoare.BlockOptions{Calls: true})
	p := n.Flat()
	if p.Len() != n.Len() || p.Loc[0] != prog.Entry.Entry || p.State[p.Loc[0]] != 0 {
		t.Fatalf("%d states, of %d; the first is at L%d of %s", p.Len(), n.Len(), p.Loc[0].ID, p.Loc[0].Func.Name)
	}
	count := map[floydhoare.Kind]int{}
	for s, l := range p.Loc {
		if p.Final(s) != (l.Kind == ir.Error) {
			t.Errorf("L%d of %s: final %v", l.ID, l.Func.Name, p.Final(s))
		}
		for _, m := range p.Moves(s) {
			kind := p.Alphabet.Letter(m.Letter).Kind
			count[kind]++
			b := p.Block(s, m.Letter, m.To)
			if len(b) != 1 || b[0].From() != l {
				t.Fatalf("no block of %s from L%d", p.Alphabet.Letter(m.Letter), l.ID)
			}
			to := b[0].To()
			if kind == floydhoare.Call {
				to = b[0].Callee().Entry
			}
			if p.Loc[m.To] != to {
				t.Errorf("%s leads to L%d of %s", p.Alphabet.Letter(m.Letter), p.Loc[m.To].ID, p.Loc[m.To].Func.Name)
			}
		}
	}
	if count[floydhoare.Call] != 2 || count[floydhoare.Return] != 2 {
		t.Errorf("%v", count)
	}
}

// TestFollows checks that with Links.Follows, a post that a call does not change and that is not in pre holds if pre
// implies it.
func TestFollows(t *testing.T) {
	ctx := context.Background()
	prog := irtest.Program(t, recursive)
	pv := newProver(t, prog)
	pv.Frame(floydhoare.Frames(prog, func(f *ir.Func) []*ir.Var { return pv.E.Points().Of(f).GlobalWrites }))
	p := floydhoare.NewProgram(prog, floydhoare.BlockOptions{Calls: true})
	ps := floydhoare.NewPredicates(prog, pv)
	k, main := ir.NewRef(prog.Globals[0]), prog.Entry
	x := ir.NewRef(main.Vars[0])
	number := func(v ir.Expr, op ir.BinOp, n int64) int {
		return ps.Of(main, ir.NewBinary(op, v, ir.NewConst(ir.I32, n)))
	}
	five, six, other := number(k, ir.Eq, 5), number(k, ir.Lt, 6), number(k, ir.Eq, 6)
	positive, not := number(x, ir.Eq, 3), number(x, ir.Ne, 0)
	for l := range p.Alphabet.Len() {
		letter := p.Alphabet.Letter(l)
		if letter.Func != main || letter.Kind == floydhoare.Internal {
			continue
		}
		for _, follows := range []bool{false, true} {
			tr := floydhoare.NewTriples(ps, floydhoare.Links{Prover: pv, Follows: follows})
			want := map[bool]vc.Truth{false: vc.Open, true: vc.Yes}[follows]
			var got []vc.Truth
			if letter.Kind == floydhoare.Call {
				got = tr.Call(ctx, []int{five}, letter, []int{five, six, other})
			} else {
				got = tr.Return(ctx, nil, []int{positive}, letter, []int{positive, not, number(x, ir.Eq, 4)})
			}
			if got[0] != vc.Yes || got[1] != want || got[2] == vc.Yes {
				t.Errorf("%s, follows %v: %v", letter, follows, got)
			}
		}
	}
}
