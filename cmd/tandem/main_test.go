package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tandem": main})
}

// TestScripts runs the scripts of testdata/script, which test exit codes, messages and last lines of the command.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"code":     code,
			"lastline": lastline,
			"bigfile":  bigfile,
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Getuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("NO_COLOR", "1")
			return nil
		},
	})
}

// code is the script command code N ARGS...: it runs tandem, and fails unless the exit code is N, or if it prints a
// stack trace.
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N ARGS...")
	}
	err := ts.Exec("tandem", args[1:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	out := ts.ReadFile("stdout") + ts.ReadFile("stderr")
	if strings.Contains(out, "goroutine ") || strings.Contains(out, "panic") {
		ts.Fatalf("a stack trace:\n%s", out)
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, want %s\n%s", got, args[0], out)
	}
}

// lastline is the script command lastline TEXT: it fails unless TEXT is the last line of standard output.
func lastline(ts *testscript.TestScript, neg bool, args []string) {
	got := lastLine(ts.ReadFile("stdout"))
	if (got == strings.Join(args, " ")) == neg {
		ts.Fatalf("last line %q", got)
	}
}

// lastLine returns the last line of a text that is not empty.
func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// bigfile is the script command bigfile FILE KIND: it writes a large or binary file.
func bigfile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bigfile FILE KIND")
	}
	const n = 1 << 20
	text := map[string]string{
		"parentheses": "int main(void) { return " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + "; }\n",
		"open":        "int main(void) { return " + strings.Repeat("(", 2*n),
		"braces":      "int main(void) { " + strings.Repeat("{", n) + strings.Repeat("}", n) + " }\n",
		"binary":      strings.Repeat("\x7fELF\x00\x01\xff\xfe\n", 1000),
		"brackets":    "format_version: " + strings.Repeat("[", 10000),
	}[args[1]]
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// TestNoBench tests that scripts which need the benchmarks print one sentence if there are none.
func TestNoBench(t *testing.T) {
	for _, script := range []string{"coverage", "determinism", "harnesses", "vater", "witnesses"} {
		c := exec.Command("sh", "scripts/"+script+".sh", filepath.Join(t.TempDir(), "none"))
		c.Dir = filepath.Join("..", "..")
		out, err := c.CombinedOutput()
		if text := string(out); err == nil || !strings.HasPrefix(text, "no bench at ") || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: %v\n%s", script, err, text)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		text string
		want uint64
	}{{"0", 0}, {"15000000000", 15e9}, {"4GB", 4e9}, {"1 GiB", 1 << 30}, {"500mb", 5e8}, {"7B", 7}} {
		var z size
		if err := z.Set(c.text); err != nil || uint64(z) != c.want {
			t.Errorf("%s: %d %v", c.text, z, err)
		}
	}
	for _, bad := range []string{"", "x", "-1", "1TB", "99999999999GB"} {
		if new(size).Set(bad) == nil {
			t.Errorf("%q is a size", bad)
		}
	}
	for _, c := range []struct{ text, want string }{{"10", "10s"}, {"10s", "10s"}, {"2m", "2m0s"}, {"0.5", "500ms"},
		{"900 s", "15m0s"}, {"0", "0s"}} {
		var d duration
		if err := d.Set(c.text); err != nil || d.String() != c.want {
			t.Errorf("%s: %s %v", c.text, d.String(), err)
		}
	}
	for _, bad := range []string{"", "x", "-1s", "-1"} {
		if new(duration).Set(bad) == nil {
			t.Errorf("%q is a time", bad)
		}
	}
}
