package reduce_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/mutationtest"
	"github.com/tandem-verifier/tandem/internal/reduce"
	"github.com/tandem-verifier/tandem/internal/reduce/reducetest"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

const fuel = 3000

// runner runs a program and its slice on the same inputs.
type runner struct {
	m         *derive.Map // from the slice to the program
	p, q      *exec.Interp
	names     *reducetest.Names
	criterion map[*ir.Obligation]bool // of the program
	fig       *figures
}

// figures are counts over many runs.
type figures struct {
	programs, edges, kept int // slices, edges of the programs, of the slices
	runs, violated        int // runs of programs, and those of them that violate the criterion
	spurious, perhaps     int // violations of slices alone, and violations of slices where the program runs out of fuel
}

// newRunner returns a runner for a slice and its program, which counts in fig.
func newRunner(t testing.TB, m *derive.Map, fig *figures) *runner {
	t.Helper()
	cfg := exec.Config{Fuel: fuel, Trace: true, MaxDepth: 200}
	r := &runner{m: m, names: reducetest.NewNames(m), criterion: map[*ir.Obligation]bool{}, fig: fig}
	var err error
	if r.p, err = exec.NewInterp(m.To, cfg); err == nil {
		r.q, err = exec.NewInterp(m.From, cfg)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// step is an edge of the slice, with the values that it reads.
type step struct {
	edge   *ir.Edge
	values string
}

// matters reports whether the program must take the same edge: the choice among several returns may not matter.
func matters(e *ir.Edge) bool {
	r, is := e.Stmt.(*ir.Return)
	return len(e.Origin) > 0 && (!is || r.Val != nil)
}

// seen returns the step at an edge. image maps the registers of the slice to those of the machine's program.
func seen(m *exec.Interp, e *ir.Edge, image func(*ir.Var) *ir.Var) step {
	var b []byte
	ir.Uses(e.Stmt, func(v *ir.Var) {
		if v.Type.Kind != ir.Ptr {
			b = fmt.Appendf(b, "%s=%d ", v.Name, m.Reg(image(v)))
		}
	})
	return step{e, string(b)}
}

func (s step) String() string {
	return fmt.Sprintf("%s L%d -> L%d %s (%s)", s.edge.From.Func.Name, s.edge.From.ID, s.edge.To.ID,
		ir.StmtString(s.edge.Stmt), s.values)
}

// one runs the program and the slice, and compares their steps. The inputs of the slice are those that the program
// reads in activations and at edges that the slice has.
func (r *runner) one(t testing.TB, in exec.Inputs) {
	t.Helper()
	r.names.Begin()
	var steps []step // steps of the program that the slice has, too
	r.p.Path(func(e *ir.Edge) {
		if q := r.names.Edge(e); q != nil && matters(q) {
			steps = append(steps, seen(r.p, q, func(v *ir.Var) *ir.Var { return v.Origin }))
		}
	})
	ctx := context.Background()
	a, err := r.p.Run(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	if a.Addr || a.Wild || a.Guess || a.Outcome.Kind == exec.OutOfStack || a.Outcome.Kind == exec.OutOfMemory {
		return
	}
	r.fig.runs++
	at := 0
	wrong := ""
	r.q.Path(func(e *ir.Edge) {
		if !matters(e) || at == len(steps) || wrong != "" {
			return
		}
		if got := seen(r.q, e, func(v *ir.Var) *ir.Var { return v }); got != steps[at] {
			wrong = fmt.Sprintf("step %d is %v, that of the slice %v", at, steps[at], got)
		}
		at++
	})
	b, err := r.q.Run(ctx, exec.Chain(exec.FromRecords(r.m.From, r.names.Records(a.Reads)), in))
	if err != nil {
		t.Fatal(err)
	}
	if at < len(steps) && wrong == "" && b.Outcome.Kind != exec.OutOfFuel {
		wrong = fmt.Sprintf("of %d steps the slice does %d: %v", len(steps), at, b.Outcome)
	}
	if wrong != "" {
		t.Error(wrong)
	}
	va, vb := a.Outcome.Obligation, b.Outcome.Obligation
	switch {
	case va != nil && r.criterion[va]:
		r.fig.violated++
		if vb == nil || vb.Origin != va {
			t.Errorf("the program violates O%d, the slice ends with %v", va.ID, b.Outcome)
		}
	case va == nil && vb != nil && a.Outcome.Kind != exec.OutOfFuel:
		r.fig.spurious++
	case va == nil && vb != nil:
		r.fig.perhaps++
	}
}

func size(p *ir.Program) (n int) {
	for _, f := range p.Funcs {
		n += len(f.Edges)
	}
	return n
}

func (fig *figures) String() string {
	return fmt.Sprintf("%d slices, %d of %d edges; %d runs, %d violate the criterion; the slice alone violates it in "+
		"%d, perhaps in %d", fig.programs, fig.kept, fig.edges, fig.runs, fig.violated, fig.spurious, fig.perhaps)
}

// TestSliceGoldens compares printed slices with golden files. The first line of an archive has the criterion, and the
// options other than the defaults.
func TestSliceGoldens(t *testing.T) {
	golden.Archives(t, "testdata/slice/*.txtar", func(t *testing.T, line, src string) string {
		p := irtest.Program(t, src)
		var criterion []*ir.Obligation
		var o reduce.SliceOptions
		for _, w := range strings.Fields(strings.TrimPrefix(line, "slice:")) {
			switch w {
			case "strict":
				o.Care = reduce.Strict
			default:
				i, err := strconv.Atoi(strings.TrimPrefix(w, "O"))
				if err != nil {
					t.Fatal(err)
				}
				criterion = append(criterion, p.Obligations[i])
			}
		}
		q, m, err := reduce.Slice(context.Background(), p, criterion, o)
		if err != nil {
			t.Fatal(err)
		}
		if m.From != q || m.To != p {
			t.Fatal("the map leads elsewhere")
		}
		return ir.Print(q)
	})
}

// TestSlices checks Definition 5 for random programs: if the program violates the criterion, the slice violates it on
// the same inputs. Violations of the slice alone are counted.
func TestSlices(t *testing.T) {
	seeds := uint64(90)
	if os.Getenv("TANDEM_LONG") != "" {
		seeds = 20000
	}
	dir := t.TempDir()
	for _, o := range []reduce.SliceOptions{{}, {Care: reduce.Loose}, {Care: reduce.Strict}} {
		fig := &figures{}
		for seed := range seeds {
			var p *ir.Program
			if seed%4 == 0 {
				p = restricttest.Program(seed)
			} else {
				p = lowered(t, dir, seed)
			}
			compare(t, p, seed, o, fig)
		}
		t.Logf("care %v: %v", o.Care, fig)
		// A loose slice lacks some of the conditions that end a run.
		if fig.violated < fig.runs/20 || fig.spurious > fig.runs/20 && o.Care != reduce.Loose || fig.spurious > fig.runs/8 {
			t.Errorf("care %v: %v", o.Care, fig)
		}
	}
}

// compare slices a program by some of its obligations, and compares the runs.
func compare(t *testing.T, p *ir.Program, seed uint64, o reduce.SliceOptions, fig *figures) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 79))
	var criterion []*ir.Obligation
	some := 1 + r.IntN(4)
	for _, o := range p.Obligations {
		if r.IntN(some) == 0 {
			criterion = append(criterion, o)
		}
	}
	_, m, err := reduce.Slice(context.Background(), p, criterion, o)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	fig.programs++
	fig.edges += size(p)
	fig.kept += size(m.From)
	x := newRunner(t, m, fig)
	for _, o := range criterion {
		x.criterion[o] = true
	}
	constants := exec.Constants(p)
	for k := range uint64(16) {
		x.one(t, exec.RandomOf(constants, k, exec.Style(k%3)))
	}
	if t.Failed() {
		t.Fatalf("seed %d, care %v\nprogram\n%s\nslice of %v\n%s", seed, o.Care, ir.Print(p), ids(criterion),
			ir.Print(m.From))
	}
}

func ids(os []*ir.Obligation) (out []int) {
	for _, o := range os {
		out = append(out, o.ID)
	}
	return out
}

var runMutants = flag.Bool("mutants", false, "hold each mutant against TestSlices; else TANDEM_LONG=1 does")

// TestSliceMutants checks that TestSlices finds slices in which something is missing.
func TestSliceMutants(t *testing.T) {
	mutationtest.Test(t, mutationtest.Run{Tests: "TestSlices", All: *runMutants || os.Getenv("TANDEM_LONG") != "",
		Some: 1}, mutationtest.List{
		{"edges that decide whether a location is reached are cut", "slice.go",
			[]string{"for _, e := range fn.control.On[l.ID] {",
				"for _, e := range fn.control.On[l.ID][:0] {"}},
		{"registers are not searched for", "slice.go", []string{"s.seek(fn, item{v: x.Var}, at)", ""}},
		{"loads read no memory", "slice.go", []string{"s.bytes(fn, e.From, st.Addr, int64(st.Dst.Type.Size()))", ""}},
		{"copies read no memory", "slice.go", []string{"s.bytes(fn, e.From, st.Src, length(st.N))", ""}},
		{"a callee needs no values from its entry", "slice.go", []string{"for _, it := range callee.inputs {",
			"for _, it := range callee.inputs[:0] {"}},
		{"calls that are kept later provide no values", "slice.go", []string{"for _, e := range fn.calls {",
			"for _, e := range fn.calls[:0] {"}},
		{"results are not searched for", "slice.go", []string{"for _, r := range callee.f.Exit.In {",
			"for _, r := range callee.f.Exit.In[:0] {"}},
		{"few calls lead to the criterion", "slice.go", []string{"for _, e := range s.calls.Sites(fn.f) {",
			"for _, e := range s.calls.Sites(fn.f)[:1] {"}},
		{"effects of a callee on memory are not searched for", "seek.go",
			[]string{"s.later(func() { s.seek(callee, it, callee.f.Exit) })", "_ = callee"}},
		{"each store to an object replaces all of it", "seek.go",
			[]string{"x.places[0].Off <= pl.Off && pl.Off+it.size <= x.places[0].Off+x.size", "true"}},
		{"stores to unknown addresses replace", "seek.go",
			[]string{"if o := ir.Root(addr); surely && o != nil && !o.Const && len(x.places) == 1 && x.size > 0 {\n		pl := " +
				"x.places[0]\n		x.whole = pl.Target != nil && pl.Stride == 0 && pl.Off >= 0 && pl.Off+x.size <= o.Size && " +
				"s.one(pl.Target)", "if len(x.places) > 0 {\n		x.whole = surely"}},
		{"calls replace global registers", "seek.go",
			[]string{"				return changed\n			}\n		}\n	}\n	return untouched\n}\n",
				"				return replaced\n			}\n		}\n	}\n	return untouched\n}\n"}},
		{"calls do nothing to global registers", "seek.go", []string{"if w == v {", "if w == v && false {"}},
		{"cut edges lead to their own ends", "cut.go", []string{"to = k.fn.control.Post[to.ID]", "to = nil"}},
	})
}
