package exec

import (
	"context"
	"encoding/binary"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// prepare writes what lies in memory before every run, once.
func (j *JIT) prepare() {
	if j.at.data == 0 {
		return
	}
	if j.lay.End > uint64(j.at.limit) { // OutOfMemory before it begins
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

// reset brings memory back to the state that prepare left. Only what the last
// run used is touched.
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

// resetMemory is the part of reset that has to do with objects.
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

// scrub makes the bytes [lo, hi) of linear memory 0; of long ranges it gives the pages back
// to the system.
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

// Run implements Machine. Inputs made by FromRecords are handed to compiled code
// beforehand, as far as they are values, and cost no callback.
func (j *JIT) Run(ctx context.Context, in Inputs) (*Run, error) {
	run := &Run{Hits: newHits(j.cfg.Probes)}
	if !j.begin(ctx, in, run) {
		return run, nil
	}
	if k, ok := in.(*keyed); ok && len(k.records) >= 16 { // for fewer, callbacks are cheaper
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

// mostReads bounds the room for reads that is kept from run to run.
const mostReads = 1 << 19

// settle gives a run the list of what it read, which grew where those of runs before did: lists that grow to a million
// are copied as often as they double.
func (j *JIT) settle(run *Run) {
	if all := run.Reads; cap(all) <= mostReads {
		j.reads = all[:0]
		run.Reads = append([]ir.Record(nil), all...)
	}
}

// begin resets the machine for a run; false if the run has ended already.
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

// ended fills in the outcome that compiled code left with, and the flags.
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

// background is the context of every call into compiled code: cancelling is
// the host's work.
var background = context.Background()

// readTrace collects the words of branches.
func (j *JIT) readTrace(run *Run) {
	limit := 8 * j.cfg.MaxTrace
	for i := uint32(0); i < j.u32(atWords); i++ {
		unpackTrace(run, binary.LittleEndian.Uint64(j.mem[j.at.trace+8*i:]), limit)
	}
	unpackTrace(run, j.globals[gTrace].Get(), limit)
}
