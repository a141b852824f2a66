package smt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/term"
)

// hard asserts that a 64-bit prime has factors, which no solver can decide in time.
func hard(c *term.Ctx, s Solver) {
	x, y := c.Var("x", term.BVSort(128)), c.Var("y", term.BVSort(128))
	one := c.BV(1, 128)
	s.Assert(c.Eq(c.BVMul(x, y), c.BV(18446744073709551557, 128)), c.BVUlt(one, x), c.BVUlt(one, y),
		c.BVUlt(x, c.BV(1<<40, 128)), c.BVUlt(y, c.BV(1<<40, 128)))
}

// slack is the time that a query may take after its limit on a busy machine.
const slack = 5 * time.Second

// TestFaults checks that after each kind of fault the query ends in bounded time with Unknown, and that the next query
// uses a new process.
func TestFaults(t *testing.T) {
	for _, k := range []struct{ mode, reason string }{
		{"hang", ReasonTime}, {"mute", ReasonTime},
		{"garbage", "solver says"}, {"many", "solver says"}, {"error", "unknown constant"},
		{"crash", "segmentation fault"}, {"liar", `answers "sat sat"`}, {"unknown", "made up"}, {"endless", ""},
		{"memory", ReasonMemory},
	} {
		t.Run(k.mode, func(t *testing.T) {
			t.Parallel()
			c := term.New()
			cfg := fakeConfig(k.mode)
			cfg.Log = &obs.Log{}
			b := ample
			switch k.mode {
			case "hang", "mute", "endless":
				b.Time = 100 * time.Millisecond
			case "memory":
				b.Memory = 1 << 30
			}
			s := open(t, c, cfg)
			x := c.Var("x", term.BoolSort)
			s.Push()
			s.Assert(x)
			begin := time.Now()
			for range 2 {
				wantReason(t, s, b, k.reason)
			}
			if d := time.Since(begin); b.Time < slack && d > 2*slack {
				t.Errorf("two queries took %v", d)
			}
			if k.mode == "unknown" {
				return
			}
			if s.(*pipe).p != nil {
				t.Error("the process is kept")
			}
		})
	}
}

// TestGrandchild checks that a process that a solver has started ends with the solver.
func TestGrandchild(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("process groups are used on Linux only")
	}
	c := term.New()
	file := filepath.Join(t.TempDir(), "pid")
	s := open(t, c, fakeConfig("child:"+file))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		for text := []byte(nil); len(text) == 0 && ctx.Err() == nil; text, _ = os.ReadFile(file) {
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	if a := s.Check(ctx, ample); a.Reason != ReasonCanceled {
		t.Fatal(a)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	// Its new parent may take a moment to reap it.
	for range 1000 {
		if state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err != nil ||
			strings.Contains(string(state), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("it lives")
}

// TestCoreGarbage checks that if the solver's core has unknown names, the core is the set of all assumptions.
func TestCoreGarbage(t *testing.T) {
	c := term.New()
	s := open(t, c, fakeConfig("unsat"))
	p, q := c.Var("p", term.BoolSort), c.Var("q", term.BoolSort)
	check(t, s, Unsat, p, q)
	if core := s.Core(); len(core) != 2 {
		t.Error(core)
	}
}

// TestNoise checks that further output of a solver does not change its answer.
func TestNoise(t *testing.T) {
	c := term.New()
	s := open(t, c, fakeConfig("noise"))
	s.Assert(c.Var("x", term.BoolSort))
	check(t, s, Unsat)
}

// TestCancel checks that a query ends soon after its context.
func TestCancel(t *testing.T) {
	c := term.New()
	for name, cfg := range map[string]Config{"fake": fakeConfig("hang"), "z3": {Path: "z3"}} {
		t.Run(name, func(t *testing.T) {
			if name == "z3" {
				cfg = has(t, "z3")
			}
			s := open(t, c, cfg)
			hard(c, s)
			ctx, cancel := context.WithCancel(context.Background())
			var at time.Time
			time.AfterFunc(300*time.Millisecond, func() { at = time.Now(); cancel() })
			a := s.Check(ctx, Budget{})
			if took := time.Since(at); took > slack || a != unknown(ReasonCanceled) {
				t.Errorf("%v, %v after the end of the context", a, took)
			}
			if a := s.Check(ctx, Budget{}); a.Reason != ReasonCanceled {
				t.Error(a)
			}
			ctx, cancel = context.WithTimeout(context.Background(), 200*time.Millisecond)
			defer cancel()
			if a := s.Check(ctx, Budget{}); a.Reason != ReasonTime {
				t.Error(a)
			}
		})
	}
}

// TestKill kills the process while it works, and while it waits.
func TestKill(t *testing.T) {
	cfg := has(t, "z3")
	c := term.New()
	s := open(t, c, cfg)
	x := c.Var("n", term.BVSort(8))
	s.Assert(c.BVUlt(x, c.BV(5, 8)))
	s.Push()
	s.Assert(c.Not(c.Eq(x, c.BV(0, 8))))
	check(t, s, Sat)
	s.Push()
	hard(c, s)
	proc := s.(*pipe).p.cmd.Process
	time.AfterFunc(time.Second, func() { proc.Kill() })
	begin := time.Now()
	wantReason(t, s, Budget{Time: 30 * time.Second}, "killed")
	if time.Since(begin) > 2*slack {
		t.Error("the death of the process was not seen")
	}
	s.Pop()
	check(t, s, Sat)
	check(t, s, Unsat, c.BVUlt(c.BV(4, 8), x))
	// While it waits, nothing is lost: the stack is sent again.
	p := s.(*pipe).p
	p.cmd.Process.Kill()
	<-p.done
	check(t, s, Unsat, c.BVUlt(c.BV(4, 8), x))
	check(t, s, Sat)
	// Between a Check and its Model, Model returns an error.
	p = s.(*pipe).p
	p.cmd.Process.Kill()
	<-p.done
	if m, err := s.Model(); err == nil {
		t.Error(m)
	}
	check(t, s, Sat)
	if _, err := s.Model(); err != nil {
		t.Error(err)
	}
}

// TestLimits checks that z3 ends on a query that is too hard, by limits of time, work and memory.
func TestLimits(t *testing.T) {
	cfg := has(t, "z3")
	c := term.New()
	s := open(t, c, cfg)
	s.Push()
	hard(c, s)
	begin := time.Now()
	wantReason(t, s, Budget{Time: 200 * time.Millisecond}, ReasonTime)
	if d := time.Since(begin); d > slack {
		t.Errorf("200 ms took %v", d)
	}
	wantReason(t, s, Budget{Work: 300_000}, ReasonWork)
	s.Pop()
	x := c.Var("m", term.BVSort(8))
	s.Push()
	s.Assert(c.BVUlt(x, c.BV(5, 8)))
	check(t, s, Sat) // the limits hold for one query
	s.Pop()

	s = open(t, c, Config{Path: "z3", OneShot: true})
	a, d := c.Var("a", term.BVSort(512)), c.Var("d", term.BVSort(512))
	s.Push()
	s.Assert(c.Eq(c.BVMul(a, a, d), c.BVAdd(c.BVUDiv(a, d), c.BV(77, 512))), c.BVUlt(c.BV(9, 512), d))
	wantReason(t, s, Budget{Time: ample.Time, Memory: 40 << 20}, ReasonMemory)
	s.Pop()
	check(t, s, Sat)
}

// TestLimitsOther checks that a query also ends at its time limit if the solver does not have z3's options.
func TestLimitsOther(t *testing.T) {
	c := term.New()
	s := open(t, c, has(t, "cvc5"))
	s.Push()
	hard(c, s)
	for range 2 {
		begin := time.Now()
		wantReason(t, s, Budget{Time: 200 * time.Millisecond}, ReasonTime)
		if d := time.Since(begin); d > slack {
			t.Errorf("200 ms took %v", d)
		}
	}
	s.Pop()
	check(t, s, Sat)
	check(t, s, Unsat, c.False())
}

// TestOptions checks that the logic and options of the Config are sent to the solver.
func TestOptions(t *testing.T) {
	cfg := has(t, "z3")
	c := term.New()
	i := c.Var("i", term.IntSort)
	cfg.Logic, cfg.Options = "QF_LIA", []string{":smt.random_seed 7"}
	s := open(t, c, cfg)
	s.Assert(c.ILe(c.Int(3), i))
	check(t, s, Sat)
	check(t, s, Unsat, c.ILt(i, c.Int(3)))
	cfg.Options = []string{":smt.no_such_option 7"}
	s = open(t, c, cfg)
	wantReason(t, s, ample, "refuses its options")
}

// TestNoSolver checks the errors if there is no solver, or if it cannot be started.
func TestNoSolver(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	c := term.New()
	if _, err := Open(c, Config{}); !errors.Is(err, ErrNoSolver) || !strings.Contains(err.Error(), "install z3") {
		t.Error(err)
	}
	if _, err := OpenHorn(c, Config{}); !errors.Is(err, ErrNoSolver) {
		t.Error(err)
	}
	if _, err := Open(c, Config{Path: "/no/such/z3"}); !errors.Is(err, ErrNoSolver) {
		t.Error(err)
	}
	for _, f := range Known() {
		if f.Path != "" || f.Install == "" {
			t.Error(f)
		}
	}
	// A file that is not an executable program.
	path := filepath.Join(t.TempDir(), "z3")
	if err := os.WriteFile(path, []byte("\x7fELF junk"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := open(t, c, Config{Path: path})
	wantReason(t, s, Budget{}, "cannot start")
}

// TestWork checks that an answer has the work of its query, that this work is the same in another process, and that it
// is the whole budget if the query has no answer.
func TestWork(t *testing.T) {
	cfg := has(t, "z3")
	var first []uint64
	for range 2 {
		c := term.New()
		s := open(t, c, cfg)
		var works []uint64
		ask := func(b Budget, want Result) {
			a := s.Check(context.Background(), b)
			if a.Result != want {
				t.Fatal(a)
			}
			works = append(works, a.Work)
		}
		x, y := c.Var("a", term.IntSort), c.Var("b", term.IntSort)
		s.Assert(c.ILt(c.IMul(c.Int(3), x), c.IMul(c.Int(5), y)), c.ILt(y, c.Int(20)))
		ask(Budget{Work: 1 << 20}, Sat)
		s.Push()
		s.Assert(c.ILt(c.Int(40), x))
		ask(Budget{Work: 1 << 20}, Unsat)
		s.Pop()
		s.Push()
		hard(c, s)
		ask(Budget{Work: 300_000}, Unknown)
		s.Pop()
		s.Assert(c.ILt(c.Int(30), x))
		ask(Budget{Work: 1 << 20}, Sat)
		if _, err := s.Model(); err != nil {
			t.Error(err)
		}
		if works[0] == 0 || works[1] == 0 || works[2] < 300_000 || works[2] > 600_000 {
			t.Errorf("work %v", works)
		}
		if first == nil {
			first = works
		} else if !slices.Equal(first, works) {
			t.Errorf("work %v, then %v", first, works)
		}
		ask(Budget{}, Sat)
		if works[4] != 0 {
			t.Error("counted without a bound")
		}
		s.Close()
	}
}

// TestMeter checks that time passes by work on a meter that counts work, and that a meter without work is a clock.
func TestMeter(t *testing.T) {
	m := NewMeter(t.Context(), WorkOf(10*time.Second), true)
	if b := m.Budget(time.Second); b.Time != 0 || b.Work != PerSecond {
		t.Error(b)
	}
	m.Note(Answer{Work: WorkOf(4 * time.Second)})
	if n := m.Now().Round(time.Second); n != 4*time.Second {
		t.Error(n)
	}
	m.Within(0.5, func() {
		if r := m.Rest().Round(time.Second); r != 3*time.Second {
			t.Error(r)
		}
		m.Spend(WorkOf(4 * time.Second))
		if m.Left() != 0 {
			t.Error("more than a part")
		}
	})
	if r := m.Rest().Round(time.Second); r != 2*time.Second {
		t.Error(r)
	}
	if m = NewMeter(t.Context(), 0, false); m.Counts() || m.Left() == 0 ||
		m.Budget(time.Second) != (Budget{Time: time.Second}) {
		t.Error("not a clock")
	}
	if m = NewMeter(t.Context(), 0, true); !m.Counts() {
		t.Error("a clock")
	}
}
