package smt

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/term"
)

// stack has the asserted terms.
type stack struct {
	ts   []*term.Term
	ends []int // by open level: the number of terms before it
}

func (s *stack) Push()                   { s.ends = append(s.ends, len(s.ts)) }
func (s *stack) Assert(ts ...*term.Term) { s.ts = append(s.ts, ts...) }
func (s *stack) Pop() {
	top := len(s.ends) - 1
	s.ts, s.ends = s.ts[:s.ends[top]], s.ends[:top]
}

// with returns the asserted and the assumed terms, in a new slice.
func (s *stack) with(assume []*term.Term) []*term.Term { return slices.Concat(s.ts, assume) }

// script is a solver that gives the answer that a test has set, and records the queries.
type script struct {
	stack
	answer Answer
	model  *term.Model
	core   []*term.Term
	checks int
	asked  [][]*term.Term
}

func (s *script) Model() (*term.Model, error) { return s.model, nil }
func (s *script) Core() []*term.Term          { return s.core }
func (s *script) Close() error                { return nil }
func (s *script) Check(_ context.Context, _ Budget, assume ...*term.Term) Answer {
	s.checks++
	s.asked = append(s.asked, s.with(assume))
	return s.answer
}

// TestChain checks that the chain gives right answers, alone, with each further solver, and with a transcript.
func TestChain(t *testing.T) {
	z := has(t, "z3")
	for name, cfg := range map[string]Config{
		"plain":  z,
		"dumped": {Path: "z3", Log: &obs.Log{DumpDir: t.TempDir()}},
		"second": {Path: "z3", Second: &Config{Path: "z3", Options: []string{":smt.arith.solver 2"}}},
		"single": {Path: "z3", Second: &Config{Path: "z3", OneShot: true}},
	} {
		t.Run(name, func(t *testing.T) {
			counts := map[Result]int{}
			for seed := range int64(size(2, 20)) {
				c := term.New()
				s, err := Open(c, cfg)
				if err != nil {
					t.Fatal(err)
				}
				session(t, newGen(seed+10, c), s, 90, counts)
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
			enough(t, counts)
		})
	}
}

// TestChainAgrees makes thousands of similar queries to the chain and to the process. It checks that both give the same
// answers, that models satisfy the query, and that cores are unsatisfiable.
func TestChainAgrees(t *testing.T) {
	z := has(t, "z3")
	log := &obs.Log{}
	for seed := range uint64(size(3, 40)) {
		c, r := term.New(), rand.New(rand.NewPCG(seed, 1))
		plain := open(t, c, z)
		z.Log = log
		s, err := Open(c, z)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var vars []*term.Term
		for _, n := range []string{"x", "y", "z", "u", "v"} {
			vars = append(vars, c.Var(n, term.IntSort))
		}
		p, q := c.Var("p", term.BoolSort), c.Var("q", term.BoolSort)
		var pool []*term.Term
		for range 14 {
			a, b := vars[r.IntN(5)], vars[r.IntN(5)]
			pool = append(pool, c.ILe(c.IAdd(a, c.Int(r.Int64N(7)-3)), b), c.ILe(a, c.Int(r.Int64N(9)-4)),
				c.Eq(a, c.IMul(c.Int(r.Int64N(4)), b)))
		}
		pool = append(pool, p, c.Eq(p, q), c.Or(c.Not(p), pool[0]), c.Not(q))
		pick := func() *term.Term {
			t := pool[r.IntN(len(pool))]
			switch r.IntN(5) {
			case 0:
				return c.Not(t)
			case 1:
				return c.Or(c.Not(t), c.Not(pool[r.IntN(len(pool))]), pool[r.IntN(len(pool))])
			case 2:
				return c.And(t, pool[r.IntN(len(pool))])
			}
			return t
		}
		var now stack
		for range 150 {
			switch k := r.IntN(6); {
			case k < 2 && len(now.ends) < 4:
				s.Push()
				plain.Push()
				now.Push()
			case k == 2 && len(now.ends) > 0 || len(now.ends) == 4:
				s.Pop()
				plain.Pop()
				now.Pop()
			default:
				t := pick()
				if len(now.ends) == 0 {
					continue
				}
				s.Assert(t)
				plain.Assert(t)
				now.Assert(t)
			}
			var assume []*term.Term
			for range r.IntN(3) {
				assume = append(assume, pick())
			}
			a, b := s.Check(context.Background(), Budget{}, assume...), plain.Check(context.Background(), Budget{}, assume...)
			if a.Result != b.Result || a.Result == Unknown {
				t.Fatalf("seed %d: the chain says %v, the process %v: %v", seed, a, b, now.with(assume))
			}
			if a.Result == Sat {
				m, err := s.Model()
				if ok, err2 := c.Holds(m, c.And(append(now.with(assume), c.True(), c.True())...)); err != nil || err2 != nil ||
					!ok {
					t.Fatalf("seed %d: %v %v: the model does not satisfy %v", seed, err, err2, now.with(assume))
				}
				continue
			}
			core := s.Core()
			if len(core) > len(assume) ||
				slices.ContainsFunc(core, func(t *term.Term) bool { return !slices.Contains(assume, t) }) {
				t.Fatalf("seed %d: core %v of %v", seed, core, assume)
			}
			if a := plain.Check(context.Background(), Budget{}, core...); a.Result != Unsat {
				t.Fatalf("seed %d: the core %v is %v with %v", seed, core, a, now.ts)
			}
		}
	}
	for _, l := range []link{folded, exact, cores, models, asked} {
		if !slices.ContainsFunc(log.Stats(), func(s obs.Stat) bool { return s.Name == "smt."+string(l) && s.Count > 5 }) {
			t.Errorf("%s: %v", l, log.Stats())
		}
	}
}

// TestTranscript runs the script of a session again, and gets the same answers.
func TestTranscript(t *testing.T) {
	cfg := has(t, "z3")
	dir := t.TempDir()
	cfg.Log = &obs.Log{DumpDir: dir}
	c := term.New()
	l, err := openPipe(c, cfg)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[Result]int{}
	session(t, newGen(5, c), l, 200, counts)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "000-smt.smt2"))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, line := range strings.Split(string(text), "\n") {
		if s, ok := strings.CutPrefix(line, "; "); ok {
			want = append(want, strings.Fields(s)[0])
		}
	}
	cmd := exec.Command("z3", "-in")
	cmd.Stdin = strings.NewReader(strings.ReplaceAll(string(text), "(get-model)\n", ""))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err, firstLine(string(out)))
	}
	if got := strings.Fields(string(out)); strings.Join(got, " ") != strings.Join(want, " ") || len(got) < 50 {
		t.Errorf("%v\nwant %v", got, want)
	}

	// The query is written before the answer, and an error of the writer is reported.
	var w bytes.Buffer
	dead := newTranscript(&script{answer: unknown("two\nlines")}, &w, "QF_BV")
	dead.Assert(c.Var("p", term.BoolSort))
	dead.Check(context.Background(), Budget{})
	for _, s := range []string{"(set-logic QF_BV)", "(assert p)", "(check-sat)", "; unknown (two lines) after"} {
		if !strings.Contains(w.String(), s) {
			t.Errorf("no %q in %q", s, w.String())
		}
	}
	if newTranscript(&script{}, failing{}, "").Close() == nil {
		t.Error("the writer's error is lost")
	}
}

// failing is a writer that fails.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

// TestLinks checks which link answers which query.
func TestLinks(t *testing.T) {
	c := term.New()
	x := c.Var("x", term.BVSort(8))
	f := func(t *term.Term) *term.Term { return c.App("f", term.BVSort(8), t) } // tryValues does not handle functions
	below := func(n uint64) *term.Term { return c.BVUlt(f(x), c.BV(n, 8)) }
	above := func(n uint64) *term.Term { return c.BVUlt(c.BV(n, 8), f(x)) }
	inner := &script{answer: Answer{Result: Unsat}, core: []*term.Term{above(9)}}
	log := &obs.Log{}
	k := newChain(c, Config{Log: log}, inner)
	last := map[string]int64{}
	ask := func(by link, want Result, assume ...*term.Term) {
		t.Helper()
		a := k.Check(context.Background(), Budget{}, assume...)
		var moved []string
		for _, s := range log.Stats() {
			if n, ok := strings.CutPrefix(s.Name, "smt."); ok && s.Count > last[n] {
				last[n] = s.Count
				moved = append(moved, n)
			}
		}
		if wanted := slices.Sorted(slices.Values([]string{string(by), string(queries)})); a.Result != want ||
			!slices.Equal(moved, wanted) {
			t.Fatalf("%v by %v, want %v by %v: %v", a, moved, want, wanted, k.question(assume).ts)
		}
	}
	k.Assert(below(5))
	ask(asked, Unsat, above(9), below(100))
	ask(exact, Unsat, below(100), above(9))
	ask(exact, Unsat, above(9))
	ask(cores, Unsat, below(77), above(9), above(1))
	if core := k.Core(); len(core) != 1 || core[0] != above(9) {
		t.Error(core)
	}
	ask(folded, Unsat, c.Not(below(5)))
	ask(folded, Unsat, above(1), c.Or(c.Not(above(1)), c.Not(below(5))), above(7))
	if core := k.Core(); len(core) != 2 || slices.Contains(core, above(7)) {
		t.Error(core)
	}
	inner.answer, inner.model = Answer{Result: Sat}, term.NewModel()
	inner.model.Funcs["f"] = &term.Func{Params: []*term.Term{c.Var("a", term.BVSort(8))}, Body: c.BV(4, 8)}
	ask(asked, Sat, below(100))
	ask(models, Sat, above(3)) // 4 is above 3
	if m, err := k.Model(); err != nil || m != inner.model {
		t.Error(m, err)
	}
	inner.answer = unknown("lazy")
	two := c.Eq(f(x), c.BV(2, 8))
	ask(asked, Unknown, two) // 4 is not 2
	ask(asked, Unknown, two) // and Unknown is not kept
	if _, err := k.Model(); err == nil {
		t.Error("a model of nothing")
	}
	k.Push()
	k.Assert(above(9))
	ask(exact, Unsat)
	if core := k.Core(); core == nil || len(core) != 0 {
		t.Error(core)
	}
	k.Pop()
	// A conjunct in a core may belong to several assumptions.
	three := c.Eq(f(f(x)), c.BV(3, 8))
	inner.answer, inner.core = Answer{Result: Unsat}, []*term.Term{c.And(two, three)}
	ask(asked, Unsat, two, inner.core[0])
	inner.answer = unknown("lazy")
	ask(asked, Unknown, three)
	ask(values, Sat, c.Eq(c.Var("z", term.BVSort(8)), c.BV(77, 8)))
}

// TestBounds checks that a full store drops old entries, and that the remaining entries are right.
func TestBounds(t *testing.T) {
	c := term.New()
	k := newStore(c)
	p := func(i int) idSet {
		return setOf([]*term.Term{c.Eq(c.Var("n", term.IntSort), c.Int(int64(i)))})
	}
	for i := range maxCores + 10 {
		k.unsat(p(i))
	}
	if _, ok := k.core(p(maxCores + 9)); !ok || len(k.cores) != maxCores {
		t.Error("the newest is lost")
	}
	if _, ok := k.core(p(0)); ok {
		t.Error("the oldest is kept")
	}
	for i := range maxSize/9 + 10 {
		k.sat(idSet{ids: []int{i}, hash: uint64(i)}, nil, false)
	}
	if last := maxSize/9 + 9; k.size > maxSize || k.exact(idSet{ids: []int{last}, hash: uint64(last)}) == nil {
		t.Error("entries", len(k.sets))
	}
}

// TestParts checks that parts without common symbols are separate queries.
func TestParts(t *testing.T) {
	cfg := has(t, "z3")
	c := term.New()
	v := func(n string) *term.Term { return c.Var(n, term.BVSort(8)) }
	f := func(t *term.Term) *term.Term { return c.App("f", term.BVSort(8), t) }
	g := func(t *term.Term) *term.Term { return c.App("g", term.BVSort(8), t) }
	x, y, z, w := f(v("x")), f(v("y")), g(v("z")), g(v("w"))
	seen := &script{}
	s := newChain(c, Config{}, tee{open(t, c, cfg), seen})
	s.Push()
	s.Assert(c.And(c.BVUlt(x, y), c.BVUlt(z, c.BV(9, 8))), c.Eq(w, c.BV(1, 8)))
	check(t, s, Sat, c.BVUlt(y, c.BV(2, 8)))
	if len(seen.asked) != 1 {
		t.Errorf("asked %v", seen.asked)
	}
	m, err := s.Model()
	if err != nil {
		t.Fatal(err)
	}
	if h, err := c.Holds(m, c.And(c.BVUlt(x, y), c.BVUlt(z, c.BV(9, 8)), c.Eq(w, c.BV(1, 8)),
		c.BVUlt(y, c.BV(2, 8)))); !h || err != nil {
		t.Error(m, err)
	}
	// The answer for the other part is known.
	s.Pop()
	s.Push()
	s.Assert(c.And(c.BVUlt(x, y), c.BVUlt(z, c.BV(9, 8))), c.Eq(w, c.BV(1, 8)))
	check(t, s, Unsat, c.BVUlt(y, c.BV(1, 8)))
	if core := s.Core(); len(core) != 1 {
		t.Error(core)
	}
	if last := seen.asked[len(seen.asked)-1]; len(seen.asked) != 2 || len(last) != 2 {
		t.Errorf("asked %v", last)
	}
	// A contradiction among asserted terms makes the query Unsat, with an empty core.
	s.Push()
	s.Assert(c.BVUlt(c.BV(8, 8), z))
	check(t, s, Unsat, c.BVUlt(y, c.BV(2, 8)))
	if core := s.Core(); core == nil || len(core) != 0 {
		t.Error(core)
	}
	check(t, s, Unsat)
	s.Pop()
	check(t, s, Sat)
	s.Assert(c.False())
	check(t, s, Unsat, c.BVUlt(y, c.BV(2, 8)))
}

// TestOpenValues checks queries whose parts have no common symbols, but depend on the same value that SMT-LIB leaves
// open.
func TestOpenValues(t *testing.T) {
	cfg := has(t, "z3")
	c := term.New()
	s := newChain(c, Config{}, open(t, c, cfg))
	v := func(n string) *term.Term { return c.Var(n, term.IntSort) }
	quotient := func(n string, is int64) *term.Term { // the value of 1 divided by 0 is open
		return c.And(c.Eq(v("x"+n), c.Int(1)), c.Eq(v("z"+n), c.Int(0)), c.Eq(c.IDiv(v("x"+n), v("z"+n)), c.Int(is)))
	}
	s.Push()
	s.Assert(quotient("1", 5))
	check(t, s, Sat)
	s.Push()
	s.Assert(quotient("2", 7))
	check(t, s, Unsat)
	s.Pop()
	check(t, s, Unsat, quotient("2", 7))
	s.Pop()
	s.Assert(quotient("2", 7))
	check(t, s, Sat)
}

// tee is a solver that also passes all calls to a script.
type tee struct {
	Solver
	seen *script
}

func (s tee) Push()                   { s.Solver.Push(); s.seen.Push() }
func (s tee) Pop()                    { s.Solver.Pop(); s.seen.Pop() }
func (s tee) Assert(ts ...*term.Term) { s.Solver.Assert(ts...); s.seen.Assert(ts...) }
func (s tee) Check(ctx context.Context, b Budget, assume ...*term.Term) Answer {
	s.seen.Check(ctx, b, assume...)
	return s.Solver.Check(ctx, b, assume...)
}

// TestValidate checks that a model that does not satisfy the query is rejected with a warning.
func TestValidate(t *testing.T) {
	c := term.New()
	x := c.Var("x", term.ArraySort(term.BVSort(4), term.BVSort(4)))
	at := c.Select(x, c.BV(0, 4))
	var warned bytes.Buffer
	log := &obs.Log{Handler: slog.NewTextHandler(&warned, nil)}
	inner := &script{answer: Answer{Result: Sat}, model: term.NewModel()}
	v := newChain(c, Config{Log: log}, inner)
	inner.model.Vars["x"] = c.ConstArray(term.BVSort(4), c.BV(7, 4))
	v.Assert(c.BVUlt(at, c.BV(9, 4)))
	check(t, v, Sat)
	check(t, v, Unknown, c.BVUlt(at, c.BV(7, 4)))
	if a := v.Check(context.Background(), Budget{}, c.Not(c.Eq(at, c.BV(7, 4)))); a.Reason != "solver gave a wrong model" {
		t.Error(a)
	}
	if !strings.Contains(warned.String(), "wrong model") {
		t.Error("no warning")
	}
	// A term whose value SMT-LIB leaves open does not refute a model.
	zero := c.Var("zero", term.IntSort)
	check(t, v, Sat, c.Eq(c.IDiv(c.Int(1), zero), c.Int(5)))
	// A process with wrong models.
	s := newChain(c, Config{Log: log}, open(t, c, fakeConfig("sat")))
	y, z, w := c.Var("y", term.BVSort(4)), c.Var("z", term.BVSort(4)), c.Var("w", term.BVSort(4))
	s.Assert(c.BVUlt(c.BVAdd(y, z), w), c.BVUlt(w, c.BV(15, 4))) // false, since the process gives 7 to each variable
	check(t, s, Unknown)
	inner.answer = Answer{Result: Unsat}
	check(t, v, Unsat, c.BVUlt(at, c.BV(1, 4)))
}

// TestSecond checks that an answer counts only if the second solver gives it too. The backup gets queries that the
// first solver does not decide.
func TestSecond(t *testing.T) {
	c := term.New()
	p := c.App("p", term.BoolSort, c.Var("x", term.IntSort))
	for _, k := range []struct{ first, second, want Result }{
		{Unsat, Unsat, Unsat}, {Sat, Unsat, Unknown}, {Unsat, Sat, Unknown}, {Unknown, Sat, Unknown},
		{Unsat, Unknown, Unknown},
	} {
		var warned bytes.Buffer
		log := &obs.Log{Handler: slog.NewTextHandler(&warned, nil)}
		s := newChain(c, Config{Second: &Config{Log: log}}, &script{answer: Answer{Result: k.first}})
		s.second = &script{answer: Answer{Result: k.second}, stack: stack{ends: []int{0}}}
		s.Assert(p)
		check(t, s, k.want)
		if loud := strings.Contains(warned.String(), "DISAGREE"); loud != (k.first != Unknown && k.second != Unknown &&
			k.first != k.second) {
			t.Errorf("%v: loud %v", k, loud)
		}
	}
	s := newChain(c, Config{Backup: &Config{}}, &script{})
	backup := &script{answer: Answer{Result: Unsat}, stack: stack{ends: []int{0}}}
	s.backup = backup
	check(t, s, Unknown, p)
	if a := s.Check(context.Background(), Budget{Again: &Budget{}}, p); a.Result != Unsat || backup.checks != 1 {
		t.Error(a)
	}
	check(t, s, Unsat, p) // the answer is in the store
}

// TestLargeParts checks that queries with large conjuncts are split into the same parts as queries with small
// conjuncts.
func TestLargeParts(t *testing.T) {
	apart := 0
	for seed := range int64(size(50, 500)) {
		c := term.New()
		g := newGen(seed, c)
		var ts []*term.Term
		for range 2 + seed%7 {
			ts = append(ts, g.formula())
		}
		of := func(large bool) (out [][]*term.Term) {
			s := newChain(c, Config{}, &script{})
			for _, u := range ts {
				if large {
					s.symbols[u] = nil
				}
			}
			for _, p := range s.parts(ts) {
				out = append(out, p.ts)
			}
			return out
		}
		small, large := of(false), of(true)
		if !slices.EqualFunc(small, large, func(a, b []*term.Term) bool { return slices.Equal(a, b) }) {
			t.Errorf("seed %d: %v are %v, as large ones %v", seed, ts, small, large)
		}
		if len(small) > 1 {
			apart++
		}
	}
	if apart == 0 {
		t.Error("no question had several parts")
	}
}

// TestPartsShare checks that a subterm that many conjuncts have in common is visited once.
func TestPartsShare(t *testing.T) {
	c := term.New()
	x, ts := c.Var("x", term.BVSort(64)), []*term.Term(nil)
	for i := range 20000 {
		x = c.BVAdd(c.BVMul(x, x), c.BV(uint64(i)+1, 64))
		ts = append(ts, c.Eq(x, c.BV(uint64(i), 64)))
	}
	s := newChain(c, Config{}, &script{})
	if n := len(s.parts(ts)); n != 1 {
		t.Errorf("%d parts of conjuncts with one variable", n)
	}
	lists := 0
	for _, l := range s.symbols {
		lists += len(l)
	}
	if lists > smallTerm {
		t.Errorf("%d symbols are listed", lists)
	}
}
