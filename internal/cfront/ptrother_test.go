package cfront_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestOtherFunctionTypes calls functions of 16 types through pointers to each of these types. A run either makes the
// call as the machine does, or ends at an obligation of kind no-model; it must not continue without the call. A
// structure, or a number of more than one register, that meets another type never has a model. If an argument is
// narrower than the parameter, the upper part of the register is an input; inputs are 0 in these runs.
func TestOtherFunctionTypes(t *testing.T) {
	const prelude = `extern void reach_error(void); int hit; struct s { int x, y; } s; struct w { long a, b, c; } w; typedef long double ld; typedef unsigned __int128 u128; int *p; `
	types := []struct{ result, params, args string }{
		{"int", "int", "1"}, {"int", "int, int", "1, 2"}, {"int", "void", ""}, {"void", "int", "1"},
		{"long long", "int", "1"},
		{"char", "char", "0"}, {"double", "double", "1.0"}, {"float", "float, int", "1.0f, 2"}, {"int *", "int *", "p"},
		{"int", "int, ...", "1, 2"},
		{"int", "struct s", "s"}, {"struct s", "int", "1"}, {"struct w", "void", ""}, {"int", "struct w, int", "w, 1"},
		{"ld", "ld", "1.0L"}, {"u128", "u128", "1"},
	}
	const plain = 10 // the number of types before structures and wide numbers
	made, refused := 0, 0
	for _, model := range []ir.DataModel{ir.ILP32, ir.LP64} {
		for i, f := range types {
			for j, q := range types {
				body := "hit = 1; "
				if f.result != "void" {
					body += "static " + f.result + " r; return r; "
				}
				src := prelude + fmt.Sprintf("%s f(%s) { %s} int main(void) { %s (*q)(%s) = (%s (*)(%s))f; q(%s); if (hit) "+
					"reach_error(); }",
					f.result, named(f.params), body, q.result, q.params, q.result, q.params, q.args)
				cfg := cfront.Config{Model: model, PropertyKind: "unreach-call", ErrorFunc: "reach_error",
					Files: []string{"a.c"}, Sources: map[string][]byte{"a.c": []byte(src)}}
				if (i+j)%2 == 1 {
					cfg = cfront.WithDispatchers(cfg)
				}
				prog, err := cfront.Load(cfg)
				if err != nil {
					t.Errorf("%v %s: %v", model, src, err)
					continue
				}
				got := ended(t, prog)
				switch {
				case got == "unreach-call" && (i == j || i < plain && j < plain):
					made++
				case got == ir.NoModel && i != j:
					refused++
				default:
					t.Errorf("%v %s: %s", model, src, got)
				}
			}
		}
	}
	t.Logf("%d calls made, %d refused", made, refused)
}

// named returns params with a name for each parameter.
func named(params string) string {
	if params == "void" {
		return params
	}
	var out []string
	for i, p := range strings.Split(params, ", ") {
		if p != "..." {
			p += fmt.Sprintf(" a%d", i)
		}
		out = append(out, p)
	}
	return strings.Join(out, ", ")
}
