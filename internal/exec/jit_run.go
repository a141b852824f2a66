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
}

// reset brings memory back to the state that prepare left. Only what the last
// run used is touched.
func (j *JIT) reset() {
	clear(j.mem[atFlags:atVector])
	j.put32(atDying, j.at.dying)
	clear(j.mem[j.at.sites:][:4*len(j.p.Sites)])
	clear(j.mem[j.at.cover:][:4*j.at.branches])
	for _, o := range j.p.Objects {
		if o.Uninit && o.Site != nil {
			j.put32(j.at.sites+4*uint32(o.Site.ID), 1)
		}
	}
	if j.at.data == 0 {
		return
	}
	if len(j.lay.Image) > 0 {
		copy(j.mem[FirstObject:], j.lay.Image)
		copy(j.mem[FirstObject+j.at.shadow:], j.lay.Init)
	}
	if lo, hi := j.at.heap, j.u32(atBump); hi > lo {
		clear(j.mem[lo:hi])
		clear(j.mem[lo+j.at.shadow : hi+j.at.shadow])
		clear(j.mem[lo+j.at.meta : hi+j.at.meta])
		clear(j.mem[lo/4+j.at.owner : hi/4+j.at.owner])
		j.put32(atBump, lo)
	}
	j.run.origins.Reset()
}

// Run implements Machine.
func (j *JIT) Run(ctx context.Context, in Inputs) (*Run, error) {
	return j.runWith(ctx, nil, in)
}

// RunVector runs with the values of vals for the first reads of Input
// statements, in the order of reading and whatever their sites, and in for the
// reads after those and for uninitialised bytes. The values are consumed inside compiled
// code; Run.Reads has them all the same. used is how many of them were read.
func (j *JIT) RunVector(ctx context.Context, vals []uint64, in Inputs) (run *Run, used int, err error) {
	run, err = j.runWith(ctx, vals, in)
	return run, int(j.u32(atNext)), err
}

func (j *JIT) runWith(ctx context.Context, vals []uint64, in Inputs) (*Run, error) {
	run := &Run{}
	if j.lay.End > FirstObject+j.cfg.MaxMemory {
		run.Outcome.Kind = OutOfMemory
		return run, nil
	}
	if ctx.Err() != nil {
		run.Outcome.Kind = Cancelled
		return run, nil
	}
	j.reset()
	n := min(len(vals), maxVector)
	for i, v := range vals[:n] {
		binary.LittleEndian.PutUint64(j.mem[atVector+8*i:], v)
	}
	j.put32(atCount, uint32(n))
	r := &j.run
	r.ctx, r.in, r.run, r.pending = ctx, in, run, nil
	r.slice, r.since = firstSlice, time.Time{}
	r.granted = min(firstSlice, j.cfg.Fuel)

	j.stack[0] = r.granted
	err := j.start.CallWithStack(background, j.stack[:])
	code := uint32(j.stack[0])
	r.ctx, r.in, r.run = nil, nil, nil
	if err != nil {
		if !strings.Contains(err.Error(), "stack overflow") {
			return nil, err
		}
		run.Outcome = Outcome{Kind: OutOfStack}
	} else if code == codePending {
		run.Outcome = *r.pending
	} else {
		run.Outcome = *j.outcome(code)
	}
	run.Fuel = r.granted - j.globals[gFuel].Get()
	flags := j.u32(atFlags)
	run.Approx = flags&flagApprox != 0
	run.Wild = flags&flagWild != 0
	run.Addr = flags&flagAddr != 0
	if j.cfg.Trace {
		j.readTrace(run)
	}
	if j.cfg.Cover {
		j.readCover(run)
	}
	if j.u32(atNext) > 0 {
		j.readVector(run)
	}
	return run, nil
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

// readVector puts the inputs that compiled code took from the vector before those
// that the host answered.
func (j *JIT) readVector(run *Run) {
	n := int(j.u32(atNext))
	occ := map[int]int{}
	recs := make([]ir.Record, 0, n+len(run.Reads))
	for i := 0; i < n; i++ {
		site := j.p.Sites[j.u32(atVecSite+4*uint32(i))]
		r := ir.Record{Key: ir.Key{Site: site.ID, Occ: occ[site.ID]}, Type: site.Type}
		occ[site.ID]++
		r.Bits = canonical(site.Type, binary.LittleEndian.Uint64(j.mem[atVector+8*uint32(i):]))
		if site.Type.Kind == ir.Ptr {
			r.Off = -1
		}
		recs = append(recs, r)
	}
	run.Reads = append(recs, run.Reads...)
}
