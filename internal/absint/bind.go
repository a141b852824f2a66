package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// binding is the adapter between a program and the dimensions of a domain. The dimensions of Program come first, then
// ghosts and their twins, symbols, sizes of objects, and memory cells in the order in which the analysis creates them.
type binding struct {
	*Program
	sym0   int32    // dimension of the first symbol
	ext0   int32    // dimension of the first size of an object
	cell0  int32    // dimension of the first cell
	ghosts []*ghost // by dimension - ghost0
	syms   []Symbol
	bySite map[*ir.Site]domain.Dim // dimensions of symbols
	byVar  map[*ir.Var]domain.Dim  // dimensions of symbols
	cells  []cell                  // by dimension - cell0
	slots  []slots                 // by object id

	ghostsOf [][]*ghost // by Func.ID; nil without summaries
}

// slots holds the dimensions of the cells of an object.
type slots struct {
	at    map[cellKey]domain.Dim
	order []domain.Dim // in order of creation
}

// cellKey identifies a cell within its object: its offset in bytes and its type.
type cellKey struct {
	off int64
	t   ir.Type
}

// cell is a scalar in memory.
type cell struct {
	obj *object
	cellKey
}

// newBinding returns a binding of p without cells. It has a dimension for each symbol, and ghosts if summaries is set.
func newBinding(p *Program, syms []Symbol, summaries bool) *binding {
	b := &binding{Program: p, syms: syms, slots: make([]slots, len(p.objects)), bySite: map[*ir.Site]domain.Dim{},
		byVar: map[*ir.Var]domain.Dim{}}
	b.sym0 = b.ghost0
	if summaries {
		b.addGhosts()
	}
	b.ext0 = b.sym0 + int32(len(syms))
	b.cell0 = b.ext0 + int32(len(p.extents))
	for i, s := range syms {
		b.bySite[s.Site], b.byVar[s.Var] = b.sym(i), b.sym(i)
	}
	return b
}

// reg returns the dimension of v: a register of f, a global register, or if f is nil the variable of a symbol.
func (b *binding) reg(f *ir.Func, v *ir.Var) domain.Dim {
	if f == nil && !v.Global {
		return b.byVar[v]
	}
	return b.Program.reg(f, v)
}

// sym returns the dimension of the i-th symbol.
func (b *binding) sym(i int) domain.Dim { return domain.Dim(b.sym0 + int32(i)) }

// isSym reports whether d is the dimension of a symbol.
func (b *binding) isSym(d domain.Dim) bool { return int32(d) >= b.sym0 && int32(d) < b.ext0 }

// cell returns the dimension of the cell of type t at offset off of o. If the cell has no dimension yet, it adds one.
func (b *binding) cell(o *object, off int64, t ir.Type) domain.Dim {
	k := cellKey{off, t}
	s := &b.slots[o.id]
	d, ok := s.at[k]
	if !ok {
		d = domain.Dim(b.cell0 + int32(len(b.cells)))
		b.cells = append(b.cells, cell{o, k})
		if s.at == nil {
			s.at = map[cellKey]domain.Dim{}
		}
		s.at[k] = d
		s.order = append(s.order, d)
	}
	return d
}

// has returns the dimension of the cell of type t at offset off of o; the result is false if the cell has none yet.
func (b *binding) has(o *object, off int64, t ir.Type) (domain.Dim, bool) {
	d, ok := b.slots[o.id].at[cellKey{off, t}]
	return d, ok
}

// in returns the dimensions of the cells of an object, in order of creation.
func (b *binding) in(o *object) []domain.Dim { return b.slots[o.id].order }

// cellOf returns the cell whose dimension is d.
func (b *binding) cellOf(d domain.Dim) *cell { return &b.cells[int32(d)-b.cell0] }

// isCell reports whether d is the dimension of a cell.
func (b *binding) isCell(d domain.Dim) bool { return int32(d) >= b.cell0 }

// typeOf returns the type of a dimension.
func (b *binding) typeOf(d domain.Dim) ir.Type {
	switch {
	case b.isCell(d):
		return b.cellOf(d).t
	case b.isExtent(d):
		return ir.I64
	case int32(d) >= b.sym0:
		return b.syms[int32(d)-b.sym0].Var.Type
	case int32(d) >= b.ghost0:
		return b.ghost(d).of.Type
	}
	return b.Program.typeOf(d)
}
