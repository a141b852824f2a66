package exec

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// memLayout is the layout of linear memory. An address of the program is the address of the
// byte in linear memory. The addresses below FirstObject, which no object has, hold the state
// that compiled code shares with the host. After the data there are tables about each address,
// each at a fixed distance from the data, which a load or store adds as its constant offset:
//
//	[0, 65536)        shared state, values in the queues of inputs
//	data              byte a of the program at a
//	shadow            its shadow bits (ShadowInit, ShadowPtr) at a + shadow
//	meta              16 bytes for the object with base b at b + meta:
//	                    u32 bytes that may be read (0: dead), u32 that may be
//	                    written (0: dead or constant), u32 size, u32 info
//	owner             u32 for each 16 bytes: base of the object there, 0 if none
//	occ               u32 for each 16 bytes: at a base, occurrence of the object
//	dying             stack of the bases of objects that die with an activation
//	sites             u32 for each site: executions so far
//	queues            two u32 for each site: next and end of the values in its queue
//	slots             u64 for each site: its value in an enumeration
//	image             initial bytes and shadow of objects that runs may change, see jit_reset.go
//	globals           16 bytes for each global register, see homes
//	frames            registers of split functions
//	trace             words of branches
//	cover             u32 for each of BranchEdges: times taken
//	probes            records of Config.Probes, see probe.go
//
// A program without objects has only the first page, the sites and the trace.
type memLayout struct {
	data       uint32 // bytes of the data region, from 0 on; the distance of the tables
	shadow     uint32
	meta       uint32
	owner      uint32
	occ        uint32
	dying      uint32
	sites      uint32
	queues     uint32
	slots      uint32
	image      uint32
	globals    uint32
	frames     uint32
	frameBytes uint32 // size of frames
	trace      uint32
	words      uint32 // number of words in trace
	cover      uint32
	probes     uint32
	branches   uint32 // number of counters in cover
	pages      uint32 // size of linear memory
	heap       uint32 // first address after the global objects
	limit      uint32 // no object ends past it
}

// maxJITMemory bounds Config.MaxMemory so that all tables fit into 4 GiB.
const maxJITMemory = 1 << 30

// Addresses of the shared state.
const (
	atBump    = 16 // u32 next free address
	atFlags   = 20 // u32 flagApprox, ...
	atDying   = 24 // u32 top of the stack of dying objects
	atNext    = 28 // u32 reads in the log
	atWords   = 32 // u32 next word of the trace
	atHigh    = 36 // u32 highest bump pointer at which memory was freed (rule 17 of layout.go)
	atOrigins = 40 // u32 1 if hostState.origins has identities of bytes
	atEnd     = 44 // u32 in an enumeration: end of the rows of the dimensions
	atTop     = 48 // u32 in an enumeration: end of the rows that each step changes
	atGranted = 56 // u64 fuel given to the run so far
	atDone    = 64 // u64 in an enumeration: points that are done
	atSkipped = 72 // u64 done points outside of a filter
	atMost    = 80 // u64 most fuel of a run in the enumeration
	atValues  = 1024
	maxQueued = 1536 // most values in all queues
	atLog     = atValues + 8*maxQueued
	maxLog    = 3072             // u32 site of each read, in order
	atDim     = atLog + 4*maxLog // dimensions of an enumeration, see jit_enum.go
	maxDims   = 512
)

// Bits of atFlags: the flags of Run, and flagNoValue.
const (
	flagApprox = 1 << iota
	flagWild
	flagAddr
	flagNoValue // a function returned without its value
)

// Offsets in meta.
const (
	metaRead  = 0
	metaWrite = 4
	metaSize  = 8
	metaInfo  = 12
)

// Bits of info; the lower bits are the number of the object's site plus one.
const (
	infoHeap  = 1 << 31 // live heap object
	infoReuse = 1 << 30 // instance of an object of Layout.Reuse
	infoStack = 1 << 29 // made by an Alloc of stack memory
	infoFreed = 1 << 28 // heap object that was freed
	infoOuter = 1 << 27 // made by a pointer input
	infoSite  = 1<<27 - 1
)

// newMemLayout computes the layout; frames and image are the sizes of these regions. It returns an error if linear
// memory would exceed 4 GiB.
func newMemLayout(p *ir.Program, cfg Config, lay *Layout, frames, image uint32) (memLayout, error) {
	var at memLayout
	next := uint64(FirstObject)
	if usesMemory(p) {
		at.limit = uint32(FirstObject + cfg.MaxMemory)
		// An object's gap may reach 16 bytes beyond the limit.
		at.data = roundPage(uint64(at.limit) + 64)
		at.shadow = at.data
		at.meta = 2 * at.data
		at.owner = 3 * at.data
		at.occ = at.owner + at.data/4
		at.dying = at.occ + at.data/4
		next = uint64(at.dying) + uint64(at.data)/4
	}
	at.heap = uint32(lay.End)
	at.sites = uint32(next)
	next += uint64(4*len(p.Sites)+15) / 16 * 16
	at.queues = uint32(next)
	next += uint64(8 * len(p.Sites))
	at.slots = uint32(next)
	next += uint64(8 * len(p.Sites))
	at.image = uint32(next)
	next += uint64(image)
	at.globals = uint32(next)
	next += 16 * uint64(len(p.Globals))
	at.frames, at.frameBytes = uint32(next), frames
	next += uint64(frames)
	at.trace = uint32(next)
	if cfg.Trace {
		words := uint64(cfg.MaxTrace)*8/minTraceBits + 2
		at.words = uint32(words)
		next += 8 * words
	}
	at.cover = uint32(next)
	if cfg.Cover {
		at.branches = uint32(len(BranchEdges(p)))
		next += 4 * uint64(at.branches)
	}
	next = (next + 7) / 8 * 8
	at.probes = uint32(next)
	_, size := probeBytes(cfg.Probes)
	next += uint64(size)
	if next > 1<<32-wasm.PageSize {
		return at, fmt.Errorf("exec: the limits of memory and trace need more than 4 GiB of linear memory")
	}
	at.pages = roundPage(next) / wasm.PageSize
	return at, nil
}

// roundPage rounds a number of bytes up to whole pages.
func roundPage(n uint64) uint32 {
	return uint32((n + wasm.PageSize - 1) / wasm.PageSize * wasm.PageSize)
}

// usesMemory reports whether the program has an object, or a register or expression of Ptr type.
func usesMemory(p *ir.Program) bool {
	if len(p.Objects) > 0 {
		return true
	}
	for _, f := range p.Funcs {
		if len(f.Objects) > 0 {
			return true
		}
		for _, v := range f.Vars {
			if v.Type.Kind == ir.Ptr {
				return true
			}
		}
		for _, e := range f.Edges {
			for _, x := range ir.StmtExprs(e.Stmt) {
				ptr := false
				ir.Walk(x, func(y ir.Expr) bool { ptr = ptr || y.Type().Kind == ir.Ptr; return !ptr })
				if ptr {
					return true
				}
			}
		}
	}
	for _, v := range p.Globals {
		if v.Type.Kind == ir.Ptr {
			return true
		}
	}
	return false
}
