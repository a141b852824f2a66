package exec

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// compiler compiles a program to a module.
type compiler struct {
	p    *ir.Program
	cfg  Config
	opt  JITOptions
	lay  *Layout   // the initial memory of the program
	at   memLayout // the layout of linear memory
	mod  *wasm.Module
	ends []*Outcome // the outcomes that have codes, see codeStep

	host     [numHost]uint32    // imported functions
	global   [numGlobals]uint32 // the globals of the machine
	regs     []reg              // global registers, by Var.ID
	owner    []*ir.Func         // by Var.ID: the function that has a global register as a local, see soleUsers
	maths    []mathCall
	funcs    []*wasm.Func     // by Func.ID
	noValue  []bool           // by Func.ID: whether the function has a result, but a Return without a value
	branches map[*ir.Edge]int // the index of each branch's counter, for Config.Cover
	probeAt  []uint32         // by position in Config.Probes: the address of the probe's result
	depth    bool             // whether activations must be counted, see needsDepth

	// Results of analyses of the program.
	facts *memFacts
	spans []span // the bytes of global objects that a run may change
	bands *bandFacts

	far farAccesses
	helpers
}

// helpers are the functions of the module for parts of statements. Each is nil until the first code that calls it is
// written.
type helpers struct {
	allocFn, lookupFn, killFn, forgetFn, copyFn, setFn, inputFn, mayEnterFn, mulFnS, mulFnU, flushFn, noValueFn,
	peekFn *wasm.Func
}

// farAccesses decides which accesses through pointers are compiled as calls, and has the functions that they call; see
// jit_far.go.
type farAccesses struct {
	funcs     map[farKey]*wasm.Func
	some, all bool // some: accesses outside of loops are calls; all: all accesses are calls
}

// reg is the storage of a register.
type reg struct {
	home home
	typ  wasm.Type // for inMemory and inFrame: the type of the value
	val  uint32    // where the value is: see home
	prov uint32    // for a Ptr: where its provenance is
}

// The wasm globals of the machine. They are exported; the host reads and writes them.
const (
	gEnd   = iota // i32: code of the run's outcome
	gFuel         // i64: rest of the slice of fuel
	gTrace        // i64: the last branches, see jit_trace.go
	gDepth        // i32: number of activations
	gFrame        // i32: address of the next frame, see jit_split.go
	numGlobals
)

var globalNames = [numGlobals]string{"end", "fuel", "trace", "depth", "frame"}

// An outcome has a code, the value of the global "end".
const (
	codePending = 0 // hostState.pending is the outcome
	codeStep    = 2 // for other codes, code/codeStep - 1 is the index in compiler.ends
	codeCovered = 1 // bit that is set if the run counts in an enumeration
)

// newCompiler prepares the compilation of p: it computes the layout of linear memory and the static facts. It returns
// an error if p cannot be compiled.
func newCompiler(p *ir.Program, cfg Config, opt JITOptions, lay *Layout) (*compiler, error) {
	c := &compiler{p: p, cfg: cfg, opt: opt, lay: lay, mod: wasm.New(), far: farAccesses{funcs: map[farKey]*wasm.Func{}}}
	var err error
	c.facts = newMemFacts(p, lay)
	c.probeAt, _ = probeBytes(cfg.Probes)
	c.spans = restored(p, lay, c.facts)
	if c.at, err = newMemLayout(p, cfg, lay, c.frameBytes(), imageBytes(c.spans)); err != nil {
		return nil, err
	}
	c.bands = newBandFacts(p)
	c.branches = branchIndex(p, cfg)
	for _, f := range p.Funcs {
		if err := checkFunc(f); err != nil {
			return nil, fmt.Errorf("exec: %s: %w", f.Name, err)
		}
	}
	return c, nil
}

// checkFunc returns an error if f violates a condition of ir.Check on which the compiler relies.
func checkFunc(f *ir.Func) error {
	for _, l := range f.Locs {
		if l.Kind == ir.Error && l.Obligation == nil {
			return fmt.Errorf("location %d: error without obligation", l.ID)
		}
		if len(l.Out) < 2 {
			continue
		}
		for _, e := range l.Out {
			if _, ok := e.Stmt.(*ir.Assume); !ok {
				return fmt.Errorf("location %d: %T next to other edges", l.ID, e.Stmt)
			}
		}
	}
	for _, e := range f.Edges {
		for _, x := range ir.StmtExprs(e.Stmt) {
			if err := checkExpr(x); err != nil {
				return fmt.Errorf("edge %d: %w", e.ID, err)
			}
		}
	}
	return nil
}

// checkExpr returns an error if x has a Load or Forall, which edges may not have.
func checkExpr(x ir.Expr) (err error) {
	ir.Walk(x, func(y ir.Expr) bool {
		switch y.(type) { // sound: exprs.expr panics for unknown expressions
		case *ir.Load, *ir.Forall:
			err = fmt.Errorf("%T on an edge", y)
		}
		return err == nil
	})
	return err
}

// compile returns the binary module, or nil if ctx ends before all functions are written.
func (c *compiler) compile(ctx context.Context) []byte {
	for i, h := range hostFuncs {
		c.host[i] = c.mod.Import("env", h.name, h.sig)
	}
	c.mod.Memory(c.at.pages, c.at.pages)
	c.mod.ExportMemory("memory")
	c.global[gEnd] = c.mod.Global(wasm.I32, 0)
	c.global[gFuel] = c.mod.Global(wasm.I64, 0)
	c.global[gTrace] = c.mod.Global(wasm.I64, 1)
	c.global[gDepth] = c.mod.Global(wasm.I32, 0)
	c.global[gFrame] = c.mod.Global(wasm.I32, 0)
	for i, name := range globalNames {
		c.mod.ExportGlobal(name, c.global[i])
	}
	c.homes()
	for _, f := range c.p.Funcs {
		c.funcs = append(c.funcs, c.mod.Func(signature(f)))
		c.noValue = append(c.noValue, lacksValue(f))
	}
	c.countAccesses()
	c.depth = needsDepth(c.p, c.cfg.MaxDepth)
	for _, f := range c.p.Funcs {
		if ctx.Err() != nil {
			return nil
		}
		newFn(c, f, c.funcs[f.ID]).compile()
	}
	start := c.mod.Func(wasm.Sig{Params: []wasm.Type{wasm.I64}, Results: []wasm.Type{wasm.I32}})
	c.emitStart(start)
	c.mod.Export("start", start.Index)
	c.compileEnum()
	return c.mod.Encode()
}

// signature returns the wasm type of f. A Ptr is passed together with its provenance. The last
// parameter is a code (fn.enter), the last result the flag that is 1 if the run has ended.
func signature(f *ir.Func) wasm.Sig {
	var s wasm.Sig
	for _, v := range f.Params {
		s.Params = append(s.Params, wasmType(v.Type))
		if v.Type.Kind == ir.Ptr {
			s.Params = append(s.Params, wasm.I32)
		}
	}
	s.Params = append(s.Params, wasm.I32) // see fn.enter
	if f.Result.Kind != ir.None {
		s.Results = append(s.Results, wasmType(f.Result))
		if f.Result.Kind == ir.Ptr {
			s.Results = append(s.Results, wasm.I32)
		}
	}
	s.Results = append(s.Results, wasm.I32)
	return s
}

// lacksValue reports whether f has a result, but also a Return without a value.
func lacksValue(f *ir.Func) bool {
	for _, e := range f.Exit.In {
		if r, ok := e.Stmt.(*ir.Return); ok && r.Val == nil && f.Result.Kind != ir.None {
			return true
		}
	}
	return false
}

// needsDepth reports whether a run may have more than max activations: there is
// recursion, or a chain of calls longer than max.
func needsDepth(p *ir.Program, max int) bool {
	const (
		fresh = 0
		open  = -1
	)
	depth := make([]int, len(p.Funcs)) // by Func.ID: fresh, open, or the length of the longest chain of calls
	var visit func(f *ir.Func) int
	visit = func(f *ir.Func) int {
		switch d := depth[f.ID]; d {
		case fresh:
		case open:
			return max + 1
		default:
			return d
		}
		depth[f.ID] = open
		d := 1
		for _, e := range f.Edges {
			if call, ok := e.Stmt.(*ir.Call); ok && d <= max {
				if n := visit(call.Func) + 1; n > d {
					d = n
				}
			}
		}
		depth[f.ID] = d
		return d
	}
	return visit(p.Entry) > max
}

// end adds an outcome and returns its code.
func (c *compiler) end(o Outcome) int32 {
	c.ends = append(c.ends, &o)
	code := int32(codeStep * len(c.ends))
	if o.Kind == Finished || o.Kind == Blocked || o.Kind == Violated && slices.Contains(c.opt.Ignore, o.Obligation) {
		code |= codeCovered
	}
	return code
}

// endAt adds an outcome at edge e, which may be nil, and returns its code.
func (c *compiler) endAt(o Outcome, e *ir.Edge) int32 {
	o.Edge = e
	if e != nil && !o.Pos.IsValid() && o.Kind != Finished {
		o.Pos = e.Pos
	}
	return c.end(o)
}

// emitStart writes the function that the host calls for a run. Its parameter is the
// first slice of fuel, its result the code of the outcome.
func (c *compiler) emitStart(w *wasm.Func) {
	c.emitRun(w)
	w.GetGlobal(c.global[gEnd])
}

// emitRun writes the code of a run: it initialises the wasm globals and calls the entry function. Local 0 is the first
// slice of fuel.
func (c *compiler) emitRun(w *wasm.Func) {
	w.Get(0)
	w.I64(1) // for the activation of the entry function, which costs nothing
	w.Op(wasm.I64Add)
	w.SetGlobal(c.global[gFuel])
	w.I64(1)
	w.SetGlobal(c.global[gTrace])
	w.I32(0)
	w.SetGlobal(c.global[gDepth])
	w.I32(int32(c.at.frames))
	w.SetGlobal(c.global[gFrame])
	c.initialise(w)
	w.I32(0)
	w.Call(c.funcs[c.p.Entry.ID].Index)
	w.Drop() // the flag; the code is set in any case
	if c.p.Entry.Result.Kind != ir.None {
		w.Drop()
	}
	if c.p.Entry.Result.Kind == ir.Ptr {
		w.Drop()
	}
}
