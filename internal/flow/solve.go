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
//
// Nodes that lie on a cycle hold the same places in the end, and become one (collapse.go).

const (
	maxOffsets  = 48 // different places per object
	unknownPair = 0
	nullPair    = 1
	maxNull     = 1 << 12 // null plus less is no address
)

// node is a set of places, with what is done with each of them. The first ones of them, done in number, have been
// propagated.
type node struct {
	pts     placeSet
	done    int
	queued  bool
	unknown bool // the unknown place is among them
	succs   succs
	loads   []load
	stores  []store
	from    []int32 // copies whose source address this is
	to      []int32 // copies whose target address this is
}

// load waits at an address. dst is -1 for numbers.
type load struct {
	dst   int32
	size  int64
	guess int32 // node of what arbitrary bytes may be as a pointer (guess.go); -1 for numbers
	// shared says that dst is a node of several loads (loadAt).
	shared bool
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
	views   map[view]viewed
	uninit  bool      // bytes may be arbitrary: pointers read from them unknown
	guess   bool      // and of any object that fits (guess.go)
	kinds   []int32   // guesses that such bytes may be read as
	sources []*Target // whose bytes are copied here
	exposed bool
	pairs   map[Place]int32
	any     int32 // pair of anywhere in it; 0: not made
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

// view is what loads have in common that see the same of a target.
type view struct {
	extent
	guess int32
}

// viewed is where a view arrives: at the first load that has it, and from the second on at a node from which it goes to
// the others.
type viewed struct {
	first, all int32 // all: 0 as long as there is one load
}

type memcopy struct {
	dst, src    int32
	size, grain int64
	hub         int32 // node through which everything is copied, where there are many pairs of places; 0: none
}

type solver struct {
	limit, steps int // of the work
	looked       int // the steps when stop was asked last
	stop         func() bool
	over         bool              // there is an end before all is known
	stopped      bool              // as stop says
	guesser      map[*ir.Site]bool // inputs that may be guesses
	sweepAfter   int               // steps between two sweeps, and
	sweepEach    int               // as many more for each edge and node

	a            *Points
	nodes        []node
	up           []int32     // by node: one that stands for it, itself if it stands for itself (collapse.go)
	order        []int32     // by node: its place in the order of propagation; later ones have none
	edges        int         // in succs, about
	swept        int         // the steps after the last sweep
	pairs        []Place     // pair 0: unknown, 1: null
	moves        []movedPair // the last ones, by their hash
	mem          []memory
	copies       []memcopy
	work         workList
	regs         map[*ir.Var]int32
	rets         []int32 // by Func.ID
	exposed      int32   // node of the places whose objects are exposed
	unknownRead  int32
	unknownWrite int32
	null         int32            // node that holds null
	writtenThere bool             // something was written through an unknown pointer
	diffs        []*ir.PtrDiff    // not exposed yet
	compares     []*ir.Binary     // of pointers, likewise
	havoc        bool             // HavocAll occurs
	guesses      map[string]int32 // nodes by kind (guess.go)
	held         map[*ir.Object]bool
	addresses    map[movedFrom]int32 // nodes of address
	loadsAt      map[loadKey]int     // of the loads at a node the one that stands for such
	exposedBits  []uint64            // the places in exposed objects
	packed       parcel              // propagate.go
	slot         []int32             // by word: one more than its place in packed while that is made, else 0
}

func newSolver(a *Points, x settings) *solver {
	s := &solver{limit: x.limit, stop: x.stop, guesser: x.guessed, sweepAfter: sweepAfter, sweepEach: 4, a: a,
		pairs: []Place{{}, {}}, mem: make([]memory, len(a.Targets)), regs: map[*ir.Var]int32{},
		addresses: map[movedFrom]int32{}, loadsAt: map[loadKey]int{}}
	if x.limit == 0 {
		s.limit = enough
	}
	if x.always {
		s.sweepAfter, s.sweepEach = 0, 1
	}
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
	n := int32(len(s.nodes))
	s.nodes, s.up = append(s.nodes, node{}), append(s.up, n)
	return n
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
	if m.exposed {
		s.exposedBits = setBit(s.exposedBits, q)
	}
	return q
}

// anywhere is the place of which nothing but the object is known.
func (s *solver) anywhere(t *Target) int32 {
	m := &s.mem[t.ID]
	if m.any == 0 {
		m.any = s.pair(normal(t, 0, 1))
	}
	return m.any
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
	case x == blur:
		return s.anywhere(s.pairs[q].Target)
	}
	if s.moves == nil {
		s.moves = make([]movedPair, movedPairs)
	}
	h := uint64(uint32(q))*0x9e3779b97f4a7c15 ^ uint64(x.shift)*0xff51afd7ed558ccd ^ uint64(x.stride)*0xc4ceb9fe1a85ec53
	m := &s.moves[h>>(64-movedBits)]
	if m.q != q || m.x != x {
		*m = movedPair{q, s.pair(x.apply(s.pairs[q])), x} // places keep their numbers
	}
	return m.to
}

// movedPair says where a transform has moved a place.
type movedPair struct {
	q, to int32
	x     transform
}

const (
	movedBits  = 16
	movedPairs = 1 << movedBits
)

// add puts a place into a node.
func (s *solver) add(n, q int32) {
	s.steps++
	n = s.find(n)
	nd := &s.nodes[n]
	if nd.pts.has(q) || q <= nullPair && n == s.exposed {
		return
	}
	if q > nullPair {
		m := &s.mem[s.pairs[q].Target.ID]
		if nd.unknown && m.exposed || m.any != 0 && nd.pts.has(m.any) { // another place covers it
			return
		}
	}
	nd.pts.add(q)
	nd.unknown = nd.unknown || q == unknownPair
	s.queue(n)
}

// link adds an edge and sends what is there.
func (s *solver) link(from, to int32, x transform) {
	s.steps++
	from, to = s.find(from), s.find(to)
	if from == to && x == same || !s.nodes[from].succs.add(succ{to, x}) {
		return
	}
	s.edges++
	pts := s.nodes[from].pts
	if x == same && pts.bits != nil {
		for w, word := range pts.bits {
			s.addWord(to, int32(w), word)
		}
		s.steps += len(pts.bits)
		return
	}
	for _, q := range pts.list { // a node's own new places will be propagated
		s.add(to, s.move(q, x))
	}
}

// again propagates what a node holds once more, for constraints that were
// hung on it late.
func (s *solver) again(n int32) {
	n = s.find(n)
	s.nodes[n].done = 0
	if len(s.nodes[n].pts.list) > 0 {
		s.queue(n)
	}
}

func (s *solver) queue(n int32) {
	if nd := &s.nodes[n]; !nd.queued {
		nd.queued = true
		s.work.push(s.rank(n), n)
	}
}

// spent reports whether the work has to end here.
func (s *solver) spent() bool {
	switch {
	case s.over:
	case s.steps > s.limit:
		s.over = true
	case s.steps-s.looked > 1<<16:
		s.looked = s.steps
		s.stopped = s.stop != nil && s.stop()
		s.over = s.stopped
	}
	return s.over
}

func (s *solver) solve() {
	for !s.spent() {
		n, ok := s.work.pop()
		if !ok {
			return
		}
		if n != s.find(n) { // another one stands for it by now
			continue
		}
		nd := &s.nodes[n]
		delta := nd.pts.list[nd.done:]
		nd.done, nd.queued = len(nd.pts.list), false
		s.propagate(nd.succs, delta)
		for _, q := range delta {
			if s.spent() {
				return
			}
			s.arrive(n, q)
		}
		if s.steps-s.swept > s.sweepAfter+s.sweepEach*(s.edges+len(s.nodes)) {
			s.sweep()
		}
	}
}

// giveUp takes each pointer for one that may lead anywhere in each object, and each object for arbitrary bytes.
func (s *solver) giveUp() {
	n := s.newNode()
	s.add(n, unknownPair)
	s.add(n, nullPair)
	for _, t := range s.a.Targets {
		s.nodes[n].pts.insert(s.anywhere(t))
	}
	for i := range s.up {
		s.up[i] = n
	}
	for i, t := range s.a.Targets {
		m := &s.mem[i]
		m.exposed = true
		if t.Kind != FuncCode && (t.Obj == nil || !t.Obj.Const) {
			m.uninit, m.guess, m.kinds = true, true, []int32{n}
		}
	}
	s.over = false
}

// forget drops what only solving needed.
func (s *solver) forget() {
	s.copies, s.order, s.work, s.addresses, s.loadsAt, s.packed, s.slot = nil, nil, workList{}, nil, nil, parcel{}, nil
	for i := range s.nodes {
		if s.find(int32(i)) == int32(i) {
			pts := s.nodes[i].pts
			slices.Sort(pts.list)
			s.nodes[i] = node{pts: placeSet{list: pts.list}}
		}
	}
	for i := range s.mem {
		s.mem[i].readers, s.mem[i].known, s.mem[i].views, s.mem[i].pairs = nil, nil, nil, nil
		s.mem[i].writes, s.mem[i].written, s.mem[i].sources = nil, nil, nil
	}
}

// placesOf lists the places of a node. The caller does not change them.
func (s *solver) placesOf(n int32) []int32 { return s.nodes[s.find(n)].pts.list }

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
		s.copyFrom(s.nodes[n].from[i], q)
	}
	for i := 0; i < len(s.nodes[n].to); i++ {
		s.copyTo(s.nodes[n].to[i], q)
	}
}

// manyPairs is how many pairs of places of one MemCopy are related each on its own.
const manyPairs = 1 << 12

// copyFrom is called for each new place of the source address of a copy.
func (s *solver) copyFrom(c, o int32) {
	if s.throughHub(c) {
		s.copyToHub(c, o)
		return
	}
	m := s.copies[c]
	for _, d := range s.placesOf(m.dst) {
		s.copy(m, d, o)
	}
}

// copyTo is called for each new place of the target address.
func (s *solver) copyTo(c, d int32) {
	if s.throughHub(c) {
		s.copyFromHub(c, d)
		return
	}
	m := s.copies[c]
	for _, o := range s.placesOf(m.src) {
		s.copy(m, d, o)
	}
}

// throughHub reports whether a copy goes through a node of its own, which holds all pointers that it may read; each
// object to which it writes may then hold any of them, anywhere. The first time it brings there what was related in
// pairs before.
func (s *solver) throughHub(c int32) bool {
	m := s.copies[c]
	if m.hub != 0 {
		return true
	}
	ds, os := s.placesOf(m.dst), s.placesOf(m.src)
	if len(ds)*len(os) <= manyPairs {
		return false
	}
	s.copies[c].hub = s.newNode()
	for _, o := range os {
		s.copyToHub(c, o)
	}
	for _, d := range ds {
		s.copyFromHub(c, d)
	}
	return true
}

// everything is all bytes of an object.
var everything = extent{0, 1, wholeSize}

func (s *solver) copyToHub(c, src int32) {
	m := s.copies[c]
	switch o := s.pairs[src].Target; {
	case src == nullPair:
	case o == nil:
		s.link(s.unknownRead, m.hub, same)
		s.add(m.hub, unknownPair)
	default:
		s.read(o, reader{everything, m.hub, -1, 0, -1})
	}
}

func (s *solver) copyFromHub(c, dst int32) {
	m := s.copies[c]
	switch d := s.pairs[dst].Target; {
	case dst == nullPair:
	case d == nil:
		s.writtenAnywhere()
		s.link(m.hub, s.unknownWrite, same)
	case d.Kind == FuncCode || d.Obj != nil && d.Obj.Const: // the write is lost
	default:
		s.tearAll(d, everything)
		s.makeUninit(d, true)
		s.fill(d, everything, store{src: m.hub, size: wholeSize})
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
	for _, q := range m.pairs { // in any order
		s.exposedBits = setBit(s.exposedBits, q)
	}
	if t.Kind == FuncCode {
		return
	}
	s.read(t, reader{everything, s.unknownRead, -1, 0, -1})
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
	if o.Target != nil && o.Target.Kind == FuncCode || d.Target != nil &&
		(d.Target.Kind == FuncCode || d.Target.Obj != nil && d.Target.Obj.Const) {
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
		s.tearAll(d.Target, everything)
		s.makeUninit(d.Target, true)
		s.fill(d.Target, everything, store{src: s.unknownRead, size: wholeSize})
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
	if r.dst >= 0 {
		r.dst = s.find(r.dst)
	}
	m := &s.mem[t.ID]
	if m.known[r] {
		return
	}
	if m.known == nil {
		m.known = map[reader]bool{}
	}
	m.known[r] = true
	if r.dst >= 0 && r.copyTo < 0 {
		if r.dst = s.through(m, r); r.dst < 0 {
			return
		}
		m = &s.mem[t.ID]
	}
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

// through returns the node at which what a load sees has to arrive so that the load has it: its own, or that of all
// loads which see the same; -1 if it arrives there already. So there are as many edges as cells and loads, not as cells
// times loads.
func (s *solver) through(m *memory, r reader) int32 {
	k := view{r.extent, r.guess}
	v, ok := m.views[k]
	switch {
	case !ok:
		if m.views == nil {
			m.views = map[view]viewed{}
		}
		m.views[k] = viewed{first: r.dst}
		return r.dst
	case s.find(v.first) == r.dst:
		return -1
	case v.all == 0:
		v.all = s.newNode()
		m.views[k] = v
		s.link(v.all, r.dst, same)
		return v.all
	}
	s.link(v.all, r.dst, same)
	return -1
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
	s.steps++
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
