package cfront

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestAnnotations checks the position at which the front end warns of ACSL annotations; "" means no warning.
func TestAnnotations(t *testing.T) {
	for text, want := range map[string]string{
		"int main(void) {\n  //@ assert 1 == 2;\n  return 0; }":       "2:3",
		"/*@ requires \\true; */\nint main(void) { return 0; }":       "1:1",
		"int main(void) { int x = 1; /*@ assert x; */ return 0; }":    "1:29",
		"int main(void) { return \"//@ assert 1\"[0]; }":              "",
		"/* me@example.org */ int main(void) { return 0; } //@ param": "",
	} {
		p, err := Load(Config{Model: ir.LP64, Files: []string{"a.c"}, Sources: map[string][]byte{"a.c": []byte(text)}})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(p.Warnings) > 0 {
			got = p.Warnings[0].Pos.String()[len("a.c:"):]
		}
		if got != want {
			t.Errorf("%s: warned at %q, want %q", text, got, want)
		}
	}
}
