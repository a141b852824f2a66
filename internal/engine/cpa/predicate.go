package cpa

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/predicate"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/engine/options"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// predicateComponent is predicate abstraction.
var predicateComponent = component{
	name: predicate.Name, doc: "predicate abstraction with adjustable blocks",
	options: []string{"slam", "blocks=loop|edge", "abstraction=boolean|cartesian", "scope=location|function|global"},
	check:   func(text string) error { _, err := predicateConfig(text); return err },
	open:    openPredicate,
}

// predicateConfig reads the options of predicate abstraction: either slam, or the size of blocks and the kind of
// abstraction; in addition the scope of predicates.
func predicateConfig(text string) (cfg predicate.Config, err error) {
	if text == "" {
		return cfg, nil
	}
	given, err := options.Read(options.Owner{Name: "predicate"}, text,
		options.Words("slam", []string{""}, func(int) {
			cfg.Blocks, cfg.Cartesian, cfg.Forward = predicate.Edges, true, true
		}),
		options.Choice("blocks", &cfg.Blocks, "loop", "edge"),
		options.Words("abstraction", []string{"boolean", "cartesian"}, func(i int) { cfg.Cartesian = i == 1 }),
		options.Choice("scope", &cfg.Scope, "location", "function", "global"))
	if err == nil && given["slam"] && (given["blocks"] || given["abstraction"]) {
		err = fmt.Errorf("%s: slam says which blocks and which abstraction", text)
	}
	return cfg, err
}

// hornTime limits the search for predicates with Horn clauses.
const hornTime = 4000 * time.Millisecond

// Bit-vectors are preferred if integers approximate more than 1/mostRough of a program.
const mostRough = 20

// exactest returns the encoding to use: integers, from which solvers generalise better, or bit-vectors if integers
// approximate too much of the program and bit-vectors less.
func (w *worker) exactest(ctx context.Context) (vc.Encoding, error) {
	enc := prover.Encoding(w.task.Program)
	if enc == vc.Bits {
		return enc, nil
	}
	if _, err := w.tools(ctx); err != nil {
		return enc, err
	}
	rough := func(enc vc.Encoding) (n, of int) {
		p := vc.NewProver(w.kit.Encoder(term.New(), vc.Options{Enc: enc}), nil, smt.Budget{})
		begin := p.E.Approx
		_ = p.E.C.Until(ctx, func() {
			for _, f := range w.task.Program.Funcs {
				s := p.Base(p.E.RootOf(f))
				for _, e := range f.Edges {
					if ofNumbers(e.Stmt) {
						p.Pass(s, e)
						of++
					}
				}
			}
		})
		return p.E.Approx - begin, of
	}
	if n, of := rough(vc.Ints); n*mostRough > of {
		if m, _ := rough(vc.Bits); m < n {
			enc = vc.Bits
		}
	}
	return enc, ctx.Err()
}

// ofNumbers reports whether s assigns or compares numbers, and no pointers.
func ofNumbers(s ir.Stmt) bool {
	switch s.(type) { // sound: determines the encoding only
	case *ir.Assign, *ir.Assume:
	default:
		return false
	}
	ok := true
	for _, x := range ir.StmtExprs(s) {
		ir.Walk(x, func(y ir.Expr) bool {
			ok = ok && y.Type().Kind != ir.Ptr
			return ok
		})
	}
	return ok
}

// openPredicate opens predicate abstraction with the options that option gives.
func openPredicate(ctx context.Context, w *worker, option string) (cpa.Analysis, error) {
	cfg, err := predicateConfig(option)
	if err != nil {
		return nil, err
	}
	enc, err := w.exactest(ctx)
	if err != nil {
		return nil, err
	}
	p, err := w.prover(ctx, enc)
	if err != nil {
		return nil, err
	}
	// These options let the solver return interpretations also for predicates that are not part of a cycle.
	hc := smt.Config{Options: []string{":fp.spacer.eq_prop false", ":fp.xform.inline_eager false",
		":fp.xform.inline_linear false"}}.Within(w.task.Budget.Memory)
	if s := w.task.Solver; len(s) > 0 && s[0] == smt.None {
		hc.Path = smt.None
	}
	if h, err := smt.OpenHorn(p.E.C, hc); err == nil {
		cfg.Ideal = vc.NewProver(w.kit.Encoder(p.E.C, vc.Options{Enc: vc.Ints, Plain: true}), p.S, smt.Budget{})
		cfg.Horn = func(ctx context.Context, share int, clauses []*term.Term) *term.Model {
			b, ok := w.meter.Part(ctx, 2, hornTime/time.Duration(share))
			if !ok {
				return nil
			}
			a, m := h.Horn(ctx, b, clauses)
			w.meter.Note(a)
			if a.Result != smt.Sat {
				return nil
			}
			return m
		}
	}
	cfg.Domains = w.domains()
	if w.names.Results == nil {
		w.names = absint.Names{Results: map[*ir.Func]*ir.Var{}, Entered: map[*ir.Func]map[*ir.Var]*ir.Var{},
			Made: map[*ir.Edge]*ir.Object{}}
	}
	cfg.Results = w.names.Results
	cfg.Count = func(name string, n int64) { w.task.Log.Count("cpa.predicate."+name, n) }
	cfg.Idle = slices.Contains(w.cfg.Parts, Part{Name: value.Name})
	a := predicate.New(w.task.Program, p, cfg)
	if cfg.Idle {
		w.quick.predicate = a
	}
	return a, nil
}

// Limits of the analyses in domains that propose predicates.
const (
	domainFirst = obs.PerSecond / 2      // work of all analyses that is always allowed
	domainPart  = 4                      // beyond domainFirst, the analyses may take 1/domainPart of the turn
	domainEdges = 20_000                 // edges evaluated in one analysis
	domainTime  = 400 * time.Millisecond // time of one analysis
	domainMost  = 64                     // predicates of one location
)

// domains returns the domains that propose predicates, in the order in which they are tried.
func (w *worker) domains() (out []predicate.Domain) {
	spent := uint64(0)
	for _, r := range domains.Ladder(nil, []absint.Config{domains.United, domains.Tests}) {
		cfg := r.Partition
		cfg.Work, cfg.Backward = domainEdges, true
		out = append(out, predicate.Domain{Name: r.Name(), Find: func(ctx context.Context, edges []*ir.Edge,
			end *ir.Loc) (map[*ir.Loc][]ir.Expr, bool) {
			begin := w.meter.Used()
			if spent > domainFirst && spent > begin/domainPart {
				return nil, false
			}
			defer func() { spent += w.meter.Used() - begin }()
			if !w.task.Options.Determ {
				within, cancel := clock.WithTimeout(ctx, domainTime)
				defer cancel()
				ctx = within
			}
			cfg.Edges = edges
			x := w.meanings().In(r.Domain).Forward(ctx, cfg)
			w.meter.Spend(x.Work * obs.PerState)
			if x.Stop != absint.Done || x.Reached[end] && !x.Safe {
				return nil, true
			}
			return w.formulas(x, end), true
		}})
	}
	return out
}

// formulas returns the conjuncts of the forward states of r, by location. If the forward states do not exclude the
// error at end, it adds the conjuncts of the backward states. It returns nil if a location has too many.
func (w *worker) formulas(r *absint.Result, end *ir.Loc) map[*ir.Loc][]ir.Expr {
	states := r.States()
	made := map[*ir.Object]bool{} // names of new memory, which predicates may not contain
	at := map[*ir.Loc][]ir.Expr{}
	add := func(l *ir.Loc, x ir.Expr) {
		ok := true
		ir.Walk(x, func(y ir.Expr) bool {
			o, is := y.(*ir.AddrOf)
			ok = ok && !(is && made[o.Obj])
			return ok
		})
		if ok {
			at[l] = append(at[l], x)
		}
	}
	for l, all := range states {
		for _, s := range all {
			x := r.Expr(s)
			for _, o := range w.names.Made {
				made[o] = true
			}
			for _, x := range ir.Conjuncts(x) {
				add(l, x)
			}
		}
	}
	if r.Reached[end] {
		needs, _ := r.Needs()
		for _, i := range needs {
			for _, x := range leaves(nil, i.Expr) {
				add(i.Loc, x)
			}
		}
	}
	for l, all := range at {
		seen := map[string]bool{}
		all = slices.DeleteFunc(all, func(x ir.Expr) bool {
			text := ir.ExprString(x)
			again := seen[text]
			seen[text] = true
			return again
		})
		if at[l] = all; len(all) > domainMost {
			return nil
		}
	}
	return at
}

// leaves appends to out the operands of the conjunctions and disjunctions of x.
func leaves(out []ir.Expr, x ir.Expr) []ir.Expr {
	if b, is := x.(*ir.Binary); is && (b.Op == ir.LAnd || b.Op == ir.LOr) {
		return leaves(leaves(out, b.X), b.Y)
	}
	return append(out, x)
}
