package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// EntryInputs lists, by ID, the sites of Input statements that are read at most once in every run: not in a loop, not
// in a function that may be called twice or recursively, and not by two edges of one path. They are the dimensions of
// the input space. All other sites are streams. Sites of uninitialised bytes are not included.
//
// It is a forward dataflow analysis of each function, callees first, on sets of sites that may have been read.
func EntryInputs(p *ir.Program) []*ir.Site {
	c := &readCount{words: (len(p.Sites) + 63) / 64, atExit: map[*ir.Func][]uint64{}, inside: map[*ir.Func][]uint64{}}
	c.many = c.set()
	c.input = c.set()
	calls := NewCalls(p)
	for _, f := range calls.BottomUp() {
		c.function(f, calls.Recursive(f))
	}
	var out []*ir.Site
	for _, s := range p.Sites {
		if has(c.input, s.ID) && !has(c.many, s.ID) {
			out = append(out, s)
		}
	}
	return out
}

// readCount is the state of EntryInputs. All sets are bit sets by Site.ID.
type readCount struct {
	words  int                   // the length of the sets
	input  []uint64              // the sites of Input statements
	many   []uint64              // the sites that may be read twice
	atExit map[*ir.Func][]uint64 // the sites that may have been read when the function returns
	inside map[*ir.Func][]uint64 // the sites that the function may read, including the functions that it calls
}

// set returns an empty set.
func (c *readCount) set() []uint64 { return make([]uint64, c.words) }

// has reports whether the set s has i; put adds i.
func has(s []uint64, i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func put(s []uint64, i int)      { s[i/64] |= 1 << (i % 64) }

// function analyses f, after the functions that it calls.
func (c *readCount) function(f *ir.Func, recursive bool) {
	inside := c.set()
	for _, e := range f.Edges {
		switch s := e.Stmt.(type) {
		case *ir.Input:
			put(inside, s.Site.ID)
			put(c.input, s.Site.ID)
		case *ir.Call:
			union(inside, c.inside[s.Func])
		case *ir.Skip, *ir.Assign, *ir.Assume, *ir.LoadStmt, *ir.Store, *ir.Decl, *ir.End, *ir.Alloc, *ir.Free, *ir.MemCopy,
			*ir.MemSet,
			*ir.MemHavoc, *ir.HavocAll, *ir.Return, *ir.Math, *ir.Undefined: // none reads a site of an Input statement
		}
	}
	c.inside[f] = inside
	if recursive { // everything may be read again
		union(c.many, inside)
		c.atExit[f] = inside
		return
	}
	at := make([][]uint64, len(f.Locs)) // by Loc.ID: the sites that may have been read before; nil if not reached yet
	at[f.Entry.ID] = c.set()
	work := []*ir.Loc{f.Entry}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			after := slices.Clone(at[l.ID])
			switch s := e.Stmt.(type) { // sound: other statements read no inputs, as above
			case *ir.Input:
				if has(after, s.Site.ID) {
					put(c.many, s.Site.ID)
				}
				put(after, s.Site.ID)
			case *ir.Call:
				for i, w := range c.inside[s.Func] {
					c.many[i] |= w & after[i]
				}
				union(after, c.atExit[s.Func])
			}
			if at[e.To.ID] == nil {
				at[e.To.ID] = after
				work = append(work, e.To)
			} else if union(at[e.To.ID], after) {
				work = append(work, e.To)
			}
		}
	}
	if at[f.Exit.ID] == nil {
		at[f.Exit.ID] = c.set()
	}
	c.atExit[f] = at[f.Exit.ID]
}

// union adds s to d and reports whether d changed. A nil s is empty.
func union(d, s []uint64) bool {
	changed := false
	for i, w := range s {
		if d[i]|w != d[i] {
			d[i] |= w
			changed = true
		}
	}
	return changed
}
