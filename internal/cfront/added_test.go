package cfront_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// A function of the library consists of a row of library/table.tsv and its C text in models/src.
const (
	addedRow = "strtandem\texact\tip\ttext=0 toend pure native asan reserved\n"

	addedText = `//# strtandem
__SIZE_TYPE__ strtandem(const char *s)
{
	__SIZE_TYPE__ n;
	for (n = 0; s[n]; n++)
		;
	return n;
}
`
)

// TestAddedFunction checks that a row of the table and a C text are all that a new function of the library needs. It
// adds a function to copies of the table and the models, with which the go command overlays the files, and runs the
// tests that compare them with each other and with the front end.
func TestAddedFunction(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles this package once more")
	}
	dir := t.TempDir()
	add := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	table, err := os.ReadFile("library/table.tsv")
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(table), "\n") // the section of names that no header declares
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(here, "library", "table.tsv"):         add("table.tsv", head+"\n"+addedRow+rest),
		filepath.Join(here, "models", "src", "strtandem.c"): add("strtandem.c", addedText),
	}})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-count=1", "-overlay", add("overlay.json", string(overlay)), "-run",
		"^(TestTable|TestNames|TestParse|TestModelled|TestAddedIsKnown)$", "./library", "./models", ".")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%.3000s", err, out)
	}
}

// TestAddedIsKnown checks the function that TestAddedFunction adds: a program that calls it gets its model and, with
// checks, its reads, and expressions of --assume may call it. It is skipped outside of TestAddedFunction.
func TestAddedIsKnown(t *testing.T) {
	if _, ok := library.Find("strtandem"); !ok {
		t.Skip("runs in TestAddedFunction")
	}
	if f := library.FactsOf("strtandem"); !f.Pure || !f.Native || !f.Sanitized || !f.Reserved || !f.ToEnd {
		t.Errorf("facts: %+v", f)
	}
	p, err := cfront.Load(cfront.Config{Files: []string{"a.c"}, Entry: "f", Assume: []string{"strtandem(s) < 9"},
		Checks: []string{ir.ValidDeref}, Sources: map[string][]byte{"a.c": []byte(
			"unsigned long strtandem(const char *);\nunsigned long f(const char *s) { return strtandem(s); }\n")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range p.Obligations {
		if o.Unmodelled() {
			t.Errorf("%s: %s", o.Kind, o.Text)
		}
	}
	text := ir.Print(p)
	for _, f := range []string{"strtandem", "__tandem_reads_text"} {
		if !strings.Contains(text, "func "+f) && !strings.Contains(text, f+"(") {
			t.Errorf("the program does not call %s:\n%.2000s", f, text)
		}
	}
}
