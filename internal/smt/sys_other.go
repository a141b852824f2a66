//go:build !linux

package smt

import (
	"fmt"
	"os/exec"
	"runtime"
)

// command runs the program under a shell that limits its memory, where there
// is one: the limit is then that of the configuration for all queries.
func command(path string, args []string, memory uint64) *exec.Cmd {
	if runtime.GOOS == "windows" {
		return exec.Command(path, args...)
	}
	script := fmt.Sprintf(`ulimit -v %d 2>/dev/null; exec "$0" "$@"`, memory>>10)
	return exec.Command("sh", append([]string{"-c", script, path}, args...)...)
}

func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

func limitMemory(pid int, bytes uint64) {}
