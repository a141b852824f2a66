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

// This file and the others named jit*.go are the fast machine. A program
// becomes one WebAssembly module that wazero turns into machine code:
//
//	jit.go         the machine: making, closing
//	jit_run.go     a run, reset between runs
//	jit_queue.go   inputs given beforehand
//	jit_enum.go    all points of a box of inputs; jit_reset.go memory between its runs
//	jit_host.go    what compiled code calls back for
//	jit_layout.go  what lies where in linear memory; jit_reserve*.go where that comes from
//	jit_module.go  the module: functions, ends of runs, start
//	jit_globals.go where global registers live
//	jit_func.go    a function: registers, fuel, leaving
//	jit_flow.go    control flow: structured, or by a dispatch loop
//	jit_split.go   large functions in pieces
//	jit_stmt.go    statements
//	jit_expr.go    expressions; jit_ovf.go overflow conditions; jit_order.go a bug of wazero
//	jit_ptr.go     provenance of pointers, what is noted about them
//	jit_mem.go     loads, stores; jit_far.go out of line; jit_bulk.go copies
//	jit_alloc.go   lifetimes of objects
//	jit_facts.go   what is known of memory without running
//	jit_trace.go   the trace of branches; probe.go what is asked of places
//
// Registers are wasm locals, an Int in canonical form by its own sign: sign-
// or zero-extended to i32 (up to 32 bits) or i64. A Ptr register is two locals,
// the address and the base of the object it was made from (0: none), which is all
// that provenance is. A function gives, after its result, a flag that is 1 if the run
// has ended; the global "end" then says how. Nothing traps: the only error that
// wazero can give is that its stack overflows, and that is OutOfStack.
//
// Code is written for wazero as it is: it knows no loop optimisations and its time to
// compile grows with the square of the number of basic blocks of a function, so
// that few blocks matter more than few instructions (fn.checked, jit_split.go);
// each load or store at an address whose bound it does not know carries a check
// (fn.bound); a call spills all registers and reloads all wasm globals.
//
// The host does the slow parts of a run: inputs (unless they were given
// beforehand), new fuel, loads that meet uninitialised bytes, copies of such bytes, libm.

// JIT is the machine that runs a program as WebAssembly.
type JIT struct {
	p     *ir.Program
	cfg   Config
	lay   *Layout
	at    memLayout
	ends  []*Outcome
	maths []mathCall
	wasmInstance
	reads   []ir.Record // room for those of a run
	watch   api.Global  // nil without JITOptions.Watch
	where   []Filter
	probeAt []uint32 // by Config.Probes: where its record begins
	cover   []uint32

	stack [3]uint64 // parameters and result of start and enumerate
	run   hostState // state of the current run

	queueBegin []uint32 // by Site.ID
	restore    []span   // global objects that a run may change, whole words
}

// wasmInstance is the compiled module with its memory.
type wasmInstance struct {
	runtime wazero.Runtime
	module  api.Module
	start   api.Function
	enum    api.Function
	globals [numGlobals]api.Global
	mem     []byte // linear memory; never moves
	free    func() // releases mem
}

// JITOptions are choices that do not change what a run gives.
type JITOptions struct {
	// Dispatch compiles every function as a loop around a table of blocks
	// instead of structured control flow: slower, but other code, by which an
	// enumeration can be checked again.
	Dispatch bool
	// Watch is a global register of an integer type whose value Watched gives,
	// also while a run is under way (to Inputs).
	Watch *ir.Var
	// Ignore are obligations whose violation only ends the execution: such a run
	// counts for Enumerate.
	Ignore []*ir.Obligation
	// Where are conditions over the inputs: Enumerate skips points outside of any.
	Where []Filter

	// For tests:
	inMemory bool // keep global registers in memory
	split    int  // split functions of more edges, into pieces of no more
	far      bool // access through pointers by the functions of jit_far.go only
}

// NewJIT compiles p. The caller closes the machine.
func NewJIT(p *ir.Program, cfg Config) (Machine, error) { return CompileJIT(p, cfg, JITOptions{}) }

// CompileJIT is NewJIT with options, and gives the machine's own type.
func CompileJIT(p *ir.Program, cfg Config, opt JITOptions) (*JIT, error) {
	j, err := compileJIT(p, cfg, opt)
	if ctx := cfg.until(); err != nil && ctx.Err() != nil {
		err = fmt.Errorf("there was no time to compile it: %w", ctx.Err())
	}
	return j, err
}

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

// load compiles the module to machine code and makes its instance.
func (j *JIT) load(until context.Context, bin []byte) error {
	ctx := context.Background()
	j.runtime = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().
		WithDebugInfoEnabled(false).WithMemoryLimitPages(j.at.pages))
	if err := j.exportHost(ctx); err != nil {
		return err
	}
	// one alone does not look at the context
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

// Close gives back memory and code.
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

// wasmType is the type of the local that holds a value of type t.
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
