package horn

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Name is the name of the engine.
const Name = "horn"

// Engine returns the engine.
func Engine() verify.Engine {
	return verify.Engine{
		Name:  Name,
		Doc:   "inductive invariants as a solution of constrained Horn clauses, by Spacer",
		Paper: "A. Komuravelli, A. Gurfinkel, S. Chaki: SMT-based model checking for recursive programs. CAV 2014",
		Gives: []verify.FactKind{verify.KindInvariant},
		Open:  func(t *verify.Task, b *verify.Board) verify.Worker { return &worker{k: prover.NewKit(Name, t, b)} },
	}
}

// arithmetic selects how clauses represent machine arithmetic.
type arithmetic uint8

const (
	exact  arithmetic = iota // arithmetic wraps
	strict                   // ideal integers; overflow is an error: a stronger claim, in simpler clauses
	ideal                    // ideal integers: the solution is a guess, filtered afterwards
)

// variant is a form of the clauses, with options of the solver.
type variant struct {
	name    string
	arith   arithmetic
	loose   bool // without conditions that compare with the limits of types
	split   int  // number of paths of a block up to which each has its own clause
	options []string
	share   int // percentage of the remaining time that the variant gets
}

// Options of Spacer. They switch off the propagation of equalities, since Spacer solves more tasks without it (see the
// package comment), and inlining, since the solutions of inlined predicates would be quantified formulas.
var (
	plainLemmas = []string{":fp.spacer.eq_prop false", ":fp.xform.inline_eager false", ":fp.xform.inline_linear false"}
	propagation = []string{":fp.xform.inline_eager false", ":fp.xform.inline_linear false"}
)

// variants are tried in this order.
var variants = []variant{
	{name: "loose", loose: true, split: 64, options: plainLemmas, share: 30},
	{name: "joined", split: 1, options: plainLemmas, share: 30},
	{name: "strict", arith: strict, split: 64, options: plainLemmas, share: 20},
	{name: "ideal", arith: ideal, loose: true, split: 64, options: plainLemmas, share: 50},
	{name: "propagating", split: 1, options: propagation, share: 100},
}

// worker keeps the clauses from turn to turn, and the final outcomes. The solver starts again in each turn.
type worker struct {
	k        *prover.Kit
	asked    []*ir.Obligation    // to decide in the last turn
	tried    map[string]*clauses // by variant
	finished bool                // see Finished
}

// clauses holds the clauses of a variant.
type clauses struct {
	*system
	all    []*term.Term // the clauses as formulas
	solver smt.HornSolver
	over   *outcome // the final outcome; nil if more time may help
}

// Work implements verify.Worker.
func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	if err := w.k.Begin(ctx, b); err != nil {
		return prover.Failed(err)
	}
	k, t, left := w.k, w.k.Task, w.k.Board.Left(w.k.Task)
	if w.tried == nil || !slices.Equal(w.asked, left) {
		w.asked, w.tried = left, map[string]*clauses{}
	}
	reason, over := "", true
	for _, v := range variants {
		if c := w.tried[v.name]; c != nil && c.over != nil {
			if reason = c.over.text; c.over.final {
				break
			}
			continue
		}
		limit := 30 * time.Second
		if t.Options.Determ {
			limit = k.M.Rest() * time.Duration(v.share) / 100
		} else if d, ok := ctx.Deadline(); ok {
			limit = time.Until(d) * time.Duration(v.share) / 100
		}
		r := w.attempt(ctx, v, limit)
		t.Log.Progress(Name, "%s: %s", v.name, r.text)
		if r.proof != nil {
			k.Claim(&verify.Invariants{Inductive: *r.proof})
			return &verify.Safe{Obligations: left, Proof: r.proof, Assuming: k.Accesses()}
		}
		if r.skip {
			continue
		}
		reason = fmt.Sprintf("%s (%s)", r.text, v.name)
		if c := w.tried[v.name]; r.over && c != nil {
			c.over = &outcome{final: r.final, text: reason}
		}
		over = over && r.over
		if r.none {
			w.finished = true
			return &verify.Unknown{Reason: r.text, Idle: true}
		}
		if r.final || ctx.Err() != nil || k.M.Left() == 0 {
			over = r.final && r.over
			break
		}
	}
	w.finished = over && len(left) <= 1 // with fewer obligations asked, the clauses may have a solution
	return &verify.Unknown{Reason: reason, Left: &verify.Condition{Obligations: left}}
}

// Finished reports whether another turn would have the same result as the last one.
func (w *worker) Finished() bool { return w.finished }

func (w *worker) Close() {}

// outcome is the result of one attempt.
type outcome struct {
	proof *verify.Inductive
	over  bool   // more time would not help
	final bool   // other variants will not do better either
	skip  bool   // the clauses equal the clauses of another variant
	none  bool   // there is no solver
	text  string // describes the outcome
}

// write returns the clauses of a variant, and makes them on first use.
func (w *worker) write(ctx context.Context, v variant) (*clauses, error) {
	if c := w.tried[v.name]; c != nil {
		return c, nil
	}
	e := w.k.Encoder(term.New(), vc.Options{Enc: vc.Ints, Plain: v.arith != exact})
	cfg := smt.Config{Options: v.options}.Within(w.k.Task.Budget.Memory)
	if s := w.k.Task.Solver; len(s) > 0 && s[0] == smt.None {
		cfg.Path = smt.None
	}
	h, err := smt.OpenHorn(e.C, cfg)
	if err != nil {
		return nil, err
	}
	s, err := build(ctx, e, w.asked, v)
	if err != nil {
		return nil, err
	}
	c := &clauses{system: s, solver: h, all: s.formulas()}
	if ctx.Err() != nil { // some clauses are missing
		return nil, ctx.Err()
	}
	w.k.M.Terms(e.C.Len())
	w.tried[v.name] = c
	return c, nil
}

// attempt tries a variant; limit is a time of the meter.
func (w *worker) attempt(ctx context.Context, v variant, limit time.Duration) outcome {
	meter := w.k.M
	end := meter.Now() + limit
	s, err := w.write(ctx, v)
	if err != nil {
		none := errors.Is(err, smt.ErrNoSolver)
		return outcome{over: ctx.Err() == nil, final: none || !errors.Is(err, context.DeadlineExceeded), none: none,
			text: verify.Said(err)}
	}
	e := s.e
	if v.arith != exact && !s.plain {
		return outcome{skip: true, text: "nothing can leave its type"}
	}
	a, m := s.solver.Horn(ctx, meter.Budget(max(end-meter.Now(), time.Millisecond)), s.all)
	meter.Note(a)
	switch {
	case a.Result == smt.Unsat && v.arith != exact:
		return outcome{over: true, text: "no solution without wrapping"}
	case a.Result == smt.Unsat && v.loose:
		return outcome{over: true, text: "no solution without the bounds of types"}
	case a.Result == smt.Unsat && e.Approx > 0:
		return outcome{over: true, final: true, text: "the clauses have no solution, perhaps for what they approximate: " +
			e.Why}
	case a.Result == smt.Unsat:
		return outcome{over: true, final: true, text: "a violation exists in the model, no test yet"}
	case a.Result != smt.Sat:
		return outcome{text: "no solution of the clauses: " + a.Reason}
	case m == nil:
		return outcome{text: a.Reason}
	}
	proof, err := (*verify.Inductive)(nil), error(nil)
	if v.arith == ideal {
		proof, err = w.filter(ctx, s.guesses(m), end)
	} else {
		proof, err = s.proof(m)
		if errors.Is(err, errLift) && len(s.funcs) == 0 {
			proof, err = w.filter(ctx, s.guesses(m), end)
		}
	}
	if err != nil {
		return outcome{text: verify.Said(err), final: errors.Is(err, errLift)}
	}
	return outcome{proof: proof, text: "solved"}
}

// proof returns the solution m as invariants and contracts.
func (s *system) proof(m *term.Model) (*verify.Inductive, error) {
	ev := &verify.Inductive{}
	preds := slices.Clone(s.order)
	for _, f := range s.e.Prog.Funcs {
		if fn := s.funcs[f]; fn != nil {
			preds = append(preds, fn.summary)
			if f.Result.Kind != ir.None {
				if ev.Results == nil {
					ev.Results = map[*ir.Func]*ir.Var{}
				}
				ev.Results[f] = &ir.Var{Name: "result", Type: f.Result}
			}
		}
	}
	seen := map[*ir.Loc]bool{}
	for _, p := range preds {
		if seen[p.point.Loc] {
			return nil, errContexts
		}
		seen[p.point.Loc] = true
		f := m.Funcs[p.name]
		if f == nil {
			if p.state == nil { // a function that does not return
				ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: p.point.Loc, Expr: ir.NewBool(false)})
				continue
			}
			return nil, errors.New("solved, but the solver left a predicate out")
		}
		x, ok := s.e.LiftOver(f.Body, s.leaves(p, f, ev))
		if !ok {
			return nil, errLift
		}
		if !ir.IsTrue(x) {
			ev.Invariants = append(ev.Invariants, verify.Invariant{Loc: p.point.Loc, Expr: x})
		}
	}
	ev.Invariants = append(ev.Invariants, unreached(s.e, seen)...)
	return ev, nil
}

// unreached returns the invariant false for the cut points and function entries that no block reaches: a checker takes
// locations without an invariant as reachable in any state.
func unreached(e *vc.Encoder, seen map[*ir.Loc]bool) []verify.Invariant {
	var out []verify.Invariant
	for _, f := range e.Prog.Funcs {
		cuts := e.Cuts(f)
		if f != e.Prog.Entry && !slices.Contains(cuts, f.Entry) {
			cuts = append(cuts, f.Entry)
		}
		for _, l := range cuts {
			if !seen[l] {
				out = append(out, verify.Invariant{Loc: l, Expr: ir.NewBool(false)})
			}
		}
	}
	return out
}

// errLift is returned if a conjunct of the solution cannot be expressed. Evidence must be inductive, and without the
// conjunct the solution may not be.
var errLift = errors.New("solved, but the solution cannot be written as invariants and contracts")

// leaves returns, for each parameter of f, the solution of p, the expression that it represents. If the register may
// have changed since the function's entry, its value at the entry has a name in ev.
func (s *system) leaves(p *pred, f *term.Func, ev *verify.Inductive) map[*term.Term]ir.Expr {
	out := map[*term.Term]ir.Expr{}
	for i, x := range p.params {
		switch v := x.slot.Var; {
		case x.entered && (v.Global && slices.Contains(p.fn.outs, x.slot) || !v.Global && assigns(p.fn.f, v)):
			out[f.Params[i]] = ir.NewRef(enteredWith(ev, p.fn.f, v))
		case x.entered:
			out[f.Params[i]] = ir.NewRef(v)
		case v == nil && x.slot.Obj == nil:
			out[f.Params[i]] = ir.NewRef(ev.Results[p.fn.f])
		case x.slot.Ctx == nil || x.slot.Ctx == p.point.Ctx:
			out[f.Params[i]] = x.slot.Expr(s.e.Prog.Model)
		}
	}
	return out
}

// enteredWith returns the name in ev of the value of v at the entry of f.
func enteredWith(ev *verify.Inductive, f *ir.Func, v *ir.Var) *ir.Var {
	if was := ev.Entered[f][v]; was != nil {
		return was
	}
	if ev.Entered == nil {
		ev.Entered = map[*ir.Func]map[*ir.Var]*ir.Var{}
	}
	if ev.Entered[f] == nil {
		ev.Entered[f] = map[*ir.Var]*ir.Var{}
	}
	was := &ir.Var{Name: v.Name + ".in", Type: v.Type}
	if v.Global {
		was.Name = v.Name + ".before"
	}
	ev.Entered[f][v] = was
	return was
}

// assigns reports whether f itself writes v.
func assigns(f *ir.Func, v *ir.Var) bool {
	for _, e := range f.Edges {
		if ir.Def(e.Stmt) == v {
			return true
		}
	}
	return false
}
