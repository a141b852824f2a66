package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// The solver of Points. Nodes hold sets of places: pointer registers, results
// of functions, cells of memory. Constraints are edges between nodes, and loads,
// stores and copies that wait at the node of their address for places to arrive.
//
// Numbers are not followed. An address that becomes a number exposes its object (see
// exposure.go); a number that becomes a pointer is the unknown place, which stands for
// all exposed objects: what is read through it comes from the node unknownRead, into
// which all their cells flow, and what is written through it goes to unknownWrite, which
// flows into each of them. Null is a place, too, where nothing can be accessed, as a
// number added to it makes an address.

const (
	maxOffsets  = 48 // different places per object
	unknownPair = 0
	nullPair    = 1
	maxNull     = 1 << 12 // null plus less is no address
)

// node is a set of places (numbers of pairs). New ones are kept in delta until
// they have been propagated.
type node struct {
	pts    []int32 // sorted
	delta  []int32
	queued bool
	succs  []succ
	loads  []load
	stores []store
	from   []int32 // copies whose source address this is
	to     []int32 // copies whose target address this is
}

type succ struct {
	to int32
	x  transform
}

// load waits at an address. dst is -1 for numbers.
type load struct {
	dst   int32
	size  int64
	guess int32 // node of what arbitrary bytes may be as a pointer (guess.go); -1 for numbers
}

// store is a value: a node, or -1 for a number, which is any unless null.
type store struct {
	src   int32
	size  int64
	grain int64 // of a size that is not known: it is a multiple
	null  bool
}

// memory is what is known of the bytes of a target.
type memory struct {
	cells   []cell
	readers []reader
	known   map[reader]bool // those in readers
	uninit  bool            // bytes may be arbitrary: pointers read from them unknown
	guess   bool            // and of any object that fits (guess.go)
	kinds   []int32         // guesses that such bytes may be read as
	sources []*Target       // whose bytes are copied here
	exposed bool
	pairs   map[Place]int32
	writes  []write
	written map[write]bool // those in writes
}

// cell is where values of one extent are stored.
type cell struct {
	extent
	node   int32
	some   bool // not only null
	number bool // also an arbitrary number
	torn   bool // parts may be overwritten
}

// reader is a load from, or a copy out of, a target.
type reader struct {
	extent
	dst    int32 // load: node of the result, -1 for a number
	copyTo int32 // copy: pair of the destination; -1 for a load
	grain  int64 // copy of unknown size: it is a multiple
	guess  int32 // load: see there
}

type memcopy struct {
	dst, src    int32
	size, grain int64
}

type edgeKey struct {
	from, to int32
	x        transform
}

type solver struct {
	limit, steps int // of the work, if limit is not 0
	stop         func() bool
	over         bool
	guesser      map[*ir.Site]bool // inputs that may be guesses

	a            *Points
	nodes        []node
	pairs        []Place // pair 0: unknown, 1: null
	mem          []memory
	copies       []memcopy
	work         []int32
	regs         map[*ir.Var]int32
	rets         []int32 // by Func.ID
	exposed      int32   // node of the places whose objects are exposed
	unknownRead  int32
	unknownWrite int32
	null         int32 // node that holds null
	writtenThere bool  // something was written through an unknown pointer
	have         map[edgeKey]bool
	diffs        []*ir.PtrDiff    // not exposed yet
	compares     []*ir.Binary     // of pointers, likewise
	havoc        bool             // HavocAll occurs
	guesses      map[string]int32 // nodes by kind (guess.go)
	held         map[*ir.Object]bool
}

func newSolver(a *Points) *solver {
	s := &solver{a: a, pairs: []Place{{}, {}}, mem: make([]memory, len(a.Targets)), regs: map[*ir.Var]int32{}, have: map[edgeKey]bool{}}
	s.exposed, s.unknownRead, s.unknownWrite, s.null = s.newNode(), s.newNode(), s.newNode(), s.newNode()
	s.add(s.null, nullPair)
	for range a.Prog.Funcs {
		s.rets = append(s.rets, s.newNode())
	}
	for _, v := range a.Prog.Globals {
		s.addReg(v)
	}
	for _, f := range a.Prog.Funcs {
		for _, v := range f.Vars {
			s.addReg(v)
		}
	}
	return s
}

func (s *solver) newNode() int32 {
	s.nodes = append(s.nodes, node{})
	return int32(len(s.nodes) - 1)
}

func (s *solver) addReg(v *ir.Var) {
	if v.Type.Kind == ir.Ptr {
		s.regs[v] = s.newNode()
	}
}

// pair numbers a place. Where an object has too many of them only the
// alignment of the rest is kept.
func (s *solver) pair(p Place) int32 {
	if p.Target == nil {
		return 0
	}
	m := &s.mem[p.Target.ID]
	q, ok := m.pairs[p]
	if ok {
		return q
	}
	if len(m.pairs) >= maxOffsets {
		p = aligned(p.Target, p.Off, p.Stride)
		if q, ok := m.pairs[p]; ok {
			return q
		}
	}
	if m.pairs == nil {
		m.pairs = map[Place]int32{}
	}
	q = int32(len(s.pairs))
	s.pairs = append(s.pairs, p)
	m.pairs[p] = q
	return q
}

// move applies a transform to a place.
func (s *solver) move(q int32, x transform) int32 {
	switch {
	case x == same || q == unknownPair:
		return q
	case q == nullPair: // plus a number, which stands for an address
		if x.stride == 0 && -maxNull < x.shift && x.shift < maxNull {
			return q
		}
		return unknownPair
	}
	return s.pair(x.apply(s.pairs[q]))
}

// add puts a place into a node.
func (s *solver) add(n, q int32) {
	s.steps++
	nd := &s.nodes[n]
	if q <= nullPair && n == s.exposed {
		return
	}
	if len(nd.pts) > 0 && nd.pts[0] == unknownPair && q > nullPair && s.mem[s.pairs[q].Target.ID].exposed {
		return // the unknown place covers it
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
}

// link adds an edge and sends what is there.
func (s *solver) link(from, to int32, x transform) {
	if from == to && x == same {
		return
	}
	k := edgeKey{from, to, x}
	if s.have[k] {
		return
	}
	s.have[k] = true
	s.nodes[from].succs = append(s.nodes[from].succs, succ{to, x})
	for _, q := range s.nodes[from].pts { // adding to another node, or only what is new to this one
		if from == to {
			s.again(from)
			return
		}
		s.add(to, s.move(q, x))
	}
}

// again propagates what a node holds once more, for constraints that were
// hung on it late.
func (s *solver) again(n int32) {
	nd := &s.nodes[n]
	nd.delta = append(nd.delta[:0], nd.pts...)
	if !nd.queued && len(nd.pts) > 0 {
		nd.queued = true
		s.work = append(s.work, n)
	}
}

func (s *solver) solve() {
	for turn := 0; len(s.work) > 0; turn++ {
		if s.limit > 0 && s.steps > s.limit || turn%64 == 0 && s.stop() {
			s.over = true
			return
		}
		n := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		delta := s.nodes[n].delta
		s.nodes[n].delta, s.nodes[n].queued = nil, false
		for i := 0; i < len(s.nodes[n].succs); i++ {
			e := s.nodes[n].succs[i]
			for _, q := range delta {
				s.add(e.to, s.move(q, e.x))
			}
		}
		for _, q := range delta {
			s.arrive(n, q)
		}
	}
}

// forget drops what only solving needed.
func (s *solver) forget() {
	s.have, s.copies, s.work = nil, nil, nil
	for i := range s.nodes {
		s.nodes[i] = node{pts: s.nodes[i].pts}
	}
	for i := range s.mem {
		s.mem[i].readers, s.mem[i].known, s.mem[i].pairs = nil, nil, nil
		s.mem[i].writes, s.mem[i].written, s.mem[i].sources = nil, nil, nil
	}
}

// arrive does the work for a new place at an address.
func (s *solver) arrive(n, q int32) {
	pl := s.pairs[q]
	if n == s.exposed {
		s.makeExposed(pl.Target)
		return
	}
	if q == nullPair { // accesses there are invalid
		return
	}
	for i := 0; i < len(s.nodes[n].loads); i++ {
		s.load(pl, s.nodes[n].loads[i])
	}
	for i := 0; i < len(s.nodes[n].stores); i++ {
		s.store(pl, s.nodes[n].stores[i])
	}
	for i := 0; i < len(s.nodes[n].from); i++ {
		m := s.copies[s.nodes[n].from[i]]
		for _, d := range slices.Clone(s.nodes[m.dst].pts) {
			s.copy(m, d, q)
		}
	}
	for i := 0; i < len(s.nodes[n].to); i++ {
		m := s.copies[s.nodes[n].to[i]]
		for _, o := range slices.Clone(s.nodes[m.src].pts) {
			s.copy(m, q, o)
		}
	}
}

func (s *solver) load(pl Place, l load) {
	switch {
	case pl.Target != nil:
		s.read(pl.Target, reader{extent{pl.Off, pl.Stride, l.size}, l.dst, -1, 0, l.guess})
	case l.dst >= 0:
		s.add(l.dst, 0)
		s.link(l.guess, l.dst, same)
		s.link(s.unknownRead, l.dst, same)
	default:
		s.link(s.unknownRead, s.exposed, same)
	}
}

func (s *solver) store(pl Place, st store) {
	if t := pl.Target; t != nil {
		if t.Kind != FuncCode && (t.Obj == nil || !t.Obj.Const) { // else lost
			x := extent{pl.Off, pl.Stride, st.size}
			s.overwrite(t, write{x, st.grain})
			s.fill(t, x, st)
		}
		return
	}
	s.writtenAnywhere()
	if st.src >= 0 { // numbers are there anyway, as what is there is torn
		s.link(st.src, s.unknownWrite, same)
	}
}

// makeExposed connects an object with the unknown place.
func (s *solver) makeExposed(t *Target) {
	m := &s.mem[t.ID]
	if m.exposed {
		return
	}
	m.exposed = true
	if t.Kind == FuncCode {
		return
	}
	s.read(t, reader{extent{0, 1, wholeSize}, s.unknownRead, -1, 0, -1})
	if s.writtenThere {
		s.takeUnknownWrites(t)
	}
}

// copy relates one source place and one destination place of a MemCopy.
func (s *solver) copy(m memcopy, dst, src int32) {
	if dst == nullPair || src == nullPair {
		return
	}
	d, o := s.pairs[dst], s.pairs[src]
	if o.Target != nil && o.Target.Kind == FuncCode || d.Target != nil && (d.Target.Kind == FuncCode || d.Target.Obj != nil && d.Target.Obj.Const) {
		return
	}
	if d.Target == nil {
		s.writtenAnywhere()
	} else {
		s.overwrite(d.Target, write{extent{d.Off, d.Stride, m.size}, m.grain})
	}
	switch {
	case o.Target == nil && d.Target == nil:
		s.link(s.unknownRead, s.unknownWrite, same)
	case o.Target == nil: // exposed objects hold anything
		all := extent{0, 1, wholeSize}
		s.tearAll(d.Target, all)
		s.makeUninit(d.Target, true)
		s.fill(d.Target, all, store{src: s.unknownRead, size: wholeSize})
	case d.Target == nil:
		s.read(o.Target, reader{extent{o.Off, o.Stride, m.size}, s.unknownWrite, -1, m.grain, -1})
	default:
		s.read(o.Target, reader{extent{o.Off, o.Stride, m.size}, -1, dst, m.grain, -1})
	}
}

func (s *solver) read(t *Target, r reader) {
	if t.Kind == FuncCode {
		return
	}
	m := &s.mem[t.ID]
	if m.known[r] {
		return
	}
	if m.known == nil {
		m.known = map[reader]bool{}
	}
	m.known[r] = true
	m.readers = append(m.readers, r)
	switch {
	case r.guess >= 0:
		s.lookedAt(t, r.guess)
	case r.copyTo >= 0:
		s.copied(t, s.pairs[r.copyTo].Target)
	case r.dst >= 0: // to or from somewhere unknown
		s.lookedAt(t, s.guess(""))
	}
	if m.uninit {
		s.deliverUnknown(r, m.guess)
	}
	for i := 0; i < len(s.mem[t.ID].cells); i++ {
		s.deliver(s.mem[t.ID].cells[i], r)
	}
}

// fill puts a value into the cell of an extent.
func (s *solver) fill(t *Target, x extent, st store) {
	i := s.cell(t, x)
	c := &s.mem[t.ID].cells[i]
	if st.src >= 0 {
		s.link(st.src, c.node, same)
	}
	if number := st.src < 0; !(number && st.null) && (!c.some || number && !c.number) {
		c.some, c.number = true, c.number || number
		s.redeliver(t, i)
	}
}

// redeliver tells the readers what has become of a cell.
func (s *solver) redeliver(t *Target, i int) {
	c := s.mem[t.ID].cells[i]
	for k := 0; k < len(s.mem[t.ID].readers); k++ {
		s.deliver(c, s.mem[t.ID].readers[k])
	}
}

// cell finds or makes the cell of an extent and connects it to its readers.
func (s *solver) cell(t *Target, x extent) int {
	p := s.pairs[s.pair(normal(t, x.off, x.stride))]
	x.off, x.stride = p.Off, p.Stride
	for i, c := range s.mem[t.ID].cells {
		if c.extent == x {
			return i
		}
	}
	c := cell{extent: x, node: s.newNode(), torn: s.torn(t, x)}
	s.mem[t.ID].cells = append(s.mem[t.ID].cells, c)
	return len(s.mem[t.ID].cells) - 1
}

// deliver connects a cell with a reader that may see it.
func (s *solver) deliver(c cell, r reader) {
	if !c.some || !c.overlap(r.extent) {
		return
	}
	switch {
	case r.copyTo >= 0:
		s.deliverCopy(c, r)
	case r.dst < 0: // bytes of addresses become numbers
		s.link(c.node, s.exposed, same)
	case !c.torn && (r.size == wholeSize || c.size == wholeSize || c.coincides(r.extent)):
		s.link(c.node, r.dst, same)
		if c.number {
			s.guessed(r)
		}
	default: // parts of a value put together with others
		s.link(c.node, r.dst, blur)
		s.guessed(r)
	}
}

func (s *solver) deliverCopy(c cell, r reader) {
	d := s.pairs[r.copyTo]
	if d.Target.Obj != nil && d.Target.Obj.Const {
		return
	}
	// The cell lies c.off - r.off bytes after the start of what is copied.
	x := extent{d.Off + c.off - r.off, gcd(gcd(d.Stride, c.stride), r.stride), c.size}
	cut := write{r.extent, r.grain}.cuts(c.extent)
	if c.torn || cut {
		s.tearAll(d.Target, x)
	}
	s.fill(d.Target, x, store{src: c.node, size: c.size})
	if c.number {
		s.fill(d.Target, x, store{src: -1, size: c.size})
	}
}

func (s *solver) deliverUnknown(r reader, guess bool) {
	switch {
	case r.copyTo >= 0:
		s.makeUninit(s.pairs[r.copyTo].Target, guess)
	case r.dst >= 0 && guess:
		s.guessed(r)
	case r.dst >= 0:
		s.add(r.dst, 0)
	}
}

// makeUninit notes that bytes of t may be arbitrary; guess says that pointers in them may
// lead to objects of the program.
func (s *solver) makeUninit(t *Target, guess bool) {
	m := &s.mem[t.ID]
	if m.uninit && (m.guess || !guess) || t.Kind == FuncCode || t.Obj != nil && t.Obj.Const {
		return
	}
	m.uninit = true
	m.guess = m.guess || guess
	for i := 0; i < len(s.mem[t.ID].readers); i++ {
		s.deliverUnknown(s.mem[t.ID].readers[i], m.guess)
	}
}
