package smt

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/term"
)

func pool(t testing.TB, cfg Config, most int) *Pool {
	p, err := NewPool(cfg, most)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// TestPoolSessions: many solvers in many goroutines share few processes, each
// with random sessions whose answers, models and cores are checked.
func TestPoolSessions(t *testing.T) {
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			l := pool(t, has(t, name), 2)
			l.Ahead(2)
			var wg sync.WaitGroup
			for n := range 5 {
				wg.Add(1)
				go func() {
					defer wg.Done()
					c := term.New()
					s := l.Open(c)
					defer s.Close()
					session(t, newGen(int64(100+n), c), s, 40, map[Result]int{})
				}()
			}
			wg.Wait()
			if n := l.Running(); n > 2 {
				t.Errorf("%d processes", n)
			}
		})
	}
}

// TestPoolTurns: one goroutine with more solvers than processes. Each keeps its
// own stack and its own model.
func TestPoolTurns(t *testing.T) {
	l := pool(t, has(t, "z3"), 1)
	c := term.New()
	var ss []Solver
	for i := range 4 {
		s := l.Open(c)
		ss = append(ss, s)
		s.Assert(c.Eq(c.Var("x", term.IntSort), c.Int(int64(i))))
	}
	for range 3 {
		for _, s := range ss {
			check(t, s, Sat)
		}
		for i, s := range ss {
			m, err := s.Model()
			if err != nil || m.Vars["x"] != c.Int(int64(i)) {
				t.Fatal(i, m, err)
			}
			check(t, s, Unsat, c.ILt(c.Var("x", term.IntSort), c.Int(int64(i))))
			if core := s.(Corer).Core(); len(core) != 1 {
				t.Error(core)
			}
			check(t, s, Sat)
		}
	}
	if l.Running() != 1 {
		t.Error(l.Running())
	}
}

// TestPoolWaits: who finds all processes at work waits, within its context.
func TestPoolWaits(t *testing.T) {
	l := pool(t, fakeConfig("hang"), 1)
	c, d := term.New(), term.New()
	s, w := l.Open(c), l.Open(d)
	first, release := context.WithCancel(context.Background())
	defer release()
	done := make(chan Answer)
	go func() { done <- s.Check(first, Budget{}) }()
	for l.Running() == 0 {
		time.Sleep(time.Millisecond)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if a := w.Check(ctx, Budget{}); a.Reason != ReasonTime || time.Since(begin) > slack {
		t.Error(a, time.Since(begin))
	}
	time.AfterFunc(100*time.Millisecond, release)
	if a := w.Check(context.Background(), Budget{Time: time.Millisecond}); a.Reason != ReasonTime {
		t.Error(a)
	}
	if a := <-done; a.Reason != ReasonCanceled {
		t.Error(a)
	}
}

func TestPoolClose(t *testing.T) {
	l := pool(t, has(t, "z3"), 3)
	c := term.New()
	s := l.Open(c)
	check(t, s, Sat)
	used := l.Open(c)
	check(t, used, Sat)
	pid := used.(*pipe).p.cmd.Process.Pid
	used.Close()
	used.Close()
	if a := used.Check(context.Background(), Budget{}); a.Result != Unknown {
		t.Error(a)
	}
	next := l.Open(c)
	check(t, next, Sat)
	if next.(*pipe).p.cmd.Process.Pid != pid {
		t.Error("the process of a closed solver is not used again")
	}
	p := s.(*pipe).p
	l.Close()
	if p.alive() || l.Running() != 0 {
		t.Error("a process is left")
	}
	if a := s.Check(context.Background(), Budget{}); a.Result != Unknown {
		t.Error(a)
	}
	l.Ahead(2)
	if l.Running() != 0 {
		t.Error("started after Close")
	}
}

// TestSharing: a chain of sums, each used twice by the next, is sent in a size linear in its length.
func TestSharing(t *testing.T) {
	c := term.New()
	s := open(t, c, has(t, "z3"))
	x := c.Var("x", term.BVSort(16))
	f := c.Var("y", term.BVSort(16))
	var lines []int
	for i := range 100 {
		f = c.BVXor(c.BVMul(f, x), c.BVAdd(f, c.BV(uint64(i), 16)))
		s.Push()
		s.Assert(c.Not(c.Eq(f, c.BV(7, 16))))
		if i == 49 {
			check(t, s, Sat, c.Eq(x, c.BV(3, 16)), c.Eq(c.Var("y", term.BVSort(16)), c.BV(3, 16)))
			lines = append(lines, s.(*pipe).enc.lines)
		}
	}
	x3 := c.Eq(x, c.BV(3, 16))
	y3 := c.Eq(c.Var("y", term.BVSort(16)), c.BV(3, 16))
	check(t, s, Sat, x3, y3)
	if n := s.(*pipe).enc.lines; n > 2*lines[0]+100 || n > 1500 {
		t.Errorf("%d lines after %v", n, lines)
	}
	// Nothing is sent again where nothing has changed.
	var w bytes.Buffer
	if s.(*pipe).write(&w, ample.Time, 0, nil); w.Len() != 0 {
		t.Errorf("%d bytes: %.100s", w.Len(), w.String())
	}
}

func BenchmarkTrivial(b *testing.B) {
	for _, name := range []string{"z3", "cvc5"} {
		b.Run(name, func(b *testing.B) {
			c := term.New()
			s := open(b, c, has(b, name))
			x := c.Var("x", term.BVSort(32))
			check(b, s, Sat)
			i := uint64(0)
			for b.Loop() {
				i++
				s.Push()
				s.Assert(c.Eq(x, c.BV(i, 32)))
				check(b, s, Sat)
				s.Pop()
			}
		})
	}
}

// BenchmarkModel is a check with its model.
func BenchmarkModel(b *testing.B) {
	c := term.New()
	s := open(b, c, has(b, "z3"))
	x := c.Var("x", term.BVSort(32))
	i := uint64(0)
	for b.Loop() {
		i++
		s.Push()
		s.Assert(c.Eq(x, c.BV(i, 32)))
		check(b, s, Sat)
		if m, err := s.Model(); err != nil || m.Vars["x"] != c.BV(i, 32) {
			b.Fatal(m, err)
		}
		s.Pop()
	}
}

// BenchmarkFirst is the first answer of a solver, with a process started ahead and without.
func BenchmarkFirst(b *testing.B) {
	for _, ahead := range []bool{false, true} {
		b.Run(fmt.Sprint("ahead=", ahead), func(b *testing.B) {
			c := term.New()
			x := c.Var("x", term.BVSort(32))
			for b.Loop() {
				b.StopTimer()
				l := pool(b, has(b, "z3"), 1)
				if ahead {
					l.Ahead(1)
					time.Sleep(150 * time.Millisecond)
				}
				s := l.Open(c)
				s.Assert(c.Eq(x, c.BV(3, 32)))
				b.StartTimer()
				check(b, s, Sat)
				b.StopTimer()
				l.Close()
				b.StartTimer()
			}
		})
	}
}
