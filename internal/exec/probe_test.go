package exec

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// randomProbes returns probes over live registers, loads through pointers and bytes of global objects.
func randomProbes(p *ir.Program, rng *rand.Rand) (out []Probe) {
	for range 6 {
		f := p.Funcs[rng.IntN(len(p.Funcs))]
		l := f.Locs[rng.IntN(len(f.Locs))]
		if l.Kind == ir.Exit {
			continue
		}
		live := flow.NewLive(p, f, nil)
		var exprs []ir.Expr
		for _, v := range append(append([]*ir.Var(nil), f.Vars...), p.Globals...) {
			switch {
			case !live.At(l, v):
			case v.Type.Kind == ir.Ptr:
				exprs = append(exprs, &ir.Load{T: ir.I32, Addr: ir.NewRef(v)},
					&ir.Load{T: ir.U16, Addr: ir.NewPtrAdd(ir.NewRef(v), ir.NewConst(ir.I32, 2), 1)})
			default:
				exprs = append(exprs, ir.NewRef(v))
			}
		}
		for _, o := range p.Objects {
			exprs = append(exprs,
				&ir.Load{T: ir.I8, Addr: ir.NewPtrAdd(&ir.AddrOf{Obj: o, T: p.Model.Ptr()},
					ir.NewConst(ir.I32, rng.Int64N(o.Size+2)), 1)})
		}
		q := Probe{Loc: l, From: rng.Uint64N(4)}
		for range 4 {
			q.Keep = append(q.Keep, exprs[rng.IntN(len(exprs))])
		}
		if x := exprs[rng.IntN(len(exprs))]; rng.IntN(4) > 0 && x.Type().Kind == ir.Int {
			op := []ir.BinOp{ir.Lt, ir.Le, ir.Eq, ir.Ne}[rng.IntN(4)]
			q.When = ir.NewBinary(op, x, ir.NewConst(x.Type(), rng.Int64N(40)-10))
		}
		out = append(out, q)
	}
	return out
}

// TestProbes tests that both machines give the same hits for random probes of random programs, and that probes do not
// change other results of a run.
func TestProbes(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 4))
	found, not, unknown := 0, 0, 0
	for seed := uint64(1); seed <= 30; seed++ {
		p := flowtest.Random(seed, 8+int(seed%20))
		cfg := Config{Fuel: 2000, Trace: true, MaxTrace: 64, MaxMemory: 100_000, MaxDepth: 40}
		plain, err := NewInterp(p, cfg)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Probes = randomProbes(p, rng)
		interp, err := NewInterp(p, cfg)
		if err != nil {
			t.Fatal(err)
		}
		opt := JITOptions{}
		switch seed % 4 {
		case 1:
			opt.Dispatch = true
		case 2:
			opt.split = 40
		case 3:
			opt.inMemory = true
		}
		jit, err := CompileJIT(p, cfg, opt)
		if err != nil {
			t.Fatal(seed, err)
		}
		for k := uint64(0); k < 8; k++ {
			if k == 5 {
				for i := range cfg.Probes {
					interp.Aim(i, 1)
					jit.Aim(i, 1)
				}
			}
			in := Random(p, k, Style(k%3))
			a, err := interp.Run(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			b, err := jit.Run(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			c, err := plain.Run(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			if a.Outcome != c.Outcome || a.Fuel != c.Fuel || a.Addr != c.Addr || !reflect.DeepEqual(a.Reads, c.Reads) {
				t.Fatalf("seed %d, inputs %d: a run with probes is another: %+v, %+v", seed, k, a, c)
			}
			if b.Wild {
				continue
			}
			if a.Outcome != b.Outcome || a.Fuel != b.Fuel || a.Addr != b.Addr || !reflect.DeepEqual(a.Hits, b.Hits) {
				t.Fatalf("seed %d, inputs %d:\ninterpreter %+v %+v\njit         %+v %+v\n%s", seed, k, a.Outcome, a.Hits, b.Outcome,
					b.Hits, ir.Print(p))
			}
			for _, h := range a.Hits {
				switch {
				case h.Visits == 0:
				case h.Found:
					found++
					for _, ok := range h.Known {
						if !ok {
							unknown++
						}
					}
				default:
					not++
				}
			}
		}
		jit.Close()
	}
	t.Logf("%d found, %d not, %d values unknown", found, not, unknown)
	if found < 50 || not < 20 || unknown == 0 {
		t.Error("too little was tested")
	}
}

// TestProbesRefused tests that both machines return an error for invalid probes.
func TestProbesRefused(t *testing.T) {
	p := speedLoop(t, false)
	f := p.Funcs[0]
	x := ir.NewRef(f.Vars[2])
	k := &ir.Var{Name: "k", Type: ir.I32}
	for _, q := range []Probe{
		{Loc: f.Exit},
		{Loc: f.Entry, When: x},
		{Loc: f.Entry, Keep: make([]ir.Expr, maxKept+1)},
		{Loc: f.Entry, When: &ir.Forall{Bound: k, Lo: ir.NewConst(ir.I32, 0), Hi: x, Body: ir.NewBool(true)}},
		{Loc: p.Entry.Entry, Keep: []ir.Expr{ir.NewRef(&ir.Var{Name: "y", Type: ir.I32, ID: 99})}},
	} {
		if _, err := NewInterp(p, Config{Probes: []Probe{q}}); err == nil {
			t.Errorf("the interpreter takes %+v", q)
		}
		if _, err := NewJIT(p, Config{Probes: []Probe{q}}); err == nil {
			t.Errorf("compiled code takes %+v", q)
		}
	}
}

// BenchmarkProbe compares runs with a probe at a loop head whose condition holds late with plain and traced runs. A run
// with a probe should take at most 1.5 times as long as a traced run.
func BenchmarkProbe(b *testing.B) {
	p := speedLoop(b, false)
	f := p.Funcs[1]
	head := f.Edges[1].From
	x := ir.NewRef(f.Vars[2])
	for _, k := range []struct {
		name string
		cfg  Config
	}{
		{"plain", Config{}},
		{"trace", Config{Trace: true}},
		{"probe", Config{Probes: []Probe{{Loc: head, When: ir.NewBinary(ir.Eq, x, ir.NewConst(ir.I32, 1<<30)),
			Keep: []ir.Expr{x}}}}},
		{"visits", Config{Probes: []Probe{{Loc: head, From: 1 << 40}}}},
	} {
		for _, flag := range []uint64{1, 0} {
			b.Run(k.name+"/flag="+strconv.Itoa(int(flag)), func(b *testing.B) {
				m, err := NewJIT(p, k.cfg)
				if err != nil {
					b.Fatal(err)
				}
				defer m.Close()
				vals := [3]uint64{1, uint64(b.N), flag}
				in := InputFunc(func(key ir.Key, _ *ir.Site, _ ir.Type) (uint64, bool) { return vals[key.Site], true })
				b.ResetTimer()
				begin := cpuTime()
				r, err := m.Run(context.Background(), in)
				if err != nil || r.Outcome.Kind != Finished {
					b.Fatal(r, err)
				}
				if len(k.cfg.Probes) > 0 && r.Hits[0].Visits != uint64(b.N)+1 {
					b.Fatal(r.Hits)
				}
				b.ReportMetric(float64(b.N)/(cpuTime()-begin).Seconds()/1e6, "Miter/cpu-s")
			})
		}
	}
}
