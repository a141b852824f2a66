package restrict_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

// TestApplyErrors checks the errors for scopes from which Apply cannot make a part.
func TestApplyErrors(t *testing.T) {
	p := irtest.Program(t, loop)
	foreign := &ir.Edge{}
	v := &ir.Var{Name: "v", Type: ir.I32}
	positive := &ir.Binary{Op: ir.Lt, X: ir.NewConst(ir.I32, 0), Y: ir.NewRef(v)}
	for _, c := range []struct {
		s    restrict.Scope
		want string
	}{
		{restrict.Scope{Edges: restrict.EdgeSet(foreign)}, "another program"},
		{restrict.Scope{Depth: -1}, "depth -1"},
		{restrict.Scope{Range: &restrict.PathRange{Lo: "TX"}}, "lower bound: decision 1 is 'X'"},
		{ofSteps(restrict.ConditionStep{Edge: foreign}), "step 0 of state 0"},
		{ofSteps(restrict.ConditionStep{Edge: p.Entry.Edges[0], To: 2}), "no state 2"},
		{ofSteps(restrict.ConditionStep{Edge: p.Entry.Edges[0], Assume: positive}), "the part is no program"},
		{restrict.Scope{Region: &restrict.Region{Box: []restrict.Range{{Site: 7, Type: ir.I32}}}}, "no input site #7"},
		{restrict.Scope{Region: &restrict.Region{Box: []restrict.Range{{Site: 0, Type: ir.U32}}}}, "has type i32, not u32"},
		{restrict.Scope{Region: &restrict.Region{Box: []restrict.Range{{Site: 0, Type: ir.I32}, {Site: 0, Type: ir.I32}}}},
			"two ranges"},
		{restrict.Scope{Region: &restrict.Region{Box: []restrict.Range{{Site: 2}}}}, "no number"},
		{restrict.Scope{Region: &restrict.Region{Cond: positive}}, "v in the condition is no input"},
		{restrict.Scope{Region: &restrict.Region{Cond: positive, Vars: map[int]*ir.Var{0: v, 1: v}}},
			"one register stands for two inputs"},
	} {
		if _, _, err := restrict.Apply(p, c.s); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.s, err, c.want)
		}
	}
	calls := irtest.Program(t, strings.Replace(loop, "  L4 -> L3: x = x - 1:i32\n", "  L4 -> L3: call main()\n", 1))
	if _, _, err := restrict.Apply(calls,
		restrict.Scope{Range: &restrict.PathRange{Lo: "T", NoUpper: true}}); err == nil ||
		!strings.Contains(err.Error(), "the entry function is called") {
		t.Error(err)
	}
}

// TestTwice restricts a part again.
func TestTwice(t *testing.T) {
	p := irtest.Program(t, loop)
	s := restrict.Scope{Region: &restrict.Region{Box: []restrict.Range{{Site: 0, Type: ir.I32, Lo: 1, Hi: 9}}},
		Range: &restrict.PathRange{Lo: "TF", Hi: "F"}, Depth: 4}
	q, _, err := restrict.Apply(p, s)
	if err != nil {
		t.Fatal(err)
	}
	s.Region.Box[0].Hi, s.Range.Hi, s.Depth = 5, "TT", 3
	r, m, err := restrict.Apply(q, s)
	if err != nil {
		t.Fatal(err)
	}
	if m.To != q || len(r.Globals) != 2*len(q.Globals) {
		t.Errorf("%d registers, then %d", len(q.Globals), len(r.Globals))
	}
	back, err := ir.Parse(ir.Print(r)) // names are unique
	if err == nil {
		err = ir.Check(back)
	}
	if err != nil {
		t.Error(err)
	}
}

// TestHeads checks that each cycle of a program contains a head, also for loops with two entries and for functions that
// call each other.
func TestHeads(t *testing.T) {
	p := irtest.Program(t, `program ILP32
site nondet "nondet@a.c:2:3" name "nondet" type u8 in main
entry main

func main() void {
  reg x u8
  locs 6
  L0 -> L2: x = input #0
  L2 -> L3: assume x < 9:u8 [T]
  L2 -> L4: assume 9:u8 <= x [F]
  L3 -> L4: x = x + 1:u8
  L4 -> L5: call even()
  L5 -> L3: assume x != 7:u8
  L5 -> L6: assume x == 7:u8
  L6 -> L1: return
}

func even() void {
  reg y u8
  locs 4
  L0 -> L2: y = input #0
  L2 -> L3: assume y != 0:u8
  L2 -> L4: assume y == 0:u8
  L3 -> L4: call odd()
  L4 -> L1: return
}

func odd() void {
  locs 2
  L0 -> L2: call even()
  L2 -> L1: return
}

func once() void {
  locs 2
  L0 -> L2: call odd()
  L2 -> L1: return
}
`)
	var got []string
	for _, l := range restrict.Heads(p) {
		got = append(got, fmt.Sprintf("%s L%d", l.Func.Name, l.ID))
	}
	if s := strings.Join(got, ", "); s != "main L3, even L0, odd L0" && s != "main L4, even L0, odd L0" {
		t.Error(s)
	}
	// With a depth, the part ends for all inputs.
	q, _, err := restrict.Apply(p, restrict.Scope{Depth: 5})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []uint64{0, 1, 7, 8, 200} {
		m, err := exec.NewInterp(q, exec.Config{Fuel: 1000})
		if err != nil {
			t.Fatal(err)
		}
		run, err := m.Run(context.Background(),
			exec.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) { return x, true }))
		if err != nil || run.Outcome.Kind != exec.Finished && run.Outcome.Kind != exec.Blocked {
			t.Errorf("input %d: %s, %v", x, restricttest.Outcome(run.Outcome), err)
		}
	}
}

// ofSteps returns the scope of a condition with one state, which has the given steps.
func ofSteps(steps ...restrict.ConditionStep) restrict.Scope {
	return restrict.Scope{Condition: &restrict.Condition{States: []restrict.ConditionState{{Steps: steps}}}}
}
