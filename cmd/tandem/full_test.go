package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// full is a writer on a full disk.
type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "out", Err: syscall.ENOSPC}
}

// TestFullDisk tests that output which cannot be written gives the exit code of a wrong input, never of a verdict.
func TestFullDisk(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte("void reach_error(void); int main(void) { reach_error(); }\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	commands := [][]string{{"verify", file}, {"verify", file, "--json"}, {"verify", file, "-q"}, {"run", file},
		{"cfa", file}, {"version"}, {"--help"}}
	check := func(name string, args []string, code int, said string) {
		if code != exitInput || !strings.Contains(said, "no space left") {
			t.Errorf("%s full, %v: exit code %d, want %d; says %q", name, args, code, exitInput, said)
		}
	}
	for _, args := range commands {
		var stderr bytes.Buffer
		check("standard output", args, Main(args, full{}, &stderr), stderr.String())
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		return
	}
	for _, option := range []string{"--harness", "--witness"} {
		var stdout, stderr bytes.Buffer
		args := []string{"verify", file, option, "/dev/full"}
		check(option, args, Main(args, &stdout, &stderr), stderr.String())
	}
}
