package report

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const source = `int main(void)
{
  char c = input();
  int i, a[4];
  for (i = 0; i < 100; i++)
    a[i % 4] = i;
  p->n = c;
  assert(c != 'x');
}
`

const prog = `program LP64
file "a.c" sha256 "00"
file "lib.h"
site nondet "input@a.c:3:12" name "input" type i8 in main @3:12
site bytes "a@a.c:4:10" in main @4:10
object s size 8 align 8 source "s"
obligation "assertion" text "c != 'x'" in "main" @8:3
entry main

func main() void source "main" {
  reg c i8 source "c" ctype "char"
  reg i i32 source "i" ctype "int"
  reg t i32
  object a size 16 align 4 elem i32 #1 source "a"
  loc L0 entry
  loc L1 exit
  loc L2 error O0
  loc L3
  loc L4
  loc L5 loop "for" @5:3
  loc L6
  loc L7
  loc L8
  loc L9
  loc L10
  L0 -> L3: c = input #0 @3:8
  L3 -> L4: decl a @4:10
  L4 -> L5: i = 0:i32 @5:8
  L5 -> L6: assume i < 100:i32 [T] @5:15
  L5 -> L8: assume 100:i32 <= i [F] @5:15
  L6 -> L7: store ptradd(&a, i % 4:i32, 4), i @6:5
  L7 -> L5: i = i + 1:i32 @5:24
  L8 -> L9: store ptradd(&@s, 4:i32, 1), c @7:3
  L9 -> L10: t = 5:i32 @"lib.h":1:1
  L10 -> L2: assume c == 120:i8 [F] @8:3
  L10 -> L1: return @9:1
}
`

func TestTrace(t *testing.T) {
	text := strings.Replace(prog, "  L10 -> L1: return @9:1\n",
		"  loc L11\n  L10 -> L11: assume c != 120:i8 [T] @8:3\n  L11 -> L1: return @9:1\n", 1)
	text = strings.Replace(text, "  loc L10\n", "  loc L10\n  loc L11\n", 1)
	text = strings.Replace(text, "  loc L11\n  L10", "  L10", 1)
	p := irtest.Program(t, text)
	p.Said = ir.NewSaid()
	for _, e := range p.Entry.Edges {
		if s, ok := e.Stmt.(*ir.Store); ok && e.Pos.Line == 7 {
			p.Said.Stores[s] = ir.StoredObject{Text: "p->n", Char: true}
		}
	}
	x := exec.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) { return 'x', true })
	lines := strings.Split(source, "\n")
	for mode, want := range map[TraceMode][]string{
		TraceSlice: {
			"a.c:3 main  char c = input();                             c = 120 'x' <- input()",
			"a.c:8 main  assert(c != 'x');                             -> false",
			"(202 steps left out: the error does not depend on them; --trace steps shows all)",
		},
		TraceSteps: {
			"a.c:3 main  char c = input();                             c = 120 'x' <- input()",
			"a.c:5 main  for (i = 0; i < 100; i++)                     i = 0, -> true",
			"a.c:6 main  a[i % 4] = i;                                 a[0] = 0",
			"... 98 more rounds like this ...",
			"a.c:5 main  for (i = 0; i < 100; i++)                     i = 99, -> true",
			"a.c:6 main  a[i % 4] = i;                                 a[3] = 99",
			"a.c:5 main  for (i = 0; i < 100; i++)                     i = 100, -> false",
			"a.c:7 main  p->n = c;                                     p->n = 120 'x'",
			"a.c:8 main  assert(c != 'x');                             -> false",
		},
		TraceFull: nil,
	} {
		tr, run, err := NewTrace(context.Background(), p, x, exec.Config{}, mode, func(string) []string { return lines })
		if err != nil || run.Outcome.Kind != exec.Violated {
			t.Fatal(run, err)
		}
		var b strings.Builder
		WriteTrace(&b, tr)
		var got []string
		for _, line := range strings.Split(strings.TrimRight(b.String(), "\n"), "\n") {
			got = append(got, strings.TrimSpace(line))
		}
		if mode == TraceFull {
			if len(got) != 1+201+2 {
				t.Errorf("full: %d lines", len(got))
			}
		} else if !slices.Equal(got, want) {
			t.Errorf("%s:\n%s", mode, b.String())
		}
	}
}

// TestTraceFrom tests that a value is marked as an input only if it comes from this input, not if it is merely equal.
func TestTraceFrom(t *testing.T) {
	p := irtest.Program(t, `program LP64
file "a.c" sha256 "00"
site nondet "input@a.c:3:12" name "input" type i32 in main @3:12
object a size 16 align 4 elem i32 source "a"
obligation "assertion" text "0" in "main" @8:3
entry main

func main() void source "main" {
  reg c i32 source "c"
  reg d i32 source "d"
  reg i i32 source "i"
  reg t i32
  loc L0 entry
  loc L1 exit
  loc L2 error O0
  loc L3
  loc L4
  loc L5
  loc L6
  loc L7
  loc L8
  L0 -> L3: i = 0:i32 @3:3
  L3 -> L4: t = input #0 @3:8
  L4 -> L5: store ptradd(&@a, i, 4), t @3:9
  L5 -> L6: d = load ptradd(&@a, 0:i32, 4) @3:12
  L6 -> L7: c = d + 1:i32 @4:1
  L7 -> L2: assume c == 1:i32 [F] @8:3
  L7 -> L8: assume c != 1:i32 [T] @8:3
  L8 -> L1: return @9:1
}
`)
	tr, _, err := NewTrace(context.Background(), p, exec.Zeros(), exec.Config{}, TraceSlice,
		func(string) []string { return nil })
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	WriteTrace(&b, tr)
	for _, want := range []string{"i = 0, a[0] = 0 <- input(), d = 0 <- input()\n", "c = 1\n", "-> false\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// outcome returns an outcome of p with a verdict.
func outcome(p *ir.Program, v verify.Verdict) *coop.Outcome {
	o := p.Obligations[0]
	out := &coop.Outcome{Verdict: v, Steps: []coop.StepReport{{Engine: "e", Result: string(v), Time: time.Second},
		{Engine: "f", Result: "unknown", Reason: "tired"}},
		Findings: []coop.Finding{{Obligation: o, Status: verify.Open}}}
	switch v {
	case verify.True:
		out.Findings[0] = coop.Finding{Obligation: o, Status: verify.Proved, Engine: "e"}
		out.Assuming = []verify.Assumption{{Kind: verify.AssumeOverflow},
			{Kind: verify.AssumeMissing, Text: "f", Pos: ir.Pos{File: "a.c", Line: 1, Col: 2}}}
	case verify.False:
		out.Findings[0] = coop.Finding{Obligation: o, Status: verify.Violated, Engine: "e", Run: &exec.Run{},
			Test: &verify.Test{Records: []ir.Record{{Type: ir.I8, Bits: 'x'}}}}
		out.Violated = &out.Findings[0]
	default:
		out.Reason = "f: tired\nof (it)"
	}
	return out
}

// twoEnds are the lines of prog that the check of the IR rejects.
const twoEnds = "  L10 -> L2: assume c == 120:i8 [F] @8:3\n  L10 -> L1: return @9:1\n"

func TestCounters(t *testing.T) {
	text := strings.Replace(prog, twoEnds, "  L10 -> L2: skip @8:3\n", 1)
	log := &obs.Log{}
	log.Count("e.runs", 3)
	log.Count("e.runs", 4)
	log.Timer("e")()
	for _, determ := range []bool{false, true} {
		task := &verify.Task{Program: irtest.Program(t, text), Log: log, Options: verify.Options{Determ: determ}}
		got := New(context.Background(), task, outcome(task.Program, verify.True), Meta{}).Counters
		if want := (map[string]int64{"e.runs": 7}); determ && got != nil || !determ && !maps.Equal(got, want) {
			t.Errorf("deterministic %v: counters %v", determ, got)
		}
	}
}

func TestText(t *testing.T) {
	text := strings.Replace(prog, twoEnds, "  L10 -> L2: skip @8:3\n", 1)
	p := irtest.Program(t, text)
	task := &verify.Task{Program: p, Files: []string{"a.c"}}
	for _, c := range []struct {
		v    verify.Verdict
		want []string
		last string
	}{
		{verify.True, []string{"proved       a.c:8:3: assertion: c != 'x'  in main  [e]", "assuming:",
			"executions end at the first signed overflow", "f (no body) returns any value and has no other effect at a.c:1:2"},
			"RESULT: true"},
		{verify.False, []string{"violated     a.c:8:3", "counterexample, 1 input:", "input() = 120 ", "i = 100, -> false"},
			"RESULT: false(assertion)"},
		{verify.UnknownVerd, []string{"unknown      a.c:8:3", "left to do: 1 of 1 check", "f: tired"},
			"RESULT: unknown (f: tired of (it))"},
	} {
		rep := New(context.Background(), task, outcome(p, c.v), Meta{Tool: "tandem"})
		for _, opt := range []Options{{}, {Quiet: true}, {Verbose: true}, {Color: true}} {
			var b strings.Builder
			Text(&b, rep, opt)
			lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
			if lines[len(lines)-1] != c.last {
				t.Errorf("%s %+v: last line %q", c.v, opt, lines[len(lines)-1])
			}
			for _, w := range c.want {
				if !opt.Quiet && !opt.Color && !strings.Contains(b.String(), w) {
					t.Errorf("%s: no %q in\n%s", c.v, w, b.String())
				}
			}
		}
		// The JSON form has all data.
		text, err := json.Marshal(rep)
		if err != nil {
			t.Fatal(err)
		}
		var back Report
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		again, _ := json.Marshal(&back)
		if string(text) != string(again) {
			t.Errorf("JSON\n%s\n%s", text, again)
		}
	}
}
