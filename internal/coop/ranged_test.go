package coop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// branches is a program with three decisions, hence eight paths, which fails if x is 100.
const branches = `program ILP32
site nondet "n@a.c:1:1" type u8
obligation "assertion" text "x" in "main" @9:9
entry main
func main() void {
  reg x u8
  reg y u8
  locs 9 error 2
  L0 -> L3: x = input #0
  L3 -> L4: assume x < 128:u8 [T]
  L3 -> L4: assume 128:u8 <= x [F]
  L4 -> L5: assume (x & 2:u8) == 0:u8 [T]
  L4 -> L5: assume (x & 2:u8) != 0:u8 [F]
  L5 -> L6: assume (x & 1:u8) == 0:u8 [T]
  L5 -> L6: assume (x & 1:u8) != 0:u8 [F]
  L6 -> L7: assume x != 100:u8
  L6 -> L2: assume x == 100:u8
  L7 -> L1: return
}
`

// stage is a cutter with scripted ranges, and has the script of the analyses.
type stage struct {
	*testing.T
	ranges []string          // the result of Split
	halves map[string]string // by range: the path at which it is halved
	roles  map[string]role   // by analysis and range, as "a ..<F"

	mu     sync.Mutex
	events []string
	begun  map[string]chan struct{}
}

// role is the script of an analysis on a range.
type role struct {
	after string // it waits until these analyses have begun: "b F.., a F.."
	does  string // true, false, never (works until it is stopped), unknown, panic, deaf (ignores that it is stopped)
	input uint64
	turns int  // number of turns before that without a result
	yield bool // it yields the second half of its range
}

func (s *stage) Split(context.Context, *verify.Task, string, int) (out []verify.PathRange, err error) {
	if len(s.ranges) == 0 {
		return nil, errors.New("no loop")
	}
	for _, text := range s.ranges {
		r, err := restrict.ParsePaths(text)
		if err != nil {
			s.Fatal(err)
		}
		out = append(out, *r)
	}
	return out, nil
}

func (s *stage) Halver(context.Context, *verify.Task) (halver, error) { return s, nil }
func (s *stage) Close()                                               {}

func (s *stage) Halve(_ context.Context, r verify.PathRange) (ranges.Bound, error) {
	r.Form = ""
	if at := s.halves[r.String()]; at != "" {
		return ranges.Bound{Path: verify.Path(at)}, nil
	}
	return ranges.Bound{}, errors.New("one path")
}

// event records an event.
func (s *stage) event(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, fmt.Sprintf(format, args...))
}

// began returns a channel that is closed when an analysis begins.
func (s *stage) began(what string) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.begun[what] == nil {
		s.begun[what] = make(chan struct{})
	}
	return s.begun[what]
}

// engine returns a scripted analysis. If within is set, it supports ranges.
func (s *stage) engine(name string, within bool) verify.Engine {
	e := verify.Engine{Name: name, Doc: "scripted", Open: func(t *verify.Task, b *verify.Board) verify.Worker {
		r := "all"
		if t.Scope.Range != nil {
			r = t.Scope.Range.String()
		}
		return &actor{stage: s, task: t, board: b, name: name, on: name + " " + r}
	}}
	if within {
		e.Ranged = func(t *verify.Task, r verify.PathRange, b *verify.Board) verify.Worker {
			return ranging{&actor{stage: s, task: t, board: b, name: name, on: name + " " + r.String(), paths: &r}}
		}
	}
	return e
}

// actor is the worker of a scripted analysis.
type actor struct {
	*stage
	task  *verify.Task
	board *verify.Board
	name  string
	on    string
	turn  int
	paths *verify.PathRange
	gave  bool
}

func (a *actor) Work(ctx context.Context, _ verify.Budget) verify.Result {
	p := a.roles[a.on]
	if a.turn++; a.turn == 1 {
		a.event("%s begins", a.on)
		if c := a.stage.began(a.on); true {
			select {
			case <-c:
			default:
				close(c)
			}
		}
	}
	for _, what := range strings.Split(p.after, ", ") {
		if what == "" {
			continue
		}
		select {
		case <-a.stage.began(what):
		case <-ctx.Done():
		}
	}
	if a.turn <= p.turns {
		if !a.task.Options.Determ {
			<-ctx.Done()
		}
		return &verify.Unknown{Reason: "cut"}
	}
	o := a.task.Asked()[0]
	switch p.does {
	case "true":
		a.event("%s: true", a.on)
		return &verify.Safe{Proof: &verify.Unwinding{}}
	case "false":
		a.event("%s: false", a.on)
		return &verify.Unsafe{Obligation: o, Test: &verify.Test{Records: []ir.Record{{Type: ir.U8, Bits: p.input}}}}
	case "never":
		<-ctx.Done()
		a.event("%s is stopped", a.on)
	case "deaf":
		<-ctx.Done()
		time.Sleep(50 * time.Millisecond)
		a.event("%s is stopped late", a.on)
	case "panic":
		a.event("%s panics", a.on)
		panic("oops")
	case "unknown":
		a.event("%s: unknown", a.on)
		return &verify.Unknown{Reason: "tired", Idle: true}
	default:
		a.Errorf("no role %q", a.on)
	}
	return &verify.Unknown{Reason: "cut"}
}

// ranging is an actor that explores paths in order, and yields once if its role says so.
type ranging struct{ *actor }

func (a ranging) Ahead() (verify.PathRange, bool) {
	return *a.paths, a.roles[a.on].yield
}

func (a ranging) Yield(p verify.Path) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.roles[a.on].yield || a.gave {
		return false
	}
	a.gave = true
	a.events = append(a.events, fmt.Sprintf("%s leaves what is after %s", a.on, p))
	return true
}

func (a *actor) Finished() bool { return false }
func (a *actor) Close()         {}

// act runs a strategy with scripted analyses, and returns the events and the outcome as text.
func (s *stage) act(strategy string, d time.Duration, opt verify.Options, engines ...verify.Engine) string {
	s.begun = map[string]chan struct{}{}
	st, err := Parse(strategy, engines)
	if err != nil {
		s.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	r := NewRunner(&verify.Task{Program: irtest.Program(s.T, branches), Options: opt}, st, engines)
	r.ranges.cutter, r.ranges.headStart = s, 0
	r.prove = func(_ context.Context, _ *verify.Task, s *verify.Safe) ruling {
		return ruling{ok: true, proof: s.Proof}
	}
	out := r.Run(ctx)
	r.Wait()
	var b strings.Builder
	fmt.Fprintln(&b, strategy)
	for _, e := range s.events {
		fmt.Fprintln(&b, "  "+e)
	}
	for _, st := range out.Steps {
		if st.Reason == "another analysis decided the range" { // before or after the end
			continue
		}
		fmt.Fprintf(&b, "step: %s %s", st.Engine, st.Result)
		if st.Range != "" {
			fmt.Fprintf(&b, " on %s", st.Range)
		}
		if st.Stolen != "" {
			fmt.Fprintf(&b, ", stolen from %s", st.Stolen)
		}
		if st.Reason != "" {
			fmt.Fprintf(&b, ": %s", st.Reason)
		}
		fmt.Fprintln(&b)
	}
	for _, l := range out.Ranges {
		fmt.Fprintf(&b, "left: %s by %s\n", l.Range, strings.Join(l.By, ", "))
	}
	fmt.Fprintf(&b, "verdict: %s", out.Verdict)
	switch f := out.Findings[0]; f.Status {
	case verify.Proved:
		fmt.Fprintf(&b, " by %s", f.Engine)
		if c, is := f.Proof.(*verify.Cover); is {
			var leaves []string
			for _, l := range c.Leaves {
				leaves = append(leaves, fmt.Sprintf(" [%s]", l.Scope.Range))
			}
			slices.Sort(leaves)
			b.WriteString(strings.Join(leaves, ""))
		}
	case verify.Violated:
		fmt.Fprintf(&b, " by %s, x is %d", f.Engine, f.Test.Records[0].Bits)
	}
	return b.String() + "\n"
}

// TestRanged plays Fig. 5 and 6 of paper 5, and other scripts. testdata/ranged has the expected events.
func TestRanged(t *testing.T) {
	never, yes := role{does: "never"}, role{does: "true"}
	for _, c := range []struct {
		name, text string
		ranges     []string
		halves     map[string]string
		roles      map[string]role
		short      bool // it runs out of time
	}{
		{"none", "ranged(a, b; steal=none)", []string{"..<F", "F.."}, nil,
			map[string]role{"a ..<F": {after: "b F..", does: "true"}, "b F..": {after: "a ..<F", does: "never"}}, true},
		// An analysis finishes its range, takes over the other range, and finishes it, too.
		{"fig5", "ranged(a, b)", []string{"..<F", "F.."}, nil, map[string]role{"a ..<F": {after: "b F..", does: "true"},
			"b F..": never, "a F..": yes}, false},
		// The owner of the second range finishes it before the thief.
		{"fig6", "ranged(a, b)", []string{"..<F", "F.."}, nil, map[string]role{"a ..<F": {after: "b F..", does: "true"},
			"b F..": {after: "a F..", does: "true"}, "a F..": never}, false},
		{"deaf", "ranged(a, b)", []string{"..<F", "F.."}, nil, map[string]role{"a ..<F": {after: "b F..", does: "true"},
			"b F..": {does: "deaf"}, "a F..": yes}, false},
		{"violation", "ranged(a, b)", []string{"..<F", "F.."}, nil,
			map[string]role{"a ..<F": {after: "b F..", does: "false", input: 100}, "b F..": never}, false},
		{"wrong", "ranged(a, b)", []string{"..<F", "F.."}, nil,
			map[string]role{"a ..<F": {after: "b F..", does: "false", input: 3}, "b F..": {after: "a F..", does: "true"},
				"a F..": never, "b ..<F": yes}, false},
		{"panic", "ranged(a, b)", []string{"..<F", "F.."}, nil, map[string]role{"a ..<F": {after: "b F..", does: "panic"},
			"b F..": {after: "a F..", does: "true"}, "a F..": never, "b ..<F": yes}, false},
		{"halves", "ranged(a, b; steal=split)", []string{"..<F", "F.."}, map[string]string{"F..": "FF"},
			map[string]role{"a ..<F": {after: "b F..", does: "true"}, "b F..": never, "b F..<FF": never,
				"a FF..": {after: "b F..<FF", does: "true"}, "a F..<FF": yes}, false},
		{"yields", "ranged(r, r; steal=split)", []string{"..<F", "F.."}, map[string]string{"F..": "FF"},
			map[string]role{"r ..<F": {after: "r F..", does: "true"}, "r F..": {after: "r FF..", does: "true", yield: true},
				"r FF..": {after: "r F..", does: "true", yield: true}}, false},
		// The owner does not explore paths in order, or stays at the first path: an idle analysis takes the whole range.
		{"stuck", "ranged(a, r; steal=split)", []string{"..<F", "F.."}, map[string]string{"F..": "FF"},
			map[string]role{"a ..<F": {after: "r F..", does: "true"}, "r F..": never, "a F..": yes}, false},
		{"all", "ranged(a, b; violations=all)", []string{"..<F", "F.."}, nil,
			map[string]role{"a ..<F": {after: "b F..", does: "false", input: 100}, "b F..": {after: "a F..", does: "true"},
				"a F..": never}, false},
		{"nosplit", "ranged(a, b)", nil, nil, map[string]role{"a all": {after: "b all", does: "never"},
			"b all": {after: "a all", does: "true"}}, false},
		{"first", "ranged(a, b; fallback=first)", nil, nil, map[string]role{"a all": yes}, false},
		{"three", "ranged(a, b, c; workers=3, parts=3)", []string{"..<TF", "TF..<F", "F.."}, nil, map[string]role{
			"a ..<TF": {after: "b TF..<F, c F..", does: "true"}, "b TF..<F": {after: "c F..", does: "never"},
			"c F..":    {after: "a TF..<F", does: "true"},
			"a TF..<F": {after: "c TF..<F", does: "true"}, "c TF..<F": never}, false},
		{"time", "ranged(a, b)", []string{"..<F", "F.."}, nil, map[string]role{"a ..<F": {after: "b F..", does: "true"},
			"b F..": never, "a F..": never}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := 20 * time.Second
			if c.short {
				d = 300 * time.Millisecond
			}
			s := &stage{T: t, ranges: c.ranges, halves: c.halves, roles: c.roles}
			got := s.act(c.text, d, verify.Options{}, s.engine("a", false), s.engine("b", false), s.engine("c", false),
				s.engine("r", true))
			golden.Compare(t, "testdata/ranged/"+c.name+".txt", stable(got))
		})
	}
}

// stable sorts events that happen at the same time: beginnings, ends of stopped analyses, proofs in sequence, and
// steps.
func stable(text string) string {
	lines := strings.Split(text, "\n")
	end := slices.IndexFunc(lines, func(s string) bool {
		return !strings.HasPrefix(s, "  ") &&
			!strings.HasPrefix(s, "ranged")
	})
	slices.SortStableFunc(lines[:end], func(a, b string) int { // a stopped analysis may end at any time
		stops := func(s string) int { return strings.Count(s, " is stopped") }
		return stops(a) - stops(b)
	})
	class := func(s string) int {
		switch {
		case strings.HasSuffix(s, " begins"), strings.HasSuffix(s, " is stopped"):
			return 1
		case strings.HasPrefix(s, "step: "):
			return 2
		case strings.HasSuffix(s, ": true"):
			return 3
		}
		return 0
	}
	for i := range lines {
		for k := i; k > 0 && class(lines[k]) > 0 && class(lines[k]) == class(lines[k-1]) && lines[k] < lines[k-1]; k-- {
			lines[k], lines[k-1] = lines[k-1], lines[k]
		}
	}
	return strings.Join(lines, "\n")
}

// TestRangedTurns tests that assignments take turns with --deterministic, in the same order in each run.
func TestRangedTurns(t *testing.T) {
	var all []string
	for range 3 {
		s := &stage{T: t, ranges: []string{"..<F", "F.."}, roles: map[string]role{
			"a ..<F": {turns: 2, does: "true"}, "b F..": {turns: 1 << 30}, "a F..": {turns: 3, does: "true"},
			"b ..<F": {turns: 1 << 30}}}
		all = append(all, s.act("ranged(a, b)", 20*time.Second, verify.Options{Determ: true}, s.engine("a", false),
			s.engine("b", false)))
	}
	golden.Compare(t, "testdata/ranged/turns.txt", all[0])
	if n := len(slices.Compact(all)); n != 1 {
		t.Errorf("%d different runs", n)
	}
}

// TestOutOfRange tests that a proof of a range, and a test with a violation outside of the range, do not contradict
// each other.
func TestOutOfRange(t *testing.T) {
	p := irtest.Program(t, branches)
	task := (&verify.Task{Program: p}).Within(verify.PathRange{Lo: "F", NoUpper: true})
	r := NewSearch(task, Strategy{}, nil)
	r.ranged = true
	o := p.Obligations[0]
	for _, status := range []verify.Status{verify.Proved, verify.Violated} {
		r.enter(StepReport{}, map[*ir.Obligation]Finding{o: {Obligation: o, Status: status}}, nil)
	}
	if f := r.Snapshot().Findings[0]; f.Status != verify.Violated || f.Reached {
		t.Errorf("%s, %q", f.Status, f.Reason)
	}
}

// TestSuggested tests that suggest does not publish invariants that are on the board.
func TestSuggested(t *testing.T) {
	p := irtest.Program(t, branches)
	b := verify.NewBoard()
	inv := verify.Invariant{Loc: p.Entry.Entry, Expr: ir.NewBool(true)}
	for range 3 {
		suggest(b, append(b.Invariants(p), inv, inv))
	}
	if n := len(b.Invariants(p)); n != 1 {
		t.Errorf("%d invariants", n)
	}
}
