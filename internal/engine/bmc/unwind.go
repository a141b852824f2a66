package bmc

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// UnwindName is the name of the engine unwind, which suits programs that search for a solution among their inputs.
const UnwindName = "unwind"

// UnwindEngine returns the engine that unwinds the whole program before it makes one query.
func UnwindEngine() verify.Engine { return unwindEngine(unwindConfig{open: -1}) }

// unwindConfig holds the options of unwind.
type unwindConfig struct {
	// open bounds the visits of a loop whose test does not fold; -1: the program's size determines the bound
	open int
	ints bool // use unbounded integers, if they are exact; else bit-vectors
	// apart joins only states that agree in all constants (apart.go).
	apart bool
}

// unwindOptions reads the options of unwind, joined by +: open=N, ints and apart. With open=0 the engine takes programs
// without loops and those whose loops are bounded by constants, and ends at the first other loop. With ints it ends if
// integers do not represent the program exactly.
func unwindOptions(text string) (unwindConfig, error) {
	cfg := unwindConfig{open: -1}
	for option := range strings.SplitSeq(text, "+") {
		switch option {
		case "ints":
			cfg.ints = true
			continue
		case "apart":
			cfg.apart = true
			continue
		}
		number, found := strings.CutPrefix(option, "open=")
		open, err := strconv.Atoi(number)
		if !found || err != nil || open < 0 || open > maxOpen {
			return cfg, fmt.Errorf("unwind: %q is no option (there are open=N, N from 0 to %d, ints and apart)", option, maxOpen)
		}
		cfg.open = open
	}
	return cfg, nil
}

// unwindEngine returns the engine with the given options.
func unwindEngine(cfg unwindConfig) verify.Engine {
	return verify.Engine{
		Name:  UnwindName,
		Doc:   "bounded programs as one formula: unwinds all of it, then asks once, of a SAT solver",
		Paper: "E. Clarke, D. Kroening, F. Lerda: A tool for checking ANSI-C programs. TACAS 2004",
		Gives: []verify.FactKind{verify.KindTest},
		With: func(options string) (verify.Engine, error) {
			cfg, err := unwindOptions(options)
			return unwindEngine(cfg), err
		},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker {
			idle := ""
			enc := vc.Bits
			if cfg.ints {
				enc = prover.Encoding(t.Program)
			}
			switch {
			case len(t.Program.Sites) == 0:
				idle = "there are no inputs to search"
			case cfg.ints && enc != vc.Ints:
				idle = notExact
			}
			if idle != "" {
				return verify.Once(func(context.Context, *verify.Task, *verify.Board) verify.Result {
					return &verify.Unknown{Reason: idle, Idle: true}
				})(t, b)
			}
			w := &unwinding{orders: orders{}, keep: cfg.apart, undecided: map[*ir.Loc]int{}, quick: map[*ir.Loc]bool{},
				guards: map[*ir.Loc]*term.Term{}}
			for _, f := range t.Program.Funcs {
				w.edges += len(f.Edges)
			}
			if w.most = cfg.open; cfg.open < 0 {
				w.most = min(max(openWork/max(w.edges, 1), 4), maxOpen)
			}
			if t.Scope.Region != nil { // in a case, a test in the middle of a loop may fold: this is known after a round
				w.most = max(w.most, 1)
			}
			return &worker{kit: prover.NewKit(UnwindName, t, b), enc: enc, run: w.turn}
		},
	}
}

// notExact is the reason if integers do not represent the program exactly.
const notExact = "integers do not say exactly what the program computes"

// Limits of the unwinding. Loops whose tests fold to constants are unwound to their ends. Each of the other loops gets
// a few visits, fewer in large programs, as most of these loops have no bound.
const (
	maxVisits = 5_000   // visits of all cut points together
	maxTerms  = 300_000 // terms of the encoder
	openWork  = 20_000  // edges of the program times visits of one loop whose test does not fold
	maxOpen   = 64      // visits of one such loop at most
)

// turn works for one turn: it continues unwinding, and makes the query when that is complete. If it finds no bound for
// a loop, the result is idle.
func (w *unwinding) turn(s *search, ctx context.Context) verify.Result {
	w.search = s
	unwind := w.unwind
	if w.keep {
		unwind = w.unwindApart
	}
	if why, err := unwind(ctx); err != nil {
		return s.unknown("")
	} else if why != "" {
		return &verify.Unknown{Reason: why, Idle: true}
	}
	s.Task.Log.Progress(UnwindName, "unwound: %d visits, %d terms", s.u.k, s.u.e.C.Len())
	return w.ask(ctx)
}

// unwinding is a search that unwinds inner loops to their ends before it continues in outer ones, so that the states
// that leave a loop are joined once.
type unwinding struct {
	*search
	edges     int      // number of edges of the program
	most      int      // visits of a loop whose test does not fold
	bad       []vc.Bad // all error states
	orders    orders
	keep      bool                      // states that differ in a constant are kept apart
	apart     map[apartKey]*apart       // the states to continue from, if so; nil: not begun
	guards    map[*ir.Loc]*term.Term    // guards of the last states at loop heads
	undecided map[*ir.Loc]int           // visits of loops whose tests did not fold
	quick     map[*ir.Loc]bool          // the last query of feasible for the loop head was answered Sat
	known     map[*ir.Loc][]ir.Expr     // invariants about registers; nil until first used
	ranges    *term.Bounds              // bounds of the terms of the unwound blocks
	clock     *smt.Meter                // meter of the turn in which begun is valid
	begun     time.Duration             // time of clock at the first call of possible; earlier turns are subtracted
	since     time.Duration             // time from begun to the last call of possible
	asking    time.Duration             // time that the queries of possible took
	plain     map[*term.Term]*term.Term // cache of terms without arrays
}

// unwind unwinds until no state is left. If it must stop before, why is the reason.
func (w *unwinding) unwind(ctx context.Context) (why string, err error) {
	u := w.u
	if u.k == 0 {
		clear(u.depth)
	}
	for len(u.f) > 0 {
		if w.M.Ended(ctx) {
			return "", errEnded
		}
		if w.enc == vc.Ints && u.e.Approx > 0 {
			return notExact, nil
		}
		p := w.orders.innermost(u.f)
		s := u.f[p]
		delete(u.f, p)
		if dead(s) {
			continue
		}
		if u.k >= maxVisits || u.e.C.Len() > maxTerms {
			return "the unwinding is too large", nil
		}
		visits, open := u.depth[p.Loc], w.undecided[p.Loc]
		if u.e.IsCut(p.Loc) {
			if !w.decided(s, p.Loc) && !folds(u.e, s, p.Loc) {
				if w.excluded(s, p.Loc) {
					continue
				}
				n := open + 1
				w.undecided[p.Loc] = n
				if n > w.most {
					return "no bound of the loop at " + p.Loc.Pos.String() + " is seen", nil
				}
				if n > 1 {
					r := w.possible(ctx, s)
					if r == smt.Unknown && n >= 4 && (n&(n-1) == 0 || n < 8 && w.quick[p.Loc]) {
						r = w.feasible(ctx, s)
						w.quick[p.Loc] = r == smt.Sat
					}
					if r == smt.Unsat {
						continue
					}
				}
			}
			u.depth[p.Loc]++
		}
		b, err := u.next(ctx, vc.Frontier{p: s})
		if err != nil { // repeat the block later
			u.f[p], u.depth[p.Loc], w.undecided[p.Loc] = s, visits, open
			delete(w.guards, p.Loc)
			return "", err
		}
		w.bad = append(w.bad, bads(b, w.open)...)
		for q, n := range b.Next {
			if old := u.f[q]; old != nil {
				n = u.e.Join([]*vc.State{old, n})
			}
			u.f[q] = n
		}
	}
	if w.enc == vc.Ints && u.e.Approx > 0 {
		return notExact, nil
	}
	return "", nil
}

// decided reports whether no test was open in the last round of the loop at l, which led to the state s. A loop that
// ends in the middle has no test that folds can find.
func (w *unwinding) decided(s *vc.State, l *ir.Loc) bool {
	g := w.u.e.Guard(s)
	same := w.guards[l] == g
	w.guards[l] = g
	return same && w.orders.leaves(l)
}

// feasible asks the solver for a short time whether s can be reached.
func (w *unwinding) feasible(ctx context.Context, s *vc.State) smt.Result {
	r, _ := w.u.q.Sat(ctx, 8, 100*time.Millisecond, false, w.u.e.Guard(s))
	return r
}

// ask makes the only query: can an error be reached?
func (w *unwinding) ask(ctx context.Context) verify.Result {
	q, c := w.u.q, w.u.e.C
	w.bad = slices.DeleteFunc(w.bad, func(x vc.Bad) bool { return !slices.Contains(w.open, x.Obligation) })
	var gs []*term.Term
	for _, x := range w.bad {
		gs = append(gs, w.u.e.Guard(x.State))
	}
	search := w.enc == vc.Bits
	r, m := smt.Unknown, (*term.Model)(nil)
	if search {
		r, m = q.Search(ctx, c.Or(gs...))
	} else {
		r, m = q.Sat(ctx, 1, 0, false, c.Or(gs...))
	}
	switch r {
	case smt.Unsat:
		for _, o := range w.open {
			w.safe[o] = w.u.k
		}
		res := w.complete(ctx)
		if safe, ok := res.(*verify.Safe); ok {
			proof := safe.Proof.(*verify.Unwinding)
			proof.Search, proof.Apart = search, w.keep
		}
		return res
	case smt.Sat:
		i := slices.IndexFunc(gs, func(g *term.Term) bool { return q.Holds(m, g) })
		if i < 0 {
			return &verify.Unknown{Reason: "the model cannot be evaluated"}
		}
		why := w.try(ctx, m, w.bad[i].Obligation)
		if why != nil && why.unsafe == nil && search {
			why = w.another(ctx, gs[i], w.bad[i].Obligation, why)
		}
		if why == nil {
			return w.unknown("")
		}
		if why.unsafe != nil {
			return why.unsafe
		}
		return &verify.Unknown{Reason: "a test does not count: " + why.text}
	}
	return &verify.Unknown{Reason: "the formula of the whole program was not decided"}
}
