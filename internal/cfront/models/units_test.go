package models

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestUnits checks that the front end can parse every unit, and that the units define the functions that they list.
func TestUnits(t *testing.T) {
	for _, n := range UnitNames() {
		file, src, ok := Unit(n)
		if !ok || !regexp.MustCompile(`(?m)^[a-zA-Z_].*\b`+n+`\(.*\)\s*(\{.*)?$`).MatchString(src) {
			t.Errorf("%s does not define %s", file, n)
		}
	}
	for name, src := range units().texts {
		for _, m := range []ir.DataModel{ir.ILP32, ir.LP64} {
			if _, err := csrc.Parse(csrc.Config{Model: m, Sources: map[string][]byte{name: []byte(src)}}, name); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestUnitsAgainstLibrary compares the units, under other names, with the C library.
func TestUnitsAgainstLibrary(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "no gcc")
	}
	n := "500"
	if os.Getenv("TANDEM_LONG") != "" {
		n = "15000"
	}
	for _, c := range []struct {
		main  string
		units []string
	}{
		{"tree.c", []string{"tree.c"}},
		{"wide.c", []string{"wide.c", "wconvert.c", "wformat.c", "wscan.c"}},
		{"locale.c", []string{"locale.c"}},
		{"getopt.c", []string{"getopt.c"}},
		{"locks.c", []string{"locks.c", "threads.c"}},
		{"random.c", []string{"random.c", "rand48.c"}},
		{"printf.c", []string{"convert.c", "format.c", "print.c"}},
		{"scanf.c", []string{"scan.c"}},
		{"stream.c", []string{"stream.c", "read.c", "scan.c", "convert.c", "format.c", "print.c"}},
	} {
		for _, flags := range [][]string{
			{"-m64"},
			{"-m32", "-msse2", "-mfpmath=sse"},
			{"-m64", "-fsanitize=address,undefined", "-fno-sanitize-recover"},
		} {
			sanitized := strings.Contains(strings.Join(flags, " "), "sanitize")
			// With sanitizers, these programs would use the scanf and the keys of the sanitizer's runtime.
			if sanitized && (os.Getenv("TANDEM_LONG") == "" || c.main == "scanf.c" || c.main == "locks.c") {
				continue
			}
			t.Run(c.main+" "+strings.Join(flags, " "), func(t *testing.T) { compareUnits(t, c.main, c.units, flags, n) })
		}
	}
}

// compareUnits links the comparison main with units under other names, and runs it with argument n.
func compareUnits(t *testing.T, main string, files, flags []string, n string) {
	dir := t.TempDir()
	bin := filepath.Join(dir, "a")
	gcc := func(args ...string) {
		t.Helper()
		if out, err := exec.Command("gcc", append(args, flags...)...).CombinedOutput(); err != nil {
			if strings.Contains(string(out), "cannot find") {
				benchtest.Missing(t, fmt.Sprintf("gcc lacks %v", flags))
			}
			t.Fatalf("gcc: %v\n%.3000s", err, out)
		}
	}
	objects := []string{"-o", bin, "-w", filepath.Join("testdata", main)}
	for _, u := range files {
		src, ok := units().texts[u]
		if !ok {
			t.Fatalf("no unit %s", u)
		}
		var b strings.Builder
		for _, name := range append(UnitNames(), UnitObjects(u)...) {
			b.WriteString("#define " + name + " m_" + name + "\n")
		}
		b.WriteString(src)
		if u == "stream.c" {
			b.WriteString("void m_reset(void) { in_end = in_eof = in_moved = in_backs = 0; }\nint m_lost(FILE *s) { return " +
				"((struct file *)s)->lost; }\n")
		}
		file := filepath.Join(dir, u)
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		gcc("-c", "-O1", "-w", "-std=gnu17", "-fwrapv", "-fno-builtin", "-o", file+".o", file)
		objects = append(objects, file+".o")
	}
	gcc(append(objects, "-lm")...)
	cmd := exec.Command(bin, n)
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%.3000s", err, out)
	}
}
