package exec

import (
	"context"
	"encoding/binary"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// prepare writes the initial contents of linear memory, once for all runs.
func (j *JIT) prepare() {
	if j.at.data == 0 {
		return
	}
	if j.lay.End > uint64(j.at.limit) { // all runs are OutOfMemory
		return
	}
	copy(j.mem[FirstObject:], j.lay.Image)
	copy(j.mem[FirstObject+j.at.shadow:], j.lay.Init)
	for _, o := range j.p.Objects {
		base := uint32(j.lay.Base[o.ID])
		j.put32(base+j.at.meta+metaRead, uint32(o.Size))
		if !o.Const {
			j.put32(base+j.at.meta+metaWrite, uint32(o.Size))
		}
		j.put32(base+j.at.meta+metaSize, uint32(o.Size))
		if o.Site != nil {
			j.put32(base+j.at.meta+metaInfo, uint32(o.Site.ID+1))
		}
		for a := base; a <= base+uint32(o.Size); a += 16 {
			j.put32(a/4+j.at.owner, base)
		}
	}
	j.put32(atBump, j.at.heap)
	if imageBytes(j.restore) > 0 {
		at := j.at.image
		for _, s := range j.restore {
			n := s.hi - s.lo
			copy(j.mem[at:at+n], j.mem[s.lo:s.hi])
			copy(j.mem[at+n:at+2*n], j.mem[s.lo+j.at.shadow:])
			at += 2 * n
		}
	}
}

// reset restores the contents of memory that prepare wrote. It only touches the parts that the
// last run used.
func (j *JIT) reset() {
	high := j.u32(atHigh)
	clear(j.mem[atFlags:atValues])
	j.put32(atHigh, high)
	clear(j.mem[j.at.sites:][:4*len(j.p.Sites)])
	for _, s := range j.run.queued {
		clear(j.mem[j.at.queues+8*uint32(s):][:8])
	}
	j.run.queued = j.run.queued[:0]
	j.run.markers = 0
	clear(j.mem[j.at.cover:][:4*j.at.branches])
	for _, o := range j.p.Objects {
		if o.Uninit && o.Site != nil {
			j.put32(j.at.sites+4*uint32(o.Site.ID), 1)
		}
	}
	if j.at.data != 0 {
		j.resetMemory()
	}
}

// resetMemory is the part of reset for objects and their tables.
func (j *JIT) resetMemory() {
	j.put32(atDying, j.at.dying)
	for _, s := range j.restore {
		copy(j.mem[s.lo:s.hi], j.lay.Image[s.lo-FirstObject:])
		copy(j.mem[s.lo+j.at.shadow:s.hi+j.at.shadow], j.lay.Init[s.lo-FirstObject:])
	}
	if lo, hi := j.at.heap, max(j.u32(atBump), j.u32(atHigh)); hi > lo {
		for _, table := range []uint32{0, j.at.shadow, j.at.meta} {
			j.scrub(lo+table, hi+table)
		}
		j.scrub(lo/4+j.at.owner, hi/4+j.at.owner)
		j.put32(atBump, lo)
	}
	j.put32(atHigh, 0)
	j.put32(atOrigins, 0)
	j.run.origins.Reset()
}

// scrub sets the bytes [lo, hi) of linear memory to 0. It returns the pages of long ranges to
// the system.
func (j *JIT) scrub(lo, hi uint32) {
	const page, long = 4096, 1 << 20
	if hi-lo < long {
		clear(j.mem[lo:hi])
		return
	}
	a, b := (lo+page-1)/page*page, hi/page*page
	clear(j.mem[lo:a])
	if !zeroPages(j.mem[a:b]) {
		clear(j.mem[a:b])
	}
	clear(j.mem[b:hi])
}

// Run implements Machine. If FromRecords made the inputs, Run writes their values to linear
// memory before the run (jit_queue.go), so that reading them needs no call of the host.
func (j *JIT) Run(ctx context.Context, in Inputs) (*Run, error) {
	run := &Run{Hits: newHits(j.cfg.Probes)}
	if !j.begin(ctx, in, run) {
		return run, nil
	}
	if k, ok := in.(*keyed); ok && len(k.records) >= 16 { // for fewer, calls of the host are cheaper
		j.queue(k.records)
	}
	run.Reads = j.reads[:0]
	j.stack[0] = j.u64(atGranted)
	err := j.start.CallWithStack(background, j.stack[:1])
	j.settle(run)
	if err = j.ended(run, uint32(j.stack[0]), err); err != nil {
		return nil, err
	}
	run.Fuel = j.u64(atGranted) - j.globals[gFuel].Get()
	if j.cfg.Trace {
		j.readTrace(run)
	}
	if j.cfg.Cover {
		j.readCover(run)
	}
	j.readProbes(run)
	if j.u32(atNext) > j.run.markers {
		j.mergeReads(run)
	}
	return run, nil
}

// mostReads bounds the capacity of the buffer for Run.Reads that the machine keeps from run to run.
const mostReads = 1 << 19

// settle gives run its own copy of its reads, which were collected in the machine's buffer, and keeps the buffer for
// later runs. Without the buffer, each run would copy its list every time that the capacity doubles. A list longer than
// mostReads stays with the run.
func (j *JIT) settle(run *Run) {
	if all := run.Reads; cap(all) <= mostReads {
		j.reads = all[:0]
		run.Reads = append([]ir.Record(nil), all...)
	}
}

// begin resets the machine for a run. If the run ends before it starts, begin sets its outcome and returns false.
func (j *JIT) begin(ctx context.Context, in Inputs, run *Run) bool {
	if j.lay.End > FirstObject+j.cfg.MaxMemory {
		run.Outcome.Kind = OutOfMemory
		return false
	}
	if ctx.Err() != nil {
		run.Outcome.Kind = Cancelled
		return false
	}
	j.reset()
	r := &j.run
	r.ctx, r.in, r.run, r.pending = ctx, in, run, nil
	r.slice, r.since = firstSlice, time.Time{}
	j.put64(atGranted, min(firstSlice, j.cfg.Fuel))
	j.aim()
	return true
}

// ended sets the outcome and the flags of run after compiled code has returned the code of an outcome, or the error
// err. It returns err unless it is a stack overflow.
func (j *JIT) ended(run *Run, code uint32, err error) error {
	r := &j.run
	r.ctx, r.in, r.run = nil, nil, nil
	switch {
	case err != nil && !strings.Contains(err.Error(), "stack overflow"):
		return err
	case err != nil:
		run.Outcome = Outcome{Kind: OutOfStack}
	case code == codePending:
		run.Outcome = *r.pending
	default:
		run.Outcome = *j.outcome(code)
	}
	flags := j.u32(atFlags)
	run.Approx = flags&flagApprox != 0
	run.Wild = flags&flagWild != 0
	run.Addr = flags&flagAddr != 0
	return nil
}

// background is the context of every call into compiled code; the host checks the
// context of the run.
var background = context.Background()

// readTrace decodes the trace of branches into run.
func (j *JIT) readTrace(run *Run) {
	limit := 8 * j.cfg.MaxTrace
	for i := uint32(0); i < j.u32(atWords); i++ {
		unpackTrace(run, binary.LittleEndian.Uint64(j.mem[j.at.trace+8*i:]), limit)
	}
	unpackTrace(run, j.globals[gTrace].Get(), limit)
}
