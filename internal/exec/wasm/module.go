// Package wasm writes WebAssembly modules in the binary format. It has the instructions
// that the compiler in package exec needs, and does not read modules.
//
// A module is declared piece by piece and encoded at the end:
//
//	m := wasm.New()
//	log := m.Import("env", "log", wasm.Sig{Params: []wasm.Type{wasm.I32}})
//	f := m.Func(wasm.Sig{Params: []wasm.Type{wasm.I32}, Results: []wasm.Type{wasm.I32}})
//	f.Get(0)
//	f.Call(log)
//	f.Get(0)
//	f.I32(1)
//	f.Op(wasm.I32Add)
//	m.Export("inc", f.Index)
//	bytes := m.Encode()
//
// Func is the body of a function under construction. Its methods append
// one instruction each. A method that opens a block returns its Label, which branches refer
// to; callers need not count nesting. The package does not check types: the engine that
// loads the module validates it.
//
// The package supports the numeric, memory, control and variable instructions of
// WebAssembly 1.0, sign extension, saturating truncation, bulk memory
// and several results. It does not support tables, data and element segments, SIMD,
// references, start functions and more than one memory.
package wasm

// Type is the type of a value.
type Type byte

// The number types.
const (
	I32 Type = 0x7f
	I64 Type = 0x7e
	F32 Type = 0x7d
	F64 Type = 0x7c
)

// Sig is the type of a function.
type Sig struct {
	Params, Results []Type
}

// PageSize is the unit of memory limits in bytes.
const PageSize = 65536

// Module is a module under construction.
type Module struct {
	types   []Sig
	index   map[string]uint32 // by encoded type: its index in types
	imports []imported
	funcs   []*Func
	globals []global
	memory  *[2]uint32 // least and most pages; nil without a memory
	exports []export
}

// imported is an imported function.
type imported struct {
	module, name string
	sig          uint32
}

// global is a mutable global.
type global struct {
	typ  Type
	bits uint64 // initial value
}

// export is an exported function, memory or global.
type export struct {
	name  string
	kind  byte // 0: function, 2: memory, 3: global
	index uint32
}

// New returns an empty module.
func New() *Module { return &Module{index: map[string]uint32{}} }

// sig returns the index of a function type, which it adds to the module if needed.
func (m *Module) sig(s Sig) uint32 {
	key := string(sigBytes(nil, s))
	i, ok := m.index[key]
	if !ok {
		i = uint32(len(m.types))
		m.types = append(m.types, s)
		m.index[key] = i
	}
	return i
}

// Import declares an imported function and returns its index. Imports must come
// before the first Func, since they share the numbering.
func (m *Module) Import(module, name string, s Sig) uint32 {
	if len(m.funcs) > 0 {
		panic("wasm: Import after Func")
	}
	m.imports = append(m.imports, imported{module, name, m.sig(s)})
	return uint32(len(m.imports) - 1)
}

// Func adds a function with an empty body.
func (m *Module) Func(s Sig) *Func {
	f := &Func{
		Index:  uint32(len(m.imports) + len(m.funcs)),
		sig:    m.sig(s),
		params: len(s.Params),
	}
	m.funcs = append(m.funcs, f)
	return f
}

// Global adds a mutable global with an initial value, given as its bits, and
// returns its index.
func (m *Module) Global(t Type, bits uint64) uint32 {
	m.globals = append(m.globals, global{t, bits})
	return uint32(len(m.globals) - 1)
}

// Memory gives the module a memory of min pages that may grow to max.
func (m *Module) Memory(min, max uint32) { m.memory = &[2]uint32{min, max} }

// Export exports a function.
func (m *Module) Export(name string, fn uint32) {
	m.exports = append(m.exports, export{name, 0, fn})
}

// ExportMemory exports the memory.
func (m *Module) ExportMemory(name string) {
	m.exports = append(m.exports, export{name, 2, 0})
}

// ExportGlobal exports a global.
func (m *Module) ExportGlobal(name string, g uint32) {
	m.exports = append(m.exports, export{name, 3, g})
}

// Encode returns the binary module. It adds the final end instruction to each body.
func (m *Module) Encode() []byte {
	out := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}

	b := uleb(nil, uint64(len(m.types)))
	for _, s := range m.types {
		b = sigBytes(b, s)
	}
	out = section(out, 1, b)

	if len(m.imports) > 0 {
		b = uleb(nil, uint64(len(m.imports)))
		for _, i := range m.imports {
			b = str(str(b, i.module), i.name)
			b = uleb(append(b, 0), uint64(i.sig))
		}
		out = section(out, 2, b)
	}

	b = uleb(nil, uint64(len(m.funcs)))
	for _, f := range m.funcs {
		b = uleb(b, uint64(f.sig))
	}
	out = section(out, 3, b)

	if m.memory != nil {
		b = append(uleb(nil, 1), 1)
		b = uleb(uleb(b, uint64(m.memory[0])), uint64(m.memory[1]))
		out = section(out, 5, b)
	}

	if len(m.globals) > 0 {
		b = uleb(nil, uint64(len(m.globals)))
		for _, g := range m.globals {
			b = append(b, byte(g.typ), 1)
			b = append(constant(b, g.typ, g.bits), opEnd)
		}
		out = section(out, 6, b)
	}

	if len(m.exports) > 0 {
		b = uleb(nil, uint64(len(m.exports)))
		for _, e := range m.exports {
			b = append(str(b, e.name), e.kind)
			b = uleb(b, uint64(e.index))
		}
		out = section(out, 7, b)
	}

	b = uleb(nil, uint64(len(m.funcs)))
	for _, f := range m.funcs {
		body := append(f.header(), f.code...)
		body = append(body, opEnd)
		b = uleb(b, uint64(len(body)))
		b = append(b, body...)
	}
	return section(out, 10, b)
}

// section appends a section with its id and length.
func section(out []byte, id byte, body []byte) []byte {
	out = uleb(append(out, id), uint64(len(body)))
	return append(out, body...)
}

// sigBytes appends the encoding of a function type.
func sigBytes(b []byte, s Sig) []byte {
	b = uleb(append(b, 0x60), uint64(len(s.Params)))
	for _, t := range s.Params {
		b = append(b, byte(t))
	}
	b = uleb(b, uint64(len(s.Results)))
	for _, t := range s.Results {
		b = append(b, byte(t))
	}
	return b
}

// str appends a string with its length.
func str(b []byte, s string) []byte { return append(uleb(b, uint64(len(s))), s...) }
