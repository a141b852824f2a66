package restrict_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

// TestDown checks lifted conditions of prepared programs by runs: if the lifted condition excludes an execution of the
// reference program, the condition excludes the corresponding execution of the prepared program.
func TestDown(t *testing.T) {
	programs, each := 40, 25
	if os.Getenv("TANDEM_LONG") != "" {
		programs, each = 1000, 200
	}
	runs, both, lost, states, lifted, fewest, cut := 0, 0, 0, 0, 0, 0, 0
	for seed := range uint64(programs) {
		ref := restricttest.Program(seed)
		o := instrument.Default()
		switch seed % 3 {
		case 1:
			o.Inline = false
		case 2:
			o.Limits = instrument.Limits{Program: 300, Func: 150}
		}
		p, err := instrument.Prepare(ref, o)
		if err != nil {
			t.Fatal(err)
		}
		m := derive.Of(p)
		up := restricttest.Conditions(t, p, seed, 8)
		var down []*restrict.Condition
		for _, c := range up {
			d, err := restrict.Down(t.Context(), p, ref, c)
			if err != nil {
				t.Fatal(err)
			}
			states, lifted = states+len(c.States), lifted+len(d.States)
			small := d.Contract(ref).Minimise()
			fewest += len(small.States)
			short, err := restrict.Down(&ends{t.Context(), 2}, p, ref, c)
			if err != nil {
				t.Fatal(err)
			}
			cut += len(short.States)
			down = append(down, d, small, short)
			text := restrict.ConditionText(d)
			if back, err := restrict.ParseCondition(ref, text); err != nil || restrict.ConditionText(back) != text {
				t.Fatalf("program %d: %v\n%s", seed, err, text)
			}
		}
		from, to := restricttest.NewRunner(t, p, up...), restricttest.NewRunner(t, ref, down...)
		constants := exec.Constants(p)
		for k := range each {
			a := from.Run(t, restricttest.Inputs(p, constants, uint64(k)))
			if !a.Comparable() {
				continue
			}
			w := m.Walk(nil)
			for _, e := range a.Edges {
				w.Edge(e)
			}
			var records []ir.Record
			for _, r := range a.Reads {
				if r, err := w.Record(r); err == nil {
					records = append(records, r)
				}
			}
			b := to.Run(t, exec.Chain(exec.FromRecords(ref, records), exec.Zeros()))
			if !b.Comparable() || b.Outcome.Kind != exec.Finished && b.Outcome.Kind != exec.Violated {
				continue
			}
			if a.Outcome.Kind != b.Outcome.Kind {
				t.Fatalf("program %d, inputs %d: one ends %s, the other %s", seed, k, restricttest.Outcome(a.Outcome),
					restricttest.Outcome(b.Outcome))
			}
			for i := range up {
				for j := 3 * i; j < 3*i+3; j++ {
					if whole := j < 3*i+2; whole {
						runs++
					} else if !b.Verified[j] {
						continue
					}
					switch {
					case b.Verified[j] && !a.Verified[i]:
						t.Fatalf("program %d, inputs %d: left out of the reference program only\n%s\nlifted\n%s\n%s\nof\n%s", seed, k,
							restrict.ConditionText(up[i]), restrict.ConditionText(down[j]), ir.Print(p), ir.Print(ref))
					case b.Verified[j]:
						both++
					case a.Verified[i]:
						lost++
					}
				}
			}
		}
	}
	t.Logf("%d runs, %d left out of both, %d of the prepared program only; %d states, %d lifted, %d minimised, %d cut "+
		"short", runs, both, lost, states, lifted, fewest, cut)
	if cut >= lifted {
		t.Error("no lifting was cut short")
	}
	if both < 10*lost || both < runs/20 {
		t.Errorf("too much is lost")
	}
}

// ends is a context that ends after a number of calls of Err.
type ends struct {
	context.Context
	asked int
}

func (e *ends) Err() error {
	if e.asked--; e.asked < 0 {
		return context.Canceled
	}
	return nil
}

// TestDownSteps lifts a condition in two steps, from a part of a program. Executions are open where the condition has
// no image. A program from which the program was not derived is an error.
func TestDownSteps(t *testing.T) {
	ref := irtest.Program(t, `program LP64
site nondet "n@a.c:1:2" name "n" type i32 in main
entry main
func main() void {
  reg x i32
  locs 5
  L0 -> L2: x = input #0
  L2 -> L3: assume x < 5:i32 [T]
  L2 -> L4: assume 5:i32 <= x [F]
  L3 -> L4: x = 1:i32
  L4 -> L1: return
}
`)
	c, err := restrict.ParseCondition(ref, "state 0 stays\n main: L2 L3 if x < 3:i32 goto 1\nstate 1 verified")
	if err != nil {
		t.Fatal(err)
	}
	part, _, err := restrict.Apply(ref, restrict.Scope{Condition: c})
	if err != nil {
		t.Fatal(err)
	}
	p, err := instrument.Derive(part, instrument.Default())
	if err != nil {
		t.Fatal(err)
	}
	up := &restrict.Condition{States: []restrict.ConditionState{{Stays: true}, {Verified: true}}}
	for _, e := range p.Entry.Edges {
		if a, is := e.Stmt.(*ir.Assume); is && a.Mark == ir.False {
			up.States[0].Steps = append(up.States[0].Steps, restrict.ConditionStep{Edge: e, To: 1})
		}
	}
	d, err := restrict.Down(t.Context(), p, ref, up)
	if err != nil {
		t.Fatal(err)
	}
	after := func(way ...int) int {
		state := 0
		for _, i := range way {
			state = d.Successors(state, ref.Entry.Edges[i])[0]
		}
		return state
	}
	if after(0, 1, 3, 4) == restrict.Gone || after(0, 2) != restrict.Gone {
		t.Errorf("lifted\n%s", restrict.ConditionText(d))
	}
	if _, err := restrict.Down(t.Context(), ref, p, up); err == nil {
		t.Error("up is not down")
	}
	all := &restrict.Condition{Obligations: []*ir.Obligation{}}
	if d, err := restrict.Down(t.Context(), p, ref, all); err != nil || d.Obligations == nil || len(d.Obligations) > 0 ||
		len(d.States) > 0 {
		t.Errorf("%v %v", d, err)
	}
}

// TestMinimise checks that a minimised condition excludes the same executions, and that And excludes the executions
// that one of two conditions excludes.
func TestMinimise(t *testing.T) {
	programs, each := 40, 25
	if os.Getenv("TANDEM_LONG") != "" {
		programs, each = 1000, 200
	}
	before, after, pairs, out, runs := 0, 0, 0, 0, 0
	for seed := range uint64(programs) {
		p := restricttest.Program(seed)
		plain := restricttest.Conditions(t, p, seed, 8)
		all := plain
		for _, c := range plain {
			d := c.Minimise()
			before, after = before+len(c.States), after+len(d.States)
			if e := d.Minimise(); len(e.States) != len(d.States) {
				t.Fatalf("program %d: %d states, then %d\n%s", seed, len(d.States), len(e.States), restrict.ConditionText(d))
			}
			all = append(all, d)
		}
		for i, c := range plain {
			d := c.And(plain[(i+1)%len(plain)])
			pairs += len(d.States)
			all = append(all, d, d.Minimise())
		}
		r := restricttest.NewRunner(t, p, all...)
		constants := exec.Constants(p)
		n := len(plain)
		for k := range each {
			tr := r.Run(t, restricttest.Inputs(p, constants, uint64(k)))
			for i := range n {
				runs++
				v := tr.Verified[i]
				if v {
					out++
				}
				// Before a state from which everything is open, the results may differ for a while.
				if w := tr.Verified[n+i]; v != w {
					t.Fatalf("program %d, inputs %d: %v, minimised %v\n%s\n%s", seed, k, v, w, restrict.ConditionText(all[i]),
						restrict.ConditionText(all[n+i]))
				}
				v = v || tr.Verified[(i+1)%n]
				if w, x := tr.Verified[2*n+2*i], tr.Verified[2*n+2*i+1]; v != w || v != x {
					t.Fatalf("program %d, inputs %d: %v, of the pair %v, minimised %v\n%s\n%s\n%s", seed, k, v, w, x,
						restrict.ConditionText(all[i]), restrict.ConditionText(all[(i+1)%n]), restrict.ConditionText(all[2*n+2*i]))
				}
			}
		}
	}
	t.Logf("%d of %d runs left out; %d states, minimised %d; %d of pairs", out, runs, before, after, pairs)
	if out*20 < runs || after >= before {
		t.Error("the random conditions are useless")
	}
}

// TestAndObligations checks that And leaves no obligation open that one condition has proved.
func TestAndObligations(t *testing.T) {
	a, b := &ir.Obligation{ID: 0}, &ir.Obligation{ID: 1}
	of := func(os ...*ir.Obligation) *restrict.Condition {
		return &restrict.Condition{Obligations: append([]*ir.Obligation{}, os...)}
	}
	for _, x := range []struct {
		c, d *restrict.Condition
		want string
	}{
		{of(a, b), of(b), "obligations 1\n"}, {of(a), of(b), "obligations\n"}, {of(), of(b), "obligations\n"},
		{of(a), &restrict.Condition{Note: "n"}, "note \"n\"\nobligations 0\n"},
	} {
		if got := restrict.ConditionText(x.c.And(x.d)); got != x.want {
			t.Errorf("%q, not %q", got, x.want)
		}
	}
}

// TestOutside checks that an execution that Outside excludes has read all inputs of the region, with values in the
// region.
func TestOutside(t *testing.T) {
	programs, each := 60, 25
	if os.Getenv("TANDEM_LONG") != "" {
		programs, each = 1000, 200
	}
	none, kept, out, inside := 0, 0, 0, 0
	for seed := range uint64(programs) {
		p := restricttest.Program(seed)
		if seed%2 == 0 {
			var err error
			if p, err = instrument.Prepare(p, instrument.Default()); err != nil {
				t.Fatal(err)
			}
		}
		constants := exec.Constants(p)
		var regions []*restrict.Region
		var cs []*restrict.Condition
		for _, r := range restricttest.Regions(t, p, seed, 8) {
			if c := r.Outside(p); c != nil {
				regions, cs = append(regions, r), append(cs, c, c.Minimise())
			} else {
				none++
			}
		}
		run := restricttest.NewRunner(t, p, cs...)
		for k := range each {
			tr := run.Run(t, restricttest.Inputs(p, constants, uint64(k)))
			if !tr.Comparable() {
				continue
			}
			for i, r := range regions {
				in := restricttest.Kept(restrict.Scope{Region: r}, 0, tr)
				switch gone := tr.Verified[2*i]; {
				case gone != tr.Verified[2*i+1]:
					t.Fatalf("program %d: minimised it is another", seed)
				case gone && !in:
					t.Fatalf("program %d, inputs %d: left out, and not in %s\n%s\n%s", seed, k, restrict.RegionText(p, r),
						restrict.ConditionText(cs[2*i]), fmt.Sprint(tr.Reads))
				case gone:
					out++
				case in:
					inside++
				default:
					kept++
				}
			}
		}
	}
	t.Logf("%d regions cannot be said; %d runs left out, %d kept within the region, %d out of it", none, out, inside, kept)
	if out < 100 || kept < 100 {
		t.Error("the random regions are useless")
	}
}
