package wasm

import "encoding/binary"

// Func is a function under construction. Parameters and locals share one numbering:
// the parameters come first.
type Func struct {
	Index  uint32 // for Call and Export
	sig    uint32 // index of its type
	params int    // number of parameters
	locals []Type // types of the locals after the parameters
	code   []byte
	depth  int // open blocks
}

// Label identifies an open block as the target of branches: it is the depth of nesting inside of
// the block. It is valid until the matching End.
type Label int

// Opcodes of the instructions that have methods of their own, and the block type without values.
const (
	opUnreachable = 0x00
	opBlock       = 0x02
	opLoop        = 0x03
	opIf          = 0x04
	opElse        = 0x05
	opEnd         = 0x0b
	opBr          = 0x0c
	opBrIf        = 0x0d
	opBrTable     = 0x0e
	opReturn      = 0x0f
	opCall        = 0x10
	opDrop        = 0x1a
	opSelect      = 0x1b
	opLocalGet    = 0x20
	opLocalSet    = 0x21
	opLocalTee    = 0x22
	opGlobalGet   = 0x23
	opGlobalSet   = 0x24
	opI32Const    = 0x41
	opI64Const    = 0x42
	opF32Const    = 0x43
	opF64Const    = 0x44
	opPrefix      = 0xfc
	void          = 0x40
)

// Local adds a local and returns its index.
func (f *Func) Local(t Type) uint32 {
	f.locals = append(f.locals, t)
	return uint32(f.params + len(f.locals) - 1)
}

// header returns the encoded declarations of the locals: the number of sequences of equal types, then each.
func (f *Func) header() []byte {
	var runs []byte
	n := 0
	for i := 0; i < len(f.locals); {
		j := i
		for j < len(f.locals) && f.locals[j] == f.locals[i] {
			j++
		}
		runs = append(uleb(runs, uint64(j-i)), byte(f.locals[i]))
		n++
		i = j
	}
	return append(uleb(nil, uint64(n)), runs...)
}

// Op appends an instruction without immediates.
func (f *Func) Op(op Op) {
	if op >= prefixed {
		f.code = uleb(append(f.code, opPrefix), uint64(op-prefixed))
		return
	}
	f.code = append(f.code, byte(op))
}

// Get pushes a local.
func (f *Func) Get(local uint32) { f.code = uleb(append(f.code, opLocalGet), uint64(local)) }

// Set pops into a local.
func (f *Func) Set(local uint32) { f.code = uleb(append(f.code, opLocalSet), uint64(local)) }

// Tee copies the top of the stack into a local.
func (f *Func) Tee(local uint32) { f.code = uleb(append(f.code, opLocalTee), uint64(local)) }

// GetGlobal pushes a global.
func (f *Func) GetGlobal(g uint32) { f.code = uleb(append(f.code, opGlobalGet), uint64(g)) }

// SetGlobal pops into a global.
func (f *Func) SetGlobal(g uint32) { f.code = uleb(append(f.code, opGlobalSet), uint64(g)) }

// I32 pushes a constant.
func (f *Func) I32(v int32) { f.code = sleb(append(f.code, opI32Const), int64(v)) }

// I64 pushes a constant.
func (f *Func) I64(v int64) { f.code = sleb(append(f.code, opI64Const), v) }

// OpI32 applies an operator of two operands, the second a constant.
func (f *Func) OpI32(op Op, v int32) {
	f.I32(v)
	f.Op(op)
}

// OpI64 is OpI32 for 64 bits.
func (f *Func) OpI64(op Op, v int64) {
	f.I64(v)
	f.Op(op)
}

// Const pushes a constant of any type, given as its bits.
func (f *Func) Const(t Type, bits uint64) { f.code = constant(f.code, t, bits) }

// constant appends the instruction that pushes a constant.
func constant(b []byte, t Type, bits uint64) []byte {
	switch t {
	case I32:
		return sleb(append(b, opI32Const), int64(int32(bits)))
	case I64:
		return sleb(append(b, opI64Const), int64(bits))
	case F32:
		return binary.LittleEndian.AppendUint32(append(b, opF32Const), uint32(bits))
	}
	return binary.LittleEndian.AppendUint64(append(b, opF64Const), bits)
}

// Mem appends a load or store with a constant offset. The alignment hint is
// always 1 byte.
func (f *Func) Mem(op MemOp, offset uint32) {
	f.code = uleb(append(f.code, byte(op), 0), uint64(offset))
}

// Load pushes the value in memory at the address in a local plus an offset.
func (f *Func) Load(local uint32, op MemOp, offset uint32) {
	f.Get(local)
	f.Mem(op, offset)
}

// Block opens a block without parameters and results; a branch to it goes to
// its end.
func (f *Func) Block() Label { return f.open(opBlock) }

// Loop opens a loop; a branch to it goes to its beginning.
func (f *Func) Loop() Label { return f.open(opLoop) }

// If pops an i32 and opens a conditional.
func (f *Func) If() Label { return f.open(opIf) }

// open begins a block without values.
func (f *Func) open(op byte) Label {
	f.code = append(f.code, op, void)
	f.depth++
	return Label(f.depth)
}

// IfValue pops an i32 and opens a conditional whose branches push one value of type t.
func (f *Func) IfValue(t Type) Label {
	f.code = append(f.code, opIf, byte(t))
	f.depth++
	return Label(f.depth)
}

// Else begins the other branch of the innermost If.
func (f *Func) Else() { f.code = append(f.code, opElse) }

// End closes the innermost block.
func (f *Func) End() {
	f.code = append(f.code, opEnd)
	f.depth--
}

// Br branches to l.
func (f *Func) Br(l Label) { f.branch(opBr, l) }

// BrIf pops an i32 and branches to l if it is not 0.
func (f *Func) BrIf(l Label) { f.branch(opBrIf, l) }

// branch appends a branch to l.
func (f *Func) branch(op byte, l Label) {
	f.code = uleb(append(f.code, op), uint64(f.depth-int(l)))
}

// BrTable pops an i32 i and branches to ls[i], or to other if i >= len(ls).
func (f *Func) BrTable(ls []Label, other Label) {
	f.code = uleb(append(f.code, opBrTable), uint64(len(ls)))
	for _, l := range ls {
		f.code = uleb(f.code, uint64(f.depth-int(l)))
	}
	f.code = uleb(f.code, uint64(f.depth-int(other)))
}

// Return leaves the function with the results on the stack.
func (f *Func) Return() { f.code = append(f.code, opReturn) }

// Unreachable appends an instruction that traps.
func (f *Func) Unreachable() { f.code = append(f.code, opUnreachable) }

// Call calls the function with index fn.
func (f *Func) Call(fn uint32) { f.code = uleb(append(f.code, opCall), uint64(fn)) }

// Drop discards the top of the stack.
func (f *Func) Drop() { f.code = append(f.code, opDrop) }

// Select pops a condition and two values and pushes the first if the
// condition is not 0, else the second.
func (f *Func) Select() { f.code = append(f.code, opSelect) }

// MemoryCopy pops target, source and length and copies as memmove does.
func (f *Func) MemoryCopy() { f.code = append(f.code, opPrefix, 10, 0, 0) }

// MemoryFill pops target, byte and length and sets the bytes as memset does.
func (f *Func) MemoryFill() { f.code = append(f.code, opPrefix, 11, 0) }
