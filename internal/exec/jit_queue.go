package exec

import (
	"encoding/binary"
	"sort"

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
