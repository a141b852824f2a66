package bmc

import (
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Limits of candidates: one query is about all of them, and each makes it slower.
const (
	maxVars       = 12  // registers of a location that templates use
	maxConstants  = 10  // constants of the program
	maxCandidates = 400 // candidates of a location
	maxNodes      = 200 // size of a candidate from the board
)

// candidates returns candidates for invariants, by location: the claims of other engines and, if guess is set,
// templates over the live registers (bounds by the constants of the program, orders, parity). Houdini drops the false
// ones.
func candidates(y *prover.System, t *verify.Task, b *verify.Board, guess bool) map[*ir.Loc][]ir.Expr {
	out := map[*ir.Loc][]ir.Expr{}
	seen := map[*ir.Loc]map[string]bool{}
	for _, l := range y.Locs() {
		seen[l] = map[string]bool{}
	}
	add := func(l *ir.Loc, x ir.Expr) {
		if seen[l] == nil || len(out[l]) >= maxCandidates || !usable(t.Program, l.Func, x) {
			return
		}
		if k := ir.ExprString(x); !seen[l][k] {
			seen[l][k] = true
			out[l] = append(out[l], x)
		}
	}
	for _, i := range b.Invariants(t.Program) {
		for _, x := range ir.Conjuncts(i.Expr) {
			add(i.Loc, x)
		}
	}
	if !guess {
		return out
	}
	consts := exec.Constants(t.Program)
	consts = append([]int64{0, 1, -1}, consts[:min(len(consts), maxConstants)]...)
	for _, l := range y.Locs() {
		for _, x := range templates(liveInts(y.E, l), consts) {
			add(l, x)
		}
	}
	return out
}

// usable reports whether x is small, has no quantifiers, and names only registers and objects that states of f have. It
// may not name pseudo registers and objects that only exist in the evidence of another engine.
func usable(p *ir.Program, f *ir.Func, x ir.Expr) bool {
	ok, n := true, 0
	ir.Walk(x, func(y ir.Expr) bool {
		n++
		switch y := y.(type) { // sound: only these name something of the program
		case *ir.Forall:
			ok = false
		case *ir.Ref:
			v := y.Var
			if v.Global {
				ok = ok && v.ID < len(p.Globals) && p.Globals[v.ID] == v
			} else {
				ok = ok && v.ID < len(f.Vars) && f.Vars[v.ID] == v
			}
		case *ir.AddrOf:
			o := y.Obj
			if o.Func == nil {
				ok = ok && o.ID < len(p.Objects) && p.Objects[o.ID] == o
			} else {
				ok = ok && o.Func == f && o.ID < len(f.Objects) && f.Objects[o.ID] == o
			}
		}
		return ok
	})
	return ok && n <= maxNodes
}

// liveInts returns the integer registers that are live at l, at most maxVars.
func liveInts(e *vc.Encoder, l *ir.Loc) []*ir.Var {
	live := e.Live(l.Func)
	var out []*ir.Var
	for _, v := range l.Func.Vars {
		if v.Type.Kind == ir.Int && live.At(l, v) && len(out) < maxVars {
			out = append(out, v)
		}
	}
	for _, v := range e.Prog.Globals {
		if v.Type.Kind == ir.Int && len(out) < maxVars {
			out = append(out, v)
		}
	}
	return out
}

// templates returns bounds, orders and parities of vars.
func templates(vars []*ir.Var, consts []int64) []ir.Expr {
	var out []ir.Expr
	for _, v := range vars {
		x := ir.NewRef(v)
		for _, k := range consts {
			c := ir.NewConst(v.Type, k)
			if !num.Holds(k, v.Type.Bits, v.Type.Signed) {
				continue
			}
			if c.Bits != num.MinOf(v.Type.Bits, v.Type.Signed) {
				out = append(out, ir.NewBinary(ir.Le, c, x))
			}
			if c.Bits != num.MaxOf(v.Type.Bits, v.Type.Signed) {
				out = append(out, ir.NewBinary(ir.Le, x, c))
			}
		}
	}
	for i, v := range vars {
		for _, w := range vars[i+1:] {
			if v.Type == w.Type {
				out = append(out, ir.NewBinary(ir.Le, ir.NewRef(v), ir.NewRef(w)), ir.NewBinary(ir.Le, ir.NewRef(w), ir.NewRef(v)))
			}
		}
	}
	for _, v := range vars {
		low := ir.NewBinary(ir.And, ir.NewRef(v), ir.NewConst(v.Type, 1))
		out = append(out, ir.NewBinary(ir.Eq, low, ir.NewConst(v.Type, 0)), ir.NewBinary(ir.Ne, low, ir.NewConst(v.Type, 0)))
	}
	return out
}

// blocks returns candidates for pointers that are live at l and can only lead to the start of a block that a single
// execution of an Alloc makes: all bytes of the block may be written, and it may be freed.
func blocks(e *vc.Encoder, l *ir.Loc) []ir.Expr {
	live := e.Live(l.Func)
	var out []ir.Expr
	for _, v := range l.Func.Vars {
		places := e.Points().Reg(v)
		if v.Type.Kind != ir.Ptr || !live.At(l, v) || len(places) != 1 || places[0].Stride != 0 || places[0].Off != 0 ||
			places[0].Target == nil || places[0].Target.Kind != flow.AllocObj || !e.Prog.Once(places[0].Target.Edge) ||
			places[0].Target.Edge.From.Func != l.Func {
			continue
		}
		a := places[0].Target.Edge.Stmt.(*ir.Alloc)
		out = append(out, &ir.Valid{What: ir.Writable, Addr: ir.NewRef(v), N: defined(live, l, a.Size)})
		if a.Kind == ir.Heap { // an empty block, too
			out = append(out, &ir.Valid{What: ir.Freeable, Addr: ir.NewRef(v)})
		}
	}
	return out
}

// defined returns x with each register that is not live at l replaced by the expression of its only assignment, if it
// has only one. The result has the value of x there unless a register of the expression has changed since.
func defined(live *flow.Live, l *ir.Loc, x ir.Expr) ir.Expr {
	const most = 8 // replacements in a row
	for range most {
		y := ir.Map(x, func(x ir.Expr) ir.Expr {
			r, ok := x.(*ir.Ref)
			if !ok || r.Var.Global || live.At(l, r.Var) {
				return x
			}
			var def *ir.Assign
			for _, ed := range l.Func.Edges {
				if ir.Def(ed.Stmt) != r.Var {
					continue
				}
				a, ok := ed.Stmt.(*ir.Assign)
				if !ok || def != nil {
					return x
				}
				def = a
			}
			if def == nil {
				return x
			}
			return def.Src
		})
		if y == x {
			break
		}
		x = y
	}
	return x
}
