package library

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed allocators.tsv
var allocatorText string

// Allocator is a function that allocates or frees memory of the heap.
type Allocator struct {
	Name, Like       string // Like is the C function that it resembles: malloc, realloc, strdup, memdup or free
	Sig              string // see Entry.Sig
	Old, Size, Count int    // indices of arguments; -1 if there is none
	Null             bool   // it may return null
	Exits            bool   // it does not return if no memory is available
	Zeroed           bool   // the memory is zero
	None0            bool   // it returns null for 0 bytes
	Managed          bool   // its memory need not be freed
	// Pools are the pools of its memory: first the pool of a new block, then further pools that an old block may come
	// from. If there are none, its memory comes from the C library's malloc.
	Pools []string
}

// Fits reports whether a declaration with signature sig may declare the allocator.
func (a Allocator) Fits(sig string) bool {
	return sig != object && !strings.HasSuffix(sig, "?") && Entry{Sig: a.Sig}.Fits(sig)
}

// allocators returns the rows of allocators.tsv by name.
var allocators = sync.OnceValue(func() map[string]Allocator {
	m := map[string]Allocator{}
	for line := range strings.Lines(allocatorText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		w := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(w) < 4 {
			continue
		}
		a := Allocator{Name: w[0], Like: w[1], Sig: w[2], Old: -1, Size: -1, Count: -1}
		for _, arg := range strings.Fields(w[3]) {
			what, at, _ := strings.Cut(arg, "=")
			i, err := strconv.Atoi(at)
			if err != nil {
				i = -1
			}
			switch what {
			case "old":
				a.Old = i
			case "size":
				a.Size = i
			case "count":
				a.Count = i
			}
		}
		flags := ""
		if len(w) > 4 {
			flags = " " + w[4] + " "
		}
		for _, flag := range strings.Fields(flags) {
			if pools, ok := strings.CutPrefix(flag, "pool="); ok {
				a.Pools = strings.Split(pools, ",")
			}
		}
		has := func(flag string) bool { return strings.Contains(flags, " "+flag+" ") }
		a.Null, a.Exits, a.Zeroed, a.None0, a.Managed = has("null"), has("exits"), has("zeroed"), has("none0"), has("managed")
		m[a.Name] = a
	}
	return m
})

// FindAllocator returns the row of allocators.tsv for a name. The rows of functions of the C library are used only for
// the option --allocator.
func FindAllocator(name string) (Allocator, bool) {
	a, ok := allocators()[name]
	return a, ok
}

// AllocatorNames returns the names in allocators.tsv, in no order.
func AllocatorNames() (names []string) {
	for n := range allocators() {
		names = append(names, n)
	}
	return names
}
