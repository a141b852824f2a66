package exec

import (
	"context"
	"fmt"
	"slices"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file and the other files jit*.go implement the machine JIT. A program
// becomes one WebAssembly module, which wazero compiles to machine code:
//
//	jit.go         making and closing the machine
//	jit_run.go     a run, and the reset between runs
//	jit_queue.go   inputs that the host writes to linear memory before a run
//	jit_enum.go    runs on all points of a box of inputs; jit_reset.go the reset between them
//	jit_host.go    the functions of the host that compiled code calls
//	jit_layout.go  the layout of linear memory; jit_reserve*.go its allocation
//	jit_module.go  the module: functions, ends of runs, start
//	jit_globals.go the storage of global registers
//	jit_func.go    a function: registers, fuel, leaving
//	jit_flow.go    control flow: structured, or by a dispatch loop
//	jit_split.go   large functions, which are compiled in pieces
//	jit_stmt.go    statements
//	jit_expr.go    expressions; jit_ovf.go overflow conditions; jit_order.go a bug of wazero
//	jit_ptr.go     provenance of pointers, and the flags that depend on it
//	jit_mem.go     loads and stores; jit_far.go out of line; jit_bulk.go copies
//	jit_alloc.go   lifetimes of objects
//	jit_facts.go   static facts about memory
//	jit_trace.go   the trace of branches; probe.go the probes of locations
//
// Registers are wasm locals, an Int in canonical form by its own sign: sign-
// or zero-extended to i32 (up to 32 bits) or i64. A Ptr register is two locals,
// the address and its provenance: the base of the object it was made from, 0 for
// none. A function returns, after its result, a flag that is 1 if the run has ended; the
// global "end" then has the code of the outcome. Compiled code never traps, except that
// wazero's stack may overflow, which is OutOfStack.
//
// The code takes the properties of wazero into account. wazero has no loop optimisations.
// Its compile time grows with the square of the number of basic blocks of a function, so
// few blocks matter more than few instructions (emitter.checked, jit_split.go). Each load
// or store at an address for which wazero knows no bound has a check (emitter.bound). A
// call spills all registers and reloads all wasm globals.
//
// The host does the slow parts of a run: inputs that are not in a queue (jit_queue.go), new
// fuel, loads of uninitialised bytes, copies of such bytes, and libm.

// JIT is the machine that runs a program as WebAssembly.
type JIT struct {
	p     *ir.Program
	cfg   Config
	lay   *Layout    // the initial memory of the program
	at    memLayout  // the layout of linear memory
	ends  []*Outcome // the outcomes, see codeStep
	maths []mathCall // by code, see mathCall
	wasmInstance
	reads   []ir.Record // buffer for Run.Reads, see settle
	watch   api.Global  // nil without JITOptions.Watch
	where   []Filter    // JITOptions.Where
	probeAt []uint32    // by position in Config.Probes: the offset of its record
	cover   []uint32    // buffer for Run.Cover

	stack [3]uint64 // parameters and result of start and enumerate
	run   hostState // state of the current run

	queueBegin []uint32 // by Site.ID: the address of the first value in the queue
	restore    []span   // parts of global objects that a run may change
}

// wasmInstance is the compiled module with its memory.
type wasmInstance struct {
	runtime wazero.Runtime
	module  api.Module
	start   api.Function
	enum    api.Function
	globals [numGlobals]api.Global // by gEnd, gFuel, ...
	mem     []byte                 // linear memory; never moves
	free    func()                 // releases mem
}

// JITOptions are options of CompileJIT. They do not change the result of a run.
type JITOptions struct {
	// Dispatch compiles every function as a loop around a table of blocks instead of structured control flow. This is
	// slower, but gives different machine code, with which an enumeration can be checked a second time.
	Dispatch bool
	// Watch is a global register of an integer type. Watched returns its value, also when Inputs call it during a run.
	Watch *ir.Var
	// Ignore are obligations whose violation does not stop Enumerate: such a run covers its inputs.
	Ignore []*ir.Obligation
	// Where are conditions over the inputs: Enumerate skips the points that violate one of them.
	Where []Filter

	// For tests:
	inMemory bool // keep global registers in memory
	split    int  // if positive, split functions of more edges than this, into pieces of at most so many
	far      bool // compile all accesses through pointers as calls, see jit_far.go
}

// NewJIT compiles p to a machine, which the caller must close.
func NewJIT(p *ir.Program, cfg Config) (Machine, error) { return CompileJIT(p, cfg, JITOptions{}) }

// CompileJIT is NewJIT with options, and with the concrete type of the machine as its result.
func CompileJIT(p *ir.Program, cfg Config, opt JITOptions) (*JIT, error) {
	j, err := compileJIT(p, cfg, opt)
	if ctx := cfg.until(); err != nil && ctx.Err() != nil {
		err = fmt.Errorf("there was no time to compile it: %w", ctx.Err())
	}
	return j, err
}

// compileJIT is CompileJIT, except that an interruption by cfg.Context is not explained in the error.
func compileJIT(p *ir.Program, cfg Config, opt JITOptions) (*JIT, error) {
	cfg = cfg.withDefaults()
	if cfg.Scheme.Kind != Usual {
		return nil, fmt.Errorf("exec: compiled code has the usual layout of memory only")
	}
	cfg.MaxMemory = min(cfg.MaxMemory, maxJITMemory)
	ctx := cfg.until()
	reuse, err := reusable(p, cfg)
	if err != nil {
		return nil, err
	}
	lay, err := newLayout(p, nil, reuse)
	if err != nil {
		return nil, err
	}
	if err := checkFilters(p, opt.Where); err != nil {
		return nil, err
	}
	if err := checkProbes(p, cfg.Probes); err != nil {
		return nil, err
	}
	cfg.Probes = slices.Clone(cfg.Probes)
	c, err := newCompiler(p, cfg, opt, lay)
	if err != nil {
		return nil, err
	}
	bin := c.compile(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}

	j := &JIT{p: p, cfg: cfg, lay: lay, at: c.at, ends: c.ends, maths: c.maths, restore: c.spans, where: opt.Where,
		probeAt: c.probeAt}
	if err := j.load(ctx, bin); err != nil {
		j.Close()
		return nil, fmt.Errorf("exec: %w", err)
	}
	j.prepare()
	return j, nil
}

// load compiles the binary module to machine code and instantiates it; until bounds the compilation.
func (j *JIT) load(until context.Context, bin []byte) error {
	ctx := context.Background()
	j.runtime = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().
		WithDebugInfoEnabled(false).WithMemoryLimitPages(j.at.pages))
	if err := j.exportHost(ctx); err != nil {
		return err
	}
	// wazero checks the context only if it compiles with several workers
	compiled, err := j.runtime.CompileModule(experimental.WithCompilationWorkers(until, 2), bin)
	if err != nil {
		return err
	}
	room, err := reserve(uint64(j.at.pages) * wasm.PageSize)
	if err != nil {
		return err
	}
	j.free = room.Free
	ctx = experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(room.allocate))
	j.module, err = j.runtime.InstantiateModule(ctx, compiled, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return err
	}
	j.mem, _ = j.module.Memory().Read(0, j.module.Memory().Size())
	j.start = j.module.ExportedFunction("start")
	j.enum = j.module.ExportedFunction("enumerate")
	for i, name := range globalNames {
		j.globals[i] = j.module.ExportedGlobal(name)
	}
	j.watch = j.module.ExportedGlobal("watch")
	return nil
}

// Close releases memory and code.
func (j *JIT) Close() error {
	var err error
	if j.runtime != nil {
		err = j.runtime.Close(context.Background())
	}
	if j.free != nil {
		j.free()
	}
	j.mem = nil
	return err
}

// wasmType returns the type of the local that holds a value of type t, for a Ptr its address.
func wasmType(t ir.Type) wasm.Type {
	switch {
	case t.Kind == ir.Float && t.Bits == 32:
		return wasm.F32
	case t.Kind == ir.Float:
		return wasm.F64
	case t.Kind != ir.Bool && t.Bits > 32:
		return wasm.I64
	}
	return wasm.I32
}
