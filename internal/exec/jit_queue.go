package exec

import (
	"encoding/binary"
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file passes inputs to compiled code before a run. Each site has a queue of values in
// linear memory. An Input takes the next value of the queue, and calls the host only if the
// queue is empty. A log in linear memory has the sites in the order of reading.

// hostRead is the entry of the log for a read by the host.
const hostRead = 1<<32 - 1

// queue fills the queues with the records of Input statements: for each site the
// occurrences 0, 1, ... up to the first gap, as many as there is room for.
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

// logRead enters a read by the host into the log, so that mergeReads can restore the order of
// reading. If the log is full, mergeReads puts later reads by the host last.
func (j *JIT) logRead() {
	if len(j.run.queued) == 0 || j.run.markers >= maxLog-maxQueued-1 {
		return
	}
	n := j.u32(atNext)
	j.put32(atLog+4*n, hostRead)
	j.put32(atNext, n+1)
	j.run.markers++
}

// mergeReads merges the reads from queues into run.Reads, which has the reads by the host, in the order of reading.
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
