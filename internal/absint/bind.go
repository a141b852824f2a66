package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// binding is the adapter between a program and dimensions: registers first,
// one result per function, ghosts, symbolic inputs, then memory cells as they are met.
type binding struct {
	prog    *ir.Program
	calls   *flow.Calls
	base    []int32 // by Func.ID: dimension of the first register
	result0 int32   // dimension of the result of function 0
	ghost0  int32   // dimension of the first ghost
	sym0    int32   // dimension of the first symbol
	cell0   int32   // first dimension of a cell
	ghosts  []*ghost
	syms    []Symbol
	bySite  map[*ir.Site]domain.Dim // symbols
	byVar   map[*ir.Var]domain.Dim  // symbols
	regs    []*ir.Var
	owner   []*ir.Func // by dimension below result0; nil for globals
	cells   []cell     // by dimension - cell0
	objects []*object
	byObj   map[*ir.Object]*object
	byEdge  map[*ir.Edge]*object
	byFunc  []*object // by Func.ID

	ghostsOf [][]*ghost // by Func.ID; nil: no summaries
}

// object is what a pointer can point to: a named object, the object that an
// edge made last (Alloc, Input of a pointer), a function. At any moment an object
// stands for one instance; what pointed to the instance before is unknown from
// the moment a new one is made (recency).
type object struct {
	id    int32
	obj   *ir.Object
	edge  *ir.Edge
	fn    *ir.Func // FuncAddr
	owner *ir.Func // of locals and of the edge
	size  int64    // bytes that surely exist
	fixed bool     // const: contents are the initial ones
	wild  bool     // not tracked: may have several instances at once that one name cannot tell apart
	cells map[cellKey]domain.Dim
	order []domain.Dim // of cells, as made
}

type cellKey struct {
	off int64
	t   ir.Type
}

// cell is a scalar in memory.
type cell struct {
	obj *object
	cellKey
}

func newBinding(p *ir.Program, syms []Symbol) *binding {
	b := &binding{prog: p, calls: flow.NewCalls(p), byObj: map[*ir.Object]*object{}, byEdge: map[*ir.Edge]*object{}}
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
	b.syms = syms
	b.place(b.ghost0)
	for _, o := range p.Objects {
		b.byObj[o] = b.add(&object{obj: o, size: o.Size, fixed: o.Const && !o.Uninit})
	}
	for _, f := range p.Funcs {
		recursive := b.calls.Recursive(f)
		for _, o := range f.Objects {
			b.byObj[o] = b.add(&object{obj: o, owner: f, size: o.Size, wild: recursive})
		}
		for _, e := range f.Edges {
			if n, ok := ir.Makes(e.Stmt); ok {
				b.byEdge[e] = b.add(&object{edge: e, owner: f, size: max(n, 0), wild: recursive})
			}
		}
	}
	for _, f := range p.Funcs {
		b.byFunc = append(b.byFunc, b.add(&object{fn: f}))
	}
	return b
}

// place puts the symbols, and what comes behind them, at a dimension.
func (b *binding) place(sym0 int32) {
	b.sym0, b.cell0 = sym0, sym0+int32(len(b.syms))
	b.bySite, b.byVar = map[*ir.Site]domain.Dim{}, map[*ir.Var]domain.Dim{}
	for i, s := range b.syms {
		b.bySite[s.Site], b.byVar[s.Var] = b.sym(i), b.sym(i)
	}
}

func (b *binding) add(o *object) *object {
	o.id = int32(len(b.objects))
	o.cells = map[cellKey]domain.Dim{}
	b.objects = append(b.objects, o)
	return o
}

// reg is the dimension of a register of f or a global one; without f, of a symbol.
func (b *binding) reg(f *ir.Func, v *ir.Var) domain.Dim {
	if v.Global {
		return domain.Dim(v.ID)
	}
	if f == nil {
		return b.byVar[v]
	}
	return domain.Dim(b.base[f.ID] + int32(v.ID))
}

// result is the dimension of what f returned.
func (b *binding) result(f *ir.Func) domain.Dim { return domain.Dim(b.result0 + int32(f.ID)) }

// sym is the dimension of a symbol.
func (b *binding) sym(i int) domain.Dim { return domain.Dim(b.sym0 + int32(i)) }

func (b *binding) isSym(d domain.Dim) bool { return int32(d) >= b.sym0 && int32(d) < b.cell0 }

// cell is the dimension of a scalar in memory.
func (b *binding) cell(o *object, off int64, t ir.Type) domain.Dim {
	k := cellKey{off, t}
	d, ok := o.cells[k]
	if !ok {
		d = domain.Dim(b.cell0 + int32(len(b.cells)))
		b.cells = append(b.cells, cell{o, k})
		o.cells[k] = d
		o.order = append(o.order, d)
	}
	return d
}

func (b *binding) cellOf(d domain.Dim) *cell { return &b.cells[int32(d)-b.cell0] }

func (b *binding) isCell(d domain.Dim) bool { return int32(d) >= b.cell0 }

// typeOf is the type of a dimension.
func (b *binding) typeOf(d domain.Dim) ir.Type {
	switch {
	case b.isCell(d):
		return b.cellOf(d).t
	case int32(d) >= b.sym0:
		return b.syms[int32(d)-b.sym0].Var.Type
	case int32(d) >= b.ghost0:
		return b.ghost(d).of.Type
	case int32(d) >= b.result0:
		return b.prog.Funcs[int32(d)-b.result0].Result
	}
	return b.regs[d].Type
}

// isLocal says whether d is a register of a function (not global, not a
// result, not a cell).
func (b *binding) isLocal(d domain.Dim) bool {
	return int32(d) < b.result0 && b.owner[d] != nil
}

// isHeap says whether an object was made by an Alloc on the heap.
func (o *object) isHeap() bool {
	if o.edge == nil {
		return false
	}
	a, ok := o.edge.Stmt.(*ir.Alloc)
	return !ok || a.Kind == ir.Heap
}

// freedAs says whether a Free of a kind may end an object.
func (o *object) freedAs(kind ir.AllocKind) bool {
	if kind == ir.Heap {
		return o.isHeap()
	}
	return o.edge != nil && !o.isHeap()
}

// end is the offset just behind the last byte.
func (o *object) end() int64 { return o.size }
