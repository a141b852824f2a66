package app

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/engine/concolic"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/reduce"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/testgen"
)

// TestResidualTable compares residual testing with naive testing (make residual-testing). A verifier stops at 1/4, 1/2
// and 3/4 of its work. A tester that does not know the condition tests the program, and the residual program of each
// technique. The test measures the coverage of the open part by replay on the original program, and how many tests and
// how much time it takes to reach the coverage that naive testing has at its end.
//
// TANDEM_TABLE is the file of rows; without it the test is skipped. TANDEM_SHARD=k/n selects a part of the programs,
// TANDEM_STRATEGY the verifier, TANDEM_SEEDS the number of seeds, TANDEM_PROGRAMS a pattern of benchmark tasks, and
// TANDEM_EACH=n every n-th program.
func TestResidualTable(t *testing.T) {
	x := newTable(t)
	for _, p := range x.programs(t) {
		task, err := Load(p.opt, p.file)
		if err != nil {
			t.Logf("%s: %v", p.id, err)
			continue
		}
		x.program(t, p.id, task)
	}
}

// newTable returns the settings of the environment. It skips the test if no file of rows is given.
func newTable(t *testing.T) *residualTable {
	file := os.Getenv("TANDEM_TABLE")
	if file == "" {
		t.Skip("hours; TANDEM_TABLE is not set")
	}
	x := &residualTable{
		strategy: setting("TANDEM_STRATEGY", "seq(cpa:value,order=path 50%, cpa:predicate,order=path)"),
		seeds:    number(t, "TANDEM_SEEDS", 5), limit: 10 * time.Second, verifies: 5 * time.Second,
		techniques: strings.Fields(strings.TrimPrefix(setting("TANDEM_BY", "auto product folded slice both"), "none")),
	}
	out, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close() })
	w := bufio.NewWriter(out)
	x.row = func(cells ...any) {
		for i, c := range cells {
			if f, is := c.(float64); is {
				c = strconv.FormatFloat(f, 'f', 3, 64)
			}
			if i > 0 {
				fmt.Fprint(w, "\t")
			}
			fmt.Fprint(w, c)
		}
		fmt.Fprintln(w)
		w.Flush()
	}
	return x
}

// tabled is a program of the table.
type tabled struct {
	id, file string
	opt      Options
}

// programs returns the four programs of testdata and the programs in the folder TANDEM_SEVEN, or the benchmark tasks in
// a random order that is always the same.
func (x *residualTable) programs(t *testing.T) (out []tabled) {
	shard, shards := 0, 1
	if s := os.Getenv("TANDEM_SHARD"); s != "" {
		if _, err := fmt.Sscanf(s, "%d/%d", &shard, &shards); err != nil {
			t.Fatal(err)
		}
	}
	if dir := os.Getenv("TANDEM_SEVEN"); dir != "" {
		for _, pattern := range []string{"testdata/residual/*.c", dir + "/*.c"} {
			files, err := filepath.Glob(pattern)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				p := tabled{filepath.Base(f), f, Options{NoConfirm: true, Overflow: "undefined", Check: "none"}}
				if strings.HasPrefix(pattern, dir) { // tasks of verisec
					p.opt.Model = 32
				}
				out = append(out, p)
			}
		}
	} else {
		all := benchtest.Tasks(t, setting("TANDEM_PROGRAMS", "verisec/|controlflow/"))
		rand.New(rand.NewPCG(14, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		each := number(t, "TANDEM_EACH", 1)
		for i := 0; i < len(all); i += each {
			out = append(out, tabled{all[i].ID, strings.TrimSuffix(all[i].File, filepath.Ext(all[i].File)) + ".yml",
				Options{NoConfirm: true}})
		}
	}
	n := 0
	return slices.DeleteFunc(out, func(tabled) bool { n++; return (n-1)%shards != shard })
}

// TestResidualFaults puts faults into the programs of the table, one at a time. It measures the time to find each fault
// in the program, and in the residual program after 1/4, 1/2 or 3/4 of the verification, whichever has the smallest
// open part. TANDEM_MUTANTS is the number of faults for each program.
func TestResidualFaults(t *testing.T) {
	x := newTable(t)
	x.limit = 4 * time.Second // many mutants behave like the program, and their runs last until the limit
	dir := t.TempDir()
	for _, p := range x.programs(t) {
		text, err := os.ReadFile(p.file)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(7, 0))
		for k := range number(t, "TANDEM_MUTANTS", 30) {
			file := filepath.Join(dir, filepath.Base(p.file))
			if err := os.WriteFile(file, []byte(withFault(rng, string(text))), 0o666); err != nil {
				t.Fatal(err)
			}
			task, err := Load(p.opt, file)
			if err != nil {
				continue
			}
			x.fault(t, fmt.Sprintf("%s#%d", p.id, k), task)
		}
	}
}

// fault writes the row of a program:
//
//	program share technique seed | naive: found seconds | residual: found seconds
func (x *residualTable) fault(t *testing.T, id string, task *Task) {
	conds, _ := x.conditions(t, task)
	var c *restrict.Condition
	var share float64
	for _, d := range slices.Backward(conds[:]) { // the smallest open part whose share is between least and most
		if d == nil {
			continue
		}
		if part, open := openPartOf(t, task.Reference, d); part != nil {
			part.close()
			if least <= open && open <= most && (c == nil || open < share) {
				c, share = d, open
			}
		}
	}
	if c == nil {
		x.row(id, "-", "out of the range")
		return
	}
	fails, err := exec.CompileJIT(task.Reference, exec.Config{Fuel: 1 << 20, MaxMemory: 64 << 20}, exec.JITOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer fails.Close()
	for seed := range uint64(x.seeds) {
		m, err := asItIs(task)
		if err != nil {
			t.Fatal(err)
		}
		r, err := makeResidual(task, "auto", c)
		if err != nil {
			t.Logf("%s: %v", id, err)
			return
		}
		a := aim{fault: fails, of: task.Reference}
		naive, left := x.test(t, task, m, seed, a), x.test(t, task, r, seed, a)
		x.row(id, share, r.by, seed, naive.found, naive.seconds, left.found, left.seconds+r.seconds)
	}
}

var operator = regexp.MustCompile(
	`(?m)(^\s*#.*$|"[^"\n]*"|'[^'\n]*'|->|<<|>>|\+\+|--|//.*$)|(<=|>=|==|!=|[<>]|\b[0-9]+\b|[-+] )`)

// withFault returns a source with one comparison, sum or constant changed.
func withFault(r *rand.Rand, text string) string {
	var at [][]int
	for _, m := range operator.FindAllStringSubmatchIndex(text, -1) {
		if m[4] >= 0 {
			at = append(at, m[4:6])
		}
	}
	m := at[r.IntN(len(at))]
	old := text[m[0]:m[1]]
	swap := map[string][]string{"<": {"<=", ">", "!="}, ">": {">=", "<", "!="}, "<=": {"<", "=="}, ">=": {">", "=="},
		"==": {"!=", "<=", ">="}, "!=": {"==", "<", ">"}, "+ ": {"- "}, "- ": {"+ "}}
	to := ""
	if list := swap[old]; list != nil {
		to = list[r.IntN(len(list))]
	} else {
		n, _ := strconv.Atoi(old)
		to = strconv.Itoa(n + 1)
		if n > 0 && r.IntN(2) == 0 {
			to = strconv.Itoa(n - 1)
		}
	}
	return text[:m[0]] + to + text[m[1]:]
}

// setting returns the value of an environment variable, or preset if the variable is not set.
func setting(name, preset string) string {
	if s := os.Getenv(name); s != "" {
		return s
	}
	return preset
}

// number returns the number in an environment variable, or preset if the variable is not set.
func number(t *testing.T, name string, preset int) int {
	n, err := strconv.Atoi(setting(name, strconv.Itoa(preset)))
	if err != nil {
		t.Fatal(name, err)
	}
	return n
}

// residualTable has the settings of the table; row writes a row.
type residualTable struct {
	strategy        string
	techniques      []string
	seeds           int
	limit, verifies time.Duration
	row             func(...any)
}

// program writes the rows of a program:
//
//	program stop share technique seed goals wanted | naive: tests seconds | residual: covered tests seconds
//	| reduction | locations: program residual | naive, in all: seconds
func (x *residualTable) program(t *testing.T, id string, task *Task) {
	conds, work := x.conditions(t, task)
	naive := map[int]*testRun{}
	for i, c := range conds {
		if c == nil {
			x.row(id, i+1, 1.0, "-", "nothing is shown", work)
			continue
		}
		x.stop(t, task, fmt.Sprintf("%s\t%d", id, i+1), c, work, naive)
	}
}

// stop writes the rows of a condition. naive has the runs on the program by seed, so that each is made once.
func (x *residualTable) stop(t *testing.T, task *Task, id string, c *restrict.Condition, work uint64,
	naive map[int]*testRun) {
	ref := task.Reference
	open, share := openPartOf(t, ref, c)
	if open == nil {
		x.row(id, 1.0, "-", "the product is too large", work)
		return
	}
	defer open.close()
	if share < least || share > most {
		x.row(id, share, "-", "out of the range", work)
		return
	}
	if len(x.techniques) == 0 {
		x.row(id, share, "-", "in the range", work, len(open.goals))
		return
	}
	var made []*made
	for _, by := range x.techniques {
		m, err := makeResidual(task, by, c)
		if err != nil {
			x.row(id, share, by, "no residual: "+err.Error())
			continue
		}
		made = append(made, m)
	}
	for seed := range x.seeds {
		n := naive[seed]
		if n == nil {
			m, err := asItIs(task)
			if err != nil {
				t.Logf("%s: %v", id, err)
				return
			}
			n = x.test(t, task, m, uint64(seed), aim{})
			naive[seed] = n
		}
		n.replay(open)
		wanted := n.covers(len(n.tests))
		tests, seconds := n.until(wanted)
		for _, m := range made {
			r := x.test(t, task, m, uint64(seed), aim{part: open, wanted: wanted})
			got := r.covers(len(r.tests))
			nt, ns := r.until(wanted)
			x.row(id, share, m.by, seed, len(open.goals), wanted, tests, seconds, got, nt, ns+m.seconds, m.seconds,
				reduce.SizeOf(ref).Locs, reduce.SizeOf(m.program).Locs, n.seconds)
		}
	}
}

// conditions returns the conditions after 1/4, 1/2 and 3/4 of the work that the verification needs, and this work.
func (x *residualTable) conditions(t *testing.T, task *Task) (out [3]*restrict.Condition, work uint64) {
	verify := func(work uint64) (*restrict.Condition, string, float64) {
		task.Parts = nil
		res := &Residual{}
		if err := res.verify(context.Background(), task,
			ResidualOptions{Steps: max(work, 1), Strategy: x.strategy}); err != nil {
			t.Fatal(err)
		}
		return res.Condition, res.Verdict, res.Verification
	}
	work = 1 << 8
	for {
		_, verdict, seconds := verify(work)
		if verdict != "unknown" { // the verification needs more than half of work, and at most work
			for by := work / 4; by >= max(work/16, 1); by /= 2 {
				if _, verdict, _ := verify(work - by); verdict != "unknown" {
					work -= by
				}
			}
			break
		}
		if seconds > x.verifies.Seconds()/2 || work > 1<<32 {
			break
		}
		work *= 2
	}
	for k := range out {
		if c, verdict, _ := verify(work * uint64(k+1) / 4); verdict == "unknown" && len(c.States) > 0 || c != nil &&
			c.Obligations != nil {
			out[k] = c
		}
	}
	return out, work
}

// least and most bound the share of open edges: among the edges from which an error of an open obligation can be
// reached in the program, those from which it can be reached in the product with the condition.
const least, most = 0.05, 0.95

// open is the open part of a program: its product with the condition. Tests of the program are replayed in it.
type open struct {
	program *ir.Program
	run     *exec.JIT
	goals   map[*ir.Edge]bool // branches of the reference program
	sides   []*ir.Edge        // by index in Run.Cover: the edge of the reference program; nil: no goal
}

// openPartOf returns the open part of a program and its share; nil if the product is too large.
func openPartOf(t *testing.T, ref *ir.Program, c *restrict.Condition) (*open, float64) {
	r, err := reduce.Product(ref, c)
	if err != nil {
		return nil, 1
	}
	whole, err := reduce.Product(ref, &restrict.Condition{Obligations: c.Obligations})
	if err != nil {
		return nil, 1
	}
	edges := map[*ir.Edge]bool{}
	branch := map[*ir.Edge]bool{}
	for _, g := range testgen.BranchGoals(ref) {
		branch[g.Edge] = true
	}
	o := &open{program: r.Program, goals: map[*ir.Edge]bool{}}
	for _, f := range r.Program.Funcs {
		for _, e := range f.Edges {
			for _, of := range r.Map.Edges(e) {
				edges[of] = true
				if branch[of] {
					o.goals[of] = true
				}
			}
		}
	}
	for _, e := range exec.BranchEdges(r.Program) {
		var side *ir.Edge
		for _, of := range r.Map.Edges(e) {
			if branch[of] {
				side = of
			}
		}
		o.sides = append(o.sides, side)
	}
	o.run, err = exec.CompileJIT(r.Program, exec.Config{Cover: true, Fuel: 1 << 20, MaxMemory: 64 << 20},
		exec.JITOptions{})
	if err != nil {
		t.Logf("the product cannot be run: %v", err)
		return nil, 1
	}
	return o, float64(len(edges)) / float64(max(reduce.SizeOf(whole.Program).Edges, 1))
}

func (o *open) close() { o.run.Close() }

// covered returns the goals in the open part that a test of the reference program reaches.
func (o *open) covered(test []ir.Record) (out []*ir.Edge) {
	r, err := o.run.Run(context.Background(), exec.Chain(exec.FromRecords(o.program, test), exec.Zeros()))
	if err != nil {
		return nil
	}
	for i, n := range r.Cover {
		if n > 0 && o.sides[i] != nil {
			out = append(out, o.sides[i])
		}
	}
	return out
}

// made is a program to be tested, with the map that translates its tests to the reference program.
type made struct {
	by      string
	program *ir.Program
	back    *derive.Map // to the reference program
	seconds float64     // time of the reduction
}

// makeResidual returns the residual program of a technique.
func makeResidual(task *Task, by string, c *restrict.Condition) (*made, error) {
	begin := time.Now()
	r, name, err := reduce.By(context.Background(), by, task.Reference, c)
	if err != nil {
		return nil, err
	}
	seconds := time.Since(begin).Seconds()
	m, err := asTested(task, r.Program)
	if err != nil {
		return nil, err
	}
	m.by, m.seconds = by, seconds
	if by == "auto" {
		m.by += " (" + name + ")"
	}
	return m, nil
}

// asItIs returns the program without reduction.
func asItIs(task *Task) (*made, error) { return asTested(task, task.Reference) }

// asTested prepares p for testing.
func asTested(task *Task, p *ir.Program) (*made, error) {
	o := passes(task)
	o.Inline, o.Simplify, o.Results = false, false, true
	q, err := instrument.Derive(p, o)
	if err != nil {
		return nil, err
	}
	back, err := derive.Between(q, task.Reference)
	return &made{program: q, back: back}, err
}

// testRun is a run of the tester.
type testRun struct {
	tests   []*replayed
	seconds float64
	found   bool // a test violates the reference program
}

// replayed is a test, translated to the reference program, with the time when it was made, and the goals of the open
// part that it reaches.
type replayed struct {
	test    []ir.Record
	seconds float64
	edges   []*ir.Edge
}

// replay finds the goals that each test reaches in o.
func (x *testRun) replay(o *open) {
	for _, one := range x.tests {
		one.edges = o.covered(one.test)
	}
}

// covers returns the number of goals that the first n tests reach.
func (x *testRun) covers(n int) int {
	all := map[*ir.Edge]bool{}
	for _, one := range x.tests[:n] {
		for _, e := range one.edges {
			all[e] = true
		}
	}
	return len(all)
}

// until returns how many tests, and how many seconds, it takes to reach the wanted number of goals.
func (x *testRun) until(wanted int) (tests int, seconds float64) {
	if wanted == 0 {
		return 0, 0
	}
	for i, one := range x.tests {
		if x.covers(i+1) >= wanted {
			return i + 1, one.seconds
		}
	}
	return len(x.tests), x.seconds
}

// test makes directed and random tests of a program in turns. A test that takes a new branch belongs to the suite. The
// time of replays does not count.
func (x *residualTable) test(t *testing.T, task *Task, m *made, seed uint64, aim aim) *testRun {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	begin := time.Now()
	var paused time.Duration
	spent := func() time.Duration { return time.Since(begin) - paused }
	out := &testRun{}
	if aim.part != nil && aim.wanted == 0 {
		return out
	}
	tt := *task
	tt.Program, tt.Map, tt.Parts, tt.Original, tt.Obligations = m.program, m.back, nil, nil, []*ir.Obligation{}
	tt.Options.Seed = seed
	jit, err := exec.CompileJIT(m.program, exec.Config{Cover: true, Fuel: 1 << 20, MaxMemory: 64 << 20}, exec.JITOptions{})
	if err != nil {
		t.Logf("%v", err)
		return out
	}
	defer jit.Close()
	own := map[int]bool{}
	goals := map[int]bool{}
	index := map[*ir.Edge]int{}
	for i, e := range exec.BranchEdges(m.program) {
		index[e] = i
	}
	for _, g := range testgen.BranchGoals(m.program) {
		goals[index[g.Edge]] = true
	}
	done := false
	enter := func(r *exec.Run) (news bool) {
		switch r.Outcome.Kind {
		case exec.Cancelled, exec.Unsupported:
			return false
		}
		for i, n := range r.Cover {
			if n > 0 && goals[i] && !own[i] {
				own[i], news = true, true
			}
		}
		fails := aim.fault != nil && r.Outcome.Kind == exec.Violated
		if !news && !fails {
			return false
		}
		at := spent()
		pause := time.Now()
		reads := slices.Clone(r.Reads)
		one := &replayed{seconds: at.Seconds()}
		if one.test, err = testgen.Down(ctx, m.back, reads, exec.Config{Fuel: 1 << 20, MaxMemory: 64 << 20}); err != nil {
			one.test = nil
		}
		out.tests = append(out.tests, one)
		if aim.part != nil {
			one.edges = aim.part.covered(one.test)
			done = out.covers(len(out.tests)) >= aim.wanted
		}
		if fails && aim.violates(one.test) {
			done, out.found = true, true
			out.seconds = at.Seconds()
		}
		paused += time.Since(pause)
		return true
	}
	cfg := concolic.Default()
	cfg.Cover = true
	search, err := concolic.NewSearch(ctx, &tt, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer search.Close()
	search.OnTest = func(r *exec.Run, _ bool) { enter(r) }
	pool := testgen.NewPool(m.program)
	rng := rand.New(rand.NewPCG(seed, 4))
	timer := time.AfterFunc(x.limit, cancel)
	defer timer.Stop()
	over := func() bool {
		if d := x.limit - spent(); d > 0 {
			timer.Reset(d)
			return done
		}
		return true
	}
	chance := func() {
		style := testgen.Styles[rng.IntN(len(testgen.Styles))]
		left := 1 << 10
		r, err := jit.Run(ctx, exec.InputFunc(func(_ ir.Key, site *ir.Site, typ ir.Type) (uint64, bool) {
			left--
			return pool.Pick(rng, style, site, typ), left >= 0
		}))
		if err == nil && enter(r) && !done {
			search.Add(ctx, r.Reads)
		}
	}
	search.Add(ctx, nil)
	more, quiet := true, 0
	for !over() && (len(own) < len(goals) || aim.fault != nil) && (more || quiet < 2000) {
		n := len(own)
		if more {
			if more, err = search.Step(ctx); err != nil {
				more = false
			}
		}
		for range 8 {
			if !done {
				chance()
			}
		}
		if quiet += 8; len(own) > n {
			quiet = 0
		}
	}
	if !out.found {
		out.seconds = min(spent(), x.limit).Seconds()
	}
	return out
}

// aim determines when a run of the tester ends: when it has covered wanted goals of part, or when the program fault is
// violated.
type aim struct {
	part   *open
	wanted int
	fault  *exec.JIT
	of     *ir.Program
}

// violates reports whether the program fault is violated by a test.
func (a aim) violates(test []ir.Record) bool {
	r, err := a.fault.Run(context.Background(), exec.Chain(exec.FromRecords(a.of, test), exec.Zeros()))
	return err == nil && r.Outcome.Kind == exec.Violated
}
