package library

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed allocators.tsv
var allocatorText string

// Allocator is a function that gives or takes memory of the heap.
type Allocator struct {
	Name, Like       string // Like: malloc, realloc, strdup, memdup or free
	Sig              string // as Entry.Sig
	Old, Size, Count int    // arguments; -1: there is none
	Null             bool   // it may give null
	Exits            bool   // where there is no memory it does not return
	Zeroed           bool
	None0            bool // no bytes: it gives null
	Managed          bool // its memory need not be freed
	// Pools names where its memory comes from: first where a new block does, then where else an old block may come from.
	// None: the C library's malloc.
	Pools []string
}

// Fits reports whether a declaration with that signature may be the allocator's.
func (a Allocator) Fits(sig string) bool {
	return sig != object && !strings.HasSuffix(sig, "?") && Entry{Sig: a.Sig}.Fits(sig)
}

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

// FindAllocator gives the line of allocators.tsv for a name. Functions of the C library are there for --allocator only.
func FindAllocator(name string) (Allocator, bool) {
	a, ok := allocators()[name]
	return a, ok
}

// AllocatorNames are the names of allocators.tsv, in no order.
func AllocatorNames() (names []string) {
	for n := range allocators() {
		names = append(names, n)
	}
	return names
}
