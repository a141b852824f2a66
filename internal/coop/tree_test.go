package coop

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// played records the turns of its engines.
type played struct {
	mu     sync.Mutex
	turns  []string
	work   []uint64
	closed map[string]int
}

// engine returns an engine whose workers return answer(ctx, n, b) in their n-th turn, from 0.
func (p *played) engine(name string,
	answer func(ctx context.Context, n int, b verify.Budget) verify.Result) verify.Engine {
	return verify.Engine{Name: name, Doc: "fake", Open: func(*verify.Task, *verify.Board) verify.Worker {
		return &player{p: p, name: name, answer: answer}
	}}
}

// player is a worker of played.
type player struct {
	p      *played
	name   string
	n      int
	answer func(context.Context, int, verify.Budget) verify.Result
	res    verify.Result
}

func (w *player) Work(ctx context.Context, b verify.Budget) verify.Result {
	w.p.mu.Lock()
	w.p.turns, w.p.work = append(w.p.turns, w.name), append(w.p.work, b.Work)
	w.p.mu.Unlock()
	w.n++
	w.res = w.answer(ctx, w.n-1, b)
	return w.res
}

func (w *player) Finished() bool {
	u, ok := w.res.(*verify.Unknown)
	return ok && u.Idle
}

func (w *player) Close() {
	w.p.mu.Lock()
	defer w.p.mu.Unlock()
	if w.p.closed == nil {
		w.p.closed = map[string]int{}
	}
	w.p.closed[w.name]++
}

// busy, idle and tired are answers of engines.
func busy(ctx context.Context, _ int, _ verify.Budget) verify.Result {
	<-ctx.Done()
	return &verify.Unknown{Reason: "cut"}
}

func idle(context.Context, int, verify.Budget) verify.Result {
	return &verify.Unknown{Reason: "nothing", Idle: true}
}

func tired(context.Context, int, verify.Budget) verify.Result {
	return &verify.Unknown{Reason: "tired"}
}

// play runs a strategy for at most d.
func play(t *testing.T, p *played, text string, opt verify.Options, d time.Duration,
	engines ...verify.Engine) *Outcome {
	t.Helper()
	s, err := Parse(text, engines)
	if err != nil {
		t.Fatal(err)
	}
	opt.Missing = verify.MissingInput
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	r := NewRunner(&verify.Task{Program: irtest.Program(t, prog), Options: opt}, s, engines)
	out := r.Run(ctx)
	r.Wait()
	return out
}

func (p *played) String() string { return strings.Join(p.turns, " ") }

// TestTree tests the order of turns in trees of jobs.
func TestTree(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"seq(i, j, i)", "i j"},                                    // i has finished, and gets no second turn
		{"seq(t, j, t)", "t j t"},                                  // t may decide something in a second turn
		{"if(loops, t, j)", "j"},                                   // the program has none
		{"seq(if(edges >= 8, t), if(edges > 8 & inputs, j))", "t"}, // it has eight
		{"if(inputs & !heap & edges <= 9 & edges < 10, seq(j, t))", "j t"},
		{"turns(t, i)", "t i"}, // no engine used up its slice
	} {
		p := &played{}
		play(t, p, c.text, verify.Options{}, 5*time.Second, p.engine("i", idle), p.engine("j", idle), p.engine("t", tired))
		if got := p.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
		for name, n := range p.closed {
			if n != 1 {
				t.Errorf("%s: %s was closed %d times", c.text, name, n)
			}
		}
	}
}

// TestTurns tests that an engine in turns gets longer and longer slices as long as time remains.
func TestTurns(t *testing.T) {
	p := &played{}
	o := play(t, p, "turns(a, b)", verify.Options{}, 700*time.Millisecond, p.engine("a", busy), p.engine("b", busy))
	if got := p.String(); !strings.HasPrefix(got, "a b a b a") || len(p.turns) > 8 {
		t.Error(got)
	}
	if got := strings.Join(lastReasons(o.Steps), "; "); got != "a: cut; b: cut" ||
		o.Reason != "no engine could decide it" {
		t.Error(got, o.Reason)
	}
}

// TestPar tests that the first verdict ends the other engines, and that Run does not wait for them.
func TestPar(t *testing.T) {
	p := &played{}
	release := make(chan struct{})
	slow := p.engine("slow", func(ctx context.Context, _ int, _ verify.Budget) verify.Result {
		<-ctx.Done()
		<-release
		return &verify.Unknown{}
	})
	bad := p.engine("bad", func(context.Context, int, verify.Budget) verify.Result { panic("oops") })
	var obligation *ir.Obligation
	right := p.engine("right", func(ctx context.Context, n int, _ verify.Budget) verify.Result {
		time.Sleep(20 * time.Millisecond)
		return &verify.Unsafe{Obligation: obligation, Test: test(7)}
	})
	engines := []verify.Engine{slow, bad, right}
	s, err := Parse("par(slow, seq(bad, bad), seq(right, right))", engines)
	if err != nil {
		t.Fatal(err)
	}
	prg := irtest.Program(t, prog)
	obligation = prg.Obligations[0]
	r := NewRunner(&verify.Task{Program: prg, Options: verify.Options{Missing: verify.MissingInput}}, s, engines)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	o := r.Run(ctx) // while slow does not even look at its context
	if o.Verdict != verify.False || o.Violated.Engine != "right" {
		t.Errorf("%s: %s", o.Verdict, o.Reason)
	}
	close(release)
	r.Wait()
	if p.closed["slow"] != 1 || p.closed["right"] != 1 {
		t.Error(p.closed)
	}
}

// TestFactsMeanwhile tests that a fact is checked while engines are at work.
func TestFactsMeanwhile(t *testing.T) {
	inv := verify.Inductive{}
	learns := verify.Engine{Name: "learns", Doc: "fake",
		Open: verify.Once(func(ctx context.Context, task *verify.Task, b *verify.Board) verify.Result {
			inv.Invariants = []verify.Invariant{{Loc: task.Program.Entry.Locs[1], Expr: ir.NewBool(true)}}
			if _, err := b.Publish(verify.Fact{Producer: "learns", Status: verify.Claimed,
				Payload: &verify.Invariants{Inductive: inv}}); err != nil {
				t.Error(err)
			}
			<-ctx.Done()
			return &verify.Unknown{}
		})}
	used := false
	uses := verify.Engine{Name: "uses", Doc: "fake", Needs: []verify.FactKind{verify.KindInvariant},
		Open: verify.Once(func(ctx context.Context, task *verify.Task, b *verify.Board) verify.Result {
			sub := b.Subscribe(verify.Query{Kinds: []verify.FactKind{verify.KindInvariant},
				Statuses: []verify.FactStatus{verify.Checked}})
			_, err := sub.Next(ctx)
			used = err == nil
			return &verify.Unsafe{Obligation: task.Program.Obligations[0], Test: test(7)}
		})}
	o := play(t, &played{}, "par(learns, uses)", verify.Options{}, 20*time.Second, learns, uses)
	if !used || o.Verdict != verify.False {
		t.Errorf("used %v: %s: %s", used, o.Verdict, o.Reason)
	}
}

// TestWork tests that, without a clock, shares are shares of a minute of work, and that an engine which ends early
// leaves its work to the others.
func TestWork(t *testing.T) {
	p := &played{}
	play(t, p, "seq(t 50%, par(t 1s, i, t 2s), t 1%, turns(t 10%, t) 2s)", verify.Options{Determ: true}, 20*time.Second,
		p.engine("t", tired), p.engine("i", idle))
	if got := p.String(); !strings.HasPrefix(got, "t t i t t t t t") || len(p.turns) > 300 {
		t.Errorf("%.100s", got)
	}
	const s = obs.PerSecond
	for i, want := range []float64{30, 1, 30, 2, 0.28, 0.005, 0.05} {
		if got := float64(p.work[i]) / s; got < want*0.999 || got > want*1.001 {
			t.Errorf("turn %d: %v s, want %v", i, got, want)
		}
	}
}

// TestSmallWork tests that no turn gets the work 0 of a small budget, which would mean no limit.
func TestSmallWork(t *testing.T) {
	for work := uint64(1); work < 40; work++ {
		p := &played{}
		engines := []verify.Engine{p.engine("t", tired)}
		s, err := Single("t", engines)
		if err != nil {
			t.Fatal(err)
		}
		task := &verify.Task{Program: irtest.Program(t, prog),
			Options: verify.Options{Determ: true, Missing: verify.MissingInput}}
		r := NewRunner(task.With(verify.Budget{Work: work}), s, engines)
		r.Run(t.Context())
		r.Wait()
		sum := uint64(0)
		for _, w := range p.work {
			if w == 0 {
				t.Errorf("a turn without limit: %v of %d", p.work, work)
			}
			sum += w
		}
		if sum > work || work > 1 && sum == 0 {
			t.Errorf("turns of %v, with %d in all", p.work, work)
		}
	}
}
