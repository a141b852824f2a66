package smt

import (
	"bufio"
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/term"
)

// TestMain runs the tests, or acts as a faulty solver if the program's arguments are "fake" and the name of a fault.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "fake" {
		fake(os.Args[2])
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// fake reads commands as a solver does, and has the fault that mode names.
func fake(mode string) {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	checks := 0
	if rest, ok := strings.CutPrefix(mode, "horn-"); ok {
		mode, checks = rest, 2 // there is no prelude
	}
	mode, file, _ := strings.Cut(mode, ":")
	for in.Scan() {
		line := in.Text()
		switch {
		case strings.HasPrefix(line, "(echo "):
			if mode == "mute" && checks > 2 {
				continue
			}
			fmt.Println(strings.Trim(line, `(echo )"`))
		case strings.HasPrefix(line, "(get-value"):
			// A wrong model: every value is seven.
			n := strings.Count(line, " ")
			fmt.Println("(" + strings.Repeat("(x #b0111)", n) + ")")
		case strings.HasPrefix(line, "(get-unsat"):
			fmt.Println("(nonsense)")
		case strings.HasPrefix(line, "(get-info"):
			fmt.Println("(:reason-unknown \"made up\")")
		case strings.HasPrefix(line, "(check-sat"):
			if checks++; checks <= 2 { // the first two checks belong to the prelude
				if checks == 1 || mode == "liar" {
					fmt.Println("sat")
				} else {
					fmt.Println("unsat")
				}
				continue
			}
			switch mode {
			case "hang":
				time.Sleep(time.Hour)
			case "garbage":
				fmt.Println("?=)(((  \x00\xff not an answer")
			case "many":
				fmt.Println("sat\nsat")
			case "error":
				fmt.Println("(error \"line 1 column 2: unknown constant\")\nsat")
			case "noise":
				fmt.Fprint(os.Stderr, strings.Repeat("noise\n", 100_000))
				fmt.Println("unsat")
			case "endless":
				for {
					fmt.Print(strings.Repeat("sat sat sat ", 1000))
				}
			case "memory":
				var keep [][]byte
				for {
					b := make([]byte, 64<<20)
					for i := 0; i < len(b); i += 4096 {
						b[i] = 1
					}
					keep = append(keep, b)
					runtime.KeepAlive(keep)
				}
			case "crash":
				fmt.Fprintln(os.Stderr, "segmentation fault, sort of")
				os.Exit(139)
			case "child":
				cmd := exec.Command("sleep", "100")
				cmd.Stderr = os.Stderr
				cmd.Stdout = os.Stdout
				if cmd.Start() == nil {
					os.WriteFile(file, []byte(fmt.Sprint(cmd.Process.Pid)), 0o644)
				}
				time.Sleep(time.Hour)
			case "unknown":
				fmt.Println("unknown")
			default:
				fmt.Println(mode)
			}
		}
	}
}

// fakeConfig returns the Config of a faulty solver.
func fakeConfig(mode string) Config {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return Config{Path: self, Args: []string{"fake", mode}, Memory: 6 << 30, Grace: 60 * time.Millisecond}
}

// size returns the number of cases of a test: long with TANDEM_LONG=1, else quick.
func size(quick, long int) int {
	if os.Getenv("TANDEM_LONG") != "" {
		return long
	}
	return quick
}

// has returns the Config of a solver. It skips the test if the solver is missing.
func has(t testing.TB, name string) Config {
	if _, err := exec.LookPath(name); err != nil {
		benchtest.Missing(t, fmt.Sprintf("%s is not installed (make setup installs it)", name))
	}
	return Config{Path: name}
}

// open returns a solver without the links of the chain, for tests of the process.
func open(t testing.TB, c *term.Ctx, cfg Config) Solver {
	s, err := openPipe(c, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// ample is a budget that no query of a test uses up, even on a slow machine.
var ample = Budget{Time: 5 * time.Minute}

// check checks the result of a query.
func check(t testing.TB, s Solver, want Result, assume ...*term.Term) {
	t.Helper()
	if a := s.Check(context.Background(), ample, assume...); a.Result != want {
		t.Fatalf("%v, want %v", a, want)
	}
}

// wantReason checks that a query has no answer, and that the reason contains the given text.
func wantReason(t testing.TB, s Solver, b Budget, reason string) {
	t.Helper()
	a := s.Check(context.Background(), b)
	if a.Result != Unknown || !strings.Contains(a.Reason, reason) {
		t.Fatalf("%v, want unknown (%s)", a, reason)
	}
}

// TestExample is the example of the package documentation.
func TestExample(t *testing.T) {
	c := term.New()
	s := open(t, c, has(t, "z3"))
	x := c.Var("x", term.BVSort(32))
	s.Assert(c.BVUlt(x, c.BV(10, 32)))
	check(t, s, Sat)
	s.Push()
	big := c.Not(c.BVUle(x, c.BV(8, 32)))
	s.Assert(big)
	check(t, s, Sat)
	m, err := s.Model()
	if err != nil || m.Vars["x"] != c.BV(9, 32) {
		t.Fatal(m, err)
	}
	nine := c.Eq(x, c.BV(9, 32))
	check(t, s, Unsat, c.BVUle(c.BV(1, 32), x), c.Not(nine))
	if core := s.Core(); len(core) != 1 || core[0] != c.Not(nine) {
		t.Error(core)
	}
	s.Pop()
	check(t, s, Sat, c.Not(nine))
	if _, err := s.Model(); err != nil {
		t.Error(err)
	}
	check(t, s, Unsat, c.False())
	if _, err := s.Model(); err == nil {
		t.Error("a model after unsat")
	}
}

// gen makes random formulas over a few small bit-vectors and Booleans.
type gen struct {
	r    *rand.Rand
	c    *term.Ctx
	vars []*term.Term
	all  []*term.Term // the terms made before, for shared subterms
}

const genWidth = 3

// newGen returns a generator of formulas.
func newGen(seed int64, c *term.Ctx) *gen {
	g := &gen{r: rand.New(rand.NewSource(seed)), c: c}
	for _, n := range []string{"x", "y z", "let"} {
		g.vars = append(g.vars, c.Var(n, term.BVSort(genWidth)))
	}
	return g
}

// bv returns a random bit-vector.
func (g *gen) bv(depth int) *term.Term {
	if depth == 0 || g.r.Intn(5) == 0 {
		if g.r.Intn(3) == 0 {
			return g.c.BV(uint64(g.r.Intn(1<<genWidth)), genWidth)
		}
		return g.vars[g.r.Intn(len(g.vars))]
	}
	if len(g.all) > 3 && g.r.Intn(3) == 0 {
		return g.all[g.r.Intn(len(g.all))]
	}
	x, y := g.bv(depth-1), g.bv(depth-1)
	ops := []func() *term.Term{
		func() *term.Term { return g.c.BVAdd(x, y) },
		func() *term.Term { return g.c.BVMul(x, y) },
		func() *term.Term { return g.c.BVUDiv(x, y) },
		func() *term.Term { return g.c.BVSRem(x, y) },
		func() *term.Term { return g.c.BVURem(x, y) },
		func() *term.Term { return g.c.BVSDiv(x, y) },
		func() *term.Term { return g.c.BVXor(x, y) },
		func() *term.Term { return g.c.BVShl(x, y) },
		func() *term.Term { return g.c.BVAShr(x, y) },
		func() *term.Term { return g.c.Ite(g.c.BVSlt(x, y), x, g.c.BVNeg(y)) },
	}
	t := ops[g.r.Intn(len(ops))]()
	g.all = append(g.all, t)
	return t
}

// formula returns a random formula.
func (g *gen) formula() *term.Term {
	x, y := g.bv(3), g.bv(3)
	switch g.r.Intn(5) {
	case 0:
		return g.c.Eq(x, y)
	case 1:
		return g.c.Not(g.c.Eq(x, y))
	case 2:
		return g.c.BVUlt(x, y)
	case 3:
		return g.c.BVSle(x, y)
	}
	return g.c.Or(g.c.BVUlt(x, y), g.c.Eq(x, g.bv(1)))
}

// brute decides a conjunction by enumeration of all values.
func (g *gen) brute(t testing.TB, ts []*term.Term) Result {
	f := g.c.And(ts...)
	m := term.NewModel()
	var rec func(i int) bool
	rec = func(i int) bool {
		if i == len(g.vars) {
			h, err := g.c.Holds(m, f)
			if err != nil {
				t.Fatal(err)
			}
			return h
		}
		for v := 0; v < 1<<genWidth; v++ {
			m.Vars[g.vars[i].Name()] = g.c.BV(uint64(v), genWidth)
			if rec(i + 1) {
				return true
			}
		}
		return false
	}
	if rec(0) {
		return Sat
	}
	return Unsat
}

// session makes random pushes, pops, assertions and checks, and checks each answer, model and core by enumeration of
// all values.
func session(t *testing.T, g *gen, s Solver, steps int, counts map[Result]int) {
	t.Helper()
	var stack stack
	for i := 0; i < steps; i++ {
		switch r := g.r.Intn(10); {
		case r < 2 && len(stack.ends) < 6:
			s.Push()
			stack.Push()
		case r < 4 && len(stack.ends) > 0:
			s.Pop()
			stack.Pop()
		case r < 6 && len(stack.ends) > 0 && len(stack.ts) < 5:
			f := g.formula()
			s.Assert(f)
			stack.Assert(f)
		default:
			var assume []*term.Term
			for n := g.r.Intn(4); n > 0; n-- {
				assume = append(assume, g.formula())
			}
			want := g.brute(t, stack.with(assume))
			a := s.Check(context.Background(), ample, assume...)
			if a.Result != want {
				t.Fatalf("step %d: %v, want %v: %v", i, a, want, stack.with(assume))
			}
			counts[want]++
			if want == Sat {
				m, err := s.Model()
				if err != nil {
					t.Fatal(err)
				}
				if h, err := g.c.Holds(m, g.c.And(stack.with(assume)...)); !h || err != nil {
					t.Fatalf("step %d: model %v of %v: %v", i, m, stack.with(assume), err)
				}
				continue
			}
			core := s.Core()
			if core == nil {
				t.Fatal("no core")
			}
			in := map[*term.Term]bool{}
			for _, u := range assume {
				in[u] = true
			}
			for _, u := range core {
				if !in[u] {
					t.Fatalf("step %d: core has %v, which was not assumed", i, u)
				}
			}
			if g.brute(t, stack.with(core)) != Unsat {
				t.Fatalf("step %d: core %v is sat", i, core)
			}
		}
	}
}

// enough checks that a test has had answers of both kinds.
func enough(t *testing.T, counts map[Result]int) {
	t.Helper()
	if counts[Sat] < 25 || counts[Unsat] < 25 {
		t.Errorf("too few of a kind: %v", counts)
	}
}

// TestSessions checks random sessions of each solver.
func TestSessions(t *testing.T) {
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			cfg := has(t, name)
			counts := map[Result]int{}
			for seed := range int64(size(3, 20)) {
				c := term.New()
				session(t, newGen(seed+1, c), open(t, c, cfg), 120, counts)
			}
			enough(t, counts)
		})
	}
}

// TestAgree compares z3 and cvc5 on integers and arrays, whose values cannot be enumerated.
func TestAgree(t *testing.T) {
	z, v := has(t, "z3"), has(t, "cvc5")
	c := term.New()
	z.Second = &v
	s := newChain(c, z, open(t, c, z))
	defer s.Close()
	r := rand.New(rand.NewSource(7))
	arr := c.Var("a", term.ArraySort(term.IntSort, term.IntSort))
	vars := []*term.Term{c.Var("i", term.IntSort), c.Var("j", term.IntSort), c.Var("k", term.IntSort)}
	expr := func() *term.Term {
		e := c.Int(int64(r.Intn(11) - 5))
		for n := r.Intn(3); n >= 0; n-- {
			x := vars[r.Intn(3)]
			if r.Intn(3) == 0 {
				x = c.Select(c.Store(arr, vars[r.Intn(3)], x), vars[r.Intn(3)])
			}
			if r.Intn(6) == 0 {
				x = c.App("f", term.IntSort, x)
			}
			e = c.IAdd(e, c.IMul(c.Int(int64(r.Intn(7)-3)), x))
		}
		return e
	}
	counts := map[Result]int{}
	for i := range size(80, 500) {
		s.Push()
		for n := 0; n < 5; n++ {
			s.Assert(c.ILe(expr(), expr()))
			if r.Intn(2) == 0 {
				s.Assert(c.Eq(c.IMod(expr(), c.Int(3)), c.Int(int64(r.Intn(3)))))
			}
		}
		a := s.Check(context.Background(), ample)
		if a.Result == Unknown {
			t.Error(i, a)
		}
		counts[a.Result]++
		s.Pop()
	}
	if counts[Sat] < 10 || counts[Unsat] < 10 {
		t.Error(counts)
	}
}

// TestSorts checks models of every sort.
func TestSorts(t *testing.T) {
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			cfg := has(t, name)
			c := term.New()
			s := newChain(c, Config{}, open(t, c, cfg))
			p := c.Var("p", term.BoolSort)
			w := c.Var("wide", term.BVSort(100))
			i := c.Var("i", term.IntSort)
			f := c.Var("f", term.FP64)
			g := c.Var("g", term.FP32)
			a := c.Var("a", term.ArraySort(term.BVSort(64), term.BVSort(8)))
			s.Assert(c.Not(p), c.BVUlt(c.BVConcat(c.BV(1, 36), c.BV(0, 64)), w), c.ILe(i, c.Int(-1<<62)),
				c.FPLt(c.FPOfSBV(c.BV(3, 8), 64), f), c.FPIsNaN(g),
				c.Eq(c.Select(a, c.BV(1<<63, 64)), c.BV(200, 8)), c.Not(c.Eq(c.Select(a, c.BV(5, 64)), c.Select(a, c.BV(6, 64)))),
				c.Eq(c.App("h", term.IntSort, c.App("h", term.IntSort, i)), c.Int(3)), c.Eq(c.App("h", term.IntSort, c.Int(3)),
					c.Int(4)))
			check(t, s, Sat)
			m, err := s.Model()
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []string{"p", "wide", "i", "f", "g", "a"} {
				if m.Vars[n] == nil {
					t.Errorf("no value of %s: %v", n, m)
				}
			}
		})
	}
}

// TestQuantifiers checks that models have values of free variables, and not of bound ones.
func TestQuantifiers(t *testing.T) {
	c := term.New()
	s := open(t, c, has(t, "z3"))
	i, j := c.Var("i", term.IntSort), c.Var("j", term.IntSort)
	all := c.Forall([]*term.Term{i}, c.Or(c.ILt(i, c.Int(0)), c.ILe(j, i)))
	s.Push()
	s.Assert(all, c.ILe(c.Int(-1), j))
	check(t, s, Sat)
	m, err := s.Model()
	if err != nil || m.Vars["i"] != nil || m.Vars["j"] == nil {
		t.Error(m, err)
	}
	check(t, s, Unsat, c.ILe(c.Int(1), j))
	// One name is free and bound.
	s.Assert(c.Eq(i, c.Int(-5)))
	check(t, s, Sat)
	if m, err := s.Model(); err != nil || m.Vars["i"] != c.Int(-5) {
		t.Error(m, err)
	}
	s.Pop()
	s.Assert(c.Forall([]*term.Term{i}, c.ILe(c.Int(1), c.App("f", term.IntSort, i))))
	if a := s.Check(context.Background(), ample); a.Result == Unsat {
		t.Error(a)
	} else if m, err := s.Model(); err == nil {
		t.Error("a model of a function under a quantifier:", m)
	}
	check(t, s, Unsat, c.ILe(c.App("f", term.IntSort, j), c.Int(0)))
}
