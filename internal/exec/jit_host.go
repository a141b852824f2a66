package exec

import (
	"context"
	"encoding/binary"
	"time"

	"github.com/tetratelabs/wazero/api"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// The functions of the host that compiled code calls, with their parameters and results. A
// function that can end the run has a flag as its last result. The flag is 1 if the run has
// ended; then the global "end" has been set. The parameter code is the code of the outcome
// if the function ends the run.
const (
	hostInput   = iota // site, type, code -> bits, flag
	hostRefill         // rest of fuel (negative), code -> flag
	hostLoad           // address, base, size, code -> flag: checks a load and initialises its bytes
	hostCopy           // to, base, from, base, n, code -> flag
	hostSet            // to, base, byte, n, code -> flag
	hostHavoc          // at, base, n, site, code -> flag
	hostMath           // code of the function, arguments -> bits
	hostReset          // resets memory between two runs of an enumeration
	hostForget         // base, size: removes identities of bytes, for a new object
	hostRoot           // value, base (-1 for a number): collects a root for hostTracked
	hostTracked        // -> 1 if all live heap objects are reachable, see tracked.go
	numHost
)

var (
	i32 = wasm.I32
	i64 = wasm.I64
)

// hostFuncs has the name and type of each function.
var hostFuncs = [numHost]struct {
	name string
	sig  wasm.Sig
}{
	hostInput:   {"input", wasm.Sig{Params: []wasm.Type{i32, i32, i32}, Results: []wasm.Type{i64, i32}}},
	hostRefill:  {"refill", wasm.Sig{Params: []wasm.Type{i64, i32}, Results: []wasm.Type{i32}}},
	hostLoad:    {"load", wasm.Sig{Params: []wasm.Type{i64, i32, i32, i32}, Results: []wasm.Type{i32}}},
	hostCopy:    {"copy", wasm.Sig{Params: []wasm.Type{i64, i32, i64, i32, i64, i32}, Results: []wasm.Type{i32}}},
	hostSet:     {"set", wasm.Sig{Params: []wasm.Type{i64, i32, i32, i64, i32}, Results: []wasm.Type{i32}}},
	hostHavoc:   {"havoc", wasm.Sig{Params: []wasm.Type{i64, i32, i64, i32, i32}, Results: []wasm.Type{i32}}},
	hostReset:   {"reset", wasm.Sig{}},
	hostForget:  {"forget", wasm.Sig{Params: []wasm.Type{i32, i32}}},
	hostRoot:    {"root", wasm.Sig{Params: []wasm.Type{i64, i32}}},
	hostTracked: {"tracked", wasm.Sig{Results: []wasm.Type{i32}}},
	hostMath:    {"math", wasm.Sig{Params: []wasm.Type{i32, i64, i64, i64}, Results: []wasm.Type{i64}}},
}

// loadsPtr is a bit that is set in the size for hostLoad if a Ptr is loaded.
const loadsPtr = 1 << 8

const maxMathArgs = 3

// mathCall is a function that Math statements use. Its code is its index in compiler.maths.
type mathCall struct {
	fn   string
	t    ir.Type
	args int // number of arguments
}

// mathCode returns the code of a function of libm. It adds a function that has no code yet.
func (c *compiler) mathCode(fn string, t ir.Type, args int) int32 {
	m := mathCall{fn, t, args}
	for i, x := range c.maths {
		if x == m {
			return int32(i)
		}
	}
	c.maths = append(c.maths, m)
	return int32(len(c.maths) - 1)
}

// typeCode packs a type into an i32; codeType unpacks it.
func typeCode(t ir.Type) int32 {
	code := int32(t.Kind)<<16 | int32(t.Bits)
	if t.Signed {
		code |= 1 << 8
	}
	return code
}

func codeType(c uint32) ir.Type {
	return ir.Type{Kind: ir.Kind(c >> 16), Bits: uint8(c), Signed: c>>8&1 != 0}
}

// exportHost defines the functions of the host in the runtime.
func (j *JIT) exportHost(ctx context.Context) error {
	calls := [numHost]func(s []uint64){
		hostInput: j.hostInput, hostRefill: j.hostRefill, hostLoad: j.hostLoad, hostCopy: j.hostCopy,
		hostSet: j.hostSet, hostHavoc: j.hostHavoc, hostMath: j.hostMath, hostReset: j.hostReset, hostForget: j.hostForget,
		hostRoot: j.hostRoot, hostTracked: j.hostTracked,
	}
	b := j.runtime.NewHostModuleBuilder("env")
	for i, h := range hostFuncs {
		call := calls[i]
		b.NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, s []uint64) { call(s) }),
			valueTypes(h.sig.Params), valueTypes(h.sig.Results)).Export(h.name)
	}
	_, err := b.Instantiate(ctx)
	return err
}

// valueTypes converts wasm types to wazero's types.
func valueTypes(ts []wasm.Type) []api.ValueType {
	out := make([]api.ValueType, len(ts))
	for i, t := range ts {
		out[i] = api.ValueType(t)
	}
	return out
}

// hostState is the state of the current run on the host.
type hostState struct {
	ctx     context.Context
	in      Inputs
	run     *Run
	slice   uint64    // size of the next slice of fuel
	since   time.Time // when the last slice was granted
	pending *Outcome  // the outcome for codePending
	origins Origins   // identities of uninitialised bytes
	queued  []int     // sites with a queue of values
	markers uint32    // number of reads by the host in the log
	roots   []root    // collected by hostRoot
}

// Accessors to linear memory, the flags, the wasm globals and the outcomes.
func (j *JIT) u32(at uint32) uint32         { return binary.LittleEndian.Uint32(j.mem[at:]) }
func (j *JIT) put32(at uint32, v uint32)    { binary.LittleEndian.PutUint32(j.mem[at:], v) }
func (j *JIT) u64(at uint32) uint64         { return binary.LittleEndian.Uint64(j.mem[at:]) }
func (j *JIT) put64(at uint32, v uint64)    { binary.LittleEndian.PutUint64(j.mem[at:], v) }
func (j *JIT) flag(bits uint32)             { j.put32(atFlags, j.u32(atFlags)|bits) }
func (j *JIT) setGlobal(g int, v uint64)    { j.globals[g].(api.MutableGlobal).Set(v) }
func (j *JIT) outcome(code uint32) *Outcome { return j.ends[code/codeStep-1] }

// fail ends the run with the outcome of a code. It returns the flag, 1.
func (j *JIT) fail(code uint64) uint64 {
	j.setGlobal(gEnd, code)
	return 1
}

// failWith ends the run with outcome o, at the edge and position of the outcome of code. It returns the flag, 1.
func (j *JIT) failWith(o Outcome, code uint64) uint64 {
	at := j.outcome(uint32(code))
	o.Edge, o.Pos = at.Edge, at.Pos
	j.run.pending = &o
	return j.fail(codePending)
}

// hostInput reads the value of an Input. In all functions of the host, s has the parameters and then the results.
func (j *JIT) hostInput(s []uint64) {
	site := j.p.Sites[uint32(s[0])]
	t := codeType(uint32(s[1]))
	at := j.at.sites + 4*uint32(site.ID)
	k := ir.Key{Site: site.ID, Occ: int(j.u32(at))}
	j.put32(at, uint32(k.Occ)+1)
	if t.Kind == ir.Ptr {
		k.Off = -1
	}
	code := s[2]
	bits, ok := j.read(k, site, t)
	if !ok {
		s[0], s[1] = 0, j.fail(code&math32)
		return
	}
	s[0], s[1] = bits, 0
}

// math32 masks an i32 parameter, whose upper half is not defined.
const math32 = 1<<32 - 1

// read reads one input from the host's Inputs and records it; the result is false if they have no value.
func (j *JIT) read(k ir.Key, site *ir.Site, t ir.Type) (uint64, bool) {
	bits, ok := j.run.in.Next(k, site, t)
	if !ok {
		return 0, false
	}
	bits = canonical(t, bits)
	if site.Kind == ir.Approx {
		j.flag(flagApprox)
	}
	j.run.run.Reads = append(j.run.run.Reads, ir.Record{Key: k, Type: t, Bits: bits})
	j.logRead()
	return bits, true
}

// Compiled code gets its fuel in slices. They are small enough that a cancelled run ends within
// some 50 ms, and large enough that granting them takes no noticeable time.
const (
	firstSlice = 1 << 14
	maxSlice   = 1 << 22
	minSlice   = 1 << 8
	sliceTime  = 10 * time.Millisecond
)

// hostRefill grants new fuel after one unit was taken.
func (j *JIT) hostRefill(s []uint64) {
	left := int64(s[0])
	s[0] = j.refill(left, 1, s[1]&math32)
}

// refill grants a new slice of fuel after taking n units made the rest, left, negative.
// If Config.Fuel is used up or the context has ended, it ends the run. It returns the flag.
func (j *JIT) refill(left int64, n uint64, code uint64) uint64 {
	r := &j.run
	need := uint64(-left)
	granted := j.u64(atGranted)
	if need > j.cfg.Fuel-granted {
		j.setGlobal(gFuel, uint64(left+int64(n))) // fuel that is missing was not used
		return j.fail(code)
	}
	if r.ctx.Err() != nil {
		r.pending = &Outcome{Kind: Cancelled}
		return j.fail(codePending)
	}
	now := time.Now()
	switch d := now.Sub(r.since); {
	case d < sliceTime/4:
		r.slice = min(2*r.slice, maxSlice)
	case d > sliceTime:
		r.slice = max(r.slice/4, minSlice)
	}
	r.since = now
	grant := min(need+r.slice, j.cfg.Fuel-granted)
	j.put64(atGranted, granted+grant)
	j.setGlobal(gFuel, uint64(left+int64(grant)))
	return 0
}

// charge takes n units of fuel for work of the host, and ends the run if there are fewer. It returns the flag.
func (j *JIT) charge(n uint64, code uint64) uint64 {
	left := int64(j.globals[gFuel].Get())
	if n <= uint64(left) {
		j.setGlobal(gFuel, uint64(left)-n)
		return 0
	}
	if n > 1<<62 {
		return j.fail(code)
	}
	return j.refill(left-int64(n), n, code)
}

// hostMath computes a function of libm.
func (j *JIT) hostMath(s []uint64) {
	m := j.maths[uint32(s[0])]
	bits, exact, _ := evalMath(m.fn, m.t, s[1:1+m.args])
	if !exact {
		j.flag(flagApprox)
	}
	s[0] = bits
}

// readable reports whether n bytes at addr lie inside of the live object at base.
// writable does the same for a live object that is not constant.
func (j *JIT) readable(addr uint64, base uint32, n uint64) bool {
	return j.inside(addr, base, n, metaRead)
}

func (j *JIT) writable(addr uint64, base uint32, n uint64) bool {
	return j.inside(addr, base, n, metaWrite)
}

// inside reports whether n bytes at addr lie within the size that the given word of the object's meta data has.
func (j *JIT) inside(addr uint64, base uint32, n uint64, word uint32) bool {
	size := uint64(j.u32(base + j.at.meta + word))
	off := addr - uint64(base)
	return off <= size && n <= size-off
}

// identity returns the identity by place of the byte at addr in the object at base.
func (j *JIT) identity(addr uint64, base uint32) ir.Key {
	info := j.u32(base + j.at.meta + metaInfo)
	return ir.Key{
		Site: int(info&infoSite) - 1,
		Occ:  int(j.u32(base/4 + j.at.occ)),
		Off:  int64(addr) - int64(base),
	}
}

// hostLoad checks a load that compiled code cannot do alone and reads its uninitialised bytes as inputs. Compiled code
// then loads the value.
func (j *JIT) hostLoad(s []uint64) {
	addr, base, size, code := s[0], uint32(s[1]), uint32(s[2]), s[3]&math32
	n := size &^ loadsPtr
	if !j.readable(addr, base, uint64(n)) {
		s[0] = j.fail(code)
		return
	}
	sh := j.mem[uint32(addr)+j.at.shadow:][:n]
	and, or := byte(0xff), byte(0)
	for _, b := range sh {
		and &= b
		or |= b
	}
	if or&ShadowPtr != 0 && size&loadsPtr == 0 {
		j.flag(flagAddr)
	}
	s[0] = 0
	if and&ShadowInit != 0 {
		return
	}
	data := j.mem[uint32(addr):][:n]
	ended := false
	ok := j.run.origins.Materialise(addr, int(n),
		func(k int) bool { return sh[k]&ShadowInit == 0 },
		func(a uint64) ir.Key { return j.identity(a, base) },
		func(k int, b byte) { data[k], sh[k] = b, ShadowInit },
		func(k ir.Key, t ir.Type) (uint64, bool) {
			if k.Site < 0 {
				j.flag(flagApprox)
				return 0, true
			}
			site := j.p.Sites[k.Site]
			bits, ok := j.read(k, site, t)
			if !ok {
				ended = true
				s[0] = j.failWith(Outcome{Kind: NoInput, What: site.Key}, code)
			}
			return bits, ok
		})
	if !ok && !ended {
		s[0] = j.fail(code)
	}
}

// hostCopy executes a MemCopy. code is the code of an invalid read; the next two codes are an
// invalid write and OutOfFuel.
func (j *JIT) hostCopy(s []uint64) {
	to, toBase, from, fromBase, n, code := s[0], uint32(s[1]), s[2], uint32(s[3]), s[4], s[5]&math32
	s[0] = 0
	switch {
	case n == 0:
		return
	case !j.readable(from, fromBase, n):
		s[0] = j.fail(code)
		return
	case !j.writable(to, toBase, n):
		s[0] = j.fail(code + codeStep)
		return
	}
	if s[0] = j.charge((n+63)/64, code+2*codeStep); s[0] != 0 {
		return
	}
	a, b := uint32(to), uint32(from)
	sh := j.mem[b+j.at.shadow:][:n]
	for _, x := range sh {
		if x&ShadowInit == 0 {
			j.run.origins.Copy(to, from, int(n),
				func(k int) bool { return sh[k]&ShadowInit == 0 },
				func(addr uint64) ir.Key { return j.identity(addr, fromBase) })
			j.put32(atOrigins, 1)
			break
		}
	}
	copy(j.mem[a:][:n], j.mem[b:][:n])
	copy(j.mem[a+j.at.shadow:][:n], sh)
}

// target checks a write of n bytes by the host and charges its fuel. If goOn is false, there is nothing to write or the
// run has ended; flag is the result for compiled code.
func (j *JIT) target(addr uint64, base uint32, n, code uint64) (flag uint64, goOn bool) {
	if n == 0 {
		return 0, false
	}
	if !j.writable(addr, base, n) {
		return j.fail(code + codeStep), false
	}
	if j.charge((n+63)/64, code+2*codeStep) != 0 {
		return 1, false
	}
	return 0, true
}

// hostSet executes a MemSet; the codes are as for hostCopy.
func (j *JIT) hostSet(s []uint64) {
	addr, base, val, n, code := s[0], uint32(s[1]), byte(s[2]), s[3], s[4]&math32
	flag, goOn := j.target(addr, base, n, code)
	s[0] = flag
	if goOn {
		fill(j.mem[uint32(addr):][:n], val)
		fill(j.mem[uint32(addr)+j.at.shadow:][:n], ShadowInit)
	}
}

// hostHavoc executes a MemHavoc; the codes are as for hostCopy.
func (j *JIT) hostHavoc(s []uint64) {
	addr, base, n, site, code := s[0], uint32(s[1]), s[2], int32(s[3]), s[4]&math32
	k := ir.Key{Site: int(site)}
	if site >= 0 {
		at := j.at.sites + 4*uint32(site)
		k.Occ = int(j.u32(at))
		j.put32(at, uint32(k.Occ)+1)
	}
	flag, goOn := j.target(addr, base, n, code)
	s[0] = flag
	if goOn {
		clear(j.mem[uint32(addr)+j.at.shadow:][:n])
		j.run.origins.Set(addr, addr+n, k)
		j.put32(atOrigins, 1)
	}
}

// hostForget removes the identities that Origins has for the bytes of a new object.
func (j *JIT) hostForget(s []uint64) {
	base, size := uint64(uint32(s[0])), uint64(uint32(s[1]))
	j.run.origins.clear(base, base+size)
}

// fill sets all bytes of b to v.
func fill(b []byte, v byte) {
	for i := range b {
		b[i] = v
	}
}
