package flow

import (
	"math/bits"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Live has for each location of a function the registers, and the global registers, that are live: their value may be
// read before it is written. It is computed by backward dataflow over bit sets.
//
// A call reads the globals that the called function may read, and is assumed to write none. At the exit of a function
// every global register is live, except at the exit of the program's entry function.
//
// A row has a bit for each register of the function and for each global register that the function mentions or that its
// callees read. One further bit represents all other global registers, which the function does not distinguish. A row
// stores its nonzero words only: after inlining a function has many registers, of which few are live at once.
type Live struct {
	f       *ir.Func
	globals []*ir.Var
	number  map[*ir.Var]int // the bits of the global registers that have their own bit
	words   int             // the number of words of a row
	sets    []liveRow       // by Loc.ID
}

// liveRow is a set of bits, as the words that are not zero, in order.
type liveRow []liveWord

// liveWord is a word of a bit set; at is its index.
type liveWord struct {
	at   int32
	bits uint64
}

// word returns the word with index i.
func (r liveRow) word(i int) uint64 {
	k, ok := slices.BinarySearchFunc(r, int32(i), func(w liveWord, at int32) int { return int(w.at - at) })
	if !ok {
		return 0
	}
	return r[k].bits
}

// GlobalReads returns the global registers that a call of a function may read, as Points.Of does. NewLive with a nil
// function assumes that a call reads all global registers.
type GlobalReads func(*ir.Func) []*ir.Var

// NewLive computes the liveness of the registers in f.
func NewLive(p *ir.Program, f *ir.Func, reads GlobalReads) *Live {
	l := &Live{f: f, globals: p.Globals, number: map[*ir.Var]int{}, sets: make([]liveRow, len(f.Locs))}
	l.findGlobals(reads)
	l.words = l.others()/64 + 1
	w := &liveWork{l: l, reads: reads, queued: make([]bool, len(f.Locs)), row: make([]uint64, l.words)}
	if f != p.Entry {
		for b := len(f.Vars); b <= l.others(); b++ {
			w.set(b)
		}
		l.sets[f.Exit.ID] = w.take(nil)
	}
	w.run()
	return l
}

// findGlobals gives bits to the global registers that the function mentions or its callees read.
func (l *Live) findGlobals(reads GlobalReads) {
	own := func(v *ir.Var) {
		if _, ok := l.number[v]; !ok && v.Global {
			l.number[v] = len(l.f.Vars) + len(l.number)
		}
	}
	if len(l.globals) == 0 {
		return
	}
	for _, e := range l.f.Edges {
		if v := ir.Def(e.Stmt); v != nil {
			own(v)
		}
		ir.Uses(e.Stmt, own)
		if c, ok := e.Stmt.(*ir.Call); ok && reads != nil {
			for _, v := range reads(c.Func) {
				own(v)
			}
		}
	}
}

// others returns the bit of all other global registers.
func (l *Live) others() int { return len(l.f.Vars) + len(l.number) }

// bit returns the bit of a register.
func (l *Live) bit(v *ir.Var) int {
	if !v.Global {
		return v.ID
	}
	if b, ok := l.number[v]; ok {
		return b
	}
	return l.others()
}

// At reports whether v is live at loc, before any of its edges.
func (l *Live) At(loc *ir.Loc, v *ir.Var) bool {
	b := l.bit(v)
	return l.sets[loc.ID].word(b/64)>>(b%64)&1 != 0
}

// locals passes each register of the function that is live at loc to visit, in order of ID.
func (l *Live) locals(loc *ir.Loc, visit func(*ir.Var)) {
	for _, row := range l.sets[loc.ID] {
		for w := row.bits; w != 0; w &= w - 1 {
			b := int(row.at)*64 + bits.TrailingZeros64(w)
			if b >= len(l.f.Vars) {
				return
			}
			visit(l.f.Vars[b])
		}
	}
}

// Dying passes each register to visit that is not live after e, and that was live before e or is assigned by e. If e
// leaves the entry, it also passes the parameters and global registers that were never live.
func (l *Live) Dying(e *ir.Edge, visit func(*ir.Var)) {
	from, after := l.sets[e.From.ID], l.sets[e.To.ID]
	def := -1
	if v := ir.Def(e.Stmt); v != nil {
		def = l.bit(v)
	}
	global := false
	dies := func(i int) uint64 {
		w := from.word(i)
		if def/64 == i && def >= 0 {
			w |= 1 << (def % 64)
		}
		if e.From == l.f.Entry {
			w |= l.entryBits(i)
		}
		return w &^ after.word(i)
	}
	word := func(i int) {
		for w := dies(i); w != 0; w &= w - 1 {
			if b := i*64 + bits.TrailingZeros64(w); b < len(l.f.Vars) {
				visit(l.f.Vars[b])
			} else {
				global = true
			}
		}
	}
	if e.From == l.f.Entry {
		for i := range l.words {
			word(i)
		}
	} else {
		last := -1 // visit the word of the assigned register in its place in the order
		for _, w := range from {
			if d := def / 64; def >= 0 && last < d && d < int(w.at) {
				word(d)
			}
			last = int(w.at)
			word(last)
		}
		if def >= 0 && last < def/64 {
			word(def / 64)
		}
	}
	if !global {
		return
	}
	for _, v := range l.globals {
		if b := l.bit(v); dies(b/64)>>(b%64)&1 != 0 {
			visit(v)
		}
	}
}

// entryBits returns the bits in word i of the registers that have a value at the entry: parameters and global
// registers.
func (l *Live) entryBits(i int) (w uint64) {
	for b := i * 64; b < i*64+64 && b <= l.others(); b++ {
		if b < len(l.f.Params) || b >= len(l.f.Vars) {
			w |= 1 << (b % 64)
		}
	}
	return w
}

// liveWork is the state of NewLive.
type liveWork struct {
	l       *Live
	reads   GlobalReads
	queued  []bool    // by Loc.ID: whether the location is in work
	work    []*ir.Loc // the locations whose rows may change
	row     []uint64  // all words of the row that is being made
	touched []int32   // the indices of words in row that may be nonzero
}

// run computes the rows of all locations.
func (w *liveWork) run() {
	// The last location is processed first, since IDs roughly follow the control flow.
	for _, loc := range w.l.f.Locs {
		w.push(loc)
	}
	for len(w.work) > 0 {
		loc := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		w.queued[loc.ID] = false
		if len(loc.Out) == 0 {
			continue
		}
		for _, e := range loc.Out {
			w.edge(e)
		}
		old := w.l.sets[loc.ID]
		row := w.take(w.l.sets[loc.Out[0].To.ID])
		if slices.Equal(row, old) {
			continue
		}
		w.l.sets[loc.ID] = row
		for _, e := range loc.In {
			w.push(e.From)
		}
	}
}

// push adds a location to work.
func (w *liveWork) push(loc *ir.Loc) {
	if !w.queued[loc.ID] {
		w.queued[loc.ID] = true
		w.work = append(w.work, loc)
	}
}

// take returns the row that was made, and begins a new row. If the row is equal to like, it returns like, to share
// memory.
func (w *liveWork) take(like liveRow) liveRow {
	slices.Sort(w.touched)
	w.touched = slices.Compact(w.touched) // a word that became zero meanwhile may be in the list twice
	n, same := 0, true
	for _, at := range w.touched {
		if bits := w.row[at]; bits != 0 {
			same = same && n < len(like) && like[n] == liveWord{at, bits}
			n++
		}
	}
	row := like
	if !same || n != len(like) {
		row = make(liveRow, 0, n)
		for _, at := range w.touched {
			if bits := w.row[at]; bits != 0 {
				row = append(row, liveWord{at, bits})
			}
		}
	}
	for _, at := range w.touched {
		w.row[at] = 0
	}
	w.touched = w.touched[:0]
	return row
}

// or adds the bits of a word to the row that is being made.
func (w *liveWork) or(at int, bits uint64) {
	if w.row[at] == 0 {
		w.touched = append(w.touched, int32(at))
	}
	w.row[at] |= bits
}

// set adds a bit to the row that is being made.
func (w *liveWork) set(bit int) { w.or(bit/64, 1<<(bit%64)) }

// edge adds the registers that are live before e to the row that is being made.
func (w *liveWork) edge(e *ir.Edge) {
	def, kept := -1, uint64(0)
	if v := ir.Def(e.Stmt); v != nil { // another edge from the location may have added the assigned register
		def = w.l.bit(v)
		kept = w.row[def/64] & (1 << (def % 64))
	}
	for _, x := range w.l.sets[e.To.ID] {
		w.or(int(x.at), x.bits)
	}
	if def >= 0 && w.row[def/64] != 0 {
		w.row[def/64] = w.row[def/64]&^(1<<(def%64)) | kept
	}
	ir.Uses(e.Stmt, func(v *ir.Var) { w.set(w.l.bit(v)) })
	c, ok := e.Stmt.(*ir.Call)
	switch {
	case !ok:
	case w.reads == nil: // the call may read all global registers
		for b := len(w.l.f.Vars); b <= w.l.others(); b++ {
			w.set(b)
		}
	default:
		for _, v := range w.reads(c.Func) {
			w.set(w.l.bit(v))
		}
	}
}
