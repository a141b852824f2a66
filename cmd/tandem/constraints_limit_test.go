package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestConstraints runs commands on programs of constraints with a limit of two seconds of processor time. Each process,
// with its descendants, has to end within 2.5 seconds, since watchdogs measure every 50 ms, and two processors may be
// at work. It runs two small programs with the default strategy; with TANDEM_LONG=1, 100 programs and all commands
// below. TANDEM_ENGINE is a comma-separated list of further engines, TANDEM_SEEDS the number of programs.
func TestConstraints(t *testing.T) {
	const limit, latest = 2 * time.Second, 2500 * time.Millisecond
	commands := [][]string{{"verify"}}
	seeds := []uint64{3, 5}
	if os.Getenv("TANDEM_LONG") != "" {
		commands = append(commands, []string{"test", "-o", filepath.Join(t.TempDir(), "suite")})
		n, err := strconv.Atoi(os.Getenv("TANDEM_SEEDS"))
		if err != nil {
			n = 100
		}
		seeds = nil
		for seed := range n {
			seeds = append(seeds, uint64(seed))
		}
	}
	for e := range strings.SplitSeq(os.Getenv("TANDEM_ENGINE"), ",") {
		if e != "" {
			commands = append(commands, []string{"verify", "--engine", e})
		}
	}
	dir := t.TempDir()
	for _, seed := range seeds {
		name, text := constraints(seed)
		file := filepath.Join(dir, name+".c")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, words := range commands {
			args := append(append([]string{}, words...), "--cputime", limit.String(), "-t", "5m", "--missing-bodies", "input",
				file)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			c := exec.CommandContext(ctx, "tandem", args...)
			out, err := c.CombinedOutput()
			cancel()
			if c.ProcessState == nil {
				t.Fatal(err)
			}
			used := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
			last := lastLine(string(out))
			if used > latest {
				t.Errorf("%s %s: %v of processors: %s", name, strings.Join(words, " "), used.Round(time.Millisecond), last)
			}
			if !strings.HasPrefix(last, "RESULT: ") && !strings.HasPrefix(last, "COVERAGE: ") &&
				!strings.Contains(last, "no suite is written: CPU time limit") {
				t.Errorf("%s %s: %s", name, strings.Join(words, " "), last)
			}
		}
	}
}
