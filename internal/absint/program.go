package absint

import (
	"context"
	"sync"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Program holds the tables that all analyses of one program share, in any domain and over any edges. Analyses may use
// it concurrently.
type Program struct {
	Points *flow.Memo // the points-to analysis, for unknown addresses; may be nil

	prog       *ir.Program
	calls      *flow.Calls
	effects    []*effects // by Func.ID
	asks       bool       // some condition contains a question about objects (ir.Valid)
	thresholds thresholds
	loads      map[*ir.Edge][]flow.Loaded // by Assume
	deaths     [][][]domain.Dim           // by Func.ID, Edge.ID: the registers that die at an edge
	wto        []*graph.WTO               // by Func.ID
	registers
	objectTable
	cellFlags  cellSet // cells to which stores at constant addresses write flags only
	cellRounds cellSet // cells that count rounds of a loop
	cellSteps  cellSet // cells to which a loop adds a constant, and which it tests

	mu       sync.Mutex
	pointees func(ir.Expr) []*object // protected by mu; nil before the first call of reach
}

// registers holds the dimensions of registers, in this order: the global registers, the registers of each function, one
// result for each function.
type registers struct {
	base    []int32 // by Func.ID: dimension of the first register
	result0 int32   // dimension of the result of function 0
	ghost0  int32   // the dimension after the results
	regs    []*ir.Var
	owner   []*ir.Func // by dimension below result0; nil for globals
	tainted []bool     // by dimension below ghost0: the register may hold a number that was converted from an address
	flags   []bool     // by dimension below ghost0: the register only holds constants of the program
	rounds  []bool     // by dimension below ghost0: the register counts rounds of a loop
	steps   []bool     // by dimension below ghost0: a loop adds a constant to the register, and tests it
}

// objectTable holds the objects of a program.
type objectTable struct {
	objects  []*object        // by id
	extents  []*object        // with sizes that are not constant
	freeable [2][]*object     // by ir.AllocKind: objects that a Free may end
	mortal   map[*object]bool // objects whose lives end while something may point to them
	byObj    map[*ir.Object]*object
	byEdge   map[*ir.Edge]*object
	byFunc   []*object // by Func.ID
}

// object is a target of pointers: a named object (obj), the last object that an edge made (an Alloc, or an Input of a
// pointer), or a function (fn). At any time an object represents one instance. When a new instance is made, pointers to
// the previous instance become unknown (recency abstraction).
type object struct {
	id    int32
	obj   *ir.Object
	edge  *ir.Edge
	fn    *ir.Func // the target of FuncAddr
	owner *ir.Func // the function of a local object or of the edge
	size  int64    // lower bound of the size in bytes; the size itself if extent is -1
	fixed bool     // a const object, which keeps its initial contents
	// sorted is true if the initial values of a fixed object are in order of their offsets, for binary search.
	sorted bool
	wild   bool // several instances may exist at a time, so no pointer to the object is known
	lasts  bool // the object lives to the end of every execution (ir.Program.Lasting)

	extent int32 // index in Program.extents; -1 if the size is constant or no condition depends on it
}

// Prepare returns the tables of p. The program must not change after the call.
func Prepare(p *ir.Program) *Program {
	b := &Program{prog: p, calls: flow.NewCalls(p), asks: asks(p)}
	b.byObj, b.byEdge = map[*ir.Object]*object{}, map[*ir.Edge]*object{}
	b.regs = append(b.regs, p.Globals...)
	b.owner = make([]*ir.Func, len(p.Globals))
	for _, f := range p.Funcs {
		b.base = append(b.base, int32(len(b.regs)))
		b.regs = append(b.regs, f.Vars...)
		for range f.Vars {
			b.owner = append(b.owner, f)
		}
	}
	b.result0 = int32(len(b.regs))
	b.ghost0 = b.result0 + int32(len(p.Funcs))
	lasting := p.Lasting()
	for _, o := range p.Objects {
		fixed := o.Const && !o.Uninit
		b.byObj[o] = b.add(&object{obj: o, lasts: true, size: o.Size, fixed: fixed, sorted: fixed && sorted(o.Init)})
	}
	for _, f := range p.Funcs {
		recursive := b.calls.Recursive(f)
		for _, o := range f.Objects {
			b.byObj[o] = b.add(&object{obj: o, owner: f, size: o.Size, wild: recursive, lasts: lasting[o]})
		}
		for _, e := range f.Edges {
			if n, ok := ir.Makes(e.Stmt); ok {
				o := b.add(&object{edge: e, owner: f, size: max(n, 0), wild: recursive})
				if b.byEdge[e] = o; n < 0 && !recursive && b.asks {
					o.extent = int32(len(b.extents))
					b.extents = append(b.extents, o)
				}
			}
		}
	}
	for _, f := range p.Funcs {
		b.byFunc = append(b.byFunc, b.add(&object{fn: f}))
	}
	for kind := range b.freeable {
		for _, o := range b.objects {
			if o.freedAs(ir.AllocKind(kind)) {
				b.freeable[kind] = append(b.freeable[kind], o)
			}
		}
	}
	b.findMortal()
	b.findEffects()
	b.findTainted()
	b.findFlags()
	b.findLoads()
	b.thresholds = newThresholds(p)
	for _, f := range p.Funcs {
		b.deaths = append(b.deaths, b.dying(f))
		b.wto = append(b.wto, graph.WeakOrder(f.Graph(), f.Entry.ID))
	}
	b.findRounds()
	return b
}

// asks reports whether some condition of p contains a question about objects (ir.Valid).
func asks(p *ir.Program) bool {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if a, ok := e.Stmt.(*ir.Assume); ok && ir.Asks(a.Cond) != nil {
				return true
			}
		}
	}
	return false
}

// add adds o to the objects and returns it.
func (b *Program) add(o *object) *object {
	o.id, o.extent = int32(len(b.objects)), -1
	b.objects = append(b.objects, o)
	return o
}

// reg returns the dimension of a register of f or of a global register.
func (b *Program) reg(f *ir.Func, v *ir.Var) domain.Dim {
	if v.Global {
		return domain.Dim(v.ID)
	}
	return domain.Dim(b.base[f.ID] + int32(v.ID))
}

// result returns the dimension of the value that f returned.
func (b *Program) result(f *ir.Func) domain.Dim { return domain.Dim(b.result0 + int32(f.ID)) }

// typeOf returns the type of a dimension below ghost0.
func (b *Program) typeOf(d domain.Dim) ir.Type {
	if int32(d) >= b.result0 {
		return b.prog.Funcs[int32(d)-b.result0].Result
	}
	return b.regs[d].Type
}

// isLocal reports whether d is a register of a function: not global, not a result, not a cell.
func (b *Program) isLocal(d domain.Dim) bool {
	return int32(d) < b.result0 && b.owner[d] != nil
}

// addressed reports whether an integer type is as wide as an address.
func (b *Program) addressed(t ir.Type) bool {
	return t.Kind == ir.Int && t.Bits == uint8(b.prog.Model)
}

// isHeap reports whether o is an object on the heap: an Alloc of kind Heap or an Input of a pointer makes it.
func (o *object) isHeap() bool {
	if o.edge == nil {
		return false
	}
	a, ok := o.edge.Stmt.(*ir.Alloc)
	return !ok || a.Kind == ir.Heap
}

// findMortal finds the objects whose lives a statement may end. A return ends the lives of local objects, too. They are
// not in the result, since only the activation that returns has facts about them.
func (b *Program) findMortal() {
	b.mortal = map[*object]bool{}
	for _, f := range b.prog.Funcs {
		for _, e := range f.Edges {
			switch st := e.Stmt.(type) { // sound: no other statement ends a life
			case *ir.End:
				b.mortal[b.byObj[st.Obj]] = true
			case *ir.Free:
				for _, o := range b.freeable[st.Kind] {
					b.mortal[o] = true
				}
			}
		}
	}
}

// freedAs reports whether a Free of this kind may end the life of o.
func (o *object) freedAs(kind ir.AllocKind) bool {
	if kind == ir.Heap {
		return o.isHeap()
	}
	return o.edge != nil && !o.isHeap()
}

// end returns the offset after the last byte that surely exists.
func (o *object) end() int64 { return o.size }

// effects holds the effects of a call of a function, in terms of dimensions and objects.
type effects struct {
	*flow.Effects
	globals map[domain.Dim]bool // global registers that it may write
	renews  []*object           // the objects of functions that a call may activate, which renew or end these objects
}

// findEffects translates the effects that package flow computes to dimensions and objects.
func (b *Program) findEffects() {
	owned := map[*ir.Func][]*object{}
	for _, o := range b.objects {
		if o.owner != nil {
			owned[o.owner] = append(owned[o.owner], o)
		}
	}
	of := map[*flow.Effects]*effects{}
	for _, e := range b.calls.Effects() {
		if of[e] == nil {
			x := &effects{Effects: e, globals: map[domain.Dim]bool{}}
			for _, v := range e.GlobalWrites {
				x.globals[domain.Dim(v.ID)] = true
			}
			for _, f := range e.Active {
				x.renews = append(x.renews, owned[f]...)
			}
			of[e] = x
		}
		b.effects = append(b.effects, of[e])
	}
}

// reach returns the objects that an unknown address may point to, by points-to analysis. It returns all objects if the
// context ends before this analysis does.
func (b *Program) reach(ctx context.Context, addr ir.Expr) []*object {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pointees == nil {
		points, err := b.Points.Points(ctx, b.prog)
		if err != nil {
			return b.objects
		}
		b.pointees = b.findPointees(points)
	}
	return b.pointees(addr)
}

// findPointees returns a function that returns the objects in the points-to set of an address.
func (b *Program) findPointees(points *flow.Points) func(ir.Expr) []*object {
	of := map[*flow.Target]*object{}
	for _, o := range b.objects {
		switch {
		case o.obj != nil:
			of[points.Object(o.obj)] = o
		case o.edge != nil:
			of[points.Made(o.edge)] = o
		}
	}
	known := map[ir.Expr][]*object{}
	return func(addr ir.Expr) []*object {
		out, ok := known[addr]
		if ok {
			return out
		}
		for _, t := range points.Pointees(addr) {
			if o := of[t]; o != nil { // otherwise t is a function
				out = append(out, o)
			}
		}
		out = out[:len(out):len(out)]
		known[addr] = out
		return out
	}
}

// dying returns, by Edge.ID, the registers that die at each edge of f. States forget these registers. So states stay
// small, and do not differ in values that no statement reads.
func (b *Program) dying(f *ir.Func) [][]domain.Dim {
	live := flow.NewLive(b.prog, f, nil)
	out := make([][]domain.Dim, len(f.Edges))
	for _, e := range f.Edges {
		live.Dying(e, func(v *ir.Var) { out[e.ID] = append(out[e.ID], b.reg(f, v)) })
	}
	return out
}

// findTainted marks the integer registers that may hold a number that was converted from an address. Only these have
// pointer values in states.
func (b *Program) findTainted() {
	b.tainted = make([]bool, b.ghost0)
	memory := false // memory may hold addresses
	mark := func(d domain.Dim, v bool) bool {
		if !v || b.tainted[d] {
			return false
		}
		b.tainted[d] = true
		return true
	}
	for _, v := range b.prog.Globals {
		b.tainted[v.ID] = v.Init != nil && b.addressed(v.Type) && mentionsPointer(v.Init)
	}
	for _, o := range b.prog.Objects {
		for _, it := range o.Init {
			memory = memory || mentionsPointer(it.Val)
		}
	}
	for again := true; again; {
		again = false
		for _, f := range b.prog.Funcs {
			for _, e := range f.Edges {
				holds := func(x ir.Expr) bool { return x != nil && (mentionsPointer(x) || b.mayHoldPointer(f, x)) }
				switch s := e.Stmt.(type) {
				case *ir.Assign:
					again = mark(b.reg(f, s.Dst), b.addressed(s.Dst.Type) && holds(s.Src)) || again
				case *ir.LoadStmt:
					again = mark(b.reg(f, s.Dst), b.addressed(s.Dst.Type) && memory) || again
				case *ir.Store:
					if !memory && holds(s.Val) {
						memory, again = true, true
					}
				case *ir.Call:
					for i, x := range s.Args {
						if i < len(s.Func.Params) {
							p := s.Func.Params[i]
							again = mark(b.reg(s.Func, p), b.addressed(p.Type) && holds(x)) || again
						}
					}
					if s.Dst != nil {
						again = mark(b.reg(f, s.Dst), b.addressed(s.Dst.Type) && b.tainted[b.result(s.Func)]) || again
					}
				case *ir.Return:
					again = mark(b.result(f), b.addressed(f.Result) && holds(s.Val)) || again
				case *ir.Alloc, *ir.Assume, *ir.Decl, *ir.End, *ir.Free, *ir.HavocAll,
					// give no register a number that was converted from an address
					*ir.Input, *ir.Math, *ir.MemCopy, *ir.MemHavoc, *ir.MemSet, *ir.Skip, *ir.Undefined:
				}
			}
		}
	}
}

// mayHoldPointer reports whether some register in e may hold a number that was converted from an address.
func (b *Program) mayHoldPointer(f *ir.Func, e ir.Expr) bool {
	found := false
	ir.Vars(e, func(v *ir.Var) {
		found = found || (v.Global || f != nil) && b.tainted[b.reg(f, v)]
	})
	return found
}

// holdsAddress reports whether d is a register that may hold a number that was converted from an address.
func (b *Program) holdsAddress(d domain.Dim) bool { return int32(d) < b.ghost0 && b.tainted[d] }

// mentionsPointer reports whether some subexpression of e has type Ptr.
func mentionsPointer(e ir.Expr) bool {
	found := false
	ir.Walk(e, func(x ir.Expr) bool {
		found = found || x.Type().Kind == ir.Ptr
		return !found
	})
	return found
}

// findFlags marks the flags: registers that hold only constants of the program, truth values, and copies of other
// flags. State variables and switches are flags.
func (b *Program) findFlags() {
	flag := make([]bool, b.ghost0)
	type def struct {
		d   domain.Dim
		f   *ir.Func
		src ir.Expr
	}
	type result struct{ dst, of domain.Dim }
	var defs []def
	var results []result
	not := func(d domain.Dim) { flag[d] = false }
	for d := range flag {
		t := b.typeOf(domain.Dim(d))
		flag[d] = t.Kind == ir.Int || t.Kind == ir.Bool
	}
	for _, f := range b.prog.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) {
			case *ir.Assign:
				defs = append(defs, def{b.reg(f, s.Dst), f, s.Src})
			case *ir.Call:
				for i, x := range s.Args {
					if i < len(s.Func.Params) {
						defs = append(defs, def{b.reg(s.Func, s.Func.Params[i]), f, x})
					}
				}
				if s.Dst != nil {
					results = append(results, result{b.reg(f, s.Dst), b.result(s.Func)})
				}
			case *ir.Return:
				if s.Val != nil {
					defs = append(defs, def{b.result(f), f, s.Val})
				}
			case *ir.Input, *ir.LoadStmt, *ir.Math, *ir.Alloc:
				// A register with an input may still be a flag: its values are known on branches that compare it with constants.
			case *ir.Assume, *ir.Decl, *ir.End, *ir.Free, *ir.HavocAll,
				*ir.MemCopy, *ir.MemHavoc, *ir.MemSet, *ir.Skip, *ir.Store, *ir.Undefined: // assign no register
			}
		}
	}
	for again := true; again; {
		again = false
		for _, d := range defs {
			if flag[d.d] && !b.flagExpr(flag, d.f, d.src) {
				not(d.d)
				again = true
			}
		}
		for _, r := range results {
			if flag[r.dst] && !flag[r.of] {
				not(r.dst)
				again = true
			}
		}
	}
	b.flags = flag
}

// flagExpr reports whether e is a constant, a truth value or a flag according to flag.
func (b *Program) flagExpr(flag []bool, f *ir.Func, e ir.Expr) bool {
	switch e := e.(type) { // sound: other expressions are not flags
	case *ir.Const:
		return true
	case *ir.Ref:
		return flag[b.reg(f, e.Var)]
	case *ir.Cast:
		return e.X.Type().Kind == ir.Bool || b.flagExpr(flag, f, e.X)
	case *ir.Binary:
		return e.Op >= ir.Eq
	case *ir.Unary:
		return e.Op == ir.LNot
	}
	return false
}
