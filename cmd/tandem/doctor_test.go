package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
)

func TestDoctor(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		benchtest.Missing(t, "z3 is not installed (make setup installs it)")
	}
	var out, errs bytes.Buffer
	if code := Main([]string{"doctor"}, &out, &errs); code != 0 {
		t.Fatalf("%d\n%s%s", code, &out, &errs)
	}
	for _, s := range []string{"Z3 version", ": works", "Horn clauses)", "Ready."} {
		if !strings.Contains(out.String(), s) {
			t.Errorf("no %q in\n%s", s, &out)
		}
	}
}

func TestDoctorFindsNothing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	var out, errs bytes.Buffer
	if code := Main([]string{"doctor"}, &out, &errs); code != exitUnknown {
		t.Fatalf("%d\n%s%s", code, &out, &errs)
	}
	for _, s := range []string{"z3           not found", "z3: sudo apt-get install z3", "a C compiler: ",
		"No solver works"} {
		if !strings.Contains(out.String(), s) {
			t.Errorf("no %q in\n%s", s, &out)
		}
	}
	// A solver that does not work does not count.
	if err := os.WriteFile(filepath.Join(dir, "z3"), []byte("#!/bin/sh\necho nonsense\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if code := Main([]string{"doctor"}, &out, &errs); code != exitUnknown ||
		!strings.Contains(out.String(), "nonsense: DOES NOT WORK") {
		t.Fatalf("%d\n%s%s", code, &out, &errs)
	}
	if code := Main([]string{"doctor", "x"}, &out, &errs); code != exitUsage {
		t.Error(code)
	}
}
