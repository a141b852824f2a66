package link

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/cfront/models"
	"github.com/tandem-verifier/tandem/internal/near"
)

// Near returns functions whose names are similar to name.
func (l *Program) Near(name string) []string {
	var names []string
	add := func(n string) { names = append(names, n) }
	for _, n := range slices.Sorted(maps.Keys(l.Syms)) {
		if s := l.Syms[n]; s.IsFunc && s.Body != nil {
			add(n)
		}
	}
	for _, u := range l.Units {
		for _, n := range slices.Sorted(maps.Keys(u.Locals)) {
			if s := u.Locals[n]; s.IsFunc && s.Body != nil {
				add(n)
			}
		}
	}
	for _, n := range commonNames() {
		add(n)
	}
	return near.Of(name, names)
}

// commonNames returns names of functions that need no body and that users are likely to mistype, including those with a
// model in C.
func commonNames() []string {
	return append([]string{
		"malloc", "calloc", "realloc", "free", "memcpy", "memmove", "memset", "printf", "scanf", "abort", "exit", "assert",
		"reach_error", "__VERIFIER_nondet_int", "__VERIFIER_nondet_uint", "__VERIFIER_nondet_char", "__VERIFIER_nondet_bool",
		"__VERIFIER_assume", "__VERIFIER_assert", "__VERIFIER_error", "__CPROVER_assume", "__CPROVER_assert",
		"__ESBMC_assume", "__ESBMC_assert", "klee_make_symbolic", "klee_assume", "klee_assert", "klee_range", "klee_int",
		"__CPROVER_r_ok", "__CPROVER_w_ok", "__CPROVER_rw_ok", "__CPROVER_OBJECT_SIZE", "__CPROVER_POINTER_OFFSET",
		"__CPROVER_same_object",
		"__CPROVER_havoc_object", "__CPROVER_havoc_slice", "__CPROVER_overflow_plus", "__CPROVER_overflow_minus",
		"__CPROVER_overflow_mult",
		"__ESBMC_r_ok", "__ESBMC_get_object_size", "Frama_C_interval", "Frama_C_make_unknown",
	}, models.Names()...)
}
