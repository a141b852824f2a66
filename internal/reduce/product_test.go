package reduce_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/reduce"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

var (
	programs = flag.Int("programs", 0, "random programs of TestLaws and TestStopped; 0: some, TANDEM_LONG=1: 1,000")
	first    = flag.Uint64("first", 0, "the first program")
)

// form is a technique that makes residual programs.
type form struct {
	name string
	of   func(*ir.Program, *restrict.Condition) (*reduce.Residual, error)
	all  bool // it also has executions that no error follows
	more bool // it may have executions that the condition excludes
}

var forms = []form{
	{"whole", reduce.Whole, true, false},
	{"product", reduce.Product, false, false},
	{"folded", reduce.Folded, false, true},
	{"folded, too large", func(p *ir.Program, c *restrict.Condition) (*reduce.Residual, error) {
		return reduce.FoldedWithin(p, c, 100)
	}, false, true},
	{"folded at loops", func(p *ir.Program, c *restrict.Condition) (*reduce.Residual, error) {
		return reduce.FoldedWhole(p, c, true)
	}, true, true},
	{"folded at locations", func(p *ir.Program, c *restrict.Condition) (*reduce.Residual, error) {
		return reduce.FoldedWhole(p, c, false)
	}, true, true},
}

// TestGolden compares printed residual programs with golden files. The first line of an archive has the form and the
// condition.
func TestGolden(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", func(t *testing.T, line, src string) string {
		p := irtest.Program(t, src)
		name, text, _ := strings.Cut(line, ": ")
		c, err := restrict.ParseCondition(p, strings.ReplaceAll(text, ";", "\n"))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(forms, func(f form) bool { return f.name == name })
		if i < 0 {
			t.Fatalf("no form %q", name)
		}
		r, err := forms[i].of(p, c)
		if err != nil {
			t.Fatal(err)
		}
		return ir.Print(r.Program)
	})
}

// TestErrors checks the errors for a condition of another program, and for a product that is too large.
func TestErrors(t *testing.T) {
	p := restricttest.Program(1)
	other := &ir.Edge{}
	for _, c := range []*restrict.Condition{
		{States: []restrict.ConditionState{{Steps: []restrict.ConditionStep{{Edge: other}}}}},
		{States: []restrict.ConditionState{{Steps: []restrict.ConditionStep{{Edge: restricttest.Program(
			1).Entry.Edges[0]}}}}},
		{States: []restrict.ConditionState{{Steps: []restrict.ConditionStep{{Edge: p.Entry.Edges[0], To: 1}}}}},
	} {
		for _, f := range forms {
			if _, err := f.of(p, c); err == nil || !strings.Contains(err.Error(), "step 0 of state 0") {
				t.Errorf("%s: %v", f.name, err)
			}
		}
	}
	if _, err := reduce.ProductWithin(p, nil, 10); !errors.Is(err, reduce.ErrLarge) {
		t.Error(err)
	}
	whole, err := reduce.ProductSize(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if folded, err := reduce.FoldedSize(p, nil); err != nil || folded.Edges > whole.Edges || folded.Edges == 0 {
		t.Errorf("%v, product %v, %v", folded, whole, err)
	}
}

// tally counts runs of the whole program.
type tally struct {
	// bad: runs that are kept and violate an open obligation; shorter: runs that end earlier in the residual program;
	// more: runs of the folded program that the condition excludes
	programs, kept, gone, bad, shorter, more int
	larger, locs, of                         int
}

// hold runs the residual programs of p on the inputs of runs of p. It checks that they have the executions that the
// condition leaves open, no others unless the form allows more, and no behaviour that p does not have.
func hold(t *testing.T, p *ir.Program, c *restrict.Condition, each int, name string, n *tally) {
	t.Helper()
	constants := exec.Constants(p)
	whole := restricttest.NewRunner(t, p, c)
	type machines struct {
		form
		interp *restricttest.Runner
		jit    exec.Machine
	}
	var all []machines
	n.programs++
	for _, f := range forms {
		r, err := f.of(p, c)
		if err != nil {
			t.Fatalf("%s, %s: %v\n%s", name, f.name, err, restrict.ConditionText(c))
		}
		if r.Map.From != r.Program || r.Map.To != p {
			t.Fatal("the map leads elsewhere")
		}
		if f.name == "folded" {
			guards := false
			for _, s := range c.States {
				guards = guards || slices.ContainsFunc(s.Steps, func(st restrict.ConditionStep) bool { return st.Assume != nil })
			}
			if a, b := reduce.SizeOf(r.Program), reduce.SizeOf(p); !guards && a.Edges > b.Edges {
				t.Fatalf("%s: folded, %v, the program %v\n%s", name, a, b, restrict.ConditionText(c))
			}
		}
		if f.name == "product" {
			a, b := reduce.SizeOf(r.Program), reduce.SizeOf(p)
			n.locs += a.Locs
			n.of += b.Locs
			if a.Locs > b.Locs {
				n.larger++
			}
		}
		j, err := exec.NewJIT(r.Program, restricttest.Limits)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		all = append(all, machines{f, restricttest.NewRunner(t, r.Program), j})
	}
	for k := range uint64(each) {
		in := restricttest.Inputs(p, constants, k)
		tr := whole.Run(t, in)
		if !tr.Comparable() {
			continue
		}
		kept := restricttest.Kept(restrict.Scope{Condition: c}, 0, tr)
		bad := kept && tr.Outcome.Kind == exec.Violated &&
			(c.Obligations == nil || slices.Contains(c.Obligations, tr.Outcome.Obligation))
		switch {
		case bad:
			n.bad++
			n.kept++
		case kept:
			n.kept++
		default:
			n.gone++
		}
		for _, m := range all {
			var runs []*restricttest.Trace
			runs = append(runs, m.interp.Run(t, in))
			run, err := m.jit.Run(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, &restricttest.Trace{Run: run})
			for i, got := range runs {
				same, begins := restricttest.Wrong(true, tr, got), restricttest.Wrong(false, tr, got)
				why := ""
				switch {
				case m.all && kept || bad:
					why = same
				case kept || m.more: // the execution may be cut, or be an additional one
					if same != "" {
						why = begins
					}
				default:
					why = begins
				}
				if o := got.Outcome.Obligation; why == "" && !m.all && o != nil && c.Obligations != nil &&
					!slices.Contains(c.Obligations, p.Obligations[o.ID]) {
					why = "it violates what is not open"
				}
				if i == 0 && m.name == "product" && kept && same != "" {
					n.shorter++
				}
				if i == 0 && m.name == "folded" && !kept && same == "" && tr.Outcome.Kind != exec.Blocked {
					n.more++
				}
				if why != "" {
					t.Fatalf("%s, inputs %d, %s, machine %d: %s\n%s\n%s", name, k, m.name, i, why, restrict.ConditionText(c),
						ir.Print(p))
				}
			}
		}
	}
}

// number returns the number of programs of a test: the value of -programs, 1,000 with TANDEM_LONG, otherwise short.
func number(short int) int {
	switch {
	case *programs > 0:
		return *programs
	case os.Getenv("TANDEM_LONG") != "":
		return 1000
	}
	return short
}

// TestLaws checks residual programs for random conditions of random programs.
func TestLaws(t *testing.T) {
	var n tally
	for k := range uint64(number(40)) {
		seed := *first + k
		p := restricttest.Program(seed)
		c := restricttest.Drawn(t, p, seed+1000*k)[slices.Index(restricttest.Kinds, "condition")].Condition
		r := rand.New(rand.NewPCG(seed, 5))
		if r.IntN(3) == 0 {
			c.Obligations = []*ir.Obligation{}
			for _, o := range p.Obligations {
				if r.IntN(2) == 0 {
					c.Obligations = append(c.Obligations, o)
				}
			}
		}
		hold(t, p, c, 25, fmt.Sprintf("program %d", seed), &n)
	}
	t.Logf("%+v", n)
	if n.bad*100 < n.kept || n.gone*10 < n.kept || n.kept*10 < n.gone || n.more == 0 || n.shorter == 0 || n.larger == 0 {
		t.Error("the random conditions are useless")
	}
}

// TestProved uses conditions whose closed obligations no run violates. It checks that the residual programs without
// these obligations violate an open obligation if and only if the program does, on the same inputs.
func TestProved(t *testing.T) {
	bad, other, smaller := 0, 0, 0
	for k := range uint64(number(60)) {
		p := restricttest.Program(*first + k)
		c := restricttest.Drawn(t, p, *first+2000*k)[slices.Index(restricttest.Kinds, "condition")].Condition
		c.Obligations = []*ir.Obligation{}
		for _, o := range p.Obligations {
			if k%4 == 3 || o.ID%2 == int(k%2) {
				c.Obligations = append(c.Obligations, o)
			}
		}
		whole, constants := restricttest.NewRunner(t, p, c), exec.Constants(p)
		for _, technique := range []string{"product", "folded"} {
			r, _, err := reduce.By(context.Background(), technique, p, c)
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.Check(r.Program); err != nil {
				t.Fatal(err)
			}
			asks, err := reduce.Product(p, c)
			if err != nil {
				t.Fatal(err)
			}
			if technique == "product" && reduce.SizeOf(r.Program).Edges < reduce.SizeOf(asks.Program).Edges {
				smaller++
			}
			part := restricttest.NewRunner(t, r.Program)
			for i := range uint64(25) {
				in := restricttest.Inputs(p, constants, i)
				tr := whole.Run(t, in)
				o := tr.Outcome.Obligation
				if !tr.Comparable() || o != nil && !slices.Contains(c.Obligations, o) {
					continue
				}
				got := part.Run(t, in)
				kept := restricttest.Kept(restrict.Scope{Condition: c}, 0, tr)
				switch was := got.Outcome.Obligation; {
				case o != nil && kept && (was == nil || was.Origin != o || !slices.Equal(given(p, tr.Reads), given(p, got.Reads))):
					t.Fatalf("program %d, inputs %d, %s: %v becomes %v\n%s\n%s", k, i, technique, tr.Outcome, got.Outcome,
						restrict.ConditionText(c), ir.Print(p))
				case o == nil && was != nil:
					t.Fatalf("program %d, inputs %d, %s: %v is new\n%s\n%s", k, i, technique, got.Outcome, restrict.ConditionText(c),
						ir.Print(p))
				case o != nil && kept:
					bad++
				default:
					other++
				}
			}
		}
	}
	if t.Logf("%d violations, %d other runs, %d products smaller", bad, other, smaller); bad < 20 || other < 100 ||
		smaller == 0 {
		t.Error("the random conditions are useless")
	}
}

// given returns reads without the initial values of uninitialised variables: a residual program does not read those
// that no statement uses.
func given(p *ir.Program, reads []ir.Record) []ir.Record {
	return slices.DeleteFunc(slices.Clone(reads), func(r ir.Record) bool { return p.Sites[r.Site].Kind == ir.Uninit })
}

// left returns the condition of a stopped analysis.
func left(run *cpa.Run) *restrict.Condition {
	return run.Graph(false).Stopped(func(*ir.Obligation) bool { return true }).Left("")
}

// TestStopped checks residual programs for the conditions of stopped analyses.
func TestStopped(t *testing.T) {
	var n tally
	for k := range uint64(number(8)) {
		seed := *first + k
		p := restricttest.Program(seed + 700)
		r := rand.New(rand.NewPCG(seed, 6))
		m := value.Domain().Meaning(absint.Prepare(p), absint.Config{})
		run := cpa.NewRun(p, cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), value.New(p, m, value.All)),
			cpa.Orders()[r.IntN(len(cpa.Orders()))], nil)
		for range 3 {
			run.Explore(context.Background(), uint64(1+r.IntN(120)))
			if run.Target() != nil && r.IntN(3) > 0 {
				run.Pass()
			}
			hold(t, p, left(run), 15, fmt.Sprintf("program %d", seed), &n)
		}
	}
	t.Logf("%+v", n)
	if n.bad == 0 || n.gone*20 < n.kept || n.kept*20 < n.gone {
		t.Error("the stopped analyses are useless")
	}
}
