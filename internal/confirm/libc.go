package confirm

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
)

// toolchain has names of functions that compilers, linkers and headers put into a program; package library does not
// have them.
var toolchain = set(`
__cxa_atexit __stack_chk_fail __stack_chk_fail_local _GLOBAL_OFFSET_TABLE_ errno __strtol_internal __strtod_internal
__printf_chk __fprintf_chk __sprintf_chk __snprintf_chk __vsnprintf_chk __vsprintf_chk __vprintf_chk __vfprintf_chk
__asprintf_chk __vasprintf_chk __longjmp_chk
`)

// set returns the set of the words in a text.
func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// isHarmless reports whether the compiled program may call a function of the machine's libraries: it affects only the
// memory of the process, or prints.
func isHarmless(name string) bool {
	if library.FactsOf(name).Native || toolchain[name] {
		return true
	}
	// libgcc's arithmetic (__udivti3, __muldc3, ...), and its atomic operations.
	if strings.HasPrefix(name, "__") && (strings.HasSuffix(name, "2") || strings.HasSuffix(name, "3") ||
		strings.HasSuffix(name, "4")) {
		return true
	}
	for _, p := range []string{"__fix", "__float", "__extend", "__trunc", "__atomic_", "__sync_"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
