package ranges_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// needsSolver skips the test if err says that there is no solver.
func needsSolver(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, smt.ErrNoSolver) {
		benchtest.Missing(t, "no solver here")
	}
	if err != nil {
		t.Fatal(err)
	}
}

// smallGen generates random programs that read up to three values of 4 bits.
type smallGen struct {
	*rand.Rand
	b     strings.Builder
	locs  int
	sites int
}

// edge adds an edge between two locations.
func (g *smallGen) edge(from, to int, text string, args ...any) {
	fmt.Fprintf(&g.b, "  L%d -> L%d: %s\n", from, to, fmt.Sprintf(text, args...))
}

// loc returns a new location.
func (g *smallGen) loc() int { g.locs++; return g.locs }

func (g *smallGen) reg() string { return fmt.Sprint("x", g.IntN(3)) }

// cond returns a random condition and its negation.
func (g *smallGen) cond() (yes, no string) {
	x, y := g.reg(), fmt.Sprintf("%d:u8", g.IntN(18))
	if g.IntN(3) == 0 {
		y = g.reg()
	}
	switch g.IntN(3) {
	case 0:
		return x + " < " + y, y + " <= " + x
	case 1:
		return x + " == " + y, x + " != " + y
	}
	return y + " <= " + x, x + " < " + y
}

// read adds an input after a location, and returns the location after it.
func (g *smallGen) read(at int) int {
	mid, to := g.loc(), g.loc()
	x := fmt.Sprint("x", g.sites)
	g.edge(at, mid, "%s = input #%d", x, g.sites)
	g.edge(mid, to, "%s = %s & 15:u8", x, x)
	g.sites++
	return to
}

// block adds code after a location, and returns the location where the code ends.
func (g *smallGen) block(at, depth int) int {
	for range 1 + g.IntN(4) {
		to := g.loc()
		switch k := g.IntN(30); {
		case k < 4 && g.sites < 3:
			g.edge(g.read(at), to, "skip")
		case k < 22 && depth > 0: // decisions, some without a mark
			yes, no := g.cond()
			t, f := " [T]", " [F]"
			if g.IntN(5) == 0 {
				t, f = "", ""
			}
			a, b := g.loc(), g.loc()
			if g.IntN(2) == 0 { // the order of edges does not matter
				g.edge(at, b, "assume %s%s", no, f)
				g.edge(at, a, "assume %s%s", yes, t)
			} else {
				g.edge(at, a, "assume %s%s", yes, t)
				g.edge(at, b, "assume %s%s", no, f)
			}
			g.edge(g.block(a, depth-1), to, "skip")
			if g.IntN(3) > 0 {
				b = g.block(b, depth-1)
			}
			g.edge(b, to, "skip")
		case k < 25: // a loop that ends
			x, n := g.reg(), g.IntN(20)
			t, f, body := " [T]", " [F]", g.loc()
			if g.IntN(4) == 0 { // T leaves the loop
				t, f = f, t
			}
			g.edge(at, body, "assume %s < %d:u8%s", x, n, t)
			g.edge(at, to, "assume %d:u8 <= %s%s", n, x, f)
			mid := g.loc()
			g.edge(body, mid, "%s = %s + 1:u8", x, x)
			g.edge(mid, at, "skip")
		case k == 25:
			yes, _ := g.cond()
			g.edge(at, to, "assume %s", yes)
		default:
			g.edge(at, to, "%s = %s + %s", g.reg(), g.reg(), g.reg())
		}
		at = to
	}
	return at
}

// smallProgram returns the random program of a seed, and the number of its inputs.
func smallProgram(t *testing.T, seed uint64) (*ir.Program, int) {
	g := &smallGen{Rand: rand.New(rand.NewPCG(seed, 15)), locs: 2}
	at := 0
	for i := range 3 {
		to := g.loc()
		g.edge(at, to, "x%d = 0:u8", i)
		at = to
	}
	for range 2 {
		at = g.read(at)
	}
	end := g.block(at, 3)
	g.edge(end, 1, "return")
	if g.IntN(2) == 0 { // an error, too
		strayed := strings.Replace(g.b.String(), fmt.Sprintf("  L%d -> L1: return\n", end), "", 1)
		g.b.Reset()
		g.b.WriteString(strayed)
		yes, no := g.cond()
		a := g.loc()
		g.edge(end, 2, "assume %s [T]", yes)
		g.edge(end, a, "assume %s [F]", no)
		g.edge(a, 1, "return")
	}
	var head strings.Builder
	head.WriteString("program ILP32\n")
	for i := range g.sites {
		fmt.Fprintf(&head, "site nondet \"n%d@a.c:%d:1\" name \"n\" type u8 in main\n", i, i+1)
	}
	fmt.Fprintf(&head, "obligation \"assertion\" text \"x\" in \"main\"\nentry main\nfunc main() void {\n  reg x0 u8\n "+
		" reg x1 u8\n  reg x2 u8\n  locs %d error 2\n", g.locs)
	return irtest.Program(t, head.String()+g.b.String()+"}\n"), g.sites
}

// TestLeast compares the least path of an under-specified test with the result of brute force over all inputs.
// TANDEM_LONG=1: 1,000 programs.
func TestLeast(t *testing.T) {
	n := 20
	if os.Getenv("TANDEM_LONG") != "" {
		n = 1000
	}
	none, several := 0, 0
	for seed := range uint64(n) {
		p, sites := smallProgram(t, seed)
		r := rand.New(rand.NewPCG(seed, 3))
		given := &verify.Test{}
		var open []int
		for i := range sites {
			if r.IntN(3) == 0 {
				given.Records = append(given.Records, ir.Record{Key: ir.Key{Site: i}, Type: ir.U8, Bits: uint64(r.IntN(16))})
			} else {
				open = append(open, i)
			}
		}
		want, paths, is := brute(t, p, given, open)
		if paths > 1 {
			several++
		}
		got, err := ranges.Least(t.Context(), &verify.Task{Program: p}, given, 0)
		if !is {
			none++
			if err == nil || !strings.Contains(err.Error(), "no execution") {
				t.Errorf("program %d: %+v, %v: it has no execution", seed, got, err)
			}
			continue
		}
		needsSolver(t, err)
		if got.Cut != "" || got.Path != want {
			t.Errorf("program %d: %s (%s), want %s\n%v open %v\n%s", seed, got.Path, got.Cut, want, given.Records, open,
				ir.Print(p))
			return
		}
		if b, err := ranges.Induced(t.Context(), &verify.Task{Program: p}, got.Test, 0); err != nil || b.Path != want {
			t.Errorf("program %d: the test induces %s, %v", seed, b.Path, err)
		}
		for _, rec := range given.Records {
			if bits, ok := got.Test.Value(rec.Key); ok && bits != rec.Bits {
				t.Errorf("program %d: another value for site %d", seed, rec.Site)
			}
		}
	}
	t.Logf("%d programs, %d with several paths, %d with no execution", n, several, none)
	if several*3 < n || none*3 > n {
		t.Error("the random programs are useless")
	}
}

// brute returns the least path over all values of the open inputs, and the number of different paths.
func brute(t *testing.T, p *ir.Program, given *verify.Test, open []int) (least restrict.Path, n int, is bool) {
	m, err := exec.NewInterp(p, exec.Config{Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	all := map[restrict.Path]bool{}
	for k := range 1 << (4 * len(open)) {
		test := &verify.Test{Records: given.Records[:len(given.Records):len(given.Records)]}
		for i, site := range open {
			test.Records = append(test.Records, ir.Record{Key: ir.Key{Site: site}, Type: ir.U8, Bits: uint64(k >> (4 * i) & 15)})
		}
		run, err := m.Run(t.Context(), exec.Chain(exec.FromRecords(p, test.Records), exec.Zeros()))
		if err != nil {
			t.Fatal(err)
		}
		if run.Outcome.Kind != exec.Finished && run.Outcome.Kind != exec.Violated {
			continue
		}
		var d []byte
		for i := range run.NumTrace {
			d = append(d, "FT"[run.Branches[i/8]>>(i%8)&1])
		}
		path := restrict.Path(d)
		all[path] = true
		if !is || restrict.ComparePaths(path, least) < 0 {
			least, is = path, true
		}
	}
	return least, len(all), is
}

// TestLeastCut checks that the bound is a prefix if no least path exists, or a limit ends the search.
func TestLeastCut(t *testing.T) {
	goes := irtest.Program(t, `program ILP32
site nondet "n@a.c:1:1" name "n" type u8 in main
entry main
func main() void {
  reg x u8
  locs 4
  L0 -> L2: x = input #0
  L2 -> L3: assume x != 7:u8 [T]
  L3 -> L0: skip
  L2 -> L4: assume x == 7:u8 [F]
  L4 -> L1: return
}
`)
	task := &verify.Task{Program: goes}
	b, err := ranges.Least(t.Context(), task, &verify.Test{}, 20)
	needsSolver(t, err)
	if string(b.Path) != strings.Repeat("T", 20) || !strings.Contains(b.Cut, "more than 20 decisions") {
		t.Errorf("a loop that may always go on: %+v", b)
	}
	seven := &verify.Test{Records: []ir.Record{{Key: ir.Key{Occ: 3}, Type: ir.U8, Bits: 7}}}
	if b, err = ranges.Least(t.Context(), task, seven, 20); err != nil || b.Path != "TTTF" || b.Cut != "" {
		t.Errorf("the fourth input ends the loop: %+v, %v", b, err)
	}
	// Values are in the order of reading: the second one is 7 for each first one.
	in := func() exec.Inputs {
		n := 0
		return exec.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) { n++; return 7, n == 2 })
	}
	if b, err = ranges.LeastOf(t.Context(), task, in, 20); err != nil || b.Path != "TF" || b.Cut != "" {
		t.Errorf("the second input ends the loop: %+v, %v", b, err)
	}
	p := irtest.Program(t, counts)
	if b, err = ranges.Least(t.Context(), &verify.Task{Program: p}, &verify.Test{}, 10); err != nil ||
		string(b.Path) != "TTTTTTTTTT" || b.Cut == "" {
		t.Errorf("x may be 10 and more: %+v, %v", b, err)
	}
}
