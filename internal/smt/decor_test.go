package smt

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os/exec"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/term"
)

// script is a solver in memory: it answers what the test says and counts.
type script struct {
	answer Answer
	model  *term.Model
	core   []*term.Term
	checks int
	stack  stack
	asked  [][]*term.Term
}

func (s *script) Push()                       { s.stack.push() }
func (s *script) Pop()                        { s.stack.pop() }
func (s *script) Assert(ts ...*term.Term)     { s.stack.add(ts) }
func (s *script) Model() (*term.Model, error) { return s.model, nil }
func (s *script) Core() []*term.Term          { return s.core }
func (s *script) Close() error                { return nil }
func (s *script) Check(_ context.Context, _ Budget, assume ...*term.Term) Answer {
	s.checks++
	s.asked = append(s.asked, s.stack.with(assume))
	return s.answer
}

// TestTowers: every decorator, and all of them together, behaves as a solver does.
func TestTowers(t *testing.T) {
	z := has(t, "z3")
	towers := map[string]func(c *term.Ctx, s Solver) Solver{
		"log":      func(c *term.Ctx, s Solver) Solver { return NewLog(s, &bytes.Buffer{}, "") },
		"cache":    func(c *term.Ctx, s Solver) Solver { return NewCache(c, s, nil, nil) },
		"slice":    func(c *term.Ctx, s Solver) Solver { return NewSlice(c, s, nil) },
		"validate": func(c *term.Ctx, s Solver) Solver { return NewValidate(c, s, nil) },
		"cross":    func(c *term.Ctx, s Solver) Solver { return NewCross(s, open(t, c, z), nil) },
		"all": func(c *term.Ctx, s Solver) Solver {
			return NewSlice(c, NewCache(c, NewValidate(c, NewLog(s, &bytes.Buffer{}, ""), nil), nil, nil), nil)
		},
	}
	for name, tower := range towers {
		t.Run(name, func(t *testing.T) {
			counts := map[Result]int{}
			for seed := range int64(size(2, 20)) {
				c := term.New()
				session(t, newGen(seed+10, c), tower(c, open(t, c, z)), 90, counts)
			}
			enough(t, counts)
		})
	}
}

// TestTranscript runs the script of a session again: same answers.
func TestTranscript(t *testing.T) {
	cfg := has(t, "z3")
	c := term.New()
	var text bytes.Buffer
	l := NewLog(open(t, c, cfg), &text, "")
	counts := map[Result]int{}
	session(t, newGen(5, c), l, 200, counts)
	if l.Err() != nil {
		t.Fatal(l.Err())
	}
	var want []string
	for _, line := range strings.Split(text.String(), "\n") {
		if s, ok := strings.CutPrefix(line, "; "); ok {
			want = append(want, strings.Fields(s)[0])
		}
	}
	cmd := exec.Command("z3", "-in")
	cmd.Stdin = strings.NewReader(strings.ReplaceAll(text.String(), "(get-model)\n", ""))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err, firstLine(string(out)))
	}
	if got := strings.Fields(string(out)); strings.Join(got, " ") != strings.Join(want, " ") || len(got) < 50 {
		t.Errorf("%v\nwant %v", got, want)
	}

	// What is asked is there before the answer, and a writer that fails is reported.
	text.Reset()
	dead := NewLog(&script{answer: unknown("two\nlines")}, &text, "QF_BV")
	dead.Assert(c.Var("p", term.BoolSort))
	dead.Check(context.Background(), Budget{})
	for _, s := range []string{"(set-logic QF_BV)", "(assert p)", "(check-sat)", "; unknown (two lines) after"} {
		if !strings.Contains(text.String(), s) {
			t.Errorf("no %q in %q", s, text.String())
		}
	}
	if NewLog(&script{}, failing{}, "").Err() == nil {
		t.Error("the writer's error is lost")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestCache(t *testing.T) {
	c := term.New()
	x := c.Var("x", term.BVSort(8))
	below := func(n uint64) *term.Term { return c.BVUlt(x, c.BV(n, 8)) }
	above := func(n uint64) *term.Term { return c.BVUlt(c.BV(n, 8), x) }
	inner := &script{answer: Answer{Result: Unsat}, core: []*term.Term{above(9)}}
	log := &obs.Log{}
	store := NewStore()
	k := NewCache(c, inner, store, log)
	k.Assert(below(5))
	ask := func(want Result, asked int, assume ...*term.Term) {
		t.Helper()
		before := inner.checks
		if a := k.Check(context.Background(), Budget{}, assume...); a.Result != want || inner.checks-before != asked {
			t.Fatalf("%v, %d asked", a, inner.checks-before)
		}
	}
	ask(Unsat, 1, above(9), below(100))
	ask(Unsat, 0, below(100), above(9))
	ask(Unsat, 0, above(9)) // the core
	ask(Unsat, 0, below(77), above(9), above(1))
	if core := k.Core(); len(core) != 1 || core[0] != above(9) {
		t.Error(core)
	}
	inner.answer, inner.model = Answer{Result: Sat}, term.NewModel()
	inner.model.Vars["x"] = c.BV(4, 8)
	ask(Sat, 1, below(100))
	ask(Sat, 0, above(3)) // 4 is above 3
	if m, err := k.Model(); err != nil || m.Vars["x"] != c.BV(4, 8) {
		t.Error(m, err)
	}
	ask(Sat, 0)
	inner.answer = unknown("lazy")
	ask(Unknown, 1, above(4)) // 4 is not above 4
	ask(Unknown, 1, above(4)) // and Unknown is not kept
	k.Push()
	k.Assert(above(9))
	ask(Unsat, 0)
	if core := k.Core(); core == nil || len(core) != 0 {
		t.Error(core)
	}
	k.Pop()
	// Another cache over the store knows it, one without the assertion does not.
	other := NewCache(c, inner, store, log)
	if a := other.Check(context.Background(), Budget{}, above(9)); a.Result != Unknown {
		t.Error(a)
	}
	if a := other.Check(context.Background(), Budget{}, above(9), below(5)); a.Result != Unsat {
		t.Error(a)
	}
	for _, s := range log.Stats() {
		if s.Name == "smt.cached" && s.Count != 7 {
			t.Error(s)
		}
	}
}

// TestCacheBounds: old entries are overwritten, what remains is right.
func TestCacheBounds(t *testing.T) {
	c := term.New()
	inner := &script{answer: Answer{Result: Unsat}}
	k := NewCache(c, inner, nil, nil)
	p := func(i int) *term.Term { return c.Eq(c.Var("n", term.IntSort), c.Int(int64(i))) }
	for i := range maxUnsat + 10 {
		k.Check(context.Background(), Budget{}, p(i))
	}
	before := inner.checks
	k.Check(context.Background(), Budget{}, p(maxUnsat+9))
	if inner.checks != before || len(k.store.unsat) != maxUnsat {
		t.Error("the newest is lost")
	}
	k.Check(context.Background(), Budget{}, p(0))
	if inner.checks != before+1 {
		t.Error("the oldest is kept")
	}
}

func TestSlice(t *testing.T) {
	cfg := has(t, "z3")
	c := term.New()
	v := func(n string) *term.Term { return c.Var(n, term.BVSort(8)) }
	x, y, z, w := v("x"), v("y"), v("z"), v("w")
	inner := open(t, c, cfg)
	seen := &script{}
	s := NewSlice(c, tee{inner, seen}, nil)
	s.Assert(c.And(c.BVUlt(x, y), c.BVUlt(z, c.BV(9, 8))), c.Eq(c.App("f", term.BVSort(8), w), c.BV(1, 8)))
	check(t, s, Sat, c.BVUlt(y, c.BV(2, 8)))
	if len(seen.asked) != 3 || len(seen.asked[0]) != 2 {
		t.Errorf("asked %v", seen.asked)
	}
	m, err := s.Model()
	if err != nil {
		t.Fatal(err)
	}
	if h, err := c.Holds(m, c.And(append(s.stack.ts, c.BVUlt(y, c.BV(2, 8)))...)); !h || err != nil {
		t.Error(m, err)
	}
	// The other parts are known; the function joins w and x.
	check(t, s, Unsat, c.BVUlt(y, c.BV(1, 8)))
	if core := s.Core(); len(core) != 1 {
		t.Error(core)
	}
	if len(seen.asked) != 4 {
		t.Errorf("asked %v", seen.asked[3:])
	}
	check(t, s, Sat, c.Eq(c.App("f", term.BVSort(8), x), c.BV(2, 8)))
	if last := seen.asked[4]; len(last) != 3 {
		t.Errorf("asked %v", last)
	}
	// A contradiction elsewhere makes everything unsat, and is no assumption's fault.
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

// tee lets a script see what a solver is asked.
type tee struct {
	Solver
	seen *script
}

func (s tee) Push()                   { s.Solver.Push(); s.seen.Push() }
func (s tee) Pop()                    { s.Solver.Pop(); s.seen.Pop() }
func (s tee) Assert(ts ...*term.Term) { s.Solver.Assert(ts...); s.seen.Assert(ts...) }
func (s tee) Core() []*term.Term      { return coreOf(s.Solver) }
func (s tee) Check(ctx context.Context, b Budget, assume ...*term.Term) Answer {
	s.seen.Check(ctx, b, assume...)
	return s.Solver.Check(ctx, b, assume...)
}

func TestValidate(t *testing.T) {
	c := term.New()
	x := c.Var("x", term.BVSort(4))
	var warned bytes.Buffer
	log := &obs.Log{Handler: slog.NewTextHandler(&warned, nil)}
	inner := &script{answer: Answer{Result: Sat}, model: term.NewModel()}
	v := NewValidate(c, inner, log)
	inner.model.Vars["x"] = c.BV(7, 4)
	v.Assert(c.BVUlt(x, c.BV(9, 4)))
	check(t, v, Sat)
	check(t, v, Unknown, c.BVUlt(x, c.BV(7, 4)))
	if a := v.Check(context.Background(), Budget{}, c.Not(c.Eq(x, c.BV(7, 4)))); a.Reason != "solver gave a wrong model" {
		t.Error(a)
	}
	if !strings.Contains(warned.String(), "wrong model") {
		t.Error("no warning")
	}
	// What has no value by SMT-LIB is no reason to doubt.
	zero := c.Var("zero", term.IntSort)
	check(t, v, Sat, c.Eq(c.IDiv(c.Int(1), zero), c.Int(5)))
	// A liar over the pipe.
	s := NewValidate(c, open(t, c, fakeConfig("sat")), log)
	s.Assert(c.BVUlt(x, c.BV(8, 4)))
	check(t, s, Sat)
	s.Assert(c.BVUlt(x, c.BV(6, 4)))
	check(t, s, Unknown)
	inner.answer = Answer{Result: Unsat}
	check(t, v, Unsat)
}

func TestCross(t *testing.T) {
	c := term.New()
	var warned bytes.Buffer
	log := &obs.Log{Handler: slog.NewTextHandler(&warned, nil)}
	a, b := &script{}, &script{}
	x := NewCross(a, b, log)
	x.Push()
	x.Assert(c.Var("p", term.BoolSort))
	if len(a.stack.ts) != 1 || len(b.stack.ts) != 1 {
		t.Error("one has not heard")
	}
	for _, k := range []struct{ first, second, want Result }{
		{Sat, Sat, Sat}, {Unsat, Unsat, Unsat}, {Sat, Unsat, Unknown}, {Unsat, Sat, Unknown},
		{Unknown, Sat, Unknown}, {Sat, Unknown, Unknown}, {Unsat, Unknown, Unknown},
	} {
		warned.Reset()
		a.answer, b.answer = Answer{Result: k.first}, Answer{Result: k.second}
		check(t, x, k.want)
		if loud := strings.Contains(warned.String(), "DISAGREE"); loud != (k.first != Unknown && k.second != Unknown && k.first != k.second) {
			t.Errorf("%v: loud %v", k, loud)
		}
	}
	x.Pop()
}
