package restrict_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

// asks is a program with a loop in which the input 0 makes the decision T and 1 makes F; the input 2 ends the loop.
const asks = `program ILP32
site nondet "nondet@a.c:2:3" name "nondet" type u8 in main
entry main

func main() void {
  reg x u8
  loc L0 entry
  loc L1 exit
  loc L2
  loc L3
  loc L4
  loc L5
  L0 -> L2: skip
  L2 -> L3: x = input #0
  L3 -> L2: assume x == 0:u8 [T]
  L3 -> L4: assume x != 0:u8
  L4 -> L2: assume x == 1:u8 [F]
  L4 -> L5: assume x != 1:u8
  L5 -> L1: return
}
`

// TestLong checks that the part for a range has exactly the paths of the range, with bounds of up to 100,000 decisions
// (TANDEM_LONG=1: a million) and paths that leave a bound early, late or at its end. It also checks that a part with
// long bounds has no more edges than a part with bounds of 100 decisions.
func TestLong(t *testing.T) {
	p := irtest.Program(t, asks)
	r := rand.New(rand.NewPCG(1, 1))
	size, long := 0, 100_000
	if os.Getenv("TANDEM_LONG") != "" {
		long = 1_000_000
	}
	for _, n := range []int{100, 62, 63, 64, 126, 127, 1000, long} {
		lo := make([]byte, n)
		for i := range lo {
			lo[i] = "TF"[r.IntN(2)]
		}
		hi := bytes.Clone(lo)
		at := n - 1 - r.IntN(n/2)
		lo[at], hi[at] = 'T', 'F'
		s := &restrict.PathRange{Lo: restrict.Path(lo), Hi: restrict.Path(hi[:n-r.IntN(2)]), Before: n%2 == 0}
		q, _, err := restrict.Apply(p, restrict.Scope{Range: s})
		if err != nil {
			t.Fatal(err)
		}
		if f := q.Entry; n == 100 {
			size = len(f.Edges)
		} else if len(f.Edges) > size {
			t.Errorf("%d edges for %d decisions, %d for 100", len(f.Edges), n, size)
		}
		m, err := exec.NewJIT(q, exec.Config{Trace: true})
		if err != nil {
			t.Fatal(err)
		}
		in, runs := 0, 60
		if n > 1000 {
			runs = 10
		}
		for k := range runs {
			path := bytes.Clone([][]byte{lo, hi}[k%2])
			switch i := r.IntN(n); k / 2 % 5 {
			case 0:
				path[i] ^= 'T' ^ 'F'
			case 1:
				path = path[:i]
			case 2:
				path[n-1-i%9] ^= 'T' ^ 'F'
			case 3:
				path = append(path, "TF"[i%2])
			}
			next := 0
			run, err := m.Run(context.Background(), exec.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) {
				if next++; next > len(path) {
					return 2, true
				}
				return uint64(strings.IndexByte("TF", path[next-1])), true
			}))
			if err != nil {
				t.Fatal(err)
			}
			want := s.Contains(restrict.Path(path))
			if want {
				in++
			}
			if got := run.Outcome.Kind == exec.Finished; got != want || !got && run.Outcome.Kind != exec.Blocked {
				t.Errorf("%d decisions, path %d: %s; in the range: %v", n, k, restricttest.Outcome(run.Outcome), want)
			}
		}
		m.Close()
		if in*6 < runs || in*6 > runs*5 {
			t.Errorf("%d decisions: %d of %d paths are in the range", n, in, runs)
		}
	}
	// No path comes before the first one.
	q, _, err := restrict.Apply(p, restrict.Scope{Range: &restrict.PathRange{Before: true}})
	if err != nil {
		t.Fatal(err)
	}
	two := exec.InputFunc(func(ir.Key, *ir.Site, ir.Type) (uint64, bool) { return 2, true })
	if run := restricttest.NewRunner(t, q).Run(t, two); run.Outcome.Kind != exec.Blocked {
		t.Errorf("the empty range has a path: %s", restricttest.Outcome(run.Outcome))
	}
}

// TestHavoc checks that the state of the instrumentation survives a statement that makes all global registers
// arbitrary.
func TestHavoc(t *testing.T) {
	p := irtest.Program(t, strings.Replace(asks, "L0 -> L2: skip", `L0 -> L2: havocall "f"`, 1))
	q, _, err := restrict.Apply(p, restrict.Scope{Depth: 2, Range: &restrict.PathRange{Lo: "T", NoUpper: true}})
	if err != nil {
		t.Fatal(err)
	}
	text := ir.Print(q)
	for _, v := range q.Globals {
		if n := strings.Count(text, v.Name+".saved = @"+v.Name+"\n") + strings.Count(text,
			"@"+v.Name+" = "+v.Name+".saved\n"); n != 2 {
			t.Errorf("%s is saved and restored in %d edges\n%s", v.Name, n, text)
		}
	}
}
