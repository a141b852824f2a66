package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// The solver of Points. Nodes hold sets of places; constraints are edges
// between nodes, and loads, stores and copies that wait at the node of their
// address for places to arrive.

const (
	maxOffsets = 48 // different constant offsets per object; more become Any
	wholeSize  = 0  // size of an access of unknown length
)

// node is a set of places. New places are kept in delta until they have been
// propagated.
type node struct {
	pts    []int32 // pairs, sorted
	delta  []int32
	queued bool
	number bool // holds an Int or Float: its targets are exposed
	succs  []succ
	loads  []load
	stores []store
	from   []int32 // copies whose source address this is
	to     []int32 // copies whose target address this is
}

// transform is what an edge does to the offset.
type transform struct {
	any   bool
	shift int64
}

var same = transform{}

type succ struct {
	to int32
	x  transform
}

type load struct {
	dst  int32
	size int64
	ptr  bool // the loaded value is a pointer
}

type store struct {
	src    int32 // -1: nothing but numbers
	size   int64
	number bool // the value may be an arbitrary number
}

// memory is what is known of the bytes of a target.
type memory struct {
	cells   []cell
	readers []reader
	known   map[reader]bool // those in readers
	uninit  bool            // bytes may be arbitrary: pointers read from them unknown
	offs    map[int64]int32
}

// cell is a stored value of size bytes at off.
type cell struct {
	off, size int64
	node      int32
	number    bool
}

// reader is a load from, or a copy out of, a target.
type reader struct {
	off, size int64
	load      load
	copyTo    int32 // pair of the destination; -1 for a load
}

type memcopy struct {
	dst, src int32
	size     int64
}

type edgeKey struct {
	from, to int32
	x        transform
}

type solver struct {
	a       *Points
	nodes   []node
	pairs   []Place // pair 0: unknown
	mem     []memory
	copies  []memcopy
	work    []int32
	regs    map[*ir.Var]int32
	rets    []int32 // by Func.ID
	exposed int32   // node of all exposed places
	have    map[edgeKey]bool
	havoc   bool // HavocAll occurs
}

func newSolver(a *Points) *solver {
	s := &solver{a: a, pairs: []Place{{}}, mem: make([]memory, len(a.Targets)), regs: map[*ir.Var]int32{}, have: map[edgeKey]bool{}}
	s.exposed = s.newNode(false)
	for range a.Prog.Funcs {
		s.rets = append(s.rets, s.newNode(false))
	}
	for _, v := range a.Prog.Globals {
		s.reg(v)
	}
	for _, f := range a.Prog.Funcs {
		for _, v := range f.Vars {
			s.reg(v)
		}
	}
	return s
}

func (s *solver) newNode(number bool) int32 {
	s.nodes = append(s.nodes, node{number: number})
	return int32(len(s.nodes) - 1)
}

func (s *solver) reg(v *ir.Var) int32 {
	n, ok := s.regs[v]
	if !ok {
		n = s.newNode(v.Type.Kind == ir.Int || v.Type.Kind == ir.Float)
		s.regs[v] = n
	}
	return n
}

// normal is a place with offsets that are not followed turned into Any: those
// outside of the object, and those in an array of scalars.
func normal(t *Target, off int64) Place {
	switch {
	case t == nil:
		return Place{}
	case off == Any:
	case t.Kind == FuncCode:
		off = 0
	case off < 0, t.Size >= 0 && off > t.Size:
		off = Any
	case t.Obj != nil && t.Obj.Elem != ir.Void && t.Size > int64(t.Obj.Elem.Size()):
		off = Any
	}
	return Place{t, off}
}

// apply is what a transform does to a place.
func (x transform) apply(pl Place) Place {
	switch {
	case pl.Target == nil || pl.Off == Any || x == same || pl.Target.Kind == FuncCode:
		return pl
	case x.any:
		return Place{pl.Target, Any}
	}
	return normal(pl.Target, pl.Off+x.shift)
}

// pair numbers a place. Too many offsets in one object become Any.
func (s *solver) pair(t *Target, off int64) int32 {
	off = normal(t, off).Off
	m := &s.mem[t.ID]
	if m.offs == nil {
		m.offs = map[int64]int32{}
	}
	if q, ok := m.offs[off]; ok {
		return q
	}
	if off != Any && len(m.offs) >= maxOffsets {
		return s.pair(t, Any)
	}
	q := int32(len(s.pairs))
	s.pairs = append(s.pairs, Place{t, off})
	m.offs[off] = q
	return q
}

// number is pair for places that may be unknown.
func (s *solver) number(pl Place) int32 {
	if pl.Target == nil {
		return 0
	}
	return s.pair(pl.Target, pl.Off)
}

// move applies a transform to a place.
func (s *solver) move(q int32, x transform) int32 {
	if x == same {
		return q
	}
	return s.number(x.apply(s.pairs[q]))
}

// add puts a place into a node.
func (s *solver) add(n, q int32) {
	if q == 0 && n == s.exposed {
		return
	}
	nd := &s.nodes[n]
	if nd.number {
		q = s.move(q, transform{any: true})
	}
	i, ok := slices.BinarySearch(nd.pts, q)
	if ok {
		return
	}
	nd.pts = slices.Insert(nd.pts, i, q)
	nd.delta = append(nd.delta, q)
	if !nd.queued {
		nd.queued = true
		s.work = append(s.work, n)
	}
	t := s.pairs[q].Target
	switch {
	case t == nil:
		s.link(s.exposed, n, same)
	case t != nil && nd.number:
		s.add(s.exposed, s.pair(t, Any))
	}
}

// link adds an edge and sends what is there.
func (s *solver) link(from, to int32, x transform) {
	if from == to && (x == same || x.any && s.nodes[from].number) {
		return
	}
	k := edgeKey{from, to, x}
	if s.have[k] {
		return
	}
	s.have[k] = true
	s.nodes[from].succs = append(s.nodes[from].succs, succ{to, x})
	for _, q := range slices.Clone(s.nodes[from].pts) {
		s.add(to, s.move(q, x))
	}
}

func (s *solver) solve() {
	for len(s.work) > 0 {
		n := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		delta := s.nodes[n].delta
		s.nodes[n].delta, s.nodes[n].queued = nil, false
		for _, q := range delta {
			s.arrive(n, q)
		}
	}
}

// arrive does the work for a new place in a node.
func (s *solver) arrive(n, q int32) {
	for _, e := range slices.Clone(s.nodes[n].succs) {
		s.add(e.to, s.move(q, e.x))
	}
	pl := s.pairs[q]
	for i := 0; i < len(s.nodes[n].loads); i++ {
		l := s.nodes[n].loads[i]
		if pl.Target == nil {
			if l.ptr {
				s.add(l.dst, 0)
			}
			continue
		}
		s.read(pl, reader{off: pl.Off, size: l.size, load: l, copyTo: -1})
	}
	for i := 0; i < len(s.nodes[n].stores); i++ {
		if pl.Target != nil {
			s.write(pl, s.nodes[n].stores[i])
		}
	}
	for _, c := range s.nodes[n].from {
		m := s.copies[c]
		for _, d := range slices.Clone(s.nodes[m.dst].pts) {
			s.copy(m, d, q)
		}
	}
	for _, c := range s.nodes[n].to {
		m := s.copies[c]
		for _, o := range slices.Clone(s.nodes[m.src].pts) {
			s.copy(m, q, o)
		}
	}
}

// copy relates one source place and one destination place of a MemCopy.
func (s *solver) copy(m memcopy, dst, src int32) {
	d, o := s.pairs[dst], s.pairs[src]
	switch {
	case d.Target == nil || d.Target.Kind == FuncCode || o.Target != nil && o.Target.Kind == FuncCode:
	case o.Target == nil:
		s.makeUninit(d.Target)
	default:
		s.read(o, reader{off: o.Off, size: m.size, copyTo: dst})
	}
}

func (s *solver) read(pl Place, r reader) {
	if pl.Target.Kind == FuncCode {
		return
	}
	m := &s.mem[pl.Target.ID]
	if m.known[r] {
		return
	}
	if m.known == nil {
		m.known = map[reader]bool{}
	}
	m.known[r] = true
	m.readers = append(m.readers, r)
	if m.uninit {
		s.deliverUnknown(r)
	}
	for i := 0; i < len(s.mem[pl.Target.ID].cells); i++ {
		s.deliver(s.mem[pl.Target.ID].cells[i], r)
	}
}

func (s *solver) write(pl Place, st store) {
	t := pl.Target
	if t.Kind == FuncCode || t.Obj != nil && t.Obj.Const {
		return // lost
	}
	s.fill(t, pl.Off, st)
}

// fill puts a value into the cell at off.
func (s *solver) fill(t *Target, off int64, st store) {
	c := s.cell(t, off, st.size)
	if st.src >= 0 {
		s.link(st.src, s.mem[t.ID].cells[c].node, same)
	}
	if st.number && !s.mem[t.ID].cells[c].number {
		s.mem[t.ID].cells[c].number = true
		for i := 0; i < len(s.mem[t.ID].readers); i++ {
			s.deliver(s.mem[t.ID].cells[c], s.mem[t.ID].readers[i])
		}
	}
}

// cell finds or makes the cell of size bytes at off and connects it to its
// readers.
func (s *solver) cell(t *Target, off, size int64) int {
	if off != Any {
		off = s.pairs[s.pair(t, off)].Off
	}
	if off == Any {
		size = wholeSize
	}
	for i, c := range s.mem[t.ID].cells {
		if c.off == off && c.size == size {
			return i
		}
	}
	c := cell{off: off, size: size, node: s.newNode(false)}
	s.mem[t.ID].cells = append(s.mem[t.ID].cells, c)
	at := len(s.mem[t.ID].cells) - 1
	for i := 0; i < len(s.mem[t.ID].readers); i++ {
		s.deliver(c, s.mem[t.ID].readers[i])
	}
	return at
}

// deliver connects a cell with a reader that may see it.
func (s *solver) deliver(c cell, r reader) {
	if c.off != Any && r.off != Any {
		if r.size != wholeSize && c.off >= r.off+r.size || c.size != wholeSize && r.off >= c.off+c.size {
			return
		}
	}
	if r.copyTo < 0 {
		exact := c.off != Any && c.off == r.off && c.size == r.size
		s.link(c.node, r.load.dst, transform{any: !exact})
		if r.load.ptr && c.number {
			s.add(r.load.dst, 0)
		}
		return
	}
	d := s.pairs[r.copyTo]
	off := int64(Any)
	whole := c.off >= r.off && (r.size == wholeSize || c.off+c.size <= r.off+r.size)
	if c.off != Any && r.off != Any && d.Off != Any && whole {
		off = d.Off + c.off - r.off
	}
	if d.Target.Obj != nil && d.Target.Obj.Const {
		return
	}
	n := s.cell(d.Target, off, c.size)
	k := &s.mem[d.Target.ID].cells[n]
	s.link(c.node, k.node, transform{any: k.off == Any})
	if c.number {
		s.fill(d.Target, off, store{src: -1, size: c.size, number: true})
	}
}

func (s *solver) deliverUnknown(r reader) {
	switch {
	case r.copyTo >= 0:
		s.makeUninit(s.pairs[r.copyTo].Target)
	case r.load.ptr:
		s.add(r.load.dst, 0)
	}
}

// makeUninit notes that bytes of t may be arbitrary.
func (s *solver) makeUninit(t *Target) {
	m := &s.mem[t.ID]
	if m.uninit || t.Kind == FuncCode {
		return
	}
	m.uninit = true
	for i := 0; i < len(s.mem[t.ID].readers); i++ {
		s.deliverUnknown(s.mem[t.ID].readers[i])
	}
}
