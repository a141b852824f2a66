package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// This file has the solver of Points. A node has a set of addresses. There are nodes for pointer registers, results of
// functions and cells of memory. Constraints are edges between nodes, and loads, stores and copies. A load, store or
// copy belongs to the node of its address, and is applied to each address that arrives there.
//
// Numbers are not followed. An address that becomes a number exposes its object (see exposure.go). A number that
// becomes a pointer is the unknown address, which represents all exposed objects. A load from the unknown address reads
// the node unknownRead, to which all cells of these objects flow. A store to the unknown address writes the node
// unknownWrite, which flows to each of these objects. Null is an address too, since null plus a number makes an
// address; but no access through null is valid.
//
// Nodes on a cycle have the same addresses in the end, and are merged (collapse.go).

const (
	maxOffsets  = 48      // bounds the different addresses per object
	unknownPair = 0       // the number of the unknown address
	nullPair    = 1       // the number of null
	maxNull     = 1 << 12 // null plus a smaller number is not the address of an object
)

// node is a set of addresses, with the constraints that apply to each of them.
type node struct {
	pts     idSet
	done    int  // the first done addresses in pts.list have been propagated
	queued  bool // the node is in the work list
	unknown bool // pts has the unknown address
	succs   succs
	loads   []load
	stores  []store
	from    []int32 // the copies whose source address is in this node
	to      []int32 // the copies whose target address is in this node
}

// load is a load from the addresses of a node.
type load struct {
	dst   int32 // the node of the result; -1 if a number is loaded
	size  int64 // in bytes
	guess int32 // the node of guesses for arbitrary bytes (guess.go); -1 if a number is loaded
	// shared is true if dst is a node of several loads (loadAt).
	shared bool
}

// store is a store of a value to the addresses of a node.
type store struct {
	src   int32 // the node of the value; -1 if the value is a number
	size  int64 // in bytes; wholeSize if it is not known
	grain int64 // if the size is not known: it is a multiple of grain
	null  bool  // the value is null; other numbers are arbitrary
}

// memory has the contents of a target, and the constraints that read them.
type memory struct {
	cells   []cell
	readers []reader
	known   map[reader]bool   // the set of readers
	views   map[view]viewed   // the nodes of loads, by the bytes that they read
	uninit  bool              // bytes may be arbitrary, so that pointers read from them are unknown
	guess   bool              // pointers read from arbitrary bytes may also lead to any object that fits (guess.go)
	kinds   []int32           // the nodes of guesses for the kinds of pointers that are read from the bytes
	sources []*Target         // the targets whose bytes are copied here
	exposed bool              // the target is exposed
	pairs   map[Address]int32 // the numbers of the addresses in the target
	any     int32             // the number of the address with any offset; 0 if it is not made yet
	writes  []write
	written map[write]bool // the set of writes
}

// cell is a range of bytes in which values of one extent are stored.
type cell struct {
	extent
	node   int32 // the addresses stored there
	some   bool  // a value other than null is stored there
	number bool  // an arbitrary number is stored there
	torn   bool  // parts of a value may be overwritten
}

// reader is a load from a target, or a copy of its bytes.
type reader struct {
	extent
	dst    int32 // for a load: the node of the result; -1 if a number is loaded
	copyTo int32 // for a copy: the number of the destination address; -1 for a load
	grain  int64 // for a copy of unknown size: a number that divides the size
	guess  int32 // for a load: as in load
}

// view identifies loads that read the same bytes of a target.
type view struct {
	extent
	guess int32
}

// viewed has the nodes that read a view: the first load, and with further loads a node with edges to all of them.
type viewed struct {
	first, all int32 // all is 0 as long as there is one load
}

// memcopy is a MemCopy from the addresses of the node src to the addresses of the node dst.
type memcopy struct {
	dst, src    int32
	size, grain int64 // as in store
	hub         int32 // the node through which all pointers are copied if there are many pairs of addresses; 0 if none
}

// effort counts the work of an analysis, in addresses that are sent, and ends the analysis at its limits.
type effort struct {
	limit, steps int
	looked       int         // the steps when stop was last called
	stop         func() bool // reports whether to end the analysis; may be nil
	over         bool        // the analysis has ended before it was complete
	stopped      bool        // because stop returned true
}

// constraintGraph has the nodes and their edges.
type constraintGraph struct {
	nodes      []node
	up         []int32 // by node: the next node on the chain to the node that represents it (collapse.go)
	order      []int32 // by node: its position in the order of propagation; later nodes have none
	edges      int     // the number of edges, approximately
	swept      int     // the steps after the last sweep
	sweepAfter int     // the steps between two sweeps are sweepAfter plus sweepEach for each edge and node
	sweepEach  int
	work       workList // the nodes with new addresses
}

// addressTable numbers addresses, and holds the contents of the targets.
type addressTable struct {
	pairs       []Address   // by number; 0 is unknown, 1 is null
	moves       []movedPair // a cache of move, by hash
	mem         []memory    // by Target.ID
	exposedBits []uint64    // the set of addresses in exposed objects
}

// unknownNodes are the nodes for unknown addresses and for null.
type unknownNodes struct {
	exposed      int32 // the addresses whose objects are exposed
	unknownRead  int32 // the pointers that a load from an unknown address may read
	unknownWrite int32 // the pointers that are stored to unknown addresses
	null         int32 // has null only
	writtenThere bool  // the program has a store to an unknown address
}

// programNodes has the nodes of registers and expressions, and the constraints that wait for the end of propagation.
type programNodes struct {
	regs         map[*ir.Var]int32
	rets         []int32             // by Func.ID: the result
	addressNodes map[movedFrom]int32 // results of addressNode
	loadsAt      map[loadKey]int     // by key: the index of the first load with this key in node.loads
	guesses      map[string]int32    // the nodes of guesses, by kind (guess.go)
	guesser      map[*ir.Site]bool   // inputs that may be guesses
	held         map[*ir.Object]bool // result of heldObjects
	diffs        []*ir.PtrDiff       // differences whose objects are not exposed yet
	compares     []*ir.Binary        // comparisons of pointers whose objects are not exposed yet
	havoc        bool                // the program has a HavocAll
}

// solver is the state of an analysis.
type solver struct {
	a      *Points
	copies []memcopy
	effort
	constraintGraph
	addressTable
	unknownNodes
	programNodes
	packer
}

// newSolver returns a solver with the nodes of registers and results, without constraints.
func newSolver(a *Points, x settings) *solver {
	s := &solver{a: a}
	s.limit, s.stop = x.limit, x.stop
	s.sweepAfter, s.sweepEach = sweepAfter, 4
	s.pairs, s.mem = []Address{{}, {}}, make([]memory, len(a.Targets))
	s.guesser, s.regs = x.guessed, map[*ir.Var]int32{}
	s.addressNodes, s.loadsAt = map[movedFrom]int32{}, map[loadKey]int{}
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

// newNode makes a node and returns its number.
func (g *constraintGraph) newNode() int32 {
	n := int32(len(g.nodes))
	g.nodes, g.up = append(g.nodes, node{}), append(g.up, n)
	return n
}

// addReg makes the node of a pointer register.
func (s *solver) addReg(v *ir.Var) {
	if v.Type.Kind == ir.Ptr {
		s.regs[v] = s.newNode()
	}
}

// pair returns the number of an address. If a target has too many addresses, only the alignment of further ones is
// kept.
func (t *addressTable) pair(p Address) int32 {
	if p.Target == nil {
		return 0
	}
	m := &t.mem[p.Target.ID]
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
		m.pairs = map[Address]int32{}
	}
	q = int32(len(t.pairs))
	t.pairs = append(t.pairs, p)
	m.pairs[p] = q
	if m.exposed {
		t.exposedBits = setBit(t.exposedBits, q)
	}
	return q
}

// anywhere returns the number of the address with any offset in a target.
func (t *addressTable) anywhere(o *Target) int32 {
	m := &t.mem[o.ID]
	if m.any == 0 {
		m.any = t.pair(normal(o, 0, 1))
	}
	return m.any
}

// move returns the number of an address after a transform.
func (t *addressTable) move(q int32, x transform) int32 {
	switch {
	case x == same || q == unknownPair:
		return q
	case q == nullPair: // null plus a large number may be an address
		if x.stride == 0 && -maxNull < x.shift && x.shift < maxNull {
			return q
		}
		return unknownPair
	case x == blur:
		return t.anywhere(t.pairs[q].Target)
	}
	if t.moves == nil {
		t.moves = make([]movedPair, movedPairs)
	}
	h := uint64(uint32(q))*0x9e3779b97f4a7c15 ^ uint64(x.shift)*0xff51afd7ed558ccd ^ uint64(x.stride)*0xc4ceb9fe1a85ec53
	m := &t.moves[h>>(64-movedBits)]
	if m.q != q || m.x != x {
		*m = movedPair{q, t.pair(x.apply(t.pairs[q])), x} // valid for ever, since addresses keep their numbers
	}
	return m.to
}

// movedPair is an entry of the cache of move: the transform x maps q to to.
type movedPair struct {
	q, to int32
	x     transform
}

const (
	movedBits  = 16
	movedPairs = 1 << movedBits
)

// add adds an address to a node.
func (s *solver) add(n, q int32) {
	s.steps++
	n = s.find(n)
	nd := &s.nodes[n]
	if nd.pts.has(q) || q <= nullPair && n == s.exposed {
		return
	}
	if q > nullPair {
		m := &s.mem[s.pairs[q].Target.ID]
		if nd.unknown && m.exposed || m.any != 0 && nd.pts.has(m.any) { // another address covers it
			return
		}
	}
	nd.pts.add(q)
	nd.unknown = nd.unknown || q == unknownPair
	s.queue(n)
}

// addMoved adds the address q after the transform x to a node. It looks first whether another address covers
// the whole target, since the transform costs more than that.
func (s *solver) addMoved(n, q int32, x transform) {
	if q > nullPair {
		m, nd := &s.mem[s.pairs[q].Target.ID], &s.nodes[s.find(n)]
		if nd.unknown && m.exposed || m.any != 0 && nd.pts.has(m.any) {
			s.steps++
			return
		}
	}
	s.add(n, s.move(q, x))
}

// link adds an edge, and sends the addresses of from along it.
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
	for _, q := range pts.list { // addresses that this adds to the node itself are propagated later
		s.addMoved(to, q, x)
	}
}

// again propagates all addresses of a node again, after a constraint was added to it.
func (g *constraintGraph) again(n int32) {
	n = g.find(n)
	g.nodes[n].done = 0
	if len(g.nodes[n].pts.list) > 0 {
		g.queue(n)
	}
}

// queue adds a node to the work list.
func (g *constraintGraph) queue(n int32) {
	if nd := &g.nodes[n]; !nd.queued {
		nd.queued = true
		g.work.push(g.rank(n), n)
	}
}

// spent reports whether the analysis has to end: it reached its limit or was stopped.
func (e *effort) spent() bool {
	switch {
	case e.over:
	case e.steps > e.limit:
		e.over = true
	case e.steps-e.looked > 1<<16:
		e.looked = e.steps
		e.stopped = e.stop != nil && e.stop()
		e.over = e.stopped
	}
	return e.over
}

// solve propagates addresses until nothing changes, or until the analysis has to end.
func (s *solver) solve() {
	for !s.spent() {
		n, ok := s.work.pop()
		if !ok {
			return
		}
		if n != s.find(n) { // the node was merged into another one
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

// giveUp makes the coarsest result: each pointer may point anywhere into each object, and objects have arbitrary bytes.
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

// forget drops the fields that only the solver needs.
func (s *solver) forget() {
	s.copies, s.order, s.work, s.addressNodes, s.loadsAt, s.packed, s.slot = nil, nil, workList{}, nil, nil, parcel{}, nil
	for i := range s.nodes {
		if s.up[i] = s.find(int32(i)); s.up[i] == int32(i) {
			pts := s.nodes[i].pts
			slices.Sort(pts.list)
			s.nodes[i] = node{pts: idSet{list: pts.list}}
		}
	}
	for i := range s.mem {
		s.mem[i].readers, s.mem[i].known, s.mem[i].views, s.mem[i].pairs = nil, nil, nil, nil
		s.mem[i].writes, s.mem[i].written, s.mem[i].sources = nil, nil, nil
	}
}

// addressesOf lists the addresses of a node. The caller must not change the list.
func (g *constraintGraph) addressesOf(n int32) []int32 { return g.nodes[g.find(n)].pts.list }

// arrive applies the constraints of a node to a new address.
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

// manyPairs bounds the pairs of source and target addresses of one MemCopy that are connected one by one.
const manyPairs = 1 << 12

// copyFrom applies the copy c to a new source address o.
func (s *solver) copyFrom(c, o int32) {
	if s.throughHub(c) {
		s.copyToHub(c, o)
		return
	}
	m := s.copies[c]
	for _, d := range s.addressesOf(m.dst) {
		s.copy(m, d, o)
	}
}

// copyTo applies the copy c to a new target address d.
func (s *solver) copyTo(c, d int32) {
	if s.throughHub(c) {
		s.copyFromHub(c, d)
		return
	}
	m := s.copies[c]
	for _, o := range s.addressesOf(m.src) {
		s.copy(m, d, o)
	}
}

// throughHub reports whether a copy uses a hub: a node with all pointers that the copy may read. Each object to which
// the copy writes may then have any of these pointers, at any offset. When the pairs of addresses become too many,
// throughHub makes the hub and connects it with the addresses so far.
func (s *solver) throughHub(c int32) bool {
	m := s.copies[c]
	if m.hub != 0 {
		return true
	}
	ds, os := s.addressesOf(m.dst), s.addressesOf(m.src)
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

// copyToHub connects a source address of a copy with its hub.
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

// copyFromHub connects the hub of a copy with a target address.
func (s *solver) copyFromHub(c, dst int32) {
	m := s.copies[c]
	switch d := s.pairs[dst].Target; {
	case dst == nullPair:
	case d == nil:
		s.writtenAnywhere()
		s.link(m.hub, s.unknownWrite, same)
	case d.Kind == FuncCode || d.Obj != nil && d.Obj.Const: // the write has no effect
	default:
		s.tearAll(d, everything)
		s.makeUninit(d, true)
		s.fill(d, everything, store{src: m.hub, size: wholeSize})
	}
}

// load applies a load to an address.
func (s *solver) load(pl Address, l load) {
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

// store applies a store to an address.
func (s *solver) store(pl Address, st store) {
	if t := pl.Target; t != nil {
		if t.Kind != FuncCode && (t.Obj == nil || !t.Obj.Const) { // other stores have no effect
			x := extent{pl.Off, pl.Stride, st.size}
			s.overwrite(t, write{x, st.grain})
			s.fill(t, x, st)
		}
		return
	}
	s.writtenAnywhere()
	if st.src >= 0 { // a number adds nothing: the cells there are torn, so their pointers may be unknown anyway
		s.link(st.src, s.unknownWrite, same)
	}
}

// makeExposed connects an object with the unknown address.
func (s *solver) makeExposed(t *Target) {
	m := &s.mem[t.ID]
	if m.exposed {
		return
	}
	m.exposed = true
	for _, q := range m.pairs { // the order does not matter
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

// copy connects one source address and one target address of a MemCopy.
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
	case o.Target == nil: // the exposed objects may have any pointer at any offset
		s.tearAll(d.Target, everything)
		s.makeUninit(d.Target, true)
		s.fill(d.Target, everything, store{src: s.unknownRead, size: wholeSize})
	case d.Target == nil:
		s.read(o.Target, reader{extent{o.Off, o.Stride, m.size}, s.unknownWrite, -1, m.grain, -1})
	default:
		s.read(o.Target, reader{extent{o.Off, o.Stride, m.size}, -1, dst, m.grain, -1})
	}
}

// read adds a reader to a target, and connects it with the contents so far.
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
	case r.dst >= 0: // a copy to an unknown address, or a load from one
		s.lookedAt(t, s.guess(""))
	}
	if m.uninit {
		s.deliverUnknown(r, m.guess)
	}
	for i := 0; i < len(s.mem[t.ID].cells); i++ {
		s.deliver(s.mem[t.ID].cells[i], r)
	}
}

// through returns the node to which the contents of a target have to flow for a load: the node of its result, or a
// common node of all loads with the same view. It returns -1 if the contents already flow to this node. So the number
// of edges is linear in the numbers of cells and loads.
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

// fill adds a stored value to the cell of an extent.
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

// redeliver connects a cell that has changed with its readers again.
func (s *solver) redeliver(t *Target, i int) {
	c := s.mem[t.ID].cells[i]
	for k := 0; k < len(s.mem[t.ID].readers); k++ {
		s.deliver(c, s.mem[t.ID].readers[k])
	}
}

// cell returns the index of the cell of an extent. It makes the cell if there is none.
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

// deliver connects a cell with a reader if the reader may read its bytes.
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
			s.addGuess(r)
		}
	default: // the reader combines parts of a value with other bytes
		s.link(c.node, r.dst, blur)
		s.addGuess(r)
	}
}

// deliverCopy adds the contents of a cell to the destination of a copy.
func (s *solver) deliverCopy(c cell, r reader) {
	d := s.pairs[r.copyTo]
	if d.Target.Obj != nil && d.Target.Obj.Const {
		return
	}
	// The cell begins c.off - r.off bytes after the start of the copied range.
	x := extent{d.Off + c.off - r.off, num.GCD(num.GCD(d.Stride, c.stride), r.stride), c.size}
	cut := write{r.extent, r.grain}.cuts(c.extent)
	if c.torn || cut {
		s.tearAll(d.Target, x)
	}
	s.fill(d.Target, x, store{src: c.node, size: c.size})
	if c.number {
		s.fill(d.Target, x, store{src: -1, size: c.size})
	}
}

// deliverUnknown connects arbitrary bytes with a reader; guess is as in memory.
func (s *solver) deliverUnknown(r reader, guess bool) {
	switch {
	case r.copyTo >= 0:
		s.makeUninit(s.pairs[r.copyTo].Target, guess)
	case r.dst >= 0 && guess:
		s.addGuess(r)
	case r.dst >= 0:
		s.add(r.dst, 0)
	}
}

// makeUninit records that bytes of t may be arbitrary; if guess is set, pointers in them may lead to objects of the
// program.
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
