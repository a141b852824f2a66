package cpa_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/engine/cpa"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const program = `void reach_error(void); int __VERIFIER_nondet_int(void);
int clip(int x) { if (x > 10) return 10; if (x < 0) return 0; return x; }
int main(void) {
	int s = 0;
	for (int i = 0; i < 5; i++) s = clip(s + __VERIFIER_nondet_int() % 3);
#ifdef UNSAFE
	if (s > 9) reach_error();
#else
	if (s > 10) reach_error();
#endif
	return 0;
}`

// TestEngine checks that the safe program is proved and the proof is confirmed; the unsafe twin is not proved.
func TestEngine(t *testing.T) {
	for _, unsafe := range []bool{false, true} {
		task, r := result(t, time.Minute, "numeric", enginetest.C{File: "clip.c", Text: program, Unsafe: unsafe})
		s, ok := r.(*verify.Safe)
		if ok == unsafe {
			t.Fatalf("unsafe %v: %+v", unsafe, r)
		}
		if ok {
			confirmed(t, "numeric", task, s)
		}
	}
}

// TestParse compares the errors of Parse, or their absence, for descriptions of analyses and options.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"value+numeric(octagon),order=bfs":      "",
		"valu":                                  `no analysis "valu"; did you mean value? (there are: value, `,
		"numeric(foo)":                          `no domain "foo" (there are: ` + strings.Join(domains.Names(), ", ") + ")",
		"numeric(octagon":                       "a parenthesis does not end",
		"value,order=bsf":                       `no order "bsf"; did you mean`,
		"value,depth=3":                         `option "depth=3" of engine cpa: no such option (there are: bound, order, prefixes, `,
		"value,bound=0":                         "is not a number from 1 to 2147483647",
		"symbolic,bound=3":                      "",
		"order=dfs,bound=3":                     "",
		"value,bound=3,bound=4":                 `option "bound=4" of engine cpa: it is given twice`,
		"value,bound=-1":                        "is not a number from 1 to 2147483647",
		"value,bound=99999999999999999999":      "is not a number from 1 to 2147483647",
		"predicate,prefixes=-1":                 "is not a number from 1 to 2147483647",
		"predicate,tests=no":                    `no tests "no"`,
		"predicate()":                           "analysis predicate: nothing in the parentheses",
		"symbolic()":                            "analysis symbolic: nothing in the parentheses",
		"predicate(slam,scope=global)":          "",
		"predicate(scope=global,slam)":          "",
		"predicate(blocks=edge,slam)":           "slam says which blocks",
		"predicate(slam,abstraction=cartesian)": "slam says which blocks",
		"predicate(blocks=edge,blocks=loop)":    `option "blocks=loop" of predicate: it is given twice`,
		"value((all))":                          `no option "(all)"`,
		strings.Repeat("(", 1000):               "a parenthesis does not end",
	} {
		_, err := cpa.Parse(text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
}
