package testgen

import (
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Heap memory in the compiled program: the linker redirects the program's calls of malloc and similar functions to the
// harness. It fills each block with the contents that the test's run read from it, and returns null for the allocations
// that failed in the run.

// allocators are the wrapped functions: their parameters, the parameters' names for a call, and the factors of the size
// in bytes (count is "1" if there is only one).
var allocators = map[string]struct{ params, args, size, count string }{
	"malloc":        {"size_t n", "n", "n", "1"},
	"valloc":        {"size_t n", "n", "n", "1"},
	"aligned_alloc": {"size_t a, size_t n", "a, n", "n", "1"},
	"memalign":      {"size_t a, size_t n", "a, n", "n", "1"},
	"calloc":        {"size_t k, size_t n", "k, n", "n", "k"},
	"realloc":       {"void *p, size_t n", "p, n", "n", "1"},
	"reallocarray":  {"void *p, size_t k, size_t n", "p, k, n", "n", "k"},
}

// mayFail is the suffix that cfront appends to the name of an allocator, for the input that decides whether the
// allocation succeeds (--malloc-may-fail).
const mayFail = " succeeds"

// block is a call of an allocator in a run.
type block struct {
	name      string // the allocator
	site, occ int    // the execution of the Alloc that made the block; site is -1 if the allocation failed
	fails     bool   // the allocator returned null
}

// heapSite returns the name of the wrapped function that makes the memory of a site or decides whether it fails; "" if
// there is none.
func heapSite(s *ir.Site) string {
	name := s.Name
	switch s.Kind { // sound: no other sites are of the heap
	case ir.ObjectBytes:
	case ir.Library:
		var ok bool
		if name, ok = strings.CutSuffix(name, mayFail); !ok {
			return ""
		}
	default:
		return ""
	}
	if _, ok := allocators[name]; !ok && name != "posix_memalign" || strings.HasPrefix(s.Pos.File, "<") {
		return "" // in a model: the compiled C library has its own calls
	}
	return name
}

// blockOf returns the block for an allocation that the edge e has just made or refused in m; ok is false if it has done
// neither.
func blockOf(e *ir.Edge, m *exec.Interp) (b block, ok bool) {
	switch s := e.Stmt.(type) { // sound: no other statements make blocks
	case *ir.Alloc:
		if s.Kind != ir.Heap || s.Site == nil || heapSite(s.Site) == "" {
			return b, false
		}
		at := m.Name(m.Reg(s.Dst))
		return block{name: s.Site.Name, site: s.Site.ID, occ: at.Occ}, at.Kind == ir.OfSite && at.ID == s.Site.ID
	case *ir.Input:
		name := heapSite(s.Site)
		return block{name: name, site: -1, fails: true}, name != "" && s.Site.Kind == ir.Library && m.Reg(s.Dst) == 0
	}
	return b, false
}

// wrapped returns the allocators that the program calls, in a fixed order.
func wrapped(p *ir.Program) []string {
	found := map[string]bool{}
	for _, s := range p.Sites {
		found[heapSite(s)] = true
	}
	var out []string
	for _, name := range strings.Fields(
		"malloc valloc aligned_alloc memalign calloc realloc reallocarray posix_memalign") {
		if found[name] {
			out = append(out, name)
		}
	}
	return out
}

// wrapFlags returns the linker's flags that wrap these functions.
func wrapFlags(p *ir.Program) (flags []string) {
	for _, name := range wrapped(p) {
		flags = append(flags, "-Wl,--wrap="+name)
	}
	return flags
}

// writeBlocks writes the table of blocks of the n-th test.
func writeBlocks(b *strings.Builder, n int, list []block) {
	fmt.Fprintf(b, "static struct block blocks_%d[] = {", n)
	for _, k := range list {
		fails := 0
		if k.fails {
			fails = 1
		}
		fmt.Fprintf(b, "\n\t{%q, %d, %d, %d, 0},", k.name, k.site, k.occ, fails)
	}
	b.WriteString("\n\t{0, 0, 0, 0, 0}};\n")
}

// writeHeap writes the definitions of the wrappers.
func writeHeap(b *strings.Builder, p *ir.Program) {
	names := wrapped(p)
	if len(names) == 0 {
		return
	}
	b.WriteString(cText.Text("heap", nil))
	for _, name := range names {
		a, ok := allocators[name]
		if !ok {
			b.WriteString(cText.Text(name, nil))
			continue
		}
		bytes := a.size
		if a.count != "1" {
			bytes = fmt.Sprintf("(%s) * (%s)", a.count, a.size)
		}
		b.WriteString(cText.Text("allocator", map[string]any{"Name": name, "Params": a.params, "Args": a.args,
			"Size": a.size, "Count": a.count, "Bytes": bytes, "Resizes": strings.HasPrefix(name, "realloc")}))
	}
}
