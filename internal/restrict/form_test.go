package restrict_test

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// TestForm checks that a range with the fingerprint of another program form is an error.
func TestForm(t *testing.T) {
	p := irtest.Program(t, loop)
	form := restrict.Form(p)
	for name, q := range map[string]string{
		"a decision less": strings.Replace(loop, "0:i32 < x [T]", "0:i32 < x", 1),
		"T and F change places": strings.NewReplacer("0:i32 < x [T]", "0:i32 < x [F]", "x <= 0:i32 [F]",
			"x <= 0:i32 [T]").Replace(loop),
		"another condition": strings.Replace(loop, "x == -3:i32 [T]", "x == -4:i32 [T]", 1),
		"another function":  strings.ReplaceAll(loop, "main", "start"),
	} {
		if restrict.Form(irtest.Program(t, q)) == form {
			t.Errorf("%s: the same form", name)
		}
	}
	if restrict.Form(irtest.Program(t, strings.Replace(loop, "x = x - 1:i32", "x = x - 2:i32", 1))) != form {
		t.Error("the decisions are the same, the form is not")
	}
	r := &restrict.PathRange{Lo: "TF", NoUpper: true, Form: form}
	q, _, err := restrict.Apply(p, restrict.Scope{Range: r})
	if err != nil {
		t.Fatal(err)
	}
	if restrict.Form(q) != form {
		t.Error("a part is of another form than its program")
	}
	r.Form = strings.Repeat("0", len(form))
	if _, _, err := restrict.Apply(p, restrict.Scope{Range: r}); err == nil ||
		!strings.Contains(err.Error(), "of another form") {
		t.Error(err)
	}
}
