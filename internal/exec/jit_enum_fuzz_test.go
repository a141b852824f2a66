package exec

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// TestEnumerateDifferential compares enumerations of random programs and boxes with the interpreter: a
// point must count if and only if the interpreter's run counts, and a run that does not count must be the same.
func TestEnumerateDifferential(t *testing.T) {
	seeds := uint64(200)
	if testing.Short() {
		seeds = 100
	}
	total := map[string]int{}
	for seed := range seeds {
		if d := differEnum(seed, total); d != "" {
			t.Fatalf("seed %d: %s\n%s", seed, d, ir.Print(mixedProgram(seed)))
		}
	}
	t.Log(total)
	if n := int(seeds); total["counted"] < 3*n || total["in a row"] < n*2/3 || total["after others"] < n*2/3 {
		t.Errorf("too little is compared: %v", total)
	}
}

// randBox returns a box with dimensions for at most two of the first n sites.
func randBox(p *ir.Program, n int, r *rand.Rand) Box {
	var box Box
	for _, k := range r.Perm(n) {
		s := p.Sites[k]
		if s.Kind == ir.Approx || s.Kind == ir.ObjectBytes || s.Type.Kind != ir.Int && s.Type.Kind != ir.Bool ||
			len(box) == 2 {
			continue
		}
		lo := num.Trunc(r.Uint64()>>r.IntN(64), s.Type.Bits)
		if r.IntN(3) == 0 {
			lo = 0
		}
		hi := num.Trunc(lo+uint64(r.IntN(5)), s.Type.Bits)
		if num.Less(hi, lo, s.Type.Bits, s.Type.Signed) {
			hi = lo
		}
		box = append(box, Dim{Site: s.ID, Lo: lo, Hi: hi})
	}
	return box
}

// mixedProgram returns a random program in which an input replaces some constants of the entry
// function, so that runs on different inputs differ.
func mixedProgram(seed uint64) *ir.Program {
	p := randProgram(seed)
	f := p.Entry
	z := f.NewVar("z", ir.U8)
	site := p.NewSite(ir.Nondet, "z", ir.U8, f, ir.Pos{})
	site.Key = "z"
	for _, e := range f.Edges {
		e.Stmt = ir.MapStmt(e.Stmt, func(x ir.Expr) ir.Expr {
			return ir.Map(x, func(y ir.Expr) ir.Expr {
				c, ok := y.(*ir.Const)
				if !ok || c.T.Kind != ir.Int || (c.Bits+seed)%3 != 0 { // the same on both sides of a branch
					return y
				}
				return &ir.Cast{T: c.T, X: ir.NewRef(z)}
			})
		})
	}
	entry := f.NewLoc(ir.Pos{})
	f.NewEdge(entry, f.Entry, &ir.Input{Dst: z, Site: site}, ir.Pos{})
	f.Entry = entry
	return p
}

// differEnum compares enumerations of the random program of seed with the interpreter, in several orders. It returns
// the first difference, "" if there is none, and counts the compared points in total.
func differEnum(seed uint64, total map[string]int) string {
	p := mixedProgram(seed)
	if err := ir.Check(p); err != nil {
		return err.Error()
	}
	r := rand.New(rand.NewPCG(seed, 2))
	z := len(p.Sites) - 1
	lo := uint64(r.IntN(3))
	box := append(Box{{Site: z, Lo: lo, Hi: lo + uint64(r.IntN(20))}}, randBox(p, z, r)...)
	size := sizeOf(p, box)
	cfg := Config{Fuel: 300 + seed%500, MaxMemory: 4096 + seed%1000, MaxDepth: 20}
	in, err := NewInterp(p, cfg)
	if err != nil {
		return err.Error()
	}
	runs := map[string]*Run{} // runs of the interpreter, by point
	for n := range size {
		pt := pointOf(p, box, n, EnumOptions{})
		run, err := in.Run(context.Background(), pointInputs(box, pt))
		if err != nil {
			return err.Error()
		}
		runs[fmt.Sprint(pt)] = run
	}
	var ignore []*ir.Obligation
	if seed%2 == 0 {
		ignore = p.Obligations
	}
	for i, opt := range []JITOptions{{}, {Dispatch: true}, {inMemory: true, far: true}, {split: 1 + int(seed%9)}} {
		opt.Ignore = ignore
		j, err := CompileJIT(p, cfg, opt)
		if err != nil {
			return err.Error()
		}
		defer j.Close()
		for _, o := range []EnumOptions{{}, {Backward: true}, {Step: 1 + r.Uint64N(size)}} {
			d := func() string {
				rank := uint64(0)
				for left := size; left > 0; {
					e, err := j.Enumerate(context.Background(), box, rank, left, o)
					if err != nil {
						return err.Error()
					}
					most := uint64(0)
					for k := range e.Done {
						run := runs[fmt.Sprint(pointOf(p, box, rank, o))]
						if !counts(run, ignore...) {
							return "counted: " + describe(p, run)
						}
						most = max(most, run.Fuel)
						rank = (rank + max(o.Step, 1)) % size
						total["counted"]++
						if k > 0 {
							total["in a row"]++
						}
					}
					if e.Fuel < most || e.Stop == nil && e.Fuel != most {
						return fmt.Sprintf("fuel %d, interpreter %d", e.Fuel, most)
					}
					left -= e.Done
					if e.Stop == nil {
						if left > 0 {
							return "ended early"
						}
						break
					}
					pt := pointOf(p, box, rank, o)
					if fmt.Sprint(pt) != fmt.Sprint(e.Point) {
						return fmt.Sprintf("point %v, should be %v", e.Point, pt)
					}
					run := runs[fmt.Sprint(pt)]
					if !e.Stop.Wild { // else the machines may differ, see rule 13 of layout.go
						if counts(run, ignore...) {
							return "not counted: " + describe(p, e.Stop)
						}
						if d := sameRun(run, e.Stop); d != "" {
							return d
						}
					}
					total["stopped"]++
					if e.Done > 0 {
						total["after others"]++
					}
					left--
					rank = (rank + max(o.Step, 1)) % size
				}
				return ""
			}()
			if d != "" {
				return fmt.Sprintf("code %d, %+v: %s", i, o, d)
			}
		}
	}
	return ""
}

// FuzzEnumerate is TestEnumerateDifferential as a fuzz test: go test -fuzz=FuzzEnumerate ./internal/exec
func FuzzEnumerate(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		if d := differEnum(seed, map[string]int{}); d != "" {
			t.Fatalf("seed %d: %s\n%s", seed, d, ir.Print(mixedProgram(seed)))
		}
	})
}
