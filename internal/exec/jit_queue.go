package exec

import (
	"context"
	"encoding/binary"
	"sort"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Values given beforehand. Each site has a queue in linear memory that its Input
// statements empty before they ask the host; a log keeps the order of reading.

// hostRead marks a read by the host in the log.
const hostRead = 1<<32 - 1

// queue fills the queues with the values of Input statements among the records:
// per site those with the occurrences 0, 1, ... without a gap, as many as there is
// room for.
func (j *JIT) queue(recs []ir.Record) {
	var vals []ir.Record
	for _, r := range recs {
		if r.Site < 0 || r.Site >= len(j.p.Sites) {
			continue
		}
		if s := j.p.Sites[r.Site]; !IsBytes(s, r.Off) && s.Type == r.Type {
			vals = append(vals, r)
		}
	}
	sort.SliceStable(vals, func(a, b int) bool {
		if vals[a].Site != vals[b].Site {
			return vals[a].Site < vals[b].Site
		}
		return vals[a].Occ < vals[b].Occ
	})
	at := uint32(atValues)
	for i := 0; i < len(vals); {
		site := vals[i].Site
		begin := at
		occ := 0
		for ; i < len(vals) && vals[i].Site == site; i++ {
			if vals[i].Occ == occ && at < atValues+8*maxQueued {
				binary.LittleEndian.PutUint64(j.mem[at:], vals[i].Bits)
				at += 8
				occ++
			}
		}
		j.setQueue(site, begin, at)
	}
}

// setQueue gives a site the values in [begin, end) of linear memory.
func (j *JIT) setQueue(site int, begin, end uint32) {
	if j.queueBegin == nil {
		j.queueBegin = make([]uint32, len(j.p.Sites))
	}
	j.queueBegin[site] = begin
	j.put32(j.at.queues+8*uint32(site), begin)
	j.put32(j.at.queues+8*uint32(site)+4, end)
	j.run.queued = append(j.run.queued, site)
}

// logRead notes a read by the host, so that Run.Reads can have the order of
// reading. Beyond the room for that, reads by the host count as later.
func (j *JIT) logRead() {
	if len(j.run.queued) == 0 || j.run.markers >= maxLog-maxQueued-1 {
		return
	}
	n := j.u32(atNext)
	j.put32(atLog+4*n, hostRead)
	j.put32(atNext, n+1)
	j.run.markers++
}

// mergeReads puts the reads from queues between those by the host.
func (j *JIT) mergeReads(run *Run) {
	byHost := run.Reads
	run.Reads = nil
	occ := map[int]int{}
	for i := range j.u32(atNext) {
		id := j.u32(atLog + 4*i)
		if id == hostRead {
			run.Reads = append(run.Reads, byHost[0])
			byHost = byHost[1:]
			continue
		}
		site := j.p.Sites[id]
		r := ir.Record{Key: ir.Key{Site: site.ID, Occ: occ[site.ID]}, Type: site.Type}
		if site.Type.Kind == ir.Ptr {
			r.Off = -1
		}
		bits := binary.LittleEndian.Uint64(j.mem[j.queueBegin[site.ID]+8*uint32(r.Occ):])
		r.Bits = canonical(site.Type, bits)
		occ[site.ID]++
		run.Reads = append(run.Reads, r)
	}
	run.Reads = append(run.Reads, byHost...)
}

// Sweep is the result of JIT.Sweep.
type Sweep struct {
	Done uint64 // runs that were Finished or Blocked, from the first on
	Run  *Run   // the run after those; nil if there were no more
	// Flags of the Done runs together, see Run.
	Approx, Wild, Addr bool
}

// Sweep runs the program count times: the Input statements of site read first,
// first+1, ..., those of other sites the fixed values; each at most once, and any
// other read ends the run with NoInput. It stops at the first run that is neither Finished nor
// Blocked. This is the inner loop of enumerations: a run costs some 20 ns beside its own work.
func (j *JIT) Sweep(ctx context.Context, fixed []ir.Record, site int, first, count uint64) (*Sweep, error) {
	sw := &Sweep{}
	for sw.Done < count {
		run := &Run{}
		if !j.begin(ctx, noInputs{}, run) {
			sw.Run = run
			return sw, nil
		}
		slot := j.arm(fixed, site)
		chunk := min(count-sw.Done, maxSweep)
		s := j.stack[:]
		s[0], s[1], s[2], s[3] = j.run.granted, first+sw.Done, chunk, uint64(slot)
		err := j.sweep.CallWithStack(background, s)
		done := s[0]
		if err != nil { // stack overflow: the log says which run it was
			done = uint64(j.u32(atSweep))
		}
		code := uint32(j.globals[gEnd].Get())
		if err = j.ended(run, code, err); err != nil {
			return nil, err
		}
		sw.Done += done
		sw.Approx = sw.Approx || run.Approx
		sw.Wild = sw.Wild || run.Wild
		sw.Addr = sw.Addr || run.Addr
		if done < chunk {
			run.Fuel = j.run.granted - j.globals[gFuel].Get()
			j.mergeReads(run)
			sw.Run = run
			return sw, nil
		}
	}
	return sw, nil
}

// maxSweep is the number of runs between two looks at the context.
const maxSweep = 1 << 14

// noInputs has no value for any read.
type noInputs struct{}

func (noInputs) Next(ir.Key, *ir.Site, ir.Type) (uint64, bool) { return 0, false }

// arm fills the queues for a sweep and lists those to be set back before each run.
// It gives the address of the value that changes.
func (j *JIT) arm(fixed []ir.Record, site int) uint32 {
	j.queue(fixed)
	slot := uint32(atValues + 8*maxQueued)
	j.setQueue(site, slot, slot+8)
	n := uint32(0)
	for _, s := range j.run.queued {
		j.put32(atArm+8*n, j.at.queues+8*uint32(s))
		j.put32(atArm+8*n+4, j.queueBegin[s])
		n++
	}
	j.put32(atArms, n)
	return slot
}

// emitSweep writes the loop of a sweep: fuel of a run, first value, count, address
// of the value -> runs done. The global "end" has the code of the last run.
func (c *compiler) emitSweep(w *wasm.Func, start uint32) {
	const fuel, first, count, slot = 0, 1, 2, 3
	i := w.Local(wasm.I64)
	k, n := w.Local(wasm.I32), w.Local(wasm.I32)
	w.I32(0)
	w.Mem(wasm.I32Load, atArms)
	w.I32(3)
	w.Op(wasm.I32Shl)
	w.Set(n)
	done := w.Block()
	next := w.Loop()
	w.Get(i)
	w.Get(count)
	w.Op(wasm.I64GeU)
	w.BrIf(done)
	w.I32(0)
	w.Get(i)
	w.Op(wasm.I32WrapI64)
	w.Mem(wasm.I32Store, atSweep)
	w.I32(0)
	w.I32(0)
	w.Mem(wasm.I32Store, atNext)
	w.Get(slot)
	w.Get(first)
	w.Get(i)
	w.Op(wasm.I64Add)
	w.Mem(wasm.I64Store, 0)
	w.I32(0)
	w.Set(k)
	arm := w.Loop()
	w.Get(k)
	w.Mem(wasm.I32Load, atArm)
	w.Get(k)
	w.Mem(wasm.I32Load, atArm+4)
	w.Mem(wasm.I32Store, 0)
	w.Get(k)
	w.I32(8)
	w.Op(wasm.I32Add)
	w.Tee(k)
	w.Get(n)
	w.Op(wasm.I32LtU)
	w.BrIf(arm)
	w.End()
	if c.at.data != 0 {
		w.Call(c.host[hostReset])
	}
	w.Get(fuel)
	w.Call(start)
	w.I32(codeCovered)
	w.Op(wasm.I32And)
	w.Op(wasm.I32Eqz)
	w.BrIf(done)
	w.Get(i)
	w.I64(1)
	w.Op(wasm.I64Add)
	w.Set(i)
	w.Br(next)
	w.End()
	w.End()
	w.Get(i)
}

// hostReset brings memory back between two runs of a sweep.
func (j *JIT) hostReset([]uint64) { j.resetMemory() }
