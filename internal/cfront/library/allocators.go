package library

import (
	"fmt"
	"strconv"
	"strings"
)

// Allocator is a function that allocates or frees memory of the heap. Its facts begin with like:
//
//	like=F           resembles the C function F: malloc, realloc, strdup, memdup or free
//	old=I size=I count=I   the arguments that are the old block, the size, and the number of elements
//	null             it may return null; exits: it does not return if no memory is available; neither: it may return
//	                 null with --malloc-may-fail
//	zeroed           the memory is zero
//	none0            it returns null for 0 bytes
//	managed          its memory need not be freed
//	pool=A,B,...     its memory comes from pool A; an old block may come from any of the pools. Without it the pool is
//	                 that of the C library's malloc
type Allocator struct {
	Name, Like       string
	Sig              string // see Entry.Sig
	Old, Size, Count int    // indices of arguments; -1 if there is none
	Null, Exits      bool
	Zeroed           bool
	None0            bool
	Managed          bool
	Pools            []string
}

// Fits reports whether a declaration with signature sig may declare the allocator.
func (a Allocator) Fits(sig string) bool {
	return sig != object && !strings.HasSuffix(sig, "?") && Entry{Sig: a.Sig}.Fits(sig)
}

// set enters the fact key=value of an allocator, or the fact key if value is empty.
func (a *Allocator) set(key, value string) (err error) {
	argument := map[string]*int{"old": &a.Old, "size": &a.Size, "count": &a.Count}[key]
	flag := map[string]*bool{"null": &a.Null, "exits": &a.Exits, "zeroed": &a.Zeroed, "none0": &a.None0,
		"managed": &a.Managed}[key]
	switch {
	case argument != nil:
		*argument, err = strconv.Atoi(value)
	case key == "pool" && value != "":
		a.Pools = strings.Split(value, ",")
	case flag != nil && value == "":
		*flag = true
	default:
		err = fmt.Errorf("no such fact")
	}
	return err
}

// FindAllocator returns the facts of the allocator in the row of a name. The rows of functions of the C library are
// used only for the option --allocator.
func FindAllocator(name string) (Allocator, bool) {
	if a := FactsOf(name).Allocator; a != nil {
		return *a, true
	}
	return Allocator{}, false
}

// AllocatorNames returns the names of all allocators, in the order of the table.
func AllocatorNames() (names []string) {
	for _, e := range rows() {
		if FactsOf(e.Name).Allocator != nil {
			names = append(names, e.Name)
		}
	}
	return names
}
