package acceptance

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// sample is a random program with two inputs all of whose runs are known. All inputs that are at least most behave
// alike.
type sample struct {
	text string
	task *verify.Task
	runs []*sampleRun
}

const most = 9 // least input for which the program returns at once

// sampleRun is a run of a sample.
type sampleRun struct {
	inputs   map[int]uint64 // by site
	path     restrict.Path
	edges    []*ir.Edge
	violated bool
}

// sampleText returns a program that fails if a sum of its variables is K at the end.
func sampleText(r *rand.Rand) string {
	var b strings.Builder
	n := 0
	value := func() string {
		return []string{"x", "y", "a", "b", fmt.Sprint(r.IntN(9)), fmt.Sprint(r.IntN(4))}[r.IntN(6)]
	}
	cond := func() string {
		return fmt.Sprintf("%s %s %s", []string{"x", "y", "a", "b"}[r.IntN(4)],
			[]string{"<", "<=", "==", "!=", ">"}[r.IntN(5)], value())
	}
	assign := func() string {
		v := []string{"a", "b"}[r.IntN(2)]
		return fmt.Sprintf("%s = %s;", v, []string{value() + " + " + value(), v + " + " + value(), value() + " - " + value(),
			v + " + 1", value()}[r.IntN(5)])
	}
	var stmt func(deep int) string
	stmt = func(deep int) string {
		switch k := r.IntN(6); {
		case k < 2 || deep == 0:
			return assign()
		case k < 4:
			return fmt.Sprintf("if (%s) { %s } else { %s }", cond(), stmt(deep-1), stmt(deep-1))
		}
		n++
		bound := []string{"x", "y", "3", "5"}[r.IntN(4)]
		return fmt.Sprintf("for (int i%d = 0; i%d < %s; i%d++) { %s }", n, n, bound, n, stmt(deep-1))
	}
	b.WriteString("void reach_error(void); unsigned char __VERIFIER_nondet_uchar(void);\nint main(void) {\n  int a = " +
		"0, b = 0;\n  unsigned char x, y = 0;\n")
	fmt.Fprintf(&b, "  x = __VERIFIER_nondet_uchar();\n  if (x >= %d) return 0;\n", most)
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "  %s\n", stmt(1))
	}
	fmt.Fprintf(&b, "  y = __VERIFIER_nondet_uchar();\n  if (y >= %d) return 0;\n", most)
	for range 2 + r.IntN(3) {
		fmt.Fprintf(&b, "  %s\n", stmt(2))
	}
	fmt.Fprintf(&b, "  if (%s == K) reach_error();\n  return 0;\n}\n",
		[]string{"a", "b", "a + b", "a - b", "a + 2 * b"}[r.IntN(5)])
	return b.String()
}

// newSample returns a program of which some runs fail and most do not; with unsafe false, one without failing runs.
func newSample(t testing.TB, seed uint64, unsafe bool) *sample {
	t.Helper()
	for ; ; seed += 1 << 32 {
		text := sampleText(rand.New(rand.NewPCG(seed, 5)))
		for k := range 12 {
			s := &sample{text: strings.ReplaceAll(text, "K", fmt.Sprint(k))}
			s.task = enginetest.C{File: "part.c", Text: s.text}.Task(t)
			s.task.Parts = &verify.PartSet{}
			s.run(t)
			bad := 0
			for _, x := range s.runs {
				if x.violated {
					bad++
				}
			}
			if unsafe && bad > 0 && bad*3 < len(s.runs) || !unsafe && bad == 0 && len(s.task.Program.Obligations) > 0 && k > 0 {
				return s
			}
		}
	}
}

// sites returns the sites of the inputs.
func (s *sample) sites() (out []*ir.Site) {
	for _, x := range s.task.Program.Sites {
		if x.Kind == ir.Nondet {
			out = append(out, x)
		}
	}
	return out
}

// run runs the program on all inputs.
func (s *sample) run(t testing.TB) {
	t.Helper()
	m, err := exec.NewInterp(s.task.Program, exec.Config{Fuel: 1 << 16, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for n := range (most + 1) * (most + 1) {
		x := &sampleRun{inputs: map[int]uint64{}}
		for i, site := range s.sites() {
			x.inputs[site.ID] = uint64([]int{n % (most + 1), n / (most + 1)}[i])
		}
		m.Path(func(e *ir.Edge) { x.edges = append(x.edges, e) })
		run, err := m.Run(t.Context(), exec.InputFunc(func(k ir.Key, _ *ir.Site, _ ir.Type) (uint64, bool) {
			v, ok := x.inputs[k.Site]
			return v, ok
		}))
		if err != nil {
			t.Fatal(err)
		}
		if k := run.Outcome.Kind; k != exec.Finished && k != exec.Violated && k != exec.Blocked {
			t.Fatalf("%s\n%v: outcome %v", s.text, x.inputs, run.Outcome)
		}
		x.violated = run.Outcome.Kind == exec.Violated
		p := make([]byte, run.NumTrace)
		for i := range p {
			p[i] = "FT"[run.Branches[i/8]>>(i%8)&1]
		}
		x.path = restrict.Path(p)
		s.runs = append(s.runs, x)
	}
}

// in reports whether a run is in a scope, by the definition of scopes.
func (x *sampleRun) in(s verify.Scope) bool {
	if r := s.Region; r != nil {
		for _, d := range r.Box {
			if !d.Contains(x.inputs[d.Site]) {
				return false
			}
		}
		if r.Cond != nil {
			bits, ok := ir.EvalExpr(r.Cond, &ir.Env{Reg: func(v *ir.Var) uint64 {
				for n, w := range r.Vars {
					if v == w {
						return x.inputs[n]
					}
				}
				panic("no input")
			}})
			if ok && bits == 0 {
				return false
			}
		}
	}
	if s.Range != nil && !s.Range.Contains(x.path) {
		return false
	}
	if s.Edges != nil && slices.ContainsFunc(x.edges, func(e *ir.Edge) bool { return !s.Edges[e] }) {
		return false
	}
	if s.Depth > 0 {
		visits := map[*ir.Loc]int{}
		for _, e := range x.edges { // a loop head of these programs has Loop set
			if l := e.To; l.Loop != nil {
				if visits[l]++; visits[l] > s.Depth {
					return false
				}
			}
		}
	}
	if c := s.Condition; c != nil && len(c.States) > 0 {
		at := 0
		for _, e := range x.edges {
			if i := slices.IndexFunc(c.States[at].Steps, func(st verify.ConditionStep) bool { return st.Edge == e }); i >= 0 {
				at = c.States[at].Steps[i].To
			}
			if c.States[at].Verified {
				return false
			}
		}
	}
	return true
}

// unsafe reports whether a run in the scope fails.
func (s *sample) unsafe(scope verify.Scope) bool {
	return slices.ContainsFunc(s.runs, func(x *sampleRun) bool { return x.violated && x.in(scope) })
}

// covered reports whether each run that fails is in a scope.
func (s *sample) covered(scopes []verify.Scope) bool {
	return !slices.ContainsFunc(s.runs, func(x *sampleRun) bool {
		return x.violated && !slices.ContainsFunc(scopes, x.in)
	})
}

var scopeKinds = []string{"region", "range", "condition", "depth", "edges"}

// scope returns a random scope of a kind.
func (s *sample) scope(r *rand.Rand, kind string) verify.Scope {
	any := func() *sampleRun { return s.runs[r.IntN(len(s.runs))] }
	switch kind {
	case "region":
		return verify.Scope{Region: s.region(r)}
	case "range":
		return verify.Scope{Range: s.paths(r)}
	case "condition":
		c := &verify.Condition{States: make([]verify.ConditionState, 2+r.IntN(2))}
		c.States[len(c.States)-1].Verified = true
		es := any().edges
		for i := range len(c.States) - 1 {
			c.States[i].Stays = true
			if len(es) == 0 {
				break
			}
			k := r.IntN(len(es))
			c.States[i].Steps = append(c.States[i].Steps, verify.ConditionStep{Edge: es[k], To: i + 1})
			es = es[k+1:]
		}
		return verify.Scope{Condition: c}
	case "depth":
		return verify.Scope{Depth: 1 + r.IntN(most)}
	}
	set := verify.Edges{}
	for range 1 + r.IntN(8) {
		for _, e := range any().edges {
			set[e] = true
		}
	}
	return verify.Scope{Edges: set}
}

// region returns a random region of inputs.
func (s *sample) region(r *rand.Rand) *verify.Region {
	reg := &verify.Region{}
	sites := s.sites()
	for _, x := range sites {
		if r.IntN(3) > 0 {
			lo, hi := r.IntN(most+1), r.IntN(most+1)
			if hi < lo {
				lo, hi = hi, lo
			}
			if hi == most {
				hi = 255
			}
			reg.Box = append(reg.Box, verify.Range{Site: x.ID, Type: x.Type, Lo: uint64(lo), Hi: uint64(hi)})
		}
	}
	if r.IntN(3) == 0 || len(reg.Box) == 0 {
		var sum ir.Expr
		reg.Vars = map[int]*ir.Var{}
		for i, x := range sites {
			v := &ir.Var{Name: fmt.Sprint("in", i), Type: x.Type}
			reg.Vars[x.ID] = v
			if e := ir.NewCast(ir.I32, ir.NewRef(v)); sum == nil {
				sum = e
			} else {
				sum = &ir.Binary{Op: []ir.BinOp{ir.Add, ir.Sub}[r.IntN(2)], X: sum, Y: e}
			}
		}
		reg.Cond = &ir.Binary{Op: []ir.BinOp{ir.Lt, ir.Le}[r.IntN(2)], X: sum, Y: ir.NewConst(ir.I32, int64(r.IntN(most)))}
		if r.IntN(2) == 0 {
			reg.Cond = ir.NotExpr(reg.Cond)
		}
	}
	return reg
}

// bound returns the path of a random run, or a prefix of it.
func (s *sample) bound(r *rand.Rand) restrict.Path {
	p := s.runs[r.IntN(len(s.runs))].path
	if r.IntN(3) == 0 {
		p = p[:r.IntN(len(p)+1)]
	}
	return p
}

// paths returns a random range of paths.
func (s *sample) paths(r *rand.Rand) *verify.PathRange {
	lo, hi := s.bound(r), s.bound(r)
	if restrict.ComparePaths(hi, lo) < 0 {
		lo, hi = hi, lo
	}
	return &verify.PathRange{Lo: lo, Hi: hi, NoUpper: r.IntN(6) == 0}
}

// draw returns a random scope of a kind in which the program is unsafe, or safe, that excludes some runs and has a run
// with more than two decisions. The result is false if it finds none.
func (s *sample) draw(r *rand.Rand, kind string, unsafe bool) (verify.Scope, bool) {
	for range 60 {
		scope := s.scope(r, kind)
		in, out := 0, 0
		for _, x := range s.runs {
			if x.in(scope) {
				if len(x.path) > 2 {
					in++
				}
			} else {
				out++
			}
		}
		if in > 0 && out > 0 && s.unsafe(scope) == unsafe {
			return scope, true
		}
	}
	return verify.Scope{}, false
}
