package cpa_test

import (
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
)

// hit is read from memory at each use. The unsafe twin writes it between two uses.
const hit = `
struct s { int hit, *next, there; };
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct s g;
int main(void) {
	struct s *p = &g;
	p->hit = __VERIFIER_nondet_int();
	p->next = __VERIFIER_nondet_int() ? &p->there : 0;
	int n = 0, m = 0;
	for (int i = 0; i < 3; i++) {
		if (p->hit) n = 1;
		if (p->next) m = 1;
#ifdef UNSAFE
		p->hit = __VERIFIER_nondet_int();
#endif
		if (n && !p->hit) reach_error();
		if (m && !p->next) reach_error();
	}
	return 0;
}`

// TestLoaded checks that a condition on a value that was just loaded is a condition on memory.
func TestLoaded(t *testing.T) {
	for _, unsafe := range []bool{false, true} {
		for _, options := range []string{"value", "value(all)", "value(refined)", "value(refined)+numeric"} {
			task, r := result(t, time.Minute, options, enginetest.C{File: "hit.c", Text: hit, Unsafe: unsafe})
			decided(t, options, task, r, unsafe)
		}
	}
}
