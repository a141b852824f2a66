package derive_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// figures are the counts of a comparison of a program with the program from which it was derived.
type figures struct {
	runs, finished, short, edges int // short: runs of one program that are blocked some edges before the other
	records, pruned, values      int // inputs translated, inputs of To that From does not read, registers compared
	obligations, locs, exprs     int
	invariants, up               int // invariants of From that hold in To; translated back, in From
}

func (a *figures) add(b figures) {
	a.runs += b.runs
	a.finished += b.finished
	a.short += b.short
	a.edges += b.edges
	a.records += b.records
	a.pruned += b.pruned
	a.values += b.values
	a.obligations += b.obligations
	a.locs += b.locs
	a.exprs += b.exprs
	a.invariants += b.invariants
	a.up += b.up
}

func (a figures) String() string {
	return fmt.Sprintf("%d runs (%d finished or violated, %d blocked earlier), %d edges; %d inputs named, %d that one "+
		"program reads only; %d values compared; %d obligations, %d locations, %d expressions there and back; %d "+
		"invariants there, %d back",
		a.runs, a.finished, a.short, a.edges, a.records, a.pruned, a.values, a.obligations, a.locs, a.exprs, a.invariants,
		a.up)
}

// Limits of one run.
const (
	maxFuel  = 1 << 13
	maxEdges = 1 << 18
	maxLook  = 3000 // edges before which registers are compared
	maxLooks = 1 << 25
)

// seen identifies the value of a register after some edges of To.
type seen struct {
	after int
	v     *ir.Var
	bits  uint64
	from  *ir.Loc
}

// comparer runs both programs of a map.
type comparer struct {
	m        *derive.Map
	from, to *exec.Interp
	fig      figures
	tests    []pair
	looks    int // comparisons of registers, for invariants
}

// pair is a compared pair of runs: the inputs of From, the inputs of To, and the number of edges of To to compare.
type pair struct {
	in      exec.Inputs
	records []ir.Record
	edges   int
}

// newComparer returns a comparer for the programs of a map.
func newComparer(m *derive.Map) (*comparer, error) {
	cfg := exec.Config{Fuel: maxFuel, MaxMemory: 16 << 20, Trace: true}
	from, err := exec.NewInterp(m.From, cfg)
	if err != nil {
		return nil, err
	}
	cfg.Fuel *= 4 // inlined calls cost nothing
	to, err := exec.NewInterp(m.To, cfg)
	if err != nil {
		return nil, err
	}
	return &comparer{m: m, from: from, to: to}, nil
}

// one compares a run of From with the corresponding run of To: the edges, the inputs in both directions, and the values
// of registers on the path.
func (c *comparer) one(in exec.Inputs) error {
	ctx := context.Background()
	var expanded []*ir.Edge
	var looks []seen
	w := c.m.Walk(func(e *ir.Edge) {
		if len(expanded) < maxEdges {
			expanded = append(expanded, e)
		}
	})
	looked := 0
	c.from.Path(func(e *ir.Edge) {
		w.Flush()
		if looked++; looked <= maxLook && c.m.Loc(e.From) != nil {
			if n := len(expanded); n > 0 && n < maxEdges {
				if last := expanded[n-1]; !isReturn(last) && !isCall(last) && last.To != c.m.Loc(e.From) {
					looks = append(looks, seen{n, nil, 0, e.From})
				}
			}
			for _, v := range e.From.Func.Vars {
				if v.Type.Kind != ir.Ptr && c.m.Same(e.From, v) {
					looks = append(looks, seen{len(expanded), c.m.Var(v), c.from.Reg(v), e.From})
				}
			}
		}
		w.Edge(e)
	})
	r, err := c.from.Run(ctx, in)
	if err != nil {
		return err
	}
	if k := r.Outcome.Kind; k != exec.Undefined && k != exec.OutOfFuel && k != exec.Unsupported {
		w.Finish()
	}
	if r.Outcome.Kind == exec.Unsupported || r.Outcome.Kind == exec.OutOfMemory || r.Outcome.Kind == exec.OutOfStack {
		return nil
	}
	var records []ir.Record
	for _, rec := range r.Reads {
		if rec, err := w.Record(rec); err == nil {
			records = append(records, rec)
		} else if c.m.Site(c.m.From.Sites[rec.Site]) != nil {
			return err
		} else if r.Approx {
			return nil // a missing result: its value in the other run is unknown
		}
	}
	c.fig.records += len(records)

	var path []*ir.Edge
	next := 0
	wrong := ""
	c.to.Path(func(e *ir.Edge) {
		for ; next < len(looks) && looks[next].after <= len(path); next++ {
			l := looks[next]
			switch {
			case l.v == nil:
				wrong = fmt.Sprintf("after %d edges one is at L%d of %s, the other not at its origin", l.after, l.from.ID,
					l.from.Func.Name)
			case l.after == len(path) && (l.v.Global || e.From.Func == owner(c.m, l)):
				c.fig.values++
				if bits := c.to.Reg(l.v); bits != l.bits && wrong == "" {
					wrong = fmt.Sprintf("after %d edges at L%d of %s: %s is %d, in the other %d", l.after, l.from.ID, l.from.Func.Name,
						l.v.Name, bits, l.bits)
				}
			}
		}
		if len(path) < maxEdges {
			path = append(path, e)
		}
	})
	test := exec.FromRecords(c.m.To, records)
	r2, err := c.to.Run(ctx, exec.Chain(test, exec.Zeros()))
	if err != nil {
		return err
	}
	c.fig.runs++
	c.fig.edges += len(expanded)
	n := min(len(expanded), len(path))
	for i := range n {
		if expanded[i] != path[i] {
			return fmt.Errorf("edge %d of %d: %s at %s, taken was %s at %s", i, n, expanded[i], expanded[i].Pos, path[i],
				path[i].Pos)
		}
	}
	if wrong != "" && !r.Addr { // objects have different addresses
		return fmt.Errorf("%s", wrong)
	}
	if r.Outcome.Kind == exec.OutOfFuel || r2.Outcome.Kind == exec.OutOfFuel || n == maxEdges {
		return nil
	}
	c.fig.pruned += len(r2.Reads) - len(records)
	if r.Outcome.Kind != r2.Outcome.Kind {
		return fmt.Errorf("one ends %d, the other %d (%s, %s)", r.Outcome.Kind, r2.Outcome.Kind, r.Outcome.What,
			r2.Outcome.What)
	}
	switch {
	case r.Outcome.Kind == exec.Finished || r.Outcome.Kind == exec.Violated:
		c.fig.finished++
		if len(expanded) != len(path) {
			return fmt.Errorf("%d edges stand for %d", len(expanded), len(path))
		}
		if o := r.Outcome.Obligation; o != nil && c.m.Obligation(o) != r2.Outcome.Obligation {
			return fmt.Errorf("one violates %s, the other %s", o.Text, r2.Outcome.Obligation.Text)
		}
	case len(expanded) > len(path):
		return fmt.Errorf("%d edges stand for %d", len(expanded), len(path))
	case len(expanded) < len(path):
		c.fig.short++
	}
	// And up again: with the inputs of the run of To, From takes the same path.
	back, err := testgen.Up(ctx, c.m, exec.Chain(exec.FromRecords(c.m.To, r2.Reads), exec.Zeros()),
		exec.Config{Fuel: maxFuel, MaxMemory: 16 << 20, Trace: true})
	if err != nil {
		return err
	}
	if c.looks += n * len(c.m.From.Entry.Vars); c.looks < maxLooks {
		c.tests = append(c.tests, pair{in, records, n})
	}
	if string(back.Branches) != string(r.Branches) || back.Outcome.Kind != r.Outcome.Kind ||
		len(back.Reads) != len(r.Reads) {
		return fmt.Errorf("the test of To leads From another way: %d after %d inputs, not %d after %d", back.Outcome.Kind,
			len(back.Reads), r.Outcome.Kind, len(r.Reads))
	}
	return nil
}

func isReturn(e *ir.Edge) bool { _, ok := e.Stmt.(*ir.Return); return ok }
func isCall(e *ir.Edge) bool   { _, ok := e.Stmt.(*ir.Call); return ok }

// owner returns the function of To in which the value was seen.
func owner(m *derive.Map, l seen) *ir.Func { return m.Loc(l.from).Func }

// parts translates obligations, locations and conditions down and up again, and checks that it gets the same ones.
func (c *comparer) parts() error {
	m := c.m
	for _, o := range m.From.Obligations {
		d := m.Obligation(o)
		if d == nil || d.Kind != o.Kind || d.Pos != o.Pos || !contains(m.Obligations(d), o) {
			return fmt.Errorf("obligation %s at %s does not come back", o.Text, o.Pos)
		}
		c.fig.obligations++
	}
	for _, o := range m.To.Obligations {
		if len(m.Obligations(o)) == 0 {
			return fmt.Errorf("obligation %s at %s is lost", o.Text, o.Pos)
		}
	}
	for _, f := range m.From.Funcs {
		for _, l := range f.Locs {
			d := m.Loc(l)
			if d == nil {
				continue
			}
			if !contains(m.Locs(d), l) {
				return fmt.Errorf("L%d of %s does not come back", l.ID, f.Name)
			}
			c.fig.locs++
			for _, e := range l.Out {
				a, ok := e.Stmt.(*ir.Assume)
				if !ok {
					continue
				}
				down, err := m.Expr(l, a.Cond)
				if err != nil {
					continue
				}
				up, err := m.ExprAt(l, down)
				if err != nil {
					return fmt.Errorf("L%d of %s: %s: %v", l.ID, f.Name, ir.ExprString(a.Cond), err)
				}
				if !ir.Equal(up, a.Cond) {
					return fmt.Errorf("L%d of %s: %s comes back as %s", l.ID, f.Name, ir.ExprString(a.Cond), ir.ExprString(up))
				}
				c.fig.exprs++
			}
		}
	}
	return nil
}

func contains[T comparable](xs []T, x T) bool {
	for _, y := range xs {
		if x == y {
			return true
		}
	}
	return false
}

// invariants uses the facts that hold in all runs of From as invariants. It checks whether their translations hold in
// the runs of To, and whether these translations, translated back, hold in the runs of From.
func (c *comparer) invariants() error {
	type bounds struct{ lo, hi ir.Expr }
	seen := map[*ir.Loc]map[*ir.Var]*bounds{}
	follow := func(m *exec.Interp, in exec.Inputs, edges int, look func(*ir.Loc)) error {
		n := 0
		m.Path(func(e *ir.Edge) {
			if n++; n <= edges {
				look(e.From)
			}
		})
		_, err := m.Run(context.Background(), in)
		return err
	}
	for _, t := range c.tests {
		err := follow(c.from, t.in, maxEdges, func(l *ir.Loc) {
			if seen[l] == nil {
				seen[l] = map[*ir.Var]*bounds{}
			}
			for _, v := range l.Func.Vars {
				if v.Type.Kind != ir.Int {
					continue
				}
				x := ir.NewBits(v.Type, c.from.Reg(v))
				b := seen[l][v]
				if b == nil {
					b = &bounds{x, x}
					seen[l][v] = b
				}
				if ir.IsTrue(ir.NewBinary(ir.Lt, x, b.lo)) {
					b.lo = x
				}
				if ir.IsTrue(ir.NewBinary(ir.Lt, b.hi, x)) {
					b.hi = x
				}
			}
		})
		if err != nil {
			return err
		}
	}
	var invs []verify.Invariant
	for _, f := range c.m.From.Funcs {
		for _, l := range f.Locs {
			if seen[l] == nil {
				invs = append(invs, verify.Invariant{Loc: l, Expr: ir.NewBool(false)})
			}
			for _, v := range f.Vars {
				if b := seen[l][v]; b != nil {
					e := ir.NewBinary(ir.LAnd, ir.NewBinary(ir.Le, b.lo, ir.NewRef(v)), ir.NewBinary(ir.Le, ir.NewRef(v), b.hi))
					invs = append(invs, verify.Invariant{Loc: l, Expr: e})
				}
			}
		}
	}
	check := func(invs []verify.Invariant, m *exec.Interp, in func(pair) (exec.Inputs, int)) error {
		at := map[*ir.Loc][]ir.Expr{}
		for _, i := range invs {
			at[i.Loc] = append(at[i.Loc], i.Expr)
		}
		for _, t := range c.tests {
			var wrong error
			test, edges := in(t)
			err := follow(m, test, edges, func(l *ir.Loc) {
				for _, e := range at[l] {
					if bits, ok := ir.EvalExpr(e, &ir.Env{Reg: m.Reg}); (!ok || bits == 0) && wrong == nil {
						wrong = fmt.Errorf("L%d of %s: %s does not hold", l.ID, l.Func.Name, ir.ExprString(e))
					}
				}
			})
			if err != nil || wrong != nil {
				return errors.Join(err, wrong)
			}
		}
		return nil
	}
	down := verify.InvariantsDown(c.m, invs)
	c.fig.invariants += len(down)
	if err := check(down, c.to, func(t pair) (exec.Inputs, int) {
		return exec.Chain(exec.FromRecords(c.m.To, t.records), exec.Zeros()), t.edges
	}); err != nil {
		return fmt.Errorf("down: %w", err)
	}
	up := verify.InvariantsUp(c.m, down)
	c.fig.up += len(up)
	if err := check(up, c.from, func(t pair) (exec.Inputs, int) { return t.in, maxEdges }); err != nil {
		return fmt.Errorf("up: %w", err)
	}
	return nil
}

// program compares the programs of a map on n inputs.
func program(m *derive.Map, n int) (figures, error) {
	c, err := newComparer(m)
	if err != nil {
		return figures{}, nil // cannot be run
	}
	defer c.from.Close()
	defer c.to.Close()
	if err := c.parts(); err != nil {
		return c.fig, err
	}
	constants := exec.Constants(m.From)
	begin := time.Now()
	for i := range n {
		if time.Since(begin) > 5*time.Second {
			break
		}
		if err := c.one(exec.RandomOf(constants, uint64(i), exec.Style(i%3))); err != nil {
			return c.fig, fmt.Errorf("input %d: %w", i, err)
		}
	}
	if err := c.invariants(); err != nil {
		return c.fig, fmt.Errorf("invariants: %w", err)
	}
	return c.fig, nil
}

func size(p *ir.Program) (n int) {
	for _, f := range p.Funcs {
		n += len(f.Edges)
	}
	return n
}

// TestRandomPrograms checks that each execution of a prepared program corresponds to an execution of the reference
// program.
func TestRandomPrograms(t *testing.T) {
	n := 25
	if os.Getenv("TANDEM_LONG") != "" {
		n = 2000
	}
	var all figures
	for seed := range uint64(n) {
		p := flowtest.Random(seed, 12)
		o := instrument.Default()
		o.Check = true
		switch seed % 3 {
		case 1:
			o.Overflow, o.Limits = "undefined", instrument.Limits{Program: 200, Func: 150}
		case 2:
			o.Report = map[string]bool{ir.NoOverflow: true}
		}
		q, err := instrument.Prepare(p, o)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		fig, err := program(derive.Of(q), 8)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		all.add(fig)
		// In two steps: a copy of the copy.
		r, _ := ir.Clone(q)
		if _, err = program(derive.Of(r).Then(derive.Of(q)), 2); err != nil {
			t.Fatalf("seed %d, two steps: %v", seed, err)
		}
		// Passes on what was derived already.
		if r, err = instrument.Derive(q, instrument.Default()); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if _, err = program(derive.Of(r).Then(derive.Of(q)), 4); err != nil {
			t.Fatalf("seed %d, passes twice: %v", seed, err)
		}
	}
	t.Log(all)
}

// TestBenchmarks checks the property of TestRandomPrograms on benchmarks. With TANDEM_LONG it takes all benchmarks, and
// 100 inputs for each.
func TestBenchmarks(t *testing.T) {
	every, n := 90, 3
	if os.Getenv("TANDEM_LONG") != "" {
		every, n = 1, 100
	}
	var all figures
	tasks, faults := 0, 0
	for i, task := range benchtest.Tasks(t, os.Getenv("TANDEM_TASKS")) {
		if i%every != 0 {
			continue
		}
		def := strings.TrimSuffix(task.File, filepath.Ext(task.File)) + ".yml"
		if _, err := os.Stat(def); err != nil {
			def = task.File
		}
		loaded, err := app.Load(app.Options{}, def)
		if err != nil {
			t.Logf("%s: %v", task.ID, err)
			continue
		}
		if every > 1 && size(loaded.Reference) > 2000 {
			continue
		}
		tasks++
		fig, err := program(loaded.Map, n)
		if err != nil {
			faults++
			t.Errorf("%s: %v", task.ID, err)
		}
		if every == 1 {
			t.Logf("%s: %s", task.ID, fig)
		}
		all.add(fig)
	}
	t.Logf("%d tasks, %d faults: %s", tasks, faults, all)
}
