package exec

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// This file runs the program on all points of a box of inputs, in compiled code alone:
//
//	loop: skip the point if it lies outside of a filter
//	      reset memory, queues and flags
//	      run
//	      return unless the run counts
//	      go to the next point
//
// Each dimension has a row of words in linear memory, from atDim on. A point is a number in a
// mixed-radix system with a digit for each dimension, off, between 0 and last. A step adds
// EnumOptions.Step, which has the digits dimDigit.
//
// A run counts if it covers its inputs, so that the program has no other run on them. It is Finished or Blocked, or
// violates an obligation of JITOptions.Ignore. In addition, it does not depend on choices of the machine: none of the
// flags Approx, Wild and Addr of Run is set, and it reads each site of the box at most once, and no other site. All
// other reads, for example of uninitialised bytes, end a run with NoInput. An exhaustive test consists of such runs
// only.

// Dim is a dimension of a Box: a range of values for the first read of a site of type Int or Bool.
type Dim struct {
	Site   int
	Lo, Hi uint64 // canonical, Lo <= Hi in the order of the site's type
}

// Box is a product of ranges. Its points are numbered from 0; the first dimension changes
// fastest.
type Box []Dim

// EnumOptions define the order in which Enumerate runs the points.
type EnumOptions struct {
	Backward bool // number the points from the last point of the box downward
	// Step is the difference of the numbers of two consecutive points, modulo the number of points; 0 means 1. If Step and
	// the number of points are coprime, each point is run once.
	Step uint64
}

// Enum is the result of Enumerate.
type Enum struct {
	Done    uint64 // number of points before Stop: all of their runs count, or were skipped
	Skipped uint64 // number of these points that lie outside of a filter
	Fuel    uint64 // most fuel that one of the runs used
	// Stop is the run that ended the enumeration since it does not count, or a Cancelled run, which may not have begun. It
	// is nil if all points are done.
	Stop  *Run
	Point []uint64 // the point of Stop: its values by dimension, canonical
}

// Filter is a condition over inputs.
type Filter struct {
	Cond ir.Expr         // Bool over Vars, without objects and functions
	Vars map[int]*ir.Var // by Site.ID: the register that denotes its value in Cond
}

// Offsets of the words in a row.
const (
	dimQueue = 0  // u32 address of the site's queue
	dimSlot  = 4  // u32 address of the site's value
	dimOff   = 8  // u64 digit of the current point
	dimLast  = 16 // u64 largest off
	dimDigit = 24 // u64 digit of the step
	dimBase  = 32 // u64 the value is base + sign*off
	dimSign  = 40 // u64 1 or -1
	dimSpare = 48 // slot and queue in the only row of a box without dimensions
	dimSize  = 56
)

// Enumerate runs n points of the box, beginning with point number from, until a run does not
// count. It records neither branches nor coverage.
func (j *JIT) Enumerate(ctx context.Context, box Box, from, n uint64, opt EnumOptions) (*Enum, error) {
	if err := j.checkBox(box); err != nil {
		return nil, err
	}
	out := &Enum{}
	if n == 0 {
		return out, nil
	}
	run := &Run{}
	if !j.begin(ctx, noInputs{}, run) {
		out.Stop = run
		return out, nil
	}
	j.place(box, from, opt)
	work := uint64(firstWork)
	for {
		if ctx.Err() != nil {
			run.Outcome.Kind = Cancelled
			j.run.ctx, j.run.in, j.run.run = nil, nil, nil
			return j.stopped(out, box, run), nil
		}
		began := time.Now()
		s := j.stack[:]
		s[0], s[1], s[2] = min(firstSlice, j.cfg.Fuel), n-out.Done, work
		err := j.enum.CallWithStack(background, s)
		out.Done += j.u64(atDone)
		out.Skipped += j.u64(atSkipped)
		out.Fuel = max(out.Fuel, j.u64(atMost))
		if err != nil || s[0] != 0 {
			if err = j.ended(run, uint32(j.globals[gEnd].Get()), err); err != nil {
				return nil, err
			}
			run.Fuel = j.u64(atGranted) - j.globals[gFuel].Get()
			j.mergeReads(run)
			return j.stopped(out, box, run), nil
		}
		if out.Done == n {
			j.run.ctx, j.run.in, j.run.run = nil, nil, nil
			return out, nil
		}
		switch d := time.Since(began); {
		case d < sliceTime/4:
			work = min(2*work, maxWork)
		case d > sliceTime:
			work = max(work/4, minWork)
		}
	}
}

// Work is measured in fuel plus runWork for each run. These are limits for the work between two checks of the context.
const (
	firstWork = 1 << 14
	maxWork   = 1 << 26
	minWork   = 1
	runWork   = 16
)

// stopped completes out for an enumeration that ends with run at the current point.
func (j *JIT) stopped(out *Enum, box Box, run *Run) *Enum {
	out.Stop = run
	for _, d := range box {
		bits := j.u64(j.at.slots + 8*uint32(d.Site))
		out.Point = append(out.Point, num.Trunc(bits, j.p.Sites[d.Site].Type.Bits))
	}
	return out
}

// noInputs has no value for any read.
type noInputs struct{}

// Next implements Inputs.
func (noInputs) Next(ir.Key, *ir.Site, ir.Type) (uint64, bool) { return 0, false }

// checkBox returns an error if the box cannot be enumerated, or a filter needs a site that it does not have.
func (j *JIT) checkBox(box Box) error {
	if len(box) > maxDims {
		return fmt.Errorf("exec: a box of %d dimensions", len(box))
	}
	sites := map[int]bool{}
	for _, d := range box {
		if d.Site < 0 || d.Site >= len(j.p.Sites) || sites[d.Site] {
			return fmt.Errorf("exec: input site %d cannot be enumerated", d.Site)
		}
		sites[d.Site] = true
		s := j.p.Sites[d.Site]
		if s.Kind == ir.Approx || s.Kind == ir.ObjectBytes || s.Type.Kind != ir.Int && s.Type.Kind != ir.Bool {
			return fmt.Errorf("exec: input %s cannot be enumerated", s.Key)
		}
		if m := num.Mask(s.Type.Bits); d.Lo > m || d.Hi > m || num.Less(d.Hi, d.Lo, s.Type.Bits, s.Type.Signed) {
			return fmt.Errorf("exec: no values of input %s", s.Key)
		}
	}
	for _, f := range j.where {
		for site := range f.Vars {
			if !sites[site] {
				return fmt.Errorf("exec: a filter needs input site %d", site)
			}
		}
	}
	return nil
}

// place writes the rows of the dimensions; the current point is point number from.
func (j *JIT) place(box Box, from uint64, opt EnumOptions) {
	step := max(opt.Step, 1)
	// digit removes the lowest digit of x, in radix last+1, and returns it.
	digit := func(x *uint64, last uint64) uint64 {
		if last == 1<<64-1 {
			d := *x
			*x = 0
			return d
		}
		d := *x % (last + 1)
		*x /= last + 1
		return d
	}
	at := uint32(atDim)
	top := at + dimSize
	for _, d := range box {
		t := j.p.Sites[d.Site].Type
		lo, hi := num.Ext(d.Lo, t.Bits, t.Signed, 64), num.Ext(d.Hi, t.Bits, t.Signed, 64)
		slot := j.at.slots + 8*uint32(d.Site)
		j.setQueue(d.Site, slot, slot+8)
		j.put32(at+dimQueue, j.at.queues+8*uint32(d.Site))
		j.put32(at+dimSlot, slot)
		last := hi - lo
		base, sign := lo, uint64(1)
		if opt.Backward {
			base, sign = hi, ^uint64(0)
		}
		off, add := digit(&from, last), digit(&step, last)
		j.put64(at+dimOff, off)
		j.put64(at+dimLast, last)
		j.put64(at+dimDigit, add)
		j.put64(at+dimBase, base)
		j.put64(at+dimSign, sign)
		j.put64(slot, base+sign*off)
		at += dimSize
		if add != 0 {
			top = at
		}
	}
	if len(box) == 0 {
		clear(j.mem[at:][:dimSize])
		j.put32(at+dimQueue, at+dimSpare)
		j.put32(at+dimSlot, at+dimSpare)
		at += dimSize
	}
	j.put32(atEnd, at)
	j.put32(atTop, top)
}

// compileEnum writes the functions of enumerations.
func (c *compiler) compileEnum() {
	var reset, where *wasm.Func
	if c.at.data != 0 {
		reset = c.mod.Func(wasm.Sig{})
		c.emitReset(reset)
		c.mod.Export("reset", reset.Index)
	}
	if len(c.opt.Where) > 0 {
		where = c.mod.Func(wasm.Sig{Results: []wasm.Type{wasm.I32}})
		c.emitWhere(where)
	}
	w := c.mod.Func(wasm.Sig{Params: []wasm.Type{wasm.I64, wasm.I64, wasm.I64}, Results: []wasm.Type{wasm.I32}})
	c.emitEnum(w, reset, where)
	c.mod.Export("enumerate", w.Index)
}

// emitEnum writes the loop, a function (fuel, count, work) -> i32: the first slice of fuel of each run, the number of
// points, and the most work. It returns 1 if a run does not count.
func (c *compiler) emitEnum(w *wasm.Func, reset, where *wasm.Func) {
	const fuel, count, work = 0, 1, 2
	null := c.emitNull(w)
	i, used := w.Local(wasm.I64), w.Local(wasm.I64)
	p := w.Local(wasm.I32)
	for _, at := range []uint32{atDone, atSkipped, atMost} {
		w.Get(null)
		w.I64(0)
		w.Mem(wasm.I64Store, at)
	}
	done := w.Block()
	next := w.Loop()
	w.Get(i)
	w.Get(count)
	w.Op(wasm.I64GeU)
	w.BrIf(done)
	w.Get(work)
	w.OpI64(wasm.I64LeS, 0)
	w.BrIf(done)
	skip := w.Block()
	if where != nil {
		inside := w.Block()
		w.Call(where.Index)
		w.BrIf(inside)
		w.Get(null)
		w.Load(null, wasm.I64Load, atSkipped)
		w.OpI64(wasm.I64Add, 1)
		w.Mem(wasm.I64Store, atSkipped)
		w.Get(work)
		w.OpI64(wasm.I64Sub, 1)
		w.Set(work)
		w.Br(skip)
		w.End()
	}
	c.emitFresh(w, null, p, reset)
	c.emitRun(w)

	// Account for the fuel of the run.
	w.Load(null, wasm.I64Load, atGranted)
	w.GetGlobal(c.global[gFuel])
	w.Op(wasm.I64Sub)
	w.Set(used)
	w.Get(null)
	w.Get(used)
	w.Load(null, wasm.I64Load, atMost)
	w.Get(used)
	w.Load(null, wasm.I64Load, atMost)
	w.Op(wasm.I64GtU)
	w.Select()
	w.Mem(wasm.I64Store, atMost)
	w.Get(work)
	w.Get(used)
	w.Op(wasm.I64Sub)
	w.OpI64(wasm.I64Sub, runWork)
	w.Set(work)

	// Return 1 unless the run counts.
	counts := w.Block()
	w.GetGlobal(c.global[gEnd])
	w.OpI32(wasm.I32And, codeCovered)
	w.Load(null, wasm.I32Load, atFlags)
	w.OpI32(wasm.I32And, flagApprox|flagWild|flagAddr)
	w.Op(wasm.I32Eqz)
	w.Op(wasm.I32And)
	w.BrIf(counts)
	w.I32(1)
	w.Return()
	w.End()
	w.End()

	w.Get(i)
	w.OpI64(wasm.I64Add, 1)
	w.Set(i)
	w.Get(null)
	w.Get(i)
	w.Mem(wasm.I64Store, atDone)
	c.emitStep(w, null, p)
	w.Br(next)
	w.End()
	w.End()
	w.I32(0)
}

// emitFresh writes the reset before each run; local 0 is the first slice of fuel.
func (c *compiler) emitFresh(w *wasm.Func, null, p uint32, reset *wasm.Func) {
	if reset != nil {
		w.Call(reset.Index)
	}
	w.Get(null)
	w.I32(0)
	w.Mem(wasm.I32Store, atFlags)
	w.Get(null)
	w.I32(0)
	w.Mem(wasm.I32Store, atNext)
	w.Get(null)
	w.Get(0)
	w.Mem(wasm.I64Store, atGranted)
	w.I32(atDim)
	w.Set(p)
	arm := w.Loop()
	w.Load(p, wasm.I32Load, dimQueue)
	w.Load(p, wasm.I32Load, dimSlot)
	w.Mem(wasm.I32Store, 0)
	w.Get(p)
	w.OpI32(wasm.I32Add, dimSize)
	w.Tee(p)
	w.Load(null, wasm.I32Load, atEnd)
	w.Op(wasm.I32LtU)
	w.BrIf(arm)
	w.End()
}

// emitStep writes code that goes to the next point: it adds the step with carries and updates the slots.
func (c *compiler) emitStep(w *wasm.Func, null, p uint32) {
	off := w.Local(wasm.I64)
	carry := w.Local(wasm.I32)
	w.I32(0)
	w.Set(carry)
	w.I32(atDim)
	w.Set(p)
	l := w.Loop()
	w.Load(p, wasm.I64Load, dimOff)
	w.Load(p, wasm.I64Load, dimDigit)
	w.Op(wasm.I64Add)
	w.Get(carry)
	w.Op(wasm.I64ExtendI32U)
	w.Op(wasm.I64Add)
	w.Tee(off)
	w.Load(p, wasm.I64Load, dimLast)
	w.Op(wasm.I64GtU)
	w.Set(carry)
	w.Get(off)
	w.Load(p, wasm.I64Load, dimLast)
	w.Op(wasm.I64Sub)
	w.OpI64(wasm.I64Sub, 1)
	w.Get(off)
	w.Get(carry)
	w.Select()
	w.Set(off)
	w.Get(p)
	w.Get(off)
	w.Mem(wasm.I64Store, dimOff)
	w.Load(p, wasm.I32Load, dimSlot)
	w.Load(p, wasm.I64Load, dimBase)
	w.Load(p, wasm.I64Load, dimSign)
	w.Get(off)
	w.Op(wasm.I64Mul)
	w.Op(wasm.I64Add)
	w.Mem(wasm.I64Store, 0)
	w.Get(p)
	w.OpI32(wasm.I32Add, dimSize)
	w.Tee(p)
	w.Load(null, wasm.I32Load, atTop)
	w.Op(wasm.I32LtU)
	w.Get(p)
	w.Load(null, wasm.I32Load, atEnd)
	w.Op(wasm.I32LtU)
	w.Get(carry)
	w.Op(wasm.I32And)
	w.Op(wasm.I32Or)
	w.BrIf(l)
	w.End()
}

// checkFilters returns an error if a filter of JITOptions.Where cannot be compiled.
func checkFilters(p *ir.Program, fs []Filter) error {
	for _, f := range fs {
		known := map[*ir.Var]bool{}
		for site, v := range f.Vars {
			if site < 0 || site >= len(p.Sites) || p.Sites[site].Type != v.Type {
				return fmt.Errorf("exec: a filter over input site %d", site)
			}
			known[v] = true
		}
		ok := f.Cond.Type().Kind == ir.Bool
		ir.Walk(f.Cond, func(x ir.Expr) bool {
			switch x := x.(type) {
			case *ir.Ref:
				ok = ok && known[x.Var]
			case *ir.Const, *ir.Unary, *ir.Binary, *ir.Cast, *ir.Overflows:
			default: // sound: objects, functions, memory, quantifiers
				ok = false
			}
			if x.Type().Kind == ir.Ptr {
				ok = false
			}
			return ok
		})
		if !ok {
			return fmt.Errorf("exec: a filter speaks of more than inputs")
		}
	}
	return nil
}

// emitWhere writes the function that reports, as an i32, whether the current point satisfies all filters.
func (c *compiler) emitWhere(w *wasm.Func) {
	f := &ir.Func{}
	var conds []ir.Expr
	site := map[*ir.Var]int{}
	for _, x := range c.opt.Where {
		local := map[*ir.Var]ir.Expr{}
		sites := make([]int, 0, len(x.Vars))
		for s := range x.Vars {
			sites = append(sites, s)
		}
		slices.Sort(sites)
		for _, s := range sites {
			v := f.NewVar(x.Vars[s].Name, x.Vars[s].Type)
			site[v] = s
			local[x.Vars[s]] = ir.NewRef(v)
			c.bands.and[v], c.bands.zero[v] = masked(v.Type), true
		}
		conds = append(conds, ir.Replace(x.Cond, func(v *ir.Var) ir.Expr { return local[v] }))
	}
	g := newFn(c, f, w)
	g.bound()
	for _, v := range f.Vars {
		g.zero()
		w.Mem(wasm.I64Load, c.at.slots+8*uint32(site[v]))
		g.fromBits(v.Type)
		g.set(g.reg(v))
	}
	for i, e := range conds {
		g.cond(e, true)
		if i > 0 {
			w.Op(wasm.I32And)
		}
	}
}
