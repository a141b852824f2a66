package exec

import (
	"fmt"
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Probe counts the visits of a location in a run, finds the first visit at which a condition holds, and evaluates
// expressions at this visit. So a run in compiled code can give the concrete states of a region without storing all
// states of the tests (Gulavani et al., SYNERGY, FSE 2006: a region's states).
//
//	{Loc: head, When: i == 999, From: 10, Keep: {s, load i32 &t}}
//
// Conditions and expressions are over the registers of the function and global registers. They may have loads
// (ir.Load), but no quantifiers. A load of bytes that are invalid or uninitialised has no value, nor does an expression
// that depends on it; a condition without a value does not hold. A run visits a location before it executes the
// statement of an edge that leaves the location. The exit of a function is never visited. Registers that are not live
// may have any value.
type Probe struct {
	Loc  *ir.Loc
	When ir.Expr   // Bool; nil means true
	From uint64    // the first visit at which When is evaluated; visits are numbered from 0
	Keep []ir.Expr // the expressions to evaluate
}

// Hit is the result of a probe in a run.
type Hit struct {
	Visits uint64   // number of visits
	Found  bool     // the condition held at a visit
	At     uint64   // the first such visit
	Values []uint64 // by position in Keep: canonical bits
	Known  []bool   // by position in Keep: whether the expression has a value
}

// maxKept bounds the length of Probe.Keep, since one word has a bit for each expression that has a value.
const maxKept = 64

// checkProbes returns an error if a probe does not fit the program or cannot be compiled.
func checkProbes(p *ir.Program, ps []Probe) error {
	for i, q := range ps {
		if q.Loc.Kind == ir.Exit || q.Loc == q.Loc.Func.Entry && !isNode(q.Loc) && q.Loc.Func != p.Entry {
			return fmt.Errorf("exec: probe %d is at the exit of a function, or in one without code", i)
		}
		if len(q.Keep) > maxKept {
			return fmt.Errorf("exec: probe %d keeps more than %d values", i, maxKept)
		}
		if q.When != nil && q.When.Type().Kind != ir.Bool {
			return fmt.Errorf("exec: the condition of probe %d is no condition", i)
		}
		for _, e := range append([]ir.Expr{q.When}, q.Keep...) {
			if e == nil {
				continue
			}
			if err := ir.CheckExpr(p, q.Loc.Func, e); err != nil {
				return fmt.Errorf("exec: probe %d: %w", i, err)
			}
			bad := false
			ir.Walk(e, func(x ir.Expr) bool {
				switch x := x.(type) { // sound: all other kinds of expressions can be compiled
				case *ir.Forall, *ir.Valid:
					bad = true
				case *ir.Load:
					bad = bad || !accessible(x.T.Size())
				}
				return !bad
			})
			if bad {
				return fmt.Errorf("exec: probe %d: %s cannot be looked at in a run", i, ir.ExprString(e))
			}
		}
	}
	return nil
}

// look evaluates probes of the location that the run visits. The argument has their positions in Config.Probes.
func (m *Interp) look(which []int) {
	for _, i := range which {
		q, h := &m.cfg.Probes[i], &m.hits[i]
		n := h.Visits
		h.Visits++
		if h.Found || n < q.From {
			continue
		}
		env := &ir.Env{Reg: m.Reg, Addr: m.Addr, FuncAddr: FuncAddr, Load: func(a uint64, t ir.Type) (uint64, bool) {
			bits, ok := m.Mem(a, t.Size())
			return canonicalLoad(t, bits), ok
		}}
		if q.When != nil {
			if yes, ok := ir.EvalExpr(q.When, env); !ok || yes == 0 {
				continue
			}
		}
		h.Found, h.At = true, n
		for k, e := range q.Keep {
			h.Values[k], h.Known[k] = ir.EvalExpr(e, env)
			if !h.Known[k] {
				h.Values[k] = 0
			}
		}
	}
}

// canonicalLoad returns the value of type t of bytes loaded from memory, as canonical bits.
func canonicalLoad(t ir.Type, bits uint64) uint64 {
	if t.Kind == ir.Bool && bits != 0 {
		return 1
	}
	return bits & num.Mask(t.Bits)
}

// newHits returns the hits of a new run, all empty.
func newHits(ps []Probe) []Hit {
	if len(ps) == 0 {
		return nil
	}
	out := make([]Hit, len(ps))
	for i := range ps {
		out[i].Values, out[i].Known = make([]uint64, len(ps[i].Keep)), make([]bool, len(ps[i].Keep))
	}
	return out
}

// Compiled code has a record for each probe in linear memory, with these offsets. After the hit, a visit costs one
// addition and one comparison.
const (
	probeVisits = 0  // u64 visits so far
	probeNext   = 8  // u64 the first visit at which the condition is evaluated; MaxUint64 after the hit
	probeAt     = 16 // u64 the visit of the hit
	probeKnown  = 24 // u64 bit k: Keep[k] has a value
	probeValues = 32 // u64 for each of Keep
)

// probeBytes returns the offset of each record and the size of all records.
func probeBytes(ps []Probe) (at []uint32, size uint32) {
	for _, q := range ps {
		at = append(at, size)
		size += probeValues + 8*uint32(len(q.Keep))
	}
	return at, size
}

// probedElsewhere reports whether a probe in a function other than owner reads the global register v.
func probedElsewhere(ps []Probe, v *ir.Var, owner *ir.Func) bool {
	return slices.ContainsFunc(ps, func(q Probe) bool {
		return q.Loc.Func != owner && slices.ContainsFunc(append([]ir.Expr{q.When}, q.Keep...),
			func(e ir.Expr) bool { return e != nil && ir.Reads(e, v) })
	})
}

// probes writes the code of the probes of location l, to be executed at each visit.
func (g *fn) probes(l *ir.Loc) {
	for i, q := range g.cfg.Probes {
		if q.Loc == l {
			g.probe(q, g.at.probes+g.probeAt[i])
		}
	}
}

// probe writes the code of probe q; at is the address of its record.
func (g *fn) probe(q Probe, at uint32) {
	w := g.w
	n := g.scratch(wasm.I64)
	done := w.Block()
	g.zero()
	w.Mem(wasm.I64Load, at+probeVisits)
	w.Set(n)
	g.zero()
	w.Get(n)
	w.OpI64(wasm.I64Add, 1)
	w.Mem(wasm.I64Store, at+probeVisits)
	w.Get(n)
	g.zero()
	w.Mem(wasm.I64Load, at+probeNext)
	w.Op(wasm.I64LtU)
	w.BrIf(done)
	g.lost = g.scratch(wasm.I32)
	if q.When != nil {
		w.I32(0)
		w.Set(g.lost)
		g.cond(q.When, true)
		w.Op(wasm.I32Eqz)
		w.Get(g.lost)
		w.Op(wasm.I32Or)
		w.BrIf(done)
	}
	g.zero()
	w.Get(n)
	w.Mem(wasm.I64Store, at+probeAt)
	g.zero()
	w.I64(-1)
	w.Mem(wasm.I64Store, at+probeNext)
	v := g.scratch(wasm.I64)
	for k, e := range q.Keep {
		w.I32(0)
		w.Set(g.lost)
		g.expr(e)
		g.toBits(e.Type())
		w.Set(v)
		g.zero()
		w.Get(v)
		w.I64(0)
		w.Get(g.lost)
		w.Op(wasm.I32Eqz)
		w.Select()
		w.Mem(wasm.I64Store, at+probeValues+8*uint32(k))
		g.zero()
		g.zero()
		w.Mem(wasm.I64Load, at+probeKnown)
		w.Get(g.lost)
		w.Op(wasm.I32Eqz)
		w.Op(wasm.I64ExtendI32U)
		w.OpI64(wasm.I64Shl, int64(k))
		w.Op(wasm.I64Or)
		w.Mem(wasm.I64Store, at+probeKnown)
	}
	g.give(wasm.I64, v)
	g.give(wasm.I32, g.lost)
	w.End()
	g.give(wasm.I64, n)
}

// toBits writes code that turns the local form of a value of type t into canonical bits, an i64.
func (g *emitter) toBits(t ir.Type) {
	switch {
	case t.Kind == ir.Float && t.Bits == 32:
		g.w.Op(wasm.I32ReinterpretF32)
		g.w.Op(wasm.I64ExtendI32U)
	case t.Kind == ir.Float:
		g.w.Op(wasm.I64ReinterpretF64)
	default:
		if wasmType(t) == wasm.I32 {
			g.w.Op(wasm.I64ExtendI32U)
		}
		if t.Kind == ir.Int && t.Bits < 64 {
			g.w.OpI64(wasm.I64And, int64(uint64(1)<<t.Bits-1))
		}
	}
}

// peek writes code that pushes the value of a Load in a probe. If there is no value, the code sets the local lost.
func (g *exprs) peek(e *ir.Load) {
	w := g.w
	n := e.T.Size()
	a := g.scratch(wasm.I32)
	addr := g.scratch(wasm.I64)
	v := g.scratch(wasm.I64)
	g.expr(e.Addr)
	if wasmType(e.Addr.Type()) == wasm.I32 {
		w.Op(wasm.I64ExtendI32U)
	}
	w.Tee(addr)
	w.I64(int64(n))
	w.Call(g.peekIndex())
	w.Op(wasm.I32Eqz)
	w.Get(g.lost)
	w.Op(wasm.I32Or)
	w.Set(g.lost)
	// If there is no value, load from address 0, which always exists.
	w.Get(addr)
	w.Op(wasm.I32WrapI64)
	w.I32(0)
	w.Get(g.lost)
	w.Op(wasm.I32Eqz)
	w.Select()
	w.Tee(a)
	load := map[int]wasm.MemOp{1: wasm.I64Load8U, 2: wasm.I64Load16U, 4: wasm.I64Load32U, 8: wasm.I64Load}[n]
	w.Mem(load, 0)
	w.Set(v)
	w.Get(v)
	g.fromBits(e.T)
	g.give(wasm.I32, a)
	g.give(wasm.I64, addr)
	g.give(wasm.I64, v)
}

// peekIndex returns the index of the helper (address i64, size i64) -> i32, which reports whether all bytes there are
// valid and initialised.
func (c *compiler) peekIndex() uint32 {
	if c.peekFn == nil {
		c.peekFn = c.mod.Func(wasm.Sig{Params: []wasm.Type{wasm.I64, wasm.I64}, Results: []wasm.Type{wasm.I32}})
		c.emitPeek(c.peekFn)
	}
	return c.peekFn.Index
}

// emitPeek writes the helper of peekIndex.
func (c *compiler) emitPeek(w *wasm.Func) {
	const addr, n = 0, 1
	base, off, i := w.Local(wasm.I32), w.Local(wasm.I64), w.Local(wasm.I64)
	no := func() {
		w.I32(0)
		w.Return()
		w.End()
	}
	w.Get(addr)
	w.Call(c.lookupIndex())
	w.Tee(base)
	w.Op(wasm.I32Eqz)
	w.If()
	no()
	w.Get(addr)
	w.Get(base)
	w.Op(wasm.I64ExtendI32U)
	w.Op(wasm.I64Sub)
	w.Get(n)
	w.Op(wasm.I64Add)
	w.Set(off)
	w.Load(base, wasm.I64Load32U, c.at.meta+metaRead)
	w.Get(off)
	w.Op(wasm.I64LtU)
	w.If()
	no()
	w.I64(0)
	w.Set(i)
	again := w.Loop()
	w.Get(addr)
	w.Get(i)
	w.Op(wasm.I64Add)
	w.Op(wasm.I32WrapI64)
	w.Mem(wasm.I32Load8U, c.at.shadow)
	w.OpI32(wasm.I32And, ShadowInit)
	w.Op(wasm.I32Eqz)
	w.If()
	no()
	w.Get(i)
	w.OpI64(wasm.I64Add, 1)
	w.Tee(i)
	w.Get(n)
	w.Op(wasm.I64LtU)
	w.BrIf(again)
	w.End()
	w.I32(1)
}

// Aim sets From of the probe with this position in Config.Probes, for later runs.
func (j *JIT) Aim(probe int, from uint64) { j.cfg.Probes[probe].From = from }

// Aim sets From of the probe with this position in Config.Probes, for later runs.
func (m *Interp) Aim(probe int, from uint64) { m.cfg.Probes[probe].From = from }

// aim initialises the records for a run.
func (j *JIT) aim() {
	for i, q := range j.cfg.Probes {
		at := j.at.probes + j.probeAt[i]
		clear(j.mem[at:][:probeValues+8*len(q.Keep)])
		j.put64(at+probeNext, min(q.From, math.MaxUint64-1))
	}
}

// readProbes copies the records into run.Hits after a run.
func (j *JIT) readProbes(run *Run) {
	for i := range run.Hits {
		h, at := &run.Hits[i], j.at.probes+j.probeAt[i]
		h.Visits = j.u64(at + probeVisits)
		if h.Found = j.u64(at+probeNext) == math.MaxUint64; !h.Found {
			continue
		}
		h.At = j.u64(at + probeAt)
		known := j.u64(at + probeKnown)
		for k := range h.Values {
			h.Values[k], h.Known[k] = j.u64(at+probeValues+8*uint32(k)), known>>k&1 != 0
		}
	}
}
