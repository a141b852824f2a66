package random

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const head = `program ILP32
site nondet "n@a.c:1:1" type i32
obligation "assertion" text "x" in "main"
obligation "assertion" text "y" in "main"
entry main
`

// lock compares three inputs with constants, one after the other, and then has a long loop before the error.
const lock = head + `func main() void {
  reg x i32
  reg i i32
  locs 11 error 2
  L0 -> L3: x = input #0
  L3 -> L4: assume x == 90210:i32 [T]
  L3 -> L11: assume x != 90210:i32 [F]
  L4 -> L5: x = input #0
  L5 -> L6: assume x == -77:i32 [T]
  L5 -> L11: assume x != -77:i32 [F]
  L6 -> L7: x = input #0
  L7 -> L8: assume x == 123456789:i32 [T]
  L7 -> L11: assume x != 123456789:i32 [F]
  L8 -> L9: assume i < 200000:i32 [T]
  L9 -> L8: i = i + 1:i32
  L8 -> L10: assume 200000:i32 <= i [F]
  L10 -> L2: skip
  L11 -> L1: return
}
`

// runOn runs the engine on a program with a budget of work and a time limit.
func runOn(t *testing.T, p *ir.Program, opt verify.Options, work uint64, limit time.Duration) verify.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return enginetest.Run(ctx, New(Default()), &verify.Task{Program: p, Options: opt, Budget: verify.Budget{Work: work}},
		verify.NewBoard())
}

// TestLock checks that constants of the program, guidance by branches and escalation of fuel together find the error.
func TestLock(t *testing.T) {
	p := irtest.Program(t, lock)
	res := runOn(t, p, verify.Options{Seed: 1}, 0, 30*time.Second)
	u, ok := res.(*verify.Unsafe)
	if !ok || u.Obligation != p.Obligations[0] {
		t.Fatalf("%+v", res)
	}
	m, err := exec.NewInterp(p, exec.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	run, err := testgen.Run(context.Background(), p, m, u.Test)
	if err != nil || run.Outcome.Kind != exec.Violated {
		t.Errorf("replay: %+v %v", run, err)
	}
}

// TestFirstRuns checks that a turn whose time is over still makes the first runs, so easy errors are found on a busy
// machine.
func TestFirstRuns(t *testing.T) {
	p := irtest.Program(t, head+`func main() void {
  reg x i32
  locs 5 error 2
  L0 -> L3: x = input #0
  L3 -> L2: assume 100:i32 < x [T]
  L3 -> L4: assume x <= 100:i32 [F]
  L4 -> L1: return
}
`)
	ctx, cancel := context.WithCancel(context.Background())
	w := New(Default()).Open(&verify.Task{Program: p, Options: verify.Options{Seed: 1}}, verify.NewBoard()).(*worker)
	defer w.Close()
	if err := w.begin(ctx); err != nil {
		t.Fatal(err)
	}
	cancel()
	if u, ok := w.Work(ctx, verify.Budget{}).(*verify.Unsafe); !ok || u.Obligation != p.Obligations[0] {
		t.Error("the first runs do not find an error that half of all inputs reach")
	}
}

// TestInterpretedFirst checks that, if there is no time to compile a large program, the interpreter runs it and finds
// errors that most inputs reach. It does not run a smaller one.
func TestInterpretedFirst(t *testing.T) {
	p := irtest.Program(t, head+`func main() void {
  reg x i32
  locs 5 error 2
  L0 -> L3: x = input #0
  L3 -> L2: assume 100:i32 < x [T]
  L3 -> L4: assume x <= 100:i32 [F]
  L4 -> L1: return
}
`)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, large := range []int{4, 5} {
		cfg := Default()
		cfg.Medium = large
		w := New(cfg).Open(&verify.Task{Program: p, Options: verify.Options{Seed: 1}}, verify.NewBoard()).(*worker)
		u, found := w.Work(ctx, verify.Budget{}).(*verify.Unsafe)
		w.Close()
		if found != (large == 4) || found && u.Obligation != p.Obligations[0] {
			t.Errorf("from %d edges on: found %v", large, found)
		}
	}
}

// TestDeterministic checks that the same seed and budget of work lead to the same test, independent of the clock.
func TestDeterministic(t *testing.T) {
	p := irtest.Program(t, lock)
	var first []ir.Record
	for i := range 2 {
		res := runOn(t, p, verify.Options{Seed: 7, Determ: true}, 1<<28, time.Minute)
		u, ok := res.(*verify.Unsafe)
		if !ok {
			t.Fatalf("%+v", res)
		}
		if i == 0 {
			first = u.Test.Records
		}
		for k, r := range u.Test.Records {
			if k >= len(first) || first[k] != r {
				t.Fatalf("run %d: %v, first %v", i, u.Test.Records, first)
			}
		}
	}
	if res, ok := runOn(t, p, verify.Options{Seed: 7, Determ: true}, 1000, time.Minute).(*verify.Unknown); !ok {
		t.Errorf("with little work: %+v", res)
	}
}

// TestGivesUp checks that, on a program without inputs, the engine returns early.
func TestGivesUp(t *testing.T) {
	p := irtest.Program(t, head+`func main() void {
  loc L0 entry
  loc L1 exit
  L0 -> L1: return
}
`)
	start := time.Now()
	if res, ok := runOn(t, p, verify.Options{}, 0, 20*time.Second).(*verify.Unknown); !ok ||
		time.Since(start) > 10*time.Second {
		t.Errorf("%+v after %v", res, time.Since(start))
	}
}

// TestLongRunsDoNotStarve checks that an endless loop in most runs does not prevent short runs.
func TestLongRunsDoNotStarve(t *testing.T) {
	p := irtest.Program(t, head+`func main() void {
  reg x i32
  reg y i32
  locs 5 error 2
  L0 -> L3: x = input #0
  L3 -> L4: assume x == 31337:i32 [T]
  L3 -> L5: assume x != 31337:i32 [F]
  L4 -> L2: skip
  L5 -> L5: y = y + 1:i32
}
`)
	if res, ok := runOn(t, p, verify.Options{Seed: 3}, 0, 20*time.Second).(*verify.Unsafe); !ok {
		t.Errorf("%+v", res)
	}
}

// TestShiftShowsNothing checks that a violation that depends on an oversized shift does not count.
func TestShiftShowsNothing(t *testing.T) {
	p := irtest.Program(t, `program ILP32
site shift "s@a.c:1:1" type i32 @1:1
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg x i32
  locs 5 error 2
  L0 -> L3: x = input #0
  L3 -> L2: assume x == 0:i32
  L3 -> L4: assume x != 0:i32
  L4 -> L1: return
}
`)
	if res, ok := runOn(t, p, verify.Options{Determ: true}, 1<<16, 20*time.Second).(*verify.Unknown); !ok {
		t.Errorf("%+v", res)
	}
}

// narrow fails for 7919 of 2^32 inputs, which a region on the board contains.
const narrow = head + `func main() void {
  reg x i32
  locs 6 error 2
  L0 -> L3: x = input #0
  L3 -> L4: assume x / 7919:i32 == 15601:i32 [T]
  L3 -> L5: assume x / 7919:i32 != 15601:i32 [F]
  L4 -> L2: skip
  L5 -> L1: return
}
`

// TestRegion checks that the engine finds the error of narrow only with the region, and a wrong region hides no error.
func TestRegion(t *testing.T) {
	p := irtest.Program(t, narrow)
	for _, helped := range []bool{false, true} {
		b := verify.NewBoard()
		task := &verify.Task{Program: p, Options: verify.Options{Seed: 3, Determ: true}, Budget: verify.Budget{Work: 1 << 20}}
		if helped {
			r := &verify.Region{Box: []verify.Range{{Site: 0, Type: ir.I32, Lo: 15601 * 7919, Hi: 15602*7919 - 1}}}
			if _, err := b.Publish(verify.Fact{Payload: &verify.OpenRegion{Region: r}, Producer: "test",
				Status: verify.Claimed}); err != nil {
				t.Fatal(err)
			}
		}
		if u, ok := enginetest.Run(context.Background(), New(Default()), task, b).(*verify.Unsafe); ok != helped {
			t.Errorf("helped %v: %+v", helped, u)
		}
	}
	// A wrong region hides no error.
	b := verify.NewBoard()
	r := &verify.Region{Box: []verify.Range{{Site: 0, Type: ir.I32, Lo: 5, Hi: 6}}}
	if _, err := b.Publish(verify.Fact{Payload: &verify.OpenRegion{Region: r}, Producer: "test",
		Status: verify.Claimed}); err != nil {
		t.Fatal(err)
	}
	task := &verify.Task{Program: irtest.Program(t, lock), Options: verify.Options{Seed: 3, Determ: true},
		Budget: verify.Budget{Work: 1 << 30}}
	if r, ok := enginetest.Run(context.Background(), New(Default()), task, b).(*verify.Unsafe); !ok {
		t.Errorf("%+v", r)
	}
}

// TestGoesOn checks that short turns find the error of one long turn with the same work.
func TestGoesOn(t *testing.T) {
	search := func(turn uint64) (spent uint64) {
		w := New(Default()).Open(&verify.Task{Program: irtest.Program(t, lock),
			Options: verify.Options{Seed: 1, Determ: true}}, verify.NewBoard())
		defer w.Close()
		for ; spent < 1<<24; spent += turn {
			if _, ok := w.Work(context.Background(), verify.Budget{Work: turn}).(*verify.Unsafe); ok {
				return spent + turn
			}
		}
		return spent
	}
	if once := search(1 << 22); once != 1<<22 {
		t.Fatal("a long turn does not find it")
	}
	if many := search(1 << 12); many > 1<<22 {
		t.Errorf("short turns find it after %d", many)
	}
}
